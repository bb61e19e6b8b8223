"""The chain behind `method="global"`: how the target sentences are generated, one after the other, from the source.

Each target sentence is linked to a source sentence, or to none (a null). A link may grow: by the next target sentence
(a split, 1-N), by the next source sentence (a merge, N-1), rarely by both. After a link, and after its nulls, comes a
link to the next source sentence, to one further on (source sentences are skipped), or anywhere (a jump); after nulls
also to the same source sentence again (the link is resumed).

`Chain` holds the probabilities for one pair of documents. They start from `Priors` and are estimated on the pair:
`forward_backward` returns the expected counts of all events, and `estimated` turns them into probabilities.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from vicinal.methods.global_.priors import PRIORS, Priors


class Chain(NamedTuple):
    """Probabilities of what comes next.

    Attributes:
        split: A link of one pair grows by the next target sentence.
        split_on: A 1-N link grows further.
        merge: A link of one pair grows by the next source sentence.
        merge_on: An N-1 link grows further.
        null: After a link comes an unaligned target sentence.
        null_on: After one comes another.
        resume: After nulls, the same source sentence is linked again.
        following: The next link is to the next source sentence,
        skip: or to one after it,
        jump: or to any source sentence.
        skip_on: One more source sentence is skipped.
    """

    split: float
    split_on: float
    merge: float
    merge_on: float
    null: float
    null_on: float
    resume: float
    following: float
    skip: float
    jump: float
    skip_on: float


@dataclass
class Counts:
    """How often each event is expected to happen; the `end`s and `no`s are the times it does not."""

    split: float = 0.0
    merge: float = 0.0
    end: float = 0.0
    split_on: float = 0.0
    split_end: float = 0.0
    merge_on: float = 0.0
    merge_end: float = 0.0
    null: float = 0.0
    no_null: float = 0.0
    null_on: float = 0.0
    null_end: float = 0.0
    resume: float = 0.0
    no_resume: float = 0.0
    following: float = 0.0
    skip: float = 0.0
    jump: float = 0.0
    skip_on: float = 0.0
    skip_end: float = 0.0


def prior_chain(imbalance: float, priors: Priors = PRIORS, *, is_mirrored: bool = False) -> Chain:
    """Return the probabilities to start from.

    Args:
        imbalance: How many times longer one document is than the other.
        priors: The numbers of the model.
        is_mirrored: Whether the target generates the source: what was a split is a merge then.
    """
    jump = min(priors.loosest, priors.jump * imbalance)
    split, merge = (priors.merge, priors.split) if is_mirrored else (priors.split, priors.merge)
    return Chain(
        split=split,
        split_on=split,
        merge=merge,
        merge_on=merge,
        null=priors.null,
        null_on=priors.null,
        resume=priors.resume,
        following=1 - priors.skip - jump,
        skip=priors.skip,
        jump=jump,
        skip_on=priors.skip_on,
    )


def estimated(prior: Chain, counts: Counts, priors: Priors = PRIORS) -> Chain:
    """Return the probabilities that counts suggest, each with its prior as a pseudo-count."""
    events, loosest = priors.events, priors.loosest

    def share(yes: float, no: float, expected: float) -> float:
        return (yes + events * expected) / (yes + no + events)

    fresh = counts.split + counts.merge + counts.end + events
    in_order = counts.following + counts.skip + events * (1 - prior.jump)
    jump = min(loosest, (counts.jump + events * prior.jump) / (counts.jump + counts.following + counts.skip + events))
    return Chain(
        split=(counts.split + events * prior.split) / fresh,
        split_on=share(counts.split_on, counts.split_end, prior.split_on),
        merge=min(loosest, (counts.merge + events * prior.merge) / fresh),
        merge_on=min(loosest, share(counts.merge_on, counts.merge_end, prior.merge_on)),
        null=share(counts.null, counts.no_null, prior.null),
        null_on=share(counts.null_on, counts.null_end, prior.null_on),
        resume=share(counts.resume, counts.no_resume, prior.resume),
        following=(1 - jump) * (counts.following + events * prior.following) / in_order,
        skip=(1 - jump) * (counts.skip + events * prior.skip) / in_order,
        jump=jump,
        skip_on=share(counts.skip_on, counts.skip_end, prior.skip_on),
    )
