"""Reading gold: valid records, and errors with file, line and field."""

from __future__ import annotations

import gzip
import json
import random
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import FormatError, InputError
from vicinal.errors import GoldWarning
from vicinal.evaluation.scores import Counts, Predicted, Scores, score
from vicinal.gold import Gold, LinkKey, read_gold_lines

RECORD: dict[str, Any] = {
    "id": "one",
    "lang": "en",
    "source": [["A.", "B."], ["C."]],
    "target": [["A."], ["B.", "C."]],
    "gold": [[[0], [0]], [[2, 1], [2, 1]]],
}


def record(**changes: Any) -> str:
    return json.dumps({key: value for key, value in (RECORD | changes).items() if value is not None})


def test_a_record() -> None:
    gold = Gold.from_json(record())
    assert (gold.id, gold.source.language) == ("one", "en")
    assert gold.source.paragraphs == (("A.", "B."), ("C.",))
    assert gold.links == {((0,), (0,)), ((1, 2), (1, 2))}
    assert gold.pairs == {(0, 0), (1, 1), (1, 2), (2, 1), (2, 2)}
    assert gold.paragraphs is None
    assert gold.has_sentences
    assert Gold("made", gold.source, gold.target, frozenset(), frozenset()).has_sentences


def test_optional_keys() -> None:
    gold = Gold.from_json(record(gold_pairs=[[0, 0], [1, 1]], gold_paragraphs=[[[0], [0]], [[1], [1]]]))
    assert gold.pairs == {(0, 0), (1, 1)}
    assert gold.paragraphs == frozenset({(0, 0), (1, 1)})
    assert Gold.from_json(record(gold_paragraphs_derived=[[0, 0], [0, 1]])).paragraphs == frozenset({(0, 0), (0, 1)})
    only = Gold.from_json(record(gold=[], has_sentence_gold=False, gold_paragraphs=[[[0], [0, 1]]]))
    assert not only.has_sentences
    assert only.paragraphs == frozenset({(0, 0), (0, 1)})


def test_pairs_may_differ_from_links_and_links_without_sentence_gold_are_dropped() -> None:
    assert Gold.from_json(record(gold_pairs=[[0, 2]])).pairs == {(0, 2)}  # outside every link, as annotated
    only = Gold.from_json(record(has_sentence_gold=False, gold_pairs=[[0, 0]], gold_paragraphs=[[[0], [0]]]))
    assert (only.links, only.pairs) == (frozenset(), frozenset())
    both = Gold.from_json(record(gold_paragraphs=[[[0], [0]]], gold_paragraphs_derived=[[1, 1]]))
    assert both.paragraphs == frozenset({(0, 0)})


@pytest.mark.parametrize(("lang", "language"), [('"de"', "de"), ("null", None)])
def test_a_language_or_none(lang: str, language: str | None) -> None:
    line = record().replace('"lang": "en"', f'"lang": {lang}')
    assert Gold.from_json(line).source.language == language
    assert Gold.from_json(record(lang=None)).target.language is None  # without the key


NO_SENTENCES: dict[str, Any] = {"has_sentence_gold": False, "gold_paragraphs": [[[0], [0]]]}

