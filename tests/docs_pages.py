"""The blocks of code in the pages, and what a reader has: small files under the names that the pages use."""

from __future__ import annotations

import bz2
import csv
import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.office_files import p, r, word
from tests.pdf_file import lines, pdf

ROOT = Path(__file__).resolve().parents[1]
ARTICLES = ROOT / "data" / "articles"
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("README.md", "CONTRIBUTING.md", "data/*.md", "docs/**/*.md", "examples/**/*.md")
    for path in ROOT.glob(pattern)
)
SHELL = {"sh", "shell", "bash"}
RUN = {"python", "pycon", "console", *SHELL}
PARSED = {"json", "toml", "yaml"}
SHOWN = {"text", "xml", "html", "bibtex", "diff"}


@dataclass(frozen=True)
class Instead:
    """What a test runs in place of commands that it cannot run, and why it cannot."""

    pattern: str
    run: str
    why: str


TESTS = f"cd '{ROOT}' && PYTHONPATH=src '{sys.executable}'"
INSTEAD = (
    Instead(r"make (.*)", rf"make --directory='{ROOT}' --dry-run \1", "about the clone, and long"),
    Instead(r"(?:.*=1 )?\.venv/bin/python -m pytest (.*)", rf"{TESTS} -m pytest --collect-only -q \1", "long"),
    Instead(r"python (tests/mutants\.py .*)", rf"{TESTS} \1 --help", "runs the tests many times"),
    Instead(r"(vicinal run s3://.*)", r"\1 --help", "there is no object store: the options are checked"),
    Instead(r"(ray start .*)", rf"'{Path(sys.executable).parent}'/\1 --help", "tests/test_cluster.py starts clusters"),
    Instead(r".*\bpip install .*", "true", "needs the network; that extras exist is tested apart"),
    Instead(r"(?:CFLAGS|LD_PRELOAD)=.*", "true", "compiles with a sanitizer"),
)  # fmt: skip


@dataclass(frozen=True)
class Block:
    """A block of code: the number of its first line, and the output that the page shows for it."""

    page: str
    line: int
    language: str
    code: str
    shown: str = ""


def blocks(page: str) -> list[Block]:
    """Return all blocks of a page; a block of text after one that is run is the output of that."""
    tokens = MarkdownIt().parse((ROOT / page).read_text(encoding="utf-8"))
    found: list[Block] = []
    for index, token in enumerate(tokens):
        if token.type in {"fence", "code_block"} and token.map:
            first = token.map[0] + (2 if token.type == "fence" else 1)
            language = (token.info.split() or [""])[0]
            if language == "text" and found and found[-1].language in RUN and _is_output(tokens[:index]):
                found[-1] = Block(page, found[-1].line, found[-1].language, found[-1].code, token.content)
            else:
                found.append(Block(page, first, language, token.content))
    return found


def commands_in_text(page: str) -> Iterator[list[str]]:
    """Yield the commands of Vicinal in the sentences and tables of a page, as words."""
    for token in MarkdownIt().enable("table").parse((ROOT / page).read_text(encoding="utf-8")):
        for part in token.children or ():
            if part.type == "code_inline" and re.match(r"vicinal [a-z]", part.content):
                yield shlex.split(part.content)[1:]


def _is_output(before: list[Token]) -> bool:
    """Tell whether the last token is a block, or a block and a paragraph that ends with a colon."""
    if before[-1].type == "paragraph_close" and before[-2].content.endswith(":"):
        before = before[:-3]
    return bool(before) and before[-1].type == "fence"


def steps(page: str) -> Iterator[dict[str, str]]:
    """Yield what docs_driver.py has to do for a page."""
    runs: dict[str, str] = {"out": "vicinal run texts/ -o out"}  # as prepared
    for block in blocks(page):
        place = f"{page}:{block.line}"
        if block.language in {"python", "pycon"}:
            yield {"kind": block.language, "place": place, "code": block.code, "shown": block.shown}
        elif block.language == "console":
            for command, shown in re.findall(r"^\$ (.*\n(?:> .*\n)*)((?:(?!\$ ).*\n)*)", block.code, re.M):
                yield from _commands(command.replace("\n> ", "\n"), place, shown, runs)
        elif block.language in SHELL:
            yield from _commands(block.code, place, block.shown, runs)


