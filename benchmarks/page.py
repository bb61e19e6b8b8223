"""How fast the page of two long documents opens and redraws, and the app follows a slider, in a real browser.

    python benchmarks/page.py [--sentences N] [--runs N]

Needs playwright and Debian's chromium. Times end when the result is painted. They begin with the
navigation, with the new data, or with the move of the slider; the last includes the request to the server.
"""

from __future__ import annotations

import argparse
import json
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

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

SLIDE = """async alpha => {
    const { bench } = Vicinal.app;
    const slider = document.querySelectorAll(".setting input[type=range]")[1];
    const shown = new Promise(done => {
        const update = bench.viewer.update.bind(bench.viewer);
        bench.viewer.update = data => {
            update(data);
            delete bench.viewer.update;
            requestAnimationFrame(() => setTimeout(done));
        };
    });
    const start = performance.now();
    slider.value = alpha;
    slider.dispatchEvent(new Event("input"));
    await shown;
    return performance.now() - start;
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
    settings = [align(source, target, "vicinity", sentence_alpha=alpha) for alpha in (0.2, 0.5)]
    path = written(settings[0], folder / "short.html")
    window = opened(browser, path)
    window.wait_for_selector(".panel[data-ready]")
    times = [window.evaluate(REDRAW, viewer_data(settings[run % 2])) for run in range(2 * runs)]
    print(
        f"redraw 40 x 40           {statistics.median(times):6.0f} ms (median of {2 * runs}; slowest {max(times):.0f})"
    )
    window.close()


@contextmanager
def served(folder: Path, *what: str) -> Iterator[str]:
    """Serve the app with a library, or without one, and yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--edits", str(folder / "edits.sqlite"), "--port", str(port)]
    server = subprocess.Popen([sys.executable, "-m", "vicinal", "serve", *what, *options], stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}/"
    try:
        while server.poll() is None:
            try:
                urlopen(url + "api/info").close()
                break
            except OSError:
                time.sleep(0.1)
        yield url
    finally:
        server.terminate()
        server.wait()


def measure_sliding(browser: Browser, folder: Path, runs: int) -> None:
    """Print how long the app takes to show the links of another sentence alpha, for 40 x 40 sentences."""
    source, target = (["\n".join(paragraph) for paragraph in side.paragraphs] for side in alignable(40))
    body = {"source": "\n\n".join(source), "target": "\n\n".join(target), "split": "lines"}
    with served(folder) as url:
        request = Request(url + "api/pairs", json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urlopen(request) as answer:
            key = json.load(answer)["key"]
        window = browser.new_page(viewport={"width": 1280, "height": 800})
        window.goto(f"{url}#pair={key}&mode=method")
        window.wait_for_selector(".took:not(:empty)")
        times = [window.evaluate(SLIDE, 0.2 + 0.02 * (move % 10)) for move in range(4 * runs)]
        window.close()
    middle, most = statistics.median(times), max(times)
    print(f"slide 40 x 40            {middle:6.0f} ms (median of {len(times)}; slowest {most:.0f})")


def written(alignment: Alignment, path: Path) -> Path:
    """Write the page of an alignment."""
    path.write_text(page(alignment), encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    alignment = align(*alignable(options.sentences), "vicinity")
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
        measure_sliding(browser, Path(name), options.runs)
        browser.close()


if __name__ == "__main__":
    main()
