"""Why two sentences are not linked, in the app, in a real browser: by mouse, by keyboard, with settings, in Correct."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.app_window import asked, key_of, press
from tests.browser import Open, indices, sentence

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


@pytest.fixture
def pair(app: str) -> str:
    """The key of a pair."""
    return key_of(app, asked(app + "api/pairs?order=corpus")["pairs"][0]["id"])


def lines(window: Page) -> Locator:
    return window.locator(".why-lines p")


def test_a_click_on_each_side_tells_why_a_method_does_not_link_them(app: str, pair: str, open_app: Open) -> None:
    window = open_app(f"{app}#pair={pair}&mode=method&m=vicinity")
    window.locator(".took").filter(has_text="ms").wait_for()
    press(window, "Why not linked?")
    assert "Choose one sentence on each side" in window.locator(".why").inner_text()
    sentence(window, "source", 1).click()
    sentence(window, "target", 3).click()
    lines(window).first.wait_for()
    assert window.locator(".why .quiet").inner_text() == "source 2 and target 4"
    assert lines(window).first.inner_text() == "Not linked."
    below = lines(window).filter(has_text="is below the threshold for sentences (sentence alpha), 0.30.")
    assert below.count() == 1
    # With another threshold the reasons are others.
    with window.expect_request(lambda request: request.url.endswith("/why")) as request:
        window.get_by_role("spinbutton", name="Sentence alpha, exactly").fill("0.05")
    assert '"settings":{"sentence_alpha":0.05}' in (request.value.post_data or "")
    below.wait_for(state="detached")
    assert lines(window).first.inner_text() == "Not linked."
    press(window, "Close the reasons")
    assert window.locator(".why").is_hidden()
    assert indices(window, ".chosen") == []
    sentence(window, "source", 1).click()  # pins a link again
    assert indices(window, ".text-source .chosen") == []


def test_the_keyboard_alone_asks_in_every_mode(app: str, pair: str, open_app: Open) -> None:
    window = open_app(f"{app}#pair={pair}&mode=method")
    window.locator(".took").filter(has_text="ms").wait_for()
    sentence(window, "source", 0).focus()
    window.keyboard.press("w")
    window.keyboard.press("ArrowRight")
    window.keyboard.press("End")
    window.keyboard.press("w")
    lines(window).first.wait_for()
    last = window.locator(".text-target .sentence").count()
    assert window.locator(".why .quiet").inner_text() == f"source 1 and target {last}"
    window.keyboard.press("Escape")
    assert window.locator(".why").is_hidden()
    window.keyboard.press("3")
    sentence(window, "source", 0).focus()
    for key in (" ", "ArrowRight", "End", " ", "w"):
        window.keyboard.press(key)
    lines(window).first.wait_for()
    assert lines(window).first.inner_text() == "Not linked."
    assert "People made or corrected these links" in window.locator(".why-lines").inner_text()


def test_in_correct_the_focused_sentence_counts_as_chosen(app: str, pair: str, open_app: Open) -> None:
    window = open_app(f"{app}#pair={pair}&mode=correct")
    sentence(window, "source", 0).focus()
    window.keyboard.press("w")
    # What to do next is in sight, although the panel is at the end of the controls.
    hint = window.locator(".why .quiet")
    assert hint.inner_text().startswith("Choose one sentence on each side")
    box, place = hint.bounding_box(), window.locator(".mode-place").bounding_box()
    assert box
    assert place
    assert place["y"] <= box["y"]
    assert box["y"] + box["height"] <= place["y"] + place["height"]
    assert indices(window, ".text-source .chosen") == [0]
    window.keyboard.press("ArrowRight")
    window.keyboard.press("End")
    window.keyboard.press("w")
    lines(window).first.wait_for()
    last = window.locator(".text-target .sentence").count()
    assert hint.inner_text() == f"source 1 and target {last}"
    window.keyboard.press("Escape")
    assert window.locator(".why").is_hidden()
    assert indices(window, ".chosen") == []


def test_linked_sentences_are_told_so_and_errors_are_shown(app: str, pair: str, open_app: Open) -> None:
    window = open_app(f"{app}#pair={pair}&mode=method", known="503")
    window.locator(".took").filter(has_text="ms").wait_for()
    link = window.evaluate("Vicinal.app.bench.viewer.model.links[0]")
    press(window, "Why not linked?")
    sentence(window, "source", link["source"][0]).click()
    sentence(window, "target", link["target"][0]).click()
    lines(window).filter(has_text="Linked: source").wait_for()
    window.route("**/why", lambda route: route.fulfill(status=503, json={"error": "too many requests <b>"}))
    sentence(window, "source", link["source"][0] + 1).click()
    lines(window).filter(has_text="Too many requests <b>").wait_for()
