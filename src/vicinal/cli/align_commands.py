"""Commands for a pair of texts: align, explain, idf."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from vicinal.aligning import align
from vicinal.alignment import Aligner, Alignment
from vicinal.cli.console import (
    check_output,
    is_terminal,
    note,
    read_documents,
    say,
    show,
    show_text,
    standard_input,
    write,
)
from vicinal.cli.options import aligner_from, reading_from, text_options
from vicinal.cli.sections import OUTPUT, Command, option
from vicinal.cli.setting_options import flag, method_options
from vicinal.errors import FormatError, InputError, SettingError
from vicinal.files import decode
from vicinal.formats import FORMATS, format_for, load, parse, save
from vicinal.methods import name_in
from vicinal.view.little_found import QUESTION, little_found
from vicinal.view.plain_lines import plain_alignment, summary_parts
from vicinal.wording import many

_TEXT = ("text", "plain")  # formats for people


@click.command(
    "align",
    cls=Command,
    examples="""
vicinal align article.txt simple.txt                   show the alignment
vicinal align article.docx simple.pdf -o page.html     write a page
vicinal align article.txt simple.txt -f tsv | head     a table for programs
""",
)
@click.argument("source")
@click.argument("target")
@option(OUTPUT, "--output", "-o", metavar="FILE", help="Write to FILE; its suffix chooses the format.")
@option(
    OUTPUT,
    "--format",
    "-f",
    "format_name",
    type=click.Choice([*_TEXT, *FORMATS]),
    metavar="NAME",
    help=f"Output format: {', '.join((*_TEXT, *FORMATS))}.  [default: from the suffix of FILE; text on the terminal, "
    "plain in a pipe]",
)
@text_options
@method_options
def align_command(source: str, target: str, output: str | None, format_name: str | None, **options: Any) -> None:
    """Align two texts.

    SOURCE is the original, TARGET the simpler version. On the terminal, linked sentences are shown side by side, with
    the kind of the link and its score; unaligned sentences are dim. A link of the kind 1-1 has one sentence on each
    side; 1-N is a sentence that was split, N-1 are sentences that were joined, N-N is both. Sentences are counted from
    1 on the terminal and on pages, and from 0 in files for programs.

    In a pipe, there is a line per sentence: the number of its link, the kind, the score, the side, the number of the
    sentence, and the sentence, with tabs between. So grep finds a sentence with its link. A sentence without a link
    has '-' for it.

    \b
    Formats, by the suffix of FILE:
      .html            page with links, similarity map and search steps
      .json            complete alignment with all search steps
      .jsonl           one JSON object per link, with its texts
      .tsv             table of links, with their texts
      .xlsx, .csv      table to correct in a spreadsheet, for 'vicinal import'
      .docx            table of two columns for Word, to hand to an editor
      .parquet         table of links as Parquet
      .src, .tgt       parallel line files, FILE.src and FILE.tgt
      .tmx             translation memory
      .alignment.xml   InterText (-f tei), with FILE.source.xml, FILE.target.xml
      .wiki-auto.tsv   sentence pairs in the format of Wiki-Auto
      .vecalign        index lines in the format of vecalign
      .ladder          numeric ladder in the format of hunalign
      .gold.jsonl      documents with links, for 'vicinal evaluate'
      .alignments.jsonl
                       complete alignment on one line, as vicinal.save_many has it
    """
    if output is not None:
        if format_name in _TEXT:
            raise SettingError(
                f"--format {format_name} is for the terminal; with -o FILE choose one of: {', '.join(FORMATS)}"
            )
        files = format_for(output, format_name).files(Path(output))
        for file in {Path(output), *files}:
            check_output(file, (source, target, *filter(None, (options.get("idf"), options.get("model")))))
    alignment, _, recognised = _align(source, target, options)
    if output is not None:
        for file in save(alignment, output, format_name):
            say(f"wrote {file}")
    elif format_name == "text" or (format_name is None and is_terminal()):
        from vicinal.view.terminal import side_by_side

        show(side_by_side(alignment), fills=True)
    elif format_name in (None, "plain"):
        show_text(plain_alignment(alignment, "".join(part for part, _ in summary_parts(alignment)).strip()))
    else:
        chosen = FORMATS[str(format_name)]
        if len(chosen.suffixes) > 1:
            raise SettingError(f"--format {format_name} writes {len(chosen.suffixes)} files; name them with -o FILE")
        write(chosen.render(alignment)[0])
    note(recognised)
    note(_doubt(alignment))


@click.command(
    "explain",
    cls=Command,
    examples="""
vicinal explain article.txt simple.txt             all steps
vicinal explain article.txt simple.txt --pair 3,5  why source sentence 3 and
                                                   target 5 are linked or not
