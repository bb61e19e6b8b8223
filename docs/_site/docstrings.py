"""Makes docstrings read well on the site: examples, from `>>>` to the next blank line, are shown as code.

Callers: mkdocstrings, by `extensions` in mkdocs.yml.
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, GriffeLoader, Object

EXAMPLE = re.compile(r"^( *)>>> .*(?:\n(?!\s*$) *\S.*)*", re.MULTILINE)


class Docstrings(Extension):
    """Puts fences around the examples, without which Markdown takes them for quotations."""

    def on_object(self, *, obj: Object, loader: GriffeLoader, **_: Any) -> None:  # noqa: ARG002
        """Change the docstring of one object; that of a class tells all that there is to tell about `__init__`."""
        if obj.name == "__init__" and obj.parent is not None and obj.parent.is_class:
            obj.docstring = None
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(r"\1```pycon\n\g<0>\n\1```", obj.docstring.value)
