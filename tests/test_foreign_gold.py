"""Gold in the formats of others: the same documents and links as our own, and errors that say what to give."""

from __future__ import annotations

import csv
import gzip
import io
import json
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vicinal
from vicinal import Document, InputError
from vicinal.alignment import assemble
from vicinal.errors import GoldWarning
from vicinal.evaluation.foreign_gold import Texts, read_any_gold
from vicinal.evaluation.scores import Predicted, score
from vicinal.gold import Gold, LinkKey
from vicinal.link import Link

SOURCE = Document(
    [
        ["The ferry to the island runs twice a day.", "In winter, storms often keep it in the harbour."],
        ["Its captain, who is seventy, has never learned to swim.", "The old lighthouse is now a museum."],
    ],
    "ferry",
)
TARGET = Document(
    [
        ["A boat goes to the island two times a day.", "In winter there are storms.", "Then it stays in the harbour."],
        ["The captain is seventy.", "He cannot swim."],
    ],
    "ferry",
)
LINKS: list[LinkKey] = [((0,), (0,)), ((1,), (1, 2)), ((2,), (3, 4))]
FERRY = Texts(lambda names, _: [(SOURCE, TARGET) for _ in names])


def read(tmp_path: Path, text: str, texts: Texts | None = FERRY, name: str = "gold.txt") -> tuple[list[Gold], str]:
    """Return the gold of a file and the one note about it, without the name of the file; "" if there is none."""
    path = tmp_path / name
    path.write_text(text, "utf-8", newline="")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = read_any_gold(path, texts)
    assert [one.category for one in caught] in ([], [GoldWarning])
    return found, str(caught[0].message).removeprefix(f"{path}: ") if caught else ""


def refused(tmp_path: Path, text: str, texts: Texts | None = FERRY) -> str:
    """Return why a file is refused, without its folder."""
    with pytest.raises(InputError) as caught:
        read(tmp_path, text, texts)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert message.startswith(f"{tmp_path}/")
    return message.removeprefix(f"{tmp_path}/")


def joined(document: Document, numbers: Sequence[int]) -> str:
    return " ".join(document.sentences[k] for k in numbers)


def table(rows: Sequence[Sequence[object]], delimiter: str) -> str:
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter).writerows(rows)
    return file.getvalue()


def numbered(link: LinkKey) -> list[str]:
    return [",".join(map(str, side)) for side in link]


