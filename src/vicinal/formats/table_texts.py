"""The texts of a corrected table that does not hold them, from another file; caller: `vicinal import --texts`."""

from __future__ import annotations

import os
from pathlib import Path

from vicinal.alignment import Aligned
from vicinal.formats import load
from vicinal.formats.exported_pairs import pairs_as_exported
from vicinal.formats.gold_alignment import alignment_of
from vicinal.gold import read_gold_lines


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
    return [Aligned(alignment_of(gold)) for gold in read_gold_lines(path)]
