"""E-books (.epub) to the paragraphs that a reader sees.

The container names the package, the package lists the chapters in the order of reading, and each chapter is a web page
without navigation. Left out are the table of contents, the cover, and what is not in the order of reading.
"""

from __future__ import annotations

import posixpath
from typing import Any
from urllib.parse import unquote

from vicinal.errors import InputError
from vicinal.extract.archive import Archive, shown
from vicinal.extract.block import Block
from vicinal.extract.html_page import text_of, visible
from vicinal.extract.libraries import library

MOST_BYTES = 50_000_000  # of all chapters together
MOST_XML = 5_000_000  # bytes of the lists of a book, of which trees are built
_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_CHAPTERS = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")
_LEFT_OUT = ("cover", "toc", "loi", "lot")  # pages that the guide of EPUB 2 names so


def blocks(data: bytes, name: str, encoding: str | None) -> list[Block]:
    """Return what a reader sees of an e-book; `content.content_of` calls this.

    Args:
        data: All bytes of the file.
        name: The name of the file, for errors.
        encoding: Not used: the chapters of an e-book say how they are encoded.

    Raises:
        InputError: It is damaged, protected or too large, or lxml is missing.
    """
    del encoding
    archive = Archive(data, name)
    chapters = _chapters(archive, name)
    if _ENCRYPTION in archive:
        _check_protection(archive, name, chapters)
    found: list[Block] = []
    size = 0
    for chapter in chapters:
        source = archive.read(chapter)
        size += len(source)
        if size > MOST_BYTES:
            raise InputError(f"{name}: has more than {MOST_BYTES // 10**6} MB of chapters; split it")
        found += visible(text_of(source, f"{name}: {shown(chapter)}", None), name, page=False)
    return found


def _chapters(archive: Archive, name: str) -> list[str]:
    """Return the members that hold the text, in the order of reading."""
    packages = _elements(_xml(archive, _CONTAINER, name), "rootfile")
    if not packages:
        raise InputError(f"{name}: is damaged or incomplete: {_CONTAINER} names no package")
    path = packages[0].get("full-path", "")
    package = _xml(archive, path, name)
    items = {item.get("id"): item for item in _elements(package, "item")}
    left_out = {
        _member(path, reference.get("href", ""))
        for reference in _elements(package, "reference")
        if reference.get("type", "").lower() in _LEFT_OUT
    }
    chapters = []
    for reference in _elements(package, "itemref"):
        item = items.get(reference.get("idref"))
        if item is None:
            raise InputError(f"{name}: is damaged: {reference.get('idref')!r:.80} is to be read, and is not listed")
        member = _member(path, item.get("href", ""))
        is_text = item.get("media-type", "").lower() in _CHAPTERS and "nav" not in item.get("properties", "").split()
        if is_text and reference.get("linear", "yes") != "no" and member not in left_out:
            chapters.append(member)
    return list(dict.fromkeys(chapters))


def _check_protection(archive: Archive, name: str, chapters: list[str]) -> None:
    """Refuse a book whose chapters are encrypted; many books only have encrypted fonts."""
    encrypted = {
        posixpath.normpath(unquote(reference.get("URI", "")).lstrip("/"))
        for reference in _elements(_xml(archive, _ENCRYPTION, name), "CipherReference")
    }
    if not encrypted.isdisjoint(chapters):
        raise InputError(f"{name}: is protected against copying (DRM), so its text cannot be read; use a free copy")


def _member(package: str, href: str) -> str:
    """Return the name of a member from a reference in the package; one that leads outside is no member."""
    path = unquote(href.partition("#")[0])
    return posixpath.normpath(posixpath.join(posixpath.dirname(package), path))


def _elements(root: Any, tag: str) -> list[Any]:
    return list(root.iter("{*}" + tag))


def _xml(archive: Archive, member: str, name: str) -> Any:
    """Return the root of a small XML member; entities are not expanded, and nothing is fetched."""
    etree = library("lxml.etree", "lxml", ".epub", name)
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False)
    data = archive.read(member)
    if len(data) > MOST_XML:
        raise InputError(f"{name}: is not read: {member} has more than {MOST_XML // 10**6} MB; save the book again")
    try:
        return etree.fromstring(data, parser)
    except etree.LxmlError:
        raise InputError(f"{name}: is damaged or incomplete: {shown(member)} cannot be read") from None