vicinal explain alignment.json                     a saved alignment
""",
)
@click.argument("source")
@click.argument("target", required=False)
@option(
    OUTPUT,
    "--pair",
    metavar="X,Y",
    help="Tell why source sentence X and target sentence Y are linked or not; both are counted from 1.",
)
@text_options
@method_options
@click.pass_context
def explain_command(
    context: click.Context, /, source: str, target: str | None, pair: str | None, **options: Any
) -> None:
    """Show how the method found each link.

    With --pair, tell why two sentences are linked or not: how similar they are and by which words, what the method
    demands, and what it found instead.

    Each step has the cell before it, how the method came from there, the cell that was found, and its similarity. For
    vicinity these are the steps of its search, by the vicinity that was searched. For global they follow the links in
    the order of the target, by what happened in the source: next, skip, jump, more source, more target, resume.

    Give SOURCE and TARGET as for 'vicinal align', or one .json file that it wrote.
    """
    from vicinal.view.terminal import reasons_of_pair, steps
    from vicinal.view.why_not import why

    cell = None if pair is None else _pair(pair)
    recognised, aligner = None, None
    if target is not None:
        alignment, aligner, recognised = _align(source, target, options)
    else:
        given = [name for name in options if context.get_parameter_source(name) != ParameterSource.DEFAULT]
        if given:
            flags = ", ".join(map(flag, given))
            raise SettingError(
                f"{flags}: the settings of a saved alignment are fixed; give SOURCE and TARGET to change them"
            )
        try:
            alignment = (
                parse(decode(standard_input(), "standard input"), "standard input") if source == "-" else load(source)
            )
        except FormatError as error:
            raise InputError(f"{error}; give SOURCE and TARGET, or one alignment saved as .json") from None
    if cell is None:
        show(steps(alignment))
    else:
        show(reasons_of_pair(alignment, *cell, why(alignment, *cell, aligner)))
    note(recognised)
    if cell is None:
        note(_doubt(alignment))


@click.command(
    "idf",
    cls=Command,
    examples="""
vicinal idf texts/*.txt -o weights.json
vicinal align article.txt simple.txt -m vicinity --idf weights.json
""",
)
@click.argument("inputs", nargs=-1, required=True, metavar="FILE...")
@option(OUTPUT, "--output", "-o", required=True, metavar="MODEL", help="Model to write, for --idf.")
@text_options
def idf_command(inputs: tuple[str, ...], output: str, **options: Any) -> None:
    """Build a model of word weights for --idf.

    For --method vicinity, and other methods that compare words. Counts the sentences of the FILEs in which each word
    occurs. A FILE is a text, or (.json) an existing model, whose counts are added.
    """
    from vicinal.similarity.tfidf import Idf

    models = [name for name in inputs if name.lower().endswith(".json")]
    texts = [name for name in inputs if name not in models]
    check_output(Path(output), tuple(texts))
    model = Idf(0, {})
    for name in models:
        model += Idf.load(name)
    documents, _, recognised = read_documents(texts, *reading_from(options))
    for document in documents:
        model += Idf.fit([document])
    if not model.counts:
        raise InputError("the files contain no words; nothing was written")
    model.save(output)
    say(f"wrote {output}: {many(len(model.counts), 'word')} of {many(model.sentences, 'sentence')}")
    note(recognised)


def _pair(text: str) -> tuple[int, int]:
    """Return two sentences that a person named, counted from 1, as indices from 0."""
    found = re.fullmatch(r"\s*([1-9][0-9]{0,8})\s*[,: -]\s*([1-9][0-9]{0,8})\s*", text)
    if found is None:
        raise SettingError(f"--pair {text!r:.40}: give a source and a target sentence, counted from 1, such as 3,5")
    return int(found[1]) - 1, int(found[2]) - 1


def _doubt(alignment: Alignment) -> str | None:
    """Return one line if two texts probably are no versions of each other, or if little was found; None if all is well.

    A saved alignment that people corrected is not doubted.
    """
    from vicinal.corpus.relatedness import SUSPECT, is_suspect, relatedness

    line = little_found(alignment, flags=True)
    score = relatedness(alignment.source, alignment.target)
    if name_in(alignment.signature) is None or not is_suspect(score):
        return line
    doubt = f"these texts are probably not versions of each other: their relatedness is {score:.2f}, below {SUSPECT}"
    return doubt if line is None else line.replace(QUESTION, f"{doubt}; if they are, ")


def _align(source: str, target: str, options: dict[str, Any]) -> tuple[Alignment, Aligner, str | None]:
    """Read two texts and align them; return the alignment, its method, and the note of what was recognised in them."""
    reading, encoding = reading_from(options)
    aligner = aligner_from(options)
    if source == target == "-":
        raise SettingError("only one of SOURCE and TARGET can be '-', standard input")
    (original, simpler), taken, recognised = read_documents((source, target), reading, encoding)
    lines = 0
    if taken.split == "paragraphs":
        from vicinal.corpus.readers.line_signs import corpus_in_documents

        lines = corpus_in_documents((original, simpler))
    if lines:  # said first, since such texts take long
        note(
            f"{source} has {lines:,} lines that look like documents of their own; if they are, use "
            f"'vicinal run {source} {target} -o OUT'"
        )
    return align(original, simpler, aligner), aligner, recognised
