"""Word, OpenDocument and RTF files that are damaged, encrypted or hostile: one clear line, bounded time and memory."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from tests.office_files import W, instruction, mark, odt, p, r, word, zipped
from vicinal import InputError
from vicinal.extract import archive, rich_text, xml_walk
from vicinal.extract.block import Block
from vicinal.extract.content import content_of
from vicinal.extract.libraries import library
from vicinal.installation import install_command

FOLDER = Path(__file__).resolve().parent / "documents"
FILES = sorted(path for kind in ("docx", "odt", "rtf") for path in FOLDER.glob(f"*.{kind}"))


def error_of(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        content_of(data, "the file")
    message = str(caught.value)
    assert message.startswith("the file: ")
    assert "\n" not in message
    return message.removeprefix("the file: ")


LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha">' + "".join(
    f"<!ENTITY {b} '{10 * ('&' + a + ';')}'>" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)
BAD = {
    "no text": (word(""), "has no text"),
    "no body": (
        zipped({"word/document.xml": "<document/>"}),
        "is damaged or incomplete: word/document.xml has no body",
    ),
    "no XML": (zipped({"word/document.xml": "text"}), "is damaged or incomplete: syntax error"),
    "a part that ends early": (
        zipped({"word/document.xml": f'<w:document xmlns:w="{W}"><w:body>'}),
        "is damaged or incomplete: no element found",
    ),
    "only another part of its kind": (
        zipped({"word/documents/a.xml": "<a/>"}),
        "is damaged or incomplete: word/document.xml is missing",
    ),
    "an XML bomb": (zipped({"word/document.xml": LAUGHS + "]><x>&i;</x>"}), "is not read: a part has a document type"),
    "an entity from elsewhere": (
        zipped({"word/document.xml": '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'}),
        "is not read: a part has a document type",
    ),
    "an entity in styles": (word(p(r("a")), "&a;"), "is damaged or incomplete: undefined entity"),
    "an unknown encoding": (
        zipped({"word/document.xml": '<?xml version="1.0" encoding="nonsense"?><x/>'}),
        "is damaged or incomplete: unknown encoding",
    ),
    "deep XML": (word("<w:p>" * 2000 + "</w:p>" * 2000), "is not read: elements are nested more than 1,000 deep"),
    "one tag of megabytes": (word(f'<w:p w:a="{"a" * 5_000_000}"/>'), "is not read: a single tag is longer than 2 MB"),
    "an OpenDocument text without text": (
        zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<a/>"}),
        "is damaged or incomplete: content.xml has no text",
    ),
    "an OpenDocument text without content": (
        zipped({"mimetype": "application/vnd.oasis.opendocument.text"}),
        "is damaged or incomplete: content.xml is missing",
    ),
    "an encrypted OpenDocument text": (
        odt("", manifest='<m:file-entry m:full-path="content.xml"><m:encryption-data/></m:file-entry>'),
        "is encrypted; remove the password and save it again",
    ),
    "an OpenDocument text with an XML bomb": (
        zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": LAUGHS + "]><x>&i;</x>"}),
        "is not read: a part has a document type",
    ),
    "an encrypted Word file": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "is an old Word file"),
    "RTF that ends early": (rb"{\rtf1 a{\b b}", "is damaged or incomplete: it ends too early"),
    "RTF that ends in a picture": (rb"{\rtf1 a{\pict 0102", "is damaged or incomplete: it ends too early"),
    "RTF that ends in bytes": (rb"{\rtf1 a\bin999999999 ", "is damaged or incomplete: it ends too early"),
    "deep RTF": (rb"{\rtf1 " + b"{" * 100_000, "is not read: groups are nested more than 1,000 deep"),
}


@pytest.mark.parametrize(("data", "expected"), BAD.values(), ids=BAD)
def test_bad_files_give_one_clear_line(data: bytes, expected: str) -> None:
    assert error_of(data).startswith(expected)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_only_the_usual_compression_is_read(method: int) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as file:
        file.writestr("word/document.xml", "text " * 100)
    begin = 30 + len("word/document.xml")
    for damage in (b"", bytes(9), b"\xff" * 9):
        damaged = bytearray(data.getvalue())
        damaged[begin : begin + len(damage)] = damage
        assert error_of(bytes(damaged)) == "is compressed in a way that no such file is; save it again"


def test_an_archive_of_too_many_parts_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    data = zipped({str(number): "" for number in range(5)})
    opened: list[object] = []
    monkeypatch.setattr(archive, "MOST_MEMBERS", 4)
    monkeypatch.setattr(zipfile, "ZipFile", opened.append)
    assert error_of(data) == "has more than 4 parts, which is too many to read"
    assert not opened


def test_an_archive_of_as_many_parts_as_allowed_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_MEMBERS", 2)
    assert content_of(word(p(r("a")), ""), "a.docx") == (Block("a"),)


def test_a_part_that_is_too_large_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_UNPACKED", 2_000_000)
    bomb = zipped({"word/document.xml": bytes(50_000_000)})
    assert len(bomb) < 100_000
    assert error_of(bomb) == "unpacks to more than 2 MB; split it"


def test_parts_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_UNPACKED", 2_000_000)
    spaces = " " * 1_500_000
    assert error_of(word(spaces + p(r("a")), spaces)) == "unpacks to more than 2 MB; split it"


def test_too_many_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_walk, "MOST_TAGS", 1_000)
    assert error_of(word(p("") * 500)).startswith("is too large: one part has more than")


def test_too_many_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rich_text, "MOST_MARKS", 1_000)
    assert error_of(rb"{\rtf1 " + rb"a\par " * 1_000 + b"}").startswith("is too large: it has more than")


def test_a_large_rtf_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rich_text, "MOST_UNPACKED", 1_000_000)
    assert error_of(rb"{\rtf1 " + bytes(1_000_000) + b"}") == "is larger than 1 MB; split it, or remove its pictures"


def test_a_negative_count_of_bytes_in_rtf_skips_nothing() -> None:
    assert content_of(rb"{\rtf1 abc\bin-9 d}", "a.rtf") == (Block("abcd"),)


def growth(make: Callable[[int], bytes], size: int) -> float:
    """Return how much longer it takes to read a file of 4 times the size: about 4; 16 if each part looks at all."""
    small, large = (min(seconds(data) for _ in range(3)) for data in (make(size), make(4 * size)))
    return large / small


def seconds(data: bytes) -> float:
    start = process_time()
    content_of(data, "the file")
    return process_time() - start


def many_open_fields(count: int) -> bytes:
    return word(p((mark("begin") + mark("separate")) * count + r("a") * count))


def many_separators_of_a_field(count: int) -> bytes:
    return word(p(mark("begin") + instruction("x") * count + mark("separate") * count + r("a") + mark("end")))


def chain_of_styles(count: int) -> bytes:
    styles = (f'<w:style w:styleId="s{i}"><w:basedOn w:val="s{i + 1}"/></w:style>' for i in range(count))
    return word("".join(p(r("a"), f'<w:pStyle w:val="s{i}"/>') for i in range(count)), "".join(styles))


def styles_with_a_base_of_a_long_name(count: int) -> bytes:
    styles = (f'<w:style w:styleId="s{i}"><w:basedOn w:val="base"/></w:style>' for i in range(count))
    base = f'<w:style w:styleId="base"><w:name w:val="{"x" * 1_000 * count}"/></w:style>'
    return word("".join(p(r("a"), f'<w:pStyle w:val="s{i}"/>') for i in range(count)), base + "".join(styles))


def many_results_of_a_field(count: int) -> bytes:
    return rb"{\rtf1{\field{\*\fldinst " + rb"a\b " * count + b"}" + rb"{\fldrslt a}" * count + b"}}"


def many_fonts(count: int) -> bytes:
    fonts = b"".join(rb"\f%d\fcharset0 a" % number for number in range(count))
    return rb"{\rtf1{\fonttbl" + fonts + rb"}\f1 " + rb"a\b " * count + b"}"


def long_name_of_a_font(count: int) -> bytes:
    return rb"{\rtf1{\fonttbl\f1 " + (b"a" * 400 + rb"\b ") * count + rb"}a\par}"


def long_name_of_a_style(count: int) -> bytes:
    return rb"{\rtf1{\stylesheet{\s1 " + (b"a" * 400 + rb"\b ") * count + rb"}}a\par}"


GROWING = [
    (long_name_of_a_font, 3_000),
    (long_name_of_a_style, 3_000),
    (many_fonts, 2_000),
    (many_results_of_a_field, 3_000),
    (styles_with_a_base_of_a_long_name, 400),
    (chain_of_styles, 500),
    (many_open_fields, 2_000),
    (many_separators_of_a_field, 4_000),
]


@pytest.mark.parametrize(("make", "size"), GROWING)
def test_time_grows_with_the_size(make: Callable[[int], bytes], size: int) -> None:
    assert growth(make, size) < 8


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_damage_gives_a_result_or_one_clear_line(path: Path) -> None:
    data = path.read_bytes()
    chance = random.Random(13)
    for percent in range(100):
        survives(data[: len(data) * percent // 100])
    for _ in range(40):
        survives(flipped(data, chance))
        if path.suffix != ".rtf":
            survives(damaged_inside(data, chance))


def flipped(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(3):
        changed[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(changed)


def damaged_inside(data: bytes, chance: random.Random) -> bytes:
    """Return an archive with another byte, element name or end of its main part."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        parts = {name: file.read(name) for name in file.namelist() if name.endswith((".xml", "mimetype"))}
    main = "content.xml" if "content.xml" in parts else "word/document.xml"
    text = parts[main]
    tags = [tag for tag in (b"w:p", b"w:tc", b"w:r", b"w:tr", b"w:pPr", b"text:p", b"text:span") if tag + b">" in text]
    old, new = chance.choice(tags), chance.choice(tags)
    changed = chance.choice((flipped(text, chance), text.replace(old + b">", new + b">"), text[: len(text) // 2]))
    return zipped({**parts, main: changed})


def survives(data: bytes) -> None:
    message = "the file: is read"
    try:
        content_of(data, "the file")
    except InputError as error:
        message = str(error)
    assert message.startswith("the file: ")
    assert "\n" not in message


def test_a_missing_library_is_named() -> None:
    with pytest.raises(InputError) as caught:
        library("vicinal.no_such_module", "nosuch", ".pdf", "a.pdf")
    command = install_command("documents", "nosuch")
    assert str(caught.value) == f"a.pdf: reading .pdf files needs nosuch; install it: {command}"
    assert library("json", "json", ".json", "a.json").dumps([]) == "[]"
