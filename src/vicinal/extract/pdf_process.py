"""Letters of a PDF, read by PDFium in a process of its own; run as a script by `pdf`, with the file as its input.

A page may unpack to gigabytes, or draw itself a billion times, and PDFium is written in C++. Here that can neither fill
the memory nor stop the program that asked: the memory is limited below, the time by who waits for the end.

The script imports nothing of this package, so that it starts fast. Its output is a sequence of messages, each after its
length in four bytes: pages as `pdf_lines.Page` has them, then what is wrong with the file, empty if nothing is.
"""

from __future__ import annotations

import ctypes
import math
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import msgspec

NO_LIBRARY = 3  # exit code: PDFium cannot be loaded
_DAMAGED = "is damaged or incomplete: "
_MOST_SHAPES = 20_000  # of one page: more are not looked at for rules
_MOST_RULES = 3_000
_NO_SPACE, _SEEN_SPACE, _DRAWN_SPACE = range(3)  # as in pdf_lines
_PASSWORD, _SECURITY = 4, 5  # errors of PDFium
_PATH, _IMAGE, _FORM = 2, 3, 5  # kinds of objects on a page
_INVISIBLE = 3  # way to draw letters: not at all, as recognised text behind a scan
_ARTIFACT = "Artifact".encode("utf-16-le") + b"\0\0"
_BOLD_NAME = re.compile(r"bold|black|heavy|demi", re.IGNORECASE)
_BOLD_WEIGHT = 600
_FORMS = re.compile("[\ufb00-\ufdff\ufe70-\ufefc]")  # ligatures and Arabic letters by shape
_NO_LETTER = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufeff]")
_SPECIAL = re.compile(f"{_FORMS.pattern}|{_NO_LETTER.pattern}")
_WORD = re.compile(r"[^\s\x00]+")
_LINE_HYPHENS = str.maketrans({"\x02": "-", "\ufffe": "-"})  # PDFium's own signs for a hyphen at the end of a line

_Box = tuple[float, float, float, float]
_Chunk = tuple[str, float, float, float, float, bool, bool, int, int]  # as pdf_lines.Chunk
# As pdf_lines.Page.
_Page = tuple[list[_Chunk], list[tuple[float, float, float]], list[tuple[float, float]], float, bool]


class _RefusedError(Exception):
    """The file cannot be read; the message goes to the user, after the name of the file."""


def main(memory: int, most_pages: int, most_words: int, most_letters: int) -> None:
    """Read a PDF from standard input and write what stands on its pages to standard output.

    Args:
        memory: Bytes that this process may use.
        most_pages: Pages of a file.
        most_words: Words of a file.
        most_letters: Letters of a page.
    """
    with suppress(ImportError):  # not on Windows
        resource = import_module("resource")
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    try:
        raw = import_module("pypdfium2.raw")
    except ImportError:
        sys.exit(NO_LIBRARY)
    data = sys.stdin.buffer.read()
    problem = ""
    words = 0
    try:
        document = _opened(raw, data)
        count = raw.FPDF_GetPageCount(document)
        if count > most_pages:
            raise _RefusedError(f"has {count:,} pages; at most {most_pages:,} are read; split it")
        for number in range(count):
            page = _page(raw, document, number, most_letters)
            words += len(page[0])
            if words > most_words:
                raise _RefusedError(f"has more than {most_words:,} words; split it")
            _send(page)
    except _RefusedError as error:
        problem = str(error)
    _send(problem)


def _send(message: object) -> None:
    packed = msgspec.msgpack.encode(message)
    sys.stdout.buffer.write(len(packed).to_bytes(4, "big") + packed)


def _opened(raw: ModuleType, data: bytes) -> Any:
    document = raw.FPDF_LoadMemDocument64(data, len(data), None)
    if not document and raw.FPDF_GetLastError() in (_PASSWORD, _SECURITY):
        raise _RefusedError("is encrypted; remove the password and save it again")
    if not document:
        raise _RefusedError(_DAMAGED + "the PDF cannot be opened")
    if raw.FPDF_GetPageCount(document) < 1:
        raise _RefusedError(_DAMAGED + "the PDF has no pages")
    return document


