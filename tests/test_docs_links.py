"""Links in the Markdown files lead somewhere when they are read in the repository, without the site."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted(
    str(path.relative_to(ROOT))
    for path in (
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("data/*.md"),
        *ROOT.glob("examples/**/*.md"),
    )
)


@cache
def tokens(path: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8"))


def addresses(path: Path) -> Iterator[str]:
    """Yield the addresses of links and pictures, also those written as HTML."""
    for token in tokens(path):
        for child in (token, *(token.children or ())):
            yield from (str(child.attrs[key]) for key in ("href", "src") if key in child.attrs)
            if child.type in ("html_block", "html_inline"):
                yield from re.findall(r'(?:href|src|srcset)="([^"]*)"', child.content)


@cache
def anchors(path: Path) -> set[str]:
    """Return the places of a page: its headings, as repositories and the site name them, and names from docstrings."""
    found = set(re.findall(r"^::: (\S+)$", path.read_text("utf-8"), re.MULTILINE))
    seen: Counter[str] = Counter()
    stream = tokens(path)
    for opening, inside in pairwise(stream):
        if opening.type == "heading_open":
            text = "".join(child.content for child in inside.children or ()).lower()
            slug = re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")
            found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
            seen[slug] += 1
    return found


@pytest.mark.parametrize("name", FILES)
def test_links_lead_to_files_and_headings(name: str) -> None:
    path = ROOT / name
    for address in addresses(path):
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        target = path.parent / unquote(parts.path) if parts.path else path
        assert target.resolve().is_relative_to(ROOT), address
        assert target.exists(), address
        if parts.fragment:
            assert unquote(parts.fragment) in anchors(target.resolve()), address


def test_files_were_found() -> None:
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "data/README.md", "docs/index.md"} <= set(FILES)
    assert "the-defaults" in anchors(ROOT / "docs" / "method.md")
    assert "../src/vicinal/search.py" in addresses(ROOT / "docs" / "method.md")
