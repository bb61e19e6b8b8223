"""The legend and the help of the page and the app, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import vicinal
from tests.app_window import asked, press
from tests.browser import Open, aligned

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

STROKES = "all => all.map(one => [getComputedStyle(one).stroke, one.getAttribute('stroke-dasharray')])"


def opened(window: Page, button: str, dialog: str) -> Locator:
    """Press a button, and return the dialog that it opens."""
    press(window, button)
    node = window.get_by_role("dialog", name=dialog)
    node.wait_for()
    return node


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_legend_draws_each_kind_in_its_own_colour_and_line(open_page: Open, scheme: str) -> None:
    window = open_page(aligned(), color_scheme=scheme)
    legend = opened(window, "Legend", "What am I looking at?")
    strokes = legend.locator(".picture path").evaluate_all(STROKES)
    filtered = window.locator(".kinds .sample path").evaluate_all(STROKES)
    assert strokes == filtered  # as the filter and the curves draw them
    assert len({colour for colour, _ in strokes}) == len({line for _, line in strokes}) == 4
    text = legend.inner_text()
    for words in ("1-N Split", "N-1 Joined", "hollow dot", "source: the original", "counted from 1"):
        assert words in text


def test_the_legend_says_what_the_score_of_the_method_means(open_page: Open) -> None:
    alignment = aligned()
    assert "How alike the words" in opened(open_page(alignment), "Legend", "What am I looking at?").inner_text()
    best = vicinal.align(alignment.source, alignment.target, "global")
    text = opened(open_page(best), "Legend", "What am I looking at?").inner_text()
    assert "about 62 are exactly right" in text


def test_the_help_of_a_page_fits_a_phone_and_has_its_keys(open_page: Open) -> None:
    window = open_page(aligned(), width=390, height=844)
    dialog = opened(window, "Help", "About this page")
    assert window.evaluate("document.documentElement.scrollWidth") == 390
    assert dialog.evaluate("node => node.scrollWidth <= node.clientWidth")
    headings = dialog.get_by_role("heading").all_inner_texts()
    assert headings[1:4] == ["What this is", "The two texts", "Links"]
    assert headings[-2:] == ["Keys", "Settings"]
    window.keyboard.press("Escape")
    assert window.get_by_role("dialog").count() == 0


def test_the_help_of_the_app_has_sections_that_can_be_gone_to(app: str, open_app: Open) -> None:
    key = asked(app + "api/pairs?order=corpus")["pairs"][0]["key"]
    window = open_app(f"{app}#pair={key}&mode=compare")
    window.locator(".numbers td").first.wait_for()
    dialog = opened(window, "Help", "Help")
    text = dialog.inner_text()
    for words in ("What this is", "How to correct", "Keys", "Files and export", "Where corrections are stored"):
        assert words in text
    assert "Links of the comparison" in text  # the legend of what is shown now
    dialog.get_by_role("navigation").get_by_role("button", name="Keys").click()
    assert window.evaluate("document.activeElement.textContent") == "Keys"
    window.keyboard.press("Escape")
    window.keyboard.press("?")
    assert window.evaluate("document.activeElement.textContent") == "Keys"
