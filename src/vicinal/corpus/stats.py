"""Statistics of an aligned corpus: counts that can be added up over pairs, shards and machines.

`Stats` holds integers only, so that the order of addition does not matter. Means and shares are computed on demand;
they are None if the denominator is 0.

`text_measures` defines the length of a text in words, and when two texts are identical. Histograms have fixed bins
that include their lower edge. Scores outside 0 to 1, which some methods give, are clipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import add
from typing import Any, TypeVar

from vicinal.alignment import Aligned, LinkRow
from vicinal.corpus.pair_counts import MILLION, Bins, Paragraphs, pair_counts
from vicinal.corpus.relatedness import is_suspect
from vicinal.errors import InputError, SettingError, check_choice
from vicinal.link import KINDS
from vicinal.methods import name_in
from vicinal.rewriting.operations import Operations
from vicinal.view.little_found import is_little

GROUPINGS = ("level", "source")

SCORE_EDGES = tuple(number / 20 for number in range(21))
LENGTH_EDGES = tuple(range(0, 62, 2))  # words; the last bin is open
# Quarter-octave bins, centred on equal, half and double length; written out, since powers differ between machines.
# There is an open bin at each end.
RATIO_EDGES = (
    *(0.229, 0.273, 0.324, 0.386, 0.459, 0.545, 0.648, 0.771, 0.917),
    *(1.091, 1.297, 1.542, 1.834, 2.181, 2.594, 3.084, 3.668, 4.362),
)
_OF_A_SIDE = ("paragraphs", "sentences", "words", "words_per_sentence", "aligned", "share_aligned")
S = TypeVar("S", "Side", "Stats")
_BINS = Bins(SCORE_EDGES, RATIO_EDGES, LENGTH_EDGES[1], len(LENGTH_EDGES))


@dataclass(frozen=True)
class Side:
    """The counts of one side, source or target.

    Attributes:
        paragraphs: The number of paragraphs.
        sentences: The number of sentences.
        aligned: The number of sentences in a link.
        words: The number of words.
        lengths: A histogram of sentence lengths in words over LENGTH_EDGES; the last bin is open.
    """

    paragraphs: int = 0
    sentences: int = 0
    aligned: int = 0
    words: int = 0
    lengths: tuple[int, ...] = (0,) * len(LENGTH_EDGES)

    def __add__(self, other: Side) -> Side:
        return _added(self, other)

    @property
    def share_aligned(self) -> float | None:
        """The share of sentences in a link."""
        return _quotient(self.aligned, self.sentences)

    @property
    def words_per_sentence(self) -> float | None:
        """The mean sentence length."""
        return _quotient(self.words, self.sentences)


@dataclass(frozen=True)
class Stats:
    """The counts of some document pairs.

    Attributes:
        documents: The number of pairs.
        without_links: The number of pairs without a sentence link.
        source: The counts of the first versions.
        target: The counts of the second versions.
        kinds: The number of sentence links of each kind, in the order of `link.KINDS`.
        identical: The number of links with the same text on both sides (copied sentences).
        crossing: The number of links that start, in the target, before a link they follow in the source.
        millionths: The sum of the link scores, each rounded to a millionth.
        scores: A histogram of the link scores over SCORE_EDGES.
        ratios: A histogram of the length ratios (target words to source words) over RATIO_EDGES, with an open bin at
            each end. Links with a wordless side are left out.
        operations: The word-level changes in the links, if requested; they take as long as everything else.
        little_found: The number of pairs, besides the suspect ones, of which unusually little was aligned (see
            `view.little_found`).
        suspect: The number of pairs that probably are not versions of each other (see `relatedness`).
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
    little_found: int = 0
    suspect: int = 0

    @classmethod
    def of(cls, aligned: Aligned, *, operations: bool = False) -> Stats:
        """Return the counts of one pair, optionally with the word-level changes in its links."""
        alignment = aligned.alignment
        counting = Counting(name_in(alignment.signature))
        links = [(link.source, link.target, link.score) for link in alignment.sentences]
        counting.add(alignment.source.paragraphs, alignment.target.paragraphs, links, aligned.relatedness)
        stats = counting.stats()
        return replace(stats, operations=Operations.of(alignment)) if operations else stats

    def __add__(self, other: Stats) -> Stats:
        return _added(self, other)

    @property
    def links(self) -> int:
        """The number of sentence links."""
        return sum(self.kinds)

    @property
    def mean_score(self) -> float | None:
        """The mean link score."""
        return _quotient(self.millionths, MILLION * self.links)

    def share_of_links(self, count: int) -> float | None:
        """Return a count as a share of all links."""
        return _quotient(count, self.links)


