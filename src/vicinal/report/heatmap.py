"""The grid of a tuning as a picture: a heat map in SVG, one self-contained file."""

from __future__ import annotations

from html import escape

from vicinal.evaluate.tune import Tuning

_CELL, _LEFT, _TOP = 62, 130, 70


def heatmap(tuning: Tuning) -> str:
    """Return a heat map of F1 over the two settings with the most values; of any further settings the best is shown."""
    names = sorted(tuning.best.settings, key=lambda name: -len(_values(tuning, name)))[:2]
    down, across = names[0], names[-1]
    rows, columns = _values(tuning, down), _values(tuning, across) if len(names) > 1 else [None]
    shown: dict[tuple[float, float | None], float] = {}
    for trial in tuning.trials:
        key = (trial.settings[down], trial.settings[across] if len(names) > 1 else None)
        value = trial.over(range(len(trial.documents)))[tuning.measure].f1
        shown[key] = max(value, shown.get(key, 0.0))
    low, high = min(shown.values()), max(shown.values())
    width, height = _LEFT + _CELL * len(columns) + 30, _TOP + 34 * len(rows) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="system-ui, sans-serif" font-size="13">',
        f"<title>{escape(tuning.method)}: F1 of {escape(tuning.measure)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="12" y="24" font-size="15" font-weight="600">{escape(tuning.method)}: F1 of {tuning.measure}</text>',
        f'<text x="{_LEFT - 12}" y="{_TOP - 12}" text-anchor="end" fill="#555">{escape(_label(down))}</text>',
    ]
    if len(names) > 1:
        middle = _LEFT + _CELL * len(columns) / 2
        parts.append(f'<text x="{middle:g}" y="44" text-anchor="middle" fill="#555">{escape(_label(across))}</text>')
        for j, column in enumerate(columns):
            x = _LEFT + _CELL * (j + 0.5)
            parts.append(f'<text x="{x:g}" y="{_TOP - 12}" text-anchor="middle">{column:g}</text>')
    for i, row in enumerate(rows):
        y = _TOP + 34 * i
        parts.append(f'<text x="{_LEFT - 12}" y="{y + 22}" text-anchor="end">{row:g}</text>')
        for j, column in enumerate(columns):
            value = shown[row, column]
            share = (value - low) / (high - low) if high > low else 1.0
            ink = "#ffffff" if share > 0.55 else "#1a1a1a"
            best = ' stroke="#c2410c" stroke-width="3"' if value == high else ""
            x = _LEFT + _CELL * j
            parts += [
                f'<rect x="{x + 1}" y="{y + 1}" width="{_CELL - 2}" height="32" rx="3" fill="{_colour(share)}"{best}/>',
                f'<text x="{x + _CELL / 2:g}" y="{y + 22}" text-anchor="middle" fill="{ink}">{value:.3f}</text>',
            ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _values(tuning: Tuning, name: str) -> list[float]:
    return sorted({trial.settings[name] for trial in tuning.trials})


def _label(name: str) -> str:
    return name.replace("_", " ")


def _colour(share: float) -> str:
    """Return a colour from pale to deep blue."""
    pale, deep = (236, 242, 250), (16, 66, 130)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(pale, deep, strict=True))
