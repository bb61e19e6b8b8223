"""Lines of a paragraph to one line."""

from __future__ import annotations

import re

# A line break between two of these is no space: Thai, Lao, Burmese, Khmer, and the scripts of China and Japan with
# their punctuation and full-width forms.
_NO_SPACES = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff00-\uff9f\U00020000-\U0003ffff]"
)
_SPACES = re.compile(r"\s{2,}|[^\S ]")
_INVISIBLE = str.maketrans("", "", "\xad\ufeff")


def one_line(text: str) -> str:
    r"""Return a text on one line, with single spaces, without soft hyphens.

    A line break becomes a space, or nothing between letters of scripts that put no spaces between words.

    >>> one_line(" Two\nlines,  one space ")
    'Two lines, one space'
    >>> one_line("二つの\n行")
    '二つの行'
    """
    lines = [_SPACES.sub(" ", line).strip() for line in text.translate(_INVISIBLE).split("\n")]
    joined = ""
    for line in filter(None, lines):
        glued = not joined or (_NO_SPACES.match(joined[-1]) and _NO_SPACES.match(line[0]))
        joined += line if glued else " " + line
    return joined
