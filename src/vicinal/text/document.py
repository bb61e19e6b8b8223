"""Document: the input of every aligner.

Paragraphs of sentences, and which of them are headings. Pass lists to make one without any segmentation, or let
`from_text` and `from_file` read what people have; `reading` tells how text is split.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, TypeAlias

from vicinal.errors import InputError
from vicinal.extract.content import Content, content_at
from vicinal.text.reading import Reading, read, settled
from vicinal.text.recognition import recognised
from vicinal.text.segment import warn_without_rules
from vicinal.wording import many

_LONGEST_NAME = 4096  # characters; a longer text is not the name of a file
_UNORDERED = (str, bytes, Mapping, Set)  # iterable, but not over the paragraphs or sentences of a text, in order


@dataclass(frozen=True, repr=False)
class Document:
    """A text as paragraphs of sentences.

    All indices in Vicinal count from 0, and those of sentences count over the whole document.

    Attributes:
        paragraphs: The paragraphs, each a tuple of sentences. Any iterables of strings may be passed; a flat list of
            sentences is one paragraph.
        id: The name of the document, if it has one.
        language: The code of its language, if it is known.
        headings: The indices of the paragraphs that are headings, ascending.

    >>> Document([["A title"], ["One sentence.", "Another."]], headings=[0]).sentences
    ('A title', 'One sentence.', 'Another.')
    """

    paragraphs: tuple[tuple[str, ...], ...]
    id: str | None = None
    language: str | None = None
    headings: tuple[int, ...] = ()

    def __init__(
        self,
        paragraphs: Iterable[Iterable[str]] | Iterable[str],
        id: str | None = None,
        language: str | None = None,
        headings: Iterable[int] = (),
    ) -> None:
        """Store paragraphs as tuples of strings; raise InputError for anything that is not text."""
        given: tuple[Any, ...] = _items(paragraphs)
        flat = bool(given) and isinstance(given[0], str)
        object.__setattr__(self, "paragraphs", tuple(map(_paragraph, (given,) if flat else given)))
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "language", language)
        object.__setattr__(self, "headings", headings)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Store headings as a tuple, or raise InputError; documents that are read from JSON come here, too."""
        object.__setattr__(self, "headings", _headings(self.headings, len(self.paragraphs)))

    @classmethod
    def from_text(
        cls,
        text: str,
        language: str | None = None,
        *,
        split: str = "auto",
        headings: bool = True,
        id: str | None = None,
    ) -> Document:
        """Read plain text: prose, a paragraph a line, or a sentence a line with blank lines between paragraphs.

        Args:
            text: The whole text. A byte order mark, any line ending and any number of blank lines are accepted.
            language: A code such as "de" or "pt-BR", or a name such as "german"; it selects the sentence rules. None:
                it is recognised from the text; where the text says too little, English rules are used.
            split: "prose", "paragraphs", "lines" or "auto" (decided from the text), as `docs/reading.md` tells.
            headings: Whether headings are kept.
            id: A name for the document.

        Warns:
            LanguageWarning: The language that was given has no sentence rules of its own.
        """
        if not isinstance(text, str):
            raise InputError(f"text must be a string; found {text!r:.80}")
        reading = Reading(language, split, headings)
        warn_without_rules(reading.language)
        return cls.from_content(text, reading, id)

    @classmethod
    def from_file(
        cls,
        path: str | os.PathLike[str],
        language: str | None = None,
        *,
        split: str = "auto",
        headings: bool = True,
        encoding: str | None = None,
    ) -> Document:
        """Read a file: plain text, Word, OpenDocument, RTF, EPUB, PDF, a web page, Markdown; its name becomes the id.

        Args:
            path: The file. What it is, its content tells.
            language: As for `from_text`.
            split: How plain text is split, as for `from_text`.
            headings: Whether headings are kept.
            encoding: The encoding of a text file; None for UTF-8.

        Raises:
            InputError: The file cannot be read, or is of a kind that is not read.
        """
        reading = Reading(language, split, headings)
        content = content_at(path, encoding)
        warn_without_rules(reading.language)
        return cls.from_content(content, reading, Path(path).name)

    @classmethod
    def from_content(cls, content: Content, reading: Reading, id: str | None = None) -> Document:
        """Return the document of the content of a file; what the reading leaves open, this content alone decides."""
        return documents_of([content], reading, [id])[0]

    @classmethod
    def of_checked(
        cls,
        paragraphs: tuple[tuple[str, ...], ...],
        id: str | None = None,
        language: str | None = None,
        headings: tuple[int, ...] = (),
    ) -> Document:
        """Return a document of parts that are known to be of the right types, without checking them again."""
        document = object.__new__(cls)
        document.__dict__.update(paragraphs=paragraphs, id=id, language=language, headings=headings)
        return document

    def renamed(self, id: str | None) -> Document:
        """Return the same document with another id."""
        return self.of_checked(self.paragraphs, id, self.language, self.headings)

    def __repr__(self) -> str:
        name = "" if self.id is None else f" {self.id!r:.60}"
        sizes = f"{many(len(self.paragraphs), 'paragraph')}, {many(len(self.sentences), 'sentence')}"
        return f"<Document{name}: {sizes}{f', {self.language}' if self.language else ''}>"

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """All sentences, in order."""
        return tuple(chain.from_iterable(self.paragraphs))

    @cached_property
    def heading_sentences(self) -> frozenset[int]:
        """The indices of the sentences of headings."""
        return frozenset(index for number in self.headings for index in self.spans[number])

    @cached_property
    def spans(self) -> tuple[range, ...]:
        """For each paragraph, the indices of its sentences."""
        ends = list(accumulate(map(len, self.paragraphs)))
        return tuple(range(end - len(p), end) for end, p in zip(ends, self.paragraphs, strict=True))


