"""Word, OpenDocument and RTF: the details of what is read from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.office_files import W, box, cell, instruction, mark, odt, p, r, row, table, word, zipped
from vicinal import Document, InputError
from vicinal.extract.content import content_of

FOLDER = Path(__file__).resolve().parent / "documents"


def read(data: bytes, encoding: str | None = None) -> list[str]:
    """Return the texts of a file's blocks; headings begin with #."""
    found = content_of(data, "the file", encoding)
    assert not isinstance(found, str)
    return ["# " * block.heading + block.text for block in found]


WORD = {
    "hidden text that a run shows again": (p(r("a", '<w:vanish w:val="0"/>') + r("b", "<w:vanish/>")), ["a"]),
    "a hidden mark of a paragraph hides no text": (p(r("a"), "<w:rPr><w:vanish/></w:rPr>"), ["a"]),
    "old properties": (p(r("a", "<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>")), ["a"]),
    "tab stops are no tabs": (p(r("a"), '<w:tabs><w:tab w:val="left" w:pos="9"/></w:tabs>'), ["a"]),
    "breaks": (p(r("a") + "<w:r><w:br/></w:r>" + r("b") + "<w:r><w:tab/></w:r>" + r("c")), ["a b c"]),
    "breaks between letters without spaces": (p(r("港で、") + "<w:r><w:br/></w:r>" + r("魚を")), ["港で、魚を"]),
    "line ends of the file": (p(r("one\n two")), ["one two"]),
    "hyphens": (
        p("<w:r><w:t>co</w:t><w:softHyphen/><w:t>op, a</w:t><w:noBreakHyphen/><w:t>b</w:t></w:r>"),
        ["coop, a-b"],
    ),
    "a soft hyphen as a character": (p(r("co\xadop")), ["coop"]),
    "an unknown symbol": (p(r("a") + '<w:r><w:sym w:font="Webdings" w:char="F021"/></w:r>'), ["a"]),
    "a symbol of a common font": (p('<w:r><w:sym w:font="Arial" w:char="2602"/></w:r>'), ["☂"]),
    "a mark of the author's own": (
        p(r("a") + '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="1"/><w:t>*</w:t></w:r>' + r("b")),
        ["ab"],
    ),
    "a field in an instruction": (
        p(
            mark("begin")
            + instruction("IF ")
            + mark("begin")
            + instruction("PAGE")
            + mark("separate")
            + r("7")
            + mark("end")
            + instruction("= 7")
            + mark("separate")
            + r("yes")
            + mark("end")
            + r("!")
        ),
        ["yes!"],
    ),
    "a field that never ends": (p(mark("begin") + instruction("PAGE") + r("a")) + p(r("b")), ["a", "b"]),
    "a field that ends twice": (p(mark("end") + r("a")), ["a"]),
    "page numbers": (p(r("a") + f'<w:fldSimple w:instr=" PAGE ">{r("7")}</w:fldSimple>'), ["a"]),
    "a page that is referred to": (
        p(r("page ") + f'<w:fldSimple w:instr="PAGEREF x">{r("7")}</w:fldSimple>'),
        ["page 7"],
    ),
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
    "styles without a style sheet": (
        p(r("a"), '<w:pStyle w:val="Heading2"/>') + p(r("b"), '<w:pStyle w:val="X"/>'),
        ["# a", "b"],
    ),
    "an outline level of the paragraph itself": (
        p(r("a"), '<w:outlineLvl w:val="8"/>') + p(r("b"), '<w:pStyle w:val="Title"/><w:outlineLvl w:val="9"/>'),
        ["# a", "b"],
    ),
}


@pytest.mark.parametrize(("body", "expected"), WORD.values(), ids=WORD)
def test_word(body: str, expected: list[str]) -> None:
    assert read(word(body)) == expected


