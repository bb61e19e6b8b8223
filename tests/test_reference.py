"""The reference is up to date, and what it is made of, the docstrings of public names, tells about every parameter."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import griffe
import pytest
from docs import make_reference

import vicinal
import vicinal.corpus

ROOT = Path(__file__).resolve().parents[1]
PUBLIC = {*vicinal.__all__, *vicinal.corpus.__all__}
SHOWN = {name: members.split() for group in make_reference.GROUPS for name, members in group.names.items()}


def test_the_reference_is_made_of_the_docstrings() -> None:
    for name, text in make_reference.pages().items():
        assert (ROOT / "docs" / name).read_text("utf-8") == text, "run docs/make_reference.py"
    assert sorted(path.name for path in (ROOT / "docs" / "reference").iterdir()) == sorted(
        group.page for group in make_reference.GROUPS
    )


@pytest.fixture(scope="module")
def described() -> Callable[[str], griffe.Object]:
    """What griffe, which the site uses, knows about a public name."""
    loader = griffe.GriffeLoader(search_paths=[ROOT / "src"])
    loader.load("vicinal")
    loader.resolve_aliases(external=False)

    def find(name: str) -> griffe.Object:
        found = loader.modules_collection[name]
        return found.final_target if isinstance(found, griffe.Alias) else found

    return find


def documented(described: griffe.Object) -> set[str]:
    """Return the parameters and attributes that a docstring tells about."""
    sections = described.docstring.parse("google") if described.docstring else []
    kinds = ("parameters", "attributes")
    return {one.name.lstrip("*") for section in sections if section.kind.value in kinds for one in section.value}


@pytest.mark.parametrize("name", SHOWN)
def test_a_public_name_is_documented_with_its_parameters(name: str, described: Callable[[str], griffe.Object]) -> None:
    found = described(name)
    assert found.docstring, name
    assert sorted(set(_fields(name)) - documented(found)) == []
    for one in (found, *(found.members[member] for member in SHOWN[name])):
        assert one.docstring, one.path
        if isinstance(one, griffe.Function):
            wanted = {parameter.name.lstrip("*") for parameter in one.parameters} - {"self", "cls"}
            assert sorted(wanted - documented(one)) == [], one.path


def _fields(name: str) -> list[str]:
    """Return the public attributes with which an object of a class is made."""
    module, _, last = name.rpartition(".")
    kind: Any = getattr(import_module(module), last)
    if not isinstance(kind, type) or issubclass(kind, Exception) or getattr(kind, "_is_protocol", False):
        return []
    return [field for field in inspect.signature(kind).parameters if not field.startswith("_")]


@pytest.mark.parametrize("name", SHOWN)
def test_the_types_in_signatures_are_described(name: str, described: Callable[[str], griffe.Object]) -> None:
    found = described(name)
    fields = [found.members[field] for field in _fields(name) if field in found.members]
    for one in (found, *fields, *(found.members[member] for member in SHOWN[name])):
        annotations: list[Any] = []
        if isinstance(one, griffe.Function):
            annotations = [one.returns, *(parameter.annotation for parameter in one.parameters)]
        elif isinstance(one, griffe.Attribute):
            annotations = [one.annotation]
        expressions = [used for used in annotations if isinstance(used, griffe.Expr)]
        names = [part for used in expressions for part in used if isinstance(part, griffe.ExprName)]
        ours = {part.name for part in names if part.canonical_path.startswith("vicinal.")}
        assert sorted(ours - PUBLIC - set(make_reference.TYPES)) == [], one.path
