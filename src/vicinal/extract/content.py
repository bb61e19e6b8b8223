"""Data of a file to its content: plain text, or the blocks of a document with markup.

What a file is, its data tell; the suffix of its name decides only where data cannot (Markdown).

Callers: `Document.from_file`, the readers of corpora, the app. To add a kind of file, write a module with a function
`blocks(data, name, encoding)`, add it to KINDS, and how it is recognised to `kind_of`.
"""

from __future__ import annotations

import codecs
import os
import re
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import IO

from vicinal.errors import InputError
from vicinal.extract.block import Block
from vicinal.files import decode, read_bytes
from vicinal.lazy_pattern import pattern

Content = str | tuple[Block, ...]

# Each function takes the data, the name for errors, and the encoding that the user named, if any.
KINDS = {
    "docx": "vicinal.extract.word:blocks",
    "epub": "vicinal.extract.ebook:blocks",
    "html": "vicinal.extract.html_page:blocks",
    "markdown": "vicinal.extract.markdown:blocks",
    "odt": "vicinal.extract.open_document:blocks",
    "pdf": "vicinal.extract.pdf:blocks",
    "rtf": "vicinal.extract.rich_text:blocks",
}
# Of documents in a folder; names of plain text are up to their owner. Old Word files are found, and then refused.
SUFFIXES = (".doc", ".docx", ".epub", ".htm", ".html", ".markdown", ".md", ".odt", ".pdf", ".rtf", ".txt", ".xhtml")
MOST_BYTES = 300_000_000  # of a document; each kind has its own limits besides
MOST_TEXT = 2_000_000_000  # bytes of plain text
_ZIP = b"PK\x03\x04"
# At the very beginning, or, after junk, where a line or binary data before it end; prose may mention it anywhere else.
_PDF = pattern(rb"\A[^A-Za-z]{0,64}%PDF-|[\x00-\x1f]%PDF-[0-9]")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# How HTML is recognised, whatever the suffix; only the beginning is looked at.
_LOOKED_AT = 65_536  # bytes
_PIECE = 1_000_000  # bytes that are read at a time
_BEFORE_TAG = pattern(rb"\s+|<\?xml[^>]*>|<!--")
_PAGE_TAG = pattern(rb"<(?:!doctype\s+html|html|head|body)\b", re.I)
_XML = pattern(rb"(?:\xef\xbb\xbf)?<\?xml\s[^<>]*>\s*<")
_BLOCK_TAG = pattern(
    rb"</?(p|h[1-6]|div|ul|ol|li|table|tr|td|section|article|main|header|blockquote|dl)\b[^<>]*>", re.I
)
_LINE_END = pattern(rb"[ \t]*(?:[\r\n<]|\Z)")


def content_at(path: str | os.PathLike[str], encoding: str | None = None) -> Content:
    """Return the content of a file, as `content_of` does; a document that is too large is not even loaded.

    Raises:
        InputError: The file cannot be read.
    """
    name = os.fspath(path)
    return content_of(read_bytes(path, partial(read_document, name=name, encoding=encoding)), name, encoding)


def read_document(file: IO[bytes], name: str, encoding: str | None = None) -> bytes:
    """Return all bytes of an open file; raise InputError if it is too large, or begins with binary data."""
    pieces = [file.read(_LOOKED_AT)]
    is_text = not pieces[0].startswith(_ZIP) and kind_of(pieces[0], name, encoding) == "text"
    pieces.append(file.read(1))
    if is_text and encoding is None and b"\0" in pieces[0] and pieces[1]:
        content_of(pieces[0], name, kind="text")  # says what it is: it need not be loaded for that
    most = MOST_TEXT if is_text else MOST_BYTES
    left = most - sum(map(len, pieces))
    while left >= 0 and (piece := file.read(_PIECE)):
        pieces.append(piece)
        left -= len(piece)
    if left < 0:
        raise InputError(
            f"{name}: has more than {most // 10**6:,} MB; split it{'' if is_text else ', or remove its pictures'}"
        )
    return b"".join(pieces)


