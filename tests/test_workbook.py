"""Workbooks and Word files as other programs open them: openpyxl, python-docx, LibreOffice."""

from __future__ import annotations

import io
import shutil
import subprocess
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from lxml import etree

import vicinal
from tests.test_formats import alignments
from tests.test_spreadsheets import FERRY, KEYS, SOURCE, TARGET, edited, keys, only, written
from tests.test_table_clients import HARD, VALUES, alignment_of
from vicinal.alignment import Aligned, Alignment, NotedLink, assemble
from vicinal.formats import FORMATS
from vicinal.formats.corrected_table import read_corrected
from vicinal.formats.correction_result import Changes
from vicinal.link import Link
from vicinal.text.document import Document

openpyxl = pytest.importorskip("openpyxl")


@pytest.fixture(scope="module")
def convert(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path, str], Path]:
    """Return what converts a file with LibreOffice."""
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("no LibreOffice on this machine: apt install libreoffice-calc libreoffice-writer")
    folder = tmp_path_factory.mktemp("office")

    def converted(path: Path, to: str) -> Path:
        options = [f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", "--convert-to", to]
        out = path.parent / "converted"
        done = subprocess.run(
            [office, *options, "--outdir", str(out), str(path)],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        made = out / f"{path.stem}.{to.partition(':')[0]}"
        if not made.exists():
            pytest.skip(f"this LibreOffice lacks a part: {done.stdout} {done.stderr}")
        return made

    return converted


# Workbooks.


def test_all_cells_are_texts_or_numbers_and_none_is_a_formula(tmp_path: Path) -> None:
    path = written(tmp_path, alignment=alignment_of([*HARD, *VALUES, "Words.", "More."]))
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["Alignment", "How to", "vicinal"]
    assert book["vicinal"].sheet_state == "veryHidden"
    assert {cell.data_type for sheet in book for row in sheet for cell in row} == {"s", "n", "inlineStr"} - {
        "inlineStr"
    }
    table = book["Alignment"]
    assert (table.freeze_panes, table.auto_filter.ref, table.print_title_rows) == (
        "A2", f"A1:H{table.max_row}", "$1:$1"
    )  # fmt: skip
    assert table.column_dimensions["H"].hidden
    assert all(table[f"B{row}"].alignment.wrap_text for row in range(2, table.max_row + 1))
    assert {table[f"{column}2"].number_format for column in "BCFG"} == {"@"}


def test_rows_are_as_high_as_their_texts_and_may_grow(tmp_path: Path) -> None:
    with zipfile.ZipFile(written(tmp_path)) as archive:
        sheet = etree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
    rows = {row.get("r"): row for row in sheet.iter("{*}row")}
    assert (rows["4"].get("ht"), rows["3"].get("ht")) == ("30", None)  # of two sentences, and of one
    assert not any(row.get("customHeight") for row in rows.values())  # else a line that is pasted stays out of sight


def test_text_from_right_to_left_is_marked(tmp_path: Path) -> None:
    mixed = assemble(Document([["חתול ישן", "A cat."]]), Document([["قطة"]]), [Link((0,), (0,), 1)], "")
    table = openpyxl.load_workbook(written(tmp_path, alignment=mixed))["Alignment"]
    order = [table[cell].alignment.readingOrder for cell in ("B2", "C2", "B3")]
    assert order == [2, 2, 0]


def test_colours_are_those_of_the_page(tmp_path: Path) -> None:
    table = openpyxl.load_workbook(written(tmp_path))["Alignment"]
    style = (Path(vicinal.__file__).parent / "view" / "assets" / "theme.css").read_text("utf-8").casefold()
    for row, name in ((2, "--k11"), (4, "--k1n")):
        colour = table[f"D{row}"].font.color.rgb[2:].casefold()
        assert f"{name}: light-dark(#{colour}," in style


@settings(max_examples=30)
@given(alignments())
def test_every_part_of_a_workbook_is_xml_and_the_same_each_time(alignment: Alignment) -> None:
    (data,) = FORMATS["xlsx"].render(alignment)
    assert FORMATS["xlsx"].render(alignment) == (data,)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {member.date_time for member in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        for name in archive.namelist():
            etree.fromstring(archive.read(name))


def test_a_long_corpus_takes_no_more_memory_than_a_short_one() -> None:
    def peak(count: int) -> int:
        pairs: Iterator[Aligned] = (Aligned(FERRY) for _ in range(count))
        tracemalloc.start()
        for _ in FORMATS["xlsx"].chunks(pairs, corpus=True):
            pass
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(1)
    assert peak(400) < 1.5 * peak(40)


@pytest.mark.parametrize("hard", [False, True])
def test_a_workbook_comes_back_from_libreoffice(
    tmp_path: Path, convert: Callable[[Path, str], Path], hard: bool
) -> None:
    alignment = alignment_of([*HARD, *VALUES, "Words.", "More."]) if hard else FERRY
    path = written(tmp_path, alignment=alignment)
    again = convert(convert(path, "ods"), "xlsx")
    found = read_corrected(again)
    assert (only(found).source, only(found).target) == (alignment.source, alignment.target)
    assert only(found).sentences == alignment.sentences
    assert found.changes == Changes()
    if not hard:
        edited(again, lambda sheet: sheet.delete_rows(2))
        assert keys(only(read_corrected(again))) == KEYS[1:]


@pytest.mark.parametrize("delimiter", [44, 59, 9])
def test_a_csv_that_libreoffice_saved_is_read(
    tmp_path: Path, convert: Callable[[Path, str], Path], delimiter: int
) -> None:
    path = written(tmp_path, alignment=alignment_of([*HARD, "Words.", "More."]))
    made = convert(path, f"csv:Text - txt - csv (StarCalc):{delimiter},34,76,1")
    found = only(read_corrected(made))
    before = only(read_corrected(path))
    assert (found.source.paragraphs, found.target.paragraphs) == (before.source.paragraphs, before.target.paragraphs)
    assert keys(found) == keys(before)


# Word files.


def word(alignment: Alignment, *notes: NotedLink) -> bytes:
    return b"".join(data for _, data in FORMATS["docx"].chunks([Aligned(alignment, notes=notes)], corpus=False))


def opened(data: bytes) -> Any:
    return pytest.importorskip("docx").Document(io.BytesIO(data))


def test_a_word_file_is_a_table_of_two_columns() -> None:
    made = opened(word(FERRY, NotedLink((1,), (1,), True, "Twice?")))
    (table,) = made.tables
    assert [paragraph.text for paragraph in made.paragraphs] == ["ferry", ""]
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["source", "target"],
        ["1 The ferry", "1 The boat"],
        ["2 The ferry runs twice a day.", "2 The boat goes two times a day.\nUnsure. Twice?"],
        [
            "3 In winter, storms keep it in the harbour.",
            "3 In winter there are storms. Then it stays in the harbour.",
        ],
        ["Nobody minds.", ""],
        ["4 Tickets are sold on board.", "4 You buy tickets on the boat."],
        ["Dogs travel free.", ""],
        ["", "Please note: no bikes."],
    ]
    assert [run.bold for run in table.cell(1, 0).paragraphs[0].runs] == [None, True]  # a heading
    section = made.sections[0]
    assert section.page_width > section.page_height
    assert table.rows[0]._tr.xpath("./w:trPr/w:tblHeader")


def test_paragraphs_and_writing_from_right_to_left_stay() -> None:
    source = Document([["One.", "Two."], ["Three."]], "a")
    mixed = assemble(source, Document([["חתול ישן"]], "b"), [Link((0, 1, 2), (0,), 1)], "")
    table = opened(word(mixed)).tables[0]
    assert [cell.text for cell in table.rows[0].cells] == ["a", "b"]
    assert [paragraph.text for paragraph in table.cell(1, 0).paragraphs] == ["1 One. Two.", "Three."]
    assert table.cell(1, 1)._tc.xpath(".//w:bidi")
    assert not table.cell(1, 0)._tc.xpath(".//w:bidi")


@settings(max_examples=30)
@given(alignments())
def test_any_alignment_makes_a_word_file(alignment: Alignment) -> None:
    data = word(alignment)
    assert word(alignment) == data
    rows = opened(data).tables[0].rows
    assert FORMATS["xlsx"].rows is not None
    assert len(rows) == 1 + FORMATS["xlsx"].rows(alignment)


def test_a_word_file_is_read_as_text(tmp_path: Path) -> None:
    (path,) = vicinal.save(FERRY, tmp_path / "table.docx")
    words = " ".join(Document.from_file(path).sentences)
    assert all(sentence in words for document in (SOURCE, TARGET) for sentence in document.sentences)


def test_libreoffice_opens_a_word_file(tmp_path: Path, convert: Callable[[Path, str], Path]) -> None:
    (path,) = vicinal.save(alignment_of([*HARD, "Words."]), tmp_path / "table.docx")
    assert convert(path, "pdf").read_bytes().startswith(b"%PDF")
