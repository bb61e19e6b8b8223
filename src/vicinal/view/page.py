"""An alignment as a page: the two texts side by side with their links, the similarity map, and a replay of the search.

The page is one file that needs no network and works from `file://`. All of its text is data for its script, which
never treats text as markup. The same alignment gives the same bytes.
"""

from __future__ import annotations

from vicinal.alignment import Alignment
from vicinal.view.asset_list import PAGE
from vicinal.view.markup import Html, attribute
from vicinal.view.printable import printable
from vicinal.view.standalone import standalone
from vicinal.view.viewer_data import viewer_data

_FRAME_HEIGHT = 640


def page(alignment: Alignment, *, title: str | None = None) -> Html:
    """Return one self-contained HTML file that shows an alignment.

    Args:
        alignment: What to show.
        title: The heading; defaults to the names of the two documents.
    """
    name = title if title is not None else alignment.id or "Alignment"
    data = {"title": printable(name), **viewer_data(alignment)}
    return standalone(name, data, PAGE)


def fragment(alignment: Alignment) -> Html:
    """Return the page as one element for notebooks.

    A frame holds the whole page, so that its styles and names and those of the notebook stay apart, and a notebook can
    show any number of alignments. The sandbox denies its script access to the notebook.

    The text inside the frame is what people see of a notebook that Jupyter does not trust, where frames are taken out.
    """
    name = f"Alignment of {alignment.id}" if alignment.id else "Alignment"
    return Html(
        '<iframe title="{}" sandbox="allow-scripts" width="100%" height="{}" '
        'style="border: 1px solid #8885; border-radius: 8px" '
        "srcdoc='{}'>{}: run the cell again, or trust the notebook, to see it.</iframe>"
    ).format(name, _FRAME_HEIGHT, attribute(page(alignment)), name)