def content_of(data: bytes, name: str, encoding: str | None = None, kind: str | None = None) -> Content:
    """Return the content of a file: its text if it is plain text, else its blocks.

    Args:
        data: All bytes of the file.
        name: The name of the file, for errors and for its suffix.
        encoding: The encoding of text; None for UTF-8.
        kind: What `kind_of` returned for it; None to ask it here.

    Raises:
        InputError: The file cannot be read: damaged, encrypted, too large, without text, of a kind that is not read,
            or the library for it is not installed. The message is one line that begins with the name.
    """
    kind = kind or kind_of(data, name, encoding)
    if kind == "text":
        read = ", ".join(suffix for suffix in SUFFIXES if suffix != ".doc")
        return decode(data, name, encoding, instead=f"files that are read: {read}")
    module, _, attribute = KINDS[kind].partition(":")
    found: list[Block] = getattr(import_module(module), attribute)(data, name, encoding)
    if not found:
        raise InputError(f"{name}: has no text")
    return tuple(found)


def kind_of(data: bytes, name: str, encoding: str | None = None) -> str:
    """Return the kind of a file, a key of KINDS, or "text".

    Args:
        data: The bytes of the file; unless it is a zip archive, its beginning is enough.
        name: The name of the file, for errors and for its suffix.
        encoding: The encoding that the user named; None for UTF-8, or UTF-16 with a byte order mark.

    Raises:
        InputError: It is of a kind that is known and not read, such as an old Word file.
    """
    if data.startswith(_ZIP):
        return _kind_of_archive(data, name)
    if _PDF.search(data, 0, 1024):
        return "pdf"
    if data.startswith(b"{\\rtf"):
        return "rtf"
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise InputError(f"{name}: is an old Word file (.doc) or an encrypted one; save it as .docx without a password")
    suffix = name.lower().rpartition(".")[2]
    head = _head(data, encoding)
    if suffix in ("htm", "html", "xhtml") or _is_page(head):
        return "html"
    if _XML.match(data[:_LOOKED_AT]):
        raise InputError(f"{name}: is XML; of such files web pages (.xhtml) are read; extract its text first")
    if suffix in ("md", "markdown"):
        return "markdown"
    return "html" if _is_fragment(head) else "text"


def _head(data: bytes, encoding: str | None) -> bytes:
    """Return the beginning of a text as UTF-8 without a byte order mark, as far as it can be decoded."""
    head = data[:_LOOKED_AT]
    if encoding is None and head.startswith(_UTF_16):
        encoding = "utf-16"
    if encoding is not None:
        with suppress(LookupError, UnicodeError):  # what is wrong with it, `decode` says
            head = head.decode(encoding, "ignore").encode("utf-8", "ignore")
    return head.removeprefix(codecs.BOM_UTF8)


def _is_page(head: bytes) -> bool:
    """Tell whether a file begins like a web page, after white space and comments."""
    position = 0
    while before := _BEFORE_TAG.match(head, position):
        position = before.end()
        if before[0] == b"<!--":
            position = head.find(b"-->", position) + 3
            if position < 3:
                return False
    return bool(_PAGE_TAG.match(head, position))


def _is_fragment(head: bytes) -> bool:
    """Tell whether a file is a piece of a web page: `<p>One</p><p>Two</p>`.

    Either it begins with a tag of a block whose end also ends a line or stands before the next tag, or at least half of
    its lines begin with such a tag. Prose that speaks of tags does neither.
    """
    head = head.strip()
    if b"<" not in head:
        return False
    first = _BLOCK_TAG.match(head)
    if first:
        end = head.lower().find(b"</" + first[1].lower() + b">")
        if end >= 0 and _LINE_END.match(head, head.index(b">", end) + 1):
            return True
    lines = [line for line in map(bytes.strip, head.splitlines()) if line]
    tagged = sum(1 for line in lines if _BLOCK_TAG.match(line))
    return tagged >= 2 and 2 * tagged >= len(lines)


def _kind_of_archive(data: bytes, name: str) -> str:
    from vicinal.extract.archive import Archive

    archive = Archive(data, name)
    if any(member.startswith("word/document") for member in archive.names()):  # some programs number their parts
        return "docx"
    mimetype = archive.read("mimetype").strip() if "mimetype" in archive else b""
    if mimetype == b"application/epub+zip" or "META-INF/container.xml" in archive:
        return "epub"
    if mimetype.startswith(b"application/vnd.oasis.opendocument.text"):
        return "odt"
    raise InputError(f"{name}: is a zip archive, not a text; of such files .docx, .odt and .epub are read")
