"""Every block of code in the pages runs where the wheel is installed, in a folder of small files, without network.

The exceptions are in tests/docs_pages.py, with their reasons.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from click import BadOptionUsage
from click.testing import CliRunner

from tests.docs_driver import fits
from tests.docs_pages import (
    INSTEAD,
    PAGES,
    PARSED,
    ROOT,
    RUN,
    SHOWN,
    blocks,
    commands_in_text,
    exceptions,
    prepare,
    steps,
)
from tests.installed import installed
from vicinal.cli import cli

NAMESPACE = ["unshare", "--map-root-user", "--net"]
WITH_CODE = [page for page in PAGES if any(block.language in RUN for block in blocks(page))]
LONGEST = 600  # seconds, for a page that hangs


@cache
def has_namespaces() -> bool:
    """Tell whether a process can get a network of its own, without any other machine in it."""
    return bool(shutil.which("unshare")) and subprocess.run([*NAMESPACE, "true"], capture_output=True).returncode == 0


def offline(python: Path, *arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the Python that has the wheel, without network: in a namespace, or else by a proxy that is not there."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VICINAL", "COV_"))}
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**kept, "PATH": path, "HOME": str(home), "TERM": "dumb", "PYTHONUTF8": "1"}
    if has_namespaces():
        environment["VICINAL_OFFLINE"] = "namespace"
    else:
        environment |= dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), "http://127.0.0.1:9")
        environment["no_proxy"] = "127.0.0.1,localhost"
    command = [*(NAMESPACE if has_namespaces() else []), str(python), *map(str, arguments)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=LONGEST)


def problems(python: Path, listed: list[dict[str, str]], folder: Path) -> list[str]:
    """Run steps; return what went wrong."""
    file = folder.parent / "steps.json"
    file.write_text(json.dumps(listed), encoding="utf-8")
    done = offline(python, ROOT / "tests" / "docs_driver.py", file, folder=folder)
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what a reader of the pages has: texts, gold and a finished run."""
    folder = tmp_path_factory.mktemp("reader") / "work"
    folder.mkdir()
    prepare(folder)
    done = offline(installed(), "-m", "vicinal", "run", "texts/", "-o", "out", "--workers", "1", folder=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("page", WITH_CODE)
def test_the_blocks_of_a_page_run(page: str, prepared: Path, tmp_path: Path) -> None:
    folder = tmp_path / "work"
    shutil.copytree(prepared, folder)
    assert not (found := problems(installed(), list(steps(page)), folder)), "\n\n".join(found)


@pytest.mark.parametrize("page", PAGES)
def test_every_block_has_a_language_and_can_be_parsed(page: str) -> None:
    for block in blocks(page):
        place = f"{page}:{block.line}"
        assert block.language in RUN | PARSED | SHOWN, (
            f"{place}: a block needs a language that tests/docs_pages.py knows"
        )
        if block.language == "json":
            json.loads(block.code)
        elif block.language == "yaml":
            pytest.importorskip("yaml").safe_load(block.code)
        elif block.language == "toml" and sys.version_info >= (3, 11):
            import tomllib

            tomllib.loads(block.code)


@pytest.mark.parametrize("page", PAGES)
def test_commands_in_the_text_of_a_page_have_options_that_exist(page: str) -> None:
    for name, *arguments in commands_in_text(page):
        done = CliRunner().invoke(cli, [name, "--help", *arguments], standalone_mode=False)
        # An option at the end may stand there without its value.
        assert done.exception is None or isinstance(done.exception, BadOptionUsage), (name, *arguments, done.exception)


def test_the_extras_that_pages_name_exist() -> None:
    named = {
        (page, extra)
        for page in PAGES
        for extras in re.findall(r"(?:vicinal|'\.)\[([\w,]+)\]", (ROOT / page).read_text(encoding="utf-8"))
        for extra in extras.split(",")
    }
    listed = "import importlib.metadata as m; print(*m.metadata('vicinal').get_all('Provides-Extra'))"
    known = subprocess.run([installed(), "-I", "-c", listed], capture_output=True, text=True, check=True).stdout.split()
    assert named
    assert sorted((page, extra) for page, extra in named if extra not in known) == []


def test_every_exception_is_needed() -> None:
    used = {instead for page in PAGES for instead in exceptions(page)}
    assert [instead.pattern for instead in INSTEAD if instead not in used] == []


def step(kind: str, code: str, shown: str = "") -> dict[str, str]:
    return {"kind": kind, "place": "page.md:1", "code": code, "shown": shown}


@pytest.mark.parametrize(
    "bad",
    [
        step("python", "print(undefined)"),
        step("python", "assert 1 == 2"),
        step("python", "import warnings\nwarnings.warn('old', DeprecationWarning)"),
        step("python", "print('one')", "two"),
        step("pycon", ">>> 1 + 1\n3\n"),
        step("shell", "false\ntrue"),
        step("shell", "vicinal align nothing.txt simple.txt"),
        step("shell", "vicinal --version", "another version"),
        step("serve", "vicinal serve nothing"),
    ],
    ids=lambda bad: bad["code"],
)
def test_what_is_wrong_in_a_block_is_found(bad: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    found = problems(installed(), [bad], tmp_path / "work")
    assert len(found) == 1
    assert found[0].startswith("page.md:1: ")


def test_blocks_use_the_wheel(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    inside = "import sys, vicinal\nassert vicinal.__file__.startswith(sys.prefix), vicinal.__file__"
    assert problems(installed(), [step("python", inside)], tmp_path / "work") == []


def test_blocks_have_no_network(tmp_path: Path) -> None:
    if not has_namespaces():
        pytest.skip("no network namespaces on this machine (unshare): the blocks ran with a proxy that is not there")
    (tmp_path / "work").mkdir()
    reach = "import socket\nsocket.create_connection(('192.0.2.1', 80), timeout=30)"
    (found,) = problems(installed(), [step("python", reach)], tmp_path / "work")
    assert "Network is unreachable" in found


@pytest.mark.parametrize(
    ("shown", "output", "expected"),
    [
        ("a  b\n", "a b", True),
        ("a ... d", "a b c d", True),
        ("a\n...\n", "a b c", True),
        ("a", "a b", False),
        ("b", "a b", False),
        ("a.c", "abc", False),
    ],
)
def test_what_a_page_shows_is_compared_with_the_output(shown: str, output: str, expected: bool) -> None:
    assert fits(shown, output) == expected