WRONG = {
    "broken JSON": ('{"id": 1,', "not JSON"),
    "a list": ("[1]", "expected an object"),
    "no source": (record(source=None), "field 'source': missing"),
    "no gold": (record(gold=None), "field 'gold': missing, and there is no 'gold_pairs': nothing to score"),
    "no gold, but said to be there": (
        record(gold=None, has_sentence_gold=True, gold_paragraphs=[[[0], [0]]]),
        "field 'gold': missing",
    ),
    "an id that is no string": (
        record(id=[1]),
        r"field 'id': expected a whole number or a string or null, found \[1\]",
    ),
    "source as text": (record(source="A. B."), "field 'source': expected a list, found \"A. B.\""),
    "a paragraph as text": (record(target=["A.", ["B."]]), r"field 'target\[0\]': expected a list, found"),
    "a sentence as number": (record(source=[["A.", 2]]), r"field 'source\[0\]\[1\]': expected a string, found 2"),
    "gold as object": (record(gold={}), "field 'gold': expected a list, found {}"),
    "a link of three": (record(gold=[[[0], [0], [1]]]), r"field 'gold\[0\]': expected a list of length 2, found"),
    "an index out of range": (record(gold=[[[0], [3]]]), "field 'gold': index 3 is not from 0 to 2"),
    "a negative index": (record(gold=[[[-1], [0]]]), "field 'gold': index -1 is not"),
    "a fractional index": (
        record(gold=[[[0.5], [0]]]),
        r"field 'gold\[0\]\[0\]\[0\]': expected a whole number, found 0.5",
    ),
    "a boolean index": (
        record(gold=[[[True], [0]]]),
        r"field 'gold\[0\]\[0\]\[0\]': expected a whole number, found true",
    ),
    "a pair out of range": (record(gold_pairs=[[0, 9]]), "field 'gold_pairs': index 9 is not from 0 to 2"),
    "a pair of three": (record(gold_pairs=[[0, 0, 0]]), r"field 'gold_pairs\[0\]': expected a list of length 2, found"),
    "a paragraph out of range": (record(gold_paragraphs=[[[2], [0]]]), "field 'gold_paragraphs': index 2 is not"),
    "nothing to score": (record(has_sentence_gold=False), "field 'gold_paragraphs': missing"),
    "no sentences, as a string": (
        record(has_sentence_gold="false"),
        "field 'has_sentence_gold': expected true or false",
    ),
    "no sentences, as a number": (record(has_sentence_gold=0), "field 'has_sentence_gold': expected true or false"),
    "a language as a number": (record(lang=7), "field 'lang': expected a string or null, found 7"),
    "a key twice": (record()[:-1] + ', "gold": []}', "field 'gold': given twice"),
    "a key twice inside": (record(more={"a": 1}).replace('"a": 1', '"a": 1, "a": 2'), "field 'a': given twice"),
    "a pair of lists": (
        record(gold_pairs=[[[0], [0]]]),
        r"field 'gold_pairs\[0\]\[0\]': expected a whole number, found \[0\]",
    ),
    "links that are not used": (record(**NO_SENTENCES, gold=[[[9], [0]]]), "field 'gold': index 9 is not"),
    "pairs that are not used": (record(**NO_SENTENCES, gold_pairs=[[9, 0]]), "field 'gold_pairs': index 9 is not"),
    "derived paragraphs beside others": (
        record(gold_paragraphs=[[[0], [0]]], gold_paragraphs_derived=[[0, 9]]),
        "field 'gold_paragraphs_derived': index 9 is not",
    ),
    "nothing but an object": ("{}", "field 'source': missing"),
    "an id of before": (record(), "field 'id': 'one' is also the id of line 1; give each document an id of its own"),
    "a null link out of range": (record(gold=[[[3], []]]), "field 'gold': index 3 is not from 0 to 2"),
    "nested too deep": ("[" * 100_000, "nested too deep"),
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_name_file_line_and_field(name: str, tmp_path: Path) -> None:
    line, message = WRONG[name]
    path = tmp_path / "gold.jsonl"
    path.write_text(f"{record()}\n\n{line}\n{record()}\n")
    with pytest.raises(FormatError, match=message) as caught:
        list(read_gold_lines(path))
    assert str(caught.value).startswith(f"{path}:3: ")
    assert len(str(caught.value).splitlines()) == 1


def test_gzipped_files_are_read(tmp_path: Path) -> None:
    plain, packed = tmp_path / "gold.jsonl", tmp_path / "gold.jsonl.gz"
    plain.write_text(record() + "\n")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert list(read_gold_lines(packed)) == list(read_gold_lines(plain))
    packed.write_bytes(packed.read_bytes()[:-9])
    with pytest.raises(InputError, match="not a complete gzip file"):
        list(read_gold_lines(packed))


def test_unicode_line_separators_do_not_end_a_line(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(RECORD | {"source": [["A\u2028.", "B."], ["C."]]}, ensure_ascii=False), "utf-8")
    assert next(read_gold_lines(path)).source.sentences[0] == "A\u2028."


# Gold as it is published: what is unusual is counted, said once for each file, and scored.


def read_with_note(tmp_path: Path, *records: str) -> tuple[list[Gold], str]:
    """Return the documents of a file and the one note about it, without the name of the file; "" if there is none."""
    path = tmp_path / "gold.jsonl"
    path.write_text("\n".join(records), "utf-8")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = list(read_gold_lines(path))
    assert len(caught) <= 1
    assert all(one.category is GoldWarning for one in caught)
    return found, str(caught[0].message).removeprefix(f"{path}: ") if caught else ""


def test_regular_gold_has_no_note(tmp_path: Path) -> None:
    assert read_with_note(tmp_path, record(), record(id="two"))[1] == ""


HOW = "(exact links are scored as a set, pairs as their union)"
UNUSUAL: dict[str, tuple[dict[str, Any], set[LinkKey], str]] = {
    "links that share a source sentence": (
        {"gold": [[[0], [0]], [[0], [1]], [[2], [2]]]},
        {((0,), (0,)), ((0,), (1,)), ((2,), (2,))},
        f"2 links share a sentence with another {HOW}",
    ),
    "links that share a target sentence": (
        {"gold": [[[0], [1]], [[1, 2], [1]]]},
        {((0,), (1,)), ((1, 2), (1,))},
        f"2 links share a sentence with another {HOW}",
    ),
    "null links": (
        {"gold": [[[0], [0]], [[1], []], [[], [2]], [[], []]]},
        {((0,), (0,))},
        "3 null links ignored",
    ),
    "links given again": (
        {"gold": [[[0, 1], [0]], [[1, 0], [0]], [[2], [1]], [[2], [1]]]},
        {((0, 1), (0,)), ((2,), (1,))},
        "2 repeated links ignored",
    ),
    "a sentence twice in a link": (
        {"gold": [[[0, 0], [0]]]},
        {((0,), (0,))},
        "1 repeated sentence number ignored",
    ),
    "all at once": (
        {"gold": [[[0], [0]], [[0], [0]], [[0], [1, 1]], [[], [2]]], "target": ["A.", "B.", "C."]},
        {((0,), (0,)), ((0,), (1,))},
        f"2 links share a sentence with another {HOW}; 1 null link, 1 repeated link and 1 repeated sentence number "
        "ignored; 1 flat list of sentences read as one paragraph",
    ),
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_unusual_links_are_kept_as_a_set_and_said(name: str, tmp_path: Path) -> None:
    changes, links, note = UNUSUAL[name]
    (gold,), said = read_with_note(tmp_path, record(**changes))
    assert gold.links == links
    assert gold.pairs == {(x, y) for xs, ys in links for x in xs for y in ys}
    assert said == note


def test_one_note_counts_over_all_lines_of_a_file(tmp_path: Path) -> None:
    shared = [[[0], [0]], [[0], [1]]]
    _, said = read_with_note(tmp_path, record(gold=shared), record(id=2), record(id=3, gold=[*shared, [[2], [0]]]))
    assert said == f"5 links share a sentence with another {HOW}"


def test_repeated_pairs_and_paragraphs_are_sets(tmp_path: Path) -> None:
    (gold,), said = read_with_note(tmp_path, record(gold_pairs=[[0, 0], [0, 0], [2, 2]]))
    assert (gold.pairs, said) == (frozenset({(0, 0), (2, 2)}), "1 repeated pair ignored")
    (gold,), said = read_with_note(tmp_path, record(gold=[[[0], [0]]], gold_pairs=[[0, 0], [1, 1], [2, 2]]))
    assert (len(gold.links), len(gold.pairs)) == (1, 3)
    assert said == "2 pairs are in no link (counted for pairs, not for links)"
    twice = {"gold_paragraphs": [[[0], [0]], [[0], [0]], [[0], [1]], [[1], []]]}
    (gold,), said = read_with_note(tmp_path, record(**twice))
    assert (gold.paragraphs, said) == (frozenset({(0, 0), (0, 1)}), "1 null link and 1 repeated link ignored")
    (gold,), said = read_with_note(tmp_path, record(gold_paragraphs_derived=[[1, 1], [1, 1]]))
    assert (gold.paragraphs, said) == (frozenset({(1, 1)}), "1 repeated pair ignored")


def test_a_flat_list_of_sentences_is_one_paragraph(tmp_path: Path) -> None:
    (gold,), said = read_with_note(tmp_path, record(source=["A.", "B.", "C."], target=["A.", "B.", "C."]))
    assert gold.source.paragraphs == gold.target.paragraphs == (("A.", "B.", "C."),)
    assert said == "2 flat lists of sentences read as one paragraph"
    (gold,), said = read_with_note(tmp_path, record(source=["A.", "B.", "C."], source_headings=[0]))
    assert (gold.target.paragraphs, gold.source.headings) == ((("A.",), ("B.", "C.")), (0,))
    assert said == "1 flat list of sentences read as one paragraph"
    (gold,), said = read_with_note(tmp_path, record(source=[], gold=[]))
    assert (gold.source.paragraphs, said) == ((), "")


def test_a_line_without_an_id_is_named_by_its_number(tmp_path: Path) -> None:
    found, said = read_with_note(tmp_path, record(id=None), "", record(id="x"), record(id=None))
    assert [gold.id for gold in found] == [found[0].source.id, "x", "4"] == ["1", "x", "4"]
    assert said == ""
    with pytest.raises(FormatError, match="field 'id': '3' is also the id of line 2"):
        read_with_note(tmp_path, record(), record(id=3), record(id=None))
    with pytest.raises(FormatError, match="field 'id': missing"):
        Gold.from_json(record(id=None))


def test_pairs_alone_are_sentence_gold_and_paragraphs_alone_are_paragraph_gold() -> None:
    gold = Gold.from_json(record(gold=None, gold_pairs=[[0, 0], [1, 1], [1, 2], [2, 2]]))
    assert gold.links == {((0,), (0,)), ((1, 2), (1, 2))}
    assert gold.pairs == {(0, 0), (1, 1), (1, 2), (2, 2)}  # as annotated, without 2-1
    gold = Gold.from_json(record(gold=None, gold_paragraphs=[[[0], [0]]]))
    assert (gold.has_sentences, gold.links, gold.paragraphs) == (False, frozenset(), frozenset({(0, 0)}))
    gold = Gold.from_json(record(gold=[], gold_paragraphs=[[[0], [0]]]))
    assert gold.has_sentences  # nothing is aligned: every predicted link is wrong


def test_links_that_share_a_sentence_are_scored_as_a_set_and_pairs_as_their_union() -> None:
    """Worked by hand. Gold: A-A, A-AB (they share source 0 and target 0), C-C. Three links, pairs 00 01 22."""
    gold = Gold.from_json(record(gold=[[[0], [0]], [[0], [0, 1]], [[2], [2]]]))
    scores = score(gold, Predicted.of_links([((0,), (0, 1)), ((2,), (2,))], gold))
    assert scores.links == Counts(correct=2, predicted=2, found=2, gold=3)
    assert scores.links.f1 == pytest.approx(2 * 1 * (2 / 3) / (5 / 3))
    assert scores.pairs == Counts(3, 3, 3, 3)
    assert scores["links 1-1"] == Counts(1, 1, 1, 2)
    assert scores["links 1-N"] == Counts(1, 1, 1, 1)
    # Strict: source 1 is unaligned on both sides, a correct null; target sentences are all aligned.
    assert scores["strict"] == Counts(3, 3, 2, 3)
    assert scores["lax"] == Counts(3, 3, 3, 3)


INDICES = st.lists(st.integers(0, 2), max_size=3)
ANY_GOLD = st.lists(st.tuples(INDICES, INDICES), max_size=8)


@given(ANY_GOLD, ANY_GOLD, st.randoms(use_true_random=False))
def test_any_gold_scores_one_against_itself_and_its_order_does_not_matter(
    links: list[tuple[list[int], list[int]]], others: list[tuple[list[int], list[int]]], choose: random.Random
) -> None:
    gold = Gold.from_json(record(gold=links))
    shuffled = [[choose.sample(side, len(side)) for side in link] for link in choose.sample(links, len(links))]
    assert Gold.from_json(record(gold=shuffled + shuffled)) == gold
    own = score(gold, Predicted.of_links(gold.links, gold))
    expected = 1.0 if any(xs and ys for xs, ys in links) else 0.0
    assert own.links.f1 == own.pairs.f1 == own["strict"].f1 == own["lax"].f1 == expected
    other = Gold.from_json(record(gold=others))
    both = sum((score(gold, Predicted.of_links(other.links, gold)), own), Scores())
    for counts in both.counts.values():
        assert 0 <= counts.precision <= 1
        assert 0 <= counts.recall <= 1
        assert 0 <= counts.f1 <= 1


@given(ANY_GOLD, st.booleans(), st.booleans())
def test_gold_written_as_json_reads_back(
    links: list[tuple[list[int], list[int]]], pairwise: bool, paragraphs: bool
) -> None:
    changes: dict[str, Any] = {"gold": links}
    if pairwise:
        changes["gold_pairs"] = [[0, 0], [1, 2]]
    if paragraphs:
        changes["gold_paragraphs"] = [[[0], [0, 1]]]
    gold = Gold.from_json(record(**changes, source_headings=[1]))
    assert Gold.from_json(gold.to_json()) == gold
    only = Gold.from_json(record(has_sentence_gold=False, gold_paragraphs=[[[0], [0, 1]]]))
    assert Gold.from_json(only.to_json()) == only


@pytest.mark.parametrize("separator", ["\n", "\x85", "\u2028", "\u2029"])
def test_gold_is_one_line_for_any_reader_of_lines(separator: str) -> None:
    gold = Gold.from_links("a", [f"One{separator}two."], ["Two."], [(0, 0)])
    assert len(gold.to_json().splitlines()) == 1
    assert Gold.from_json(gold.to_json()) == gold


@pytest.mark.parametrize("wrong", [3, [3], [("0", "0")], [(0.5, 0)]], ids=repr)
@pytest.mark.parametrize("argument", ["pairs", "paragraphs"])
def test_pairs_that_are_not_two_numbers_are_refused(argument: str, wrong: Any) -> None:
    with pytest.raises(InputError, match=r"^a: pairs of \w+ are a list of two numbers each; found"):
        Gold.from_links("a", ["Cats purr."], ["A cat purrs."], [(0, 0)], **{argument: wrong})
