"""Parts of a corpus to train, validate and test with, by article: `vicinal export --splits 80,10,10`.

All pairs of an article go to the same part, whatever their levels. So do articles that share a text, word for word,
under different names: else a model would be tested on what it was trained with. The part depends on the name of the
article alone. It stays the same when articles are added, unless one of these repeats a text of the article.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import accumulate

from vicinal.alignment import Aligned
from vicinal.errors import SettingError
from vicinal.text.document import Document

TRAIN, VALIDATION, TEST = "train", "validation", "test"  # as the Hugging Face hub names them
_NAMES = {2: (TRAIN, TEST), 3: (TRAIN, VALIDATION, TEST)}
_SHARES = re.compile(r"\s*[0-9]{1,3}\s*(,\s*[0-9]{1,3}\s*){1,2}", re.ASCII)
_HOW = "give percentages with a sum of 100, such as 80,10,10 (train, validation, test) or 90,10 (train, test)"


@dataclass(frozen=True)
class Splits:
    """The parts of a corpus and their shares.

    Attributes:
        shares: The share of each part in percent: train and test, or train, validation and test.
    """

    shares: tuple[int, ...]

    def __post_init__(self) -> None:
        """Check the shares."""
        if len(self.shares) not in _NAMES or sum(self.shares) != 100 or min(self.shares) < 1:
            raise SettingError(f"splits {str(self)!r}: {_HOW}")

    @classmethod
    def of(cls, text: str) -> Splits:
        """Return the splits that a text gives.

        Args:
            text: Percentages, such as "80,10,10" or "90,10".

        Raises:
            SettingError: The text is something else, or the sum is not 100.
        """
        if not _SHARES.fullmatch(text):
            raise SettingError(f"splits {text!r:.40}: {_HOW}")
        return cls(tuple(map(int, text.split(","))))

    def __str__(self) -> str:
        """Return the shares as `of` takes them."""
        return ",".join(map(str, self.shares))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parts."""
        return _NAMES[len(self.shares)]

    def name_at(self, point: int) -> str:
        """Return the part at a point, a number of 64 bits."""
        ends = zip(accumulate(self.shares), self.names, strict=True)
        return next(name for end, name in ends if point * 100 >> 64 < end)


@dataclass
class SplitCount:
    """What was written of a part.

    Attributes:
        pairs: The number of document pairs.
        links: The number of links.
    """

    pairs: int = 0
    links: int = 0
    _articles: set[int] = field(default_factory=set, repr=False)

    @property
    def articles(self) -> int:
        """The number of articles."""
        return len(self._articles)

    def add(self, one: Aligned) -> None:
        """Count a pair."""
        self.pairs += 1
        self.links += len(one.alignment.sentences)
        self._articles.add(point_of(one))

    def extend(self, other: SplitCount) -> None:
        """Add what another worker counted."""
        self.pairs += other.pairs
        self.links += other.links
        self._articles |= other._articles


def article_of(one: Aligned) -> str | None:
    """Return the name of the article that a pair is of; None if its documents have no ids.

    It is what the ids of the two versions have before their levels, as in Newsela (`slug.en` of `slug.en.0` and
    `slug.en.1`); else the id of the source. So the article is the same in all pairs of levels.
    """
    source, target = one.alignment.source.id, one.alignment.target.id
    if source is None or target is None:
        return source or target
    stems = {_without(name, level) for name, level in zip((source, target), one.levels, strict=True)}
    return stems.pop() if len(stems) == 1 else source


def _without(name: str, level: str) -> str:
    """Return an id without its level, which follows one of . - _ / or a space."""
    stem = name.removesuffix(level)
    return stem[:-1] if level and stem != name and stem[1:] and stem[-1] in ".-_/ " else name


class Articles:
    """The articles of a corpus, and which of them share a text. A text takes the memory of two numbers."""

    def __init__(self, aligned: Iterable[Aligned]) -> None:
        """Read the pairs of a corpus once."""
        self._article_with: dict[int, int] = {}  # text: the first article that has it
        self._joined: dict[int, int] = {}  # article: another one of its group, nearer to the first; few have any
        for one in aligned:
            self.add(*points_of(one))

    def add(self, article: int, source: int, target: int) -> None:
        """Add a pair by its `points_of`, which another worker may have found."""
        for text in (source, target):
            self._join(article, self._article_with.setdefault(text, article))

    def group_of(self, one: Aligned) -> int:
        """Return the point of a pair's group of articles."""
        return self.group_at(point_of(one))

    def group_at(self, article: int) -> int:
        """Return the point of the group of an article.

        It is made from the least point of the group. That itself would favour train: the least of several is small.
        """
        return _number([str(self._first(article))])

    def _first(self, article: int) -> int:
        while (before := self._joined.get(article)) is not None:
            further = self._joined.get(before)
            if further is not None:
                self._joined[article] = further
            article = before
        return article

    def _join(self, article: int, other: int) -> None:
        least, most = sorted((self._first(article), self._first(other)))
        if least != most:
            self._joined[most] = least


def points_of(one: Aligned) -> tuple[int, int, int]:
    """Return numbers of 64 bits for the article of a pair, its source text and its target text."""
    name = article_of(one)
    source, target = _digest(one.alignment.source), _digest(one.alignment.target)
    return source if name is None else _number([name]), source, target


def point_of(one: Aligned) -> int:
    """Return a number of 64 bits for the article of a pair; without a name, for its source text."""
    name = article_of(one)
    return _digest(one.alignment.source) if name is None else _number([name])


def _digest(document: Document) -> int:
    return _number(" ".join(sentence.split()) for sentence in document.sentences)


def _number(texts: Iterable[str]) -> int:
    digest = blake2b(digest_size=8)
    for text in texts:
        digest.update(text.encode("utf-8", "surrogatepass") + b"\n")
    return int.from_bytes(digest.digest(), "big")
