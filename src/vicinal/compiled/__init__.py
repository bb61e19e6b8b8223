"""The compiled parts, where they were built and are wanted; else None, and the Python they stand for runs.

Set VICINAL_PURE_PYTHON=1 in the environment to run without them.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType


def compiled(name: str) -> ModuleType | None:
    """Return a compiled module of this package, or None."""
    if os.environ.get("VICINAL_PURE_PYTHON", "0") not in ("", "0"):
        return None
    try:
        return import_module(f"vicinal.compiled.{name}")
    except ImportError:
        return None


kernel = compiled("_kernel")


def active() -> str:
    """Return which one runs: "compiled kernel" or "pure Python"."""
    return "pure Python" if kernel is None else "compiled kernel"
