"""The command for documents in several versions: versions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vicinal.cli.console import check_output, note, read_documents, say, show
from vicinal.cli.options import aligner_from, reading_from, text_options
from vicinal.cli.sections import OUTPUT, Command, option
from vicinal.cli.setting_options import method_options
from vicinal.errors import SettingError
from vicinal.files import write_files

if TYPE_CHECKING:
    from vicinal.versions.consistent import Versions


@click.command(
    "versions",
    cls=Command,
    examples="""
vicinal versions advanced.txt middle.txt simple.txt
vicinal versions advanced.txt middle.txt simple.txt -o versions.html
""",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE FILE...")
@option(
    OUTPUT, "--output", "-o", metavar="TABLE", help="Write to TABLE (.tsv, .json or .html) instead of the terminal."
)
@text_options
@method_options
def versions_command(files: tuple[str, ...], output: str | None, **options: Any) -> None:
    """Align several versions of a document consistently.

    Give the versions from the most complex to the simplest. The result is a table with a column per version and a row
    per group of corresponding sentences. No two versions contradict the others: a link from the first to the last
    agrees with the chain of links through the versions between.
    """
    from vicinal.versions.consistent import align_versions
    from vicinal.view.little_found import little_in_versions

    if len(files) < 2:
        raise SettingError("give at least two files: the versions of a document, the most complex first")
    for number, name in enumerate(files):
        if name in files[:number]:
            raise SettingError(f"{name}: is given twice")
    suffix = Path(output).suffix.lower() if output is not None else ""
    if output is not None:
        if suffix not in (".tsv", ".json", ".html"):
            raise SettingError(f"{output}: the name must end in .tsv, .json or .html")
        check_output(Path(output), files)
    reading, encoding = reading_from(options)
    aligner = aligner_from(options)
    names = [Path(name).name for name in files]
    documents, _, recognised = read_documents(files, reading, encoding)
    found = align_versions(documents, aligner, names=names if len(set(names)) == len(names) else list(files))
    if output is None:
        from vicinal.view.version_table import version_table

        show(version_table(found))
    else:
        write_files({Path(output): _rendered(found, suffix).encode("utf-8", "backslashreplace")})
        say(f"wrote {output}")
    note(recognised)
    note(little_in_versions(found, flags=True))


def _rendered(found: Versions, suffix: str) -> str:
    if suffix == ".html":
        from vicinal.view.version_page import version_page

        return version_page(found)
    return found.to_tsv() if suffix == ".tsv" else found.to_json()
