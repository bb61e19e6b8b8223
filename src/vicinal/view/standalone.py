"""A self-contained HTML file: styles, scripts and data are inline, nothing is fetched, and nothing else may run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from vicinal.view.markup import Html, policy, script_data

# Two lines and two curves between them; without an icon, a browser would request one.
_ICON = Html(
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23356f9f' "
    "stroke-width='2' stroke-linecap='round'%3E%3Cpath d='M2 3v10M14 3v10'/%3E%3Cpath d='M2 4C8 4 8 10 14 10M2 12C8 12 "
    "8 6 14 6' stroke='%23c65d12' stroke-width='1.6'/%3E%3C/svg%3E"
)
_VIEW = Html('<div id="view"></div>')
_FILE = Html("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="{icon}">
<style>{style}</style>
</head>
<body>
{body}
<noscript><p>This page shows its texts with a script; please allow scripts for it. It loads nothing from the \
network.</p></noscript>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
""")


@cache
def asset(name: str) -> str:
    """Return the text of a file in `assets`, with the same line ends on every platform."""
    return files("vicinal.view").joinpath("assets", name).read_text(encoding="utf-8")


def standalone(title: str, data: Any, *, styles: Sequence[str], scripts: Sequence[str], body: Html = _VIEW) -> Html:
    """Return a complete HTML file.

    Args:
        title: The title.
        data: What the scripts show: JSON in the element with the id "data".
        styles: Names of style sheets in `assets`.
        scripts: Names of scripts in `assets`, run in this order after the body.
        body: The content of the body.
    """
    style, script = _inline(styles), _inline(scripts)
    return _FILE.format(
        policy=policy([script], [style]),
        title=title,
        icon=_ICON,
        style=style,
        body=body,
        data=script_data(data),
        script=script,
    )


def _inline(names: Sequence[str]) -> Html:
    """Return assets as one block: a block is one hash in the policy."""
    return Html("\n" + "\n".join(map(asset, names)))  # noqa: S704 - files of this package
