"""Word, OpenDocument and RTF: the details of what is read, and files that cannot be read."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import pytest

from vicinal import Document, InputError
from vicinal.extract import archive, xml_walk
from vicinal.extract.content import content_of
from vicinal.extract.libraries import library

FOLDER = Path(__file__).resolve().parent / "documents"
FILES = sorted(path for kind in ("docx", "odt", "rtf") for path in FOLDER.glob(f"*.{kind}"))

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
NAMES = " ".join(f'xmlns:{n}="{OASIS}{n}:1.0"' for n in ("office", "text", "style", "table")) + (
    f' xmlns:draw="{OASIS}drawing:1.0"'
)


def zipped(parts: dict[str, str | bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return data.getvalue()


def word(body: str, styles: str | None = None) -> bytes:
    parts: dict[str, str | bytes] = {
        "word/document.xml": f'<w:document xmlns:w="{W}" xmlns:mc="{MC}"><w:body>{body}</w:body></w:document>'
    }
    if styles is not None:
        parts["word/styles.xml"] = f'<w:styles xmlns:w="{W}">{styles}</w:styles>'
    return zipped(parts)


def odt(text: str, styles: str = "", manifest: str = "") -> bytes:
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": f"<office:document-content {NAMES}><office:automatic-styles>{styles}</office:automatic-styles>"
            f"<office:body><office:text>{text}</office:text></office:body></office:document-content>",
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{OASIS}manifest:1.0">{manifest}</m:manifest>',
        }
    )


def read(data: bytes, encoding: str | None = None) -> list[str]:
    """Return the texts of a file's blocks; headings begin with #."""
    found = content_of(data, "the file", encoding)
    assert not isinstance(found, str)
    return ["# " * block.heading + block.text for block in found]


