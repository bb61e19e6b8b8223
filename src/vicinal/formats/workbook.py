"""`.xlsx`: the table to correct as a workbook.

Sheets: the table; how to correct it; and, hidden, the texts, ids, levels, languages, links and signature of each pair,
so that a deleted row loses no sentence and `vicinal import` can tell what was changed. Hidden data are JSON in ASCII,
cut into cells. All texts are written as strings, never as formulas.

The XML is written directly, row by row. Two libraries were tried: 100,000 rows of 8 cells, and their hidden data, took
XlsxWriter 3.3 15 s and openpyxl 3.1 27 s. Both fix the height of each row that they set, so that a line that a person
pastes into a cell stays out of sight; without heights, LibreOffice shows one line of each cell. Here a row has a height
that spreadsheets may change. `tests/test_workbook.py` opens it with openpyxl and LibreOffice.
"""

from __future__ import annotations

import json
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any

from vicinal.alignment import Aligned, Alignment
from vicinal.errors import InputError
from vicinal.formats.archive_part import part_named
from vicinal.formats.byte_sink import ByteSink
from vicinal.formats.cell_styles import SHEET, TEXT, TWO_DECIMALS, Style, Styles, text_cell
from vicinal.formats.correction_table import COLUMNS, YES, Record, columns, records_of
from vicinal.formats.help_sheet import help_sheet
from vicinal.formats.reading_order import ONLY_SOURCE, ONLY_TARGET
from vicinal.formats.sentence_cell import LONGEST
from vicinal.formats.xml_text import HEAD
from vicinal.lazy_pattern import pattern
from vicinal.text.document import Document

TABLE_SHEET = "Alignment"
HELP_SHEET = "How to"
DATA_SHEET = "vicinal"
FORMAT = "vicinal-table/1"
MOST_ROWS = 1_048_576  # of a sheet
_MOST_COLUMNS = 16_384
_PART = 32_000  # characters of JSON in a cell
_WIDTHS = dict(zip(COLUMNS, (18, 6, 62, 62, 12, 7, 8, 30, 10), strict=True))
_LINE = 15  # height of a line, in points
_HIGHEST = 409  # height of a row
# The colours of links on light ground, as in view/assets/theme.css, and a light tint of each.
_COLOURS = {
    "1-1": ("2A6A9E", "E4EDF3"),
    "1-N": ("C45508", "F8EADF"),
    "N-1": ("00805F", "DFF0EB"),
    "N-N": ("9A4A8B", "F2E8F0"),
    ONLY_SOURCE: ("5B626C", "F0EFEB"),
    ONLY_TARGET: ("5B626C", "F0EFEB"),
}
_SOFT = "5B626C"
_HEADER = Style("FFFFFF", "1C2025", bold=True)
_ESCAPE_LIKE = pattern("x(?=[0-9A-Fa-f]{4}_)")  # Excel reads _x0041_ as A
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/>'
    + "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{_TYPE}.worksheet+xml"/>'
        for number in (1, 2, 3)
    )
    + "</Types>",
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    + "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number in (1, 2, 3)
    )
    + f'<Relationship Id="rId4" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
}


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, bytes]]:
    """Yield the bytes of a workbook, pair by pair.

    Raises:
        InputError: There are more rows than a sheet has, or a pair or a link is too large.
    """
    del names
    from tempfile import TemporaryFile  # 5 ms, which only this needs

    sink = ByteSink()
    with zipfile.ZipFile(sink, "w") as archive, TemporaryFile() as data:
        for name, text in _PARTS.items():
            archive.writestr(part_named(name), HEAD + text)
        table = _Table(columns(corpus))
        with archive.open(part_named("xl/worksheets/sheet1.xml"), "w", force_zip64=True) as part:
            part.write(table.head().encode())
            for number, one in enumerate(aligned, 1):
                for text in table.rows(number, one):
                    part.write(text.encode())
                data.write(_data_row(number, one).encode())
                yield 0, sink.take()
            part.write(table.end().encode())
        archive.writestr(part_named("xl/worksheets/sheet2.xml"), help_sheet(table.styles))
        with archive.open(part_named("xl/worksheets/sheet3.xml"), "w", force_zip64=True) as part:
            _copy_data(data, part)
        archive.writestr(part_named("xl/styles.xml"), table.styles.part())
        archive.writestr(part_named("xl/workbook.xml"), _workbook(table.area))
    yield 0, sink.take()


