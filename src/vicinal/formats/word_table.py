"""`.docx`: a table of two columns, source and target, to hand to an editor.

A row is a link or a sentence without one, in reading order, with the number of the link in small print. Headings are
bold, paragraphs stay paragraphs, the other side of a sentence without a link is grey. The page is landscape, and the
header is repeated on each page. It is for reading and printing: nothing reads it back as an alignment.

The XML is written directly, like the other XML formats: a table needs a few elements, and the same input must give the
same bytes. `tests/test_workbook.py` opens it with python-docx and LibreOffice.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence

from vicinal.alignment import Aligned
from vicinal.formats.archive_part import part_named
from vicinal.formats.reading_order import marks_of, rows_of
from vicinal.formats.workbook import is_right_to_left
from vicinal.formats.xml_text import HEAD, attributes, escape
from vicinal.text.document import Document

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_WIDTH = 7285  # of a column, in twentieths of a point
_GREY = '<w:color w:val="5B626C"/>'
_NOTHING_HERE = '<w:shd w:val="clear" w:color="auto" w:fill="F0EFEB"/>'
_BORDERS = "".join(
    f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="BDB9B0"/>'
    for side in ("top", "left", "bottom", "right", "insideH", "insideV")
)
_TABLE = (
    f'<w:tbl><w:tblPr><w:tblW w:w="{2 * _WIDTH}" w:type="dxa"/><w:tblBorders>{_BORDERS}</w:tblBorders>'
    '<w:tblLayout w:type="fixed"/><w:tblCellMar><w:top w:w="60" w:type="dxa"/><w:left w:w="110" w:type="dxa"/>'
    '<w:bottom w:w="60" w:type="dxa"/><w:right w:w="110" w:type="dxa"/></w:tblCellMar></w:tblPr>'
    f'<w:tblGrid><w:gridCol w:w="{_WIDTH}"/><w:gridCol w:w="{_WIDTH}"/></w:tblGrid>'
)
_PAGE = (
    '<w:sectPr><w:footerReference w:type="default" r:id="rId2"/>'
    '<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>'
    '<w:pgMar w:top="1020" w:right="1134" w:bottom="1020" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/>'
    "</w:sectPr>"
)
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_TYPE}.document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{_TYPE}.styles+xml"/>'
    f'<Override PartName="/word/footer1.xml" ContentType="{_TYPE}.footer+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
    "word/_rels/document.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/styles" Target="styles.xml"/>'
    f'<Relationship Id="rId2" Type="{_OFFICE}/footer" Target="footer1.xml"/></Relationships>',
    "word/styles.xml": f'<w:styles xmlns:w="{_WORD}"><w:docDefaults><w:rPrDefault><w:rPr>'
    '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Arial"/><w:sz w:val="22"/>'
    '<w:szCs w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>'
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr>'
    '<w:spacing w:after="40"/></w:pPr></w:style>'
    '<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:pPr>'
    '<w:spacing w:after="160"/></w:pPr><w:rPr><w:b/><w:sz w:val="28"/><w:szCs w:val="28"/></w:rPr></w:style>'
    "</w:styles>",
    "word/footer1.xml": f'<w:ftr xmlns:w="{_WORD}"><w:p><w:pPr><w:jc w:val="right"/></w:pPr>'
    '<w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p></w:ftr>',
}


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, bytes]]:
    """Yield the bytes of a Word file, with a table for each pair."""
    del corpus, names
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in _PARTS.items():
            archive.writestr(part_named(name), HEAD + text)
        with archive.open(part_named("word/document.xml"), "w") as part:
            part.write(f'{HEAD}<w:document xmlns:w="{_WORD}" xmlns:r="{_OFFICE}"><w:body>'.encode())
            for one in aligned:
                for text in _table(one):
                    part.write(text.encode())
            part.write(f"{_PAGE}</w:body></w:document>".encode())
    yield 0, file.getvalue()


def _table(one: Aligned) -> Iterator[str]:
    """Yield the title and the table of a pair, row by row."""
    alignment = one.alignment
    if alignment.id:
        yield f'<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr>{_run(alignment.id)}</w:p>'
    yield _TABLE
    sides = (alignment.source, alignment.target)
    names = [document.id or level for document, level in zip(sides, one.levels, strict=True)]
    if names[0] == names[1]:
        names = list(one.levels)
    head = "".join(_cell(f"<w:p>{_run(name, '<w:b/>')}</w:p>") for name in names)
    yield f"<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>{head}</w:tr>"
    marks = [marks_of(document) for document in sides]
    notes = {(note.source, note.target): note for note in one.notes}
    links = 0
    for row in rows_of(alignment):
        links += row.link is not None
        small = f"{links}" if row.link else ""
        note = notes.get(row[:2])
        remark = " ".join(filter(None, ("Unsure." if note.unsure else "", note.comment))) if note else ""
        cells = [
            _cell(_paragraphs(document, opens, indices, small, remark if number == bool(row.target) else ""))
            if indices
            else _cell("<w:p/>", _NOTHING_HERE)
            for number, (document, opens, indices) in enumerate(zip(sides, marks, row[:2], strict=True))
        ]
        yield f"<w:tr><w:trPr><w:cantSplit/></w:trPr>{''.join(cells)}</w:tr>"
    yield "</w:tbl><w:p/>"


def _cell(content: str, look: str = "") -> str:
    return f'<w:tc><w:tcPr><w:tcW w:w="{_WIDTH}" w:type="dxa"/>{look}</w:tcPr>{content}</w:tc>'


def _paragraphs(document: Document, marks: dict[int, str], indices: Sequence[int], small: str, remark: str) -> str:
    """Return the sentences of a cell, in as many paragraphs as the text has."""
    language = f"<w:lang{attributes(w__val=document.language)}/>" if document.language else ""
    bold = document.heading_sentences
    paragraphs: list[list[str]] = []
    ways: list[bool] = []
    for index in indices:
        text = document.sentences[index]
        if not paragraphs or index in marks:
            start = _run(f"{small} ", f'{_GREY}<w:sz w:val="14"/><w:szCs w:val="14"/>') if small and not ways else ""
            paragraphs.append([start])
            ways.append(is_right_to_left(text))
            before = ""
        else:
            before = " "
        way = "<w:rtl/>" if ways[-1] else ""
        paragraphs[-1].append(_run(before + text, f"{'<w:b/>' * (index in bold)}{way}{language}"))
    if remark:
        paragraphs.append([_run(remark, f'<w:i/>{_GREY}<w:sz w:val="18"/><w:szCs w:val="18"/>')])
        ways.append(is_right_to_left(remark))
    return "".join(
        f"<w:p>{'<w:pPr><w:bidi/></w:pPr>' * way}{''.join(runs)}</w:p>"
        for runs, way in zip(paragraphs, ways, strict=True)
    )


def _run(text: str, look: str = "") -> str:
    properties = f"<w:rPr>{look}</w:rPr>" if look else ""
    return f'<w:r>{properties}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
