"""What the viewer shows of an alignment, as plain lists and numbers for JSON.

A page contains this data; the app sends the same over HTTP. Texts are not escaped: whoever puts them into HTML does
that (`markup.script_data`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from vicinal.alignment import Alignment
from vicinal.errors import SettingError
from vicinal.link import LEVELS, Link
from vicinal.methods import name_in, title_of
from vicinal.methods.vicinity import Vicinity
from vicinal.rewriting.operations import Changes
from vicinal.search import VICINITIES
from vicinal.signature import call_in
from vicinal.text.document import Document
from vicinal.text.function_words import function_words
from vicinal.view.excerpt import language_code
from vicinal.view.little_found import little_and_ways
from vicinal.view.printable import printable
from vicinal.view.reasons import reason
from vicinal.view.thresholds import WORDS, thresholds

FORMAT = "vicinal-view/1"
_DIGITS = 6  # of scores and similarities
# Changes are left out of longer documents: each link costs a fraction of a millisecond, long sentences more.
_MOST_LINKS = 2_000
_MOST_CHARACTERS = 500_000


def viewer_data(alignment: Alignment) -> dict[str, Any]:
    """Return what the viewer needs of an alignment.

    A link is [source, target, score]. A step is [level, stood, vicinity, cell, similarity, reason], where level is an
    index into ("paragraph", "sentence") and reason one into `reasons`. The changes of each link are those of
    `Changes.as_json` without kept words, or None for a long document. `method` is None where people made the links, and
    `little` a line if unusually little was found; `ways` are then the ways on that find more: method, settings, links.
    """
    method = name_in(alignment.signature)
    little, ways = little_and_ways(alignment)
    reasons: dict[str, int] = {}
    steps = [
        [
            LEVELS.index(step.level),
            step.stood,
            printable(step.vicinity),
            step.cell,
            round(step.similarity, _DIGITS),
            reasons.setdefault(printable(reason(step)), len(reasons)),
        ]
        for step in alignment.steps
    ]
    return {
        "format": FORMAT,
        "signature": printable(alignment.signature),
        "method": None if method is None else title_of(method),
        "little": little,
        "ways": None if ways is None else [[way.method or method, way.settings, way.links] for way in ways],
        "source": _document(alignment.source),
        "target": _document(alignment.target),
        "links": _links(alignment.sentences),
        "changes": _changes(alignment),
        "paragraphs": _links(alignment.paragraphs),
        "cells": alignment.cells,
        "steps": steps,
        "reasons": list(reasons),
        "search": _search(alignment),
        "folds": _folds((*alignment.source.sentences, *alignment.target.sentences)),
        "function_words": _function_words(alignment.source, alignment.target),
    }


def _document(document: Document) -> dict[str, Any]:
    name = None if document.id is None else printable(document.id)
    return {
        "name": name,
        "language": language_code(document.language),
        "paragraphs": document.paragraphs,
        "headings": document.headings,
    }


def _links(links: Iterable[Link]) -> list[list[Any]]:
    return [[link.source, link.target, round(link.score, _DIGITS)] for link in links]


def _changes(alignment: Alignment) -> list[list[Any]] | None:
    links = alignment.sentences
    if len(links) > _MOST_LINKS:
        return None
    source, target = alignment.source.sentences, alignment.target.sentences
    length = sum(sum(len(source[i]) for i in link.source) + sum(len(target[j]) for j in link.target) for link in links)
    if length > _MOST_CHARACTERS:
        return None
    return [
        [change for change in Changes.of(alignment, link).as_json()["changes"] if change[0] != "keep"] for link in links
    ]


def _search(alignment: Alignment) -> dict[str, Any]:
    """Return the search settings that the viewer shows; the signature may come from a file that anyone wrote.

    `words` says whether the search compared sentences as the similarity map does: by the words of the two documents.
    """
    found: dict[str, Any] = {"alpha": None, "vicinities": VICINITIES, "words": False}
    call = call_in(alignment.signature)
    if call is None or call.name != "Vicinity":
        return found
    with suppress(SettingError, KeyError, TypeError):
        settings = call.settings
        method = Vicinity(settings["paragraph_alpha"], settings["sentence_alpha"], vicinities=settings["vicinities"])
        taken = thresholds(alignment)
        found["alpha"] = None if taken is None else list(taken)
        found["vicinities"] = method.vicinities
        found["words"] = settings["similarity"] == WORDS
    return found


def _function_words(*documents: Document) -> list[str]:
    """Return the words that say little in the languages of the documents; the viewer marks them faintly."""
    return sorted({word for document in documents for word in function_words(document.language)})


def _folds(texts: Iterable[str]) -> dict[str, str]:
    """Return the case folding of the characters for which it is not lower case; a browser has lower case only.

    >>> _folds(["Straße", "strasse"])
    {'ß': 'ss'}
    """
    characters: set[str] = set()
    for text in texts:
        if not text.isascii():
            characters.update(unicodedata.normalize("NFD", text))
    return {c: c.casefold() for c in sorted(characters) if c.casefold() != c.lower()}
