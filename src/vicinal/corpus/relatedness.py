"""How related two documents are: are they versions of one text, or were they paired by mistake?

The score is the cosine of the counts of their words, without the frequent words of any language that Vicinal knows
(`text.language_words`), each word cut to its beginning, so that inflected forms count as one. The first words of a
document count twice: they tell its subject. Long documents are sampled evenly.

The score needs the texts and nothing else: it is the same for every method, every split into sentences, and every
corpus that the pair stands in. It is symmetric; equal documents have 1, documents without a word in common 0. It is
no probability.

It is None where it cannot tell: one of the documents has too few words, both are short (single sentences), or they are
written in different languages.

`SUSPECT` was chosen on twelve real corpora (`python benchmarks/suspect.py`; docs/suspect.md has the figures): hardly
a real pair is below it, and most pairs of documents on different subjects are.

Callers: runs, for each pair; 'vicinal align'.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from math import sqrt
from operator import mul
from typing import Any, TypeGuard

from vicinal.compiled import compiled
from vicinal.lazy_pattern import pattern
from vicinal.text.document import Document
from vicinal.text.language import base_code
from vicinal.text.language_words import ARABIC, CYRILLIC, DEVANAGARI, LATIN
from vicinal.text.recognition import recognised
from vicinal.text.tokens import tokens

Paragraphs = tuple[tuple[str, ...], ...]

SUSPECT = 0.2  # pairs below are probably not versions of each other
OPENING = 5  # the first words of a document, which count twice
LEAST = 5  # documents are not judged if one has fewer words,
LONGER = 30  # or if both have fewer than this: two sentences may say the same without a common word

_GRAIN = 1e6
_WINDOWS, _WINDOW = 8, 400  # of a longer document: so many parts, of so many characters each
_KNOWN = 50_000  # words beyond ASCII that are remembered
_LONGEST_KNOWN = 30  # bytes of a word that is remembered; in scripts without spaces, whole sentences are longer
_BEGINNING, _HANGUL_BEGINNING = 6, 2  # characters of a word that are compared
_HANGUL = pattern("[\uac00-\ud7a3]")
# In scripts without spaces, words are pairs of characters. Those with hiragana, or with one of the most frequent
# characters of Chinese, are mostly grammar.
_GRAMMAR = pattern("[\u3041-\u309f的了是在和有不我你他她它这那這們们个個一也就都而及与與或之为為以对對被把从從到]")
# Letters and digits of ASCII in lower case, other bytes of ASCII as spaces, all others as they are.
_SPACED = bytes(ord(chr(byte).lower()) if chr(byte).isalnum() else 32 for byte in range(128)) + bytes(range(128, 256))


def relatedness(source: Document, target: Document) -> float | None:
    """Return how related two documents are, from 0 to 1; None where that cannot be told.

    >>> mill = "The old mill by the river grinds corn again. Visitors watch the miller. "
    >>> one = Document([[mill], ["Two carpenters repaired its broken wheel in spring."] * 6])
    >>> two = Document([["The mill on the river is old.", "Carpenters repaired the wheel.", "It grinds corn."]])
    >>> other = Document([["Bees dance.", "The dance tells other bees where flowers with nectar grow."]])
    >>> relatedness(one, two), relatedness(one, other), relatedness(two, two)
    (0.673203, 0.0, None)
    """
    twin, sides = comparer(), (source.paragraphs, target.paragraphs)
    found = twin and twin.compare(*sides)  # None if another thread is using it
    first, second, product, first_square, second_square = found or compared(*sides)
    if min(first, second) < LEAST + OPENING or max(first, second) < LONGER + OPENING:
        return None
    score = min(1.0, round(product / sqrt(first_square * second_square) * _GRAIN) / _GRAIN)
    return None if score < SUSPECT and _differ(source, target) else score


def is_suspect(score: float | None) -> TypeGuard[float]:
    """Tell whether a pair with this relatedness is probably no pair of versions."""
    return score is not None and score < SUSPECT


def compared(source: Paragraphs, target: Paragraphs) -> tuple[int, int, int, int, int]:
    """Return how many words two documents have, and the dot product and the squared lengths of their counts.

    This is the reference of the compiled twin, `compiled/_relatedness.pyx`: the same numbers.
    """
    first, second = _counted(_text(source)), _counted(_text(target))
    product = sum([first[word] * second[word] for word in first.keys() & second.keys()])
    return sum(first.values()), sum(second.values()), product, _square(first), _square(second)


@cache
def comparer(known: int = _KNOWN) -> Any:
    """Return the compiled twin of `compared`, which remembers so many words beyond ASCII; None if it was not built."""
    module = compiled("_relatedness")
    if module is None:
        return None
    return module.Comparer(_frequent_words(), _words_beyond_ascii, _WINDOWS, _WINDOW, _BEGINNING, OPENING, known)


def _text(paragraphs: Paragraphs) -> str:
    """Return the text of a document; of a long one, a sample that is spread over it."""
    text = "\n".join(map("\n".join, paragraphs))
    if len(text) <= _WINDOWS * _WINDOW:
        return text
    starts = (number * (len(text) - _WINDOW) // (_WINDOWS - 1) for number in range(_WINDOWS))
    return "\n".join(text[start : start + _WINDOW] for start in starts)


def _counted(text: str) -> Counter[bytes]:
    """Return how often the words of a text that may tell its subject occur; the first ones count twice.

    Splitting bytes at spaces is several times faster than `tokens`, which only words beyond ASCII need.
    """
    frequent = _frequent_words()
    parts = text.encode("utf-8", "surrogatepass").translate(_SPACED).split()
    found = [part for part in parts if part not in frequent]
    if text.isascii():
        words = [part[:_BEGINNING] for part in found if len(part) > 1]
    else:
        words = []
        for part in found:
            if not part.isascii():
                words += _known_words(part) if len(part) <= _LONGEST_KNOWN else _subject_words(part)
            elif len(part) > 1:
                words.append(part[:_BEGINNING])
    return Counter(words + words[:OPENING])


def _subject_words(part: bytes) -> tuple[bytes, ...]:
    """Return the words in some text beyond ASCII that may tell its subject, in order."""
    words = map(_beginning, tokens(part.decode("utf-8", "surrogatepass")))
    return tuple(word for word in words if word is not None)


@lru_cache(maxsize=_KNOWN)  # in scripts without spaces, nearly all words come here
def _beginning(word: str) -> bytes | None:
    """Return the beginning of a word that may tell the subject; None for one that does not."""
    if len(word) == 1 or word.encode("utf-8", "surrogatepass") in _frequent_words() or _GRAMMAR.search(word):
        return None
    return word[: _HANGUL_BEGINNING if _HANGUL.match(word) else _BEGINNING].encode("utf-8", "surrogatepass")


_known_words = lru_cache(maxsize=_KNOWN)(_subject_words)  # the same words come again and again


def _words_beyond_ascii(part: bytes) -> tuple[bytes, ...]:
    """Return the words that `_counted` finds in a part of a text without ASCII signs; the compiled twin calls this."""
    part = part.translate(_SPACED)
    return () if part in _frequent_words() else _subject_words(part)


def _square(counts: Counter[bytes]) -> int:
    return sum(map(mul, counts.values(), counts.values()))


@cache
def _frequent_words() -> frozenset[bytes]:
    """Return the frequent words of all languages: which language a text is in need not be known."""
    languages = [words for script in (LATIN, CYRILLIC, ARABIC, DEVANAGARI) for words in script.values()]
    words = " ".join(languages).encode().split()
    return frozenset([word.rstrip(b"'") for word in words if not word.startswith(b"-")])


def _differ(source: Document, target: Document) -> bool:
    """Tell whether two documents are written in different languages, as far as their texts or their readers know."""
    languages = [
        found.language if (found := recognised([_text(document.paragraphs)])) else base_code(document.language)
        for document in (source, target)
    ]
    return all(languages) and languages[0] != languages[1]
