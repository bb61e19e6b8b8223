"""The documentation site builds without a warning, fetches nothing, and has every public name."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from markdown_it import MarkdownIt

import vicinal
import vicinal.corpus
from tests.browser import Open

ROOT = Path(__file__).resolve().parents[1]
PUBLIC = sorted(
    [f"vicinal.{name}" for name in vicinal.__all__] + [f"vicinal.corpus.{name}" for name in vicinal.corpus.__all__]
)
OUTSIDE = ("contributing", "changelog")  # pages of files outside docs/
# What a browser fetches by itself, by element; other addresses are links, which a person follows.
FETCHED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "link": "href"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return folder


class _Page(HTMLParser):
    """The elements of a page that have an address or can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids |= {values[key] or "" for key in ("id", "name") if key in values}
        address = values.get(FETCHED.get(tag, ""))
        if address is not None and values.get("rel") not in ("canonical", "next", "prev"):
            self.fetched.append(address)
        if tag == "a" and values.get("href") is not None:
            self.links.append(values["href"] or "")


@cache
def parsed(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text("utf-8"))
    return page


def pages(site: Path) -> Iterator[tuple[Path, _Page]]:
    for path in sorted(site.rglob("*.html")):
        if path.name != "404.html":  # shown for any address, so its own addresses start with /
            yield path, parsed(path)


def test_pages_fetch_nothing_from_the_network(site: Path) -> None:
    found = list(pages(site))
    assert len(found) > 25
    for path, page in found:
        assert page.fetched
        for address in page.fetched:
            assert not urlsplit(address).scheme, f"{path.name} fetches {address}"
            assert not urlsplit(address).netloc, f"{path.name} fetches {address}"
            assert (path.parent / unquote(urlsplit(address).path)).is_file(), f"{path.name} misses {address}"


def test_style_sheets_and_own_scripts_fetch_nothing_from_the_network(site: Path) -> None:
    for path in site.rglob("*.css"):
        assert re.findall(r"url\(\W?(?:https?:)?//", path.read_text("utf-8")) == [], path.name
    assert "http" not in (site / "assets" / "iframe-worker.js").read_text("utf-8")


def test_links_inside_the_site_lead_to_a_page_and_a_place_on_it(site: Path) -> None:
    for path, page in pages(site):
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            assert target.is_file(), f"{path.name}: {link}"
            if parts.fragment and target.suffix == ".html":
                assert unquote(parts.fragment) in parsed(target).ids, f"{path.name}: {link}"


def test_links_out_of_the_pages_lead_to_the_repository(site: Path) -> None:
    links = parsed(site / "method.html").links
    assert [link for link in links if link.endswith("/blob/main/src/vicinal/search.py")]
    assert [link for link in links if link.endswith("/tree/main/src/vicinal/versions")]
    assert "contributing.html" in parsed(site / "architecture.html").links
    assert "architecture.html" in parsed(site / "contributing.html").links


def test_the_reference_has_every_public_name(site: Path) -> None:
    lines = zlib.decompress((site / "objects.inv").read_bytes().split(b"\n", 4)[4]).decode().splitlines()
    described = {line.split(" ", 1)[0] for line in lines}
    assert [name for name in PUBLIC if name not in described] == []


def test_the_list_of_the_reference_names_every_public_name(site: Path) -> None:
    links = parsed(site / "reference.html").links
    assert [name for name in PUBLIC if not any(link.endswith(f"#{name}") for link in links)] == []


def test_types_in_signatures_lead_to_what_they_are(site: Path) -> None:
    links = parsed(site / "reference" / "aligning.html").links
    assert "../reference.html#Version" in links
    assert "../reference.html#OnError" in links
    shown = (site / "reference" / "alignments.html").read_text("utf-8")
    assert ' title="a Link, (source, target) or (source, target, score), where a side is a' in shown


TAGS = ("h1", "h2", "h3", "li", "td", "pre", "blockquote", "img", "em", "strong")


def counted(html: str) -> dict[str, int]:
    """Return how many elements of each kind some HTML has."""
    return {tag: len(re.findall(rf"<{tag}\b", html)) for tag in TAGS}


def test_pages_read_the_same_on_the_site_and_in_the_repository(site: Path) -> None:
    """Two dialects of Markdown: what is a list or a table in one may be a paragraph in the other."""
    compared = 0
    for path, _ in pages(site):
        name = path.relative_to(site).with_suffix(".md")
        source = ROOT / name.name.upper().replace(".MD", ".md") if name.stem in OUTSIDE else ROOT / "docs" / name
        markdown = source.read_text("utf-8")
        if "\n::: " not in markdown:
            html = path.read_text("utf-8")
            article = html[html.index("<article") : html.index("</article>")]
            expected = MarkdownIt("commonmark").enable("table").render(markdown)
            assert counted(article) == counted(expected), name
            compared += 1
    assert compared > 20


def test_the_search_works_from_a_folder_without_a_network(site: Path, open_file: Open) -> None:
    window = open_file(site / "index.html")
    window.locator(".md-search__input").click()
    window.keyboard.type("gold_pairs")
    window.wait_for_selector(".md-search-result__item")
    found = window.locator(".md-search-result__link").first.get_attribute("href")
    assert found is not None
    assert "gold.html" in found


def test_wide_pages_are_not_wider_than_a_telephone(site: Path, open_file: Open) -> None:
    window = open_file(site / "index.html", width=390)
    for name in ("cli", "method", "gold", "architecture", "reference/corpus"):
        window.goto((site / f"{name}.html").as_uri())
        assert window.evaluate("document.documentElement.scrollWidth") <= 390, name
