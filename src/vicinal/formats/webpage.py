"""`.html`: a page for a browser, one file that needs no network; see `vicinal.view.page`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vicinal.alignment import Aligned


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the page of the one alignment that a file holds."""
    from vicinal.view.page import page  # views load where they are used

    del corpus, names
    for one in aligned:
        yield 0, page(one.alignment)
