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

from vicinal.cli.align_commands import align_command, explain_command, idf_command
from vicinal.cli.console import say
from vicinal.cli.corpus_commands import export_command, stats_command
from vicinal.cli.demo_command import demo_command
from vicinal.cli.gold_commands import compare_command, evaluate_command
from vicinal.cli.import_command import import_command
from vicinal.cli.methods_command import methods_command
from vicinal.cli.read_command import read_command
from vicinal.cli.report_command import report_command
from vicinal.cli.run_command import run_command
from vicinal.cli.sections import Group
from vicinal.cli.serve_command import serve_command
from vicinal.cli.tuning_commands import fit_command, tune_command
from vicinal.cli.versions_command import versions_command
from vicinal.compiled import active
from vicinal.errors import GoldWarning, LanguageWarning, VicinalError
from vicinal.methods import methods_with
from vicinal.version import __version__

# The commands, in the order in which a person meets them.
SECTIONS = {
    "Align and look": ("demo", "read", "align", "explain", "versions", "methods"),
    "Correct": ("serve", "import"),
    "Corpora": ("run", "stats", "report", "export"),
    "Measure": ("evaluate", "compare", "tune", "fit", "idf"),
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
@click.version_option(__version__, message=f"vicinal %(version)s ({active()})")
@click.pass_context
def cli(context: click.Context) -> None:
    """Align the paragraphs and sentences of two versions of a document.

    Texts are plain text in UTF-8, Word, OpenDocument, RTF, EPUB, PDF, web pages and Markdown. '-' is standard input.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (
    align_command,
    compare_command,
    demo_command,
    evaluate_command,
    explain_command,
    export_command,
    fit_command,
    idf_command,
    import_command,
    methods_command,
    read_command,
    report_command,
    run_command,
    serve_command,
    stats_command,
    tune_command,
    versions_command,
):
    cli.add_command(command)
