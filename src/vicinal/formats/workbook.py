"""`.xlsx`: the table to correct as a workbook; needs XlsxWriter (extra `spreadsheets`).

Sheets: the table; how to correct it; and, hidden, the texts, ids, levels, languages, links and signature of each pair,
so that a deleted row loses no sentence and `vicinal import` can tell what was changed. Hidden data are JSON in ASCII,
cut into cells. XlsxWriter keeps a row in memory, not a sheet; what it makes has no date of its own, so the same input
gives the same bytes. All texts are written as strings, never as formulas.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from vicinal.alignment import Aligned, Alignment
from vicinal.errors import InputError, SettingError
from vicinal.formats.correction_table import COLUMNS, YES, Record, columns, records_of
from vicinal.formats.reading_order import ONLY_SOURCE, ONLY_TARGET
from vicinal.formats.sentence_cell import LONGEST
from vicinal.text.document import Document

TABLE_SHEET = "Alignment"
HELP_SHEET = "How to"
DATA_SHEET = "vicinal"
FORMAT = "vicinal-table/1"
MOST_ROWS = 1_048_576  # of a sheet
_MOST_COLUMNS = 16_384
_DATE = datetime(2000, 1, 1)
_PART = 32_000  # characters of JSON in a cell
_WIDTHS = {
    "pair": 18,
    "link": 6,
    "source": 62,
    "target": 62,
    "kind": 11,
    "score": 7,
    "unsure": 8,
    "comment": 30,
    "was": 10,
}
# The colours of links on light ground, as in view/assets/theme.css, and a light tint of each.
_COLOURS = {
    "1-1": ("#2A6A9E", "#E4EDF3"),
    "1-N": ("#C45508", "#F8EADF"),
    "N-1": ("#00805F", "#DFF0EB"),
    "N-N": ("#9A4A8B", "#F2E8F0"),
    ONLY_SOURCE: ("#5B626C", "#F0EFEB"),
    ONLY_TARGET: ("#5B626C", "#F0EFEB"),
}
_ESCAPE_LIKE = re.compile("x(?=[0-9A-Fa-f]{4}_)")  # Excel reads _x0041_ as A
HELP = (
    "A row is a link: what stands in source and target belongs together. A row with one side is a sentence without "
    "a link.",
    "Each sentence has its number in front, [12]. The number says which sentence it is: keep it.",
    "To move a sentence: cut its whole line, with the number, and paste it into the cell of another row.",
    "To add a link: insert a row, and put sentences into source and target. A number alone, [12], is enough.",
    "To remove a link: put its sentences into two rows, or delete the row. Its sentences then have no link.",
    "To correct a sentence: change the words after its number.",
    "To split a sentence: write [12a] and [12b] before its parts, on two lines. To join two: [12+13].",
    "[¶12] opens a paragraph (you may type [P12]), [#12] a heading. Add or remove the sign to change that.",
    "A sentence may be in two rows: then two links share it.",
    "unsure: yes, or nothing. comment: anything. Rows may be sorted, and rows and columns be added.",
    "link, kind and score are not read back. Do not merge cells, and use no formulas.",
    "Then: vicinal import THIS.xlsx -o gold.jsonl (or .json). It tells row by row what it cannot read.",
)


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, bytes]]:
    """Yield the bytes of a workbook.

    Raises:
        SettingError: XlsxWriter is not installed.
        InputError: There are more rows than a sheet has, or a link is too large for a cell.
    """
    del names
    import tempfile  # 5 ms, which only this needs

    try:
        from xlsxwriter import Workbook
    except ImportError:
        raise SettingError("the format 'xlsx' needs XlsxWriter; pip install 'vicinal[spreadsheets]'") from None
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as file:
        book = Workbook(file, {"constant_memory": True, "tmpdir": folder, "use_zip64": True})
        try:
            book.set_properties({"title": "Alignment", "created": _DATE})
            writer = _Writer(book, corpus)
            for number, one in enumerate(aligned, 1):
                writer.add(number, one)
            writer.finish()
        finally:
            book.close()  # even after an error: it closes its temporary files
        file.seek(0)
        while data := file.read(1 << 16):
            yield 0, data


class _Writer:
    """Writes pairs into the sheets of a workbook."""

    def __init__(self, book: Any, corpus: bool) -> None:
        self._table, self._help, self._data = map(book.add_worksheet, (TABLE_SHEET, HELP_SHEET, DATA_SHEET))
        self._data.very_hidden()
        self._columns = columns(corpus)
        self._skip = len(COLUMNS) - len(self._columns)
        self._row = 0
        self._styles = _Styles(book)
        self._data.write_string(0, 0, FORMAT)
        head = self._styles.of(bold=True, bg_color="#1C2025", font_color="#FFFFFF", valign="vcenter")
        for at, name in enumerate(self._columns):
            self._table.set_column(at, at, _WIDTHS[name], None, {"hidden": name == "was"})
            self._table.write_string(0, at, name, head)
        self._table.freeze_panes(1, 0)
        self._table.set_landscape()
        self._table.set_paper(9)
        self._table.fit_to_pages(1, 0)
        self._table.repeat_rows(0)
        self._write_help()

    def add(self, number: int, one: Aligned) -> None:
        """Write the rows and the data of a pair."""
        for _, record in records_of(one, number, LONGEST):
            self._row += 1
            if self._row >= MOST_ROWS:
                raise InputError(
                    f"a sheet has room for {MOST_ROWS:,} rows, and this table has more (pair {number:,} does not fit); "
                    "export fewer pairs, or write .csv"
                )
            self._add_row(record)
        data = _ESCAPE_LIKE.sub(r"\\u0078", json.dumps(data_of(one), separators=(",", ":")))
        if len(data) > _PART * (_MOST_COLUMNS - 1):
            raise InputError(f"pair {number:,} is too large for a workbook; write .csv or .json")
        self._data.write_number(number, 0, number)
        for at in range(0, len(data), _PART):
            self._data.write_string(number, 1 + at // _PART, data[at : at + _PART])

    def _add_row(self, record: Record) -> None:
        colour, tint = _COLOURS[record.kind]
        alone = {"bg_color": tint} if record.link is None else {}
        for at, (name, value) in enumerate(zip(self._columns, record[self._skip :], strict=True)):
            style = dict(alone)
            if name == "kind":
                style = {"font_color": colour, "bg_color": tint, "bold": True}
            elif name in ("source", "target"):
                style |= {"reading_order": 2} if is_right_to_left(str(value)) else {}
            elif name == "score":
                style["num_format"] = "0.00"
            elif name in ("link", "pair"):
                style["font_color"] = "#5B626C"
            if isinstance(value, (int, float)):
                self._table.write_number(self._row, at, value, self._styles.of(**style))
            elif value:
                self._table.write_string(self._row, at, value, self._styles.of(**style))
            else:
                self._table.write_blank(self._row, at, None, self._styles.of(**style))

    def finish(self) -> None:
        """Set what depends on the number of rows."""
        self._table.autofilter(0, 0, max(self._row, 1), len(self._columns) - 1)
        at = self._columns.index("unsure")
        choice = {"validate": "list", "source": [YES], "error_type": "information", "error_message": "yes, or nothing"}
        self._table.data_validation(1, at, MOST_ROWS - 1, at, choice)

    def _write_help(self) -> None:
        self._help.set_column(0, 0, 110)
        self._help.write_string(0, 0, "How to correct this table", self._styles.of(bold=True, font_size=14))
        for row, line in enumerate(HELP, 1):
            self._help.write_string(row, 0, line, self._styles.of())


class _Styles:
    """The styles of cells, each made once; all wrap their text and begin at the top."""

    def __init__(self, book: Any) -> None:
        self._book = book
        self._known: dict[tuple[tuple[str, Any], ...], Any] = {}

    def of(self, **wanted: Any) -> Any:
        key = tuple(sorted(wanted.items()))
        if key not in self._known:
            line = {"border": 4, "border_color": "#DEDBD4"}
            self._known[key] = self._book.add_format({"text_wrap": True, "valign": "top", **line, **wanted})
        return self._known[key]


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