B = "<w:b/>"
VOTE = [
    p(r("Voting in your town", '<w:b/><w:sz w:val="32"/>')),
    p(r("Who can ", B) + r("vote", B) + r("?")),
    p(r("Everybody who is eighteen years old, and has lived here for three months, can vote.")),
    p(r("Where do I vote", B)),
    p(r("In the school on Mill Street. ") + r("Bring your letter.", B)),
    p(r("Large", '<w:sz w:val="28"/>')),
    p(r("The school has a ramp at the back door, and somebody is there to help you all day.")),
]
LOOKS = {
    "bold lines and larger ones": (
        "".join(VOTE),
        ["# Voting in your town", "# Who can vote?", "# Where do I vote", "# Large"],
    ),
    "not in a file with styles": ("".join(VOTE) + p(r("a"), '<w:pStyle w:val="Heading2"/>'), ["# a"]),
    "not a sentence, nor a label": (
        p(r("Please pay until the third of May.", B)) + VOTE[2] + p(r("Note:", B)) + VOTE[6],
        [],
    ),
    "not the last one, nor one of several": (
        VOTE[2] + p(r("Anna Weber", B)) + p(r("Mill Street 4", B)) + p(r("c")) + VOTE[6] + p(r("Bye", B)),
        ["# Mill Street 4"],
    ),
    "not in a text that is all bold": (p(r("Who?", B)) + p(r("Everybody who is eighteen.", B)) + p(r("Why?", B)), []),
    "not in tables and lists": (
        table(row(cell(p(r("Name", B))), cell(p(r("Anna"))))) + p(r("Bread", B), "<w:numPr/>") + VOTE[2] + VOTE[6],
        [],
    ),
    "not what is bold in part, or no more": (
        p(r("Bread", B) + r(" and butter")) + VOTE[2] + p(r("Salt", '<w:b w:val="0"/>')) + VOTE[6],
        [],
    ),
}


@pytest.mark.parametrize(("body", "expected"), LOOKS.values(), ids=LOOKS)
def test_headings_of_word_by_their_look(body: str, expected: list[str]) -> None:
    assert [text for text in read(word(body)) if text.startswith("# ")] == expected


def test_looks_of_word_come_from_styles_too() -> None:
    styles = (
        '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults>'
        + style("n", "Normal").replace("<w:style ", '<w:style w:type="paragraph" w:default="1" ')
        + style("x", "Lead", '<w:basedOn w:val="y"/>')
        + style("y", "Fat", "<w:rPr><w:b/></w:rPr>")
        + style("z", "Item", "<w:pPr><w:numPr/></w:pPr><w:rPr><w:b/></w:rPr>")
    )
    by_paragraph, by_run = p(r("Who", ""), '<w:pStyle w:val="x"/>'), p(r("Where", '<w:rStyle w:val="y"/>'))
    small, item = p(r("Small", '<w:sz w:val="20"/>')), p(r("Bread"), '<w:pStyle w:val="z"/>')
    found = read(word(by_paragraph + VOTE[2] + by_run + VOTE[6] + small + VOTE[2] + item + VOTE[2], styles))
    assert [text for text in found if text.startswith("# ")] == ["# Who", "# Where"]


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
    "a bibliography is text": (
        "<text:bibliography><text:index-body><text:p>a</text:p></text:index-body></text:bibliography>",
        ["a"],
    ),
    "contents": (
        "<text:table-of-content><text:index-body><text:p>a</text:p></text:index-body></text:table-of-content><text:p>b</text:p>",
        ["b"],
    ),
    "a hidden paragraph": ('<text:p>a<text:hidden-paragraph text:is-hidden="true"/></text:p><text:p>b</text:p>', ["b"]),
    "a hidden paragraph that is shown": ('<text:p>a<text:hidden-paragraph text:is-hidden="false"/></text:p>', ["a"]),
    "a shape in a word": (
        "<text:p>a<draw:custom-shape> <text:p>b</text:p> </draw:custom-shape>c</text:p>",
        ["ac", "b"],
    ),
    "a hidden style": ('<text:p>a<text:span text:style-name="H2">b</text:span></text:p>', ["a"]),
    "tabs, spaces and line breaks": ("<text:p>a<text:tab/>b<text:s/>c<text:line-break/>d</text:p>", ["a b c d"]),
    "small letters above": (
        "<text:p><text:ruby><text:ruby-base>港</text:ruby-base><text:ruby-text>みなと</text:ruby-text></text:ruby></text:p>",
        ["港"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), ODT.values(), ids=ODT)
def test_open_document(text: str, expected: list[str]) -> None:
    styles = (
        '<style:style style:name="H1" style:family="text"><style:text-properties text:display="none"/></style:style>'
        '<style:style style:name="H2" style:family="text" style:parent-style-name="H1"/>'
    )
    assert read(odt(text, styles)) == expected


