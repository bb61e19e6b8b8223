"""The parts of zip archives that are written; callers: `workbook`, `word_table`, and `app.download`."""

from __future__ import annotations

import zipfile

_EARLIEST = (1980, 1, 1, 0, 0, 0)  # the earliest date in a zip archive


def part_named(name: str) -> zipfile.ZipInfo:
    """Return the entry of a part: without the time, so that the same input gives the same bytes."""
    info = zipfile.ZipInfo(name, _EARLIEST)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info
