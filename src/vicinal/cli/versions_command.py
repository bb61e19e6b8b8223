"""The command for documents in several versions: versions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vicinal.cli.console import check_output, is_terminal, note, read_documents, say, show, show_text
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
@option(
    OUTPUT,
    "--format",
    "-f",
    "format_name",
    type=click.Choice(["text", "plain", "tsv", "json", "html"]),
    metavar="NAME",
    help="Output format: text, plain, tsv, json, html.  [default: from the suffix of TABLE; text on the terminal, "
    "plain in a pipe]",
)
@text_options
@method_options
def versions_command(files: tuple[str, ...], output: str | None, format_name: str | None, **options: Any) -> None:
    """Align several versions of a document consistently.

    Give the versions from the most complex to the simplest. The result is a table with a column per version and a row
    per group of corresponding sentences. No two versions contradict the others: a link from the first to the last
    agrees with the chain of links through the versions between.

    In a pipe, there is a line per sentence: the number of its row, the kind of link that leads to it, the version, the
    number of the sentence, and the sentence, with tabs between. A sentence without a link has '-' for the row.
    """
    from vicinal.versions.consistent import align_versions
    from vicinal.view.little_found import little_in_versions

    if len(files) < 2:
        raise SettingError("give at least two files: the versions of a document, the most complex first")
    for number, name in enumerate(files):
        if name in files[:number]:
            raise SettingError(f"{name}: is given twice")
    if output is None:
        format_name = format_name or ("text" if is_terminal() else "plain")
    else:
        format_name = format_name or Path(output).suffix.lower().removeprefix(".")
        if format_name not in ("tsv", "json", "html"):
            raise SettingError(f"{output}: the name must end in .tsv, .json or .html")
        check_output(Path(output), files)
    reading, encoding = reading_from(options)
    aligner = aligner_from(options)
    names = [Path(name).name for name in files]
    documents, _, recognised = read_documents(files, reading, encoding)
    found = align_versions(documents, aligner, names=names if len(set(names)) == len(names) else list(files))
    if format_name == "text":
        from vicinal.view.version_table import version_table

        show(version_table(found), fills=True)
    elif output is None:
        show_text(_rendered(found, format_name))
    else:
        write_files({Path(output): _rendered(found, format_name).encode("utf-8", "backslashreplace")})
        say(f"wrote {output}")
    note(recognised)
    note(little_in_versions(found, flags=True))


def _rendered(found: Versions, format_name: str) -> str:
    if format_name == "html":
        from vicinal.view.version_page import version_page

        return version_page(found)
    if format_name == "plain":
        from vicinal.view.plain_lines import plain_versions
        from vicinal.view.version_table import summary

        return plain_versions(found, summary(found).plain.strip())
    return found.to_tsv() if format_name == "tsv" else found.to_json()
