"""Methods by name: the paper's, our own, and the earlier systems they are compared with, one a file.

Each is a frozen dataclass whose fields are its settings and whose call aligns two documents. The supervised ones also
have `fit(gold)`, `save(path)` and `load(path)`. Modules are imported when a method is asked for.
"""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module
from typing import Any

from vicinal.errors import check_choice

METHODS = {
    "vicinity": "vicinal.align:Vicinity",
    "global": "vicinal.methods.global_:Global",
    "massalign": "vicinal.methods.massalign:Massalign",
    "nearest": "vicinal.methods.nearest:Nearest",
    "jaccard": "vicinal.methods.jaccard:Jaccard",
    "coster_kauchak": "vicinal.methods.coster_kauchak:CosterKauchak",
    "bott_saggion": "vicinal.methods.bott_saggion:BottSaggion",
    "barzilay_elhadad": "vicinal.methods.barzilay_elhadad:BarzilayElhadad",
    "smith": "vicinal.methods.smith:Smith",
}


def method_class(name: str) -> Any:
    """Return the class of a method."""
    check_choice("method", name, METHODS)
    module, _, attribute = METHODS[name].partition(":")
    return getattr(import_module(module), attribute)


def aligner_named(name: str, **settings: Any) -> Any:
    """Return the method of that name with these settings.

    Raises:
        SettingError: The method or a setting is not known, or out of range.
    """
    known = settings_of(name)
    for setting in settings:
        check_choice(f"setting of method {name!r}:", setting, known)
    return method_class(name)(**settings)


def is_supervised(name: str) -> bool:
    """Tell whether a method must be fitted on gold before it can align."""
    return hasattr(method_class(name), "fit")


def settings_of(name: str) -> dict[str, Any]:
    """Return the settings of a method with their defaults."""
    return {field.name: field.default for field in fields(method_class(name)) if field.init}


def summary_of(name: str) -> str:
    """Return the first line of a method's documentation."""
    return str(method_class(name).__doc__).strip().split("\n")[0]
