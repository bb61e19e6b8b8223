"""All screens that people see: of the app, the page, the reports. Tests and docs/make_all_screens.py walk over them.

The walk finds modes and dialogs by itself, so that a new one is measured and photographed without being listed here.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.request import Request, urlopen

from tests.app_window import asked, served
from tests.browser import ARTICLES, ROOT, painted

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAIR = "en:night-bus.en.0-1"
NAME = "Ada Lovelace"


class Places(NamedTuple):
    """Where the screens are.

    Attributes:
        app: The address of the app over a run.
        empty: The address of an app that was started without files.
        key: The pair of the run that is opened.
        files: Pages and reports, by name.
    """

    app: str
    empty: str
    key: str
    files: dict[str, Path]


@contextmanager
def places(folder: Path) -> Iterator[Places]:
    """Make a run, its report, a comparison and a page in a folder, serve the app, and yield where everything is."""
    gold = ROOT / "data" / "gold"
    levels = [ARTICLES / f"night-bus.en.{level}.txt" for level in range(3)]
    files = {
        "page": folder / "page.html",
        "report": folder / "run.report.html",
        "comparison": folder / "comparison.html",
        "versions": folder / "versions.html",
    }
    _command("run", gold / "en.jsonl", gold / "de.jsonl", gold / "ja.jsonl", "-o", folder / "run")
    _command("report", folder / "run")
    _command("compare", gold / "de.jsonl", "-o", files["comparison"])
    _command("versions", *levels, "-o", files["versions"])
    _command("align", *levels[:2], "--language", "en", "-o", files["page"])
    run = served(folder / "run", edits=folder / "run.sqlite")
    empty = served(edits=folder / "empty.sqlite")
    with run as app, empty as other:
        pairs = asked(app + "api/pairs?count=100")["pairs"]
        key = next(pair["key"] for pair in pairs if pair["id"] == PAIR)
        _annotate(app, [pair["key"] for pair in pairs[:2]])
        yield Places(app, other, key, files)


def _command(*arguments: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "vicinal", *map(str, arguments)], check=True, capture_output=True)


def _annotate(app: str, keys: list[str]) -> None:
    """Let two annotators finish some pairs, and one of them remove a link."""
    for key in keys:
        for name in (NAME, "Bob"):
            _post(f"{app}api/pairs/{key}/done", {"annotator": name, "done": True})
    link = asked(f"{app}api/pairs/{keys[0]}?annotator=Bob")["state"]["links"][0]
    _post(f"{app}api/pairs/{keys[0]}/change", {"annotator": "Bob", "remove": [link], "add": []})


def _post(url: str, body: Any) -> None:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    urlopen(request, timeout=30).close()


def walk(window: Page, where: Places) -> Iterator[str]:
    """Go from screen to screen, and yield the name of each one once it is painted."""
    for step in (_list, _new_texts, _modes, _viewer, _dialogs):
        for name in step(window, where):
            painted(window)
            yield name
    for name, file in where.files.items():
        window.goto(file.as_uri())
        if name == "page":
            window.wait_for_selector("html[data-ready]", state="attached")
        painted(window)
        yield name
        if name == "page":
            for part in _parts_of_viewer(window):
                yield f"page-{part}"


def go(window: Page, url: str, wanted: str) -> None:
    """Go to an address of the app and wait for an element of it."""
    window.goto(url)
    window.wait_for_selector("html[data-ready]", state="attached")
    window.wait_for_selector(wanted)


def _list(window: Page, where: Places) -> Iterator[str]:
    go(window, where.app + "#view=list", ".pairs tbody tr")
    yield "list"
    window.get_by_role("searchbox").fill("there is no such pair")
    window.locator(".nothing").wait_for()
    yield "list-nothing-found"
    go(window, where.empty + "#view=list", ".nothing")
    yield "list-empty"


def _new_texts(window: Page, where: Places) -> Iterator[str]:
    go(window, where.app + "#view=start", ".start")
    yield "new"
    window.get_by_role("button", name="Try an example").click()
    yield "new-filled"
    window.get_by_role("button", name="Align", exact=True).click()
    window.wait_for_selector(".stage .sentence")
    yield "new-aligned"


def _pair(window: Page, where: Places, mode: str = "correct") -> None:
    go(window, f"{where.app}#pair={where.key}&mode={mode}", ".stage .sentence")


def _modes(window: Page, where: Places) -> Iterator[str]:
    _pair(window, where)
    if window.locator(".panel").is_visible():
        window.get_by_role("button", name="Map", exact=True).click()
    for tab in window.locator(".tabs button").all():
        _unfold(window)
        tab.click()
        window.wait_for_selector(".mode")
        window.wait_for_load_state("networkidle")
        mode = window.locator(".side").get_attribute("data-mode")
        yield f"mode-{mode}"
        for details in window.locator(".mode details").all():
            details.locator("summary").click()
            yield f"mode-{mode}-settings"
            details.locator("summary").click()
            break


def _unfold(window: Page) -> None:
    """Open the controls where a narrow window folds them."""
    fold = window.locator(".fold")
    if fold.is_visible() and fold.get_attribute("aria-expanded") == "false":
        fold.click()


def _viewer(window: Page, where: Places) -> Iterator[str]:
    _pair(window, where)
    for side in ("source", "target"):
        window.locator(f".text-{side} .sentence").nth(1).click()
    yield "chosen"
    _pair(window, where, "method")
    for part in _parts_of_viewer(window):
        yield f"viewer-{part}"


def _parts_of_viewer(window: Page) -> Iterator[str]:
    """Pin a link, then open what folds in a viewer, and close it again."""
    window.locator(".text-source .sentence[data-kind]").nth(1).click()
    yield "pinned"
    window.get_by_role("button", name="Changes", exact=True).click()
    yield "changes"
    opener = window.get_by_role("button", name="Filter", exact=True)
    if opener.is_visible() and opener.get_attribute("aria-expanded") == "false":
        opener.click()
    yield "filter"
    map_button = window.get_by_role("button", name="Map", exact=True)
    if map_button.get_attribute("aria-expanded") == "false":
        map_button.click()
    window.wait_for_selector(".panel[data-ready]")
    yield "map"
    window.get_by_role("button", name="Next step").click()
    yield "replay"
    map_button.click()
    yield "map-closed"


def _dialogs(window: Page, where: Places) -> Iterator[str]:
    """Open every dialog that a button of the bar opens."""
    _pair(window, where)
    dialog = window.locator("dialog[open]")
    for opener in window.locator(".bar .actions button:not([aria-label^='Colours'])").all():
        if not opener.is_visible():
            continue
        opener.click()
        dialog.wait_for()
        window.wait_for_load_state("networkidle")
        name = (dialog.get_attribute("aria-label") or "").lower().replace(" ", "-")
        yield f"dialog-{name}"
        window.keyboard.press("Escape")
        dialog.wait_for(state="detached")
