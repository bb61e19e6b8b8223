"""How long a correction in the app takes to be seen, in a real browser: from the key to the next painted picture.

    python benchmarks/app_correction.py [--sentences N] [--runs N]

Needs playwright and Debian's chromium. The pair is made of the sample articles (`synthetic`). Every
correction is made with the keyboard, each time at another place of the texts. A time begins when the key was pressed,
and ends in the first task after the picture was painted; it does not wait for the server, because nobody does. On a
machine that does other work, too, the second figure says more: how long the page's thread computed between the two.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from page import served
from synthetic import alignable
from vicinal import align

# Notes the time of each key, from when it was pressed until it was painted.
CLOCK = """() => {
    window.took = [];
    addEventListener("keydown", ({ timeStamp }) => requestAnimationFrame(() => {
        const after = new MessageChannel();
        after.port1.onmessage = () => {
            console.timeStamp("painted");
            window.took.push(performance.now() - timeStamp);
        };
        after.port2.postMessage(null);
    }), { capture: true });
    addEventListener("keydown", () => console.timeStamp("key"), { capture: true });
}"""
FOCUS = """([side, index]) => {
    const { bench } = Vicinal.app;
    bench.stage.selection.clear();
    bench.viewer.texts[side].focus(index);
    bench.viewer.scrolling.ensure(side, [index]);
}"""
SETTLED = "Vicinal.app.bench.corrections.queue.length === 0 && !Vicinal.app.bench.corrections.working"


def settle(window: Any) -> None:
    """Wait until every change is saved, and the page has nothing to do."""
    while not window.evaluate(SETTLED):
        window.wait_for_timeout(20)
    window.wait_for_timeout(250)


def press(window: Any, key: str) -> float:
    """Press a key, and return how long it took until something was painted, in milliseconds."""
    before = window.evaluate("window.took.length")
    window.keyboard.press(key)
    while window.evaluate("window.took.length") == before:
        window.wait_for_timeout(5)
    return float(window.evaluate("window.took.at(-1)"))


def measured(window: Any, run: int, runs: int, keys: tuple[str, ...]) -> float:
    """Press keys on a sentence in the middle part of a text; return how long the last took."""
    size = window.evaluate("Vicinal.app.bench.viewer.model.sides.source.sentences.length")
    index = size // 4 + run * (size // 2) // runs + 1
    window.evaluate(FOCUS, ["source", index])
    settle(window)
    for key in keys[:-1]:
        if key == "type":
            window.keyboard.insert_text("New words. ")
        else:
            press(window, key)
    window.evaluate("console.timeStamp('last')")
    took = press(window, keys[-1])
    settle(window)
    return took


def computed(trace: bytes) -> list[float]:
    """Return how long the page's thread computed from each last key to its picture, in milliseconds."""
    stamps = [each for each in json.loads(trace)["traceEvents"] if each["name"] == "TimeStamp"]
    stamps.sort(key=lambda each: each["ts"])
    found = []
    names = [each["args"]["data"]["message"] for each in stamps]
    for at, name in enumerate(names):
        if name == "last":
            key = names.index("key", at)
            painted = names.index("painted", key)
            found.append((stamps[painted]["tts"] - stamps[key]["tts"]) / 1000)
    return found


# What is done, and the keys for it; the time is that of the last one.
CORRECTIONS: dict[str, tuple[str, ...]] = {
    "choose a sentence": ("Space",),
    "remove a link": ("Space", "Delete"),
    "attach to the link above": ("a",),
    "edit a sentence": ("e", "type", "Enter"),
    "split a sentence": ("x", "Enter"),
    "join two sentences": ("m",),
    "begin a paragraph": ("k",),
    "mark a heading": ("h",),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=20)
    options = parser.parse_args()
    source, target = alignable(options.sentences)
    alignment = align(source, target, "vicinity")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        gold = Path(name) / "long.jsonl"
        links = [[list(link.source), list(link.target)] for link in alignment.sentences]
        texts = {"source": source.paragraphs, "target": target.paragraphs}
        gold.write_text(json.dumps({"id": "long", "lang": "en", **texts, "gold": links}) + "\n", encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with served(Path(name), str(gold)) as url:
            storage: Any = {
                "origins": [{"origin": url[:-1], "localStorage": [{"name": "vicinal-annotator", "value": "A"}]}]
            }
            context = browser.new_context(viewport={"width": 1440, "height": 900}, storage_state=storage)
            window = context.new_page()
            window.goto(url)
            window.locator(".pairs a").first.click()
            window.wait_for_selector(".stage[data-whole]")
            window.evaluate(CLOCK)
            print(f"{options.sentences} x {options.sentences} sentences, {len(links)} links; median of {options.runs}")
            for what, keys in CORRECTIONS.items():
                browser.start_tracing(page=window, categories=["devtools.timeline"])
                times = [measured(window, run, options.runs, keys) for run in range(options.runs)]
                threads = computed(browser.stop_tracing())
                took, thread = statistics.median(times), statistics.median(threads)
                print(
                    f"{what:26} {took:6.0f} ms (slowest {max(times):.0f}); "
                    f"computed {thread:4.0f} ms (most {max(threads):.0f})",
                    flush=True,
                )
        browser.close()


if __name__ == "__main__":
    main()
