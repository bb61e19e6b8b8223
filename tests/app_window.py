"""Fixtures that serve the app with the real command and open it in a browser, and what users do there."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from tests.browser import ROOT, Open, sentence
from vicinal.alignment import Alignment

if TYPE_CHECKING:
    from playwright.sync_api import Page

Links = list[list[list[int]]]

SOURCE = (
    "The cat\n\nThe old cat slept on the warm roof. It woke when rain fell on the town. Then it ran home."
    "\n\nBirds sang."
)
TARGET = (
    "The cat\n\nThe cat slept on the roof. Rain fell on the town. Soon all was quiet.\n\nNobody knows what the dog did."
)
SHOWN = "Vicinal.app.bench.viewer?.model.links.map(({ source, target }) => [source, target])"
SETTLED = "Vicinal.app.bench.corrections.queue.length"


@pytest.fixture
def open_app(open_url: Open) -> Open:
    """A function that opens an address of the app, under the name of an annotator, and waits until it is ready.

    What matches `known` may appear in the browser's console.
    """

    def opened(url: str, name: str | None = "Ada", **options: Any) -> Page:
        home = url.partition("#")[0]
        kept = [{"name": "vicinal-annotator", "value": name}] if name is not None else []
        storage = {"origins": [{"origin": home.rstrip("/"), "localStorage": kept}]}
        window = open_url(url, (home, "blob:"), storage_state=storage, **options)
        window.wait_for_selector("html[data-ready]", state="attached")
        return window

    return opened


@contextmanager
def served(*what: str | Path, edits: Path) -> Iterator[str]:
    """Serve files with the real command, in a process of its own, and yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--edits", str(edits), "--port", str(port)]
    command = [sys.executable, "-m", "vicinal", "serve", *map(str, what), *options]
    log = edits.with_suffix(".log")
    with log.open("w") as stderr:
        process = subprocess.Popen(command, stderr=stderr)
    url = f"http://127.0.0.1:{port}/"
    try:
        end = monotonic() + 30
        while True:
            try:
                urlopen(url + "api/info", timeout=5).close()
                break
            except OSError:
                assert process.poll() is None, log.read_text()
                assert monotonic() < end, log.read_text()
                time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gold file with four pairs of the sample corpus."""
    lines = (ROOT / "data" / "gold" / "en.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    path = tmp_path_factory.mktemp("gold") / "four.jsonl"
    path.write_text("".join(lines[:4]), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def app(gold: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an app over the gold file, for a file of tests; each test works under a name of its own."""
    with served(gold, edits=tmp_path_factory.mktemp("app") / "edits.sqlite") as url:
        yield url


def asked(url: str) -> Any:
    """Return the JSON at an address."""
    with urlopen(url, timeout=10) as answer:
        return json.load(answer)


def saved(app: str, key: str, name: str) -> Links:
    """Return an annotator's links as the server has them."""
    links: Links = asked(f"{app}api/pairs/{key}?annotator={quote(name)}")["state"]["links"]
    return links


def choose(window: Page, source: list[int], target: list[int]) -> None:
    for side, indices in (("source", source), ("target", target)):
        for index in indices:
            sentence(window, side, index).click()


def numbered(window: Page, text: str) -> str:
    """Return a text with each index in angle brackets as the app writes it for people."""
    return re.sub(r"<(\d+)>", lambda found: str(window.evaluate(f"Wording.indices([{found[1]}])")), text)


def press(window: Page, name: str) -> None:
    window.get_by_role("button", name=name, exact=True).click()


def indices_of(alignment: Alignment) -> Links:
    return [[list(link.source), list(link.target)] for link in alignment.sentences]


def paste(window: Page, source: str = SOURCE, target: str = TARGET) -> str:
    """Align two texts, and return the key of the pair."""
    window.get_by_role("link", name="New texts").click()
    window.get_by_role("textbox", name="Source").fill(source)
    window.get_by_role("textbox", name="Target").fill(target)
    window.get_by_role("button", name="Align", exact=True).click()
    window.wait_for_selector(".sentence")
    key = re.search(r"pair=([0-9a-f]{16})", window.url)
    assert key
    return key[1]


def key_of(app: str, name: str) -> str:
    return str(next(pair["key"] for pair in asked(app + "api/pairs")["pairs"] if pair["id"] == name))
