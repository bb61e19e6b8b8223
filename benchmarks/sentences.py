"""How well sentences are found: the table of docs/sentences.md.

    python benchmarks/sentences.py             print the table
    python benchmarks/sentences.py --write     put it into docs/sentences.md
    python benchmarks/sentences.py --errors NAME [--language CODE]    list the wrong and the missed cuts of a row

The sentences of each paragraph are joined with a space (Japanese ones with nothing), and each segmenter splits them
again. A boundary is where a sentence ends inside a paragraph; the ends of paragraphs do not count. The corpora lie
beside the repository, in ../shared; a row of one that is not there is left out. Beside ours:

    sentencex     as it is
    pysbd         as it is; for a language that it lacks, with its English rules
    syntok        as it is
    Punkt         NLTK's, trained without supervision on the text of the row, as its authors mean it

The sentences of Cochrane-auto are only counted: its table says how many there are in a document, not where they end.
"""

from __future__ import annotations

import argparse
import ast
import csv
import json
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from vicinal.text.segment import rules_for, sentences

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
DOCS = ROOT / "docs" / "sentences.md"
START, END = "<!-- table: python benchmarks/sentences.py --write -->", "<!-- end of the table -->"
GOLD = ("wiki_en", "deplain_de", "porsimples_pt", "onestop_en_paragraphs")

Paragraph = list[str]
Segmenter = Callable[[str], list[str]]


class Row(NamedTuple):
    """One side of a corpus: its paragraphs, each a list of sentences."""

    name: str
    language: str
    paragraphs: list[Paragraph]


def rows() -> Iterator[Row]:
    """Yield each side of each corpus that can be had here, and say which cannot."""
    for path in sorted((ROOT / "data" / "gold").glob("*.jsonl")):
        yield from _gold(f"sample corpus, {path.stem}", path)
    if not SHARED.is_dir():
        print(f"only the sample corpus: there are no corpora at {SHARED}", file=sys.stderr)
        return
    for stem in GOLD:
        yield from _gold(stem, SHARED / "gold" / f"{stem}_dev.jsonl")
    corpora = SHARED / "corpora"
    documents = _table(corpora / "wikiauto" / "wikiauto_docs_valid.csv")
    for side in ("complex", "simple"):
        yield Row(f"wikiauto, {side}", "en", [row[side].split(" <s> ") for row in documents])
    for side in ("wiki", "klexikon"):
        texts = [path.read_text(encoding="utf-8") for path in sorted((corpora / "klexikon" / side).glob("*.txt"))]
        yield Row(f"klexikon, {side}", "de", [block for text in texts for block in _blocks(text)])
    for side in ("source", "target"):
        texts = [path.read_text(encoding="utf-8") for path in sorted((corpora / "alector").glob(f"*_{side}.txt"))]
        yield Row(f"alector, {side}", "fr", [block for text in texts if _has_lines(text) for block in _blocks(text)])


def _gold(name: str, path: Path) -> Iterator[Row]:
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").strip().split("\n")]
    for side in ("source", "target"):
        paragraphs = {tuple(paragraph): None for record in records for paragraph in record[side]}
        yield Row(f"{name}, {side}", records[0]["lang"], [list(paragraph) for paragraph in paragraphs])


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _blocks(text: str) -> Iterator[Paragraph]:
    """Yield the paragraphs of a text with a sentence a line; headings are left out."""
    for block in re.split(r"\n\s*\n", text):
        lines = [line.strip() for line in block.split("\n")]
        yield [line for line in lines if line and not line.startswith("==")]


def _has_lines(text: str) -> bool:
    """Tell whether a text of Alector has a sentence a line; others have a paragraph a line, or all in one."""
    lines = [line for line in text.split("\n") if line.strip()]
    inner = sum(len(re.findall(r"[.!?…]\s+[«\w]", line.strip())) for line in lines)
    return len(lines) >= 5 and inner <= 0.1 * len(lines)


def joined(paragraph: Paragraph, language: str) -> str:
    """Return the sentences of a paragraph as running text."""
    return ("" if language in {"ja", "zh"} else " ").join(paragraph)


def ends(paragraph: Paragraph) -> set[int]:
    """Return where sentences end inside a paragraph, in characters that are no white space."""
    found, end = set(), 0
    for sentence in paragraph:
        end += len("".join(sentence.split()))
        found.add(end)
    return found - {end}


