"""The command line: parse, call one public function, write. Data go to stdout, talk to stderr.

Every mistake of the user is one line on stderr and exit code 2. Rich is imported only where something is shown.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from vicinal import __version__
from vicinal.align import Vicinity, align
from vicinal.alignment import Alignment
from vicinal.document import SPLITS, Document
from vicinal.errors import FormatError, InputError, LanguageWarning, SettingError, VicinalError
from vicinal.files import decode, reason
from vicinal.formats import FORMATS, format_for, load, parse, save
from vicinal.similarity import Idf, TfIdf
from vicinal.view.printable import printable

if TYPE_CHECKING:
    from rich.console import RenderableType

F = TypeVar("F", bound=Callable[..., Any])
_DEFAULT = Vicinity()


def main() -> None:
    """Run the command line; never show a traceback for a mistake of the user's."""
    noted: set[str] = set()

    def note(message: Warning | str, *_: Any, **__: Any) -> None:
        if str(message) not in noted:
            noted.add(str(message))
            _say(f"vicinal: note: {message}")

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", LanguageWarning)
            warnings.showwarning = note
            cli.main(standalone_mode=False)
    except (VicinalError, click.ClickException) as error:
        message = error.format_message() if isinstance(error, click.ClickException) else str(error)
        _say(f"vicinal: {message}")
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        _say("vicinal: interrupted")
        sys.exit(130)


def _say(line: str) -> None:
    """Talk to the user: one line on stderr that cannot drive the terminal."""
    click.echo(printable(line), err=True)


def _write(data: bytes) -> None:
    """Write data to stdout, all of it or with an error."""
    if sys.stdout is None:
        raise InputError("standard output is closed; write to a file with -o FILE")
    try:
        rest = memoryview(data)
        while rest:
            # Unbuffered, a stream may take a part only, and leaves it to us to notice.
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The reader has gone (`| head`): nothing is wrong, and nothing more can be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise InputError(f"standard output: cannot be written: {reason(error)}") from None


def _show(renderable: RenderableType) -> None:
    """Show something of rich's on stdout, in colour where that is a terminal."""
    from rich.console import Console

    console = Console(highlight=False)
    with console.capture() as capture:
        console.print(renderable)
    _write(capture.get().encode(getattr(sys.stdout, "encoding", None) or "utf-8", "replace"))


def _standard_input() -> str:
    if sys.stdin is None:
        raise InputError("standard input is closed; give a file")
    return decode(sys.stdin.buffer.read(), "standard input")


def _parse_vicinities(_: click.Context, __: click.Parameter, value: str | None) -> Any:
    """Read '1,1 0,1 1,0; 2,1 1,2' as offsets."""
    if value is None:
        return None
    try:
        vicinities = tuple(
            tuple((int(x), int(y)) for x, y in (offset.split(",") for offset in part.split()))
            for part in value.split(";")
        )
    except ValueError:
        vicinities = ()
    if not vicinities or not all(vicinities):
        raise click.BadParameter(f"{value!r}: write offsets as '1,1 0,1 1,0; 2,1 1,2'")
    return vicinities


_METHOD_OPTIONS = (
    click.option(
        "--paragraph-alpha",
        type=float,
        default=_DEFAULT.paragraph_alpha,
        show_default=True,
        help="Least similarity of aligned paragraphs, 0 to 1.",
    ),
    click.option(
        "--sentence-alpha",
        type=float,
        default=_DEFAULT.sentence_alpha,
        show_default=True,
        help="Least similarity of aligned sentences, 0 to 1. Lower finds more links, higher makes fewer mistakes.",
    ),
    click.option(
        "--beta",
        type=float,
        default=_DEFAULT.beta,
        show_default=True,
        help="Slack: how much similarity one more sentence of a 1-N or N-1 link may cost, 0 to 1.",
    ),
    click.option(
        "--vicinities",
        callback=_parse_vicinities,
        metavar="OFFSETS",
        help="Cells the paragraph search tries before it looks further: offsets 'source,target' from the current cell, "
        "a semicolon between one vicinity and the next.  [default: '1,1 0,1 1,0; 2,1 1,2']",
    ),
    click.option(
        "--title/--no-title",
        default=_DEFAULT.title,
        show_default=True,
        help="Whether the first paragraphs are aligned whatever their similarity, being titles.",
    ),
    click.option(
        "--idf",
        default="pair",
        show_default=True,
        metavar="pair|FILE",
        help="Where word weights come from: the two documents, or a corpus model made with 'vicinal idf'.",
    ),
)
_TEXT_OPTIONS = (
    click.option(
        "--language",
        "-l",
        metavar="CODE",
        help="Language of the texts, such as en or de; it chooses the sentence rules.  [default: general rules]",
    ),
    click.option(
        "--split",
        type=click.Choice(SPLITS),
        default="auto",
        show_default=True,
        help="How texts are read: prose (sentences are found), lines (one sentence a line, a blank line between "
        "paragraphs), or auto: seen from the text.",
    ),
)


