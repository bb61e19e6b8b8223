"""One side of a corrected table: what the numbered sentences of its cells make of a document.

Nothing is guessed. A number has one text and one mark in all rows. A text that belongs to another number is refused.
Caller: `corrected_table`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import islice
from string import ascii_lowercase

from vicinal.formats.correction_result import Corrected
from vicinal.formats.reading_order import marks_of
from vicinal.formats.sentence_cell import HEADING, OPENS, Key, Line, shown, shown_text
from vicinal.formats.table_input import Problem
from vicinal.text.document import Document
from vicinal.wording import many

_ALIKE = 0.6  # of a correction and what it corrects; less, and equal to another sentence: a wrong number
_MOST_COMPARED = 2000  # characters
_INSIDE = re.compile(r"\[[¶#Pp]?[0-9]{1,9}[A-Za-z]?\]")
_NEAR = 20  # characters shown beside a difference
_MEANING = {OPENS: "begins a paragraph", HEADING: "is a heading", "": "begins no paragraph"}
_MOST_MISSING = 5  # that are told one by one


@dataclass
class _Entry:
    """What the rows say of one sentence."""

    row: int
    text: str | None = None
    mark: str | None = None
    cut: int = 0


@dataclass
class Side:
    """A document as a corrected table has it.

    Attributes:
        document: The document.
        index: The place of each sentence in it.
        corrected: How many sentences have another text.
        marked: How many marks of paragraphs and headings were changed.
        split: How many sentences were split.
        joined: How many sentences were made of several.
        missing: How many sentences are in no row.
    """

    document: Document
    index: Mapping[Key, int]
    corrected: int = 0
    marked: int = 0
    split: int = 0
    joined: int = 0
    missing: int = 0


@dataclass
class SideReader:
    """Reads one side of a pair.

    Attributes:
        side: "source" or "target".
        document: The document as it was exported; None if the table does not hold it.
        size: How many sentences the document had; None if the table does not tell.
        pair: The pair, for problems of no row: "" or "pair [2], ".
        id: The id of a document that the table does not hold.
        keep_texts: Whether a changed text is refused.
        found: What cannot be read is added here, and what is unusual, and what was changed.
    """

    side: str
    document: Document | None
    size: int | None
    pair: str
    id: str | None
    keep_texts: bool
    found: Corrected
    _entries: dict[Key, _Entry] = field(default_factory=dict)
    _is_readable: bool = True

    def refuse(self, row: int, why: str) -> None:
        """Add a problem of a row."""
        self.found.problems.append(Problem(row, self.side, why))
        self._is_readable = False

    def add(self, row: int, lines: Iterable[Line | str]) -> tuple[Key, ...]:
        """Add the lines of a cell, and return its sentences."""
        found: dict[Key, None] = {}
        for line in lines:
            if isinstance(line, str):
                self.refuse(row, line)
            elif line.key in found:
                self.refuse(row, f"has the sentence {shown(line.key)} twice; keep one")
            else:
                found[line.key] = None
                self._take(row, line)
        return tuple(found)

    def _take(self, row: int, line: Line) -> None:
        entry = self._entries.setdefault(line.key, _Entry(row))
        name = shown(line.key)
        if line.text is not None:
            if entry.text is None:
                entry.text, entry.cut = line.text, line.cut
            elif not _same(entry.text, line.text):
                self.refuse(row, f"the sentence {name} has another text in row {entry.row}; make them equal")
                return
        if line.text is not None or line.mark:
            if entry.mark is None:
                entry.mark = line.mark
            elif entry.mark != line.mark:
                self.refuse(row, f"the sentence {name} has another mark in row {entry.row}; make them equal")

    def finished(self) -> Side | None:
        """Return the document; None if there are problems."""
        self._check_numbers()
        missing = self._missing()
        if not self._is_readable:
            return None
        sentences = self.document.sentences if self.document else ()
        texts = {key: self._text(key, entry, sentences) for key, entry in self._entries.items()}
        texts |= {((number,), ""): sentences[number] for number in missing}
        if not self._is_readable:
            return None
        keys = sorted(texts)
        marks = marks_of(self.document) if self.document else {}
        found = Side(self.document or Document((), self.id), {key: at for at, key in enumerate(keys)})
        found.missing = len(missing)
        new_marks = []
        for at, key in enumerate(keys):
            entry = self._entries.get(key)
            old = marks.get(key[0][0], "") if not key[1] or key[1] == "a" else ""
            mark = old if entry is None or entry.mark is None else entry.mark
            mark = mark or OPENS * (at == 0)
            new_marks.append(mark)
            if self.document is None or entry is None:
                continue
            place = f"row {entry.row}, {self.side}: {shown(key)}"
            if mark != old and not (at == 0 and mark == OPENS):
                found.marked += 1
                self.found.details.append(f"{place} {_MEANING[mark]}")
            if key[0][1:]:
                found.joined += 1
                self.found.details.append(f"{place} is one sentence")
            elif key[1] == "a":
                found.split += 1
                self.found.details.append(f"row {entry.row}, {self.side}: [{key[0][0] + 1}] is split")
            elif not key[1] and texts[key] != sentences[key[0][0]]:
                found.corrected += 1
                self.found.details.append(f"{place} {_difference(sentences[key[0][0]], texts[key])}")
        found.document = self._document(found, [texts[key] for key in keys], new_marks)
        return found

    def _document(self, found: Side, texts: list[str], marks: list[str]) -> Document:
        """Return the document of sentences and their marks; empty paragraphs stay if nothing else changed."""
        old = self.document
        if old is not None and not (found.marked or found.split or found.joined):
            paragraphs = ([texts[index] for index in span] for span in old.spans)
            return Document(paragraphs, old.id, old.language, old.headings)
        made: list[list[str]] = []
        headings = []
        for text, mark in zip(texts, marks, strict=True):
            if mark:
                headings += [len(made)] * (mark == HEADING)
                made.append([])
            made[-1].append(text)
        return Document(made, old.id if old else self.id, old.language if old else None, headings)

    def _check_numbers(self) -> None:
        """Refuse numbers outside the text, and numbers that are used in more than one way."""
        size = self.size
        users: dict[int, Key] = {}
        parts: dict[int, dict[str, int]] = {}
        for key, entry in self._entries.items():
            if size is not None and key[0][-1] >= size:
                is_one = "which has one sentence" if size == 1 else f"which has {size:,} sentences"
                self.refuse(entry.row, f"the sentence {shown(key)} is not in the text, {is_one}; correct the number")
                continue
            for number in key[0]:
                other = users.setdefault(number, key)
                if other != key and not (key[1] and other[1]):
                    row = self._entries[other].row
                    self.refuse(
                        entry.row,
                        f"{shown(key)} and {shown(other)} (row {row}) have a sentence in common; keep one of them",
                    )
            if key[1]:
                parts.setdefault(key[0][0], {})[key[1]] = entry.row
        for number, found in parts.items():
            letters = "".join(sorted(found))
            if len(letters) < 2 or letters != ascii_lowercase[: len(letters)]:
                need = next(letter for letter in ascii_lowercase if letter not in found)
                row = max(found.values())
                self.refuse(row, f"the sentence [{number + 1}] is split, but there is no [{number + 1}{need}]; add it")

    def _missing(self) -> list[int]:
        """Return the sentences that are in no row; without their texts, they are a problem."""
        present = {number for key in self._entries for number in key[0]}
        size = 1 + max(present, default=-1) if self.size is None else self.size
        gaps = (number for number in range(size) if number not in present)
        if self.document is not None:
            return list(gaps)
        if self._is_readable:
            first = list(islice(gaps, _MOST_MISSING))
            more = size - len(present) - len(first)
            for number in first:
                self.refuse(
                    0, f"{self.pair}the {self.side} sentence [{number + 1}] is in no row; put it in a row of its own, "
                    "or give the texts with --texts FILE"
                )  # fmt: skip
            if more:
                are = "is" if more == 1 else "are"
                self.refuse(0, f"{self.pair}{many(more, f'more {self.side} sentence')} {are} in no row")
        return []

    def _text(self, key: Key, entry: _Entry, sentences: tuple[str, ...]) -> str:
        """Return the text of a sentence; refuse one that cannot be what it says."""
        name, own = shown(key), None
        if self.document is not None and not key[0][1:] and not key[1]:
            own = sentences[key[0][0]]
        if entry.text is None:
            if own is None:
                self.refuse(entry.row, f"the sentence {name} has no text in any row; write it after the number")
            return own or ""
        if entry.cut:
            if own is None or not own.startswith(entry.text) or len(own) - len(entry.text) != entry.cut:
                why = "was cut to fit into a cell and cannot be changed here"
                self.refuse(entry.row, f"the sentence {name} {why}; restore it, or correct it in .csv or in the app")
            return own or ""
        if own is not None and _same(own, entry.text):
            return own
        if self.keep_texts:
            self.refuse(entry.row, f"the text of {name} was changed; restore it, or leave out --keep-texts")
        if own is not None and not _alike(own, entry.text):
            others = [at for at, text in enumerate(sentences) if at != key[0][0] and _same(text, entry.text)]
            if others:
                self.refuse(
                    entry.row, f"{name} has the text of the sentence [{others[0] + 1}]; correct the number or the text"
                )
            else:
                self.found.notes.append(
                    f"row {entry.row}, {self.side}: {name} has quite another text than before, "
                    f"{shown_text(entry.text)}; check its number"
                )
        self._check_inside(key, entry, sentences)
        return entry.text

    def _check_inside(self, key: Key, entry: _Entry, sentences: tuple[str, ...]) -> None:
        """Refuse a text that has gained the number of a sentence: somebody lost a line end, or wrote [3], [4]."""
        if self.document is not None:
            gained = Counter(_INSIDE.findall(entry.text or ""))
            gained -= Counter(_INSIDE.findall(" ".join(sentences[number] for number in key[0])))
            for label in gained:
                self.refuse(entry.row, f"{label} stands inside the line of {shown(key)}; begin a new line before it")


def _difference(old: str, new: str) -> str:
    """Return in words where a text was changed."""
    begin = _shared(old, new)
    end = _shared(old[begin:][::-1], new[begin:][::-1])
    before, after = (
        repr("…" * (begin > _NEAR) + text[max(0, begin - _NEAR) : len(text) - end + _NEAR] + "…" * (end > _NEAR))
        for text in (old, new)
    )
    return f"was {before:.200}, and is {after:.200}"


def _shared(one: str, other: str) -> int:
    """Return how many characters two texts begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (first, second) in pairs if first != second), min(len(one), len(other)))


def _same(one: str, other: str) -> bool:
    """Return whether two texts are equal up to white space."""
    return one == other or one.split() == other.split()


def _alike(one: str, other: str) -> bool:
    """Return whether a text may be a correction of another."""
    return SequenceMatcher(None, one[:_MOST_COMPARED], other[:_MOST_COMPARED], False).ratio() >= _ALIKE
