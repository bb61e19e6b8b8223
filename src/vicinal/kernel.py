"""The compiled kernel, where it was built and is wanted; else None, and the Python it stands for runs.

Set VICINAL_PURE_PYTHON=1 in the environment to run without it.
"""

from __future__ import annotations

import os
from types import ModuleType

kernel: ModuleType | None = None
if os.environ.get("VICINAL_PURE_PYTHON", "0") in ("", "0"):
    try:
        from vicinal import _kernel as kernel  # type: ignore[attr-defined, no-redef]
    except ImportError:
        kernel = None


def active() -> str:
    """Return which one runs: "compiled kernel" or "pure Python"."""
    return "pure Python" if kernel is None else "compiled kernel"
