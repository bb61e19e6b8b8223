"""Write and read XML 1.0 safely, for the XML formats.

Characters that XML cannot represent (control characters, lone surrogates) are written as U+FFFD, the replacement
character. Reading resolves no entities that a file defines, and fetches nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.parsers import expat

from vicinal.errors import FormatError

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_FORBIDDEN = "[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"  # not compiled here: that takes 5 ms


def escape(text: str) -> str:
    """Return a text as the content of an element."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if text.isprintable():  # most texts; the pattern takes longer
        return plain
    return re.sub(_FORBIDDEN, "\ufffd", plain).replace("\r", "&#13;")  # readers normalise a plain one to a line end


def attributes(**values: str | None) -> str:
    """Return attributes, each after a space, without those that are None; `__` in a name stands for a colon."""
    return "".join(f' {name.replace("__", ":")}="{_quoted(text)}"' for name, text in values.items() if text is not None)


def _quoted(text: str) -> str:
    # Readers normalise plain white space to spaces.
    return escape(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")


class Event(NamedTuple):
    """A part of a document: `what` is "start" or "end" (of an element, with its name) or "text".

    Names have no prefix: `xml:id` is `id`.
    """

    what: str
    name: str
    attributes: dict[str, str]


def events(text: str) -> Iterator[Event]:
    """Return the parts of an XML document, in order.

    Raises:
        FormatError: The text is not well-formed, or defines or uses its own entities.
    """
    found: list[Event] = []
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(name: str, given: dict[str, str]) -> None:
        found.append(Event("start", _local(name), {_local(key): value for key, value in given.items()}))

    def refuse(name: str, *_: object) -> None:
        raise FormatError(f"line {parser.CurrentLineNumber}: entity {name!r:.40} is not one of XML's own")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: found.append(Event("end", _local(name), {}))
    parser.CharacterDataHandler = lambda data: found.append(Event("text", data, {}))
    parser.EntityDeclHandler = refuse
    parser.SkippedEntityHandler = refuse
    try:
        parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        why = expat.ErrorString(error.code)
        raise FormatError(f"not XML: {why} at line {error.lineno}, column {error.offset + 1}") from None
    return iter(found)


def _local(name: str) -> str:
    return name.rpartition(":")[2]
