"""Alignments in the terminal: side by side, step by step, and why two sentences are linked or not.

Sentences count from 1. Texts are made printable and never read as markup.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from vicinal.alignment import Alignment
from vicinal.methods import name_in
from vicinal.text.document import Document
from vicinal.view.plain_lines import Row, linked_rows, summary_parts
from vicinal.view.printable import printable
from vicinal.view.reasons import reason
from vicinal.view.thresholds import chosen
from vicinal.view.why_not import Why
from vicinal.wording import SIDES

# The kinds of links, in the colours that are nearest to those of the pages.
COLOURS = {"1-1": "bright_blue", "1-N": "yellow", "N-1": "green", "N-N": "magenta"}


def side_by_side(alignment: Alignment) -> RenderableType:
    """Return a table with linked sentences beside each other, and a summary line."""
    table = Table(box=None, padding=(0, 1), expand=True, show_edge=False)
    table.add_column(_heading(alignment.source, "source"), ratio=1)
    table.add_column("link", justify="center", no_wrap=True, width=9)
    table.add_column(_heading(alignment.target, "target"), ratio=1)
    for row in linked_rows(alignment):
        for cells in _table_rows(alignment, row):
            table.add_row(*cells)
    return Group(table, summary(alignment))


def summary(alignment: Alignment) -> Text:
    """Return one line: how many sentences are aligned, by which kinds of links, and by which method."""
    return Text.assemble("\n", *((part, COLOURS.get(style, style)) for part, style in summary_parts(alignment)))


def steps(alignment: Alignment) -> RenderableType:
    """Return the steps of the method: current cell, vicinity, cell found, similarity; below, the reason and the texts.

    Sentences are cut at the edge of the terminal, not wrapped.
    """
    rows = [("step", "stood at", "by", "found", "similarity")]
    for number, step in enumerate(alignment.steps, start=1):
        stood = "" if step.stood is None else _cell(step.stood)
        rows.append((str(number), stood, printable(step.vicinity), _cell(step.cell), f"{step.similarity:.3f}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines: list[RenderableType] = [_step_line(rows[0], widths, "bold")]
    level = ""
    for row, step in zip(rows[1:], alignment.steps, strict=True):
        if step.level != level:
            level = step.level
            lines.append(Text(f"{level}s", style="bold underline"))
        lines.append(_step_line(row, widths, ""))
        indent = widths[0] + 2
        lines.append(Padding(Text(printable(reason(step)), style="dim"), (0, 0, 0, indent), expand=False))
        if level == "sentence":
            texts = (("<", alignment.source.sentences[step.cell[0]]), (">", alignment.target.sentences[step.cell[1]]))
            for sign, text in texts:
                line = f"{'':{indent}}{sign} {printable(text)}"
                lines.append(Text(line, style="dim", no_wrap=True, overflow="ellipsis"))
    notes = [
        "Cells are (source, target), counted from 1; the files count from 0.",
        chosen(alignment),
        printable(alignment.signature),
    ]
    if name_in(alignment.signature) == "global":
        notes[1] = "global weighs all alignments at once: the steps follow its links in the order of the target."
    return Group(*lines, Text("\n" + "\n".join(filter(None, notes)), style="dim"))


def reasons_of_pair(alignment: Alignment, x: int, y: int, found: Why) -> RenderableType:
    """Return two sentences, counted from 0, and why they are linked or not."""
    lines = []
    for side, index, document in (("source", x, alignment.source), ("target", y, alignment.target)):
        lines.append(Text(f"{SIDES[side]}, sentence {index + 1}", style="dim"))
        lines.append(Text(f"{printable(document.sentences[index])}\n"))
    first, *others = found.lines
    return Group(*lines, Text(first, style="bold"), *map(Text, others))


def _step_line(row: Sequence[str], widths: Sequence[int], style: str) -> Text:
    text = "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
    return Text(text.rstrip(), style=style, no_wrap=True, overflow="ellipsis")


def _heading(document: Document, side: str) -> Text:
    if not document.id:
        return Text(SIDES[side], style="bold")
    return Text.assemble((printable(document.id), "bold"), (f"\n{SIDES[side]}", "dim"))


def _table_rows(alignment: Alignment, row: Row) -> Iterator[tuple[Text, Text, Text]]:
    source, link, target = row
    sides = ((alignment.source, source), (alignment.target, target))
    if any(indices and indices[0] in paragraph_starts(document) for document, indices in sides):
        yield Text(""), Text(""), Text("")
    style = "" if link else "dim"
    middle = Text()
    if link:
        middle = Text(f"{link.kind}", style=COLOURS[link.kind])
        middle.append(f" {link.score:.2f}", style="dim")
    columns = (sentence_lines(document, indices, style, paragraph_starts(document)) for document, indices in sides)
    yield next(columns), middle, next(columns)


def sentence_lines(document: Document, indices: Sequence[int], style: str, gaps: Container[int] = ()) -> Text:
    """Return sentences one below the other with their numbers from 1, with an empty line before those in gaps.

    Those of headings are bold.
    """
    text = Text(style=style)
    for position, index in enumerate(indices):
        if position:
            text.append("\n\n" if index in gaps else "\n")
        text.append(f"{index + 1} ", style="dim")
        text.append(printable(document.sentences[index]), style="bold" if index in document.heading_sentences else None)
    return text


def paragraph_starts(document: Document) -> set[int]:
    """Return the first sentence of each paragraph."""
    return {span[0] for span in document.spans if span}


def _cell(cell: tuple[int, int]) -> str:
    return f"({cell[0] + 1}, {cell[1] + 1})"
