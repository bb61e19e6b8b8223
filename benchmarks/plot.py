"""Small line charts, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import ceil, floor, log10

COLOURS = ("#1d4ed8", "#c2410c", "#15803d", "#7e22ce", "#b45309", "#0f766e", "#475569")
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 400, 70, 46, 150, 50
Points = Sequence[tuple[float, float]]
Labels = Mapping[float, str]  # where a grid line is, and what it is called


def chart(title: str, x_label: str, y_label: str, lines: Mapping[str, Points]) -> str:
    """Return an SVG of lines through points, both axes logarithmic."""
    xs = [x for points in lines.values() for x, _ in points]
    ys = [y for points in lines.values() for _, y in points if y > 0]
    x0, x1 = floor(log10(min(xs))), ceil(log10(max(xs)))
    y0, y1 = floor(log10(min(ys))), max(ceil(log10(max(ys))), floor(log10(min(ys))) + 1)
    shown = {name: [(x, y) for x, y in points if y > 0] for name, points in lines.items()}
    return _drawn(
        (title, x_label, y_label),
        shown,
        ({10**power: f"{10**power:,}" for power in range(x0, x1 + 1)}, lambda x: (log10(x) - x0) / (x1 - x0)),
        ({10.0**power: f"{10.0**power:g}" for power in range(y0, y1 + 1)}, lambda y: (log10(y) - y0) / (y1 - y0)),
    )


def reliability(lines: Mapping[str, Sequence[tuple[float, float, int]]]) -> str:
    """Return an SVG of the share of links that are right by their score; bins of less than 20 links are left out.

    Args:
        lines: For each set, its bins: the mean score, the share, and how many links.
    """
    tenths = {number / 5: f"{number / 5:g}" for number in range(6)}
    shown: dict[str, Points] = {"as promised": [(0.0, 0.0), (1.0, 1.0)]}
    shown |= {name: [(score, share) for score, share, count in bins if count >= 20] for name, bins in lines.items()}
    title = "Of the links of a score, how many are exactly right"
    return _drawn((title, "score", "exactly right"), shown, (tenths, lambda x: x), (tenths, lambda y: y))


def _drawn(
    names: tuple[str, str, str],
    lines: Mapping[str, Points],
    across: tuple[Labels, Callable[[float], float]],
    up: tuple[Labels, Callable[[float], float]],
) -> str:
    """Return the SVG of lines; each axis has its labels, and a function from values to parts of its length."""
    title, x_label, y_label = names

    def px(x: float) -> float:
        return LEFT + across[1](x) * (WIDTH - LEFT - RIGHT)

    def py(y: float) -> float:
        return HEIGHT - BOTTOM - up[1](y) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="system-ui, sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="24" font-size="15" font-weight="600">{escape(title)}</text>',
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:g}" y="{HEIGHT - 12}" text-anchor="middle">{escape(x_label)}</text>',
        f'<text x="16" y="{(TOP + HEIGHT - BOTTOM) / 2:g}" text-anchor="middle" '
        f'transform="rotate(-90 16 {(TOP + HEIGHT - BOTTOM) / 2:g})">{escape(y_label)}</text>',
    ]
    for value, label in across[0].items():
        x = px(value)
        parts.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM}" stroke="#e5e7eb"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{label}</text>')
    for value, label in up[0].items():
        y = py(value)
        parts.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#e5e7eb"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for number, (name, points) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="3" fill="{colour}"/>' for x, y in points]
        parts.append(f'<rect x="{WIDTH - RIGHT + 12}" y="{TOP + 22 * number}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 30}" y="{TOP + 22 * number + 10}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
