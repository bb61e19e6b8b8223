"""What an aligner returns: Link, Step and Alignment, frozen and complete.

Everything that shows, scores or writes an alignment only reads these objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from math import isfinite
from typing import Any, NamedTuple, Protocol

from vicinal.errors import InputError
from vicinal.text.document import Document

Cell = tuple[int, int]
LEVELS = ("paragraph", "sentence")
KINDS = ("1-1", "1-N", "N-1", "N-N")


@dataclass(frozen=True)
class Link:
    """Source and target sentences (or paragraphs) that belong together, as indices over the document, and a score."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    score: float

    def __post_init__(self) -> None:
        """Keep plain tuples and numbers, whatever sequences and number types come in."""
        object.__setattr__(self, "source", tuple(map(int, self.source)))
        object.__setattr__(self, "target", tuple(map(int, self.target)))
        object.__setattr__(self, "score", float(self.score))

    @property
    def kind(self) -> str:
        """How many on each side: "1-1", "1-N", "N-1" or "N-N"."""
        return "-".join("1" if len(side) == 1 else "N" for side in (self.source, self.target))


@dataclass(frozen=True)
class Step:
    """How one cell was found.

    Attributes:
        level: "paragraph" or "sentence": what the cells count.
        stood: The cell where the search stood; None at a start.
        vicinity: What gave the cell: "start", "V1", "V2" (and so on, for more fixed vicinities), "nearest", or "run"
            (the inner loop of a 1-N or N-1 link).
        cell: The cell found.
        similarity: What the search compared: the similarity of the cell; for "run", of the concatenated sentences.
    """

    level: str
    stood: Cell | None
    vicinity: str
    cell: Cell
    similarity: float


class Result(Protocol):
    """What a search found, not yet made into objects."""

    def objects(self) -> tuple[tuple[Link, ...], tuple[Link, ...], tuple[Cell, ...], tuple[Step, ...]]:
        """Return paragraph links, sentence links, cells and steps."""

    def json(self) -> bytes:
        """Return links and steps as they stand in a line of `vicinal.corpus.records`."""

    @property
    def link_count(self) -> int:
        """How many sentence links there are."""


class Aligner(Protocol):
    """Anything that aligns two documents: the paper's method, an earlier system, a function of your own."""

    def __call__(self, source: Document, target: Document, /) -> Alignment:
        """Align two documents."""


@dataclass(frozen=True)
class Alignment:
    """Two documents and what belongs together in them.

    Attributes:
        source: The first document, as a rule the original.
        target: The second, as a rule the simpler one.
        paragraphs: Links between paragraphs.
        sentences: Links between sentences. Most methods put each sentence in at most one.
        cells: The sentence pairs the search visited, in that order.
        steps: How each cell was found, paragraphs and sentences, in the order of the search.
        signature: The settings, as the repr of the aligner.
    """

    source: Document
    target: Document
    paragraphs: tuple[Link, ...]
    sentences: tuple[Link, ...]
    cells: tuple[Cell, ...]
    steps: tuple[Step, ...]
    signature: str

    def __post_init__(self) -> None:
        """Raise InputError for a link or step outside the documents, or a score that is no number."""
        for name in ("paragraphs", "sentences", "steps"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "cells", tuple((int(x), int(y)) for x, y in self.cells))
        sizes = (len(self.source.sentences), len(self.target.sentences))
        _check_range("sentence", ((link.source, link.target) for link in self.sentences), sizes)
        _check_range("cell", (((x,), (y,)) for x, y in self.cells), sizes)
        _check_range("sentence step", _step_cells(self.steps, "sentence"), sizes)
        sizes = (len(self.source.paragraphs), len(self.target.paragraphs))
        _check_range("paragraph", ((link.source, link.target) for link in self.paragraphs), sizes)
        _check_range("paragraph step", _step_cells(self.steps, "paragraph"), sizes)
        for number in (
            *(link.score for link in (*self.paragraphs, *self.sentences)),
            *(s.similarity for s in self.steps),
        ):
            if not isfinite(number):
                raise InputError(f"scores and similarities must be finite numbers, not {number}")

    @classmethod
    def of_result(cls, source: Document, target: Document, result: Result, signature: str) -> Alignment:
        """Return the alignment a search found; its links and steps are made when first asked for.

        Whoever aligns many documents to keep a few of their links should not pay for all the objects.
        """
        alignment = object.__new__(cls)
        known = alignment.__dict__
        known["source"], known["target"], known["signature"], known["_result"] = source, target, signature, result
        return alignment

    def __getattr__(self, name: str) -> Any:
        """Make links, cells and steps of a result on first use."""
        result = self.__dict__.get("_result")
        if result is None or name not in _FROM_RESULT:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self.__dict__.update(zip(_FROM_RESULT, result.objects(), strict=True))
        self.__dict__.pop("_result", None)
        return self.__dict__[name]

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    @property
    def id(self) -> str | None:
        """The id of the pair, as `pair_id` makes it."""
        return pair_id(self.source, self.target)

    @property
    def result(self) -> Result | None:
        """What the search found, as long as no links and steps were made of it; None from then on."""
        return self.__dict__.get("_result")

    @property
    def link_count(self) -> int:
        """How many sentence links there are; asking does not make them."""
        count: int | None = getattr(self.result, "link_count", None)
        return len(self.sentences) if count is None else count

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

    def _repr_html_(self) -> str | None:
        """Return what a notebook shows; None where nothing was set with `show_in_notebooks`."""
        return None if _notebook_view is None else _notebook_view(self)

    def texts(self, link: Link) -> tuple[str, str]:
        """Return the two texts of a sentence link, the sentences of a side joined by spaces."""
        source = " ".join(self.source.sentences[i] for i in link.source)
        return source, " ".join(self.target.sentences[j] for j in link.target)