@dataclass(frozen=True)
class Statistics:
    """The counts of a corpus, or of a part of it, in total and per group.

    Attributes:
        by: How pairs are grouped: by "level" (the names of the two versions), by "source" (the origin), or None.
        total: The counts of all pairs.
        groups: The counts per group, sorted by name with numbers by value; empty if by is None.
    """

    by: str | None = None
    total: Stats = Stats()
    groups: Mapping[str, Stats] = field(default_factory=dict, hash=False)

    def __add__(self, other: Statistics) -> Statistics:
        """Return the sum of two parts; raise SettingError unless both are grouped the same way."""
        if self.by != other.by:
            raise SettingError(f"statistics by {self.by} and by {other.by} cannot be added; group both the same way")
        groups = dict(self.groups)
        for name, stats in other.groups.items():
            groups[name] = groups[name] + stats if name in groups else stats
        return Statistics(self.by, self.total + other.total, in_order(groups))

    def largest(self, count: int) -> dict[str, Stats]:
        """Return at most count groups, those with the most pairs, in order of name; ties go to the first."""
        chosen = set(sorted(self.groups, key=lambda name: -self.groups[name].documents)[:count])
        return {name: stats for name, stats in self.groups.items() if name in chosen}


class Counting:
    """The counts of pairs while they are added; reading through a run takes one of these for each group."""

    def __init__(self, method: str | None) -> None:
        """Begin to count pairs that a method aligned; None if it is not known."""
        self._method = method
        self._counts = pair_counts(_BINS)
        self._little = self._suspect = 0

    def add(
        self, source: Paragraphs, target: Paragraphs, links: Sequence[LinkRow], relatedness: float | None = None
    ) -> None:
        """Add a pair.

        Raises:
            InputError: A link has an empty side, or a sentence that is not there.
        """
        try:
            aligned = self._counts.add(source, target, links)
        except IndexError:
            raise InputError("is not a record of a run: a link has sentences that are not there") from None
        if is_suspect(relatedness):
            self._suspect += 1
        else:
            sizes = sum(map(len, source)), sum(map(len, target))
            self._little += is_little(self._method, aligned, sizes)

    def stats(self) -> Stats:
        """Return the counts."""
        counts = self._counts
        source, target = (
            Side(paragraphs, sentences, aligned, words, tuple(lengths))
            for (paragraphs, sentences, aligned, words), lengths in zip(counts.sides, counts.lengths, strict=True)
        )
        return Stats(
            counts.pairs,
            counts.without_links,
            source,
            target,
            tuple(counts.kinds),
            counts.identical,
            counts.crossing,
            counts.millionths,
            tuple(counts.scores),
            tuple(counts.ratios),
            little_found=self._little,
            suspect=self._suspect,
        )


def statistics(aligned: Iterable[Aligned], by: str | None = None, *, operations: bool = False) -> Statistics:
    """Return the counts of aligned pairs, in total and, with by, per group.

    Raises:
        SettingError: by is neither None nor one of GROUPINGS.
    """
    if by is not None:
        check_choice("grouping", by, GROUPINGS)
    groups: dict[str, Stats] = {}
    for one in aligned:
        name = group_of(by, one.levels, one.origin)
        stats = Stats.of(one, operations=operations)
        groups[name] = groups[name] + stats if name in groups else stats
    return Statistics(by, sum(groups.values(), Stats()), {} if by is None else in_order(groups))


def group_of(by: str | None, levels: tuple[str, str], origin: str) -> str:
    """Return the name of the group that a pair is in; empty if pairs are not grouped."""
    return "" if by is None else origin if by == "source" else "-".join(levels)


def as_json(statistics: Statistics) -> dict[str, Any]:
    """Return the counts as a JSON object.

    Keys: documents, without_links, suspect (pairs that probably are not versions of each other), little_found (the
    other pairs of which unusually little was aligned); for each side, as {"source": ..., "target": ...}: paragraphs,
    sentences, words, words_per_sentence, aligned (sentences in a link), share_aligned; links, links_per_document, kinds
    (a count per kind), identical, share_identical, crossing, share_crossing, mean_score; operations (if counted: links;
    words kept, deleted, added, replaced, replaced_by, moved; links split and merged); histograms: score and ratio
    (edges, counts) and length (edges, source, target). Bin i spans edge i to edge i + 1; null as the last edge means an
    open bin. Means and shares have six decimals, or are null if the denominator is 0. With groups, also "by" and
    "groups", an object with the same keys per group.
    """
    data = _stats_json(statistics.total)
    if statistics.by is not None:
        data["by"] = statistics.by
        data["groups"] = {name: _stats_json(stats) for name, stats in statistics.groups.items()}
    return data


def _added(one: S, other: S) -> S:
    """Return the sum of two counts, field by field; histograms bin by bin."""
    values = ((getattr(one, name), getattr(other, name)) for name in one.__dataclass_fields__)
    kind: Any = type(one)
    return kind(*(tuple(map(add, a, b)) if isinstance(a, tuple) else a + b for a, b in values))  # type: ignore[no-any-return]


def in_order(groups: Mapping[str, Stats]) -> dict[str, Stats]:
    """Return groups sorted by name, numbers by value: "2-3" before "10-11"."""

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
        "little_found": stats.little_found,
        "suspect": stats.suspect,
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
    """Return a value for JSON: numbers with at most six decimals, tuples as lists."""
    if isinstance(value, tuple):
        return list(value)
    return round(value, 6) if isinstance(value, float) else value
