"""The environment with the wheel installed, for tests of what users get rather than of the source tree."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

VENV = Path(__file__).resolve().parents[1] / ".venv"


def installed() -> Path:
    """Return the Python of the environment with the wheel; `make test` makes it before the tests run.

    The test is skipped where it was not made. VICINAL_INSTALLED names the Python of another environment to be tested.
    """
    python = Path(os.environ.get("VICINAL_INSTALLED", VENV / "installed" / "bin" / "python"))
    if not python.exists():
        pytest.skip("there is no environment with the wheel installed: make installed")
    return python


def built(pattern: str) -> Path:
    """Return the file in .venv/dist that fits a pattern: "*.whl" or "*.tar.gz", as `make installed` built it."""
    found = sorted((VENV / "dist").glob(pattern))
    if not found:
        pytest.skip("the sdist and the wheel were not built: make installed")
    return found[-1]