# The links of a gold document as each format has them; all but wiki-auto's without the texts.
FORMATS: dict[str, Callable[[Gold], str]] = {
    "vecalign": lambda g: "".join(f"{list(xs)}:{list(ys)}:0.1\n" for xs, ys in sorted(g.links)),
    "vecalign with a name": lambda g: f"# {g.id}\n" + FORMATS["vecalign"](g),
    "JSON, a line a document": lambda g: json.dumps({"id": g.id, "links": sorted(g.links)}),
    "JSON, our key": lambda g: json.dumps({"id": g.id, "gold": sorted(g.links)}),
    "JSON, a line a link": lambda g: "".join(
        json.dumps({"source": xs, "target": ys}) + "\n" for xs, ys in sorted(g.links)
    ),
    "TSV of numbers": lambda g: table([("source", "target"), *map(numbered, sorted(g.links))], "\t"),
    "CSV of numbers": lambda g: table([("target", "source"), *(numbered(one)[::-1] for one in sorted(g.links))], ","),
    "TSV of texts": lambda g: "".join(
        f"{joined(g.source, xs)}\t{joined(g.target, ys)}\n" for xs, ys in sorted(g.links)
    ),
    "CSV of texts": lambda g: table(
        [("n", "Complex", "Simple"), *((n, joined(g.source, xs), joined(g.target, ys))
        for n, (xs, ys) in enumerate(sorted(g.links)))], ";"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_the_links_of_the_sample_gold(name: str, sample: list[Gold], tmp_path: Path) -> None:
    for gold in sample[::5]:
        (found,), said = read(tmp_path, FORMATS[name](gold), by_name({gold.id: gold, "gold": gold}, []))
        assert (found.links, found.source, found.target) == (gold.links, gold.source, gold.target)
        assert said == ""
        assert score(found, Predicted.of_links(gold.links, gold)).links.f1 == 1.0


def wiki_auto(gold: Gold, article: str, levels: str = "10", labels: Sequence[str] = ("notAligned", "aligned")) -> str:
    """Return all sentence pairs of two documents in the form of wiki-auto."""
    numbers = [
        [(p, s) for p, paragraph in enumerate(document.paragraphs) for s in range(len(paragraph))]
        for document in (gold.source, gold.target)
    ]
    lines = []
    for y, (q, r) in enumerate(numbers[1]):
        for x, (p, s) in enumerate(numbers[0]):
            texts = f"{gold.target.sentences[y]}\t{gold.source.sentences[x]}\t0.25"
            label = labels[(x, y) in gold.pairs]
            lines.append(f"{label}\t{article}-{levels[1]}-{q}-{r}\t{article}-{levels[0]}-{p}-{s}\t{texts}\n")
    return "".join(lines)


def gold_of(links: Sequence[LinkKey], source: Document = SOURCE, target: Document = TARGET) -> Gold:
    pairs = frozenset((x, y) for xs, ys in links for x in xs for y in ys)
    return Gold("ferry", source, target, frozenset(links), pairs)


GOLD = gold_of(LINKS)


def test_all_pairs_of_wiki_auto_hold_the_documents(sample: list[Gold], tmp_path: Path) -> None:
    found, said = read(tmp_path, "".join(wiki_auto(gold, f"{n}_a-b") for n, gold in enumerate(sample[:4])), None)
    assert [gold.id for gold in found] == ["0_a-b", "1_a-b", "2_a-b", "3_a-b"]
    for one, gold in zip(found, sample, strict=False):
        assert (one.links, one.pairs) == (gold.links, gold.pairs)
        assert one.source.paragraphs == gold.source.paragraphs
        assert one.target.paragraphs == gold.target.paragraphs
    assert said == ""


def test_articles_whose_names_differ_in_a_dash_keep_their_own_links(tmp_path: Path) -> None:
    others = {"a-b": GOLD, "a_b": gold_of([((3,), (0,))]), "a b": gold_of([((0,), (4,))])}
    found, said = read(tmp_path, "".join(wiki_auto(gold, name) for name, gold in others.items()), None)
    assert {gold.id: gold.links for gold in found} == {name: gold.links for name, gold in others.items()}
    assert said == ""
    shorter = gold_of([((0,), (0,))], Document([["One."]]), Document([["One."], ["Two."]]))
    found, _ = read(tmp_path, wiki_auto(GOLD, "a-b") + wiki_auto(shorter, "a_b"), None)
    assert [gold.links for gold in found] == [GOLD.links, shorter.links]


def test_versions_of_an_article_are_documents_of_their_own(tmp_path: Path) -> None:
    other = gold_of([((0,), (0,))], TARGET, SOURCE)
    found, _ = read(tmp_path, wiki_auto(GOLD, "ferry.en", "01") + wiki_auto(other, "ferry.en", "12"), None)
    assert [gold.id for gold in found] == ["ferry.en.0 / ferry.en.1", "ferry.en.1 / ferry.en.2"]
    assert [gold.links for gold in found] == [GOLD.links, other.links]
    assert found[1].source.paragraphs == TARGET.paragraphs
    several = "has several versions of a document; leave out --source and --target"
    assert several in refused(tmp_path, wiki_auto(GOLD, "a", "01") + wiki_auto(GOLD, "a", "02"))


def test_contradictions_in_wiki_auto_are_said(tmp_path: Path) -> None:
    lines = wiki_auto(GOLD, "7")
    aligned = next(line for line in lines.splitlines() if line.startswith("aligned"))
    other = aligned.replace("aligned", "notAligned", 1)
    (found,), said = read(tmp_path, lines + other + "\n" + other, None)
    assert (found.links, said) == (GOLD.links, "1 pair labelled both aligned and notAligned taken for aligned")
    (found,), said = read(tmp_path, lines + lines.replace("A boat goes", "Boats go"), None)
    assert found.target.paragraphs == TARGET.paragraphs
    assert (found.links, said) == (GOLD.links, "1 sentence id has several texts, the first is taken")


def test_many_articles_are_read_in_seconds(tmp_path: Path) -> None:
    lines = [f"aligned\tmill {n}-0-0-0\tmill {n}-1-0-0\tOld.\tThe mill is old.\n" for n in range(30_000)]
    begun = time.process_time()
    found, said = read(tmp_path, "".join(lines), None)
    assert (len(found), found[-1].id, said) == (30_000, "mill 29999", "")
    assert time.process_time() - begun < 15


def test_wiki_auto_without_all_sentences_needs_the_texts(tmp_path: Path) -> None:
    lines = wiki_auto(GOLD, "7").splitlines(keepends=True)
    give = "; give the two texts with --source and --target"
    without = "".join(line for line in lines if "\t7-1-1-0\t" not in line)
    assert refused(tmp_path, without, None) == f"gold.txt: has no line with the sentence '7-1-1-0'{give}"
    without = "".join(line for line in lines if "\t7-0-0-1\t" not in line)
    assert refused(tmp_path, without, None) == f"gold.txt: has no line with the sentence '7-0-0-1'{give}"
    without = "".join(line for line in lines if "\t7-0-0-" not in line)
    assert refused(tmp_path, without, None) == f"gold.txt: has no line with the sentence '7-0-0-0'{give}"
    aligned = "".join(line for line in lines if line.startswith("aligned"))
    assert refused(tmp_path, aligned, None) == (
        f"gold.txt: has no pairs that are not aligned, so unaligned sentences may be missing{give}"
    )
    (found,), _ = read(tmp_path, aligned)
    assert (found.id, found.links, found.source) == ("7", GOLD.links, SOURCE)
    assert refused(tmp_path, lines[0] + "aligned\t7-0-0-0\t8-1-0-0\tA\tB\n", None).startswith(
        "gold.txt:2: not a line of wiki-auto with two ids of one article: 'aligned"
    )


def test_intertext_and_whole_alignments_hold_their_texts(tmp_path: Path) -> None:
    alignment = assemble(SOURCE, TARGET, [Link(*link, 1.0) for link in LINKS], "by hand")
    for name in ("ferry.alignment.xml", "ferry.json"):
        vicinal.save(alignment, tmp_path / name)
        (found,) = read_any_gold(tmp_path / name)
        assert (found.id, found.links, found.pairs) == ("ferry", GOLD.links, GOLD.pairs)
        assert found.source.paragraphs == SOURCE.paragraphs
        with pytest.raises(InputError, match="has its own texts; leave out --source and --target"):
            read_any_gold(tmp_path / name, FERRY)


def test_a_ladder_is_gold_of_one_document(tmp_path: Path) -> None:
    (found,), said = read(tmp_path, "0\t0\t1\n1\t1\t0.5\n2\t3\t0.5\n3\t5\t0\n4\t5\n")
    assert (found.links, said) == (GOLD.links, "")
    assert "a ladder of these documents goes from 0 0 to 4 5" in refused(tmp_path, "0 0 1\n2 2\n")


def test_our_own_gold_is_read_as_before(sample: list[Gold], tmp_path: Path) -> None:
    lines = "".join(gold.to_json() + "\n" for gold in sample)
    assert read(tmp_path, lines, None) == (sample, "")
    (tmp_path / "packed.gz").write_bytes(gzip.compress(lines.encode()))
    assert read_any_gold(tmp_path / "packed.gz") == sample
    flat = {"source": ["A.", "B."], "target": [["A."]], "gold": [[[0], [0]], [[1], [0]], [[1], []]]}
    _, said = read(tmp_path, json.dumps(flat), None)
    assert said.startswith("2 links share a sentence with another (exact links are scored as a set")
    assert said.endswith("; 1 null link ignored; 1 flat list of sentences read as one paragraph")
    assert "has its own texts" in refused(tmp_path, lines)


def test_unaligned_sentences_of_a_format_are_no_irregularity(tmp_path: Path) -> None:
    (found,), said = read(tmp_path, "[0]:[0]\n[1]:[1, 2]\n[2]:[3, 4]\n[3]:[]\n")
    assert (found.links, said) == (GOLD.links, "")


def test_links_in_json_lines_keep_their_pairs_and_paragraphs(tmp_path: Path) -> None:
    record = {"gold": [[[1], [1, 2]]], "gold_pairs": [[1, 1], [0, 0]], "gold_paragraphs": [[[0], [0]]]}
    (found,), said = read(tmp_path, json.dumps(record))
    assert (found.links, found.pairs) == (frozenset({((1,), (1, 2))}), frozenset({(1, 1), (0, 0)}))
    assert found.paragraphs == frozenset({(0, 0)})
    assert said == "1 pair is in no link (counted for pairs, not for links)"
    (found,), said = read(tmp_path, json.dumps({"gold_pairs": [[1, 1], [1, 2]]}))
    assert (found.links, found.pairs, said) == (frozenset({((1,), (1, 2))}), frozenset({(1, 1), (1, 2)}), "")


def test_what_is_unusual_is_said_once(tmp_path: Path) -> None:
    (found,), said = read(tmp_path, "[0]:[0]\n[0]:[0]\n[0]:[1, 1]\n")
    assert found.links == {((0,), (0,)), ((0,), (1,))}
    assert found.pairs == {(0, 0), (0, 1)}
    assert said == (
        "2 links share a sentence with another (exact links are scored as a set, pairs as their union); "
        "1 repeated link and 1 repeated sentence number ignored"
    )


def test_rows_with_a_label_that_says_so_are_no_links(tmp_path: Path) -> None:
    rows: list[Sequence[object]] = [("label", "source_sentence", "target_sentence")]
    rows += [("aligned", joined(SOURCE, xs), joined(TARGET, ys)) for xs, ys in LINKS]
    rows += [
        ("notAligned", SOURCE.sentences[3], TARGET.sentences[0]),
        ("notAligned", SOURCE.sentences[0], "Not there."),
    ]
    (found,), said = read(tmp_path, table(rows, ","))
    assert (found.links, said) == (GOLD.links, "2 rows labelled 'notAligned' taken for no links")


def test_texts_that_are_not_there_are_left_out_and_said(tmp_path: Path) -> None:
    rows = [(joined(SOURCE, xs), joined(TARGET, ys)) for xs, ys in LINKS]
    rows.insert(1, ("A sentence of another text.", TARGET.sentences[0]))
    (found,), said = read(tmp_path, table(rows, "\t"))
    assert found.links == GOLD.links
    assert said == "1 of 4 links left out, because their texts are no sentences (line 2 of gold.txt)"
    swapped = table([(b, a) for a, b in rows], "\t")
    assert refused(tmp_path, swapped) == (
        "gold.txt:1: the texts of this line are not in the two texts, nor those of 3 of 3 other lines; give the "
        "texts that were annotated, source first"
    )


@pytest.mark.parametrize("delimiter", ["\t", ",", ";"])
def test_columns_can_be_named(delimiter: str, tmp_path: Path) -> None:
    rows = [(n, joined(TARGET, ys), joined(SOURCE, xs)) for n, (xs, ys) in enumerate(LINKS)]
    text = table([("number", "Leichte Sprache", "Alltagssprache"), *rows], delimiter)
    texts = Texts(FERRY.read, columns=("alltagssprache", "Leichte Sprache"))
    assert read(tmp_path, text, texts)[0][0].links == GOLD.links
    assert "has no columns 'a' and 'b'; its first line is 'number" in refused(
        tmp_path, text, Texts(FERRY.read, columns=("a", "b"))
    )


def test_a_table_with_other_columns_says_which_it_has(tmp_path: Path) -> None:
    for delimiter in ",;":
        text = table([("Original", "leicht", "n"), ("A.", "B.", 1)], delimiter)
        for texts in (None, FERRY):
            with pytest.raises(InputError) as caught:
                read(tmp_path, text, texts, "gold.csv")
            assert str(caught.value) == (
                f"{tmp_path}/gold.csv:1: has the columns 'Original', 'leicht' and 'n'; name those with the two sides "
                "with --source-column and --target-column, and give the two texts with --source and --target"
            )


# Documents by name.


def by_name(documents: dict[str, Gold], asked: list[list[str]]) -> Texts:
    def texts(names: Sequence[str], _: bool) -> list[tuple[Document, Document]]:
        asked.append(list(names))
        return [(documents[name].source, documents[name].target) for name in names]

    return Texts(texts, by_name=True)


def test_gold_that_names_its_documents_gets_the_texts_of_each(sample: list[Gold], tmp_path: Path) -> None:
    documents = {gold.id: gold for gold in sample[:4]}
    tables = [[gold.id, *numbered(link)] for gold in documents.values() for link in sorted(gold.links)]
    asked: list[list[str]] = []
    for text in (
        "".join(FORMATS["vecalign with a name"](gold) for gold in documents.values()),
        "".join(json.dumps({"id": gold.id, "links": sorted(gold.links)}) + "\n" for gold in documents.values()),
        table([("id", "source", "target"), *tables], "\t"),
    ):
        found, _ = read(tmp_path, text, by_name(documents, asked))
        assert [(gold.id, gold.links) for gold in found] == [(one.id, one.links) for one in documents.values()]
    assert asked == [list(documents)] * 3
    message = refused(tmp_path, table([("id", "source", "target"), *tables], "\t"))
    assert message.startswith("gold.txt: is about 4 documents, such as ")
    assert message.endswith("; give --source and --target with {id} in their names")


def test_row_numbers_as_ids_do_not_matter_for_two_texts(tmp_path: Path) -> None:
    rows = [(n, joined(SOURCE, xs), joined(TARGET, ys)) for n, (xs, ys) in enumerate(LINKS)]
    (found,), _ = read(tmp_path, table([("id", "source_text", "target_text"), *rows], ","))
    assert (found.id, found.links) == ("gold", GOLD.links)


def test_a_pattern_is_a_file_for_each_document(sample: list[Gold], tmp_path: Path) -> None:
    documents = {f"{n}.x": gold for n, gold in enumerate(sample[:3])}
    for name, gold in documents.items():
        (tmp_path / f"{name}.path").write_text(FORMATS["vecalign"](gold))
        (tmp_path / f"{name}.txt").write_text("A text.")
    found = read_any_gold(tmp_path / "{id}.path", by_name(documents, []))
    assert [(gold.id, gold.links) for gold in found] == [(name, gold.links) for name, gold in documents.items()]
    (tmp_path / "0.x.path").write_text("[]:[1]\n")  # nothing is aligned in one document
    assert not read_any_gold(tmp_path / "{id}.path", by_name(documents, []))[0].links
    (tmp_path / "0.x.path").write_text("\n")
    with pytest.raises(InputError, match=r"0\.x\.path: is empty; give the links of '0\.x', or remove the file"):
        read_any_gold(tmp_path / "{id}.path", by_name(documents, []))
    for pattern, why in (("{id}.gold", "no file has such a name"), ("no/{id}.path", "no: cannot be read")):
        with pytest.raises(InputError, match=why):
            read_any_gold(tmp_path / pattern)


# Errors.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[0]:[0]\n[4]:[0]\n",
            "gold.txt:2: link [4]:[0] is outside the 4 x 5 sentences of the two texts; numbers c",
        ),
        ("[0]:[0]\n[0]:[x]\n", "gold.txt:2: not a link in vecalign's format"),
        ("# a\n[0]:[0]\n# b\n[0]:[0]\n", "gold.txt: is about 2 documents, such as 'a' and 'b'; give --source and"),
        ("[]:[4]\n", "gold.txt: has no links; nothing to score"),
        (
            "[0]:[0]\n[1]:[]\n[2]:[]\n",
            "gold.txt: names 3 sentences of the source, all that there are, but the text of ",
        ),
        ('{"links": [[[0], [5]]]}', "gold.txt:1: link [0]:[5] is outside the 4 x 5"),
        ('{"links": [[["a"], [5]]]}', "gold.txt:1: field 'links"),
        ('{"id": 1}', "gold.txt:1: field 'source': missing"),
        ('{"source": 1,', "gold.txt:1: not JSON"),
        ('{"source": "A. B.", "target": "C."}', "gold.txt:1: field 'source': expected a list, found"),
        ('{"source": ["A."], "target": ["B."], "gold": []}', "gold.txt: has no links; nothing to score"),
        ("source_text,target_text\n", "gold.txt: has no links; nothing to score"),
        ("source_text,target_text\nonly\n", "gold.txt:2: has 1 column, but column 2 is needed"),
        ("0 0 1\n\n2 2\n1 1\n", "gold.txt:4: rung 1 1 is before the previous one"),
        ('source,target\n0,0\n"1,0\n', "gold.txt:3: not a row of a CSV table: "),
        ("# A page\n\nWith prose.\n", "gold.txt:1: not JSON, nor other gold that is read (vecalign, a ladder,"),
        ("Nothing that is read.\n", "gold.txt:1: not JSON, nor other gold that is read (vecalign, a ladder,"),
    ],
)
def test_what_cannot_be_scored_is_refused(text: str, message: str, tmp_path: Path) -> None:
    texts = None if text.startswith(('{"id": 1}', '{"source')) else FERRY
    assert refused(tmp_path, text, texts).startswith(message)