class _Table:
    """The sheet with the table, from its beginning to its end."""

    def __init__(self, names: Sequence[str]) -> None:
        self.styles = Styles()
        self._names = names
        self._skip = len(COLUMNS) - len(names)
        self._row = 1
        self._looks: dict[tuple[str, str, bool], int] = {}

    @property
    def area(self) -> str:
        """The cells of the table, as a formula names them."""
        return f"$A$1:${_letter(len(self._names) - 1)}${max(self._row, 2)}"

    def head(self) -> str:
        """Return the beginning of the sheet, with the header."""
        wide = "".join(
            f'<col min="{at}" max="{at}" width="{_WIDTHS[name]}" style="{self.styles.number(_style(name))}" '
            f'{"hidden=" + chr(34) + "1" + chr(34) + " " if name == "was" else ""}customWidth="1"/>'
            for at, name in enumerate(self._names, 1)
        )
        cells = "".join(
            text_cell(_letter(at) + "1", name, self.styles.number(_HEADER)) for at, name in enumerate(self._names)
        )
        return (
            f'{HEAD}<worksheet xmlns="{SHEET}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>'
            '<sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" '
            f'state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr '
            f'defaultRowHeight="{_LINE}"/><cols>{wide}</cols><sheetData><row r="1">{cells}</row>'
        )

    def rows(self, number: int, one: Aligned) -> Iterator[str]:
        """Yield the rows of a pair."""
        for _, record in records_of(one, number, LONGEST):
            self._row += 1
            if self._row > MOST_ROWS:
                raise InputError(
                    f"a sheet has room for {MOST_ROWS:,} rows, and this table has more (pair {number:,} does not fit); "
                    "export fewer pairs, or write .csv"
                )
            height = _LINE * max(_lines(record.source, "source"), _lines(record.target, "target"))
            high = f' ht="{min(height, _HIGHEST)}"' if height > _LINE else ""
            yield f'<row r="{self._row}"{high}>{"".join(self._cells(record))}</row>'

    def _cells(self, record: Record) -> Iterator[str]:
        for at, (name, value) in enumerate(zip(self._names, record[self._skip :], strict=True)):
            turned = name in ("source", "target") and is_right_to_left(str(value))
            look = self._looks.get((name, record.kind, turned))
            if look is None:
                look = self._looks[name, record.kind, turned] = self._look(name, record, turned)
            place = f"{_letter(at)}{self._row}"
            if isinstance(value, (int, float)):
                yield f'<c r="{place}" s="{look}"><v>{value!r}</v></c>'
            else:
                yield text_cell(place, value, look) if value else f'<c r="{place}" s="{look}"/>'

    def _look(self, name: str, record: Record, turned: bool) -> int:
        """Return the number of the style of a cell."""
        colour, tint = _COLOURS[record.kind]
        style = _style(name)._replace(right_to_left=turned)
        if name == "kind":
            style = style._replace(ink=colour, ground=tint)
        elif record.link is None:
            style = style._replace(ground=tint)
        return self.styles.number(style)

    def end(self) -> str:
        """Return the end of the sheet, with filters, and the choice of the column `unsure`."""
        at = _letter(self._names.index("unsure"))
        return (
            f'</sheetData><autoFilter ref="{self.area.replace("$", "")}"/><dataValidations count="1"><dataValidation '
            f'type="list" errorStyle="information" allowBlank="1" showErrorMessage="1" error="yes, or nothing" '
            f'sqref="{at}2:{at}{MOST_ROWS}"><formula1>"{YES}"</formula1></dataValidation></dataValidations>'
            '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>'
            '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>'
        )


