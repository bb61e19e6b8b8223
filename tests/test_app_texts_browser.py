"""The app in a real browser: new texts, methods, comparison, the list of pairs, hostile text, room on the screen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

import vicinal
from tests.app_window import (
    SETTLED,
    SHOWN,
    SOURCE,
    TARGET,
    asked,
    choose,
    indices_of,
    key_of,
    paste,
    press,
    served,
)
from tests.browser import ARTICLES, GROUND, HOSTILE, RAN, Open, painted, sentence, settled
from vicinal.gold import read_gold_lines
from vicinal.text.document import Document

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request, Route


def test_pasted_texts_are_aligned(app: str, open_app: Open) -> None:
    window = open_app(app)
    paste(window)
    expected = vicinal.align(SOURCE, TARGET)
    settled(window, SHOWN, indices_of(expected))
    for side, document in (("source", expected.source), ("target", expected.target)):
        assert window.locator(f".text-{side} .words").all_text_contents() == list(document.sentences)
    assert window.locator(".stage h1").text_content() == "The cat"
    assert window.title() == "The cat · Vicinal"


def test_texts_over_the_limit_are_not_sent(app: str, open_app: Open) -> None:
    window = open_app(app + "#view=start")
    assert window.evaluate("Vicinal.app.info.limit") == 8_000_000
    window.evaluate("Vicinal.app.info.limit = 1000")
    window.get_by_role("textbox", name="Target").fill("A cat.")
    window.get_by_role("textbox", name="Source").fill("word " * 300)
    settled(window, "document.querySelector('.size').textContent.startsWith('2 KB: too long. At most 1 KB')", True)
    assert window.get_by_role("button", name="Align", exact=True).is_disabled()
    window.get_by_role("textbox", name="Source").fill("A cat sat.")
    settled(window, "document.querySelector('button.primary').disabled", False)


# Counts how often the viewer is given other links.
COUNT_UPDATES = """() => {
    const { viewer } = Vicinal.app.bench;
    const update = viewer.update.bind(viewer);
    window.updates = 0;
    viewer.update = data => { window.updates++; update(data); };
    window.kept = document.querySelector(".text-target .sentence");
}"""


def choose_vicinity(window: Page) -> None:
    """Choose the method with sliders for thresholds, and wait for its links."""
    window.get_by_role("combobox", name="Method", exact=True).select_option("vicinity")
    settled(window, "Vicinal.app.bench.viewer.model.data.method", "vicinity, the method of Paetzold & Specia (2016)")


def alphas_asked_for(window: Page) -> list[float]:
    """Return a list that grows with the sentence alphas that are sent to the server."""
    found: list[float] = []

    def note(request: Request) -> None:
        if request.url.endswith("/api/align"):
            found.append(json.loads(request.post_data or "")["settings"].get("sentence_alpha"))

    window.on("request", note)
    return found


def test_sliders_change_the_alignment_live_and_stay_after_a_reload(app: str, open_app: Open) -> None:
    source, target = (Document.from_file(ARTICLES / f"night-bus.en.{n}.txt", "en") for n in (0, 1))
    window = open_app(app)
    texts = ["\n\n".join("\n".join(p) for p in document.paragraphs) for document in (source, target)]
    window.goto(app + "#view=start")
    window.get_by_label("Plain text").select_option("lines")
    key = paste(window, *texts)
    settled(window, SHOWN, indices_of(vicinal.align(source, target)))
    choose_vicinity(window)
    settled(window, SHOWN, indices_of(vicinal.align(source, target, "vicinity")))
    window.get_by_label("Paragraph alpha", exact=True).fill("0.3")
    settled(window, SHOWN, indices_of(vicinal.align(source, target, "vicinity", paragraph_alpha=0.3)))

    slider = window.get_by_label("Sentence alpha", exact=True)
    slider.focus()
    asked_for = alphas_asked_for(window)
    window.evaluate(COUNT_UPDATES)
    alphas = [round(0.3 - step / 100, 2) for step in range(1, 13)]
    for number, alpha in enumerate(alphas, start=1):
        slider.press("ArrowLeft")
        settled(window, "window.updates", number)
        expected = vicinal.align(source, target, "vicinity", paragraph_alpha=0.3, sentence_alpha=alpha)
        assert window.evaluate(SHOWN) == indices_of(expected)
    # A move is one request and one update, and the texts are not built again.
    assert asked_for == alphas
    assert window.evaluate("window.kept === document.querySelector('.text-target .sentence')")

    assert f"pair={key}" in window.url
    settled(window, "location.hash.includes('m.sentence_alpha=0.18')", True)
    window.reload()
    window.wait_for_selector(".sentence")
    expected = vicinal.align(source, target, "vicinity", paragraph_alpha=0.3, sentence_alpha=0.18)
    settled(window, SHOWN, indices_of(expected))
    assert window.get_by_label("Sentence alpha", exact=True).input_value() == "0.18"
    window.get_by_role("button", name="Reset to defaults").click()
    settled(window, SHOWN, indices_of(vicinal.align(source, target, "vicinity")))
    settled(window, "location.hash.includes('m.')", False)
    window.get_by_role("combobox", name="Method", exact=True).select_option("nearest")
    settled(window, SHOWN, indices_of(vicinal.align(source, target, method="nearest")))


def test_moves_before_the_next_paint_are_one_request(app: str, open_app: Open) -> None:
    window = open_app(app)
    paste(window)
    choose_vicinity(window)
    settled(window, SHOWN, indices_of(vicinal.align(SOURCE, TARGET, "vicinity")))
    asked_for = alphas_asked_for(window)
    window.evaluate(COUNT_UPDATES)
    window.get_by_label("Sentence alpha", exact=True).evaluate("""slider => {
        for (const value of ["0.9", "0.5", "0.2", "0.8"]) {
            slider.value = value;
            slider.dispatchEvent(new Event("input"));
        }
    }""")
    settled(window, "window.updates", 1)
    assert asked_for == [0.8]
    assert window.evaluate(SHOWN) == indices_of(vicinal.align(SOURCE, TARGET, "vicinity", sentence_alpha=0.8))


def test_the_latest_request_wins_and_a_late_answer_is_dropped(app: str, open_app: Open) -> None:
    window = open_app(app)
    paste(window)
    choose_vicinity(window)
    settled(window, SHOWN, indices_of(vicinal.align(SOURCE, TARGET, "vicinity")))
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
    newest = vicinal.align(SOURCE, TARGET, "vicinity", sentence_alpha=0.7)
    settled(window, SHOWN, indices_of(newest))
    held[0].fulfill(json={"view": None, "seconds": 0})  # would be an error if it were shown
    painted(window)
    assert window.evaluate(SHOWN) == indices_of(newest)
    assert asked_for[-1] == {"sentence_alpha": 0.7}
    assert len(asked_for) <= 3  # what was overtaken on the way was not even asked


def test_two_methods_are_compared(app: str, open_app: Open) -> None:
    window = open_app(app)
    paste(window)
    press(window, "Compare")
    chosen = [window.get_by_label(f"Method {letter}").locator("select") for letter in "AB"]
    assert [chooser.input_value() for chooser in chosen] == ["global", "vicinity"]  # the default, and another
    chosen[0].select_option("vicinity")
    chosen[1].select_option("jaccard")
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
            f"{200 * len(both) / (len(one) + len(two)):.0f}%",
            f"{common:.0f}%",
        ],
    )
    groups = "Vicinal.app.bench.viewer.model.links.map(link => [link.source, link.target, link.group])"
    found = {(tuple(xs), tuple(ys)): group for xs, ys, group in window.evaluate(groups)}
    assert found == {link: "both" if link in both else "a" if link in one else "b" for link in sorted(one | two)}
    # The links of both methods are in one list, each with its own changes.
    places = """Vicinal.app.bench.viewer.model.links.flatMap(link => link.changes.flatMap(([, x, y]) =>
        [!x || link.source.includes(x[0]), !y || link.target.includes(y[0])]))"""
    assert set(window.evaluate(places)) == {True}
    window.get_by_label("in both").uncheck()
    settled(window, "Vicinal.app.bench.viewer.curves.drawn.some(({ link }) => link.group === 'both')", False)
    press(window, "Next difference")
    settled(window, "Vicinal.app.bench.viewer.pinned?.group !== 'both'", True)
    window.get_by_label("Method B").locator("select").select_option("saved links")
    settled(window, numbers + ".slice(3)", ["100%", "100%"])


def test_the_list_leads_from_pair_to_pair(gold: Path, open_app: Open, tmp_path: Path) -> None:
    with served(gold, edits=tmp_path / "edits.sqlite") as app:
        first = next(read_gold_lines(gold)).id
        pairs = asked(app + "api/pairs")["pairs"]
        assert [pair["doubt"] for pair in pairs] == sorted((pair["doubt"] for pair in pairs), reverse=True)
        window = open_app(app)
        window.wait_for_selector(".pairs tbody tr")
        names = window.locator(".pairs .name a")
        assert names.all_text_contents() == [pair["id"] for pair in pairs]
        window.get_by_label("Search names, origins and opening words").fill(pairs[2]["id"].upper())
        settled(window, "document.querySelectorAll('.pairs tbody tr').length", 1)
        window.get_by_label("Search names, origins and opening words").fill("")
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
        title.filter(has_text=pairs[3]["id"]).wait_for()
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


def test_hostile_text_is_shown_as_text(open_app: Open, tmp_path: Path) -> None:
    texts = [*HOSTILE, "word " * 200_000]
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
        what = window.get_by_role("combobox", name="What", exact=True)
        what.select_option("one")
        assert window.get_by_role("combobox", name="Links of", exact=True).input_value().startswith("<img")
        window.keyboard.press("Escape")
        window.get_by_role("link", name="New texts").click()
        window.get_by_role("textbox", name="Source").fill("\n".join(texts[:4]))
        window.get_by_role("textbox", name="Target").fill("\n".join(texts[:4]))
        press(window, "Align")
        window.wait_for_selector(".stage .sentence")
        assert window.locator(".stage h1").text_content() == texts[0]
        # A key of another form is reported as unknown.
        window.goto(app + "#pair=" + quote("../../etc/passwd<img src=x onerror=1>"))
        window.get_by_role("alert").filter(has_text="no").first.wait_for()
        assert window.evaluate(RAN) == [None, 0]


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
        painted(window)
        assert window.evaluate("document.documentElement.scrollWidth") == width
        if width > 500:  # on a phone, the texts have twelve lines each, and the page scrolls
            assert window.evaluate("document.documentElement.scrollHeight") <= 844
        assert window.evaluate(unnamed) == 0
        for scheme, ground in GROUND.items():
            window.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert window.evaluate("getComputedStyle(document.body).backgroundColor") == ground
            assert len(window.screenshot(path=tmp_path / f"{name}-{width}-{scheme}.png")) > 10_000
    assert sentence(window, "source", 0).is_visible()
    assert window.get_by_role("button", name="Link", exact=True).is_visible()
