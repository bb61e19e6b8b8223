"""Tables that went wrong on the way: rows lost, mixed and copied, text that office programs change, hostile files."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.test_cli_corpora import done
from tests.test_spreadsheets import FERRY, KEYS, csv_rows, edited, keys, only, problems, write_csv, written
from vicinal.alignment import Aligned, NotedLink, assemble
from vicinal.errors import InputError
from vicinal.formats import FORMATS
from vicinal.formats.corrected_table import read_corrected
from vicinal.formats.correction_result import Changes
from vicinal.link import Link
from vicinal.text.document import Document

openpyxl = pytest.importorskip("openpyxl")


def saved(path: Path, *aligned: Aligned) -> Path:
    """Write the table of a corpus."""
    format_ = FORMATS[path.suffix[1:]]
    path.write_bytes(b"".join(data for _, data in format_.chunks(aligned, corpus=True, names=[path.name])))
    return path


OTHER = assemble(Document([["Bees fly."]], "bees"), Document([["A bee flies.", "It hums."]], "bees"),
                 [Link((0,), (0,), 0.5)], "by hand")  # fmt: skip


# Rows that are lost or come from elsewhere.


def test_the_last_sentence_of_a_csv_is_missed(tmp_path: Path) -> None:
    rows = csv_rows(written(tmp_path, ".csv"))
    assert rows[-1][2] == "[6] Please note: no bikes."
    path = write_csv(tmp_path / "t.csv", rows[:-1])
    says = "the target sentence [6] is in no row; put it in a row of its own, or give the texts with --texts FILE"
    assert problems(path) == [f"t: {says}"]


def test_a_sentence_that_is_missed_is_told_with_its_pair(tmp_path: Path) -> None:
    path = saved(tmp_path / "t.csv", Aligned(FERRY), Aligned(OTHER))
    rows = csv_rows(path)
    (told,) = problems(write_csv(path, rows[:-1]))
    assert told.startswith("t: pair [2], the target sentence [2] is in no row;")


@pytest.mark.parametrize("suffix", [".xlsx", ".csv"])
def test_a_row_of_another_table_is_told(tmp_path: Path, suffix: str) -> None:
    foreign = ["1", "[1] Bees fly.", "[1] A bee flies.", "1-1", "0.5", "", "", "[1 | 1] of 1 | 2"]
    path = written(tmp_path, suffix)
    if suffix == ".xlsx":
        edited(path, lambda sheet: sheet.append(foreign))
    else:
        write_csv(path, [*csv_rows(path), foreign])
    says = (
        "the row comes from a table of other texts, with 1 and 2 sentences, not 6 and 6; delete the row, or empty this "
        "cell if the numbers in the row are right"
    )
    assert any(line.endswith(f", was: {says}") for line in problems(path))


def test_two_sheets_with_a_table_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path)
    book = openpyxl.load_workbook(path)
    book.copy_worksheet(book["Alignment"])["C3"] = "[3]"
    book.save(path)
    says = "the sheets 'Alignment' and 'Alignment Copy' both have a table; delete the one that is not to be read"
    with pytest.raises(InputError, match=says):
        read_corrected(path)
    del book["Alignment"]
    book.save(path)
    assert read_corrected(path).changes == Changes(changed=1, missing=1)


def test_a_table_without_its_header_is_told_what_to_do(tmp_path: Path) -> None:
    path = edited(written(tmp_path), lambda sheet: sheet.insert_rows(1) or sheet.cell(1, 1, "My table"))
    with pytest.raises(InputError, match="in its first row; restore that row, and put none above"):
        read_corrected(path)


# What office programs do to text.


@pytest.mark.parametrize("encoding", ["windows-1252", "windows-1250", "windows-1251"])
def test_a_csv_in_an_encoding_of_windows_is_told_which(tmp_path: Path, encoding: str) -> None:
    words = {"windows-1252": "Fähre, Kapitän", "windows-1250": "Łódź, źródło, ręka, ósmy", "windows-1251": "Паром идёт"}
    rows = csv_rows(written(tmp_path, ".csv"))
    rows[1][1] += f" {words[encoding]}"
    path = write_csv(tmp_path / "t.csv", rows, ";")
    path.write_bytes(path.read_text("utf-8-sig").encode(encoding))
    with pytest.raises(InputError, match=f"is not UTF-8; it seems to be {encoding}: give --encoding {encoding}, or"):
        read_corrected(path)
    assert keys(only(read_corrected(path, encoding=encoding))) == KEYS


def test_a_csv_in_english_is_not_taken_for_polish(tmp_path: Path) -> None:
    path = written(tmp_path, ".csv")
    path.write_bytes(path.read_text("utf-8-sig").encode("windows-1252"))
    with pytest.raises(InputError, match="it seems to be windows-1252: give --encoding windows-1252"):
        read_corrected(path)


# Hostile files.


def hostile(path: Path, change: Callable[[bytes], bytes]) -> Path:
    """Change the XML of the table of a workbook."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["xl/worksheets/sheet1.xml"] = change(parts["xl/worksheets/sheet1.xml"])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


