"""The recipes of docs/corpora.md, each run on a few documents of the same layout: those of the sample corpus."""

from __future__ import annotations

import bz2
import csv
import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest

ROOT = Path(__file__).resolve().parents[1]
RECIPES = runpy.run_path(str(ROOT / "docs" / "make_cookbook.py"))["RECIPES"]
ARTICLES = ROOT / "data" / "articles"
NAMES = sorted({path.name.split(".")[0] for path in ARTICLES.glob("*.en.0.txt")})


def texts(name: str, language: str = "en", levels: int = 2) -> list[str]:
    """Return the levels of an article of the sample corpus."""
    return [(ARTICLES / f"{name}.{language}.{level}.txt").read_text(encoding="utf-8") for level in range(levels)]


def pairs() -> list[list[str]]:
    return [texts(name) for name in NAMES]


def paragraphs(text: str) -> list[str]:
    return [" ".join(block.split()) for block in re.split(r"\n\s*\n", text) if block.strip()]


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def onestop(folder: Path) -> int:
    """Write three levels, a folder each, a paragraph a line; one of the folders is there again, inside itself."""
    top = folder / "onestop" / "Texts-SeparatedByReadingLevel"
    for name in NAMES:
        for level, text in zip(("Adv", "Int", "Ele"), texts(name, levels=3), strict=True):
            content = "\n".join(paragraphs(text)) + "\n"
            write(top / f"{level}-Txt" / f"{name}-{level.lower()}.txt", content)
            if level == "Int":
                write(top / "Int-Txt" / "Int-Txt" / f"{name}-int.txt", content)
    return 3 * len(NAMES)


def alector(folder: Path) -> int:
    for number, (source, target) in enumerate(pairs()):
        write(folder / "alector" / f"{number}_source.txt", source)
        write(folder / "alector" / f"{number}_target.txt", target)
    return len(NAMES)


def klexikon(folder: Path) -> int:
    for name in ("igel", "stadtbibliothek"):
        for side, text in zip(("wiki", "klexikon"), texts(name, "de"), strict=True):
            title, *rest = paragraphs(text)
            write(folder / "klexikon" / side / f"{name}.txt", "\n".join([f"== {title} ==", *rest]) + "\n")
    return 2


def lines_of(stem: str, source: str, target: str) -> Callable[[Path], int]:
    """Return what writes two files, a document a line."""

    def write_files(folder: Path) -> int:
        for side, suffix in enumerate((source, target)):
            documents = [" ".join(" ".join(paragraphs(pair[side])).split()) for pair in 3 * pairs()]
            write(folder / f"{stem}.{suffix}", "\n".join(documents) + "\n")
        return 3 * len(NAMES)

    return write_files


def d_wikipedia(folder: Path) -> int:
    """Write two files, a document a line, lower-cased, with a space before each mark."""
    for side, suffix in enumerate(("src", "tgt")):
        documents = [" ".join(re.findall(r"\w+|[^\w\s]", " ".join(paragraphs(pair[side])).lower())) for pair in pairs()]
        write(folder / "d_wikipedia" / f"valid.{suffix}", " \n".join(documents) + " \n")
    return len(NAMES)


def table(path: str, joint: str, columns: Callable[[int, str, list[str]], dict[str, Any]]) -> Callable[[Path], int]:
    """Return what writes a CSV file with a pair a row."""

    def write_file(folder: Path) -> int:
        sentences = [
            [re.sub(r"(?<=[.!?]) (?=[A-Z])", joint, " ".join(paragraphs(text))) for text in pair] for pair in pairs()
        ]
        rows = [columns(number, name, pair) for number, (name, pair) in enumerate(zip(NAMES, sentences, strict=True))]
        (folder / path).parent.mkdir(parents=True)
        with (folder / path).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        return len(rows)

    return write_file


def swipe(folder: Path) -> int:
    rows = [
        {"_id": f"{number:024x}", "r_page": name, "r_content": source, "s_page": name, "s_content": target, "edits": []}
        for number, (name, (source, target)) in enumerate(zip(NAMES, pairs(), strict=True))
    ]
    write(folder / "swipe" / "swipe_val.json", json.dumps(rows))
    return len(rows)


def onestop_csv(folder: Path) -> int:
    """Write a file for each article, with a column for each level and a paragraph a row."""
    for name in NAMES:
        path = folder / "onestop" / "Texts-Together-OneCSVperFile" / f"{name}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        levels = [paragraphs(text) for text in reversed(texts(name, levels=3))]
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["Elementary", "Intermediate", "Advanced"])
            writer.writerows(zip_longest(*levels, fillvalue=""))
    return len(NAMES)


