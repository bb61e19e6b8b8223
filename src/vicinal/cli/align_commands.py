"""Commands for a pair of texts: align, explain, idf."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from vicinal.align import align
from vicinal.alignment import Alignment
from vicinal.cli.console import check_output, read_document, say, show, standard_input, write
from vicinal.cli.options import aligner_from, flag, method_options, text_options
from vicinal.errors import FormatError, InputError, SettingError
from vicinal.formats import FORMATS, format_for, load, parse, save
from vicinal.similarity.tfidf import Idf
from vicinal.view.little_found import little_found


@click.command("align")
@click.argument("source")
@click.argument("target")
@click.option("--output", "-o", metavar="FILE", help="Write to FILE instead of the terminal.")
@click.option(
    "--format",
    "-f",
    "format_name",
    type=click.Choice(["text", *FORMATS]),
    help="Output format.  [default: from the suffix of FILE; text on the terminal]",
)
@text_options
@method_options
def align_command(source: str, target: str, output: str | None, format_name: str | None, **options: Any) -> None:
    """Align two texts.

    SOURCE is usually the original, TARGET the simpler version. On the terminal, linked sentences are shown side by
    side, with the kind (1-1, 1-N, N-1, N-N) and score of the link; unaligned sentences are dim.

    \b
    Output formats, by the suffix of FILE:
      .html            page with links, similarity map and search steps
      .json            complete alignment with all search steps
      .jsonl           one JSON object per link, with its texts
      .tsv             table of links, with their texts
      .parquet         the same as a Parquet table
      .src, .tgt       parallel line files, FILE.src and FILE.tgt
      .tmx             translation memory
      .alignment.xml   InterText (-f tei), with FILE.source.xml and FILE.target.xml
      .wiki-auto.tsv   sentence pairs in the format of Wiki-Auto
      .vecalign        index lines in the format of vecalign
      .ladder          numeric ladder in the format of hunalign
    """
    if output is not None:
        if format_name == "text":
            raise SettingError(f"--format text is for the terminal; with -o FILE choose one of: {', '.join(FORMATS)}")
        files = format_for(output, format_name).files(Path(output))
        for file in {Path(output), *files}:
            check_output(file, (source, target, *filter(None, (options["idf"], options["model"]))))
    alignment = _align(source, target, options)
    if output is not None:
        for file in save(alignment, output, format_name):
            say(f"wrote {file}")
    elif format_name in (None, "text"):
        from vicinal.view.terminal import side_by_side

        show(side_by_side(alignment))
    else:
        chosen = FORMATS[str(format_name)]
        if len(chosen.suffixes) > 1:
            raise SettingError(f"--format {format_name} writes {len(chosen.suffixes)} files; name them with -o FILE")
        write(chosen.render(alignment)[0])
    _note_little(alignment)


@click.command("explain")
@click.argument("source")
@click.argument("target", required=False)
@text_options
@method_options
@click.pass_context
def explain_command(context: click.Context, /, source: str, target: str | None, **options: Any) -> None:
    """Show how the method found each link.

    Each step has the cell before it, how the method came from there, the cell that was found, and its similarity. For
    vicinity these are the steps of its search, by the vicinity that was searched. For global they follow the links in
    the order of the target, by what happened in the source: next, skip, jump, more source, more target, resume.

    Give SOURCE and TARGET as for 'vicinal align', or one .json file that it wrote.
    """
    from vicinal.view.terminal import steps

    if target is not None:
        alignment = _align(source, target, options)
    else:
        given = [name for name in options if context.get_parameter_source(name) != ParameterSource.DEFAULT]
        if given:
            flags = ", ".join(map(flag, given))
            raise SettingError(
                f"{flags}: the settings of a saved alignment are fixed; give SOURCE and TARGET to change them"
            )
        try:
            alignment = parse(standard_input(), "standard input") if source == "-" else load(source)
        except FormatError as error:
            raise InputError(f"{error}; give SOURCE and TARGET, or one alignment saved as .json") from None
    show(steps(alignment))
    _note_little(alignment)


@click.command("idf")
@click.argument("inputs", nargs=-1, required=True, metavar="FILE...")
@click.option("--output", "-o", required=True, metavar="MODEL", help="Model to write, for --idf.")
@text_options
def idf_command(inputs: tuple[str, ...], output: str, language: str | None, split: str) -> None:
    """Build a model of word weights for --idf.

    For --method vicinity, and other methods that compare words. Counts the sentences of the FILEs in which each word
    occurs. A FILE is a text, or (.json) an existing model, whose counts are added.
    """
    check_output(Path(output), tuple(name for name in inputs if not name.lower().endswith(".json")))
    model = Idf(0, {})
    for name in inputs:
        if name.lower().endswith(".json"):
            model += Idf.load(name)
        else:
            model += Idf.fit([read_document(name, language, split)])
    if not model.counts:
        raise InputError("the files contain no words; nothing was written")
    model.save(output)
    say(f"wrote {output}: {len(model.counts)} words of {model.sentences} sentences")


def _note_little(alignment: Alignment) -> None:
    """Say so if unusually little was found."""
    line = little_found(alignment, flags=True)
    if line is not None:
        say(f"vicinal: note: {line}")


def _align(source: str, target: str, options: dict[str, Any]) -> Alignment:
    """Read two texts and align them."""
    language, split = options.pop("language"), options.pop("split")
    aligner = aligner_from(options)
    if source == target == "-":
        raise SettingError("only one of SOURCE and TARGET can be '-', standard input")
    return align(read_document(source, language, split), read_document(target, language, split), aligner)
