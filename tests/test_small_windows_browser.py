"""Small windows: a laptop's at 125% to 250% zoom, a phone's. The texts keep twelve lines, and nothing is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import Open, aligned, painted
from tests.screens import NAME, Places, go, places, walk

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES = [(1024, 576), (853, 480), (640, 360), (390, 844), (320, 568)]
LINES = 12
HEIGHTS = """[...document.querySelectorAll(".text")].filter(node => node.checkVisibility()).map(node =>
    node.clientHeight / parseFloat(getComputedStyle(node.querySelector(".body")).lineHeight))"""
# Controls outside the window that cannot be scrolled to, and those that a finger or a pointer cannot hit.
CUT = """() => [...document.querySelectorAll("button, input, select, textarea, summary, a, h1, h2")].filter(node => {
    const open = document.querySelector("dialog[open]");
    if (!node.checkVisibility() || node.closest(".unseen") || (open && !open.contains(node))) return false;
    const { left, right } = node.getBoundingClientRect();
    for (let at = node.parentElement; at; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth)
            return at.matches(".sheet, dialog, .mode-place"); // these should never scroll sideways
    return left < -1 || right > innerWidth + 1;
}).map(node => node.outerHTML.slice(0, 120))"""
# Parts that cover each other at the end of the page; before that, the line about a link and the controls stay in sight.
OVERLAPS = """() => {
    scrollTo(0, 1e6);
    const parts = [".bar", ".top", ".filter", ".head-source", ".head-target", ".text-source", ".text-target", ".panel",
        ".bottom", ".workbench > .side"];
    const boxes = parts.flatMap(part => [...document.querySelectorAll(part)].filter(node => node.checkVisibility())
        .map(node => [part, node.getBoundingClientRect()]));
    const apart = (a, b) => a.bottom <= b.top + 1 || b.bottom <= a.top + 1 || a.right <= b.left + 1
        || b.right <= a.left + 1;
    scrollTo(0, 0);
    return boxes.flatMap(([one, a], number) => boxes.slice(number + 1).filter(([, b]) => !apart(a, b))
        .map(([other]) => `${one} over ${other}`));
}"""


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    with places(tmp_path_factory.mktemp("screens")) as found:
        yield found


def touching(width: int) -> dict[str, Any]:
    return {"has_touch": True, "is_mobile": True} if width < 500 else {}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_screen_has_room(browser: Browser, where: Places, width: int, height: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", **touching(width)
    )
    context.set_default_timeout(30_000)
    context.add_init_script(f"try {{ localStorage['vicinal-annotator'] ??= {NAME!r} }} catch {{}}")
    window = context.new_page()
    found: dict[str, object] = {}
    for name in walk(window, where):
        wide = window.evaluate("document.documentElement.scrollWidth")
        lines = window.evaluate(HEIGHTS)
        found[name] = [
            *([f"{wide} pixels wide"] if wide > width else []),
            *[f"{line:.1f} lines" for line in lines if line < LINES],
            *window.evaluate(CUT),
            *window.evaluate(OVERLAPS),
        ]
    context.close()
    assert {name: problems for name, problems in found.items() if problems} == {}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_last_line_and_the_controls_can_be_reached(open_app: Open, where: Places, width: int, height: int) -> None:
    window = open_app(f"{where.app}#pair={where.key}&mode=correct", width=width, height=height, **touching(width))
    window.wait_for_selector(".stage .sentence")
    fold = window.get_by_role("button", name="Controls", exact=True)
    if fold.get_attribute("aria-expanded") == "false":
        fold.click()
    done = window.get_by_role("button", name="Mark as done")
    done.scroll_into_view_if_needed()
    box = done.bounding_box()
    assert box
    assert box["y"] + box["height"] <= height + 1
    window.evaluate("scrollTo(0, 1e6)")
    painted(window)
    sheet = window.locator(".side").bounding_box()
    below = window.locator(".bottom").bounding_box()
    assert sheet
    assert below
    assert below["y"] + below["height"] <= height + 1
    assert below["y"] + below["height"] <= sheet["y"] + 1 or below["x"] >= sheet["x"] + sheet["width"] - 1


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_comment_has_room_in_the_controls(open_app: Open, where: Places, width: int, height: int) -> None:
    window = open_app(f"{where.app}#pair={where.key}&mode=correct", width=width, height=height, **touching(width))
    window.wait_for_selector(".stage .sentence")
    window.locator(".text-source .sentence").first.focus()
    window.keyboard.press("c")
    window.get_by_role("textbox", name="Comment").wait_for()
    place = "document.querySelector('.mode-place')"
    assert window.evaluate(f"{place}.scrollWidth <= {place}.clientWidth")


@pytest.mark.parametrize(("width", "height"), SIZES[2:])
def test_what_the_keyboard_reaches_is_in_sight(open_app: Open, where: Places, width: int, height: int) -> None:
    window = open_app(f"{where.app}#pair={where.key}&mode=method", width=width, height=height)
    window.wait_for_selector(".stage .sentence")
    window.locator(".text-target .sentence").first.focus()
    for _ in range(4):
        window.keyboard.press("ArrowDown")
    painted(window)
    # The first line of the sentence, where its number is.
    seen = """() => {
        const { left, top, width } = document.activeElement.getBoundingClientRect();
        return document.activeElement.contains(document.elementFromPoint(left + width / 2, top + 12));
    }"""
    assert window.evaluate(seen)


def expanded(window: Page, name: str) -> str | None:
    return window.get_by_role("button", name=name, exact=True).get_attribute("aria-expanded")


def test_the_parts_of_the_page_fold_and_the_browser_remembers(open_page: Open) -> None:
    window = open_page(aligned(), width=1280, height=800)
    parts = {"Filter": ".filter", "Map": ".panel", "Details": ".bottom"}
    assert {name: expanded(window, name) for name in parts} == dict.fromkeys(parts, "true")
    for name, part in parts.items():
        window.get_by_role("button", name=name, exact=True).click()
        assert not window.locator(part).is_visible()
    window.reload()
    window.wait_for_selector("html[data-ready]", state="attached")
    assert {name: expanded(window, name) for name in parts} == dict.fromkeys(parts, "false")
    for name, part in parts.items():
        window.get_by_role("button", name=name, exact=True).click()
        assert window.locator(part).is_visible()


def test_zooming_in_folds_what_a_small_window_has_no_room_for(open_page: Open) -> None:
    window = open_page(aligned(), width=1280, height=800)
    assert (expanded(window, "Filter"), expanded(window, "Map")) == ("true", "true")
    window.set_viewport_size({"width": 640, "height": 400})
    painted(window)
    assert (expanded(window, "Filter"), expanded(window, "Map")) == ("false", "false")
    window.get_by_role("button", name="Filter", exact=True).click()
    assert window.locator(".filter").is_visible()
    window.set_viewport_size({"width": 1280, "height": 800})
    painted(window)
    assert (expanded(window, "Filter"), expanded(window, "Map")) == ("true", "true")


def test_the_controls_of_a_pair_fold_and_the_browser_remembers(open_app: Open, where: Places) -> None:
    address = f"{where.app}#pair={where.key}&mode=correct"
    window = open_app(address)
    window.wait_for_selector(".stage .sentence")
    before = window.locator(".texts").bounding_box()
    window.get_by_role("button", name="Controls", exact=True).click()
    assert not window.locator(".mode-place").is_visible()
    after = window.locator(".texts").bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"] + 200
    window.reload()
    window.wait_for_selector(".stage .sentence")
    assert expanded(window, "Controls") == "false"
    window.get_by_role("button", name="Controls", exact=True).click()
    assert window.get_by_role("button", name="Link", exact=True).is_visible()


def test_fingers_can_hit_the_buttons(open_app: Open, where: Places) -> None:
    window = open_app(where.app, width=390, height=844, has_touch=True, is_mobile=True)
    small = """() => [...document.querySelectorAll("button, select, summary, nav a")].filter(node =>
        node.checkVisibility() && (node.offsetWidth < 44 || node.offsetHeight < 44)).map(node => node.outerHTML)"""
    for place in ("#view=list", "#view=start", f"#pair={where.key}&mode=correct", f"#pair={where.key}&mode=compare"):
        go(window, where.app + place, ".sheet, .stage .sentence")
        painted(window)
        assert window.evaluate(small) == []