def test_a_long_line_is_quoted_in_part(tmp_path: Path) -> None:
    assert refused(tmp_path, "Nothing that is read, " * 3, FERRY).endswith(
        ": 'Nothing that is read, Nothing that is re'"
    )


@pytest.mark.parametrize("name", FORMATS)
def test_links_without_texts_say_what_to_give(name: str, tmp_path: Path) -> None:
    message = refused(tmp_path, FORMATS[name](GOLD), None)
    assert message.endswith("; give its two texts with --source and --target")


def test_an_empty_file_has_no_documents(tmp_path: Path) -> None:
    assert read(tmp_path, "\n", None) == ([], "")


SIDE = st.lists(st.integers(0, 4), min_size=1, max_size=3)


@given(st.lists(st.tuples(st.lists(st.integers(0, 3), min_size=1, max_size=3), SIDE), min_size=1, max_size=6))
def test_any_links_are_the_same_gold_in_every_format_of_numbers(
    tmp_path_factory: pytest.TempPathFactory, links: list[tuple[list[int], list[int]]]
) -> None:
    folder = tmp_path_factory.mktemp("gold")
    record = {"id": "gold", "source": SOURCE.paragraphs, "target": TARGET.paragraphs, "gold": links}
    own = Gold.from_json(json.dumps(record))
    lines = [f"{xs}:{ys}" for xs, ys in links]
    rows = [("source", "target"), *((", ".join(map(str, xs)), str(ys)) for xs, ys in links)]
    for text in ("\n".join(lines), "\n".join(reversed(lines)), table(rows, "\t"), json.dumps({"links": links})):
        (found,), _ = read(folder, text)
        assert (found.links, found.pairs) == (own.links, own.pairs)


