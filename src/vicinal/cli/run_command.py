"""The command that aligns a corpus: run."""

from __future__ import annotations

import signal
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from vicinal.cli.console import advancing, note, reading_note, say
from vicinal.cli.corpus_messages import interrupt, say_counts, say_notes, taken_for
from vicinal.cli.options import (
    aligner_from,
    check_idf,
    note_language,
    text_options,
    workers_option,
)
from vicinal.cli.sections import METHOD, OUTPUT, RUNNING, Command, option
from vicinal.cli.setting_options import flag, method_options
from vicinal.corpus.contract import Corpus, Limits
from vicinal.corpus.readers import READERS, corpus_at, detect_reader, reader_settings
from vicinal.corpus.settling import recognised_corpus
from vicinal.errors import SettingError
from vicinal.text.segment import warn_without_rules
from vicinal.wording import many

if TYPE_CHECKING:
    from vicinal.corpus.engines import Engine

_CORPUS = "Corpus"
_FOLDERS = "Folders"
_TABLES = "Tables"
_KNOWN = "Newsela and Wikipedia"


@click.command(
    "run",
    cls=Command,
    examples="""
vicinal run texts/ -o out                        a folder of paired files
vicinal run originals/ simple/ -o out            two folders, paired by name
vicinal run valid.src valid.tgt -o out           two files, a document a line
vicinal run pairs.csv -o out --source-column normal --target-column simple
vicinal run newsela/ -o out --pairs all          the Newsela corpus
vicinal run en.xml.bz2 simple.xml.bz2 -o out     two Wikipedia dumps
vicinal run enwiki/*.bz2 simplewiki/ -o out      the same in parts
""",
)
@click.argument("corpus", nargs=-1, required=True, metavar="CORPUS...")
@option(OUTPUT, "--output", "-o", required=True, metavar="OUT", help="Output folder or URL.")
@option(
    _CORPUS, "--reader", type=click.Choice(list(READERS)), metavar="NAME",
    help=f"Kind of corpus: {', '.join(READERS)}.  [default: detected from CORPUS]",
)  # fmt: skip
@option(
    _CORPUS, "--a-document-a-line", is_flag=True,
    help="Two text files: line n of one is a version of line n of the other.  [default: recognised]",
)  # fmt: skip
@option(
    _CORPUS, "--pairs", metavar="WHICH", help="More than two versions: adjacent, all, or a list such as 0-1,0-4 or "
    "adv-ele.  [default: adjacent in Newsela, else all]"
)  # fmt: skip
@option(_CORPUS, "--separator", metavar="TEXT", help="Table, a document a line: separator between sentences, such as "
    "'|||'; '' for none.  [default: recognised in tables]")  # fmt: skip
