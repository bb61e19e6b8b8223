"""The colours of all pages: one meaning each, told apart, and with enough contrast in both themes."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from vicinal.corpus.stats import Stats
from vicinal.report.histogram import kind_plot
from vicinal.view.asset_list import APP, PAGE, REPORT, asset

KINDS = ("k11", "k1n", "kn1", "knn")
COMPARED = ("a", "b", "both")
WORDS = ("delete", "add", "replace", "move")
SIDES = ("side-source", "side-target")
MEANINGS = (*KINDS, *COMPARED, *WORDS, *SIDES, "accent", "action", "done", "warning", "mark")
TEXT = ("ink", "soft", "action", "accent", "done", "warning")


def tokens(scheme: str) -> dict[str, tuple[int, int, int]]:
    """Return the colours of a theme by name."""
    found = re.findall(r"--([\w-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)", asset("theme.css"))
    return {
        name: tuple(int((light if scheme == "light" else dark)[at : at + 2], 16) for at in (0, 2, 4))  # type: ignore[misc]
        for name, light, dark in found
    }


def luminance(colour: tuple[int, int, int]) -> float:
    """Return the relative luminance, as WCAG defines it."""
    parts = [value / 255 for value in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_meaning_has_a_colour_of_its_own(scheme: str) -> None:
    colours = tokens(scheme)
    assert set(MEANINGS) <= set(colours)  # none is another name of another colour
    for one, other in combinations(MEANINGS, 2):
        distance = sum(abs(a - b) for a, b in zip(colours[one], colours[other], strict=True))
        assert distance >= 30, (one, other)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_stand_out(scheme: str) -> None:
    colours = tokens(scheme)
    for ground in ("paper", "ground"):
        for name in (*KINDS, *COMPARED, *WORDS, *SIDES, "accent", "action"):
            assert contrast(colours[name], colours[ground]) >= 3, (name, ground)
        for name in TEXT:
            assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground)
    assert contrast(colours["ink"], colours["mark"]) >= 4.5
    # Bars of the source have the target as a line across, and links of a comparison lie side by side.
    assert contrast(colours["side-source"], colours["side-target"]) >= 3
    assert contrast(colours["a"], colours["b"]) >= 1.5


def test_plots_have_the_colours_of_the_pages() -> None:
    svg = kind_plot(Stats())
    light, _, dark = svg.partition("prefers-color-scheme: dark")
    for scheme, style in (("light", light), ("dark", dark)):
        for name, own in (*zip(KINDS, KINDS, strict=True), ("side-source", "source"), ("side-target", "target")):
            red, green, blue = tokens(scheme)[name]
            assert f"--{own}: #{red:02x}{green:02x}{blue:02x};" in style
    for kind in ("1-1", "1-N", "N-1", "N-N"):
        assert svg.count(f'<rect data-kind="{kind}"') == 1


def test_every_colour_of_a_page_is_defined_once() -> None:
    defined = set(re.findall(r"(--[\w-]+):", asset("theme.css")))
    for assets in (PAGE, REPORT, APP):
        for name in assets.styles:
            sheet = asset(name)
            used = set(
                re.findall(
                    r"var\((--(?:k\w\w|a|b|both|delete|add|replace|move|side-\w+|action|accent|done|warning|mark))[,)]",
                    sheet,
                )
            )
            assert used <= defined, name
            if name.startswith("report"):  # a report speaks of sides and methods; kinds come as --kind
                assert not used & {"--k11", "--k1n", "--kn1", "--knn"}, name
            if name.startswith("app-"):  # what the app says of work has colours of its own
                assert not used & {"--k11", "--k1n", "--kn1", "--knn", "--both"}, name
