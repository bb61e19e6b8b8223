"""Alignments made elsewhere: reading each format, and errors."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vicinal
from vicinal import Document, FormatError
from vicinal.alignment import assemble
from vicinal.evaluation.predicted import Read, read_predicted
from vicinal.evaluation.scores import Predicted, Scores, score
from vicinal.evaluation.text_lookup import TextLookup
from vicinal.gold import Gold, LinkKey, read_gold_lines
from vicinal.link import Link

LINKS: list[LinkKey] = [((0,), (0,)), ((1,), (1, 2)), ((2, 3), (3,))]


def gold_of(name: str, word: str) -> Gold:
    source = Document([[f"{word} a a.", f"{word} b b.", f"{word} c c.", f"{word} d d."]], name)
    target = Document([[f"{word} a.", f"{word} b1.", f"{word} b2.", f"{word} c d.", "Same."]], name)
    pairs = frozenset((x, y) for xs, ys in LINKS for x in xs for y in ys)
    return Gold(name, source, target, frozenset(LINKS), pairs)


GOLD = [gold_of("one", "x"), gold_of("two", "y")]
JSON_DOCUMENTS = "".join(json.dumps({"id": g.id, "links": LINKS}) + "\n" for g in reversed(GOLD))
JSON_GOLD = "".join(json.dumps({"id": g.id, "gold": LINKS}) + "\n" for g in GOLD)
JSON_LINKS = "".join(json.dumps({"id": g.id, "source": xs, "target": ys}) + "\n" for g in GOLD for xs, ys in LINKS)
VECALIGN = "".join(f"# {g.id}\n[0]:[0]:0.1\n[1]:[1, 2]:0.25\n[2,3]:[3]\n[]:[4]:0\n" for g in GOLD)
TEXTS = "".join(f"{w} a a.\t{w} a.\n{w} b b.\t{w}  b1. {w} b2.\n{w} c c. {w} d d.\t{w} c d.\n" for w in ("x", "y"))
HEADED = "kind\tsource_text\tscore\ttarget_text\n" + "".join(
    "1-1\t" + line.replace("\t", "\t0.5\t") + "\n" for line in TEXTS.splitlines()
)


TABLE = "id\tsource\ttarget\n" + "".join(
    f"{g.id}\t{','.join(map(str, xs))}\t{', '.join(map(str, ys))}\n" for g in GOLD for xs, ys in LINKS
)
TITLED = "source\ttarget\n" + TEXTS


def read(text: str, gold: Sequence[Gold], tmp_path: Path) -> Read:
    path = tmp_path / "predicted"
    path.write_bytes(text.encode())
    return read_predicted(path, gold)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("text", [JSON_DOCUMENTS, JSON_GOLD, JSON_LINKS, VECALIGN, TEXTS, HEADED, TABLE, TITLED])
def test_every_format_is_read(text: str, end: str, tmp_path: Path) -> None:
    found = read(text.replace("\n", end), GOLD, tmp_path)
    assert (found.missing, found.unmatched) == (0, 0)
    for gold, predicted in zip(GOLD, found.predictions, strict=True):
        assert predicted.links == frozenset(LINKS)
        assert score(gold, predicted).pairs.f1 == 1.0


# A perfect prediction scores 1 in every format.


def texts(gold: Gold, link: LinkKey, space: str = " ") -> str:
    sides = zip((gold.source, gold.target), link, strict=True)
    return "\t".join(space.join(" ".join(side.sentences[k].split()) for k in numbers) for side, numbers in sides)


def numbered(link: LinkKey) -> str:
    return "\t".join(",".join(map(str, side)) for side in link)


def vecalign(link: LinkKey) -> str:
    return ":".join(str(list(side)) for side in link)


FORMATS: dict[str, tuple[str, Callable[[Gold], list[str]]]] = {
    "documents": ("", lambda g: [json.dumps({"id": g.id, "links": sorted(g.links)})]),
    "links": ("", lambda g: [json.dumps({"id": g.id, "source": xs, "target": ys}) for xs, ys in sorted(g.links)]),
    "vecalign": ("", lambda g: [f"# {g.id}", *(f"{vecalign(link)}:0.5" for link in sorted(g.links))]),
    "texts": ("", lambda g: [texts(g, link) for link in sorted(g.links)]),
    "texts without spaces": ("", lambda g: [texts(g, link, "") for link in sorted(g.links)]),
    "table": ("id\tsource\ttarget\n", lambda g: [f"{g.id}\t{numbered(link)}" for link in sorted(g.links)]),
    "table of texts": (
        "id\tsource_text\ttarget_text\n",
        lambda g: [f"{g.id}\t{texts(g, link)}" for link in sorted(g.links)],
    ),
}
OWN_TSV = "kind\tscore\tsource\ttarget\tsource_text\ttarget_text\n"


def check_perfect(name: str, gold: Sequence[Gold], tmp_path: Path) -> None:
    header, lines = FORMATS[name]
    found = read(header + "".join(line + "\n" for one in gold for line in lines(one)), gold, tmp_path)
    assert found.unmatched == 0
    for one, predicted in zip(gold, found.predictions, strict=True):
        assert predicted.links == one.links
    total = sum((score(one, predicted) for one, predicted in zip(gold, found.predictions, strict=True)), Scores())
    assert (total.links.precision, total.links.recall, total.links.f1) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize("name", FORMATS)
def test_the_sample_gold_scores_one(name: str, sample: list[Gold], tmp_path: Path) -> None:
    check_perfect(name, sample, tmp_path)


def test_the_sample_gold_scores_one_in_our_own_tables(sample: list[Gold], tmp_path: Path) -> None:
    for gold in sample:
        rows = "".join(f"N-N\t0.5\t{numbered(link)}\t{texts(gold, link)}\n" for link in gold.links)
        found = read(OWN_TSV + rows, [gold], tmp_path)
        assert score(gold, found.predictions[0]).links.f1 == 1.0


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("corpus", ["deplain_de_dev", "porsimples_pt_dev", "wiki_en_dev"])
def test_the_development_gold_scores_one(corpus: str, name: str, development_gold: Path, tmp_path: Path) -> None:
    check_perfect(name, list(read_gold_lines(development_gold / f"{corpus}.jsonl")), tmp_path)


# Tables with quotation marks and commas.

SAID = Gold(
    "one",
    Document([['"Go home," said Ana.', "= 5 apples", "A, b; c.", "tab\there"]]),
    Document([['"Go."', "5 apples.", "- A and b.", "\tc"]]),
    frozenset(((k,), (k,)) for k in range(4)),
    frozenset((k, k) for k in range(4)),
)


@pytest.mark.parametrize("suffix", [".tsv", ".csv"])
def test_texts_of_our_tables_are_found_again(suffix: str, tmp_path: Path) -> None:
    links = [Link(*link, 1.0) for link in sorted(SAID.links)]
    alignment = assemble(SAID.source, SAID.target, links, "")
    other = Gold("two", Document([["X."]]), Document([["Y."]]), frozenset(), frozenset())
    (path,) = vicinal.save(alignment, tmp_path / f"p{suffix}")  # without ids: texts are looked up
    found = read_predicted(path, [SAID, other])
    assert (found.unmatched, found.predictions[0].links) == (0, SAID.links)


def test_a_table_of_others_is_not_taken_for_a_quoted_one(tmp_path: Path) -> None:
    """In a table without quoting, a text may begin with a quotation mark and never end it."""
    source, target = Document([['"Go,', 'home," she said.']]), Document([['"Go."', "Home."]])
    gold = Gold("one", source, target, frozenset(), frozenset())
    for header in ("", "source_text\ttarget_text\n"):
        found = read(f'{header}"Go,\t"Go."\nhome," she said.\tHome.\n', [gold], tmp_path)
        assert (found.unmatched, len(found.predictions[0].links)) == (0, 2)
    quoted = read('source_text,target_text\n"""Go,","""Go."""\n', [gold], tmp_path)
    assert quoted.predictions[0].links == {((0,), (0,))}


def test_the_lines_of_a_quoted_table_are_counted(tmp_path: Path) -> None:
    text = 'id\tsource\ttarget\tnote\none\t"[0]"\t"[0]"\t"two\nlines"\none\t"[x]"\t"[1]"\t""\n'
    with pytest.raises(FormatError, match=r":4: sentence numbers are written like 0,1 or \[0, 1\]; found '\[x\]'"):
        read(text, GOLD, tmp_path)


# Files written by Vicinal.


@pytest.mark.parametrize("method", ["vicinity", "nearest", "massalign"])
@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".tsv", ".csv"])
def test_what_vicinal_writes_is_read_back(suffix: str, method: str, sample: list[Gold], tmp_path: Path) -> None:
    path = tmp_path / f"alignment{suffix}"
    for gold in sample[:4]:
        alignment = vicinal.align(gold.source, gold.target, method=method)
        vicinal.save(alignment, path)
        found = read_predicted(path, [gold])
        direct = Predicted.of(alignment)
        assert found.missing == 0
        assert found.predictions[0].links == direct.links
        assert suffix in (".tsv", ".csv") or found.predictions[0].pairs == direct.pairs
        assert suffix != ".json" or found.predictions == (direct,)


def test_a_whole_alignment_is_read_for_its_document(sample: list[Gold], tmp_path: Path) -> None:
    path = tmp_path / "alignment.json"
    alignment = vicinal.align(sample[1].source, sample[1].target)
    vicinal.save(alignment, path)
    found = read_predicted(path, sample[:3])
    assert (found.predictions[1], found.missing) == (Predicted.of(alignment), 2)
    with pytest.raises(FormatError, match=r"alignment\.json: document .* is not in the gold"):
        read_predicted(path, sample[2:4])
    with pytest.raises(FormatError, match=r"alignment\.json: its source differs from the text of gold document"):
        read_predicted(path, sample[2:3])
    path.write_text('{\n "format": "vicinal-alignment/2"\n}\n')
    with pytest.raises(FormatError, match=r"alignment\.json: not an alignment"):
        read_predicted(path, sample[:1])


def test_pairs_of_a_link_are_read(tmp_path: Path) -> None:
    line = {"source": [1, 2], "target": [1, 2], "pairs": [[1, 1], [2, 1], [2, 2]]}
    (predicted,) = read(json.dumps(line), GOLD[:1], tmp_path).predictions
    assert predicted.links == {((1, 2), (1, 2))}
    assert predicted.pairs == {(1, 1), (2, 1), (2, 2)}


# The document of a line.


def test_gold_scores_one_against_itself_by_its_own_pairs_and_paragraphs(tmp_path: Path) -> None:
    texts = {"source": [["A b c.", "D e f."], ["G h."]], "target": [["A b."], ["X.", "G."]]}
    records: list[dict[str, object]] = [
        {"gold": [[[0, 1], [0, 1]]], "gold_pairs": [[0, 0], [1, 0], [1, 1]]},
        {"gold": [[[0], [0]]], "gold_pairs": [[0, 0], [2, 2]]},  # a pair in no link
        {"gold_pairs": [[0, 0], [1, 0]]},
        {"gold": [[[0], [0]]], "gold_paragraphs": [[[0, 1], [1]]]},
        {"gold": [[[0], [0]]], "gold_paragraphs_derived": [[1, 0]]},
        {"gold_paragraphs": [[[1], [1]]]},
    ]
    lines = "".join(json.dumps({"id": n, **texts, **record}) + "\n" for n, record in enumerate(records))
    gold = [Gold.from_json(line) for line in lines.splitlines()]
    found = read(lines, gold, tmp_path)
    assert found.missing == 0
    for one, predicted in zip(gold, found.predictions, strict=True):
        scores = score(one, predicted)
        assert {name: scores[name].f1 for name in ("links", "pairs") if one.has_sentences} == (
            {"links": 1.0, "pairs": 1.0} if one.has_sentences else {}
        )
        if one.paragraphs is not None:
            assert scores["paragraphs"].f1 == 1.0
    # Links that a program added to lines of gold are its own; the pairs of the gold are not.
    added = json.dumps({"id": "0", **texts, **records[0], "links": [[[0], [0]]]})
    assert read(added, gold[:1], tmp_path).predictions[0].pairs == {(0, 0)}
    for key, value, what in (
        ("gold_pairs", [[0, 0], [3, 1]], "link [3]:[1] is outside the 3 x 3 sentences"),
        ("gold_paragraphs", [[[0], [2]]], "link [0]:[2] is outside the 2 x 2 paragraphs"),
        ("gold_paragraphs_derived", [[2, 0]], "link [2]:[0] is outside the 2 x 2 paragraphs"),
        ("gold_pairs", [[-1, 0]], "field 'gold_pairs"),
    ):
        with pytest.raises(FormatError) as caught:
            read(json.dumps({"id": "0", "gold": [], key: value}), gold[:1], tmp_path)
        assert str(caught.value).startswith(f"{tmp_path / 'predicted'}:1: {what}")


def test_one_document_needs_no_id(tmp_path: Path) -> None:
    found = read("[0]:[0]:0.1\n[1]:[1, 2]:0.25\n[2,3]:[3]:nan\n", GOLD[:1], tmp_path)
    assert found.predictions[0].links == frozenset(LINKS)


def test_documents_without_a_prediction_are_counted(tmp_path: Path) -> None:
    assert read("# two\n", GOLD, tmp_path).missing == 1
    assert read('{"id": "one", "links": []}\n', GOLD, tmp_path).missing == 1
    assert read("x a a.\tx a.\n", GOLD, tmp_path).missing == 1
    assert read("", GOLD, tmp_path).missing == 2
    assert read("", GOLD, tmp_path).predictions == (Predicted(frozenset(), frozenset(), frozenset()),) * 2


def test_gold_documents_with_the_same_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="two documents with the id 'one'"):
        read(JSON_LINKS, [GOLD[0], GOLD[1], GOLD[0]], tmp_path)
    with pytest.raises(FormatError, match="no documents"):
        read(JSON_LINKS, [], tmp_path)


# Texts.


def places(line: str, source: Sequence[str], target: Sequence[str], tmp_path: Path) -> frozenset[LinkKey]:
    gold = Gold("d", Document([source], "d"), Document([target], "d"), frozenset(), frozenset())
    return read(line, [gold], tmp_path).predictions[0].links


def test_repeated_texts_take_their_places_in_turn(tmp_path: Path) -> None:
    again = ["Again.", "Other.", "Again."]
    found = {((0,), (0,)), ((2,), (2,))}
    for times in (2, 3):
        assert places("Again.\tAgain.\n" * times, again, again, tmp_path) == found


@pytest.mark.parametrize(
    ("sentences", "text", "place"),
    [
        (["A.", "B.", "C."], "A. C.", (0, 2)),
        (["A.", "x", "A.", "B."], "A. B.", (2, 3)),
        (["A.", "B.", "A.", "B."], "A. B.", (0, 1)),
        (["A", "A B", "B C", "C"], "A B C", (0, 2)),
        (["A", "B", "A B", "D"], "A B D", (2, 3)),
        (["", "A.", " ", "B."], "A. B.", (1, 3)),
        (["a"] * 400, "a " * 300, tuple(range(300))),
        ([*"ab" * 30], "b" * 30, tuple(range(1, 60, 2))),
    ],
)
def test_texts_are_found_in_order_with_gaps(
    sentences: list[str], text: str, place: tuple[int, ...], tmp_path: Path
) -> None:
    assert places(f"{text}\tT", sentences, ["T"], tmp_path) == {(place, (0,))}


words = st.text("ab", min_size=1, max_size=3)


@given(st.lists(words, min_size=1, max_size=6), st.text("ab", min_size=1, max_size=7))
def test_texts_are_found_as_by_brute_force(sentences: list[str], text: str) -> None:
    def cost(numbers: tuple[int, ...]) -> int:
        return sum(after - before > 1 for before, after in pairwise(numbers))

    subsets = [chosen for size in range(1, 7) for chosen in combinations(range(len(sentences)), size)]
    right = [chosen for chosen in subsets if "".join(sentences[k] for k in chosen) == text]
    found = TextLookup(Document([sentences])).find(text)
    assert found in right or (found is None and not right)
    assert found is None or cost(found) == min(map(cost, right))


def found_slowly(sentences: Sequence[str], used: set[int], text: str) -> tuple[int, ...] | None:
    """Return the place of a text as one pass over all sentences and all prefixes finds it."""
    best: dict[int, tuple[tuple[int, int], tuple[int, ...]]] = {0: ((0, 0), ())}
    for number, sentence in enumerate(sentences):
        for start in sorted((start for start in best if sentence and text.startswith(sentence, start)), reverse=True):
            (uses, gaps), chain = best[start]
            cost = (uses + (number in used), gaps + (bool(chain) and chain[-1] != number - 1))
            end = start + len(sentence)
            after = [end + 3] if text.startswith("~~~", end) and end + 3 < len(text) else []
            for one in (end, *after):
                if one not in best or cost < best[one][0] or (cost == best[one][0] and one < len(text)):
                    best[one] = (cost, (*chain, number))
    return best[len(text)][1] or None if len(text) in best else None


@given(
    st.lists(st.one_of(st.just(""), st.text("ab~", max_size=6), words), max_size=12),
    st.sets(st.integers(0, 11)),
    st.lists(st.integers(0, 11), max_size=8),
    st.sampled_from(["", "~~~"]),
    st.text("ab~", max_size=2),
)
@settings(max_examples=500)
def test_the_index_of_sentences_does_not_change_where_texts_are_found(
    sentences: list[str], used: set[int], chosen: list[int], between: str, more: str
) -> None:
    text = between.join(sentences[number] for number in chosen if number < len(sentences)) + more
    lookup = TextLookup(Document([sentences]))
    lookup.used |= used
    assert lookup.find(text) == found_slowly(sentences, used, text)


def test_long_tables_of_texts_are_found_in_seconds(tmp_path: Path) -> None:
    mills = [f"The mill {number} is old." for number in range(8000)]
    begun = time.process_time()
    found = places("".join(f"{mill}\t{mill}\n" for mill in mills), mills, mills, tmp_path)
    assert found == {((number,), (number,)) for number in range(8000)}
    assert time.process_time() - begun < 10


def test_unknown_texts_count_for_the_document_of_the_last_link(tmp_path: Path) -> None:
    missing = "Not there.\tSame.\n"
    lines = TEXTS.splitlines(keepends=True)
    found = read("".join([missing, *lines[:4], missing, missing, *lines[4:]]), GOLD, tmp_path)
    assert [one.unmatched for one in found.predictions] == [1, 2]
    assert found.unmatched == 3


@pytest.mark.parametrize("first", ["[1] A.", "# A.", "[0]:[0]", "{A}", '{"id": 1', " A."])
def test_texts_may_start_like_another_format(first: str, tmp_path: Path) -> None:
    assert places(f"{first}\t[0]\n", ["B.", first], ["[0]"], tmp_path) == {((1,), (0,))}


def test_a_line_with_an_empty_side_is_not_a_link(tmp_path: Path) -> None:
    found = read("\tx a.\nx a a.\tx a.\nx b b.\t \n", GOLD[:1], tmp_path)
    assert found.predictions[0].links == {((0,), (0,))}
    assert found.unmatched == 0


@pytest.mark.parametrize("end", ["", ":", ":0", ":1.5e-05", ":-0.25", ":nan", ":inf", ":-inf", ":.5", " "])
def test_scores_of_vecalign_are_ignored(end: str, tmp_path: Path) -> None:
    assert read(f"[0]:[0]{end}\n[]:[1]{end}\n", GOLD[:1], tmp_path).predictions[0].links == {((0,), (0,))}


def test_a_sentence_that_a_link_names_twice_counts_once(tmp_path: Path) -> None:
    found = read('{"id": "one", "links": [[[0, 0], [1]], [[0], [1]]]}', GOLD, tmp_path)
    assert found.predictions[0].links == {((0,), (1,))}


CSV = "Label,Complex,Simple\naligned,x a a.,x a.\nnotAligned,x a a.,x b1.\n" + (
    'partialAligned,"x b b.","x b1.\n\nx b2."\naligned,x c c. x d d.,x c d.\n'
)


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_csv_tables_are_read(delimiter: str, tmp_path: Path) -> None:
    found = read(CSV.replace(",", delimiter), GOLD[:1], tmp_path)
    assert found.predictions[0].links == frozenset(LINKS)
    assert found.unmatched == 0
    with pytest.raises(FormatError, match=":8: has 2 columns, but column 3 is needed"):
        read((CSV + "aligned,x\n").replace(",", delimiter), GOLD[:1], tmp_path)


@pytest.mark.parametrize("text", ["a" * 200_000, "a,b\rc", '"'])
def test_a_first_line_that_is_no_header_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="predicted: is neither JSON lines, nor vecalign's index lines, nor a table"):
        read(text, GOLD[:1], tmp_path)


def test_names_of_columns_may_be_quoted(tmp_path: Path) -> None:
    found = read('"source_text"\t"target_text"\nx a a.\tx a.\n', GOLD, tmp_path)
    assert (found.predictions[0].links, found.unmatched) == (frozenset({((0,), (0,))}), 0)


@pytest.mark.parametrize("row", ['"never closed,b', '"a" b,c'])
def test_a_csv_row_with_a_broken_quote_is_refused(row: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="predicted:2: not a row of a CSV table"):
        read(f"source_text,target_text\n{row}\n", GOLD[:1], tmp_path)


def test_a_csv_cell_may_be_large(tmp_path: Path) -> None:
    assert read(f"source_text,target_text\n{'a' * 200_000},b\n", GOLD[:1], tmp_path).unmatched == 1


@pytest.mark.parametrize(
    ("sentence", "cell"),
    [
        ('"Yes," she said.', '"Yes," she said.'),
        ('"Yes," she said.', '"""Yes,"" she said."'),
        ('"Yes."', '"Yes."'),
        ('"Yes."', '"""Yes."""'),
        ("=1+1 is two.", "'=1+1 is two."),
        ("- no, he said.", '"\'- no, he said."'),
        ("'Tis so.", "'Tis so."),
    ],
)
def test_cells_between_tabs_may_be_quoted_and_guarded(sentence: str, cell: str, tmp_path: Path) -> None:
    for header in ("", "source_text\ttarget_text\n"):
        assert places(f"{header}{cell}\tT\n", ["Other.", sentence], ["T"], tmp_path) == {((1,), (0,))}