def test_headings_of_open_document_by_their_look() -> None:
    def look(name: str, family: str, properties: str, rest: str = "") -> str:
        inner = f"<style:text-properties {properties}/>"
        return f'<style:style style:name="{name}" style:family="{family}" {rest}>{inner}</style:style>'

    styles = (
        look("P1", "paragraph", 'fo:font-weight="bold"')
        + look("P2", "paragraph", "", 'style:parent-style-name="P1"')
        + look("P3", "paragraph", 'fo:font-size="18pt"')
        + look("T1", "text", 'fo:font-weight="bold"')
        + look("T2", "text", 'fo:font-weight="normal"')
    )
    prose = "<text:p>Everybody who is eighteen years old, and has lived here for three months, can vote.</text:p>"
    text = (
        '<text:p text:style-name="P3">Voting</text:p><text:p text:style-name="P2">Who can vote?</text:p>'
        + prose
        + '<text:p>  <text:span text:style-name="T1">Where <text:span>is</text:span> it</text:span></text:p>'
        + prose
        + '<text:p text:style-name="P1">Pay <text:span text:style-name="T2">now</text:span></text:p>'
        + prose
        + '<text:p text:style-name="P1">Pay now.</text:p>'
        + prose
        + '<text:list><text:list-item><text:p text:style-name="P1">Bread</text:p></text:list-item></text:list>'
        + prose
    )
    found = read(odt(text, styles))
    assert [one for one in found if one.startswith("# ")] == ["# Voting", "# Who can vote?", "# Where is it"]
    with_style = read(odt(text + "<text:h>The end</text:h>", styles))
    assert [one for one in with_style if one.startswith("# ")] == ["# The end"]


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
    "styles of characters": (rb"{\stylesheet{\s0 Normal;}{\cs1\outlinelevel0 heading 1;}}\pard a", ["a"]),
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
    "the page of the file, if all fonts are Western": (
        rb"{\rtf1\ansicpg1251{\fonttbl{\f0\fcharset0 A;}}\f0\'e9}",
        None,
        "й",
    ),
    "the page of the file": (rb"{\rtf1\ansicpg1253\'e1}", None, "α"),
    "UTF-8": (rb"{\rtf1\ansicpg65001\'c3\'a9}", None, "é"),
    "a Macintosh": (rb"{\rtf1\mac\'8e}", None, "é"),
    "an unknown page": (rb"{\rtf1\ansicpg9999\'e9}", None, "é"),
    "what the user says": (
        rb"{\rtf1\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 A;}}\f0\'e9}",
        "cp1253",
        "ι",
    ),
    "what no RTF can be in": (rb"{\rtf1\ansicpg1253 a\'e1}", "utf-16", "aα"),
    "bytes without a character": (rb"{\rtf1\ansicpg1252\'81a}", None, "\ufffda"),
    "fonts without groups": (rb"{\rtf1{\fonttbl\f0\fcharset204 A;\f1\fcharset0 B;}\f0\'e9\f1\'e9}", None, "йé"),
}


@pytest.mark.parametrize(("data", "encoding", "expected"), PAGES.values(), ids=PAGES)
def test_code_pages_of_rtf(data: bytes, encoding: str | None, expected: str) -> None:
    assert read(data, encoding) == [expected]


def test_an_unknown_encoding_is_an_error() -> None:
    with pytest.raises(InputError, match="the file: is not nonsense"):
        content_of(rb"{\rtf1 a}", "the file", "nonsense")


@pytest.mark.parametrize("encoding", ["idna", "punycode", "undefined"])
def test_an_encoding_without_a_mark_for_faults_is_an_error(encoding: str) -> None:
    with pytest.raises(InputError, match=f"the file: is not {encoding}: "):
        content_of(rb"{\rtf1 a\'ff}", "the file", encoding)


@pytest.mark.parametrize("name", ["flood", "flood.txt", "flood.pdf"])
def test_the_content_tells_what_a_file_is(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes((FOLDER / "flood.docx").read_bytes())
    document = Document.from_file(tmp_path / name, "en")
    assert document.sentences[0] == "Report on the flood of last spring"
    assert document.headings == (0, 1, 5)
