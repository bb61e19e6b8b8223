"""How doubtful the alignment of a pair is, and why; the app and the report list the most doubtful pairs first.

A person who checks a pair decides on each link and on each target sentence without one. The doubt is the share of these
decisions that will probably be a correction. For a link, that is 1 minus the probability that it is exactly right (see
`vicinal.calibration`). For a target sentence without a link, it is how often such a sentence should have had one: more
often where the links themselves are doubtful. Source sentences do not count: each sentence of a simpler version should
come from somewhere, but much of an original may be left out.

`benchmarks/doubt.py` learns the numbers in MISSING and measures how well the doubt orders documents by their real
errors; docs/method.md has the figures.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from types import MappingProxyType
from typing import NamedTuple

from vicinal.alignment import Alignment
from vicinal.link import Link
from vicinal.methods import name_in
from vicinal.wording import many

# By method: the share of the target sentences without a link that should have one, where all links are certain, and
# how much larger it is where none is. Printed by `python benchmarks/doubt.py`.
MISSING = MappingProxyType({"global": (0.28, 0.29), "vicinity": (0.61, 0.04)})
_OTHERS = MISSING["vicinity"]


class Doubt(NamedTuple):
    """How doubtful an alignment is.

    Attributes:
        value: The share of its links and unlinked target sentences that probably need a correction, from 0 to 1.
        reason: Why, in a sentence for people.
    """

    value: float
    reason: str


def doubt_of(alignment: Alignment) -> Doubt:
    """Return how doubtful an alignment is; the report calls it for each pair of a run, the app for pasted texts."""
    believed = alignment.probabilities
    return doubt(alignment.signature, alignment.sentences, len(alignment.target.sentences), believed)


def doubt(
    signature: str, links: Iterable[Link], target_sentences: int, probabilities: Iterable[float] | None = None
) -> Doubt:
    """Return the same from the parts of an alignment; the app calls it for each record of a run.

    Where the method has no probabilities, its scores stand for them. Scores above 1 or below 0, which some methods
    give, count as 1 and 0.

    >>> links = [Link((0,), (0,), 0.9), Link((1,), (1,), 0.3)]
    >>> found = doubt("vicinal 0.1.0: Global(caution=0.7)", links, 5, [0.9, 0.3])
    >>> found.value, found.reason[:37]
    (0.3976, 'About 1 of 2 links is probably wrong;')
    """
    links = list(links)
    has_probabilities = probabilities is not None
    believed = [min(max(one, 0.0), 1.0) for one in probabilities or (link.score for link in links)]
    wrong = len(links) - math.fsum(believed)
    unlinked = target_sentences - len({number for link in links for number in link.target})
    least, more = MISSING.get(name_in(signature) or "", _OTHERS)
    missing = unlinked * (least + more * (wrong / len(links) if links else 1.0))
    decisions = len(links) + unlinked
    value = (wrong + missing) / decisions if decisions else 1.0
    if links:
        about_links = _about_links(wrong, len(links), has_probabilities)
        reason = f"{about_links}; {_about_unlinked(missing, unlinked, target_sentences)}."
    else:
        reason = _about_nothing(missing, target_sentences)
    return Doubt(round(value, 6), reason)


def _about_links(wrong: float, links: int, has_probabilities: bool) -> str:
    if not has_probabilities:
        return f"The mean score of {many(links, 'link')} is {1 - wrong / links:.2f}"
    number = _rounded(wrong)
    if links == 1:
        return f"The only link is probably {'wrong' if number else 'right'}"
    if not number:
        return f"All {links:,} links are probably right"
    if number == links:
        return f"All {links:,} links are probably wrong"
    return f"About {number:,} of {links:,} links {'is' if number == 1 else 'are'} probably wrong"


def _about_unlinked(missing: float, unlinked: int, sentences: int) -> str:
    if not unlinked:
        return "every target sentence has a link"
    number = _rounded(missing)
    has = "has" if unlinked == 1 else "have"
    said = f"{unlinked:,} of {many(sentences, 'target sentence')} {has} no link"
    if not number:
        return said
    return f"{said} but should have one" if unlinked == 1 else f"{said}, and about {number:,} of them should have one"


def _about_nothing(missing: float, sentences: int) -> str:
    number = _rounded(missing)
    if not number:
        return "No link was found."
    if sentences == 1:
        return "No link was found; the only target sentence should probably have one."
    return f"No link was found; about {number:,} of {sentences:,} target sentences should have one."


def _rounded(number: float) -> int:
    return math.floor(number + 0.5)
