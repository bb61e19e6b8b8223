"""Tables that people correct: written, changed as a person would, and read back, with nothing guessed."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import vicinal
from tests.test_cli import ENVIRONMENT, PROGRAM
from tests.test_formats import EMPTY, SMALL, alignments
from vicinal import load_many
from vicinal.alignment import Aligned, Alignment, NotedLink, assemble
from vicinal.errors import InputError
from vicinal.formats import FORMATS
from vicinal.formats.corrected_table import read_corrected
from vicinal.formats.correction_result import Changes, Corrected
from vicinal.formats.reading_order import rows_of
from vicinal.formats.sentence_cell import restored, safe
from vicinal.gold import read_gold_lines
from vicinal.link import Link
from vicinal.text.document import Document

openpyxl = pytest.importorskip("openpyxl")

SOURCE = Document(
    [
        ["The ferry"],
        ["The ferry runs twice a day.", "In winter, storms keep it in the harbour.", "Nobody minds."],
        ["Tickets are sold on board.", "Dogs travel free."],
    ],
    "ferry",
    "en",
    [0],
)
TARGET = Document(
    [
        ["The boat"],
        ["The boat goes two times a day.", "In winter there are storms.", "Then it stays in the harbour."],
        ["You buy tickets on the boat.", "Please note: no bikes."],
    ],
    "ferry",
    "en",
    [0],
)
LINKS = [((0,), (0,), 0.9), ((1,), (1,), 0.8), ((2,), (2, 3), 0.7), ((4,), (4,), 0.65432111)]
FERRY = assemble(SOURCE, TARGET, [Link(*link) for link in LINKS], "vicinal 0.1.0: Nearest(threshold=0.3)")
KEYS = [link[:2] for link in LINKS]
COLUMNS = ["link", "source", "target", "kind", "score", "unsure", "comment", "was"]


def written(folder: Path, suffix: str = ".xlsx", alignment: Alignment = FERRY) -> Path:
    (path,) = vicinal.save(alignment, folder / f"table{suffix}")
    return path


Change = Callable[[Any], None]


def edited(path: Path, change: Change) -> Path:
    """Change the table of a workbook as a person does, with openpyxl in place of the hands."""
    book = openpyxl.load_workbook(path)
    change(book["Alignment"])
    book.save(path)
    return path


def csv_rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def write_csv(path: Path, rows: Sequence[Sequence[str]], delimiter: str = ",") -> Path:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    path.write_text(text.getvalue(), "utf-8-sig")
    return path


def only(found: Corrected) -> Alignment:
    assert found.problems == []
    (one,) = found.aligned
    return one.alignment


def keys(alignment: Alignment) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(link.source, link.target) for link in alignment.sentences]


def problems(path: Path, **options: Any) -> list[str]:
    found = read_corrected(path, **options)
    assert found.aligned == []
    return [one.line("t") for one in found.problems]


# The order of rows.


def test_rows_are_in_reading_order_with_unlinked_sentences_beside_their_neighbours() -> None:
    assert [row[:2] for row in rows_of(FERRY)] == [
        *KEYS[:3],
        ((3,), ()),
        ((4,), (4,)),
        ((5,), ()),
        ((), (5,)),
    ]


def test_a_moved_link_stands_where_its_target_is_and_draws_no_neighbours_along() -> None:
    text = Document([[f"Sentence {number}." for number in range(6)]])
    links = [Link((4,), (0,), 1), Link((0,), (1,), 1), Link((2,), (3,), 1), Link((3,), (4,), 1)]
    found = [row[:2] for row in rows_of(assemble(text, text, links, ""))]
    assert found == [
        ((4,), (0,)),
        ((0,), (1,)),
        ((1,), ()),
        ((), (2,)),
        ((2,), (3,)),
        ((3,), (4,)),
        ((5,), ()),
        ((), (5,)),
    ]


@given(alignments())
def test_every_sentence_and_every_link_is_in_the_rows(alignment: Alignment) -> None:
    rows = list(rows_of(alignment))
    assert sorted(row[:2] for row in rows if row.link) == sorted(keys(alignment))
    for side, document in (("source", alignment.source), ("target", alignment.target)):
        found = [(getattr(row, side), row.link) for row in rows]
        assert {index for indices, _ in found for index in indices} == set(range(len(document.sentences)))
        alone = [indices[0] for indices, link in found if link is None and indices]
        assert alone == sorted(alone)
    assert FORMATS["csv"].rows is not None
    assert len(rows) == FORMATS["csv"].rows(alignment)


# What is written is read back.


@given(st.text())
@example("⟨U+000A⟩ ⟨empty⟩ ⟨+3⟩ _x000D_ x005F_ \x00\r\n\ud800")
def test_any_text_survives_a_cell(text: str) -> None:
    assert restored(safe(text)) == text
    assert not {"\n", "\r", "\0"} & set(safe(text))
    assert safe(text) == safe(text).strip()


def through(alignment: Alignment, suffix: str) -> Corrected:
    with tempfile.TemporaryDirectory() as folder:
        return read_corrected(written(Path(folder), suffix, alignment))


@settings(max_examples=40)
@given(alignments())
@example(SMALL)
@example(EMPTY)
@example(assemble(Document([["x" * 40_000, "y"]]), Document([["🦁" * 40_000]]), [Link((0, 1), (0,), 1)], ""))
def test_any_alignment_comes_back_from_a_workbook(alignment: Alignment) -> None:
    found = through(alignment, ".xlsx")
    again = only(found)
    assert (again.source, again.target) == (alignment.source, alignment.target)
    assert sorted(map(repr, again.sentences)) == sorted(map(repr, alignment.sentences))
    assert again.signature == alignment.signature
    assert (found.notes, found.changes) == ([], Changes())


@given(alignments())
@example(SMALL)
def test_any_alignment_comes_back_from_a_csv(alignment: Alignment) -> None:
    found = through(alignment, ".csv")
    if not alignment.source.sentences and not alignment.target.sentences:
        return
    again = only(found)
    for one, other in ((again.source, alignment.source), (again.target, alignment.target)):
        full = [(paragraph, at in other.headings) for at, paragraph in enumerate(other.paragraphs) if paragraph]
        assert list(one.paragraphs) == [paragraph for paragraph, _ in full]
        assert one.headings == tuple(at for at, (_, is_heading) in enumerate(full) if is_heading)
    assert sorted(keys(again)) == sorted(keys(alignment))
    scores = {key: link.score for key, link in zip(keys(alignment), alignment.sentences, strict=True)}
    assert all(link.score == float(f"{scores[link.source, link.target]:.6f}") for link in again.sentences)
    assert (found.notes, found.changes) == ([], Changes())


def test_links_that_share_a_sentence_come_back_with_a_note(tmp_path: Path) -> None:
    shared = assemble(SOURCE, TARGET, [Link((1,), (1,), 0.5), Link((1, 2), (2,), 0.25)], "")
    for suffix in (".xlsx", ".csv"):
        found = read_corrected(written(tmp_path, suffix, shared))
        assert only(found).sentences == shared.sentences
        assert found.notes == ["source sentence [2] is in rows 4 and 5: two links share it"]
        assert found.changes == Changes()


def test_a_corpus_comes_back_pair_by_pair(tmp_path: Path) -> None:
    other = assemble(Document([["=1+1"]], "=cmd|x"), Document([["A."], []], "@b"), [], "by hand")
    notes = (NotedLink((1,), (1,), True, "=really?\nyes"), NotedLink((3,), (), False, "alone"))
    pairs = [Aligned(FERRY, ("0", "1"), "news", notes=notes), Aligned(other, ("a", "b"), "+web")]
    for to in ("xlsx", "csv"):
        path = tmp_path / f"corpus.{to}"
        path.write_bytes(b"".join(data for _, data in FORMATS[to].chunks(pairs, corpus=True)))
        found = read_corrected(path)
        assert found.problems == []
        assert [keys(one.alignment) for one in found.aligned] == [KEYS, []]
        assert [one.notes for one in found.aligned] == [notes, ()]
        assert [one.alignment.id for one in found.aligned] == ["ferry", "=cmd|x / @b"]
        if to == "xlsx":
            assert [one[1:3] for one in found.aligned] == [one[1:3] for one in pairs]
            assert [one.alignment.signature for one in found.aligned] == [FERRY.signature, "by hand"]


# Corrections.


def test_a_person_moves_deletes_and_adds(tmp_path: Path) -> None:
    def change(sheet: Any) -> None:
        assert [cell.value for cell in sheet[1]] == COLUMNS
        first, second = sheet["C4"].value.split("\n")  # row 4: link 3, with two target sentences
        sheet["C4"] = first
        sheet["C5"] = second  # beside "Nobody minds."
        sheet.delete_rows(6)  # the link of the tickets
        sheet.append([None, "[5]\n[6]", "[5]"])  # and a link of three

    found = read_corrected(edited(written(tmp_path), change))
    alignment = only(found)
    assert keys(alignment) == [*KEYS[:2], ((2,), (2,)), ((3,), (3,)), ((4, 5), (4,))]
    assert [link.score for link in alignment.sentences] == [0.9, 0.8, 1, 1, 1]
    assert (alignment.source, alignment.target) == (SOURCE, TARGET)
    assert found.changes == Changes(changed=1, added=2, removed=1)
    assert alignment.signature == f"corrected in a table; at first {FERRY.signature}"


def test_rows_may_be_sorted_and_columns_be_added_and_moved(tmp_path: Path) -> None:
    rows = csv_rows(written(tmp_path, ".csv"))
    names, rest = rows[0], rows[1:]
    turned = [["checked by", *reversed(names)], *(["Ann", *reversed(row)] for row in reversed(rest))]
    found = read_corrected(write_csv(tmp_path / "turned.csv", turned))
    assert keys(only(found)) == KEYS
    assert found.notes == ["the column 'checked by' is not read"]
    assert found.changes == Changes()


def test_a_deleted_row_leaves_its_sentences_without_a_link(tmp_path: Path) -> None:
    found = read_corrected(edited(written(tmp_path), lambda sheet: sheet.delete_rows(2, 3)))
    assert keys(only(found)) == KEYS[3:]
    assert only(found).source == SOURCE
    assert found.changes == Changes(removed=3, missing=7)


def test_texts_can_be_corrected_split_and_joined_and_paragraphs_moved(tmp_path: Path) -> None:
    def change(sheet: Any) -> None:
        sheet["B3"] = "[¶2] The ferry  runs three times a day. "
        sheet["B4"] = "[3a] In winter, storms come.\n[¶3b] They keep it in the harbour."
        sheet["C4"] = "[3+4] In winter there are storms, and it stays in the harbour."
        sheet["B6"] = "[5] Tickets are sold on board."
        sheet["C6"] = "[P5] You buy tickets on the boat."

    found = read_corrected(edited(written(tmp_path), change))
    alignment = only(found)
    assert alignment.source.paragraphs == (
        ("The ferry",),
        ("The ferry  runs three times a day.", "In winter, storms come."),
        ("They keep it in the harbour.", "Nobody minds.", "Tickets are sold on board.", "Dogs travel free."),
    )
    assert alignment.target.paragraphs[1] == (
        "The boat goes two times a day.",
        "In winter there are storms, and it stays in the harbour.",
    )
    assert (alignment.source.headings, alignment.target.headings) == ((0,), (0,))
    assert keys(alignment) == [((0,), (0,)), ((1,), (1,)), ((2, 3), (2,)), ((5,), (3,))]
    assert found.changes == Changes(changed=1, corrected=1, split=1, joined=1, marked=2)


def test_a_heading_can_be_marked(tmp_path: Path) -> None:
    def change(sheet: Any) -> None:
        sheet["B5"] = "[#4] Nobody minds."
        sheet["B2"] = "[1] The ferry"

    alignment = only(read_corrected(edited(written(tmp_path), change)))
    assert alignment.source.paragraphs[0] == ("The ferry",)
    assert alignment.source.paragraphs[2] == ("Nobody minds.",)
    assert alignment.source.headings == (2,)


def test_white_space_is_no_correction(tmp_path: Path) -> None:
    path = edited(written(tmp_path), lambda sheet: sheet.cell(3, 2, "  [ ¶ 2 ]The  ferry runs\xa0twice a day.\r\n\n"))
    found = read_corrected(path)
    assert only(found).source == SOURCE
    assert found.changes == Changes()


def test_a_number_alone_changes_neither_text_nor_paragraph(tmp_path: Path) -> None:
    found = read_corrected(edited(written(tmp_path), lambda sheet: sheet.cell(6, 2, "[5]")))
    assert only(found).source == SOURCE
    assert found.changes == Changes()


def test_a_lone_row_does_not_undo_a_link(tmp_path: Path) -> None:
    found = read_corrected(edited(written(tmp_path), lambda sheet: sheet.cell(4, 2, "[3]\n[4]")))
    assert keys(only(found))[2] == ((2, 3), (2, 3))
    assert found.changes == Changes(changed=1)


def test_the_same_link_twice_counts_once(tmp_path: Path) -> None:
    found = read_corrected(edited(written(tmp_path), lambda sheet: sheet.append([None, "[2]", "[2]"])))
    assert keys(only(found)) == KEYS
    assert found.notes == ["row 9 repeats the link of row 3; it counts once"]


@pytest.mark.parametrize("word", ["yes", "X", " Yes ", True, 1, "?"])
def test_words_for_unsure(tmp_path: Path, word: object) -> None:
    path = edited(written(tmp_path), lambda sheet: sheet.cell(3, 6, word))
    assert read_corrected(path).aligned[0].notes == (NotedLink((1,), (1,), True, ""),)


def test_comments_are_kept_even_of_sentences_without_a_link(tmp_path: Path) -> None:
    def change(sheet: Any) -> None:
        sheet["G3"] = " Is it the same? \n I doubt it."
        sheet["G7"] = 12
        sheet["F7"] = "no"

    notes = read_corrected(edited(written(tmp_path), change)).aligned[0].notes
    assert notes == (NotedLink((1,), (1,), False, "Is it the same? \n I doubt it."), NotedLink((5,), (), False, "12"))


# What cannot be read.

BAD: list[tuple[str, Any, str]] = [
    ("B3", "The ferry runs twice a day.", "row 3, source: the line 'The ferry runs twice a day.' has no number; write"),
    ("B3", "[2] The ferry runs\ntwice a day.", "row 3, source: the line 'twice a day.' has no number; write [12] in "),
    ("B3", "[two] x", "row 3, source: cannot read the number '[two]'; write it like [12], [¶12], [#12], [12a] or"),
    ("B3", "[0] x", "row 3, source: cannot read '[0] x': sentences are counted from 1"),
    ("B3", "[99] x", "row 3, source: the sentence [99] is not in the text, which has 6 sentences; correct the number"),
    ("C3", "[2]\n[2]", "row 3, target: has the sentence [2] twice; keep one"),
    ("C3", "[5] The boat goes two times a day.", "row 6, target: the sentence [5] has another text in row 3; make"),
    ("C8", "[6] In winter there are storms.", "row 8, target: [6] has the text of the sentence [3]; correct the"),
    ("C3", "[#2] The boat goes two times a day.\n[¶2] x", "row 3, target: has the sentence [2] twice; keep one"),
    ("C3", "[2a] The boat goes.", "row 3, target: the sentence [2] is split, but there is no [2b]; add it"),
    ("C3", "[2a] x\n[2c] y", "row 3, target: the sentence [2] is split, but there is no [2b]; add it"),
    ("C3", "[2a] x\n[2b]", "row 3, target: the sentence [2b] has no text in any row; write it after the number"),
    ("C3", "[2+4] x", "row 3, target: cannot join [2+4]: only sentences that follow each other can be one"),
    ("C3", "[2+3] x", "row 4, target: [3] and [2+3] (row 3) have a sentence in common; keep one of them"),
    ("C3", "[2+3a] x", "row 3, target: cannot read [2+3a]: a sentence is joined or a part, not both"),
    ("C3", 12, "row 3, target: is the value 12, not text; write the number of a sentence as [12]"),
    ("C3", "=B2", "row 3, target: is a formula; paste its result as text"),
    ("F3", "perhaps", "row 3, unsure: 'perhaps' is neither yes nor no; write yes, or nothing"),
    ("G20", "to do", "row 20, comment: there is a note but no sentence; delete the row, or put sentences into it"),
]  # fmt: skip


@pytest.mark.parametrize(("cell", "value", "says"), BAD)
def test_a_row_that_cannot_be_read_is_told(tmp_path: Path, cell: str, value: object, says: str) -> None:
    def change(sheet: Any) -> None:
        sheet[cell] = value

    (line,) = problems(edited(written(tmp_path), change))
    assert line.startswith(f"t, {says}")


def test_all_problems_are_told_in_the_order_of_rows(tmp_path: Path) -> None:
    def change(sheet: Any) -> None:
        sheet["C7"] = "[7] x"
        sheet["B2"] = "nothing"
        sheet.merge_cells("C3:C4")

    assert [line.split(":")[0] for line in problems(edited(written(tmp_path), change))] == [
        "t, row 2, source",
        "t, row 3",
        "t, row 7, target",
    ]


def test_merged_cells_are_refused(tmp_path: Path) -> None:
    path = edited(written(tmp_path), lambda sheet: sheet.merge_cells("B4:B5"))
    assert problems(path) == ["t, row 4: the cells B4:B5 are merged; split them, so that each row has its own cells"]


def test_texts_are_kept_if_that_is_asked_for(tmp_path: Path) -> None:
    path = edited(written(tmp_path), lambda sheet: sheet.cell(3, 2, "[¶2] The ferry runs thrice a day."))
    assert only(read_corrected(path)).source.sentences[1] == "The ferry runs thrice a day."
    says = "t, row 3, source: the text of [2] was changed; restore it, or leave out --keep-texts"
    assert problems(path, keep_texts=True) == [says]


def test_a_small_correction_may_make_two_sentences_equal(tmp_path: Path) -> None:
    twice = assemble(Document([["Yes", "Yes."]]), Document([["No."]]), [], "")
    path = edited(written(tmp_path, alignment=twice), lambda sheet: sheet.cell(2, 2, "[¶1] Yes."))
    assert only(read_corrected(path)).source.sentences == ("Yes.", "Yes.")


def test_a_sentence_that_was_cut_to_fit_cannot_be_changed(tmp_path: Path) -> None:
    long = assemble(Document([["word " * 9_000]]), Document([["A."]]), [Link((0,), (0,), 1)], "")
    path = written(tmp_path, alignment=long)
    assert only(read_corrected(path)).source == long.source
    cell = openpyxl.load_workbook(path)["Alignment"]["B2"].value
    assert len(cell) <= 32_767
    says = "row 2, source: the sentence [1] was cut to fit into a cell and cannot be changed here; restore it, or"
    for text in (cell.replace("word", "Word", 1), cell.replace("⟨+", "⟨+9")):
        (line,) = problems(edited(path, lambda sheet, text=text: sheet.cell(2, 2, text)))  # type: ignore[misc]
        assert line.startswith(f"t, {says}")


def test_a_link_of_too_many_sentences_is_refused(tmp_path: Path) -> None:
    many = Document([["One of many sentences."] * 2_000])
    large = assemble(many, many, [Link(range(2_000), (0,), 1)], "")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="pair 1, link 1: a link of 2,000 sentences does not fit into a cell; write"):
        written(tmp_path, alignment=large)
    assert only(read_corrected(written(tmp_path, ".csv", large))).sentences == large.sentences


def test_a_sheet_has_a_last_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vicinal.formats.workbook.MOST_ROWS", 7)
    with pytest.raises(InputError, match=r"a sheet has room for 7 rows, and this table has more \(pair 1 does not fit"):
        written(tmp_path)
    monkeypatch.setattr("vicinal.formats.workbook.MOST_ROWS", 8)
    assert keys(only(read_corrected(written(tmp_path)))) == KEYS


# A table without hidden data.


def test_a_csv_needs_every_sentence_or_the_texts(tmp_path: Path) -> None:
    rows = csv_rows(written(tmp_path, ".csv"))
    path = write_csv(tmp_path / "short.csv", [row for row in rows if "[4] Nobody minds." not in row])
    says = "the source sentence [4] is in no row; put it in a row of its own, or give the texts with --texts FILE"
    assert problems(path) == [f"t: {says}"]
    found = read_corrected(path, texts=[Aligned(FERRY)])
    assert only(found).source == SOURCE
    assert found.changes == Changes(missing=1)


def test_a_score_that_is_no_number_is_told(tmp_path: Path) -> None:
    rows = csv_rows(written(tmp_path, ".csv"))
    rows[1][4], rows[2][4] = "0,5", "high"
    path = write_csv(tmp_path / "scores.csv", rows)
    assert problems(path) == [
        "t, row 3, score: 'high' is not a number; leave it empty, or write one such as 0.8"
    ]  # fmt: skip
    rows[2][4] = ""
    found = only(read_corrected(write_csv(path, rows)))
    assert [link.score for link in found.sentences] == [0.5, 1.0, 0.7, 0.654321]


@pytest.mark.parametrize(
    ("delimiter", "encoding"), [(";", None), ("\t", None), (";", "windows-1252"), ("\t", "utf-16")]
)
def test_a_csv_may_be_saved_in_other_ways(tmp_path: Path, delimiter: str, encoding: str | None) -> None:
    path = write_csv(tmp_path / "t.csv", csv_rows(written(tmp_path, ".csv")), delimiter)
    if encoding:
        path.write_bytes(path.read_text("utf-8-sig").encode(encoding))
    assert keys(only(read_corrected(path, encoding=encoding))) == KEYS


def test_a_csv_may_name_its_delimiter(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "t.csv", csv_rows(written(tmp_path, ".csv")), ";")
    path.write_bytes(b"sep=;\r\n" + path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    assert keys(only(read_corrected(path))) == KEYS


PAIRS = [["pair", "source", "target"], ["[1] a", "[1] A.", "[1] B."], ["[2] b", "[1] C.", ""]]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (["", "[2] D.", ""], "t, row 4, pair: is empty; copy it from another row, such as [1]"),
        (["b", "[2] D.", ""], "t, row 4, pair: names no pair; copy it from another row, such as [1]"),
        (["[2] c", "[2] D.", ""], "t, row 4, pair: the pair [2] has another name, 'b'; make them equal"),
    ],
)
def test_a_row_names_its_pair(tmp_path: Path, row: list[str], says: str) -> None:
    found = read_corrected(write_csv(tmp_path / "t.csv", [*PAIRS, ["[1]", "[2] E.", ""]]))
    assert [one.alignment.id for one in found.aligned] == ["a", "b"]
    assert problems(write_csv(tmp_path / "t.csv", [*PAIRS, row])) == [says]


def test_a_pair_that_is_not_in_the_workbook_is_told(tmp_path: Path) -> None:
    path = tmp_path / "corpus.xlsx"
    path.write_bytes(b"".join(data for _, data in FORMATS["xlsx"].chunks([Aligned(FERRY)] * 2, corpus=True)))
    edited(path, lambda sheet: sheet.cell(2, 1, "[3] ferry"))
    assert problems(path) == ["t, row 2, pair: there is no pair [3] in this table; correct it"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty; give a table that vicinal wrote"),
        (b"a,b\n1,2\n", "has no column 'source'; the first row of a table names its columns, as"),
        (b"source,target,source\n", "has two columns 'source'; keep one"),
        (b'source,target\n"[1] x', "line 2: not a row of a .csv table: unexpected end of data"),
        (b"\xd0\xcf\x11\xe0", "is an old Office file or has a password; save it as .xlsx without one"),
        (b"PK\x03\x04", "is damaged or no workbook: BadZipFile; save it as .xlsx again"),
        (b"source,target\n[1] caf\xe9,\n", "is not UTF-8"),
    ],
)
def test_a_file_that_is_no_table_is_refused(tmp_path: Path, data: bytes, says: str) -> None:
    (tmp_path / "t.csv").write_bytes(data)
    with pytest.raises(InputError) as error:
        read_corrected(tmp_path / "t.csv")
    assert says in str(error.value)


def test_a_changed_hidden_sheet_is_refused(tmp_path: Path) -> None:
    for cell, value in (("A1", "vicinal-table/9"), ("B2", "{"), ("B2", "{}"), ("B2", None)):
        path = written(tmp_path)
        book = openpyxl.load_workbook(path)
        book["vicinal"][cell] = value
        book.save(path)
        with pytest.raises(InputError, match=r"its hidden sheet .*was changed.*; export again"):
            read_corrected(path)


def test_a_workbook_without_the_hidden_sheet_is_read_like_a_csv(tmp_path: Path) -> None:
    path = written(tmp_path)
    book = openpyxl.load_workbook(path)
    del book["vicinal"]
    book.save(path)
    found = only(read_corrected(path))
    assert keys(found) == KEYS
    assert found.source.paragraphs == SOURCE.paragraphs
    assert read_corrected(path, texts=[Aligned(FERRY)]).aligned[0].alignment == only(read_corrected(written(tmp_path)))


# The command line: the whole round.

TEXTS = {
    "boat.complex.txt": "The ferry runs twice a day.\nIn winter, storms keep it in the harbour.\n"
    "Tickets are sold on board.\nDogs travel free.\n",
    "boat.simple.txt": "The ferry runs two times a day.\nIn winter there are storms.\nThen it stays in the harbour.\n"
    "Tickets are sold on the boat.\n",
    "hill.complex.txt": "The railway climbs the hill.\nIt was built in 1880.\n",
    "hill.simple.txt": "The railway goes up the hill.\nIt was built in 1880.\n",
}


def command(folder: Path, *arguments: str, code: int = 0) -> str:
    result = subprocess.run(
        [*PROGRAM, *arguments], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=100, check=False
    )
    assert result.returncode == code, result.stderr
    return result.stderr + result.stdout


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """A folder with a run, exported as a workbook."""
    (tmp_path / "texts").mkdir()
    for name, text in TEXTS.items():
        (tmp_path / "texts" / name).write_text(text)
    command(tmp_path, "run", "texts", "-o", "out", "--split", "lines", "-l", "en", "--workers", "1")
    command(tmp_path, "export", "out", "--to", "xlsx", "-o", "published")
    return tmp_path


def place(sheet: Any, side: str, text: str) -> tuple[int, int]:
    """Return the row and the column of a sentence."""
    column = 1 + [cell.value for cell in sheet[1]].index(side)
    rows = (row for row in range(2, sheet.max_row + 1) if text in (sheet.cell(row, column).value or ""))
    return next(rows), column


def test_several_pairs_are_imported_as_whole_alignments(exported: Path) -> None:
    command(exported, "import", "published/corpus.xlsx", "-o", "all.alignments.jsonl")
    command(exported, "import", "published/corpus.xlsx", "-o", "some.gold.jsonl")
    command(exported, "import", "published/corpus.xlsx", "-o", "same.jsonl")
    found = list(load_many(exported / "all.alignments.jsonl"))
    assert [one.id for one in found] == [gold.id for gold in read_gold_lines(exported / "some.gold.jsonl")]
    assert (exported / "some.gold.jsonl").read_bytes() == (exported / "same.jsonl").read_bytes()
    assert list(load_many(exported / "published" / "corpus.xlsx")) == found


def test_exactly_the_changes_of_a_person_come_back(exported: Path) -> None:
    table = exported / "published" / "corpus.xlsx"
    said = command(exported, "import", "published/corpus.xlsx", "-o", "before.jsonl")
    assert said.endswith(": nothing was changed\n")
    before = {gold.id: gold for gold in read_gold_lines(exported / "before.jsonl")}
    boat = next(gold for name, gold in before.items() if "boat" in name)
    assert boat.links == {((0,), (0,)), ((1,), (1, 2)), ((2,), (3,))}

    def change(sheet: Any) -> None:
        row, column = place(sheet, "target", "Then it stays")
        stays = next(line for line in sheet.cell(row, column).value.split("\n") if "stays" in line)
        sheet.cell(row, column, sheet.cell(row, column).value.replace("\n" + stays, ""))
        row, _ = place(sheet, "source", "Tickets are sold")
        sheet.cell(row, column, f"{stays}\n{sheet.cell(row, column).value}")  # moved
        sheet.delete_rows(place(sheet, "source", "The railway climbs")[0])  # deleted
        row, _ = place(sheet, "source", "Dogs travel")
        sheet.cell(row, column, "[1]")  # added
        sheet.cell(row, 1 + [cell.value for cell in sheet[1]].index("comment"), "really?")

    edited(table, change)
    lines = command(exported, "import", "published/corpus.xlsx", "-o", "gold.jsonl").splitlines()
    assert lines == [
        "vicinal: note: published/corpus.xlsx: target sentence [1] is in rows 2 and 5: two links share it",
        "wrote gold.jsonl",
        "2 pairs, 5 links: 2 links changed, 1 link added and 1 link removed; "
        "2 sentences are in no row and have no link",
    ]
    after = {gold.id: gold for gold in read_gold_quietly(exported / "gold.jsonl")}
    for name, gold in after.items():
        expected = {((0,), (0,)), ((1,), (1,)), ((2,), (2, 3)), ((3,), (0,))} if "boat" in name else {((1,), (1,))}
        assert gold.links == expected
        assert (gold.source, gold.target) == (before[name].source, before[name].target)
    record = json.loads((exported / "gold.jsonl").read_text().splitlines()[0])
    assert record["notes"] == [{"source": [3], "target": [0], "comment": "really?"}]
    for predicted in ("gold.jsonl", "published/corpus.xlsx"):
        assert links_scored(exported, predicted) == (5, 5, 5)
    assert links_scored(exported, "before.jsonl") == (2, 5, 5)


def links_scored(folder: Path, predicted: str) -> tuple[int, ...]:
    """Return how many links are right, predicted and gold."""
    said = command(folder, "evaluate", "gold.jsonl", "--predicted", predicted)
    line = next(line for line in said.splitlines() if line.startswith("links "))
    return tuple(map(int, line.split()[-3:]))


def test_a_table_is_gold_itself(exported: Path) -> None:
    for to in ("xlsx", "csv"):
        command(exported, "export", "out", "--to", to, "-o", to)
        said = command(exported, "evaluate", f"{to}/corpus.{to}", "--predicted", "xlsx/corpus.xlsx")
        assert "corpus: 2 documents" in said
        assert next(line for line in said.splitlines() if line.startswith("links ")).split()[1] == "1.000"


def test_problems_are_told_row_by_row_and_nothing_is_written(exported: Path) -> None:
    def change(sheet: Any) -> None:
        sheet["C2"], sheet["D3"] = "The ferry runs.", "[77]"

    edited(exported / "published" / "corpus.xlsx", change)
    lines = command(exported, "import", "published/corpus.xlsx", "-o", "gold.jsonl", code=2).splitlines()
    assert [line.partition(": t")[0] for line in lines[:2]] == [
        "vicinal: published/corpus.xlsx, row 2, source",
        "vicinal: published/corpus.xlsx, row 3, target",
    ]
    says = "2 problems, so nothing was written; correct the table, and import it again"
    assert lines[2:] == [f"vicinal: published/corpus.xlsx: {says}"]
    assert not (exported / "gold.jsonl").exists()
    line = command(exported, "evaluate", "published/corpus.xlsx", code=2)
    assert line.endswith("(in all 2; 'vicinal import' lists them)\n")


def test_one_pair_becomes_an_alignment_or_any_other_format(tmp_path: Path) -> None:
    edited(written(tmp_path), lambda sheet: sheet.cell(3, 6, "yes"))
    lines = command(tmp_path, "import", "table.xlsx", "-o", "again.json").splitlines()
    assert lines == [
        "vicinal: note: 1 note (unsure, comment) cannot be kept in again.json; gold (.jsonl) keeps them",
        "wrote again.json",
        "1 pair, 4 links: nothing was changed",
    ]
    again = vicinal.load(tmp_path / "again.json")
    assert (again.source, again.target, again.sentences) == (SOURCE, TARGET, FERRY.sentences)
    command(tmp_path, "import", "table.xlsx", "-o", "again.xlsx")
    assert read_corrected(tmp_path / "again.xlsx").aligned[0].notes == (NotedLink((1,), (1,), True, ""),)
    assert command(tmp_path, "import", "table.xlsx", "-o", "x.tmx").startswith("vicinal: note: 1 note")
    command(tmp_path, "import", "table.xlsx", "-o", "links.txt", "-f", "gold")
    assert [gold.id for gold in read_gold_lines(tmp_path / "links.txt")] == ["ferry"]


def test_what_the_command_refuses(exported: Path) -> None:
    table = "published/corpus.xlsx"
    for arguments, says in (
        ([table, "-o", table], "is also an input; choose another output name"),
        ([table, "-o", "x.json"], "has 2 pairs, which x.json cannot hold; write gold (.jsonl), or .xlsx"),
        ([table, "-f", "gold"], "--format needs -o FILE"),
        ([table, "--texts", table], "has its own texts; leave out --texts"),
        (["nothing.xlsx"], "nothing.xlsx: cannot be read: no such file or directory"),
    ):
        said = command(exported, "import", *arguments, code=2)
        assert said.count("\n") == 1
        assert says in said


def test_a_csv_gets_its_texts_from_another_file(tmp_path: Path) -> None:
    written(tmp_path)
    vicinal.save(FERRY, tmp_path / "before.json")
    rows = csv_rows(written(tmp_path, ".csv"))
    write_csv(tmp_path / "short.csv", rows[:-1])
    assert "is in no row" in command(tmp_path, "import", "short.csv", "-o", "gold.jsonl", "--texts", "before.json")
    assert [gold.target for gold in read_gold_lines(tmp_path / "gold.jsonl")] == [TARGET]
    for texts in ("table.xlsx", "gold.jsonl"):
        said = command(tmp_path, "import", "short.csv", "--texts", texts)
        assert said == "1 pair, 4 links: nothing was changed; 1 sentence is in no row and has no link\n"


def read_gold_quietly(path: Path) -> list[Any]:
    with pytest.warns(vicinal.errors.GoldWarning, match="share a sentence"):
        return list(read_gold_lines(path))
