"""Export from the workbench, in a real browser: the file has exactly the links on the screen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.app_window import SETTLED, SHOWN, asked, key_of, press
from tests.browser import Open, sentence, settled
from vicinal.gold import read_gold_lines

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Links that the filter lets through.
VISIBLE = "Vicinal.app.bench.viewer.model.links.filter(l => l.shown).map(({ source, target }) => [source, target])"


@pytest.fixture
def pair(app: str) -> str:
    """The key of a pair with links of several kinds."""
    return key_of(app, asked(app + "api/pairs?order=corpus")["pairs"][0]["id"])


def choices(window: Page) -> dict[str, str]:
    """Open the dialog, and return what can be exported, by value."""
    press(window, "Export")
    dialog = window.get_by_role("dialog", name="Export")
    dialog.wait_for()
    found: list[tuple[str, str]] = (
        dialog.get_by_role("combobox", name="What", exact=True)
        .locator("option")
        .evaluate_all("nodes => nodes.map(node => [node.value, node.textContent])")
    )
    return dict(found)


def exported(window: Page, tmp_path: Path, choice: str, name: str = "gold") -> Any:
    """Choose something in the open dialog, download it, and return its links, sorted."""
    dialog = window.get_by_role("dialog", name="Export")
    dialog.get_by_role("combobox", name="What", exact=True).select_option(choice)
    dialog.get_by_label("Format").select_option(name)
    with window.expect_download() as download:
        dialog.get_by_role("button", name="Download").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    dialog.wait_for(state="detached")
    if name == "gold":
        (record,) = read_gold_lines(path)
        return sorted([[list(xs), list(ys)] for xs, ys in record.links])
    return sorted([[row["source"], row["target"]] for row in map(json.loads, path.read_text().splitlines())])


def aligned_by(window: Page, method: str) -> None:
    """Choose a method, and wait for its links."""
    with window.expect_response(lambda answer: answer.url.endswith("api/align")):
        window.get_by_role("combobox", name="Method", exact=True).select_option(method)
    window.locator(".mode[aria-busy=false]").wait_for()


def test_every_method_and_setting_on_the_screen_is_what_is_written(
    app: str, pair: str, open_app: Open, tmp_path: Path
) -> None:
    window = open_app(f"{app}#pair={pair}&mode=method")
    window.locator(".mode[aria-busy=false]").wait_for()
    counts = set()
    offered = [method["name"] for method in asked(app + "api/info")["methods"]]
    for method in [*offered[1:], offered[0]]:
        aligned_by(window, method)
        links = sorted(window.evaluate(SHOWN))
        title = window.evaluate("Vicinal.app.bench.mode.settings.title")
        noun = "link" if len(links) == 1 else "links"
        assert choices(window)["screen-0"] == f"What is on the screen: {title}, {len(links)} {noun}"
        assert exported(window, tmp_path, "screen-0") == links
        counts.add(len(links))
    assert len(counts) > 2  # the methods do differ
    before = sorted(window.evaluate(SHOWN))
    with window.expect_response(lambda answer: answer.url.endswith("api/align")):
        window.locator(".setting input[type=number]").first.fill("0.9")
    window.locator(".mode[aria-busy=false]").wait_for()
    links = sorted(window.evaluate(SHOWN))
    assert links != before
    choices(window)
    assert exported(window, tmp_path, "screen-0", "jsonl") == links


def test_a_filter_is_said_and_both_can_be_written(app: str, pair: str, open_app: Open, tmp_path: Path) -> None:
    window = open_app(f"{app}#pair={pair}&mode=method")
    window.locator(".mode[aria-busy=false]").wait_for()
    window.locator(".kind[data-kind='1-1'] input").uncheck()
    shown, links = sorted(window.evaluate(VISIBLE)), sorted(window.evaluate(SHOWN))
    assert 0 < len(shown) < len(links)
    offered = choices(window)
    assert offered["screen-0"] == f"What is on the screen: Global, only the {len(shown)} links shown"
    assert offered["screen-0-all"] == f"Global, all {len(links)} links, also those that the filter hides"
    assert exported(window, tmp_path, "screen-0") == shown
    choices(window)
    assert exported(window, tmp_path, "screen-0-all") == links


def test_corrections_are_written_and_the_dialog_says_whose_and_how_many(
    app: str, pair: str, open_app: Open, tmp_path: Path
) -> None:
    window = open_app(f"{app}#pair={pair}&mode=correct", name="Ines")
    window.wait_for_selector(".sentence")
    linked = window.evaluate(SHOWN)[0]
    sentence(window, "source", linked[0][0]).click()
    press(window, "Remove")
    settled(window, SETTLED, 0)
    links = sorted(window.evaluate(SHOWN))
    assert linked not in links
    assert choices(window)["screen-0"] == f"What is on the screen: the links of Ines, {len(links)} links"
    dialog = window.get_by_role("dialog", name="Export")
    outcome = dialog.locator(".written")
    outcome.filter(has_text=f"Writes {len(links)} links of the open pair: the links of Ines.").wait_for()
    for choice, words in {
        "one": f"Writes {len(links)} links of the open pair: the links of Ines.",
        "all": "Writes the links of Ines in 1 pair corrected or marked as done.",
        "done": "Ines has no pair marked as done yet.",
    }.items():
        dialog.get_by_role("combobox", name="What", exact=True).select_option(choice)
        outcome.filter(has_text=words).wait_for()
    assert exported(window, tmp_path, "screen-0") == links


def test_a_comparison_offers_the_links_of_each_side_and_those_in_both(
    app: str, pair: str, open_app: Open, tmp_path: Path
) -> None:
    window = open_app(f"{app}#pair={pair}&mode=compare&a=global&b=nearest")
    window.locator(".numbers td").first.wait_for()
    groups: list[str] = window.evaluate("Vicinal.app.bench.viewer.model.links.map(link => link.group)")
    links = window.evaluate(SHOWN)
    for choice, wanted in {"screen-0": ("a", "both"), "screen-1": ("b", "both"), "screen-2": ("both",)}.items():
        choices(window)
        of_group = [link for link, group in zip(links, groups, strict=True) if group in wanted]
        assert exported(window, tmp_path, choice) == sorted(of_group)
