"""MASSAlign: its quirks one by one, and its own output as golden tables."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal.alignment import Alignment
from vicinal.errors import InputError, SettingError
from vicinal.evaluation.scores import Scores, score
from vicinal.gold import Gold, read_gold_lines
from vicinal.link import Cell
from vicinal.methods.massalign import Group, Massalign, SentenceSearch, paragraph_groups, paragraph_steps
from vicinal.text.document import Document
from vicinal.text.function_words import function_words

Links = list[tuple[tuple[int, ...], tuple[int, ...]]]


def links(alignment: Alignment) -> Links:
    return [(link.source, link.target) for link in alignment.sentences]


def search(
    pairs: Mapping[Cell, float], shape: Cell, joined: Mapping[tuple[str, str], float] | None = None
) -> list[Group]:
    """Search with these similarities; concatenated sentences such as ("01", "2") default to 0."""

    def pair(x: int, y: int) -> float:
        assert 0 <= x < shape[0]
        assert 0 <= y < shape[1]
        return pairs.get((x, y), 0.0)

    def group(xs: list[int], ys: list[int]) -> float:
        if len(xs) == len(ys) == 1:
            return pair(xs[0], ys[0])
        return (joined or {}).get(("".join(map(str, xs)), "".join(map(str, ys))), 0.0)

    return list(SentenceSearch(pair, group, shape, 0.2, 0.05).links())


def transposed(pairs: Mapping[Cell, float]) -> dict[Cell, float]:
    return {(y, x): value for (x, y), value in pairs.items()}


# The output of the program for documents of random words, with the stop word "der".
PROGRAM: dict[str, tuple[list[list[str]], list[list[str]], Links]] = {
    "a sentence in two links": (
        [["w3 w2 ,", "w5", "w4 w3", "w4 w3 w3 w1 w5 w0 w0"]],
        [
            ["w3 w5 w2"],
            ["w5"],
            ["w5", "w5", "w0", "w3 w2 ,", "w5 w4 w1 w0", "w0 w0", "w3 w0 w0 w1"],
        ],
        [((0,), (0,)), ((1,), (1, 2)), ((1,), (3,)), ((3,), (3, 4))],
    ),
    "a run that leaves one out, to the right": (
        [["w16 w19 w1 w9 w0 w4"], ["w29 w12 w14"], ["w7", "w23", "w22 w5 w26 w17 w19 w0"]],
        [
            ["w19 w24"],
            ["w12", "w12 w28 w24", "w7", "w19"],
            ["w18", "w29 w12 w14"],
            ["w18"],
            ["w18 w23 w19 w9", "w3 w23 w11 w8 w4 w22 w17 w23", "w7", "w14"],
        ],
        [((1,), (1,)), ((3,), (8, 9, 11))],
    ),
    "a run that leaves one out, down": (
        [
            ["w3 w7", "w3 w7", "w2 w2"],
            ["w11 w5 w4 w0 w11 w2 w2 w1", "w10 w7", "w5 w5 w6", "w4 der w3 A w6", "w5 w5", "w5 w0"],
        ],
        [["w2 w4 w0 w4 w6 w3 w11", "w2 w2", "w5", "w3 w7", "w11 w1 w11 w2"]],
        [((2, 3, 5, 6), (0,)), ((6,), (0,)), ((8,), (0,))],
    ),
    "paragraphs around a corner": (
        [["w1 , w4", "w1 , w4", "w4 w5 w1 w2 w2 w4"], ["w3 w0 A"]],
        [["w4 w5 w0 w3 w1 w2"], ["w3", "w2"]],
        [((0, 1), (0,)), ((3,), (1,))],
    ),
}


@pytest.mark.parametrize("name", PROGRAM)
def test_the_links_are_those_of_the_program(name: str) -> None:
    source, target, expected = PROGRAM[name]
    assert links(Massalign(stop_words=("der",))(Document(source), Document(target))) == expected


# The program's links without stop words, over all documents of a file: their number, and the start of their SHA-256.
GOLDEN = {
    ("deplain_de_dev", False): (321, "5cc92e80e9234455"),
    ("deplain_de_dev", True): (338, "b91be83bbc00ab48"),
    ("porsimples_pt_dev", False): (752, "81bc5bcd786a09b7"),
    ("porsimples_pt_dev", True): (759, "95e1c0cdb765a318"),
    ("wiki_en_dev", False): (193, "b31681186c2fea2a"),
    ("wiki_en_dev", True): (216, "1e570bdd7e92a5be"),
}


@pytest.mark.parametrize(("file", "one_paragraph"), GOLDEN)
def test_every_link_on_the_gold_is_the_programs(development_gold: Path, file: str, one_paragraph: bool) -> None:
    method = Massalign(stop_words=(), one_paragraph=one_paragraph)
    found = [links(method(gold.source, gold.target)) for gold in read_gold_lines(development_gold / f"{file}.jsonl")]
    digest = hashlib.sha256(json.dumps(found).encode()).hexdigest()[:16]
    assert (sum(map(len, found)), digest) == GOLDEN[file, one_paragraph]


def test_the_default_is_close_to_the_program_with_its_german_stop_words(development_gold: Path) -> None:
    total = Scores()
    for gold in read_gold_lines(development_gold / "deplain_de_dev.jsonl"):
        # Without a language: it is detected from the words.
        alignment = Massalign(one_paragraph=True)(Document(gold.source.paragraphs), Document(gold.target.paragraphs))
        total += score(gold, alignment)
    assert total.links.precision == pytest.approx(0.681, abs=0.015)
    assert total.links.recall == pytest.approx(0.329, abs=0.015)


def test_one_paragraph_is_the_same_as_documents_of_one_paragraph(sample: list[Gold]) -> None:
    for gold in sample:
        whole = [Document([document.sentences], language=document.language) for document in (gold.source, gold.target)]
        one = Massalign(one_paragraph=True)(gold.source, gold.target)
        assert links(one) == links(Massalign()(*whole))
        assert not [step for step in one.steps if step.level == "paragraph"]


def test_a_start_is_searched_from_large_x_to_small() -> None:
    assert search({(0, 2): 0.9, (2, 0): 0.3}, (4, 4)) == [([2], [0])]
    assert search({(0, 1): 0.9, (2, 0): 0.3}, (4, 4)) == [([0], [1])]
    assert search({}, (3, 3)) == []


def test_the_diagonal_wins_ties() -> None:
    pairs = {(0, 0): 0.5, (1, 1): 0.5}
    joined = {("01", "0"): 0.5, ("0", "01"): 0.5}
    assert search(pairs, (3, 3), joined) == [([0], [0]), ([1], [1])]
    pairs[1, 1] = 0.4
    assert search(pairs, (3, 3), joined)[0] == ([0, 1], [0])


def test_a_run_skips_the_sentence_it_compares() -> None:
    pairs = {(0, 0): 0.5}
    joined = {("01", "0"): 0.6, ("013", "0"): 0.6, ("0134", "0"): 0.6}
    assert search(pairs, (6, 3), joined) == [([0, 1, 3, 4], [0])]
    mirrored = {(columns, rows): value for (rows, columns), value in joined.items()}
    assert search(transposed(pairs), (3, 6), mirrored) == [([0], [0, 1, 3, 4])]


def test_a_run_stops_before_a_better_diagonal() -> None:
    joined = {("01", "0"): 0.6, ("013", "0"): 0.6}
    assert search({(0, 0): 0.5, (2, 1): 0.7}, (5, 3), joined) == [([0, 1], [0]), ([2], [1])]
    # An equal one stops it too.
    assert search({(0, 0): 0.5, (2, 1): 0.6}, (5, 3), joined)[0] == ([0, 1], [0])


def test_a_run_that_skips_the_last_sentence_ends_the_search() -> None:
    pairs = {(0, 0): 0.5, (2, 2): 0.5}
    assert search(pairs, (3, 3), {("01", "0"): 0.6}) == [([0, 1], [0])]
    assert search(pairs, (4, 3), {("01", "0"): 0.6}) == [([0, 1], [0]), ([2], [2])]


def test_a_start_next_to_the_cell_is_a_run() -> None:
    # Concatenated they lose more than the slack, so neither step is taken; then the search finds (1, 0) as a start.
    assert search({(0, 0): 0.9, (1, 0): 0.3}, (4, 4), {("01", "0"): 0.5}) == [([0, 1], [0])]


def test_similarity_must_exceed_alpha_at_the_edge() -> None:
    assert search({(2, 1): 0.2}, (3, 3)) == []
    assert search({(1, 1): 0.2}, (3, 3)) == [([1], [1])]
    assert search({(2, 2): 0.21}, (3, 3)) == [([2], [2])]


def test_a_cell_of_exactly_alpha_at_the_edge_is_not_a_step() -> None:
    target = Document([["ferry harbour", "ferry boat"], ["ferry", "harbour", "night", "night"]])
    alignment = Massalign()(Document([["ferry boat"]]), target)  # the cosine of the first sentences is 0.2
    assert alignment.sentences == ()
    assert {step.level for step in alignment.steps} == {"paragraph"}


def test_the_edge_is_followed_within_the_slack() -> None:
    joined = {("1", "01"): 0.45, ("1", "012"): 0.41, ("1", "0123"): 0.3, ("1", "01234"): 0.3}
    assert search({(1, 0): 0.5}, (2, 5), joined) == [([1], [0, 1, 2])]


def test_paragraphs_start_at_the_first_and_jump_by_sum_of_steps() -> None:
    similar = {(3, 1): 0.9, (2, 3): 0.9, (4, 4): 0.1}

    def pair(x: int, y: int) -> float:
        return similar.get((x, y), 0.0)

    steps = list(paragraph_steps(pair, (5, 5), 0.3))
    assert [(step.vicinity, step.cell) for step in steps] == [("start", (0, 0)), ("nearest", (3, 1))]
    similar[4, 4] = 0.3
    assert [step.cell for step in paragraph_steps(pair, (5, 5), 0.3)] == [(0, 0), (3, 1), (4, 4)]


def test_a_jump_needs_both_coordinates_to_grow() -> None:
    cells = [step.cell for step in paragraph_steps(lambda x, y: float((x, y) in {(0, 3), (3, 0)}), (5, 5), 0.3)]
    assert cells == [(0, 0)]


def test_paragraphs_at_a_corner_are_in_two_groups() -> None:
    assert paragraph_groups([(0, 0), (1, 0), (1, 1), (1, 2), (3, 3)]) == [([0, 1], [0]), ([1], [1, 2]), ([3], [3])]


def test_blank_lines_count_for_idf() -> None:
    # Two lines, one word: log2(2 / 2) = 0 and nothing is similar. A blank line between paragraphs makes it log2(4 / 2).
    assert links(Massalign()(Document([["Word"]]), Document([["Word"]]))) == []
    assert links(Massalign()(Document([["Word"], ["other"]]), Document([["Word"]]))) == [((0,), (0,))]


def test_words_are_separated_by_single_spaces() -> None:
    source = Document([["Hallo, Welt !", "etwas ganz anderes", "noch mehr davon"]])
    for same, expected in (("Hallo, Welt ?", 1), ("hallo, welt !", 0), ("Hallo,\u00a0Welt !", 0)):
        assert len(Massalign(stop_words=())(source, Document([[same, "nichts dergleichen"]])).sentences) == expected


def test_stop_words() -> None:
    assert {"der", "ihrem", "welche", "wurde"} <= function_words("de_CH")
    assert "jed" not in function_words("de")
    assert {"isn't", "the"} <= function_words("en-GB")
    assert {"nossas", "à"} <= function_words("PT-br")
    assert function_words("ja") == function_words(None) == frozenset()


def test_stop_words_depend_on_the_language_of_the_documents() -> None:
    def aligned(language: str | None) -> Links:
        texts = (["der Hund", "Katzen", "Vögel"], ["der Mann", "Frauen"])
        return links(Massalign()(*(Document([sentences], language=language) for sentences in texts)))

    assert aligned("de") == []
    assert aligned(None) == []  # "der" is the only function word there
    assert aligned("fi") == [((0,), (0,))]


def test_settings() -> None:
    assert repr(Massalign()) == (
        "Massalign(paragraph_alpha=0.3, sentence_alpha=0.2, beta=0.05, stop_words=None, one_paragraph=False)"
    )
    assert Massalign(stop_words=("b", "a", "b")).stop_words == ("a", "b")
    wrong: list[dict[str, Any]] = [{"beta": 2}, {"sentence_alpha": -0.1}, {"paragraph_alpha": "x"}]
    for setting in (*wrong, {"stop_words": "der"}, {"stop_words": 5}, {"stop_words": (1,)}):
        with pytest.raises(SettingError):
            Massalign(**setting)
    with pytest.raises(InputError, match="no words"):
        Massalign()(Document([["Word"]]), Document([[" "]]))


def documents() -> st.SearchStrategy[Document]:
    words = st.lists(st.sampled_from("abcde"), min_size=1, max_size=4).map(" ".join)
    return st.lists(st.lists(words, min_size=1, max_size=5), min_size=1, max_size=4).map(Document)


@given(documents(), documents(), st.floats(0, 1), st.floats(0, 1))
def test_links_of_any_documents_are_in_order_and_never_n_to_n(
    source: Document, target: Document, alpha: float, beta: float
) -> None:
    alignment = Massalign(paragraph_alpha=alpha, sentence_alpha=alpha, beta=beta)(source, target)
    for link in alignment.sentences:
        assert link.kind != "N-N"
        assert list(link.source) == sorted(set(link.source))
        assert list(link.target) == sorted(set(link.target))
    assert alignment == Massalign(paragraph_alpha=alpha, sentence_alpha=alpha, beta=beta)(source, target)
    starts = [(link.source[0], link.target[0]) for link in alignment.sentences]
    assert len(set(starts)) == len(starts)


@given(documents(), documents())
def test_every_linked_sentence_was_found_by_a_step(source: Document, target: Document) -> None:
    alignment = Massalign(stop_words=())(source, target)
    found = {step.cell for step in alignment.steps if step.level == "sentence"}
    assert set(alignment.cells) <= found
