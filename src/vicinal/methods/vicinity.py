"""The method of Paetzold & Specia (2016) on one page: paragraphs, then sentences inside them, then links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Literal

from vicinal.alignment import Alignment, connected, links
from vicinal.compiled import kernel
from vicinal.errors import SettingError, check_unit
from vicinal.link import Cell, Step
from vicinal.methods import auto_alpha
from vicinal.search import VICINITIES, Offsets, checked_vicinities, paragraph_steps, sentence_steps
from vicinal.signature import signature_of
from vicinal.similarity.kernel_parts import Parts, is_of_text, parts_of, parts_of_vectors
from vicinal.similarity.named import similarity_of, vectors_by
from vicinal.similarity.tfidf import TfIdf
from vicinal.similarity.vectors import BestPair, Similarity, Vectors
from vicinal.text.document import Document


@dataclass(frozen=True)
class Vicinity:
    """The vicinity-driven method of Paetzold & Specia (2016).

    The defaults suit all languages; they were chosen on gold alignments (see docs/method.md).

    Attributes:
        paragraph_alpha: The least similarity of aligned paragraphs, 0 to 1; or 'auto', 1.5 times sentence alpha.
        sentence_alpha: The least similarity of aligned sentences, 0 to 1; or 'auto', lower where two documents of
            the same length have few similar sentences.
        beta: The slack: how much similarity each further sentence of a 1-N or N-1 link may lose, 0 to 1.
        vicinities: The fixed vicinities of the paragraph search, as offsets from the current cell.
        title: Whether to align the first paragraphs, the titles, whatever their similarity.
        similarity: How to make vectors of sentences: a similarity, or its name.
    """

    paragraph_alpha: float | Literal["auto"] = 0.45
    sentence_alpha: float | Literal["auto"] = 0.3
    beta: float = 0.0
    vicinities: tuple[Offsets, ...] = VICINITIES
    title: bool = True
    similarity: Similarity | str = TfIdf()  # noqa: RUF009  (frozen, so one instance can serve all)

    GRID: ClassVar[dict[str, tuple[float, ...]]] = {
        "paragraph_alpha": (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55),
        "sentence_alpha": (0.15, 0.2, 0.25, 0.3, 0.35, 0.4),
        "beta": (0.0, 0.05),
    }

    def __post_init__(self) -> None:
        """Raise SettingError for a setting outside its range."""
        _check_alpha("paragraph_alpha", self.paragraph_alpha)
        _check_alpha("sentence_alpha", self.sentence_alpha)
        check_unit("beta", self.beta)
        object.__setattr__(self, "vicinities", checked_vicinities(self.vicinities))
        if not isinstance(self.title, bool):
            raise SettingError(f"title must be True or False, not {self.title!r}")
        object.__setattr__(self, "similarity", similarity_of(self.similarity))

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled kernel does all of the work; it gives the same results as the Python, faster.

        It does for words, stems, character n-grams and blends of them. Embeddings and similarities of your own make
        their vectors in Python; then the kernel searches.
        """
        return kernel is not None and is_of_text(similarity_of(self.similarity))

    @cached_property
    def _signature(self) -> str:
        return signature_of(self)

    def __call__(self, source: Document, target: Document) -> Alignment:
        """Align two documents."""
        return self.align_all([(source, target)])[0]

    def align_all(self, pairs: Sequence[tuple[Document, Document]]) -> list[Alignment]:
        """Align several pairs; with the kernel, this is faster than one at a time."""
        if not self.is_compiled:
            return [self._align(source, target) for source, target in pairs]
        similarity = similarity_of(self.similarity)
        results = self._results(pairs, [parts_of(similarity, source, target) for source, target in pairs])
        # No result means that a document has no words; the Python raises the error.
        return [
            Alignment.of_result(source, target, result, self._signature)
            if result
            else self._align_by(self._vectors(source, target), source, target)
            for (source, target), result in zip(pairs, results, strict=True)
        ]

    @staticmethod
    def align_each(aligners: Sequence[Vicinity], source: Document, target: Document) -> list[Alignment]:
        """Align two documents with several settings, as `tune` tries them; the kernel reads the words once for all.

        Args:
            aligners: The same but for their alphas and betas.
            source: The first document.
            target: The second document.
        """
        first = aligners[0]
        same = all(
            (one.vicinities, one.title, one.similarity) == (first.vicinities, first.title, first.similarity)
            and "auto" not in (one.paragraph_alpha, one.sentence_alpha)
            for one in aligners
        )
        results = None
        if kernel is not None and same:
            similarity = similarity_of(first.similarity)
            parts = parts_of(similarity, source, target) or parts_of_vectors(vectors_by(similarity, source, target))
            if parts:
                settings = [(one.paragraph_alpha, one.sentence_alpha, one.beta) for one in aligners]
                sides = source.paragraphs, target.paragraphs
                results = kernel.align_settings(*sides, settings, first.vicinities, first.title, parts)
        if results is None:
            return [one(source, target) for one in aligners]
        return [
            Alignment.of_result(source, target, result, one._signature)
            for one, result in zip(aligners, results, strict=True)
        ]

    def alphas(self, source: Document, target: Document) -> tuple[float, float]:
        """Return the thresholds for two documents, of paragraphs and of sentences; they differ only for "auto"."""
        if self.sentence_alpha != "auto":
            return self._both(self.sentence_alpha)
        result, vectors = self._searched(source, target)
        if result:
            taken: tuple[float, float] = result.alphas
            return taken
        return self._both(auto_alpha.sentence_alpha(self._vectors(source, target) if vectors is None else vectors))

    def _both(self, sentences: float) -> tuple[float, float]:
        """Return both thresholds, where that of sentences is known."""
        if self.paragraph_alpha == "auto":
            return auto_alpha.paragraph_alpha(sentences), sentences
        return self.paragraph_alpha, sentences

    def _searched(self, source: Document, target: Document) -> tuple[Any, Vectors | None]:
        """Return what the compiled kernel finds, None if it cannot be used, and the vectors if they had to be made."""
        if kernel is None:
            return None, None
        vectors: Vectors | None = None
        parts = parts_of(similarity_of(self.similarity), source, target)
        if parts is None:
            vectors = self._vectors(source, target)
            parts = parts_of_vectors(vectors)
        return self._results([(source, target)], [parts])[0] if parts else None, vectors

    def _results(self, pairs: Sequence[tuple[Document, Document]], parts: list[Parts | None]) -> list[Any]:
        """Return what the compiled kernel finds, None for a pair that it leaves to Python."""
        assert kernel is not None  # the callers ask
        if self.sentence_alpha == "auto":
            # The kernel computes paragraph alpha after sentence alpha; -1 stands for "auto".
            thresholds = (-1.0 if self.paragraph_alpha == "auto" else self.paragraph_alpha, -1.0)
        else:
            thresholds = self._both(self.sentence_alpha)
        results: list[Any] = kernel.align_all(
            [(source.paragraphs, target.paragraphs) for source, target in pairs],
            *thresholds,
            self.beta,
            self.vicinities,
            self.title,
            parts,
            auto=auto_alpha.NUMBERS,
        )
        return results

    def _vectors(self, source: Document, target: Document) -> Vectors:
        """Return the vectors of two documents, one for each sentence."""
        return vectors_by(similarity_of(self.similarity), source, target)

    def _align(self, source: Document, target: Document) -> Alignment:
        """Align two documents: search in the kernel if it can take the vectors, or else in Python."""
        result, vectors = self._searched(source, target)
        if result:
            return Alignment.of_result(source, target, result, self._signature)
        return self._align_by(self._vectors(source, target) if vectors is None else vectors, source, target)

    def _align_by(self, vectors: Vectors, source: Document, target: Document) -> Alignment:
        """Align two documents by their vectors, in Python."""
        paragraph_alpha, sentence_alpha = self._both(
            auto_alpha.sentence_alpha(vectors) if self.sentence_alpha == "auto" else self.sentence_alpha
        )
        paragraphs = tuple(
            paragraph_steps(
                BestPair(vectors, source.spans, target.spans), paragraph_alpha, self.vicinities, title=self.title
            )
        )
        groups = [
            (_concatenated(source, xs), _concatenated(target, ys)) for xs, ys in connected(s.cell for s in paragraphs)
        ]
        sentences = tuple(chain.from_iterable(self._inside(vectors, xs, ys, sentence_alpha) for xs, ys in groups))
        cells = tuple(step.cell for step in sentences)
        return Alignment(
            source=source,
            target=target,
            paragraphs=links(
                (step.cell for step in paragraphs),
                lambda xs, ys: vectors.group(_concatenated(source, xs), _concatenated(target, ys)),
            ),
            sentences=links(cells, vectors.group),
            cells=cells,
            steps=paragraphs + sentences,
            signature=self._signature,
        )

    def _inside(self, vectors: Vectors, xs: Sequence[int], ys: Sequence[int], alpha: float) -> Iterator[Step]:
        """Align the sentences xs and ys of one pair of paragraph groups, with indices over the whole documents."""

        def document_wide(cell: Cell) -> Cell:
            return xs[cell[0]], ys[cell[1]]

        for step in sentence_steps(vectors.select(xs, ys), alpha, self.beta):
            stood = None if step.stood is None else document_wide(step.stood)
            yield replace(step, stood=stood, cell=document_wide(step.cell))


def _check_alpha(name: str, value: float | str) -> None:
    """Raise SettingError unless value is "auto" or a number from 0 to 1."""
    if not isinstance(value, str):
        check_unit(name, value)
    elif value != "auto":
        raise SettingError(f"{name} must be a number from 0 to 1, or 'auto', not {value!r}")


def _concatenated(document: Document, paragraphs: Iterable[int]) -> list[int]:
    """Return the sentences of some paragraphs, concatenated."""
    return [i for p in paragraphs for i in document.spans[p]]
