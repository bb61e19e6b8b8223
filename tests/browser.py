"""Fixtures that open pages in a real browser; tests are skipped, with the reason, where there is none."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

import vicinal
from vicinal.alignment import Alignment
from vicinal.text.document import Document
from vicinal.view.page import page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route

ROOT = Path(__file__).resolve().parents[1]
ARTICLES = ROOT / "data" / "articles"
GROUND = {"light": "rgb(244, 243, 239)", "dark": "rgb(19, 21, 24)"}  # of a page, by colour scheme
HOSTILE = [
    "</script><script>window.ran = 1</script>",
    "<img src=x onerror='window.ran = 2'>",
    "]]> --> <!-- <![CDATA[ &amp; &lt;",
    "\u202eright to left \u2067 never closed",
]
# What hostile text would leave behind if it were taken for markup.
RAN = "[window.ran ?? null, document.querySelectorAll('img').length]"
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Open = Callable[..., "Page"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for a file of tests: while it runs, no other event loop can."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no chromium on this machine: apt install chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_url(browser: Browser) -> Iterator[Open]:
    """A function that opens an address in a new browser context.

    The test fails if a window had an error, wrote to the console, or asked for an address that is not allowed.
    """
    problems: list[str] = []
    contexts: list[BrowserContext] = []

    def opened(
        url: str, allowed: tuple[str, ...], *, width: int = 1280, height: int = 800, known: str = "$^", **options: Any
    ) -> Page:
        def routed(route: Route) -> None:
            if route.request.url.startswith((*allowed, "data:", "about:")):
                route.fallback()
            else:
                problems.append(f"asked for {route.request.url}")
                route.abort()

        def complained(text: str) -> None:
            if not re.search(known, text):
                problems.append(text)

        def listen(window: Page) -> None:
            window.on("pageerror", lambda error: problems.append(str(error)))
            window.on("console", lambda message: complained(message.text))

        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **options)
        contexts.append(context)
        context.set_default_timeout(10_000)
        context.route("**/*", routed)
        context.on("page", listen)
        window = context.new_page()
        window.goto(url)
        return window

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def open_file(open_url: Open) -> Open:
    """A function that opens a file, without a network."""

    def opened(file: Path, **options: Any) -> Page:
        return open_url(file.as_uri(), ("file:",), offline=True, **options)

    return opened


@pytest.fixture
def open_html(open_file: Open, tmp_path: Path) -> Open:
    """A function that opens HTML from a file."""

    def opened(html: str, **options: Any) -> Page:
        path = tmp_path / "page.html"
        path.write_bytes(html.encode())
        return open_file(path, **options)

    return opened


@pytest.fixture
def open_page(open_html: Open) -> Open:
    """A function that opens the page of an alignment and waits until it is painted."""

    def opened(alignment: Alignment, **options: Any) -> Page:
        window = open_html(page(alignment), **options)
        window.wait_for_selector("html[data-ready]", state="attached")
        return window

    return opened


@cache
def aligned(article: str = "night-bus", language: str = "en") -> Alignment:
    """Return an alignment of two versions of a sample article; the default has links of all four kinds."""
    source, target = (Document.from_file(ARTICLES / f"{article}.{language}.{n}.txt", language) for n in (0, 1))
    return vicinal.align(source, target, "vicinity", paragraph_alpha=0.3, sentence_alpha=0.2)


def settled(window: Page, expression: str, wanted: object) -> None:
    """Wait until an expression has a value; the page's own policy forbids playwright's way of waiting for one."""
    end = monotonic() + 60
    while (found := window.evaluate(expression)) != wanted:
        assert monotonic() < end, f"{expression} is {found}, not {wanted}"
        window.wait_for_timeout(10)


def painted(window: Page) -> None:
    """Wait until everything done so far is painted."""
    window.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def sentence(window: Page, side: str, index: int) -> Locator:
    """Return the element of a sentence."""
    return window.locator(f".text-{side} .sentence[data-index='{index}']")


def indices(window: Page, selector: str) -> list[int]:
    """Return the numbers of the sentences that match a selector."""
    found: list[int] = window.eval_on_selector_all(selector, "nodes => nodes.map(node => Number(node.dataset.index))")
    return found


# Whether a sentence is fully visible in its text.
IN_VIEW = """([side, index]) => {
    const view = Vicinal.view ?? Vicinal.app.bench.viewer;
    const text = view.texts[side].list.getBoundingClientRect();
    const box = view.texts[side].sentences[index].node.getBoundingClientRect();
    return text.top - 1 <= box.top && box.bottom <= text.bottom + 1;
}"""


def in_view(window: Page, side: str, index: int) -> bool:
    """Return whether a sentence is fully visible in its text."""
    visible: bool = window.evaluate(IN_VIEW, [side, index])
    return visible
