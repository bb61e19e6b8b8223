"""Runs in which the levels of an article agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from vicinal.corpus import Limits, Processes, corpus_at, open_run, run
from vicinal.versions.consistent import align_versions

TEXTS = {
    0: "The old lighthouse on the island was built from granite in 1835. Three keepers lived there. Wheat rose.",
    1: "The lighthouse on the island was built in 1835. Three keepers lived on the island.",
    2: "Keepers lived there. The lighthouse was built in 1835.",
}


@pytest.fixture
def newsela(tmp_path: Path) -> Path:
    """Two articles of three levels each."""
    (tmp_path / "corpus" / "articles").mkdir(parents=True)
    rows = ["title,filename,grade_level,language,version,slug"]
    for slug in ("tower", "island"):
        for level, text in TEXTS.items():
            (tmp_path / "corpus" / "articles" / f"{slug}.en.{level}.txt").write_text(text)
            rows.append(f"The {slug},{slug}.en.{level}.txt,5,en,{level},{slug}")
    (tmp_path / "corpus" / "articles_metadata.csv").write_text("\n".join(rows) + "\n")
    return tmp_path


@pytest.mark.parametrize("pairs", [1, 2, 1000])
def test_all_pairs_of_an_article_agree(pairs: int, newsela: Path) -> None:
    corpus = corpus_at([str(newsela / "corpus")], pairs="all")
    done = run(corpus, newsela / "out", engine=Processes(1), limits=Limits(pairs=pairs), consistent=True)
    found = [one.alignment for one in open_run(newsela / "out").aligned()]
    assert [one.id for one in found[:3]] == [f"tower.en.{i} / tower.en.{k}" for i, k in ((0, 1), (0, 2), (1, 2))]
    for first, second, third in (found[:3], found[3:]):
        versions = align_versions([first.source, first.target, third.target])
        assert first.sentences == versions.alignment(0, 1).sentences
        assert second.sentences == versions.alignment(0, 2).sentences
        assert third.sentences == versions.alignment(1, 2).sentences
    assert done.manifest["consistent"] is True


def test_without_it_each_pair_stands_alone(newsela: Path) -> None:
    corpus = corpus_at([str(newsela / "corpus")], pairs="all")
    run(corpus, newsela / "out")
    for one in open_run(newsela / "out").aligned():
        alone = align_versions([one.alignment.source, one.alignment.target]).alignment(0, 1)
        assert {link.source for link in one.alignment.sentences} == {link.source for link in alone.sentences}
