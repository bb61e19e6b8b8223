"""One self-contained HTML file: styles, scripts and data inside it, nothing fetched, nothing else allowed to run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from vicinal.view.escape import line, policy, script_data

# Two lines and two curves between them; a browser would otherwise ask a server for an icon.
_ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23356f9f' "
    "stroke-width='2' stroke-linecap='round'%3E%3Cpath d='M2 3v10M14 3v10'/%3E%3Cpath d='M2 4C8 4 8 10 14 10M2 12C8 12 "
    "8 6 14 6' stroke='%23c65d12' stroke-width='1.6'/%3E%3C/svg%3E"
)


@cache
def asset(name: str) -> str:
    """Return the text of a file of `assets`, with plain line ends whatever the checkout made of them."""
    return files("vicinal.view").joinpath("assets", name).read_text(encoding="utf-8")


def standalone(
    title: str, data: Any, *, styles: Sequence[str], scripts: Sequence[str], body: str = '<div id="view"></div>'
) -> str:
    """Return a whole HTML file.

    Args:
        title: The title, any text.
        data: What the scripts show, as JSON in the element with the id "data".
        styles: Names of style sheets in `assets`.
        scripts: Names of scripts in `assets`, run in that order after the body.
        body: HTML, not escaped here.
    """
    # One block each: a block is one hash in the policy.
    style = "\n" + "\n".join(map(asset, styles))
    script = "\n" + "\n".join(map(asset, scripts))
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy([script], [style])}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>{line(title)}</title>
<link rel="icon" href="{_ICON}">
<style>{style}</style>
</head>
<body>
{body}
<noscript><p>This page shows its texts with a script; please allow scripts for it. It loads nothing from the \
network.</p></noscript>
<script type="application/json" id="data">{script_data(data)}</script>
<script>{script}</script>
</body>
</html>
"""
