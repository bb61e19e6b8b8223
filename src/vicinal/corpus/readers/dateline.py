"""Datelines: the place at the very start of a news text ("SAN JOSE, Calif. — ").

Detection is cautious, because a dateline that stays does little harm, but a lost beginning does. A dateline is

- a place in capitals: SAN JOSE, ST. LOUIS, McALLEN;
- optionally, after a comma, a region, country or date, in words that are capitalised or particles of names;
- optionally, a source in brackets: (AP) or (Reuters);
- a dash, or a hyphen between spaces;
- followed by a capital letter, a digit or an opening quotation mark.

A single word without region and source may also be an acronym ("NASA — America's space agency — has ..."). It must have
at least five letters, and no second dash may follow in its sentence.

Caller: `newsela`.
"""

from __future__ import annotations

import re

_DATELINE = re.compile(
    r"(?P<place>[^\W\d_]+(?:[ .'’-]{1,2}[^\W\d_]+){0,5}\.?)"
    r"(?P<region>(?:, [^\W_]+(?:[ .'’-]{1,2}[^\W_]+){0,5}\.?){0,2})"
    r"(?P<source> ?\([^()]{2,40}\))?"
    r"(?P<dash>\s*(?:—|–|―|--)\s*|\s-\s)"
    r"(?P<next>\S)"
)
_MIXED = re.compile(r"\b(?:De|La|Le|Mac|Mc)(?=[A-Z]{2})")  # prefixes that keep their lower-case letters
_LONGEST = 200  # characters searched
_SMALL = frozenset({"and", "da", "de", "del", "des", "di", "do", "du", "el", "la", "las", "los", "of", "the", "y"})
_OPENING = frozenset("\"'“”‘’«„¿¡")


def without_dateline(paragraph: str) -> str:
    """Return the first paragraph of a news text without its dateline, if it has one.

    >>> without_dateline("SAN JOSE, Calif. — The bees are back.")
    'The bees are back.'
    >>> without_dateline("NASA — America's space agency — has a plan.")
    "NASA — America's space agency — has a plan."
    """
    found = _DATELINE.match(paragraph[:_LONGEST])
    if not found or not _MIXED.sub("", found["place"]).isupper():
        return paragraph
    if not (found["next"].isupper() or found["next"].isdigit() or found["next"] in _OPENING):
        return paragraph
    words = re.findall(r"[^\W_]+", found["region"])
    if not all(word[0].isupper() or word in _SMALL or (word.isdigit() and len(word) < 5) for word in words):
        return paragraph
    rest = paragraph[found.start("next") :]
    if not words and not found["source"] and " " not in found["place"]:
        dash = found["dash"].strip() if found["dash"] != " - " else " - "
        closed = re.split(r"[.!?][\"”’]? ", rest, maxsplit=1)[0].count(dash)
        if sum(map(str.isalpha, found["place"])) < 5 or closed % 2:
            return paragraph
    return rest
