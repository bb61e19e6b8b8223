"""Plots of corpus statistics: SVG for a file of its own or for a page.

Each plot is one `<svg class="vicinal-plot">` without scripts, links or external fonts. Colours follow the reader's
light or dark setting. A page can set its own colours: --plot-paper (background), --plot-ink (text), --plot-quiet (axes
and small text), --plot-grid, --plot-source and --plot-target. Kinds of links have the colours of all pages. Tooltips
give the numbers; a title and a description serve screen readers.

There are two kinds of plot: columns over a scale (`_columns`), and rows of bars, one row for each name (`_rows`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from vicinal.corpus.stats import LENGTH_EDGES, RATIO_EDGES, SCORE_EDGES, Statistics, Stats
from vicinal.link import KINDS
from vicinal.view.markup import Html
from vicinal.view.printable import printable
from vicinal.wording import many, percent, short

_STYLE = Html("""\
<style>
.vicinal-plot { color-scheme: light dark; font: 12px system-ui, sans-serif; font-variant-numeric: tabular-nums;
  --paper: #ffffff; --ink: #1f2328; --quiet: #59636e; --grid: #e4e7eb; --source: #6f86a3; --target: #24313d;
  --k11: #2a6a9e; --k1n: #c45508; --kn1: #00805f; --knn: #9a4a8b; }
@media (prefers-color-scheme: dark) { .vicinal-plot {
  --paper: #14171c; --ink: #e8eaed; --quiet: #9aa4b0; --grid: #2b3038; --source: #6d84a0; --target: #e3e9ef;
  --k11: #6cb1e4; --k1n: #f59a4c; --kn1: #3cc39c; --knn: #d791c8; } }
.vicinal-plot .paper { fill: var(--plot-paper, var(--paper)); }
.vicinal-plot text { fill: var(--plot-quiet, var(--quiet)); }
.vicinal-plot .ink { fill: var(--plot-ink, var(--ink)); }
.vicinal-plot .name { font-size: 14px; font-weight: 600; }
.vicinal-plot .grid { stroke: var(--plot-grid, var(--grid)); }
.vicinal-plot .axis { stroke: var(--plot-quiet, var(--quiet)); }
.vicinal-plot .source { fill: var(--plot-source, var(--source)); }
.vicinal-plot .target { fill: var(--plot-target, var(--target)); }
.vicinal-plot [data-kind="1-1"] { fill: var(--k11); }
.vicinal-plot [data-kind="1-N"] { fill: var(--k1n); }
.vicinal-plot [data-kind="N-1"] { fill: var(--kn1); }
.vicinal-plot [data-kind="N-N"] { fill: var(--knn); }
.vicinal-plot .step { fill: none; stroke: var(--plot-target, var(--target)); stroke-width: 2; stroke-linejoin: round; }
.vicinal-plot .empty { fill: var(--plot-grid, var(--grid)); }
.vicinal-plot .hover { fill: transparent; }
.vicinal-plot .hover:hover { fill: var(--plot-ink, var(--ink)); fill-opacity: 0.08; }
</style>
""")
_SVG = Html("""\
<svg xmlns="http://www.w3.org/2000/svg" class="vicinal-plot" role="img" viewBox="0 0 {width} {height:g}" \
width="{width}" height="{height:g}">
<title>{title}</title>
<desc>{line}</desc>
{style}<rect class="paper" width="{width}" height="{height:g}"/>
{parts}
</svg>
""")
WIDTH = 400  # in SVG units: about the width of a phone in pixels, so that text keeps its size there
MOST_GROUPS = 40  # rows at most

_LEFT, _RIGHT, _TOP, _PLOT, _BELOW = 46, 14, 76, 150, 44
_LABEL, _ROW, _VALUE = 150, 30, 92  # greatest width of a name; height of a row; width of the numbers after a bar
_TOOLTIP = 200  # characters of a name in a tooltip at most
_WIDEST = frozenset("MWmw@%…—")
_NOT_XML = re.compile("[\ufffe\uffff]")


class _Column(NamedTuple):
    """One column: its height for each side (the second side is drawn as a line), and its tooltip."""

    heights: tuple[float, ...]
    tooltip: str


class _Row(NamedTuple):
    """One row: its name, a bar length from 0 to 1 for each side, the numbers after the bars, and its tooltip.

    The bar of a kind of links has the colour of that kind.
    """

    name: str
    lengths: tuple[float, ...]
    after: tuple[str, ...]
    tooltip: str
    kind: str | None = None


class _Heading(NamedTuple):
    """The heading of a plot: a title, a line of text, and the names of the sides if there are two."""

    title: str
    line: str
    sides: tuple[str, ...] = ()


def plots(statistics: Statistics) -> dict[str, Html]:
    """Return all plots of a corpus by file name."""
    total = statistics.total
    return {
        "scores.svg": score_plot(total),
        "kinds.svg": kind_plot(total),
        "lengths.svg": length_plot(total),
        "ratios.svg": ratio_plot(total),
        "aligned.svg": aligned_plot(statistics),
    }


def score_plot(stats: Stats) -> Html:
    """Return the distribution of the scores."""
    mean = "" if stats.mean_score is None else f", mean score {stats.mean_score:.2f}"
    columns = [
        _Column((count,), f"score {low:.2f} to {high:.2f}: {_links(count, stats)}")
        for (low, high), count in zip(pairwise(SCORE_EDGES), stats.scores, strict=True)
    ]
    ticks = [(4 * k, f"{k / 5:.1f}") for k in range(6)]
    return _columns(_Heading("Scores", many(stats.links, "link") + mean), columns, ticks, ("links", "score"))


def kind_plot(stats: Stats) -> Html:
    """Return the number of links of each kind."""
    rows = []
    for kind, count in zip(KINDS, stats.kinds, strict=True):
        share = stats.share_of_links(count)
        rows.append(_Row(kind, (share or 0.0,), (short(count), percent(share)), _links(count, stats), kind))
    line = many(stats.links, "link")
    if stats.links:
        line += f", {percent(stats.share_of_links(stats.identical))} of them with identical texts"
    return _rows(_Heading("Kinds of links", line), rows)


def length_plot(stats: Stats) -> Html:
    """Return the distribution of sentence lengths on each side."""
    sides = {"source": stats.source, "target": stats.target}
    columns = []
    for number, low in enumerate(LENGTH_EDGES):
        length = f"{low} words or more" if number == len(LENGTH_EDGES) - 1 else f"{low} or {low + 1} words"
        shares = [side.lengths[number] / max(side.sentences, 1) for side in sides.values()]
        numbers = ", ".join(
            f"{name} {side.lengths[number]:,} ({percent(share)})"
            for (name, side), share in zip(sides.items(), shares, strict=True)
        )
        columns.append(_Column(tuple(100 * share for share in shares), f"{length}: {numbers}"))
    means = [f"{name} {side.words / side.sentences:.1f}" for name, side in sides.items() if side.sentences]
    line = f"mean words per sentence: {', '.join(means)}" if means else "no sentences"
    ticks = [(k / LENGTH_EDGES[1], f"{k}") for k in range(0, LENGTH_EDGES[-1], 10)]
    ticks.append((len(LENGTH_EDGES) - 0.5, f"{LENGTH_EDGES[-1]}+"))
    heading = _Heading("Sentence lengths", line, tuple(sides))
    return _columns(heading, columns, ticks, ("% of sentences", "words"))


def ratio_plot(stats: Stats) -> Html:
    """Return the distribution of the length ratios of links: target words over source words."""
    edges = [f"{edge:.2f}" for edge in RATIO_EDGES]
    spans = [f"under {edges[0]}", *(f"{a} to {b}" for a, b in pairwise(edges)), f"over {edges[-1]}"]
    columns = [
        _Column((count,), f"{span} times as long: {_links(count, stats)}")
        for span, count in zip(spans, stats.ratios, strict=True)
    ]
    # The middles of the bins from 1/4 to 4; four bins are an octave.
    ticks = [(1.5 + 4 * k, name) for k, name in enumerate(("¼", "½", "1", "2", "4"))]
    middle, line = len(edges) // 2, many(stats.links, "link")
    if stats.links:
        shorter, longer = stats.ratios[:middle], stats.ratios[middle + 1 :]
        shares = [percent(stats.share_of_links(sum(counts))) for counts in (shorter, longer)]
        line = f"target clearly shorter in {shares[0]} of the links, longer in {shares[1]}"
    heading = _Heading("Length ratio of target to source", line)
    return _columns(heading, columns, ticks, ("links", "target words per source word"))


def aligned_plot(statistics: Statistics) -> Html:
    """Return the share of aligned sentences on both sides, in all and for each group."""
    groups, shown = statistics.groups, statistics.largest(MOST_GROUPS)
    rows = []
    for name, stats in [("all", statistics.total), *shown.items()]:
        sides = (stats.source, stats.target)
        counts = [f"{side.aligned:,} of {side.sentences:,}" for side in sides]
        words = f"sentences aligned: source {counts[0]}, target {counts[1]}"
        shares = [side.share_aligned for side in sides]
        rows.append(_Row(name, tuple(share or 0.0 for share in shares), tuple(map(percent, shares)), words))
    line = many(statistics.total.documents, "pair") + " of documents"
    if len(groups) > len(shown):
        line += f"; the {len(shown)} largest of {len(groups):,} groups"
    return _rows(_Heading("Aligned sentences", line, ("source", "target")), rows)


def without_style(plot: Html) -> Html:
    """Return a plot for a page whose own style sheet has the rules."""
    return Html(plot.replace(_STYLE, ""))  # noqa: S704 - a plot without its style


def fitted(name: str, room: float, width: Callable[[str], float]) -> str:
    """Return a printable name that fits; of a name that is too wide only the end, where file names differ.

    Args:
        name: Any text.
        room: The greatest width, at most some hundred characters.
        width: Returns the width of a text; no character is wider than room.
    """
    text = _NOT_XML.sub("\ufffd", printable(name[-round(room) - 1 :])) or "(none)"
    if width(text) <= room:
        return text
    while width("…" + text) > room:
        text = text[1:]
    return "…" + text


def _columns(
    heading: _Heading, columns: Sequence[_Column], ticks: Sequence[tuple[float, str]], labels: tuple[str, str]
) -> Html:
    """Return columns over a scale; ticks are positions on it, in columns; labels are those of the two axes."""
    width, bottom, right = (WIDTH - _LEFT - _RIGHT) / len(columns), _TOP + _PLOT, WIDTH - _RIGHT
    step, top = _grid(max(height for column in columns for height in column.heights))
    scale = _PLOT / top
    parts = [_text(_LEFT, _TOP - 9, labels[0], "start")]
    for k in range(1, round(top / step) + 1):
        y = bottom - k * step * scale
        parts.append(_line("grid", f"{y:.1f}"))
        parts.append(_text(_LEFT - 6, y + 4, short(k * step), "end"))
    bar = Html('<rect class="source" x="{:.2f}" y="{:.1f}" width="{:.2f}" height="{:.1f}"/>')
    for number, column in enumerate(columns):
        if column.heights[0]:
            x, height = _LEFT + number * width, max(column.heights[0] * scale, 1.0)
            parts.append(bar.format(x + 0.5, bottom - height, width - 1, height))
    if len(columns[0].heights) > 1 and any(column.heights[1] for column in columns):
        tops = (bottom - column.heights[1] * scale for column in columns)
        line = " ".join(f"H{_LEFT + number * width:.2f} V{y:.1f}" for number, y in enumerate(tops))
        path = f"M{_LEFT} {bottom} {line} H{right} V{bottom}"
        parts.append(Html('<path class="step" d="{}"/>').format(path))
    parts.append(_line("axis", bottom))
    parts += [_text(_LEFT + at * width, bottom + 17, label, "middle") for at, label in ticks]
    parts.append(_text((_LEFT + right) / 2, bottom + 35, labels[1], "middle"))
    parts += [_hover(_LEFT + n * width, _TOP, width, _PLOT, column.tooltip) for n, column in enumerate(columns)]
    return _svg(heading, bottom + _BELOW, parts)


def _rows(heading: _Heading, rows: Sequence[_Row]) -> Html:
    """Return one row of bars for each name, followed by the numbers."""
    names = [fitted(row.name, _LABEL, _pixels) for row in rows]
    left = 18 + max(map(_pixels, names))
    longest = WIDTH - left - _VALUE - _RIGHT
    bar = Html('<rect {} x="{:.1f}" y="{:g}" height="{:g}" width="{:.1f}"/>')
    of_side, of_kind, empty = Html('class="{}"'), Html('data-kind="{}"'), Html('class="empty"')
    parts, top = [], _TOP - 18
    for place, (name, row) in enumerate(zip(names, rows, strict=True)):
        y, height = top + place * _ROW, (_ROW - 6) / len(row.lengths)
        parts.append(_text(left - 8, y + _ROW / 2 + 1, name, "end", "ink"))
        for k, (length, side) in enumerate(zip(row.lengths, ("source", "target"), strict=False)):
            colour = of_side.format(side) if row.kind is None else of_kind.format(row.kind)
            parts.append(bar.format(empty, left, y + k * height, height - 1, longest))
            parts.append(bar.format(colour, left, y + k * height, height - 1, longest * length))
        for k, number in enumerate(row.after, start=1):
            x = left + longest + _VALUE * k / len(row.after)
            parts.append(_text(x, y + _ROW / 2 + 1, number, "end"))
        parts.append(_hover(0, y - 3, WIDTH, _ROW, f"{fitted(row.name, _TOOLTIP, len)}: {row.tooltip}"))
    return _svg(heading, top + _ROW * len(rows) + 8, parts)


def _svg(heading: _Heading, height: float, parts: Sequence[Html]) -> Html:
    """Return the plot: its parts with background and heading."""
    top = [_text(14, 24, heading.title, "start", "ink name"), _text(14, 42, heading.line, "start")]
    for number, side in enumerate(heading.sides):
        x = WIDTH - _RIGHT - 64 * (len(heading.sides) - number)
        top.append(Html('<rect class="{}" x="{}" y="14" width="10" height="10"/>').format(side, x + 8))
        top.append(_text(x + 23, 23, side, "start"))
    return _SVG.format(
        width=WIDTH,
        height=height,
        title=heading.title,
        line=heading.line,
        style=_STYLE,
        parts=Html("\n").join([*top, *parts]),
    )


def _line(style: str, y: object) -> Html:
    return Html('<line class="{0}" x1="{1}" x2="{2}" y1="{3}" y2="{3}"/>').format(style, _LEFT, WIDTH - _RIGHT, y)


def _text(x: float, y: float, text: str, anchor: str, style: str = "") -> Html:
    named = Html('class="{}" ').format(style) if style else ""
    return Html('<text {}x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(named, x, y, anchor, text)


def _hover(x: float, y: float, width: float, height: float, tooltip: str) -> Html:
    rect = Html('<rect class="hover" x="{:.2f}" y="{:g}" width="{:.2f}" height="{:g}"><title>{}</title></rect>')
    return rect.format(x, y, width, height, tooltip)


def _grid(most: float) -> tuple[float, float]:
    """Return the distance of the grid lines and the highest one: at most four lines, at round numbers."""
    unit = 1.0
    while True:
        for step in (unit, 2 * unit, 5 * unit):
            if most <= 4 * step:
                return step, step * max(1, -(-most // step))
        unit *= 10


def _links(count: int, stats: Stats) -> str:
    return f"{many(count, 'link')} ({percent(stats.share_of_links(count))})"


def _pixels(text: str) -> float:
    """Return the greatest width of a text in common fonts."""
    return sum(
        12.0 if c in _WIDEST or unicodedata.east_asian_width(c) in "WF" else 9.5 if c.isupper() else 7.7 for c in text
    )
