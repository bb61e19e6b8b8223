"""Small PDF files for tests, written letter by letter in Courier: each letter is 0.6 of its size wide."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

FONTS = ("Courier", "Courier-Bold")
_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


@dataclass(frozen=True)
class Written:
    """A line of text on a page: where it begins (up from the bottom), its size, and how it is drawn."""

    text: str
    x: float
    y: float
    size: float = 10
    bold: bool = False
    turned: tuple[float, float, float, float] = (1, 0, 0, 1)
    mode: int = 0

    def operators(self) -> bytes:
        """Return what draws it."""
        shown = self.text.encode("cp1252").replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
        matrix = " ".join(f"{number:.4f}" for number in (*self.turned, self.x, self.y))
        return (
            f"BT /F{int(self.bold)} {self.size} Tf {self.mode} Tr {matrix} Tm ".encode() + b"(" + shown + b") Tj ET\n"
        )


def lines(*texts: str, x: float = 72, y: float = 720, pitch: float = 12, size: float = 10) -> list[Written]:
    """Return lines below each other."""
    return [Written(text, x, y - number * pitch, size) for number, text in enumerate(texts)]


def pdf(
    *pages: list[Written],
    drawn: bytes = b"",
    box: str = "0 0 612 792",
    password: str | None = None,
    meant: dict[str, str] | None = None,
) -> bytes:
    """Return a PDF file of pages of text.

    `drawn` are operators for every page; a password encrypts it; `meant` says what letters stand for, in a file without
    a password.
    """
    fonts = " ".join(f"/F{number} {3 + number} 0 R" for number in range(len(FONTS)))
    first = 3 + len(FONTS) + (meant is not None)
    look = "/Encoding /WinAnsiEncoding" + (f" /ToUnicode {first - 1} 0 R" if meant is not None else "")
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        *(f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} {look} >>".encode() for font in FONTS),
        *([_meanings(meant)] if meant is not None else []),
    ]
    key = _key(password) if password is not None else None
    for page in pages:
        number = len(objects) + 1
        content = b"".join(line.operators() for line in page) + drawn
        if key:
            content = _rc4(hashlib.md5(key + (number + 1).to_bytes(3, "little") + b"\0\0").digest()[:10], content)
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Resources << /Font << {fonts} >> >> "
            f"/Contents {number + 1} 0 R >>".encode(),
            f"<< /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream",
        ]
    return assembled(objects, _encryption(key) if key else b"")


def _meanings(meant: dict[str, str]) -> bytes:
    rows = "\n".join(f"<{ord(drawn):02x}> <{ord(letter):04x}>" for drawn, letter in meant.items())
    table = f"1 begincodespacerange\n<00> <ff>\nendcodespacerange\n{len(meant)} beginbfchar\n{rows}\nendbfchar\n"
    return f"<< /Length {len(table)} >>\nstream\n{table}\nendstream".encode()


def assembled(objects: list[bytes], trailer: bytes = b"") -> bytes:
    """Return a PDF file of objects, numbered from 1; the first is the catalogue."""
    data, places = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    start = len(data)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    data += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    data += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R ".encode() + trailer + b" >>\n"
    return bytes(data) + f"startxref\n{start}\n%%EOF\n".encode()


def _key(password: str) -> bytes:
    padded = (password.encode() + _PADDING)[:32]
    return hashlib.md5(padded + _PADDING + (-4).to_bytes(4, "little", signed=True) + b"0123456789abcdef").digest()[:5]


def _encryption(key: bytes) -> bytes:
    user = _rc4(key, _PADDING).hex().encode()
    return (
        b"/ID [<" + b"0123456789abcdef".hex().encode() + b"> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <"
        + _PADDING.hex().encode() + b"> /U <" + user + b"> >>"
    )  # fmt: skip


def _rc4(key: bytes, data: bytes) -> bytes:
    state, other = list(range(256)), 0
    for one in range(256):
        other = (other + state[one] + key[one % len(key)]) % 256
        state[one], state[other] = state[other], state[one]
    one = other = 0
    out = bytearray()
    for byte in data:
        one = (one + 1) % 256
        other = (other + state[one]) % 256
        state[one], state[other] = state[other], state[one]
        out.append(byte ^ state[(state[one] + state[other]) % 256])
    return bytes(out)
