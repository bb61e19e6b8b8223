"""The command for documents in several versions: versions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vicinal.cli.console import check_output, read_document, say, show
from vicinal.cli.options import aligner_from, method_options, text_options
from vicinal.errors import SettingError
from vicinal.files import write_files

if TYPE_CHECKING:
    from vicinal.versions.consistent import Versions


@click.command("versions")
@click.argument("files", nargs=-1, required=True, metavar="FILE FILE...")
@click.option("--output", "-o", metavar="TABLE", help="Write to TABLE (.tsv, .json or .html) instead of the terminal.")
@text_options
@method_options
def versions_command(files: tuple[str, ...], output: str | None, **options: Any) -> None:
    """Align several versions of a document consistently.

    Give the versions from the most complex to the simplest. The result is a table with a column per version and a row
    per group of corresponding sentences. No two versions contradict the others: a link from the first to the last
    agrees with the chain of links through the versions between.
    """
    from vicinal.versions.consistent import align_versions

    if len(files) < 2:
        raise SettingError("give at least two files: the versions of a document, the most complex first")
    suffix = Path(output).suffix.lower() if output is not None else ""
    if output is not None:
        if suffix not in (".tsv", ".json", ".html"):
            raise SettingError(f"{output}: the name must end in .tsv, .json or .html")
        check_output(Path(output), files)
    language, split = options.pop("language"), options.pop("split")
    aligner = aligner_from(options)
    names = [Path(name).name for name in files]
    documents = [read_document(name, language, split) for name in files]
    found = align_versions(documents, aligner, names=names if len(set(names)) == len(names) else list(files))
    if output is None:
        from vicinal.view.version_table import version_table

        show(version_table(found))
        _note_little(found)
        return
    if suffix == ".html":
        from vicinal.view.version_page import version_page

        text: str = version_page(found)
    else:
        text = found.to_tsv() if suffix == ".tsv" else found.to_json()
    write_files({Path(output): text.encode("utf-8", "backslashreplace")})
    say(f"wrote {output}")
    _note_little(found)


def _note_little(found: Versions) -> None:
    """Say so if two neighbouring levels share unusually little."""
    from vicinal.view.little_found import little_in_versions

    line = little_in_versions(found, flags=True)
    if line is not None:
        say(f"vicinal: note: {line}")
