"""The command line: parse, call one public function, write. Data go to stdout, messages to stderr.

A user error is one line on stderr and exit code 2. Commands are in their own modules; rich is imported only when
something is displayed.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

import click

from vicinal.cli.align_commands import align_command, explain_command, idf_command
from vicinal.cli.console import say
from vicinal.cli.corpus_commands import export_command, run_command, stats_command
from vicinal.cli.gold_commands import compare_command, evaluate_command, fit_command, methods_command, tune_command
from vicinal.cli.import_command import import_command
from vicinal.cli.read_command import read_command
from vicinal.cli.report_command import report_command
from vicinal.cli.serve_command import serve_command
from vicinal.cli.versions_command import versions_command
from vicinal.compiled import active
from vicinal.errors import GoldWarning, LanguageWarning, VicinalError
from vicinal.version import __version__


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
            cli.main(standalone_mode=False)
    except (VicinalError, click.ClickException) as error:
        message = error.format_message() if isinstance(error, click.ClickException) else str(error)
        say(f"vicinal: {message}")
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        say("vicinal: interrupted")
        sys.exit(130)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}, invoke_without_command=True
)
@click.version_option(__version__, message=f"vicinal %(version)s ({active()})")
@click.pass_context
def cli(context: click.Context) -> None:
    """Align the paragraphs and sentences of two versions of a document.

    \b
    Examples:
      vicinal read article.txt simple.txt                   show how the texts are read
      vicinal align article.txt simple.txt                  show the alignment
      vicinal align article.txt simple.txt -o pairs.tsv     write it to a file
      vicinal align article.txt simple.txt -m vicinity      the method of Paetzold & Specia (2016)
      vicinal explain article.txt simple.txt                show how each link was found
      vicinal evaluate gold.jsonl                           measure the quality
      vicinal serve                                         try settings and correct links in the browser
      vicinal run texts/ -o out                             align a corpus
      vicinal stats out                                     show its statistics
      vicinal report out                                    write a report as a web page
      vicinal export out --to parquet -o corpus             export it to another format
      vicinal import corrected.xlsx -o gold.jsonl           read back a table that you corrected

    Texts are plain text in UTF-8, Word, OpenDocument, RTF, EPUB, PDF, web pages and Markdown. '-' is standard input.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (
    align_command,
    compare_command,
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
