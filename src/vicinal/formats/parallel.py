"""`.src` and `.tgt`: parallel line files, the training format of translation toolkits.

Line k of one file is aligned with line k of the other; the sentences of a link are on one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vicinal.alignment import Aligned
from vicinal.formats.link_rows import one_line
from vicinal.formats.part import Parts, Place


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the source lines and the target lines of the sentence links, alignment by alignment."""
    del corpus, names
    for alignment, *_ in aligned:
        texts = [alignment.texts(link) for link in alignment.sentences]
        yield 0, "".join(one_line(source) + "\n" for source, _ in texts)
        yield 1, "".join(one_line(target) + "\n" for _, target in texts)


def part(aligned: Iterable[Aligned], place: Place) -> Iterator[tuple[int, str]]:
    """Yield a part of the files of a corpus."""
    del place
    return write(aligned, corpus=True, names=())


PARTS = Parts(part)
