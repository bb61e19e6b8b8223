"""Plain text, or the blocks of a file, to paragraphs of sentences.

Plain text is

- prose: a blank line ends a paragraph, its lines are joined, and sentences are found in it;
- paragraphs: a line is a paragraph, and sentences are found in it, as in the plain text that Word saves;
- lines: one sentence per line, a blank line between paragraphs, used unchanged.

Where sentences are found, a list item (`- `, `* `, `1) `, or `1. ` where `2. ` follows) starts a new one. A heading is
a paragraph of its own and one sentence; `plain_headings` finds them.

How texts are to be read is a `Reading`. What it leaves open is decided from the texts by `settled`, once for all texts
that belong together (both sides of a pair, all of a corpus), so that they are not read in different ways.

Callers: `Document`, and whoever reads two or more documents that belong together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from vicinal.errors import InputError, SettingError, check_choice
from vicinal.extract.content import Content
from vicinal.extract.hyphens import asked_words, ends_cut, joined_words, known_words
from vicinal.extract.lines import joined, single_spaced
from vicinal.text.language import language_code
from vicinal.text.line_layout import line_blocks, list_items, split_for
from vicinal.text.plain_headings import Part, by_shape, parts
from vicinal.text.recognition import recognised
from vicinal.text.segment import rules_for, sentences
from vicinal.text.tokens import tokens

SPLITS = ("auto", "prose", "paragraphs", "lines")


@dataclass(frozen=True)
class Reading:
    """How texts are read.

    Attributes:
        language: A code such as "de" or "pt-BR", or a name such as "german"; it selects the sentence rules. None: it is
            recognised from the texts.
        split: How plain text is split: "prose", "paragraphs", "lines" or "auto" (decided from the text).
        headings: Whether headings are kept.
        is_settled: Whether texts have decided what was left open; `settled` sets it.
    """

    language: str | None = None
    split: str = "auto"
    headings: bool = True
    is_settled: bool = False

    def __post_init__(self) -> None:
        """Check the settings, and store the code of a language."""
        check_choice("split", self.split, SPLITS)
        if not isinstance(self.language, str | None):
            raise InputError(f"language must be a string; found {self.language!r:.80}")
        if self.is_settled and self.split == "auto":
            raise SettingError("a settled reading needs a split other than 'auto'; let settled() decide it")
        object.__setattr__(self, "language", language_code(self.language) if self.language else None)


class Read(NamedTuple):
    """What was read: the paragraphs of a document, which of them are headings, and its language."""

    paragraphs: tuple[tuple[str, ...], ...]
    headings: tuple[int, ...]
    language: str | None


def settled(reading: Reading, contents: Iterable[Content]) -> Reading:
    """Return a reading with nothing left open: what is, is decided from texts that belong together."""
    if reading.is_settled:
        return reading
    contents = list(contents)
    language = reading.language or recognised_language(contents)
    split = reading.split
    if split == "auto":
        plain = [content for content in contents if isinstance(content, str)]
        split = split_for(plain, rules_for(language))
    return Reading(language, split, reading.headings, is_settled=True)


def recognised_language(contents: Iterable[Content]) -> str | None:
    """Return the language of contents that belong together; None where they say too little."""
    texts = (one if isinstance(one, str) else " ".join(block.text for block in one) for one in contents)
    found = recognised(texts)
    return found.language if found else None


def read(contents: Sequence[Content], reading: Reading) -> list[Read]:
    """Return the paragraphs of contents that belong together, as a settled reading has it.

    What is a heading in one is a heading in all: kinds of files, and plain text, differ in what they tell of headings.
    """
    found = _with_shared_headings([_kept(content, reading) for content in contents])
    return found if reading.headings else list(map(_without_headings, found))


def _kept(content: Content, reading: Reading) -> Read:
    """Return all paragraphs of a content, with its headings."""
    if isinstance(content, str):
        is_lower = content.islower()
        found = parts(line_blocks(content), reading.split)
    else:
        is_lower = " ".join(block.text for block in content).islower()
        found = [Part([block.text], block.heading) for block in content]
        if not any(block.heading for block in content):  # the file does not tell
            found = by_shape(found)
    rules = rules_for(reading.language)
    is_split = reading.split != "lines" or not isinstance(content, str)
    words = None
    if is_split and any(ends_cut(line) for part in found if len(part.lines) > 1 for line in part.lines[:-1]):
        lines = [[single_spaced(line) for line in part.lines] for part in found]
        asked = {word for block in lines for word in asked_words(block)}
        words = known_words((line for part in found for line in part.lines), asked)
    paragraphs = tuple(tuple(_sentences(part, rules, is_lower, words) if is_split else part.lines) for part in found)
    return Read(paragraphs, tuple(number for number, part in enumerate(found) if part.heading), reading.language)


def _with_shared_headings(found: list[Read]) -> list[Read]:
    """Take paragraphs for headings that have the same words as a heading of another text, and nothing else."""
    if len(found) < 2 or not any(one.headings for one in found):
        return found
    known = {tuple(tokens(" ".join(one.paragraphs[number]))) for one in found for number in one.headings} - {()}
    return [
        one._replace(headings=tuple(sorted({*one.headings, *_standing_alone(one.paragraphs, known)}))) for one in found
    ]


def _standing_alone(paragraphs: Sequence[Sequence[str]], known: Container[tuple[str, ...]]) -> Iterator[int]:
    """Yield which paragraphs are one sentence with the words of a known heading."""
    for number, paragraph in enumerate(paragraphs):
        if len(paragraph) == 1 and tuple(tokens(paragraph[0])) in known:
            yield number


def _without_headings(one: Read) -> Read:
    headings = set(one.headings)
    kept = tuple(paragraph for number, paragraph in enumerate(one.paragraphs) if number not in headings)
    return Read(kept, (), one.language)


def _sentences(part: Part, rules: str, is_lower: bool, words: Counter[str] | None) -> list[str]:
    """Return the sentences of a paragraph of prose; a heading is one."""
    texts = _joined(part.lines, words)
    if part.heading:
        return texts
    if len(texts) == 1:
        return sentences(texts[0], rules, is_lower)
    return [sentence for text in texts for sentence in sentences(text, rules, is_lower)]


def _joined(lines: Sequence[str], words: Counter[str] | None) -> list[str]:
    """Return the lines of a paragraph joined: one text, and one more for each list item.

    The words of the document tell which hyphens at line ends belong to a word; None if there are no such hyphens.
    """
    if len(lines) == 1:
        return [single_spaced(lines[0])]
    texts: list[list[str]] = []  # lines of each
    for line, is_item in zip(map(single_spaced, lines), list_items(lines), strict=True):
        if not texts or is_item:
            texts.append([line])
        else:
            texts[-1].append(line)
    return [joined(text) if words is None else joined_words(text, words) for text in texts]
