"""Zip archives of documents (.docx, .odt, .epub), read within limits.

A small archive can hold a huge file. The size that an archive states may be a lie, so what is unpacked is counted.
"""

from __future__ import annotations

import io
import zipfile
import zlib

from vicinal.errors import InputError

MOST_UNPACKED = 200_000_000  # bytes of one archive that are read, all members together
MOST_MEMBERS = 20_000
_ENCRYPTED = 0x1  # bit of a member's flags
# All that documents use. Python knows more, and some of them take as much memory as a file asks for.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


class Archive:
    """A zip archive in memory.

    Raises:
        InputError: The archive is damaged, has too many members, or is no zip archive. All errors begin with the name.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        self._left = MOST_UNPACKED
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            members = self._zip.infolist()
        except _DAMAGED:
            raise InputError(f"{name}: is damaged or incomplete: the zip archive cannot be opened") from None
        if len(members) > MOST_MEMBERS:
            raise InputError(f"{name}: has {len(members):,} parts; at most {MOST_MEMBERS:,} are read")
        self._members = {member.filename: member for member in members}

    def __contains__(self, member: str) -> bool:
        return member in self._members

    def names(self) -> list[str]:
        """Return the names of all members, in the order of the archive."""
        return list(self._members)

    def read(self, member: str) -> bytes:
        """Return a member's content.

        Raises:
            InputError: It is missing, damaged, encrypted or compressed in an unusual way, or too much was unpacked.
        """
        info = self._members.get(member)
        if info is None:
            raise InputError(f"{self._name}: is damaged or incomplete: {member} is missing")
        if info.flag_bits & _ENCRYPTED:
            raise InputError(f"{self._name}: is encrypted; remove the password and save it again")
        if info.compress_type not in _METHODS:
            raise InputError(f"{self._name}: is compressed in a way that no such file is; save it again")
        try:
            with self._zip.open(info) as file:
                data = file.read(self._left + 1)
        except _DAMAGED:
            raise InputError(f"{self._name}: is damaged or incomplete: {member} cannot be read") from None
        if len(data) > self._left:
            raise InputError(f"{self._name}: unpacks to more than {MOST_UNPACKED // 10**6} MB; split it")
        self._left -= len(data)
        return data