def error_of(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        content_of(data, "the file")
    message = str(caught.value)
    assert message.startswith("the file: ")
    assert "\n" not in message
    return message.removeprefix("the file: ")


def r(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


def p(content: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{content}</w:p>"


def mark(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def instruction(text: str) -> str:
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


def box(text: str) -> str:
    return f"<w:r><w:pict><w:txbxContent>{p(r(text))}</w:txbxContent></w:pict></w:r>"


def cell(content: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


def table(*rows: str) -> str:
    return f"<w:tbl>{''.join(rows)}</w:tbl>"


WORD = {
    "hidden text that a run shows again": (p(r("a", '<w:vanish w:val="0"/>') + r("b", "<w:vanish/>")), ["a"]),
    "a hidden mark of a paragraph hides no text": (p(r("a"), "<w:rPr><w:vanish/></w:rPr>"), ["a"]),
    "old properties": (p(r("a", "<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>")), ["a"]),
    "tab stops are no tabs": (p(r("a"), '<w:tabs><w:tab w:val="left" w:pos="9"/></w:tabs>'), ["a"]),
    "breaks": (p(r("a") + "<w:r><w:br/></w:r>" + r("b") + "<w:r><w:tab/></w:r>" + r("c")), ["a b c"]),
    "breaks between letters without spaces": (p(r("港で、") + "<w:r><w:br/></w:r>" + r("魚を")), ["港で、魚を"]),
    "line ends of the file": (p(r("one\n two")), ["one two"]),
    "hyphens": (p("<w:r><w:t>co</w:t><w:softHyphen/><w:t>op, a</w:t><w:noBreakHyphen/><w:t>b</w:t></w:r>"), ["coop, a-b"]),
    "a soft hyphen as a character": (p(r("co\xadop")), ["coop"]),
    "an unknown symbol": (p(r("a") + '<w:r><w:sym w:font="Webdings" w:char="F021"/></w:r>'), ["a"]),
    "a symbol of a common font": (p('<w:r><w:sym w:font="Arial" w:char="2602"/></w:r>'), ["☂"]),
    "a mark of the author's own": (
        p(r("a") + '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="1"/><w:t>*</w:t></w:r>' + r("b")),
        ["ab"],
    ),
    "a field in an instruction": (
        p(
            mark("begin") + instruction("IF ") + mark("begin") + instruction("PAGE") + mark("separate") + r("7")
            + mark("end") + instruction("= 7") + mark("separate") + r("yes") + mark("end") + r("!")
        ),
        ["yes!"],
    ),
    "a field that never ends": (p(mark("begin") + instruction("PAGE") + r("a")) + p(r("b")), ["a", "b"]),
    "a field that ends twice": (p(mark("end") + r("a")), ["a"]),
    "page numbers": (p(r("a") + f'<w:fldSimple w:instr=" PAGE ">{r("7")}</w:fldSimple>'), ["a"]),
    "a page that is referred to": (p(r("page ") + f'<w:fldSimple w:instr="PAGEREF x">{r("7")}</w:fldSimple>'), ["page 7"]),
    "a text box comes after its paragraph": (p(r("a") + box("b") + r("c")) + p(r("d")), ["ac", "b", "d"]),
    "only the first version of a content": (
        p(
            f'<mc:AlternateContent><mc:Choice Requires="x">{r("a")}</mc:Choice><mc:Choice Requires="y">{r("b")}'
            f"</mc:Choice><mc:Fallback>{r('c')}</mc:Fallback></mc:AlternateContent>"
        ),
        ["a"],
    ),
    "a joined paragraph before a table": (
        p(r("a"), "<w:rPr><w:del/></w:rPr>") + table(row(cell(p(r("b"))))),
        ["a", "b"],
    ),
    "a joined paragraph at the end of a cell": (
        table(row(cell(p(r("a"), "<w:rPr><w:del/></w:rPr>")), cell(p(r("b"))))),
        ["a", "b"],
    ),
    "a joined paragraph at the end": (p(r("a"), "<w:rPr><w:del/></w:rPr>"), ["a"]),
    "a paragraph takes the style of the one that it is joined to": (
        p(r("a "), '<w:pStyle w:val="Heading1"/><w:rPr><w:del/></w:rPr>') + p(r("b")),
        ["a b"],
    ),
    "cells that belong to the one above or before": (
        table(
            row(cell(p(r("a")), '<w:vMerge w:val="restart"/>')),
            row(cell(p(r("b")), "<w:vMerge/>"), cell(p(r("c"))), cell(p(r("d")), "<w:hMerge/>")),
        ),
        ["a", "c"],
    ),
    "a deleted row in a table in a cell": (
        table(row(cell(table(row(cell(p(r("a"))), properties="<w:del/>")) + p("")), cell(p(r("b"))))),
        ["b"],
    ),
    "styles without a style sheet": (p(r("a"), '<w:pStyle w:val="Heading2"/>') + p(r("b"), '<w:pStyle w:val="X"/>'), ["# a", "b"]),
    "an outline level of the paragraph itself": (
        p(r("a"), '<w:outlineLvl w:val="8"/>') + p(r("b"), '<w:pStyle w:val="Title"/><w:outlineLvl w:val="9"/>'),
        ["# a", "b"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), WORD.values(), ids=WORD)
def test_word(body: str, expected: list[str]) -> None:
    assert read(word(body)) == expected


def style(id: str, name: str, rest: str = "") -> str:
    return f'<w:style w:styleId="{id}"><w:name w:val="{name}"/>{rest}</w:style>'


STYLES = {
    "a name in another language": (style("x", "Überschrift 3"), ["# text"]),
    "no heading": (style("x", "Normal"), ["text"]),
    "a base that is a heading": (style("x", "Chapter", '<w:basedOn w:val="y"/>') + style("y", "heading 1"), ["# text"]),
    "a level of its own": (
        style("x", "Remark", '<w:basedOn w:val="y"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>')
        + style("y", "heading 1"),
        ["text"],
    ),
    "bases in a circle": (
        style("x", "A", '<w:basedOn w:val="y"/>') + style("y", "B", '<w:basedOn w:val="x"/>'),
        ["text"],
    ),
    "a table of contents": (style("x", "toc 4"), []),
    "the title of a table of contents": (style("x", "TOC Heading", '<w:basedOn w:val="Heading1"/>'), []),
    "hidden text": (
        style("x", "A", '<w:basedOn w:val="y"/>') + style("y", "B", "<w:rPr><w:vanish/></w:rPr>"),
        [],
    ),
}


@pytest.mark.parametrize(("styles", "expected"), STYLES.values(), ids=STYLES)
def test_styles_of_word(styles: str, expected: list[str]) -> None:
    assert read(word(p(r("text"), '<w:pStyle w:val="x"/>') + p(r("end")), styles)) == [*expected, "end"]


def test_parts_of_word_may_have_numbers_and_another_encoding() -> None:
    text = (
        f'<?xml version="1.0" encoding="UTF-16"?><w:document xmlns:w="{W}"><w:body>{p(r("für"))}</w:body></w:document>'
    )
    assert read(zipped({"word/document2.xml": text.encode("utf-16")})) == ["für"]


ODT = {
    "headings by style": ('<text:p text:style-name="Title">a</text:p><text:p>b</text:p>', ["# a", "b"]),
    "a bibliography is text": ("<text:bibliography><text:index-body><text:p>a</text:p></text:index-body></text:bibliography>", ["a"]),
    "contents": ("<text:table-of-content><text:index-body><text:p>a</text:p></text:index-body></text:table-of-content><text:p>b</text:p>", ["b"]),
    "a hidden paragraph": ('<text:p>a<text:hidden-paragraph text:is-hidden="true"/></text:p><text:p>b</text:p>', ["b"]),
    "a hidden paragraph that is shown": ('<text:p>a<text:hidden-paragraph text:is-hidden="false"/></text:p>', ["a"]),
    "a shape in a word": ("<text:p>a<draw:custom-shape> <text:p>b</text:p> </draw:custom-shape>c</text:p>", ["ac", "b"]),
    "a hidden style": ('<text:p>a<text:span text:style-name="H2">b</text:span></text:p>', ["a"]),
    "tabs, spaces and line breaks": ("<text:p>a<text:tab/>b<text:s/>c<text:line-break/>d</text:p>", ["a b c d"]),
    "small letters above": ("<text:p><text:ruby><text:ruby-base>港</text:ruby-base><text:ruby-text>みなと</text:ruby-text></text:ruby></text:p>", ["港"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), ODT.values(), ids=ODT)
def test_open_document(text: str, expected: list[str]) -> None:
    styles = (
        '<style:style style:name="H1" style:family="text"><style:text-properties text:display="none"/></style:style>'
        '<style:style style:name="H2" style:family="text" style:parent-style-name="H1"/>'
    )
    assert read(odt(text, styles)) == expected


RTF = {
    "bytes of a picture": (rb"{\pict\bin8 }{\\}{ab}a", ["a"]),
    "bytes outside a picture": (rb"a\bin3 }}}b", ["ab"]),
    "both versions of a text": (rb"{\upr{a?}{\*\ud{a\u8217?}}}", ["a’"]),
    "an unknown group": (rb"{\*\unknown {x}\'7d}a", ["a"]),
    "braces": (rb"\{a\}\\", ["{a}\\"]),
    "line ends of the file": (b"a\r\nb\\\nc", ["ab", "c"]),
    "more than one byte for a character": (rb"\uc2\u28207\'98\'70b\uc0\u228c", ["港bäc"]),
    "a word that stands for a character": (rb"\u8226\bullet a", ["•a"]),
    "half a character": (rb"\u-10179?a", ["a"]),
    "a deleted end of a paragraph": (rb"a {\deleted\par}b\par c", ["a b", "c"]),
    "moved text": (rb"{\mvf a\par}{\mvt b\par}", ["b"]),
    "hidden text that is shown again": (rb"\v a\v0 b\v c\plain d", ["bd"]),
    "a large initial": (rb"\pard\dropcapli3\dropcapt1 O\par\pard nce\par", ["Once"]),
    "an outline level": (rb"\pard\outlinelevel1 a\par\pard b", ["# a", "b"]),
    "page numbers": (rb"a{\field{\*\fldinst PAGE}{\fldrslt 7}}", ["a"]),
    "a field in a field": (rb"{\field{\*\fldinst IF {\field{\*\fldinst X}{\fldrslt 7}}}{\fldrslt a}}", ["a"]),
    "symbols": (rb"{\f2 \'61\'fc}{\f2\u-3998?}{\f3 \'61}\f0 a", ["α⎫βa"]),
    "an old drawing": (rb"a{\*\do\dobxpage{\dptxbxtext b\par}}c", ["ac", "b"]),
    "an object that is shown as text": (rb"{\object{\*\objdata 0102}{\result a}}", ["a"]),
    "a table in a table": (rb"a\nestcell{\*\nesttableprops\nestrow}{\nonesttables x\par}b\cell\row", ["a", "b"]),
}
FONTS = rb"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial;}{\f2\fcharset2 Symbol;}{\f3\fcharset2 Webdings;}}"


@pytest.mark.parametrize(("text", "expected"), RTF.values(), ids=RTF)
def test_rtf(text: bytes, expected: list[str]) -> None:
    assert read(rb"{\rtf1\ansi\deff0" + FONTS + text + b"}") == expected


PAGES = {
    "the page of the font": (rb"{\rtf1\ansi\ansicpg1252" + FONTS + rb"\f1 \'e9\f0 \'e9}", None, "йé"),
    "the page of the file, if all fonts are Western": (rb"{\rtf1\ansicpg1251{\fonttbl{\f0\fcharset0 A;}}\f0\'e9}", None, "й"),
    "the page of the file": (rb"{\rtf1\ansicpg1253\'e1}", None, "α"),
    "UTF-8": (rb"{\rtf1\ansicpg65001\'c3\'a9}", None, "é"),
    "a Macintosh": (rb"{\rtf1\mac\'8e}", None, "é"),
    "an unknown page": (rb"{\rtf1\ansicpg9999\'e9}", None, "é"),
    "what the user says": (rb"{\rtf1\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 A;}}\f0\'e9}", "cp1253", "ι"),
    "what no RTF can be in": (rb"{\rtf1\ansicpg1253 a\'e1}", "utf-16", "aα"),
    "bytes without a character": (rb"{\rtf1\ansicpg1252\'81a}", None, "\ufffda"),
    "fonts without groups": (rb"{\rtf1{\fonttbl\f0\fcharset204 A;\f1\fcharset0 B;}\f0\'e9\f1\'e9}", None, "йé"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "encoding", "expected"), PAGES.values(), ids=PAGES)
def test_code_pages_of_rtf(data: bytes, encoding: str | None, expected: str) -> None:
    assert read(data, encoding) == [expected]


def test_an_unknown_encoding_is_an_error() -> None:
    with pytest.raises(InputError, match="the file: is not nonsense"):
        content_of(rb"{\rtf1 a}", "the file", "nonsense")


@pytest.mark.parametrize("name", ["flood", "flood.txt", "flood.pdf"])
def test_the_content_tells_what_a_file_is(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes((FOLDER / "flood.docx").read_bytes())
    document = Document.from_file(tmp_path / name, "en")
    assert document.sentences[0] == "Report on the flood of last spring"
    assert document.headings == (0, 1, 5)


# Files that cannot be read

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
    try:
        content_of(data, "the file")
    except InputError as error:
        assert str(error).startswith("the file: ")
        assert "\n" not in str(error)


def test_a_missing_library_is_named() -> None:
    with pytest.raises(InputError) as caught:
        library("vicinal.no_such_module", "nosuch", ".pdf", "a.pdf")
    assert str(caught.value) == "a.pdf: reading .pdf files needs nosuch; pip install 'vicinal[documents]'"
    assert library("json", "json", ".json", "a.json").dumps([]) == "[]"
