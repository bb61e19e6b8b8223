"""What commands load when they start: each only what it needs. Times are measured by `benchmarks/startup.py`."""

from __future__ import annotations

import copy
import re
import subprocess
import sys
from pathlib import Path

import pytest

from vicinal.cli import SECTIONS, cli
from vicinal.lazy_pattern import pattern

# Libraries, and parts of Vicinal, that none of the commands below needs.
HEAVY = {"msgspec", "numpy", "scipy", "lxml", "openpyxl", "starlette", "multiprocessing"}
HEAVY |= {"vicinal.corpus.readers", "vicinal.corpus.runs", "vicinal.evaluation", "vicinal.app", "vicinal.report"}
TEXTS = {"vicinal.text.document", "vicinal.methods", "vicinal.formats", "vicinal.compiled"}


def loaded_by(*arguments: str) -> set[str]:
    """Return the modules that are loaded when a command ends."""
    code = (
        "import atexit, sys; atexit.register(lambda: print('loaded', *sys.modules, file=sys.stderr))\n"
        "from vicinal.cli import main; main()"
    )
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    return set(done.stderr.splitlines()[-1].split()[1:])


@pytest.fixture
def texts(tmp_path: Path) -> list[str]:
    files = [tmp_path / "source.txt", tmp_path / "target.txt"]
    files[0].write_text("The old mill grinds corn again. Visitors watch.\n\nTwo carpenters repaired its wheel.\n")
    files[1].write_text("The mill is old. It grinds corn again.\n\nCarpenters repaired the wheel.\n")
    return list(map(str, files))


def test_help_loads_no_command() -> None:
    loaded = loaded_by("--help")
    assert "click" in loaded
    assert not loaded & (HEAVY | TEXTS | {"rich", "json"})
    assert not [name for name in loaded if name.startswith("vicinal.cli.") and "command" in name]


def test_the_version_loads_the_compiled_parts_only() -> None:
    assert not loaded_by("--version") & (HEAVY | TEXTS - {"vicinal.compiled"} | {"rich"})


def test_aligning_in_a_pipe_loads_nothing_heavy(texts: list[str]) -> None:
    loaded = loaded_by("align", *texts)
    assert "vicinal.methods.global_.method" in loaded
    assert not loaded & (HEAVY | {"rich", "concurrent.futures", "zipfile", "difflib", "hashlib"})
    assert not [name for name in loaded if name.startswith("vicinal.formats.")]
    assert not loaded & {"json", "vicinal.methods.global_.pooling", "vicinal.similarity.tfidf"}
    assert not loaded & {"vicinal.methods.vicinity", "vicinal.view.ways_on"}  # for texts of which little was found
    assert {name for name in loaded if name.endswith(("_command", "_commands"))} == {"vicinal.cli.align_commands"}


def test_aligning_on_the_terminal_loads_rich_alone(texts: list[str]) -> None:
    loaded = loaded_by("align", *texts, "-f", "text")
    assert "rich.console" in loaded
    assert not loaded & HEAVY


def test_the_commands_are_those_that_the_help_names() -> None:
    for names in SECTIONS.values():
        for name, (_, first_line) in names.items():
            command = cli.commands[name]
            assert command.name == name
            assert command.get_short_help_str(70) == first_line


def test_a_pattern_is_compiled_when_it_is_used() -> None:
    broken = pattern("(")
    with pytest.raises(re.error):
        broken.search("")
    words = pattern("[a-z]+", re.IGNORECASE)
    assert words.findall("Two words") == words.findall("Two words") == ["Two", "words"]
    assert words.flags & re.IGNORECASE
    assert copy.copy(words).sub("x", "Two words") == "x x"
    assert pattern(rb"\d").search(b"a1").span() == (1, 2)  # type: ignore[union-attr]
