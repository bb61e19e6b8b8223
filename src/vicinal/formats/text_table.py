r"""Tables of links as text: how `.tsv` is written and read back, and how texts are quoted there and in `.csv`.

Texts are always in quotation marks, with those inside doubled, and numbers never are. So a text may hold anything,
tabs and line ends included, and every client that reads quoted tables gets it back. UTF-8 cannot hold a lone
surrogate: it becomes its escape, `\udXXX`.

Sentence numbers are lists such as `[0, 1]`. Without brackets, a client that guesses types from the first rows would
take the column for one of numbers, and stop at the first link of several sentences. For the same reason, and because a
spreadsheet would take `1,2` for a number, the brackets are always there.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import NamedTuple

from vicinal.alignment import Aligned
from vicinal.formats import link_rows as rows

COLUMNS = MappingProxyType({name: meaning for name, meaning in rows.COLUMNS.items() if name != "pairs"})
_OF_A_CORPUS = 4  # columns that only the table of a corpus has
LARGEST_FIELD = 2**31 - 1  # in characters; the default of the csv module is less than a document may have


def quoted(text: str) -> str:
    """Return a text in quotation marks, with those inside doubled."""
    return '"' + text.replace('"', '""') + '"'


def quoted_line(fields: Iterable[str]) -> str:
    """Return the line of a `.tsv` whose fields are all texts; callers: the indexes of exports and downloads."""
    return "\t".join(map(quoted, fields)) + "\n"


def write_table(aligned: Iterable[Aligned], corpus: bool) -> Iterator[tuple[int, str]]:
    """Yield a header line and one row for each sentence link.

    Args:
        aligned: The alignments.
        corpus: Whether to write the columns that identify the pair.
    """
    yield 0, header(corpus)
    yield from table_rows(aligned, corpus)


def header(corpus: bool) -> str:
    """Return the header line of a table."""
    return "\t".join(tuple(COLUMNS)[0 if corpus else _OF_A_CORPUS :]) + "\n"


def table_rows(aligned: Iterable[Aligned], corpus: bool) -> Iterator[tuple[int, str]]:
    """Yield the rows of `write_table`."""
    for one in aligned:
        place = [quoted(value or "") for value in rows.place(one)] if corpus else []
        lines = []
        for link, probability in zip(one.alignment.sentences, rows.probabilities(one.alignment), strict=True):
            row = (
                *place,
                quoted(link.kind),
                f"{link.score:.6f}",
                "" if probability is None else f"{probability:.4f}",
                quoted(str(list(link.source))),
                quoted(str(list(link.target))),
                *(quoted(side) for side in one.alignment.texts(link)),
            )
            lines.append("\t".join(row) + "\n")
        yield 0, "".join(lines)


class Row(NamedTuple):
    """A row of a table that was read.

    Attributes:
        line: The number of its first line.
        fields: Its fields, without the quotation marks around them.
    """

    line: int
    fields: list[str]


def read_table(lines: Sequence[tuple[int, str]]) -> list[Row]:
    """Return the rows of a quoted table with tabs, and its header; none if it is not one. Caller: `vicinal.evaluation`.

    A table is quoted if all rows have as many fields as the header when they are read so. Other programs write tables
    in which a quotation mark is just a character.

    Args:
        lines: The lines and their numbers.
    """
    csv.field_size_limit(LARGEST_FIELD)
    reader = csv.reader((f"{line}\n" for _, line in lines), delimiter="\t", strict=True)
    found = []
    begin = 0
    try:
        for fields in reader:
            found.append(Row(lines[begin][0], fields))
            begin = reader.line_num
    except csv.Error:
        return []
    return found if all(len(row.fields) == len(found[0].fields) for row in found) else []
