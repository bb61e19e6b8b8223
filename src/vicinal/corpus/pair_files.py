"""A corpus as files for each pair, and the table that names them.

Callers: `exports`, `vicinal.save_many`, and the app's download.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vicinal.alignment import Aligned
from vicinal.corpus.filenames import FileNames
from vicinal.formats import Format
from vicinal.formats.link_rows import index_columns, place
from vicinal.formats.text_table import quoted_line

INDEX = "index.tsv"


def write_pair_files(
    aligned: Iterable[Aligned],
    format: Format,
    write: Callable[[str, bytes], None],
    write_index: Callable[[bytes], None],
    split_of: Callable[[Aligned], str | None] | None = None,
) -> None:
    """Write the files of each pair, named by its id, and the rows of the table that says which pair they are.

    Args:
        aligned: The pairs.
        format: The format of the files.
        write: Writes a file, given its name and content.
        write_index: Appends to the table.
        split_of: Returns the split of a pair, which becomes the last column of the table; None without splits.
    """
    taken = FileNames()
    write_index(("\t".join(index_columns(split_of is not None)) + "\n").encode())
    for number, one in enumerate(aligned, 1):
        stem = taken.take(one.alignment.id, number)
        names = [stem + suffix for suffix in format.suffixes]
        contents = [bytearray() for _ in names]
        for part, data in format.chunks([one], corpus=True, names=names):
            contents[part] += data
        for name, content in zip(names, contents, strict=True):
            write(name, bytes(content))
        split = split_of(one) if split_of else None
        row = quoted_line([stem, *(value or "" for value in place(one)), *([split] if split else [])])
        write_index(row.encode("utf-8", "backslashreplace"))