def _commands(code: str, place: str, shown: str, runs: dict[str, str]) -> Iterator[dict[str, str]]:
    """Yield a step for each stretch of commands, and one for each `vicinal serve`, which does not end."""
    script: list[str] = []
    for line in code.replace("\\\n", " ").splitlines():
        command = " ".join(re.sub(r"\s+#.*", "", line).split())
        if command.startswith("vicinal serve"):
            yield {"kind": "shell", "place": place, "code": "\n".join(script), "shown": ""}
            yield {"kind": "serve", "place": place, "code": command, "shown": ""}
            script = []
            continue
        written = re.fullmatch(r"vicinal run .* -o (\S+).*", command)
        if written and runs.setdefault(written[1], command) != command:
            script.append(f"rm -rf {written[1]}")  # another run: lines that write the same folder are alternatives
            runs[written[1]] = command
        script.append(replaced(command)[0])
    yield {"kind": "shell", "place": place, "code": "\n".join(script), "shown": shown}


def replaced(command: str) -> tuple[str, Instead | None]:
    """Return what is run for a command, and the exception that says so."""
    for instead in INSTEAD:
        if re.fullmatch(instead.pattern, command):
            return re.sub(instead.pattern, instead.run, command), instead
    return command, None


def exceptions(page: str) -> set[Instead]:
    """Return the exceptions that a page needs."""
    code = "\n".join(block.code for block in blocks(page) if block.language in {"console", *SHELL})
    joined = code.replace("\\\n", " ").splitlines()
    commands = [" ".join(re.sub(r"\s+#.*", "", line.removeprefix("$ ")).split()) for line in joined]
    return {instead for command in commands if (instead := replaced(command)[1])}


def prepare(folder: Path) -> None:
    """Write the files that the pages speak of, from the sample corpus."""
    shutil.copytree(ROOT / "data", folder / "data")
    articles = {"night-bus": "night-bus", "potatoes": "potato", "whales": "whale-song"}  # by name, one for each split
    texts = {
        name: [(ARTICLES / f"{article}.en.{level}.txt").read_text("utf-8") for level in range(3)]
        for name, article in articles.items()
    }
    original, simple, simplest = texts["night-bus"]
    files = {"article.txt": original, "simple.txt": simple, "level0.txt": original, "level1.txt": simple}
    files |= {"level2.txt": simplest, "original.txt": original}
    for name, (source, target, _) in texts.items():
        files |= {f"texts/{name}.complex.txt": source, f"texts/{name}.simple.txt": target}
        files |= {f"originals/{name}.txt": source, f"simple/{name}.txt": target}
    for stem, side in (("valid.src", 0), ("valid.tgt", 1), ("corpus/train.src", 0), ("corpus/train.tgt", 1)):
        files[stem] = "".join(" ".join(versions[side].split()) + "\n" for versions in texts.values())
    files["a.txt"], files["b.txt"] = files["valid.src"], files["valid.tgt"]
    pairs = [{"id": name, "source": source, "target": target} for name, (source, target, _) in texts.items()]
    simpler = [{"id": f"{name} 2", "source": source, "target": target} for name, (_, source, target) in texts.items()]
    wrong = [{"id": f"{a}, {b}", "source": texts[a][0], "target": texts[b][1]} for a, b in pairwise(texts)]
    files["corpus.jsonl"] = "".join(json.dumps(pair) + "\n" for pair in pairs)
    files["crawl.jsonl"] = "".join(json.dumps(pair) + "\n" for pair in pairs + simpler + wrong)
    gold = (ROOT / "data" / "gold" / "en.jsonl").read_text("utf-8").splitlines(keepends=True)
    files["gold.jsonl"] = "".join(line for line in gold if re.match(r'{"id": "(night-bus|whale-song)\.en\.0-1"', line))
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    with (folder / "pairs.csv").open("w", encoding="utf-8", newline="") as table:
        writer = csv.DictWriter(table, ["id", "source", "target"])
        writer.writeheader()
        writer.writerows(pairs)
    (folder / "report.docx").write_bytes(word("".join(p(r(escape(part))) for part in original.split("\n\n"))))
    (folder / "leaflet.pdf").write_bytes(pdf(lines(*simple.splitlines())))
    for side, name in enumerate(
        ("enwiki/enwiki-latest-pages-articles1.xml-p1p9", "simplewiki/simplewiki-latest-pages-articles.xml")
    ):
        _write_dump(folder / f"{name}.bz2", name[: name.index("/")], {name: both[side] for name, both in texts.items()})
    shutil.copy(folder / "simplewiki/simplewiki-latest-pages-articles.xml.bz2", folder)


def _write_dump(path: Path, wiki: str, texts: dict[str, str]) -> None:
    """Write a dump of Wikipedia with a page for each text."""
    pages = "".join(
        f"<page><title>{name}</title><ns>0</ns><id>{number}</id><revision><id>{number}</id>"
        f"<text>{escape(text)}</text></revision></page>"
        for number, (name, text) in enumerate(texts.items(), 1)
    )
    start = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xml:lang="en">'
    site = f"<siteinfo><dbname>{wiki}</dbname></siteinfo>"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(bz2.compress(f"{start}{site}{pages}</mediawiki>".encode()))
