"""JSON files that hold their rows in an array: split into a row a line, as a stream.

The rows are the items of an array, or of the arrays of objects in an object, such as `{"train": [...], "test": [...]}`.
Neither the file nor an item is ever held as a whole. The items themselves are not checked here: reading the rows does
that, and rejects a bad one by itself.

Caller: `table_file`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

import msgspec

from vicinal.errors import InputError
from vicinal.wording import many

_SPACE = b" \t\r\n"
_LINE_ENDS = bytes.maketrans(b"\r\n", b"  ")
_STRING = re.compile(rb'[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)  # from after the opening quote
_SIGN = re.compile(rb'["\[\]{},]')
# Inside an object, only brackets matter: all else is passed over at once, with whole strings.
_NO_BRACKET = re.compile(rb'(?:[^"\[\]{}]+|"[^"\\]*(?:\\.[^"\\]*)*")*', re.DOTALL)
_LIST_FOLLOWS = re.compile(rb'\{\s*"[^"\\]*(?:\\.[^"\\]*)*"\s*:\s*[\[{]', re.DOTALL)
_PANDAS = "(pandas: orient='records')"
_RECORDS = f"give an array of objects {_PANDAS}"
_CUT = "get a complete copy"
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class JsonKind(Enum):
    """What a .json file holds."""

    LINES = "an object a line"
    ARRAY = "an array"
    ARRAYS = "an object with arrays"


def json_kind(head: bytes, shown: str, is_whole: bool = True) -> JsonKind:
    """Return what a JSON file holds, judging by its start.

    It holds an object a line if its first line is a whole object, and more lines follow or it has no array of objects.
    A first line that goes on after the start is taken for an object too, unless it has an array of objects, or
    its first value is an array or object.

    Raises:
        InputError: It holds something else; `shown` is the name of the file in the message.
    """
    text = head.lstrip(_SPACE)
    if not text:
        return JsonKind.LINES  # of which there are none
    if text.startswith(b"["):
        return JsonKind.ARRAY
    if not text.startswith(b"{"):
        raise InputError(f"{shown}: is not JSON; give an array of objects, or an object a line")
    first, _, rest = text.partition(b"\n")
    try:
        row = msgspec.json.decode(first)
    except _UNREADABLE:
        if rest.lstrip(_SPACE).startswith(b"{"):
            return JsonKind.LINES  # of which the first is bad
        splitter = _Splitter(JsonKind.ARRAYS, shown)
        if is_whole or b"\n" in text or (splitter.take(text) and splitter.number):
            return JsonKind.ARRAYS
        if _LIST_FOLLOWS.match(text):
            raise InputError(
                f"{shown}: seems to be an object of columns; {_RECORDS}; if it has an object a line, rename it to end "
                "in .jsonl"
            ) from None
        return JsonKind.LINES
    if not rest.strip(_SPACE) and _are_columns(list(row.values())):
        raise InputError(f"{shown}: is an object of columns; {_RECORDS}")
    has_rows = any(isinstance(value, list) and value and isinstance(value[0], dict) for value in row.values())
    return JsonKind.ARRAYS if has_rows and not rest.strip(_SPACE) else JsonKind.LINES


def _are_columns(values: list[Any]) -> bool:
    """Tell whether the values of an object are columns: lists of as many texts or numbers, or objects with all rows."""
    if len(values) < 2:
        return False
    if all(isinstance(value, dict) for value in values):
        return all(value.keys() == values[0].keys() for value in values)
    if not all(isinstance(value, list) and len(value) > 1 for value in values):
        return False
    return len({*map(len, values)}) == 1 and not any(isinstance(one, (dict, list)) for value in values for one in value)


def items(chunks: Iterable[bytes], kind: JsonKind, shown: str) -> Iterator[bytes]:
    """Yield the objects in the arrays of a JSON file in UTF-8, in chunks, with a line end after each.

    An item that is no object becomes `null`, which is rejected as a row; in an object with arrays, it is passed over.

    Raises:
        InputError: The file ends before its array does, goes on after it, or has no array of objects.
    """
    splitter = _Splitter(kind, shown)
    for chunk in chunks:
        if found := splitter.take(chunk):
            yield found
    splitter.finish()


class _Splitter:
    """Finds the objects in chunk after chunk, by counting the brackets outside strings."""

    def __init__(self, kind: JsonKind, shown: str) -> None:
        self.kind = kind
        self.shown = shown
        self.level = 1 if kind is JsonKind.ARRAY else 2  # the depth of the items
        self.depth = 0
        self.in_array = False  # at the depth of items or deeper, inside an array
        self.in_item = False
        self.in_string = self.is_escaped = False
        self.is_over = False
        self.has_object = self.has_value = False  # since the last comma between items; an object, or anything
        self.number = 0  # of objects

    def take(self, data: bytes) -> bytes:
        """Return what a chunk holds of objects."""
        out: list[bytes] = []
        at = begin = 0
        while at < len(data):
            if self.in_string:
                at = self._after_string(data, at)
                continue
            if self.in_item and (passed := _NO_BRACKET.match(data, at)):
                at = passed.end()
            found = _SIGN.search(data, at)
            end = found.start() if found else len(data)
            if self.is_over and (found or data[at:end].strip(_SPACE)):
                raise InputError(f"{self.shown}: goes on after the end of its {self._whole}; it must hold only one")
            self.has_value = self.has_value or bool(data[at:end].strip(_SPACE))
            if found is None:
                break
            at = end + 1
            was_in_item = self.in_item
            lost = self._step(found[0])
            if self.in_item and not was_in_item:
                begin = end
            elif was_in_item and not self.in_item:
                out += data[begin:at].translate(_LINE_ENDS), b"\n"
            elif lost:
                out.append(b"null\n")
        if self.in_item:
            out.append(data[begin:].translate(_LINE_ENDS))
        return b"".join(out)

    def finish(self) -> None:
        """Check that the array ended, and that it had something to read."""
        if not self.is_over:
            raise InputError(
                f"{self.shown}: ends inside its {self._whole}, after {many(self.number, 'object')}; {_CUT}"
            )
        if self.kind is JsonKind.ARRAYS and not self.number:
            raise InputError(
                f"{self.shown}: has no array of objects; give an array of objects, or an object a line {_PANDAS}"
            )

    @property
    def _whole(self) -> str:
        return "array" if self.kind is JsonKind.ARRAY else "object"

    def _step(self, sign: bytes) -> bool:
        """Follow a sign outside strings; tell whether it ends an item that is no object."""
        is_item = self.depth == self.level and self.in_array
        if sign == b'"':
            self.in_string = self.has_value = True
        elif sign in b"[{":
            self.has_value = self.depth != self.level - 1
            if self.depth == self.level - 1:
                self.in_array, self.has_object = sign == b"[", False
            elif is_item and sign == b"{":
                self.in_item = self.has_object = True
                self.number += 1
            self.depth += 1
        elif sign in b"]}":
            self.depth -= 1
            self.in_item = self.in_item and self.depth > self.level
            self.is_over = self.depth == 0
            return is_item and self.has_value and not self.has_object and self.kind is JsonKind.ARRAY
        elif is_item:
            lost = not self.has_object and self.kind is JsonKind.ARRAY
            self.has_object = self.has_value = False
            return lost
        return False

    def _after_string(self, data: bytes, at: int) -> int:
        """Return the byte after the end of the string that is open; the end of the data if it does not end there."""
        if self.is_escaped:
            self.is_escaped, at = False, at + 1
        if end := _STRING.match(data, at):
            self.in_string = False
            return end.end()
        tail = data[at:]
        self.is_escaped = (len(tail) - len(tail.rstrip(b"\\"))) % 2 == 1
        return len(data)
