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
from vicinal.installation import install_command

ROWS = 50_000  # of a row group
CHARACTERS = 32_000_000  # of the texts of a row group


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, bytes]]:
    """Yield the bytes of a Parquet file, row group by row group.

    Raises:
        SettingError: pyarrow is not installed.
    """
    del corpus, names
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        raise SettingError(f"the format 'parquet' needs pyarrow; install it: {install_command('corpus')}") from None
    aligned = iter(aligned)
    first = next(aligned, None)
    schema = _schema(pyarrow, "" if first is None else first.alignment.signature)
    sink = ByteSink()
    with ParquetWriter(sink, schema, compression="zstd", compression_level=3, use_dictionary=_REPEATED) as writer:
        for columns in _groups(() if first is None else chain([first], aligned)):
            writer.write_table(pyarrow.table(columns, schema=schema), row_group_size=ROWS)
            yield 0, sink.take()
    yield 0, sink.take()


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
