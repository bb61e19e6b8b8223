"""What a file is, told by its content; and files that are too large."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from vicinal import Document, InputError
from vicinal.extract import content


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("page.txt", b"<!DOCTYPE html><html><body><p>Bees</p>"),
        ("page.html", b"Bees"),
        ("a", b"PK\x03\x04"),
        ("a.txt", b"%PDF-1.7"),
        ("a", b"{\\rtf1"),
        ("a.md", b"# Bees"),
    ],
)
def test_a_document_that_is_too_large_is_not_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, head: bytes
) -> None:
    monkeypatch.setattr(content, "MOST_BYTES", 1_000_000)
    path = tmp_path / name
    with path.open("wb") as file:
        file.write(head)
        file.truncate(10**10)  # ten gigabytes, none of them on the disk
    with pytest.raises(InputError) as caught:
        Document.from_file(path)
    assert str(caught.value) == f"{path}: has more than 1 MB; split it, or remove its pictures"


def test_plain_text_may_be_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "MOST_BYTES", 1_000_000)
    path = tmp_path / "a.txt"
    path.write_text("Bees fly far.\n\n" * 100_000, encoding="utf-8")
    assert len(Document.from_file(path, "en").sentences) == 100_000


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b" \r\n", b"\x01\x02 7\xff", b"HTTP/1.1 200\n\n", b"junk\0"])
def test_a_pdf_may_begin_after_junk(before: bytes) -> None:
    assert content.kind_of(before + b"%PDF-1.7\n", "file") == "pdf"


@pytest.mark.parametrize(
    "text",
    [
        "A PDF file begins with %PDF-1.7 and a line break.\n",
        "Look at the first bytes:\nthey are %PDF-1.4 in most files.\n",
        "The mark is\n%PDF- and a number.\n",
        "Wer »%PDF-1.7« liest, hat eine PDF-Datei vor sich.\n",
    ],
)
def test_prose_that_mentions_the_mark_of_a_pdf_is_text(text: str) -> None:
    assert content.content_of(text.encode(), "a.txt") == text


@pytest.mark.parametrize("name", ["page.txt", "page.html", "page"])
@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
@pytest.mark.parametrize("named", [False, True])
def test_a_web_page_in_utf_16_is_read(name: str, codec: str, named: bool) -> None:
    page = "<!DOCTYPE html>\n<meta charset=utf-16><title>x</title><p>Żółw i zając</p><p>第一课</p>"
    mark = "\ufeff" if codec in ("utf-16-le", "utf-16-be") else ""
    found = content.content_of((mark + page).encode(codec), name, codec if named else None)
    assert [getattr(block, "text", block) for block in found] == ["Żółw i zając", "第一课"]


def test_text_in_utf_16_says_which_encoding_to_give() -> None:
    data = "Die Bienen fliegen weit.\n".encode("utf-16")
    with pytest.raises(InputError, match=r"a\.txt: is UTF-16 text; give --encoding utf-16"):
        content.content_of(data, "a.txt")
    assert content.content_of(data, "a.txt", "utf-16") == "Die Bienen fliegen weit.\n"


def test_an_unknown_encoding_is_named() -> None:
    with pytest.raises(InputError, match="unknown encoding 'nonsense'"):
        content.content_of(b"<p>Bees</p>", "a.txt", "nonsense")


def test_plain_text_that_is_too_large_is_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "MOST_TEXT", 3_000_000)
    path = tmp_path / "a.txt"
    with path.open("wb") as file:
        file.write(b"Bees fly far.\n" * 10_000)
        file.truncate(10**10)
    for encoding in (None, "latin-1"):
        with pytest.raises(InputError) as caught:
            content.content_at(path, encoding)
        assert str(caught.value) == f"{path}: has more than 3 MB; split it"


class _Endless(io.RawIOBase):
    """A file without an end, as `/dev/zero` is."""

    def __init__(self, piece: bytes) -> None:
        self.given = 0
        self._piece = piece

    def read(self, size: int = -1) -> bytes:
        assert size > 0
        self.given += size
        assert self.given < 1_000_000
        return (self._piece * size)[:size]


@pytest.mark.parametrize(("piece", "line"), [(b"\0", "binary data (a NUL byte at offset 0)"), (b"a\0", "UTF-16 text")])
def test_binary_data_are_refused_by_their_beginning(piece: bytes, line: str) -> None:
    with pytest.raises(InputError, match=rf"^big\.docx: is {re.escape(line)}; "):
        content.read_document(_Endless(piece), "big.docx")  # type: ignore[arg-type]


def test_text_with_nul_bytes_is_read_in_the_encoding_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("Bees fly far.\n".encode("utf-16"))
    assert content.content_at(path, "utf-16") == "Bees fly far.\n"
