"""Corrections in the app, in a real browser: link, undo, keyboard, two tabs, no server, export, agreement."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

import vicinal
from tests.app_window import SETTLED, SHOWN, SOURCE, TARGET, asked, choose, indices_of, paste, press, saved, served
from tests.browser import Open, sentence, settled
from vicinal.gold import read_gold_lines

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


@pytest.fixture
def correcting(app: str, open_app: Open, request: pytest.FixtureRequest) -> tuple[Page, str, str]:
    """Two texts under correction by an annotator of this test only: the window, the key, the name."""
    name = request.node.name
    window = open_app(app, name=name)
    key = paste(window, SOURCE + " " + name, TARGET)
    press(window, "Correct")
    settled(window, SHOWN, [[[0], [0]], [[1], [1]], [[2], [2]]])
    return window, key, name


def test_links_are_added_joined_split_and_removed(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    choose(window, [3], [3])
    assert window.locator(".chosen-words").text_content() == "source 4target 4"
    press(window, "Link")
    first = [[[0], [0]], [[1], [1]], [[2], [2]], [[3], [3]]]
    settled(window, SHOWN, first)
    assert window.locator(".chosen").count() == 0
    choose(window, [2, 3], [])
    press(window, "Link")
    joined = [[[0], [0]], [[1], [1]], [[2, 3], [2, 3]]]
    settled(window, SHOWN, joined)
    # A whole link, chosen by its curve or by stepping through the links, is cut where the words fit best.
    for _ in joined:
        press(window, "Next link")
    assert window.locator(".text-source .chosen").count() == 2
    press(window, "Split link")
    settled(window, SHOWN, first)
    choose(window, [1], [])
    press(window, "Remove")
    settled(window, SHOWN, [first[0], *first[2:]])
    # "Only these" links what is chosen, nothing else; its old partner becomes unaligned.
    choose(window, [1], [2])
    press(window, "Only these")
    last = [[[0], [0]], [[1], [2]], [[3], [3]]]
    settled(window, SHOWN, last)
    settled(window, SETTLED, 0)
    assert saved(app, key, name) == last
    assert sentence(window, "source", 1).get_attribute("aria-description") == "target 3 · 1-1 · by hand"


def test_undo_redo_and_a_reload(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    start, fewer = [[[0], [0]], [[1], [1]], [[2], [2]]], [[[0], [0]], [[2], [2]]]
    assert window.get_by_role("button", name="Undo", exact=True).is_disabled()
    sentence(window, "source", 1).click()
    window.keyboard.press("Delete")
    settled(window, SHOWN, fewer)
    window.keyboard.press("Control+z")
    settled(window, SHOWN, start)
    window.keyboard.press("Control+Shift+z")
    settled(window, SHOWN, fewer)
    settled(window, SETTLED, 0)
    window.reload()
    window.wait_for_selector(".sentence")
    settled(window, SHOWN, fewer)
    assert saved(app, key, name) == fewer
    press(window, "Undo")
    settled(window, SHOWN, start)
    assert window.get_by_role("button", name="Undo", exact=True).is_disabled()
    press(window, "Redo")
    settled(window, SHOWN, fewer)


def test_everything_works_with_the_keyboard(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    sentence(window, "source", 0).focus()
    for pressed in ("End", " ", "ArrowUp", "Shift+ArrowUp"):
        window.keyboard.press(pressed)
    chosen = "[...document.querySelectorAll('.text-source .chosen')].map(node => Number(node.dataset.index))"
    last = window.evaluate("Vicinal.app.bench.viewer.model.sides.source.sentences.length") - 1
    assert window.evaluate(chosen) == [last - 2, last - 1, last]
    assert window.evaluate("document.activeElement.getAttribute('aria-selected')") == "true"
    window.keyboard.press("Escape")
    assert window.evaluate(chosen) == []
    sentence(window, "source", last).focus()
    window.keyboard.press(" ")
    window.keyboard.press("ArrowRight")  # no link leads across: to what stands beside it
    assert window.evaluate("document.activeElement.closest('.text').dataset.side") == "target"
    window.keyboard.press("End")
    window.keyboard.press(" ")
    window.keyboard.press("Enter")
    settled(window, SETTLED, 0)
    assert [[last], [4]] in saved(app, key, name)
    window.keyboard.press("?")
    assert window.get_by_role("dialog").get_by_text("mark the pair as done").is_visible()
    window.get_by_label("Use single letters as shortcuts").uncheck()
    window.keyboard.press("Escape")
    window.keyboard.press("d")
    assert window.evaluate("Vicinal.app.bench.corrections.done") is False
    assert window.get_by_role("button", name="Mark as done").is_visible()


def test_the_links_of_a_method_can_be_corrected(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    press(window, "Method")
    window.get_by_role("combobox", name="Method", exact=True).select_option("jaccard")
    window.get_by_label("Threshold", exact=True).fill("0.1")
    expected = vicinal.align(SOURCE + " " + name, TARGET, method="jaccard", threshold=0.1)
    settled(window, SHOWN, indices_of(expected))
    press(window, "Correct these links")
    settled(window, SETTLED, 0)
    links = saved(app, key, name)
    for side in (0, 1):
        taken = [index for link in links for index in link[side]]
        assert len(taken) == len(set(taken))
    cells = {(x, y) for link in expected.sentences for x in link.source for y in link.target}
    assert cells <= {(x, y) for xs, ys in links for x in xs for y in ys}
    assert window.get_by_role("button", name="Correct", exact=True).get_attribute("aria-pressed") == "true"
    press(window, "Undo")
    settled(window, SHOWN, [[[0], [0]], [[1], [1]], [[2], [2]]])


def test_the_name_is_asked_for_once(app: str, open_app: Open) -> None:
    window = open_app(app, name=None)
    key = paste(window, SOURCE + " Name.", TARGET)
    press(window, "Correct")
    sentence(window, "source", 1).click()
    press(window, "Remove")
    dialog = window.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("  Zoe\u0308 <b>  ")
    dialog.get_by_role("button", name="Continue").click()
    settled(window, SHOWN, [[[0], [0]], [[2], [2]]])
    settled(window, SETTLED, 0)
    assert saved(app, key, "Zoë <b>") == [[[0], [0]], [[2], [2]]]
    assert window.locator(".bar .name").text_content() == "Zoë <b>"
    window.reload()
    window.wait_for_selector(".sentence")
    settled(window, SHOWN, [[[0], [0]], [[2], [2]]])
    sentence(window, "source", 2).click()
    press(window, "Remove")
    settled(window, SHOWN, [[[0], [0]]])


def test_changes_in_two_tabs_are_merged_or_refused(app: str, correcting: tuple[Page, str, str], open_app: Open) -> None:
    window, key, name = correcting
    # Another browser does not hear of changes in the first; its console reports the refusal.
    other = open_app(f"{app}#pair={key}", name=name, known="409")
    settled(other, SHOWN, [[[0], [0]], [[1], [1]], [[2], [2]]])
    choose(window, [3], [3])
    press(window, "Link")
    settled(window, SETTLED, 0)
    # Changes to other sentences: both are kept.
    sentence(other, "source", 0).click()
    press(other, "Remove")
    merged = [[[1], [1]], [[2], [2]], [[3], [3]]]
    settled(other, SHOWN, merged)
    assert saved(app, key, name) == merged
    # Changes to the same sentence: the first is kept, the second is refused and shown the links as they are.
    choose(window, [], [4])
    choose(window, [1], [])
    press(window, "Link")
    settled(window, SETTLED, 0)
    sentence(other, "source", 1).click()
    press(other, "Remove")
    notice = other.get_by_role("alert").filter(has_text="Not saved")
    notice.wait_for()
    assert "Not saved: − 2 → 2." in (notice.text_content() or "")
    assert "is not there any more" in (notice.text_content() or "")
    settled(other, SHOWN, [[[1], [1, 4]], [[2], [2]], [[3], [3]]])
    assert saved(app, key, name) == [[[1], [1, 4]], [[2], [2]], [[3], [3]]]
    # The sentences are chosen again, so that the change can be repeated.
    press(other, "Remove")
    settled(other, SHOWN, [[[2], [2]], [[3], [3]]])
    # Another tab of the same browser shows a change at once.
    third = other.context.new_page()
    third.goto(f"{app}#pair={key}&mode=correct")
    third.wait_for_selector(".sentence")
    press(other, "Undo")
    settled(third, SHOWN, [[[1], [1, 4]], [[2], [2]], [[3], [3]]])


def test_changes_wait_for_the_server(app: str, open_app: Open) -> None:
    name = "Offline"
    window = open_app(app, name=name, known="ERR_INTERNET_DISCONNECTED|ERR_FAILED|409")
    key = paste(window, SOURCE + " Offline.", TARGET)
    press(window, "Correct")
    settled(window, SHOWN, [[[0], [0]], [[1], [1]], [[2], [2]]])
    window.context.set_offline(True)
    sentence(window, "source", 1).click()
    press(window, "Remove")
    choose(window, [3], [3])
    press(window, "Link")
    wanted = [[[0], [0]], [[2], [2]], [[3], [3]]]
    settled(window, SHOWN, wanted)
    notice = window.get_by_role("alert").filter(has_text="2 changes not saved yet.")
    notice.wait_for()
    assert saved(app, key, name) == [[[0], [0]], [[1], [1]], [[2], [2]]]
    window.context.set_offline(False)
    notice.get_by_role("button", name="Try now").click()
    settled(window, SETTLED, 0)
    notice.wait_for(state="detached")
    assert saved(app, key, name) == wanted
    # The change arrives but its answer is lost: it is not made twice, and no failure is reported.
    lost: list[Route] = []

    def swallow(route: Route) -> None:
        route.fetch()
        lost.append(route)
        route.abort()

    window.route("**/change", swallow, times=1)
    sentence(window, "source", 0).click()
    press(window, "Remove")
    window.get_by_role("button", name="Try now").click()
    settled(window, SETTLED, 0)
    assert len(lost) == 1
    assert saved(app, key, name) == [[[2], [2]], [[3], [3]]]
    assert window.get_by_role("alert").text_content() == ""


def test_the_export_scores_100_percent_against_itself(app: str, gold: Path, open_app: Open, tmp_path: Path) -> None:
    window = open_app(app, name="Björk")
    pairs = [pair for pair in asked(app + "api/pairs")["pairs"] if pair["origin"] != "pasted"]
    for pair in pairs[:2]:
        window.goto(f"{app}#pair={pair['key']}")
        window.locator(".stage h1").filter(has_text=pair["id"]).wait_for()
        press(window, "Next link")
        press(window, "Remove")
        settled(window, SETTLED, 0)
    press(window, "Mark as done")
    settled(window, SETTLED, 0)

    def export(format: str, pairs: str) -> Path:
        window.get_by_role("button", name="Export").click()
        dialog = window.get_by_role("dialog")
        dialog.get_by_label("Format").select_option(format)
        dialog.get_by_role("combobox", name="What", exact=True).select_option(pairs)
        assert dialog.get_by_role("combobox", name="Links of", exact=True).input_value() == "Björk"
        with window.expect_download() as download:
            dialog.get_by_role("button", name="Download").click()
        path = tmp_path / f"{pairs}-{download.value.suggested_filename}"
        download.value.save_as(path)
        window.keyboard.press("Escape")
        return path

    everything = export("gold", "all")
    assert everything.name == "all-vicinal-gold.jsonl"
    records = list(read_gold_lines(everything))
    assert len(records) == 2
    originals = {record.id: record for record in read_gold_lines(gold)}
    for record in records:
        assert len(originals[record.id].links - record.links) == 1
        assert record.links < originals[record.id].links
    assert [record.id for record in read_gold_lines(export("gold", "done"))] == [records[1].id]
    assert export("tsv", "one").read_text(encoding="utf-8").count("\n") > 10
    for format in [each["name"] for each in asked(app + "api/info")["formats"]]:
        assert export(format, "all").stat().st_size > 100

    command = ["evaluate", str(everything), "--predicted", str(everything), "--json"]
    result = subprocess.run([sys.executable, "-m", "vicinal", *command], capture_output=True, timeout=60, check=True)
    assert json.loads(result.stdout)["links"]["f1"] == 1.0


def test_agreement_between_annotators(app: str, open_app: Open) -> None:
    window = open_app(app, name="Cleo")
    key = paste(window, SOURCE + " Agreement.", TARGET)
    press(window, "Correct")
    sentence(window, "source", 2).click()
    press(window, "Remove")
    settled(window, SETTLED, 0)
    other = open_app(f"{app}#pair={key}&mode=correct", name="Dora <i>")
    settled(other, SHOWN, [[[0], [0]], [[1], [1]], [[2], [2]]])  # her own links
    press(other, "Mark as done")
    settled(other, SETTLED, 0)
    press(window, "Agreement")
    row = window.get_by_role("row").filter(has_text="Cleo")
    row.wait_for()
    assert row.locator("th").text_content() == "Cleo and Dora <i>"
    assert row.locator("td").all_text_contents()[:5] == ["1", "2 of 2 and 3", "100%", "67%", "80%"]


def test_headings_are_shown_and_exported_in_every_mode(open_app: Open, tmp_path: Path) -> None:
    paragraphs = [["About cats"], ["Cats sleep a lot.", "They purr."]]
    line = {"id": "cats", "source": paragraphs, "target": paragraphs, "gold": [[[0], [0]]], "source_headings": [0]}
    (tmp_path / "cats.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    with served(tmp_path / "cats.jsonl", edits=tmp_path / "edits.sqlite") as app:
        (pair,) = asked(app + "api/pairs")["pairs"]
        for mode in ("correct", "method"):
            window = open_app(f"{app}#pair={pair['key']}&mode={mode}", name="Ada")
            window.wait_for_selector(".sentence")
            assert window.locator(".heading .words").all_text_contents() == ["About cats"]
        # The default method links the heading with nothing, as the other side has none.
        settled(window, SHOWN, [[[1], [1]], [[2], [2]]])
        window = open_app(f"{app}#pair={pair['key']}&mode=correct", name="Ada")
        window.wait_for_selector(".sentence")
        choose(window, [1], [1])
        press(window, "Link")
        settled(window, SETTLED, 0)
        (tmp_path / "out.jsonl").write_bytes(urlopen(app + "api/export?annotator=Ada", timeout=10).read())
    (gold,) = read_gold_lines(tmp_path / "out.jsonl")
    assert (gold.source.headings, gold.target.headings) == ((0,), ())
    assert gold.links == {((0,), (0,)), ((1,), (1,))}
