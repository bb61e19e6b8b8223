"""The command that shows a whole corpus as a page: report."""

from __future__ import annotations

import click

from vicinal.cli.console import advancing, check_output, say


@click.command("report")
@click.argument("out", metavar="OUT")
@click.option("--output", "-o", metavar="FILE", help="The page to write.  [default: OUT.report.html, beside OUT]")
@click.option("--by", type=click.Choice(["level", "source"]), help="Which table of groups to show.  [default: both]")
@click.option(
    "--pages", type=click.IntRange(0), default=50, show_default=True, help="At most so many pages of single pairs."
)
@click.option(
    "--workers", "-w", type=click.IntRange(1), help="Processes to use.  [default: as many as there are cores]"
)
def report_command(out: str, output: str | None, by: str | None, pages: int, workers: int | None) -> None:
    """Show what 'vicinal run' left in OUT as a page: one HTML file that needs no network.

    It has totals, histograms, tables per level and source, the most doubtful pairs and links and the best links with
    their texts, how the run was made, and which pairs could not be aligned. Beside FILE.html, the folder FILE-pages
    gets a page for each pair that the report names, with both texts and all links. The run folder is left as it is.
    """
    from vicinal.corpus.engines import Processes, cores
    from vicinal.corpus.runs import open_run
    from vicinal.report.report_files import place_for, write_report

    run = open_run(out)
    file = place_for(run.path, output)
    check_output(file, ())
    shards = int(run.manifest["output"]["shards"])
    engine = Processes(max(1, min(workers or cores(), shards)))
    with advancing() as advance:
        made = write_report(run, file, by=by, pages=pages, engine=engine, advance=advance)
    say(f"wrote {made.report}" + (f" and {made.pages:,} pages in {made.folder}" if made.pages else ""))
    if made.others:
        say(f"vicinal: note: {made.folder} holds {made.others:,} other files, which are left as they are")
