"""What is in an aligned corpus: counts that add, over pairs, shards and machines.

`Stats` holds whole numbers only, so that parts added in any order give the same; means and shares are quotients of
these, made when asked for, and None where there is nothing to divide by.

Lengths are in words as `lengths` counts them, which also says what texts are identical. Histograms have fixed bins,
lower edge included. Scores outside 0 to 1, which some methods give, count as 0 or 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import add
from typing import Any

from vicinal.alignment import KINDS, Aligned
from vicinal.changes.operations import Operations
from vicinal.corpus.lengths import comparable, words
from vicinal.errors import SettingError, check_choice
from vicinal.text.document import Document

GROUPINGS = ("level", "source")

SCORE_EDGES = tuple(number / 20 for number in range(21))
LENGTH_EDGES = tuple(range(0, 62, 2))  # words; from the last edge on it is one bin
# Steps of a quarter octave, so that as long, half as long and twice as long are each the middle of a bin. Written out,
# because powers need not be the same on every machine. Below the first and above the last edge are bins too.
RATIO_EDGES = (
    *(0.229, 0.273, 0.324, 0.386, 0.459, 0.545, 0.648, 0.771, 0.917),
    *(1.091, 1.297, 1.542, 1.834, 2.181, 2.594, 3.084, 3.668, 4.362),
)
_OF_A_SIDE = ("paragraphs", "sentences", "words", "words_per_sentence", "aligned", "share_aligned")
_MILLION = 1_000_000
_HIGHEST, _LONGEST, _WIDTH = len(SCORE_EDGES) - 2, len(LENGTH_EDGES) - 1, LENGTH_EDGES[1]


@dataclass(frozen=True)
class Side:
    """The counts of one side, source or target.

    Attributes:
        paragraphs: How many paragraphs.
        sentences: How many sentences.
        aligned: How many of the sentences are in a link.
        words: How many words the sentences have.
        lengths: How many sentences have so many words: a histogram over LENGTH_EDGES, the last bin open.
    """

    paragraphs: int = 0
    sentences: int = 0
    aligned: int = 0
    words: int = 0
    lengths: tuple[int, ...] = (0,) * len(LENGTH_EDGES)

    def __add__(self, other: Side) -> Side:
        return Side(
            self.paragraphs + other.paragraphs,
            self.sentences + other.sentences,
            self.aligned + other.aligned,
            self.words + other.words,
            tuple(map(add, self.lengths, other.lengths)),
        )

    @property
    def share_aligned(self) -> float | None:
        """Share of the sentences that are in a link."""
        return _quotient(self.aligned, self.sentences)

    @property
    def words_per_sentence(self) -> float | None:
        """Mean length of a sentence."""
        return _quotient(self.words, self.sentences)


@dataclass(frozen=True)
class Stats:
    """The counts of some pairs of documents.

    Attributes:
        documents: How many pairs.
        without_links: How many of them have no sentence link.
        source: The counts of the first versions.
        target: The counts of the second versions.
        kinds: How many sentence links are of each kind, in the order of `alignment.KINDS`.
        identical: How many links have the same text on both sides: sentences that were only copied.
        crossing: How many links stand, in the target, before a link that they follow in the source.
        millionths: The sum of the links' scores, each rounded to a millionth.
        scores: How many links have such a score: a histogram over SCORE_EDGES.
        ratios: How many links have so many times as many words in the target as in the source: a histogram over
            RATIO_EDGES, with an open bin at both ends. Links with a side without words are not in it.
        operations: What changed in the links, word by word, if that was asked for; it takes as long as all the rest.
    """

    documents: int = 0
    without_links: int = 0
    source: Side = Side()
    target: Side = Side()
    kinds: tuple[int, ...] = (0,) * len(KINDS)
    identical: int = 0
    crossing: int = 0
    millionths: int = 0
    scores: tuple[int, ...] = (0,) * (len(SCORE_EDGES) - 1)
    ratios: tuple[int, ...] = (0,) * (len(RATIO_EDGES) + 1)
    operations: Operations = Operations()  # noqa: RUF009  (frozen, so one instance can serve all)

    @classmethod
    def of(cls, aligned: Aligned, *, operations: bool = False) -> Stats:
        """Return the counts of one pair, with or without what changed in its links."""
        alignment = aligned.alignment
        sources = list(map(words, alignment.source.sentences))
        targets = list(map(words, alignment.target.sentences))
        kinds, scores, ratios = [0] * len(KINDS), [0] * (_HIGHEST + 1), [0] * (len(RATIO_EDGES) + 1)
        identical = millionths = 0
        for link in alignment.sentences:
            kinds[2 * (len(link.source) > 1) + (len(link.target) > 1)] += 1  # the order of KINDS
            score = min(max(link.score, 0.0), 1.0)
            millionths += round(score * _MILLION)
            scores[min(bisect_right(SCORE_EDGES, score) - 1, _HIGHEST)] += 1
            before, after = sum(sources[i] for i in link.source), sum(targets[j] for j in link.target)
            if before and after:
                ratios[bisect_right(RATIO_EDGES, after / before)] += 1
            if before == after:  # else they cannot be identical
                first, second = alignment.texts(link)
                identical += first == second or comparable(first) == comparable(second)
        return cls(
            1,
            int(not alignment.sentences),
            _side(alignment.source, {i for link in alignment.sentences for i in link.source}, sources),
            _side(alignment.target, {j for link in alignment.sentences for j in link.target}, targets),
            tuple(kinds),
            identical,
            _crossing([(min(link.source), min(link.target)) for link in alignment.sentences]),
            millionths,
            tuple(scores),
            tuple(ratios),
            Operations.of(alignment) if operations else Operations(),
        )

    def __add__(self, other: Stats) -> Stats:
        return Stats(
            self.documents + other.documents,
            self.without_links + other.without_links,
            self.source + other.source,
            self.target + other.target,
            tuple(map(add, self.kinds, other.kinds)),
            self.identical + other.identical,
            self.crossing + other.crossing,
            self.millionths + other.millionths,
            tuple(map(add, self.scores, other.scores)),
            tuple(map(add, self.ratios, other.ratios)),
            self.operations + other.operations,
        )

    @property
    def links(self) -> int:
        """How many sentence links."""
        return sum(self.kinds)

    @property
    def mean_score(self) -> float | None:
        """Mean score of the links."""
        return _quotient(self.millionths, _MILLION * self.links)

    def share_of_links(self, count: int) -> float | None:
        """Return what share of all links a count of them is."""
        return _quotient(count, self.links)


@dataclass(frozen=True)
class Statistics:
    """The counts of a corpus, or of a part of it, and of its groups.

    Attributes:
        by: What the groups are: "level" (the names of the two versions), "source" (where the pairs come from) or None.
        total: All pairs.
        groups: The pairs of each group; empty where by is None. In order of name, numbers by their value.
    """

    by: str | None = None
    total: Stats = Stats()
    groups: Mapping[str, Stats] = field(default_factory=dict, hash=False)

    def __add__(self, other: Statistics) -> Statistics:
        """Return the counts of two parts together; raise SettingError unless both are grouped in the same way."""
        if self.by != other.by:
            raise SettingError(f"statistics by {self.by} and by {other.by} cannot be added; group both the same way")
        groups = dict(self.groups)
        for name, stats in other.groups.items():
            groups[name] = groups[name] + stats if name in groups else stats
        return Statistics(self.by, self.total + other.total, _sorted(groups))

    def largest(self, count: int) -> dict[str, Stats]:
        """Return the groups with the most pairs, so many at most, in order of name; of equal ones the first."""
        chosen = set(sorted(self.groups, key=lambda name: -self.groups[name].documents)[:count])
        return {name: stats for name, stats in self.groups.items() if name in chosen}


def statistics(aligned: Iterable[Aligned], by: str | None = None, *, operations: bool = False) -> Statistics:
    """Return the counts of aligned pairs, of all together and, with by, of each group; with what changed, if wanted.

    Raises:
        SettingError: by is neither None nor one of GROUPINGS.
    """
    if by is not None:
        check_choice("grouping", by, GROUPINGS)
    groups: dict[str, Stats] = {}
    for one in aligned:
        name = "" if by is None else one.origin if by == "source" else "-".join(one.levels)
        stats = Stats.of(one, operations=operations)
        groups[name] = groups[name] + stats if name in groups else stats
    return Statistics(by, sum(groups.values(), Stats()), {} if by is None else _sorted(groups))


def as_json(statistics: Statistics) -> dict[str, Any]:
    """Return the counts as one JSON object.

    Keys: documents, without_links; of each side, as {"source": ..., "target": ...}: paragraphs, sentences, words,
    words_per_sentence, aligned (sentences in a link), share_aligned; links, links_per_document, kinds (a count for each
    kind), identical, share_identical, crossing, share_crossing, mean_score; operations (if they were counted: links,
    words kept, deleted, added, replaced, replaced_by, moved, and links split and merged); histograms: score and ratio
    (edges, counts) and length (edges, source, target), where bin i goes from edge i up to edge i + 1, and null as the
    last edge means that the bin is open. Means and shares have six decimals; null where there is nothing to divide by.
    With groups also by and groups: an object with the same keys for each.
    """
    data = _stats_json(statistics.total)
    if statistics.by is not None:
        data["by"] = statistics.by
        data["groups"] = {name: _stats_json(stats) for name, stats in statistics.groups.items()}
    return data


def _side(document: Document, linked: set[int], lengths: list[int]) -> Side:
    counts = [0] * len(LENGTH_EDGES)
    for length in lengths:
        counts[min(length // _WIDTH, _LONGEST)] += 1
    return Side(len(document.paragraphs), len(lengths), len(linked), sum(lengths), tuple(counts))


def _crossing(starts: list[tuple[int, int]]) -> int:
    crossing, furthest = 0, -1
    for _, target in sorted(starts):
        crossing += target < furthest
        furthest = max(furthest, target)
    return crossing


def _sorted(groups: Mapping[str, Stats]) -> dict[str, Stats]:
    """Order groups by name, "2-3" before "10-11"."""

    def key(name: str) -> tuple[list[tuple[int, str]], str]:
        parts = re.findall(r"[0-9]{1,18}|[^0-9]+", name)
        return [(int(part), "") if part[0] in "0123456789" else (-1, part) for part in parts], name

    return {name: groups[name] for name in sorted(groups, key=key)}


def _quotient(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _stats_json(stats: Stats) -> dict[str, Any]:
    def both(name: str) -> dict[str, Any]:
        return {"source": _rounded(getattr(stats.source, name)), "target": _rounded(getattr(stats.target, name))}

    return {
        "documents": stats.documents,
        "without_links": stats.without_links,
        **{name: both(name) for name in _OF_A_SIDE},
        "links": stats.links,
        "links_per_document": _rounded(_quotient(stats.links, stats.documents)),
        "kinds": dict(zip(KINDS, stats.kinds, strict=True)),
        "identical": stats.identical,
        "share_identical": _rounded(stats.share_of_links(stats.identical)),
        "crossing": stats.crossing,
        "share_crossing": _rounded(stats.share_of_links(stats.crossing)),
        "mean_score": _rounded(stats.mean_score),
        **({"operations": stats.operations.as_json()} if stats.operations.links else {}),
        "histograms": {
            "score": {"edges": list(SCORE_EDGES), "counts": list(stats.scores)},
            "length": {"edges": [*LENGTH_EDGES, None], **both("lengths")},
            "ratio": {"edges": [0, *RATIO_EDGES, None], "counts": list(stats.ratios)},
        },
    }


def _rounded(value: Any) -> Any:
    """Return a number for JSON, with six decimals at most, or a list of counts."""
    if isinstance(value, tuple):
        return list(value)
    return round(value, 6) if isinstance(value, float) else value
