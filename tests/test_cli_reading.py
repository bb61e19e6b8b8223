"""How texts are read on the command line: the command `read`, the note of what was recognised, one reading a pair."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.test_cli import assert_refused, run
from vicinal import Document, InputError, SettingError
from vicinal.cli.console import read_documents, reading_note
from vicinal.cli.read_command import as_lines
from vicinal.extract import content
from vicinal.text.reading import Reading

STORY = """\
The missing box
The ferry left the island at seven. Nobody stood on the pier. A cold wind blew from the west.
Marta counted the boxes twice. One was missing! She asked the captain.
At last she found it under the stairs. It smelled of oranges.
"""
SIMPLE = """\
The ferry left at seven.
Nobody was on the pier.
Marta counted the boxes.
One was missing!
She found it under the stairs.
"""
ARTICLES = Path(__file__).resolve().parents[1] / "data" / "articles"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "story.txt").write_text(STORY)
    (tmp_path / "simple.txt").write_text(SIMPLE)
    return tmp_path


def test_read_shows_sentences_and_headings(folder: Path) -> None:
    result = run(folder, "read", "story.txt", "-l", "en")
    lines = [line.rstrip() for line in result.out.splitlines()]
    assert lines[:6] == [
        "1  The missing box",
        "",
        "2  The ferry left the island at seven.",
        "3  Nobody stood on the pier.",
        "4  A cold wind blew from the west.",
        "",
    ]
    assert "1 heading, 3 paragraphs and 8 sentences; a paragraph a line; English (en)" in lines
    assert result.recognised == "read as a paragraph a line (recognised); change it with --split"
    assert (result.code, result.err) == (0, "")
    without = run(folder, "read", "story.txt", "-l", "en", "--no-headings", "--split", "paragraphs")
    assert without.out.startswith("1  The ferry left the island at seven.")
    assert without.recognised == ""
    coloured = run(folder, "read", "story.txt", "-l", "en", environment={"FORCE_COLOR": "1"})
    assert "\x1b[1mThe missing box " in coloured.out
    assert "\x1b[1mThe ferry" not in coloured.out


def test_read_shows_several_files_alike(folder: Path) -> None:
    result = run(folder, "read", "simple.txt", "story.txt", "-l", "en")
    lines = [line.rstrip() for line in result.out.splitlines()]
    assert lines[0] == "simple.txt"
    assert "story.txt" in lines
    assert "5 paragraphs and 5 sentences; a paragraph a line; English (en)" in lines
    assert "1 heading, 3 paragraphs and 8 sentences; a paragraph a line; English (en)" in lines


def test_read_writes_lines_that_are_read_back(folder: Path) -> None:
    result = run(folder, "read", "-", "-l", "en", "-f", "lines", stdin=STORY)
    assert result.out == as_lines(Document.from_text(STORY, "en"))
    assert result.out.startswith("== The missing box ==\n\nThe ferry left the island at seven.\nNobody stood")
    assert run(folder, "read", "story.txt", "-o", "out.txt", "-l", "en").err == "wrote out.txt\n"
    assert (folder / "out.txt").read_text() == result.out
    assert run(folder, "read", "out.txt", "-f", "lines", "-l", "en").out == result.out


def test_read_writes_json(folder: Path) -> None:
    assert run(folder, "read", "story.txt", "simple.txt", "-o", "out.json", "-l", "en").err == "wrote out.json\n"
    story, simple = json.loads((folder / "out.json").read_text())
    expected = Document.from_file(folder / "story.txt", "en")
    assert Document(story["paragraphs"], story["id"], story["language"], story["headings"]) == expected
    assert simple["id"] == "simple.txt"
    assert simple["headings"] == []


@pytest.mark.parametrize("path", sorted(ARTICLES.glob("*.txt")), ids=lambda path: path.stem)
def test_lines_of_documents_are_read_back(path: Path) -> None:
    document = Document.from_file(path, path.name.split(".")[-3])
    again = Document.from_text(as_lines(document), document.language, split="lines", id=document.id)
    assert again == document


def test_mistakes(folder: Path) -> None:
    assert_refused(folder, "read", "story.txt", "simple.txt", "-f", "lines", says="writes one text; 2 files were given")
    assert_refused(folder, "read", "story.txt", "-o", "out.txt", "-f", "text", says="--format text is for the terminal")
    assert_refused(folder, "read", "story.txt", "-o", "story.txt", says="is also an input")
    assert_refused(folder, "read", "-", "-", says="only one text can be '-'")


def test_align_reads_both_sides_alike_and_says_so(folder: Path) -> None:
    result = run(folder, "align", "story.txt", "simple.txt", "-l", "en", "-f", "json")
    assert result.recognised == "read as a paragraph a line (recognised); change it with --split"
    target = json.loads(result.out)["target"]
    assert "She found it under the stairs." in json.dumps(target)
    given = run(folder, "align", "story.txt", "simple.txt", "-l", "en", "-f", "json", "--split", "paragraphs")
    assert given.recognised == ""
    assert given.out == result.out


# (what, given, taken, note)
NOTES = [
    ("nothing left open", Reading("en", "lines"), Reading("en", "lines"), None),
    ("split", Reading("en"), Reading("en", "prose"), "read as prose (recognised); change it with --split"),
    (
        "paragraphs",
        Reading("en"),
        Reading("en", "paragraphs"),
        "read as a paragraph a line (recognised); change it with --split",
    ),
]


@pytest.mark.parametrize(("given", "taken", "line"), [case[1:] for case in NOTES], ids=[case[0] for case in NOTES])
def test_notes(given: Reading, taken: Reading, line: str | None) -> None:
    assert reading_note(given, taken) == line


def test_a_note_of_both_names_both_flags() -> None:
    line = reading_note(Reading(), Reading("de", "lines"))
    assert line is not None
    assert line.startswith("read as a sentence a line, in ")
    assert line.endswith(" (recognised); change it with --split, --language")


def test_documents_with_markup_are_read_beside_plain_text(folder: Path) -> None:
    (folder / "story.md").write_bytes("# The missing café\n\nThe ferry left. Nobody came.".encode("latin-1"))
    names = [str(folder / "story.md"), str(folder / "simple.txt")]
    texts = read_documents(names, Reading("en"), "latin-1")
    assert texts.reading.split == "lines"
    assert [len(document.sentences) for document in texts.documents] == [3, 5]
    assert [document.id for document in texts.documents] == ["story.md", "simple.txt"]
    assert texts.documents[0].headings == (0,)
    assert texts.documents[0].sentences[0] == "The missing café"
    # Documents with markup have no split, and nothing is said about it.
    alone = read_documents(names[:1], Reading("en"), "latin-1")
    assert (alone.reading.split, alone.recognised) == ("auto", None)
    shown = run(folder, "read", "story.md", "-l", "en", "--split", "lines", "--encoding", "latin-1")
    assert shown.out.splitlines()[-2].strip() == "1 heading, 1 paragraph and 2 sentences; English (en)"


def test_texts_must_have_sentences_and_one_standard_input(folder: Path) -> None:
    (folder / "blank.txt").write_text(" \n")
    with pytest.raises(InputError, match=r"blank\.txt: is empty"):
        read_documents([str(folder / "story.txt"), str(folder / "blank.txt")], Reading("en"))
    with pytest.raises(SettingError, match="only one text can be '-'"):
        read_documents(["-", "-"], Reading("en"))


def test_a_document_that_is_too_large_is_not_loaded_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(content, "MOST_BYTES", 1_000_000)
    path = tmp_path / "page.html"
    with path.open("w+b") as file:
        file.write(b"<!DOCTYPE html><p>Bees")
        file.truncate(10**10)  # ten gigabytes, none of them on the disk
        file.seek(0)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(file))
        with pytest.raises(InputError) as caught:
            read_documents(["-"], Reading("en"))
    assert str(caught.value) == "standard input: has more than 1 MB; split it, or remove its pictures"


@pytest.mark.parametrize(("name", "text"), [("plan.txt", "== One ==\n\n== Two ==\n"), ("plan.md", "# One\n\n# Two\n")])
def test_a_text_of_headings_only_is_not_called_empty(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    assert run(folder, "read", name, "-l", "en").code == 0
    with pytest.raises(InputError, match=rf"{name}: has nothing but headings, which were left out; read without"):
        read_documents([str(folder / name)], Reading("en", headings=False))
