"""What the wikitext parser keeps and leaves out, beside mwparserfromhell: the table of docs/dumps.md.

    python benchmarks/wikitext.py DUMP...           print the table
    python benchmarks/wikitext.py DUMP... --write   put it into docs/dumps.md
    python benchmarks/wikitext.py DUMP... --errors  list the sentences with words that only mwparserfromhell has, and
                                                    the paragraphs with markup left over

mwparserfromhell (pip install mwparserfromhell) is needed for the comparison only; it is no dependency. It gets each
section that we keep, and its syntax tree is reduced to what we mean to keep: without references, tables, images,
categories, galleries, formulas and headings. Then `strip_code` gives its text, without templates. Words are compared as
multisets, page by page. What templates show is more than its text has, so those words are counted as ours alone.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from vicinal.corpus.readers.mediawiki_dump import Page, pages, read_site
from vicinal.corpus.readers.wikinames import HIDDEN_NAMESPACES, NO_PROSE, OFTEN_LISTS, plain
from vicinal.corpus.readers.wikitext import paragraphs

DOCS = Path(__file__).resolve().parent.parent / "docs" / "dumps.md"
START, END = "<!-- table: python benchmarks/wikitext.py DUMP --write -->", "<!-- end of the table -->"
LEFT_OVER = {
    "`[[` or `]]`": re.compile(r"\[\[|\]\]"),
    "`{{` or `}}`": re.compile(r"\{\{|\}\}"),
    "two quotes": re.compile(r"''"),
    "a tag": re.compile(r"</?(?:ref|br|small|sub|sup|span|div|b|i|nowiki|math|gallery|table)\b[^<>]*>", re.IGNORECASE),
    "a bar": re.compile(r"\|"),
    "`==`": re.compile(r"=="),
    "an entity": re.compile(r"&(?:[a-zA-Z]+|#\d+);"),
    "`http`": re.compile(r"https?://"),
    "empty brackets": re.compile(r"\(\s*[,;]?\s*\)"),
    "a space before a comma": re.compile(r"\s,"),
}
_WORD = re.compile(r"[^\W_]+")
_HEADING = re.compile(r"(?m)^(?==[^\n]+=[ \t]*$)")
_HEADING_TEXT = re.compile(r"(=+)([^\n]+?)=+[ \t]*$", re.MULTILINE)
_SKIPPED_TAGS = ("ref", "references", "table", "gallery", "math", "timeline", "chem", "ce", "score", "imagemap", "pre",
                 "source", "syntaxhighlight", "hiero", "includeonly")  # fmt: skip


def articles(dumps: Sequence[str]) -> Iterator[Page]:
    """Yield the articles of the dumps."""
    for page in pages(dumps, lambda *_: None):
        if page is not None and page.redirect is None:
            yield page


def words(text: str) -> Counter[str]:
    """Return the words of a text, in small letters."""
    return Counter(word.lower() for word in _WORD.findall(text))


def stripped(wikitext: str, hidden: frozenset[str]) -> str:
    """Return the text of an article by mwparserfromhell, without what we leave out on purpose."""
    import mwparserfromhell

    skipped, texts = 0, []
    for section in _HEADING.split(wikitext):  # by hand, since one unclosed mark makes it overlook all later headings
        heading = _HEADING_TEXT.match(section)
        if heading:
            level, name = len(heading[1]), plain(heading[2].strip(" '=")).rstrip(":")
            if not skipped or level <= skipped:
                is_list = name in OFTEN_LISTS and not paragraphs(section, hidden)
                skipped = level if name in NO_PROSE or is_list else 0
        if not skipped:
            code: Any = mwparserfromhell.parse(section)
            for node in code.filter(matches=lambda node: _is_left_out(node, hidden)):
                with suppress(ValueError):  # inside something that was removed
                    code.remove(node)
            texts.append(code.strip_code(normalize=True, collapse=True))
    return "\n".join(texts)


def _is_left_out(node: Any, hidden: frozenset[str]) -> bool:
    kind = type(node).__name__
    if kind == "Wikilink":
        namespace, colon, _ = str(node.title).partition(":")
        return bool(colon) and plain(namespace) in hidden
    return kind == "Heading" or (kind == "Tag" and str(node.tag).strip().lower() in _SKIPPED_TAGS)


def measured(dumps: Sequence[str], is_listing: bool) -> dict[str, str]:
    """Return the rows of the table."""
    hidden = HIDDEN_NAMESPACES | {name for dump in dumps for name in read_site(dump).hidden}
    number = characters = ours = theirs = missing = added = 0
    seconds = [0.0, 0.0]
    left_over = Counter[str]()
    for page in articles(dumps):
        number += 1
        start = time.process_time()
        found = paragraphs(page.text, hidden)
        seconds[0] += time.process_time() - start
        text = "\n".join(found)
        start = time.process_time()
        other = stripped(page.text, hidden)
        seconds[1] += time.process_time() - start
        mine, others = words(text), words(other)
        characters += len(text)
        ours += mine.total()
        theirs += others.total()
        missing += (others - mine).total()
        added += (mine - others).total()
        for name, mark in LEFT_OVER.items():
            left_over[name] += len(mark.findall(text))
        if is_listing:
            list_differences(page.title, found, other, others - mine)
    return {
        "articles": f"{number:,}",
        "characters, ours": f"{characters:,}",
        "words, ours": f"{ours:,}",
        "words, mwparserfromhell": f"{theirs:,}",
        "words that only mwparserfromhell has": f"{missing:,} ({missing / theirs:.2%})",
        "words that only we have (mostly what templates show)": f"{added:,} ({added / ours:.2%})",
        "seconds, ours": f"{seconds[0]:.1f}",
        "seconds, mwparserfromhell": f"{seconds[1]:.1f}",
    } | {f"left over in ours: {name}": f"{left_over[name]:,}" for name in LEFT_OVER}


def list_differences(title: str, found: Sequence[str], other: str, missing: Counter[str]) -> None:
    """Print the lines of mwparserfromhell with words that we do not have, and our paragraphs with markup."""
    for paragraph in found:
        for name, mark in LEFT_OVER.items():
            for place in mark.finditer(paragraph):
                print(f"{title}: {name}: ...{paragraph[max(0, place.start() - 60) : place.end() + 40]}...")
    for line in other.split("\n"):
        here = [word for word in _WORD.findall(line) if missing[word.lower()] > 0]
        if here:
            missing -= words(" ".join(here))
            print(f"{title}: only theirs: {' '.join(here)[:100]} | {line[:300]}")


def main() -> None:
    """Print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dumps", nargs="+", help="parts of one dump")
    parser.add_argument("--write", action="store_true", help="put the table into docs/dumps.md")
    parser.add_argument("--errors", action="store_true", help="list differences")
    given = parser.parse_args()
    if find_spec("mwparserfromhell") is None:
        sys.exit("mwparserfromhell is missing; pip install mwparserfromhell")
    rows = measured(given.dumps, given.errors)
    table = "\n".join(["| | |", "| --- | ---: |", *(f"| {name} | {value} |" for name, value in rows.items())])
    print(table)
    if given.write:
        text = DOCS.read_text(encoding="utf-8")
        before, _, rest = text.partition(START)
        _, _, after = rest.partition(END)
        DOCS.write_text(f"{before}{START}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
