"""Which word forms match: the same form, the same stem, nearly the same letters, or similar vectors.

The score of a match is an integer: points per letter of the shorter word, for up to eight letters plus two. The more
certain the kind of match, the more points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf, sqrt

from vicinal.similarity.stems import stemmer_for

Vector = Callable[[str], "Sequence[float] | None"]
Scores = dict[str, dict[str, int]]

_SAME, _STEM, _NEAR, _MEANING = 10, 8, 6, 5  # points per letter
_MOST_LETTERS = 8  # letters of a word that score
_MOST_PAIRS = 1_000  # compared pairs of words that share three letters, or by their vectors
_LEAST_COSINE = 0.7


def scores_of_matches(
    source: Iterable[str], target: Iterable[str], language: str | None = None, vector: Vector | None = None
) -> Scores:
    """Return, for each source form, the target forms that match it, each with its score.

    Args:
        source: Word forms, case-folded.
        target: Word forms of the other text.
        language: The language code; it selects the stemmer. Without it, words are not stemmed.
        vector: Returns the vector of a word, or None if it has none.

    >>> scores_of_matches(["cats", "ran"], ["cat", "ran"], "en")
    {'ran': {'ran': 50}, 'cats': {'cat': 40}}
    """
    rows, columns = dict.fromkeys(source), dict.fromkeys(target)
    scores = {form: {form: _SAME * _weight(form)} for form in rows if form in columns}
    mine, others = list(rows), list(columns)
    stems = stemmer_for(language)
    if stems is not None:
        by_stem: dict[str, list[str]] = {}
        for form, stem in zip(others, stems(others), strict=True):
            by_stem.setdefault(stem, []).append(form)
        for form, stem in zip(mine, stems(mine), strict=True):
            for other in by_stem.get(stem, ()):
                _add(scores, form, other, _STEM)
    mine = [form for form in rows if form not in scores]
    others = [form for form in columns if form not in rows]
    for form, other in _near_pairs(mine, others):
        _add(scores, form, other, _NEAR)
    if vector is not None and len(mine) * len(others) <= _MOST_PAIRS:
        for form, other in _alike(mine, others, vector):
            _add(scores, form, other, _MEANING)
    return scores


def _add(scores: Scores, form: str, other: str, points: int) -> None:
    scores.setdefault(form, {}).setdefault(other, points * min(_weight(form), _weight(other)))


def _weight(form: str) -> int:
    return min(len(form), _MOST_LETTERS) + 2


def _near_pairs(mine: Sequence[str], others: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of nearly the same words that share their first three letters or their last three."""
    for end in (slice(None, 3), slice(-3, None)):
        buckets: dict[str, tuple[list[str], list[str]]] = {}
        for side, forms in enumerate((mine, others)):
            for form in forms:
                if len(form) >= 4 and not any(map(str.isdigit, form)):
                    buckets.setdefault(form[end], ([], []))[side].append(form)
        for first, second in buckets.values():
            if len(first) * len(second) <= _MOST_PAIRS:
                yield from ((a, b) for a in first for b in second if is_near(a, b))


def is_near(a: str, b: str) -> bool:
    """Return whether two words are nearly the same: one begins or ends with the other, or few letters differ.

    >>> is_near("bibliothek", "stadtbibliothek"), is_near("colour", "color"), is_near("night", "light")
    (True, True, True)
    >>> is_near("bus", "bush"), is_near("strait", "street")
    (False, False)
    """
    short, long = sorted((a, b), key=len)
    if len(short) < 4 or len(long) > 64:
        return False
    if len(short) >= 5 and 2 * len(short) >= len(long) and (long.startswith(short) or long.endswith(short)):
        return True
    return _within(short, long, min(len(short) // 4, 3))


def _within(a: str, b: str, most: int) -> bool:
    """Return whether the Levenshtein distance of two words is at most `most`."""
    if abs(len(a) - len(b)) > most:
        return False
    before = list(range(len(b) + 1))
    for x, letter in enumerate(a, 1):
        now = [x, *([most + 1] * len(b))]
        for y in range(max(1, x - most), min(len(b), x + most) + 1):
            now[y] = min(before[y - 1] + (letter != b[y - 1]), before[y] + 1, now[y - 1] + 1)
        if min(now) > most:
            return False
        before = now
    return before[-1] <= most


def _alike(mine: Sequence[str], others: Sequence[str], vector: Vector) -> Iterator[tuple[str, str]]:
    """Yield pairs of words whose vectors have a high cosine."""
    theirs = [(other, _unit(vector(other))) for other in others]
    for form in mine:
        row = _unit(vector(form))
        if row is not None:
            for other, column in theirs:
                if column is not None and len(column) == len(row):
                    total = 0.0
                    for a, b in zip(row, column, strict=True):
                        total += a * b
                    if round(total, 9) >= _LEAST_COSINE:
                        yield form, other


def _unit(vector: Sequence[float] | None) -> list[float] | None:
    if vector is None:
        return None
    square = 0.0
    for number in vector:
        square += number * number
    return [number / sqrt(square) for number in vector] if 0 < square < inf else None