def porsimples(folder: Path) -> int:
    """Write a table with a sentence a row, and its article, level and paragraph in columns."""
    rows = ["production_id\tlevel\ttext_id\tsentence_id\tparagraph\tsentence_text"]
    for article in range(1, len(NAMES) + 1):
        for level, text in zip(("ORI", "NAT", "STR"), texts(NAMES[article - 1], levels=3), strict=True):
            for number, paragraph in enumerate(paragraphs(text), 1):
                for sentence in re.split(r"(?<=[.!?]) (?=[A-Z])", paragraph):
                    rows.append(f"{article}\t{level}\t{article}{level}\t{len(rows)}\t{number}\t{sentence} ")
    write(folder / "porsimples" / "porsimples_sentences.tsv", "\n".join(rows) + "\n")
    return 3 * len(NAMES)


def cochrane(folder: Path) -> int:
    """Write two files for each part, a document a line, and a third file with names."""
    names = NAMES * 3
    for part, chosen in (("train", names[:12]), ("val", names[12:18]), ("test", names[18:])):
        for side, suffix in enumerate(("source", "target")):
            write(
                folder / "data-1024" / f"{part}.{suffix}",
                "".join(" ".join(texts(name)[side].split()) + "\n" for name in chosen),
            )
        write(folder / "data-1024" / f"{part}.doi", "".join(f"10.1002/{name}\n" for name in chosen))
    return len(names)


def newsela(folder: Path) -> int:
    """Write the metadata, and three versions of each article."""
    rows = ["slug,language,title,grade_level,version,filename"]
    for name in NAMES:
        for version, text in enumerate(texts(name, levels=3)):
            rows.append(f"{name},en,{name},{12 - 4 * version},{version},{name}.en.{version}.txt")
            write(folder / "newsela" / "articles" / f"{name}.en.{version}.txt", text)
    write(folder / "newsela" / "articles_metadata.csv", "\n".join(rows) + "\n")
    return 3 * len(NAMES)


def dump(folder: Path) -> int:
    (folder / "dump").mkdir()
    names = RECIPES["dump"].paths.split()
    for side, wiki in enumerate(("enwiki", "simplewiki")):
        pages = (
            f"<page><title>{name}</title><ns>0</ns><id>{number}</id><revision><id>{number}</id>"
            f"<text>{escape(text[side])}</text></revision></page>"
            for number, (name, text) in enumerate(zip(NAMES, pairs(), strict=True), 1)
        )
        site = f"<siteinfo><dbname>{wiki}</dbname></siteinfo>"
        start = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xml:lang="en">'
        content = f"{start}{site}{''.join(pages)}</mediawiki>"
        (folder / names[side]).write_bytes(bz2.compress(content.encode()))
    return len(NAMES)


LAYOUTS: dict[str, Callable[[Path], int]] = {
    "onestop": onestop,
    "onestop-consistent": onestop,
    "alector": alector,
    "klexikon": klexikon,
    "wiki_doc": lines_of("wiki_doc/wiki_doc.valid", "complex", "simple"),
    "d_wikipedia": d_wikipedia,
    "wikiauto": table(
        "wikiauto/wikiauto_docs_valid.csv",
        " <s> ",
        lambda number, name, pair: {
            "title": name, "pair_id": number, "complex": pair[0], "simple": pair[1], "labels": "['rephrase']",
        },
    ),
    "cochrane_auto": table(
        "cochrane_auto/cochraneauto_docs_train.csv",
        " ",
        lambda number, _, pair: {
            "pair_id": f"CD{number:06d}", "complex": pair[0], "simple": pair[1], "label": "['split']",
        },
    ),
    "swipe": swipe,
    "onestop-csv": onestop_csv,
    "deplain": table(
        "deplain/test.csv",
        " ",
        lambda number, name, pair: {
            "original": pair[0], "simplification": pair[1], "pair_id": number, "simple_document_id": f"{number}-0",
            "simple_level": "a1", "complex_level": "c2", "simple_title": name, "complex_title": name,
        },
    ),
    "porsimples": porsimples,
    "cochrane": cochrane,
    "newsela": newsela,
    "dump": dump,
}  # fmt: skip


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_works_on_its_layout(name: str, tmp_path: Path) -> None:
    wanted = LAYOUTS[name](tmp_path)
    command = [sys.executable, "-m", "vicinal", "run", *RECIPES[name].arguments.split(), "-o", "out"]
    done = subprocess.run([*command, "--workers", "1"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["counts"]["pairs"] == wanted, done.stderr
    assert manifest["counts"]["rejected"] == 0
    assert manifest["counts"]["suspect"] == 0
    assert manifest["counts"]["links"] > 5 * wanted
    assert f"out: {wanted} pairs" in done.stdout + done.stderr


def test_the_page_shows_every_recipe() -> None:
    page = (ROOT / "docs" / "corpora.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| (.+?): .*? \| `vicinal run (.+?) -o out` \| ([\d,]*) ?\|", page, re.M)
    assert [(name, arguments) for name, arguments, _ in shown] == [
        (recipe.name, recipe.arguments) for recipe in RECIPES.values()
    ]