def _page(raw: ModuleType, document: Any, number: int, most_letters: int) -> _Page:
    page = raw.FPDF_LoadPage(document, number)
    letters = raw.FPDFText_LoadPage(page) if page else None
    if not letters:
        raise _RefusedError(f"{_DAMAGED}page {number + 1} cannot be read")
    if raw.FPDFText_CountChars(letters) > most_letters:
        raise _RefusedError(f"page {number + 1} has more than {most_letters:,} letters; it is no page of a text")
    found = _read(raw, page, letters)
    raw.FPDFText_ClosePage(letters)
    raw.FPDF_ClosePage(page)
    return found


class _Drawing(NamedTuple):
    """What all letters share that one instruction of a page draws."""

    number: int
    angle: float  # of the line of writing, in degrees
    x: float  # of the first letter
    y: float
    size: float
    bold: bool
    hidden: bool
    artifact: bool  # whether the file says that it is not part of the text, as a running head is not


def _read(raw: ModuleType, page: Any, letters: Any) -> _Page:
    """Return what stands on a page, turned so that its lines run from left to right and its top is at 0."""
    box = raw.FS_RECTF()
    raw.FPDF_GetPageBoundingBox(page, box)
    edges = (box.left, box.bottom, box.right, box.top)
    found = list(_runs(raw, letters, edges))
    if not all(drawing.artifact for _, _, drawing, _ in found):
        found = [run for run in found if not run[2].artifact]
    turns = Counter[int]()
    for text, _, drawing, _ in found:
        if abs((drawing.angle + 45) % 90 - 45) < 5:
            turns[round(drawing.angle / 90) % 4] += len(text)
    turn = max(turns, key=lambda way: (turns[way], -way), default=0)
    top = {0: edges[3], 1: -edges[0], 2: -edges[1], 3: edges[2]}[turn]
    chunks: list[_Chunk] = []
    for text, place, drawing, space in found:
        if abs((drawing.angle - 90 * turn + 180) % 360 - 180) < 5:  # another way run watermarks and margins
            left, right = _across(place, turn)
            base = top - _up(drawing.x, drawing.y, turn)
            number, _, _, _, size, bold, hidden, _ = drawing
            chunks.append((text, left, right, base, size, bold, hidden, space, number))
    shapes = list(_shapes(raw, page))
    rules = [
        (place[0], place[2], top - place[1])
        for kind, place in shapes
        if kind == _PATH and turn == 0 and place[3] - place[1] <= 2 and place[2] - place[0] >= 15
    ]
    dots = [
        ((place[0] + place[2]) / 2, top - (place[1] + place[3]) / 2)
        for kind, place in shapes
        if kind == _PATH and turn == 0 and all(1 < far - near < 9 for near, far in (place[::2], place[1::2]))
    ]
    height = edges[3] - edges[1] if turn % 2 == 0 else edges[2] - edges[0]
    return chunks, rules[:_MOST_RULES], dots, height, any(kind in (_IMAGE, _FORM) for kind, _ in shapes)


def _across(place: _Box, turn: int) -> tuple[float, float]:
    left, bottom, right, top = place
    return ((left, right), (bottom, top), (-right, -left), (-top, -bottom))[turn]


def _up(x: float, y: float, turn: int) -> float:
    return (y, -x, -y, x)[turn]


def _runs(raw: ModuleType, letters: Any, edges: _Box) -> Iterator[tuple[str, _Box, _Drawing, int]]:
    """Yield the words of a page, cut where the drawing changes: text, place, drawing, and the space before."""
    text = _text(raw, letters)
    plain = not _SPECIAL.search(text)
    known: dict[int, _Drawing] = {}
    fonts: dict[int, bool] = {}
    first, last = raw.FS_RECTF(), raw.FS_RECTF()
    drawer, box, generated, address = (
        raw.FPDFText_GetTextObject,
        raw.FPDFText_GetLooseCharBox,
        raw.FPDFText_IsGenerated,
        ctypes.addressof,
    )

    def owner_of(index: int) -> int:
        pointer = drawer(letters, index)
        return address(pointer.contents) if pointer else 0

    for word in _WORD.finditer(text):
        start, stop = word.span()
        space = _DRAWN_SPACE if start and generated(letters, start - 1) == 0 else _SEEN_SPACE
        parts = [(owner_of(start), start, stop)]
        if parts[0][0] != owner_of(stop - 1):
            parts = [(owner, *ends) for owner, ends in _spans([owner_of(n) for n in range(start, stop)], start)]
        for owner, begin, end in parts:
            if not owner:
                continue
            if owner not in known:
                known[owner] = _drawing(raw, letters, begin, len(known), fonts)
            drawing = known[owner]
            box(letters, begin, first)
            box(letters, end - 1, last)
            place = (
                min(first.left, last.left),
                min(first.bottom, last.bottom),
                max(first.right, last.right),
                max(first.top, last.top),
            )
            clean = text[begin:end] if plain else _clean(text[begin:end])
            inside = edges[0] <= (place[0] + place[2]) / 2 <= edges[2] and edges[1] <= drawing.y <= edges[3]
            if clean and inside and drawing.size > 0:
                yield clean, place, drawing, space if begin == start else _NO_SPACE


