"""The import graph: which part may know which, and no cycles. Late, type-checking and by-name imports count too."""

from __future__ import annotations

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "vicinal"

# The parts of the package from the bottom to the top, as docs/architecture.md has them.
LAYERS = re.findall(
    r"^\| \[(\w+)(?:\.py|/)\]",
    (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").replace("\\_", "_"),  # Markdown's own underscores
    re.MULTILINE,
)
# Compiled twins are in compiled/, whatever layer they belong to.
TWINS = {
    "vicinal.compiled._kernel": "search",
    "vicinal.compiled._fourgrams": "methods",
    "vicinal.compiled._global": "methods",
    "vicinal.compiled._plain_text": "text",
    "vicinal.compiled._recognition": "text",
    "vicinal.compiled._segment": "text",
    "vicinal.compiled._word_counts": "similarity",
}

_BY_NAME = re.compile(r"\bvicinal(?:\.\w+)+(?=:\w+$)")  # registries name modules as "vicinal.methods.nearest:Nearest"
_CIMPORT = re.compile(r"^\s*from (vicinal(?:\.\w+)*) c?import ([\w, ]+)", re.MULTILINE)


def _name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PATHS = {_name(path): path for suffix in ("py", "pyx") for path in SOURCE.rglob(f"*.{suffix}")}


def _module(name: str) -> str:
    """Return the module that a dotted name is or stands in."""
    while name not in PATHS:
        name = name.rpartition(".")[0]
    return name


def _imported(path: Path) -> set[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".pyx":
        return {
            _module(f"{base}.{name.strip()}") for base, names in _CIMPORT.findall(text) for name in names.split(",")
        }
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set(_BY_NAME.findall(node.value))
    return {_module(name) for name in found if name.split(".")[0] == "vicinal"}


GRAPH = {name: _imported(path) - {name} for name, path in PATHS.items() if name != "vicinal"}


def _part(module: str) -> str:
    return TWINS.get(module, module.split(".")[1])


def test_the_docs_name_every_part_once() -> None:
    assert sorted(LAYERS) == sorted({module.split(".")[1] for module in GRAPH})


@pytest.mark.parametrize("module", sorted(GRAPH))
def test_a_module_imports_its_own_part_and_lower_ones(module: str) -> None:
    assert "vicinal" not in GRAPH[module], "the public face stands on everything"
    height = LAYERS.index(_part(module))
    assert not [name for name in GRAPH[module] if LAYERS.index(_part(name)) > height]


def test_there_are_no_cycles() -> None:
    try:
        TopologicalSorter(GRAPH).prepare()
    except CycleError as error:
        pytest.fail("import cycle: " + " -> ".join(error.args[1]))


def test_no_module_name_stands_twice() -> None:
    names = [path.stem for path in PATHS.values() if not path.stem.startswith("__")]
    folders = [path.parent.name for path in PATHS.values() if path.stem == "__init__"]
    assert sorted(name for name in {*names, *folders} if (names + folders).count(name) > 1) == []
