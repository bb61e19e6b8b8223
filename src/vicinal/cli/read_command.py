"""The command that shows how texts are read: read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vicinal.cli.console import SPLIT_WORDS, Texts, check_output, note, read_documents, say, show, write
from vicinal.cli.options import reading_from, text_options
from vicinal.cli.sections import OUTPUT, Command, option
from vicinal.errors import SettingError
from vicinal.extract.block import heading_line, text_line
from vicinal.files import write_files
from vicinal.text.document import Document
from vicinal.text.language import language_name
from vicinal.text.line_layout import ends_sentence
from vicinal.text.reading import Reading
from vicinal.view.printable import printable
from vicinal.wording import listed, many

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table


@click.command(
    "read",
    cls=Command,
    examples="""
vicinal read article.docx simple.txt              how two texts are read
vicinal read article.txt -o article.lines.txt     a text to correct by hand
""",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@option(OUTPUT, "--output", "-o", metavar="OUT", help="Write to OUT instead of the terminal.")
@option(
    OUTPUT,
    "--format",
    "-f",
    "format_name",
    type=click.Choice(["text", "lines", "json"]),
    help="Output format.  [default: json if OUT ends in .json, else lines; text on the terminal]",
)
@text_options
def read_command(files: tuple[str, ...], output: str | None, format_name: str | None, **options: Any) -> None:
    """Show how texts are read: paragraphs, sentences, headings.

    Alignment can only be as good as what was read, so look before you align. Every command reads texts in this way.
    Several FILEs are read as versions of one document: how plain text is split is decided once for all of them.

    \b
    If it is not what you see in the text:
      sentences are torn apart at line ends         --split prose
      the whole text is one paragraph               --split paragraphs
      a line is known to be a sentence              --split lines
      sentences end after abbreviations             --language CODE
      headings are in the way                       --no-headings

    \b
    Output formats:
      text     numbered sentences in paragraphs, headings in bold, a summary
      lines    a sentence per line, blank lines between paragraphs, and
               '== heading =='; change it, and align it with --split lines
      json     a list with an object per FILE: id, language, paragraphs, and
               headings, which are numbers of paragraphs, from 0
    """
    if format_name is None:
        suffix = Path(output).suffix.lower() if output is not None else None
        format_name = "text" if suffix is None else "json" if suffix == ".json" else "lines"
    if output is not None:
        if format_name == "text":
            raise SettingError("--format text is for the terminal; with -o OUT choose lines or json")
        check_output(Path(output), files)
    if format_name == "lines" and len(files) > 1:
        raise SettingError(f"--format lines writes one text; {len(files)} files were given")
    texts = read_documents(files, *reading_from(options))
    if format_name == "text":
        show(_shown(files, texts))
    else:
        text = as_lines(texts.documents[0]) if format_name == "lines" else _as_json(texts.documents)
        data = text.encode("utf-8", "backslashreplace")
        if output is None:
            write(data)
        else:
            write_files({Path(output): data})
            say(f"wrote {output}")
    note(texts.recognised)


def as_lines(document: Document) -> str:
    r"""Return a document as plain text that `--split lines` reads back: a sentence a line, headings marked.

    >>> as_lines(Document([["At sea"], ["One sentence.", "Another."]], headings=[0]))
    '== At sea ==\n\nOne sentence.\nAnother.\n'
    """
    headings = set(document.headings)
    blocks = []
    for number, paragraph in enumerate(document.paragraphs):
        if number in headings:
            blocks.append(heading_line(" ".join(paragraph)))
        else:
            # Where no heading has a mark, a lone line may be taken for one by its shape.
            guard = not headings and len(paragraph) == 1 and not ends_sentence(paragraph[0])
            blocks.append("\n".join(text_line(sentence, guard=guard) for sentence in paragraph))
    return "\n\n".join(blocks) + "\n"


def _as_json(documents: Sequence[Document]) -> str:
    found = [
        {
            "id": document.id,
            "language": document.language,
            "paragraphs": document.paragraphs,
            "headings": document.headings,
        }
        for document in documents
    ]
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _shown(names: Sequence[str], texts: Texts) -> RenderableType:
    """Return documents for the terminal, one below the other, with the names of the files if there are several."""
    from rich.console import Group
    from rich.text import Text

    shown: list[RenderableType] = []
    for name, document in zip(names, texts.documents, strict=True):
        if len(names) > 1:
            shown.append(Text(f"{printable(name)}\n", style="bold underline"))
        shown += [_sentences(document), Text(f"{_summary(document, texts.reading)}\n", style="dim")]
    return Group(*shown)


def _sentences(document: Document) -> Table:
    """Return a document as sentences, numbered from 1 as `align` does, with an empty line after each paragraph."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    headings = set(document.headings)
    for number, span in enumerate(document.spans):
        style = "bold" if number in headings else ""
        for index in span:
            table.add_row(str(index + 1), Text(printable(document.sentences[index]), style=style))
        table.add_row("", "")
    return table


def _summary(document: Document, reading: Reading) -> str:
    """Return what a document has, and how it was read, on one line."""
    headings = len(document.headings)
    counts = [
        *([many(headings, "heading")] if headings else []),
        many(len(document.paragraphs) - headings, "paragraph"),
        many(len(document.sentences) - headings, "sentence"),
    ]
    how = [SPLIT_WORDS[reading.split]] if reading.split != "auto" else []
    language = [f"{language_name(document.language)} ({document.language})"] if document.language else []
    return "; ".join((listed(counts), *how, *language))
