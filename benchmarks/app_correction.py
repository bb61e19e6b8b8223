"""How long a correction in the app takes to be seen, in a real browser: from the key to the next painted picture.

    python benchmarks/app_correction.py [--sentences N] [--runs N]

Needs playwright, Debian's chromium and the extra `web`. The pair is made of the sample articles (`synthetic`). Every
correction is made with the keyboard, each time at another place of the texts. A time begins when the key was pressed,
and ends in the first task after the picture was painted; it does not wait for the server, because nobody does. On a
machine that does other work, too, the second figure says more: how long the page itself computed. It includes what
the page did with the answer of the server if that came in the meantime.
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
        after.port1.onmessage = () => window.took.push(performance.now() - timeStamp);
        after.port2.postMessage(null);
    }), { capture: true });
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


def busy(meter: Any) -> float:
    """Return how long the page has computed so far, in milliseconds of its thread."""
    found = meter.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in found if each["name"] == "TaskDuration")) * 1000


def measured(window: Any, meter: Any, run: int, runs: int, keys: tuple[str, ...]) -> tuple[float, float]:
    """Press keys on a sentence in the middle part of a text; return how long the last took, and the page computed."""
    size = window.evaluate("Vicinal.app.bench.viewer.model.sides.source.sentences.length")
    index = size // 4 + run * (size // 2) // runs + 1
    window.evaluate(FOCUS, ["source", index])
    settle(window)
    for key in keys[:-1]:
        if key == "type":
            window.keyboard.insert_text("New words. ")
        else:
            press(window, key)
    before = busy(meter)
    took = press(window, keys[-1])
    computed = busy(meter) - before
    settle(window)
    return took, computed


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
            meter = context.new_cdp_session(window)
            meter.send("Performance.enable", {"timeDomain": "threadTicks"})
            print(f"{options.sentences} x {options.sentences} sentences, {len(links)} links; median of {options.runs}")
            for what, keys in CORRECTIONS.items():
                times = [measured(window, meter, run, options.runs, keys) for run in range(options.runs)]
                took, computed = (statistics.median(each) for each in zip(*times, strict=True))
                slowest = max(took for took, _ in times)
                print(f"{what:26} {took:6.0f} ms (slowest {slowest:.0f}); computed {computed:4.0f} ms", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