@option(_FOLDERS, "--source-pattern", "source", metavar="NAME", help="Names of the originals, like '{id}.src'.")
@option(_FOLDERS, "--target-pattern", "target", metavar="NAME", help="Names of the simpler versions.")
@option(
    _FOLDERS, "--level", "levels", metavar="NAME", multiple=True,
    callback=lambda _context, _option, names: names or None,
    help="Names of one of more than two versions; once for each, the originals first. In tables, a level.",
)  # fmt: skip
@option(_TABLES, "--source-column", metavar="NAME", help="Column of the originals.  [default: recognised]")
@option(_TABLES, "--target-column", metavar="NAME", help="Column of the simpler versions.  [default: recognised]")
@option(_TABLES, "--id-column", metavar="NAME", help="Column of the ids, or '' for row numbers.  [default: id]")
@option(_TABLES, "--origin-column", metavar="NAME", help="Column of the origins, for 'stats --by source'.")
@option(_TABLES, "--language-column", metavar="NAME", help="Column of language codes.")
@option(
    _TABLES, "--delimiter", metavar="SIGN", help="What separates cells: comma, semicolon, tab or pipe.  "
    "[default: recognised]"
)  # fmt: skip
@option(
    _TABLES, "--group-by", metavar="NAME", help="Column that names the document of a row, if a row is only a paragraph "
    "or a sentence; 'file' if each file is a document."
)  # fmt: skip
@option(_TABLES, "--level-column", metavar="NAME", help="A version a row: column of the levels.")
@option(_TABLES, "--text-column", metavar="NAME", help="A version a row: column of the texts.")
@option(_TABLES, "--paragraph-column", metavar="NAME", help="A version a row: column of the paragraph numbers.")
@option(
    _TABLES, "--row", type=click.Choice(["sentence", "paragraph"]), help="A version a row: what a row is.  "
    "[default: recognised]"
)  # fmt: skip
@option(_KNOWN, "--keep-datelines", is_flag=True, default=None, help="Newsela: keep datelines such as 'WASHINGTON — '.")
@option(
    _KNOWN, "--least-sentences", type=int, help="Wikipedia: minimum number of sentences in both versions.  [default: 1]"
)
@option(_KNOWN, "--disambiguation", is_flag=True, default=None, help="Wikipedia: keep disambiguation pages.")
@option(_KNOWN, "--stubs/--no-stubs", default=None, help="Wikipedia: keep pages marked as stubs.  [default: stubs]")
@text_options
@workers_option
@option(
    RUNNING, "--engine", type=click.Choice(["processes", "ray"]), default="processes", show_default=True,
    help="Where to run.",
)  # fmt: skip
@option(RUNNING, "--address", metavar="ADDRESS", help="Ray: cluster to join, such as auto.  [default: start Ray here]")
@option(
    RUNNING, "--shard-pairs", type=click.IntRange(1), default=Limits().pairs, show_default=True,
    help="Maximum pairs per shard.",
)  # fmt: skip
@option(RUNNING, "--strict", is_flag=True, help="Stop at the first unreadable pair instead of recording it.")
@method_options
@option(
    METHOD,
    "--consistent",
    is_flag=True,
    help="Reconcile the levels of an article, so that 0-2 agrees with 0-1 and 1-2.",
)
@option(
    METHOD, "--pool", is_flag=True,
    help="Estimate the priors of global on all pairs, in a first pass, instead of the usual ones.",
)  # fmt: skip
def run_command(
    corpus: tuple[str, ...], output: str, reader: str | None, a_document_a_line: bool, **options: Any
) -> None:
    """Align a corpus into a folder.

    To resume an interrupted run, repeat the same command.

    Tables are .jsonl, .json, .csv, .tsv (optionally .gz, .bz2, .xz) or .parquet, or a folder of them. A cell is a text,
    or sentences joined by --separator, or (JSON, .parquet) a list of sentences or paragraphs. A table may also have a
    sentence, paragraph or text of one version a row, with its article and level in two columns. Folders need no
    patterns if files are named like ID.complex.txt and ID.simple.txt, ID.src and ID.tgt, ID.txt and ID.simple.txt, or
    adv/ID.txt and ele/ID.txt, or in more than two versions, like ID.0.txt, ID.1.txt and ID.2.txt.

    Unreadable pairs are recorded in OUT/rejected.jsonl. Documents that probably are not versions of each other are
    aligned, and listed in OUT/suspect.jsonl.

    With '--method vicinity', '--idf corpus' computes word weights from the whole corpus, in a first pass. With
    global, --pool does the same for its priors; that helps on some corpora and harms on others (docs/method.md), so
    try it on pairs that you know.
    """
    from vicinal.corpus.runs import run

    workers, strict, consistent, pool = (options.pop(name) for name in ("workers", "strict", "consistent", "pool"))
    limits = Limits(pairs=options.pop("shard_pairs"))
    engine = _engine(options.pop("engine"), options.pop("address"), workers)
    from_corpus = options.get("idf") == "corpus"
    if from_corpus:
        check_idf(options["similarity"])
        options["idf"] = None
    aligner = aligner_from(options)  # leaves the options of the readers
    if a_document_a_line:
        if reader not in (None, "lines"):
            raise SettingError(f"--a-document-a-line is --reader lines; leave out --reader {reader}")
        reader = "lines"
    texts, notes = recognised_corpus(_corpus(corpus, reader, options))
    is_long = getattr(texts, "needs_staging", False)
    if is_long:
        say_notes(texts)
    if options["language"] is not None:
        note_language(aligner, options["language"])
    signal.signal(signal.SIGTERM, interrupt)
    aligned = (0, 0)
    try:
        with advancing() as show_progress:

            def advance(what: str, done: int, total: int) -> None:
                nonlocal aligned
                aligned = (done, total) if what == "Aligning" else aligned
                show_progress(what, done, total)

            finished = run(
                texts,
                output,
                aligner,
                idf="corpus" if from_corpus else "pair",
                pool=pool,
                engine=engine,
                limits=limits,
                strict=strict,
                consistent=consistent,
                advance=advance,
            )
    except KeyboardInterrupt:
        after = f" after {aligned[0]:,} of {many(aligned[1], 'pair')}" if aligned[1] else ""
        say(f"vicinal: interrupted{after}; repeat the command to resume")
        raise SystemExit(130) from None
    say_counts(finished.manifest, output)
    for one in notes:
        note(one)
    if not is_long:
        say_notes(texts)
    if reader is None:
        note(taken_for(corpus, texts, options["encoding"]))
    given, taken = getattr(texts, "reading", None), finished.manifest.get("reading")
    if given is not None and taken is not None:
        note(reading_note(given, replace(given, **taken)))


def _engine(name: str, address: str | None, workers: int | None) -> Engine:
    from vicinal.cores import cores
    from vicinal.corpus.cluster import RayCluster
    from vicinal.corpus.engines import Processes

    if name == "ray":
        if workers is not None:
            raise SettingError("--workers cannot be combined with --engine ray, which uses all cores of its cluster")
        return RayCluster(address)
    if address is not None:
        raise SettingError("--address needs --engine ray")
    return Processes(workers or cores())


def _corpus(paths: tuple[str, ...], reader: str | None, options: dict[str, Any]) -> Corpus:
    """Return the reader for the paths, with the options that were given as its settings."""
    given = {setting: value for setting, value in options.items() if value is not None}
    if given["split"] == "auto":
        del given["split"]
    name = reader or detect_reader(paths, given)
    known = reader_settings(name)
    for setting in given:
        if setting not in known:
            raise SettingError(f"{_flag(setting)} is not a setting of reader {name!r}, which reads this corpus")
    if given.get("language") is not None:
        warn_without_rules(given["language"])  # workers do not warn
    return corpus_at(paths, name, **given)


def _flag(setting: str) -> str:
    return flag({"source": "source_pattern", "target": "target_pattern", "levels": "level"}.get(setting, setting))
