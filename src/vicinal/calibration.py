"""How probable it is that a link is exactly right: of the links with probability p, about a share p is.

The score of a `vicinity` link is a cosine, which says how similar two texts are. Whether the link is right depends on
more: a 1-1 link between links that continue without a gap is mostly right, whatever its cosine; one beside unaligned
sentences often lacks one of them. So a logistic function weighs the cosine with the kind of the link, its neighbours,
the lengths of its texts, and how much of the target is aligned at all. `benchmarks/calibration.py` learns the weights
and measures them on sets that they were not learned on; docs/method.md has the table.

The score of a `global` link is a probability already. Other methods, and `vicinity` with another similarity than words,
have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import exp, fabs, log
from operator import mul
from types import MappingProxyType

from vicinal.link import Cell, Link
from vicinal.signature import Call, call_in
from vicinal.text.document import Document

# Printed by `python benchmarks/calibration.py`; docs/method.md names the sets.
INTERCEPT = -2.22
WEIGHTS = MappingProxyType(
    {
        "cosine": 1.74,
        "one to one": 2.0,  # 1 for a 1-1 link
        "many to many": -6.26,  # 1 for an N-N link
        "neighbours": 1.28,  # 0 to 2: on how many sides the alignment goes on without a gap in either text
        "length": -1.44,  # how many times longer one side is, in characters, as a logarithm
        "coverage": 1.08,  # the share of the target sentences that are aligned
    }
)
_DIGITS = 4  # of a probability


def probabilities_of(
    signature: str, source: Document, target: Document, links: Sequence[Link], cells: Iterable[Cell] = ()
) -> list[float] | None:
    """Return for each sentence link how probable it is that it is exactly right; None if the method has no such number.

    `Alignment.probabilities` calls it, and whoever has the parts of an alignment only.

    Args:
        signature: The signature of the alignment, which names the method.
        source: The first document.
        target: The second document.
        links: The sentence links.
        cells: The aligned pairs that the search found. Links that were filtered out still count as neighbours.
    """
    call = _call(signature)
    if call is None:
        return None
    if call.name == "Global":
        return [min(max(link.score, 0.0), 1.0) for link in links]
    weights = tuple(WEIGHTS.values())
    return [
        round(1 / (1 + exp(-(INTERCEPT + sum(map(mul, weights, row))))), _DIGITS)
        for row in features(source, target, links, cells)
    ]


def has_probabilities(signature: str) -> bool:
    """Return whether the links of an alignment with this signature have probabilities."""
    return _call(signature) is not None


def features(
    source: Document, target: Document, links: Sequence[Link], cells: Iterable[Cell] = ()
) -> Iterator[tuple[float, ...]]:
    """Yield the numbers that WEIGHTS weighs, for each link."""
    found = set(cells)
    for link in links:
        found.add((link.source[0], link.target[0]))
        found.add((link.source[-1], link.target[-1]))
    covered = {y for _, y in found}.union(*[link.target for link in links])
    texts = source.sentences, target.sentences
    end = (len(texts[0]), len(texts[1]))
    coverage = len(covered) / end[1] if links else 0.0
    # The corners of the matrix count as neighbours: there is nothing before the first sentences.
    found |= {(-1, -1), end}
    for link in links:
        rows, columns = link.source, link.target
        before, after = (rows[0] - 1, columns[0] - 1), (rows[-1] + 1, columns[-1] + 1)
        one = sum([len(texts[0][x]) or 1 for x in rows])
        other = sum([len(texts[1][y]) or 1 for y in columns])
        kind = link.kind
        yield (
            min(max(link.score, 0.0), 1.0),  # a file may say anything
            float(kind == "1-1"),
            float(kind == "N-N"),
            float((before in found) + (after in found)),
            fabs(log(other / one)),
            coverage,
        )


@lru_cache(maxsize=8)
def _call(signature: str) -> Call | None:
    """Return the method of a signature if its links have probabilities; an export asks for each pair."""
    call = call_in(signature)
    if call is None or call.name not in ("Vicinity", "Global"):
        return None
    similarity = call.settings.get("similarity")
    words = isinstance(similarity, Call) and similarity.name == "TfIdf"
    return call if words or call.name == "Global" else None
