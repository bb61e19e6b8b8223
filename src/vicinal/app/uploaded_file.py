"""A file that someone sends: its text as it is read, for the form of the app. Nothing of it is stored.

The name comes from outside. It is used for the suffix and in messages, never as a path.
"""

from __future__ import annotations

import codecs
import re
from contextlib import suppress

from vicinal.app.answer_types import FileAnswer
from vicinal.app.live_alignment import TooLargeError
from vicinal.errors import InputError
from vicinal.extract.block import as_text
from vicinal.extract.content import content_of, kind_of
from vicinal.text_encoding import likely_encoding
from vicinal.view.printable import printable

_LONGEST_NAME = 80  # characters of a name in messages
_LONGEST_SUFFIX = 10
_PLAIN = ("text", "markdown")  # kinds of files that do not tell their encoding
_USUAL = "windows-1252"
# Encodings of plain text that can be asked for: the usual ones. Codecs of other kinds may be slow, or be no encodings.
ENCODINGS = (
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-32",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "iso-8859-1",
    "iso-8859-2",
    "iso-8859-5",
    "iso-8859-7",
    "iso-8859-9",
    "iso-8859-13",
    "iso-8859-15",
    "koi8-r",
    "koi8-u",
    "mac-roman",
    "cp437",
    "cp850",
    "cp852",
    "cp866",
    "cp874",
    "shift_jis",
    "cp932",
    "euc-jp",
    "gb18030",
    "big5",
    "euc-kr",
)


class EncodingError(InputError):
    """A text is not in the encoding that it was read in; `encoding` is one to try, of ENCODINGS."""

    def __init__(self, message: str, encoding: str) -> None:
        super().__init__(message)
        self.encoding = encoding


def read_uploaded(data: bytes, name: str, encoding: str | None, most: int) -> FileAnswer:
    """Return the text of a file.

    Args:
        data: The bytes of the file.
        name: The name that the sender gives it.
        encoding: The encoding of a text file, one of ENCODINGS; None for UTF-8.
        most: The longest text that is returned, in bytes.

    Raises:
        EncodingError: A text file is in another encoding.
        InputError: The file cannot be read, or has no text.
        TooLargeError: Its text is too long.
    """
    if encoding is not None and offered_encoding(encoding) is None:
        raise InputError(f"encoding: {encoding!r:.40} is not offered; give one of: {', '.join(ENCODINGS)}")
    name = shown_name(name)
    kind = kind_of(data, name, encoding)
    try:
        content = content_of(data, name, encoding, kind)
    except InputError:
        if kind in _PLAIN:
            _check_encoding(data, name, encoding)
        raise
    text = content if isinstance(content, str) else as_text(content)
    if not text.strip():
        raise InputError(f"{name}: is empty; give a text with at least one sentence")
    size = len(text.encode("utf-8", "replace"))
    if size > most:
        raise TooLargeError(
            f"{name}: has {size / 1e6:.1f} MB of text; the app takes at most {most / 1e6:.1f} MB, "
            "use 'vicinal align' for long texts"
        )
    if isinstance(content, str):
        return FileAnswer(kind, text, sum(1 for line in text.splitlines() if line.strip()), None)
    return FileAnswer(kind, text, len(content), sum(block.heading for block in content))


def shown_name(name: str) -> str:
    """Return the name of a file for messages: without folders, printable, not long, with its suffix.

    >>> shown_name("../../etc/report.docx")
    'report.docx'
    """
    name = printable(re.split(r"[/\\]", name)[-1]).strip()
    if len(name) > _LONGEST_NAME:
        suffix = name[-_LONGEST_SUFFIX:]
        name = f"{name[: _LONGEST_NAME - len(suffix) - 1]}…{suffix}"
    return name or "the file"


def _check_encoding(data: bytes, name: str, encoding: str | None) -> None:
    """Raise EncodingError if a text that cannot be read may be readable in another encoding."""
    with suppress(UnicodeError):
        if "\0" not in data.decode(encoding or "utf-8"):
            return  # the encoding is right, and something else is wrong
    if encoding is not None:
        raise EncodingError(f"{name}: is not {encoding}; choose another encoding", encoding)
    likely = offered_encoding(likely_encoding(data))
    if likely is not None:
        raise EncodingError(f"{name}: is not UTF-8, it seems to be {likely}; read it so, or save it as UTF-8", likely)
    if b"\0" not in data:
        raise EncodingError(f"{name}: is not UTF-8; choose its encoding, or save it as UTF-8", _USUAL)


def offered_encoding(name: str | None) -> str | None:
    """Return the name under which an encoding is offered; None if it is not, or there is none.

    >>> offered_encoding("CP1252"), offered_encoding("rot13")
    ('windows-1252', None)
    """
    try:
        known = codecs.lookup(name or "").name
    except (LookupError, ValueError):  # ValueError: a NUL character
        return None
    return next((offered for offered in ENCODINGS if codecs.lookup(offered).name == known), None)
