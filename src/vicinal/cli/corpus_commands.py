"""Commands for finished runs: export, stats."""

from __future__ import annotations

import signal
from typing import Any

import click

from vicinal.cli.console import advancing, say, show, write_json
from vicinal.cli.corpus_messages import interrupt, say_exported
from vicinal.cli.options import (
    processes,
    workers_option,
)
from vicinal.cli.sections import OUTPUT, Command, option
from vicinal.corpus.folders import folder_at
from vicinal.formats import CORPUS_FORMATS
from vicinal.methods import title_of

_KEPT = "Which links"


@click.command(
    "export",
    cls=Command,
    examples="""
vicinal export out --to parquet -o corpus
vicinal export out --to lines -o corpus --kinds 1-1,1-N --least-score 0.8
vicinal export out --to jsonl -o corpus --dedupe --splits 80,10,10
""",
)
@click.argument("out", metavar="OUT")
@option(
    OUTPUT, "--to", "format_name", required=True, type=click.Choice(CORPUS_FORMATS), metavar="NAME",
    help="Output format, one of those above.",
)  # fmt: skip
@option(OUTPUT, "--output", "-o", required=True, metavar="FOLDER", help="Output folder or URL.")
@option(_KEPT, "--kinds", metavar="KINDS", help="Keep only links of these kinds, such as 1-1,1-N.")
@option(
    _KEPT,
    "--least-score",
    type=float,
    help="Keep only links with at least this score; for vicinity and global, with at least this probability of being "
    "exactly right.",
)
@option(_KEPT, "--most-score", type=float, help="Keep only links with at most this score or probability.")
@option(_KEPT, "--drop-identical", is_flag=True, help="Drop links with the same text on both sides.")
@option(_KEPT, "--length-ratio", type=float, metavar="RATIO", help="Drop links with a higher length ratio, in words.")
@option(_KEPT, "--no-suspect", is_flag=True, help="Leave out documents that probably are not versions of each other.")
@option(_KEPT, "--dedupe", is_flag=True, help="Drop links whose two texts repeat an earlier link.")
@option(
    OUTPUT,
    "--splits",
    metavar="SHARES",
    help="Write train, validation and test splits by article, with these shares in percent, such as 80,10,10; or train "
    "and test, such as 90,10.",
)
@workers_option
def export_command(
    out: str,
    format_name: str,
    output: str,
    kinds: str | None,
    splits: str | None,
    workers: int | None,
    **wanted: Any,
) -> None:
    """Export a run to another format.

    Writes the links of the run in OUT to FOLDER, with a dataset card.

    \b
    Formats:
      jsonl, tsv, parquet   tables of links, with their texts
      xlsx, csv             table to correct in a spreadsheet, for
                            'vicinal import'
      docx                  tables of two columns for Word, one file per pair
      lines                 parallel line files, corpus.src and corpus.tgt
      wiki-auto             sentence pairs in the format of Wiki-Auto
      tmx                   translation memory, TMX 1.4
      vecalign, ladder      sentence numbers in the format of vecalign or
                            hunalign, one file per pair
      tei                   texts and links that InterText imports, three files
                            per pair; links that cross others or have gaps are
                            kept, but only vicinal reads them
      html                  one web page per pair
      gold                  documents with links, for 'vicinal evaluate'
      alignments            whole alignments, a JSON line each, for
                            vicinal.load_many

    All pairs of an article are in the same split, and stay there when articles are added.

    The card (README.md) describes sources and method; you fill in the licence. If README.md was edited, it is kept, and
    the new card is README.new.md.
    """
    from vicinal.corpus.exports import export
    from vicinal.corpus.link_filter import LinkFilter
    from vicinal.corpus.run_folder import open_run
    from vicinal.corpus.splits import Splits

    shares = None if splits is None else Splits.of(splits)
    if kinds is not None:
        wanted["kinds"] = tuple(kind.strip() for kind in kinds.split(","))
    chosen = LinkFilter(**wanted)
    signal.signal(signal.SIGTERM, interrupt)
    try:
        run = open_run(out)
        engine = processes(workers, run.manifest["output"]["shards"])
        with advancing() as advance:
            made = export(run, format_name, output, chosen, advance, shares, engine)
    except KeyboardInterrupt:
        say("vicinal: interrupted; nothing was exported")
        raise SystemExit(130) from None
    say_exported(made, format_name, output)


@click.command(
    "stats",
    cls=Command,
    examples="""
vicinal stats out
vicinal stats out --by level --operations
vicinal stats out --json > statistics.json
""",
)
@click.argument("out", metavar="OUT")
@option(OUTPUT, "--by", type=click.Choice(["level", "source"]), help="Group by pair of levels, or by source.")
@option(OUTPUT, "--operations", is_flag=True, help="Count word-level changes too: words kept, deleted, added, moved.")
@option(OUTPUT, "--json", "as_object", is_flag=True, help="Print JSON.")
@option(OUTPUT, "--plots", metavar="FOLDER", help="Write the histograms to FOLDER as SVG.")
@workers_option
def stats_command(
    out: str, by: str | None, operations: bool, as_object: bool, plots: str | None, workers: int | None
) -> None:
    """Show statistics of a run.

    Counts the documents, sentences, aligned sentences and links of the run in OUT, with histograms of scores and
    lengths.
    """
    from vicinal.corpus.accounting import what_became_of_it
    from vicinal.corpus.run_folder import open_run
    from vicinal.corpus.run_stats import survey
    from vicinal.corpus.stats import as_json

    run = open_run(out)
    engine = processes(workers, run.manifest["output"]["shards"])
    with advancing() as advance:
        found = survey(run, by, operations=operations, engine=engine, advance=advance)
    if plots is not None:
        from vicinal.report.histogram import plots as drawn

        folder = folder_at(plots)
        folder.make()
        for name, picture in drawn(found).items():
            folder.write(name, picture.encode("utf-8", "replace"))
            say(f"wrote {folder.where(name)}")
    if as_object:
        accounting = {"accounting": run.manifest["accounting"]} if "accounting" in run.manifest else {}
        write_json({"method": run.manifest["method"], "signature": run.signature, **accounting, **as_json(found)})
    elif plots is None:
        from vicinal.report.corpus_tables import statistics_table

        show(statistics_table(found, title_of(run.manifest["method"]), what_became_of_it(run.manifest)))
