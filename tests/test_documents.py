"""Documents as people have them: what is read from each file in tests/documents, exactly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vicinal import Document
from vicinal.extract.content import content_at
from vicinal.text.reading import recognised_language

FOLDER = Path(__file__).resolve().parent / "documents"
EXPECTED = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("expected", EXPECTED, ids=[path.stem for path in EXPECTED])
def test_a_document_is_read_as_a_reader_sees_it(expected: Path) -> None:
    wanted = json.loads(expected.read_text(encoding="utf-8"))
    document = Document.from_file(expected.with_suffix(""), wanted["language"])
    found = [(number in document.headings, list(paragraph)) for number, paragraph in enumerate(document.paragraphs)]
    assert found == [(number in wanted["headings"], paragraph) for number, paragraph in enumerate(wanted["paragraphs"])]


@pytest.mark.parametrize("expected", EXPECTED, ids=[path.stem for path in EXPECTED])
def test_its_language_is_recognised(expected: Path) -> None:
    wanted = json.loads(expected.read_text(encoding="utf-8"))
    assert recognised_language([content_at(expected.with_suffix(""))]) == wanted["language"]


def test_every_file_has_what_is_expected_of_it() -> None:
    files = {path.name for path in FOLDER.iterdir() if path.suffix != ".json" and path.name != "README.md"}
    assert files == {path.stem for path in EXPECTED}
