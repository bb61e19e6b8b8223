"""The chain of `global` as an obvious program: all alignments of two tiny documents, one by one.

The slow twin of `forward_backward` and `candidates`, for tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import exp, log

from vicinal.methods.global_.chain import Chain
from vicinal.methods.global_.priors import Priors

Cell = tuple[int, int]


@dataclass
class SlowChain:
    """Sums over all alignments; divide by `total` for probabilities.

    Attributes:
        lengths: The characters of the source and of the target sentences.
        starts: The source and the target sentences that begin a paragraph, except the first.
        ratios: The likelihood ratio of each pair that may be linked.
    """

    priors: Priors
    chain: Chain
    lengths: tuple[list[int], list[int]]
    starts: tuple[list[int], list[int]]
    ratios: Mapping[Cell, float]
    total: float = 0.0
    pairs: Counter[Cell] = field(default_factory=Counter)
    links: Counter[tuple[int, int, int, int]] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._next(-1, "link", 0, 1.0, [], [], [])

    def _next(
        self, place: int, before: str, y: int, chance: float, events: list[str], pairs: list[Cell], links: list[Cell]
    ) -> None:
        """Go on from a place to target sentence y; `links` has the first and the last pair of each link in turn."""
        c = self.chain
        if y == len(self.lengths[1]):
            self.total += chance
            for cell in pairs:
                self.pairs[cell] += chance  # type: ignore[assignment]
            for (x0, y0), (x1, y1) in zip(links[::2], links[1::2], strict=True):
                self.links[x0, x1 + 1, y0, y1 + 1] += chance  # type: ignore[assignment]
            for event in events:
                self.events[event] += chance  # type: ignore[assignment]
            return
        if before == "link":
            null, choose, resume = c.null, 1 - c.null, 0.0
            names = "null", "no_null", ""
        else:
            null, choose, resume = c.null_on, (1 - c.null_on) * (1 - c.resume), (1 - c.null_on) * c.resume
            names = "null_on", "no_resume", "resume"
        self._next(place, "null", y + 1, chance * null, [*events, names[0]], pairs, links)
        if (place, y) in self.ratios:
            self._link(place, y, "new", chance * resume, [*events, names[2]], pairs, [*links, (place, y)])
        for x in range(len(self.lengths[0])):
            if (x, y) not in self.ratios:
                continue
            ways = [(c.jump / len(self.lengths[0]), ["jump"])]
            if x == place + 1:
                ways.append((c.following, ["following"]))
            if x >= place + 2:
                more = x - place - 2
                ways.append((c.skip * c.skip_on**more * (1 - c.skip_on), ["skip"] + ["skip_on"] * more))
            for way, happened in ways:
                now = [*events, names[1], *happened]
                self._link(x, y, "new", chance * choose * way, now, pairs, [*links, (x, y)])

    def _link(
        self, x: int, y: int, state: str, chance: float, events: list[str], pairs: list[Cell], links: list[Cell]
    ) -> None:
        """Link a pair, and let the link grow or end."""
        if not chance:
            return
        c, turn = self.chain, self.priors.turn
        chance *= self.ratios[x, y]
        pairs = [*pairs, (x, y)]
        split = merge = 0.0
        if (x, y + 1) in self.ratios:
            split = {"new": self._split(c.split, x, y), "split": self._split(c.split_on, x, y), "merged": turn}[state]
        if (x + 1, y) in self.ratios:
            merge = {"new": self._merge(c.merge, x, y), "split": turn, "merged": self._merge(c.merge_on, x, y)}[state]
            if state == "new":
                merge *= 1 - split
        names = {
            "new": ("split", "merge", "end"),
            "split": ("split_on", "", "split_end"),
            "merged": ("", "merge_on", "merge_end"),
        }[state]
        if split:
            self._link(x, y + 1, "split", chance * split, [*events, names[0]], pairs, links)
        if merge:
            self._link(x + 1, y, "merged", chance * merge, [*events, names[1]], pairs, links)
        end = chance * (1 - split - merge)
        self._next(x, "link", y + 1, end, [*events, names[2]], pairs, [*links, (x, y)])

    def _split(self, probability: float, x: int, y: int) -> float:
        return self._grows(probability, self._long(0, x) / self._long(1, y), y + 1 in self.starts[1])

    def _merge(self, probability: float, x: int, y: int) -> float:
        return self._grows(probability, self._long(1, y) / self._long(0, x), x + 1 in self.starts[0])

    def _grows(self, probability: float, factor: float, is_new_paragraph: bool) -> float:
        odds = probability / (1 - probability) * factor * (self.priors.paragraph if is_new_paragraph else 1.0)
        return min(odds / (1 + odds), self.priors.longest_run)

    def _long(self, side: int, index: int) -> float:
        """Return a sentence's length, relative to the geometric mean of its document."""
        logs = [log(max(length, self.priors.short)) for length in self.lengths[side]]
        return exp(logs[index] - sum(logs) / len(logs))
