"""The changes that corrections make to links: tables of cases for a script of the app, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.app_window import Links, numbered
from vicinal.view.asset_list import APP, asset

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


PATCHES = """([name, links, source, target]) => {
    const similarity = (x, y) => (x === y ? 1 : 0);
    const patch = Patches[name](links, { source, target }, similarity);
    return patch && Patches.patched(links, patch);
}"""


@pytest.fixture(scope="module")
def patching(browser: Browser) -> Iterator[Page]:
    """A window with the scripts of the app up to that of outcomes, which use patches."""
    context = browser.new_context()
    window = context.new_page()
    for name in APP.scripts[: APP.scripts.index("app-outcome.js") + 1]:
        window.add_script_tag(content=asset(name))
    yield window
    context.close()


@pytest.mark.parametrize(
    ("action", "links", "source", "target", "expected"),
    [
        ("link", [], [0], [1], [[[0], [1]]]),
        ("link", [], [0], [], None),
        ("link", [[[0], [1]]], [0], [1], None),
        ("link", [[[0, 1], [0, 1]]], [1], [2], [[[0], [0, 1]], [[1], [2]]]),
        ("link", [[[0], [0]], [[1], [1]]], [0], [1], [[[0], [1]]]),
        ("add", [], [0], [1], [[[0], [1]]]),
        ("add", [], [0, 1], [], None),
        ("add", [[[0], [0]], [[1], [1]]], [0, 1], [], [[[0, 1], [0, 1]]]),
        ("add", [[[0], [0]]], [0], [1], [[[0], [0, 1]]]),
        ("add", [[[0], [0]]], [0, 1], [], [[[0, 1], [0]]]),
        ("add", [[[0], [0]], [[1], [1]]], [0], [1], [[[0, 1], [0, 1]]]),
        ("add", [[[0], [0]]], [0], [], None),
        ("add", [[[0], [0]]], [0], [0], None),
        ("split", [[[0, 1], [0, 1]]], [0], [1], [[[0], [1]], [[1], [0]]]),
        ("split", [[[0], [0, 1]]], [], [1], [[[0], [0]]]),
        ("split", [[[0, 1], [0, 1]]], [1], [], [[[0], [0]], [[1], [1]]]),
        ("split", [[[0, 1], [0, 1]]], [], [0], [[[0], [0]], [[1], [1]]]),
        ("split", [[[0, 1, 2], [0, 1]]], [1], [], [[[0, 2], [0, 1]]]),
        ("split", [[[0], [0, 1]]], [0], [1], [[[0], [1]]]),
        ("split", [[[0], [0, 1]]], [0], [0, 1], None),
        ("split", [[[0, 1, 2], [0, 1, 2]]], [0, 1, 2], [0, 1, 2], [[[0], [0]], [[1, 2], [1, 2]]]),
        ("split", [[[0], [0]], [[1], [1]]], [0, 1], [], None),
        ("remove", [[[0], [0]], [[1], [1]], [[2], [2]]], [0], [2], [[[1], [1]]]),
        ("remove", [[[0], [0]]], [1], [1], None),
    ],
)
def test_corrections(
    patching: Page, action: str, links: Links, source: list[int], target: list[int], expected: Links | None
) -> None:
    assert patching.evaluate(PATCHES, [action, links, source, target]) == expected


@pytest.mark.parametrize(
    ("links", "side", "index", "by", "expected"),
    [
        ([[[0], [0]], [[2], [1]]], "source", 1, -1, [[[0, 1], [0]], [[2], [1]]]),
        ([[[0], [0]], [[2], [1]]], "source", 1, 1, [[[0], [0]], [[1, 2], [1]]]),
        ([[[0], [0]], [[5], [1]]], "source", 2, -1, [[[0, 2], [0]], [[5], [1]]]),  # the nearest may be far
        ([[[0], [0]], [[1], [2]]], "target", 1, 1, [[[0], [0]], [[1], [1, 2]]]),
        ([[[0, 1], [0]], [[2], [1]]], "source", 1, 1, [[[0], [0]], [[1, 2], [1]]]),  # it leaves its own link
        ([[[0], [0]], [[1], [1]]], "source", 1, -1, [[[0, 1], [0]]]),
        ([[[1], [0]]], "source", 0, -1, None),
        ([[[0, 1], [0]]], "source", 1, -1, None),
        ([], "target", 0, 1, None),
    ],
)
def test_a_sentence_is_attached_to_the_link_above_or_below(
    patching: Page, links: Links, side: str, index: int, by: int, expected: Links | None
) -> None:
    attach = """([links, side, index, by]) => {
        const patch = Patches.attach(links, { side, index }, by);
        return patch && Patches.patched(links, patch);
    }"""
    assert patching.evaluate(attach, [links, side, index, by]) == expected


@pytest.mark.parametrize(
    ("remove", "add", "expected"),
    [
        ([], [[[2], [4]]], "<2> → <4>"),
        ([[[3], [4]]], [[[2, 3], [4]]], "<2>, <3> → <4> (was <3> → <4>)"),
        ([[[1], [1]], [[2], [2]]], [[[1], [2]]], "<1> → <2>; breaks <1> → <1> and <2> → <2>"),
        ([[[0, 1], [0]]], [[[0], [0]]], "<0> → <0>; breaks <0>, <1> → <0>"),
        ([[[0], [0]], [[1], [1]]], [], "removes <0> → <0> and <1> → <1>"),
        ([[[i], [i]] for i in range(5)], [], "removes <0> → <0> and <1> → <1> and <2> → <2> and 2 more"),
    ],
)
def test_an_outcome_in_words(patching: Page, remove: Links, add: Links, expected: str) -> None:
    found = patching.evaluate("([remove, add]) => Outcome.inWords({ remove, add })", [remove, add])
    assert found == numbered(patching, expected)


@pytest.mark.parametrize(
    ("links", "remove", "add", "expected"),
    [
        ([[[0], [0]]], [], [[[0], [0]]], True),  # another tab made the same link
        ([[[1], [1]]], [[[0], [0]]], [], True),  # or removed the same one
        ([[[0], [0, 1]]], [[[0], [0]]], [], False),  # or put it into a larger one, which nobody meant to remove
        ([[[0], [0, 1]]], [], [[[0], [0]]], False),
        ([[[0], [1]], [[1], [0]]], [[[0, 1], [0, 1]]], [[[0], [1]], [[1], [0]]], True),
    ],
)
def test_a_change_that_was_already_made_is_no_conflict(
    patching: Page, links: Links, remove: Links, add: Links, expected: bool
) -> None:
    holds = "([links, remove, add]) => Patches.holds(links, { remove, add })"
    assert patching.evaluate(holds, [links, remove, add]) == expected


def test_word_changes_stay_with_their_links(patching: Page) -> None:
    change = ["delete", [1, 0, 3], None]
    views = [
        {"links": [[[0], [0], 1], [[1], [1], 1]], "changes": [[], [change]]},
        {"links": [[[2], [2], 1]], "changes": None},
    ]
    links: Links = [[[1], [1]], [[2], [2]], [[0], [0]], [[3], [3]]]
    found = patching.evaluate("([links, views]) => Patches.changesOf(links, views)", [links, views])
    assert found == [[change], None, [], None]
