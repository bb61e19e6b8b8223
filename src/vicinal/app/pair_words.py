"""The words of a pair in the list: the opening of its source, and the text that a search looks through.

`PairSummary` calls both when a pair is indexed; a search folds what was typed in the same way.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import islice

from vicinal.text.document import Document
from vicinal.view.excerpt import shortened
from vicinal.view.printable import printable

_OPENING = 120  # characters
_LONGEST = 1000  # characters of a name, a level or an origin that can be found
_TRIED = 5  # sentences that may repeat the title before the text begins
_NO_LETTERS = re.compile(r"[\W_]+")


def opening_of(source: Document, name: str | None) -> str:
    """Return the first words of a text: its first sentence that is neither a heading nor just the name of the pair."""
    title = _NO_LETTERS.sub("", folded(name or ""))
    first = list(islice(enumerate(source.sentences), _TRIED))
    for index, sentence in first:
        words = _NO_LETTERS.sub("", folded(sentence[:_LONGEST]))
        if words and words not in title and index not in source.heading_sentences:
            return _excerpt(sentence)
    return _excerpt(first[0][1]) if first else ""


def folded(text: str) -> str:
    r"""Return a text without case, accents and needless white space, as a search compares it.

    >>> folded("  ÉCOLE \n Straße "), folded("e\u0301cole strasse")
    ('ecole strasse', 'ecole strasse')
    """
    once = unicodedata.normalize("NFKD", unicodedata.normalize("NFD", text).casefold())
    plain = unicodedata.normalize("NFKD", once.casefold())
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).split())


def searched_text(*parts: str | None) -> str:
    """Return the text in which a search finds a pair: its name, levels, origin and opening, folded."""
    return " ".join(folded(part[:_LONGEST]) for part in parts if part)


def _excerpt(sentence: str) -> str:
    return printable(shortened(sentence, _OPENING))
