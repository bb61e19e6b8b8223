"""What all reports share: heading, list of sections, the sections one below the other, and a few words in HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from vicinal.version import __version__
from vicinal.view.escape import line
from vicinal.view.excerpt import shortened
from vicinal.view.standalone import standalone

STYLES = ("theme.css", "report.css")
SCRIPTS = ("elements.js", "theme.js", "report.js")
_TITLE = 160  # characters at most


def framed(title: str, kind: str, summary: str, sections: Iterable[tuple[str, str]]) -> str:
    """Return a report as a whole HTML file.

    Args:
        title: Its heading, any text.
        kind: What kind of report it is.
        summary: A sentence below the heading, as HTML.
        sections: Heading and HTML of each section; those without HTML are left out.
    """
    shown: list[tuple[str, str, str]] = []
    for number, (name, html) in enumerate(sections):
        # From the heading, where that is words of ours and no other section has it.
        id = name.lower().replace(" ", "-") if re.fullmatch("[A-Z][a-z ]+", name) else ""
        if html:
            shown.append((name, id if id and all(id != other for _, other, _ in shown) else f"section-{number}", html))
    entries = "".join(f'<li><a href="#{id}">{line(name)}</a></li>' for name, id, _ in shown)
    parts = "\n".join(
        f'<section id="{id}" aria-labelledby="{id}-heading">\n<h2 id="{id}-heading"><bdi>{line(name)}</bdi></h2>\n'
        f"{html}\n</section>"
        for name, id, html in shown
    )
    title = shortened(title, _TITLE)
    heading = (
        f'<p class="eyebrow">{line(kind)}</p>\n<h1><bdi>{line(title)}</bdi></h1>\n<p class="summary">{summary}</p>'
    )
    body = (
        f'<div class="report">\n<header class="top"><div class="titles">{heading}</div><div class="actions"></div>'
        f'</header>\n<nav aria-label="Sections"><ul>{entries}</ul></nav>\n<main>\n{parts}\n</main>\n'
        f'<footer class="colophon">Made with Vicinal {line(__version__)}. This page loads nothing from the network.'
        "</footer>\n</div>"
    )
    return standalone(f"{kind}: {title}", None, styles=STYLES, scripts=SCRIPTS, body=body)


def definitions(facts: Iterable[tuple[str, str]]) -> str:
    """Return names, any text, and what they stand for, as HTML, in a list."""
    entries = "".join(f"<div><dt>{line(name)}</dt><dd>{html}</dd></div>" for name, html in facts)
    return f'<dl class="facts">{entries}</dl>'


def many(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def listed(names: Sequence[str]) -> str:
    """Return "a, b and c"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
