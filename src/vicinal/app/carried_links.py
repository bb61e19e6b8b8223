"""Links of one annotator on the sentences of another, who corrected the sentences differently.

Every corrected sentence knows the sentences of the original for which it stands. Where both annotators have as many
sentences for the same stretch of the original, each one takes the place of its counterpart; otherwise all take the
place of all, as when a sentence is corrected (`corrected_texts`). Adjudication and comparisons use this.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence

from vicinal.alignment import NotedLink, connected
from vicinal.app.corrected_texts import SIDES, Sentence, Texts, cells_that_connect
from vicinal.app.corrections import merged_note
from vicinal.errors import InputError
from vicinal.gold import LinkKey

_Stretch = tuple[int, bool]  # a stretch of the original, or a place in it where sentences were typed


def carried(links: Collection[NotedLink], before: Texts, after: Texts) -> tuple[NotedLink, ...]:
    """Return links on other sentences of the same pair, sorted.

    Links that then share a sentence become one, with the notes of both. A link loses the sentences that have no
    counterpart; a link without any on one side is left out. On equal sentences, links stay as they are.

    Args:
        links: The links.
        before: The sentences that they are between.
        after: The sentences that they are wanted between.
    """
    if before == after:
        return tuple(sorted(links))
    places = [_places(*sides) for sides in zip(before, after, strict=True)]
    moved = []
    for link in links:
        source, target = (
            tuple(sorted({new for old in side for new in there[old]}))
            for side, there in zip(link.key, places, strict=True)
        )
        if source and target:
            moved.append(link._replace(source=source, target=target))
    groups = connected(cell for link in moved for cell in cells_that_connect(link.key))
    of_source = {x: number for number, (xs, _) in enumerate(groups) for x in xs}
    parts: list[list[NotedLink]] = [[] for _ in groups]
    for link in moved:
        parts[of_source[link.source[0]]].append(link)
    return tuple(NotedLink(*key, *merged_note(part)) for key, part in zip(groups, parts, strict=True))


def differing_places(one: Texts, other: Texts) -> int:
    """Return in how many places two annotators have different sentences, paragraphs or headings."""
    number = 0
    for here, there in zip(one, other, strict=True):
        stretches, counterparts = _stretches(here, there)
        for stretch in stretches.keys() | counterparts.keys():
            mine = [here[index].piece for index in stretches.get(stretch, ())]
            number += mine != [there[index].piece for index in counterparts.get(stretch, ())]
    return number


def original_places(settled: Sequence[LinkKey], texts: Texts) -> list[LinkKey]:
    """Return which sentences of the original the sentences of differences stand for; see `original_place`.

    Raises:
        InputError: There is no such sentence, or one is given twice: differences share none.
    """
    for number, side in enumerate(SIDES):
        taken: set[int] = set()
        for index in (index for sentences in settled for index in sentences[number]):
            if index in taken:
                raise InputError(f"settled: {side} sentence {index} is given twice; give each once")
            taken.add(index)
    return [original_place(sentences, texts) for sentences in settled]


def original_place(sentences: LinkKey, texts: Texts) -> LinkKey:
    """Return which sentences of the original some sentences stand for.

    It is the same for all who look at the same stretch of the pair, whatever sentences they have. A sentence that was
    typed stands for none; it is named by its place, as a negative number.

    Raises:
        InputError: There is no such sentence.
    """
    found = []
    for side, indices, name in zip(texts, sentences, SIDES, strict=True):
        for index in indices:
            if not 0 <= index < len(side):
                raise InputError(f"settled: {name} sentence {index!r:.20} is not from 0 to {len(side) - 1}")
        found.append(tuple(sorted({each for index in indices for each in _originals(side[index])})))
    return found[0], found[1]


def _originals(sentence: Sentence) -> Iterable[int]:
    return range(sentence.first, sentence.end) if sentence.first < sentence.end else (-1 - sentence.first,)


def _places(before: Sequence[Sentence], after: Sequence[Sentence]) -> list[Sequence[int]]:
    """Return the counterparts of each sentence."""
    found: list[Sequence[int]] = [()] * len(before)
    stretches, counterparts = _stretches(before, after)
    for stretch, here in stretches.items():
        there = counterparts.get(stretch, [])
        for number, index in enumerate(here):
            found[index] = [there[number]] if len(here) == len(there) else there if not stretch[1] else ()
    return found


def _stretches(
    one: Sequence[Sentence], other: Sequence[Sentence]
) -> tuple[dict[_Stretch, list[int]], dict[_Stretch, list[int]]]:
    """Return the sentences of two texts by stretches of the original: the shortest that cut no sentence of either."""
    inside = {cut for sentence in (*one, *other) for cut in range(sentence.first + 1, sentence.end)}
    last = max((sentence.end for sentence in (*one, *other)), default=0)
    cuts = [cut for cut in range(last + 1) if cut not in inside]
    found: list[dict[_Stretch, list[int]]] = []
    for sentences in (one, other):
        stretches: dict[_Stretch, list[int]] = {}
        for index, (*_, first, end) in enumerate(sentences):
            stretches.setdefault((bisect_right(cuts, first), first == end), []).append(index)
        found.append(stretches)
    return found[0], found[1]
