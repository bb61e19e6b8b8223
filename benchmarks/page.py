"""How soon the page of two long documents opens, and how soon it redraws: measured in a real browser.

    python benchmarks/page.py [--sentences N] [--runs N]

Needs playwright and Debian's chromium. Times run from the start of the navigation to the first picture on the screen,
and, for live data, from the new data to the picture that shows it.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from synthetic import alignable
from vicinal import Alignment, align
from vicinal.view.page import page
from vicinal.view.viewer_data import viewer_data

REDRAW = """async data => {
    const start = performance.now();
    Vicinal.view.update(data);
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
}"""
SCROLL = """async () => {
    const { list } = Vicinal.view.texts.source;
    const frames = [];
    for (let i = 0, last = performance.now(); i < 120; i++) {
        list.scrollTop += 160;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - last);
        last = now;
    }
    return frames.sort((a, b) => a - b)[113];
}"""


def opened(browser: Browser, path: Path) -> Any:
    """Open a page in a window of its own and wait for its first picture."""
    window = browser.new_page(viewport={"width": 1280, "height": 800})
    window.goto(path.as_uri())
    window.wait_for_selector("html[data-ready]", state="attached")
    return window


def measure_opening(browser: Browser, path: Path, runs: int) -> None:
    """Print how long opening takes, with and without the map, and how even scrolling is."""
    ready, laid, mapped = [], [], []
    frame = 0.0
    for _ in range(runs):
        window = opened(browser, path)
        ready.append(float(window.evaluate("document.documentElement.dataset.ready")))
        window.wait_for_selector(".panel[data-ready]")
        mapped.append(float(window.evaluate("performance.now()")))
        laid.append(float(window.locator("#view[data-whole]").get_attribute("data-whole")))
        frame = window.evaluate(SCROLL)
        window.close()
    print(f"open: first picture      {statistics.median(ready):6.0f} ms (median of {runs}; slowest {max(ready):.0f})")
    print(f"open: whole texts        {statistics.median(laid):6.0f} ms (slowest {max(laid):.0f})")
    print(f"open: with the map       {statistics.median(mapped):6.0f} ms (slowest {max(mapped):.0f})")
    print(f"a frame while scrolling  {frame:6.1f} ms (95 of 100 are quicker)")


def measure_redrawing(browser: Browser, folder: Path, runs: int) -> None:
    """Print how long the viewer takes to show other links of the same 40 x 40 sentences."""
    source, target = alignable(40)
    settings = [align(source, target, sentence_alpha=alpha) for alpha in (0.2, 0.5)]
    path = written(settings[0], folder / "short.html")
    window = opened(browser, path)
    window.wait_for_selector(".panel[data-ready]")
    times = [window.evaluate(REDRAW, viewer_data(settings[run % 2])) for run in range(2 * runs)]
    print(
        f"redraw 40 x 40           {statistics.median(times):6.0f} ms (median of {2 * runs}; slowest {max(times):.0f})"
    )
    window.close()


def written(alignment: Alignment, path: Path) -> Path:
    """Write the page of an alignment."""
    path.write_text(page(alignment), encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    alignment = align(*alignable(options.sentences))
    links = len(alignment.sentences)
    start = time.perf_counter()
    html = page(alignment)
    took = time.perf_counter() - start
    print(f"{options.sentences} x {options.sentences} sentences, {links} links, {len(alignment.steps)} steps")
    print(f"write the page           {took * 1000:6.0f} ms, {len(html.encode()) / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        measure_opening(browser, written(alignment, Path(name) / "long.html"), options.runs)
        measure_redrawing(browser, Path(name), options.runs)
        browser.close()


if __name__ == "__main__":
    main()
