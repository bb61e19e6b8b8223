"""Adjudication in the app, in a real browser: by keyboard, with undo, by hand, on different sentences, to gold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

from tests.app_window import SHOWN, SOURCE, TARGET, asked, press, saved
from tests.browser import Open, indices, settled
from tests.test_js_types import posted
from vicinal.gold import read_gold_lines

if TYPE_CHECKING:
    from playwright.sync_api import Page

WORK = "Vicinal.app.bench.adjudicate.work"
LEFT = f"[{WORK}.left, {WORK}.corrections.queue.length]"
NUMBER = "document.querySelector('.difference-number')?.textContent ?? null"
AGREEMENT = (
    "[...document.querySelectorAll('.agreement-here tbody tr')]"
    ".map(row => [...row.cells].map(cell => cell.textContent))"
)
BOTH = [[[0], [0]]]
# Ada has 1 → 1 and 2 → 2, Bob has 1, 2 → 1; only Bob has 3 → 3; only Ada has 4 → 4, and is unsure of it.
ADA = [[[0], [0]], [[1], [1]], [[2], [2]], [[4], [4]]]
BOB = [[[0], [0]], [[1, 2], [1]], [[3], [3]]]


def change(app: str, key: str, name: str, **what: Any) -> Any:
    return posted(f"{app}api/pairs/{key}/change", {"annotator": name, **what})["state"]


def annotate(app: str, key: str, name: str, links: Any) -> None:
    """Give an annotator these links of a pair, and mark it as done."""
    before = saved(app, key, name)
    remove, add = [link for link in before if link not in links], [link for link in links if link not in before]
    change(app, key, name, remove=remove, add=add)
    posted(f"{app}api/pairs/{key}/done", {"annotator": name, "done": True})


def disputed(app: str, title: str, ada: Any = ADA, bob: Any = BOB) -> str:
    """Make a pair that Ada and Bob have done differently, and return its key."""
    key: str = posted(app + "api/pairs", {"source": f"{SOURCE} {title}.", "target": TARGET})["key"]
    annotate(app, key, "Ada", ada)
    annotate(app, key, "Bob", bob)
    return key


@pytest.fixture
def judging(app: str, open_app: Open, request: pytest.FixtureRequest) -> tuple[Page, str]:
    """A pair that Ada and Bob have done, under adjudication by someone else: the window and the key."""
    key = disputed(app, request.node.name)
    change(app, key, "Ada", notes=[{"source": [4], "target": [4], "unsure": True, "comment": "or 3?"}])
    window = open_app(f"{app}#pair={key}", name="Eve", known="409 .Conflict")
    window.wait_for_selector(".sentence")
    window.keyboard.press("4")
    settled(window, NUMBER, "Difference 1 of 3 · 3 left")
    return window, key


def third(app: str, key: str) -> Any:
    return saved(app, key, "adjudicated")


def test_the_whole_job_by_keyboard(app: str, judging: tuple[Page, str], tmp_path: Path) -> None:
    window, key = judging
    other = disputed(app, "Another")
    # Both see the links of both; those of the difference are marked.
    groups = "Vicinal.app.bench.viewer.model.links.map(({ source, target, group }) => [source, target, group])"
    expected = [
        [[0], [0], "both"], [[1], [1], "a"], [[1, 2], [1], "b"], [[2], [2], "a"], [[3], [3], "b"], [[4], [4], "a"]
    ]  # fmt: skip
    settled(window, groups, expected)
    assert (indices(window, ".text-source .disputed"), indices(window, ".text-target .disputed")) == ([1, 2], [1, 2])
    assert window.evaluate("document.activeElement.dataset.index") == "1"
    window.keyboard.press("b")
    settled(window, LEFT, [2, 0])
    assert third(app, key) == [*BOTH, BOB[1]]
    assert window.locator(".message p").text_content() == (
        "Taken: Bob. Difference 2 of 3 · 2 left. Ada: no link. Bob: 4 → 4."
    )
    window.keyboard.press("u")  # later
    assert window.evaluate(NUMBER) == "Difference 3 of 3 · 2 left"
    assert window.locator(".difference-notes").text_content() == "Ada is unsure (5 → 5): “or 3?”"
    window.keyboard.press("Delete")
    settled(window, LEFT, [1, 0])
    assert window.evaluate(NUMBER) == "Difference 2 of 3 · 1 left"
    # The pair cannot be finished before all is decided.
    window.keyboard.press("f")
    assert window.locator(".message p").text_content() == "1 difference is not decided yet"
    window.reload()
    window.wait_for_selector(".sentence")
    settled(window, NUMBER, "Difference 2 of 3 · 1 left")
    window.keyboard.press("b")
    settled(window, NUMBER, "All 3 differences are decided")
    settled(window, LEFT, [0, 0])
    decided = [*BOTH, BOB[1], BOB[2]]
    settled(window, SHOWN, decided)
    assert third(app, key) == decided
    # Of 25 sentence pairs each of the two aligns four, and both two of them: (0.84 - 0.7312) / (1 - 0.7312).
    expected_agreement = [
        ["beforeAda – Bob", "29%", "0.40"],
        ["so farAda – adjudicated", "29%", "0.40"],
        ["so farBob – adjudicated", "100%", "1.00"],
    ]
    settled(window, AGREEMENT, expected_agreement)
    window.keyboard.press("y")
    decided_words = "All 3 differences are decided; there is nothing to decide"
    settled(window, "document.querySelector('.message p').textContent", decided_words)
    # Undo and redo have room in their buttons.
    for name in ("Undo", "Redo", "Mark as done", "Finish, next pair"):
        button = window.get_by_role("button", name=name, exact=True)
        assert button.evaluate("node => node.scrollWidth <= node.clientWidth"), name
    window.keyboard.press("f")
    settled(window, f"{WORK}.key", other)
    settled(window, NUMBER, "Difference 1 of 3 · 3 left")
    path = tmp_path / "gold.jsonl"
    with urlopen(f"{app}api/export?annotator=adjudicated&only_done=true&format=gold", timeout=30) as answer:
        path.write_bytes(answer.read())
    (gold,) = (each for each in read_gold_lines(path) if len(each.links) == 3)
    assert [[list(xs), list(ys)] for xs, ys in sorted(gold.links)] == decided
    command = [sys.executable, "-m", "vicinal", "evaluate", str(path)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_undo_goes_back_to_the_difference(app: str, judging: tuple[Page, str]) -> None:
    window, key = judging
    for name in ("a", "a", "y"):  # the third has one link: all as one takes it
        window.keyboard.press(name)
    settled(window, NUMBER, "All 3 differences are decided")
    settled(window, LEFT, [0, 0])
    assert third(app, key) == ADA
    window.keyboard.press("Control+z")
    settled(window, NUMBER, "Difference 3 of 3 · 1 left")
    window.keyboard.press("Control+z")
    settled(window, NUMBER, "Difference 2 of 3 · 2 left")
    window.keyboard.press("Control+Shift+z")
    settled(window, NUMBER, "Difference 2 of 3 · 1 left")
    assert window.locator(".decision").text_content() == "Decided: as Ada"
    # What is decided can be decided otherwise.
    window.keyboard.press("b")
    settled(window, LEFT, [1, 0])
    assert third(app, key) == [*ADA[:3], BOB[2]]
    window.keyboard.press("y")
    settled(window, LEFT, [0, 0])
    assert third(app, key) == [*ADA[:3], BOB[2], ADA[3]]


def test_a_difference_is_corrected_by_hand(app: str, judging: tuple[Page, str]) -> None:
    window, key = judging
    window.keyboard.press("c")
    window.get_by_text("You are correcting the set “adjudicated”.").wait_for()
    settled(window, "Vicinal.app.bench.mode.name", "correct")
    settled(window, "document.querySelectorAll('.text-target .chosen').length", 2)
    assert (indices(window, ".text-source .chosen"), indices(window, ".text-target .chosen")) == ([1, 2], [1, 2])
    window.keyboard.press("Shift+Enter")
    settled(window, "Vicinal.app.bench.corrections.queue.length", 0)
    hand = [*BOTH, [[1, 2], [1, 2]]]
    settled(window, SHOWN, hand)
    assert (third(app, key), saved(app, key, "Ada")) == (hand, ADA)
    window.keyboard.press("4")
    settled(window, NUMBER, "Difference 2 of 3 · 2 left")
    assert window.get_by_text("You are correcting the set").count() == 0
    press(window, "Previous difference")
    press(window, "Previous difference")
    settled(window, NUMBER, "Difference 2 of 3 · 2 left")  # there and back: what is decided comes last
    # The other modes have the annotator's own links again.
    window.keyboard.press("3")
    settled(window, "Vicinal.app.bench.corrections.annotator", "Eve")
    settled(window, SHOWN, [[[0], [0]], [[1], [1]], [[2], [2]]])


def test_different_sentences(app: str, open_app: Open) -> None:
    key = disputed(app, "Different sentences")
    sentence = "The old cat slept on the warm roof."
    parts = [["The old cat slept", True, False], ["on the warm roof.", False, False]]
    split = {"side": "source", "at": 1, "before": [[sentence, True, False]], "after": parts}
    change(app, key, "Bob", sentences=[split])
    window = open_app(f"{app}#pair={key}&mode=adjudicate", name="Eve")
    settled(window, NUMBER, "Difference 1 of 3 · 3 left")
    assert window.get_by_text("The two have different sentences in 1 place.").is_visible()
    assert indices(window, ".text-source .disputed") == [1, 2]
    window.get_by_role("radio", name="Bob").check()
    settled(window, "document.querySelectorAll('.text-source .disputed').length", 3)
    window.keyboard.press("a")
    settled(window, LEFT, [2, 0])
    assert third(app, key) == [*BOTH, [[1, 2], [1]], [[3], [2]]]
    assert window.get_by_role("group", name="Whose sentences?").count() == 0
    # A comparison shows the links of one on the sentences of the other.
    window.goto(f"{app}#pair={key}&mode=compare&a=links of Ada&b=links of Bob")
    settled(window, SHOWN, [[[0], [0]], [[1], [1]], [[1, 2], [1]], [[2], [2]], [[3], [3]], [[4], [4]]])
    assert window.get_by_text("These links were made on other sentences").count() == 1


def test_annotators_that_do_not_fit(app: str, open_app: Open) -> None:
    key = posted(app + "api/pairs", {"source": f"{SOURCE} Alone.", "target": TARGET})["key"]
    annotate(app, key, "Ada", ADA)
    window = open_app(f"{app}#pair={key}&mode=adjudicate", name="Eve", known="4(00|09)")
    settled(window, "document.querySelector('.adjudicate .problem')?.textContent.includes('only Ada has')", True)
    annotate(app, key, "Bob", BOB)
    annotate(app, key, "Cyd", BOB)
    window.reload()
    settled(window, NUMBER, "Difference 1 of 3 · 3 left")
    for name, problem in (("Cyd", "Cyd has links of their own here"), ("Bob", "The third set cannot be that of Bob")):
        window.get_by_label("Name of the adjudicated set").fill(name)
        window.keyboard.press("Tab")
        settled(window, f"document.querySelector('.adjudicate .problem')?.textContent.startsWith('{problem}')", True)
    window.get_by_label("Name of the adjudicated set").fill("third")
    window.get_by_label("Annotator B").select_option("Cyd")
    settled(window, f"{WORK}.names.other", "Cyd")
    settled(window, NUMBER, "Difference 1 of 3 · 3 left")


def test_a_decision_that_another_tab_made_impossible(app: str, judging: tuple[Page, str]) -> None:
    window, key = judging
    window.keyboard.press("a")
    settled(window, LEFT, [2, 0])
    # As if by another browser, which this one does not hear of.
    change(app, key, "adjudicated", add=[[[3], [4]]])
    window.keyboard.press("b")
    window.get_by_text("The decision is not saved.").wait_for()
    settled(window, LEFT, [0, 0])
    assert third(app, key) == [*ADA[:3], [[3], [4]]]


def test_pairs_without_differences_are_taken_over(app: str, open_app: Open) -> None:
    names = {"one": "Xan", "other": "Yve"}
    keys = []
    for number in range(2):
        key = posted(app + "api/pairs", {"source": f"{SOURCE} Alike {number}.", "target": TARGET})["key"]
        for name in names.values():
            annotate(app, key, name, ADA if number == 0 or name == "Xan" else BOB)
        keys.append(key)
    window = open_app(f"{app}#pair={keys[1]}&mode=adjudicate&one=Xan&other=Yve&third=joint", name="Eve")
    take = window.get_by_role("button", name="Take over 1 pair without differences")
    take.click()
    take.wait_for(state="hidden")
    assert saved(app, keys[0], "joint") == ADA
    assert asked(f"{app}api/pairs/{keys[0]}?annotator=joint")["state"]["done"] is True


def test_the_dialog_tells_adjudicated_sets(app: str, judging: tuple[Page, str]) -> None:
    window, _ = judging
    window.keyboard.press("a")
    settled(window, LEFT, [2, 0])
    press(window, "Agreement")
    dialog = window.get_by_role("dialog")
    dialog.get_by_text("With an adjudicated set").wait_for()
    names = dialog.locator("tbody th").all_inner_texts()
    assert "Ada and adjudicated (made out of Ada and Bob)" in names
    assert "Ada and Bob (before, on the pairs of adjudicated)" in names
    assert dialog.get_by_text("agreement is measured on the original ones").is_visible()
