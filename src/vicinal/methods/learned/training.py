"""What the supervised methods share: which documents they learn from, and how they fit, save and load a model.

A supervised method is a frozen dataclass with a field `model` and the class attributes NAME and MODEL. MODEL is the
type of its model, a Struct with `of(documents)` and `trained_on`. The `fit`, `load` and `save` of this module are its
methods; they are typed loosely, because a checker cannot follow a function into several classes.

A model is a JSON file of plain numbers and words, never a pickle: people can read it, and loading it runs no code. It
lists the digests of the documents it was trained on, so that an evaluation can refuse to score it on them.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from sys import float_info
from typing import Annotated, Any

from msgspec import Meta, to_builtins

from vicinal.errors import FormatError, InputError, SettingError, VicinalError
from vicinal.files import read_text, write_files
from vicinal.gold import Gold
from vicinal.installation import install_command
from vicinal.json_text import converted, parsed
from vicinal.text.document import Document
from vicinal.text.tokens import tokens

Finite = Annotated[float, Meta(ge=-float_info.max, le=float_info.max)]  # neither infinite nor NaN


def fit(cls: Any, /, gold: Iterable[Gold], **settings: Any) -> Any:
    """Learn from the annotated documents in the gold; settings are those of the method.

    Raises:
        InputError: No document pair has sentence links.
    """
    method = cls(**settings)
    return replace(method, model=cls.MODEL.of(annotated(gold)))


def save(method: Any, /, path: str | os.PathLike[str]) -> None:
    """Write the model as JSON, whole or not at all; the same model gives the same bytes. Settings are not saved.

    Raises:
        SettingError: The method has no model.
    """
    if method.model is None:
        raise no_model(method.NAME)
    write_files({Path(path): _encoded({"format": _format(method.NAME), **to_builtins(method.model)})})


def load(cls: Any, /, path: str | os.PathLike[str], **settings: Any) -> Any:
    """Return the method with a model that `save` wrote, and these settings.

    Raises:
        FormatError: The file is not a model of this method; the message names the file.
    """
    text = read_text(path)
    try:
        model = converted(parsed(text), cls.MODEL, _format(cls.NAME))
    except FormatError as error:
        raise FormatError(
            f"{path}: is not a model of method {cls.NAME!r} ({error}); "
            f"make one with 'vicinal fit GOLD --method {cls.NAME}'"
        ) from None
    return cls(**settings, model=model)


def check_model(method: Any) -> None:
    """Raise SettingError unless the model of a method is None or of its type."""
    if not isinstance(method.model, method.MODEL | None):
        raise SettingError(
            f"model must be a {method.MODEL.__name__}, as 'fit' and 'load' return it, not {method.model!r:.80}"
        )


def no_model(method: str) -> SettingError:
    """Return the error for a method that was called without a model."""
    return SettingError(
        f"method {method!r} needs a model: make one with 'vicinal fit GOLD --method {method} -o {method}.json'"
        f" and pass it with --model {method}.json"
    )


def model_repr(model: Any) -> str:
    """Return the number of documents a model was fitted on and the first digits of the SHA-256 of its content."""
    sha256 = hashlib.sha256(_encoded(to_builtins(model))).hexdigest()[:12]
    return f"{type(model).__name__}(documents={len(model.trained_on)}, sha256={sha256!r})"


def digest(gold: Gold) -> str:
    """Return the SHA-256 of the sentences of a document pair, in hexadecimal; paragraphs and links are ignored."""
    text = json.dumps([gold.source.sentences, gold.target.sentences], separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def annotated(gold: Iterable[Gold]) -> list[Gold]:
    """Return the document pairs with annotated sentences, leaving out pairs without words.

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
        raise VicinalError(f"supervised methods need {package}; install it: {install_command('supervised')}") from None


def _format(method: str) -> str:
    return f"vicinal-{method}/1"


def _encoded(content: dict[str, Any]) -> bytes:
    return (json.dumps(content, indent=1) + "\n").encode("ascii")
