"""What an aligner returns: an Alignment of Links and Steps, frozen and complete.

Everything that shows, scores or writes an alignment reads these objects and computes nothing about the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from math import isfinite
from operator import index
from typing import Any, NamedTuple, Protocol

from vicinal import notebook
from vicinal.calibration import probabilities_of
from vicinal.errors import InputError
from vicinal.link import LEVELS, Cell, Link, Step, pairs_inside
from vicinal.signature import maker_in
from vicinal.text.document import Document, Version, documents_given
from vicinal.wording import many

Side = int | Iterable[int]  # one sentence, or several
GivenLink = Link | tuple[Side, Side] | tuple[Side, Side, float]
LinkRow = tuple[tuple[int, ...], tuple[int, ...], float]  # the values of a Link
StepRow = tuple[str, Cell | None, str, Cell, float]  # the values of a Step
Rows = tuple[tuple[LinkRow, ...], tuple[LinkRow, ...], tuple[StepRow, ...]]


class Result(Protocol):
    """What the compiled kernel found, before it is made into objects."""

    def rows(self) -> Rows:
        """Return paragraph links, sentence links and steps as plain values."""

    def objects(
        self, link_type: type[Link], step_type: type[Step]
    ) -> tuple[tuple[Link, ...], tuple[Link, ...], tuple[Cell, ...], tuple[Step, ...]]:
        """Return paragraph links, sentence links, cells and steps."""

    def json(self, encode: Callable[[Any], bytes]) -> tuple[bytes, bytes, bytes]:
        """Return paragraph links, sentence links and steps as `encode` writes the rows, without making them."""

    @property
    def link_count(self) -> int:
        """The number of sentence links."""

    @property
    def aligned(self) -> tuple[int, int]:
        """How many source and target sentences are in a link."""


class Aligner(Protocol):
    """Anything that aligns two documents: the paper's method, an earlier system, a function of your own."""

    def __call__(self, source: Document, target: Document, /) -> Alignment:
        """Align two documents.

        Args:
            source: The first document.
            target: The second document.
        """


