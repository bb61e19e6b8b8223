"""`.jsonl`: one JSON line per link.

A link whose cells are not all pairs inside it (usually an N-N link) lists them as `pairs`. The lines of a corpus all
have the same keys, including `pairs`, because table readers expect it. The line separators of Unicode (U+0085, U+2028,
U+2029) are escaped, because some readers split lines at them. A lone surrogate becomes the text of its escape, because
DuckDB would refuse the whole file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vicinal.alignment import Aligned
from vicinal.formats import link_rows as rows
from vicinal.formats.part import Parts, Place
from vicinal.json_text import compact, line_of, quoted


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield a JSON line for each sentence link, in the order of the corpus and the documents."""
    del names
    for one in aligned:
        yield 0, "".join(_lines(one, corpus))


def part(aligned: Iterable[Aligned], place: Place) -> Iterator[tuple[int, str]]:
    """Yield a part of the file of a corpus."""
    del place
    return write(aligned, corpus=True, names=())


def _lines(one: Aligned, corpus: bool) -> Iterator[str]:
    """Yield the lines of a pair, put together by hand: making an object of each link would take twice as long."""
    alignment = one.alignment
    place = [name and rows.encodable(name) for name in rows.place(one)]
    first = compact(dict(zip(rows.COLUMNS, place[: None if corpus else 1], strict=False)))[:-1]
    found = zip(alignment.sentences, rows.pairs(alignment), rows.probabilities(alignment), strict=True)
    for link, pairs, probability in found:
        chance = f', "probability": {compact(probability)}' if corpus or probability is not None else ""
        all_pairs = not corpus and len(pairs) == len(link.source) * len(link.target)
        inside = "" if all_pairs else f', "pairs": {[list(pair) for pair in pairs]}'
        source, target = map(quoted, map(rows.encodable, alignment.texts(link)))
        yield line_of(
            f'{first}, "kind": "{link.kind}", "score": {compact(link.score)}{chance}, "source": {list(link.source)}, '
            f'"target": {list(link.target)}{inside}, "source_text": {source}, "target_text": {target}}}'
        )


PARTS = Parts(part)