def _spans(owners: list[int], start: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield runs of equal owners: the owner, and where the run begins and ends, counted from a start."""
    for owner, run in groupby(owners):
        end = start + len(list(run))
        yield owner, (start, end)
        start = end


def _text(raw: ModuleType, letters: Any) -> str:
    """Return the text of a page, one character for each of PDFium's."""
    count = raw.FPDFText_CountChars(letters)
    buffer = (ctypes.c_ushort * (count + 1))()
    written = raw.FPDFText_GetText(letters, 0, count, buffer)
    text = bytes(buffer)[: 2 * max(0, written - 1)].decode("utf-16-le", "replace")
    if len(text) == count:
        return text.translate(_LINE_HYPHENS)
    codes = (raw.FPDFText_GetUnicode(letters, index) for index in range(count))
    return "".join(chr(code) if code < 0x110000 else "\ufffd" for code in codes).translate(_LINE_HYPHENS)


def _clean(text: str) -> str:
    text = _NO_LETTER.sub("", text)
    return _FORMS.sub(lambda form: unicodedata.normalize("NFKC", form[0]), text)


def _drawing(raw: ModuleType, letters: Any, index: int, number: int, fonts: dict[int, bool]) -> _Drawing:
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(letters, index, matrix)
    x, y = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetCharOrigin(letters, index, x, y)
    scale = math.hypot(matrix.c, matrix.d)
    size = raw.FPDFText_GetFontSize(letters, index) * scale
    angle = math.degrees(math.atan2(matrix.b, matrix.a))
    drawer = raw.FPDFText_GetTextObject(letters, index)
    hidden = raw.FPDFTextObj_GetTextRenderMode(drawer) == _INVISIBLE
    numbers = (angle, x.value, y.value, size)
    if not all(map(math.isfinite, numbers)):
        return _Drawing(number, 0.0, 0.0, 0.0, 0.0, False, hidden, False)
    bold = _is_bold(raw, raw.FPDFTextObj_GetFont(drawer), fonts)
    return _Drawing(number, *numbers, bold, hidden, _is_artifact(raw, drawer))


def _is_artifact(raw: ModuleType, drawer: Any) -> bool:
    buffer = (ctypes.c_ushort * 12)()
    for number in range(raw.FPDFPageObj_CountMarks(drawer)):
        mark = raw.FPDFPageObj_GetMark(drawer, number)
        if raw.FPDFPageObjMark_GetName(mark, buffer, 24, ctypes.c_ulong()) and bytes(buffer)[:18] == _ARTIFACT:
            return True
    return False


def _is_bold(raw: ModuleType, font: Any, fonts: dict[int, bool]) -> bool:
    if not font:
        return False
    key = ctypes.addressof(font.contents)
    if key not in fonts:
        buffer = ctypes.create_string_buffer(200)
        raw.FPDFFont_GetBaseFontName(font, buffer, 200)
        name = buffer.value.decode("ascii", "replace")
        fonts[key] = bool(_BOLD_NAME.search(name)) or raw.FPDFFont_GetWeight(font) >= _BOLD_WEIGHT
    return fonts[key]


def _shapes(raw: ModuleType, page: Any) -> Iterator[tuple[int, _Box]]:
    """Yield the kind and the place of everything on a page that is not text."""
    sides = [ctypes.c_float() for _ in range(4)]
    for number in range(min(raw.FPDFPage_CountObjects(page), _MOST_SHAPES)):
        shape = raw.FPDFPage_GetObject(page, number)
        kind = raw.FPDFPageObj_GetType(shape)
        if kind in (_PATH, _IMAGE, _FORM) and raw.FPDFPageObj_GetBounds(shape, *sides):
            left, bottom, right, top = (side.value for side in sides)
            yield kind, (left, bottom, right, top)


if __name__ == "__main__":
    # The modules beside this file are not to be found by their bare names, nor any in the current folder.
    sys.path[:] = [path for path in sys.path if path and path != str(Path(__file__).parent)]
    main(*map(int, sys.argv[1:]))
