"""Signatures: how an alignment says which method made it, with which settings, in which version of Vicinal.

    vicinal 0.1.0: Vicinity(paragraph_alpha=0.45, sentence_alpha=0.3, ..., similarity=TfIdf(idf=None))

An aligner is its own configuration, so its repr is the settings. `call_in` is the inverse: whoever wants a setting of
a finished alignment, such as the viewer, reads it from there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from vicinal.errors import SettingError
from vicinal.lazy_pattern import pattern
from vicinal.version import __version__

_PREFIX = pattern(r"vicinal [\w.+!-]+: ")
_LONGEST = 10_000  # characters of a signature that is parsed; it may come from a file that anybody wrote


@dataclass(frozen=True)
class Call:
    """A class and its settings: what a repr such as `TfIdf(idf=None)` says. Settings may be calls themselves."""

    name: str
    settings: Mapping[str, Any]


def signature_of(aligner: object) -> str:
    """Return the signature of an aligner: the version of Vicinal and what describes the aligner."""
    return f"vicinal {__version__}: {described(aligner)}"


def described(value: object) -> str:
    """Return what describes an aligner, or a setting of a reader: its repr, or the name of a function.

    The repr of a function holds an address in memory, which is another one in each process.

    >>> described(described), described(0.5)
    ('vicinal.signature.described', '0.5')
    """
    return f"{value.__module__}.{value.__qualname__}" if isinstance(value, FunctionType) else repr(value)


def check_described(value: object) -> None:
    """Raise SettingError if what describes an aligner or a setting would be another text in the next process.

    Runs call this: two runs with equal descriptions are the same run.
    """
    if " at 0x" in described(value):
        raise SettingError(
            f"{described(value)}: does not tell its settings, so a run could not be resumed; make it a function, or a "
            "dataclass"
        )


def call_in(signature: str) -> Call | None:
    """Return the method and the settings that a signature names; None where it names none.

    >>> call_in("vicinal 0.1.0: Nearest(threshold=0.3, similarity=TfIdf(idf=None))")
    Call(name='Nearest', settings={'threshold': 0.3, 'similarity': Call(name='TfIdf', settings={'idf': None})})
    >>> call_in("gold") is None
    True
    """
    prefix = _PREFIX.match(signature)
    if prefix is None or len(signature) > _LONGEST:
        return None
    try:
        call = _value(ast.parse(signature[prefix.end() :], mode="eval").body)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    return call if isinstance(call, Call) else None


def maker_in(signature: str) -> str:
    """Return who made an alignment, in a few words: the class of a method, or what else the signature begins with.

    >>> maker_in("vicinal 0.1.0: Nearest(threshold=0.3, similarity=TfIdf(idf=None))")
    'Nearest'
    >>> maker_in("corrected by Ada; at first vicinal 0.1.0: Global(caution=0.5)")
    'corrected by Ada'
    >>> maker_in("my-aligner 1.0: InOrder(least=0.3)")
    'my-aligner 1.0: InOrder'
    """
    prefix = _PREFIX.match(signature)
    first = signature[prefix.end() :].partition("(")[0] if prefix else re.split("[;(]", signature, maxsplit=1)[0]
    return " ".join(first.split())[:60]


def _value(node: ast.expr) -> Any:
    """Return what an expression says: a call with keywords only, or a literal; raise ValueError for anything else."""
    if not isinstance(node, ast.Call):
        return ast.literal_eval(node)
    settings = {keyword.arg: _value(keyword.value) for keyword in node.keywords}
    if not isinstance(node.func, ast.Name) or node.args or None in settings:
        raise ValueError
    return Call(node.func.id, {str(name): value for name, value in settings.items()})
