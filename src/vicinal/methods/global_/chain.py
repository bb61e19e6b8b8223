"""The chain behind `method="global"`: how the target sentences come about, one after the other, from the source.

Each target sentence is linked to a source sentence, or to none (a null). A link may grow: by the next target sentence
(1-N), by the next source sentence (N-1), rarely by both (N-N). After a link, and after its nulls, comes a link to the
next source sentence, to one further on (source sentences are skipped), or anywhere (a jump); after nulls also to the
same source sentence again (the link is resumed).

`Chain` holds the probabilities of all that for one pair of documents. They start from priors and are estimated on the
pair: `lattice` counts how often each thing happens in the alignments it thinks probable, `estimated` takes the counts.
"""

from __future__ import annotations

from typing import NamedTuple

PRIOR = 8.0  # how many events each prior is worth
MOST_LOOSE = 0.3  # N-1 and jumps are never estimated higher, for they can explain anything
JUMP, JUMP_MOST = 0.05, 0.3  # a jump; so many times more probable as one document is longer, for much is left out then


class Chain(NamedTuple):
    """Probabilities of what comes next.

    Attributes:
        more_target: A link of one pair grows by the next target sentence.
        on_target: A 1-N link grows further.
        more_source: A link of one pair grows by the next source sentence.
        on_source: An N-1 link grows further.
        null: After a link comes a target sentence without counterpart.
        null_on: After one comes another.
        resume: After nulls, the same source sentence goes on.
        following: The next link is to the next source sentence,
        skip: or to one after it,
        jump: or to any source sentence.
        skip_on: One more source sentence is skipped.
    """

    more_target: float
    on_target: float
    more_source: float
    on_source: float
    null: float
    null_on: float
    resume: float
    following: float
    skip: float
    jump: float
    skip_on: float


class Counts(NamedTuple):
    """How often each thing is expected to happen; the `end`s and `no`s are the times it does not."""

    more_target: float
    more_source: float
    end: float
    on_target: float
    end_target: float
    on_source: float
    end_source: float
    null: float
    no_null: float
    null_on: float
    null_off: float
    resume: float
    no_resume: float
    following: float
    skip: float
    jump: float
    skip_on: float
    skip_off: float


def prior_chain(imbalance: float) -> Chain:
    """Return the probabilities to start from, for documents of which one is so many times longer than the other."""
    jump = min(JUMP_MOST, JUMP * imbalance)
    return Chain(
        more_target=0.2,
        on_target=0.2,
        more_source=0.08,
        on_source=0.08,
        null=0.3,
        null_on=0.3,
        resume=0.1,
        following=1 - 0.3 - jump,
        skip=0.3,
        jump=jump,
        skip_on=0.9,
    )


def estimated(prior: Chain, counts: Counts) -> Chain:
    """Return the probabilities that counts suggest, held by the prior where little was counted."""

    def share(yes: float, no: float, expected: float) -> float:
        return (yes + PRIOR * expected) / (yes + no + PRIOR)

    fresh = counts.more_target + counts.more_source + counts.end + PRIOR
    in_order = counts.following + counts.skip + PRIOR * (1 - prior.jump)
    jump = min(MOST_LOOSE, (counts.jump + PRIOR * prior.jump) / (counts.jump + counts.following + counts.skip + PRIOR))
    return Chain(
        more_target=(counts.more_target + PRIOR * prior.more_target) / fresh,
        on_target=share(counts.on_target, counts.end_target, prior.on_target),
        more_source=min(MOST_LOOSE, (counts.more_source + PRIOR * prior.more_source) / fresh),
        on_source=min(MOST_LOOSE, share(counts.on_source, counts.end_source, prior.on_source)),
        null=share(counts.null, counts.no_null, prior.null),
        null_on=share(counts.null_on, counts.null_off, prior.null_on),
        resume=share(counts.resume, counts.no_resume, prior.resume),
        following=(1 - jump) * (counts.following + PRIOR * prior.following) / in_order,
        skip=(1 - jump) * (counts.skip + PRIOR * prior.skip) / in_order,
        jump=jump,
        skip_on=share(counts.skip_on, counts.skip_off, prior.skip_on),
    )
