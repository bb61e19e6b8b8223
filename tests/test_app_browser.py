"""The app in a real browser: paste, slide, compare, correct, undo, reload, two tabs, no server, export."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from urllib.request import urlopen

import pytest

import vicinal
from vicinal.gold import read_gold
from vicinal.text.document import Document

pytest.importorskip("starlette", reason="starlette is not installed: pip install 'vicinal[web]'")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install 'vicinal[web]'")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route

ROOT = Path(__file__).resolve().parents[1]
ARTICLES = ROOT / "data" / "articles"
GOLD = ROOT / "data" / "gold" / "en.jsonl"
SERVE = [sys.executable, "-m", "vicinal.cli", "serve"]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine: apt install chromium")

Open = Callable[..., "Page"]
Links = list[list[list[int]]]

SOURCE = (
    "The cat\n\nThe old cat slept on the warm roof. It woke when rain fell on the town. Then it ran home."
    "\n\nBirds sang."
)
TARGET = (
    "The cat\n\nThe cat slept on the roof. Rain fell on the town. Soon all was quiet.\n\nNobody knows what the dog did."
)


@contextmanager
def served(*what: str | Path, edits: Path) -> Iterator[str]:
    """Serve what is named with the real command, in a process of its own, and yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = edits.with_suffix(".log")
    with log.open("w") as talk:
        process = subprocess.Popen([*SERVE, *map(str, what), "--edits", str(edits), "--port", str(port)], stderr=talk)
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
    """A gold file with four pairs of our own."""
    path = tmp_path_factory.mktemp("gold") / "four.jsonl"
    path.write_text("".join(GOLD.read_text(encoding="utf-8").splitlines(keepends=True)[:4]), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def app(gold: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an app over the gold file, for all tests; each works under a name of its own."""
    with served(gold, edits=tmp_path_factory.mktemp("app") / "edits.sqlite") as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_app(browser: Browser) -> Iterator[Open]:
    """A function that opens the app; afterwards, nothing may have gone wrong or been asked of another server."""
    troubles: list[str] = []
    contexts: list[BrowserContext] = []

    def opened(
        url: str, name: str | None = "Ada", width: int = 1280, height: int = 800, known: str = "$^", **options: Any
    ) -> Page:
        """Open an address under an annotator's name; `known` is what the browser may complain about."""
        home = url.partition("#")[0]
        kept = [{"name": "vicinal-annotator", "value": name}] if name is not None else []
        storage: Any = {"origins": [{"origin": home.rstrip("/"), "localStorage": kept}]}
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            storage_state=storage,
            **options,
        )
        context.set_default_timeout(8_000)
        contexts.append(context)

        def routed(route: Route) -> None:
            if not route.request.url.startswith((home, "data:", "blob:")):
                troubles.append(f"asked for {route.request.url}")
                route.abort()
            else:
                route.fallback()

        def complained(text: str) -> None:
            if not re.search(known, text):
                troubles.append(text)

        def listen(window: Page) -> None:
            window.on("pageerror", lambda error: troubles.append(str(error)))
            window.on("console", lambda message: complained(message.text))

        context.route("**/*", routed)
        context.on("page", listen)
        window = context.new_page()
        window.goto(url)
        window.wait_for_selector("html[data-ready]", state="attached")
        return window

    yield opened
    for context in contexts:
        context.close()
    assert troubles == []


def asked(url: str) -> Any:
    with urlopen(url, timeout=10) as answer:
        return json.load(answer)


def key_of(app: str, name: str) -> str:
    return str(next(pair["key"] for pair in asked(app + "api/pairs")["pairs"] if pair["id"] == name))


def saved(app: str, key: str, name: str) -> Links:
    """Return an annotator's links as the server has them."""
    links: Links = asked(f"{app}api/pairs/{key}?annotator={quote(name)}")["state"]["links"]
    return links


def settled(window: Page, expression: str, wanted: object) -> None:
    """Wait until an expression has a value; the app's own policy forbids playwright's way of waiting for one."""
    end = monotonic() + 10
    while (found := window.evaluate(expression)) != wanted:
        assert monotonic() < end, f"{expression} is {found}, not {wanted}"
        window.wait_for_timeout(15)


def sentence(window: Page, side: str, index: int) -> Locator:
    return window.locator(f".text-{side} .sentence[data-index='{index}']")


SHOWN = "Vicinal.app.bench.viewer?.model.links.map(({ source, target }) => [source, target])"
SETTLED = "Vicinal.app.bench.corrections.queue.length"


def choose(window: Page, source: list[int], target: list[int]) -> None:
    for side, indices in (("source", source), ("target", target)):
        for index in indices:
            sentence(window, side, index).click()


def press(window: Page, name: str) -> None:
    window.get_by_role("button", name=name, exact=True).click()


def indices_of(alignment: vicinal.Alignment) -> Links:
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


# Texts -------------------------------------------------------------------------------------------------------------


def test_pasted_texts_are_aligned(app: str, open_app: Open) -> None:
    window = open_app(app)
    paste(window)
    expected = vicinal.align(SOURCE, TARGET)
    settled(window, SHOWN, indices_of(expected))
    for side, document in (("source", expected.source), ("target", expected.target)):
        assert window.locator(f".text-{side} .words").all_text_contents() == list(document.sentences)
    assert window.locator(".stage h1").text_content() == "The cat"
    assert window.title() == "The cat · Vicinal"


def test_files_are_read_as_utf_8_or_not_at_all(app: str, open_app: Open, tmp_path: Path) -> None:
    window = open_app(app + "#view=start")
    for name, data in {
        "first.txt": b"\xef\xbb\xbfA caf\xc3\xa9.",
        "latin.txt": "Ein Café.".encode("latin-1"),
        "wide.txt": "Ein Satz.".encode("utf-16"),
    }.items():
        (tmp_path / name).write_bytes(data)

    def pick(side: str, name: str) -> None:
        with window.expect_file_chooser() as chooser:
            window.get_by_role("button", name=f"Choose a file for the {side}").click()
        chooser.value.set_files(tmp_path / name)

    pick("source", "first.txt")
    settled(window, "document.getElementById('text-of-source').value", "A café.")
    assert window.locator(".box[data-side=source] .file-name").text_content() == "first.txt"
    for name, message in (("latin.txt", "is not UTF-8."), ("wide.txt", "is UTF-16.")):
        pick("target", name)
        alert = window.get_by_role("alert").filter(has_text=name)
        alert.wait_for()
        assert f"{name}: {message}" in (alert.text_content() or "")
        assert window.get_by_role("textbox", name="Target").input_value() == ""
    assert window.get_by_role("button", name="Align", exact=True).is_disabled()


def test_two_files_dropped_at_once_are_source_and_target(app: str, open_app: Open) -> None:
    window = open_app(app + "#view=start")
    window.evaluate("""() => {
        const data = new DataTransfer();
        data.items.add(new File(["A cat sat."], "one.txt"));
        data.items.add(new File(["A cat."], "two.txt"));
        const place = document.querySelector(".start");
        place.dispatchEvent(new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true }));
        place.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }""")
    settled(window, "[...document.querySelectorAll('textarea')].map(area => area.value)", ["A cat sat.", "A cat."])
    press(window, "Align")
    window.wait_for_selector(".stage .sentence")
    assert window.locator(".stage h1").text_content() == "one.txt / two.txt"


def test_texts_over_the_limit_are_not_sent(app: str, open_app: Open, tmp_path: Path) -> None:
    window = open_app(app + "#view=start")
    long = tmp_path / "long.txt"
    long.write_bytes(b"word " * 1_700_000)
    window.locator("input[type=file]").first.set_input_files(long)
    alert = window.get_by_role("alert").filter(has_text="long.txt")
    alert.wait_for()
    assert "long.txt: has 8.5 MB; at most 8.0 MB can be sent." in (alert.text_content() or "")
    assert window.evaluate("Vicinal.app.info.limit") == 8_000_000
    window.evaluate("Vicinal.app.info.limit = 1000")
    window.get_by_role("textbox", name="Target").fill("A cat.")
    window.get_by_role("textbox", name="Source").fill("word " * 300)
    settled(window, "document.querySelector('.size').textContent.startsWith('2 KB: too long. At most 1 KB')", True)
    assert window.get_by_role("button", name="Align", exact=True).is_disabled()
    window.get_by_role("textbox", name="Source").fill("A cat sat.")
    settled(window, "document.querySelector('button.primary').disabled", False)


# Methods -----------------------------------------------------------------------------------------------------------


def test_sliders_change_the_alignment_live_and_stay_after_a_reload(app: str, open_app: Open) -> None:
    source, target = (Document.from_file(ARTICLES / f"night-bus.en.{n}.txt", "en") for n in (0, 1))
    window = open_app(app)
    texts = ["\n\n".join("\n".join(p) for p in document.paragraphs) for document in (source, target)]
    window.goto(app + "#view=start")
    window.get_by_label("Sentences").select_option("lines")
    key = paste(window, *texts)
    settled(window, SHOWN, indices_of(vicinal.align(source, target)))

    window.get_by_label("Paragraph alpha", exact=True).fill("0.3")
    slider = window.get_by_label("Sentence alpha", exact=True)
    slider.focus()
    timings: list[dict[str, float]] = []
    for step in range(1, 13):
        before = window.evaluate("Vicinal.app.bench.modes[0].timing?.painted")
        slider.press("ArrowLeft")
        end = monotonic() + 10
        while window.evaluate("Vicinal.app.bench.modes[0].timing?.painted") == before:
            assert monotonic() < end
            window.wait_for_timeout(5)
        timings.append(window.evaluate("Vicinal.app.bench.modes[0].timing"))
        alpha = round(0.3 - step / 100, 2)
        expected = vicinal.align(source, target, paragraph_alpha=0.3, sentence_alpha=alpha)
        settled(window, SHOWN, indices_of(expected))
    whole = [timing["painted"] - timing["asked"] for timing in timings]
    assert median(whole) < 100  # milliseconds from the slider over the server to the screen

    assert f"pair={key}" in window.url
    settled(window, "location.hash.includes('m.sentence_alpha=0.18')", True)
    window.reload()
    window.wait_for_selector(".sentence")
    settled(window, SHOWN, indices_of(vicinal.align(source, target, paragraph_alpha=0.3, sentence_alpha=0.18)))
    assert window.get_by_label("Sentence alpha", exact=True).input_value() == "0.18"
    window.get_by_role("button", name="Reset to defaults").click()
    settled(window, SHOWN, indices_of(vicinal.align(source, target)))
    settled(window, "location.hash.includes('m.')", False)
    window.get_by_role("combobox", name="Method", exact=True).select_option("nearest")
    settled(window, SHOWN, indices_of(vicinal.align(source, target, method="nearest")))


def test_the_newest_question_wins_and_a_late_answer_is_dropped(app: str, open_app: Open) -> None:
    window = open_app(app)
    paste(window)
    settled(window, SHOWN, indices_of(vicinal.align(SOURCE, TARGET)))
    held: list[Route] = []
    asked_for: list[Any] = []

    def late(route: Route) -> None:
        asked_for.append(json.loads(route.request.post_data or "")["settings"])
        if len(asked_for) == 1:
            held.append(route)  # answered after the next one
        else:
            route.fallback()

    window.route("**/api/align", late)
    slider = window.get_by_label("Sentence alpha", exact=True)
    for value in ("0.9", "0.2", "0.8", "0.7"):
        slider.fill(value)
    newest = vicinal.align(SOURCE, TARGET, sentence_alpha=0.7)
    settled(window, SHOWN, indices_of(newest))
    held[0].fallback()
    window.wait_for_timeout(150)
    assert window.evaluate(SHOWN) == indices_of(newest)
    assert asked_for[-1] == {"sentence_alpha": 0.7}
    assert len(asked_for) <= 3  # what was overtaken on the way was not even asked


def test_two_methods_are_compared(app: str, open_app: Open) -> None:
    window = open_app(app)
    paste(window)
    press(window, "Compare")
    window.get_by_label("Method B").locator("select").select_option("jaccard")
    one, two = (
        {(link.source, link.target) for link in vicinal.align(SOURCE, TARGET, method=method).sentences}
        for method in ("vicinity", "jaccard")
    )
    both = one & two
    assert one - two
    assert two - one
    numbers = "[...document.querySelectorAll('.numbers td')].map(cell => cell.textContent)"
    pairs = [{(x, y) for xs, ys in links for x in xs for y in ys} for links in (one, two)]
    common = 200 * len(pairs[0] & pairs[1]) / (len(pairs[0]) + len(pairs[1]))
    settled(
        window,
        numbers,
        [
            str(len(both)),
            str(len(one - two)),
            str(len(two - one)),
            f"{200 * len(both) / (len(one) + len(two)):.0f} %",
            f"{common:.0f} %",
        ],
    )
    groups = "Vicinal.app.bench.viewer.model.links.map(link => [link.source, link.target, link.group])"
    found = {(tuple(xs), tuple(ys)): group for xs, ys, group in window.evaluate(groups)}
    assert found == {link: "both" if link in both else "a" if link in one else "b" for link in sorted(one | two)}
    # Links of both stand in one list, and each has its own changes.
    places = """Vicinal.app.bench.viewer.model.links.flatMap(link => link.changes.flatMap(([, x, y]) =>
        [!x || link.source.includes(x[0]), !y || link.target.includes(y[0])]))"""
    assert set(window.evaluate(places)) == {True}
    window.get_by_label("in both").uncheck()
    settled(window, "Vicinal.app.bench.viewer.curves.drawn.some(({ link }) => link.group === 'both')", False)
    press(window, "Next difference")
    settled(window, "Vicinal.app.bench.viewer.pinned?.group !== 'both'", True)
    window.get_by_label("Method B").locator("select").select_option("saved links")
    settled(window, numbers + ".slice(3)", ["100 %", "100 %"])


# Pairs -------------------------------------------------------------------------------------------------------------


def test_the_list_leads_from_pair_to_pair(gold: Path, open_app: Open, tmp_path: Path) -> None:
    with served(gold, edits=tmp_path / "edits.sqlite") as app:
        first = next(read_gold(gold)).id
        pairs = asked(app + "api/pairs")["pairs"]
        assert [pair["doubt"] for pair in pairs] == sorted((pair["doubt"] for pair in pairs), reverse=True)
        window = open_app(app)
        window.wait_for_selector(".pairs tbody tr")
        names = window.locator(".pairs .name a")
        assert names.all_text_contents() == [pair["id"] for pair in pairs]
        window.get_by_label("Search names and origins").fill(pairs[2]["id"].upper())
        settled(window, "document.querySelectorAll('.pairs tbody tr').length", 1)
        window.get_by_label("Search names and origins").fill("")
        window.get_by_label("Order").select_option("corpus")
        settled(window, "document.querySelector('.pairs .name a').textContent", first)
        window.get_by_label("Order").select_option("doubt")
        settled(window, "document.querySelector('.pairs .name a').textContent", pairs[0]["id"])
        names.first.click()
        title, where = window.locator(".stage h1"), window.locator(".where-in-list")
        for number in (0, 1, 2):
            title.filter(has_text=pairs[number]["id"]).wait_for()
            assert where.text_content() == f"Pair {number + 1} of 4 · 0 done"
            window.keyboard.press("n")
        window.keyboard.press("p")
        title.filter(has_text=pairs[2]["id"]).wait_for()
        window.keyboard.press("d")
        where.filter(has_text="1 done").wait_for()
        assert window.get_by_role("button", name="Done").get_attribute("aria-pressed") == "true"
        window.reload()
        where.filter(has_text="Pair 3 of 4 · 1 done").wait_for()
        window.get_by_role("link", name="Pairs").click()
        window.wait_for_selector(".is-done")
        assert window.locator(".is-done .name a").text_content() == pairs[2]["id"]
        assert window.locator(".sheet .summary").text_content() == "4 pairs, 1 done by Ada"


# Corrections -------------------------------------------------------------------------------------------------------


@pytest.fixture
def correcting(app: str, open_app: Open, request: pytest.FixtureRequest) -> tuple[Page, str, str]:
    """Two texts under correction, by someone who is only in this test: the window, the key, the name."""
    name = request.node.name
    window = open_app(app, name=name)
    key = paste(window, SOURCE + " " + name, TARGET)
    press(window, "Correct")
    settled(window, SHOWN, [[[0], [0]], [[1], [1]], [[2], [2]]])
    return window, key, name


def test_links_are_added_joined_split_and_removed(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    choose(window, [3], [3])
    assert window.locator(".chosen-words").text_content() == "source 3target 3"
    press(window, "Link")
    first = [[[0], [0]], [[1], [1]], [[2], [2]], [[3], [3]]]
    settled(window, SHOWN, first)
    assert window.locator(".chosen").count() == 0
    choose(window, [2, 3], [])
    press(window, "Join")
    joined = [[[0], [0]], [[1], [1]], [[2, 3], [2, 3]]]
    settled(window, SHOWN, joined)
    # A whole link, chosen by its curve or by stepping through the links, is cut where the words fit best.
    for _ in joined:
        press(window, "Next link")
    assert window.locator(".text-source .chosen").count() == 2
    press(window, "Split")
    settled(window, SHOWN, first)
    choose(window, [1], [])
    press(window, "Remove")
    settled(window, SHOWN, [first[0], *first[2:]])
    # What is linked is what is chosen, nothing else; its old partner is left alone.
    choose(window, [1], [2])
    press(window, "Link")
    last = [[[0], [0]], [[1], [2]], [[3], [3]]]
    settled(window, SHOWN, last)
    settled(window, SETTLED, 0)
    assert saved(app, key, name) == last
    assert sentence(window, "source", 1).get_attribute("aria-description") == "target 2 · 1-1 · by hand"


def test_undo_redo_and_a_reload(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    start, fewer = [[[0], [0]], [[1], [1]], [[2], [2]]], [[[0], [0]], [[2], [2]]]
    assert window.get_by_role("button", name="Undo", exact=True).is_disabled()
    sentence(window, "source", 1).click()
    window.keyboard.press("Delete")
    settled(window, SHOWN, fewer)
    window.keyboard.press("Control+z")
    settled(window, SHOWN, start)
    window.keyboard.press("Control+Shift+z")
    settled(window, SHOWN, fewer)
    settled(window, SETTLED, 0)
    window.reload()
    window.wait_for_selector(".sentence")
    settled(window, SHOWN, fewer)
    assert saved(app, key, name) == fewer
    press(window, "Undo")
    settled(window, SHOWN, start)
    assert window.get_by_role("button", name="Undo", exact=True).is_disabled()
    press(window, "Redo")
    settled(window, SHOWN, fewer)


def test_the_keyboard_is_enough(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    sentence(window, "source", 0).focus()
    for pressed in ("End", " ", "ArrowUp", "Shift+ArrowUp"):
        window.keyboard.press(pressed)
    chosen = "[...document.querySelectorAll('.text-source .chosen')].map(node => Number(node.dataset.index))"
    last = window.evaluate("Vicinal.app.bench.viewer.model.sides.source.sentences.length") - 1
    assert window.evaluate(chosen) == [last - 2, last - 1, last]
    assert window.evaluate("document.activeElement.getAttribute('aria-selected')") == "true"
    window.keyboard.press("Escape")
    assert window.evaluate(chosen) == []
    sentence(window, "source", last).focus()
    window.keyboard.press(" ")
    window.keyboard.press("ArrowRight")  # no link leads across: to what stands beside it
    assert window.evaluate("document.activeElement.closest('.text').dataset.side") == "target"
    window.keyboard.press("End")
    window.keyboard.press(" ")
    window.keyboard.press("Enter")
    settled(window, SETTLED, 0)
    assert [[last], [4]] in saved(app, key, name)
    window.keyboard.press("?")
    assert window.get_by_role("dialog").get_by_text("mark the pair as done").is_visible()
    window.get_by_label("Use single letters as shortcuts").uncheck()
    window.keyboard.press("Escape")
    window.keyboard.press("d")
    window.wait_for_timeout(100)
    assert window.get_by_role("button", name="Mark as done").is_visible()


def test_the_links_of_a_method_can_be_corrected(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    press(window, "Method")
    window.get_by_role("combobox", name="Method", exact=True).select_option("jaccard")
    window.get_by_label("Threshold", exact=True).fill("0.1")
    expected = vicinal.align(SOURCE + " " + name, TARGET, method="jaccard", threshold=0.1)
    settled(window, SHOWN, indices_of(expected))
    press(window, "Correct these links")
    settled(window, SETTLED, 0)
    links = saved(app, key, name)
    for side in (0, 1):
        taken = [index for link in links for index in link[side]]
        assert len(taken) == len(set(taken))
    cells = {(x, y) for link in expected.sentences for x in link.source for y in link.target}
    assert cells <= {(x, y) for xs, ys in links for x in xs for y in ys}
    assert window.get_by_role("button", name="Correct", exact=True).get_attribute("aria-pressed") == "true"
    press(window, "Undo")
    settled(window, SHOWN, [[[0], [0]], [[1], [1]], [[2], [2]]])


def test_the_name_is_asked_for_once(app: str, open_app: Open) -> None:
    window = open_app(app, name=None)
    key = paste(window, SOURCE + " Name.", TARGET)
    press(window, "Correct")
    sentence(window, "source", 1).click()
    press(window, "Remove")
    dialog = window.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("  Zoe\u0308 <b>  ")
    dialog.get_by_role("button", name="Continue").click()
    settled(window, SHOWN, [[[0], [0]], [[2], [2]]])
    settled(window, SETTLED, 0)
    assert saved(app, key, "Zoë <b>") == [[[0], [0]], [[2], [2]]]
    assert window.locator(".bar .name").text_content() == "Zoë <b>"
    window.reload()
    window.wait_for_selector(".sentence")
    settled(window, SHOWN, [[[0], [0]], [[2], [2]]])
    sentence(window, "source", 2).click()
    press(window, "Remove")
    settled(window, SHOWN, [[[0], [0]]])


def test_two_tabs_lose_nothing(app: str, correcting: tuple[Page, str, str], open_app: Open) -> None:
    window, key, name = correcting
    # Another browser, which hears nothing of what is done in the first; it may complain about the refusal.
    other = open_app(f"{app}#pair={key}", name=name, known="409")
    settled(other, SHOWN, [[[0], [0]], [[1], [1]], [[2], [2]]])
    choose(window, [3], [3])
    press(window, "Link")
    settled(window, SETTLED, 0)
    # Elsewhere in the text: both changes hold.
    sentence(other, "source", 0).click()
    press(other, "Remove")
    merged = [[[1], [1]], [[2], [2]], [[3], [3]]]
    settled(other, SHOWN, merged)
    assert saved(app, key, name) == merged
    # The same sentence: the first holds, the second is told, and sees what there is.
    choose(window, [], [4])
    choose(window, [1], [])
    press(window, "Join")
    settled(window, SETTLED, 0)
    sentence(other, "source", 1).click()
    press(other, "Remove")
    notice = other.get_by_role("alert").filter(has_text="Not saved")
    notice.wait_for()
    assert "Not saved: − 1 → 1." in (notice.text_content() or "")
    assert "is not there any more" in (notice.text_content() or "")
    settled(other, SHOWN, [[[1], [1, 4]], [[2], [2]], [[3], [3]]])
    assert saved(app, key, name) == [[[1], [1, 4]], [[2], [2]], [[3], [3]]]
    # It is chosen still, so that it can be done again.
    press(other, "Remove")
    settled(other, SHOWN, [[[2], [2]], [[3], [3]]])
    # A tab of the same browser is told at once.
    third = other.context.new_page()
    third.goto(f"{app}#pair={key}&mode=correct")
    third.wait_for_selector(".sentence")
    press(other, "Undo")
    settled(third, SHOWN, [[[1], [1, 4]], [[2], [2]], [[3], [3]]])


def test_without_the_server_changes_wait(app: str, open_app: Open) -> None:
    name = "Offline"
    window = open_app(app, name=name, known="ERR_INTERNET_DISCONNECTED|ERR_FAILED|409")
    key = paste(window, SOURCE + " Offline.", TARGET)
    press(window, "Correct")
    settled(window, SHOWN, [[[0], [0]], [[1], [1]], [[2], [2]]])
    window.context.set_offline(True)
    sentence(window, "source", 1).click()
    press(window, "Remove")
    choose(window, [3], [3])
    press(window, "Link")
    wanted = [[[0], [0]], [[2], [2]], [[3], [3]]]
    settled(window, SHOWN, wanted)
    notice = window.get_by_role("alert").filter(has_text="2 changes not saved yet.")
    notice.wait_for()
    assert saved(app, key, name) == [[[0], [0]], [[1], [1]], [[2], [2]]]
    window.context.set_offline(False)
    notice.get_by_role("button", name="Try now").click()
    settled(window, SETTLED, 0)
    notice.wait_for(state="detached")
    assert saved(app, key, name) == wanted
    # The change arrives, the answer does not: it is not made twice, and nobody is told that it failed.
    lost: list[Route] = []

    def swallow(route: Route) -> None:
        route.fetch()
        lost.append(route)
        route.abort()

    window.route("**/change", swallow, times=1)
    sentence(window, "source", 0).click()
    press(window, "Remove")
    window.get_by_role("button", name="Try now").click()
    settled(window, SETTLED, 0)
    assert len(lost) == 1
    assert saved(app, key, name) == [[[2], [2]], [[3], [3]]]
    assert window.get_by_role("alert").text_content() == ""


PATCHES = """([name, links, source, target]) => {
    const similarity = (x, y) => (x === y ? 1 : 0);
    const patch = Patches[name](links, { source, target }, similarity);
    return patch && Patches.patched(links, patch);
}"""


@pytest.mark.parametrize(
    ("action", "links", "source", "target", "expected"),
    [
        ("link", [], [0], [1], [[[0], [1]]]),
        ("link", [], [0], [], None),
        ("link", [[[0], [1]]], [0], [1], None),
        ("link", [[[0, 1], [0, 1]]], [1], [2], [[[0], [0, 1]], [[1], [2]]]),
        ("link", [[[0], [0]], [[1], [1]]], [0], [1], [[[0], [1]]]),
        ("join", [[[0], [0]], [[1], [1]]], [0, 1], [], [[[0, 1], [0, 1]]]),
        ("join", [[[0], [0]]], [0], [1], [[[0], [0, 1]]]),
        ("join", [[[0], [0]]], [0], [], None),
        ("join", [], [0], [0], None),
        ("split", [[[0, 1], [0, 1]]], [0], [1], [[[0], [1]], [[1], [0]]]),
        ("split", [[[0], [0, 1]]], [], [1], [[[0], [0]]]),
        ("split", [[[0], [0, 1]]], [0], [1], [[[0], [1]]]),
        ("split", [[[0], [0, 1]]], [0], [0, 1], None),
        ("split", [[[0, 1, 2], [0, 1, 2]]], [0, 1, 2], [0, 1, 2], [[[0], [0]], [[1, 2], [1, 2]]]),
        ("split", [[[0], [0]], [[1], [1]]], [0, 1], [], None),
        ("remove", [[[0], [0]], [[1], [1]], [[2], [2]]], [0], [2], [[[1], [1]]]),
        ("remove", [[[0], [0]]], [1], [1], None),
    ],
)
def test_what_corrections_do(
    patching: Page, action: str, links: Links, source: list[int], target: list[int], expected: Links | None
) -> None:
    assert patching.evaluate(PATCHES, [action, links, source, target]) == expected


@pytest.mark.parametrize(
    ("links", "remove", "add", "expected"),
    [
        ([[[0], [0]]], [], [[[0], [0]]], True),  # another tab made the same link
        ([[[1], [1]]], [[[0], [0]]], [], True),  # or removed the same one
        ([[[0], [0, 1]]], [[[0], [0]]], [], False),  # or put it into a larger one, which nobody meant to remove
        ([[[0], [0, 1]]], [], [[[0], [0]]], False),
        ([[[0], [1]], [[1], [0]]], [[[0, 1], [0, 1]]], [[[0], [1]], [[1], [0]]], True),
    ],
)
def test_a_change_that_is_there_already_is_no_conflict(
    patching: Page, links: Links, remove: Links, add: Links, expected: bool
) -> None:
    holds = "([links, remove, add]) => Patches.holds(links, { remove, add })"
    assert patching.evaluate(holds, [links, remove, add]) == expected


def test_changes_go_with_their_links(patching: Page) -> None:
    change = ["delete", [1, 0, 3], None]
    views = [
        {"links": [[[0], [0], 1], [[1], [1], 1]], "changes": [[], [change]]},
        {"links": [[[2], [2], 1]], "changes": None},
    ]
    links: Links = [[[1], [1]], [[2], [2]], [[0], [0]], [[3], [3]]]
    found = patching.evaluate("([links, views]) => Patches.changesOf(links, views)", [links, views])
    assert found == [[change], None, [], None]


@pytest.fixture(scope="module")
def patching(app: str, browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    window = context.new_page()
    window.goto(app)
    window.wait_for_selector("html[data-ready]", state="attached")
    yield window
    context.close()


# Export and agreement ----------------------------------------------------------------------------------------------


def test_the_export_scores_100_percent_against_itself(gold: Path, open_app: Open, tmp_path: Path) -> None:
    with served(gold, edits=tmp_path / "edits.sqlite") as app:
        window = open_app(app, name="Björk")
        for at, pair in enumerate(asked(app + "api/pairs")["pairs"][:2]):
            window.goto(f"{app}#pair={pair['key']}&at={at}")
            window.locator(".stage h1").filter(has_text=pair["id"]).wait_for()
            press(window, "Next link")
            press(window, "Remove")
            settled(window, SETTLED, 0)
        press(window, "Mark as done")
        settled(window, SETTLED, 0)

        def export(format: str, pairs: str) -> Path:
            window.get_by_role("button", name="Export").click()
            dialog = window.get_by_role("dialog")
            dialog.get_by_label("Format").select_option(format)
            assert dialog.get_by_label("Links of").input_value() == "Björk"
            dialog.get_by_role("combobox", name="Pairs").select_option(pairs)
            with window.expect_download() as download:
                dialog.get_by_role("button", name="Download").click()
            path = tmp_path / f"{pairs}-{download.value.suggested_filename}"
            download.value.save_as(path)
            window.keyboard.press("Escape")
            return path

        everything = export("gold", "all")
        assert everything.name == "all-vicinal-gold.jsonl"
        records = list(read_gold(everything))
        assert len(records) == 2
        originals = {record.id: record for record in read_gold(gold)}
        for record in records:
            assert len(originals[record.id].links - record.links) == 1
            assert record.links < originals[record.id].links
        assert [record.id for record in read_gold(export("gold", "done"))] == [records[1].id]
        assert export("tsv", "one").read_text(encoding="utf-8").count("\n") > 10
        for format in [each["name"] for each in asked(app + "api/info")["formats"]]:
            assert export(format, "all").stat().st_size > 100

        command = ["evaluate", str(everything), "--predicted", str(everything), "--json"]
        told = subprocess.run(
            [sys.executable, "-m", "vicinal.cli", *command], capture_output=True, timeout=60, check=True
        )
        assert json.loads(told.stdout)["links"]["f1"] == 1.0


def test_agreement_between_annotators(app: str, open_app: Open) -> None:
    window = open_app(app, name="Cleo")
    key = paste(window, SOURCE + " Agreement.", TARGET)
    press(window, "Correct")
    sentence(window, "source", 2).click()
    press(window, "Remove")
    settled(window, SETTLED, 0)
    other = open_app(f"{app}#pair={key}&mode=correct", name="Dora <i>")
    settled(other, SHOWN, [[[0], [0]], [[1], [1]], [[2], [2]]])  # links of her own
    press(other, "Mark as done")
    settled(other, SETTLED, 0)
    press(window, "Agreement")
    row = window.get_by_role("row").filter(has_text="Cleo")
    row.wait_for()
    assert row.locator("th").text_content() == "Cleo and Dora <i>"
    assert row.locator("td").all_text_contents()[:4] == ["1", "100.0 %", "66.7 %", "80.0 %"]


# Hostile text, sizes, colours ---------------------------------------------------------------------------------------


def test_hostile_text_is_shown_as_text(open_app: Open, tmp_path: Path) -> None:
    texts = [
        "</script><script>window.ran = 1</script>",
        "<img src=x onerror='window.ran = 2'>",
        "]]> --> <!-- <![CDATA[ &amp; &lt;",
        "\u202eright to left \u2067 never closed",
        "word " * 200_000,
    ]
    records = [
        {"id": texts[n] * 3, "lang": "en", "source": [texts], "target": [texts[::-1]], "gold": [[[0], [4]], [[3], [1]]]}
        for n in (0, 1)
    ]
    path = tmp_path / "hostile <b>.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    with served(path, edits=tmp_path / "edits.sqlite") as app:
        window = open_app(app, name="<img src=x onerror='window.ran = 3'>", known="404")
        window.wait_for_selector(".pairs tbody tr")
        assert sorted(window.locator(".pairs .name a").all_text_contents()) == sorted(texts[n] * 3 for n in (0, 1))
        assert window.locator(".sheet h1").text_content() == path.name
        window.locator(".pairs .name a").first.click()
        window.wait_for_selector(".sentence")
        assert window.locator(".text-source .words").all_text_contents() == texts
        choose(window, [1], [3])
        press(window, "Link")
        settled(window, SETTLED, 0)
        press(window, "Method")
        window.locator(".took").filter(has_text="ms").wait_for()
        press(window, "Compare")
        window.locator(".numbers td").first.wait_for()
        press(window, "Export")
        assert window.get_by_label("Links of").input_value().startswith("<img")
        window.keyboard.press("Escape")
        window.get_by_role("link", name="New texts").click()
        window.get_by_role("textbox", name="Source").fill("\n".join(texts[:4]))
        window.get_by_role("textbox", name="Target").fill("\n".join(texts[:4]))
        press(window, "Align")
        window.wait_for_selector(".stage .sentence")
        assert window.locator(".stage h1").text_content() == texts[0]
        # Keys and names that are no such thing are said to be none.
        window.goto(app + "#pair=" + quote("../../etc/passwd<img src=x onerror=1>"))
        window.get_by_role("alert").filter(has_text="no").first.wait_for()
        assert window.evaluate("[window.ran ?? null, document.querySelectorAll('img').length]") == [None, 0]


@pytest.mark.parametrize("width", [1280, 390])
def test_everything_has_room(app: str, open_app: Open, tmp_path: Path, width: int) -> None:
    phone = {"has_touch": True, "is_mobile": True} if width < 500 else {}
    window = open_app(app, name="Eve", width=width, height=844, **phone)
    window.wait_for_selector(".pairs tbody tr")
    key = key_of(app, "harbour-ferry.en.0-1")
    places = {"list": "#view=list", "start": "#view=start"}
    places |= {mode: f"#pair={key}&mode={mode}" for mode in ("method", "compare", "correct")}
    unnamed = """[...document.querySelectorAll("button, input, select, textarea, a")].filter(node =>
        node.checkVisibility() && !(node.ariaLabel || node.textContent.trim() || node.labels?.length)).length"""
    for name, place in places.items():
        window.goto(app + place)
        window.wait_for_selector(".sheet" if name in ("list", "start") else f".side[data-mode={name}] .mode")
        window.wait_for_timeout(100)
        assert window.evaluate("document.documentElement.scrollWidth") == width
        assert window.evaluate("document.documentElement.scrollHeight") <= 844
        assert window.evaluate(unnamed) == 0
        for scheme, ground in (("light", "rgb(244, 243, 239)"), ("dark", "rgb(19, 21, 24)")):
            window.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert window.evaluate("getComputedStyle(document.body).backgroundColor") == ground
            assert len(window.screenshot(path=tmp_path / f"{name}-{width}-{scheme}.png")) > 10_000
    assert sentence(window, "source", 0).is_visible()
    assert window.get_by_role("button", name="Link", exact=True).is_visible()
