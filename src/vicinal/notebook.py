"""How alignments are shown in notebooks.

`Alignment` asks here, and the package says at import which function renders them: so an alignment can show itself, and
its module does not depend on views.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_render: Callable[[Any], str] | None = None


def show_with(render: Callable[[Any], str]) -> None:
    """Set the function that renders an alignment as HTML."""
    global _render
    _render = render


def shown(alignment: object) -> str | None:
    """Return the HTML of an alignment; None if nothing renders it."""
    return None if _render is None else _render(alignment)
