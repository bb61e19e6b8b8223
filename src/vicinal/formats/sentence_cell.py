r"""A cell of a table for people: one sentence a line, each with its number in front.

    [¶12] The cat sat.
    [13] It slept.

The number, from 1, is the identity of a sentence: a person can cut a line from one cell and paste it into another.
A mark before it says that the sentence opens a paragraph (`¶`, or `P`, which is easier to type) or a heading (`#`). A
number alone, `[12]`, stands for the sentence as it was. `[12a]` and `[12b]` are the parts of a sentence that was split,
`[12+13]` is one made of two.

A character that a cell cannot hold, or that a spreadsheet would change, is written by its number: `⟨U+000A⟩` is a line
end. An empty sentence is `⟨empty⟩`. A sentence that is too long for a cell ends in `⟨+N⟩`: N more characters. All of
these are read back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from vicinal.errors import FormatError
from vicinal.lazy_pattern import pattern

OPENS = "¶"
HEADING = "#"
LONGEST = 32_767  # characters of a cell, for spreadsheets
EMPTY = "⟨empty⟩"
# What XML cannot hold; line ends; tabs, which LibreOffice loses; what Excel takes for the escape of a character; what
# looks like one of ours; white space at an end.
_UNSAFE = pattern(
    "[\\x00-\\x1f\\x7f\\x85\\u2028\\u2029\\ud800-\\udfff\\ufeff\\ufffe\\uffff]"
    "|x(?=[0-9A-Fa-f]{4}_)|⟨(?=U\\+|empty⟩|\\+)|^\\s|\\s$"
)
_ESCAPE = pattern(r"⟨U\+([0-9A-F]{4,6})⟩")
_CUT = pattern(r"⟨\+([0-9]{1,9})⟩$")
_LABEL = pattern(r"\s*\[\s*([¶#Pp]?)\s*([0-9]{1,9}(?:\s*\+\s*[0-9]{1,9})*)\s*([A-Za-z]?)\s*\](.*)", re.DOTALL)
_LABEL_LIKE = pattern(r"\s*\[([^\]]{0,20})\]")

Key = tuple[tuple[int, ...], str]  # the numbers of a line, from 0, and the letter of a part


class Line(NamedTuple):
    """A line of a cell.

    Attributes:
        mark: "¶", "#" or "".
        numbers: The numbers of the sentence, from 0; several if it is made of several.
        part: The letter of a part of a sentence; else "".
        text: The text; None if only the number is there.
        cut: How many more characters the sentence has; 0 if the text is whole.
    """

    mark: str
    numbers: tuple[int, ...]
    part: str
    text: str | None
    cut: int = 0

    @property
    def key(self) -> Key:
        """What identifies the sentence."""
        return self.numbers, self.part


def shown(key: Key) -> str:
    """Return the number of a sentence as people see it.

    >>> shown(((11,), "a")), shown(((11, 12), ""))
    ('[12a]', '[12+13]')
    """
    return f"[{'+'.join(str(number + 1) for number in key[0])}{key[1]}]"


def safe(text: str) -> str:
    r"""Return a text that any spreadsheet keeps as it is; `restored` gives it back.

    >>> safe("one\ntwo"), restored(safe("one\ntwo"))
    ('one⟨U+000A⟩two', 'one\ntwo')
    """
    if text.isprintable() and "_" not in text and "⟨" not in text and not text.startswith(" ") and text[-1:] != " ":
        return text  # nearly all are; the pattern takes much longer
    return _UNSAFE.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)


def restored(text: str) -> str:
    """Return the text that `safe` was given."""
    return _ESCAPE.sub(lambda found: chr(number) if (number := int(found[1], 16)) < 0x110000 else found[0], text)


def cell_of(lines: Iterable[tuple[str, int, str]], longest: int | None = None) -> str:
    """Return a cell.

    Args:
        lines: The mark, the number (from 0) and the text of each sentence.
        longest: How many characters fit; None for any number. The longest sentences are cut.

    Raises:
        FormatError: Not even the numbers fit.
    """
    parts = [(f"[{mark}{number + 1}] ", safe(text) or EMPTY) for mark, number, text in lines]
    whole = "\n".join(label + text for label, text in parts)
    if longest is None or 2 * len(whole) <= longest or _width(whole) <= longest:
        return whole
    left = longest - sum(len(label) + 20 for label, _ in parts)
    if left < 0:
        raise FormatError(f"a link of {len(parts):,} sentences does not fit into a cell; write .csv or .json instead")
    most = _fair_share([_width(text) for _, text in parts], left)
    return "\n".join(label + _shortened(text, most) for label, text in parts)


def lines_of(cell: str) -> list[Line | str]:
    """Return the lines of a cell: each as it is read, or what is wrong with it and what to do."""
    return [_line(text) for text in re.split(r"\r\n|\r|\n", cell) if text.strip()]


def _line(text: str) -> Line | str:
    found = _LABEL.match(text)
    if found is None:
        like = _LABEL_LIKE.match(text)
        if like is not None:
            return f"cannot read the number {like[0].strip()!r}; write it like [12], [¶12], [#12], [12a] or [12+13]"
        return f"the line {shown_text(text)} has no number; write [12] in front, with the number of the sentence"
    mark = OPENS if found[1] in ("P", "p") else found[1]
    numbers = tuple(int(number) - 1 for number in found[2].split("+"))
    if min(numbers) < 0:
        return f"cannot read {shown_text(text)}: sentences are counted from 1"
    if any(after != before + 1 for before, after in pairwise(numbers)):
        return f"cannot join {shown((numbers, ''))}: only sentences that follow each other can be one"
    if found[3] and numbers[1:]:
        return f"cannot read {shown((numbers, found[3]))}: a sentence is joined or a part, not both"
    words, part = found[4].strip(), found[3].lower()
    if not words:
        return Line(mark, numbers, part, None)
    cut = _CUT.search(words)
    if cut is not None:
        return Line(mark, numbers, part, restored(words[: cut.start()]), int(cut[1]))
    return Line(mark, numbers, part, "" if words == EMPTY else restored(words))


def shown_text(text: str) -> str:
    """Return the beginning of a text, for messages."""
    text = " ".join(text.split())
    return repr(text if len(text) <= 40 else f"{text[:39]}…")


def _width(text: str) -> int:
    """Return the length of a text as spreadsheets count: in units of UTF-16."""
    return len(text) + sum(character > "\uffff" for character in text)


def _fair_share(sizes: list[int], room: int) -> int:
    """Return the largest size to which all must be cut so that they fit."""
    low, high = 0, max(sizes)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if sum(min(size, middle) for size in sizes) <= room else (low, middle - 1)
    return low


def _shortened(text: str, most: int) -> str:
    """Return a text of at most so many units, and how many characters of the sentence are left."""
    if _width(text) <= most:
        return text
    kept = text[: most // 2 if not text.isascii() else most]
    opened = kept.rfind("⟨")
    if opened >= 0 and "⟩" not in kept[opened:]:  # do not cut an escape in two
        kept = kept[:opened]
    kept = kept.rstrip()
    return f"{kept}⟨+{len(restored(text)) - len(restored(kept))}⟩"
