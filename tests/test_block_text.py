"""Blocks of a file, and documents, as text, and back."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vicinal import Document
from vicinal.cli.read_command import as_lines
from vicinal.extract.block import Block, as_text, of_text

TEXTS = st.text(st.sampled_from("=a\u2060 .") | st.characters(), min_size=1).map(
    lambda text: " ".join(text.replace("\ufeff", "").splitlines()).strip()
)
BLOCKS = st.lists(st.builds(Block, TEXTS.filter(bool), st.booleans()))


def test_blocks_are_written_as_people_write_text() -> None:
    blocks = [Block("The harbour", heading=True), Block("It is old. It is big."), Block("It is full.")]
    assert as_text(blocks) == "== The harbour ==\n\nIt is old. It is big.\n\nIt is full.\n"
    assert as_text([]) == ""


@given(BLOCKS)
@example([Block("== x =="), Block("= x ="), Block("== x ==", heading=True), Block("==", heading=True), Block("====")])
@example([Block("== x"), Block("---"), Block("~~~~"), Block("Price = 3 =", heading=True)])
@example([Block("\u2060"), Block("\u2060== x =="), Block("\u2060", heading=True)])
def test_blocks_come_back_from_their_text(blocks: list[Block]) -> None:
    assert of_text(as_text(blocks)) == tuple(blocks)


def test_a_paragraph_that_looks_like_a_heading_is_not_marked_as_one() -> None:
    (line,) = as_text([Block("== x ==")]).splitlines()
    assert not line.startswith("=")
    assert line.endswith("== x ==")


def test_text_that_breaks_the_contract_of_blocks_is_written_on_one_line_or_not_at_all() -> None:
    assert as_text([Block(" one\ntwo\u2029three "), Block(" \n"), Block("four")]) == "one two three\n\nfour\n"


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("", ()),
        (" \n\n", ()),
        ("One.\nTwo.\r\n\r\n\r\n  Three. ", (Block("One."), Block("Two."), Block("Three."))),
        ("==Title==", (Block("Title", heading=True),)),
        ("=== Part  ===\n= x =\n==\n==x", (Block("Part", heading=True), Block("= x ="), Block("=="), Block("==x"))),
        (
            "== x\n======= y =======\n== Price = 3 = ==",
            tuple(Block(x, heading=True) for x in ("x", "y", "Price = 3 =")),
        ),
        ("\u2060\n\u2060 x", (Block("\u2060"), Block("x"))),
        ("\ufeffOne.", (Block("One."),)),
    ],
)
def test_changed_text_is_read_line_by_line(text: str, blocks: tuple[Block, ...]) -> None:
    assert of_text(text) == blocks


@st.composite
def documents(draw: st.DrawFn) -> Document:
    line = TEXTS.filter(bool) | st.sampled_from(["At sea", "The boat left the island.", "==== x", "====", "---", "~~~"])
    parts = draw(st.lists(st.tuples(st.lists(line, min_size=1, max_size=3), st.booleans()), min_size=1, max_size=6))
    paragraphs = [lines[:1] if is_heading else lines for lines, is_heading in parts]
    return Document(paragraphs, None, "en", [number for number, (_, is_heading) in enumerate(parts) if is_heading])


@given(documents())
@example(Document([["== not a heading =="], ["Price = 3 ="], ["One."]], None, "en", [1]))
@example(Document([["At sea"], ["The boat left the island."]], None, "en"))
@example(Document([["At sea", "======"], ["The boat", "----", "left the island."]], None, "en"))
def test_documents_come_back_from_their_lines(document: Document) -> None:
    assert Document.from_text(as_lines(document), "en", split="lines") == document
