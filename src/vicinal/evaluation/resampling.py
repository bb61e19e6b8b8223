"""How reliable scores are: `intervals` and `randomisation`. Both resample documents, with a fixed seed.

A resample is the same for every measure, so all measures asked for are added up at once. In Python, the counts of a
document are packed into one long integer, whose sum has the sums of all counts in its bits. The compiled twin,
`compiled/_resampling.pyx`, reads the same random numbers and gives the same totals.
"""

from __future__ import annotations

import random
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from operator import getitem, lshift
from typing import TYPE_CHECKING

from vicinal.compiled import compiled
from vicinal.cores import cores
from vicinal.evaluation.counts import Counts, Scores, added, counted

if TYPE_CHECKING:
    from concurrent.futures import Future

Interval = tuple[float, float]
SCORES = ("precision", "recall", "f1", "f05")

_compiled = compiled("_resampling")
_MOST_IN_64_BITS = (1 << 63) - 1
_MANY = 1 << 16  # counts from which on a resample is worth a thread
_TOGETHER = 1 << 9  # tables of swaps in memory at a time, for eight documents each


def intervals(
    documents: Sequence[Scores],
    measures: Iterable[str],
    scores: Sequence[str] = SCORES,
    *,
    samples: int = 1000,
    seed: int = 1,
) -> dict[str, dict[str, Interval]]:
    """Return 95% bootstrap intervals over documents, by measure and score. Several measures cost little more than one.

    With fewer than two documents there is nothing to resample: the result is empty, not an interval of width zero.

    Args:
        documents: The scores of each document.
        measures: The measures.
        scores: Which of precision, recall, F1 and F0.5.
        samples: How often to resample.
        seed: Where the random numbers start.
    """
    if len(documents) < 2:
        return {}
    columns: dict[tuple[int, ...], int] = {}  # many are the same: the gold links of strict and lax, say
    places = {
        measure: [
            columns.setdefault(column, len(columns))
            for column in zip(*(counted(one[measure]) for one in documents), strict=True)
        ]
        for measure in measures
    }
    drawn = drawn_totals(list(columns), samples, seed) if columns else []
    found = {}
    for measure, own in places.items():
        totals = [Counts(*(total[place] for place in own)) for total in drawn]
        found[measure] = {name: _middle(sorted(getattr(total, name) for total in totals)) for name in scores}
    return found


def drawn_totals(columns: Sequence[Sequence[int]], samples: int, seed: int) -> list[Sequence[int]]:
    """Draw as many documents as there are, with replacement, and add up their counts; that many times.

    Args:
        columns: Counts of the same documents, a column for each thing counted.
        samples: How often to draw.
        seed: Where the random numbers start: those of `random.Random(seed).choices`.
    """
    documents = len(columns[0])
    if _compiled is None or any(max(column) * documents > _MOST_IN_64_BITS for column in columns):
        return _totals_in_python(columns, samples, seed)
    rows = array("q", [count for row in zip(*columns, strict=True) for count in row])
    return list(_compiled_totals(rows, documents, len(columns), samples, seed))


def _totals_in_python(columns: Sequence[Sequence[int]], samples: int, seed: int) -> list[Sequence[int]]:
    packed, fields = _packed(columns, len(columns[0]))
    choose = random.Random(seed)  # noqa: S311
    drawn = (sum(choose.choices(packed, k=len(packed))) for _ in range(samples))
    return [[total >> shift & mask for shift, mask in fields] for total in drawn]


