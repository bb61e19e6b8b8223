"""An alignment as a page: the two texts side by side, links between them, the similarity map and the search replayed.

The page is one file that needs no network and works from `file://`. All of its text is data for its script, which
shows text as text and nothing else. The same alignment gives the same bytes.
"""

from __future__ import annotations

from vicinal.alignment import Alignment
from vicinal.view.content import content
from vicinal.view.escape import attribute, line
from vicinal.view.printable import printable
from vicinal.view.standalone import standalone

STYLES = ("theme.css", "viewer.css", "texts.css", "map.css", "narrow.css", "print.css")
# The viewer, which the app uses too, then the few lines that start it on a page of its own.
VIEWER = (
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
)
_FRAME_HEIGHT = 640


def page(alignment: Alignment, *, title: str | None = None) -> str:
    """Return one self-contained HTML file that shows an alignment.

    Args:
        alignment: What to show.
        title: The heading; by default the names of the two documents.
    """
    name = title if title is not None else alignment.id or "Alignment"
    data = {"title": printable(name), **content(alignment)}
    return standalone(name, data, styles=STYLES, scripts=(*VIEWER, "page.js"))


def fragment(alignment: Alignment) -> str:
    """Return the page as one element for notebooks.

    It is a frame with the whole page in it: its styles and names cannot touch those of the notebook, nor the notebook's
    the page, and any number of them fit on one notebook. The sandbox keeps its script away from the notebook.
    """
    name = f"Alignment of {alignment.id}" if alignment.id else "Alignment"
    return (
        f'<iframe title="{line(name)}" sandbox="allow-scripts" width="100%" height="{_FRAME_HEIGHT}" '
        f"style=\"border: 1px solid #8885; border-radius: 8px\" srcdoc='{attribute(page(alignment))}'></iframe>"
    )
