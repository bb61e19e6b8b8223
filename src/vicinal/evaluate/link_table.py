"""Predicted links as a table, with tabs or commas: sentence numbers, or texts to look up in the gold.

Caller: `predicted`, which detects the format.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vicinal.evaluate.collected import Collected, Found, Lines
from vicinal.evaluate.text_lookup import TextLookup, bare
from vicinal.formats import ladder, vecalign
from vicinal.formats.text_table import Row, read_table

_HEADERS = ({"source", "target"}, {"source_text", "target_text"})


class _Columns(NamedTuple):
    """The columns with the two sides of a link, as sentence numbers or texts, and with the id of its document."""

    source: int
    target: int
    numbers: bool = False
    id: int | None = None
    header: bool = True

    @classmethod
    def of(cls, rows: Sequence[Sequence[str]], one_document: bool) -> _Columns:
        """Return the columns to read: sentence numbers if their document is known, else texts if there are any."""
        names = {name.strip(): column for column, name in enumerate(rows[0])}
        name = names.get("id")
        numbers = texts = None
        if "source_text" in names and "target_text" in names:
            texts = cls(names["source_text"], names["target_text"], False, name)
        if "source" in names and "target" in names:
            numbers = cls(names["source"], names["target"], True, name)
            first = [rows[1][column] for column in numbers[:2] if column < len(rows[1])] if rows[1:] else []
            if texts is None and any(_numbers(field) is None for field in first):
                return numbers._replace(numbers=False)
        if numbers and (one_document or name is not None or not texts):
            return numbers
        return texts or cls(0, 1, header=False)


def is_table(line: str) -> bool:
    """Tell whether a first line is that of a table: one with tabs, or a header with commas."""
    return "\t" in line or _is_header(line.split(","))


def collect_table(lines: Lines, collected: Collected) -> None:
    """Collect the links of a table; one without a header is never quoted."""
    separator = "\t" if "\t" in lines[0][1] else ","
    plain = [Row(number, line.split(separator)) for number, line in lines]
    found = read_table(lines, separator) or plain if _is_header(plain[0].fields) else plain
    rows = [row.fields for row in found]
    columns = _Columns.of(rows, len(collected.found) == 1)
    places = None if columns.numbers else _Places(collected)
    for number, row in found[int(columns.header) :]:
        if len(row) <= max(columns.source, columns.target, columns.id or 0):
            raise collected.error(number, f"has {len(row)} columns, but the first line has {len(rows[0])}")
        name = None if columns.id is None else row[columns.id].strip() or None
        source, target = row[columns.source], row[columns.target]
        if places is not None:
            places.add(source, target, None if name is None else collected.document(number, name))
            continue
        xs, ys = _numbers(source), _numbers(target)
        if xs is None or ys is None:
            raise collected.error(
                number, f"sentence numbers are written like 0,1 or [0, 1]; found {source!r:.40} and {target!r:.40}"
            )
        collected.add(number, name, [(xs, ys, None)])


def _is_header(fields: Sequence[str]) -> bool:
    names = {name.strip().strip('"') for name in fields}
    return any(header <= names for header in _HEADERS)


def _numbers(field: str) -> tuple[int, ...] | None:
    """Return the sentence numbers of a field such as "0,1" or "[0, 1]"; None if it has others."""
    return vecalign.numbers(field.strip().removeprefix("[").removesuffix("]"))


class _Places:
    """The places of texts in the gold; each is used once before any is used twice."""

    def __init__(self, collected: Collected) -> None:
        self._found = list(collected.found.values())
        self._sides = [(TextLookup(one.gold.source), TextLookup(one.gold.target)) for one in self._found]
        self._at = 0  # the document of the last link

    def add(self, source: str, target: str, only: Found | None) -> None:
        """Add two texts as a link where they are found; only in one document, if it is given."""
        source, target = (bare(ladder.without_marks(side)) for side in (source, target))
        if not source or not target:  # an unaligned sentence
            return
        order = [*range(self._at, len(self._found)), *range(self._at)]  # links usually come document by document
        if only is not None:
            only.named = True
            self._at = self._found.index(only)
            order = [self._at]
        again = None
        for number in order:
            sides = self._sides[number]
            xs = sides[0].find(source)
            ys = sides[1].find(target) if xs else None
            if xs and ys and (xs, ys) not in self._found[number].links:
                self._at = number
                self._found[number].add((xs, ys))
                sides[0].used.update(xs)
                sides[1].used.update(ys)
                return
            if xs and ys and again is None:
                again = number
        if again is None:
            self._found[self._at].unmatched += 1
        else:  # the same link again
            self._at = again
