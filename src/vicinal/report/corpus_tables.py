"""Corpus statistics in the terminal: totals, small histograms, and a row for each group.

Names of groups come from the corpus. They are made printable and never read as markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from vicinal.corpus.stats import LENGTH_EDGES, Side, Statistics, Stats
from vicinal.link import KINDS
from vicinal.report.histogram import fitted
from vicinal.rewriting.operations import Operations
from vicinal.view.folded_table import FoldedTable
from vicinal.view.little_found import little_in_pairs
from vicinal.view.printable import printable
from vicinal.wording import many, percent, short

MOST_GROUPS = 50  # rows of a table of groups; the JSON has all

_BLOCKS = " ▁▂▃▄▅▆▇█"
_NAME = 16  # width of a group's name, so that the table fits into 80 columns


def statistics_table(statistics: Statistics, method: str = "", accounts: str = "") -> RenderableType:
    """Return what `vicinal stats` prints: totals, histograms and, if there are groups, a row for each.

    Args:
        statistics: What to show.
        method: The name of the method, as people read it.
        accounts: What was read and what was left out, in words.
    """
    total = statistics.total
    read = [Text(printable(accounts))] if accounts else []
    parts: list[RenderableType] = [_headline(total, method), *read, Text(), _sides(total), Text(), _links(total)]
    if total.source.sentences or total.target.sentences:
        parts += [Text(), _Sparks(tuple(_histograms(total)))]
    if total.operations.links:
        parts += [Text(), _operations(total.operations)]
    if statistics.groups:
        parts += [Text(), _groups(statistics)]
    return Group(*parts)


def spark(counts: Sequence[int], width: int = 1) -> str:
    """Return counts as one line of blocks, each of this width; counts above zero are always visible.

    >>> spark([0, 1, 50, 100])
    ' ▁▄█'
    """
    most = max(*counts, 1)
    return "".join(_BLOCKS[max(8 * count // most, count > 0)] * width for count in counts)


def _headline(stats: Stats, method: str) -> Text:
    text = Text(f"{many(stats.documents, 'pair')} of documents", style="bold")
    if stats.without_links:
        text.append(f", {stats.without_links:,} of them without a link", style="not bold")
    if stats.suspect:
        text.append(f", {stats.suspect:,} suspect", style="not bold")
    if stats.little_found:
        text.append(f"; {little_in_pairs(stats.little_found, stats.documents, stats.suspect)}", style="not bold")
    if method:
        text.append(f"; aligned by {printable(method)}", style="not bold")
    return text


def _sides(stats: Stats) -> FoldedTable:
    rows = [["", "paragraphs", "sentences", "aligned", "share", "words", "words/sentence"]]
    for name, side in (("source", stats.source), ("target", stats.target)):
        numbers = [f"{number:,}" for number in (side.paragraphs, side.sentences, side.aligned)]
        rows.append([name, *numbers, percent(side.share_aligned), f"{side.words:,}", _mean(side)])
    return FoldedTable(rows)


def _links(stats: Stats) -> FoldedTable:
    counts = {**dict(zip(KINDS, stats.kinds, strict=True)), "identical": stats.identical, "crossing": stats.crossing}
    return FoldedTable(
        [
            ["", "all", *counts],
            ["links", f"{stats.links:,}", *(f"{count:,}" for count in counts.values())],
            ["share", "", *(percent(stats.share_of_links(count)) for count in counts.values())],
        ]
    )


def _operations(operations: Operations) -> FoldedTable:
    """Return the shares of source words and of target words by operation."""
    source = (operations.kept, operations.moved, operations.replaced, operations.deleted, 0)
    target = (operations.kept, operations.moved, operations.replaced_by, 0, operations.added)
    rows = [["words in links", "kept", "moved", "replaced", "deleted", "added", "split", "merged"]]
    for name, counts, whole in (
        ("source", source, operations.source_words),
        ("target", target, operations.target_words),
    ):
        shares = [percent(count / whole if whole else None) for count in counts]
        last = [f"{count:,}" for count in (operations.split, operations.merged)] if name == "source" else ["", ""]
        rows.append([name, *shares, *last])
    return FoldedTable(rows)


def _histograms(stats: Stats) -> list[tuple[str, str, str]]:
    """Return the name of each histogram, its blocks with the ends of the scale, and the mean."""
    mean = "-" if stats.mean_score is None else f"{stats.mean_score:.3f}"
    lines = [("scores of links", f"0 {spark(stats.scores, 2)} 1", mean)]
    for name, side in (("source", stats.source), ("target", stats.target)):
        lines.append((f"words, {name}", f"0 {spark(side.lengths)} {LENGTH_EDGES[-1]}+", _mean(side)))
    return lines


def _groups(statistics: Statistics) -> RenderableType:
    groups, shown = statistics.groups, statistics.largest(MOST_GROUPS)
    rows = [[f"by {statistics.by}", "pairs", "sentences", "aligned", "links", *KINDS, "same", "score"]]
    rows += [_group(name, stats) for name, stats in shown.items()]
    if len(groups) > 1:
        rows.append(_group("all", statistics.total))
    notes = ["sentences and aligned: source, then target; same: links with identical texts"]
    if len(groups) > len(shown):
        notes.append(f"the {len(shown)} largest of {len(groups):,} groups; --json has all")
    return Group(FoldedTable(rows, last_bold=len(groups) > 1), *(Text(note, style="dim") for note in notes))


def _group(name: str, stats: Stats) -> list[str]:
    sides = (stats.source, stats.target)
    return [
        fitted(name, _NAME, cell_len),
        short(stats.documents),
        " ".join(f"{short(side.sentences):>4}" for side in sides),
        " ".join(f"{_whole(side.share_aligned):>4}" for side in sides),
        short(stats.links),
        *(_whole(stats.share_of_links(count)) for count in stats.kinds),
        _whole(stats.share_of_links(stats.identical)),
        "-" if stats.mean_score is None else f"{stats.mean_score:.3f}",
    ]


def _whole(share: float | None) -> str:
    """Return a share in at most four characters; only 0 shows as 0%, only 1 as 100%."""
    if share is None:
        return "-"
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1 else f"{100 * share:.0f}%"


def _mean(side: Side) -> str:
    return "-" if side.words_per_sentence is None else f"{side.words_per_sentence:.1f}"


@dataclass(frozen=True)
class _Sparks:
    """Histograms as lines of blocks, which are left out if the terminal cannot show them."""

    lines: tuple[tuple[str, str, str], ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
        for name in ("", "" if options.ascii_only else "how many", "mean"):
            table.add_column(name, no_wrap=True)
        for what, blocks, mean in self.lines:
            table.add_row(Text(what), Text("" if options.ascii_only else blocks), Text(mean))
        yield table
