"""The command for tables that people corrected: import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from vicinal.alignment import Aligned
from vicinal.cli.console import check_output, note, say
from vicinal.cli.sections import Command
from vicinal.errors import InputError, SettingError
from vicinal.files import write_files
from vicinal.formats import FORMATS, Format, format_for
from vicinal.formats.corrected_table import read_corrected
from vicinal.formats.correction_result import Changes, Corrected
from vicinal.formats.gold_line import gold_line, unique_name
from vicinal.formats.reading_order import rows_of
from vicinal.formats.table_texts import texts_at
from vicinal.wording import listed, many

GOLD = "gold"
_WITH_NOTES = ("xlsx", "csv", "docx")
_MOST_PROBLEMS = 100  # that are told one by one
_MOST_NOTES = 20
_CHANGES = {
    "changed": ("link", "changed"),
    "added": ("link", "added"),
    "removed": ("link", "removed"),
    "corrected": ("sentence", "corrected"),
    "split": ("sentence", "split"),
    "joined": ("sentence", "made of several"),
    "marked": ("paragraph mark", "changed"),
}


@click.command(
    "import",
    cls=Command,
    examples="""
vicinal import corrected.xlsx                    check it: what was changed
vicinal import corrected.xlsx -o gold.jsonl
vicinal import corrected.csv -o new.json --texts alignment-before.json
""",
)
@click.argument("table", metavar="TABLE")
@click.option("--output", "-o", metavar="FILE", help="File to write.  [default: none; only check TABLE]")
@click.option(
    "--format",
    "-f",
    "format_name",
    type=click.Choice(list(FORMATS)),
    metavar="NAME",
    help="Output format: gold, or one of 'vicinal align'.  [default: from the suffix of FILE; .jsonl is gold]",
)
@click.option(
    "--texts", metavar="FILE", help="Texts of a .csv with missing sentences: .json, gold, or the exported .xlsx."
)
@click.option("--keep-texts", is_flag=True, help="Refuse changed texts: only links may be corrected.")
@click.option("--encoding", metavar="NAME", help="Encoding of a .csv that is not UTF-8, such as windows-1252.")
def import_command(
    table: str, output: str | None, format_name: str | None, texts: str | None, keep_texts: bool, encoding: str | None
) -> None:
    """Read a corrected table back.

    TABLE is an .xlsx or .csv that 'vicinal align -o' or 'vicinal export' wrote, and that you corrected in a
    spreadsheet: sentences moved to other rows, rows added or deleted, texts changed. Rows that cannot be read are
    listed one by one, and then nothing is written. The last line tells what was changed; without -o, each change is
    listed before it.

    \b
    FILE:
      .jsonl           gold, for 'vicinal evaluate', with your notes in the
                       columns unsure and comment
      .json            complete alignment (one pair)
      .alignments.jsonl
                       complete alignments (several pairs)
      others           as in 'vicinal align'; with several pairs, only formats
                       that hold a corpus in one file
    """
    is_gold = False
    if output is not None:
        chosen = format_for(output, format_name)
        is_gold = chosen is FORMATS[GOLD] or (format_name is None and chosen is FORMATS["jsonl"])
        for file in chosen.files(Path(output)):
            check_output(file, (table, *filter(None, (texts,))))
    elif format_name is not None:
        raise SettingError("--format needs -o FILE")
    found = read_corrected(
        table, encoding=encoding, texts=None if texts is None else texts_at(texts), keep_texts=keep_texts
    )
    _tell(found, table)
    if output is not None:
        contents = _gold if is_gold else _contents
        written = contents(found.aligned, output, format_name, table)
        write_files(written)
        for file in written:
            say(f"wrote {file}")
    else:
        for line in found.details[:_MOST_PROBLEMS]:
            say(line)
        if len(found.details) > _MOST_PROBLEMS:
            say(f"{len(found.details) - _MOST_PROBLEMS:,} more")
    links = sum(len(one.alignment.sentences) for one in found.aligned)
    say(f"{many(len(found.aligned), 'pair')}, {many(links, 'link')}: {_summary(found.changes)}")


def _tell(found: Corrected, table: str) -> None:
    """Print what is unusual; print what cannot be read row by row, and raise InputError."""
    for line in found.notes[:_MOST_NOTES]:
        note(f"{table}: {line}")
    if len(found.notes) > _MOST_NOTES:
        note(f"{table}: {many(len(found.notes) - _MOST_NOTES, 'more such note')}")
    if not found.problems:
        return
    for problem in found.problems[:_MOST_PROBLEMS]:
        say(f"vicinal: {problem.line(table)}")
    if len(found.problems) > _MOST_PROBLEMS:
        say(f"vicinal: {len(found.problems) - _MOST_PROBLEMS:,} more")
    count = many(len(found.problems), "problem")
    raise InputError(f"{table}: {count}, so nothing was written; correct the table, and import it again")


def _gold(aligned: Sequence[Aligned], output: str, name: str | None, table: str) -> dict[Path, bytes]:
    """Return a gold file; ids are unique in it."""
    del name
    seen: set[str] = set()
    lines = []
    for number, one in enumerate(aligned, 1):
        id_ = one.alignment.id or (Path(table).stem if len(aligned) == 1 else f"pair {number}")
        lines.append(gold_line(one, unique_name(id_, number, seen)))
    return {Path(output): b"".join(lines)}


def _contents(aligned: Sequence[Aligned], output: str, name: str | None, table: str) -> dict[Path, bytes]:
    """Return the files of a format."""
    chosen = format_for(output, name)
    several = len(aligned) != 1
    if several and chosen.holds != "all":
        raise InputError(
            f"{table}: has {len(aligned)} pairs, which {Path(output).name} cannot hold; write gold (.jsonl), or .xlsx"
        )
    lost = sum(len(one.notes) for one in aligned)
    if any(chosen is FORMATS[known] for known in _WITH_NOTES):  # they have a cell for each row, and for nothing else
        lost -= sum(note.key in {row[:2] for row in rows_of(one.alignment)} for one in aligned for note in one.notes)
    if lost:
        note(f"{many(lost, 'note')} (unsure, comment) cannot be kept in {Path(output).name}; gold (.jsonl) keeps them")
    left_out = sum(chosen.left_out(one.alignment) for one in aligned)
    if left_out:
        total = sum(len(one.alignment.sentences) for one in aligned)
        note(chosen.what_becomes_of(left_out, total))
    files = chosen.files(Path(output))
    contents = [bytearray() for _ in files]
    for number, data in chosen.chunks(_written(aligned, chosen), corpus=several, names=[file.name for file in files]):
        contents[number] += data
    return {file: bytes(data) for file, data in zip(files, contents, strict=True)}


def _written(aligned: Sequence[Aligned], chosen: Format) -> Iterator[Aligned]:
    return (one._replace(alignment=chosen.written(one.alignment)) for one in aligned)


def _summary(changes: Changes) -> str:
    """Return what was changed, in words."""
    parts = [
        f"{many(count, noun)} {done}" for name, (noun, done) in _CHANGES.items() if (count := getattr(changes, name))
    ]
    text = listed(parts) if parts else "nothing was changed"
    if changes.missing:
        are = "is in no row and has" if changes.missing == 1 else "are in no row and have"
        text += f"; {many(changes.missing, 'sentence')} {are} no link"
    return text
