"""A stream of pairs as a format takes it; callers: `vicinal.save_many`, and the app's download."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator

from vicinal.alignment import Aligned
from vicinal.errors import LeftOutWarning
from vicinal.formats import Format


class Fitting:
    """Pairs with only those links that a format takes; the links that its program will not see are counted."""

    def __init__(self, pairs: Iterable[Aligned], format: Format) -> None:
        self._pairs, self._format = pairs, format
        self.links = self.left_out = 0

    def __iter__(self) -> Iterator[Aligned]:
        for one in self._pairs:
            self.links += one.alignment.link_count
            self.left_out += self._format.left_out(one.alignment)
            yield one._replace(alignment=self._format.written(one.alignment))

    def warn(self, stacklevel: int) -> None:
        """Give the one LeftOutWarning about the stream, if links were left out."""
        if self.left_out:
            note = self._format.what_becomes_of(self.left_out, self.links)
            warnings.warn(note, LeftOutWarning, stacklevel=stacklevel)
