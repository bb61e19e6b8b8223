"""Thresholds that the documents set: `sentence_alpha="auto"` and `paragraph_alpha="auto"`."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from tests.test_kernel import InPython
from vicinal import Alignment, Document, Idf, SettingError, TfIdf, Vicinity, align
from vicinal.methods.auto_alpha import paragraph_alpha, sentence_alpha
from vicinal.similarity.characters import Characters
from vicinal.similarity.vectors import Vectors
from vicinal.view.page import page
from vicinal.view.terminal import steps
from vicinal.view.viewer_data import viewer_data

AUTO = Vicinity(paragraph_alpha="auto", sentence_alpha="auto")
WORDS = st.lists(st.sampled_from(["the", "a", "cat", "dog", "sat", "ran", "mat", "big"]), min_size=1, max_size=6)
PARAGRAPH = st.lists(WORDS.map(" ".join), min_size=3, max_size=4)
DOCUMENT = st.lists(PARAGRAPH, min_size=3, max_size=4).map(Document)  # 9 to 16 sentences


class Cells:
    """Vectors of which only the similarities matter."""

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = rows
        self.shape = (len(rows), len(rows[0]))

    def pair(self, x: int, y: int) -> float:
        return self.rows[x][y]


def alpha_of(rows: list[list[float]]) -> float:
    return sentence_alpha(Cells(rows))  # type: ignore[arg-type]


def rows_of(*cells: float, size: tuple[int, int] = (10, 10)) -> list[list[float]]:
    """Return a matrix with these similarities, and 0 for the others."""
    values = [*cells, *[0.0] * (size[0] * size[1] - len(cells))]
    return [values[x * size[1] : (x + 1) * size[1]] for x in range(size[0])]


def test_alpha_follows_the_similarity_that_twice_as_many_pairs_as_sentences_reach() -> None:
    # Ten sentences: twenty cells come first, the next one counts. .21 + .3 x .1
    assert alpha_of(rows_of(*[0.9] * 20, 0.1, 0.05)) == 0.24
    assert alpha_of(rows_of(*[0.2] * 21)) == 0.27
    assert alpha_of(rows_of(0.1, *[0.9] * 7, 0.2, *[0.7] * 12)) == 0.24
    assert alpha_of(rows_of(*[0.9] * 22, 0.1, size=(11, 14))) == 0.24


def test_alpha_is_at_most_the_default() -> None:
    assert alpha_of(rows_of(*[0.9] * 20, 0.31)) == 0.3 == Vicinity().sentence_alpha
    assert alpha_of(rows_of(*[0.9] * 100)) == 0.3


def test_nothing_in_common_gives_the_least_alpha() -> None:
    assert alpha_of(rows_of()) == 0.21
    assert alpha_of(rows_of(*[-0.5] * 100)) == 0.21


def test_alpha_is_the_default_where_one_document_is_more_than_half_as_long_again() -> None:
    assert alpha_of(rows_of(size=(10, 15))) == alpha_of(rows_of(size=(15, 10))) == 0.21
    assert alpha_of(rows_of(size=(10, 16))) == alpha_of(rows_of(size=(16, 10))) == 0.3


def test_alpha_is_the_default_for_short_documents() -> None:
    assert alpha_of(rows_of(size=(9, 10))) == alpha_of(rows_of(size=(10, 9))) == alpha_of([[0.0]]) == 0.3
    assert sentence_alpha(Vectors([], [])) == 0.3


def test_paragraph_alpha_keeps_the_proportion_of_the_defaults() -> None:
    assert paragraph_alpha(Vicinity().sentence_alpha) == Vicinity().paragraph_alpha  # type: ignore[arg-type]
    assert paragraph_alpha(0.2) == 0.3
    assert paragraph_alpha(0.9) == 1.0


SOURCE = "The old ferry left the harbour at dawn. It rained. Nobody waited on the quay. Gulls cried. " * 3
TARGET = "A boat left early. It rained. No one stood there. Birds were loud in the harbour. " * 3


def test_each_alpha_is_set_on_its_own() -> None:
    source, target = Document.from_text(SOURCE), Document.from_text(TARGET)
    assert Vicinity().alphas(source, target) == (0.45, 0.3)
    sentences = AUTO.alphas(source, target)[1]
    assert sentences < 0.3
    assert AUTO.alphas(source, target) == (paragraph_alpha(sentences), sentences)
    assert Vicinity(sentence_alpha="auto").alphas(source, target) == (0.45, sentences)
    assert Vicinity(paragraph_alpha="auto", sentence_alpha=0.2).alphas(source, target) == (0.3, 0.2)


@given(DOCUMENT, DOCUMENT, st.sampled_from(["auto", 0.2, 0.45]), st.booleans())
def test_auto_is_the_alphas_it_tells(source: Document, target: Document, paragraphs: float, weighted: bool) -> None:
    method = Vicinity(paragraphs, "auto", similarity=TfIdf(Idf.fit([source]) if weighted else None))
    alphas = method.alphas(source, target)
    expected = replace(method, paragraph_alpha=alphas[0], sentence_alpha=alphas[1])(source, target)
    assert replace(method(source, target), signature=expected.signature) == expected


@given(DOCUMENT, DOCUMENT)
def test_kernel_and_python_take_the_same_alphas(source: Document, target: Document) -> None:
    def words(source: Document, target: Document) -> Vectors:
        return InPython.of_rows(TfIdf()(source, target).rows)

    python = replace(AUTO, similarity=words)
    assert AUTO.alphas(source, target) == python.alphas(source, target)
    assert replace(AUTO(source, target), signature="") == replace(python(source, target), signature="")


def test_many_pairs_each_have_their_own_alphas() -> None:
    other = Document.from_text("Cats purr. Dogs bark. " * 5)
    pairs = [(Document.from_text(SOURCE), Document.from_text(TARGET)), (other, other)]
    assert AUTO.align_all(pairs) == [AUTO(*pair) for pair in pairs]
    assert AUTO.alphas(*pairs[0]) != AUTO.alphas(*pairs[1])


def test_auto_works_with_any_similarity() -> None:
    alignment = align(SOURCE, TARGET, "vicinity", sentence_alpha="auto", similarity=Characters())
    assert "sentence_alpha='auto'" in alignment.signature


@pytest.mark.parametrize("name", ["paragraph_alpha", "sentence_alpha"])
def test_another_word_is_refused(name: str) -> None:
    with pytest.raises(SettingError, match=f"{name} must be a number from 0 to 1, or 'auto', not 'best'"):
        Vicinity(**{name: "best"})  # type: ignore[arg-type]


def test_the_signature_tells_the_setting_and_views_tell_the_alphas() -> None:
    alignment = align(SOURCE, TARGET, "vicinity", paragraph_alpha="auto", sentence_alpha="auto")
    assert "Vicinity(paragraph_alpha='auto', sentence_alpha='auto', " in alignment.signature
    alphas = list(AUTO.alphas(alignment.source, alignment.target))
    assert viewer_data(alignment)["search"]["alpha"] == alphas
    note = f"Auto thresholds: paragraphs {alphas[0]:g}, sentences {alphas[1]:g}."
    assert note in _printed(alignment)
    assert "Auto thresholds" not in _printed(align(SOURCE, TARGET, "vicinity"))
    assert page(alignment)


def test_alphas_that_the_signature_cannot_tell_are_not_shown() -> None:
    alignment = align(SOURCE, TARGET, "vicinity", sentence_alpha="auto", similarity=Characters())
    assert viewer_data(alignment)["search"]["alpha"] is None
    assert "Auto thresholds" not in _printed(alignment)


def test_the_command_line_takes_auto(tmp_path: Path) -> None:
    for name, text in (("a.txt", SOURCE), ("b.txt", TARGET)):
        (tmp_path / name).write_text(text, "utf-8")
    files = [str(tmp_path / "a.txt"), str(tmp_path / "b.txt")]
    auto = ["--sentence-alpha", "auto", "--paragraph-alpha", "auto"]
    code, shown = _command("explain", *files, "--method", "vicinity", *auto)
    assert code == 0
    assert "Auto thresholds: paragraphs " in shown
    assert _command("align", *files, "--method", "massalign", *auto) == (
        2,
        "vicinal: paragraph_alpha must be a number from 0 to 1, not 'auto'\n",
    )
    code, message = _command("align", *files, "--method", "vicinity", "--sentence-alpha", "best")
    assert code == 2
    assert "'best' is not a number, nor 'auto'" in message


def _command(*arguments: str) -> tuple[int, str]:
    program = [sys.executable, "-m", "vicinal", *arguments]
    done = subprocess.run(program, capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "400"})
    return done.returncode, done.stdout + done.stderr


def _printed(alignment: Alignment) -> str:
    console = Console(width=400, file=StringIO())
    console.print(steps(alignment))
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]
