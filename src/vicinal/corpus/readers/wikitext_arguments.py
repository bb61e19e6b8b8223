"""The arguments of a wikitext template.

Callers: `wikitext_templates`, `wikitext_inline` and `wikitext_measures`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

NUMBER = re.compile(r"[-−–+±]?[\d.,]{1,30}(?:\+?\d{1,9}/{1,2}\d{1,9}|/{1,2}\d{1,9})?(?:e[-+]?\d{1,9})?")
_ARGUMENT_NAME = re.compile(r"[\w -]{1,30}")


class Arguments(NamedTuple):
    """The arguments of a template: those without a name, by position, and the others, by name in lower case."""

    unnamed: list[str]
    named: dict[str, str]

    def at(self, position: int) -> str:
        """Return an argument by position, from 0; "" if it is missing."""
        return self.unnamed[position] if position < len(self.unnamed) else ""

    @property
    def given(self) -> list[str]:
        """The unnamed arguments that are not empty."""
        return [text for text in self.unnamed if text]


def arguments_of(parts: Sequence[str]) -> Arguments:
    """Return arguments by position and by name; a name that is a number is a position."""
    placed: dict[int, str] = {}
    named: dict[str, str] = {}
    position = 0
    for part in parts:
        key, equals, value = map(str.strip, part.partition("="))
        if not equals or not _ARGUMENT_NAME.fullmatch(key):
            position += 1
            placed[position] = part.strip()
        elif key.isdecimal() and len(key) < 3:
            placed[int(key)] = value
        else:
            named[key.lower()] = value
    return Arguments([placed.get(number, "") for number in range(1, max(placed, default=0) + 1)], named)
