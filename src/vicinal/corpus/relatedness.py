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

import re
from collections import Counter
from functools import cache, lru_cache
from math import sqrt
from operator import mul
from typing import TypeGuard

from vicinal.text.document import Document
from vicinal.text.language import base_code
from vicinal.text.language_words import ARABIC, CYRILLIC, DEVANAGARI, LATIN
from vicinal.text.recognition import recognised
from vicinal.text.tokens import tokens

SUSPECT = 0.2  # pairs below are probably not versions of each other
OPENING = 5  # the first words of a document, which count twice
LEAST = 5  # documents are not judged if one has fewer words,
LONGER = 30  # or if both have fewer than this: two sentences may say the same without a common word

_GRAIN = 1e6
_WINDOWS, _WINDOW = 8, 400  # of a longer document: so many parts, of so many characters each
_LONGEST_KNOWN = 30  # bytes of a word that is remembered; in scripts without spaces, whole sentences are longer
_BEGINNING, _HANGUL_BEGINNING = 6, 2  # characters of a word that are compared
_HANGUL = re.compile("[\uac00-\ud7a3]")
# In scripts without spaces, words are pairs of characters. Those with hiragana, or with one of the most frequent
# characters of Chinese, are mostly grammar.
_GRAMMAR = re.compile("[\u3041-\u309f的了是在和有不我你他她它这那這們们个個一也就都而及与與或之为為以对對被把从從到]")
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
    texts = _text(source), _text(target)
    first, second = map(_counted, texts)
    shorter, longer = sorted((sum(first.values()), sum(second.values())))
    if shorter < LEAST + OPENING or longer < LONGER + OPENING:
        return None
    product = sum([first[word] * second[word] for word in first.keys() & second.keys()])
    score = min(1.0, round(product / sqrt(_square(first) * _square(second)) * _GRAIN) / _GRAIN)
    return None if score < SUSPECT and _differ(source, target, texts) else score


def is_suspect(score: float | None) -> TypeGuard[float]:
    """Tell whether a pair with this relatedness is probably no pair of versions."""
    return score is not None and score < SUSPECT


def _text(document: Document) -> str:
    """Return the text of a document; of a long one, a sample that is spread over it."""
    text = "\n".join(map("\n".join, document.paragraphs))
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
    frequent = _frequent_words()
    found = []
    for word in tokens(part.decode("utf-8", "surrogatepass")):
        if len(word) > 1 and word.encode("utf-8", "surrogatepass") not in frequent and not _GRAMMAR.search(word):
            beginning = word[: _HANGUL_BEGINNING if _HANGUL.match(word) else _BEGINNING]
            found.append(beginning.encode("utf-8", "surrogatepass"))
    return tuple(found)


_known_words = lru_cache(maxsize=50_000)(_subject_words)  # the same words come again and again


def _square(counts: Counter[bytes]) -> int:
    return sum(map(mul, counts.values(), counts.values()))


@cache
def _frequent_words() -> frozenset[bytes]:
    """Return the frequent words of all languages: which language a text is in need not be known."""
    languages = (words for script in (LATIN, CYRILLIC, ARABIC, DEVANAGARI) for words in script.values())
    return frozenset(
        word.rstrip("'").encode() for words in languages for word in words.split() if not word.startswith("-")
    )


def _differ(source: Document, target: Document, texts: tuple[str, str]) -> bool:
    """Tell whether two documents are written in different languages, as far as their texts or their readers know."""
    languages = [
        found.language if (found := recognised([text])) else base_code(document.language)
        for document, text in zip((source, target), texts, strict=True)
    ]
    return all(languages) and languages[0] != languages[1]
