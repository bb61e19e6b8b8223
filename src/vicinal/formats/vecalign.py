"""`.vecalign`: index lines as vecalign prints them, `[0, 1]:[2]:0.350000`, including unaligned sentences.

The last field is a cost, as in vecalign: one minus the score of the link, at least 0; 0 for an unaligned sentence. The
lines do not name their documents, so a corpus is a file for each pair, as vecalign's scripts expect. (`vicinal evaluate
--predicted` also reads one file with all pairs and a line `# ID` before each.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from vicinal.alignment import Aligned
from vicinal.formats.segments import Segment, segments
from vicinal.lazy_pattern import pattern

_NUMBERS = r"(?: *(?:0|[1-9][0-9]*)(?: *, *(?:0|[1-9][0-9]*))* *)?"
_SCORE = r"[-+]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|nan|inf)"
_LINE = pattern(rf"\[({_NUMBERS})\]:\[({_NUMBERS})\](?::(?:{_SCORE})?)?")


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the index lines of the one alignment that a file holds."""
    del corpus, names
    for one in aligned:
        yield 0, "".join(map(_line, segments(one.alignment)))


def _line(segment: Segment) -> str:
    cost = 0.0 if segment.score is None else max(0.0, 1 - segment.score)
    return f"{list(segment.source)}:{list(segment.target)}:{cost:.6f}\n"


def parse_line(line: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the two sides of an index line; None for any other line."""
    match = _LINE.fullmatch(line.strip())
    sides = [numbers(side) for side in match.groups()] if match else []
    if not match or sides[0] is None or sides[1] is None:
        return None
    return sides[0], sides[1]


def numbers(text: str) -> tuple[int, ...] | None:
    """Return the whole numbers of a text such as "0, 1"; None for any other text."""
    if not re.fullmatch(_NUMBERS, text):
        return None
    try:
        return tuple(map(int, text.split(","))) if text.strip() else ()
    except ValueError:  # more digits than Python reads
        return None
