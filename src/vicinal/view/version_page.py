"""All versions of a document as a page: a column for each level, a row for sentences that belong together."""

from __future__ import annotations

from vicinal.versions.consistent import Versions
from vicinal.versions.grouping import Row
from vicinal.view.html_table import Cell, Column, table
from vicinal.view.layout import definitions, report_page
from vicinal.view.markup import Html
from vicinal.view.wording import many

_SENTENCE = Html('<p dir="auto"><span class="quiet">{}</span> {}</p>')


def version_page(versions: Versions, *, title: str | None = None) -> Html:
    """Return one self-contained HTML file with the table of all versions.

    Args:
        versions: What to show.
        title: The heading; defaults to the names of the levels.
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
    facts: list[tuple[str, str]] = [("Method", Html("<code>{}</code>").format(versions.signature))]
    if versions.contradicted:
        why = "links between levels further apart that the levels between them contradict"
        facts.append(("Set aside", f"{len(versions.contradicted):,} {why}"))
    sections = [("Table", shown), ("How it was made", definitions(facts))]
    return report_page(title or " / ".join(versions.names), "Versions of a document", summary, sections)


def _cells(versions: Versions, number: int, row: Row) -> list[Cell]:
    """Return the cells of a row: the sentences of each level, each with its number."""
    cells = [Cell(str(number), number)]
    for document, indices in zip(versions.documents, row, strict=True):
        sentences = (_SENTENCE.format(index, document.sentences[index]) for index in indices)
        cells.append(Cell(Html("").join(sentences)))
    return cells
