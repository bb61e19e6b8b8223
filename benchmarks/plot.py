"""A small line chart with logarithmic axes, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

COLOURS = ("#1d4ed8", "#c2410c", "#15803d", "#7e22ce", "#b45309")
Points = Sequence[tuple[float, float]]


def chart(title: str, x_label: str, y_label: str, lines: Mapping[str, Points]) -> str:
    """Return an SVG of lines through points, both axes logarithmic."""
    width, height, left, top, right, bottom = 640, 400, 70, 46, 150, 50
    xs = [x for points in lines.values() for x, _ in points]
    ys = [y for points in lines.values() for _, y in points if y > 0]
    x0, x1 = floor(log10(min(xs))), ceil(log10(max(xs)))
    y0, y1 = floor(log10(min(ys))), max(ceil(log10(max(ys))), floor(log10(min(ys))) + 1)

    def px(x: float) -> float:
        return left + (log10(x) - x0) / (x1 - x0) * (width - left - right)

    def py(y: float) -> float:
        return height - bottom - (log10(y) - y0) / (y1 - y0) * (height - top - bottom)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="system-ui, sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{left}" y="24" font-size="15" font-weight="600">{escape(title)}</text>',
        f'<text x="{(left + width - right) / 2:g}" y="{height - 12}" text-anchor="middle">{escape(x_label)}</text>',
        f'<text x="16" y="{(top + height - bottom) / 2:g}" text-anchor="middle" '
        f'transform="rotate(-90 16 {(top + height - bottom) / 2:g})">{escape(y_label)}</text>',
    ]
    for power in range(x0, x1 + 1):
        x = px(10**power)
        parts.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{height - bottom}" stroke="#e5e7eb"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - bottom + 18}" text-anchor="middle">{10**power:,}</text>')
    for power in range(y0, y1 + 1):
        y = py(10**power)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{width - right}" y2="{y:.1f}" stroke="#e5e7eb"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    for number, (name, points) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in points if y > 0)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="3" fill="{colour}"/>' for x, y in points if y > 0]
        parts.append(f'<rect x="{width - right + 12}" y="{top + 22 * number}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{width - right + 30}" y="{top + 22 * number + 10}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
