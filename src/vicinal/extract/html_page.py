"""Web pages to the paragraphs that a reader sees.

lxml reads the page as a stream of events, so memory grows with its size only. For each end of an element the parser
looks through the open ones, so a page is not read further when too many are open: then time grows with its size only,
too. What counts as text, `visible_text` decides. Nothing is fetched and no script is run.
"""

from __future__ import annotations

import io
import re

from vicinal.errors import InputError
from vicinal.extract.block import Block
from vicinal.extract.libraries import library
from vicinal.extract.visible_text import VisibleText
from vicinal.files import decode

MOST_BYTES = 50_000_000
_DEEPEST = 300  # open elements that any page may have
_MOST_WORK = 500_000_000  # open elements times ends of elements: a few seconds at worst
_HEAD = 4096  # bytes in which a page declares its encoding; the standard says 1024
_DECLARED = re.compile(
    rb"""<(?:\?xml|meta)\s[^>]{0,500}?(?:charset|encoding)\s{0,9}=\s{0,9}["']?\s{0,9}([\w:.-]{1,40})""", re.I
)
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
# Browsers read the labels on the left as the encodings on the right, which hold more characters.
_READ_AS = {
    "ascii": "windows-1252",
    "euc-kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso-8859-1": "windows-1252",
    "iso-8859-9": "windows-1254",
    "iso8859-1": "windows-1252",
    "latin1": "windows-1252",
    "macintosh": "mac-roman",
    "shift_jis": "cp932",
    "tis-620": "cp874",
    "us-ascii": "windows-1252",
    "x-sjis": "cp932",
}
# Of Python's many encodings, those that pages are written in.
_KNOWN = re.compile(
    r"utf-?8|windows-(?:125\d|874)|cp(?:125\d|932|949|874)|iso-?8859-\d{1,2}|koi8-[ru]|gb18030|big5(?:-hkscs)?|euc-jp"
    r"|iso-2022-jp|mac-roman"
)


def blocks(data: bytes, name: str, encoding: str | None) -> list[Block]:
    """Return what a reader sees of a web page; `content.content_of` calls this.

    Args:
        data: All bytes of the page.
        name: The name of the file, for errors.
        encoding: The encoding that the user named; None for the one that the page declares.

    Raises:
        InputError: The page is too large, is not in the encoding that it declares, or lxml is missing.
    """
    return visible(text_of(data, name, encoding), name)


def visible(text: str, name: str, *, page: bool = True) -> list[Block]:
    """Return what a reader sees of markup; `ebook` calls this for each chapter, with `page` false."""
    etree = library("lxml.etree", "lxml", ".html", name)
    target = VisibleText(page=page)
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, target=target)
    source = _Source(text, target)
    damaged = False
    try:
        etree.parse(source, parser)
    except etree.LxmlError:
        damaged = True
    if source.too_deep:
        raise InputError(f"{name}: is not read: more than {source.deepest:,} elements are nested in each other")
    if damaged:
        raise InputError(f"{name}: is damaged: its markup cannot be read")
    return [] if not page and target.is_contents() else target.blocks()


class _Source:
    """The source of a page, piece by piece as the parser asks for it, up to where too many elements are open."""

    def __init__(self, text: str, target: VisibleText) -> None:
        self._file = io.BytesIO(text.encode("utf-8", "replace"))
        self._target = target
        looks = text.count("</") + text.lower().count("<body")  # how often the parser looks through the open elements
        self.deepest = max(_DEEPEST, _MOST_WORK // (looks + 1))
        self.too_deep = False

    def read(self, size: int) -> bytes:
        """Return the next bytes, or none to end the page here."""
        self.too_deep = self.too_deep or self._target.depth() > self.deepest
        return b"" if self.too_deep else self._file.read(size)


def text_of(data: bytes, name: str, encoding: str | None) -> str:
    """Return the source of a page, in the encoding that the user named or that the page declares, else UTF-8."""
    if len(data) > MOST_BYTES:
        raise InputError(
            f"{name}: is a web page of {len(data) // 10**6} MB; at most {MOST_BYTES // 10**6} MB are read; split it"
        )
    if encoding is not None:
        return decode(data, name, encoding)
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return _decoded(data, name, marked)
    found = _DECLARED.search(data[:_HEAD])
    declared = found[1].decode().lower() if found else "utf-8"
    declared = _READ_AS.get(declared, declared)
    if declared == "windows-1252" and not data.isascii():
        try:
            return data.decode("utf-8")  # saved anew as UTF-8, with the old declaration left in it
        except UnicodeDecodeError:
            pass
    if not _KNOWN.fullmatch(declared) or declared in ("utf-8", "utf8"):
        return decode(data, name)
    return _decoded(data, name, declared)


def _decoded(data: bytes, name: str, declared: str) -> str:
    try:
        return data.decode(declared)
    except (LookupError, UnicodeError):
        label = declared.removesuffix("-sig")
        raise InputError(
            f"{name}: says that its encoding is {label}, and is not; say which one it is with --encoding"
        ) from None
