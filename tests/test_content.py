"""What a file is, told by its content; and files that are too large."""

from __future__ import annotations

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
