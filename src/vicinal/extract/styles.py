"""Styles of paragraphs and characters: which are of headings, of tables of contents, of hidden text.

A style takes from the style that it is based on what it does not say itself. Word stores its own styles under English
names in every language; other programs do not always, so names in other languages are known too.

Callers: the readers of Word, OpenDocument and RTF files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_HEADING = re.compile(
    r"heading(?: ?\d+)?|(?:sub)?title|(?:überschrift|titre|título|titolo|titlu|kop|rubrik|overskrift|otsikko|nagłówek"
    r"|nadpis|címsor|naslov|başlık|antraštė|virsraksts|pealkiri"
    r"|επικεφαλίδα|заголовок|标题|標題|見出し|제목|عنوان|כותרת) ?\d+"
    r"|(?:unter)?titel|(?:sous-)?titre|(?:sub)?título|(?:sotto)?titolo|название|タイトル|表題"
)
_CONTENTS = re.compile(r"(?:toc|contents) ?(?:heading|\d+)|table of (?:figures|authorities)")
_BODY = 9  # the outline level of text
_LONGEST_NAME = 200  # characters; the rest says nothing of the kind of a style
_LONGEST_CHAIN = 50  # styles, each based on the next


@dataclass
class Style:
    """What a style says itself: its name, the id of its base, its outline level (from 0), and how its text looks."""

    name: str = ""
    base: str = ""
    level: int | None = None
    hides: bool | None = None
    bold: bool | None = None
    size: float | None = None  # in points
    listed: bool | None = None  # whether its paragraphs are list items


class Styles(dict[str, Style]):
    """The styles of a document by their ids; an unknown id is taken for a name.

    Attributes:
        default: The id of the style of paragraphs that name none.
    """

    def __init__(self) -> None:
        self.default = ""
        self._headings: dict[str, bool] = {}
        self._contents: dict[str, bool] = {}
        self._looks: dict[tuple[str, ...], tuple[bool, float]] = {}
        self._said: dict[tuple[str, str], Any] = {}

    def is_heading(self, style: str, level: int | None = None) -> bool:
        """Tell whether a paragraph of a style is a heading; `level` is an outline level that it has itself."""
        if level is not None:
            return 0 <= level < _BODY
        if style not in self._headings:
            self._headings[style] = self._says_heading(style)
        return self._headings[style]

    def is_contents(self, style: str) -> bool:
        """Tell whether a paragraph of a style belongs to a table of contents."""
        if style not in self._contents:
            self._contents[style] = bool(_CONTENTS.fullmatch(self._name(style)))
        return self._contents[style]

    def hides(self, style: str) -> bool:
        """Tell whether text of a style is hidden."""
        return bool(self.says("hides", style))

    def says(self, what: str, *styles: str) -> Any:
        """Return the first value that styles, or the ones that they are based on, have for an attribute, or None."""
        for style in styles:
            if (what, style) not in self._said:
                said = (getattr(self[one], what) for one in self._chain(style) if one in self)
                self._said[what, style] = next((value for value in said if value is not None), None)
            if self._said[what, style] is not None:
                return self._said[what, style]
        return None

    def look(self, *styles: str) -> tuple[bool, float]:
        """Return whether text of styles, the inner ones first, is bold, and its size in points, 0 if none says it."""
        if styles not in self._looks:
            self._looks[styles] = (bool(self.says("bold", *styles)), self.says("size", *styles) or 0.0)
        return self._looks[styles]

    def _says_heading(self, style: str) -> bool:
        chain = list(self._chain(style))
        levels = (self[one].level for one in chain if one in self)
        level = next((level for level in levels if level is not None), None)
        if level is not None:
            return 0 <= level < _BODY
        return any(_HEADING.fullmatch(self._name(one)) for one in chain)

    def _name(self, style: str) -> str:
        found = self.get(style)
        return (found.name if found and found.name else style)[:_LONGEST_NAME].strip().lower()

    def _chain(self, style: str) -> Iterator[str]:
        """Yield a style, its base, the base of that, and so on: so many that no real document has more."""
        for _ in range(_LONGEST_CHAIN):
            if not style:
                return
            yield style
            style = self[style].base if style in self else ""
