"""Tables in other encodings than UTF-8.

A table is cut at bytes that are line ends, delimiters and quotes. In most encodings these bytes never mean anything
else, and the pieces are decoded by themselves. A table in another encoding, such as UTF-16 or Shift JIS, is first
rewritten as UTF-8 (see `table_staging`). Bytes that cannot be decoded become a byte that UTF-8 never has, so that only
their row is rejected.

Callers: `table`, `table_file`, `table_rows`.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice

from vicinal.errors import InputError
from vicinal.text_encoding import is_utf8, likely_encoding

_ASCII = bytes(range(128))
_SIGNS = b'\t\n\r ",;|\\{}[]'  # what tables and JSON are cut at
_LINES = 100  # that are looked at, of those that are not UTF-8
_FAULT = "vicinal-fault"
_MARKS = {
    "utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
    "utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),
}


def _mark(error: UnicodeError) -> tuple[str, int]:
    """Replace what cannot be decoded by a character that is encoded as the byte 0xff."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "\udcff", error.end


codecs.register_error(_FAULT, _mark)


def encoding_of(head: bytes, encoding: str | None) -> str | None:
    """Return the encoding of a table of which `head` is the start; None for UTF-8.

    A table that is UTF-8 is read as such, whatever encoding the user named: of several files, often only some are in
    another one.
    """
    if encoding is None or codecs.lookup(encoding).name in ("utf-8", "utf-8-sig"):
        return None
    whole_lines = head[: head.rfind(b"\n") + 1] or head
    return None if is_utf8(whole_lines, encoding) else encoding


@cache
def is_cut_in_bytes(encoding: str) -> bool:
    """Tell whether the signs at which tables are cut are the same bytes as in ASCII, and nothing else."""
    if codecs.lookup(encoding).name.startswith("iso2022") or _ASCII.decode(encoding, "replace") != _ASCII.decode():
        return False  # ISO 2022 writes other characters with bytes of ASCII
    pairs = (bytes((first, sign)) for first in range(128, 256) for sign in _SIGNS)
    return all(pair.decode(encoding, "replace")[-1:] == chr(pair[1]) for pair in pairs)


def in_utf8(data: bytes, encoding: str | None) -> bytes:
    """Return a piece of a table in UTF-8."""
    if encoding is None:
        return data
    return data.decode(encoding, _FAULT).encode("utf-8", "surrogateescape")


def rewritten(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Yield the chunks of a table in UTF-8, without a byte order mark."""
    decoder = codecs.getincrementaldecoder(encoding)(_FAULT)
    is_start = True
    for chunk in chunks:
        text = decoder.decode(chunk)
        if text:
            yield (text.removeprefix("\ufeff") if is_start else text).encode("utf-8", "surrogateescape")
            is_start = False
    yield decoder.decode(b"", True).encode("utf-8", "surrogateescape")


def rewritten_start(head: bytes, encoding: str, shown: str) -> bytes:
    """Return the start of a table in UTF-8.

    Raises:
        InputError: It is not in UTF-16 or UTF-32, as was said; `shown` is the name of the file in the message.
    """
    name = codecs.lookup(encoding).name
    reason = ""
    if not head.startswith(_MARKS.get(name, b"")):
        reason = ": it has no byte order mark"
    else:
        text = b"".join(rewritten([head], encoding))
        # A table has such signs in its first line; text that is read in a wrong way has none.
        if not name.startswith(("utf-16", "utf-32")) or any(sign in text for sign in _SIGNS):
            return text
    likely = likely_encoding(head)
    hint = f"it seems to be {likely}: give --encoding {likely}" if likely else "give another --encoding"
    raise InputError(f"{shown}: is not {encoding}{reason}; {hint}, or save it as UTF-8")


def likely_in(head: bytes) -> str | None:
    """Return the encoding that the lines of the start of a table seem to be in that are not UTF-8; None if all are."""
    try:
        head.decode()
    except UnicodeDecodeError:
        bad = (line for line in head.split(b"\n")[:-1] or [head] if not _is_utf8(line))
        return likely_encoding(b"\n".join(islice(bad, _LINES)))
    return None


def has_utf8_lines(head: bytes, encoding: str) -> bool:
    """Tell whether lines of a table in an encoding of one byte a character are UTF-8, with letters beyond ASCII."""
    if len(bytes(range(160, 256)).decode(encoding, "replace")) != 96:
        return False  # two bytes of another encoding may be a letter in UTF-8 by chance
    return any(not line.isascii() and _is_utf8(line) for line in head.split(b"\n")[:-1])


def advice(data: bytes, encoding: str | None, likely: str | None) -> str:
    """Return why a row is not in an encoding, and what to do.

    Args:
        data: The row.
        encoding: The encoding; None for UTF-8.
        likely: The encoding that the table seems to be in, from `likely_in`.
    """
    if encoding is not None:
        return f"is not {encoding}; give another --encoding, or save the table as UTF-8"
    try:
        data.decode()
        reason = ""
    except UnicodeDecodeError as error:
        reason = f": {error.reason} 0x{data[error.start]:02x}"
    if likely is None:
        return f"is not UTF-8{reason}; save the table as UTF-8, or name its encoding with --encoding"
    return f"is not UTF-8{reason}; it seems to be {likely}: give --encoding {likely}, or save the table as UTF-8"


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True
