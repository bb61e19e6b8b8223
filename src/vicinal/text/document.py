"""Document, and reading text into one.

A Document is the input of every aligner: paragraphs of sentences, nothing else. Pass lists to make one without any
segmentation, or let `from_text` and `from_file` read

- prose: a blank line ends a paragraph, and sentencex finds the sentences. Lines inside a paragraph are joined, except
  that a list item (`- `, `* `, `1) ` ...) starts a new sentence. A first line that looks like a title becomes a
  paragraph of its own;
- lines: one sentence per line, a blank line between paragraphs, used unchanged.

By default the text itself shows which of the two it is; `split="prose"` and `split="lines"` override that.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from vicinal.errors import InputError, check_choice
from vicinal.files import read_text
from vicinal.text.segment import rules_for, sentences
from vicinal.text.tokens import writes_no_spaces

SPLITS = ("auto", "prose", "lines")

_CLOSING = "\"'”’»›)]}」』）】》〉“"
_SENTENCE_END = re.compile(rf"[.!?…:;。！？；：।॥؟۔።։။។៕][{re.escape(_CLOSING)}\s]*$")
_LIST_ITEM = re.compile(r"(?:[-–*•‣◦▪]\s|・|\(?(?:\d{1,3}|[a-zA-Z])\)\s)\s*\S")


@dataclass(frozen=True)
class Document:
    """Paragraphs of sentences; an id and a language code where they are known.

    Any iterables of strings may be passed; they are stored as tuples. All indices in Vicinal are 0-based, and sentence
    indices count over the whole document.

    >>> Document([["A title"], ["One sentence.", "Another."]]).sentences
    ('A title', 'One sentence.', 'Another.')
    """

    paragraphs: tuple[tuple[str, ...], ...]
    id: str | None = None
    language: str | None = None

    def __init__(self, paragraphs: Iterable[Iterable[str]], id: str | None = None, language: str | None = None) -> None:
        """Store paragraphs as tuples of strings; raise InputError for anything that is not text."""
        if isinstance(paragraphs, (str, bytes)) or not isinstance(paragraphs, Iterable):
            raise InputError(f"a document is a list of paragraphs, each a list of sentences; found {paragraphs!r:.80}")
        object.__setattr__(self, "paragraphs", tuple(map(_paragraph, paragraphs)))
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "language", language)

    @classmethod
    def from_text(
        cls, text: str, language: str | None = None, *, split: str = "auto", id: str | None = None
    ) -> Document:
        """Read prose, or one sentence per line with blank lines between paragraphs.

        Args:
            text: The whole text. A byte order mark, any line ending and any number of blank lines are accepted.
            language: A code such as "de" or "pt-BR"; it selects the sentence rules. None means English.
            split: "prose", "lines" or "auto" (decided from the text).
            id: A name for the document.

        Warns:
            LanguageWarning: The language has no sentence rules of its own.
        """
        check_choice("split", split, SPLITS)
        if not isinstance(text, str) or not isinstance(language, str | None):
            raise InputError(f"text and language must be strings; found {text!r:.80}, {language!r:.80}")
        blocks = _blocks(text)
        if split == "lines":
            return cls(blocks, id, language)
        rules = rules_for(language)
        if split == "auto" and _one_sentence_a_line(blocks, rules):
            return cls(blocks, id, language)
        return cls([_sentences(block, rules) for block in _titled(blocks)], id, language)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], language: str | None = None, *, split: str = "auto") -> Document:
        """Read a UTF-8 text file as `from_text` reads text; its name becomes the id."""
        return cls.from_text(read_text(path), language, split=split, id=Path(path).name)

    @classmethod
    def of_checked(
        cls, paragraphs: tuple[tuple[str, ...], ...], id: str | None = None, language: str | None = None
    ) -> Document:
        """Return a document of paragraphs that are known to be tuples of strings, without checking them again."""
        document = object.__new__(cls)
        document.__dict__.update(paragraphs=paragraphs, id=id, language=language)
        return document

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """All sentences, in order."""
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph)

    @cached_property
    def spans(self) -> tuple[range, ...]:
        """For each paragraph, the indices of its sentences."""
        ends = list(accumulate(map(len, self.paragraphs)))
        return tuple(range(end - len(p), end) for end, p in zip(ends, self.paragraphs, strict=True))


def _paragraph(sentences: Iterable[str]) -> tuple[str, ...]:
    if not isinstance(sentences, (str, bytes)) and isinstance(sentences, Iterable):
        paragraph = tuple(sentences)
        if all(type(sentence) is str for sentence in paragraph):
            return paragraph
        if all(isinstance(sentence, str) for sentence in paragraph):
            return tuple(str.__str__(sentence) for sentence in paragraph)  # plain strings of subclasses of str
    raise InputError(f"a paragraph is a list of sentence strings; found {sentences!r:.80}")


def _blocks(text: str) -> list[list[str]]:
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
