"""The command: sentence-pairs FOLDER TABLE.csv."""

from __future__ import annotations

import sys
from pathlib import Path

from vicinal import VicinalError

from .pairs import read_folder


def main() -> None:
    """Align a folder and write a table; tell what could not be aligned."""
    if len(sys.argv) != 3:
        sys.exit("usage: sentence-pairs FOLDER TABLE.csv")
    try:
        found = read_folder(Path(sys.argv[1]))
    except VicinalError as error:
        sys.exit(f"sentence-pairs: {error}")
    table = found.table()
    table.to_csv(sys.argv[2], index=False)
    print(f"{len(table)} pairs of sentences from {len(found.alignments)} pairs of texts")
    for failure in found.failures:
        print(f"left out: {failure}", file=sys.stderr)


if __name__ == "__main__":
    main()