@dataclass(frozen=True, repr=False)
class Alignment:
    """Two documents and their links.

    `align` returns one; `from_links` makes one of links that were found elsewhere. Alignments that are equal have equal
    documents, links, cells, steps and signatures.

    Attributes:
        source: The first document, usually the original.
        target: The second document, usually the simpler one.
        paragraphs: Links between paragraphs.
        sentences: Links between sentences. Most methods put each sentence in at most one.
        cells: The aligned sentence pairs, in the order in which the search visited them.
        steps: How each cell was found, paragraphs and sentences, in the order of the search.
        signature: The version, the method and its settings, as text.
    """

    source: Document
    target: Document
    paragraphs: tuple[Link, ...]
    sentences: tuple[Link, ...]
    cells: tuple[Cell, ...]
    steps: tuple[Step, ...]
    signature: str

    def __post_init__(self) -> None:
        """Raise InputError for a link or step outside the documents, or a score that is not finite."""
        for name in ("paragraphs", "sentences", "steps"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "cells", tuple((int(x), int(y)) for x, y in self.cells))
        sizes = (len(self.source.sentences), len(self.target.sentences))
        _check_range("sentence", ((link.source, link.target) for link in self.sentences), sizes)
        _check_cells("cell", self.cells, sizes)
        _check_cells("sentence step", _step_cells(self.steps, "sentence"), sizes)
        sizes = (len(self.source.paragraphs), len(self.target.paragraphs))
        _check_range("paragraph", ((link.source, link.target) for link in self.paragraphs), sizes)
        _check_cells("paragraph step", _step_cells(self.steps, "paragraph"), sizes)
        for number in (
            *(link.score for link in (*self.paragraphs, *self.sentences)),
            *(s.similarity for s in self.steps),
        ):
            if not isfinite(number):
                raise InputError(f"scores and similarities must be finite numbers, not {number}")

    @classmethod
    def from_links(
        cls,
        source: Version,
        target: Version,
        links: Iterable[GivenLink],
        *,
        language: str | None = None,
        signature: str = "given links",
    ) -> Alignment:
        """Return an alignment of links that an aligner of your own found, or a person.

        Cells are all pairs inside the links. Paragraphs are linked if their sentences are, with the best of the scores.

        Args:
            source: The first version, as `align` takes it.
            target: The second version.
            links: Each a Link, or `(source, target)`, or `(source, target, score)`. A side is the index of a sentence,
                counted from 0 over the document, or several. The score is 1 if there is none.
            language: The language code of versions given as text; it selects the sentence rules.
            signature: Who or what made the links: the name, version and settings of your aligner.

        Raises:
            InputError: A link is outside the documents, has an empty side, or a score that is not a finite number.

        >>> alignment = Alignment.from_links("Cats purr. Dogs bark.", "Dogs bark. Loudly.", [(1, [0, 1], 0.8)])
        >>> alignment.sentences
        (Link(source=(1,), target=(0, 1), score=0.8),)
        >>> alignment
        <Alignment: 2 and 2 sentences, 1 link, by given links>
        """
        one, other = documents_given((source, target), language)
        if not isinstance(links, Iterable):
            raise InputError(f"links must be a list of links, such as [(0, 0)]; found {links!r:.80}")
        made = tuple(map(_link, links))
        sizes = (len(one.sentences), len(other.sentences))
        _check_range("sentence", ((link.source, link.target) for link in made), sizes)
        return assemble(one, other, made, signature)

    @classmethod
    def of_result(cls, source: Document, target: Document, result: Result, signature: str) -> Alignment:
        """Return an alignment whose links and steps become objects on first use.

        Aligning many documents to use a few of their links should not cost all the objects.
        """
        alignment = object.__new__(cls)
        known = alignment.__dict__
        known["source"], known["target"], known["signature"], known["_result"] = source, target, signature, result
        return alignment

    @classmethod
    def of_checked(
        cls,
        source: Document,
        target: Document,
        paragraphs: tuple[Link, ...],
        sentences: tuple[Link, ...],
        cells: tuple[Cell, ...],
        steps: tuple[Step, ...],
        signature: str,
    ) -> Alignment:
        """Return an alignment of parts that are known to fit, without checking them again; for readers of runs."""
        alignment = object.__new__(cls)
        alignment.__dict__.update(
            source=source,
            target=target,
            paragraphs=paragraphs,
            sentences=sentences,
            cells=cells,
            steps=steps,
            signature=signature,
        )
        return alignment

    def __getattr__(self, name: str) -> Any:
        """Make the links, cells and steps of a result on first use."""
        result = self.__dict__.get("_result")
        if result is None or name not in _FROM_RESULT:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self.__dict__.update(zip(_FROM_RESULT, result.objects(Link, Step), strict=True))
        self.__dict__.pop("_result", None)
        return self.__dict__[name]

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    @property
    def id(self) -> str | None:
        """The id of the pair: the id that both documents share, or the two ids joined by a slash."""
        return pair_id(self.source, self.target)

    @property
    def result(self) -> Result | None:
        """The result of the search, until its links and steps are made; then None."""
        return self.__dict__.get("_result")

    @property
    def link_count(self) -> int:
        """The number of sentence links, without making them."""
        return len(self.sentences) if self.result is None else self.result.link_count

    @property
    def aligned_count(self) -> tuple[int, int]:
        """How many source and target sentences are in a link, without making the links."""
        if self.result is not None:
            return self.result.aligned
        sources = {i for link in self.sentences for i in link.source}
        return len(sources), len({j for link in self.sentences for j in link.target})

    @cached_property
    def unaligned_source(self) -> tuple[int, ...]:
        """Indices of the source sentences in no link."""
        linked = {i for link in self.sentences for i in link.source}
        return tuple(i for i in range(len(self.source.sentences)) if i not in linked)

    @cached_property
    def unaligned_target(self) -> tuple[int, ...]:
        """Indices of the target sentences in no link."""
        linked = {j for link in self.sentences for j in link.target}
        return tuple(j for j in range(len(self.target.sentences)) if j not in linked)

    @cached_property
    def probabilities(self) -> tuple[float, ...] | None:
        """How probable it is that each sentence link is exactly right; None if the method has no such number.

        `global` has it: its scores. So has `vicinity` with the similarity of words: it is estimated from the score, the
        kind and the neighbours of a link.
        """
        cells = (step.cell for step in self.steps if step.level == "sentence")
        found = probabilities_of(self.signature, self.source, self.target, self.sentences, cells)
        return None if found is None else tuple(found)

    def rows(self, *, unaligned: bool = False) -> list[dict[str, Any]]:
        """Return the sentence links as plain dictionaries, for pandas, polars or datasets.

        The keys are `id`, `kind`, `score`, `probability`, `source` and `target` (indices of sentences), `pairs` (the
        aligned pairs inside the link), `source_text` and `target_text`. Every row has all of them.

        Args:
            unaligned: Whether sentences in no link have rows, too, after those of the links: first those of the source,
                of the kind "1-0", then those of the target, of the kind "0-1". They have no score and no probability.

        >>> alignment = Alignment.from_links("Cats purr. Dogs bark.", "Dogs bark.", [(1, 0)])
        >>> [(row["kind"], row["source_text"]) for row in alignment.rows(unaligned=True)]
        [('1-1', 'Dogs bark.'), ('1-0', 'Cats purr.')]
        """
        cells = set(self.cells)
        chances = self.probabilities or [None] * len(self.sentences)
        rows = [
            self._row(link, link.kind, link.score, chance, pairs_inside(link, cells))
            for link, chance in zip(self.sentences, chances, strict=True)
        ]
        if unaligned:
            rows += [self._row(Link((x,), (), 0.0), "1-0", None, None, []) for x in self.unaligned_source]
            rows += [self._row(Link((), (y,), 0.0), "0-1", None, None, []) for y in self.unaligned_target]
        return rows

    def _row(
        self, link: Link, kind: str, score: float | None, probability: float | None, pairs: list[Cell]
    ) -> dict[str, Any]:
        source_text, target_text = self.texts(link)
        return {
            "id": self.id,
            "kind": kind,
            "score": score,
            "probability": probability,
            "source": list(link.source),
            "target": list(link.target),
            "pairs": [list(pair) for pair in pairs],
            "source_text": source_text,
            "target_text": target_text,
        }

    def __repr__(self) -> str:
        name = "" if self.id is None else f" {self.id!r:.60}"
        sizes = f"{len(self.source.sentences):,} and {len(self.target.sentences):,} sentences"
        links = many(self.link_count, "link")
        return f"<Alignment{name}: {sizes}, {links}, by {maker_in(self.signature)}>"

    def _repr_html_(self) -> str | None:
        """Return the HTML for notebooks."""
        return notebook.shown(self)

    def texts(self, link: Link) -> tuple[str, str]:
        """Return the two texts of a sentence link, the sentences of a side joined by spaces.

        Args:
            link: One of `sentences`.
        """
        source = " ".join(self.source.sentences[i] for i in link.source)
        return source, " ".join(self.target.sentences[j] for j in link.target)


