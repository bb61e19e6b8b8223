"""Reading plain text takes work in proportion to its length: counted in calls, not in seconds."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from vicinal import Document

_PATTERNS = [
    "日本。", ". ", "(", "a.b.", '"', "「", "「は。", "（は。", "a\n", "- a\n", "1. a\n", "12 ", "a", "a. B ", "Dr. ",
    "A. ", "(A. B", 'a . " ', "' . ' ", "“A . “ ", "aaaa.Bbb ", ". ) ", "[1].", "… A", "a-\nb\n", "A b\n\n",
    "== A ==\n", "=\n", "A\n---\n", "a \n\n", "\ufeff", "\u2029", "* ", "3. Okt. ", "x. (y) ", "a.m. ", "_. _",
    "``. `` ",
]  # fmt: skip


def _calls(text: str, language: str, split: str) -> int:
    """Return how many functions are called to read a text, of Python and of C."""
    count = 0

    def called(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        Document.from_text(text, language, split=split)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("pattern", _PATTERNS)
@pytest.mark.parametrize(("language", "split"), [("de", "prose"), ("en", "auto")])
def test_four_times_the_text_takes_four_times_the_work(pattern: str, language: str, split: str) -> None:
    Document.from_text(pattern, language, split=split)  # what is made once and kept
    size = max(8, 1_000 // len(pattern))
    assert _calls(pattern * 4 * size, language, split) <= 5 * _calls(pattern * size, language, split) + 500
