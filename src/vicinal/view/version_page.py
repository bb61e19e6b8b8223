"""All versions of a document as a page: a column for each level, a row for sentences that belong together.

Rows are coloured by the kinds of their links, as in all pages. Sentences without a link stand beside their neighbours.
On a phone the levels of a row are one below the other, so the table has its roles written down: a browser forgets them
where cells are blocks.
"""

from __future__ import annotations

from vicinal.link import KINDS
from vicinal.methods import name_in, title_of
from vicinal.text.document import Document
from vicinal.versions.consistent import Versions
from vicinal.view.excerpt import language_code
from vicinal.view.layout import definitions, report_page
from vicinal.view.little_found import little_in_versions
from vicinal.view.markup import Html
from vicinal.view.version_rows import ShownRow, shown_rows
from vicinal.wording import KIND_MEANINGS, many

_MOST_COLUMNS = 6  # a wider table scrolls by itself
_TABLE = Html("""\
<p class="legend">{legend}</p>
<div class="versions{wide}"{focus}><table role="table" aria-label="Aligned sentences of all levels">
<thead role="rowgroup"><tr role="row">
<th role="columnheader" scope="col"><span class="unseen">row</span></th>{head}
</tr></thead>
<tbody role="rowgroup">
{body}
</tbody>
</table></div>""")
_WIDE = Html(' tabindex="0" role="group" aria-label="Table of all levels"')
_LEGEND = Html('<span data-kind="{kind}"><span class="kind">{kind}</span> {meaning}</span> ')
_LEGEND_END = Html(
    '<span><span class="kind none">no link</span> sentences without a link, beside their neighbours</span> '
    "<span>Sentences are counted from 1 here, from 0 in the files.</span>"
)
_HEAD = Html('<th role="columnheader" scope="col"><bdi>{}</bdi></th>')
_ROW = Html('<tr role="row"{unlinked}><th role="rowheader" scope="row">{number}</th>{cells}</tr>')
_UNLINKED = Html(' class="unlinked"')
_NUMBER, _NO_NUMBER = Html('<span class="unseen">row </span>{}'), Html('<span class="unseen">no link</span>')
_CELL = Html('<td role="cell" data-level="{level}"{kind}{lang}>{label}{sentences}</td>')
_KIND, _LANG = Html(' data-kind="{}"'), Html(' lang="{}"')
_LABEL = Html('<span class="kind"><span class="unseen">link of kind </span>{}</span>')
_SENTENCE = Html('<p dir="auto"{gap}><span class="quiet">{number}</span> {text}</p>')
_HEADING = Html('<p dir="auto"{gap} role="heading" aria-level="3"><span class="quiet">{number}</span> {text}</p>')
_GAP = Html(' class="gap"')


def version_page(versions: Versions, *, title: str | None = None) -> Html:
    """Return one self-contained HTML file with the table of all versions.

    Args:
        versions: What to show.
        title: The heading; defaults to the names of the levels.
    """
    facts: list[tuple[str, str]] = [("Method", Html("<code>{}</code>").format(versions.signature))]
    little = little_in_versions(versions)
    if little is not None:
        facts.insert(0, ("Note", little))
    if versions.contradicted:
        why = "between non-adjacent levels, contradicted by the levels in between"
        facts.append(("Set aside", f"{many(len(versions.contradicted), 'link')} {why}"))
    sections = [("Table", _table(versions)), ("How it was made", definitions(facts))]
    return report_page(title or " / ".join(versions.names), "Versions of a document", row_summary(versions), sections)


def row_summary(versions: Versions) -> str:
    """Return the numbers of levels and of rows with links, how many sentences have no link, and the method."""
    linked = [row for row in versions.rows if sum(map(bool, row)) > 1]
    levels, rows = many(len(versions.documents), "level"), many(len(linked), "linked row")
    whole = f": {sum(map(all, linked)):,} through all levels" if linked else ""
    alone = many(len(versions.rows) - len(linked), "sentence")  # such a row has one sentence
    method = name_in(versions.signature)
    by = "" if method is None else f", by {title_of(method)}"
    return f"{levels} in {rows}{whole}; {alone} without a link{by}"


def _table(versions: Versions) -> Html:
    is_wide = len(versions.documents) > _MOST_COLUMNS
    kinds = [_LEGEND.format(kind=kind, meaning=KIND_MEANINGS[kind]) for kind in KINDS]
    lines, number = [], 0
    for row in shown_rows(versions.rows):
        number += row.is_linked
        lines.append(
            _ROW.format(
                unlinked="" if row.is_linked else _UNLINKED,
                number=_NUMBER.format(number) if row.is_linked else _NO_NUMBER,
                cells=Html("").join(_cell(versions, row, level) for level in range(len(versions.documents))),
            )
        )
    return _TABLE.format(
        legend=Html("").join([*kinds, _LEGEND_END]),
        wide=" wide" if is_wide else "",
        focus=_WIDE if is_wide else "",
        head=Html("").join(map(_HEAD.format, versions.names)),
        body=Html("\n").join(lines),
    )


def _cell(versions: Versions, row: ShownRow, level: int) -> Html:
    """Return the sentences of a level, each with its number, and the kind of the link that leads to them."""
    document, kind = versions.documents[level], row.kind(level)
    language = language_code(document.language)
    return _CELL.format(
        level=versions.names[level],
        kind="" if kind is None else _KIND.format(kind),
        lang=_LANG.format(language) if language else "",
        label="" if kind is None else _LABEL.format(kind),
        sentences=Html("").join(_sentence(document, index, row.sides[level][0]) for index in row.sides[level]),
    )


def _sentence(document: Document, index: int, first: int) -> Html:
    starts = index != first and any(span and span[0] == index for span in document.spans)
    template = _HEADING if index in document.heading_sentences else _SENTENCE
    return template.format(gap=_GAP if starts else "", number=index + 1, text=document.sentences[index])
