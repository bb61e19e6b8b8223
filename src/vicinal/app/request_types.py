"""What requests carry, checked on the way in: nothing unknown, nothing of another type, nothing too long."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from typing import Annotated, Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl

import msgspec

from vicinal.errors import InputError
from vicinal.methods import DEFAULT
from vicinal.view.printable import printable

LONGEST_NAME = 100  # characters of an annotator's name
LONGEST_TITLE = 200
_LARGEST = 2**53 - 1  # beyond, a browser cannot count

B = TypeVar("B", bound=msgspec.Struct)
Index = Annotated[int, msgspec.Meta(ge=0, le=_LARGEST)]
SentenceLink = tuple[tuple[Index, ...], tuple[Index, ...]]
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}")
_FLAGS = {"": False, "0": False, "false": False, "1": True, "true": True}


class Call(NamedTuple):
    """A request, as far as the answer depends on it: the key in its path, its query, its body."""

    key: str
    query: Mapping[str, str]
    body: bytes


class Method(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How to align, and what: two texts, or a pair that is known."""

    source: str | None = None
    target: str | None = None
    key: str | None = None
    method: str = DEFAULT
    settings: dict[str, bool | int | float | str] = {}
    language: str | None = None
    split: str = "auto"


class Paste(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Two texts to keep as a pair, and the method whose links it begins with."""

    source: str
    target: str
    title: str | None = None
    method: str = DEFAULT
    settings: dict[str, bool | int | float | str] = {}
    language: str | None = None
    split: str = "auto"


class Change(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Links to remove and links to add."""

    annotator: str
    remove: tuple[SentenceLink, ...] = ()
    add: tuple[SentenceLink, ...] = ()
    version: Index | None = None


class Step(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A step back or forth in the history."""

    annotator: str
    version: Index | None = None


class Mark(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A mark on a pair."""

    annotator: str
    done: bool = True


def body(call: Call, kind: type[B]) -> B:
    """Return what a request carries; raise InputError with one line for anything else."""
    try:
        return msgspec.json.decode(call.body, type=kind)
    except UnicodeDecodeError:
        raise InputError("the request is not UTF-8") from None
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise InputError(f"the request is not what it should be: {error}") from None


def query(text: bytes) -> dict[str, str]:
    """Return the query of an address; raise InputError for one that is not UTF-8, too long, or has a name twice."""
    try:
        pairs = parse_qsl(text.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=20)
    except ValueError:
        raise InputError("the query is not UTF-8, or too long") from None
    found = dict(pairs)
    if len(found) < len(pairs):
        raise InputError("the query has a name twice")
    return found


def only(call: Call, known: Collection[str]) -> Mapping[str, str]:
    """Return the query of a request, after making sure that it has no names but these."""
    for name in call.query:
        if name not in known:
            raise InputError(f"the query has no {name!r:.40}; it can have {', '.join(known)}")
    return call.query


def number(values: Mapping[str, str], name: str, default: int, most: int) -> int:
    """Return a whole number from 0 to most of a query."""
    text = values.get(name) or str(default)
    if not re.fullmatch("[0-9]{1,15}", text) or int(text) > most:
        raise InputError(f"{name} must be a whole number from 0 to {most}, not {text!r:.40}")
    return int(text)


def flag(values: Mapping[str, str], name: str) -> bool:
    """Return yes or no of a query; no if it is not there."""
    text = values.get(name, "")
    if text not in _FLAGS:
        raise InputError(f"{name} must be true or false, not {text!r:.40}")
    return _FLAGS[text]


def annotator_name(text: str) -> str:
    """Return the name of an annotator, written in one way; raise InputError for what cannot be a name.

    >>> annotator_name("  Zoe\u0308 ") == "Zoë"
    True
    """
    name = unicodedata.normalize("NFC", text).strip()
    if not name or len(name) > LONGEST_NAME or printable(name) != name:
        raise InputError(f"the annotator's name must be 1 to {LONGEST_NAME} printable characters")
    return name


def title(text: str | None) -> str | None:
    """Return the title of a pasted pair, or None where there is none."""
    name = (text or "").strip()
    if len(name) > LONGEST_TITLE or printable(name) != name:
        raise InputError(f"the title must be at most {LONGEST_TITLE} printable characters")
    return name or None


def language(text: str | None) -> str | None:
    """Return a language code; raise InputError for what cannot be one."""
    if text and not _LANGUAGE.fullmatch(text):
        raise InputError(f"{text!r:.40} is no language code; give one such as 'en' or 'pt-BR', or none")
    return text or None


def shown(error: Any) -> str:
    """Return the message of an error on one line, and not too long."""
    text = printable(" ".join(str(error).split()))
    return text if len(text) <= 400 else text[:399] + "…"
