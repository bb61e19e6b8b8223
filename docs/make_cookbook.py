"""Align every corpus of a folder as its makers publish it, and write the table of docs/corpora.md.

    python docs/make_cookbook.py CORPORA            # rewrite the table between the two marks
    python docs/make_cookbook.py CORPORA --print    # print it

CORPORA is a folder with the corpora of `RECIPES`, each in a folder of its own, nothing renamed. A corpus that is not
there keeps its row without figures. Each row is made by the command that it shows, run in a process of its own, and by
what the manifest of that run says. `tests/test_cookbook.py` runs the same commands on small corpora of the same layout.
"""

from __future__ import annotations

import argparse
import bz2
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

PAGE = Path(__file__).resolve().parent / "corpora.md"
BEGIN, END = "<!-- the table, by docs/make_cookbook.py -->", "<!-- the end of the table -->"


class Recipe(NamedTuple):
    """How a published corpus is aligned.

    Attributes:
        name: The corpus, with a link to where it is published.
        holds: What it holds, and how it is laid out.
        paths: The corpus: paths below the folder of all corpora.
        options: What else it needs, usually nothing.
    """

    name: str
    holds: str
    paths: str
    options: str = ""

    @property
    def arguments(self) -> str:
        """What stands after `vicinal run`, before `-o`."""
        return f"{self.paths} {self.options}".strip()


RECIPES = {
    "onestop": Recipe(
        "[OneStopEnglish](https://github.com/nishkalavallabhi/OneStopEnglishCorpus)",
        "189 articles in three levels; a folder a level, a paragraph a line",
        "onestop",
    ),
    "onestop-consistent": Recipe(
        "OneStopEnglish, reconciled",
        "the same; the three pairs of an article agree, and the one file that is not UTF-8 is read",
        "onestop",
        "--consistent --encoding windows-1252",
    ),
    "alector": Recipe(
        "[Alector](https://github.com/psawa/alector_corpus)",
        "French tales and texts of science; `0_source.txt`, `0_target.txt`",
        "alector",
    ),
    "klexikon": Recipe(
        "[Klexikon](https://github.com/dennlinger/klexikon)",
        "128 of the German Wikipedia articles, with their version for children; a folder a side, `==` headings",
        "klexikon",
    ),
    "wiki_doc": Recipe(
        "[wiki_doc](https://github.com/epfml/easy-summary)",
        "Wikipedia and Simple Wikipedia; two files, a document a line",
        "wiki_doc",
    ),
    "d_wikipedia": Recipe(
        "[D-Wikipedia](https://github.com/RLSNLP/Document-level-text-simplification)",
        "the validation part; two files, a document a line, lower-cased and tokenised",
        "d_wikipedia/valid.src d_wikipedia/valid.tgt",
    ),
    "wikiauto": Recipe(
        "[Wiki-Auto documents](https://github.com/liamcripwell/plan_simp)",
        "CSV, sentences joined by ` <s> `",
        "wikiauto/wikiauto_docs_valid.csv",
    ),
    "cochrane_auto": Recipe(
        "[Cochrane-auto](https://github.com/JanB100/cochrane-auto)",
        "medical abstracts and plain summaries; CSV",
        "cochrane_auto/cochraneauto_docs_train.csv",
    ),
    "swipe": Recipe(
        "[SWiPE](https://github.com/salesforce/simplification)",
        "revisions of Wikipedia pages; an array of JSON objects",
        "swipe/swipe_val.json",
    ),
    "onestop-csv": Recipe(
        "OneStopEnglish as CSV",
        "a file for each article, a column for each level, a paragraph a row",
        "onestop/Texts-Together-OneCSVperFile",
        "--group-by file",
    ),
    "deplain": Recipe(
        "[DEplain-web](https://github.com/rstodden/DEPlain)",
        "German web texts and Bible; CSV with the columns `original` and `simplification`",
        "deplain/test.csv",
    ),
    "porsimples": Recipe(
        "[PorSimples](https://github.com/sidleal/porsimplessent)",
        "Portuguese news in three levels; a table with a sentence a row, the article, level and paragraph in columns",
        "porsimples/porsimples_sentences.tsv",
        "--consistent",
    ),
    "cochrane": Recipe(
        "[Cochrane of Devaraj et al.](https://github.com/AshOlogn/Paragraph-level-Simplification-of-Medical-Texts)",
        "medical abstracts and plain summaries; `train.source`, `train.target` and so on, a document a line",
        "data-1024",
    ),
    "newsela": Recipe(
        "[Newsela](https://newsela.com/data)",
        "articles in five levels, on request; `articles_metadata.csv` and `articles/`",
        "newsela",
        "--pairs all --consistent",
    ),
    "dump": Recipe(
        "[Wikipedia](https://dumps.wikimedia.org)",
        "a part of a real dump, and a dump with the beginnings of the same articles, which the script makes",
        "dump/enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2 "
        "dump/simplewiki-latest-pages-articles.xml.bz2",
    ),
}


