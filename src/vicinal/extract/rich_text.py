"""Rich Text files (.rtf): what a reader sees of them.

Control words are read directly. striprtf 0.0.35 was tried first, on the 4 files of tests/documents (42 paragraphs):
one file is exact, 26 paragraphs are right, 21 wrong or too many, counted as in `word`, a line or cell as
one. It knows no headings; it gives tables of contents, bullets, hidden and deleted text, and it breaks Japanese
characters whose second byte is a letter. On 150,000 words, about 300 pages, both take 0.9 s of CPU time (best of 3).

Left out: tables of contents, footnotes, comments, page headers and footers, the numbers and bullets of lists, pictures,
hidden text, what tracked changes deleted.
"""

from __future__ import annotations

import codecs
import copy
import re
from dataclasses import dataclass, field

from vicinal.errors import InputError
from vicinal.extract.archive import MOST_UNPACKED
from vicinal.extract.block import Block
from vicinal.extract.paragraphs import Paragraphs
from vicinal.extract.styles import Style, Styles
from vicinal.extract.symbols import is_symbol_font, symbol
from vicinal.extract.word import Field
from vicinal.text_encoding import check_encoding

MOST_MARKS = 4_000_000
DEEPEST = 1_000
_LONGEST_NAME = 1_000  # characters of a font or style that are kept
# A control word with its number, a byte, a control symbol, a brace, plain text.
_TOKEN = re.compile(
    rb"\\([A-Za-z]{1,32})(-?\d{1,10})? ?|\\'([0-9A-Fa-f]{2})|\\([^A-Za-z])|([{}])|([^\\{}\r\n]+)|.", re.S
)
_IN_UNREAD = re.compile(rb"\\bin(\d{1,10}) ?|\\.|[{}]", re.S)
# Groups without text of the document. Groups that begin with \\* are left out too, unless they are in _STARRED.
_UNREAD = {
    *("colortbl", "filetbl", "info", "pict", "nonshppict", "objdata", "objclass", "objname", "shprslt", "sp"),
    *("header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf", "footnote", "annotation"),
    *("ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "atnid", "atnauthor", "bkmkstart", "bkmkend"),
    *("listtext", "pntext", "pntxta", "pntxtb", "xe", "tc", "tcn", "rxe", "txe", "nextfile", "template", "private"),
    *("nonesttables", "fldtype", "datafield", "listtable", "listoverridetable", "revtbl", "mmathPict"),
}
_STARRED = {"fldinst", "shpinst", "do", "ud"}
_CHARACTERS = dict.fromkeys(("tab", "emspace", "enspace", "qmspace", "\t"), " ") | {
    **dict.fromkeys(("line", "page", "column", "lbr"), "\n"),
    **dict(zip(("emdash", "endash", "bullet", "lquote", "rquote", "ldblquote", "rdblquote"), "—–•‘’“”", strict=True)),
    **dict(zip(("zwj", "zwnj", "~", "_"), "\u200d\u200c\xa0-", strict=True)),
    **dict(zip("{}\\", "{}\\", strict=True)),
}
_ENDS = {"par", "sect", "cell", "nestcell", "row", "nestrow", "\n", "\r"}  # of paragraphs
# Windows code pages of character sets: of Japan, Korea (two), China, Taiwan, Greece, Turkey, Vietnam, Israel, Arabic
# countries, the Baltic states, Cyrillic, Thailand, Central Europe; then the old ones of DOS.
_PAGES = {128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256}
_PAGES |= {186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850}
_WESTERN, _DEFAULT, _SYMBOLS = 0, 1, 2  # character sets


def blocks(data: bytes, name: str, encoding: str | None) -> list[Block]:
    """Return the paragraphs of an RTF file; `content_of` calls this.

    Args:
        data: All bytes of the file.
        name: The name of the file, for errors.
        encoding: What bytes above 127 mean in fonts of Western or no named script; None for what the file says.

    Raises:
        InputError: The file is damaged or too large, or the encoding is not known.
    """
    if len(data) > MOST_UNPACKED:
        raise InputError(f"{name}: is larger than {MOST_UNPACKED // 10**6} MB; split it, or remove its pictures")
    if data.count(b"\\") + data.count(b"{") > MOST_MARKS:
        raise InputError(f"{name}: is too large: it has more than {MOST_MARKS // 10**6} million marks; split it")
    reader = _Reader(data, name, _checked(encoding, name))
    reader.read()
    return reader.paragraphs.blocks


def _checked(encoding: str | None, name: str) -> str | None:
    """Return an encoding if RTF may be in it: letters of ASCII, of which RTF itself is made, must be single bytes."""
    try:
        return encoding if encoding and "a".encode(check_encoding(encoding)) == b"a" else None
    except InputError as error:
        raise InputError(f"{name}: is not {encoding}: {error}") from None


@dataclass
class _Font:
    name: str = ""
    charset: int = _DEFAULT


@dataclass
class _State:
    """What a group says, or takes from the group that it stands in."""

    place: str = "text"  # where characters go: "text", "fonts", "styles", "instruction" of a field, "" for nowhere
    ends: str = ""  # what ends with the group: a "style", or a "box" with paragraphs of its own
    after_unicode: int = 1  # how many characters after a Unicode one stand for it, for programs that know no Unicode
    font: int = -1
    hidden: bool = False
    deleted: bool = False
    style: str = "0"
    level: int | None = None
    goes_on: bool = False  # a large initial: the paragraph is the beginning of the next one
    in_field: Field = field(default_factory=Field)


class _Reader:
    """Reads a file, token by token.

    Attributes:
        paragraphs: The paragraphs.
    """

    def __init__(self, data: bytes, name: str, encoding: str | None) -> None:
        self.paragraphs = Paragraphs()
        self._data = data
        self._name = name
        self._encoding = encoding
        self._page = encoding or "cp1252"
        self._fonts: dict[int, _Font] = {}
        self._has_other_scripts = False  # whether a font names one
        self._default_font = -1
        self._styles = Styles()
        self._state = _State()
        self._groups: list[_State] = []  # the states of the groups around this one
        self._bytes = bytearray()  # characters that are not decoded yet
        self._skip = 0  # how many characters are still to be skipped after a Unicode one
        self._high = 0  # the first half of a character beyond U+FFFF
        self._font_entry = _Font()
        self._style_entry = Style()
        self._style_id = ""

    def read(self) -> None:
        """Read the file."""
        data, place, starred = self._data, 0, False
        self.paragraphs.begin()
        while token := _TOKEN.match(data, place):
            place = token.end()
            word, number, byte, sign, brace, text = token.groups()
            if text or byte:
                self._add(text or bytes.fromhex(byte.decode()))
                continue
            control = (word or sign or b"").decode("latin-1")
            if not control and not brace:
                continue  # a line end of the file
            self._flush()
            if brace == b"{":
                self._open_group()
            elif brace:
                self._close_group()
                if not self._groups:
                    return
            elif control == "*":
                starred = True
                continue
            elif control == "bin":
                place += max(0, int(number or 0))
            elif control in _UNREAD or (starred and control not in _STARRED) or self._is_unread_field(control):
                place = self._end_of_group(place)
            elif self._skip:
                self._skip -= 1
            else:
                self._do(control, None if number is None else int(number))
            starred = False
        raise InputError(f"{self._name}: is damaged or incomplete: it ends too early")

    def _open_group(self) -> None:
        if len(self._groups) == DEEPEST:
            raise InputError(f"{self._name}: is not read: groups are nested more than {DEEPEST:,} deep")
        self._skip = 0
        self._groups.append(self._state)
        self._state = copy.copy(self._state)
        self._state.ends = ""
        if self._state.place == "styles":
            self._state.ends = "style"
            self._style_entry, self._style_id = Style(), "0"

    def _close_group(self) -> None:
        self._skip = 0
        if self._state.ends == "style":
            self._style_entry.name = self._style_entry.name.rstrip("; ")
            self._styles[self._style_id] = self._style_entry
        elif self._state.ends == "box" or len(self._groups) == 1:
            self._end_paragraph()
            self.paragraphs.settle()
        self._state = self._groups.pop() if self._groups else self._state

    def _end_of_group(self, place: int) -> int:
        """Return the place of the brace that ends this group."""
        depth = 1
        while token := _IN_UNREAD.search(self._data, place):
            place = token.end() + int(token[1] or 0)
            depth += {b"{": 1, b"}": -1}.get(token[0], 0)
            if not depth:
                return token.start()
        raise InputError(f"{self._name}: is damaged or incomplete: it ends too early")

    def _is_unread_field(self, control: str) -> bool:
        return control == "fldrslt" and self._state.in_field.is_unread()

    # Characters

    def _add(self, characters: bytes) -> None:
        """Add characters of the file; they are decoded together, as one of them may be several bytes."""
        skipped = min(self._skip, len(characters))
        self._skip -= skipped
        if self._state.place:
            self._bytes += characters[skipped:]

    def _flush(self) -> None:
        if not self._bytes:
            return
        font = self._fonts.get(self._state.font, _Font())
        if font.charset == _SYMBOLS and self._state.place == "text":
            text = "".join(symbol(font.name, byte) for byte in self._bytes) if is_symbol_font(font.name) else ""
        else:
            text = self._bytes.decode(self._page_of(font), "replace")
        self._bytes.clear()
        self._write(text)

    def _page_of(self, font: _Font) -> str:
        """Return the code page of a font."""
        if font.charset == _WESTERN and not self._encoding and self._has_other_scripts:
            return "cp1252"
        # A file whose fonts are all "Western" may still be written in the code page that it names.
        return f"cp{_PAGES[font.charset]}" if font.charset in _PAGES else self._page

    def _unicode(self, code: int) -> None:
        self._skip = self._state.after_unicode
        code &= 0xFFFF
        if 0xD800 <= code < 0xDC00:
            self._high = code
            return
        if 0xDC00 <= code < 0xE000:
            if self._high:
                self._write(chr(0x10000 + ((self._high - 0xD800) << 10) + code - 0xDC00))
        elif 0xF000 <= code <= 0xF0FF:
            font = self._fonts.get(self._state.font, _Font()).name
            self._write(symbol(font if is_symbol_font(font) else "Symbol", code))
        else:
            self._write(chr(code))
        self._high = 0

    def _write(self, text: str) -> None:
        state = self._state
        if state.place == "text":
            if not (state.hidden or state.deleted):
                self.paragraphs.write(text)
        elif state.place == "instruction":
            state.in_field.instruct(text)
        elif state.place == "styles":
            self._style_entry.name = (self._style_entry.name + text)[:_LONGEST_NAME]
        elif state.place == "fonts":
            self._font_entry.name = (self._font_entry.name + text)[:_LONGEST_NAME].rstrip("; ")

    def _end_paragraph(self) -> None:
        state = self._state
        if state.goes_on:
            self.paragraphs.carry()
        else:
            heading = self._styles.is_heading(state.style, state.level)
            self.paragraphs.end(heading=heading, wanted=not self._styles.is_contents(state.style))

    # Control words

    def _do(self, control: str, number: int | None) -> None:
        """Do what a control word or symbol says."""
        if control in _CHARACTERS:
            self._write(_CHARACTERS[control])
        elif control in _ENDS:
            if self._state.place == "text" and not self._state.deleted:
                self._end_paragraph()
                self.paragraphs.begin()
        elif control == "u":
            self._unicode(number or 0)
        elif control == "uc":
            self._state.after_unicode = max(number or 0, 0)
        elif self._state.place == "fonts":
            self._describe_font(control, number or 0)
        elif self._state.place == "styles":
            self._describe_style(control, number or 0)
        else:
            self._format(control, number)

    def _format(self, control: str, number: int | None) -> None:
        state = self._state
        match control:
            case "pard":
                state.style, state.level, state.goes_on = "0", None, False
            case "plain":
                state.hidden, state.deleted, state.font = False, False, self._default_font
            case "s":
                state.style = str(number)
            case "outlinelevel":
                state.level = number
            case "dropcapli":
                state.goes_on = True
            case "f":
                state.font = number or 0
            case "v":
                state.hidden = number != 0
            case "deleted" | "mvf":
                state.deleted = number != 0
            case "field":
                state.in_field = Field()
            case "fonttbl" | "stylesheet" | "fldinst" | "shpinst" | "do" | "upr":
                state.place = {"fonttbl": "fonts", "stylesheet": "styles", "fldinst": "instruction"}.get(control, "")
            case "ud":
                state.place = self._groups[-2].place if len(self._groups) > 1 else ""
            case "shptxt" | "dptxbxtext" if state.ends != "box":
                self._state = _State(ends="box", after_unicode=state.after_unicode, font=self._default_font)
                self.paragraphs.begin()
            case "deff":
                self._default_font = state.font = number or 0
            case "ansicpg" | "mac" | "pc" | "pca":
                self._set_page({"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}.get(control, f"cp{number}"))

    def _set_page(self, page: str) -> None:
        page = {"cp65001": "utf-8", "cp10000": "mac_roman"}.get(page, page)
        try:
            codecs.lookup(page)
        except LookupError:
            return
        if not self._encoding:
            self._page = page

    def _describe_font(self, control: str, number: int) -> None:
        if control == "f":
            self._font_entry = self._fonts.setdefault(number, _Font())
        elif control == "fcharset":
            self._font_entry.charset = number
            self._has_other_scripts = self._has_other_scripts or number in _PAGES

    def _describe_style(self, control: str, number: int) -> None:
        if control == "s":
            self._style_id = str(number)
        elif control in ("cs", "ds", "ts"):
            self._style_id = ""
        elif control == "sbasedon":
            self._style_entry.base = str(number)
        elif control == "outlinelevel":
            self._style_entry.level = number
