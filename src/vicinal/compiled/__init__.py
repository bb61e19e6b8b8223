"""Compiled versions of slow parts, with the same results. Where they were not built, the Python runs instead.

Each module is the twin of a module of Python, which its first lines name: `_kernel` that of the vicinity method (built
from `_kernel.pyx` and the `.pxi` files it includes), `_lattice` and others that of `global`, `_segment` that of the
search for sentences. docs/development.md lists them all. Set VICINAL_PURE_PYTHON=1 in the environment to run without them.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType


def compiled(name: str) -> ModuleType | None:
    """Return a compiled module of this package; None if it was not built or is switched off."""
    if os.environ.get("VICINAL_PURE_PYTHON", "0") not in ("", "0"):
        return None
    try:
        return import_module(f"vicinal.compiled.{name}")
    except ImportError:
        return None


kernel = compiled("_kernel")


def active() -> str:
    """Return "compiled kernel" or "pure Python", whichever runs."""
    return "pure Python" if kernel is None else "compiled kernel"
