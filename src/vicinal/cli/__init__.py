"""The command line: parse, call one public function, write. Data go to stdout, messages to stderr.

A user error is one line on stderr and exit code 2. Commands are in their own modules; rich is imported only when
something is displayed.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

import click

from vicinal.cli.console import say
from vicinal.cli.sections import Group
from vicinal.errors import GoldWarning, LanguageWarning, VicinalError
from vicinal.version import __version__

# The commands by section, in the order in which a person meets them: where each is, and the first line of its help.
# A command is loaded when it is called.
SECTIONS = {
    "Align and look": {
        "demo": ("demo_command", "Align the sample corpus with two methods, and say what to look at."),
        "read": ("read_command", "Show how texts are read: paragraphs, sentences, headings."),
        "align": ("align_commands", "Align two texts."),
        "explain": ("align_commands", "Show how the method found each link."),
        "versions": ("versions_command", "Align several versions of a document consistently."),
        "methods": ("methods_command", "List the methods, or describe one with all its settings."),
    },
    "Correct": {
        "serve": ("serve_command", "View and correct alignments in the browser."),
        "import": ("import_command", "Read a corrected table back."),
    },
    "Corpora": {
        "run": ("run_command", "Align a corpus into a folder."),
        "stats": ("corpus_commands", "Show statistics of a run."),
        "report": ("report_command", "Write an HTML report of a run."),
        "export": ("corpus_commands", "Export a run to another format."),
    },
    "Measure": {
        "evaluate": ("gold_commands", "Score a method, or existing alignments, against gold data."),
        "compare": ("gold_commands", "Compare methods on gold data."),
        "tune": ("tuning_commands", "Tune the settings of a method on gold data."),
        "fit": ("tuning_commands", "Train a supervised method on gold data."),
        "idf": ("align_commands", "Build a model of word weights for --idf."),
    },
}


def main() -> None:
    """Run the command line; a user error never shows a traceback."""
    noted: set[str] = set()

    def note(message: Warning | str, *_: Any, **__: Any) -> None:
        if str(message) not in noted:
            noted.add(str(message))
            say(f"vicinal: note: {message}")

    try:
        with warnings.catch_warnings():
            for kind in (LanguageWarning, GoldWarning):
                warnings.simplefilter("always", kind)
            warnings.showwarning = note
            cli.main(prog_name="vicinal", standalone_mode=False)
    except (VicinalError, click.ClickException) as error:
        say(f"vicinal: {_message(error)}")
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        say("vicinal: interrupted")
        sys.exit(130)


def _message(error: Exception) -> str:
    """Return what is wrong and what to do."""
    if not isinstance(error, click.ClickException):
        return str(error)
    message = " ".join(error.format_message().split())
    if isinstance(error, click.NoSuchOption):
        from vicinal.methods import methods_with

        owners = methods_with(error.option_name.removeprefix("--").replace("-", "_"))
        if owners:
            return f"{message.rstrip('.')}; it is a setting of: {', '.join(owners)}; give it to a command with --method"
    unknown = isinstance(error, click.NoSuchOption) or message.startswith("No such command")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        if unknown and message.endswith(("?", "?)")):
            return f"{message.replace('(', '').rstrip(')')} See '{error.ctx.command_path} --help'"
        if unknown or isinstance(error, click.MissingParameter):
            return f"{message.rstrip('.')}; see '{error.ctx.command_path} --help'"
    return message


def _show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version, and whether the compiled parts run, which must be loaded for that."""
    if wanted and not context.resilient_parsing:
        from vicinal.compiled import active

        click.echo(f"vicinal {__version__} ({active()})")
        context.exit()


@click.group(
    cls=Group,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
    sections=SECTIONS,
    examples="""
vicinal read article.txt simple.txt                 show how texts are read
vicinal align article.txt simple.txt                show the alignment
vicinal align article.txt simple.txt -o page.html   write it to a file
vicinal serve                                       correct it in the browser
vicinal run texts/ -o out                           align a corpus
vicinal align --help                                all about a command
""",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def cli(context: click.Context) -> None:
    """Align the paragraphs and sentences of two versions of a document.

    Texts are plain text in UTF-8, Word, OpenDocument, RTF, EPUB, PDF, web pages and Markdown. '-' is standard input.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
