"""`.csv`: the table to correct, for spreadsheets; `vicinal import` reads it back.

It begins with a byte order mark, by which Excel knows UTF-8, and its lines end as Excel's do. A cell that a spreadsheet
would change has a tab in front, inside the quotation marks, which alone do not help: a comment that begins like a
formula (as OWASP advises), and the kind of a link, which looks like a date (1-1). Scores have six decimals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vicinal.alignment import Aligned
from vicinal.formats.correction_table import Record, columns, records_of
from vicinal.formats.part import Frame, Parts, Place
from vicinal.formats.text_table import quoted

_END = "\r\n"
_GUARD = "\t"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield a byte order mark, a header line and the rows of each pair."""
    del names
    yield 0, _head(corpus)
    yield from _rows(aligned, corpus, 0)


def part(aligned: Iterable[Aligned], place: Place) -> Iterator[tuple[int, str]]:
    """Yield a part of the table of a corpus."""
    return _rows(aligned, True, place.number)


def frame(first: Aligned | None) -> Frame:
    """Return what stands around the parts."""
    del first
    return Frame(_head(corpus=True))


def _head(corpus: bool) -> str:
    return "\ufeff" + ",".join(columns(corpus)) + _END


def _rows(aligned: Iterable[Aligned], corpus: bool, before: int) -> Iterator[tuple[int, str]]:
    for number, one in enumerate(aligned, before + 1):
        yield 0, "".join(_line(record, corpus) for _, record in records_of(one, number))


def _line(record: Record, corpus: bool) -> str:
    if record.link is None and not record.unsure and not record.comment:  # most rows of a long document
        pair = f"{quoted(record.pair)}," if corpus else ""
        sides = f"{quoted(record.source)},{quoted(record.target)}"
        return f'{pair},{sides},"{record.kind}",,"","","{record.was}"{_END}'
    fields = (
        quoted(record.pair),
        "" if record.link is None else str(record.link),
        quoted(record.source),
        quoted(record.target),
        quoted(_GUARD * (record.link is not None) + record.kind),
        "" if record.score is None else f"{record.score:.6f}",
        quoted(record.unsure),
        quoted(_guarded(record.comment)),
        quoted(record.was),
    )
    return ",".join(fields[0 if corpus else 1 :]) + _END


def _guarded(text: str) -> str:
    """Return a text that a spreadsheet does not take for a formula; one tab can be removed from any text."""
    return _GUARD + text if text.startswith(_FORMULA) else text


PARTS = Parts(part, frame)
