"""Numbers and lists as text: "3 links", "25%", "1.2k", ".763", "a, b and c"; and what the two sides are called."""

from __future__ import annotations

from collections.abc import Sequence

# What the two sides are, wherever people first meet them: in help, on the terminal, in reports.
SIDES = {"source": "source (the original)", "target": "target (the simpler version)"}

# What the kinds of links mean.
KIND_MEANINGS = {
    "1-1": "one sentence became one",
    "1-N": "a sentence was split",
    "N-1": "sentences were joined",
    "N-N": "several became several",
}


def many(number: int, noun: str) -> str:
    """Return a number with its noun, which is plural unless the number is 1."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def listed(names: Sequence[str]) -> str:
    """Return "a, b and c"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


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
    """Return a share as 25%, one near 0 or 1 as 2.5% or 99.6%, and None as a dash.

    A share above 0 never shows as 0%, and one below 1 never as 100%: they become <0.1% and >99.9%.
    """
    if share is None:
        return "-"
    if 0 < share < 0.0005:
        return "<0.1%"
    if 0.9995 <= share < 1:
        return ">99.9%"
    return f"{100 * share:.1f}%" if 0 < share < 0.0995 or 0.995 <= share < 1 else f"{100 * share:.0f}%"


def three_digits(value: float) -> str:
    """Return a score from 0 to 1 with three digits and without the leading zero: .763, and 1.00 for 1."""
    return f"{value:.3f}"[1:] if value < 0.9995 else "1.00"
