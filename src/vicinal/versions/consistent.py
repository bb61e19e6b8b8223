"""Documents in several versions: all levels aligned at once, without contradictions.

Each version is aligned with the next one, and these links are always kept. Sentences that they connect, directly or
through others, form one row of a table with a column for each level. Then come the links between levels further apart,
nearest levels first, then highest scores:

- a link whose sentences are already in one row agrees with the chain;
- a link that fills a gap joins rows: no row has sentences at both of its levels, and at any other level at most one of
  the rows has sentences, so it joins nothing that the chain keeps apart;
- any other link contradicts the chain and is set aside (`contradicted`).

On the sample corpus this finds more of the pairs of levels 0 and 2 than the chain alone or the direct alignment alone.

Every alignment between two levels is read off the rows. So the link from level 0 to 4 is the chain through 1, 2 and 3
wherever both exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import isfinite
from typing import Any

from vicinal.alignment import Aligner, Alignment, assemble
from vicinal.errors import FormatError, InputError, SettingError
from vicinal.link import Link, Step
from vicinal.methods import DEFAULT, aligner_for
from vicinal.signature import signature_of
from vicinal.text.document import Document, Version, documents_given
from vicinal.versions.grouping import Groups, LevelLink, Row, in_reading_order
from vicinal.versions.version_files import Parts, parse_json, render_json, render_tsv


@dataclass(frozen=True)
class Versions:
    """The versions of a document and their links.

    Attributes:
        documents: The versions, usually the most complex first.
        names: The names of the levels.
        links: The links that make the rows: all between neighbouring levels, and those further apart that agree.
        contradicted: Links between levels further apart that contradict the chain through the levels between them.
        signature: The settings of the method, as its repr.
    """

    documents: tuple[Document, ...]
    names: tuple[str, ...]
    links: tuple[LevelLink, ...]
    contradicted: tuple[LevelLink, ...] = ()
    signature: str = ""

    def __post_init__(self) -> None:
        """Raise InputError for a link outside the documents, or names that are not distinct."""
        for field in ("documents", "names", "links", "contradicted"):
            object.__setattr__(self, field, tuple(getattr(self, field)))
        if len(self.documents) < 2:
            raise InputError(f"versions are two documents or more; found {len(self.documents)}")
        known = {name for name in self.names if isinstance(name, str)}
        if not len(known) == len(self.names) == len(self.documents):
            raise InputError(f"{len(self.documents)} versions need as many different names; found {self.names!r:.80}")
        sizes = [len(document.sentences) for document in self.documents]
        for one in (*self.links, *self.contradicted):
            if not 0 <= one.source < one.target < len(sizes):
                raise InputError(f"levels {one.source} and {one.target}: must go up, from 0 to {len(sizes) - 1}")
            if not one.link.source or not one.link.target or not isfinite(one.link.score):
                raise InputError(
                    f"levels {one.source} and {one.target}: a link needs sentences on both sides, and a score"
                )
            for level, sentence in one.nodes:
                if not 0 <= sentence < sizes[level]:
                    raise InputError(f"level {level} has no sentence {sentence}; it has {sizes[level]}")

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Rows of sentences that are aligned, with a column for each level, in reading order.

        Each sentence is in exactly one row. The order is that of the first level; a row without that level follows the
        row of the sentence before it. Neighbouring rows without a link are in the order of their levels.
        """
        groups = Groups(self.documents)
        for one in self.links:
            groups.join(one.nodes)
        return tuple(in_reading_order(groups.rows()))

    def alignment(self, source: int | str, target: int | str) -> Alignment:
        """Return the alignment of two levels: a link for each row with sentences at both.

        A link that the method found between these two levels keeps its score. Any other link gets the lowest score of
        the links between the two levels in its row.

        Args:
            source: A level, by its number or name.
            target: Another one, earlier or later.
        """
        first, second = self._level(source), self._level(target)
        if first == second:
            raise SettingError(f"level {source!r} cannot be aligned with itself; choose two levels")
        low, high = sorted((first, second))
        found, steps = [], []
        for row, inside in zip(self.rows, self._inside, strict=True):
            if row[low] and row[high]:
                score, by = _score(row, inside, low, high)
                link = Link(row[first], row[second], score)
                found.append(link)
                steps += [Step("sentence", None, by, (x, y), score) for x in link.source for y in link.target]
        signature = f"{self.signature}; levels {self.names[first]!r} and {self.names[second]!r}, made consistent"
        found.sort(key=lambda link: link.source)
        return assemble(self.documents[first], self.documents[second], found, signature, steps=steps)

    def texts(self, row: Row) -> tuple[str, ...]:
        """Return the texts of a row, the sentences of a level joined by spaces.

        Args:
            row: One of `rows`.
        """
        return tuple(" ".join(d.sentences[i] for i in side) for d, side in zip(self.documents, row, strict=True))

    @cached_property
    def _inside(self) -> tuple[list[LevelLink], ...]:
        """The links of each row."""
        row_of = {(level, i): number for number, row in enumerate(self.rows) for level, s in enumerate(row) for i in s}
        inside: tuple[list[LevelLink], ...] = tuple([] for _ in self.rows)
        for one in self.links:
            inside[row_of[one.nodes[0]]].append(one)
        return inside

    def _level(self, level: int | str) -> int:
        if isinstance(level, str):
            if level not in self.names:
                raise SettingError(f"unknown level {level!r:.40}; choose one of: {', '.join(self.names)}")
            return self.names.index(level)
        if isinstance(level, bool) or not isinstance(level, int) or not 0 <= level < len(self.names):
            raise SettingError(f"unknown level {level!r:.40}; choose one from 0 to {len(self.names) - 1}")
        return level

    def to_json(self) -> str:
        """Return everything as JSON; `of_json` reads it back equal."""
        parts = Parts(self.documents, self.names, self.links, self.contradicted, self.signature)
        return render_json(parts, self.rows)

    @classmethod
    def of_json(cls, text: str) -> Versions:
        """Return the versions that `to_json` wrote.

        Raises:
            FormatError: The text is not JSON, or not the JSON of versions.
        """
        parts = parse_json(text)
        try:
            return cls(*parts)
        except InputError as error:
            raise FormatError(f"not versions: {error}") from None

    def to_tsv(self) -> str:
        """Return the rows as a table: sentence numbers at each level, then the text at each level."""
        return render_tsv(self.names, self.rows, map(self.texts, self.rows))


