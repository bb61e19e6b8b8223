"""Elements and text of a page, as they come, to the paragraphs that a reader sees.

`VisibleText` takes the events of a parser (start of an element, text, end of an element), so no tree is built. A parser
of HTML can drive it, and Markdown does, too. It keeps every paragraph, with the part of the page it stands in; which
parts are left out is decided at the end, when it is known what each of them holds.

Callers: `html_page` (and through it `ebook`) and `markdown`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from vicinal.extract.block import Block
from vicinal.extract.lines import one_line
from vicinal.extract.page_parts import (
    FURNITURE,
    HEADER,
    HIDDEN,
    LIST,
    MARGIN,
    NOTES,
    RELATED,
    Part,
    is_share_bar,
    left_out,
    part_of,
    stands_in,
)


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


_BLOCKS = _tags("""
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure
    footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav noframes ol optgroup
    option p pre search section summary table tbody td tfoot th thead tr ul
""")
# Never text: programs, controls, pictures and what stands for them, readings of ruby, deleted text.
_NEVER = _tags("""
    annotation annotation-xml applet audio base button canvas datalist del embed iframe input link map meta meter
    noembed noscript object output progress rp rt rtc script select style svg template textarea title video
""")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BREAK = "\0"  # a line break in the text of a paragraph
# Two line breaks end a paragraph; so does one before a list mark.
_PARAGRAPH_END = re.compile(rf"{_BREAK}\s*{_BREAK}[\s{_BREAK}]*|{_BREAK}\s*(?=[•‣▪◦–-]\s)")
_NOTE_MARK = re.compile(r"[\[(]?(?:[0-9]{1,3}|[a-z]|[ivx]{1,6}|[*†‡§]{1,3})[\])]?|\[[^\W\d_]{1,6}\.? ?[0-9]{1,3}\]")
_RAISED_MARK = re.compile(r"[\s\[\](),;*†‡§]*|\[(?:[0-9]{1,3}|[a-z])\]")
_NOTE_TARGET = re.compile(r"#_?(?:(?:ftn|edn|fn|note|footnote|endnote|fussnote|cite[_-]note|ref)[\W\d_]|n\d)", re.I)
_NOTE_TAGS = _tags("aside dd div dt li p td tr")  # what a note may be in
_TEXT, _LINK, _JUMP, _NOTE = range(4)  # no link; a link; one within the page; one to a note
_PART_TAGS = _tags("aside dialog footer form header menu nav ol search ul")  # without any attribute
_TOGGLES = frozenset(("aria-controls", "aria-expanded", "data-toggle", "data-bs-toggle"))
_LONGEST_MARK = 50  # characters, and pieces of text
_SURE = (HIDDEN, FURNITURE, NOTES)
_DEEPEST_PARTS = 50


class _Place(NamedTuple):
    """Where the parser is."""

    part: Part | None = None
    level: int = 0  # of the heading; 0 for none
    main: bool = False
    article: int = 0  # the number of the article; 0 for none
    section: bool = False
    link: int = _TEXT
    target: str = ""  # what the link leads to within the page
    skipped: bool = False
    pre: bool = False


class _Paragraph(NamedTuple):
    text: str
    place: _Place
    link: int  # the kind of link that all of it is


class VisibleText:
    """The text of a page, while it is parsed.

    Ends of elements that were never started are ignored, and elements that were not ended end with the one around them.

    Args:
        page: Whether this is a web page, with navigation, banners and a main part; e-books and Markdown have none.
    """

    def __init__(self, *, page: bool = True) -> None:
        self._page = page
        self._place = _Place()
        self._open: list[tuple[str, _Place, int]] = []  # tag, the place before it, where its text begins; -1: not cut
        self._count: Counter[str] = Counter()  # open elements
        self._text: list[tuple[str, int]] = []  # of the paragraph at hand, with the kind of link
        self._ended = 0  # pieces of text in the paragraphs before
        self._paragraphs: list[_Paragraph] = []
        self._parts: list[Part] = []
        self._opened: set[str] = set()  # names of elements that a reader can open
        self._notes: set[str] = set()  # names of elements that marks of notes lead to
        self._in_note = False  # whether the paragraph at hand began with the name of a note
        self._articles = 0
        self._raised = -1  # where the last raised text of the paragraph at hand began

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take the beginning of an element."""
        place = self._place
        if place.skipped:
            self._open.append((tag, place, -1))
            self._count[tag] += 1
            return
        if not attributes:
            attributes = {}  # much faster to look into than the empty mapping of lxml
        if tag in _BLOCKS and self._text:
            self._end_paragraph()
        may_be_cut = tag in ("a", "sup") or attributes.get("aria-hidden") == "true"
        self._open.append((tag, place, self._ended + len(self._text) if may_be_cut else -1))
        self._count[tag] += 1
        if not place.part and not _TOGGLES.isdisjoint(attributes):
            self._note_toggle(attributes)
        if self._is_never_text(tag):
            self._place = place._replace(skipped=True)
            return
        if tag == "br":
            self._text.append((_BREAK, _TEXT))
        elif tag == "a":
            href = attributes.get("href")
            if href is not None:
                is_jump = href.startswith("#") and _TOGGLES.isdisjoint(attributes)
                link = _NOTE if _NOTE_TARGET.search(href[-80:]) else _JUMP if is_jump else _LINK
                self._place = place._replace(link=link, target=href.rpartition("#")[2])
        elif tag in _HEADINGS:
            self._place = place._replace(level=_HEADINGS[tag])
        elif tag == "pre":
            self._place = place._replace(pre=True)
        elif tag in ("article", "main", "section"):
            self._enter_section(tag)
        elif tag == "li" and place.part:
            place.part.items += 1
        if (attributes and not (self._page and tag in ("html", "body"))) or tag in _PART_TAGS:
            self._enter_part(tag, attributes)
        if self._notes and tag in ("a", "span", "sup") and not any(text.strip() for text, _ in self._text[:9]):
            self._in_note |= not self._notes.isdisjoint((attributes.get("id"), attributes.get("name")))

    def data(self, text: str) -> None:
        """Take text."""
        place = self._place
        if not place.skipped:
            self._text.append((text.replace("\n", _BREAK) if place.pre else text, place.link))

    def end(self, tag: str) -> None:
        """Take the end of an element."""
        if not self._count[tag]:
            return
        ended = ""
        while ended != tag:
            ended, place, begin = self._open.pop()
            self._count[ended] -= 1
            if not self._place.skipped:
                if begin >= self._ended:
                    self._cut_mark(ended, begin - self._ended)
                if ended in _BLOCKS or place.level != self._place.level:
                    self._end_paragraph()
            part = self._place.part
            if part is not place.part and part is not None and place.part is not None:
                place.part.size += part.size
                place.part.linked += part.linked
                place.part.has_title |= part.has_title
                place.part.items += part.items
            self._place = place

    def close(self) -> VisibleText:
        """Take the end of the page: end all elements."""
        while self._open:
            self.end(self._open[-1][0])
        self._end_paragraph()
        return self

    def depth(self) -> int:
        """Return how many elements are open."""
        return len(self._open)

    def blocks(self) -> list[Block]:
        """Return the paragraphs that a reader sees, without what is no text; call after `close`."""
        if not self._page:
            kept = self._without_parts()
        else:
            kept = self._main_part(self._without_parts())
            if not kept:
                seen = [each for each in self._paragraphs if not stands_in(each.place.part, HIDDEN)]
                kept = seen or self._paragraphs
        return [Block(each.text, each.place.level > 0) for each in kept]

    def is_contents(self) -> bool:
        """Tell whether a chapter of a book is its table of contents: nothing but links under headings."""
        links = [each.link > _TEXT for each in self._paragraphs if not each.place.level]
        return len(links) >= 3 and all(links)

    def _is_never_text(self, tag: str) -> bool:
        place = self._place
        if tag in _NEVER:
            return tag != "button" or not place.level  # a heading that opens what is below it
        return (tag == "code" and place.pre) or (tag == "label" and self._count["form"] > 0)

    def _note_toggle(self, attributes: Mapping[str, str]) -> None:
        """Remember what an element in the text opens: an answer in a list of questions is text, though it is hidden."""
        for key in ("aria-controls", "href", "data-target", "data-bs-target"):
            for target in attributes.get(key, "")[:200].split():
                if target != "#":
                    self._opened.add(target.removeprefix("#"))

    def _enter_section(self, tag: str) -> None:
        place = self._place
        if tag == "main":
            self._place = place._replace(main=True)
            part = place.part
            while part and not part.has_main:
                part.has_main = True
                part = part.parent
        elif tag == "section":
            self._place = place._replace(section=True)
        elif not place.article:
            self._articles += 1
            self._place = place._replace(article=self._articles)

    def _enter_part(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Note the role of an element, and what part of the page it begins."""
        place = self._place
        if attributes:
            role = attributes.get("role")
            if role == "main":
                self._enter_section("main")
            elif role == "heading":
                self._end_paragraph()
                self._place = place._replace(level=1 if attributes.get("aria-level") == "1" else 2)
            place = self._place
        if place.part and (place.part.kind in _SURE or place.part.depth == _DEEPEST_PARTS):
            return
        inside = place.main or place.article > 0 or (place.section and tag == "header")
        kind = part_of(tag, attributes, inside=inside, page=self._page)
        if kind != HIDDEN and tag in _NOTE_TAGS and attributes.get("id") in self._notes:
            kind = NOTES
        if kind == MARGIN and tag == "footer" and self._count["blockquote"]:
            kind = None
        if kind == FURNITURE and place.level and attributes.get("role") == "button":
            kind = None
        if kind is None and attributes.get("aria-hidden") == "true" and tag in _BLOCKS:
            kind = HIDDEN
        if kind is None and self._page and tag in ("ul", "ol", "menu") and not (inside or self._count["li"]):
            kind = LIST
        if kind is None:
            return
        if tag in _BLOCKS:
            part = Part(kind, place.part, attributes.get("id", ""))
            self._parts.append(part)
            self._place = place._replace(part=part)
        elif kind in _SURE:
            self._place = place._replace(skipped=True)

    def _cut_mark(self, tag: str, begin: int) -> None:
        """Remove the text of an element that has just ended if it is the mark of a note, or a sign for the eye."""
        parts = self._text[begin : begin + _LONGEST_MARK]
        if len(parts) == _LONGEST_MARK or any(len(text) > _LONGEST_MARK for text, _ in parts):
            return
        text = "".join(text for text, _ in parts).strip()
        has_letters = any(map(str.isalnum, text))
        if tag == "sup":
            self._raised = begin
            is_mark = bool(_RAISED_MARK.fullmatch(text))
        elif tag == "a":
            link = self._place.link
            raised = self._count["sup"] > 0 or self._raised >= begin or text.startswith("[")
            is_note = link == _NOTE or (link == _JUMP and raised)
            is_mark = bool(_NOTE_MARK.fullmatch(text)) if has_letters else link >= _JUMP
            is_mark = is_mark and (is_note or not has_letters)
            if is_mark and has_letters and (link == _NOTE or not text.startswith("[") or self._count["sup"]):
                self._notes.add(self._place.target)
        else:
            is_mark = sum(map(str.isalnum, text)) < 2
        if is_mark:
            del self._text[begin:]

    def _end_paragraph(self) -> None:
        parts, place = self._text, self._place
        if not parts:
            return
        self._text, self._raised = [], -1
        in_note, self._in_note = self._in_note, False
        self._ended += len(parts)
        source = "".join([text for text, _ in parts])
        if source.isspace():
            return
        if in_note:
            part = Part(NOTES, place.part, "")
            self._parts.append(part)
            place = place._replace(part=part)
        if self._page and not place.level and is_share_bar(parts):
            return
        linked = whole = 0
        if not place.level and any(link for _, link in parts):
            linked = sum(len(text) for text, link in parts if link)
            whole = min((link for text, link in parts if text.strip(" \t\r\n\0")), default=_TEXT)
        for text in _PARAGRAPH_END.split(source) if _BREAK in source else (source,):
            text = one_line(text.replace(_BREAK, "\n"))
            if not any(map(str.isalnum, text)) and not any(mark in text for mark in "?!…"):
                continue
            if place.part:
                place.part.has_title |= place.level == 1
                if not place.level:
                    place.part.size += len(text)
                    place.part.linked += min(linked, len(text))
            self._paragraphs.append(_Paragraph(text, place, whole))

    def _without_parts(self) -> list[_Paragraph]:
        """Return the paragraphs without the parts that are left out."""
        total = sum(len(each.text) for each in self._paragraphs)
        titles = [each.place.part for each in self._paragraphs if each.place.level == 1]
        seen = [part for part in titles if not stands_in(part, *_SURE)]
        title_in_text = any(not stands_in(part, HEADER, MARGIN) for part in seen)
        for part in self._parts:  # the outer ones come first
            is_title = part.has_title and not (seen if part.kind == HIDDEN else title_in_text)
            is_opened = part.kind == HIDDEN and part.name in self._opened
            in_left_out = bool(part.parent and part.parent.left_out)
            part.left_out = in_left_out or (not is_opened and left_out(part, total, is_title))
        kept: list[_Paragraph] = []
        below: _Paragraph | None = None  # what comes next and is neither a note nor a jump
        notes = jumps = 0  # before that
        links = 0  # how many paragraphs that are nothing but links were kept last
        for each in reversed(self._paragraphs):
            if stands_in(each.place.part, NOTES):
                notes += 1
            elif self._page and each.link >= _JUMP:
                jumps += 1
            else:
                # A heading over nothing but notes, or over a table of contents, goes with them.
                is_empty = (notes > 0 or jumps > 1) and each.place.level > 0 and _ends_section(below)
                if (
                    self._page
                    and RELATED.fullmatch(each.text.rstrip(" :.…"))
                    and (links > 1 or (links == 1 and (len(kept) == 1 or kept[-2].place.level)))
                ):
                    del kept[-links:]
                    links, is_empty = 0, True
                if not is_empty and not (each.place.part and each.place.part.left_out):
                    kept.append(each)
                    links = links + 1 if each.link == _LINK and not each.place.level else 0
                notes, jumps, below = 0, 0, each
        return kept[::-1]

    def _main_part(self, paragraphs: list[_Paragraph]) -> list[_Paragraph]:
        """Return the paragraphs of the main part of the page, if it has one that holds enough of the text."""
        total = sum(len(each.text) for each in paragraphs)
        main = [each for each in paragraphs if each.place.main]
        article = [each for each in paragraphs if each.place.article == 1 == self._articles]
        for chosen, least in (main, 0.25), (article, 0.5):
            if chosen and sum(len(each.text) for each in chosen) >= least * total:
                if not any(each.place.level == 1 for each in chosen):
                    before = paragraphs[: paragraphs.index(chosen[0])]
                    chosen = [each for each in before if each.place.level == 1] + chosen
                return chosen
        return paragraphs


def _ends_section(paragraph: _Paragraph | None) -> bool:
    return paragraph is None or bool(paragraph.place.level or (paragraph.place.part and paragraph.place.part.left_out))