def _packed(columns: Sequence[Sequence[int]], times: int) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the counts of each document as one integer, and where in sums of so many each count stands."""
    fields = []
    shift = 0
    for column in columns:
        width = (max(column) * times).bit_length()
        fields.append((shift, (1 << width) - 1))
        shift += width
    shifts = [shift for shift, _ in fields]
    packed = [
        sum(count << shift for count, shift in zip(row, shifts, strict=True)) for row in zip(*columns, strict=True)
    ]
    return packed, fields


def _compiled_totals(
    rows: array[int], documents: int, columns: int, samples: int, seed: int
) -> Iterator[Sequence[int]]:
    """Yield the totals of each resample. Random numbers are drawn here; threads add up what they choose."""
    assert _compiled is not None
    total = _compiled.total
    choose = random.Random(seed)  # noqa: S311
    # `random` takes two words of 32 bits, and `getrandbits` the same ones, in order.
    words = (choose.getrandbits(64 * documents).to_bytes(8 * documents, "little") for _ in range(samples))
    if documents * columns < _MANY:
        yield from (total(one, rows, documents, columns) for one in words)
        return
    from concurrent.futures import ThreadPoolExecutor

    waiting: deque[Future[Sequence[int]]] = deque()
    with ThreadPoolExecutor(cores()) as pool:
        for one in words:
            waiting.append(pool.submit(total, one, rows, documents, columns))
            if len(waiting) > 4 * cores():
                yield waiting.popleft().result()
        yield from (future.result() for future in waiting)


def _middle(values: list[float], share: float = 0.95) -> Interval:
    tail = (1 - share) / 2
    return values[int(tail * len(values))], values[min(int((1 - tail) * len(values)), len(values) - 1)]


def randomisation(
    first: Sequence[Scores], second: Sequence[Scores], measure: str, *, rounds: int = 1000, seed: int = 1
) -> float:
    """Return the p-value of the difference in F1 of two methods, by a paired randomisation test.

    Each round swaps the counts of the two methods for each document with probability one half. The p-value is the share
    of rounds with a difference at least as large as the observed one.
    """
    pairs = [(a[measure], b[measure]) for a, b in zip(first, second, strict=True)]
    one, other = (added(pair[side] for pair in pairs) for side in (0, 1))
    seen = abs(one.f1 - other.f1)
    both = counted(added((one, other)))
    as_large = 0
    for numbers in _swapped_totals(pairs, rounds, seed):
        left = Counts(*(total - number for total, number in zip(both, numbers, strict=True)))
        as_large += abs(Counts(*numbers).f1 - left.f1) >= seen - 1e-12
    return (as_large + 1) / (rounds + 1)


def _swapped_totals(pairs: Sequence[tuple[Counts, Counts]], rounds: int, seed: int) -> list[list[int]]:
    """Return, for each round, the total of what is on the first side after the swaps.

    Documents are taken by eights: which of them are swapped is a byte, and a table has the sum for each byte.
    """
    columns = list(zip(*((*counted(a), *counted(b)) for a, b in pairs), strict=True)) or [()] * 8
    choose = random.Random(seed)  # noqa: S311
    size = -(-len(pairs) // 8)
    coins = [choose.getrandbits(len(pairs)).to_bytes(size, "little") if pairs else b"" for _ in range(rounds)]
    most = [(max(a, default=0) + max(b, default=0)) * len(pairs) for a, b in zip(columns[:4], columns[4:], strict=True)]
    shifts = [0, *accumulate(number.bit_length() for number in most)]
    unswapped, swapped = (
        [sum(map(lshift, row, shifts)) for row in zip(*columns[side : side + 4], strict=True)] for side in (0, 4)
    )
    totals = [0] * rounds
    for start in range(0, size, _TOGETHER):
        tables = [
            _sums(unswapped[k : k + 8], swapped[k : k + 8])
            for k in range(8 * start, min(8 * (start + _TOGETHER), len(pairs)), 8)
        ]
        for number, tossed in enumerate(coins):
            totals[number] += sum(map(getitem, tables, tossed[start : start + _TOGETHER]))
    return [[total >> shift & (1 << end - shift) - 1 for shift, end in pairwise(shifts)] for total in totals]


def _sums(unswapped: Sequence[int], swapped: Sequence[int]) -> list[int]:
    """Return the sum of a few numbers, for each choice between two; bit k of a choice is about number k."""
    sums = [0]
    for one, other in zip(unswapped, swapped, strict=True):
        sums = [total + one for total in sums] + [total + other for total in sums]
    return sums
