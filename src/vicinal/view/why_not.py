"""Why two sentences are linked, or not linked: in plain words, with the numbers that decided it.

`vicinal explain --pair` prints this, and the app shows it after a click. Every line is true by itself. Reasons of the
method are given only where the method is known and finds the same links again: for `vicinity` and `global`, with
settings that the signature tells or that come with the aligner. Links that people made have no such reasons.

The lines count sentences and paragraphs from 1; everything else here counts from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from vicinal.alignment import Aligner, Alignment
from vicinal.errors import InputError
from vicinal.link import Cell, Link
from vicinal.methods import name_in, name_of
from vicinal.methods.global_.method import Global
from vicinal.methods.vicinity import Vicinity
from vicinal.similarity.named import similarity_of
from vicinal.similarity.tfidf import Idf, TfIdf
from vicinal.view.method_again import method_in
from vicinal.view.printable import printable
from vicinal.view.shared_words import SharedWord, shared_words
from vicinal.view.why_global import why_global
from vicinal.view.why_vicinity import why_vicinity
from vicinal.wording import listed

_MOST_WORDS = 6  # that are named in a line
_BY_WORDS, _BY_SPELLING = "words", "spelling (shared runs of four letters)"

Measure = Callable[[int, int], float | None]


@dataclass(frozen=True, kw_only=True)
class Why:
    """Why two sentences are linked or not.

    Attributes:
        linked: Whether one link has both.
        similarity: How similar they are, as the method compares sentences; by words where that is not known; None if a
            text has no words.
        compared: By what that is: "words", "spelling (…)", or the name of another similarity.
        words: The words that they share, those that count most first.
        threshold: The least similarity of linked sentences; None if the method has none.
        probability: How probable it is that they belong together, as `global` sees it.
        gain: What the best link with both is worth for `global`, which takes links of a gain above 0 only.
        lines: All this for people.
    """

    linked: bool
    similarity: float | None
    compared: str
    words: tuple[SharedWord, ...]
    threshold: float | None
    probability: float | None
    gain: float | None
    lines: tuple[str, ...]


def why(alignment: Alignment, x: int, y: int, aligner: Aligner | None = None) -> Why:
    """Return why source sentence x and target sentence y are linked or not; both count from 0.

    Args:
        alignment: The two documents and their links.
        x: The source sentence.
        y: The target sentence.
        aligner: The method that made this alignment; by default the one that the signature names.

    Raises:
        InputError: There is no such sentence.
    """
    for side, index, document in (("source", x, alignment.source), ("target", y, alignment.target)):
        if not 0 <= index < len(document.sentences):
            raise InputError(
                f"{side} sentence {index + 1}: the {side} has sentences 1 to {len(document.sentences)} only"
            )
    reasons = _reasons(alignment, (x, y), aligner)
    measure = reasons.measure or _word_measure(alignment)
    similarity = measure(x, y)
    idf = reasons.idf or Idf.fit([alignment.source, alignment.target])
    words = shared_words(alignment.source.sentences[x], alignment.target.sentences[y], idf)
    link = next((link for link in alignment.sentences if x in link.source and y in link.target), None)
    lines = [
        f"Linked: {_named(link)}, score {link.score:.2f}." if link else "Not linked.",
        *_how_similar(similarity, reasons.compared, words),
        *reasons.lines,
        *(_rivals(alignment, (x, y), measure) if link is None else ()),
    ]
    return Why(
        linked=link is not None,
        similarity=similarity,
        compared=reasons.compared,
        words=words,
        threshold=reasons.threshold,
        probability=reasons.probability,
        gain=reasons.gain,
        lines=tuple(lines),
    )


@dataclass(frozen=True)
class _Reasons:
    """What the method itself says of a pair, and how it compares sentences; None for the words of the two texts."""

    lines: tuple[str, ...]
    compared: str = _BY_WORDS
    measure: Measure | None = None
    idf: Idf | None = None
    threshold: float | None = None
    probability: float | None = None
    gain: float | None = None


def _reasons(alignment: Alignment, cell: Cell, aligner: Aligner | None) -> _Reasons:
    name = name_in(alignment.signature) if aligner is None else name_of(aligner)
    if name is None:
        return _Reasons(("People made or corrected these links, so no method gives further reasons.",))
    method = method_in(alignment.signature) if aligner is None else aligner
    if not isinstance(method, Vicinity | Global):
        return _Reasons((f"The method {name} gives no further reasons.",))
    made = alignment if aligner is not None else method(alignment.source, alignment.target)
    if _sides(made) != _sides(alignment):
        return _Reasons((f"The method {name} finds other links in these texts now, so its reasons are not known.",))
    return _by_vicinity(made, method, cell) if isinstance(method, Vicinity) else _by_global(made, method, cell)


def _by_vicinity(made: Alignment, method: Vicinity, cell: Cell) -> _Reasons:
    similarity = similarity_of(method.similarity)
    vectors = similarity(made.source, made.target)
    is_words = isinstance(similarity, TfIdf)
    return _Reasons(
        tuple(why_vicinity(made, method, vectors, cell)),
        _BY_WORDS if is_words else type(similarity).__name__,
        vectors.pair,
        similarity.idf if isinstance(similarity, TfIdf) else None,
        threshold=method.alphas(made.source, made.target)[1],
    )


def _by_global(made: Alignment, method: Global, cell: Cell) -> _Reasons:
    weighed = next((part for part in method.weighed(made.source, made.target) if cell in part), None)
    lines = tuple(why_global(made, method, weighed, cell))
    if weighed is None:
        return _Reasons(lines)
    best = weighed.best(*cell)

    def measure(x: int, y: int) -> float | None:
        return weighed.similarity(x, y) if (x, y) in weighed else None

    gain = None if best is None else best.gain
    return _Reasons(lines, _BY_SPELLING, measure, probability=weighed.probability(*cell), gain=gain)


def _word_measure(alignment: Alignment) -> Measure:
    try:
        return TfIdf()(alignment.source, alignment.target).pair
    except InputError:  # a text without words
        return _unknown


def _unknown(_x: int, _y: int) -> None:
    """Return no similarity, for texts without words."""


def _sides(alignment: Alignment) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return sorted((link.source, link.target) for link in alignment.sentences)


def _how_similar(similarity: float | None, compared: str, words: tuple[SharedWord, ...]) -> list[str]:
    """Return how similar two sentences are, and which shared words make it so."""
    lines = [] if similarity is None else [f"Their similarity by {compared} is {similarity:.2f}."]
    if not words:
        return [*lines, "They have no word in common."]
    named = [f"{printable(one.word)} ({one.part:.2f})" for one in words[:_MOST_WORDS]]
    if len(words) > _MOST_WORDS:
        named.append(f"{len(words) - _MOST_WORDS} more ({sum(one.part for one in words[_MOST_WORDS:]):.2f})")
    added = "adds" if compared == _BY_WORDS else "adds to their similarity by words"
    return [*lines, f"Shared words, and what each {added}: {listed(named)}. Rare words weigh more than common ones."]


def _rivals(alignment: Alignment, cell: Cell, measure: Measure) -> Iterable[str]:
    """Return, for both sentences, their own links, or what is most similar to them."""
    for side, index in zip(("source", "target"), cell, strict=True):
        other = "target" if side == "source" else "source"
        own = [link for link in alignment.sentences if index in getattr(link, side)]
        if own:
            yield f"The {side} sentence is linked elsewhere: {'; '.join(map(_named, own))}."
            continue
        size = len(getattr(alignment, other).sentences)
        cells = [(index, place) if side == "source" else (place, index) for place in range(size)]
        found = [(value, -place) for place, one in enumerate(cells) if (value := measure(*one)) is not None]
        best, place = max(found, default=(0.0, 0))
        if best > 0 and cells[-place] != cell:
            yield f"The {side} sentence has no link; the most similar to it is {other} {1 - place} ({best:.2f})."
        elif best > 0:
            yield f"The {side} sentence has no link; nothing in the {other} is more similar to it than this one."
        else:
            yield f"The {side} sentence has no link; nothing in the {other} is similar to it."


def _named(link: Link) -> str:
    sides = (listed([str(index + 1) for index in side]) for side in (link.source, link.target))
    return "source {} with target {} ({})".format(*sides, link.kind)
