"""All versions of a document as a page: a column for each level, a row for sentences that belong together."""

from __future__ import annotations

from vicinal.methods import name_in, title_of
from vicinal.versions.consistent import Versions
from vicinal.versions.grouping import Row
from vicinal.view.html_table import Cell, Column, table
from vicinal.view.layout import definitions, report_page
from vicinal.view.little_found import little_in_versions
from vicinal.view.markup import Html
from vicinal.view.wording import many

_SENTENCE = Html('<p dir="auto"><span class="quiet">{}</span> {}</p>')
_HEADING = Html('<p dir="auto" role="heading" aria-level="3"><span class="quiet">{}</span> {}</p>')


def version_page(versions: Versions, *, title: str | None = None) -> Html:
    """Return one self-contained HTML file with the table of all versions.

    Args:
        versions: What to show.
        title: The heading; defaults to the names of the levels.
    """
    columns = [Column("row", "number of the row, in reading order")]
    columns += [Column(name, "", is_number=False) for name in versions.names]
    shown = table(
        "Aligned sentences of all levels",
        columns,
        [_cells(versions, number, row) for number, row in enumerate(versions.rows, 1)],
        note="sentence numbers start at 0, as in the files",
        is_sortable=False,
    )
    facts: list[tuple[str, str]] = [("Method", Html("<code>{}</code>").format(versions.signature))]
    little = little_in_versions(versions)
    if little is not None:
        facts.insert(0, ("Note", little))
    if versions.contradicted:
        why = "between non-adjacent levels, contradicted by the levels in between"
        facts.append(("Set aside", f"{many(len(versions.contradicted), 'link')} {why}"))
    sections = [("Table", shown), ("How it was made", definitions(facts))]
    return report_page(title or " / ".join(versions.names), "Versions of a document", row_summary(versions), sections)


def row_summary(versions: Versions) -> str:
    """Return the numbers of levels and rows, how many rows have sentences at all levels or at one, and the method."""
    whole = sum(all(row) for row in versions.rows)
    alone = sum(sum(map(bool, row)) == 1 for row in versions.rows)
    levels, rows = many(len(versions.documents), "level"), many(len(versions.rows), "row")
    method = name_in(versions.signature)
    by = "" if method is None else f", by {title_of(method)}"
    return f"{levels} in {rows}: {whole:,} through all levels, {alone:,} at one level only{by}"


def _cells(versions: Versions, number: int, row: Row) -> list[Cell]:
    """Return the cells of a row: the sentences of each level, each with its number."""
    cells = [Cell(str(number), number)]
    for document, indices in zip(versions.documents, row, strict=True):
        headings = document.heading_sentences
        shown = ((_HEADING if index in headings else _SENTENCE, index) for index in indices)
        cells.append(Cell(Html("").join(line.format(index, document.sentences[index]) for line, index in shown)))
    return cells
