"""Reconcile the pairs of an article's levels, so that their links do not contradict each other.

Consecutive pairs that share a text (levels 0 and 1, then 1 and 2) belong to one article.
`vicinal.versions.consistent` describes how their links are reconciled.

Caller: `shard_job`, for runs with `consistent`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vicinal.alignment import Alignment
from vicinal.corpus.contract import Pair, Rejected
from vicinal.text.document import Document
from vicinal.versions.consistent import consistent
from vicinal.versions.grouping import LevelLink

Found = tuple[Pair | Rejected, Alignment | str]


def reconciled(found: Iterable[Found]) -> Iterator[Found]:
    """Yield the same pairs in the same order; the alignments of pairs that share texts are made consistent."""
    group: list[tuple[Pair, Alignment]] = []
    order: list[Found] = []  # the group, and the rejected pairs among it
    for one, alignment in found:
        if isinstance(one, Pair) and isinstance(alignment, Alignment):
            if group and not _shares(one, group):
                yield from _released(order, group)
                group, order = [], []
            group.append((one, alignment))
        order.append((one, alignment))
    yield from _released(order, group)


def _shares(pair: Pair, group: list[tuple[Pair, Alignment]]) -> bool:
    """Tell whether a pair shares a text with a group; texts without an id are compared by content."""
    known = {_key(document) for one, _ in group for document in (one.source, one.target)}
    return _key(pair.source) in known or _key(pair.target) in known


def _key(document: Document) -> object:
    return document.id if document.id is not None else document.paragraphs


def _sources_first(keys: Iterable[object], group: list[tuple[Pair, Alignment]]) -> list[object]:
    """Return the texts of a group, each behind those that it simplifies, otherwise in the same order."""
    order = list(keys)
    for _ in range(len(order)):  # a text moves at most behind all others
        for pair, _alignment in group:
            source, target = _key(pair.source), _key(pair.target)
            if order.index(target) < order.index(source):
                order.remove(target)
                order.insert(order.index(source) + 1, target)
    return order


def _released(order: list[Found], group: list[tuple[Pair, Alignment]]) -> Iterator[Found]:
    agreed = iter(_agreed(group))
    for one, alignment in order:
        yield one, next(agreed) if isinstance(alignment, Alignment) else alignment


def _agreed(group: list[tuple[Pair, Alignment]]) -> list[Alignment]:
    """Return the alignments of a group, reconciled."""
    levels: dict[object, tuple[str, Document]] = {}
    for pair, _ in group:
        for name, document in zip(pair.levels, (pair.source, pair.target), strict=True):
            levels[_key(document)] = (name, document)
    if len(levels) < 3:  # nothing to reconcile
        return [alignment for _, alignment in group]
    # Numeric levels by value ("2" before "10"); other names in order of appearance; each source before its targets,
    # also where the original has the highest number, as with grades.
    if all(name.isdecimal() for name, _ in levels.values()):
        levels = dict(sorted(levels.items(), key=lambda item: int(item[1][0])))
    levels = {key: levels[key] for key in _sources_first(levels, group)}
    place = {key: number for number, key in enumerate(levels)}
    found: dict[tuple[int, int], list[LevelLink]] = {}
    places = []
    for pair, alignment in group:
        i, k = place[_key(pair.source)], place[_key(pair.target)]
        places.append((i, k))
        if i < k:
            found[i, k] = [LevelLink(i, k, link) for link in alignment.sentences]
    versions = consistent(
        [document for _, document in levels.values()],
        found,
        [str(number) for number in range(len(levels))],
        group[0][1].signature,
    )
    return [
        versions.alignment(i, k) if i < k else alignment for (i, k), (_, alignment) in zip(places, group, strict=True)
    ]
