"""The form of a text table: what separates its cells, and whether cells can be quoted. And its header.

The form is recognised from the start of a file:

- A first line `sep=;`, which Excel understands, names the delimiter. It is no row.
- Otherwise the delimiter is that of the suffix: a tab for `.tsv` and `.tab`, a comma for all others. Another one
  (comma, semicolon, tab, pipe) is taken only if the usual one does not split the header, or splits less than half of
  the first rows into as many cells as the header, while the other one splits the header and nearly all of these rows
  into the same number. So a semicolon in a cell of a normal CSV file changes nothing. Quotes are respected.
- Cells between commas, semicolons and pipes can be quoted. Between tabs, quotes are text, as most makers of TSV mean
  it, unless the start of the file shows otherwise: some cells are quoted as by a CSV writer; no quote stands elsewhere;
  and the quotes are needed where they are. They are needed around a quote, a tab or a line end; in a table whose header
  is quoted, everywhere; and around a comma, if no comma stands without quotes (Excel). Or each column has them in all
  rows or in none, in at least three rows: texts are quoted and numbers are not, as Vicinal writes tables.

Callers: `table_file`, `table_rows`.
"""

from __future__ import annotations

import csv
import re
from itertools import islice
from typing import NamedTuple

from vicinal.corpus.readers.table_ranges import LARGEST, Quotes, records
from vicinal.errors import InputError, SettingError

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe"}
_ROWS = 20  # of the start of a file, that must agree with the header
_PART = 1 << 16  # bytes that mostly have so many rows
_ALIKE = 3  # rows that must be quoted alike
_CELLS = 10_000  # of the start of a file, that must be quoted as in CSV
_FEW, _NEARLY_ALL = 0.5, 0.9  # shares of these
_SEP_LINE = re.compile(rb'"?sep=([,;\t|])"?\r?\n', re.IGNORECASE)
_QUOTED = re.compile(rb'"([^"]*(?:""[^"]*)*)"(?=[\t\r\n]|\Z)')
_UNCLOSED = re.compile(rb'"[^"]*(?:""[^"]*)*"?\Z')
_PLAIN = re.compile(rb"[^\t\n]*")


class Form(NamedTuple):
    """What separates the cells of a text table, and whether they can be quoted."""

    delimiter: str = ","
    quoted: bool = True

    def quotes(self) -> Quotes | None:
        """Return what tracks the quotes of a file of this form; None if quotes are text."""
        return Quotes(self.delimiter) if self.quoted else None

    def cells(self, text: str) -> list[str]:
        """Return the cells of a row; none if it is blank.

        Raises:
            InputError: The row is no text, or has stray line ends; the message is about the row.
        """
        if "\0" in text:
            raise InputError("contains a NUL byte, so it is not text")
        if not self.quoted:
            line = text.removesuffix("\n").removesuffix("\r")
            return line.split(self.delimiter) if line else []
        if csv.field_size_limit() < LARGEST:
            csv.field_size_limit(LARGEST)  # global to the process, so never lowered
        try:
            return next(csv.reader([text], delimiter=self.delimiter), [])
        except csv.Error:
            # Other errors are excluded by now.
            raise InputError("contains a carriage return outside quotes; use LF or CRLF line ends") from None


def delimiter_named(name: str) -> str:
    """Return a delimiter that is given by itself or by its name.

    >>> delimiter_named("semicolon")
    ';'
    """
    found = {"\\t": "\t", **{word: sign for sign, word in DELIMITERS.items()}}.get(name.lower(), name)
    if found not in DELIMITERS:
        raise SettingError(f"unknown delimiter {name!r:.40}; give one of: {', '.join(DELIMITERS.values())}")
    return found


def form_of(text: bytes, usual: str, given: str | None, is_whole: bool) -> tuple[Form, int]:
    """Return the form of a table, and the byte after a line that names its delimiter.

    Args:
        text: The start of the table, in UTF-8, or in an encoding in which delimiters and quotes are the same bytes.
        usual: The delimiter that the file's suffix means.
        given: The delimiter that the user gave; None to recognise it.
        is_whole: Whether the text is the whole table.
    """
    named = _SEP_LINE.match(text)
    start = named.end() if named else 0
    text = text[start:]
    delimiter = given or (named[1].decode() if named else None)
    if delimiter is not None:
        return _form(text, delimiter, is_whole), start
    own = _form(text, usual, is_whole)
    share, width = _fit(text, own, is_whole)
    if width > 1 and share >= _FEW:
        return own, start
    others = {form: _fit(text, form, is_whole) for form in (_form(text, sign, is_whole) for sign in DELIMITERS)}
    fitting = [form for form, (share, width) in others.items() if width > 1 and share >= _NEARLY_ALL]
    return max(fitting, key=others.__getitem__, default=own), start


