"""Word files (.docx): what a reader sees of word/document.xml.

The XML is read directly, with Python's own Expat. Libraries were tried first, on the 6 Word files of tests/documents
(99 paragraphs) and on one of 150,000 words in 4,578 paragraphs, about 300 pages (CPU time, best of 3). A paragraph is
right if its text is, white space and soft hyphens aside; order and headings were not counted. All files were made for
this project:

    this module     6 files exact, 99 paragraphs right,  0 wrong or too many     0.4 s
    mammoth 1.13    1              87                   23                       5.7 s
    python-docx 1.2 1              69                   20                       4.5 s with tables and styles

mammoth gives tables of contents and hidden text; it loses results of simple fields, and words with small letters above
them. python-docx cannot open a "strict" file, and loses inserted text, text boxes and the content of controls. Both
unpack archives without a limit.

Left out: tables of contents, footnotes, comments, page headers and footers (parts of their own), hidden text, what
tracked changes deleted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from vicinal.errors import InputError
from vicinal.extract.archive import Archive
from vicinal.extract.block import Block
from vicinal.extract.looks import Look, with_headings
from vicinal.extract.paragraphs import Paragraphs
from vicinal.extract.styles import Style, Styles
from vicinal.extract.symbols import is_symbol_font, symbol, with_symbols
from vicinal.extract.xml_walk import walk

# The second address of each is of the "strict" variant.
_PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
}
# Elements whose content is not read: what properties were before a change, the second version of a text box, the small
# letters above Chinese and Japanese ones, and properties without interest.
_UNREAD = {
    *("w:pPrChange", "w:rPrChange", "w:tblPrChange", "w:trPrChange", "w:tcPrChange", "w:sectPrChange"),
    *("mc:Fallback", "w:rt", "w:sectPr", "w:tblPr", "w:tblGrid", "w:tblPrEx", "w:sdtEndPr", "w:ffData"),
}
# Fields without text of the document: tables of contents, of figures and of authorities, indexes, page numbers.
_UNREAD_FIELDS = re.compile(r"\s*(?:TOC|INDEX|TOA|PAGE|NUMPAGES|SECTIONPAGES)\b", re.IGNORECASE)
_LONGEST_KIND = 100  # characters; more than any name of a field
_CHARACTERS = {"w:br": "\n", "w:cr": "\n", "w:tab": " ", "w:ptab": " ", "w:noBreakHyphen": "-"}
# Elements that are read, by the part of the document that they are of.
_OF_RUNS = {
    *("w:r", "w:rStyle", "w:rFonts", "w:b", "w:sz", "w:vanish", "w:t", "m:t", "w:instrText", "w:sym"),
    *("w:footnoteReference", "w:endnoteReference", *_CHARACTERS),
}
_OF_PARAGRAPHS = {"w:body", "w:p", "w:pPr", "w:pStyle", "w:outlineLvl", "w:numPr", "w:framePr", "w:del", "w:moveFrom"}
_DEFAULTS = "w:docDefaults"  # under which what all styles are based on is kept
_OF_TABLES = {"w:tbl", "w:trPr", "w:hidden", "w:tc", "w:vMerge", "w:hMerge", "w:cellDel"}
_OF_CONTENT = {
    *("w:fldSimple", "w:fldChar", "w:sdtPr", "w:docPartGallery", "w:showingPlcHdr", "w:sdtContent"),
    *("mc:AlternateContent", "mc:Choice"),
}


def blocks(data: bytes, name: str, encoding: str | None) -> list[Block]:
    """Return the paragraphs of a Word file; `content_of` calls this. The encoding is not used: the file tells it.

    Raises:
        InputError: The file is damaged, or too large.
    """
    del encoding
    archive = Archive(data, name)
    main = _part(archive, "document")
    if main is None:
        raise InputError(f"{name}: is damaged or incomplete: word/document.xml is missing")
    styles = _StyleSheet()
    part = _part(archive, "styles")
    if part:
        walk(archive.read(part), name, styles, _PREFIXES)
    text = archive.read(main)
    body = _Body(styles.found)
    walk(text, name, body, _PREFIXES)
    if body.fields:  # one that never ends would hide the rest of the document
        body = _Body(styles.found, with_fields=False)
        walk(text, name, body, _PREFIXES)
    if not body.seen:
        raise InputError(f"{name}: is damaged or incomplete: {main} has no body")
    return with_headings(body.paragraphs.blocks, body.paragraphs.looks)


def _part(archive: Archive, stem: str) -> str | None:
    """Return the name of a part; some programs number them ("document2.xml")."""
    return min((part for part in archive.names() if re.fullmatch(rf"word/{stem}\d*\.xml", part)), default=None)


def _is_on(attributes: dict[str, str]) -> bool:
    """Tell whether a property that is on or off is on."""
    return attributes.get("w:val") not in ("0", "false", "off")


def _level(attributes: dict[str, str]) -> int | None:
    value = attributes.get("w:val", "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 3 else None


def _size(attributes: dict[str, str]) -> float | None:
    """Return a size in points; Word counts half points."""
    value = attributes.get("w:val", "")
    return int(value) / 2 if value.isascii() and value.isdigit() and len(value) < 5 else None


class _StyleSheet:
    """Reads word/styles.xml."""

    def __init__(self) -> None:
        self.found = Styles()
        self._now = self.found[_DEFAULTS] = Style(size=10.0)  # what is said before the first style is of all of them

    def start(self, tag: str, attributes: dict[str, str]) -> bool:
        if tag == "w:style":
            self._now = self.found[attributes.get("w:styleId", "")] = Style()
            if attributes.get("w:type") == "paragraph" and attributes.get("w:default") in ("1", "true", "on"):
                self.found.default = attributes.get("w:styleId", "")
        elif tag == "w:name":
            self._now.name = attributes.get("w:val", "")
        elif tag == "w:basedOn":
            self._now.base = attributes.get("w:val", "")
        elif tag == "w:outlineLvl":
            self._now.level = _level(attributes)
        elif tag == "w:vanish":
            self._now.hides = _is_on(attributes)
        elif tag == "w:b":
            self._now.bold = _is_on(attributes)
        elif tag == "w:sz":
            self._now.size = _size(attributes) or self._now.size
        elif tag == "w:numPr":
            self._now.listed = True
        return tag not in _UNREAD and tag != "w:tblStylePr"

    def end(self, tag: str) -> None:
        pass

    def text(self, text: str) -> None:
        pass


@dataclass
class Field:
    """A field: the beginning of its instruction, and whether what comes is hidden (the instruction, some results)."""

    instruction: str = ""
    hides: bool = True

    def instruct(self, text: str) -> None:
        """Add text of the instruction; no more is kept than tells what kind of field it is."""
        if len(self.instruction) < _LONGEST_KIND:
            self.instruction = (self.instruction + text).lstrip()[:_LONGEST_KIND]

    def is_unread(self) -> bool:
        """Tell whether the result of the field is no text of the document; the reader of RTF asks, too."""
        return bool(_UNREAD_FIELDS.match(self.instruction))


@dataclass
class _Properties:
    """What is known of an open paragraph."""

    style: str = ""
    level: int | None = None
    look: Look = field(default_factory=Look)
    goes_on: bool = False  # its end was deleted, or it is a large initial: it is the beginning of the next paragraph


class _Body:
    """Reads word/document.xml.

    Attributes:
        paragraphs: The paragraphs.
        fields: The fields that are open.
        seen: Whether there is a body.
    """

    def __init__(self, styles: Styles, *, with_fields: bool = True) -> None:
        self.paragraphs = Paragraphs()
        self.fields: list[Field] = []
        self.seen = False
        self._styles = styles
        self._with_fields = with_fields
        self._hiding = 0  # how many of the open fields hide what comes
        self._open: list[_Properties] = [_Properties()]  # of the body, then of each open paragraph
        self._properties_of = ""  # "w:pPr" of a paragraph, "w:trPr" of a row
        self._run_hidden = False
        self._run_style = ""
        self._bold: bool | None = None  # of the run, if it says so itself
        self._size: float | None = None
        self._symbol_font = ""  # of the run, if it is one
        self._row_hidden = False
        self._cells_hidden: list[bool] = []  # of each open cell
        self._choice_open = False  # whether the first of several versions of the same content is still to come
        self._control_unread = False
        self._reading = ""  # "w:t" or "w:instrText", while its characters come

    def start(self, tag: str, attributes: dict[str, str]) -> bool:
        if tag in _UNREAD:
            return False
        if tag in _OF_RUNS:
            self._start_of_run(tag, attributes)
        elif tag in _OF_PARAGRAPHS:
            return self._start_of_paragraph(tag, attributes)
        elif tag in _OF_TABLES:
            return self._start_of_table(tag, attributes)
        elif tag in _OF_CONTENT:
            return self._start_of_content(tag, attributes)
        return True

    def end(self, tag: str) -> None:
        match tag:
            case "w:t" | "m:t" | "w:instrText":
                self._reading = ""
            case "w:p":
                self._end_paragraph()
            case "w:pPr" | "w:trPr":
                self._properties_of = ""
            case "w:tr":
                self._row_hidden = False
            case "w:tc":
                self.paragraphs.settle()
                self._cells_hidden.pop()
            case "w:txbxContent" | "w:body":
                self.paragraphs.settle()

    def text(self, text: str) -> None:
        if self._reading == "w:t":
            text = text.replace("\n", " ")  # a line break of a reader is an element
            self._note_look(text)
            self.paragraphs.write(with_symbols(self._symbol_font, text) if self._symbol_font else text)
        elif self._reading and self.fields:
            self.fields[-1].instruct(text)

    def _note_look(self, text: str) -> None:
        paragraph = self._open[-1]
        bold, size = self._styles.look(self._run_style, paragraph.style or self._styles.default, _DEFAULTS)
        paragraph.look.add(text, bold if self._bold is None else self._bold, self._size or size)

    def _visible(self) -> bool:
        return not (self._run_hidden or self._hiding or True in self._cells_hidden)

    def _start_of_run(self, tag: str, attributes: dict[str, str]) -> None:
        if self._properties_of:
            return  # of the mark that ends a paragraph; w:tab is a tab stop there
        match tag:
            case "w:r":
                self._run_hidden = self._styles.hides(self._open[-1].style)
                self._symbol_font = self._run_style = ""
                self._bold = self._size = None
            case "w:b":
                self._bold = _is_on(attributes)
            case "w:sz":
                self._size = _size(attributes)
            case "w:rStyle":
                self._run_style = attributes.get("w:val", "")
                self._run_hidden = self._run_hidden or self._styles.hides(attributes.get("w:val", ""))
            case "w:vanish":
                self._run_hidden = _is_on(attributes)
            case "w:rFonts":
                font = attributes.get("w:ascii", "")
                self._symbol_font = font if is_symbol_font(font) else ""
            case "w:t" | "m:t":
                self._reading = "w:t" if self._visible() else ""
            case "w:instrText":
                self._reading = "w:instrText"
            case "w:sym":
                code = attributes.get("w:char", "")
                if self._visible() and re.fullmatch("[0-9A-Fa-f]{1,6}", code):
                    self.paragraphs.write(symbol(attributes.get("w:font", ""), int(code, 16)))
            case "w:footnoteReference" | "w:endnoteReference":
                # A mark of the author's own is text of the same run.
                self._run_hidden = self._run_hidden or attributes.get("w:customMarkFollows") in ("1", "true", "on")
            case _:
                if self._visible():
                    self.paragraphs.write(_CHARACTERS[tag])

    def _start_of_paragraph(self, tag: str, attributes: dict[str, str]) -> bool:
        match tag:
            case "w:body":
                self.seen = True
            case "w:p":
                self.paragraphs.begin()
                self._open.append(_Properties())
                self._run_hidden = False
            case "w:pPr":
                self._properties_of = tag
            case "w:pStyle":
                self._open[-1].style = attributes.get("w:val", "")
            case "w:outlineLvl":
                self._open[-1].level = _level(attributes)
            case "w:numPr":
                self._open[-1].look.free = False
            case "w:framePr":
                self._open[-1].goes_on = attributes.get("w:dropCap", "none") != "none"
            case "w:del" | "w:moveFrom":
                # In the properties of a paragraph: its mark. Of a row: the row. Elsewhere: what is in it.
                if self._properties_of == "w:pPr":
                    self._open[-1].goes_on = True
                elif self._properties_of == "w:trPr":
                    self._row_hidden = True
                return False
        return True

    def _end_paragraph(self) -> None:
        properties = self._open.pop()
        if properties.goes_on:
            self.paragraphs.carry()
        else:
            style, look = properties.style, properties.look
            in_text = len(self._open) == 1 and not self._cells_hidden
            look.free = look.free and in_text and not self._styles.says("listed", style or self._styles.default)
            heading = self._styles.is_heading(style, properties.level)
            self.paragraphs.end(heading=heading, wanted=not self._styles.is_contents(style), look=look)

    def _start_of_table(self, tag: str, attributes: dict[str, str]) -> bool:
        match tag:
            case "w:tbl":
                self.paragraphs.settle()
            case "w:trPr":
                self._properties_of = tag
            case "w:hidden":
                self._row_hidden = self._row_hidden or _is_on(attributes)
            case "w:tc":
                if self._row_hidden:
                    return False
                self._cells_hidden.append(False)
            case "w:vMerge" | "w:hMerge" | "w:cellDel":
                # Merged: it belongs to the cell above or before it.
                if self._cells_hidden and attributes.get("w:val") != "restart":
                    self._cells_hidden[-1] = True
        return True

    def _start_of_content(self, tag: str, attributes: dict[str, str]) -> bool:
        match tag:
            case "w:fldSimple":
                return not _UNREAD_FIELDS.match(attributes.get("w:instr", ""))
            case "w:fldChar":
                self._field_mark(attributes.get("w:fldCharType", ""))
            case "w:sdtPr":
                self._control_unread = False
            case "w:docPartGallery":
                self._control_unread = attributes.get("w:val") == "Table of Contents"
            case "w:showingPlcHdr":
                self._control_unread = self._control_unread or _is_on(attributes)
            case "w:sdtContent":
                return not self._control_unread
            case "mc:AlternateContent":
                self._choice_open = True
            case "mc:Choice":
                first, self._choice_open = self._choice_open, False
                return first
        return True

    def _field_mark(self, kind: str) -> None:
        if not self._with_fields:
            return
        if kind == "begin":
            self.fields.append(Field())
            self._hiding += 1
        elif kind == "separate" and self.fields:
            field = self.fields[-1]
            self._hiding -= field.hides
            field.hides = field.is_unread()
            self._hiding += field.hides
        elif kind == "end" and self.fields:
            self._hiding -= self.fields.pop().hides
