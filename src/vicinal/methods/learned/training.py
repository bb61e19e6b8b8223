"""What the methods that learn from gold share: which documents teach, how a model is kept, what is said without one.

A model is a JSON file of plain numbers and words, never a pickle: it can be read by eye, and loading one runs no code.
It names the documents it was trained on by their digests, so that an evaluation can refuse to score a model on them.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from vicinal.errors import FormatError, InputError, SettingError, VicinalError
from vicinal.files import read_text, write_files
from vicinal.gold import Gold
from vicinal.text.document import Document
from vicinal.text.tokens import tokens

Model = TypeVar("Model")


def digest(gold: Gold) -> str:
    """Return the SHA-256 of the sentences of a document pair, in hexadecimal; paragraphs and links do not enter."""
    text = json.dumps([gold.source.sentences, gold.target.sentences], separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def annotated(gold: Iterable[Gold]) -> list[Gold]:
    """Return the document pairs whose sentences were annotated; one without words cannot teach, and is left out.

    Raises:
        InputError: There are none.
    """
    found = [pair for pair in gold if pair.has_sentences and _has_words(pair.source) and _has_words(pair.target)]
    if not found:
        raise InputError("no document pair with sentence links to learn from; give gold with a field 'gold'")
    return found


def _has_words(document: Document) -> bool:
    return any(map(tokens, document.sentences))


def numerical(name: str) -> Any:
    """Import numpy or a part of scipy.

    Raises:
        VicinalError: It is not installed.
    """
    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise VicinalError(f"this needs {package}; install it with: pip install 'vicinal[supervised]'") from None


def no_model(method: str) -> SettingError:
    """Return the error of a method that was called without a model."""
    return SettingError(
        f"method {method!r} needs a model: make one with 'vicinal fit GOLD --method {method} -o {method}.json'"
        f" and pass it with --model {method}.json"
    )


def check_model(model: Any, kind: type) -> None:
    """Raise SettingError unless model is None or of its kind."""
    if not isinstance(model, kind | None):
        raise SettingError(f"model must be a {kind.__name__}, as 'fit' and 'load' give it, not {model!r:.80}")


def model_repr(model: Any) -> str:
    """Return how many documents a model was fitted on and the first digits of the SHA-256 of its content."""
    sha256 = hashlib.sha256(_encode(asdict(model))).hexdigest()[:12]
    return f"{type(model).__name__}(documents={len(model.trained_on)}, sha256={sha256!r})"


def save_model(path: str | os.PathLike[str], method: str, model: Any) -> None:
    """Write a model, whole or not at all; the same content gives the same bytes.

    Raises:
        SettingError: The model is None.
    """
    if model is None:
        raise no_model(method)
    write_files({Path(path): _encode({"format": _format(method), **asdict(model)})})


def load_model(path: str | os.PathLike[str], method: str, make: Callable[[dict[str, Any]], Model]) -> Model:
    """Read a model; make builds it from the content and may raise KeyError, TypeError or ValueError.

    Raises:
        FormatError: The file is not a model of this method; the message names the file.
    """
    text = read_text(path)
    try:
        content = json.loads(text)
        if content.pop("format") != _format(method):
            raise ValueError
        return make(content)
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError, RecursionError):
        raise FormatError(
            f"{path}: is not a model of method {method!r}; make one with 'vicinal fit GOLD --method {method}'"
        ) from None


def numbers(values: Any, count: int | None = None) -> tuple[float, ...]:
    """Return a list out of a model file as finite numbers; raise ValueError for anything else."""
    if not isinstance(values, list) or (count is not None and len(values) != count):
        raise ValueError
    return tuple(number(value) for value in values)


def number(value: Any) -> float:
    """Return a value out of a model file as a finite number; raise ValueError for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise ValueError
    return float(value)


def names(values: Any) -> tuple[str, ...]:
    """Return a list out of a model file as strings; raise ValueError for anything else."""
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ValueError
    return tuple(values)


def _format(method: str) -> str:
    return f"vicinal-{method}/1"


def _encode(content: dict[str, Any]) -> bytes:
    return (json.dumps(content, indent=1) + "\n").encode("ascii")