@pytest.mark.parametrize("names", ["original\tsimplified", "SRC\tTGT", "Complex sentence\tSimple sentence"])
def test_headers_name_the_sides_in_many_ways(names: str, tmp_path: Path) -> None:
    assert read(f"{names}\nx a a.\tx a.\n", GOLD[:1], tmp_path).predictions[0].links == {((0,), (0,))}
    assert read(f"{names}\n[2, 3]\t[3]\n", GOLD[:1], tmp_path).predictions[0].links == {((2, 3), (3,))}


# Errors.

NO_LINK = ["[0 1]:[0]", "[,]:[0]", "[0,]:[0]", "[00]:[01]", "[٣]:[0]", "[²]:[0]", f"[{'9' * 6000}]:[0]", "[-1]:[0]"]
NO_LINK += ["[0]:[0]:x", "[0]:[0]:1:2", "[0]", "[[0]]:[0]", "[0:[1]"]


@pytest.mark.parametrize("line", NO_LINK)
@pytest.mark.parametrize("before", ["", "[0]:[0]:0.1\n"])
def test_lines_that_are_not_links_of_vecalign_are_refused(line: str, before: str, tmp_path: Path) -> None:
    with pytest.raises(
        FormatError, match=rf"predicted:{1 + bool(before)}: (not a link in vecalign's format|link)"
    ) as caught:
        read(before + line + "\n", GOLD[:1], tmp_path)
    assert len(str(caught.value)) < len(str(tmp_path)) + 200


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no tabs here\n", "neither JSON lines"),
        ('{"id": "one"}\n', ":1: has neither 'links' nor"),
        ('{"id": "three", "links": [[[0], [0]]]}\n', ":1: document 'three' is not in the gold$"),
        ('{"id": "one", "links": []}\n{"id": "three", "links": []}\n', ":2: document 'three' is not in the gold$"),
        ("# one\n# three\n", ":2: document 'three' is not in the gold$"),
        ('{"links": [[[0], [0]]]}\n', ":1: line has no id, and the gold has 2 documents"),
        ('{"links": []}\n', ":1: line has no id, and the gold has 2 documents"),
        ("[0]:[0]:0.1\n", ":1: line has no id, and the gold has 2 documents"),
        ("source\ttarget\n0\t0\n", ":2: line has no id, and the gold has 2 documents"),
        ('{"id": ["one"], "links": []}\n', ":1: field 'id': expected .* string or null, found \\[\"one\"\\]"),
        ('{"id": "one", "links": [[[0], [7]]]}\n', r":1: link .* is outside the 4 x 5 sentences"),
        (
            '{"id": "one", "links": [[["0"], [0]]]}\n',
            r":1: field 'links\[0\]\[0\]\[0\]': expected a whole number, found",
        ),
        ('{"id": "one", "links": 3}\n', ":1: field 'links': expected a list, found 3"),
        ('{"id": "one", "gold": [[[0], [-1]]]}\n', ":1: field 'gold.*': expected a whole number >= 0, found -1"),
        ('{"id": "one", "source": [0], "target": 0}\n', ":1: field 'target': expected a list, found 0"),
        ("{}\n", ":1: has neither 'links' nor"),
        ('{"id": "one", "source": [0], "target": [0], "pairs": [[0, 1]]}\n', ":1: field 'pairs': .* outside the link"),
        (
            '{"id": "one", "source": [0], "target": [0], "pairs": 3}\n',
            ":1: field 'pairs': expected a list or null, found 3",
        ),
        ('{"id": "one", "links": []}\nnonsense\n', ":2: not JSON: Expecting value at column 1"),
        ('{"id": "one", "links": []}\n[]\n', r":2: expected an object, found \[\]"),
        ("# one\n[0]:[0]:0.1\n[0:[1]\n", ":3: not a link in vecalign's format"),
        ("a\tb\nonly one\n", ":2: has 1 column, "),
        ("id\tsource\ttarget\none\t0\t0\none\t1\n", ":3: has 2 columns"),
        (
            "id\tsource\ttarget\none\t0\t0\none\t1;2\t1\n",
            r":3: sentence numbers are written like 0,1 or \[0, 1\]; found '1;2' and '1'",
        ),
        ("id\tsource\ttarget\none\t0\t0\none\t1\t5\n", ":3: link .* is outside the 4 x 5 sentences"),
        ("id\tsource\ttarget\nthree\t0\t0\n", ":2: document 'three' is not in the gold"),
        ("id\tsource_text\ttarget_text\nthree\tx\ty\n", ":2: document 'three' is not in the gold"),
    ],
)
def test_errors_name_the_line_and_the_reason(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=message):
        read(text, GOLD, tmp_path)


@pytest.mark.parametrize("text", ['{"id": "two", "links": []}', "# two", "id\tsource\ttarget\ntwo\t0\t0"])
def test_an_unknown_id_is_refused_even_for_a_single_document(text: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="document 'two' is not in the gold, whose only document is 'one'"):
        read(text, GOLD[:1], tmp_path)
