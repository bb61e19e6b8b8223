"""Take the screenshots for the README. Needs playwright and Debian's chromium.

    python docs/make_screenshots.py

The page is opened from a file, the app from a local server.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import vicinal

ROOT = Path(__file__).resolve().parents[1]
ARTICLES = ROOT / "data" / "articles"
PICTURES = ROOT / "docs" / "pictures"
SIZE = {"width": 1280, "height": 800}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


def main() -> None:
    """Write docs/pictures/page.png and docs/pictures/app.png."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("chromium is not installed; on Debian: apt-get install chromium")
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        folder = Path(name)
        take_page(browser, folder)
        take_app(browser, folder)
        browser.close()


def take_page(browser: Any, folder: Path) -> None:
    """Take the page of two levels of an article, with a link pinned."""
    source, target = (vicinal.Document.from_file(ARTICLES / f"night-bus.en.{level}.txt", "en") for level in (0, 1))
    alignment = vicinal.align(source, target)
    vicinal.save(alignment, folder / "page.html")
    tab = browser.new_page(viewport=SIZE)
    tab.goto((folder / "page.html").as_uri())
    tab.wait_for_selector("html[data-ready]")
    tab.evaluate("Vicinal.view.pin(Vicinal.view.model.links[5])")
    tab.wait_for_timeout(800)
    tab.screenshot(path=PICTURES / "page.png")
    tab.close()


def take_app(browser: Any, folder: Path) -> None:
    """Take the app on a run of the sample corpus, with the settings of a pair open."""
    command = [sys.executable, "-m", "vicinal"]
    gold = sorted(map(str, (ROOT / "data" / "gold").glob("*.jsonl")))
    subprocess.run([*command, "run", *gold, "-o", str(folder / "sample")], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([*command, "serve", str(folder / "sample"), "--port", str(port)])
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        tab = browser.new_page(viewport=SIZE)
        tab.goto(f"http://127.0.0.1:{port}/")
        tab.get_by_text("night-bus.en.0-1").first.click()
        tab.get_by_text("Method", exact=True).first.click()
        tab.wait_for_timeout(1500)
        tab.screenshot(path=PICTURES / "app.png")
        tab.close()
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
