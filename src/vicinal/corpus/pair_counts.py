"""The counts of pairs while they are added up: plain numbers that grow, which `stats.Stats` then holds.

`PairCounts` is the reference for its compiled twin, `compiled/_pair_counts.pyx`, which gives the same numbers.
Statistics count every word of a corpus, so this part decides how long they take.

Callers: `stats`, and whatever reads through a run.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import isnan
from typing import Any, NamedTuple

from vicinal.alignment import LinkRow
from vicinal.compiled import compiled
from vicinal.corpus.text_measures import comparable, words

Paragraphs = Sequence[Sequence[str]]
MILLION = 1_000_000


class Bins(NamedTuple):
    """The bins of the histograms.

    Attributes:
        scores: The edges of the bins of scores, from the first to the last.
        ratios: The edges of the bins of length ratios; there is an open bin at each end.
        width: The width of a bin of sentence lengths, in words.
        lengths: The number of these bins; the last is open.
    """

    scores: tuple[float, ...]
    ratios: tuple[float, ...]
    width: int
    lengths: int


class PairCounts:
    """The counts of the pairs added so far.

    Attributes:
        pairs: The number of pairs.
        without_links: The number of those without a link.
        identical: The number of links with the same text on both sides.
        crossing: The number of links that start, in the target, before a link they follow in the source.
        millionths: The sum of the scores, each rounded to a millionth.
        kinds: The number of links of each kind.
        scores: The histogram of the scores.
        ratios: The histogram of the length ratios.
        sides: For source and target: the numbers of paragraphs, sentences, aligned sentences and words.
        lengths: For source and target: the histogram of the sentence lengths.
    """

    def __init__(self, bins: Bins) -> None:
        self._bins = bins
        self.pairs = self.without_links = self.identical = self.crossing = self.millionths = 0
        self.kinds = [0] * 4
        self.scores = [0] * (len(bins.scores) - 1)
        self.ratios = [0] * (len(bins.ratios) + 1)
        self.sides = [0] * 4, [0] * 4
        self.lengths = [0] * bins.lengths, [0] * bins.lengths

    def add(self, source: Paragraphs, target: Paragraphs, links: Sequence[LinkRow]) -> tuple[int, int]:
        """Add a pair, and return how many source and target sentences are in a link.

        Raises:
            IndexError: A link has an empty side, or a sentence that is not there. The counts are of no use then.
            ValueError: A score is not a number; nor are they then.
        """
        texts = tuple([text for paragraph in side for text in paragraph] for side in (source, target))
        sizes = tuple(list(map(words, side)) for side in texts)
        aligned: tuple[set[int], set[int]] = set(), set()
        for link in links:
            for side, known, indices in zip(texts, aligned, link[:2], strict=True):
                if not indices or min(indices) < 0 or max(indices) >= len(side):
                    raise IndexError("a link with sentences that are not there")
                known.update(indices)
            self._add_link(link, texts, sizes)
        self.pairs += 1
        self.without_links += not links
        furthest = -1
        for _, start in sorted((min(x), min(y)) for x, y, _ in links):
            self.crossing += start < furthest
            furthest = max(furthest, start)
        for number, paragraphs in enumerate((source, target)):
            found = (len(paragraphs), len(texts[number]), len(aligned[number]), sum(sizes[number]))
            self.sides[number][:] = map(sum, zip(self.sides[number], found, strict=True))
            for length in sizes[number]:
                self.lengths[number][min(length // self._bins.width, self._bins.lengths - 1)] += 1
        return len(aligned[0]), len(aligned[1])

    def _add_link(self, link: LinkRow, texts: tuple[list[str], ...], sizes: tuple[list[int], ...]) -> None:
        source, target, score = link
        self.kinds[2 * (len(source) > 1) + (len(target) > 1)] += 1  # the order of link.KINDS
        if isnan(score):
            raise ValueError("a link with a score that is not a number")
        score = min(max(score, 0.0), 1.0)
        self.millionths += round(score * MILLION)
        self.scores[min(bisect_right(self._bins.scores, score), len(self.scores)) - 1] += 1
        before, after = sum(sizes[0][x] for x in source), sum(sizes[1][y] for y in target)
        if before and after:
            self.ratios[bisect_right(self._bins.ratios, after / before)] += 1
        if before == after:  # identical texts have the same length
            self.identical += same_text([texts[0][x] for x in source], [texts[1][y] for y in target])


def same_text(source: Sequence[str], target: Sequence[str]) -> bool:
    """Tell whether two sides of a link, joined by spaces, have the same text."""
    first, second = " ".join(source), " ".join(target)
    return first == second or comparable(first) == comparable(second)


_compiled = compiled("_pair_counts")


def pair_counts(bins: Bins) -> Any:
    """Return empty counts: the compiled ones where they were built, else `PairCounts`."""
    return PairCounts(bins) if _compiled is None else _compiled.PairCounts(bins, words, same_text)
