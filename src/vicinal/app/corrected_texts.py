"""Corrected sentences: two documents as lists of sentences, splices that change them, and links that follow.

A splice replaces some neighbouring sentences of one document by others. It is the only operation, and everything that
annotators do to texts is made of it:

    split a sentence        one sentence becomes two
    join two sentences      two become one
    edit a sentence         one becomes one with another text
    delete a sentence       one becomes none
    move a paragraph break  one becomes one that begins a paragraph, or no longer does
    mark a heading          the same, with the mark of a heading

Links follow. If as many sentences come as go, each takes the place of its counterpart, with its links. Otherwise all
new sentences take the place of all old ones: a link that had one of the old sentences has all of the new ones, and
links that thereby share a sentence become one.

A splice says what it replaces, so it cannot apply to other sentences than those that the annotator saw, and it can be
undone. Every sentence knows which sentences of the original it stands for; that makes annotators with different
corrections comparable (`original_links`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from vicinal.alignment import connected
from vicinal.errors import InputError
from vicinal.gold import LinkKey
from vicinal.text.document import Document

LONGEST = 100_000  # characters of a sentence that someone types
MOST_SENTENCES = 20_000  # of a text to which sentences are added
MOST_ORIGINALS = 1_000_000  # that the sentences of a text may stand for, together: parts of a sentence count it each
SIDES = ("source", "target")


class Piece(NamedTuple):
    """A sentence as annotators change it: its text, whether it begins a paragraph, and whether that is a heading."""

    text: str
    opens: bool = False
    heading: bool = False


class Sentence(NamedTuple):
    """A sentence of a corrected document, and the sentences of the original for which it stands: from `first` to `end`.

    `end` itself is not one of them. A sentence that stands for none was typed by the annotator.
    """

    text: str
    opens: bool
    heading: bool
    first: int
    end: int

    @property
    def piece(self) -> Piece:
        """What annotators see and change."""
        return Piece(self.text, self.opens, self.heading)


class Splice(NamedTuple):
    """Sentences to replace, from the number `at` of a side (0: source, 1: target), and those that come instead."""

    side: int
    at: int
    before: tuple[Sentence, ...]
    after: tuple[Sentence, ...]

    @property
    def reverse(self) -> Splice:
        """The splice that undoes this one."""
        return self._replace(before=self.after, after=self.before)

    def places(self, index: int) -> range:
        """Return where a sentence of the side is afterwards: the sentences that take its place."""
        old, new = len(self.before), len(self.after)
        if index < self.at:
            return range(index, index + 1)
        if index >= self.at + old or old == new:
            return range(index + new - old, index + new - old + 1)
        return range(self.at, self.at + new)

    def exact(self, index: int) -> int | None:
        """Return the new number of a sentence; None if several sentences share its place, or none takes it."""
        old, new = len(self.before), len(self.after)
        inside = self.at <= index < self.at + old
        return None if inside and old != new else self.places(index)[0]


Texts = tuple[tuple[Sentence, ...], tuple[Sentence, ...]]


def texts_of(source: Document, target: Document) -> Texts:
    """Return two documents as lists of sentences."""
    return _sentences(source), _sentences(target)


def _sentences(document: Document) -> tuple[Sentence, ...]:
    found = []
    for number, span in enumerate(document.spans):
        for index in span:
            opens = index == span[0]
            heading = opens and number in document.headings
            found.append(Sentence(document.sentences[index], opens, heading, index, index + 1))
    return tuple(found)


def document_of(sentences: Iterable[Sentence], original: Document) -> Document:
    """Return a corrected document, with the id and the language of the original."""
    paragraphs: list[list[str]] = []
    headings = []
    for sentence in sentences:
        if sentence.opens or not paragraphs:
            if sentence.heading:
                headings.append(len(paragraphs))
            paragraphs.append([])
        paragraphs[-1].append(sentence.text)
    return Document(paragraphs, original.id, original.language, headings)


def checked_pieces(after: Iterable[Piece], before: Collection[Piece], what: str) -> tuple[Piece, ...]:
    """Return sentences that an annotator typed, without superfluous white space, if they can be sentences.

    A text that stands in `before`, too, is returned as it is.

    Raises:
        InputError: One is empty, too long, binary data, or a heading inside a paragraph.
    """
    known = {piece.text for piece in before}
    longest = max(LONGEST, sum(len(text) + 1 for text in known))
    found = []
    for text, opens, heading in after:
        tidy = text if text in known else " ".join(text.split())
        if not tidy:
            raise InputError(f"{what}: a sentence is empty; give it a text, or join it with its neighbour")
        if len(tidy) > longest:
            raise InputError(f"{what}: a sentence has {len(tidy):,} characters; give at most {longest:,}")
        if "\0" in tidy:
            raise InputError(f"{what}: a sentence is binary data (a NUL character); give plain text")
        if heading and not opens:
            raise InputError(f"{what}: only a sentence that begins a paragraph can be marked as a heading")
        found.append(Piece(tidy, opens, heading))
    return tuple(found)


def spliced(texts: Texts, side: int, at: int, before: Sequence[Piece], after: Sequence[Piece]) -> Splice | str:
    """Return the splice that a request describes; or the reason why it does not apply to the texts as they are.

    Args:
        texts: The documents.
        side: 0 for the source, 1 for the target.
        at: The number of the first sentence to replace.
        before: The sentences to replace, as they are now.
        after: The sentences that come instead.

    Raises:
        InputError: The text would have too many sentences.
    """
    sentences = texts[side]
    old = sentences[at : at + len(before)]
    if at > len(sentences) or _seen(at, (sentence.piece for sentence in old)) != _seen(at, before):
        return f"{SIDES[side]} sentence {at + 1} is not what it was any more"
    if len(sentences) - len(before) + len(after) < 1:
        return f"the {SIDES[side]} must keep at least one sentence"
    if len(before) == len(after):
        spans = [(sentence.first, sentence.end) for sentence in old]
    else:
        first = old[0].first if old else sentences[at - 1].end if at else 0
        end = max((sentence.end for sentence in old), default=first)
        spans = [(first, end)] * len(after)
    if len(after) > len(before):
        kept = (*sentences[:at], *sentences[at + len(before) :])
        _check_growth([(sentence.first, sentence.end) for sentence in kept] + spans)
    new = tuple(Sentence(*piece, *span) for piece, span in zip(after, spans, strict=True))
    return Splice(side, at, old, new)


def _seen(at: int, pieces: Iterable[Piece]) -> list[Piece]:
    """Return sentences from a number on as people see them: the first of a text begins a paragraph in any case."""
    return [piece._replace(opens=True) if number == 0 else Piece(*piece) for number, piece in enumerate(pieces, at)]


def _check_growth(spans: Collection[tuple[int, int]]) -> None:
    """Raise InputError if a text has become too large; its sentences stand for these of the original."""
    if len(spans) > MOST_SENTENCES:
        raise InputError(f"sentences: a text can have at most {MOST_SENTENCES:,} in the app; split fewer")
    if sum(end - first for first, end in spans) > MOST_ORIGINALS:
        raise InputError("sentences: too many parts of sentences that were joined; undo the joining instead")


def apply(texts: Texts, splice: Splice) -> Texts | None:
    """Return the documents after a splice; None if it does not fit them."""
    side = texts[splice.side]
    end = splice.at + len(splice.before)
    if side[splice.at : end] != splice.before:
        return None
    changed = (*side[: splice.at], *splice.after, *side[end:])
    return (changed, texts[1]) if splice.side == 0 else (texts[0], changed)


def followed(links: Collection[LinkKey], splices: Iterable[Splice]) -> list[tuple[LinkKey, list[LinkKey]]]:
    """Return the links after splices, in order, each with the links before that it comes from."""
    now = [(link, [link]) for link in sorted(links)]
    for splice in splices:
        moved = []
        for link, sources in now:
            sides = list(link)
            sides[splice.side] = tuple(sorted({new for old in link[splice.side] for new in splice.places(old)}))
            if all(sides):
                moved.append(((sides[0], sides[1]), sources))
        now = _merged(moved)
    return sorted(now)


def _merged(links: list[tuple[LinkKey, list[LinkKey]]]) -> list[tuple[LinkKey, list[LinkKey]]]:
    """Return links of which no two share a sentence: those that do become one."""
    groups = connected(cell for link, _ in links for cell in cells_that_connect(link))
    of_source = {x: number for number, (xs, _) in enumerate(groups) for x in xs}
    sources: list[list[LinkKey]] = [[] for _ in groups]
    for (xs, _), before in links:
        sources[of_source[xs[0]]] += before
    return [((tuple(xs), tuple(ys)), before) for (xs, ys), before in zip(groups, sources, strict=True)]


def cells_that_connect(link: LinkKey) -> list[tuple[int, int]]:
    """Return sentence pairs of a link that hold it together; far fewer than all of them."""
    (x, *_), (y, *_) = source, target = link
    return [(x, each) for each in target] + [(each, y) for each in source[1:]]


def moved(link: LinkKey, splices: Iterable[Splice]) -> LinkKey | None:
    """Return a link with its new numbers; None if a splice changed how many sentences stand where its own were."""
    sides = list(link)
    for splice in splices:
        places = [splice.exact(index) for index in sides[splice.side]]
        sides[splice.side] = tuple(place for place in places if place is not None)
        if len(sides[splice.side]) < len(places):
            return None
    return sides[0], sides[1]


def original_links(links: Iterable[LinkKey], texts: Texts) -> tuple[LinkKey, ...]:
    """Return links between the sentences of the originals for which those of the links stand, sorted.

    Parts of a split sentence stand for that sentence, so two links can become one, or share a sentence. A link with
    sentences that stand for none is left out.
    """
    found = set()
    for link in links:
        source, target = (
            tuple(sorted(set(chain.from_iterable(range(*sentences[index][3:]) for index in side))))
            for side, sentences in zip(link, texts, strict=True)
        )
        if source and target:
            found.add((source, target))
    return tuple(sorted(found))


def unchanged_links(links: Iterable[LinkKey], texts: Texts) -> dict[LinkKey, LinkKey]:
    """Return, for each link whose sentences were neither split nor joined, its numbers in the original."""
    alone = []
    for sentences in texts:
        times: dict[int, int] = {}
        for sentence in sentences:
            for index in range(sentence.first, sentence.end):
                times[index] = times.get(index, 0) + 1
        alone.append([s.first if s.end == s.first + 1 and times[s.first] == 1 else None for s in sentences])
    found = {}
    for link in links:
        sides = [[here[index] for index in side] for side, here in zip(link, alone, strict=True)]
        if all(index is not None for side in sides for index in side):
            source, target = (tuple(index for index in side if index is not None) for side in sides)
            found[link] = source, target
    return found
