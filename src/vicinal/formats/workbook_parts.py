"""The parts of a workbook that somebody gives, looked at before and beside openpyxl; caller: `table_input`.

openpyxl keeps the text of a cell and the cells of a row in memory, and does not tell merged cells when it reads row by
row. So parts are read here in pieces.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator

from vicinal.errors import InputError

MOST_UNPACKED = 2_000_000_000  # bytes of a workbook
_LONGEST_RUN = 1_000_000  # bytes without a tag; a cell holds 32,767 characters
_PIECE = 1 << 20
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell ref="([A-Z]+([0-9]+):[A-Z]+[0-9]+)"')


def check_size(archive: zipfile.ZipFile, name: str) -> None:
    """Refuse what would take too much memory.

    Raises:
        InputError: The workbook is too large, or has a text that no cell can hold.
    """
    if sum(member.file_size for member in archive.infolist()) > MOST_UNPACKED:
        raise InputError(f"{name}: unpacks to more than {MOST_UNPACKED // 10**9} GB; export fewer pairs")
    for member in archive.namelist():
        run = 0
        for piece in _pieces(archive, member):
            first = piece.find(b"<")
            if run + (len(piece) if first < 0 else first) > _LONGEST_RUN:
                raise InputError(f"{name}: has a text that is too long for a cell; export the table again")
            run = run + len(piece) if first < 0 else len(piece) - piece.rfind(b"<")


def merged_cells(archive: zipfile.ZipFile, member: str) -> Iterator[tuple[str, int]]:
    """Yield the merged cells of a sheet, such as B2:B3, and the first row of each."""
    rest = b""
    for piece in _pieces(archive, member):
        whole, sign, rest = (rest + piece).rpartition(b"<")
        rest = sign + rest
        for area, row in _MERGED.findall(whole):
            yield area.decode(), int(row)


def _pieces(archive: zipfile.ZipFile, member: str) -> Iterator[bytes]:
    with archive.open(member) as part:
        while piece := part.read(_PIECE):
            yield piece
