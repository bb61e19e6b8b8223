"""The page in a real browser, opened from file:// without a network: links, filter, keyboard, hostile text, print."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import vicinal
from tests.browser import GROUND, HOSTILE, IN_VIEW, RAN, Open, aligned, in_view, indices, painted, sentence, settled
from vicinal.alignment import Alignment
from vicinal.link import Link
from vicinal.text.document import Document
from vicinal.text.tokens import tokens
from vicinal.view.page import fragment, page
from vicinal.view.viewer_data import viewer_data

PINNED = "side => Vicinal.view.texts[side].marked.pinned.map(node => Number(node.dataset.index))"


MARKED = """() => Object.fromEntries(["common", "delete", "add", "replace", "move"].map(name => [name,
    [...CSS.highlights.get(`vicinal-${name}`)].map(range =>
        range.startContainer.data.slice(range.startOffset, range.endOffset))]))"""
COMMON = """() => Object.fromEntries(["common", "common-some", "common-often"].map(name => [name,
    [...CSS.highlights.get(`vicinal-${name}`)].map(range =>
        range.startContainer.data.slice(range.startOffset, range.endOffset))]))"""
NOTHING: dict[str, list[str]] = {"common": [], "delete": [], "add": [], "replace": [], "move": []}


def first_of_kind(alignment: Alignment, kind: str) -> Link:
    return next(link for link in alignment.sentences if link.kind == kind)


def changed() -> Alignment:
    """Return two links, the first with one change of each kind behind a character of two UTF-16 units."""
    source = Document([["\U0001f600 Yesterday the very old tram stopped near the harbour bridge.", "It rained."]])
    target = Document([["\U0001f600 The old trams suddenly stopped near the harbour bridge yesterday.", "It rained."]])
    links = (Link((0,), (0,), 0.5), Link((1,), (1,), 1.0))
    return Alignment(source, target, (Link((0,), (0,), 1.0),), links, (), (), "By hand()")


def test_both_texts_are_shown_and_marked(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment)
    for side, document, unaligned in (
        ("source", alignment.source, alignment.unaligned_source),
        ("target", alignment.target, alignment.unaligned_target),
    ):
        assert window.locator(f".text-{side} .words").all_text_contents() == list(document.sentences)
        assert indices(window, f".text-{side} .sentence.alone") == list(unaligned)
        kinds = {index: link.kind for link in alignment.sentences for index in getattr(link, side)}
        marked = window.eval_on_selector_all(
            f".text-{side} .sentence", "all => all.map(one => one.dataset.kind ?? null)"
        )
        assert marked == [kinds.get(index) for index in range(len(document.sentences))]
    assert window.locator(".summary").text_content() == (
        f"{40 - len(alignment.unaligned_source)} of 40 source and {38 - len(alignment.unaligned_target)} of 38 target "
        f"sentences aligned in {len(alignment.sentences)} links by vicinity, the method of Paetzold & Specia (2016)"
    )
    assert window.locator(".little").is_hidden()


GROUPS = """all => all.map(one => [one.getAttribute("aria-label"), one.classList.contains("heading")])"""
STYLE = "node => [getComputedStyle(node).fontWeight, parseFloat(getComputedStyle(node).fontSize)]"


@pytest.mark.parametrize("options", [{}, {"width": 390, "color_scheme": "dark"}], ids=["wide", "phone"])
def test_headings_look_like_headings(open_page: Open, options: dict[str, Any]) -> None:
    source = Document([["The long way home"], ["Cats walk."], ["At night"], ["They see well."]], headings=[0, 2])
    target = Document([["Cats walk far."], ["Word " * 40]], headings=[1])
    alignment = Alignment(source, target, (), (Link((1,), (0,), 0.5),), (), (), "By hand()")
    window = open_page(alignment, **options)
    assert window.eval_on_selector_all(".text-source .paragraph", GROUPS) == [
        ["Heading, paragraph 1", True],
        ["Paragraph 2", False],
        ["Heading, paragraph 3", True],
        ["Paragraph 4", False],
    ]
    assert window.locator(".text-target .heading .words").all_text_contents() == ["Word " * 40]
    heading, prose = (sentence(window, "source", index).locator(".words").evaluate(STYLE) for index in (0, 1))
    assert (heading[0], prose[0]) == ("700", "400")
    assert heading[1] > prose[1]
    # A heading is nearer to the text below it than to the text above.
    boxes = [sentence(window, "source", index).bounding_box() for index in (1, 2, 3)]
    above, below = (
        second["y"] - first["y"] - first["height"] for first, second in pairwise(box for box in boxes if box)
    )
    assert above > 2 * below
    assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # They are sentences as all others for the keyboard.
    sentence(window, "source", 1).focus()
    window.keyboard.press("ArrowDown")
    assert window.evaluate("document.activeElement.textContent").startswith("At night")


def test_little_found_is_said_below_the_summary(open_page: Open) -> None:
    alignment = vicinal.align("Cats purr.", "Dogs bark.")
    window = open_page(alignment)
    assert (
        window.locator(".summary").text_content()
        == "0 of 1 source and 0 of 1 target sentences aligned in 0 links by global"
    )
    assert window.locator(".little").is_visible()
    assert window.locator(".little").text_content() == (
        "Nothing found: no sentences are aligned; no two sentences have a word in common; the caution is 0.5; "
        "caution 0 and the method vicinity find no more; are these versions of one text? If so, try --meaning e5 on "
        "the command line (compares meanings)"
    )
    window.evaluate("data => Vicinal.view.update(data)", viewer_data(aligned()))
    assert window.locator(".little").is_hidden()


def test_hovering_shows_kind_score_and_common_words(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment)
    link = first_of_kind(alignment, "1-N")
    sentence(window, "source", link.source[0]).hover()
    window.wait_for_selector(".pill:not([hidden])")
    assert window.locator(".pill").text_content() == f"1-N  {link.score:.2f}"
    assert indices(window, ".text-source .active") == list(link.source)
    assert indices(window, ".text-target .active") == list(link.target)
    sides = [set(tokens(text)) for text in alignment.texts(link)]
    marked = [word for words in window.evaluate(COMMON).values() for word in words]
    assert {word.lower() for word in marked} == sides[0] & sides[1]
    listed = window.locator(".common bdi").all_text_contents()
    assert {word.lower() for word in listed} == sides[0] & sides[1]
    window.mouse.move(2, 2)
    window.wait_for_selector(".pill", state="hidden")
    assert window.evaluate(COMMON) == {"common": [], "common-some": [], "common-often": []}


def test_function_words_are_marked_faintly_however_rare(open_page: Open) -> None:
    document = Document([["Rain did not fall.", *("Snow lay." for _ in range(20))]], language="en")
    window = open_page(Alignment(document, document, (), (Link((0,), (0,), 0.5),), (), (), "By hand()"))
    sentence(window, "source", 0).hover()
    window.wait_for_selector(".common bdi")
    assert window.evaluate(COMMON)["common"] == ["Rain", "fall"] * 2
    assert window.evaluate(COMMON)["common-often"] == ["did", "not"] * 2


def test_rare_words_are_marked_more_strongly_than_common_ones_and_listed_first(open_page: Open) -> None:
    prose = [f"The {name} sat by the door." for name in ("cat", "dog", "hen", "fox", "owl", "ram", "doe")]
    source = Document([["The volcano of Tarn erupted by the sea.", *prose]])
    target = Document([["The volcano erupted by the sea.", *prose]])
    links = tuple(Link((index,), (index,), 0.5) for index in range(8))
    window = open_page(Alignment(source, target, (), links, (), (), "By hand()"))
    sentence(window, "source", 0).hover()
    window.wait_for_selector(".common bdi")
    assert window.evaluate(COMMON) == {
        "common": ["volcano", "erupted", "sea"] * 2,
        "common-some": [],
        "common-often": ["The", "by", "the"] * 2,
    }
    assert window.locator(".common bdi").all_text_contents() == ["volcano", "erupted", "sea", "The", "by"]


@pytest.mark.parametrize(("anchor", "pinned"), [("link-1", 0), ("link-3", 2), ("link-0", 0)])
def test_the_address_names_a_link_counted_from_1(open_file: Open, tmp_path: Path, anchor: str, pinned: int) -> None:
    path = tmp_path / "page.html"
    path.write_text(page(aligned()), encoding="utf-8")
    window = open_file(path, width=1000)
    window.goto(f"{path.as_uri()}#{anchor}")
    window.reload()
    settled(window, "globalThis.Vicinal?.view.pinned?.index ?? null", pinned)
    link = aligned().sentences[pinned]
    where = [", ".join(str(index + 1) for index in side[:2]) for side in (link.source, link.target)]
    shown = window.locator(".detail .where").text_content() or ""
    assert shown.startswith(f"source {where[0]}")
    assert f"target {where[1]}" in shown


def test_changes_are_marked_on_demand(open_page: Open) -> None:
    window = open_page(changed())
    toggle = window.get_by_role("button", name="Changes")
    assert toggle.get_attribute("aria-pressed") == "false"
    sentence(window, "source", 0).click()
    window.wait_for_selector(".common bdi")
    before = window.evaluate(MARKED)
    assert before == {**NOTHING, "common": before["common"]}
    assert before["common"]
    toggle.click()
    window.wait_for_selector(".changes")
    assert toggle.get_attribute("aria-pressed") == "true"
    assert window.evaluate(MARKED) == {
        "common": [],
        "delete": ["very"],
        "add": ["suddenly"],
        "replace": ["tram", "trams"],
        "move": ["Yesterday", "yesterday"],
    }
    legend = window.locator(".detail .changes")
    assert legend.text_content() == "1 deleted · 1 added · 1 replaced · 1 moved"
    lines = legend.locator("span").evaluate_all("all => all.map(one => getComputedStyle(one).textDecorationLine)")
    assert lines == ["line-through", "underline", "underline", "underline"]
    window.get_by_role("button", name="Next link").click()
    window.locator(".changes", has_text="no word changed").wait_for()
    assert window.evaluate(MARKED) == NOTHING
    assert "no word changed" in (window.locator("p.unseen[role=status]").last.text_content() or "")
    toggle.click()
    window.wait_for_selector(".common bdi")
    assert window.evaluate(MARKED)["common"] == ["It", "rained"] * 2


def test_links_without_changes_show_their_common_words(open_page: Open) -> None:
    window = open_page(changed())
    window.get_by_role("button", name="Changes").click()
    sentence(window, "source", 0).click()
    window.wait_for_selector(".changes")
    window.evaluate("data => Vicinal.view.update(data)", {**viewer_data(changed()), "changes": None})
    window.wait_for_selector(".common bdi")
    assert window.locator(".changes").count() == 0
    assert window.evaluate(MARKED) == {**NOTHING, "common": window.evaluate(MARKED)["common"]}
    assert window.get_by_role("button", name="Changes").count() == 0


def test_a_curve_can_be_pointed_at_and_pinned(open_page: Open) -> None:
    window = open_page(aligned())
    box = window.locator(".curves").bounding_box()
    edge = sentence(window, "source", 0).bounding_box()
    assert box
    assert edge
    window.mouse.move(box["x"] + 8, edge["y"] + edge["height"] / 2)
    window.wait_for_selector(".pill:not([hidden])")
    window.mouse.down()
    window.mouse.up()
    window.wait_for_selector(".text-target .pinned")
    assert indices(window, ".text-target .pinned") == [0]


def test_pinning_brings_the_other_side_into_view(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment)
    window.get_by_role("button", name="Scroll the texts together").click()
    link = alignment.sentences[-1]
    sentence(window, "target", link.target[0]).scroll_into_view_if_needed()
    window.evaluate("Vicinal.view.texts.source.list.scrollTop = 0")
    assert not in_view(window, "source", link.source[0])
    sentence(window, "target", link.target[0]).click()
    window.wait_for_selector(".text-source .pinned")
    assert in_view(window, "source", link.source[0])
    assert indices(window, "[aria-selected=true]") == [*link.source, *link.target]
    said = window.get_by_role("status").filter(has_text="Pinned").text_content()
    assert said
    assert said.startswith(f"Pinned link {len(alignment.sentences)} of {len(alignment.sentences)}, {link.kind}, score")
    assert alignment.source.sentences[link.source[0]] in said
    window.keyboard.press("Escape")
    window.wait_for_selector(".pinned", state="detached")


def test_the_texts_scroll_together(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment)
    link = alignment.sentences[len(alignment.sentences) // 2]
    sentence(window, "target", link.target[0]).scroll_into_view_if_needed()
    settled(window, f"({IN_VIEW})(['source', {link.source[0]}])", True)
    window.evaluate("Vicinal.view.texts.source.list.scrollTop = 1e6")
    settled(window, "(t => t.scrollTop + t.clientHeight >= t.scrollHeight - 1)(Vicinal.view.texts.target.list)", True)


def test_everything_works_with_the_keyboard(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment)
    link = first_of_kind(alignment, "N-1")
    window.get_by_role("button", name="Scroll the texts together").focus()
    window.keyboard.press("Tab")
    focused = "[document.activeElement.closest('.text')?.dataset.side, Number(document.activeElement.dataset.index)]"
    assert window.evaluate(focused) == ["source", 0]
    for _ in range(link.source[0]):
        window.keyboard.press("ArrowDown")
    assert window.evaluate(focused) == ["source", link.source[0]]
    assert window.locator(".score").text_content() == f"{link.score:.2f}"
    window.keyboard.press("Enter")
    window.wait_for_selector(".text-target .pinned")
    window.keyboard.press("ArrowRight")
    assert window.evaluate(focused) == ["target", link.target[0]]
    window.keyboard.press("ArrowLeft")
    assert window.evaluate(focused) == ["source", link.source[0]]
    window.keyboard.press(" ")
    window.wait_for_selector(".pinned", state="detached")
    window.keyboard.press("End")
    assert window.evaluate(focused) == ["source", len(alignment.source.sentences) - 1]
    assert in_view(window, "source", len(alignment.source.sentences) - 1)


def test_buttons_step_through_the_links(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment)
    for link in alignment.sentences[:3]:
        window.get_by_role("button", name="Next link").click()
        settled(window, f"({PINNED})('source')", list(link.source))
    window.get_by_role("button", name="Previous link").click()
    settled(window, f"({PINNED})('target')", list(alignment.sentences[1].target))


def test_filtering_by_kind_and_score(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment)
    drawn = "[...new Set(Vicinal.view.curves.drawn.map(({link}) => link.kind))].sort()"
    settled(window, drawn, ["1-1", "1-N"])
    window.get_by_label("1-1").uncheck()
    settled(window, drawn, ["1-N"])
    hidden = [i for link in alignment.sentences if link.kind == "1-1" for i in link.source]
    assert indices(window, ".text-source .sentence.off") == hidden
    shown = [link for link in alignment.sentences if link.kind != "1-1"]
    assert (window.locator(".detail").text_content() or "").startswith(
        f"{len(shown)} of {len(alignment.sentences)} links shown."
    )
    window.get_by_label("Lowest score shown").fill("0.5")
    left = [link for link in shown if link.score >= 0.5]
    settled(
        window,
        "Vicinal.view.model.links.filter(l => l.shown).map(l => l.index)",
        [alignment.sentences.index(link) for link in left],
    )
    window.get_by_label("1-1").check()
    window.get_by_label("Lowest score shown").fill("0")
    window.get_by_label("Highest score shown").fill("0.3")
    low = [link for link in alignment.sentences if link.score <= 0.3]
    assert low
    settled(window, "Vicinal.view.model.links.filter(l => l.shown).length", len(low))


def test_words_are_those_of_the_library(open_page: Open) -> None:
    texts = [
        "The cat's 2 hats, I_said",
        "STRASSE Straße ΟΔΥΣΣΕΎΣ Ὀδυσσεύς İstanbul ısı ﬁn ŉ",
        "Cafe\u0301 café ẛ̣ \u0301x ☺\ufe0f ½ ² Ⅷ",
        "日本語 2024年のこと。カ\u3099ス がす ｶﾞ々〆",
        "ภาษาไทย ກຂຄ မြန်မာ ភាសាខ្មែរ",
        "हिन्दी में เ العربيّة עברית 한국어 한국\u1100\u1161",
        "Bundes·tag Sil\u00adben Brief\u2027·wahl 3·4 m·2 ·x· 达·芬奇 a·日本 𝔘·𝔫 e\u0301·a ²·a",
        "𠮷野家 𝔘𝔫𝔦 👩‍👩‍👧 \U0001b000\U0001b001",
    ]
    window = open_page(Alignment(Document([texts]), Document([["x"]]), (), (), (), (), ""))
    found = window.evaluate("""(({ sides, data }) => sides.source.sentences.map(text =>
        Tokens.tokens(text, data.folds).map(({ key, start, end }) => [key, text.slice(start, end)])
    ))(Vicinal.view.model)""")
    for text, words in zip(texts, found, strict=True):
        assert [key for key, _ in words] == tokens(text)
        # What gets marked is the part of the text that the word was made of.
        assert all(place and tokens(place) for _, place in words)


def test_hostile_text_is_shown_as_text(open_page: Open) -> None:
    texts = [*HOSTILE, "ordinary", "lone \ud800 surrogate", "word " * 200_000]
    source, target = Document([texts], texts[0], texts[1]), Document([texts[-2::-1]], texts[1])
    links = tuple(Link((i,), (max(0, 5 - i),), 0.5) for i in range(len(texts)))
    window = open_page(Alignment(source, target, (Link((0,), (0,), 1),), links, (), (), texts[0]))
    assert window.locator(".text-source .words").all_text_contents() == [
        text.replace("\ud800", "\ufffd") for text in texts
    ]
    for index in (0, 1, 6):
        sentence(window, "source", index).click()
        window.wait_for_selector(f".text-source .pinned[data-index='{index}']")
    window.get_by_role("button", name="Help").click()
    assert window.locator("dialog .signature").text_content() == texts[0]
    assert window.evaluate(RAN) == [None, 0]
    # The override ends with its sentence: the next one runs from left to right.
    places = """number => [0, 1].map(at => {
        const range = document.createRange();
        const { words } = Vicinal.view.texts.source.sentences[number];
        range.setStart(words, at);
        range.setEnd(words, at + 1);
        return range.getBoundingClientRect().left;
    })"""
    first, second = window.evaluate(places, 4)
    assert first < second


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(open_page: Open, scheme: str) -> None:
    window = open_page(aligned(), color_scheme=scheme)
    ground = "getComputedStyle(document.body).backgroundColor"
    assert window.evaluate(ground) == GROUND[scheme]
    for label, shade in (("auto", "light"), ("light", "dark"), ("dark", scheme)):
        window.get_by_role("button", name=f"Colours: {label}").click()
        assert window.evaluate(ground) == GROUND[shade]


def test_on_a_phone_chips_replace_the_curves(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment, width=390, height=844, has_touch=True, is_mobile=True)
    assert window.evaluate("document.documentElement.scrollWidth") == 390
    assert not window.locator(".curves").is_visible()
    link = first_of_kind(alignment, "1-N")
    chip = sentence(window, "source", link.source[0]).locator(".chip")
    assert chip.text_content() == f"target {link.target[0] + 1}, {link.target[1] + 1} · 1-N · {link.score:.2f}"
    window.evaluate("Vicinal.view.scrolling.together = false; Vicinal.view.texts.target.list.scrollTop = 1e6")
    chip.tap()
    window.wait_for_selector(".text-target .pinned")
    assert in_view(window, "target", link.target[0])
    assert not window.get_by_label("1-N").is_visible()
    window.get_by_role("button", name="Filter").tap()
    assert window.get_by_label("1-N").is_visible()
    window.get_by_role("button", name="Map").tap()
    window.wait_for_selector(".panel[data-ready]")
    assert not window.locator(".text-source").is_visible()
    assert window.locator(".map-box").is_visible()
    assert window.evaluate("document.documentElement.scrollWidth") == 390


PRINTED = """[...document.querySelectorAll(".printed tbody tr")].map(row =>
    [...row.cells].slice(1).map(cell => [...cell.querySelectorAll(".printed-number")].map(node => node.textContent)))"""


def test_print_gives_a_table_of_links_in_reading_order(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment, color_scheme="dark")
    window.evaluate("dispatchEvent(new Event('beforeprint'))")
    window.emulate_media(media="print", color_scheme="dark")
    rows = [[[int(number) - 1 for number in cell] for cell in row] for row in window.evaluate(PRINTED)]
    links = [[list(link.source), list(link.target)] for link in alignment.sentences]
    assert [row for row in rows if all(row)] == sorted(links)
    # Every sentence without a link has a row of its own, beside its neighbours.
    for side, sentences in enumerate((alignment.source.sentences, alignment.target.sentences)):
        linked = {index for link in links for index in link[side]}
        alone = [row[side][0] for row in rows if not all(row) and row[side]]
        assert alone == [index for index in range(len(sentences)) if index not in linked]
        for index in alone:
            if index:
                at = next(number for number, row in enumerate(rows) if row[side] == [index] and not all(row))
                assert any(index - 1 in row[side] for row in rows[:at])
    assert window.locator(".printed tbody b").all_text_contents() == [str(n + 1) for n in range(len(links))]
    first = window.locator(".printed tbody tr").first
    assert alignment.source.sentences[0] in (first.text_content() or "")
    assert window.locator(".printed thead").evaluate("node => getComputedStyle(node).display") == "table-header-group"
    assert first.evaluate("node => getComputedStyle(node).breakInside") == "avoid"
    assert window.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for selector in (".filter", ".texts", ".panel", ".bottom", ".actions >> nth=0"):
        assert not window.locator(selector).is_visible()
    assert window.locator(".summary").is_visible()
    window.evaluate("dispatchEvent(new Event('afterprint'))")
    assert window.locator(".printed").text_content() == ""


def test_print_leaves_out_filtered_links_and_says_so(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment)
    window.get_by_label("1-1").uncheck()
    painted(window)
    window.evaluate("dispatchEvent(new Event('beforeprint'))")
    left = [link for link in alignment.sentences if len(link.source) > 1 or len(link.target) > 1]
    assert window.locator(".printed tbody b").count() == len(left)
    note = window.locator(".printed-note").text_content()
    assert note
    assert note.startswith(f"The filter shows {len(left)} of {len(alignment.sentences)} links;")


def test_the_browser_prints_the_whole_table(open_page: Open) -> None:
    window = open_page(aligned())
    assert window.pdf(format="A4").count(b"/Type /Page\n") >= 2


def test_new_links_of_the_same_texts_keep_their_elements(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment)
    sentence(window, "source", 1).click()
    sparser = vicinal.align(alignment.source, alignment.target, "vicinity")
    assert len(sparser.sentences) < len(alignment.sentences)
    window.evaluate("window.kept = document.querySelector('.text-target .sentence')")
    window.evaluate("data => Vicinal.view.update(data)", viewer_data(sparser))
    assert window.evaluate("window.kept === document.querySelector('.text-target .sentence')")
    assert indices(window, ".text-source .sentence.alone") == list(sparser.unaligned_source)
    other = vicinal.align("A cat sat. A dog ran.", "A cat sat.")
    window.evaluate("data => Vicinal.view.update(data)", viewer_data(other))
    assert window.locator(".text-source .words").all_text_contents() == ["A cat sat.", "A dog ran."]
    settled(window, "Vicinal.view.panel.map.heat?.values.length", 2)


def test_two_fragments_in_one_notebook(open_html: Open) -> None:
    alignment = aligned()
    style = "<style>div { display: none !important } * { color: red }</style><p id='data'>notebook</p>"
    window = open_html(style + fragment(alignment) + fragment(alignment), width=1000)
    for frame in window.frames[1:]:
        frame.wait_for_selector("html[data-ready]", state="attached")
        frame.locator(".text-source .sentence").first.click()
        frame.wait_for_selector(".text-target .pinned")
    assert len(window.frames) == 3
    assert window.locator("#data").text_content() == "notebook"


def test_documents_with_hardly_any_text(open_page: Open) -> None:
    little: tuple[list[list[str]], ...] = ([], [[]], [["…"]], [["One sentence."]])
    alignments = [Alignment(Document(p), Document([["A.", "B."]]), (), (), (), (), "") for p in little]
    window = open_page(alignments[0])
    window.wait_for_selector(".panel[data-ready]")
    for alignment in alignments:
        window.evaluate("data => Vicinal.view.update(data)", viewer_data(alignment))
        window.get_by_role("button", name="Next link").click()
        assert window.locator(".text-source .sentence.alone").count() == len(alignment.source.sentences)
        assert window.locator(".text-target .sentence.alone").count() == 2
        settled(window, "Vicinal.view.panel.map.heat?.values.length", 2 * len(alignment.source.sentences))


def test_clicks_go_through_the_links_of_a_sentence(open_page: Open) -> None:
    document = Document([["One cat.", "Two cats."]])
    links = (Link((0,), (0,), 0.9), Link((0,), (1,), 0.4))
    window = open_page(Alignment(document, document, (), links, (), (), ""))
    first = sentence(window, "source", 0)
    for expected in ([0], [1], []):
        first.click()
        settled(window, f"({PINNED})('target')", expected)


def test_long_documents_are_laid_out_and_drawn_in_parts(open_page: Open) -> None:
    words = ["the", "of", "a", "harbour", "ferry", "island", "night", "council", "stone", "river", "winter", "bread"]
    lines = [" ".join(words[(i * k) % len(words)] for k in range(1, 18)) + f" n{i}." for i in range(1000)]
    document = Document([lines[i : i + 5] for i in range(0, 1000, 5)])
    links = tuple(Link((i,), (i,), 1.0) for i in range(1000))
    cells = tuple((i, i) for i in range(1000))
    short = Document([["Short."]])
    window = open_page(Alignment(short, short, (), (), (), (), ""))
    # What is done before the first paint does not grow with the texts; the rest follows.
    laid_out = "SIDES => SIDES.map(side => document.querySelectorAll(`.text-${side} .sentence`).length)"
    at_once = window.evaluate(
        f"data => {{ Vicinal.view.update(data); return ({laid_out})(AlignmentModel.SIDES); }}",
        viewer_data(Alignment(document, document, (), links, cells, (), "")),
    )
    assert at_once == [120, 120]
    window.wait_for_selector("#view[data-whole]")
    assert window.evaluate(laid_out, ["source", "target"]) == [1000, 1000]
    sentence(window, "source", 750).click()
    window.wait_for_selector(".text-target .pinned")
    assert in_view(window, "target", 750)
    assert window.evaluate("Vicinal.view.curves.drawn.length") < 100
