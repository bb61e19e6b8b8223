"""OpenDocument texts (.odt): what a reader sees of content.xml.

The XML is read directly, with Python's own Expat. odfdo 3.27 was tried first, on the 2 files of tests/documents (38
paragraphs): no file is exact, 31 paragraphs are right, 19 wrong or too many, as it gives notes, comments, deleted text
and hidden text. Counted as in `word`, from all `text:p` and `text:h`. On 150,000 words, about 300 pages, it takes
0.30 s of CPU time, this module 0.16 s (best of 3).

Left out: tables of contents and indexes, footnotes, comments, page headers and footers (which stand in styles.xml),
hidden text, what tracked changes deleted.
"""

from __future__ import annotations

import re

from vicinal.errors import InputError
from vicinal.extract.archive import Archive
from vicinal.extract.block import Block
from vicinal.extract.looks import Look, with_headings
from vicinal.extract.paragraphs import Paragraphs
from vicinal.extract.styles import Style, Styles
from vicinal.extract.xml_walk import walk

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_PREFIXES = {
    f"{_OASIS}office:1.0": "office",
    f"{_OASIS}text:1.0": "text",
    f"{_OASIS}table:1.0": "table",
    f"{_OASIS}style:1.0": "style",
    f"{_OASIS}drawing:1.0": "draw",
    f"{_OASIS}svg-compatible:1.0": "svg",
    f"{_OASIS}xsl-fo-compatible:1.0": "fo",
    f"{_OASIS}manifest:1.0": "manifest",
}
_UNREAD = {
    # Tables of contents and other lists that programs make. A bibliography is text.
    *("text:table-of-content", "text:illustration-index", "text:table-index", "text:object-index", "text:user-index"),
    "text:alphabetical-index",
    # Deleted text, notes with their marks, comments, the small letters above Chinese and Japanese ones.
    *("text:tracked-changes", "text:note", "office:annotation", "text:ruby-text"),
    # Page numbers.
    *("text:page-number", "text:page-count", "text:page-continuation", "text:page-variable-get"),
    # A cell that belongs to a merged one; pictures and formulas, with their descriptions; forms and scripts.
    *("table:covered-table-cell", "draw:image", "draw:object", "draw:object-ole", "svg:title", "svg:desc"),
    *("office:forms", "text:script", "text:placeholder"),
}
_PARAGRAPHS = ("text:p", "text:h")
_APART = ("text:list", "table:table")  # what stands in these is no heading, however it looks
_POINTS = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)pt")
_BOLD = ("bold", "600", "700", "800", "900")
_DEFAULTS = "style:default-style"  # under which what all styles of paragraphs are based on is kept
# Frames and shapes: what stands between their parts is no text.
_SHAPES = "draw:"


def blocks(data: bytes, name: str, encoding: str | None) -> list[Block]:
    """Return the paragraphs of an OpenDocument text; `content_of` calls this. The file itself tells its encoding.

    Raises:
        InputError: The file is damaged, encrypted, or too large.
    """
    del encoding
    archive = Archive(data, name)
    if "META-INF/manifest.xml" in archive:
        manifest = _Manifest()
        walk(archive.read("META-INF/manifest.xml"), name, manifest, _PREFIXES)
        if manifest.encrypted:
            raise InputError(f"{name}: is encrypted; remove the password and save it again")
    styles = _StyleSheet()
    if "styles.xml" in archive:
        walk(archive.read("styles.xml"), name, styles, _PREFIXES)
    text = archive.read("content.xml")
    walk(text, name, styles, _PREFIXES)
    body = _Body(styles.found)
    walk(text, name, body, _PREFIXES)
    if not body.seen:
        raise InputError(f"{name}: is damaged or incomplete: content.xml has no text")
    return with_headings(body.paragraphs.blocks, body.paragraphs.looks)


class _Manifest:
    """Reads META-INF/manifest.xml: whether parts are encrypted."""

    def __init__(self) -> None:
        self.encrypted = False

    def start(self, tag: str, attributes: dict[str, str]) -> bool:
        del attributes
        self.encrypted = self.encrypted or tag == "manifest:encryption-data"
        return True

    def end(self, tag: str) -> None:
        pass

    def text(self, text: str) -> None:
        pass


