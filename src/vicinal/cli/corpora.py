"""Commands for whole corpora: run, export, stats."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING, Any

import click

from vicinal.cli.console import advancing, say, show, write
from vicinal.cli.options import aligner_from, check_idf, flag, method_options, note_language, text_options
from vicinal.corpus.pair import Corpus, Limits
from vicinal.corpus.readers import READERS, corpus_at, kind_of, settings_of
from vicinal.corpus.store import folder_at
from vicinal.errors import InputError, SettingError
from vicinal.formats import CORPUS_FORMATS
from vicinal.text.segment import rules_for

if TYPE_CHECKING:
    from vicinal.corpus.engines import Engine

READER_OPTIONS = (
    "source",
    "target",
    "source_column",
    "target_column",
    "id_column",
    "origin_column",
    "language_column",
    "separator",
    "pairs",
    "keep_datelines",
    "least_sentences",
    "disambiguation",
    "stubs",
    "language",
    "split",
)


@click.command("run")
@click.argument("corpus", nargs=-1, required=True, metavar="CORPUS...")
@click.option("--output", "-o", required=True, metavar="OUT", help="The folder to write, or its URL.")
@click.option("--reader", type=click.Choice(list(READERS)), help="What CORPUS is.  [default: seen from its name]")
@click.option("--source-pattern", "source", metavar="NAME", help="Folder: names of the originals, as '{id}.src'.")
@click.option("--target-pattern", "target", metavar="NAME", help="Folder: names of the simpler versions.")
@click.option("--source-column", metavar="NAME", help="Table: the column of the originals.  [default: source]")
@click.option("--target-column", metavar="NAME", help="Table: the column of the simpler versions.  [default: target]")
@click.option("--id-column", metavar="NAME", help="Table: the column of ids.  [default: id, or row numbers]")
@click.option("--origin-column", metavar="NAME", help="Table: a column that says where a pair is from, for stats.")
@click.option("--language-column", metavar="NAME", help="Table: a column of language codes.")
@click.option("--separator", metavar="TEXT", help="Table: what stands between the sentences of a cell, such as '|||'.")
@click.option(
    "--pairs", metavar="WHICH", help="Newsela: which versions to pair: adjacent, all, or such as 0-1,0-4.  "
    "[default: adjacent]"
)  # fmt: skip
@click.option("--keep-datelines", is_flag=True, default=None, help="Newsela: keep 'WASHINGTON — ' at the start.")
@click.option(
    "--least-sentences", type=int, help="Wikipedia: leave out pairs with a version of fewer sentences.  [default: 1]"
)
@click.option("--disambiguation", is_flag=True, default=None, help="Wikipedia: keep disambiguation pages.")
@click.option("--stubs/--no-stubs", default=None, help="Wikipedia: keep pages that are marked as stubs.")
@text_options
@click.option(
    "--workers", "-w", type=click.IntRange(1), help="Processes to use.  [default: as many as there are cores]"
)
@click.option(
    "--engine", type=click.Choice(["processes", "ray"]), default="processes", show_default=True, help="Where to work."
)
@click.option("--address", metavar="ADDRESS", help="Ray: the cluster to join, such as auto.  [default: start one here]")
@click.option(
    "--shard-pairs", type=click.IntRange(1), default=Limits().pairs, show_default=True, help="Most pairs in a shard."
)
@click.option(
    "--consistent", is_flag=True, help="Make all levels of an article agree, so that 0-2 is what 0-1 and 1-2 say."
)
@click.option("--strict", is_flag=True, help="Stop at the first pair that cannot be read, instead of recording it.")
@method_options
def run_command(corpus: tuple[str, ...], output: str, reader: str | None, **options: Any) -> None:
    """Align all pairs of CORPUS into the folder OUT; given again after an interruption, go on where it stopped.

    \b
    a folder of paired files     vicinal run texts/ -o out
    tables                       vicinal run pairs.csv -o out --source-column normal --target-column simple
    the Newsela corpus           vicinal run newsela/ -o out --pairs all
    two Wikipedias               vicinal run enwiki.xml.bz2 simplewiki.xml.bz2 -o out

    Tables are .jsonl, .csv, .tsv (also with .gz, .bz2, .xz) or .parquet; a cell is a text, sentences with --separator
    between them, or (.jsonl, .parquet) a list of sentences or of paragraphs. Folders need no patterns when files are
    named such as ID.complex.txt and ID.simple.txt, ID.src and ID.tgt, or stand in adv/ and ele/.

    A pair that cannot be read is recorded in OUT/rejected.jsonl and does not stop the rest. With '--idf corpus', words
    are weighed by the whole corpus, in a first pass. See what came out with 'vicinal stats OUT', and write it for
    others with 'vicinal export OUT'.
    """
    from vicinal.corpus.runs import run

    workers, strict, consistent = (options.pop(name) for name in ("workers", "strict", "consistent"))
    limits = Limits(pairs=options.pop("shard_pairs"))
    engine = _engine(options.pop("engine"), options.pop("address"), workers)
    from_corpus = options["idf"] == "corpus"
    if from_corpus:
        check_idf(options["similarity"])
        options["idf"] = None
    aligner = aligner_from({name: value for name, value in options.items() if name not in READER_OPTIONS})
    texts = _corpus(corpus, reader, options)
    if options["language"] is not None:
        note_language(aligner, options["language"])
    signal.signal(signal.SIGTERM, _interrupt)
    last = (0, 0)
    try:
        with advancing() as tell:

            def advance(what: str, done: int, total: int) -> None:
                nonlocal last
                last = (done, total) if what == "Aligning" else last
                tell(what, done, total)

            finished = run(
                texts,
                output,
                aligner,
                idf="corpus" if from_corpus else "pair",
                engine=engine,
                limits=limits,
                strict=strict,
                consistent=consistent,
                advance=advance,
            )
    except KeyboardInterrupt:
        done = f": {last[0]:,} of {last[1]:,} pairs are done" if last[1] else ""
        say(f"vicinal: interrupted{done}; give the same command again to go on")
        raise SystemExit(130) from None
    _say_end(finished.manifest["counts"], output)


@click.command("export")
@click.argument("out", metavar="OUT")
@click.option("--to", "format_name", required=True, type=click.Choice(CORPUS_FORMATS), help="The format to write.")
@click.option("--output", "-o", required=True, metavar="FOLDER", help="The folder to write, or its URL.")
@click.option("--kinds", metavar="KINDS", help="Keep links of these kinds only, such as 1-1,1-N.")
@click.option("--least-score", type=float, help="Keep links with this score or a higher one.")
@click.option("--most-score", type=float, help="Keep links with this score or a lower one.")
@click.option("--drop-identical", is_flag=True, help="Drop links with the same text on both sides.")
@click.option("--length-ratio", type=float, metavar="TIMES", help="Drop links with a side so many times as long.")
@click.option("--dedupe", is_flag=True, help="Keep each pair of texts once, the first time it comes.")
def export_command(out: str, format_name: str, output: str, kinds: str | None, **wanted: Any) -> None:
    """Write the links that 'vicinal run' left in OUT in another format, with a dataset card, into FOLDER.

    \b
    jsonl, tsv, parquet   tables of links, with their texts
    lines                 corpus.src and corpus.tgt, line by line
    wiki-auto             sentence pairs, in the form of wiki-auto
    tmx                   a translation memory, TMX 1.4
    vecalign, ladder      sentence numbers, as vecalign and hunalign print them, a file a pair
    tei                   texts and links for InterText, three files a pair
    html                  a page to look at for each pair

    The card (README.md) says where the corpus comes from and how it was made; its licence is for you to fill in. A
    README.md that you have changed is kept; the new card is then README.new.md.
    """
    from vicinal.corpus.exports import CARD, NEW_CARD, export
    from vicinal.corpus.filter import LinkFilter
    from vicinal.corpus.runs import open_run

    if kinds is not None:
        wanted["kinds"] = tuple(kind.strip() for kind in kinds.split(","))
    chosen = LinkFilter(**wanted)
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        with advancing() as advance:
            made = export(open_run(out), format_name, output, chosen, advance)
    except KeyboardInterrupt:
        say("vicinal: interrupted: the export is not finished; give the same command again")
        raise SystemExit(130) from None
    for file in made.files:
        say(f"wrote {file}")
    is_new = made.card.endswith(NEW_CARD)
    if made.card_is_kept and not is_new:
        say(f"kept {made.card}, which was changed by hand, and says the same of the data")
    else:
        say(f"wrote {made.card}; fill in its licence")
    if is_new:
        old = folder_at(output).where(CARD)
        say(f"vicinal: note: {old} is not as vicinal wrote it and is kept; {made.card} is the card of the new data")
    dropped = sum(made.dropped.values())
    say(f"{made.links:,} links of {made.pairs:,} pairs" + (f"; {dropped:,} links were dropped" if dropped else ""))
    if not made.links:
        why = "the filters dropped all of them" if dropped else "the run has none"
        say(f"vicinal: note: no links were written; {'the format can hold none of them' if made.left_out else why}")
    if made.left_out:
        why = f"they cross others or have gaps, which {format_name} cannot hold"
        say(f"vicinal: note: {made.left_out:,} links are left out: {why}")


@click.command("stats")
@click.argument("out", metavar="OUT")
@click.option("--by", type=click.Choice(["level", "source"]), help="Count per pair of levels, or per source, as well.")
@click.option(
    "--operations", is_flag=True, help="Count what changed in the links too: words kept, deleted, added, moved."
)
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
@click.option("--plots", metavar="FOLDER", help="Write the histograms into FOLDER, as SVG.")
@click.option(
    "--workers", "-w", type=click.IntRange(1), help="Processes to use.  [default: as many as there are cores]"
)
def stats_command(
    out: str, by: str | None, operations: bool, as_object: bool, plots: str | None, workers: int | None
) -> None:
    """Count what 'vicinal run' left in OUT: documents, sentences, how many are aligned, kinds, scores, lengths."""
    from vicinal.corpus.engines import Processes, cores
    from vicinal.corpus.run_stats import survey
    from vicinal.corpus.runs import open_run
    from vicinal.corpus.stats import as_json

    run = open_run(out)
    shards = int(run.manifest["output"]["shards"])
    with advancing() as advance:
        found = survey(
            run, by, operations=operations, engine=Processes(min(workers or cores(), shards)), advance=advance
        )
    if plots is not None:
        from vicinal.report.histogram import plots as drawn

        folder = folder_at(plots)
        folder.make()
        for name, picture in drawn(found).items():
            folder.write(name, picture.encode("utf-8", "replace"))
            say(f"wrote {folder.where(name)}")
    if as_object:
        write((json.dumps(as_json(found), indent=1, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace"))
    elif plots is None:
        from vicinal.report.corpus_tables import statistics_table

        show(statistics_table(found))


def _engine(name: str, address: str | None, workers: int | None) -> Engine:
    from vicinal.corpus.cluster import RayCluster
    from vicinal.corpus.engines import Processes, cores

    if name == "ray":
        if workers is not None:
            raise SettingError("--workers is for processes on this machine; Ray uses the cores of its cluster")
        return RayCluster(address)
    if address is not None:
        raise SettingError("--address goes with --engine ray")
    return Processes(workers or cores())


def _corpus(paths: tuple[str, ...], reader: str | None, options: dict[str, Any]) -> Corpus:
    """Return the reader for the paths, with those of the options that are its settings."""
    name = reader or kind_of(paths)
    known = settings_of(name)
    given = {option: options[option] for option in READER_OPTIONS if options[option] is not None}
    if given["split"] == "auto":
        del given["split"]
    for option in given:
        if option not in known:
            raise SettingError(f"{_flag(option)} is no setting of the reader {name!r}, which is to read this corpus")
    if given.get("language") is not None:
        rules_for(given["language"])  # warns once if the language has no rules; workers say nothing
    return corpus_at(paths, name, **given)


def _flag(option: str) -> str:
    return flag({"source": "source_pattern", "target": "target_pattern"}.get(option, option))


def _interrupt(*_: Any) -> None:
    """Let a batch system's SIGTERM do what Ctrl-C does."""
    raise KeyboardInterrupt


def _say_end(counts: dict[str, int], output: str) -> None:
    from vicinal.corpus.runs import REJECTED

    rejected, pairs = counts["rejected"], counts["pairs"]
    where = folder_at(output).where(REJECTED)
    if not pairs:
        raise InputError(f"no pair could be aligned, {rejected:,} were rejected; {where} says why")
    say(f"{output}: {pairs:,} pairs, {counts['links']:,} links")
    if rejected:
        say(f"vicinal: note: rejected pairs: {rejected:,}; {where} says why")
