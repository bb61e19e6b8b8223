"""What mkdocs does besides its own when it builds the site: links to files outside docs/, and to types.

The pages are read in the repository, too, so their links are those of files: `../src/vicinal/search.py`. On the site
such a link leads to the repository, whose address `[project.urls]` of pyproject.toml has. CONTRIBUTING.md and
CHANGELOG.md are pages of the site.

A type in a signature that is no public name, such as `Version`, leads to its row in the table of docs/reference.md.

Callers: mkdocs, by `hooks` in mkdocs.yml.
"""

from __future__ import annotations

import posixpath
import re
import sys
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
# Files outside docs/ that are part of the site, and where.
PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "src/vicinal/gold.schema.json": "gold.schema.json",
}
SOURCES = {page: file for file, page in PAGES.items()}
# A row of the table of types, in Markdown and on the page, and a name that mkdocstrings found no page for.
TYPE_ROW = re.compile(r"^\| `(\w+)` \| (.*) \|$", re.MULTILINE)
TYPE_CELL = re.compile(r"<td>(<code>(\w+)</code></td>)")
TYPE_NAME = re.compile(r'<span title="vicinal\.[\w.]*">(\w+)</span>')


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Take the addresses of the project from pyproject.toml, and turn the links of all pages."""
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    config.site_url = urls["Documentation"].rstrip("/") + "/"
    config.extra["social"] = [{"icon": "fontawesome/brands/git-alt", "link": urls["Repository"], "name": "Repository"}]
    config.markdown_extensions.append(Links(urls["Repository"]))  # type: ignore[arg-type]  # mkdocs passes them on
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files that are outside docs/."""
    for name, page in PAGES.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Tell the links which page they are on."""
    for extension in config.markdown_extensions:
        if isinstance(extension, Links):
            extension.page = page.file.src_uri
    return markdown


def on_post_page(output: str, page: Page, **_: Any) -> str:
    """Lead from a type in a signature to its row in the table of types; what the row says is shown beside the name."""
    if page.file.src_uri == "reference.md":
        return TYPE_CELL.sub(r'<td id="\2">\1', output)
    if not page.file.src_uri.startswith("reference/"):
        return output

    def link(found: re.Match[str]) -> str:
        name = found[1]
        if name not in types():
            return found[0]
        return f'<a class="autorefs" href="../reference.html#{name}" title="{escape(types()[name])}">{name}</a>'

    return TYPE_NAME.sub(link, output)


@cache
def types() -> dict[str, str]:
    """Return the types in signatures that are no public names, each with what it is."""
    rows = TYPE_ROW.findall((ROOT / "docs" / "reference.md").read_text("utf-8"))
    return {name: re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", words).replace("`", "") for name, words in rows}


class Links(Extension):
    """Turns links to files that are not pages into links to the repository.

    Attributes:
        page: The page that is being read, relative to docs/.
    """

    def __init__(self, repository: str) -> None:
        super().__init__()
        self.repository = repository.rstrip("/")
        self.page = ""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  (the name that markdown calls)
        """Come before mkdocs, which refuses links that lead out of docs/."""
        md.treeprocessors.register(_Turn(md, self), "vicinal-links", 5)

    def turned(self, link: str) -> str:
        """Return the link as the site needs it."""
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or not parts.path:
            return link
        page = SOURCES.get(self.page, f"docs/{self.page}")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(page), parts.path))
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        if file in PAGES or (file.startswith("docs/") and not file.endswith(".py") and (ROOT / file).is_file()):
            target = PAGES.get(file, file.removeprefix("docs/"))
            return posixpath.relpath(target, posixpath.dirname(self.page) or ".") + fragment
        if (ROOT / file).exists():
            kind = "tree" if (ROOT / file).is_dir() else "blob"
            return f"{self.repository}/{kind}/main/{file}{fragment}"
        return link


class _Turn(Treeprocessor):
    """Turns the links of one page."""

    def __init__(self, md: Markdown, links: Links) -> None:
        super().__init__(md)
        self.links = links

    def run(self, root: Element) -> None:
        """Turn every link and picture."""
        for element in root.iter():
            for key in ("href", "src"):
                if key in element.attrib:
                    element.set(key, self.links.turned(element.attrib[key]))
