"""`.csv`: the table of `.tsv` for spreadsheets (Excel, LibreOffice).

It begins with a byte order mark, by which Excel knows UTF-8, and its lines end as Excel's do. A text that begins with
`=`, `+`, `-`, `@` (or their wide forms, a tab or a line end) has a tab in front: a spreadsheet would take it for a
formula, with or without quotation marks. This is what OWASP advises against formulas in tables. A text of
the table is the field without that tab.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType

from vicinal.alignment import Aligned
from vicinal.formats.text_table import COLUMNS as _COLUMNS
from vicinal.formats.text_table import guarded, write_table

_NOTE = "; with a tab in front where it begins like a formula"
COLUMNS = MappingProxyType({name: text + _NOTE * name.endswith("_text") for name, text in _COLUMNS.items()})


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield a byte order mark, a header line and one row for each sentence link."""
    del names
    yield 0, "\ufeff"
    yield from write_table(aligned, corpus, ",", "\r\n", guarded)