class _StyleSheet:
    """Reads the styles of styles.xml and of content.xml."""

    def __init__(self) -> None:
        self.found = Styles()
        self.found[_DEFAULTS] = Style(size=12.0)
        self._now = Style()

    def start(self, tag: str, attributes: dict[str, str]) -> bool:
        if tag == "style:style":
            level = attributes.get("style:default-outline-level", "")
            self._now = self.found[attributes.get("style:name", "")] = Style(
                name=attributes.get("style:display-name") or attributes.get("style:name", "").replace("_20_", " "),
                base=attributes.get("style:parent-style-name", ""),
                level=int(level) - 1 if level.isascii() and level.isdigit() and len(level) < 3 else None,
            )
        elif tag == "style:default-style" and attributes.get("style:family") == "paragraph":
            self._now = self.found[_DEFAULTS]
        elif tag == "style:text-properties":
            if "text:display" in attributes:
                self._now.hides = attributes["text:display"] == "none"
            if "fo:font-weight" in attributes:
                self._now.bold = attributes["fo:font-weight"] in _BOLD
            if size := _POINTS.fullmatch(attributes.get("fo:font-size", "")):
                self._now.size = float(size[1])
        return tag not in ("office:body", "office:master-styles")

    def end(self, tag: str) -> None:
        if tag in ("style:style", "style:default-style"):
            self._now = Style()

    def text(self, text: str) -> None:
        pass


class _Body:
    """Reads the text of content.xml.

    Attributes:
        paragraphs: The paragraphs.
        seen: Whether there is a text.
    """

    def __init__(self, styles: Styles) -> None:
        self.paragraphs = Paragraphs()
        self.seen = False
        self._styles = styles
        self._open: list[tuple[bool, bool]] = []  # of each open paragraph, whether it is a heading, and wanted
        self._looks: list[Look] = []  # of each open paragraph
        self._used: list[str] = []  # the styles of open paragraphs, and of what is marked in them
        self._apart = 0  # open lists and tables
        self._shapes = [0]  # open shapes and their parts, of the body and of each open paragraph

    def start(self, tag: str, attributes: dict[str, str]) -> bool:
        if tag in _UNREAD:
            return False
        style = attributes.get("text:style-name", "")
        if tag in _PARAGRAPHS:
            self.paragraphs.begin()
            heading = tag == "text:h" or self._styles.is_heading(style)
            self._open.append((heading, not self._styles.hides(style) and not self._styles.is_contents(style)))
            self._shapes.append(0)
            self._looks.append(Look(free=not self._apart and len(self._open) == 1))
            self._used.append(style)
        elif tag in ("text:s", "text:tab"):
            self.paragraphs.write(" ")
        elif tag == "text:line-break":
            self.paragraphs.write("\n")
        elif tag == "text:span":
            if self._styles.hides(style):
                return False
            self._used.append(style)
        elif tag in _APART:
            self._apart += 1
        elif tag in ("text:section", "text:hidden-text"):
            return attributes.get("text:display") != "none" and attributes.get("text:is-hidden") != "true"
        elif tag == "text:hidden-paragraph" and attributes.get("text:is-hidden") == "true" and self._open:
            self._open[-1] = (False, False)
        elif tag == "office:text":
            self.seen = True
        elif tag.startswith(_SHAPES):
            self._shapes[-1] += 1
        return True

    def end(self, tag: str) -> None:
        if tag in _PARAGRAPHS:
            heading, wanted = self._open.pop()
            self._shapes.pop()
            self._used.pop()
            self.paragraphs.end(heading=heading, wanted=wanted, look=self._looks.pop())
        elif tag == "text:span":
            self._used.pop()
        elif tag in _APART:
            self._apart -= 1
        elif tag.startswith(_SHAPES):
            self._shapes[-1] -= 1

    def text(self, text: str) -> None:
        if not self._shapes[-1]:
            self.paragraphs.write(text.replace("\n", " "))  # a line break of a reader is an element
            if self._looks:
                self._looks[-1].add(text, *self._styles.look(*self._used[:-9:-1], _DEFAULTS))
