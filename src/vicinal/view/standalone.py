"""Complete HTML files: self-contained ones, and the page of the app, which loads its assets from its server."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from vicinal.view.asset_list import Assets, asset
from vicinal.view.markup import Html, policy, script_data

# Two lines and two curves between them; without an icon, a browser would request one.
_ICON = Html(
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23356f9f' "
    "stroke-width='2' stroke-linecap='round'%3E%3Cpath d='M2 3v10M14 3v10'/%3E%3Cpath d='M2 4C8 4 8 10 14 10M2 12C8 12 "
    "8 6 14 6' stroke='%23c65d12' stroke-width='1.6'/%3E%3C/svg%3E"
)
# Whole lines of comment: types for the checker and words for developers, a fifth of a page.
_COMMENTS = re.compile(r"^ *(?://.*|/\*\*(?:(?!\*/).)*\*/|/\*\*\n(?: *\*(?!/).*\n)* *\*/)\n", re.MULTILINE)
STYLES, SCRIPTS = "all.css", "all.js"
_VIEW = Html('<div id="view"></div>')
_FILE = Html("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{policies}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="{icon}">
{assets}
</head>
<body>
{body}
</body>
</html>
""")
_POLICIES = Html("""\
<meta http-equiv="Content-Security-Policy" content="{}">
<meta name="referrer" content="no-referrer">
""")
_STANDALONE = Html("""\
{body}
<noscript><p>This page needs JavaScript to show its texts. It loads nothing from the network.</p></noscript>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>""")
_SERVED = Html("{}\n<noscript><p>The app needs JavaScript: please allow it here.</p></noscript>")


def standalone(title: str, data: Any, assets: Assets, body: Html = _VIEW) -> Html:
    """Return a self-contained HTML file that loads nothing and runs no script but its own.

    Args:
        title: The title.
        data: What the scripts show: JSON in the element with the id "data".
        assets: The style sheets and scripts.
        body: The content of the body.
    """
    style, script = _inline(assets.styles), _inline(assets.scripts)
    return _file(
        title,
        _POLICIES.format(policy([script], [style])),
        Html("<style>{}</style>").format(style),
        _STANDALONE.format(body=body, data=script_data(data), script=script),
    )


def served(title: str, body: Html) -> Html:
    """Return an HTML file that loads STYLES and SCRIPTS from `assets/`; the server sends the policy.

    Args:
        title: The title.
        body: The content of the body.
    """
    loaded = Html('<link rel="stylesheet" href="assets/{}">\n<script defer src="assets/{}"></script>')
    return _file(title, Html(""), loaded.format(STYLES, SCRIPTS), _SERVED.format(body))


def bundles(assets: Assets) -> dict[str, str]:
    """Return the style sheets, and the scripts, as one file each: fifty requests would take longer than all else."""
    return {STYLES: str(_inline(assets.styles)), SCRIPTS: str(_inline(assets.scripts))}


def _file(title: str, policies: Html, assets: Html, body: Html) -> Html:
    return _FILE.format(policies=policies, title=title, icon=_ICON, assets=assets, body=body)


@cache
def _inline(names: tuple[str, ...]) -> Html:
    """Return assets as one block, without comments: a block is one hash in the policy."""
    return Html(_COMMENTS.sub("", "\n" + "\n".join(map(asset, names))))  # noqa: S704 - files of this package
