"""The grid of a tuning as a heat map: one self-contained SVG file."""

from __future__ import annotations

from vicinal.evaluation.tune import Tuning
from vicinal.view.markup import Html

_CELL, _LEFT, _TOP = 62, 130, 70
_SVG = Html("""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" \
font-family="system-ui, sans-serif" font-size="13">
<title>{title}</title>
<rect width="{width}" height="{height}" fill="#ffffff"/>
<text x="12" y="24" font-size="15" font-weight="600">{title}</text>
{parts}
</svg>
""")
_TEXT = Html('<text x="{:g}" y="{}" text-anchor="{}">{}</text>')
_AXIS = Html('<text x="{:g}" y="{}" text-anchor="{}" fill="#555">{}</text>')
_SQUARE = Html("""\
<rect x="{x}" y="{y}" width="{size}" height="32" rx="3" fill="{colour}"{frame}/>
<text x="{middle:g}" y="{baseline}" text-anchor="middle" fill="{ink}">{value:.3f}</text>""")


def heatmap(tuning: Tuning) -> Html:
    """Return a heat map of F1 over the two settings with the most values; for others, the best value counts."""
    names = sorted(tuning.best.settings, key=lambda name: -len(_values(tuning, name)))[:2]
    down, across = names[0], names[-1]
    rows, columns = _values(tuning, down), _values(tuning, across) if len(names) > 1 else [None]
    shown: dict[tuple[float, float | None], float] = {}
    for trial in tuning.trials:
        key = (trial.settings[down], trial.settings[across] if len(names) > 1 else None)
        value = trial.over(range(len(trial.documents)))[tuning.measure].f1
        shown[key] = max(value, shown.get(key, 0.0))
    low, high = min(shown.values()), max(shown.values())
    parts = [_AXIS.format(_LEFT - 12, _TOP - 12, "end", _label(down))]
    if len(names) > 1:
        parts.append(_AXIS.format(_LEFT + _CELL * len(columns) / 2, 44, "middle", _label(across)))
        for j, column in enumerate(columns):
            parts.append(_TEXT.format(_LEFT + _CELL * (j + 0.5), _TOP - 12, "middle", f"{column:g}"))
    for i, row in enumerate(rows):
        y = _TOP + 34 * i
        parts.append(_TEXT.format(_LEFT - 12, y + 22, "end", f"{row:g}"))
        for j, column in enumerate(columns):
            value = shown[row, column]
            parts.append(_square(_LEFT + _CELL * j, y, value, (value - low) / (high - low) if high > low else 1.0))
    return _SVG.format(
        width=_LEFT + _CELL * len(columns) + 30,
        height=_TOP + 34 * len(rows) + 30,
        title=f"{tuning.method}: F1 of {tuning.measure}",
        parts=Html("\n").join(parts),
    )


def _square(x: int, y: int, value: float, share: float) -> Html:
    """Return a square with a value; share is where the value lies between the lowest (0) and the highest (1)."""
    return _SQUARE.format(
        x=x + 1,
        y=y + 1,
        size=_CELL - 2,
        colour=_colour(share),
        frame=Html(' stroke="#c02f5b" stroke-width="3"') if share == 1.0 else "",
        middle=x + _CELL / 2,
        baseline=y + 22,
        ink="#ffffff" if share > 0.55 else "#1a1a1a",
        value=value,
    )


def _values(tuning: Tuning, name: str) -> list[float]:
    return sorted({trial.settings[name] for trial in tuning.trials})


def _label(name: str) -> str:
    return name.replace("_", " ")


def _colour(share: float) -> str:
    """Return a colour from pale to deep slate; the best value has a frame besides, as what is chosen has in pages."""
    pale, deep = (238, 241, 244), (47, 61, 74)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(pale, deep, strict=True))