SNIPPETS = [
    *(
        '{"links": [[[0], [0]]]}',
        '{"source": [0], "target": [1]}',
        "{",
        "}",
        "[",
        '"',
        '""',
        "\t",
        ",",
        "\r",
        "\ufeff",
        "é",
    ),
    *("[0]:[0]:0.1", "[]:[1]", "# a", "# ../x", "0\t0\t1", "1\t1", "0,1", "9" * 5000, "\x85"),
    *("source,target", "source;target", "label\tsource\ttarget"),
    *("aligned\ta-0-0-0\ta-1-0-0\tA.\tB.", "notAligned\tb-1-0-0\ta-1-0-0\tA.\tB."),
    *(SOURCE.sentences[0], TARGET.sentences[0], f"{SOURCE.sentences[0]}\t{TARGET.sentences[0]}"),
]


@given(
    st.lists(st.sampled_from(SNIPPETS), max_size=6),
    st.sampled_from(["\n", "", "\r\n", "\t"]),
    st.sampled_from([None, FERRY]),
)
def test_any_file_is_read_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str], between: str, texts: Texts | None
) -> None:
    folder = tmp_path_factory.mktemp("gold")
    try:
        found, message = read(folder, between.join(parts), texts)
    except InputError as error:
        found, message = [], str(error).removeprefix(f"{folder}/gold.txt")
        assert message != str(error)  # noqa: PT017  (anything else may be read)
    assert "\n" not in message
    assert len(message) < 400
    assert len(found) > 1 or all(gold.links for gold in found)
