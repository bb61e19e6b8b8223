"""The texts of a corrected table that does not hold them, from another file; caller: `vicinal import --texts`."""

from __future__ import annotations

import os
from pathlib import Path

from vicinal.alignment import Aligned, Link, assemble
from vicinal.formats import load
from vicinal.formats.exported_pairs import pairs_as_exported
from vicinal.gold import Gold, read_gold


def texts_at(path: str | os.PathLike[str]) -> list[Aligned]:
    """Return the pairs of an alignment (`.json`, `.xml`), a workbook that was exported (`.xlsx`), or a gold file.

    Raises:
        InputError: The file cannot be read, or is none of these.
    """
    suffix = Path(path).suffix.lower()
    if suffix in (".json", ".xml"):
        return [Aligned(load(path))]
    if suffix == ".xlsx":
        return pairs_as_exported(path)
    return list(map(_of_gold, read_gold(path)))


def _of_gold(gold: Gold) -> Aligned:
    links = [Link(*link, 1.0) for link in sorted(gold.links)]
    return Aligned(assemble(gold.source, gold.target, links, "gold", steps=()))
