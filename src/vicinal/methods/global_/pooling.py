"""Priors of `global` from a whole corpus: what was estimated on each pair, averaged over all pairs.

A short pair tells little about itself, and its priors decide much. Pooled priors are those that the other pairs of its
corpus suggest. The sums are whole numbers, so any order and any grouping of the pairs give the same priors.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, NamedTuple, TypeVar

from vicinal.errors import FormatError, SettingError
from vicinal.files import decode, read_bytes
from vicinal.json_text import converted, parsed
from vicinal.methods.global_.chain import Chain
from vicinal.methods.global_.priors import PRIORS, Priors

_FORMAT = "vicinal-pool/1"
_SUMS_FORMAT = "vicinal-pool-sums/1"
_UNIT = 1_000_000  # estimates are added up in whole millionths
_DECIMALS = 4
_LEAST, _MOST = 0.0001, 0.9999  # nothing is impossible or certain, however rare or frequent it was
_MOST_SKIP = 0.6  # a skip and the greatest jump must leave something for the next sentence

T = TypeVar("T")


class Estimates(NamedTuple):
    """What was estimated on a pair of documents.

    Attributes:
        match_mean: The mean similarity of matching pairs of sentences, by spelling.
        chain: The probabilities of the chain, from the original to the simpler version.
        sentences: The sentences of the simpler version: the weight of these estimates.
    """

    match_mean: float
    chain: Chain
    sentences: int


@dataclass(frozen=True)
class Pooled:
    """Priors from a corpus, in place of those with the same names in `Priors`."""

    match_mean: float
    split: float
    merge: float
    null: float
    resume: float
    skip: float
    skip_on: float

    def __post_init__(self) -> None:
        """Raise SettingError for numbers that are no probabilities, or that leave nothing for other events."""
        for name, value in asdict(self).items():
            most = _MOST_SKIP if name == "skip" else _MOST
            if isinstance(value, bool) or not isinstance(value, int | float) or not _LEAST <= value <= most:
                raise SettingError(f"{name} must be a number from {_LEAST} to {most}, not {value!r:.80}")
        if self.split + self.merge >= 1:
            raise SettingError(f"split and merge must be less than 1 together, not {self.split} + {self.merge}")

    def priors(self) -> Priors:
        """Return the numbers of the model with these in their places."""
        return replace(PRIORS, **asdict(self))

    def to_json(self) -> bytes:
        """Return the numbers as JSON, one a line."""
        return _json({"format": _FORMAT} | asdict(self))

    @classmethod
    def of_json(cls, data: bytes, name: str) -> Pooled:
        """Return the numbers that `to_json` wrote; errors refer to the data by `name`."""
        return _of_json(data, cls, _FORMAT, name)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Pooled:
        """Read the `pool.json` of a run."""
        return cls.of_json(read_bytes(path), str(path))


_NAMES = tuple(one.name for one in fields(Pooled))


@dataclass(frozen=True)
class Pool:
    """Sums of estimates over some pairs of documents, weighted by target sentences. Pools of parts add up.

    Attributes:
        sentences: The sum of the weights.
        sums: For each number of `Pooled`, the sum of weight times estimate, in millionths.
    """

    sentences: int = 0
    sums: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(_NAMES, 0))

    def __post_init__(self) -> None:
        """Raise SettingError if the sums are those of other numbers."""
        if set(self.sums) != set(_NAMES):
            raise SettingError(f"sums must be of: {', '.join(_NAMES)}")

    @classmethod
    def of(cls, found: Iterable[Estimates]) -> Pool:
        """Add up the estimates of some pairs."""
        total = cls()
        for match_mean, chain, sentences in found:
            numbers = {name: getattr(chain, name) for name in _NAMES if name != "match_mean"}
            # The prior of a jump is not pooled, so a skip counts among the sentences that are in order.
            numbers |= {"match_mean": match_mean, "skip": chain.skip / (chain.skip + chain.following)}
            total += cls(sentences, {name: sentences * round(number * _UNIT) for name, number in numbers.items()})
        return total

    def __add__(self, other: Pool) -> Pool:
        if not isinstance(other, Pool):
            return NotImplemented
        return Pool(self.sentences + other.sentences, {name: self.sums[name] + other.sums[name] for name in _NAMES})

    def pooled(self) -> Pooled:
        """Return the means, rounded to four decimals; without pairs, the usual priors."""
        if not self.sentences:
            return Pooled(**{name: getattr(PRIORS, name) for name in _NAMES})
        means = {name: round(self.sums[name] / (self.sentences * _UNIT), _DECIMALS) for name in _NAMES}
        means = {name: min(max(mean, _LEAST), _MOST) for name, mean in means.items()}
        return Pooled(**means | {"skip": min(means["skip"], _MOST_SKIP)})

    def to_json(self) -> bytes:
        """Return the sums as JSON."""
        return _json({"format": _SUMS_FORMAT} | asdict(self))

    @classmethod
    def of_json(cls, data: bytes, name: str) -> Pool:
        """Return the sums that `to_json` wrote; errors refer to the data by `name`."""
        return _of_json(data, cls, _SUMS_FORMAT, name)


def _json(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, indent=1) + "\n").encode()


def _of_json(data: bytes, kind: type[T], format: str, name: str) -> T:
    text = decode(data, name)
    try:
        return converted(parsed(text), kind, format)
    except FormatError as error:
        raise FormatError(f"{name}: is not made by 'vicinal run --pool' ({error})") from None
