"""The pairs of a workbook as they were exported, from its hidden sheet; callers: `corrected_table`, `table_texts`."""

from __future__ import annotations

import os
from dataclasses import dataclass

from vicinal.alignment import Aligned, assemble
from vicinal.errors import FormatError, InputError
from vicinal.formats.table_input import RawTable, read_table
from vicinal.json_text import converted
from vicinal.link import Link
from vicinal.text.document import Document


@dataclass(frozen=True)
class _Data:
    """What the hidden sheet holds of a pair."""

    source: Document
    target: Document
    levels: tuple[str, str]
    origin: str
    signature: str
    links: tuple[tuple[tuple[int, ...], tuple[int, ...], float], ...]

    def aligned(self) -> Aligned:
        """Return the pair as it was exported."""
        links = [Link(*link) for link in self.links]
        return Aligned(assemble(self.source, self.target, links, self.signature, steps=()), self.levels, self.origin)


def pairs_as_exported(path: str | os.PathLike[str]) -> list[Aligned]:
    """Return the pairs of a workbook as they were before any correction; caller: `table_texts`.

    Raises:
        InputError: The file cannot be read, or does not hold them.
    """
    found = exported_pairs(read_table(path), os.fspath(path))
    if not found:
        raise FormatError(f"{path}: does not hold the texts as they were exported; give another file")
    return list(found.values())


def exported_pairs(table: RawTable, name: str) -> dict[int, Aligned]:
    """Return the pairs of the hidden sheet by their numbers; none if there is no such sheet.

    Raises:
        FormatError: Somebody changed the sheet.
    """
    try:
        return {number: converted(data, _Data).aligned() for number, data in (table.data or {}).items()}
    except (InputError, IndexError) as error:  # an index: of a link to a sentence that is not there
        raise FormatError(f"{name}: its hidden sheet was changed ({error}); export again") from None
