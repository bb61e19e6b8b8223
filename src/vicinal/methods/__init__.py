"""Methods by name: the paper's, our own, and the earlier systems they are compared with. One method a file.

Each is a frozen dataclass. Its fields are its settings, and calling it aligns two documents. The supervised methods
also have `fit(gold)`, `save(path)` and `load(path)`. What only they use is in `learned/`; everything that belongs to
`global` alone is in `global_/`.

This module is the one way from a name and settings to an aligner. A method's module is imported when it is asked for.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module
from typing import Any

from vicinal.alignment import Aligner
from vicinal.errors import SettingError, check_choice
from vicinal.lazy_pattern import pattern
from vicinal.methods.references import REFERENCES

METHODS = {
    "vicinity": "vicinal.methods.vicinity:Vicinity",
    "global": "vicinal.methods.global_.method:Global",
    "massalign": "vicinal.methods.massalign:Massalign",
    "nearest": "vicinal.methods.nearest:Nearest",
    "jaccard": "vicinal.methods.jaccard:Jaccard",
    "coster_kauchak": "vicinal.methods.coster_kauchak:CosterKauchak",
    "bott_saggion": "vicinal.methods.bott_saggion:BottSaggion",
    "barzilay_elhadad": "vicinal.methods.barzilay_elhadad:BarzilayElhadad",
    "smith": "vicinal.methods.smith:Smith",
}
DEFAULT = "global"
PAPER = f"the method of {REFERENCES['vicinity'].short}"
_SIGNED = pattern(r"vicinal [\w.+!-]+: (\w+)\(")


def method_class(name: str) -> Any:
    """Return the class of a method."""
    check_choice("method", name, METHODS)
    module, _, attribute = METHODS[name].partition(":")
    return getattr(import_module(module), attribute)


def aligner_for(method: str | Aligner, settings: Mapping[str, Any]) -> Aligner:
    """Return the aligner that a caller means: a method's name with settings, or an aligner without any.

    Raises:
        SettingError: The method or a setting is unknown or out of range, or settings come with an aligner.
    """
    if isinstance(method, str):
        known = settings_of(method)
        for setting in settings:
            if setting not in known and (owners := methods_with(setting)):
                raise SettingError(f"method {method!r} has no setting {setting!r}; say method={owners[0]!r}")
            check_choice(f"setting of method {method!r}:", setting, known)
        aligner: Aligner = method_class(method)(**settings)
        return aligner
    if settings:
        raise SettingError(f"settings ({', '.join(settings)}) go with a method's name, not with an aligner")
    if isinstance(method, type):
        raise SettingError(f"{method.__name__} is a class, not an aligner; make one: {method.__name__}()")
    if not callable(method):
        raise SettingError(f"method must be a name or a function of two documents, not {method!r:.80}")
    return method


def name_of(aligner: Aligner) -> str:
    """Return the name of an aligner's method; for a user's own aligner, the name of its class or function."""
    kind = type(aligner)
    for name, place in METHODS.items():
        if place == f"{kind.__module__}:{kind.__qualname__}":
            return name
    return getattr(aligner, "__qualname__", kind.__qualname__)


def name_in(signature: str) -> str | None:
    """Return the name of the method that a signature begins with; None for gold, corrections and other aligners.

    >>> name_in("vicinal 0.1.0: Global(caution=0.7, meaning=None); levels '0' and '1', made consistent")
    'global'
    """
    found = _SIGNED.match(signature)
    names = (name for name, place in METHODS.items() if found and place.endswith(f":{found[1]}"))
    return next(names, None)


def title_of(name: str) -> str:
    """Return a method's name as summaries show it; the paper's comes with its authors."""
    return f"{name}, {PAPER}" if name == "vicinity" else name


def methods_with(setting: str) -> list[str]:
    """Return the methods that have a setting, in the order of METHODS."""
    return [name for name in METHODS if setting in settings_of(name)]


def is_supervised(name: str) -> bool:
    """Tell whether a method must be fitted on gold before it can align."""
    return hasattr(method_class(name), "fit")


def settings_of(name: str) -> dict[str, Any]:
    """Return the settings of a method with their defaults."""
    return {field.name: field.default for field in fields(method_class(name)) if field.init}


def summary_of(name: str) -> str:
    """Return the first line of a method's documentation."""
    return str(method_class(name).__doc__).strip().split("\n")[0]


def documentation_of(name: str) -> dict[str, str]:
    """Return what a method's docstring says about each of its settings."""
    section = inspect.cleandoc(method_class(name).__doc__).partition("Attributes:\n")[2]
    entries = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", section, re.MULTILINE)
    return {setting: " ".join(text.split()) for setting, text in entries}