def align_versions(
    versions: Sequence[Version],
    method: str | Aligner = DEFAULT,
    *,
    language: str | None = None,
    names: Sequence[str] | None = None,
    **settings: Any,
) -> Versions:
    """Align all versions of a document, so that the links between any two of them agree with all others.

    Args:
        versions: The versions in order, usually the most complex first: texts, Documents, or lists of paragraphs.
        method: The name of a method, or an Aligner of your own; it aligns two versions at a time.
        language: The language code of texts that are not yet split into sentences.
        names: The names of the levels; defaults to "0", "1" and so on.
        **settings: Settings of the method.

    Raises:
        SettingError: The method or a setting is not known, or out of range.
        InputError: There are fewer than two versions, or one has no words.

    >>> versions = align_versions(["Cats purr loudly. Dogs bark.", "Cats purr.", "Cats purr. They sleep."])
    >>> versions.rows
    (((0,), (0,), (0,)), ((1,), (), ()), ((), (), (1,)))
    >>> [(link.source, link.target) for link in versions.alignment(0, 2).sentences]
    [((0,), (0,))]
    """
    if isinstance(versions, str | Document):
        raise InputError("versions are two documents or more; found one")
    aligner = aligner_for(method, settings)
    documents = documents_given(versions, language)
    found = {}
    signature = signature_of(aligner)
    for one, other in combinations(range(len(documents)), 2):
        alignment = aligner(documents[one], documents[other])
        found[one, other] = [LevelLink(one, other, link) for link in alignment.sentences]
        signature = alignment.signature
    return consistent(documents, found, names, signature)


def consistent(
    documents: Sequence[Document],
    found: Mapping[tuple[int, int], Iterable[LevelLink]],
    names: Sequence[str] | None = None,
    signature: str = "",
) -> Versions:
    """Build versions from the links between pairs of levels, setting aside those that contradict the chain.

    Args:
        documents: The versions.
        found: The links between each pair of levels, the lower level first.
        names: The names of the levels; defaults to "0", "1" and so on.
        signature: The settings of the method that found the links.
    """
    groups = Groups(documents)
    agreed: list[LevelLink] = []
    contradicted: list[LevelLink] = []
    for levels in sorted(found, key=lambda pair: (pair[1] - pair[0], pair)):
        for one in sorted(found[levels], key=lambda one: (-one.link.score, one.link.source, one.link.target)):
            if one.target - one.source > 1 and not groups.admit(one):
                contradicted.append(one)
            else:
                groups.join(one.nodes)
                agreed.append(one)
    # Later links may have put the sentences of a link that was set aside in one row.
    agreed += [one for one in contradicted if groups.are_one(one.nodes)]
    contradicted = [one for one in contradicted if not groups.are_one(one.nodes)]
    names = tuple(map(str, range(len(documents)))) if names is None else tuple(names)
    return Versions(
        tuple(documents), names, tuple(sorted(agreed, key=_place)), tuple(sorted(contradicted, key=_place)), signature
    )


def _score(row: Row, inside: Iterable[LevelLink], low: int, high: int) -> tuple[float, str]:
    """Return the score of a row between two levels, and its step name: "found" or "chain"."""
    inside = list(inside)
    for one in inside:
        if one[:2] == (low, high) and (one.link.source, one.link.target) == (row[low], row[high]):
            return one.link.score, "found"
    between = [one.link.score for one in inside if low <= one.source and one.target <= high]
    return min(between or [one.link.score for one in inside]), "chain"


def _place(one: LevelLink) -> tuple[int, int, tuple[int, ...], tuple[int, ...], float]:
    return one.source, one.target, one.link.source, one.link.target, -one.link.score
