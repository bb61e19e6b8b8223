"""Text without control characters, for terminals and pages."""

from __future__ import annotations

import unicodedata

# Control characters, lone surrogates, line and paragraph separators; and marks that change the writing direction.
_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def printable(text: str) -> str:
    """Return text on one line, with U+FFFD for each character that controls the cursor or the writing direction."""
    if text.isprintable():
        return text
    return "".join("\ufffd" if unicodedata.category(c) in _CATEGORIES or c in _DIRECTION else c for c in text)
