"""The command for the report of a run: report."""

from __future__ import annotations

import click

from vicinal.cli.console import advancing, check_output, note, say
from vicinal.cli.options import processes, workers_option
from vicinal.cli.sections import OUTPUT, Command, option
from vicinal.wording import many


@click.command(
    "report",
    cls=Command,
    examples="""
vicinal report out                          writes out.report.html
vicinal report out -o report.html --pages 5
""",
)
@click.argument("out", metavar="OUT")
@option(OUTPUT, "--output", "-o", metavar="FILE", help="Page to write.  [default: OUT.report.html, beside OUT]")
@option(OUTPUT, "--by", type=click.Choice(["level", "source"]), help="Show only this table of groups.  [default: both]")
@option(
    OUTPUT,
    "--pages",
    type=click.IntRange(0),
    default=50,
    show_default=True,
    help="Maximum number of pages of single pairs.",
)
@workers_option
def report_command(out: str, output: str | None, by: str | None, pages: int, workers: int | None) -> None:
    """Write an HTML report of a run.

    The report on the run in OUT is one file that needs no network: totals, histograms, tables per level and source,
    the most doubtful pairs and links, the best links, the settings, and the rejected pairs. The folder FILE-pages,
    beside FILE.html, gets a page with both texts and all links for each pair in the report. OUT is not changed.
    """
    from vicinal.corpus.run_folder import open_run
    from vicinal.report.report_files import place_for, write_report

    run = open_run(out)
    file = place_for(run.path, output)
    check_output(file, ())
    engine = processes(workers, run.manifest["output"]["shards"])
    with advancing() as advance:
        made = write_report(run, file, by=by, pages=pages, engine=engine, advance=advance)
    say(f"wrote {made.report}" + (f" and {many(made.pages, 'page')} in {made.folder}" if made.pages else ""))
    if made.others:
        were = "was" if made.others == 1 else "were"
        note(f"{made.folder} contains {many(made.others, 'other file')}, which {were} not changed")
