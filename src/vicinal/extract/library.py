"""The libraries of the extra `documents`, each loaded when a file comes that needs it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from vicinal.errors import InputError


def library(module: str, package: str, kind: str, name: str) -> ModuleType:
    """Return a module of a library; called by the modules of kinds of files.

    Args:
        module: The module, such as "docx".
        package: The package to install, such as "python-docx".
        kind: The kind of file, such as ".docx".
        name: The name of the file, for the error.

    Raises:
        InputError: The library is not installed; the message says how to install it.
    """
    try:
        return import_module(module)
    except ImportError:
        raise InputError(f"{name}: reading {kind} files needs {package}; pip install 'vicinal[documents]'") from None
