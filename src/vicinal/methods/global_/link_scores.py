"""From the posterior of a link to its score: the probability that the link is exactly right.

A posterior is right about the model, not about the texts. In long documents and where little is aligned, it promises
too much: there is more to mistake a sentence for. So the score is a logistic function of the posterior (its log odds,
capped, as the model is surer than it can know), of the share of the sentences that are aligned, and of the size of the
documents. The weights are `Priors`; `benchmarks/global_scores.py` learns them, and measures them on sets that they
were not learned on.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from vicinal.methods.global_.decoding import Group
from vicinal.methods.global_.lattice import rounded
from vicinal.methods.global_.priors import Priors


def scored(groups: Sequence[Group], rows: int, columns: int, priors: Priors) -> list[Group]:
    """Return the links of documents of so many sentences, with scores in place of posteriors."""
    aligned = sum(len(group.source) + len(group.target) for group in groups)
    coverage = aligned / (rows + columns)
    size = log(min(rows * columns, priors.score_largest))
    document = priors.score_constant + priors.score_coverage * coverage + priors.score_size * size
    return [
        group._replace(posterior=_logistic(document + priors.score_posterior * log_odds(group.posterior, priors)))
        for group in groups
    ]


def log_odds(posterior: float, priors: Priors) -> float:
    """Return the log odds of a posterior, at most the cap."""
    if posterior >= 1.0:
        return priors.score_most
    return min(log(posterior / (1 - posterior)), priors.score_most)


def _logistic(value: float) -> float:
    return rounded(1 / (1 + exp(-value)))
