"""Libraries of the extra `documents`, loaded when a file needs one."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from vicinal.errors import InputError
from vicinal.installation import install_command


def library(module: str, package: str, kind: str, name: str) -> ModuleType:
    """Return a module of a library; the readers of single kinds of files call this when such a file comes.

    Args:
        module: The module to import.
        package: The name under which pip knows it.
        kind: The kind of file that needs it, as its suffix: ".pdf".
        name: The name of the file, for the error.

    Raises:
        InputError: The library is not installed; the message says what to install.
    """
    try:
        return import_module(module)
    except ImportError:
        raise missing(package, kind, name) from None


def missing(package: str, kind: str, name: str) -> InputError:
    """Return the error that says what to install; arguments as for `library`.

    `pdf` calls this, too: its library is loaded in another process.
    """
    command = install_command("documents", package)
    return InputError(f"{name}: reading {kind} files needs {package}; install it: {command}")
