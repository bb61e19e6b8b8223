"""A comparison of methods as a page: for each gold set which is best and by how much, what each costs, its settings.

The page is one file that needs no network and no script; the script that it has sorts tables. The same results give the
same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from vicinal.alignment import KINDS
from vicinal.errors import VicinalError
from vicinal.evaluate.compare import Result, best_of, chance
from vicinal.evaluate.scores import CHANGED, intervals
from vicinal.methods import METHODS, aligner_for, is_supervised, summary_of
from vicinal.report.highlights import NAME
from vicinal.report.score_tables import comparison_notes, measure_for
from vicinal.view.escape import line
from vicinal.view.excerpt import shortened
from vicinal.view.frame import definitions, framed, listed, many
from vicinal.view.html_table import Cell, Column, table

_LUCK = 0.05  # a difference that luck makes less often than this is called clear
_BAR, _HEIGHT = 220, 18  # of the picture in a row, in pixels
_NAMED = 5  # from so many sets on, the heading gives their number
_REASON = 600  # characters of why a method failed
_OTHERS = {"pairs": "F1 of sentence pairs", "paragraphs": "F1 of paragraph pairs", "lax": "F1, overlap counts as right"}

_READING = """<p>Each method ran with its defaults, in a process of its own. Precision (P) is the share of what it \
predicts that is right, recall (R) the share of the gold that it finds, F1 their harmonic mean; a link is right if \
both sides match exactly. The interval holds F1 in 95 of 100 samples of the documents. p says how often luck alone \
makes a difference to the best as large as this one (paired randomisation over documents); below .05, a method is \
clearly behind. “Lax” counts a link that overlaps with a gold one. Seconds include fitting, megabytes are the most \
that its process had. “Changed” leaves out links with the same text on both sides.</p>"""


@dataclass(frozen=True)
class _Line:
    """One method on one set, with what is drawn of it."""

    result: Result
    f1: float = 0.0
    interval: tuple[float, float] = (0.0, 0.0)
    p: float = 1.0
    is_best: bool = False

    @property
    def is_clearly_behind(self) -> bool:
        return not self.is_best and self.p < _LUCK


@dataclass(frozen=True)
class _Set:
    """The methods on one set, best first, those that failed last."""

    name: str
    measure: str
    documents: int
    lines: tuple[_Line, ...]

    @property
    def done(self) -> list[_Line]:
        return [one for one in self.lines if one.result.error is None]

    def line_of(self, method: str) -> _Line | None:
        return next((one for one in self.done if one.result.method == method), None)


def study(results: Sequence[Result], measure: str = "links", *, sizes: Mapping[str, int], folds: int = 5) -> str:
    """Return the page.

    Args:
        results: What `vicinal.evaluate.compare.compare` returned.
        measure: Whose F1 decides: links, pairs or paragraphs; a set whose gold lacks it is ranked by one it has.
        sizes: How many documents each set has, in the order in which the sets are shown.
        folds: Over how many parts supervised methods were cross-validated, at most.
    """
    sets = [
        _ranked(name, documents, [result for result in results if result.set == name], measure)
        for name, documents in sizes.items()
    ]
    methods = list(dict.fromkeys(result.method for result in results))
    sections = [("All sets", _across(sets, methods))] if len(sets) > 1 else []
    sections += [(f"Set {shortened(one.name, NAME)}", _of_set(one)) for one in sets]
    sections += [("How to read this", _READING), ("Methods", _methods(methods, folds))]
    where = listed([one.name for one in sets]) if len(sets) < _NAMED else f"{len(sets)} gold sets"
    return framed(f"{many(len(methods), 'method')} on {where}", "Comparison report", _summary(sets), sections)


def _ranked(name: str, documents: int, results: Sequence[Result], wanted: str) -> _Set:
    measure = measure_for(results, wanted)
    best = best_of(results, measure)
    lines = []
    for result in sorted(results, key=lambda result: (result.error is not None, -result.total[measure].f1)):
        if result.error is not None or best is None:
            lines.append(_Line(result))
            continue
        interval = intervals(result.documents, measure)["f1"]
        p = chance(result, best, measure)
        lines.append(_Line(result, result.total[measure].f1, interval, p, result is best))
    return _Set(name, measure, documents, tuple(lines))


def _summary(sets: Sequence[_Set]) -> str:
    winners: dict[str, list[str]] = {}
    for one in sets:
        if one.done:
            winners.setdefault(one.done[0].result.method, []).append(shortened(one.name, NAME))
    if not winners:
        return "Every method failed"
    if len(winners) == 1 and all(one.done for one in sets):
        return f"Best{' on every set' if len(sets) > 1 else ''}: {line(*winners)}"
    return f"Best: {line('; '.join(f'{method} on {listed(names)}' for method, names in winners.items()))}"


def _across(sets: Sequence[_Set], methods: Iterable[str]) -> str:
    means = {method: _mean(sets, method) for method in methods}
    columns = [Column("method", is_number=False), Column("mean")]
    columns += [Column(shortened(one.name, 40), f"F1 of {one.measure}") for one in sets]
    rows = []
    for method in sorted(means, key=lambda method: _order(means[method])):
        cells = [_f1_cell(one.line_of(method)) for one in sets]
        rows.append([Cell(line(method)), _mean_cell(means[method]), *cells])
    words = (
        "<p>F1 on each set. The best of a set is bold; quiet are those that are clearly behind it (p below .05). The "
        "mean is over sets, however large they are, and only of methods that failed on none.</p>"
    )
    return words + table("F1 of each method on each set", columns, rows)


def _mean(sets: Sequence[_Set], method: str) -> float | None:
    found = [one.line_of(method) for one in sets]
    return sum(one.f1 for one in found if one) / len(found) if all(found) else None


def _mean_cell(mean: float | None) -> Cell:
    return Cell("-", -1) if mean is None else _score(mean)


def _order(mean: float | None) -> float:
    return 1.0 if mean is None else -mean


def _f1_cell(one: _Line | None) -> Cell:
    if one is None:
        return Cell("-", -1)
    figure = _share(one.f1)
    style = f"<b>{figure}</b>" if one.is_best else f'<span class="quiet">{figure}</span>'
    return Cell(style if one.is_best or one.is_clearly_behind else figure, round(one.f1, 6))


def _of_set(one: _Set) -> str:
    columns = [
        Column("method", is_number=False),
        Column("F1 and its interval, from 0 to 1", "the bar ends at F1; the line across is the interval", False),
        *(Column(name) for name in ("P", "R", "F1", "95%", "p")),
        *(Column("par." if name == "paragraphs" else name, meaning) for name, meaning in _OTHERS.items()),
        Column("secs", "seconds, fitting included"),
        Column("MB", "peak memory of its process"),
    ]
    rows = [_row(line_, one) for line_ in one.lines]
    caption = f"{many(one.documents, 'document')}, ranked by F1 of {one.measure}"
    parts = [_verdict(one), table(caption, columns, rows)]
    notes = comparison_notes([line_.result for line_ in one.lines])
    parts += [f"<p>Note: {line(note)}.</p>" for note in notes]
    if any("links" in line_.result.total.counts for line_ in one.done):
        parts.append(_by_kind(one))
    return "\n".join(parts)


def _verdict(one: _Set) -> str:
    """Return in words which is best, and which others may be as good."""
    if not one.done:
        return "<p>Every method failed on this set.</p>"
    best, *others = one.done
    low, high = best.interval
    words = (
        f"<b>{line(best.result.method)}</b> is best, with an F1 of {_share(best.f1)} ({_share(low)}–{_share(high)})."
    )
    if others:
        second = others[0]
        words += (
            f" {line(second.result.method)} comes next, {_share(best.f1 - second.f1)} behind, "
            + ("which luck hardly explains" if second.is_clearly_behind else "which may be luck")
            + f" (p {_share(second.p)})."
        )
    rest = [f"{line(other.result.method)} (p {_share(other.p)})" for other in others[1:] if not other.is_clearly_behind]
    if rest:
        words += f" Not clearly behind either: {', '.join(rest)}."
    return f"<p>{words}</p>"


def _row(one: _Line, of: _Set) -> list[Cell]:
    result = one.result
    if result.error is not None:
        reason = line(shortened(result.error, _REASON))
        return [Cell(line(result.method)), Cell(f'<span class="quiet">failed: <bdi>{reason}</bdi></span>')]
    counts, total = result.total[of.measure], result.total
    others = [_score(total[name].f1) if name in total.counts else Cell("") for name in _OTHERS]
    low, high = one.interval
    return [
        Cell(f"<b>{line(result.method)}</b>" if one.is_best else line(result.method)),
        Cell(_bar(one, of.done[0].f1), round(one.f1, 6)),
        _score(counts.precision),
        _score(counts.recall),
        Cell(f"<b>{_share(counts.f1)}</b>", round(counts.f1, 6)),
        Cell(f"{_share(low)}–{_share(high)}", round(low, 6)),
        Cell("best" if one.is_best else _share(one.p), round(one.p, 6)),
        *others,
        Cell(f"{result.seconds:.1f}", round(result.seconds, 3)),
        Cell(f"{result.megabytes:.0f}", round(result.megabytes, 1)),
    ]


def _bar(one: _Line, best: float) -> str:
    """Return F1 as a bar from 0 to 1, its interval as a line across, and where the best ends."""
    low, high = (_BAR * end for end in one.interval)
    ticks = "".join(f'<path class="grid" d="M{_BAR * k / 4:g} 0V{_HEIGHT}"/>' for k in range(5))
    size = f'viewBox="-1 0 {_BAR + 2} {_HEIGHT}" width="{_BAR + 2}" height="{_HEIGHT}"'
    bar = (
        f'<rect class="{"best" if one.is_best else "rival"}" y="3" width="{_BAR * one.f1:.1f}" height="{_HEIGHT - 6}"/>'
    )
    return (
        f'<svg class="bar" {size} aria-hidden="true">{ticks}{bar}'
        f'<path class="goal" d="M{_BAR * best:.1f} 0V{_HEIGHT}"/>'
        f'<path class="interval" d="M{low:.1f} 9H{high:.1f}M{low:.1f} 6V12M{high:.1f} 6V12"/></svg>'
    )


def _by_kind(one: _Set) -> str:
    names = [*(f"links {kind}" for kind in KINDS), "links" + CHANGED]
    gold = one.done[0].result.total
    headings = [*KINDS, "changed"]
    meanings = [f"F1 of {kind} links" for kind in KINDS]
    meanings.append("F1 of links whose two sides are not the same text")
    columns = [Column("method", is_number=False)]
    columns += [
        Column(f"{heading} ({gold[name].gold:,})", meaning)
        for heading, meaning, name in zip(headings, meanings, names, strict=True)
    ]
    rows = []
    for line_ in one.done:
        cells = [_score(line_.result.total[name].f1) if gold[name].gold else Cell("-", -1) for name in names]
        rows.append([Cell(line(line_.result.method)), *cells])
    return table("F1 of links by kind", columns, rows, note="in brackets, how many the gold has")


def _methods(methods: Sequence[str], folds: int) -> str:
    entries = []
    for method in methods:
        summary, settings = "", ""
        if method in METHODS:
            try:
                summary, settings = summary_of(method), repr(aligner_for(method, {}))
                settings += f" cross-validated over at most {folds} folds" if is_supervised(method) else ""
            except (VicinalError, ImportError) as error:  # the tables say so too
                settings = str(error)
        entries.append((method, f"{line(summary)}<br><code>{line(settings)}</code>"))
    return definitions(entries)


def _score(value: float) -> Cell:
    return Cell(_share(value), round(value, 6))


def _share(value: float) -> str:
    """Return .763, and 1.00 for 1, as the terminal does."""
    return f"{value:.3f}"[1:] if value < 0.9995 else "1.00"
