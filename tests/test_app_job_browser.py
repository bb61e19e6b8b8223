"""An annotator's whole job, by keyboard alone: a run, ten corrections, a second annotator, adjudication, gold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.app_window import SETTLED, SHOWN, Links, served
from tests.browser import Open, painted, settled
from vicinal.gold import read_gold_lines

if TYPE_CHECKING:
    from playwright.sync_api import Page

SOURCE = """The old bridge over the Lenne was closed on Monday morning.
Inspectors had found long cracks in two of its stone arches.
About nine thousand cars and four bus lines cross it on a normal day.
Drivers now have to use the northern ring road, which is already crowded.
The detour adds twenty minutes to most journeys.
Pupils of the Anna school must leave home earlier.
Mayor Petra Holm promised a footbridge for pedestrians before the winter.
She said that the safety of the people came first, and that nobody should expect a quick repair.
Engineers from the university will measure the arches with lasers.
Their report is expected in March.
Shop owners in the old town fear for their business.
Baker Jonas Reiter sells only half as many rolls as before.
He has sent two of his workers home.
The city offers free parking at the stadium.
A small electric bus takes shoppers from there to the market square.
It runs every ten minutes until eight in the evening.
The bridge was built in 1868 by the engineer Karl Brandt.
It survived two floods and a war.
"""
TARGET = """The old bridge is closed since Monday.
There are cracks in two arches of the bridge.
Nine thousand cars and four bus lines use the bridge every day.
The drivers must use the northern ring road now.
That takes twenty minutes longer.
School children must leave home earlier.
The mayor is called Petra Holm.
She wants to build a footbridge before the winter.
The safety of the people comes first, she said.
The repair will take a long time.
Engineers will measure the arches with lasers.
They write a report until March.
Shop owners are afraid for their business.
A baker sells only half of his rolls.
You can park at the stadium for free.
A bus drives from the stadium to the market square.
The bus drives every ten minutes.
An engineer built the bridge in 1868.
"""
# What a careful annotator links; sentences 12 and 17 of the source have no counterpart.
WANTED: Links = [
    [[0], [0]], [[1], [1]], [[2], [2]], [[3], [3]], [[4], [4]], [[5], [5]], [[6], [6, 7]], [[7], [8, 9]], [[8], [10]],
    [[9], [11]], [[10], [12]], [[11], [13]], [[13], [14]], [[14], [15]], [[15], [16]], [[16], [17]],
]  # fmt: skip
FOCUS = """(() => {
    const text = document.activeElement.closest('.sentence')?.closest('.text');
    return text && [text.dataset.side, Number(document.activeElement.dataset.index)];
})()"""
COMING = "Vicinal.app.bench.viewer.outcome?.coming.map(({ source, target }) => [source, target]) ?? []"
READY = "Vicinal.app.bench.correct.similarities.table !== null"
LEFT = "[Vicinal.app.bench.adjudicate.work.left, Vicinal.app.bench.adjudicate.work.corrections.queue.length]"


class Person:
    """Someone with a keyboard and no mouse, who counts the keys."""

    def __init__(self, window: Page) -> None:
        self.window = window
        self.keys = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.window.keyboard.press(key)
            self.keys += 1
        painted(self.window)

    def reach(self, name: str) -> None:
        """Press Tab until what has this name has the focus."""
        for _ in range(80):
            self.press("Tab")
            found = self.window.evaluate(
                "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()"
            )
            if found.startswith(name):
                return
        raise AssertionError(f"Tab never reaches {name!r}")

    def enter_name(self, name: str) -> None:
        """Write a name into the dialog that asks for it."""
        self.window.wait_for_selector("dialog[open] input")
        self.window.keyboard.press("Control+a")
        self.window.keyboard.type(name)
        self.press("Enter")
        self.window.wait_for_selector("dialog", state="detached")
        settled(self.window, "Vicinal.app.bench.corrections.annotator", name)
        settled(self.window, READY, True)

    def correct_one(self, wanted: Links) -> bool:
        """Go to the next sentence without a link and link it, if it belongs to one; return whether that was done."""
        self.press("u")
        focus = self.window.evaluate(FOCUS)
        assert focus is not None
        side, index = focus
        axis = ("source", "target").index(side)
        found = next((link for link in wanted if index in link[axis]), None)
        if found is None:
            return False
        coming = self.window.evaluate(COMING)
        if len(coming) == 1 and _inside(coming[0], found):
            self.press("y")
            return True
        links = self.window.evaluate(SHOWN)
        for key, near in (("a", [link for link in links if max(link[axis]) < index][-1:]),
                          ("b", [link for link in links if min(link[axis]) > index][:1])):  # fmt: skip
            if near and _inside(near[0], found):
                self.press(key)
                return True
        return False  # its counterpart has no link either, and comes later


def _inside(link: list[list[int]], other: list[list[int]]) -> bool:
    return all(set(here) <= set(there) for here, there in zip(link, other, strict=True))


def vicinal(*arguments: object) -> str:
    command = [sys.executable, "-m", "vicinal", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_whole_job_by_keyboard(open_app: Open, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "bridge.source.txt").write_text(SOURCE, encoding="utf-8")
    (corpus / "bridge.target.txt").write_text(TARGET, encoding="utf-8")
    run = tmp_path / "run"
    vicinal("run", corpus, "-o", run, "--method", "vicinity", "--sentence-alpha", "0.57", "--paragraph-alpha", "0.05")
    with served(run, edits=tmp_path / "edits.sqlite") as app:
        window = open_app(app, name=None)
        gold = job(window, tmp_path)
    assert_job(gold)


def job(window: Page, tmp_path: Path) -> Path:
    """Do the job, and return the exported gold."""
    person = Person(window)
    person.reach("bridge")
    person.press("Enter")
    settled(window, FOCUS, ["source", 0])
    begun: Links = window.evaluate(SHOWN)
    assert all(link in WANTED for link in begun)
    # Ada. The first change asks for her name.
    person.press("u", "y")
    person.enter_name("Ada")
    corrections, keys = 0, []
    while len(window.evaluate(SHOWN)) < len(WANTED) or window.evaluate(SHOWN) != WANTED:
        before = person.keys
        if person.correct_one(WANTED):
            corrections += 1
            keys.append(person.keys - before)
        assert person.keys < 200, window.evaluate(SHOWN)
    settled(window, SETTLED, 0)
    assert corrections >= 10, begun
    assert max(keys) <= 3
    # Split the sentence about safety and repair, where its two parts are linked with two sentences.
    while window.evaluate(FOCUS) != ["source", 7]:
        side, index = window.evaluate(FOCUS)
        person.press("ArrowLeft" if side == "target" else "ArrowDown" if index < 7 else "ArrowUp")
    person.press("x", "Enter")
    settled(window, "Vicinal.app.bench.viewer.model.sides.source.sentences.length", 19)
    parts = window.evaluate("Vicinal.app.bench.viewer.model.sides.source.sentences.slice(7, 9)")
    assert parts == [
        "She said that the safety of the people came first,",
        "and that nobody should expect a quick repair.",
    ]
    person.press("s")
    settled(window, SHOWN, _split(WANTED))
    person.press("f")
    settled(window, SETTLED, 0)
    settled(window, "document.querySelector('.message p').textContent", "Marked as done. No unfinished pair is left")
    # Ben links less, and one thing otherwise.
    person.reach("Your name: Ada")
    person.press("Enter")
    person.enter_name("Ben")
    settled(window, SHOWN, begun)
    less = [link for link in WANTED if link != [[15], [16]]]
    person.press("Escape")
    while window.evaluate(FOCUS) is None:
        person.press("u")
    for _ in range(60):
        if window.evaluate(SHOWN) == less:
            break
        person.correct_one(less)
    settled(window, SHOWN, less)
    person.press("d")
    settled(window, SETTLED, 0)
    # Eve decides.
    person.reach("Your name: Ben")
    person.press("Enter")
    person.enter_name("Eve")
    person.press("4")
    settled(window, "Vicinal.app.bench.mode.name", "adjudicate")
    settled(window, LEFT, [2, 0])
    for left in (1, 0):
        person.press("a")
        settled(window, LEFT, [left, 0])
    person.press("f")
    settled(window, LEFT, [0, 0])
    # Export the adjudicated links that are on the screen.
    person.reach("Export")
    with window.expect_download() as waiting:
        person.press("Enter")
        window.wait_for_selector("dialog[open] .written:not(:empty)")
        person.reach("Download")
        person.press("Enter")
    path = tmp_path / "gold.jsonl"
    waiting.value.save_as(path)
    return path


def assert_job(path: Path) -> None:
    """Check the gold: Ada's links and sentences."""
    (gold,) = read_gold_lines(path)
    assert [[list(xs), list(ys)] for xs, ys in sorted(gold.links)] == _split(WANTED)
    assert gold.source.sentences[8] == "and that nobody should expect a quick repair."
    assert "links" in vicinal("evaluate", path)


def _split(links: Links) -> Links:
    """Return links after source sentence 7 was split, and its link too."""

    def moved(link: list[list[int]]) -> Any:
        return [[index + (index > 7) for index in link[0]], link[1]]

    at = links.index([[7], [8, 9]])
    return [*map(moved, links[:at]), [[7], [8]], [[8], [9]], *map(moved, links[at + 1 :])]
