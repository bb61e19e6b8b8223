"""How this Vicinal was installed, so that messages name commands that work here.

Errors about a missing library call `install_command`, and what shows examples to try calls `own_command`. A clone, pip,
uv, `uv tool`, `uvx` and pipx are told apart. Heavy imports are late: such a message is seldom needed.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from vicinal.lazy_pattern import pattern

_ROOT = Path(__file__).resolve().parents[2]  # of a clone
_AFTER_NAME = pattern(r"[^\w.-]")  # what ends the name in a requirement


def install_command(extra: str, *libraries: str) -> str:
    """Return the command that installs an extra where this Vicinal is installed.

    In a clone, that is the extra itself. Elsewhere, the libraries of the extra are named, which works wherever Vicinal
    came from: a package index, a file, an address.

    Args:
        extra: The extra, as pyproject.toml names it.
        *libraries: Those of its libraries that are wanted; defaults to all. A clone gets all of them.
    """
    wanted = _requirements(extra, libraries)
    more = " ".join(f"--with {quoted(one)}" for one in wanted)
    if (Path(sys.prefix) / "uv-receipt.toml").is_file():
        return f"uv tool install {more} {_source()}"
    if _is_passing():
        return f"uvx {more} --from {_source()} vicinal"
    what = " ".join(map(quoted, wanted))
    if (Path(sys.prefix) / "pipx_metadata.json").is_file():
        return f"pipx inject vicinal {what}"
    if (_ROOT / "pyproject.toml").is_file():
        what = "-e " + quoted(f"{'.' if _here() == _ROOT else _ROOT}[{extra}]")
    if find_spec("pip") is None:
        return f"uv pip install --python {quoted(_shown(Path(sys.prefix)))} {what}"
    return f"{_python()} -m pip install {what}"


def own_command() -> str:
    """Return what to type for `vicinal` in this place: the name, if a shell finds it, or a path; `demo` calls this."""
    if _is_passing():
        return f"uvx --from {_source()} vicinal"
    found = shutil.which("vicinal")
    if found and Path(found).resolve().is_relative_to(Path(sys.prefix).resolve()):
        return "vicinal"
    beside = shutil.which("vicinal", path=str(Path(sys.executable).parent)) if sys.executable else None
    return quoted(_shown(Path(beside))) if beside else f"{_python()} -m vicinal"


def _requirements(extra: str, libraries: tuple[str, ...]) -> list[str]:
    """Return the libraries with the versions that pyproject.toml asks for, or their names alone if it is not known."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        lines = distribution("vicinal").requires or []
    except PackageNotFoundError:
        return list(libraries) or [f"vicinal[{extra}]"]
    found = {}
    for line in lines:
        requirement, _, marker = (part.strip() for part in line.partition(";"))
        elsewhere = "sys_platform" in marker and f'"{sys.platform}"' not in marker.replace("'", '"')
        if re.search(rf"""extra == ['"]{extra}['"]""", marker) and not elsewhere:
            found[_AFTER_NAME.split(requirement, maxsplit=1)[0]] = requirement
    return [found.get(library, library) for library in libraries] or list(found.values())


def _source() -> str:
    """Return what Vicinal was installed from: its name, if that was a package index, or a path or an address."""
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        record = json.loads(distribution("vicinal").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        record = {}
    url = str(record.get("url", "vicinal"))
    return quoted(url2pathname(urlsplit(url).path) if url.startswith("file:") else url)


def _is_passing() -> bool:
    """Return whether this is an environment in uv's cache, which `uvx` makes for one call."""
    return any(re.fullmatch(r"(archive|environments)-v\d+", part) for part in Path(sys.prefix).parts)


def _python() -> str:
    """Return what to type for the Python that runs this."""
    if not sys.executable:  # in a program that has Python inside
        return "python"
    own = Path(sys.executable)
    found = shutil.which("python")
    return "python" if found and Path(found).parent == own.parent else quoted(_shown(own))


def _shown(path: Path) -> str:
    """Return a path as people type it: relative, if it is in the current folder."""
    here = _here()
    return str(path.relative_to(here)) if here and path.is_relative_to(here) else str(path)


def _here() -> Path | None:
    """Return the current folder; None if it was removed."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return None


def quoted(word: str) -> str:
    """Return a word for a shell; double quotes, where they will do, are understood by those of Windows, too."""
    if re.fullmatch(r"[\w./\\:@%+=-]+", word):
        return word
    return shlex.quote(word) if os.name != "nt" and re.search(r'["$`\\!\n]', word) else f'"{word}"'