def _style(column: str) -> Style:
    """Return how the cells of a column look, those of new rows too."""
    if column in ("link", "pair"):
        return Style(_SOFT)
    if column == "kind":
        return Style(bold=True)
    return Style(number=TWO_DECIMALS if column == "score" else TEXT)


def _letter(column: int) -> str:
    """Return the letters of a column, counted from 0.

    >>> _letter(0), _letter(26)
    ('A', 'AA')
    """
    return (_letter(column // 26 - 1) if column >= 26 else "") + chr(ord("A") + column % 26)


def _lines(cell: str, column: str) -> int:
    """Return about how many lines a cell takes; letters of East Asia are twice as wide."""
    widths = (
        len(line) if line.isascii() else sum(1 + (unicodedata.east_asian_width(one) in "WF") for one in line)
        for line in cell.split("\n")
    )
    return sum(1 + width // _WIDTHS[column] for width in widths)


def _data_row(number: int, one: Aligned) -> str:
    """Return the row of a pair in the hidden sheet."""
    data = _ESCAPE_LIKE.sub(r"\\u0078", json.dumps(data_of(one), separators=(",", ":")))
    if len(data) > _PART * (_MOST_COLUMNS - 1):
        raise InputError(f"pair {number:,} is too large for a workbook; write .csv or .json")
    parts = (data[at : at + _PART] for at in range(0, len(data), _PART))
    cells = (text_cell(f"{_letter(at)}{number + 1}", part, 0) for at, part in enumerate(parts, 1))
    return f'<row r="{number + 1}"><c r="A{number + 1}"><v>{number}</v></c>{"".join(cells)}</row>'


def _copy_data(data: IO[bytes], part: IO[bytes]) -> None:
    """Write the hidden sheet, whose rows were kept until the table was complete."""
    part.write(f'{HEAD}<worksheet xmlns="{SHEET}"><sheetData><row r="1">{text_cell("A1", FORMAT, 0)}</row>'.encode())
    data.seek(0)
    while some := data.read(1 << 16):
        part.write(some)
    part.write(b"</sheetData></worksheet>")


def _workbook(area: str) -> str:
    """Return the part that names the sheets, the filter, and the row to repeat in print."""
    return (
        f'{HEAD}<workbook xmlns="{SHEET}" xmlns:r="{_OFFICE}"><bookViews><workbookView windowWidth="28800" '
        f'windowHeight="15000"/></bookViews><sheets><sheet name="{TABLE_SHEET}" sheetId="1" r:id="rId1"/>'
        f'<sheet name="{HELP_SHEET}" sheetId="2" r:id="rId2"/><sheet name="{DATA_SHEET}" sheetId="3" '
        f'state="veryHidden" r:id="rId3"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" '
        f'localSheetId="0" hidden="1">{TABLE_SHEET}!{area}</definedName><definedName name="_xlnm.Print_Titles" '
        f'localSheetId="0">{TABLE_SHEET}!$1:$1</definedName></definedNames></workbook>'
    )


def is_right_to_left(text: str) -> bool:
    """Return whether the first letter of a text belongs to a script that runs from right to left."""
    strong = (way for way in map(unicodedata.bidirectional, text) if way in ("L", "R", "AL"))
    return next(strong, "L") != "L"


def data_of(one: Aligned) -> dict[str, Any]:
    """Return what the hidden sheet holds of a pair."""
    alignment: Alignment = one.alignment
    return {
        "source": _document(alignment.source),
        "target": _document(alignment.target),
        "levels": one.levels,
        "origin": one.origin,
        "signature": alignment.signature,
        "links": [[link.source, link.target, link.score] for link in alignment.sentences],
    }


def _document(document: Document) -> dict[str, Any]:
    return {
        "id": document.id,
        "language": document.language,
        "headings": document.headings,
        "paragraphs": document.paragraphs,
    }