def with_rows(rows: bytes) -> Callable[[bytes], bytes]:
    return lambda sheet: sheet.replace(b"</sheetData>", rows + b"</sheetData>")


FAR = b'<row r="%d"><c r="A%d" t="inlineStr"><is><t>x</t></is></c></row>'


def test_a_row_at_the_end_of_the_world_is_no_endless_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vicinal.formats.table_input.MOST_ROWS", 1000)
    path = hostile(written(tmp_path), with_rows(FAR % (10**12, 10**12)))
    assert keys(only(read_corrected(path))) == KEYS


def test_cells_beyond_the_columns_are_not_kept(tmp_path: Path) -> None:
    rows = b"".join(
        b'<row r="%d"><c r="XFD%d" t="inlineStr"><is><t>x</t></is></c></row>' % (n, n) for n in range(9, 99)
    )
    path = hostile(written(tmp_path), with_rows(rows))
    assert keys(only(read_corrected(path))) == KEYS


def test_a_text_that_no_cell_can_hold_is_refused_before_it_is_read(tmp_path: Path) -> None:
    row = b'<row r="9"><c r="B9" t="inlineStr"><is><t>[1] ' + b"a" * 1_100_000 + b"</t></is></c></row>"
    with pytest.raises(InputError, match="has a text that is too long for a cell"):
        read_corrected(hostile(written(tmp_path), with_rows(row)))


def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path)
    monkeypatch.setattr("vicinal.formats.workbook_parts.MOST_UNPACKED", 1000)
    with pytest.raises(InputError, match="unpacks to more than"):
        read_corrected(path)


def test_entities_are_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")

    def with_entity(sheet: bytes) -> bytes:
        kind = f'<!DOCTYPE x [<!ENTITY e SYSTEM "{secret.as_uri()}">]>'.encode()
        return sheet.replace(b"?>", b"?>" + kind, 1).replace(b"Nobody minds.", b"&e;")

    with pytest.raises(InputError) as error:
        read_corrected(hostile(written(tmp_path), with_entity))
    assert "is damaged or no workbook" in str(error.value)


def test_merged_cells_are_found_wherever_the_part_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vicinal.formats.workbook_parts._PIECE", 7)
    path = edited(written(tmp_path), lambda sheet: sheet.merge_cells("B3:B4"))
    assert "t, row 3: the cells B3:B4 are merged; split them, so that each row has its own cells" in problems(path)


# Nothing is changed, taken or lost in silence.


def test_a_number_inside_a_line_is_refused(tmp_path: Path) -> None:
    def change(sheet: Any) -> None:
        sheet["C4"] = "[3] In winter there are storms.[4] Then it stays in the harbour."
        sheet["B5"] = "[4], [6]"

    path = edited(written(tmp_path), change)
    assert problems(path) == [
        "t, row 4, target: [4] stands inside the line of [3]; begin a new line before it",
        "t, row 5, source: [6] stands inside the line of [4]; begin a new line before it",
    ]


def test_a_text_may_have_numbers_in_brackets_of_its_own(tmp_path: Path) -> None:
    cited = assemble(
        Document([["As said in [1] and [2]."]]), Document([["It is so [1]."]]), [Link((0,), (0,), 1.0)], ""
    )
    path = edited(
        written(tmp_path, alignment=cited), lambda sheet: sheet.cell(2, 2, "[¶1] As was said in [2] and [1].")
    )
    assert only(read_corrected(path)).source.sentences == ("As was said in [2] and [1].",)


