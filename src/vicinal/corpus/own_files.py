"""A corpus of files in a format of the user's own: a function reads a file, everything else is done here.

Callers: programs that align files which no reader knows, with `vicinal.corpus.run`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from vicinal.corpus.contract import FAILURES, Fingerprint, LeftOut, Limits, Pair, Rejected, Shard
from vicinal.corpus.readers.text_files import cut, fingerprint_of, valid_unicode
from vicinal.errors import InputError, SettingError, VicinalError
from vicinal.files import message_of
from vicinal.signature import check_described

FileReader: TypeAlias = Callable[[Path], Iterable[Pair | Rejected | LeftOut]]


@dataclass(frozen=True)
class Files:
    """A corpus of files in a format of your own, for `run`.

    The files are read in the order of their names. A worker takes one file at a time, or several small ones; so a large
    corpus should not be one large file.

    Attributes:
        paths: The files: strings or `pathlib.Path`s, on this machine or in a folder that all machines share.
        reader: A function that reads a file and yields its pairs. A run knows it by its name: use a new folder if you
            change it. What it raises is recorded, with the file, among the rejected pairs. A `Rejected` is a pair that
            cannot be read; a `LeftOut` counts what is left out on purpose. With several workers, the function must be
            in a module, or in a script that runs under `if __name__ == "__main__":`.
    """

    paths: tuple[str, ...] = field(repr=False, metadata={"place": True})
    reader: FileReader

    def __init__(self, paths: Iterable[str | os.PathLike[str]], reader: FileReader) -> None:
        """Store the paths in order.

        Raises:
            InputError: There are no files.
            SettingError: The reader is an object that does not tell its settings.
        """
        if isinstance(paths, str | os.PathLike):
            raise InputError(f"{paths}: give a list of files, such as pathlib.Path({str(paths)!r}).glob('*.xml')")
        object.__setattr__(self, "paths", tuple(sorted(os.fspath(path) for path in paths)))
        object.__setattr__(self, "reader", reader)
        if not self.paths:
            raise InputError("there are no files to read; do they have the names that you gave?")
        check_described(reader)

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of the files: their names and sizes.

        Raises:
            InputError: A file does not exist.
        """
        stats = [_stat(path) for path in self.paths]
        sizes = [(name, stat.st_size) for name, stat in zip(self._names, stats, strict=True)]
        return fingerprint_of(sizes, sum(stat.st_mtime_ns // 1000 for stat in stats))

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Cut the files into shards; a file is never cut."""
        return cut(((index, _stat(path).st_size) for index, path in enumerate(self.paths)), limits)

    def read(self, shard: Shard) -> Iterator[Pair | Rejected | LeftOut]:
        """Yield what the reader finds in the files of a shard, each pair with the name of its file."""
        names = self._names
        for index in shard.part[0]:
            name = names[index]
            try:
                for found in self.reader(Path(self.paths[index])):
                    if isinstance(found, Pair):
                        yield found._replace(file=found.file or name, origin=found.origin or name)
                    elif isinstance(found, Rejected):
                        yield found._replace(file=found.file or name)
                    elif isinstance(found, LeftOut):
                        yield found
                    else:
                        raise SettingError(f"the reader yielded {found!r:.60}, not a Pair")
            except (OSError, *FAILURES) as error:
                reason = message_of(error) if isinstance(error, OSError | VicinalError) else repr(error)
                yield Rejected(name, None, None, valid_unicode(f"cannot be read: {reason}"))

    @property
    def _names(self) -> list[str]:
        """The names of the files, relative to the folder that holds them all."""
        above = os.path.commonpath([os.path.dirname(os.path.abspath(path)) for path in self.paths])  # noqa: PTH100, PTH120
        return [Path(os.path.relpath(path, above)).as_posix() for path in self.paths]


def _stat(path: str) -> os.stat_result:
    try:
        return os.stat(path)  # noqa: PTH116
    except OSError as error:
        raise InputError(f"{path}: {message_of(error)}") from None
