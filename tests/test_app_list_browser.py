"""The list of pairs in a real browser: filters, search, empty lists, and the way from pair to pair."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest

from tests.app_window import asked, served
from tests.browser import ROOT, Open, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = "[...document.querySelectorAll('.pairs .name a')].map(node => node.textContent)"
FILTERS = "[...document.querySelectorAll('.pair-filter')].map(node => node.textContent)"
SEARCH = "Search names, origins and opening words"


@pytest.fixture
def listed(gold: Path, tmp_path: Path) -> Iterator[str]:
    """An app with four pairs."""
    with served(gold, edits=tmp_path / "edits.sqlite") as app:
        yield app


def post(url: str, body: Any) -> None:
    data = json.dumps(body).encode()
    urlopen(Request(url, data, {"Content-Type": "application/json"}), timeout=10).close()


def pairs_of(app: str) -> list[Any]:
    return list(asked(app + "api/pairs")["pairs"])


def mark(app: str, *pairs: Any, name: str = "Ada") -> None:
    for pair in pairs:
        post(f"{app}api/pairs/{pair['key']}/done", {"annotator": name})


def begin(app: str, pair: Any, name: str = "Ada") -> None:
    """Remove the first link of a pair."""
    link = asked(f"{app}api/pairs/{pair['key']}")["state"]["links"][0]
    post(f"{app}api/pairs/{pair['key']}/change", {"annotator": name, "remove": [link]})


def choose_filter(window: Page, name: str) -> None:
    window.get_by_role("navigation", name="Which pairs").get_by_role("link", name=name).click()


def test_filters_show_their_counts_and_are_in_the_address(listed: str, open_app: Open) -> None:
    pairs = pairs_of(listed)
    ids = [pair["id"] for pair in pairs]
    mark(listed, pairs[0])
    begin(listed, pairs[2])
    window = open_app(listed)
    settled(window, NAMES, ids)
    assert window.evaluate(FILTERS) == ["All 4", "Not done 3", "Begun 1", "Mine 2", "Suspect 0"]
    expected = {"Not done": ids[1:], "Begun": [ids[2]], "Mine": [ids[0], ids[2]], "All": ids}
    for name, found in expected.items():
        choose_filter(window, name)
        settled(window, NAMES, found)
        current = window.locator(".pair-filter[aria-current=true]")
        assert current.all_text_contents() == [f"{name} {len(found)}"]
    assert window.locator(".sheet .summary").text_content() == "4 pairs, 1 done by Ada"
    # Back leads through the filters, and an address shows the same list again.
    window.go_back()
    settled(window, NAMES, expected["Mine"])
    assert "filter=mine" in window.url
    window.go_back()
    settled(window, NAMES, expected["Begun"])
    window.reload()
    settled(window, NAMES, expected["Begun"])


def test_filters_and_search_work_by_keyboard(listed: str, open_app: Open) -> None:
    pairs = pairs_of(listed)
    mark(listed, pairs[0])
    window = open_app(listed)
    settled(window, NAMES, [pair["id"] for pair in pairs])
    window.get_by_label(SEARCH).focus()
    for _ in range(3):  # the order, all, not done
        window.keyboard.press("Tab")
    window.keyboard.press("Enter")
    settled(window, NAMES, [pair["id"] for pair in pairs[1:]])
    # The focus stays, so that the next key leads on.
    assert window.evaluate("document.activeElement.textContent") == "Not done 3"
    for _ in range(4):
        window.keyboard.press("Tab")
    window.keyboard.press("Enter")
    window.locator(".stage h1").filter(has_text=pairs[1]["id"]).wait_for()


def test_a_row_tells_what_the_pair_is_about_and_why_it_is_doubtful(listed: str, open_app: Open) -> None:
    pairs = pairs_of(listed)
    mark(listed, pairs[1])
    begin(listed, pairs[2])
    window = open_app(listed)
    settled(window, "document.querySelectorAll('.pairs tbody tr').length", 4)
    rows = window.locator(".pairs tbody tr")
    for number, pair in enumerate(pairs):
        row = rows.nth(number)
        assert row.locator(".opening").text_content() == pair["opening"]
        reason = row.locator(".reason").text_content() or ""
        assert reason.lower().removeprefix("at the start: ") == pair["reason"].lower()
        assert reason.startswith("At the start: ") == (number in (1, 2))
        cells = row.locator("td").all_text_contents()
        assert cells[2] == str(pair["links"] - (number == 2))
        assert cells[3:] == [f"{100 * pair['doubt']:.0f}%", {1: "done", 2: "begun"}.get(number, "")]
    assert "default method" in (window.locator(".meaning").text_content() or "")


def test_a_search_asks_the_server_and_is_in_the_address(listed: str, open_app: Open) -> None:
    pairs = pairs_of(listed)
    window = open_app(listed)
    settled(window, NAMES, [pair["id"] for pair in pairs])
    asked_for: list[str] = []
    window.on("request", lambda request: asked_for.append(request.url))
    window.get_by_label(SEARCH).fill(pairs[1]["id"].upper())
    settled(window, NAMES, [pairs[1]["id"]])
    assert len(asked_for) == 1
    assert window.evaluate(FILTERS)[:2] == ["All 1", "Not done 1"]
    window.reload()
    settled(window, NAMES, [pairs[1]["id"]])
    assert window.get_by_label(SEARCH).input_value() == pairs[1]["id"].upper()
    word = pairs[0]["opening"].split()[-2]
    window.get_by_label(SEARCH).fill(word)
    found = [pair["id"] for pair in asked(f"{listed}api/pairs?search={word}")["pairs"]]
    assert pairs[0]["id"] in found
    settled(window, NAMES, found)
    odd = "100%_'\"<b>"
    window.get_by_label(SEARCH).fill(odd)
    nothing = f"No pair has “{odd}” in its name, origin or opening words."
    settled(window, "document.querySelector('.nothing').textContent", nothing)


def test_empty_lists_say_why(listed: str, open_app: Open) -> None:
    pairs = pairs_of(listed)
    says = "document.querySelector('.nothing').checkVisibility() && document.querySelector('.nothing').textContent"
    window = open_app(listed, name=None)
    choose_filter(window, "Mine")
    settled(window, says, "Enter your name first; then the pairs that you correct are listed here.")
    window = open_app(listed)
    choose_filter(window, "Mine")
    settled(window, says, "You have not begun a pair yet.")
    choose_filter(window, "Begun")
    settled(window, says, "There is no pair that you have begun and not done.")
    choose_filter(window, "Suspect")
    settled(window, says, "No pair is suspect: the texts of each pair look like versions of each other.")
    mark(listed, *pairs)
    choose_filter(window, "Not done")
    settled(window, says, "No pair is left to do: all 4 are done.")
    window.get_by_label(SEARCH).fill(pairs[0]["id"])
    settled(window, says, f"No pair not done has “{pairs[0]['id']}” in its name, origin or opening words.")


def test_a_filtered_list_leads_from_pair_to_pair_without_skipping(listed: str, open_app: Open) -> None:
    pairs = pairs_of(listed)
    mark(listed, pairs[1])
    window = open_app(listed + "#view=list&filter=todo")
    settled(window, NAMES, [pairs[k]["id"] for k in (0, 2, 3)])
    window.locator(".pairs .name a").first.click()
    title, where = window.locator(".stage h1"), window.locator(".where-in-list")
    title.filter(has_text=pairs[0]["id"]).wait_for()
    where.filter(has_text="Pair 1 of 3 not done · 1 done").wait_for()
    assert window.get_by_role("button", name="Previous pair").is_disabled()
    # A pair that is done leaves the list; the next one follows all the same.
    window.keyboard.press("d")
    where.filter(has_text="Not listed now · 2 done").wait_for()
    assert (
        window.evaluate("Vicinal.app.list.nextUnfinished(Vicinal.app.bench.key).then(({ id }) => id)") == pairs[2]["id"]
    )
    window.keyboard.press("n")
    title.filter(has_text=pairs[2]["id"]).wait_for()
    where.filter(has_text="Pair 1 of 2 not done · 2 done").wait_for()
    window.keyboard.press("n")
    where.filter(has_text="Pair 2 of 2 not done · 2 done").wait_for()
    assert window.get_by_role("button", name="Next pair", exact=True).is_disabled()
    window.keyboard.press("d")
    where.filter(has_text="Not listed now · 3 done").wait_for()
    window.get_by_role("link", name="Pairs").click()
    settled(window, NAMES, [pairs[2]["id"]])
    mark(listed, pairs[2])
    assert window.evaluate(f"Vicinal.app.list.nextUnfinished({pairs[0]['key']!r})") is None


def test_several_steps_can_be_taken_at_once(listed: str, open_app: Open) -> None:
    pairs = pairs_of(listed)
    window = open_app(f"{listed}#pair={pairs[0]['key']}")
    title, where = window.locator(".stage h1"), window.locator(".where-in-list")
    where.filter(has_text="Pair 1 of 4 · 0 done").wait_for()
    for _ in range(3):
        window.keyboard.press("n")
    title.filter(has_text=pairs[3]["id"]).wait_for()
    where.filter(has_text="Pair 4 of 4").wait_for()
    for key in "ppn":
        window.keyboard.press(key)
    title.filter(has_text=pairs[2]["id"]).wait_for()


def test_a_suspect_pair_says_so_in_words(open_app: Open, tmp_path: Path) -> None:
    lines = (ROOT / "data" / "gold" / "en.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    by_name = {record["id"].partition(".")[0]: record for record in records}
    one, other = list(by_name.values())[:2]
    mixed = {**one, "id": "mixed <b>", "target": other["target"], "gold": [[[0], [0]]]}
    del mixed["gold_paragraphs"]
    path = tmp_path / "mixed.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in (one, mixed)), encoding="utf-8")
    with served(path, edits=tmp_path / "edits.sqlite") as app:
        window = open_app(app)
        choose_filter(window, "Suspect")
        settled(window, NAMES, ["mixed <b>"])
        words = window.locator(".suspicion").text_content() or ""
        assert words.startswith("Perhaps not versions of each other: the two texts have few words in common")
        assert (window.locator(".reason").text_content() or "").startswith("If they are: ")


def test_pages_turn_with_the_history(open_app: Open, tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    record = {"lang": "en", "source": [["A cat sat."]], "target": [["The cat sat."]], "gold": [[[0], [0]]]}
    path.write_text("".join(json.dumps({"id": f"pair {k}", **record}) + "\n" for k in range(120)), encoding="utf-8")
    with served(path, edits=tmp_path / "edits.sqlite") as app:
        window = open_app(app)
        first = "document.querySelector('.pairs .name a')?.textContent"
        settled(window, first, "pair 0")
        assert window.locator(".pager p").text_content() == "1–50 of 120"
        for name in ("pair 50", "pair 100"):
            window.get_by_role("button", name="Next page").click()
            settled(window, first, name)
        assert window.get_by_role("button", name="Next page").is_disabled()
        assert window.locator(".pager p").text_content() == "101–120 of 120"
        window.go_back()
        settled(window, first, "pair 50")
        # A search begins at its first page.
        window.get_by_label(SEARCH).fill("pair 11")
        settled(window, first, "pair 11")
        assert window.locator(".pager p").text_content() == "1–11 of 11"


@pytest.mark.parametrize("width", [1280, 390])
def test_a_long_name_and_a_long_opening_leave_room(open_app: Open, tmp_path: Path, width: int) -> None:
    path = tmp_path / "long.jsonl"
    texts = {"source": [["Longwords" * 40], ["More."]], "target": [["Short."]], "gold": []}
    path.write_text(json.dumps({"id": "name" * 100, "lang": "en", **texts}) + "\n", encoding="utf-8")
    phone = {"has_touch": True, "is_mobile": True} if width < 500 else {}
    with served(path, edits=tmp_path / "edits.sqlite") as app:
        window = open_app(app, width=width, height=844, **phone)
        window.wait_for_selector(".pairs tbody tr")
        assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert window.evaluate("document.querySelector('.sheet').scrollWidth <= innerWidth")
        boxes = [window.locator(".pair-filter").nth(k).bounding_box() for k in range(5)]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
