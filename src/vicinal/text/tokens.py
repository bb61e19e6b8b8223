"""Text to words, in any script.

A token is a run of letters, digits and combining marks (not of marks alone), case-folded. Scripts that put no spaces
between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese) give overlapping pairs of characters instead, a lone
character itself. Case is folded as Unicode's caseless matching does, with composed forms (NFC) in the end, so that an
accent typed as a character of its own, as some systems do, makes no other word. Letters and digits are what
`str.isalnum` says; everything follows the interpreter's own Unicode tables.

Callers: `similarity` for vectors, `document` to know where lines join without a space.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Han with its iteration marks and numerals, Hiragana, Katakana (also half width), Thai, Lao, Burmese, Khmer.
_NO_SPACE_RANGES = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f"
    "\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U0001aff0-\U0001b16f\U00020000-\U0003ffff"
)
_NO_SPACE = re.compile(f"[{_NO_SPACE_RANGES}]")
_WORD = re.compile(r"[^\W_]+")


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, in order.

    >>> tokens("The cat's 2 hats")
    ['the', 'cat', 's', '2', 'hats']
    >>> tokens("日本語 2024年")
    ['日本', '本語', '2024', '年']
    """
    if text.isascii():
        return _WORD.findall(text.lower())
    # Unicode's caseless matching: fold the decomposed text, then compose it again.
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())
    # `re` has no class for combining marks (its \w leaves them out), so the marks of this text are named one by one.
    marks = "".join(sorted(c for c in set(text) if unicodedata.category(c)[0] == "M"))
    words: list[str] = _word_pattern(marks).findall(text)
    if marks:
        words = [word for word in words if _WORD.search(word)]  # the variation selector of an emoji is no word
    if not _NO_SPACE.search(text):
        return words
    return [token for word in words for token in _without_spaces(word, marks)]


def writes_no_spaces(character: str) -> bool:
    """Tell whether a character belongs to a script that puts no spaces between words."""
    return _NO_SPACE.match(character) is not None


@lru_cache(maxsize=512)
def _word_pattern(marks: str) -> re.Pattern[str]:
    return re.compile(rf"(?:[^\W_]|[{marks}])+") if marks else _WORD


@lru_cache(maxsize=512)
def _span_pattern(marks: str) -> re.Pattern[str]:
    # A mark of no script of its own stays with the character before it.
    return re.compile(rf"[{_NO_SPACE_RANGES}][{_NO_SPACE_RANGES}{marks}]*|[^{_NO_SPACE_RANGES}]+")


def _without_spaces(word: str, marks: str) -> list[str]:
    found: list[str] = []
    for span in _span_pattern(marks).findall(word):
        if not writes_no_spaces(span[0]) or len(span) == 1:
            found.append(span)
        else:
            found.extend(span[i : i + 2] for i in range(len(span) - 1))
    return found
