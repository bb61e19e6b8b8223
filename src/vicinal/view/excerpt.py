"""Excerpts of the two sides of a link for a list of links: a few short sentences, with the common words marked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vicinal.text.document import Document
from vicinal.text.tokens import tokens, words, writes_no_spaces
from vicinal.view.markup import Html

SENTENCES = 5  # of a side at most
CHARACTERS = 400  # of a sentence at most
_JOINER = "\u200d"
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


class Excerpt(NamedTuple):
    """One side of a link.

    Attributes:
        language: The language of the document.
        sentences: Number and shortened text of the first few sentences.
        more: How many sentences are left out.
        headings: The numbers of those that are in a heading.
    """

    language: str | None
    sentences: tuple[tuple[int, str], ...]
    more: int
    headings: frozenset[int] = frozenset()


def excerpt(document: Document, indices: tuple[int, ...]) -> Excerpt:
    """Return an excerpt of some sentences of a document."""
    shown = tuple((index, shortened(document.sentences[index], CHARACTERS)) for index in indices[:SENTENCES])
    headings = document.heading_sentences.intersection(index for index, _ in shown)
    return Excerpt(document.language, shown, len(indices) - len(shown), headings)


def language_code(language: str | None) -> str | None:
    """Return a language if it has the form of a language code, else None."""
    return language if language and _LANGUAGE.fullmatch(language) else None


def shortened(text: str, most: int) -> str:
    """Return a text on one line, cut to about the given number of characters, with an ellipsis for the rest.

    The cut is between words where possible, and never between a letter and its combining marks.

    >>> shortened("The ferry  left the harbour.", 16)
    'The ferry left …'
    """
    beginning = " ".join(text[: 4 * most].split())
    if len(beginning) <= most and len(text) <= 4 * most:
        return beginning
    end = most
    while end > 1 and end < len(beginning) and _is_inside_letter(beginning, end):
        end -= 1
    space = beginning.rfind(" ", most // 2, end + 1)
    return f"{beginning[: space if space > 0 else end].rstrip()} …".lstrip()


def marked(source: Excerpt, target: Excerpt) -> tuple[list[Html], list[Html]]:
    """Return the sentences of both sides with `<mark>` around the words that the other side has too."""
    sides = [[text for _, text in side.sentences] for side in (source, target)]
    known = [{token for text in texts for token in tokens(text)} for texts in sides]
    first, second = ([_marked(text, known[1 - side]) for text in texts] for side, texts in enumerate(sides))
    return first, second


def _is_inside_letter(text: str, at: int) -> bool:
    return unicodedata.category(text[at])[0] == "M" or _JOINER in text[at - 1 : at + 1]


def _marked(text: str, known: set[str]) -> Html:
    parts, done = [], 0
    for start, end in _merged(sorted(_places(text, known))):
        parts += [text[done:start], Html("<mark>{}</mark>").format(text[start:end])]
        done = end
    return Html("").join([*parts, text[done:]])


def _places(text: str, known: set[str]) -> Iterator[tuple[int, int]]:
    """Yield where in a text the known tokens are."""
    without_spaces = []
    for start, end, form in words(text):
        if writes_no_spaces(text[start]):
            without_spaces.append((start, end))
        elif form in known:
            yield start, end
    for start, end in _merged(without_spaces):
        # In scripts without spaces, tokens are pairs of characters, or a character that stands alone.
        for at in range(start, max(end - 1, start + 1)):
            pair = text[at : min(at + 2, end)]
            if unicodedata.normalize("NFC", unicodedata.normalize("NFD", pair).casefold()) in known:
                yield at, at + len(pair)


def _merged(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return places in order, with those that overlap or touch merged into one."""
    found: list[tuple[int, int]] = []
    for start, end in places:
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
