"""Characters of symbol fonts: the Greek letters, arrows and marks that Word and RTF store as codes of a font.

Callers: the readers of Word and RTF files.
"""

from __future__ import annotations

import re

# Codes of the font Symbol, row by row; a space is a code without a character of its own.
_SYMBOL = {
    0x20: " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
    0xA0: "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
}
_FONTS = {
    "symbol": {start + i: character for start, row in _SYMBOL.items() for i, character in enumerate(row)},
    "wingdings": dict(
        zip(
            bytes.fromhex("28 2A 46 4A 6C 6E 6F 71 75 76 9F A7 A8 D8 DF E0 E1 E2 E8 F0 FB FC FD FE"),
            "☎✉☞☺●■□❑◆❖•▪◻➢←→↑↓➔⇨✗✓☒☑",
            strict=True,
        )
    ),
}
_PRIVATE = re.compile("[\uf000-\uf0ff]")  # where codes of symbol fonts stand in Unicode


def is_symbol_font(font: str) -> bool:
    """Tell whether characters of a font are known."""
    return font.strip().lower() in _FONTS


def symbol(font: str, code: int) -> str:
    """Return the character of a code in a font, "" if it is not known.

    >>> symbol("Symbol", 0xF061), symbol("Wingdings", 0xFC), symbol("Segoe UI Emoji", 0x2602)
    ('α', '✓', '☂')
    """
    low = code - 0xF000 if 0xF000 <= code <= 0xF0FF else code
    known = _FONTS.get(font.strip().lower())
    if known is not None:
        return known.get(low, "")
    return "" if low != code or not 0x20 <= code <= 0x10FFFF or 0xD800 <= code < 0xE000 else chr(code)


def with_symbols(font: str, text: str) -> str:
    """Return a text in a symbol font with its symbols as characters; what stands in no symbol font is kept."""
    return _PRIVATE.sub(lambda match: symbol(font, ord(match[0])), text)