# What people have of a version of a document: text, a file, a Document, sentences, or paragraphs of sentences.
Version: TypeAlias = str | os.PathLike[str] | Document | Iterable[str] | Iterable[Iterable[str]]


def documents_given(versions: Sequence[Version], language: str | None, *, warn: bool = True) -> list[Document]:
    """Return versions of a document, given in any form, as Documents; texts and files are all read alike.

    Callers: everything that takes versions from a program, such as `align`.

    Args:
        versions: The versions.
        language: The language code of versions given as text or file.
        warn: Whether to warn of a language without sentence rules; `align_many` does it once for all pairs.

    Raises:
        InputError: A version is none of these, or a text is the name of a file; or a file cannot be read.
    """
    contents: list[Content] = []
    ids: list[str | None] = []
    for version in versions:
        if isinstance(version, str):
            _check_is_text(version)
            contents.append(version)
            ids.append(None)
        elif isinstance(version, os.PathLike):
            contents.append(content_at(version))
            ids.append(Path(version).name)
    reading = Reading(language)
    if contents and warn:
        warn_without_rules(reading.language)
    read = iter(documents_of(contents, reading, ids))
    return [
        next(read)
        if isinstance(version, str | os.PathLike)
        else version
        if isinstance(version, Document)
        else Document(version, language=language)
        for version in versions
    ]


def _check_is_text(text: str) -> None:
    """Raise InputError if a text is the name of an existing file: who passes one means what is in the file."""
    if len(text) <= _LONGEST_NAME and "\n" not in text and os.path.isfile(text):  # noqa: PTH113  (a text may be no path)
        raise InputError(
            f"{text!r:.80} is the name of a file, but a str is aligned as text; pass pathlib.Path({text!r:.80}) to "
            "read the file, or Document.from_text for this very text"
        )


def documents_of(contents: Sequence[Content], reading: Reading, ids: Sequence[str | None]) -> list[Document]:
    """Return the documents of contents that belong together; what the reading leaves open, they decide together."""
    found = read(contents, settled(reading, contents))
    return [
        Document.of_checked(paragraphs, id, language, headings)
        for (paragraphs, headings, language), id in zip(found, ids, strict=True)
    ]


def language_of(source: Document, target: Document) -> str | None:
    """Return the language of two versions of a document: the one they name, else the one recognised; None if unclear.

    For methods that need the language of documents made from lists, which have none.
    """
    if source.language or target.language:
        return source.language or target.language
    found = recognised(("\n".join(source.sentences), "\n".join(target.sentences)))
    return found.language if found else None


def _items(paragraphs: Any) -> tuple[Any, ...]:
    """Return what a document is made of, or raise InputError if it is not in the order of a text.

    A dictionary, a set, a table and an open file can be iterated, too, but not over paragraphs or sentences in order.
    """
    if hasattr(paragraphs, "readline"):
        raise InputError(f"{paragraphs!r:.80} is an open file; pass its pathlib.Path, or the text that it holds")
    try:
        if isinstance(paragraphs, _UNORDERED) or hasattr(paragraphs, "columns"):
            raise TypeError
        items = iter(paragraphs)
    except TypeError:
        found = " ".join(f"{paragraphs!r:.80}".split())
        raise InputError(f"a document is a list of paragraphs, each a list of sentences; found {found}") from None
    given = tuple(items)
    texts = [isinstance(one, str) for one in given]
    if any(texts) and not all(texts):
        found = f"{given[texts.index(False)]!r:.80}"
        raise InputError(f"a document is a list of sentence strings, or of lists of them; found {found} among strings")
    return given


def _paragraph(sentences: Iterable[str]) -> tuple[str, ...]:
    found: Any = sentences
    if not isinstance(sentences, _UNORDERED) and isinstance(sentences, Iterable):
        paragraph = tuple(sentences)
        if all(type(sentence) is str for sentence in paragraph):
            return paragraph
        if all(isinstance(sentence, str) for sentence in paragraph):
            return tuple(str.__str__(sentence) for sentence in paragraph)  # plain strings of subclasses of str
        found = next(sentence for sentence in paragraph if not isinstance(sentence, str))
    raise InputError(f"a paragraph is a list of sentence strings; found {found!r:.80}")


def _headings(indices: Iterable[int], count: int) -> tuple[int, ...]:
    found = tuple(indices) if isinstance(indices, Iterable) else indices
    if not isinstance(found, tuple) or not all(type(index) is int and 0 <= index < count for index in found):
        raise InputError(f"headings are indices of paragraphs, from 0 to {count - 1}; found {found!r:.80}")
    return tuple(sorted(set(found)))
