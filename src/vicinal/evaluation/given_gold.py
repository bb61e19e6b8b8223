"""Gold as a program has it: files and Gold objects; callers: `evaluate` and `compare`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from vicinal.errors import InputError
from vicinal.evaluation.foreign_gold import read_any_gold
from vicinal.gold import Gold

GivenGold: TypeAlias = str | os.PathLike[str] | Gold | Iterable[str | os.PathLike[str] | Gold]


def read_gold(path: str | os.PathLike[str], *, encoding: str | None = None) -> list[Gold]:
    """Read the document pairs of a gold file: JSON lines, plain or gzipped, or gold in another format with its texts.

    The other formats are InterText's `.alignment.xml` beside its two texts, alignments as `save` and `save_many` write
    them (`.json`, `.alignments.jsonl`), a table that people corrected (`.xlsx`, `.csv`), and sentence pairs of
    wiki-auto. A path with `{id}` in its name stands for a file for each document.

    Args:
        path: The file.
        encoding: The encoding of a file that is not UTF-8.

    Raises:
        InputError: The file cannot be read, has no document or no link, or no texts; or a line is wrong.

    Warns:
        GoldWarning: Something in it is unusual, and scored all the same; given once.
    """
    try:
        found = read_any_gold(path, encoding=encoding)
    except InputError as error:
        if "--source" not in str(error):
            raise
        hint = "'vicinal evaluate' takes these options, and with '--save-gold FILE' it writes gold that has its texts"
        raise type(error)(f"{error}; {hint}") from None
    if not found:
        raise InputError(f"{os.fspath(path)}: contains no documents")
    return found


def gold_given(gold: GivenGold) -> list[Gold]:
    """Return gold that is given as a file, as one Gold, or as several of these.

    Raises:
        InputError: It is something else or empty, a file cannot be read, or two documents have the same id.
    """
    found: list[Gold] = []
    single = isinstance(gold, str | os.PathLike | Gold | Mapping)  # a dictionary is refused, not read as names of files
    for one in [gold] if single or not isinstance(gold, Iterable) else gold:
        if isinstance(one, Gold):
            found.append(one)
        elif isinstance(one, str | os.PathLike):
            found += read_gold(one)
        else:
            raise InputError(
                f"gold is a file, or Gold, which Gold.from_links and Gold.from_alignment make; found {one!r:.80}"
            )
    if not found:
        raise InputError("the gold has no documents to score predictions against")
    twice = [name for name, count in Counter(one.id for one in found).items() if count > 1]
    if twice:
        raise InputError(f"the gold has two documents with the id {twice[0]!r:.60}; give each an id of its own")
    return found
