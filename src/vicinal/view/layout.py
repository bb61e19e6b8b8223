"""The layout of all reports: a heading, a list of the sections, and the sections one below the other."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vicinal.version import __version__
from vicinal.view.asset_list import REPORT
from vicinal.view.excerpt import shortened
from vicinal.view.markup import Html
from vicinal.view.standalone import standalone

_TITLE = 160  # characters at most
_BODY = Html("""\
<div class="report">
<header class="top"><div class="titles"><p class="eyebrow">{kind}</p>
<h1><bdi>{title}</bdi></h1>
<p class="summary">{summary}</p></div><div class="actions"></div></header>
<nav aria-label="Sections"><ul>{entries}</ul></nav>
<main>
{sections}
</main>
<footer class="colophon">Made with Vicinal {version}. This page loads nothing from the network.</footer>
</div>""")
_SECTION = Html("""\
<section id="{id}" aria-labelledby="{id}-heading">
<h2 id="{id}-heading"><bdi>{name}</bdi></h2>
{content}
</section>""")


def report_page(title: str, kind: str, summary: str, sections: Iterable[tuple[str, Html]]) -> Html:
    """Return a report as a complete HTML file.

    Args:
        title: Its heading.
        kind: The kind of report.
        summary: A sentence below the heading.
        sections: The heading and the content of each section; empty sections are left out.
    """
    shown: dict[str, tuple[str, Html]] = {}
    for number, (name, content) in enumerate(sections):
        # The id comes from the heading if that is plain words and no other section has it.
        id = name.lower().replace(" ", "-") if re.fullmatch("[A-Z][a-z ]+", name) else ""
        if content:
            shown[id if id and id not in shown else f"section-{number}"] = name, content
    title = shortened(title, _TITLE)
    body = _BODY.format(
        kind=kind,
        title=title,
        summary=summary,
        entries=Html("").join(
            Html('<li><a href="#{}">{}</a></li>').format(id, name) for id, (name, _) in shown.items()
        ),
        sections=Html("\n").join(
            _SECTION.format(id=id, name=name, content=content) for id, (name, content) in shown.items()
        ),
        version=__version__,
    )
    return standalone(f"{kind}: {title}", None, REPORT, body)


def definitions(facts: Iterable[tuple[str, str]]) -> Html:
    """Return a list of names and their values."""
    entries = Html("").join(Html("<div><dt>{}</dt><dd>{}</dd></div>").format(*fact) for fact in facts)
    return Html('<dl class="facts">{}</dl>').format(entries)
