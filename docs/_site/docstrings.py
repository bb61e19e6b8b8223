"""Makes docstrings read well on the site: examples, from `>>>` to the next blank line, are shown as code.

Callers: mkdocstrings, by `extensions` in mkdocs.yml.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from griffe import Attribute, Class, ExprName, Extension, Function, GriffeLoader, Module, Object

EXAMPLE = re.compile(r"^( *)>>> .*(?:\n(?!\s*$) *\S.*)*", re.MULTILINE)


class Docstrings(Extension):
    """Puts fences around the examples, without which Markdown takes them for quotations."""

    def on_object(self, *, obj: Object, loader: GriffeLoader, **_: Any) -> None:  # noqa: ARG002
        """Change the docstring of one object; that of a class tells all that there is to tell about `__init__`."""
        if obj.name == "__init__" and obj.parent is not None and obj.parent.is_class:
            obj.docstring = None
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(r"\1```pycon\n\g<0>\n\1```", obj.docstring.value)

    def on_package(self, *, pkg: Module, loader: GriffeLoader, **_: Any) -> None:
        """Show the value of a default, not the name of a constant: 'global', not DEFAULT."""
        for function in _functions(pkg):
            for parameter in function.parameters:
                path = parameter.default.canonical_path if isinstance(parameter.default, ExprName) else ""
                constant = loader.modules_collection[path] if path.startswith(f"{pkg.path}.") else None
                if isinstance(constant, Attribute) and str(constant.value).startswith(("'", '"', "('", '("')):
                    parameter.default = constant.value


def _functions(part: Object) -> Iterator[Function]:
    """Yield all functions of a package or a class."""
    for member in part.members.values():
        if isinstance(member, Function):
            yield member
        elif isinstance(member, Module | Class):
            yield from _functions(member)
