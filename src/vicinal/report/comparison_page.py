"""The report of a comparison of methods: for each gold set the best method and its lead, costs, and settings.

The page is one file that needs no network; its script only sorts tables. The same results give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from vicinal.errors import VicinalError
from vicinal.evaluation.method_runs import MethodRun
from vicinal.evaluation.scores import CHANGED
from vicinal.link import KINDS
from vicinal.methods import METHODS, aligner_for, is_supervised, summary_of
from vicinal.report.highlights import NAME
from vicinal.report.score_tables import Ranked, comparison_notes, measure_for, ranked
from vicinal.view.excerpt import shortened
from vicinal.view.html_table import Cell, Column, table
from vicinal.view.layout import definitions, report_page
from vicinal.view.markup import Html
from vicinal.wording import listed, many, three_digits

_CLEAR = 0.05  # a method whose p is lower is clearly behind the best
_BAR, _HEIGHT = 220, 18  # of the bar in a row, in pixels
_NAMED = 5  # for this many sets or more, the heading gives their number instead of their names
_REASON = 600  # characters of the reason why a method failed
_OTHERS = {
    "pairs": "F1 of sentence pairs",
    "paragraphs": "F1 of paragraph pairs",
    "lax": "F1 if overlapping links count as right",
}

_READING = Html("""\
<p>Each method ran with its defaults, in its own process. Precision (P) is the share of its predictions that are \
right, recall (R) the share of the gold that it finds, and F1 their harmonic mean. A link is right if both sides match \
exactly; “lax” also accepts a link that overlaps with a gold link. “Changed” leaves out links with the same text on \
both sides. The interval is the 95% bootstrap interval of F1 over documents. p is the probability that chance alone \
gives a difference to the best method at least as large as this one (paired randomisation over documents); a method \
with p below .05 is clearly behind. Seconds include fitting; megabytes are the peak memory of the process.</p>""")
_ACROSS = Html("""\
<p>F1 on each set. The best method of a set is bold; methods that are clearly behind it (p below .05) are grey. The \
mean gives every set the same weight; a method that failed on a set has none.</p>{}""")
_F1_BAR = Html("""\
<svg class="bar" viewBox="-1 0 {width} {height}" width="{width}" height="{height}" aria-hidden="true">{ticks}\
<rect class="{kind}" y="3" width="{f1:.1f}" height="{thickness}"/><path class="goal" d="M{best:.1f} 0V{height}"/>\
{interval}</svg>""")
_INTERVAL = Html('<path class="interval" d="M{0:.1f} 9H{1:.1f}M{0:.1f} 6V12M{1:.1f} 6V12"/>')
_BOLD = Html("<b>{}</b>")
_QUIET = Html('<span class="quiet">{}</span>')


@dataclass(frozen=True)
class _Set:
    """The methods on one gold set, best first; those that failed are last."""

    name: str
    measure: str
    documents: int
    methods: tuple[Ranked, ...]

    @property
    def done(self) -> list[Ranked]:
        return [method for method in self.methods if method.result.error is None]

    def find(self, method: str) -> Ranked | None:
        return next((one for one in self.done if one.result.method == method), None)


def comparison_page(
    results: Sequence[MethodRun], measure: str = "links", *, sizes: Mapping[str, int], folds: int = 5
) -> Html:
    """Return the report.

    Args:
        results: The results of `vicinal.evaluation.method_runs.run_methods`.
        measure: The measure to rank by: links, pairs or paragraphs; a set whose gold lacks it is ranked by one it has.
        sizes: The number of documents in each set, in the order in which the sets are shown.
        folds: The greatest number of folds in the cross-validation of supervised methods.
    """
    sets = []
    for name, documents in sizes.items():
        own = [result for result in results if result.set == name]
        decisive = measure_for(own, measure)
        sets.append(_Set(name, decisive, documents, tuple(ranked(own, decisive))))
    methods = list(dict.fromkeys(result.method for result in results))
    sections = [("All sets", _across(sets, methods))] if len(sets) > 1 else []
    sections += [(f"Set {shortened(one.name, NAME)}", _of_set(one)) for one in sets]
    sections += [("How to read this", _READING), ("Methods", _methods(methods, folds))]
    where = listed([one.name for one in sets]) if len(sets) < _NAMED else f"{len(sets)} gold sets"
    return report_page(f"{many(len(methods), 'method')} on {where}", "Comparison report", _summary(sets), sections)


def _is_clearly_behind(method: Ranked) -> bool:
    return not method.is_best and method.p < _CLEAR


def _summary(sets: Sequence[_Set]) -> str:
    winners: dict[str, list[str]] = {}
    for one in sets:
        if one.done:
            winners.setdefault(one.done[0].result.method, []).append(shortened(one.name, NAME))
    if not winners:
        return "Every method failed"
    if len(winners) == 1 and all(one.done for one in sets):
        return f"Best{' on every set' if len(sets) > 1 else ''}: {next(iter(winners))}"
    return f"Best: {'; '.join(f'{method} on {listed(names)}' for method, names in winners.items())}"


def _across(sets: Sequence[_Set], methods: Iterable[str]) -> Html:
    means = {method: _mean(sets, method) for method in methods}
    columns = [Column("method", is_number=False), Column("mean")]
    columns += [Column(shortened(one.name, 40), f"F1 of {one.measure}") for one in sets]
    rows = []
    for method in sorted(means, key=lambda method: _order(means[method])):
        mean = means[method]
        cells = [_f1_cell(one.find(method)) for one in sets]
        rows.append([Cell(method), Cell("-", -1) if mean is None else _score(mean), *cells])
    return _ACROSS.format(table("F1 of each method on each set", columns, rows))


def _mean(sets: Sequence[_Set], method: str) -> float | None:
    found = [one.find(method) for one in sets]
    return sum(one.f1 for one in found if one) / len(found) if all(found) else None


def _order(mean: float | None) -> float:
    return 1.0 if mean is None else -mean


def _f1_cell(method: Ranked | None) -> Cell:
    if method is None:
        return Cell("-", -1)
    style = _BOLD if method.is_best else _QUIET if _is_clearly_behind(method) else Html("{}")
    return Cell(style.format(three_digits(method.f1)), round(method.f1, 6))


def _of_set(one: _Set) -> Html:
    columns = [
        Column("method", is_number=False),
        Column("F1 and its interval, from 0 to 1", "the bar is F1, the thin line its interval", False),
        *(Column(name) for name in ("P", "R", "F1", "95%", "p")),
        *(Column("par." if name == "paragraphs" else name, meaning) for name, meaning in _OTHERS.items()),
        Column("secs", "seconds of processor time, including fitting"),
        Column("MB", "peak memory in megabytes"),
    ]
    rows = [_row(method, one) for method in one.methods]
    caption = f"{many(one.documents, 'document')}, ranked by F1 of {one.measure}"
    parts = [_verdict(one), table(caption, columns, rows)]
    parts += [
        Html("<p>Note: {}.</p>").format(note) for note in comparison_notes([method.result for method in one.methods])
    ]
    if any("links" in method.result.total.counts for method in one.done):
        parts.append(_by_kind(one))
    return Html("\n").join(parts)


def _verdict(one: _Set) -> Html:
    """Return a few sentences: which method is best, and which others may be as good."""
    if not one.done:
        return Html("<p>Every method failed on this set.</p>")
    best, *others = one.done
    interval = f" ({_interval(best)})" if best.interval else ""
    sentences = [
        Html("<b>{}</b> is best, with an F1 of {}{}.").format(best.result.method, three_digits(best.f1), interval)
    ]
    for second in others[:1]:
        chance = "which is hardly chance" if _is_clearly_behind(second) else "which may be chance"
        behind = f"{three_digits(best.f1 - second.f1)} behind, {chance} (p {three_digits(second.p)})."
        sentences.append(Html("{} is second, {}").format(second.result.method, behind))
    rest = [
        f"{other.result.method} (p {three_digits(other.p)})" for other in others[1:] if not _is_clearly_behind(other)
    ]
    if rest:
        sentences.append(Html("Also not clearly behind: {}.").format(", ".join(rest)))
    return Html("<p>{}</p>").format(Html(" ").join(sentences))


def _row(method: Ranked, of: _Set) -> list[Cell]:
    result, f1, interval, p, is_best = method
    if result.error is not None:
        reason = Html('<span class="quiet">failed: <bdi>{}</bdi></span>').format(shortened(result.error, _REASON))
        return [Cell(result.method), Cell(reason)]
    counts, total = result.total[of.measure], result.total
    return [
        Cell(_BOLD.format(result.method) if is_best else result.method),
        Cell(_bar(method, of.done[0].f1), round(f1, 6)),
        _score(counts.precision),
        _score(counts.recall),
        Cell(_BOLD.format(three_digits(f1)), round(f1, 6)),
        Cell(_interval(method), round(interval[0], 6) if interval else -1),
        Cell("best" if is_best else three_digits(p), round(p, 6)),
        *(_score(total[name].f1) if name in total.counts else Cell("") for name in _OTHERS),
        Cell(f"{result.seconds:.1f}", round(result.seconds, 3)),
        Cell(f"{result.megabytes:.0f}", round(result.megabytes, 1)),
    ]


def _interval(method: Ranked) -> str:
    """Return the interval of F1 as text; a dash if there is none."""
    return "–".join(map(three_digits, method.interval)) if method.interval else "–"


def _bar(method: Ranked, best: float) -> Html:
    """Return F1 as a bar from 0 to 1, with its interval, if any, as a line across and a mark at the best F1."""
    interval = _INTERVAL.format(*(_BAR * end for end in method.interval)) if method.interval else ""
    tick = Html('<path class="grid" d="M{:g} 0V{}"/>')
    return _F1_BAR.format(
        width=_BAR + 2,
        height=_HEIGHT,
        ticks=Html("").join(tick.format(_BAR * k / 4, _HEIGHT) for k in range(5)),
        kind="best" if method.is_best else "rival",
        f1=_BAR * method.f1,
        thickness=_HEIGHT - 6,
        best=_BAR * best,
        interval=interval,
    )


def _by_kind(one: _Set) -> Html:
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
    for method in one.done:
        cells = [_score(method.result.total[name].f1) if gold[name].gold else Cell("-", -1) for name in names]
        rows.append([Cell(method.result.method), *cells])
    return table("F1 of links by kind", columns, rows, note="in brackets: gold links")


def _methods(methods: Sequence[str], folds: int) -> Html:
    entries = []
    for method in methods:
        summary, settings = "", ""
        if method in METHODS:
            try:
                summary, settings = summary_of(method), repr(aligner_for(method, {}))
                settings += f" cross-validated over at most {folds} folds" if is_supervised(method) else ""
            except (VicinalError, ImportError) as error:  # the tables show it too
                settings = str(error)
        entries.append((method, Html("{}<br><code>{}</code>").format(summary, settings)))
    return definitions(entries)


def _score(value: float) -> Cell:
    return Cell(three_digits(value), round(value, 6))
