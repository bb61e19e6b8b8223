"""Cells of a workbook with text, their styles, and the part that lists them; callers: `workbook`, `help_sheet`."""

from __future__ import annotations

from typing import NamedTuple

from vicinal.formats.xml_text import HEAD, escape

SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TEXT = 49  # the numbers of built-in formats: text, which no program takes for anything else
TWO_DECIMALS = 2
_LINE = '<color rgb="FFDEDBD4"/>'
_SIDES = "".join(f'<{side} style="thin">{_LINE}</{side}>' for side in ("left", "right", "top", "bottom"))


class Style(NamedTuple):
    """How a cell looks; all begin at the top and wrap their text. Colours are hexadecimal, without a sign."""

    ink: str = "1C2025"
    ground: str = ""
    bold: bool = False
    size: int = 11
    number: int = 0
    right_to_left: bool = False
    framed: bool = True


class Styles:
    """The styles of a workbook, numbered as they are first used."""

    def __init__(self) -> None:
        self._known: dict[Style, int] = {Style(framed=False): 0}  # of cells that nobody wrote

    def number(self, style: Style) -> int:
        """Return the number of a style."""
        return self._known.setdefault(style, len(self._known))

    def part(self) -> str:
        """Return xl/styles.xml."""
        looks = dict.fromkeys((style.ink, style.bold, style.size) for style in self._known)
        fonts = {look: number for number, look in enumerate(looks)}
        fills = {
            ground: number for number, ground in enumerate(dict.fromkeys(s.ground for s in self._known if s.ground))
        }
        cells = []
        for style in self._known:
            fill = 2 + fills[style.ground] if style.ground else 0
            direction = ' readingOrder="2"' if style.right_to_left else ""
            cells.append(
                f'<xf numFmtId="{style.number}" fontId="{fonts[style.ink, style.bold, style.size]}" fillId="{fill}" '
                f'borderId="{int(style.framed)}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" '
                f'applyBorder="1" applyAlignment="1"><alignment vertical="top" wrapText="1"{direction}/></xf>'
            )
        letters = [
            f'<font>{"<b/>" * bold}<sz val="{size}"/><color rgb="FF{ink}"/><name val="Calibri"/></font>'
            for ink, bold, size in fonts
        ]
        grounds = [
            '<fill><patternFill patternType="none"/></fill>',
            '<fill><patternFill patternType="gray125"/></fill>',
        ]
        grounds += [
            f'<fill><patternFill patternType="solid"><fgColor rgb="FF{ground}"/><bgColor indexed="64"/></patternFill>'
            "</fill>"
            for ground in fills
        ]
        return (
            f'{HEAD}<styleSheet xmlns="{SHEET}"><fonts count="{len(letters)}">{"".join(letters)}</fonts>'
            f'<fills count="{len(grounds)}">{"".join(grounds)}</fills><borders count="2"><border><left/><right/><top/>'
            f"<bottom/><diagonal/></border><border>{_SIDES}<diagonal/></border></borders>"
            '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
            f'<cellXfs count="{len(cells)}">{"".join(cells)}</cellXfs>'
            '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
        )


def text_cell(place: str, text: str, style: int) -> str:
    """Return a cell with a text, which no program takes for a formula."""
    return f'<c r="{place}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'
