"""MediaWiki's XML exports, page by page: `pages-articles.xml`, plain, `.gz` or `.bz2` (single or multistream).

A dump is streamed; at most one page is in memory. External entities and entity expansion are impossible: exports never
declare a document type, and a file that does is refused. Versions 0.3 to 0.11 of the format are supported. Of a page
with several revisions, the last one counts.

Callers: `wikipedia` and `wikipedia_parts`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from vicinal.corpus.folders import file_at, is_url
from vicinal.corpus.local_folder import File
from vicinal.corpus.readers.decompression import compression_of, decompressed
from vicinal.corpus.readers.wikinames import plain
from vicinal.errors import InputError

LONGEST_TEXT = 2 << 20  # characters; MediaWiki allows this many bytes

_DEEPEST = 20  # nested elements; exports have 5
_LONGEST_FIELD = 2000  # characters of a title or number
_NAMESPACE = "http://www.mediawiki.org/xml/export-"
_HIDDEN_KEYS = ("6", "14")  # files and categories
_LINK = re.compile(r"\[\[[^\[\]|\n]{1,300}")
_CUT_SHORT = frozenset(
    expat.errors.codes[message]
    for message in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
    )
)
# The fields to keep, by parent and element.
_FIELDS = {
    ("siteinfo", "dbname"): "dbname",
    ("siteinfo", "case"): "case",
    ("namespaces", "namespace"): "namespace",
    ("page", "title"): "title",
    ("page", "ns"): "ns",
    ("page", "id"): "id",
    ("revision", "model"): "model",
    ("revision", "text"): "text",
}

BytesRead = Callable[[int, int], None]  # reports progress: bytes read, and the size of the file


class Site(NamedTuple):
    """What a dump says about its wiki.

    Attributes:
        name: Such as "enwiki"; "" if the dump does not say.
        language: The language code.
        first_letter: Whether the case of a title's first letter is ignored.
        hidden: The names of the file and category namespaces.
    """

    name: str
    language: str | None
    first_letter: bool
    hidden: tuple[str, ...]

    @property
    def is_simple(self) -> bool:
        """Whether this is the Simple English Wikipedia."""
        return self.name == "simplewiki"


class Page(NamedTuple):
    """An article or redirect.

    Attributes:
        title: The title, as in the dump.
        id: The page id.
        text: The wikitext; "" for redirects.
        redirect: The title of the redirect's target; None for an article, "" for a redirect to a section.
        problem: Why the text cannot be used, or None.
        part: The file that it is in: its position among the parts of the dump, from 0.
    """

    title: str
    id: str
    text: str
    redirect: str | None = None
    problem: str | None = None
    part: int = 0


def dump_file(path: str) -> File:
    """Return the name, size and date of a dump.

    Raises:
        InputError: The file does not exist.
    """
    if not path or (not is_url(path) and Path(path).is_dir()):
        raise InputError(f"{path!r}: is not a file; give a dump such as simplewiki-latest-pages-articles.xml.bz2")
    folder, name = file_at(path)
    file = folder.file(name)
    if file is None:
        raise InputError(f"{path}: no such file; give a dump such as simplewiki-latest-pages-articles.xml.bz2")
    return file


def read_site(path: str) -> Site:
    """Return what a dump says about its wiki, at the start of the file.

    Raises:
        InputError: The file cannot be read, or is not a MediaWiki export.
    """
    export = _Export(path)
    with _opened(path) as (content, _):
        for data in content:
            export.feed(data)
            if export.is_past_site:
                return export.site
    export.finish()
    return export.site


def pages(paths: Sequence[str], advance: BytesRead) -> Iterator[Page | None]:
    """Yield the articles and redirects of a dump (namespace 0, wikitext), in order, and None for each other page.

    Args:
        paths: The files of the dump, or their URLs.
        advance: Called with progress, in bytes of all files.

    Raises:
        InputError: The file cannot be read, is truncated, or is not a MediaWiki export.
    """
    sizes = [dump_file(path).size for path in paths]
    done, total = 0, sum(sizes)
    for part, (path, size) in enumerate(zip(paths, sizes, strict=True)):
        export = _Export(path, part)
        with _opened(path) as (content, tell):
            for data in content:
                yield from export.feed(data)
                advance(done + min(tell(), size), total)
        yield from export.finish()
        done += size
    advance(total, total)


@contextmanager
def _opened(path: str) -> Iterator[tuple[Iterator[bytes], Callable[[], int]]]:
    """Open a dump: its decompressed content, and a function that returns the position in the file."""
    # Follow links, since the user named the file.
    folder, name = file_at(path if is_url(path) else os.path.realpath(path))
    with folder.open(name) as file, closing(decompressed(file, compression_of(file), path)) as content:
        yield content, file.tell


class _Export:
    """The state of parsing an export: the current element, and the fields of the current page."""

    def __init__(self, path: str, part: int = 0) -> None:
        self.site = Site("", None, True, ())
        self.is_past_site = False
        self._file = path
        self._part = part
        self._found: list[Page | None] = []
        self._path: list[str] = []
        self._page: dict[str, str] = {}
        self._held: list[str] | None = None
        self._size = 0
        self._key = ""
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.buffer_size = 1 << 16
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._refuse
        parser.EntityDeclHandler = self._refuse

    def feed(self, data: bytes) -> list[Page | None]:
        """Parse more of the file and return the pages that are complete."""
        return self._parse(data, False)

    def finish(self) -> list[Page | None]:
        """Parse the end of the file."""
        return self._parse(b"", True)

    def _parse(self, data: bytes, is_end: bool) -> list[Page | None]:
        try:
            self._parser.Parse(data, is_end)
        except expat.ExpatError as error:
            if not self._path and not self.is_past_site:
                raise self._foreign() from None
            if is_end and error.code in _CUT_SHORT:
                raise InputError(f"{self._file}: is truncated; get a complete copy") from None
            why = expat.ErrorString(error.code)
            raise InputError(f"{self._file}:{error.lineno}: is not valid XML: {why}; get a new copy") from None
        found, self._found = self._found, []
        return found

    def _foreign(self) -> InputError:
        return InputError(f"{self._file}: is not a MediaWiki export; give a dump such as pages-articles.xml.bz2")

    def _refuse(self, *_: object) -> None:
        raise InputError(f"{self._file}: declares entities, which MediaWiki exports never do; refused")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        path = self._path
        if not path:
            if name != "mediawiki" or not attributes.get("xmlns", "").startswith(_NAMESPACE):
                raise self._foreign()
            language = attributes.get("xml:lang", "").lower()
            self.site = self.site._replace(
                name="simplewiki" if language == "simple" else "",
                language="en" if language == "simple" else language or None,
            )
        elif len(path) > _DEEPEST:
            raise InputError(f"{self._file}:{self._parser.CurrentLineNumber}: elements are nested too deeply")
        elif name == "page" and len(path) == 1:
            self.is_past_site = True
            self._page = {}
        elif name == "redirect" and path[-1] == "page":
            self._page["redirect"] = attributes.get("title", "")
        else:
            key = _FIELDS.get((path[-1], name))
            # Skip the texts of pages that are not articles, and the names of most namespaces.
            skipped = (key == "text" and self._page.get("ns") != "0") or (
                key == "namespace" and attributes.get("key") not in _HIDDEN_KEYS
            )
            if key and not skipped and self._held is None:
                self._key, self._held, self._size = key, [], 0
                self._parser.CharacterDataHandler = self._take
        path.append(name)

    def _take(self, data: str) -> None:
        if self._held is None:
            return
        self._size += len(data)
        if self._size <= (LONGEST_TEXT if self._key == "text" else _LONGEST_FIELD):
            self._held.append(data)
        else:
            self._held.clear()

    def _end(self, name: str) -> None:
        self._path.pop()
        if self._held is not None:
            if not self._path or _FIELDS.get((self._path[-1], name)) != self._key:
                return  # an element nested in a field, which exports never have
            self._parser.CharacterDataHandler = None
            self._keep(self._key, "".join(self._held))
            self._held = None
        elif name == "page" and len(self._path) == 1:
            self._add()
        elif name == "siteinfo":
            self.is_past_site = True

    def _keep(self, key: str, value: str) -> None:
        if key == "dbname":
            self.site = self.site._replace(name=value.strip() or self.site.name)
            if self.site.is_simple:
                self.site = self.site._replace(language="en")
            elif self.site.language is None and value.endswith("wiki"):
                self.site = self.site._replace(language=value.removesuffix("wiki").replace("_", "-") or None)
        elif key == "case":
            self.site = self.site._replace(first_letter=value.strip() != "case-sensitive")
        elif key == "namespace":
            self.site = self.site._replace(hidden=tuple(dict.fromkeys((*self.site.hidden, plain(value))))[:20])
        elif key == "text":
            self._page["text"] = value
            self._page["size"] = str(self._size)
        else:
            self._page[key] = value

    def _add(self) -> None:
        page, self._page = self._page, {}
        title = page.get("title", "").strip()
        if not title or page.get("ns") != "0" or page.get("model", "wikitext") != "wikitext":
            self._found.append(None)
            return
        id, text, redirect = page.get("id", ""), page.get("text", ""), page.get("redirect")
        if redirect is not None:
            # The attribute lacks the section; the text of the redirect has it.
            link = _LINK.search(text)
            to_section = "#" in redirect or (link is not None and "#" in link[0])
            self._found.append(Page(title, id, "", "" if to_section else redirect, part=self._part))
        elif int(page.get("size", "0")) > LONGEST_TEXT:
            problem = f"has {page['size']} characters of text; the limit is {LONGEST_TEXT}"
            self._found.append(Page(title, id, "", None, problem, self._part))
        else:
            self._found.append(Page(title, id, text, part=self._part))