def segmenters(row: Row) -> dict[str, Segmenter]:
    """Return all segmenters, by name, ready for the language of a row."""
    import pysbd
    import syntok.segmenter
    from nltk.tokenize.punkt import PunktSentenceTokenizer, PunktTrainer
    from pysbd.languages import LANGUAGE_CODES
    from sentencex import segment

    rules = rules_for(row.language)
    english = pysbd.Segmenter(language=row.language if row.language in LANGUAGE_CODES else "en", clean=False)
    trainer = PunktTrainer()
    trainer.train("\n\n".join(joined(paragraph, row.language) for paragraph in row.paragraphs), finalize=True)
    punkt = PunktSentenceTokenizer(trainer.get_params())

    def by_syntok(text: str) -> list[str]:
        return [
            "".join(token.spacing + token.value for token in sentence)
            for paragraph in syntok.segmenter.process(text)
            for sentence in paragraph
        ]

    return {
        "Vicinal": lambda text: sentences(text, rules),
        "sentencex": lambda text: segment(rules, text),
        "pysbd": english.segment,
        "syntok": by_syntok,
        "Punkt": punkt.tokenize,
    }


def f1(row: Row, split: Segmenter, seconds: dict[str, float], name: str) -> float:
    """Return the F1 of a segmenter's boundaries on a row, and add the time that it took."""
    started = time.process_time()
    splits = [split(joined(paragraph, row.language)) for paragraph in row.paragraphs]
    seconds[name] += time.process_time() - started
    right = found = known = 0
    for paragraph, parts in zip(row.paragraphs, splits, strict=True):
        gold, own = ends(paragraph), ends(parts)
        right, found, known = right + len(gold & own), found + len(own), known + len(gold)
    return 2 * right / (found + known)


def table() -> str:
    """Return the tables in Markdown: F1 on each row, then the documents of Cochrane-auto with the right count."""
    lines: list[str] = []
    seconds: dict[str, float] = defaultdict(float)
    for row in rows():
        found = {name: f1(row, split, seconds, name) for name, split in segmenters(row).items()}
        if not lines:
            lines = [
                f"| Corpus, side | Language | Boundaries | {' | '.join(found)} |",
                "| --- " * (3 + len(found)) + "|",
            ]
        cells = _cells(list(found.values()), "{:.4f}")
        lines.append(f"| {row.name} | {row.language} | {sum(len(ends(p)) for p in row.paragraphs):,} | {cells} |")
        print(lines[-1], file=sys.stderr)
    lines.append(f"| seconds for all | | | {' | '.join(f'{value:.1f}' for value in seconds.values())} |")
    counted = counts()
    if counted:
        lines += ["", f"| Cochrane-auto | {' | '.join(counted)} |", "| --- " * (1 + len(counted)) + "|"]
        lines.append(f"| documents with as many sentences as it says | {_cells(list(counted.values()), '{:,}')} |")
    return "\n".join(lines)


def _cells(values: Sequence[float], form: str) -> str:
    """Return values as cells of a table, the best of them in bold."""
    shown = [form.format(value) for value in values]
    best = form.format(max(values))
    return " | ".join(f"**{cell}**" if cell == best else cell for cell in shown)


def counts() -> dict[str, int]:
    """Return for each segmenter in how many sources of Cochrane-auto it finds as many sentences as there are."""
    path = SHARED / "corpora" / "cochrane_auto" / "cochraneauto_docs_train.csv"
    if not path.exists():
        return {}
    documents = _table(path)
    texts = [" ".join(row["complex"].split()) for row in documents]
    wanted = [len(ast.literal_eval(row["sent_id"])) for row in documents]
    return {
        name: sum(len(split(text)) == count for text, count in zip(texts, wanted, strict=True))
        for name, split in segmenters(Row("cochrane_auto", "en", [[text] for text in texts])).items()
    }


def errors(name: str, code: str | None) -> None:
    """Print the wrong (+) and missed (-) cuts of the rows whose name begins so."""
    for row in rows():
        if not row.name.startswith(name) or code not in (None, row.language):
            continue
        for paragraph in row.paragraphs:
            text = joined(paragraph, row.language)
            gold, own = ends(paragraph), ends(sentences(text, rules_for(row.language)))
            for end in sorted(gold ^ own):
                at, seen = 0, 0
                while seen < end:
                    seen += not text[at].isspace()
                    at += 1
                print(
                    "+" if end in own else "-", text[max(0, at - 50) : at], "|", text[at : at + 40].replace("\n", " ")
                )


def main() -> None:
    """Run as the command line asks."""
    csv.field_size_limit(10**9)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--errors", metavar="NAME")
    parser.add_argument("--language")
    arguments = parser.parse_args()
    if arguments.errors:
        errors(arguments.errors, arguments.language)
        return
    made = table()
    if arguments.write:
        before, _, rest = DOCS.read_text(encoding="utf-8").partition(START)
        after = rest.partition(END)[2]
        DOCS.write_text(f"{before}{START}\n\n{made}\n\n{END}{after}", encoding="utf-8")
    else:
        print(made)


if __name__ == "__main__":
    main()