def main() -> None:
    """Run the recipes and write or print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--print", action="store_true", help="print the table instead of writing it into the page")
    given = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as work:
        for name, recipe in RECIPES.items():
            print(f"{name} ...", file=sys.stderr)
            rows.append(row(recipe, aligned(recipe, given.corpora, Path(work, name))))
    made = table(rows)
    if given.print:
        print(made)
        return
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{made}\n{END}{after}", encoding="utf-8")


def aligned(recipe: Recipe, corpora: Path, work: Path) -> dict[str, Any] | None:
    """Run a recipe in a folder where the corpora are, and return the manifest; None if the corpus is not there."""
    paths = recipe.paths.split()
    name = paths[0].partition("/")[0]
    if not (corpora / paths[0]).exists():
        return None
    work.mkdir()
    if name == "dump":
        shutil.copytree(corpora / name, work / name)
        source, target = (work / path for path in paths)
        target.write_bytes(bz2.compress(beginnings(bz2.decompress(source.read_bytes()))))
    else:
        (work / name).symlink_to((corpora / name).resolve())
    command = [sys.executable, "-m", "vicinal", "run", *recipe.arguments.split(), "-o", "out"]
    subprocess.run(command, cwd=work, check=True)
    found: dict[str, Any] = json.loads((work / "out" / "manifest.json").read_text(encoding="utf-8"))
    return found


def beginnings(dump: bytes) -> bytes:
    """Return a dump as that of the Simple Wikipedia, each article cut before its second paragraph."""
    root = ElementTree.fromstring(dump)
    space = root.tag.partition("}")[0] + "}"
    ElementTree.register_namespace("", space[1:-1])
    for name in root.iter(f"{space}dbname"):
        name.text = "simplewiki"
    for text in root.iter(f"{space}text"):
        if text.text and not text.text.startswith("#"):
            text.text = "\n\n".join(text.text.split("\n\n")[:2])
    made: bytes = ElementTree.tostring(root, encoding="utf-8")
    return made


def row(recipe: Recipe, manifest: dict[str, Any] | None) -> list[str]:
    """Return the cells of a row."""
    cells = [f"{recipe.name}: {recipe.holds}", f"`vicinal run {recipe.arguments} -o out`"]
    if manifest is None:
        return [*cells, "", "", "", ""]
    counts, accounting = manifest["counts"], manifest["accounting"]
    left_out = sorted(accounting["left_out"].items(), key=lambda item: (-item[1], item[0]))
    return [
        *cells,
        f"{counts['pairs']:,}",
        f"{counts['links']:,}",
        f"{counts['suspect']:,}",
        ", ".join(f"{number:,} {why}" for why, number in left_out) or "nothing",
    ]


def table(rows: list[list[str]]) -> str:
    """Return the rows as a table in Markdown."""
    lines = [["corpus", "command", "pairs", "links", "suspect pairs", "left out"]]
    lines += [["---", "---", "---:", "---:", "---:", "---"], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    main()
