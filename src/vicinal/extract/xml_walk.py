"""XML of documents, element by element, within limits.

Expat reads the parts of .docx and .odt files as a stream: no tree is built, so memory is bounded by the text. A
document type is refused, so there are no entities to expand and nothing outside the file to fetch.
(A tree of lxml takes 1.2 GB for 10 million empty tags. Here they take 11 s of CPU time, and no memory to speak of.)

Callers: the readers of Word and OpenDocument files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol
from xml.parsers import expat

from vicinal.errors import InputError

MOST_TAGS = 10_000_000
DEEPEST = 1_000
_CHUNK = 1 << 20  # bytes; also about the longest single tag


class Handler(Protocol):
    """What is done with a part. Names have the prefixes that the caller chose; other names are empty strings."""

    def start(self, tag: str, attributes: dict[str, str]) -> bool:
        """Take the beginning of an element; return whether its content is wanted."""

    def end(self, tag: str) -> None:
        """Take the end of an element whose content was wanted."""

    def text(self, text: str) -> None:
        """Take characters."""


class _Short(dict[str, str]):
    """Names as Expat has them ("address name") to names with prefixes ("w:p")."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        self._prefixes = prefixes

    def __missing__(self, name: str) -> str:
        address, _, local = name.rpartition(" ")
        prefix = self._prefixes.get(address)
        short = f"{prefix}:{local}" if prefix else ""
        if len(self) < 10_000:
            self[name] = short
        return short


def walk(data: bytes, name: str, handler: Handler, prefixes: Mapping[str, str]) -> None:
    """Call a handler for each element and text of a part, in order.

    Args:
        data: The XML.
        name: The name of the file, for errors.
        handler: What is called.
        prefixes: The prefix for the names of each name space (its address) that matters.

    Raises:
        InputError: It is no XML, has a document type, is nested too deeply, or has too many tags.
    """
    if data.count(b"<") > MOST_TAGS:
        raise InputError(f"{name}: is too large: one part has more than {MOST_TAGS // 10**6} million tags; split it")
    short = _Short(prefixes)
    depth = 0
    unwanted = 0  # the depth of the element whose content is not wanted; 0 for none

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth, unwanted
        depth += 1
        if depth > DEEPEST:
            raise InputError(f"{name}: is not read: elements are nested more than {DEEPEST:,} deep")
        if not unwanted and not handler.start(
            short[tag], {short[key]: value for key, value in attributes.items()} if attributes else attributes
        ):
            unwanted = depth

    def end(tag: str) -> None:
        nonlocal depth, unwanted
        if not unwanted:
            handler.end(short[tag])
        elif depth == unwanted:
            unwanted = 0
        depth -= 1

    def text(characters: str) -> None:
        if not unwanted:
            handler.text(characters)

    def doctype(*_: object) -> None:
        raise InputError(f"{name}: is not read: a part has a document type, which no file of this kind has")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = doctype
    try:
        for place in range(0, len(data), _CHUNK):
            if place - max(parser.CurrentByteIndex, 0) > 2 * _CHUNK:
                raise InputError(f"{name}: is not read: a single tag is longer than 2 MB")
            parser.Parse(data[place : place + _CHUNK])
        parser.Parse(b"", True)
    except InputError:
        raise
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise InputError(f"{name}: is damaged or incomplete: {error}") from None
