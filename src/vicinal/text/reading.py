"""Plain text, or the blocks of a file, to paragraphs of sentences.

Plain text is

- prose: a blank line ends a paragraph, and sentencex finds the sentences. Lines inside a paragraph are joined, except
  that a list item (`- `, `* `, `1) ` ...) starts a new sentence. A first line that looks like a title becomes a
  paragraph of its own;
- lines: one sentence per line, a blank line between paragraphs, used unchanged.

How texts are to be read is a `Reading`. What it leaves open is decided from the texts by `settled`, once for all texts
that belong together (both sides of a pair, all of a corpus), so that they are not read in different ways.

Callers: `Document`, and whoever reads two or more documents that belong together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from vicinal.errors import InputError, check_choice
from vicinal.extract.content import Content
from vicinal.text.segment import rules_for, sentences, warn_without_rules
from vicinal.text.tokens import writes_no_spaces

SPLITS = ("auto", "prose", "lines")

_CLOSING = "\"'”’»›)]}」』）】》〉“"
_SENTENCE_END = re.compile(rf"[.!?…:;。！？；：।॥؟۔።։။។៕][{re.escape(_CLOSING)}\s]*$")
_LIST_ITEM = re.compile(r"(?:[-–*•‣◦▪]\s|・|\(?(?:\d{1,3}|[a-zA-Z])\)\s)\s*\S")


@dataclass(frozen=True)
class Reading:
    """How texts are read.

    Attributes:
        language: A code such as "de" or "pt-BR"; it selects the sentence rules. None means English.
        split: How plain text is split: "prose", "lines" or "auto" (decided from the text).
        headings: Whether headings are kept.
    """

    language: str | None = None
    split: str = "auto"
    headings: bool = True

    def __post_init__(self) -> None:
        """Check the settings."""
        check_choice("split", self.split, SPLITS)
        if not isinstance(self.language, str | None):
            raise InputError(f"text and language must be strings; found {self.language!r:.80}")


class Read(NamedTuple):
    """What was read: the paragraphs of a document, which of them are headings, and its language."""

    paragraphs: tuple[tuple[str, ...], ...]
    headings: tuple[int, ...]
    language: str | None


def settled(reading: Reading, contents: Iterable[Content]) -> Reading:
    """Return a reading with nothing left open: what is "auto" is decided from texts that belong together.

    Warns:
        LanguageWarning: The language has no sentence rules of its own.
    """
    warn_without_rules(reading.language)
    if reading.split != "auto":
        return reading
    rules = rules_for(reading.language)
    plain = [content for content in contents if isinstance(content, str)]
    is_lines = bool(plain) and all(_one_sentence_a_line(_line_blocks(text), rules) for text in plain)
    return replace(reading, split="lines" if is_lines else "prose")


def read(content: Content, reading: Reading) -> Read:
    """Return the paragraphs of a content, as a settled reading has it."""
    if isinstance(content, str):
        blocks = _line_blocks(content)
        if reading.split == "lines":
            paragraphs = [tuple(block) for block in blocks]
        else:
            rules = rules_for(reading.language)
            paragraphs = [tuple(_sentences(block, rules)) for block in _titled(blocks)]
        headings: list[int] = []
    else:
        rules = rules_for(reading.language)
        paragraphs = [tuple(_sentences([block.text], rules)) for block in content]
        headings = [number for number, block in enumerate(content) if block.heading]
    if not reading.headings:
        left_out = set(headings)
        paragraphs = [paragraph for number, paragraph in enumerate(paragraphs) if number not in left_out]
        headings = []
    return Read(tuple(paragraphs), tuple(headings), reading.language)


def _line_blocks(text: str) -> list[list[str]]:
    """Return the stripped lines of a text, in blocks separated by blank lines."""
    blocks: list[list[str]] = [[]]
    for line in text.replace("\ufeff", "").replace("\u2029", "\n\n").splitlines():
        stripped = line.strip()
        if stripped:
            blocks[-1].append(stripped)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _one_sentence_a_line(blocks: Sequence[Sequence[str]], rules: str) -> bool:
    """Tell whether the lines of a text are its sentences.

    They are if most lines that are followed by another one end like a sentence, and lines hold hardly more than one
    sentence each. They also are if nothing in the text ends like a sentence: then there is no other evidence.
    """
    followed = [line for block in blocks for line in block[:-1]]
    if not followed:
        return False
    lines = [line for block in blocks for line in block]
    found = [_sentences([line], rules) for line in lines]
    if not any(_SENTENCE_END.search(sentence) for sentences in found for sentence in sentences):
        return not any(_LIST_ITEM.match(line) for line in lines)
    ended = sum(1 for line in followed if _SENTENCE_END.search(line))
    return 2 * ended > len(followed) and sum(map(len, found)) <= 1.2 * len(lines)


def _titled(blocks: list[list[str]]) -> list[list[str]]:
    """Separate a title from the paragraph below it: a first line that ends no sentence, before one that begins one.

    A line that was merely wrapped is about as long as its neighbours, so a title must be clearly shorter.
    """
    if not blocks or len(blocks[0]) < 2:
        return blocks
    title, following = blocks[0][0], blocks[0][1]
    shorter = len(title) < 0.75 * max(map(len, blocks[0]))
    ended = _SENTENCE_END.search(title) or title.endswith((",", "、", "，"))
    if shorter and not ended and not following[0].islower() and not _LIST_ITEM.match(following):
        return [[title], blocks[0][1:], *blocks[1:]]
    return blocks


def _sentences(lines: Sequence[str], rules: str) -> list[str]:
    """Return the sentences of one paragraph of prose."""
    return [sentence for text in _joined(lines) for sentence in sentences(text, rules)]


def _joined(lines: Sequence[str]) -> list[str]:
    """Return the lines of a paragraph joined: one text, and one more for each list item."""
    texts: list[str] = []
    for line in lines:
        line = " ".join(line.split())
        if not texts or _LIST_ITEM.match(line):
            texts.append(line)
        else:
            space = "" if writes_no_spaces(texts[-1][-1]) and writes_no_spaces(line[0]) else " "
            texts[-1] += space + line
    return texts
