"""What InterText Server accepts when it imports two texts and their alignment, with its settings as delivered.

The rules, as its documentation and its messages state them:

- Alignable elements are `head`, `s` and `verse`; what is inside one is its content, so an `s` in a `head` is not found.
- Of an id, the numbers at its end count ("2:1"); alignable elements need one each, and no two the same.
- An alignment has one `linkGrp` with at least one `link`; `fromDoc` and `toDoc` are `document.version.xml` of the same
  document.
- `type` and `xtargets` have two halves, toDoc's before fromDoc's. A half of `type` that is 0 stands for no elements.
- Each id must be that of the next alignable element of its text: no gaps, no crossings, no element twice.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from lxml import etree

ALIGNABLE = ("head", "s", "verse")
STATUSES = ("man", "auto", "plain")
_NUMBERS = re.compile(r"[0-9]+(?:[.:\-_,][0-9]+)?$")


class RefusedError(Exception):
    """InterText Server does not import the files."""


def check(source: bytes, target: bytes, alignment: bytes) -> int:
    """Return how many links with elements on both sides InterText Server imports; raise RefusedError if none."""
    if not alignment.startswith(b"<?xml"):
        raise RefusedError("is taken for a file name")
    group = etree.fromstring(alignment)
    if group.tag != "linkGrp" or not len(group.findall("link")):
        raise RefusedError("no links found")
    documents = [group.get(key).split(".", 2) for key in ("toDoc", "fromDoc")]
    if any(len(parts) < 3 for parts in documents) or documents[0][0] != documents[1][0]:
        raise RefusedError("links different documents")
    if documents[0][1] == documents[1][1]:
        raise RefusedError("links a version with itself")
    waiting = [deque(_ids(etree.fromstring(text))) for text in (target, source)]
    known = [set(side) for side in waiting]
    imported = 0
    for number, link in enumerate(group.findall("link"), 1):
        halves, counts = link.get("xtargets").split(";"), link.get("type").split("-")
        if len(halves) != 2 or len(counts) != 2 or link.get("status") not in STATUSES:
            raise RefusedError(f"link {number}: has no two sides, or an unknown status")
        sizes = []
        for half, count, side, ids in zip(halves, counts, waiting, known, strict=True):
            given = [] if int(count) == 0 else half.split(" ")
            for one in map(_number, given):
                if one not in ids:
                    raise RefusedError(f"link {number}: element {one!r} not found")
                if not side or side.popleft() != one:
                    raise RefusedError(f"link {number}: gap found before {one!r}")
            sizes.append(len(given))
        imported += all(sizes)
    if any(waiting):
        raise RefusedError("elements at the end are in no link")  # imported, but such elements cannot be edited
    return imported


def _ids(root: etree._Element) -> list[str]:
    found = [_number(element.get("id") or "") for element in _outermost(root)]
    if len(set(found)) < len(found):
        raise RefusedError("two alignable elements have the same id")
    return found


def _outermost(element: etree._Element) -> Iterator[etree._Element]:
    for child in element:
        if child.tag in ALIGNABLE:
            yield child
        else:
            yield from _outermost(child)


def _number(id: str) -> str:
    match = _NUMBERS.search(id.strip())
    if match is None:
        raise RefusedError(f"unrecognised id {id!r}")
    return re.sub(r"[.\-_,]", ":", match[0])
