"""Reading requests: a query or a JSON body as one of the msgspec Structs that the API accepts.

`of_query` and `of_body` return a Struct or raise InputError with one line: what is wrong, in which field, and what to
give instead. The description of a field is used in that message and in the OpenAPI document (`openapi`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec

from vicinal.app.request_types import NAME, TITLE
from vicinal.errors import InputError
from vicinal.view.printable import printable

_FIELDS_WITH_NAMES = ("annotator", "one", "other", "sentences_of")

R = TypeVar("R", bound=msgspec.Struct)


class NoFields(msgspec.Struct, forbid_unknown_fields=True):
    """A request without parameters."""


def of_query(text: bytes, kind: type[R]) -> R:
    """Return the query of an address; a parameter with an empty value counts as left out."""
    try:
        pairs = parse_qsl(text.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=20)
    except ValueError:
        raise InputError("the query is not UTF-8, or has more than 20 parameters") from None
    if len(dict(pairs)) < len(pairs):
        raise InputError("the query has a parameter twice; give each at most once")
    # Except the key: no pair has an empty one, and the export of one pair must not become the export of all.
    given = {name: _value(kind, name, value) for name, value in pairs if value or name == "key"}
    return convert(given, kind, "query")


def of_body(data: bytes, kind: type[R]) -> R:
    """Return the JSON body of a request."""
    try:
        return _canonical(msgspec.json.decode(data, type=kind))
    except msgspec.ValidationError as error:
        raise _explained(error, kind, "request body") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise InputError(f"the request body is not JSON in UTF-8: {error}") from None


def convert(given: Mapping[str, Any], kind: type[R], what: str) -> R:
    """Return parsed JSON as a Struct; `what` is its name in messages.

    Raises:
        InputError: It does not fit.
    """
    try:
        return _canonical(msgspec.convert(given, kind))
    except msgspec.ValidationError as error:
        raise _explained(error, kind, what) from None


@cache
def properties(kind: type[msgspec.Struct]) -> Mapping[str, Any]:
    """Return the JSON schemas of a Struct's fields, which hold no references."""
    schema: Mapping[str, Any] = msgspec.json.schema_components([kind])[1][kind.__name__]["properties"]
    return schema


def annotator_name(text: str, field: str = "annotator") -> str:
    """Return an annotator's name, given in some field, in a canonical spelling.

    Raises:
        InputError: It is not printable.

    >>> annotator_name("  Zoe\u0308 ") == "Zoë"
    True
    """
    name = unicodedata.normalize("NFC", text).strip()
    if printable(name) != name:
        raise InputError(f"{field}: the name is not printable; give {NAME}")
    return name


def title_of(text: str | None) -> str | None:
    """Return the title of a pasted pair without surrounding white space; None where there is none."""
    title = (text or "").strip()
    if printable(title) != title:
        raise InputError(f"title: it is not printable; give {TITLE}")
    return title or None


def _value(kind: type[msgspec.Struct], name: str, text: str) -> Any:
    """Return the value of a query parameter: an integer where one is expected and the text is one."""
    is_number = properties(kind).get(name, {}).get("type") == "integer"
    return int(text) if is_number and re.fullmatch("-?[0-9]{1,15}", text) else text


def _canonical(request: R) -> R:
    """Return a request, with the names of annotators in their canonical spelling."""
    given = {field: getattr(request, field, None) for field in _FIELDS_WITH_NAMES}
    names = {field: annotator_name(name, field) for field, name in given.items() if name is not None}
    return msgspec.structs.replace(request, **names)


def _explained(error: msgspec.ValidationError, kind: type[msgspec.Struct], what: str) -> InputError:
    problem, _, path = str(error).partition(" - at `$.")
    problem = "not valid" if "regex" in problem else problem[0].lower() + problem[1:]
    known, name = properties(kind), re.split(r"\W", path)[0]
    if name in known:
        return InputError(f"{name}: {problem}; give {known[name]['description']}")
    return InputError(f"the {what}: {problem}; it can have: {', '.join(known) or 'nothing'}")
