"""Reports in a real browser, opened from file:// without a network: links to pages, sorting, hostile text, print."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import ARTICLES, GROUND, HOSTILE, RAN, Open
from tests.test_report import BAD, FAILED, GOOD, NEAR, result
from vicinal.corpus import Limits, run
from vicinal.corpus.readers import corpus_at
from vicinal.report.comparison_page import comparison_page
from vicinal.report.report_files import Written, write_report
from vicinal.text.document import Document
from vicinal.versions.consistent import align_versions
from vicinal.view.version_page import version_page

if TYPE_CHECKING:
    from playwright.sync_api import Page


def written(folder: Path, rows: list[dict[str, Any]], **settings: Any) -> Written:
    """Return the report of a run over a table."""
    (folder / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    corpus = corpus_at([str(folder / "pairs.jsonl")], origin_column="origin", language_column="language")
    made = run(corpus, folder / "out", "vicinity", limits=Limits(pairs=3), **settings)
    return write_report(made, folder / "report #1.html")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Written:
    rows = []
    for article in ("harbour-ferry.en", "igel.de", "night-bus.en", "shoutengai.ja", "huertos-urbanos.es"):
        source, target = ((ARTICLES / f"{article}.{n}.txt").read_text(encoding="utf-8") for n in (0, 1))
        language = article.rpartition(".")[2]
        rows.append({"id": article, "source": source, "target": target, "origin": language, "language": language})
    rows.append({"id": "empty", "source": "A cat.", "target": "", "origin": "en", "language": "en"})
    return written(tmp_path_factory.mktemp("sample"), rows, paragraph_alpha=0.3, sentence_alpha=0.2)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Written:
    rows = []
    for number, text in enumerate(HOSTILE):
        rows.append(
            {
                "id": f"{text} {number}",
                "source": [[text, f"The cat {number} sat down.", "word " * (1 if number else 200_000)]],
                "target": [[f"{text} too", f"A cat {number} sat.", "word " * 1000]],
                "origin": text,
                "language": "en",
            }
        )
    rows.append({"id": HOSTILE[0], "source": "A cat.", "target": "", "origin": "", "language": "en"})
    return written(tmp_path_factory.mktemp("hostile"), rows, paragraph_alpha=0.1, sentence_alpha=0.1)


@pytest.fixture(scope="module")
def comparison(tmp_path_factory: pytest.TempPathFactory) -> Path:
    others = [result("vicinity", [(1, 2, 4)] * 4, HOSTILE[1]), result("jaccard", [(1, 2, 2)] * 4, HOSTILE[1])]
    file = tmp_path_factory.mktemp("study") / "study.html"
    html = comparison_page([GOOD, BAD, NEAR, FAILED, *others], sizes={"en": 8, HOSTILE[1]: 4})
    file.write_text(html, encoding="utf-8")
    return file


def column(window: Page, caption: str, number: int) -> list[str]:
    """Return the texts of a column of the table with a caption."""
    rows = window.locator("table", has=window.get_by_text(caption, exact=True)).locator("tbody tr")
    texts: list[str] = rows.evaluate_all("(rows, number) => rows.map(row => row.cells[number]?.textContent)", number)
    return texts


def test_the_navigation_leads_to_all_sections(open_file: Open, sample: Written) -> None:
    window = open_file(sample.report)
    headings = window.locator("h2").all_text_contents()
    assert headings == [
        "Totals",
        "Distributions",
        "Groups",
        "Doubtful pairs",
        "Doubtful links",
        "Best links",
        "How it was made",
        "Left out",
    ]
    assert window.locator("nav a").all_text_contents() == headings
    window.get_by_role("link", name="Best links").click()
    top = window.locator("#best-links h2").bounding_box()
    assert top
    assert 0 <= top["y"] < 200
    assert window.locator("svg.vicinal-plot").count() == 5
    fills = window.locator("svg.vicinal-plot rect.source").first.evaluate("node => getComputedStyle(node).fill")
    assert fills == "rgb(111, 134, 163)"


@pytest.mark.parametrize("scheme", list(GROUND))
def test_the_totals_lead_to_what_was_left_out(open_file: Open, sample: Written, scheme: str) -> None:
    window = open_file(sample.report, color_scheme=scheme)
    window.get_by_role("link", name="1 left out", exact=True).click()
    accounts = window.locator("#left-out table").first
    assert accounts.locator("caption").text_content() == "What was read, and what became of it"
    box = accounts.bounding_box()
    assert box
    assert 0 <= box["y"] < 800
    numbers = column(window, "What was read, and what became of it", 2)
    assert numbers[-2:] == ["5", "1"]  # aligned, and left out


def test_a_doubtful_link_leads_to_the_page_of_its_pair(open_file: Open, sample: Written) -> None:
    window = open_file(sample.report)
    first = window.locator("#doubtful-links li").first
    name, sentences = first.locator(".of a").text_content(), first.locator(".side.source .words").all_text_contents()
    first.locator(".of a").click()
    window.wait_for_selector("html[data-ready]", state="attached")
    assert window.locator("h1").text_content() == name
    assert set(sentences) <= set(window.locator(".text-source .words").all_text_contents())
    window.go_back()
    window.locator("#doubtful-pairs tbody a").first.click()
    window.wait_for_selector("html[data-ready]", state="attached")


def test_links_are_shown_with_kind_score_texts_and_common_words(open_file: Open, sample: Written) -> None:
    window = open_file(sample.report)
    links = window.locator("#doubtful-links li")
    pairs = links.locator(".of a").all_text_contents()
    assert max(map(pairs.count, pairs)) == 3
    likely = [float(text) for text in links.locator(".probability").all_text_contents()]
    assert len(likely) == len(pairs) == links.locator(".pill b").count()
    assert likely == sorted(likely)
    for number in range(5):
        sides = [set(links.nth(number).locator(f".{side} mark").all_text_contents()) for side in ("source", "target")]
        assert {word.casefold() for word in sides[0]} == {word.casefold() for word in sides[1]}
    best = [float(text) for text in window.locator("#best-links .pill b").all_text_contents()]
    assert best == sorted(best, reverse=True)
    assert float(window.locator("#best-links .probability").first.text_content() or 0) > likely[-1]


def test_tables_can_be_sorted(open_file: Open, sample: Written) -> None:
    window = open_file(sample.report)
    assert column(window, "By source", 0) == ["de", "en", "es", "ja"]
    window.get_by_role("button", name="target sentences").click()
    sizes = [int(text) for text in column(window, "By source", 3)]
    assert sizes == sorted(sizes, reverse=True)
    assert column(window, "By source", 0)[0] == "en"
    heading = window.get_by_role("columnheader", name="target sentences")
    assert heading.get_attribute("aria-sort") == "descending"
    window.get_by_role("button", name="target sentences").press("Enter")
    assert [int(text) for text in column(window, "By source", 3)] == sizes[::-1]
    assert heading.get_attribute("aria-sort") == "ascending"
    window.locator("#groups").get_by_role("button", name="source", exact=True).click()
    assert column(window, "By source", 0) == ["de", "en", "es", "ja"]
    assert heading.get_attribute("aria-sort") is None


def test_reports_are_complete_without_scripts(open_file: Open, sample: Written, comparison: Path) -> None:
    window = open_file(sample.report, java_script_enabled=False)
    assert window.locator("#doubtful-links li").first.is_visible()
    assert not window.get_by_text("needs JavaScript").is_visible()
    assert window.locator("table button").count() == 0
    assert open_file(comparison, java_script_enabled=False).locator("#set-en tbody tr").first.is_visible()


def test_hostile_text_is_shown_as_text(open_file: Open, hostile: Written) -> None:
    window = open_file(hostile.report)
    readable = [text.replace("\u202e", "\ufffd").replace("\u2067", "\ufffd") for text in HOSTILE]
    assert sorted(column(window, "By source", 0)) == sorted(readable)
    assert sorted(column(window, "All pairs, the most doubtful first", 0)) == sorted(
        f"{text} {number}" for number, text in enumerate(readable)
    )
    sentences = window.locator(".links .words").all_text_contents()
    assert set(readable) <= set(sentences)
    assert max(map(len, sentences)) < 500
    assert hostile.report.stat().st_size < 200_000
    longest = 0
    for number in range(len(HOSTILE)):
        window.locator("#doubtful-pairs tbody a").nth(number).click()
        window.wait_for_selector("html[data-ready]", state="attached")
        assert window.evaluate(RAN) == [None, 0]
        lengths = window.evaluate("Vicinal.view.model.sides.source.sentences.map(text => text.length)")
        longest = max(longest, *lengths)
        window.go_back()
    assert longest >= 999_999  # the whole text is on the page
    assert window.evaluate(RAN) == [None, 0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(open_file: Open, sample: Written, scheme: str) -> None:
    window = open_file(sample.report, color_scheme=scheme)
    ground = "getComputedStyle(document.body).backgroundColor"
    assert window.evaluate(ground) == GROUND[scheme]
    for label, shade in (("auto", "light"), ("light", "dark"), ("dark", scheme)):
        window.get_by_role("button", name=f"Colours: {label}").click()
        assert window.evaluate(ground) == GROUND[shade]


def test_on_a_phone_nothing_is_wider_than_the_screen(open_file: Open, hostile: Written, comparison: Path) -> None:
    for file in (hostile.report, comparison):
        window = open_file(file, width=390, height=844, has_touch=True, is_mobile=True)
        assert window.evaluate("document.documentElement.scrollWidth") == 390
    window = open_file(hostile.report, width=390, height=844)
    source, target = (window.locator(f".links .side.{side}").first.bounding_box() for side in ("source", "target"))
    assert source
    assert target
    assert source["y"] + source["height"] <= target["y"]  # one below the other


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    documents = [Document.from_file(ARTICLES / f"krakatoa.en.{level}.txt", "en") for level in range(3)]
    file = tmp_path_factory.mktemp("versions") / "versions.html"
    file.write_text(version_page(align_versions(documents, names=["hard", HOSTILE[1], "easy"])), encoding="utf-8")
    return file


@pytest.mark.parametrize("scheme", list(GROUND))
def test_the_header_of_versions_stays_in_sight(open_file: Open, versions: Path, scheme: str) -> None:
    window = open_file(versions, color_scheme=scheme, width=1440, height=900)
    assert window.locator("thead th").all_text_contents() == ["row", "hard", HOSTILE[1], "easy"]
    window.evaluate("window.scrollTo({ top: 1500, behavior: 'instant' })")
    header, navigation = window.locator("thead th").nth(1).bounding_box(), window.locator("nav").bounding_box()
    assert header
    assert navigation
    assert navigation["y"] == 0
    assert abs(header["y"] - navigation["height"]) <= 1
    number = window.locator("tbody th").first.bounding_box()
    assert number
    assert number["width"] < 60
    colours = {
        kind: window.locator(f'td[data-kind="{kind}"]').first.evaluate("node => getComputedStyle(node).borderLeft")
        for kind in ("1-1", "1-N", "N-1")
    }
    assert len(set(colours.values())) == 3
    assert [colours[kind].split()[1] for kind in colours] == ["solid", "dashed", "dotted"]
    assert window.evaluate(RAN) == [None, 0]


def test_on_a_phone_the_levels_are_one_below_the_other(open_file: Open, versions: Path) -> None:
    window = open_file(versions, width=390, height=844, has_touch=True, is_mobile=True)
    # The kind of a link is as high as its word: there is nothing to press.
    assert window.evaluate("Math.max(...[...document.querySelectorAll('.kind')].map(node => node.offsetHeight))") < 30
    assert window.evaluate("document.documentElement.scrollWidth") == 390
    cells = window.locator("tbody tr").first.locator("td")
    boxes = [cell.bounding_box() for cell in cells.all()]
    assert len(boxes) == 3
    assert all(one and other and one["y"] + one["height"] <= other["y"] for one, other in pairwise(boxes))
    assert cells.nth(1).evaluate("node => getComputedStyle(node, '::before').content") == f'"{HOSTILE[1]}"'
    rows = window.get_by_role("row")  # the table is still one for a screen reader
    assert rows.count() == window.locator("tr").count()
    assert rows.nth(1).get_by_role("cell").count() == 3


def test_print_has_no_buttons_and_a_white_background(open_file: Open, sample: Written) -> None:
    window = open_file(sample.report, color_scheme="dark")
    window.emulate_media(media="print")
    assert window.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not window.get_by_role("button", name="Colours: auto").is_visible()
    assert not window.locator("nav").is_visible()
    assert window.pdf(format="A4").count(b"/Type /Page\n") >= 3


def test_a_study_shows_f1_with_intervals_and_can_be_sorted(open_file: Open, comparison: Path) -> None:
    window = open_file(comparison)
    assert window.locator("h1").text_content() == f"4 methods on en and {HOSTILE[1]}"
    caption = "8 documents, ranked by F1 of links"
    assert column(window, caption, 0) == ["vicinity", "nearest", "jaccard", "smith"]
    widths = window.locator("#set-en .bar rect").evaluate_all("bars => bars.map(bar => bar.getBBox().width)")
    assert [width / 220 for width in widths] == pytest.approx([0.9, 0.85, 0.2], abs=0.001)
    table = window.locator("#set-en table").first
    table.get_by_role("button", name="P", exact=True).click()
    table.get_by_role("button", name="P", exact=True).click()
    assert column(window, caption, 0) == ["jaccard", "nearest", "vicinity", "smith"]  # the one that failed stays last
    assert window.evaluate(RAN) == [None, 0]
