"""`.csv`: the table of `.tsv` for spreadsheets (Excel, LibreOffice).

It begins with a byte order mark, by which Excel knows UTF-8, and its lines end as Excel's do. A text that a spreadsheet
would change has a tab in front, inside the quotation marks, which alone do not help: one that begins like a formula (as
OWASP advises), and one that looks like a number, a date or a time. A text is the field without that tab.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType

from vicinal.alignment import Aligned
from vicinal.formats.text_table import COLUMNS as _COLUMNS
from vicinal.formats.text_table import guarded, kept_as_text, write_table

_NOTE = "; with a tab in front where a spreadsheet would change it"
_NOTED = ("kind", "source_text", "target_text")
COLUMNS = MappingProxyType({name: text + _NOTE * (name in _NOTED) for name, text in _COLUMNS.items()})


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield a byte order mark, a header line and one row for each sentence link."""
    del names
    yield 0, "\ufeff"
    yield from write_table(aligned, corpus, ",", "\r\n", guarded, kept_as_text)
