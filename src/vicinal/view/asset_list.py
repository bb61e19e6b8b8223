"""The style sheets and scripts of each kind of page, in loading order.

This is the only list: the self-contained files, the app's page, the app's server and the tests all read it. A script
may use what the scripts before it define.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Assets(NamedTuple):
    """Names of files in `assets`.

    Attributes:
        styles: Style sheets; later ones override earlier ones.
        scripts: Scripts, run in this order after the body.
    """

    styles: tuple[str, ...]
    scripts: tuple[str, ...]


_VIEWER = Assets(
    styles=("theme.css", "viewer.css", "texts.css", "map.css", "narrow.css"),
    scripts=(
        "elements.js",
        "theme.js",
        "model.js",
        "tokens.js",
        "similarity.js",
        "texts.js",
        "scrolling.js",
        "curves.js",
        "filter.js",
        "map.js",
        "replay.js",
        "panel.js",
        "changes.js",
        "detail.js",
        "viewer.js",
    ),
)
# One alignment.
PAGE = Assets(styles=(*_VIEWER.styles, "print.css"), scripts=(*_VIEWER.scripts, "page.js"))
# A run, a comparison of methods, or all versions of a document.
REPORT = Assets(styles=("theme.css", "report.css"), scripts=("elements.js", "theme.js", "report.js"))
APP = Assets(
    styles=(
        *_VIEWER.styles,
        "app.css",
        "app-sheets.css",
        "app-bench.css",
        "app-controls.css",
        "app-narrow.css",
        "print.css",
    ),
    scripts=(
        *_VIEWER.scripts,
        "app-memory.js",
        "app-server.js",
        "app-newest.js",
        "app-address.js",
        "app-notices.js",
        "app-patches.js",
        "app-settings.js",
        "app-corrections.js",
        "app-selection.js",
        "app-method.js",
        "app-compare.js",
        "app-correct.js",
        "app-workbench.js",
        "app-list.js",
        "app-start.js",
        "app-dialogs.js",
        "app-keys.js",
        "app-main.js",
    ),
)


@cache
def asset(name: str) -> str:
    """Return the text of a file in `assets`, with Unix line ends whatever the checkout has."""
    return files("vicinal.view").joinpath("assets", name).read_text(encoding="utf-8")