def _with(options: tuple[Callable[[F], F], ...]) -> Callable[[F], F]:
    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}, invoke_without_command=True
)
@click.version_option(__version__, message="vicinal %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Align the paragraphs and sentences of two versions of a document.

    \b
    vicinal align article.txt simple.txt                  look at the alignment
    vicinal align article.txt simple.txt -o pairs.tsv     write it
    vicinal explain article.txt simple.txt                see why

    Texts are UTF-8: prose with a blank line between paragraphs, or one sentence a line. '-' is standard input.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command("align")
@click.argument("source")
@click.argument("target")
@click.option("--output", "-o", metavar="FILE", help="Write to FILE instead of showing the alignment.")
@click.option(
    "--format",
    "-f",
    "format_name",
    type=click.Choice(["text", *FORMATS]),
    help="What to write.  [default: by the suffix of FILE; text, the view for people, without FILE]",
)
@_with(_TEXT_OPTIONS)
@_with(_METHOD_OPTIONS)
def align_command(source: str, target: str, output: str | None, format_name: str | None, **options: Any) -> None:
    """Align SOURCE with TARGET, as a rule the original with the simpler version.

    In a terminal, linked sentences stand next to each other, with the kind of the link (1-1, 1-N, N-1, N-N) and its
    score; sentences without a counterpart are dim.

    \b
    .json          the whole alignment with every step of the search; loads back with vicinal.load
    .jsonl         one JSON line a link, with its texts
    .tsv           a table of links, with their texts
    .src, .tgt     parallel line files: FILE.src and FILE.tgt
    """
    if output is not None:
        if format_name == "text":
            raise SettingError("--format text is for looking at; with -o FILE choose " + ", ".join(FORMATS))
        files = format_for(output, format_name).files(Path(output))
        for file in {Path(output), *files}:
            _check_output(file, (source, target, options["idf"]))
    alignment = _align(source, target, options)
    if output is not None:
        for file in save(alignment, output, format_name):
            _say(f"wrote {file}")
    elif format_name in (None, "text"):
        from vicinal.view.terminal import side_by_side

        _show(side_by_side(alignment))
    else:
        texts = FORMATS[str(format_name)].render(alignment)
        if len(texts) > 1:
            raise SettingError(f"--format {format_name} makes {len(texts)} files; say where with -o FILE")
        _write(texts[0].encode("utf-8", "backslashreplace"))


@cli.command("explain")
@click.argument("source")
@click.argument("target", required=False)
@_with(_TEXT_OPTIONS)
@_with(_METHOD_OPTIONS)
@click.pass_context
def explain_command(context: click.Context, /, source: str, target: str | None, **options: Any) -> None:
    """Show how the search found each pair: where it stood, which vicinity gave the pair, and how similar it is.

    Takes SOURCE and TARGET as 'vicinal align' does, or one .json file that it wrote.
    """
    from vicinal.view.terminal import steps

    if target is not None:
        alignment = _align(source, target, options)
    else:
        given = [name for name in options if context.get_parameter_source(name) != ParameterSource.DEFAULT]
        if given:
            flags = ", ".join("--" + name.replace("_", "-") for name in given)
            raise SettingError(
                f"{flags}: a saved alignment has its own settings; give SOURCE and TARGET to change them"
            )
        try:
            alignment = parse(_standard_input(), "standard input") if source == "-" else load(source)
        except FormatError as error:
            raise InputError(f"{error}; give SOURCE and TARGET, or one alignment written as .json") from None
    _show(steps(alignment))


@cli.command("idf")
@click.argument("inputs", nargs=-1, required=True, metavar="FILE...")
@click.option("--output", "-o", required=True, metavar="MODEL", help="The model to write, for --idf.")
@_with(_TEXT_OPTIONS)
def idf_command(inputs: tuple[str, ...], output: str, language: str | None, split: str) -> None:
    """Count in how many sentences each word of a corpus occurs, and write that as a model for --idf.

    A FILE is a text, or (ending in .json) a model made before, whose counts are added.
    """
    _check_output(Path(output), tuple(name for name in inputs if not name.lower().endswith(".json")))
    model = Idf(0, {})
    for name in inputs:
        if name.lower().endswith(".json"):
            model += Idf.load(name)
        else:
            model += Idf.fit([_read(name, language, split)])
    if not model.counts:
        raise InputError("no words in any of the files; nothing was written")
    model.save(output)
    _say(f"wrote {output}: {len(model.counts)} words of {model.sentences} sentences")


def _align(source: str, target: str, options: dict[str, Any]) -> Alignment:
    """Read two texts and align them as the options say."""
    language, split = options.pop("language"), options.pop("split")
    idf = options.pop("idf")
    if options["vicinities"] is None:
        del options["vicinities"]
    similarity = TfIdf() if idf == "pair" else TfIdf(Idf.load(idf))
    method = Vicinity(similarity=similarity, **options)
    if source == target == "-":
        raise SettingError("only one of SOURCE and TARGET can be '-', standard input")
    return align(_read(source, language, split), _read(target, language, split), method)


def _read(name: str, language: str | None, split: str) -> Document:
    if name == "-":
        document = Document.from_text(_standard_input(), language, split=split, id="standard input")
    else:
        document = Document.from_file(name, language, split=split)
    if not document.sentences:
        raise InputError(f"{name}: is empty; there is nothing to align")
    return document


def _check_output(file: Path, inputs: tuple[str, ...]) -> None:
    """Say what is wrong with an output before any work is done, and never write over an input."""
    try:
        if file.is_dir():
            raise InputError(f"{file}: is a directory; give a file name")
        if not file.absolute().parent.is_dir():
            raise InputError(f"{file}: cannot be written: there is no folder {file.absolute().parent}")
        for name in inputs:
            if file.exists() and Path(name).exists() and file.samefile(name):
                raise InputError(f"{file}: is one of the files to read; choose another name for the output")
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {reason(error)}") from None


if __name__ == "__main__":
    main()