def header_end(text: bytes, form: Form) -> int:
    """Return the byte after the header; 0 if the text ends before it does.

    Raises:
        InputError: The text ends inside quotes; the message is about the file.
    """
    quotes = form.quotes()
    if quotes is None:
        return text.find(b"\n") + 1
    end = quotes.hide(text).find(b"\n") + 1
    quotes.hide(b"\n")
    if not end and quotes.open:
        raise InputError("a quote that opens here is never closed; close it")
    return end


def whole_rows(text: bytes, form: Form) -> bytes:
    """Return the start of a table up to the end of its last whole row."""
    quotes = form.quotes()
    return text[: (quotes.hide(text) if quotes else text).rfind(b"\n") + 1]


def _form(text: bytes, delimiter: str, is_whole: bool) -> Form:
    if delimiter != "\t":
        return Form(delimiter, quoted=True)
    quoted, plain = Form("\t", quoted=True), Form("\t", quoted=False)
    has_tabs = b"\t" in text[: text.find(b"\n") + 1 or len(text)]
    is_quoted = has_tabs and b'"' in text and _has_quoted_cells(text, is_whole)
    return quoted if is_quoted and _fit(text, quoted, is_whole) >= _fit(text, plain, is_whole) else plain


def _fit(text: bytes, form: Form, is_whole: bool) -> tuple[float, int]:
    """Return the share of the first rows that have as many cells as the header, and that number."""
    found = _widths(text[:_PART], form, is_whole and len(text) <= _PART)
    if len(found) <= _ROWS and len(text) > _PART:
        found = _widths(text, form, is_whole)
    if not found:
        return 0.0, 0
    width, *counts = found
    counts = [count for count in counts if count]
    return (counts.count(width) / len(counts) if counts else 1.0), width


def _widths(text: bytes, form: Form, is_whole: bool) -> list[int]:
    """Return the numbers of cells of the header and the first rows: 0 for a blank row, -1 for an unreadable one."""
    found = []
    rows = text if is_whole else whole_rows(text, form)
    for _, record in islice(records(rows, 1, form.quotes()), _ROWS + 1):
        try:
            # One character a byte: only the number of cells matters.
            found.append(len(form.cells(record.decode("latin-1"))))
        except InputError:
            found.append(-1)
    return found


def _has_quoted_cells(text: bytes, is_whole: bool) -> bool:
    """Tell whether the cells between tabs are quoted, as the module describes."""
    at = row = column = 0
    quoted: list[bytes] = []
    # The columns with and without quotes, in the header and in the rows.
    with_quotes: tuple[set[int], set[int]] = (set(), set())
    without: tuple[set[int], set[int]] = (set(), set())
    bare_comma = False
    for _ in range(_CELLS):
        if at >= len(text):
            break
        cell = _QUOTED.match(text, at)
        if cell is not None:
            quoted.append(cell[1])
            at = cell.end() + text.startswith(b"\r\n", cell.end())
        elif text.startswith(b'"', at):
            if not is_whole and _UNCLOSED.match(text, at):
                break
            return False
        else:
            plain = _PLAIN.match(text, at)
            end = plain.end() if plain else at
            if text.find(b'"', at, end) >= 0:
                return False
            bare_comma = bare_comma or text.find(b",", at, end) >= 0
            at = end
        (without if cell is None else with_quotes)[row > 0].add(column)
        row, column = (row, column + 1) if text.startswith(b"\t", at) else (row + 1, 0)
        at += 1  # the tab or the line end
    if not without[0] or (row > _ALIKE and not with_quotes[1] & without[1]):
        return bool(quoted)
    signs = (b'"', b"\t", b"\n") if bare_comma else (b'"', b"\t", b"\n", b",")
    return bool(quoted) and all(any(sign in cell for sign in signs) for cell in quoted)
