"""How long it takes to read a book of 300 pages from each kind of file, and how much memory.

    python benchmarks/documents.py [--words N] [--runs N] [--kinds txt pdf ...]

The same text, some 150,000 words of chained sample articles in chapters, is written as plain text, Markdown, a web
page, Word, OpenDocument, Rich Text, an e-book and a PDF with running heads and page numbers. Each file is read in a new
process by `Document.from_file`; times are CPU seconds, of processes that the reader starts too, the best of several
runs taken in turns. "file" is the time to the blocks of the document, with loading the library; the rest is finding
sentences. It is checked that every kind gives the same words.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from textwrap import wrap

from synthetic import alignable
from vicinal.text.document import Document

WORDS_A_SENTENCE = 18
CHAPTER = 40  # paragraphs
Chapters = list[tuple[str, list[str]]]  # titles and paragraphs


def chapters(words: int) -> Chapters:
    document, _ = alignable(words // WORDS_A_SENTENCE)
    paragraphs = [" ".join(paragraph) for paragraph in document.paragraphs]
    return [
        (f"Chapter {1 + start // CHAPTER}", paragraphs[start : start + CHAPTER])
        for start in range(0, len(paragraphs), CHAPTER)
    ]


def txt(book: Chapters) -> bytes:
    return "\n\n".join(text for title, paragraphs in book for text in (title, *paragraphs)).encode()


def md(book: Chapters) -> bytes:
    return "\n\n".join(text for title, paragraphs in book for text in (f"# {title}", *paragraphs)).encode()


def html(book: Chapters) -> bytes:
    return f"<!doctype html><html lang=en><title>Book</title><body><main>{_body(book)}</main></body></html>".encode()


def _body(book: Chapters) -> str:
    return "\n".join(
        f"<h1>{escape(title)}</h1>\n" + "\n".join(f"<p>{escape(text)}</p>" for text in paragraphs)
        for title, paragraphs in book
    )


def docx(book: Chapters) -> bytes:
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    package = "http://schemas.openxmlformats.org/package/2006"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml"

    def paragraph(text: str, style: str = "BodyText") -> str:
        """Return a paragraph as Word writes it: in runs of a few words, each with properties."""
        words = text.split(" ")
        runs = (" ".join(words[start : start + 6]) + " " for start in range(0, len(words), 6))
        written = "".join(
            '<w:proofErr w:type="spellStart"/><w:r w:rsidR="00A77B3E" w:rsidRPr="00C12D44"><w:rPr>'
            '<w:rFonts w:ascii="Arial"/><w:sz w:val="22"/><w:lang w:val="en-GB"/></w:rPr>'
            f'<w:t xml:space="preserve">{escape(run)}</w:t></w:r>'
            for run in runs
        )
        return f'<w:p w:rsidR="00A77B3E"><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{written}</w:p>'

    def cells(texts: list[str]) -> str:
        row = "".join(f'<w:tc><w:tcPr><w:tcW w:w="3000"/></w:tcPr>{paragraph(text)}</w:tc>' for text in texts)
        return f"<w:tbl><w:tblPr/><w:tr>{row}</w:tr></w:tbl>"

    body = "".join(
        paragraph(title, "Heading1") + cells(texts[:3]) + "".join(map(paragraph, texts[3:])) for title, texts in book
    )
    return _zipped({
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{main}.document.main+xml"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{main}.styles+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{office}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{office}/styles" Target="styles.xml"/></Relationships>',
        "word/styles.xml": f'<w:styles {space}><w:style w:type="paragraph" w:styleId="Heading1">'
        '<w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>',
        "word/document.xml": f"<w:document {space}><w:body>{body}</w:body></w:document>",
    })  # fmt: skip


def odt(book: Chapters) -> bytes:
    names = "urn:oasis:names:tc:opendocument:xmlns"
    kind = "application/vnd.oasis.opendocument.text"
    body = "".join(
        f'<text:h text:outline-level="1">{escape(title)}</text:h>'
        + "".join(f"<text:p>{escape(text)}</text:p>" for text in paragraphs)
        for title, paragraphs in book
    )
    return _zipped({
        "mimetype": kind,
        "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{names}:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
        "content.xml": f'<office:document-content xmlns:office="{names}:office:1.0" xmlns:text="{names}:text:1.0">'
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>",
    })  # fmt: skip


def rtf(book: Chapters) -> bytes:
    def run(text: str) -> str:
        return "".join(
            char if char.isascii() and char not in "\\{}" else f"\\u{ord(char)}?" for char in text
        )  # no sample has a character that RTF would need two of

    body = "".join(
        f"\\pard\\s1\\b {run(title)}\\b0\\par\n" + "".join(f"\\pard\\s0 {run(text)}\\par\n" for text in paragraphs)
        for title, paragraphs in book
    )
    styles = "{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 heading 1;}}"
    return f"{{\\rtf1\\ansi\\ansicpg1252\\deff0{{\\fonttbl{{\\f0 Times;}}}}{styles}\n{body}}}".encode("ascii")


def epub(book: Chapters) -> bytes:
    files = [f"c{number}.xhtml" for number in range(len(book))]
    items = "".join(f'<item id="{file}" href="{file}" media-type="application/xhtml+xml"/>' for file in files)
    spine = "".join(f'<itemref idref="{file}"/>' for file in files)
    parts = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles>'
        "</container>",
        "book.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>",
    }
    for file, chapter in zip(files, book, strict=True):
        head = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Book</title></head>'
        parts[file] = f"{head}<body>{_body([chapter])}</body></html>"
    return _zipped(parts)


def _zipped(parts: dict[str, str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text, zipfile.ZIP_STORED if name == "mimetype" else None)
    return data.getvalue()


def pdf(book: Chapters) -> bytes:
    """Return pages of 46 lines of 75 letters in Courier, with running heads and page numbers."""
    pages: list[list[str]] = [[]]
    for command in _pdf_lines(book):
        if len(pages[-1]) == 46:
            pages.append([])
        pages[-1].append(command)
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold /Encoding /WinAnsiEncoding >>",
    ]
    for number, page in enumerate(pages):
        shown = "".join(f"BT {line.replace('HEIGHT', str(720 - 13 * row))} ET\n" for row, line in enumerate(page))
        head = f"BT /F1 8 Tf 72 760 Td (A book) Tj ET\nBT /F1 8 Tf 300 60 Td ({number + 1}) Tj ET\n"
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> "
            f"/Contents {len(objects) + 2} 0 R >>",
            f"<< /Length {len((head + shown).encode('cp1252'))} >>\nstream\n{head}{shown}\nendstream",
        ]
    data, places = bytearray(b"%PDF-1.4\n"), []
    for number, text in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{text}\nendobj\n".encode("cp1252")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = f"trailer\n<< /Size {len(places) + 1} /Root 1 0 R >>\nstartxref\n{len(data)}\n%%EOF\n"
    return bytes(data) + f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{table}{end}".encode()


def _pdf_lines(book: Chapters) -> Iterator[str]:
    for title, paragraphs in book:
        yield f"/F2 14 Tf 72 HEIGHT Td ({title}) Tj"
        for text in paragraphs:
            for number, line in enumerate(wrap(text, 75, initial_indent="  ", break_on_hyphens=False)):
                shown = line.strip().replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
                yield f"/F1 10 Tf {72 if number else 84} HEIGHT Td ({shown}) Tj"


WRITERS: dict[str, Callable[[Chapters], bytes]] = {
    "txt": txt, "md": md, "html": html, "docx": docx, "odt": odt, "rtf": rtf, "epub": epub, "pdf": pdf,
}  # fmt: skip


def read(path: Path) -> None:
    """Print the CPU seconds to the blocks and to the document, and the peak memory in MB, as Linux tells it."""
    import resource

    from vicinal.extract.content import content_of
    from vicinal.text.reading import Reading

    def used() -> float:
        times = os.times()
        return times.user + times.system + times.children_user + times.children_system

    start = used()
    content = content_of(path.read_bytes(), path.name)
    blocks = used()
    Document.from_content(content, Reading("en"))
    end = used()
    # Not ru_maxrss: a new process begins with that of the one that started it.
    own = next(line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line)
    peak = max(int(own), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    print(blocks - start, end - start, peak / 1024)


def measured(path: Path) -> list[float]:
    command = [sys.executable, __file__, "--read", str(path)]
    return [float(number) for number in subprocess.run(command, capture_output=True, check=True).stdout.split()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=150_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--kinds", nargs="+", choices=WRITERS, default=list(WRITERS))
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.read:
        read(options.read)
        return
    book = chapters(options.words)
    with tempfile.TemporaryDirectory() as folder:
        paths = {kind: Path(folder) / f"book.{kind}" for kind in ["txt", *options.kinds]}
        for kind, path in paths.items():
            path.write_bytes(WRITERS[kind](book))
        words = " ".join(text for title, paragraphs in book for text in (title, *paragraphs)).split()
        for path in paths.values():
            if " ".join(Document.from_file(path, "en").sentences).split() != words:
                sys.exit(f"{path.name}: other words were read than written")
        runs = [{kind: measured(path) for kind, path in paths.items()} for _ in range(options.runs)]
    print(f"{len(words):,} words, best of {options.runs} runs, CPU seconds")
    print("kind   file  document  times plain text  peak MB")
    plain = min(run["txt"][1] for run in runs)
    for kind in paths:
        file, document, peak = (min(run[kind][field] for run in runs) for field in range(3))
        print(f"{kind:5} {file:5.2f}  {document:8.2f}  {document / plain:16.1f}  {peak:7.0f}")


if __name__ == "__main__":
    main()
