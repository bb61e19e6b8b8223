"""The statistics of a corpus as pictures: SVG that stands alone or inside a page.

Each picture is one `<svg class="vicinal-plot">` without scripts, links or outside fonts; all text in it is escaped.
Colours follow the reader's light or dark setting. A page that holds pictures can set its own: --plot-paper (behind),
--plot-ink (text), --plot-quiet (axes and small text), --plot-grid, --plot-source and --plot-target. Numbers show when
the pointer rests on a bar; the title and a sentence in words are there for screen readers.

Two kinds of picture make all five: columns over a scale (`_columns`) and rows of bars, one for each name (`_rows`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from vicinal.alignment import KINDS
from vicinal.corpus.stats import LENGTH_EDGES, RATIO_EDGES, SCORE_EDGES, Statistics, Stats
from vicinal.view.printable import printable

STYLE = """
.vicinal-plot { color-scheme: light dark; font: 12px system-ui, sans-serif; font-variant-numeric: tabular-nums;
  --paper: #ffffff; --ink: #1f2328; --quiet: #59636e; --grid: #e4e7eb; --source: #3a6fb5; --target: #cf6a1c; }
@media (prefers-color-scheme: dark) { .vicinal-plot {
  --paper: #14171c; --ink: #e8eaed; --quiet: #9aa4b0; --grid: #2b3038; --source: #79a8e6; --target: #f0a05a; } }
.vicinal-plot .paper { fill: var(--plot-paper, var(--paper)); }
.vicinal-plot text { fill: var(--plot-quiet, var(--quiet)); }
.vicinal-plot .ink { fill: var(--plot-ink, var(--ink)); }
.vicinal-plot .name { font-size: 14px; font-weight: 600; }
.vicinal-plot .grid { stroke: var(--plot-grid, var(--grid)); }
.vicinal-plot .axis { stroke: var(--plot-quiet, var(--quiet)); }
.vicinal-plot .source { fill: var(--plot-source, var(--source)); }
.vicinal-plot .target { fill: var(--plot-target, var(--target)); }
.vicinal-plot .step { fill: none; stroke: var(--plot-target, var(--target)); stroke-width: 2; stroke-linejoin: round; }
.vicinal-plot .empty { fill: var(--plot-grid, var(--grid)); }
.vicinal-plot .hover { fill: transparent; }
.vicinal-plot .hover:hover { fill: var(--plot-ink, var(--ink)); fill-opacity: 0.08; }
"""
WIDTH = 400  # of the picture's own units: about the pixels of a telephone, so that text keeps its size there
MOST_GROUPS = 40  # more rows than this make no picture

_LEFT, _RIGHT, _TOP, _PLOT, _BELOW = 46, 14, 76, 150, 44
_LABEL, _ROW, _VALUE = 150, 30, 92  # room for a name at most; height of a row; room for the numbers after a bar
_TOOLTIP = 200  # characters of a name at most where the pointer rests
_WIDEST = frozenset("MWmw@%…—")
_NOT_XML = re.compile("[\ufffe\uffff]")


class _Column(NamedTuple):
    """One place on the scale: how tall on each side (the second side is drawn as a line), and what it says in words."""

    heights: tuple[float, ...]
    words: str


class _Row(NamedTuple):
    """One name: how long its bars are, from 0 to 1 for each side, what stands after them, and what it says in words."""

    name: str
    lengths: tuple[float, ...]
    after: tuple[str, ...]
    words: str


class _Heading(NamedTuple):
    """What stands above a picture: its title, a line in words, and the sides with the colours, if there are two."""

    title: str
    line: str
    sides: tuple[str, ...] = ()


def plots(statistics: Statistics) -> dict[str, str]:
    """Return all pictures of a corpus, by the name of a file for each."""
    total = statistics.total
    return {
        "scores.svg": score_plot(total),
        "kinds.svg": kind_plot(total),
        "lengths.svg": length_plot(total),
        "ratios.svg": ratio_plot(total),
        "aligned.svg": aligned_plot(statistics),
    }


def score_plot(stats: Stats) -> str:
    """Return how many links have which score."""
    mean = "" if stats.mean_score is None else f", mean score {stats.mean_score:.2f}"
    columns = [
        _Column((count,), f"score {low:.2f} to {high:.2f}: {_links(count, stats)}")
        for (low, high), count in zip(pairwise(SCORE_EDGES), stats.scores, strict=True)
    ]
    ticks = [(4 * k, f"{k / 5:.1f}") for k in range(6)]
    return _columns(_Heading("Scores", _many(stats.links, "link") + mean), columns, ticks, ("links", "score"))


def kind_plot(stats: Stats) -> str:
    """Return how many links are of which kind."""
    rows = []
    for kind, count in zip(KINDS, stats.kinds, strict=True):
        share = stats.share_of_links(count)
        rows.append(_Row(kind, (share or 0.0,), (short(count), percent(share)), _links(count, stats)))
    line = _many(stats.links, "link")
    if stats.links:
        line += f", {percent(stats.share_of_links(stats.identical))} of them with identical texts"
    return _rows(_Heading("Kinds of links", line), rows)


def length_plot(stats: Stats) -> str:
    """Return which share of the sentences of each side has how many words."""
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
    line = f"words a sentence, on average: {', '.join(means)}" if means else "no sentences"
    ticks = [(k / LENGTH_EDGES[1], f"{k}") for k in range(0, LENGTH_EDGES[-1], 10)]
    ticks.append((len(LENGTH_EDGES) - 0.5, f"{LENGTH_EDGES[-1]}+"))
    heading = _Heading("Length of sentences", line, tuple(sides))
    return _columns(heading, columns, ticks, ("% of sentences", "words"))


def ratio_plot(stats: Stats) -> str:
    """Return how much shorter or longer the target of a link is than its source, in words."""
    edges = [f"{edge:.2f}" for edge in RATIO_EDGES]
    spans = [f"under {edges[0]}", *(f"{a} to {b}" for a, b in pairwise(edges)), f"over {edges[-1]}"]
    columns = [
        _Column((count,), f"{span} times as long: {_links(count, stats)}")
        for span, count in zip(spans, stats.ratios, strict=True)
    ]
    # The middles of the bins from 1/4 to 4; each octave is four bins.
    ticks = [(1.5 + 4 * k, name) for k, name in enumerate(("¼", "½", "1", "2", "4"))]
    middle, line = len(edges) // 2, _many(stats.links, "link")
    if stats.links:
        shorter, longer = stats.ratios[:middle], stats.ratios[middle + 1 :]
        shares = [percent(stats.share_of_links(sum(counts))) for counts in (shorter, longer)]
        line = f"target clearly shorter in {shares[0]} of the links, longer in {shares[1]}"
    heading = _Heading("Length of target to source", line)
    return _columns(heading, columns, ticks, ("links", "target words for each source word"))


def aligned_plot(statistics: Statistics) -> str:
    """Return the share of sentences in a link on both sides, for each group, or for all where there are no groups."""
    groups, shown = statistics.groups, statistics.largest(MOST_GROUPS)
    rows = []
    for name, stats in [("all", statistics.total), *shown.items()]:
        sides = (stats.source, stats.target)
        counts = [f"{side.aligned:,} of {side.sentences:,}" for side in sides]
        words = f"sentences aligned: source {counts[0]}, target {counts[1]}"
        shares = [side.share_aligned for side in sides]
        rows.append(_Row(name, tuple(share or 0.0 for share in shares), tuple(map(percent, shares)), words))
    line = _many(statistics.total.documents, "pair") + " of documents"
    if len(groups) > len(shown):
        line += f"; the {len(shown)} largest of {len(groups):,} groups"
    return _rows(_Heading("Sentences aligned", line, ("source", "target")), rows)


def short(count: float) -> str:
    """Return a number in at most four characters: 950, 1.2k, 35k, 4.1M."""
    unit = ""
    for larger in "kMGT":
        if count < 999.5:
            break
        count, unit = count / 1000, larger
    # From 9.95 on, one decimal would make it 10.0.
    return f"{count:.1f}".removesuffix(".0") + unit if unit and count < 9.95 else f"{count:.0f}{unit}"


def percent(share: float | None) -> str:
    """Return a share as 25%, one near nothing or all as 2.5% or 99.6%, and a dash where there is nothing to share.

    What is not nothing or all does not look so: <0.1%, >99.9%.
    """
    if share is None:
        return "-"
    if 0 < share < 0.0005:
        return "<0.1%"
    if 0.9995 <= share < 1:
        return ">99.9%"
    return f"{100 * share:.1f}%" if 0 < share < 0.0995 or 0.995 <= share < 1 else f"{100 * share:.0f}%"


def shortened(name: str, room: float, width: Callable[[str], float]) -> str:
    """Return a name that fits and can be shown anywhere: of one that is too wide its end, where file names differ.

    Args:
        name: Any text.
        room: How wide it may become, at most some hundred characters.
        width: How wide a text is; no character is wider than room.
    """
    text = _NOT_XML.sub("\ufffd", printable(name[-round(room) - 1 :])) or "(none)"
    if width(text) <= room:
        return text
    while width("…" + text) > room:
        text = text[1:]
    return "…" + text


def _columns(
    heading: _Heading, columns: Sequence[_Column], ticks: Sequence[tuple[float, str]], labels: tuple[str, str]
) -> str:
    """Return columns over a scale; ticks are places on it, in columns; labels are those of the two axes."""
    width, bottom, right = (WIDTH - _LEFT - _RIGHT) / len(columns), _TOP + _PLOT, WIDTH - _RIGHT
    step, top = _grid(max(height for column in columns for height in column.heights))
    scale = _PLOT / top
    parts = [_text(_LEFT, _TOP - 9, labels[0], "start")]
    for k in range(1, round(top / step) + 1):
        y = bottom - k * step * scale
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(_text(_LEFT - 6, y + 4, short(k * step), "end"))
    for number, column in enumerate(columns):
        if column.heights[0]:
            x, height = _LEFT + number * width, max(column.heights[0] * scale, 1.0)
            place = f'x="{x + 0.5:.2f}" y="{bottom - height:.1f}" width="{width - 1:.2f}" height="{height:.1f}"'
            parts.append(f'<rect class="source" {place}/>')
    if len(columns[0].heights) > 1 and any(column.heights[1] for column in columns):
        tops = (bottom - column.heights[1] * scale for column in columns)
        line = " ".join(f"H{_LEFT + number * width:.2f} V{y:.1f}" for number, y in enumerate(tops))
        parts.append(f'<path class="step" d="M{_LEFT} {bottom} {line} H{right} V{bottom}"/>')
    parts.append(f'<line class="axis" x1="{_LEFT}" x2="{right}" y1="{bottom}" y2="{bottom}"/>')
    parts += [_text(_LEFT + at * width, bottom + 17, label, "middle") for at, label in ticks]
    parts.append(_text((_LEFT + right) / 2, bottom + 35, labels[1], "middle"))
    parts += [_hover(_LEFT + n * width, _TOP, width, _PLOT, column.words) for n, column in enumerate(columns)]
    return _svg(heading, bottom + _BELOW, parts)


def _rows(heading: _Heading, rows: Sequence[_Row]) -> str:
    """Return one row of bars for each name, with the numbers after them."""
    names = [shortened(row.name, _LABEL, _pixels) for row in rows]
    left = 18 + max(map(_pixels, names))
    longest = WIDTH - left - _VALUE - _RIGHT
    parts, top = [], _TOP - 18
    for place, (name, row) in enumerate(zip(names, rows, strict=True)):
        y, height = top + place * _ROW, (_ROW - 6) / len(row.lengths)
        parts.append(_text(left - 8, y + _ROW / 2 + 1, name, "end", "ink"))
        for k, (length, side) in enumerate(zip(row.lengths, ("source", "target"), strict=False)):
            at = f'x="{left:.1f}" y="{y + k * height:g}" height="{height - 1:g}"'
            parts.append(f'<rect class="empty" {at} width="{longest:.1f}"/>')
            parts.append(f'<rect class="{side}" {at} width="{longest * length:.1f}"/>')
        for k, number in enumerate(row.after, start=1):
            x = left + longest + _VALUE * k / len(row.after)
            parts.append(_text(x, y + _ROW / 2 + 1, number, "end"))
        parts.append(_hover(0, y - 3, WIDTH, _ROW, f"{shortened(row.name, _TOOLTIP, len)}: {row.words}"))
    return _svg(heading, top + _ROW * len(rows) + 8, parts)


def _svg(heading: _Heading, height: float, parts: Sequence[str]) -> str:
    """Return the whole picture: what is inside it, with paper, title and words around."""
    title, line = escape(heading.title), escape(heading.line)
    top = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="vicinal-plot" role="img" viewBox="0 0 {WIDTH} {height:g}" '
        f'width="{WIDTH}" height="{height:g}">',
        f"<title>{title}</title>",
        f"<desc>{line}</desc>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height:g}"/>',
        _text(14, 24, heading.title, "start", "ink name"),
        _text(14, 42, heading.line, "start"),
    ]
    for number, side in enumerate(heading.sides):
        x = WIDTH - _RIGHT - 64 * (len(heading.sides) - number)
        top.append(f'<rect class="{side}" x="{x + 8}" y="14" width="10" height="10"/>')
        top.append(_text(x + 23, 23, side, "start"))
    return "\n".join([*top, *parts, "</svg>"]) + "\n"


def _text(x: float, y: float, text: str, anchor: str, style: str = "") -> str:
    named = f'class="{style}" ' if style else ""
    return f'<text {named}x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _hover(x: float, y: float, width: float, height: float, words: str) -> str:
    place = f'x="{x:.2f}" y="{y:g}" width="{width:.2f}" height="{height:g}"'
    return f'<rect class="hover" {place}><title>{escape(words)}</title></rect>'


def _grid(most: float) -> tuple[float, float]:
    """Return how far apart the lines of the grid stand, and the highest: at most four lines, round numbers."""
    unit = 1.0
    while True:
        for step in (unit, 2 * unit, 5 * unit):
            if most <= 4 * step:
                return step, step * max(1, -(-most // step))
        unit *= 10


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def _links(count: int, stats: Stats) -> str:
    return f"{_many(count, 'link')} ({percent(stats.share_of_links(count))})"


def _pixels(text: str) -> float:
    """Return how wide a text becomes at most, in fonts that are not uncommonly wide."""
    return sum(
        12.0 if c in _WIDEST or unicodedata.east_asian_width(c) in "WF" else 9.5 if c.isupper() else 7.7 for c in text
    )
