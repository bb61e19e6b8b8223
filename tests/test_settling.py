"""How a corpus is read is decided once: by a sample of it, the same for every text, in every shard, recorded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vicinal.corpus.contract import Limits, Pair
from vicinal.corpus.readers.folder import PairedFiles
from vicinal.corpus.readers.newsela import Newsela
from vicinal.corpus.readers.table import Table
from vicinal.corpus.runs import run
from vicinal.corpus.settling import settled_corpus
from vicinal.text.reading import Reading

# A paragraph a line, several sentences in most lines.
ARTICLE = (
    "The ferry\n"
    "The ferry left the harbour at nine. It was full of people, and it was late again.\n"
    "Nobody knew the reason. The captain said that there was too much wind on the lake.\n"
    "The next ferry left at noon. It was empty.\n"
)
# Alone, this looks like a sentence a line.
SHORT = "The ferry left.\nIt was late.\nNobody knew why.\n"


def folder_of(path: Path, articles: int, short: int) -> PairedFiles:
    for number in range(articles + short):
        text = ARTICLE if number < articles else SHORT
        for side in ("src", "tgt"):
            (path / f"{number:03}.{side}").write_text(text, encoding="utf-8")
    return PairedFiles(str(path), language="en")


def test_texts_of_a_corpus_are_read_in_one_way(tmp_path: Path) -> None:
    corpus = folder_of(tmp_path, 8, 2)
    alone = [found for shard in corpus.shards(Limits()) for found in corpus.read(shard)]
    assert {len(pair.source.paragraphs) for pair in alone if isinstance(pair, Pair)} == {4, 1}
    for limits in (Limits(), Limits(pairs=1), Limits(pairs=3)):
        shards = list(corpus.shards(limits))
        settled, reading = settled_corpus(corpus, shards)
        assert reading == Reading("en", "paragraphs")
        pairs = [found for shard in shards for found in settled.read(shard)]
        assert [len(pair.source.paragraphs) for pair in pairs if isinstance(pair, Pair)] == [4] * 8 + [3] * 2


def test_what_was_decided_is_in_the_manifest(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    corpus = folder_of(tmp_path / "texts", 3, 0)
    manifest = run(corpus, tmp_path / "out", "vicinity").manifest
    assert manifest["reading"] == {"split": "paragraphs", "language": "en"}
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["reading"] == manifest["reading"]
    assert run(corpus, tmp_path / "out", "vicinity").manifest == manifest


def test_what_is_given_is_kept(tmp_path: Path) -> None:
    folder_of(tmp_path, 3, 0)
    corpus = PairedFiles(str(tmp_path), language="de", split="prose", headings=False)
    assert settled_corpus(corpus, list(corpus.shards(Limits()))) == (corpus, Reading("de", "prose", False))


def test_the_language_of_a_corpus_is_recognised(tmp_path: Path) -> None:
    folder_of(tmp_path, 3, 0)
    corpus = PairedFiles(str(tmp_path))
    settled, reading = settled_corpus(corpus, list(corpus.shards(Limits())))
    assert reading == Reading("en", "paragraphs")
    assert isinstance(settled, PairedFiles)
    assert settled.language == "en"


def test_a_corpus_of_several_languages_leaves_it_to_each_pair(tmp_path: Path) -> None:
    german = "Das Schiff ist um neun Uhr abgefahren. Es war voll, und es kam wieder zu spät. Niemand wusste, warum.\n"
    english = "The ferry left the harbour at nine. It was full, and it was late again. Nobody knew the reason.\n"
    for number, text in enumerate([german, english] * 3):
        for side in ("src", "tgt"):
            (tmp_path / f"{number}.{side}").write_text(text, encoding="utf-8")
    corpus = PairedFiles(str(tmp_path))
    shards = list(corpus.shards(Limits()))
    settled, reading = settled_corpus(corpus, shards)
    assert reading is not None
    assert reading.language is None
    found = [pair.source.language for shard in shards for pair in settled.read(shard) if isinstance(pair, Pair)]
    assert found == ["de", "en"] * 3


def test_tables_of_texts_are_settled_and_tables_of_sentences_are_not(tmp_path: Path) -> None:
    texts, lists = tmp_path / "texts.jsonl", tmp_path / "lists.jsonl"
    texts.write_text(json.dumps({"source": ARTICLE, "target": SHORT}) + "\nnot JSON\n", encoding="utf-8")
    lists.write_text(json.dumps({"source": ["A.", "B."], "target": [["A."]]}) + "\n", encoding="utf-8")
    table = Table((str(texts),), language="en")
    settled, reading = settled_corpus(table, list(table.shards(Limits())))
    assert isinstance(settled, Table)
    assert reading == Reading("en", settled.split)
    assert settled.split != "auto"
    table = Table((str(lists),), language="en")
    assert settled_corpus(table, list(table.shards(Limits()))) == (table, None)


@pytest.mark.parametrize("headings", [True, False])
def test_newsela_knows_titles_and_headings(tmp_path: Path, headings: bool) -> None:
    (tmp_path / "articles").mkdir()
    rows = ["title,filename,grade_level,language,version,slug"]
    for version in (0, 1):
        rows.append(f"Late again,ferry.en.{version}.txt,5.0,en,{version},ferry")
        text = f"The ferry left at nine.\n\n## What now\n\nThe ferry number {version} left at noon."
        (tmp_path / "articles" / f"ferry.en.{version}.txt").write_text(text, encoding="utf-8")
    (tmp_path / "articles_metadata.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    corpus = Newsela(str(tmp_path), headings=headings)
    shards = list(corpus.shards(Limits()))
    settled, _ = settled_corpus(corpus, shards)
    (pair,) = settled.read(shards[0])
    assert isinstance(pair, Pair)
    prose = [("The ferry left at nine.",), ("The ferry number 0 left at noon.",)]
    if headings:
        assert pair.source.paragraphs == (("Late again",), prose[0], ("What now",), prose[1])
        assert pair.source.headings == (0, 2)
    else:
        assert pair.source.paragraphs == tuple(prose)