_FROM_RESULT = ("paragraphs", "sentences", "cells", "steps")


def pair_id(source: Document, target: Document) -> str | None:
    """Return the id of a pair: the id that both documents share, or the two ids joined by a slash."""
    names = [name for name in dict.fromkeys((source.id, target.id)) if name is not None]
    return " / ".join(names) or None


class NotedLink(NamedTuple):
    """A link that a person made or kept, with what they noted about it.

    In tables, a note can also be about sentences in no link; then a side is empty.

    Attributes:
        source: The source sentences, as indices over the document.
        target: The target sentences.
        unsure: Whether the annotator is unsure.
        comment: A comment; empty if there is none.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    unsure: bool = False
    comment: str = ""

    @property
    def key(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The sentences of the link."""
        return self.source, self.target

    @property
    def noted(self) -> bool:
        """Whether there is a note."""
        return self.unsure or bool(self.comment)


class Aligned(NamedTuple):
    """An alignment with its place in a corpus.

    Attributes:
        alignment: The two documents and their links.
        levels: The names of the two levels: ("0", "3"), ("adv", "ele").
        origin: Where in the corpus the pair comes from: a file, a language, a category.
        relatedness: How related the two documents are, 0 to 1; None where that is not known.
        notes: The links about which an annotator noted something; gold and the tables for people have it.
    """

    alignment: Alignment
    levels: tuple[str, str] = ("source", "target")
    origin: str = ""
    relatedness: float | None = None
    notes: tuple[NotedLink, ...] = ()


def _link(given: GivenLink) -> Link:
    """Return a link that a caller gave, its sides sorted and without repeats."""
    if isinstance(given, Link):
        source: Side = given.source
        target: Side = given.target
        score = given.score
    else:
        try:
            source, target, score = given if len(given) == 3 else (*given, 1.0)
        except (TypeError, ValueError):
            raise InputError(f"a link is (source, target) or (source, target, score); found {given!r:.80}") from None
    try:
        return Link(_side(source), _side(target), float(score))
    except (TypeError, ValueError):
        raise InputError(
            f"a link has sentence numbers on each side, and its score is a number; found {given!r:.80}"
        ) from None