def test_each_change_is_told(tmp_path: Path) -> None:
    def change(sheet: Any) -> None:
        sheet["B3"] = "[¶2] The ferry runs twice a “day”."
        sheet["C4"] = "[¶3] In winter there are storms."
        sheet["C5"] = "[4A] Then it stays.\n[4B] In the harbour."
        sheet["B6"] = "[¶5+6] Tickets are sold on board, dogs travel free."
        sheet["B7"] = None
        sheet.delete_rows(2)

    path = edited(written(tmp_path), change)
    found = read_corrected(path)
    assert found.problems == []
    assert sorted(found.details) == [
        "row 2, source: [2] was '… ferry runs twice a day.', and is '… ferry runs twice a “day”.'",
        "row 3, target: [3] begins a paragraph",
        "row 3: the link was [3 | 3 4], and is [3 | 3]",
        "row 4, target: [4] is split",
        "row 4: the link [4 | 4a 4b] is new",
        "row 5, source: [5+6] is one sentence",
        "row 5: the link was [5 | 5], and is [5+6 | 5]",
        "the link [1 | 1] is gone",
    ]
    assert found.changes == Changes(added=1, removed=1, changed=2, corrected=1, split=1, joined=1, marked=1, missing=2)


def test_quite_another_text_is_noted(tmp_path: Path) -> None:
    path = edited(written(tmp_path), lambda sheet: sheet.cell(5, 2, "[4] Die Bienen summen."))
    found = read_corrected(path)
    assert found.changes == Changes(corrected=1)
    assert found.notes == [
        "row 5, source: [4] has quite another text than before, 'Die Bienen summen.'; check its number"
    ]


def test_the_notes_of_all_rows_of_a_link_are_kept(tmp_path: Path) -> None:
    def change(sheet: Any) -> None:
        sheet["G3"] = "one"
        sheet.append([None, "[2]", "[2]", None, None, "yes", "two"])
        sheet.append([None, "[4]\n[6]", None, None, None, None, "left out"])

    (one,) = read_corrected(edited(written(tmp_path), change)).aligned
    assert one.notes == (
        NotedLink((1,), (1,), True, "one\ntwo"),
        NotedLink((3,), (), False, "left out"),
        NotedLink((5,), (), False, "left out"),
    )


def test_a_pair_of_a_csv_that_is_in_no_row_is_noted(tmp_path: Path) -> None:
    path = saved(tmp_path / "t.csv", Aligned(OTHER), Aligned(FERRY))
    rows = csv_rows(path)
    found = read_corrected(write_csv(path, [rows[0], *(row for row in rows if row[0].startswith("[2]"))]))
    assert found.notes == ["the pair [1] is in no row, and is left out"]
    assert [one.alignment.id for one in found.aligned] == ["ferry"]


def test_a_missing_column_for_pairs_is_told_with_the_file(tmp_path: Path) -> None:
    path = edited(saved(tmp_path / "t.xlsx", Aligned(OTHER), Aligned(FERRY)), lambda sheet: sheet.delete_cols(1))
    with pytest.raises(InputError, match=r"t\.xlsx: the column 'pair' is missing, and the table has several pairs"):
        read_corrected(path)


@pytest.mark.parametrize("place", ["[99]", "[-1]"])
def test_hidden_links_to_no_sentence_are_refused(tmp_path: Path, place: str) -> None:
    path = written(tmp_path)
    book = openpyxl.load_workbook(path)
    cell = book["vicinal"]["B2"]
    cell.value = cell.value.replace('"links":[[[0],[0]', f'"links":[[[0],{place}')
    book.save(path)
    with pytest.raises(InputError, match=r"its hidden sheet was changed .*; export again"):
        read_corrected(path)


def test_the_command_lists_each_change_unless_it_writes(tmp_path: Path) -> None:
    edited(written(tmp_path), lambda sheet: sheet.cell(5, 3, "[6]"))
    summary = "1 pair, 5 links: 1 link added\n"
    assert done(tmp_path, "import", "table.xlsx") == f"row 5: the link [4 | 6] is new\n{summary}"
    assert done(tmp_path, "import", "table.xlsx", "-o", "g.jsonl") == f"wrote g.jsonl\n{summary}"


def test_a_note_that_no_row_can_hold_is_told(tmp_path: Path) -> None:
    edited(written(tmp_path), lambda sheet: sheet.append([None, "[2]", None, None, None, "yes"]))
    said = done(tmp_path, "import", "table.xlsx", "-o", "again.xlsx")
    assert "note: 1 note (unsure, comment) cannot be kept in again.xlsx; gold (.jsonl) keeps them" in said
