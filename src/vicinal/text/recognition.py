"""The language of a text, recognised from the text alone: small, offline, the same answer everywhere.

The script decides first: Greek letters are Greek, kana are Japanese. Where several languages share a script, the
frequent words of each one are counted (`language_words`), then word endings and the letters that only some of them
write. All weights are whole numbers, so that sums do not depend on their order.

Only a sample of a long text is looked at, spread over it. Where the text says too little (a few words, a list of names)
the answer is None.

Callers: `reading.settled`, and methods that need the language of documents that have none (stems, massalign).
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from math import exp, log
from typing import Any, NamedTuple

from vicinal.compiled import compiled
from vicinal.extract.lines import single_spaced
from vicinal.lazy_pattern import pattern
from vicinal.text.language_words import ARABIC, CYRILLIC, DEVANAGARI, LATIN, LETTERS

_compiled: Any = compiled("_recognition")
# The first code point of each range, in order, and who writes it: a language, a shared script (in capitals), or nobody.
_RANGES = (
    (0x0000, ""), (0x0041, "LATIN"), (0x005B, ""), (0x0061, "LATIN"), (0x007B, ""), (0x00AA, "LATIN"), (0x00AB, ""),
    (0x00BA, "LATIN"), (0x00BB, ""), (0x00C0, "LATIN"), (0x0250, ""), (0x0370, "el"), (0x0400, "CYRILLIC"),
    (0x0530, "hy"), (0x0590, "he"), (0x0600, "ARABIC"), (0x0700, ""), (0x0750, "ARABIC"), (0x0780, ""),
    (0x0900, "DEVANAGARI"), (0x0964, ""), (0x0971, "DEVANAGARI"), (0x0980, "bn"), (0x0A00, "pa"), (0x0A80, "gu"),
    (0x0B00, "or"), (0x0B80, "ta"), (0x0C00, "te"), (0x0C80, "kn"), (0x0D00, "ml"), (0x0D80, "si"), (0x0E00, "th"),
    (0x0E80, "lo"), (0x0F00, "bo"), (0x1000, "my"), (0x10A0, "ka"), (0x1100, "ko"), (0x1200, "am"), (0x13A0, ""),
    (0x1780, "km"), (0x1800, ""), (0x1E00, "LATIN"), (0x1F00, "el"), (0x2000, ""), (0x3041, "ja"), (0x3100, ""),
    (0x3131, "ko"), (0x3190, ""), (0x3400, "zh"), (0xA000, ""), (0xAC00, "ko"), (0xD7B0, ""), (0xF900, "zh"),
    (0xFB00, "LATIN"), (0xFB13, "hy"), (0xFB1D, "he"), (0xFB50, "ARABIC"), (0xFE00, ""), (0xFE70, "ARABIC"),
    (0xFEFF, ""), (0xFF21, "LATIN"), (0xFF5B, ""), (0xFF66, "ja"), (0xFFA0, ""), (0x20000, "zh"), (0x323B0, ""),
)  # fmt: skip
_STARTS = [start for start, _ in _RANGES]
_GROUPS: Mapping[str, Mapping[str, str]] = {
    "LATIN": LATIN, "CYRILLIC": CYRILLIC, "ARABIC": ARABIC, "DEVANAGARI": DEVANAGARI,
}  # fmt: skip
_SYLLABLES = frozenset(("am", "ja", "ko", "zh"))  # a character is worth more than a letter
_PUNCTUATION = '.,;:!?()[]{}<>/|*=_–—-…"“”„«»‹›‘।۔،؛؟'
_PLAIN = pattern(r"[a-z]+")
_INITIAL = pattern(r"(?<!\w)[^\W\d_]\.")  # J. S. Bach, i. V. m.
_BEYOND = pattern(r"[^\x00-\x7f]")

# Characters to look at: the first sample decides where it is clear, else the second.
_SAMPLES = (600, 12_000)
_MOST_TEXTS = 40
_WINDOW = 100  # characters in a row
_CLEAR = 0.9999
# A text must have this much that is typical of a language, in thousandths: in all, and for each of its words.
_LEAST = 2_000
_LEAST_OF_A_WORD = 100
_LEAST_LETTERS = 6
# How sure a text of so many words must be: the fewer there are, the more often they are names, or words of several
# languages. Measured in docs/languages.md.
_SURE = ((6, 0.9), (12, 0.7))  # fewer words than these
_SURE_ENOUGH = 0.5  # of more


# Languages of few texts, each beside a language of many that looks like it: they must be clearly more likely.
_RARE = frozenset(("af", "cy", "eo", "ga", "gl", "ky", "la", "nn", "sw", "tg", "tl"))
_RARE_BY = 1_500


_Weights = dict[str, list[tuple[int, int]]]


class Recognised(NamedTuple):
    """A language, and how sure it is: from 0.5 to 1."""

    language: str
    confidence: float


def recognised(texts: Iterable[str]) -> Recognised | None:
    """Return the language of texts that belong together; None where they say too little.

    >>> recognised(["Der Hund schläft, und die Katze ist nicht im Haus."]).language
    'de'
    >>> recognised(["Maria, Anna 12"]) is None
    True
    """
    known = [text for text in texts if text]
    best = None
    for size in _SAMPLES:
        sample = _sample(known, size)
        best = _best(single_spaced(sample))  # white space says nothing
        if len(sample) < size or (best is not None and best.confidence >= _CLEAR):
            break
    return best


def _sample(texts: Sequence[str], size: int) -> str:
    """Return about `size` characters in windows spread evenly over texts, in lower case."""
    chosen = texts if len(texts) <= _MOST_TEXTS else [texts[i * len(texts) // _MOST_TEXTS] for i in range(_MOST_TEXTS)]
    share = max(_WINDOW, size // max(1, len(chosen)))
    sample = " ".join(window for text in chosen for window in _windows(text, share))
    return unicodedata.normalize("NFC", sample).lower().replace("’", "'").replace("\ufeff", "")


def _windows(text: str, size: int) -> Iterable[str]:
    if len(text) <= size:
        return (text,)
    count = size // _WINDOW
    return (text[at : at + _WINDOW] for at in (i * (len(text) - _WINDOW) // count for i in range(count)))


def _best(sample: str) -> Recognised | None:
    """Return the language of a sample, if it says enough."""
    script = _script(sample)
    if script not in _GROUPS:
        return Recognised(script, 1.0) if script else None
    table = _table(script)
    typical, scores, words, lettered = table.of_sample(sample)
    found = table.best(scores)
    if found.confidence < _CLEAR:
        typical, scores, words, lettered = table.of_sample(sample, closely=True)
        found = table.best(scores)
    enough = typical[table.codes.index(found.language)] >= max(_LEAST, _LEAST_OF_A_WORD * words)
    sure = next((sure for fewer_than, sure in _SURE if lettered < fewer_than), _SURE_ENOUGH)
    return found if enough and found.confidence >= sure else None


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case; an apostrophe ends a word."""
    for mark in _PUNCTUATION:
        text = text.replace(mark, " ")
    return text.replace("'", "' ").split()