def _side(side: Side) -> tuple[int, ...]:
    return tuple(sorted({index(number) for number in (side if isinstance(side, Iterable) else (side,))}))


def _check_range(what: str, links: Iterable[tuple[tuple[int, ...], tuple[int, ...]]], sizes: tuple[int, int]) -> None:
    for link in links:
        for side, indices, size in zip(("source", "target"), link, sizes, strict=True):
            if not indices or min(indices) < 0 or max(indices) >= size:
                raise InputError(f"{what} link {link}: {side} indices must be from 0 to {size - 1}, at least one")


def _check_cells(what: str, cells: Iterable[Cell], sizes: tuple[int, int]) -> None:
    for x, y in cells:
        if not (0 <= x < sizes[0] and 0 <= y < sizes[1]):
            _check_range(what, [((x,), (y,))], sizes)


def _step_cells(steps: Iterable[Step], level: str) -> Iterator[Cell]:
    for step in steps:
        if step.level not in LEVELS:
            raise InputError(f"a step's level must be one of {', '.join(LEVELS)}, not {step.level!r}")
        if step.level == level:
            if step.stood:
                yield step.stood
            yield step.cell


def connected(cells: Iterable[Cell]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Group cells that share a row or a column, directly or through others: one group is one link.

    >>> connected([(0, 0), (1, 1), (1, 2), (4, 3), (5, 3)])
    [((0,), (0,)), ((1,), (1, 2)), ((4, 5), (3,))]
    """
    group_of: dict[tuple[str, int], list[Cell]] = {}
    for cell in dict.fromkeys(cells):
        row, column = ("row", cell[0]), ("column", cell[1])
        group = group_of.setdefault(row, [])
        other = group_of.setdefault(column, group)
        if other is not group:
            small, group = sorted((group, other), key=len)
            group.extend(small)
            for x, y in small:
                group_of["row", x] = group_of["column", y] = group
            group_of[row] = group_of[column] = group
        group.append(cell)
    groups = {id(group): group for group in group_of.values()}.values()
    return sorted((tuple(sorted({x for x, _ in group})), tuple(sorted({y for _, y in group}))) for group in groups)


def links(cells: Iterable[Cell], score: Callable[[tuple[int, ...], tuple[int, ...]], float]) -> tuple[Link, ...]:
    """Return the links that cells form, in order, each with its score."""
    return tuple(Link(source, target, score(source, target)) for source, target in connected(cells))


def assemble(
    source: Document,
    target: Document,
    sentences: Iterable[Link],
    signature: str,
    *,
    cells: Iterable[Cell] | None = None,
    paragraphs: Iterable[Link] | None = None,
    steps: Iterable[Step] | None = None,
) -> Alignment:
    """Return the alignment of some sentence links, for methods that find links and nothing else.

    By default cells are all pairs inside the links; paragraphs are those that the links connect, scored by their best
    link; and there is a step "found" for each cell, with the score of its link.
    """
    sentences = tuple(sentences)
    inside = {(x, y): link.score for link in sentences for x in link.source for y in link.target}
    found = inside if cells is None else {cell: inside[cell] for cell in cells}
    if paragraphs is None:
        paragraphs = _connected_paragraphs(source, target, found)
    if steps is None:
        steps = (Step("sentence", None, "found", cell, score) for cell, score in found.items())
    return Alignment(source, target, tuple(paragraphs), sentences, tuple(found), tuple(steps), signature)


def _connected_paragraphs(source: Document, target: Document, scores: Mapping[Cell, float]) -> tuple[Link, ...]:
    """Return the paragraphs that scored sentence pairs connect, each link with its best score."""
    rows, columns = paragraph_of(source), paragraph_of(target)
    between: dict[Cell, float] = {}
    for (x, y), score in scores.items():
        cell = (rows[x], columns[y])
        between[cell] = max(score, between.get(cell, score))
    best: dict[int, float] = {}
    groups = connected(between)
    group_of = {row: number for number, (xs, _) in enumerate(groups) for row in xs}
    for (row, _), score in between.items():
        best[group_of[row]] = max(score, best.get(group_of[row], score))
    return tuple(Link(xs, ys, best[number]) for number, (xs, ys) in enumerate(groups))


def paragraph_of(document: Document) -> list[int]:
    """Return the paragraph number of each sentence."""
    return [number for number, paragraph in enumerate(document.paragraphs) for _ in paragraph]
