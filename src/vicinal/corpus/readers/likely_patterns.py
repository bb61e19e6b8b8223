"""Which file names are probably those of pairs, where no known layout matches.

Names of versions of a text differ in one word, at the end or at the start: `text01_A.txt` and `text01_B1.txt`,
`orig/1.txt` and `leicht/1.txt`. So each name is cut at its last and first words, in a few ways. Cuts that leave the
same text and another word, or none, belong together. The words that leave most texts in common are probably the levels.
Of many names, a part is cut in this way, and the others only counted; no more than MOST_NAMES are looked at.

Caller: `folder_hints`, for an error message.
"""

from __future__ import annotations

import re
import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby, islice
from typing import NamedTuple
from unicodedata import normalize

from vicinal.corpus.local_folder import File
from vicinal.corpus.readers.name_patterns import Pattern, document_suffix, is_pattern, longest
from vicinal.wording import many

MOST_NAMES = 100_000
_WORDS = 3  # from each end of a name
_LEVELS = 8  # of a family that are compared
_SHARE = 0.25  # of the files that must be in the pairs, at least
_FEW = 4  # files of which one pair may be a pattern
_CUT = 5_000  # names that are cut, at most
_TOKEN = re.compile(r"[^\s/._-]+")
_BETWEEN = re.compile(r"[\s/._-]")


class Likely(NamedTuple):
    """The patterns of levels that are probably there, longest texts first.

    Attributes:
        patterns: The patterns.
        texts: The number of texts in two of them.
        others: The number of files that match none of them.
    """

    patterns: tuple[Pattern, ...]
    texts: int
    others: int = 0

    def __str__(self) -> str:
        """What to give, in one line."""
        shown = [shlex.quote(str(pattern)) for pattern in self.patterns]
        if len(shown) == 2:
            flags = f"--source-pattern {shown[0]} --target-pattern {shown[1]}"
            return f"looks like {many(self.texts, 'pair')} of {shown[0]} with {shown[1]}; give {flags}{self._rest}"
        flags = " ".join(f"--level {text}" for text in shown)
        return f"looks like {many(self.texts, 'text')} in {len(shown)} levels; give {flags}{self._rest}"

    @property
    def _rest(self) -> str:
        need = "needs a run of its" if self.others == 1 else "need a run of their"
        return f"; {many(self.others, 'other file')} {need} own" if self.others else ""


class Cut(NamedTuple):
    """A name, cut into a text and a word: the family has the rest, which all levels share."""

    family: tuple[str, ...]
    pattern: Pattern
    word: str
    id: str


def cuts(name: str) -> Iterator[Cut]:
    """Yield the ways in which a name can be a text at a level."""
    suffix = document_suffix(name)
    stem = name.removesuffix(suffix)
    spans = [word.span() for word in _TOKEN.finditer(stem)]
    for _, end in spans[-_WORDS:]:
        yield Cut(("end", stem[end:]), Pattern("", name[end:]), "", stem[:end])  # it may have no word
    for place in range(1, min(_WORDS + 1, len(spans))):
        (_, before), (start, end) = spans[-place - 1], spans[-place]
        yield Cut(("end", stem[end:]), Pattern("", name[before:]), stem[start:end], stem[:before])
        (start, end), (after, _) = spans[place - 1], spans[place]
        pattern = Pattern(stem[:after], suffix)
        yield Cut(("start", stem[:start], stem[end:after]), pattern, stem[start:end], stem[after:])
    if "/" in stem and len(spans) > 2:  # the level is in both, as in Adv/x-adv.txt
        folder = stem[: stem.index("/") + 1]
        (_, before), (start, end) = spans[-2], spans[-1]
        id = stem[len(folder) : before]
        if id.strip("/"):
            pattern = Pattern(folder, stem[before:] + suffix)
            yield Cut(("both", stem[before:start]), pattern, stem[start:end], id)


def likely_patterns(files: Iterable[File]) -> Likely | None:
    """Return the patterns that probably name the levels of texts; None if no names are alike."""
    names = sorted((normalize("NFC", file.name), file.size) for file in islice(files, MOST_NAMES))
    families: dict[tuple[str, ...], dict[Pattern, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    words: dict[Pattern, str] = {}
    for name, size in _some(names):
        for cut in cuts(name):
            if cut.pattern.id(cut.pattern.name(cut.id)) is not None:
                families[cut.family][cut.pattern][cut.id] = size
                words[cut.pattern] = cut.word
    best: tuple[tuple[int, int, int], Likely] | None = None
    for family in families.values():
        found = _best_of(family)
        if found is not None and all(map(is_pattern, found.patterns)):
            named = sum(not words[pattern].isdecimal() for pattern in found.patterns)
            rank = (found.texts, named, min(map(_usual, found.patterns)))
            best = max(best or (rank, found), (rank, found), key=lambda one: one[0])
    counted = _counted(best[1].patterns, names) if best else None
    if counted is None:
        return None
    texts, levels = counted.texts, len(counted.patterns)
    is_enough = len(names) <= _FEW or (texts >= levels and texts * levels >= _SHARE * len(names))
    return counted if is_enough else None


def _some(names: Sequence[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """Yield names to be cut: all, or some of each first word, in order, so that both versions of a text are there."""
    number = 0
    for _, same in groupby(names, key=lambda one: _BETWEEN.split(one[0], maxsplit=1)[0]):
        for one in islice(same, _CUT if len(names) <= _CUT else _CUT // 10):
            number += 1
            if number > _CUT:
                return
            yield one


def _counted(patterns: Sequence[Pattern], names: Sequence[tuple[str, int]]) -> Likely | None:
    """Return the levels with the numbers of all texts and of the other files; a name belongs to its longest pattern."""
    levels: dict[Pattern, dict[str, int]] = {pattern: {} for pattern in patterns}
    fitting = longest(patterns)
    others = 0
    for name, size in names:
        fits = list(fitting(name))
        for pattern, id in fits[:1]:
            levels[pattern][id] = size
        others += not fits
    found = _best_of(levels)
    return found and found._replace(others=others)


def _usual(pattern: Pattern) -> int:
    """Return how usual it is that a level is named there: at the end, else at the start, else as a file in a folder."""
    return 1 if pattern.before else 0 if pattern.after.startswith("/") else 2


def _best_of(levels: dict[Pattern, dict[str, int]]) -> Likely | None:
    """Return the levels of a family that share most texts with each other."""
    largest = sorted(levels, key=lambda pattern: (-len(levels[pattern]), str(pattern)))[:_LEVELS]
    shared = {(a, b): len(levels[a].keys() & levels[b].keys()) for a, b in combinations(largest, 2)}
    if not any(shared.values()):
        return None
    first, second = max(shared, key=lambda pair: shared[pair])
    texts = shared[first, second]
    both = levels[first].keys() & levels[second].keys()
    kept = [one for one in largest if one in (first, second) or 2 * len(levels[one].keys() & both) >= len(both)]
    kept.sort(key=lambda one: -sum(size for id, size in levels[one].items() if id in both))
    return Likely(tuple(kept), texts)
