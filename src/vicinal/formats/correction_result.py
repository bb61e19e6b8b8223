"""What a corrected table says: its pairs, what cannot be read, and what was changed; maker: `corrected_table`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from vicinal.alignment import Aligned, NotedLink
from vicinal.errors import FormatError
from vicinal.formats.table_input import Problem


@dataclass
class Changes:
    """What is different from the table as it was exported.

    Attributes:
        added: Links that are new.
        removed: Links that are gone.
        changed: Links whose sentences changed.
        corrected: Sentences with another text.
        split: Sentences that were split.
        joined: Sentences that were made of several.
        marked: Marks of paragraphs and headings that were changed.
        missing: Sentences that are in no row any more.
    """

    added: int = 0
    removed: int = 0
    changed: int = 0
    corrected: int = 0
    split: int = 0
    joined: int = 0
    marked: int = 0
    missing: int = 0

    def __iadd__(self, other: Changes) -> Changes:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))
        return self

    def __bool__(self) -> bool:
        return any(getattr(self, one.name) for one in fields(self) if one.name != "missing")


@dataclass
class Corrected:
    """A corrected table.

    Attributes:
        aligned: The pairs; none if there are problems.
        problems: What cannot be read, row by row.
        notes: What is unusual and read all the same.
        changes: What is different from the table as it was exported.
        details: Each of these changes, in words.
    """

    aligned: list[Aligned] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    changes: Changes = field(default_factory=Changes)
    details: list[str] = field(default_factory=list)

    def error(self, name: str) -> FormatError:
        """Return the error of a table with problems, for callers that cannot list them all."""
        return FormatError(
            f"{self.problems[0].line(name)} (in all {len(self.problems):,}; 'vicinal import' lists them)"
        )


def merged_notes(notes: Iterable[NotedLink]) -> tuple[NotedLink, ...]:
    """Return one note for each link, and for each sentence of rows with one side, with all that rows say of it."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], NotedLink] = {}
    for note in notes:
        keys = [note.key]
        if not (note.source and note.target):
            keys = [*(((x,), ()) for x in note.source), *(((), (y,)) for y in note.target)]
        for key in keys:
            before = found.get(key, NotedLink(*key))
            comments = dict.fromkeys(filter(None, (before.comment, note.comment)))
            found[key] = NotedLink(*key, before.unsure or note.unsure, "\n".join(comments))
    return tuple(found.values())
