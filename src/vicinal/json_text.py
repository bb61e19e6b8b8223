"""JSON that people may read or edit: written with one item a line, read into a type or refused with a reason.

Callers: every reader of JSON files and requests. The `json` module reads the text, because it keeps lone surrogates and
reports line and column; msgspec then checks the values against a type (a dataclass, a Struct, a list of tuples) and is
loaded only then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any, TypeVar

from vicinal.errors import FormatError
from vicinal.files import decode

T = TypeVar("T")
_COMPACT = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
_SEPARATORS = {character: f"\\u{ord(character):04x}" for character in "\x85\u2028\u2029"}
_NAMES = {
    "str": "a string",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}


def compact(value: Any) -> str:
    """Return a value as JSON on one line."""
    if type(value) is float and isfinite(value):  # the most frequent, and the encoder takes longer
        return repr(value)
    return _COMPACT.encode(value)


quoted = json.encoder.encode_basestring  # a text as JSON; `compact` gives the same, and takes longer


def json_line(value: Any) -> str:
    """Return a value as a line of a file; readers that split at the line separators of Unicode see one line, too."""
    return line_of(compact(value))


def compact_texts(paragraphs: Sequence[Sequence[str]]) -> str:
    """Return the paragraphs of a document as `compact` does, several times faster; exports write all texts of a run."""
    import msgspec

    try:
        return msgspec.json.format(msgspec.json.encode(paragraphs), indent=0).decode()
    except UnicodeEncodeError:  # a lone surrogate, which the encoder refuses
        return compact(paragraphs)


def line_of(text: str) -> str:
    """Return JSON without line ends as a line of a file, as `json_line` has it."""
    for character, escaped in () if text.isascii() else _SEPARATORS.items():
        text = text.replace(character, escaped)
    return text + "\n"


def items(values: Iterable[Any], indent: int) -> str:
    """Return a list as JSON, one line an item, each indented by so many spaces."""
    lines = ",\n".join(" " * indent + compact(value) for value in values)
    return f"[\n{lines}\n{' ' * (indent - 1)}]" if lines else "[]"


def members(values: dict[str, str], indent: int) -> str:
    """Return an object as JSON, one line a key, each indented by so many spaces; the values are JSON already."""
    lines = ",\n".join(f"{' ' * indent}{compact(key)}: {text}" for key, text in values.items())
    return f"{{\n{lines}\n{' ' * (indent - 1)}}}"


def decoded(data: bytes | str, kind: type[T], name: str) -> T:
    """Return JSON data as a value of a type.

    Raises:
        FormatError: The data are not JSON, or not of the type; the message starts with the name.
    """
    text = data if isinstance(data, str) else decode(data, name)
    try:
        return converted(parsed(text), kind)
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None


def parsed(text: str, *, unique_keys: bool = False) -> Any:
    """Return the value of a JSON text; with unique_keys, an object with a key twice is refused.

    Raises:
        FormatError: The text is not JSON; the message says where.
    """
    try:
        return json.loads(text, object_pairs_hook=_unique if unique_keys else None)
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in text.strip() else ""
        raise FormatError(f"not JSON: {error.msg} at {line}column {error.colno}") from None
    except FormatError:
        raise
    except (ValueError, RecursionError):
        raise FormatError("not readable as JSON: a number too long, or nested too deep") from None


def converted(value: Any, kind: type[T], format: str | None = None) -> T:
    """Return a parsed JSON value as a value of a type; of a file with a format, check that first.

    Raises:
        FormatError: The value is not of the type; the message names the field, what was expected and what was found.
    """
    import msgspec

    if format is not None and not (isinstance(value, dict) and value.get("format") == format):
        raise FormatError(f'no "format": "{format}"')
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise FormatError(_reason(str(error), value)) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise FormatError(f"field {twice!r:.40}: given twice")
    return found


def _reason(message: str, value: Any) -> str:
    """Return an error of msgspec in our words: the field, what was expected, what was found."""
    message, _, path = message.partition(" - at `$")
    path = path.rstrip("`").lstrip(".")
    if of_field := re.fullmatch(r"Object (?:missing required|contains (unknown)) field `(.*)`", message):
        return f"field {of_field[2]!r:.40}: {of_field[1] or 'missing'}" + (f" in {path}" if path else "")
    if message.startswith("Expected `"):
        wanted, _, found = re.sub("`(.*?)`", _in_words, message).partition(", got ")
        if "..." not in path:  # msgspec does not say which key of a dict it means
            found = json.dumps(_value_at(path, value))[:40]
        message = f"{wanted}, found {found}" if found else wanted
    message = message[:1].lower() + message[1:]
    return f"field {path!r}: {message}" if path else message


def _in_words(types: re.Match[str]) -> str:
    return " or ".join(_NAMES.get(name, name) for name in types[1].split(" | "))


def _value_at(path: str, value: Any) -> Any:
    """Return the value at a path such as `links[0].score`."""
    for index, key in re.findall(r"\[(\d+)\]|([^.\[\]]+)", path):
        value = value[int(index)] if index else value[key]
    return value
