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
# Each entry of the directory begins so. They are counted before the archive is opened, which takes time and memory for
# each; the count that an archive states may be a lie.
_ENTRY = b"PK\x01\x02"
_ENCRYPTED = 0x1  # bit of a member's flags
# All that documents use. Python knows more, and some of them take as much memory as a file asks for.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LONGEST_SHOWN = 100  # characters of a name
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


def shown(member: str) -> str:
    r"""Return the name of a member for messages: on one line, and not long. Files can name members as they like.

    >>> shown("text/one.xhtml"), shown("one\ntwo")
    ('text/one.xhtml', "'one\\ntwo'")
    """
    short = member if len(member) <= _LONGEST_SHOWN else f"{member[:_LONGEST_SHOWN]}…"
    return short if short and short.isprintable() else repr(short)


class Archive:
    """A zip archive in memory.

    Raises:
        InputError: The archive is damaged, has too many members, or is no zip archive. All errors begin with the name.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        self._left = MOST_UNPACKED
        if data.count(_ENTRY) > MOST_MEMBERS:
            raise InputError(f"{name}: has more than {MOST_MEMBERS:,} parts, which is too many to read")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGED:
            raise InputError(f"{name}: is damaged or incomplete: the zip archive cannot be opened") from None
        self._members = {member.filename: member for member in self._zip.infolist()}

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
            raise InputError(f"{self._name}: is damaged or incomplete: {shown(member)} is missing")
        if info.flag_bits & _ENCRYPTED:
            raise InputError(f"{self._name}: is encrypted; remove the password and save it again")
        if info.compress_type not in _METHODS:
            raise InputError(f"{self._name}: is compressed in a way that no such file is; save it again")
        try:
            with self._zip.open(info) as file:
                data = file.read(self._left + 1)
        except _DAMAGED:
            raise InputError(f"{self._name}: is damaged or incomplete: {shown(member)} cannot be read") from None
        if len(data) > self._left:
            raise InputError(f"{self._name}: unpacks to more than {MOST_UNPACKED // 10**6} MB; split it")
        self._left -= len(data)
        return data
