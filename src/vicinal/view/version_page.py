"""All versions of a document as a page: a column for each level, a row for what belongs together."""

from __future__ import annotations

from vicinal.versions.consistent import Versions
from vicinal.versions.grouping import Row
from vicinal.view.escape import line
from vicinal.view.frame import definitions, framed, many
from vicinal.view.html_table import Cell, Column, table


def version_page(versions: Versions, *, title: str | None = None) -> str:
    """Return one self-contained HTML file with the table of all versions.

    Args:
        versions: What to show.
        title: The heading; by default the names of the levels.
    """
    rows = versions.rows
    whole = sum(all(row) for row in rows)
    alone = sum(sum(map(bool, row)) == 1 for row in rows)
    columns = [Column("row", "Number of the row, in reading order")]
    columns += [Column(name, "", is_number=False) for name in versions.names]
    shown = table(
        "What belongs together at all levels",
        columns,
        [_cells(versions, number, row) for number, row in enumerate(rows, 1)],
        note="sentences are counted from 0, as in the files",
        is_sortable=False,
    )
    summary = (
        f"{many(len(versions.documents), 'level')} in {many(len(rows), 'row')}: {whole:,} through all levels, "
        f"{alone:,} at one level only"
    )
    facts = [("Method", f"<code>{line(versions.signature)}</code>")]
    if versions.contradicted:
        why = "links between levels further apart that the levels between them contradict"
        facts.append(("Set aside", f"{len(versions.contradicted):,} {why}"))
    sections = [("Table", shown), ("How it was made", definitions(facts))]
    return framed(title or " / ".join(versions.names), "Versions of a document", summary, sections)


def _cells(versions: Versions, number: int, row: Row) -> list[Cell]:
    """Return the cells of a row: the sentences of each level, one below the other, each with its number."""
    cells = [Cell(str(number), number)]
    for document, indices in zip(versions.documents, row, strict=True):
        sentences = "".join(
            f'<p dir="auto"><span class="quiet">{index}</span> {line(document.sentences[index])}</p>'
            for index in indices
        )
        cells.append(Cell(sentences))
    return cells
