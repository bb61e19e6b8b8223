"""Several versions of a document on the command line, and as a page."""

from __future__ import annotations

import html
from pathlib import Path

import pytest

from tests.test_cli_corpora import done, refused, vicinal
from vicinal import Document
from vicinal.versions.consistent import Versions, align_versions
from vicinal.view.version_page import version_page

LEVELS = (
    "The old lighthouse on the island was built from granite in 1835. Three keepers lived there. Wheat prices rose.",
    "The lighthouse on the island was built in 1835. Three keepers lived there.",
    "The lighthouse on the island was built in 1835.",
)


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    for number, text in enumerate(LEVELS):
        (tmp_path / f"a.{number}.txt").write_text(text)
    return tmp_path


def test_versions_are_shown_and_written(texts: Path) -> None:
    files = [f"a.{number}.txt" for number in range(3)]
    shown = vicinal(texts, "versions", *files)
    assert shown.returncode == 0
    assert "3 levels in 2 linked rows: 1 through all levels; 1 sentence without a link" in shown.stdout
    lines = [line.split("\t") for line in shown.stdout.splitlines() if line and not line.startswith("#")]
    assert lines == [
        ["1", "-", "a.0.txt", "1", "The old lighthouse on the island was built from granite in 1835."],
        ["1", "1-1", "a.1.txt", "1", "The lighthouse on the island was built in 1835."],
        ["1", "1-1", "a.2.txt", "1", "The lighthouse on the island was built in 1835."],
        ["2", "-", "a.0.txt", "2", "Three keepers lived there."],
        ["2", "1-1", "a.1.txt", "2", "Three keepers lived there."],
        ["-", "-", "a.0.txt", "3", "Wheat prices rose."],
    ]
    side_by_side = vicinal(texts, "versions", *files, "-f", "text").stdout
    assert "1-1 1 The lighthouse" in side_by_side
    assert "3 levels in 2 linked rows" in side_by_side
    for suffix in ("tsv", "json", "html"):
        given = ("-o", f"t.{suffix}", "--split", "prose", "-l", "en")
        assert done(texts, "versions", *files, *given) == f"wrote t.{suffix}\n"
    said = done(texts, "versions", *files, "-o", "recognised.json")
    assert said == (
        "wrote recognised.json\n"
        "vicinal: note: read as prose, in English (recognised); change it with --split, --language\n"
    )
    assert (texts / "recognised.json").read_text() == (texts / "t.json").read_text()
    expected = align_versions([Document.from_file(texts / name, "en") for name in files], names=files)
    assert Versions.of_json((texts / "t.json").read_text()) == expected
    assert (texts / "t.tsv").read_text() == expected.to_tsv()
    assert vicinal(texts, "versions", *files, "-f", "tsv").stdout == expected.to_tsv()
    assert (texts / "t.html").read_text() == version_page(expected)
    assert "Three keepers lived there." in (texts / "t.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["a.0.txt"], "give at least two files"),
        (["a.0.txt", "a.1.txt", "-o", "t.docx"], "t.docx: the name must end in .tsv, .json or .html"),
        (["a.0.txt", "a.1.txt", "a.0.txt"], "vicinal: a.0.txt: is given twice"),
        (["a.0.txt", "none.txt"], "none.txt: cannot be read"),
        (["a.0.txt", "a.1.txt", "-o", "a.0.txt"], "the name must end in"),
    ],
)
def test_mistakes_are_one_line(arguments: list[str], said: str, texts: Path) -> None:
    assert said in refused(texts, "versions", *arguments)


def test_hostile_text_is_text_on_the_page() -> None:
    hostile = "</script><img src=x onerror=alert(1)> & ]]> \u202egnp.exe"
    page = version_page(align_versions([[[hostile, "Cats purr."]], [[hostile]]], names=["<b>", "\u202e2"]))
    assert "<img" not in page
    assert html.escape("</script><img src=x onerror=alert(1)> & ]]>") in page
    assert "\u202e" not in page
