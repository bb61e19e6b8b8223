"""Every number of `method="global"`, with its unit and the reason for it.

They were chosen once for all languages, on the development gold and the sample corpus (docs/study.md). docs/method.md
lists them; `python docs/make_priors_table.py` writes that table. A number that is estimated on the two documents starts
from its prior and is held to it by a pseudo-count.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


def _number(value: float, unit: str, reason: str) -> Any:
    return field(default=value, metadata={"unit": unit, "reason": reason})


@dataclass(frozen=True)
class Priors:
    """The numbers of the model and of its search. The metadata of each field are its unit and its reason."""

    # Similarity
    hub_power: float = _number(
        0.15,
        "exponent",
        "hub correction: similarities are divided by this power of their sentence's mean square, relative to all",
    )
    hub_pairs: float = _number(10.0, "pairs", "pseudo-count of all pairs in that mean square, for short documents")
    hub_sentences: int = _number(
        1000, "sentences", "of the other side, in long documents: a sample that stands for all in that mean square"
    )
    hub_groups: int = _number(100, "groups", "the same for groups of sentences, which differ less")
    rival_least: float = _number(
        0.6, "similarity", "a pair is lowered if both its sentences have a better partner, more similar than this"
    )
    # Likelihood ratio
    match_mean: float = _number(0.7, "similarity", "mean of matching pairs; estimated on the documents")
    match_spread: float = _number(0.2, "similarity", "standard deviation of matching pairs; too few to estimate it")
    random_mean: float = _number(
        0.06, "similarity", "mean and standard deviation of the background distribution; estimated on the documents"
    )
    random_pairs: float = _number(20.0, "pairs", "pseudo-count of the background distribution, for short documents")
    random_least: float = _number(
        0.2, "part of the background mean", "lower similarities count as this, as a gamma density is unbounded near 0"
    )
    meaning_match_mean: float = _number(0.6, "similarity", "as `match_mean`, for `meaning`")
    meaning_weight: float = _number(0.4, "share", "weight of `meaning`, beside spelling with the rest")
    meaning_least: int = _number(
        4, "sentences", "in shorter documents `meaning` is not used: less their mean, few embeddings tell nothing"
    )
    centre_sentences: float = _number(
        10.0, "sentences", "pseudo-count of the mean embedding of both sides in that of one side"
    )
    section_match_mean: float = _number(
        0.6, "share", "as `match_mean`, for headings: of what is linked below two of them, what is linked between them"
    )
    section_weight: float = _number(1.5, "factor", "weight of that, beside the spelling of headings: they are short")
    floor: float = _number(
        -6.0, "log likelihood ratio", "least for one pair: other words do not exclude it, least of all if it is short"
    )
    ceiling: float = _number(20.0, "log likelihood ratio", "greatest for one pair: none overrules all others")
    # Chain
    split: float = _number(0.2, "probability", "a link grows by a target sentence: simplification splits often")
    merge: float = _number(0.08, "probability", "a link grows by a source sentence: it merges less often")
    turn: float = _number(0.01, "probability", "a split link merges, or a merged one splits; too rare to estimate")
    null: float = _number(0.3, "probability", "a target sentence is unaligned")
    resume: float = _number(0.1, "probability", "after nulls, the link before them grows")
    skip: float = _number(0.3, "probability", "a source sentence is skipped")
    skip_on: float = _number(0.8, "probability", "the next one is skipped too: whole passages are left out")
    jump: float = _number(0.05, "probability", "to any source sentence; times the imbalance, as much is left out then")
    loosest: float = _number(0.3, "probability", "greatest for merges and jumps, as they can explain anything")
    events: float = _number(8.0, "events", "pseudo-count of each probability of the chain")
    longest_run: float = _number(0.9, "probability", "greatest for growing, however long the sentence")
    paragraph: float = _number(0.15, "factor of the odds", "for growing into the next paragraph, which is rare")
    short: int = _number(
        5, "characters", "shorter sentences count as this long, so that a single word does not make links grow"
    )
    # Estimation
    match_links: float = _number(1.0, "links", "pseudo-count of `match_mean`")
    surplus_links: float = _number(
        0.3,
        "links a sentence",
        "more of it for each sentence that one side has more than the other: in more text, more is similar by chance",
    )
    settled: float = _number(0.02, "similarity", "estimation ends when the mean of matching pairs moves less")
    rounds: int = _number(12, "rounds", "a limit; all development documents settle earlier")
    mirrored_rounds: int = _number(2, "rounds", "of the other direction, which starts with the evidence of the first")
    hopeless: float = _number(
        0.0001,
        "probability",
        "pairs less probable in a round are left out of the next ones and of the other direction; saves time",
    )
    # Sketch: the first round of longer documents
    sketched: int = _number(
        20_000,
        "pairs",
        "in documents with more, the first round has the most similar pair of each sentence alone; saves time",
    )
    sketch_least: float = _number(
        0.01, "probability", "the later rounds have the pairs near those that are at least this probable in the first"
    )
    near_sources: int = _number(1, "sentences", "of the source: so far away is near")
    near_targets: int = _number(8, "sentences", "of the target; more, as links grow by target sentences rather")
    # Blocks: with embeddings only
    block_least: float = _number(0.01, "probability", "pairs at least this probable begin and end blocks; saves time")
    block_targets: int = _number(8, "sentences", "the largest 1-N block")
    block_sources: int = _number(4, "sentences", "the largest N-1 block")
    block_constant: float = _number(
        -1.9, "log likelihood ratio", "of any block: unrelated sentences resemble each other a little, too"
    )
    block_spelling_pairs: float = _number(0.36, "share", "weight of the evidence of a block's pairs, by spelling")
    block_meaning_pairs: float = _number(0.22, "share", "the same, by `meaning`")
    block_ceiling: float = _number(12.0, "log likelihood ratio", "greatest for one pair of a block, of each kind")
    block_spelling: float = _number(
        3.2, "log likelihood ratio", "of a block whose sides are spelled the same; times the cosine to the power 3/4"
    )
    block_meaning: float = _number(5.2, "log likelihood ratio", "of a block whose sides have the same embedding")
    block_floor: float = _number(-25.0, "log likelihood ratio", "least for one block, however many unlike pairs it has")
    block_most: float = _number(40.0, "log likelihood ratio", "greatest for one block: none overrules all others")
    block_many: float = _number(
        0.01, "probability", "a block has several sentences on both sides; too rare to estimate"
    )
    block_rounds: int = _number(3, "rounds", "of each direction; they start from the chain over pairs, which is close")
    # Decoding
    pair_weight: float = _number(0.5, "factor", "of each pair in a link's gain: a link slightly off is partly right")
    pair_least: float = _number(0.35, "probability", "a pair below it lowers the gain, and cannot resume a link")
    negligible: float = _number(
        0.001, "probability", "less probable links and pairs of groups are not considered; saves time"
    )
    most_targets: int = _number(12, "sentences", "the largest 1-N link")
    most_sources: int = _number(5, "sentences", "the largest N-1 link")
    resume_gap: int = _number(
        3, "sentences", "greatest distance over which a link resumes: farther apart, matches are chance"
    )
    # Scores
    score_constant: float = _number(0.65, "log odds", "of a link that is exactly right; with those below, its score")
    score_posterior: float = _number(0.87, "weight", "of the log odds of its posterior")
    score_most: float = _number(4.5, "log odds", "greatest of the posterior, which is surer than it can know")
    score_coverage: float = _number(0.71, "weight", "of the share of all sentences that are aligned")
    score_size: float = _number(-0.23, "weight", "of the logarithm of all pairs of sentences: more to be mistaken for")
    score_largest: int = _number(30_000, "pairs", "greatest size; larger development documents are too few to tell")
    # Long documents
    whole: int = _number(250_000, "pairs", "documents with more are first aligned in groups of sentences")
    group_pairs: int = _number(100_000, "pairs of groups", "about so many in the first pass")
    finer: int = _number(10, "factor", "greatest between the group sizes of two passes; limits memory")
    most_cells: int = _number(6_000_000, "pairs", "a limit of memory: about 1 GB")
    column_groups: int = _number(
        12,
        "groups",
        "room for so many in a column of the last pass, twice what a text in order needs; limits memory",
    )
    forgotten: float = _number(1e-6, "factor", "nulls this much less probable than a jump are dropped; saves time")


PRIORS = Priors()
