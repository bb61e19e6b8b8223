"""What axe-core, the usual checker of accessibility, reports about every screen, in both colour schemes and zoomed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import ROOT
from tests.screens import NAME, Places, places, walk

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = ROOT / ".venv" / "js" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SCHEMES = ("light", "dark")
# Browser zoom makes the window smaller in CSS pixels and the pixels larger.
ZOOMS = {"100%": (1280, 720, 1), "200%": (640, 360, 2), "phone": (390, 844, 2)}
RUN = """rules => axe.run(document, { runOnly: { type: "tag", values: rules }, resultTypes: ["violations"] }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any, all, none }) => {
            const why = [...any, ...all, ...none].map(({ message }) => message).join(" ");
            return `${id}: ${target.join(" ")}: ${why}`;
        })))"""


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    with places(tmp_path_factory.mktemp("screens")) as found:
        yield found


def reported(window: Page, axe: str) -> list[str]:
    """Return what axe-core finds in a window."""
    if not window.evaluate("'axe' in globalThis"):
        window.evaluate(axe)
    found: list[str] = window.evaluate(RUN, RULES)
    return found


@pytest.mark.parametrize("zoom", ZOOMS)
def test_axe_finds_nothing_on_any_screen(browser: Browser, where: Places, zoom: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make js")
    axe = AXE.read_text(encoding="utf-8") + ";0"
    width, height, scale = ZOOMS[zoom]
    options: dict[str, Any] = {"has_touch": True, "is_mobile": True} if zoom == "phone" else {}
    # The policy of the pages allows no script but their own, and axe-core makes one while it works.
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        reduced_motion="reduce",
        bypass_csp=True,
        **options,
    )
    context.set_default_timeout(30_000)
    context.add_init_script(f"try {{ localStorage['vicinal-annotator'] ??= {NAME!r} }} catch {{}}")
    window = context.new_page()
    found = {}
    for name in walk(window, where):
        for scheme in SCHEMES:
            window.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found[f"{name}, {scheme}"] = reported(window, axe)
    context.close()
    assert {name: problems for name, problems in found.items() if problems} == {}
    assert len(found) > 50
