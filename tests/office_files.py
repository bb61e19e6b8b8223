"""Word and OpenDocument files for tests, from pieces of XML."""

from __future__ import annotations

import io
import zipfile

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
NAMES = " ".join(f'xmlns:{n}="{OASIS}{n}:1.0"' for n in ("office", "text", "style", "table")) + (
    f' xmlns:draw="{OASIS}drawing:1.0" xmlns:fo="{OASIS}xsl-fo-compatible:1.0"'
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
            "content.xml": f"<office:document-content {NAMES}>"
            f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>{text}</office:text></office:body></office:document-content>",
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{OASIS}manifest:1.0">{manifest}</m:manifest>',
        }
    )


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