def _script(sample: str) -> str:
    """Return who writes most letters of a sample: a language, a shared script, or "" for too few letters."""
    if 5 * (len(sample) - len(sample.encode("ascii", "ignore"))) < len(sample):
        return "LATIN"
    beyond = Counter(_BEYOND.findall(sample))
    shares = Counter({"LATIN": sum(map(len, _PLAIN.findall(sample)))})
    for character, count in beyond.items():
        writer = _RANGES[bisect_right(_STARTS, ord(character)) - 1][1]
        if writer:
            shares[writer] += 3 * count if writer in _SYLLABLES else count
    if shares["ja"] and 10 * shares["ja"] >= shares["zh"]:  # kana, and Chinese characters between them
        shares["ja"] += shares.pop("zh", 0)
    best = max(sorted(shares), key=shares.__getitem__)
    return best if shares[best] >= _LEAST_LETTERS else ""


class _Table:
    """Who writes each word, ending, letter and part of a word in a script, with weights in thousandths.

    A weight is the logarithm of how much more frequent something is in a language than elsewhere. The word at rank r of
    a language is taken to be as frequent as 0.1 / (r + 1), and 0.0002 where it is not listed. Scores are lists, with a
    number for each language.
    """

    def __init__(self, languages: Mapping[str, str]) -> None:
        self.codes = tuple(sorted(languages))
        self._words: _Weights = {}
        self._letters: _Weights = {}
        self._listed = [_listed(languages[code]) for code in self.codes]
        longest = max(len(words) for words, _ in self._listed)
        weights = [round(1_000 * log(500 / (rank + 1))) for rank in range(1, longest + 1)]
        for number, (code, (words, _)) in enumerate(zip(self.codes, self._listed, strict=True)):
            for word, weight in zip(words, weights, strict=False):
                self._words.setdefault(word, []).append((number, weight))
            for letter in LETTERS.get(code, ""):
                self._letters.setdefault(letter, []).append((number, 1_000))
        self._rare = [-_RARE_BY if code in _RARE else 0 for code in self.codes]
        self._tally = _compiled and _compiled.Tally(self._words, {}, self._letters, {}, self._rare, _PUNCTUATION)

    @cached_property
    def _close_tally(self) -> Any:
        tables = (self._words, self._endings, self._letters, self._parts)
        return _compiled and _compiled.Tally(*tables, self._rare, _PUNCTUATION)

    @cached_property
    def _endings(self) -> _Weights:
        """Who writes each ending of a word; made when a text leaves room for doubt."""
        weights: _Weights = {}
        for number, (_, endings) in enumerate(self._listed):
            for ending in endings:
                weights.setdefault(ending, []).append((number, 400 * (len(ending) - 1)))
        return weights

    @cached_property
    def _parts(self) -> _Weights:
        """Who writes each part of a word; made when a text leaves room for doubt, since it takes the longest."""
        weights: _Weights = {}
        for number, (words, endings) in enumerate(self._listed):
            parts = Counter(part for word in words for part in _parts(f" {word} "))
            parts.update(part for ending in endings for part in _parts(f"{ending} ") * 3)
            total = parts.total()
            for part, count in parts.items():
                weights.setdefault(part, []).append((number, round(200 * log(1 + 2_000 * count / total))))
        return weights

    def best(self, scores: Sequence[int]) -> Recognised:
        """Return the language with the highest score."""
        most = max(scores)
        shares = _compiled.exponentials(scores, most) if _compiled else [exp((one - most) / 1_000) for one in scores]
        return Recognised(self.codes[scores.index(most)], 1 / sum(shares))

    def of_sample(self, sample: str, *, closely: bool = False) -> tuple[list[int], list[int], int, int]:
        """Return how typical a sample is of each language.

        Args:
            sample: The text, in lower case.
            closely: Whether the endings and parts of words that are not known count, for texts that leave room for
                doubt.

        Returns:
            A score for each language; the same with the parts of words; the number of words, and of those that begin
            with a letter: numbers are no words.
        """
        if _compiled:
            tally = self._close_tally if closely else self._tally
            found: tuple[list[int], list[int], int, int] = tally.of_sample(sample, closely)
            return found
        words = Counter(_words(_INITIAL.sub(" ", sample)))
        typical = self._of_words(words, Counter(_BEYOND.findall(sample)))
        scores = typical
        if closely:
            self._add_endings(typical, words)
            scores = self._with_parts(typical, words)
        return typical, scores, words.total(), sum(count for word, count in words.items() if word[0].isalpha())

    def _of_words(self, words: Mapping[str, int], characters: Mapping[str, int]) -> list[int]:
        """Return, for each language, how typical the words and letters of a text are of it."""
        scores = list(self._rare)
        for counts, table in ((words, self._words), (characters, self._letters)):
            for item, count in counts.items():
                for number, weight in table.get(item, ()):
                    scores[number] += weight * count
        return scores

    def _add_endings(self, scores: list[int], words: Mapping[str, int]) -> None:
        """Add how typical the endings of other words are."""
        for word, count in words.items():
            if len(word) >= 5 and word not in self._words:
                known = (self._endings.get(word[-length:]) for length in (5, 4, 3, 2))
                for number, weight in next(filter(None, known), ()):
                    scores[number] += weight * count

    def _with_parts(self, scores: Sequence[int], words: Mapping[str, int]) -> list[int]:
        """Return scores with those of the parts of other words."""
        scores = list(scores)
        for word, count in words.items():
            if word not in self._words:
                for part in _parts(f" {word} "):
                    for number, weight in self._parts.get(part, ()):
                        scores[number] += weight * count
        return scores


def _listed(text: str) -> tuple[dict[str, None], dict[str, None]]:
    """Return the words and the endings that a language is known by, in order."""
    entries = text.split()
    words = _words(" ".join([entry for entry in entries if entry[0] != "-"]))
    return dict.fromkeys(words), dict.fromkeys(entry[1:] for entry in entries if entry[0] == "-")


def _parts(word: str) -> list[str]:
    return [word[at : at + 3] for at in range(len(word) - 2)]


@cache
def _table(script: str) -> _Table:
    return _Table(_GROUPS[script])
