"""How a plain text is laid out: which of the ways to split it fits its lines.

The ways are those of `reading`: "prose" (lines are wrapped), "paragraphs" (a line is a paragraph) and "lines" (a line
is a sentence). The decision looks at line ends only:

- a line ends like a sentence;
- or it breaks off: it does not, and the next line goes on with a small letter, or the line is too long for a heading;
- or it is neither, such as a heading or an item of a list, and says nothing.

If more lines end like sentences than break off, they are sentences where they hold hardly more than one each and seldom
break off (in easy language, a sentence often stands on two lines: that is prose), else paragraphs, unless most have a
blank line below. All other text is prose.

Each text counts the same, however long it is, so that a long one cannot outvote a short one that would then be misread.

Caller: `reading.settled`. `benchmarks/splits.py` measures the decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from vicinal.compiled import compiled
from vicinal.extract.block import marked_heading
from vicinal.lazy_pattern import pattern
from vicinal.text.segment import sentences

_compiled: Any = compiled("_plain_text")
MOST_LINES = 200  # that are looked at, in all texts together, spread over them
LEAST_LINES = 20  # of each text, even if there are many
_MOST_COUNTED = 40  # of them in which sentences are counted
_MOST_CHARACTERS = 400  # of such a line
_WRAPPED_LENGTH = 200  # a line that is longer was not wrapped
_HEADING_LENGTH = 60  # a line that is longer, and does not end like a sentence, breaks off
_SENTENCES_A_LINE = 1.2  # at most, where a line is a sentence
_ENDS_A_BREAK = 3  # where a line is a sentence, more lines end like one for each that breaks off
_FOLLOWED = 0.5  # of the lines, at least, where a line is a paragraph; else blank lines are what separates them
_ENDING = 1 / 3  # of the lines, at least: other lines say nothing, but too many of them do

_CLOSING = "\"'”’»›«‹)]}」』）】》〉“"
_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_AFTER_END = _CLOSING + _SPACES
_ENDING_SIGNS = frozenset(".!?…:;。！？；：।॥؟۔።։။។៕")
_LIST_ITEM = pattern(r"(?:[-–*•‣◦▪]\s|・|\(?(?:\d{1,3}|[a-zA-Z])\)\s)\s*\S")
_ITEM_SIGNS = frozenset("-–*•‣◦▪・(")
_NUMBERED = pattern(r"(\d{1,3})\.\s+\S")


def line_blocks(text: str) -> list[list[str]]:
    """Return the stripped lines of a text, in blocks separated by blank lines."""
    blocks: list[list[str]] = [[]]
    for line in text.replace("\ufeff", "").replace("\u2029", "\n\n").splitlines():
        stripped = line.strip()
        if stripped:
            blocks[-1].append(stripped)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def ends_sentence(line: str) -> bool:
    """Tell whether a line ends as a sentence does."""
    return line[-1:] in _ENDING_SIGNS or line.rstrip(_AFTER_END)[-1:] in _ENDING_SIGNS


def is_list_item(line: str) -> bool:
    """Tell whether a line begins with the mark of a list item, whatever stands around it; `1. ` may be an ordinal."""
    return (line[:1] in _ITEM_SIGNS or ")" in line[1:4]) and _LIST_ITEM.match(line) is not None


def list_items(block: Sequence[str]) -> list[bool]:
    """Tell for each line of a block whether a list item begins there; with `1. `, only if `2. ` begins a line, too."""
    if _compiled and not _compiled.may_have_items(block):
        return [False] * len(block)
    numbers = [int(found[1]) if "." in line[1:4] and (found := _NUMBERED.match(line)) else -9 for line in block]
    known = set(numbers)
    return [
        is_list_item(line) or number - 1 in known or number + 1 in known
        for line, number in zip(block, numbers, strict=True)
    ]


class _Lines(NamedTuple):
    """The lines of a text that are looked at.

    Attributes:
        all: All of them, without marked headings.
        followed: Those that are followed by another, with that.
        last: How many are the last of their block.
        items: Whether there is an item of a list.
        is_lower: Whether the whole text is in lower case.
    """

    all: list[str]
    followed: list[tuple[str, str]]
    last: int
    items: bool
    is_lower: bool


class _Evidence(NamedTuple):
    """What the lines of a text tell.

    Attributes:
        ended: Of the lines that are followed by another, the share that end like a sentence.
        broken: The share that break off.
        per_line: Sentences in a line that ends like one, on average; 0 if there is no such line.
        stops: Whether anything ends like a sentence, inside of lines too.
        followed: The share of lines that are followed by another in their block. Lines before a list item or a marked
            heading do not count: those stand on a new line in every layout.
        list_items: Whether there is an item of a list.
    """

    ended: float
    broken: float
    per_line: float
    stops: bool
    followed: float
    list_items: bool


def split_for(texts: Sequence[str], rules: str) -> str:
    """Return how texts that belong together are split: "prose", "paragraphs" or "lines".

    Args:
        texts: Plain texts.
        rules: The sentence rules, as `segment.rules_for` names them.
    """
    most = max(LEAST_LINES, MOST_LINES // max(1, len(texts)))
    looked_at = [lines for text in texts if (lines := _looked_at(text, most)).all]
    if not any(lines.followed for lines in looked_at):
        return "prose"
    found = [_evidence(lines, rules) for lines in looked_at]
    telling = [evidence for evidence in found if evidence.followed]
    if not any(evidence.stops for evidence in found):
        # There is nothing but the lines to tell sentences by.
        return "prose" if any(evidence.list_items for evidence in found) else "lines"
    ended = sum(evidence.ended for evidence in telling) / len(telling)
    broken = sum(evidence.broken for evidence in telling) / len(telling)
    if ended < _ENDING or ended <= broken:
        return "prose"
    per_line = [evidence.per_line for evidence in found if evidence.per_line]
    if sum(per_line) > _SENTENCES_A_LINE * len(per_line):
        followed = sum(evidence.followed for evidence in telling) / len(telling)
        return "paragraphs" if followed >= _FOLLOWED else "prose"
    return "lines" if ended > _ENDS_A_BREAK * broken else "prose"


def _looked_at(text: str, most: int) -> _Lines:
    """Return the lines of a text that are looked at: of many, some all over it."""
    pairs: list[tuple[str, str | None]] = []
    items = False
    for block in line_blocks(text):
        are_items = list_items(block)
        has_items = any(are_items)
        items = items or has_items
        if len(block) == 1:
            if marked_heading(block[0]) is None:
                pairs.append((block[0], ""))
            continue
        if not has_items and not any(line[0] == "=" for line in block):
            pairs += zip(block, [*block[1:], ""], strict=True)
            continue
        # What begins something new in every layout is not "another line".
        following = [
            None if is_item or marked_heading(line) else line for line, is_item in zip(block, are_items, strict=True)
        ]
        pairs += (pair for pair in zip(block, [*following[1:], ""], strict=True) if marked_heading(pair[0]) is None)
    pairs = pairs[:: max(1, -(-len(pairs) // most))]
    followed = [(line, following) for line, following in pairs if following]
    last = sum(1 for _, following in pairs if following == "")
    return _Lines([line for line, _ in pairs], followed, last, items, text.islower())


def _evidence(lines: _Lines, rules: str) -> _Evidence:
    """Return what the lines of a text tell."""
    ended = sum(1 for line, _ in lines.followed if ends_sentence(line))
    broken = sum(1 for line, following in lines.followed if _breaks_off(line, following))
    counted = lines.all[:: -(-len(lines.all) // _MOST_COUNTED)]
    counts = [(len(sentences(line[:_MOST_CHARACTERS], rules, lines.is_lower)), ends_sentence(line)) for line in counted]
    in_ended = [count for count, is_end in counts if is_end]
    followed = len(lines.followed)
    return _Evidence(
        ended=ended / followed if followed else 0.0,
        broken=broken / followed if followed else 0.0,
        per_line=sum(in_ended) / len(in_ended) if in_ended else 0.0,
        stops=ended > 0 or bool(in_ended) or any(count > 1 for count, _ in counts),
        followed=followed / max(1, followed + lines.last),
        list_items=lines.items,
    )


def _breaks_off(line: str, following: str) -> bool:
    """Tell whether a line stops inside of a sentence that the following one goes on with."""
    if ends_sentence(line) or len(line) > _WRAPPED_LENGTH:
        return False
    first = following[0]
    goes_on = first.isalpha() and not first.isupper()  # a small letter, or one of a script without capitals
    return goes_on or len(line) > _HEADING_LENGTH or line.endswith((",", "、", "，"))
