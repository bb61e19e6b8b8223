"""The texts of a link for a list of links: a few sentences a side, each short, with the words that both sides have."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from vicinal.text.document import Document
from vicinal.text.tokens import tokens, writes_no_spaces
from vicinal.view.escape import line

SENTENCES = 5  # of a side
CHARACTERS = 400  # of a sentence
_JOINER = "\u200d"


class Excerpt(NamedTuple):
    """One side of a link.

    Attributes:
        language: The language of the document.
        sentences: Number and text, shortened, of the first few sentences.
        more: How many sentences are left out.
    """

    language: str | None
    sentences: tuple[tuple[int, str], ...]
    more: int


def excerpt(document: Document, indices: tuple[int, ...]) -> Excerpt:
    """Return what a list shows of some sentences of a document."""
    shown = tuple((index, shortened(document.sentences[index], CHARACTERS)) for index in indices[:SENTENCES])
    return Excerpt(document.language, shown, len(indices) - len(shown))


def shortened(text: str, most: int) -> str:
    """Return a text on one line, of about so many characters at most; an ellipsis stands for what is left out.

    It is cut between words where there are any, and never between a letter and its marks.

    >>> shortened("The ferry  left the harbour.", 16)
    'The ferry left …'
    """
    beginning = " ".join(text[: 4 * most].split())
    if len(beginning) <= most and len(text) <= 4 * most:
        return beginning
    end = most
    while end > 1 and end < len(beginning) and _belongs_to_what_is_before(beginning, end):
        end -= 1
    space = beginning.rfind(" ", most // 2, end + 1)
    return f"{beginning[: space if space > 0 else end].rstrip()} …".lstrip()


def marked(source: Excerpt, target: Excerpt) -> tuple[list[str], list[str]]:
    """Return the sentences of both sides as HTML, with `<mark>` around the words that the other side has too."""
    sides = [[text for _, text in side.sentences] for side in (source, target)]
    words = [{token for text in texts for token in tokens(text)} for texts in sides]
    first, second = ([_marked(text, words[1 - side]) for text in texts] for side, texts in enumerate(sides))
    return first, second


def _belongs_to_what_is_before(text: str, at: int) -> bool:
    return unicodedata.category(text[at])[0] == "M" or _JOINER in text[at - 1 : at + 1]


def _marked(text: str, words: set[str]) -> str:
    parts, done = [], 0
    for start, end in _joined(_places(text, words)):
        parts += [line(text[done:start]), "<mark>", line(text[start:end]), "</mark>"]
        done = end
    return "".join([*parts, line(text[done:])])


def _places(text: str, words: set[str]) -> Iterator[tuple[int, int]]:
    """Yield where in a text the words stand that are among the given ones."""
    for start, end in _runs(text):
        if not writes_no_spaces(text[start]):
            if any(token in words for token in tokens(text[start:end])):
                yield start, end
        elif end - start == 1:
            if text[start] in words:
                yield start, end
        else:
            # Of a script without spaces, words are pairs of characters.
            yield from ((at, at + 2) for at in range(start, end - 1) if _folded(text[at : at + 2]) in words)


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of a text made of letters, digits and marks, cut where scripts with and without spaces meet."""
    marks = "".join(sorted({c for c in text if unicodedata.category(c)[0] == "M"}))
    for word in re.finditer(rf"(?:[^\W_]|[{marks}])+" if marks else r"[^\W_]+", text):
        start = word.start()
        for at in range(start + 1, word.end()):
            kind, before = (writes_no_spaces(text[place]) for place in (at, at - 1))
            if kind != before and text[at] not in marks:
                yield start, at
                start = at
        yield start, word.end()


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())


def _joined(places: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return places with those in one that overlap or touch."""
    found: list[tuple[int, int]] = []
    for start, end in places:
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
