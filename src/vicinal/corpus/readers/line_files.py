"""Text files that are read line by line: their names, encoding and lines, without a whole file in memory.

A line ends at a line feed, and nowhere else: a carriage return, a form feed or U+2028 within a line is white space. The
bytes of a line feed are looked up in the encoding, so that UTF-16 is cut as well as UTF-8. Blank lines at the end of a
file are no lines.

Callers: `document_lines` and `line_signs`.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

from vicinal.corpus.folders import Folder
from vicinal.corpus.local_folder import File
from vicinal.corpus.readers.decompression import decompressed
from vicinal.corpus.readers.given_file import data_in, located
from vicinal.corpus.readers.suffixes import COMPRESSION_SUFFIXES
from vicinal.errors import InputError
from vicinal.files import decode
from vicinal.text_encoding import is_utf8

_HEAD = 1 << 16  # bytes that tell the encoding
_SAMPLE = 1 << 20  # bytes in which a sample of lines is looked for
_MOST_NUL = 0.01  # of the head; text in UTF-8 has none, but one line may be damaged
_BLANK = b" \t\r\n\0"
_BREAKS = re.compile("[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")  # what else ends a line for Python
_OTHER_KINDS = {
    b"\x1f\x8b": "gzip data; rename it to end in .gz",
    b"BZh": "bzip2 data; rename it to end in .bz2",
    b"\xfd7zXZ\0": "xz data; rename it to end in .xz",
    b"PK\3\4": "a zip archive or an Office file; save it as plain text",
    b"%PDF-": "a PDF file; save it as plain text",
    b"{\\rtf": "an RTF file; save it as plain text",
    b"\xd0\xcf\x11\xe0": "an old Office file; save it as plain text",
}


class Span(NamedTuple):
    """A line: its first byte, the byte after its end, and whether nothing but white space is in it."""

    start: int
    end: int
    is_blank: bool


class LineFile(NamedTuple):
    """A text file, plain or compressed.

    Attributes:
        path: The file to read.
        shown: Its name in errors: the path as it was given.
    """

    path: str
    shown: str

    @property
    def compression(self) -> str:
        """How it is compressed, one of COMPRESSION_SUFFIXES, or ""."""
        return next((suffix for suffix in COMPRESSION_SUFFIXES if self.path.lower().endswith(suffix)), "")

    def found(self) -> tuple[Folder, File]:
        """Return its folder, and its name, size and date there; follows links, since the user named the file.

        Raises:
            InputError: It does not exist, or is not a regular file.
        """
        return located(self, "a text file")

    def codec(self, encoding: str | None) -> str:
        """Return the codec that reads the lines of the file.

        Args:
            encoding: The encoding that the user named; None for UTF-8. A file that is UTF-8 is read as such: of two
                versions, often only one is in another encoding.

        Raises:
            InputError: The file is no plain text, or in UTF-16 and no encoding was named.
        """
        with closing(self._chunks()) as chunks:
            head = next(chunks, b"")[:_HEAD]
        for beginning, what in _OTHER_KINDS.items():
            if head.startswith(beginning):
                raise InputError(f"{self.shown}: is {what}")
        name = codecs.lookup(encoding or "utf-8").name
        if encoding is None:
            if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or head.count(0) > _MOST_NUL * len(head):
                decode(head, self.shown)  # says what it is
        elif is_utf8(head[: head.rfind(b"\n") + 1] or head, name):
            return "utf-8"
        if name in ("utf-16", "utf-32"):
            big = codecs.BOM_UTF16_BE if name == "utf-16" else codecs.BOM_UTF32_BE
            return f"{name}-be" if head.startswith(big) else f"{name}-le"
        return "utf-8" if name == "utf-8-sig" else name

    def spans(self, codec: str) -> Iterator[Span]:
        """Yield the lines of the file; raise InputError if it cannot be read."""
        with closing(self._chunks()) as chunks:
            yield from spans_in(chunks, codec)

    def count(self, codec: str) -> int:
        """Return the number of lines, without blank ones at the end."""
        return max((number for number, span in enumerate(self.spans(codec), 1) if not span.is_blank), default=0)

    def sample(self, codec: str, most: int) -> list[str]:
        """Return the first lines with text, at most so many, from the beginning of the file."""
        head = b""
        with closing(self._chunks()) as chunks:
            while len(head) < _SAMPLE and (chunk := next(chunks, b"")):
                head += chunk
        found = [head[span.start : span.end].decode(codec, "replace") for span in spans_in([head], codec)]
        # The last one may be cut off.
        return [line for line in (found[:-1] or found) if not line.isspace()][:most]

    def data(self, start: int, end: int) -> bytes:
        """Return the bytes of a range of a file that is not compressed.

        Raises:
            InputError: The file can no longer be read, or has become shorter.
        """
        return data_in(self, self.found(), start, end)

    def _chunks(self) -> Generator[bytes, None, None]:
        folder, known = self.found()
        with folder.open(known.name) as file:
            yield from decompressed(file, self.compression, self.shown)


def spans_in(chunks: Iterable[bytes], codec: str) -> Iterator[Span]:
    """Yield the lines of data that come in chunks; the last one needs no line end."""
    newline = "\n".encode(codec)
    width = len(newline)
    begin = base = 0
    is_blank = True
    for chunk in _whole(chunks, width):
        at = 0
        while (end := _find(chunk, newline, at) + width) >= width:
            is_blank = is_blank and not chunk[at:end].strip(_BLANK)
            yield Span(begin, base + end, is_blank)
            begin, at, is_blank = base + end, end, True
        is_blank = is_blank and not chunk[at:].strip(_BLANK)
        base += len(chunk)
    if base > begin:
        yield Span(begin, base, is_blank)


def text_of(line: bytes, codec: str, encoding: str | None) -> str:
    """Return the text of a line, without what ends lines elsewhere.

    Args:
        line: The bytes of the line.
        codec: That of its file.
        encoding: The encoding that the user named; None for UTF-8.

    Raises:
        InputError: The line is not text in that encoding.
    """
    try:
        if len("\n".encode(codec)) > 1:
            text = line.decode(codec)
            if "\0" in text:
                raise InputError("contains NUL characters, so it is not text; correct the line")
        else:
            text = decode(line, "the line", None if codec == "utf-8" else encoding, instead="correct the line")
    except UnicodeDecodeError as error:
        raise InputError(f"is not {encoding}: byte 0x{line[error.start]:02x}; correct the line") from None
    except InputError as error:
        raise InputError(str(error).removeprefix("the line: ").replace(", line 1;", " of the line;")) from None
    return _BREAKS.sub(" ", text.replace("\ufeff", "")).strip()


def _whole(chunks: Iterable[bytes], width: int) -> Iterator[bytes]:
    """Yield chunks again, cut between characters of some bytes."""
    rest = b""
    for chunk in chunks:
        data = rest + chunk if rest else chunk
        cut = len(data) - len(data) % width
        rest = data[cut:]
        yield data[:cut] if rest else data
    if rest:
        yield rest


def _find(data: bytes, newline: bytes, start: int) -> int:
    """Return where the next line end begins, or -1; it does not begin within a character."""
    found = data.find(newline, start)
    while found > 0 and found % len(newline):
        found = data.find(newline, found + 1)
    return found