_notebook_view: Callable[[Alignment], str] | None = None


def show_in_notebooks(render: Callable[[Alignment], str]) -> None:
    """Set what makes the HTML that notebooks show of an alignment; this module knows no views."""
    global _notebook_view
    _notebook_view = render


_FROM_RESULT = ("paragraphs", "sentences", "cells", "steps")


def pair_id(source: Document, target: Document) -> str | None:
    """Return the id of a pair: that of both documents where it is the same, else the two with a slash between."""
    names = [name for name in dict.fromkeys((source.id, target.id)) if name is not None]
    return " / ".join(names) or None


class Aligned(NamedTuple):
    """An alignment with what a corpus knows of it.

    Attributes:
        alignment: The two documents and their links.
        levels: What the two versions are called: ("0", "3"), ("adv", "ele").
        origin: Where in the corpus the pair comes from: a file, a language, a class of texts.
    """

    alignment: Alignment
    levels: tuple[str, str] = ("source", "target")
    origin: str = ""


def _check_range(what: str, links: Iterable[tuple[tuple[int, ...], tuple[int, ...]]], sizes: tuple[int, int]) -> None:
    for link in links:
        for side, indices, size in zip(("source", "target"), link, sizes, strict=True):
            if not indices or min(indices) < 0 or max(indices) >= size:
                raise InputError(f"{what} link {link}: {side} indices must be from 0 to {size - 1}, at least one")


def _step_cells(steps: Iterable[Step], level: str) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for step in steps:
        if step.level not in LEVELS:
            raise InputError(f"a step's level must be one of {', '.join(LEVELS)}, not {step.level!r}")
        if step.level == level:
            yield from (((x,), (y,)) for x, y in filter(None, (step.stood, step.cell)))


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
    """Return the alignment that sentence links make, for methods that find links and nothing else.

    Where a method does not say otherwise, cells are all pairs inside the links; paragraphs are those the links connect,
    scored by their best link; and steps say of each cell that it was found, with the score of its link.
    """
    sentences = tuple(sentences)
    inside = {(x, y): link.score for link in sentences for x in link.source for y in link.target}
    found = inside if cells is None else {cell: inside[cell] for cell in cells}
    if paragraphs is None:
        rows, columns = (paragraph_of(document) for document in (source, target))
        between: dict[Cell, float] = {}
        for (x, y), score in found.items():
            cell = (rows[x], columns[y])
            between[cell] = max(score, between.get(cell, score))

        def best(xs: tuple[int, ...], ys: tuple[int, ...]) -> float:
            return max(score for (x, y), score in between.items() if x in xs and y in ys)

        paragraphs = links(between, best)
    if steps is None:
        steps = (Step("sentence", None, "found", cell, score) for cell, score in found.items())
    return Alignment(source, target, tuple(paragraphs), sentences, tuple(found), tuple(steps), signature)


def paragraph_of(document: Document) -> list[int]:
    """Return, for each sentence, the paragraph it stands in."""
    return [number for number, paragraph in enumerate(document.paragraphs) for _ in paragraph]
