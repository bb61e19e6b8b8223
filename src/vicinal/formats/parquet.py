"""`.parquet`: one row per link, for `datasets`, pandas, polars and DuckDB; needs pyarrow (extra `corpus`).

Only plain types are used: strings, doubles, and lists of integers. The metadata of the file holds the settings of the
method as `vicinal.signature`. The size of a row group is limited in rows and in text, so that it fits into memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from vicinal.alignment import Aligned
from vicinal.errors import SettingError
from vicinal.formats import link_rows as rows
from vicinal.formats.byte_sink import ByteSink
from vicinal.formats.link_rows import encodable
from vicinal.formats.part import Parts, Place
from vicinal.installation import install_command

ROWS = 50_000  # of a row group
CHARACTERS = 32_000_000  # of the texts of a row group


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, bytes]]:
    """Yield the bytes of a Parquet file, row group by row group.

    Raises:
        SettingError: pyarrow is not installed.
    """
    del corpus, names
    pyarrow = _pyarrow()
    aligned = iter(aligned)
    first = next(aligned, None)
    schema = _schema(pyarrow, "" if first is None else first.alignment.signature)
    sink = ByteSink()
    with _writer(sink, schema) as writer:
        for columns in _groups(() if first is None else chain([first], aligned)):
            writer.write_table(pyarrow.table(columns, schema=schema), row_group_size=ROWS)
            yield 0, sink.take()
    yield 0, sink.take()


def part(aligned: Iterable[Aligned], place: Place) -> Iterator[tuple[int, bytes]]:
    """Yield the rows of some pairs, for `Groups`."""
    del place
    pyarrow = _pyarrow()
    schema = _schema(pyarrow, "")
    for columns in _groups(aligned):
        batch = pyarrow.record_batch(columns, schema=schema)
        yield 0, batch.serialize().to_pybytes()


class Groups:
    """Makes a file of the rows of parts, with the same row groups as `write` makes."""

    def __init__(self, signature: str) -> None:
        """Begin a file.

        Raises:
            SettingError: pyarrow is not installed.
        """
        self._pyarrow = _pyarrow()
        self._schema = _schema(self._pyarrow, signature)
        self._sink = ByteSink()
        self._writer = _writer(self._sink, self._schema)
        self._held: list[Any] = []
        self._rows = self._characters = 0

    def add(self, part: bytes) -> bytes:
        """Take the rows of a part, and return the row groups that are complete."""
        import pyarrow.compute as compute

        batch = self._pyarrow.ipc.read_record_batch(self._pyarrow.py_buffer(part), self._schema)
        lengths = compute.add(*(compute.utf8_length(batch.column(name)) for name in ("source_text", "target_text")))
        start = 0
        for at, length in enumerate(lengths.to_pylist(), 1):
            self._rows += 1
            self._characters += length
            if self._rows == ROWS or self._characters >= CHARACTERS:
                self._held.append(batch.slice(start, at - start))
                self._write()
                start = at
        if start < batch.num_rows:
            self._held.append(batch.slice(start))
        return self._sink.take()

    def end(self) -> bytes:
        """Return the last row group and the end of the file."""
        self._write()
        self._writer.close()
        return self._sink.take()

    def _write(self) -> None:
        if self._held:
            table = self._pyarrow.Table.from_batches(self._held, self._schema).combine_chunks()
            self._writer.write_table(table, row_group_size=ROWS)
        self._held = []
        self._rows = self._characters = 0


def _pyarrow() -> Any:
    """Return the package; raise SettingError if it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SettingError(f"the format 'parquet' needs pyarrow; install it: {install_command('corpus')}") from None
    return pyarrow


def _writer(sink: ByteSink, schema: Any) -> Any:
    from pyarrow.parquet import ParquetWriter

    return ParquetWriter(sink, schema, compression="zstd", compression_level=3, use_dictionary=_REPEATED)


_REPEATED = ["id", "source_level", "target_level", "origin", "kind"]


def _schema(pyarrow: Any, signature: str) -> Any:
    numbers = pyarrow.list_(pyarrow.int32())
    types = dict.fromkeys(rows.COLUMNS, pyarrow.string())
    types |= {"score": pyarrow.float64(), "probability": pyarrow.float64()}
    types |= {"source": numbers, "target": numbers, "pairs": pyarrow.list_(numbers)}
    return pyarrow.schema(list(types.items()), {"vicinal.signature": signature.encode("utf-8", "backslashreplace")})


def _groups(aligned: Iterable[Aligned]) -> Iterator[dict[str, list[Any]]]:
    """Yield the columns of each row group."""
    columns: dict[str, list[Any]] = {name: [] for name in rows.COLUMNS}
    characters = 0
    for one in aligned:
        place = tuple(name if name is None else encodable(name) for name in rows.place(one))
        found = zip(one.alignment.sentences, rows.pairs(one.alignment), rows.probabilities(one.alignment), strict=True)
        for link, pairs, probability in found:
            source, target = map(encodable, one.alignment.texts(link))
            row = (*place, link.kind, link.score, probability, link.source, link.target, pairs, source, target)
            for column, value in zip(columns.values(), row, strict=True):
                column.append(value)
            characters += len(source) + len(target)
            if len(columns["id"]) == ROWS or characters >= CHARACTERS:
                yield columns
                columns = {name: [] for name in rows.COLUMNS}
                characters = 0
    if columns["id"]:
        yield columns


PARTS = Parts(part, joiner=Groups)
