"""Train, validation and test splits of an export, by article."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.test_export import MANIFEST, StoredRun, contents, front, run_command
from vicinal import Document, InputError, SettingError
from vicinal.alignment import Aligned, assemble
from vicinal.corpus.exports import export
from vicinal.corpus.link_filter import LinkFilter
from vicinal.corpus.splits import Articles, Splits, article_of
from vicinal.formats import CORPUS_FORMATS, FORMATS
from vicinal.link import Link

THREE = Splits((80, 10, 10))
NAMES = ("train", "validation", "test")


def pair(
    source: str | None,
    target: str | None = None,
    levels: tuple[str, str] = ("source", "target"),
    texts: tuple[str, str] | None = None,
) -> Aligned:
    """Return a pair with one link; its texts are its own unless they are given."""
    target = source if target is None else target
    first, second = texts or (f"The long text of {source}.", f"The short text of {target}.")
    documents = Document([[first]], source, "en"), Document([[second]], target, "en")
    return Aligned(assemble(*documents, [Link((0,), (0,), 0.5)], ""), levels, "news")


def run_of(pairs: Sequence[Aligned]) -> StoredRun:
    return StoredRun(pairs=list(pairs))


def many(number: int, start: str = "article") -> list[Aligned]:
    return [pair(f"{start}-{k}") for k in range(number)]


def splits_of(pairs: Sequence[Aligned], splits: Splits = THREE) -> list[str]:
    articles = Articles(pairs)
    return [splits.name_at(articles.group_of(one)) for one in pairs]


# The shares.


@pytest.mark.parametrize(("text", "names"), [("80,10,10", NAMES), (" 90, 10 ", ("train", "test")), ("1,1,98", NAMES)])
def test_shares_are_read(text: str, names: tuple[str, ...]) -> None:
    found = Splits.of(text)
    assert found.names == names
    assert Splits.of(str(found)) == found


@pytest.mark.parametrize(
    "text", ["", "100", "80,10", "80,10,10,0", "80,20,0", "0,100", "-10,110", "0.8,0.2", "80 20", "80,,20", "٨٠,٢٠"]
)
def test_other_shares_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(SettingError, match="give percentages with a sum of 100, such as 80,10,10 ") as error:
        Splits.of(text)
    assert "\n" not in str(error.value)


def test_shares_hold_on_many_articles() -> None:
    counts = Counter(splits_of(many(5000)))
    assert counts["train"] == pytest.approx(4000, abs=120)
    assert counts["validation"] == pytest.approx(500, abs=90)
    assert counts["test"] == pytest.approx(500, abs=90)


def test_a_larger_share_of_train_takes_from_the_others_only() -> None:
    pairs = many(500)
    for before, after in zip(splits_of(pairs, Splits((80, 20))), splits_of(pairs, Splits((90, 10))), strict=True):
        assert before == after or (before, after) == ("test", "train")


# Articles.


@pytest.mark.parametrize(
    ("one", "article"),
    [
        (pair("lions.en.0", "lions.en.3", ("0", "3")), "lions.en"),
        (pair("lions.en.1", "lions.en.3", ("1", "3")), "lions.en"),
        (pair("Amazon-adv", "Amazon-ele", ("adv", "ele")), "Amazon"),
        (pair("adv/Amazon", "ele/Amazon", ("adv", "ele")), "adv/Amazon"),
        (pair("lions"), "lions"),
        (pair("source", "target"), "source"),
        (pair(".0", ".1", ("0", "1")), ".0"),
        (pair("lions", levels=("lions", "")), "lions"),
        (pair("Lion", "Lions"), "Lion"),
        (pair("1984", "1985", ("4", "5")), "1984"),
    ],
)
def test_the_article_of_a_pair(one: Aligned, article: str) -> None:
    assert article_of(one) == article


def test_the_article_of_a_pair_with_one_id_or_none() -> None:
    named, unnamed = Document([["A."]], "x"), Document([["B."]])
    assert article_of(Aligned(assemble(unnamed, named, [], ""))) == "x"
    assert article_of(Aligned(assemble(unnamed, unnamed, [], ""))) is None


LEVELS = ("0", "1", "2", "3")


@given(st.lists(st.integers(0, 500), min_size=1, max_size=20, unique=True))
def test_all_pairs_of_an_article_are_in_one_split(numbers: list[int]) -> None:
    pairs = [
        pair(f"news-{number}.en.{first}", f"news-{number}.en.{second}", (first, second))
        for number in numbers
        for first in LEVELS
        for second in LEVELS
        if first < second
    ]
    found: dict[str | None, set[str]] = {}
    for one, split in zip(pairs, splits_of(pairs), strict=True):
        found.setdefault(article_of(one), set()).add(split)
    assert len(found) == len(numbers)
    assert all(len(splits) == 1 for splits in found.values())


@given(st.integers(0, 40), st.integers(0, 40), st.randoms(use_true_random=False))
def test_splits_stay_when_articles_are_added_in_any_order(before: int, added: int, order: Any) -> None:
    old, new = many(before), many(added, "new")
    both = [*old, *new]
    order.shuffle(both)
    known = dict(zip((one.alignment.id for one in old), splits_of(old), strict=True))
    later = dict(zip((one.alignment.id for one in both), splits_of(both), strict=True))
    assert known.items() <= later.items()


def test_a_split_is_the_same_on_every_machine_and_for_ever() -> None:
    """Who has published splits relies on this list."""
    found = splits_of(many(16))
    assert [number for number, split in enumerate(found) if split == "validation"] == [3]
    assert [number for number, split in enumerate(found) if split == "test"] == [9]


@pytest.mark.parametrize("side", [0, 1])
def test_articles_that_share_a_text_are_in_one_split(side: int) -> None:
    pairs = many(40)
    assert len(set(splits_of(pairs))) == 3
    shared = []
    for number in range(40):
        texts = [f"Text {number}.", f"Words {number}."]
        texts[side] = f"The{' ' * (1 + number % 2)}same text, {number // 4}."  # white space makes no difference
        shared.append(pair(f"article-{number}", texts=(texts[0], texts[1])))
    found = splits_of(shared)
    assert all(len(set(found[k : k + 4])) == 1 for k in range(0, 40, 4))


def test_shares_hold_where_many_articles_share_texts() -> None:
    pairs = [pair(f"article-{number}", texts=(f"Text {number // 5}.", f"Words {number}.")) for number in range(5000)]
    counts = Counter(splits_of(pairs))
    assert counts["train"] == pytest.approx(4000, abs=200)
    assert counts["test"] == pytest.approx(500, abs=150)


def test_a_chain_of_shared_texts_is_one_group_in_any_order() -> None:
    chain = [pair(f"a{k}", texts=(f"Text {k}.", f"Text {k + 1}.")) for k in range(30)]
    for pairs in (chain, chain[::-1], chain[::2] + chain[1::2]):
        assert len(set(splits_of(pairs))) == 1
    assert splits_of(chain)[0] == splits_of(chain[::-1])[0]


def test_pairs_without_ids_are_split_by_their_texts() -> None:
    pairs = [pair(None, texts=(f"Text {k}.", f"Words {k}.")) for k in range(200)]
    found = splits_of(pairs)
    assert set(found) == set(NAMES)
    again = [pair(None, texts=(f"Text {k}.", f"Other words {k}.")) for k in range(200)]
    assert splits_of(again) == found


# Exports.

RUN = run_of(many(60))


@pytest.mark.parametrize("to", [name for name in CORPUS_FORMATS if FORMATS[name].holds == "all"])
def test_every_split_is_a_file(to: str, tmp_path: Path) -> None:
    made = export(RUN, to, tmp_path / "out", splits=THREE)
    names = [split + suffix for split in NAMES for suffix in FORMATS[to].suffixes]
    assert made.files == tuple(str(tmp_path / "out" / name) for name in names)
    assert set(contents(tmp_path / "out")) == {"README.md", *names}
    assert (made.pairs, made.links) == (60, 60)
    expected = Counter(splits_of(RUN.pairs))
    assert {name: (one.articles, one.pairs, one.links) for name, one in made.splits.items()} == {
        name: (expected[name],) * 3 for name in NAMES
    }
    export(RUN, to, tmp_path / "again", splits=THREE)
    assert contents(tmp_path / "again") == contents(tmp_path / "out")


def test_the_rows_of_all_splits_are_those_of_the_whole(tmp_path: Path) -> None:
    export(RUN, "jsonl", tmp_path / "whole")
    export(RUN, "jsonl", tmp_path / "parts", splits=THREE)
    whole = (tmp_path / "whole" / "corpus.jsonl").read_text("utf-8").splitlines()
    parts = {name: (tmp_path / "parts" / f"{name}.jsonl").read_text("utf-8").splitlines() for name in NAMES}
    assert sorted(line for lines in parts.values() for line in lines) == sorted(whole)
    by_id = dict(zip((one.alignment.id for one in RUN.pairs), splits_of(RUN.pairs), strict=True))
    for name, lines in parts.items():
        assert lines == [line for line in whole if by_id[json.loads(line)["id"]] == name]  # in the same order


@pytest.mark.parametrize("to", [name for name in CORPUS_FORMATS if FORMATS[name].holds == "each"])
def test_the_index_names_the_split_of_a_file(to: str, tmp_path: Path) -> None:
    made = export(RUN, to, tmp_path, splits=THREE)
    with (tmp_path / "index.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert [row["split"] for row in rows] == splits_of(RUN.pairs)
    assert made.splits["train"].pairs == sum(row["split"] == "train" for row in rows)
    assert front(tmp_path)["configs"][0]["features"][-1] == {"name": "split", "dtype": "string"}


def test_the_card_tells_the_splits(tmp_path: Path) -> None:
    made = export(RUN, "tsv", tmp_path, splits=Splits((80, 20)))
    card = (tmp_path / "README.md").read_text("utf-8")
    part = made.splits["test"]
    assert f"| `test` | 20 % | {part.articles} | {part.pairs} | {part.links} |" in card.splitlines()
    assert "`vicinal export --to tsv --splits 80,20`" in card
    assert "All pairs of an article are in the same split" in card
    assert front(tmp_path)["configs"][0]["data_files"] == [
        {"split": "train", "path": "train.tsv"},
        {"split": "test", "path": "test.tsv"},
    ]
    export(RUN, "tsv", tmp_path / "whole")
    assert "## Splits" not in (tmp_path / "whole" / "README.md").read_text("utf-8")


@pytest.mark.parametrize("to", ["parquet", "jsonl", "tsv", "wiki-auto"])
def test_the_hub_library_loads_the_splits(to: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()
    made = export(RUN, to, tmp_path / "out", splits=THREE)
    found = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
    assert {name: len(found[name]) for name in found} == {name: one.links for name, one in made.splits.items()}
    monkeypatch.chdir(tmp_path / "out")
    lines = Path("README.md").read_text("utf-8").split("```python\n")[1].split("```")[0].splitlines()
    names: dict[str, Any] = {}
    exec("\n".join([*lines[:-1], f"found = {lines[-1]}"]), names)
    read = names["found"]["train"] if to in ("parquet", "jsonl") else names["found"]
    assert len(read) == made.splits["train"].links


def test_an_empty_split_is_written_and_not_promised_to_the_hub(tmp_path: Path) -> None:
    few = [one for one, split in zip(RUN.pairs, splits_of(RUN.pairs), strict=True) if split != "test"]
    made = export(run_of(few), "jsonl", tmp_path, splits=THREE)
    assert (made.splits["test"].pairs, (tmp_path / "test.jsonl").read_bytes()) == (0, b"")
    assert [one["split"] for one in front(tmp_path)["configs"][0]["data_files"]] == ["train", "validation"]


def test_duplicate_links_are_dropped_from_what_is_tested_with(tmp_path: Path) -> None:
    """Two articles of different splits that have one link in common, but no whole text."""
    by_split = {split: one.alignment.id for one, split in zip(RUN.pairs, splits_of(RUN.pairs), strict=True)}
    pairs = []
    for name in (by_split["test"], by_split["train"]):
        documents = [Document([["The same.", f"{side} {name}."]], name) for side in ("Long", "Short")]
        links = [Link((0,), (0,), 1.0), Link((1,), (1,), 1.0)]
        pairs.append(Aligned(assemble(documents[0], documents[1], links, "")))
    made = export(run_of(pairs), "jsonl", tmp_path, LinkFilter(dedupe=True), splits=THREE)
    assert made.dropped["duplicate"] == 1
    assert {name: one.links for name, one in made.splits.items()} == {"train": 2, "validation": 0, "test": 1}


@pytest.mark.parametrize("named", [True, False])
def test_sentences_have_the_same_ids_with_and_without_splits(named: bool, tmp_path: Path) -> None:
    """Names that wiki-auto's ids cannot tell apart get a digest; pairs without a name get a number."""
    names = [f"{start}{k}" for k in range(20) for start in ("a b ", "a-b-", "a_b_")]
    texts = [(f"The long text {k}.", f"The short text {k}.") for k in range(len(names))]
    pairs = [pair(name if named else None, texts=both) for name, both in zip(names, texts, strict=True)]
    pairs[::7] = [one._replace(relatedness=0.0) for one in pairs[::7]]
    whole, parts, few = (tmp_path / name for name in ("whole", "parts", "few"))
    export(run_of(pairs), "wiki-auto", whole)
    made = export(run_of(pairs), "wiki-auto", parts, splits=THREE)
    export(run_of(pairs), "wiki-auto", few, LinkFilter(no_suspect=True), splits=THREE)
    lines = (whole / "corpus.wiki-auto.tsv").read_text("utf-8").splitlines()
    split = [(parts / f"{name}.wiki-auto.tsv").read_text("utf-8").splitlines() for name in NAMES]
    assert [len(one) for one in split] == [made.splits[name].links for name in NAMES]
    assert min(map(len, split)) > 0
    assert sorted(line for part in split for line in part) == sorted(lines)
    assert len({line.split("\t")[1] for line in lines}) == len(pairs)
    kept = {line for name in NAMES for line in (few / f"{name}.wiki-auto.tsv").read_text("utf-8").splitlines()}
    assert kept == set(lines) - set(lines[::7])


# A folder that is used again.


@pytest.mark.parametrize(
    ("to", "splits", "names"),
    [
        ("tsv", Splits((50, 50)), {"train.tsv", "test.tsv"}),
        ("tsv", None, {"corpus.tsv"}),
        ("jsonl", THREE, {"train.jsonl", "validation.jsonl", "test.jsonl"}),
        ("lines", None, {"corpus.src", "corpus.tgt"}),
        ("ladder", None, {"index.tsv"}),
    ],
)
@pytest.mark.parametrize("is_edited", [False, True])
def test_files_of_an_earlier_export_are_removed(
    to: str, splits: Splits | None, names: set[str], is_edited: bool, tmp_path: Path
) -> None:
    export(RUN, "tsv", tmp_path, splits=THREE)
    for name in ("validation.txt", "other.tsv", "TRAIN.md"):
        (tmp_path / name).write_text("of somebody else")
    card = tmp_path / "README.md"
    if is_edited:
        card.write_text(card.read_text("utf-8").replace("FILL IN A NAME", "Lions"), "utf-8")
    made = export(RUN, to, tmp_path, splits=splits)
    data = {path.name for path in tmp_path.iterdir() if path.is_file()}
    cards = {"README.md", "README.new.md"} if is_edited else {"README.md"}
    assert data == {*names, *cards, "validation.txt", "other.tsv", "TRAIN.md"}
    assert {Path(path).name for path in made.removed} == {f"{name}.tsv" for name in NAMES} - names
    assert made.strange == ()


def test_a_third_export_removes_what_the_second_wrote_beside_an_edited_card(tmp_path: Path) -> None:
    export(RUN, "tsv", tmp_path)
    card = tmp_path / "README.md"
    card.write_text(card.read_text("utf-8").replace("FILL IN A NAME", "Lions"), "utf-8")
    export(RUN, "tsv", tmp_path, splits=THREE)
    (tmp_path / "corpus.tsv").write_text("of somebody else")
    made = export(RUN, "jsonl", tmp_path)
    assert [Path(path).name for path in made.removed] == ["test.tsv", "train.tsv", "validation.tsv"]
    assert [Path(path).name for path in made.strange] == ["corpus.tsv"]
    assert (tmp_path / "corpus.tsv").read_text() == "of somebody else"


def test_files_that_no_card_lists_are_left_alone_and_told(tmp_path: Path) -> None:
    (tmp_path / "validation.tsv").write_text("of somebody else")
    made = export(RUN, "tsv", tmp_path, splits=Splits((50, 50)))
    assert (made.removed, [Path(path).name for path in made.strange]) == ((), ["validation.tsv"])
    export(RUN, "tsv", tmp_path / "again", splits=THREE)
    (tmp_path / "again" / "README.md").write_text("# My own card\n")
    again = export(RUN, "tsv", tmp_path / "again", splits=Splits((50, 50)))
    assert (again.removed, [Path(path).name for path in again.strange]) == ((), ["validation.tsv"])


def test_a_link_in_the_place_of_an_old_file_is_left_alone(tmp_path: Path) -> None:
    export(RUN, "tsv", tmp_path / "out", splits=THREE)
    (tmp_path / "mine").write_text("of somebody else")
    (tmp_path / "out" / "validation.tsv").unlink()
    (tmp_path / "out" / "validation.tsv").symlink_to(tmp_path / "mine")
    assert len(export(RUN, "tsv", tmp_path / "out").removed) == 2
    assert (tmp_path / "out" / "validation.tsv").read_text() == "of somebody else"


def test_old_files_of_pairs_stop_an_export_of_another_kind(tmp_path: Path) -> None:
    export(RUN, "ladder", tmp_path)
    before = contents(tmp_path)
    with pytest.raises(InputError, match="pairs: already holds files; remove them, or choose another folder"):
        export(RUN, "tsv", tmp_path)
    assert contents(tmp_path) == before


def test_an_old_file_that_cannot_be_removed_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(RUN, "tsv", tmp_path, splits=THREE)
    before = contents(tmp_path)
    unlink = Path.unlink

    def failing(path: Path, missing_ok: bool = False) -> None:
        if path.name == "validation.tsv":
            raise PermissionError(13, "Permission denied")
        unlink(path, missing_ok)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", failing)
        with pytest.raises(InputError, match=r"validation\.tsv: cannot be removed: permission denied"):
            export(RUN, "tsv", tmp_path, splits=Splits((50, 50)))
    assert contents(tmp_path) == before
    assert {path.name for path in tmp_path.iterdir()} == set(before)


def test_the_command_says_what_it_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    export(RUN, "tsv", tmp_path)
    (tmp_path / "test.tsv").write_text("of somebody else")
    assert run_command(monkeypatch, RUN, "-o", str(tmp_path), "--to", "jsonl") == 0
    said = capsys.readouterr().err.replace(f"{tmp_path}/", "").splitlines()
    assert "removed corpus.tsv, which an earlier export wrote" in said
    assert "vicinal: note: test.tsv is not of this export; remove it, or choose another folder" in said


def test_old_files_behind_a_url_are_removed() -> None:
    fsspec = pytest.importorskip("fsspec")
    export(RUN, "tsv", "memory://used-again", splits=THREE)
    made = export(RUN, "tsv", "memory://used-again", splits=Splits((50, 50)))
    assert made.removed == ("memory://used-again/validation.tsv",)
    names = {name.rpartition("/")[2] for name in fsspec.filesystem("memory").ls("/used-again", detail=False)}
    assert names == {"README.md", "train.tsv", "test.tsv"}


@dataclass(frozen=True)
class BreaksLater(StoredRun):
    """A run that can be read once, and not to its end again."""

    reads: tuple[list[int], ...] = ([],)

    def aligned(self) -> Iterator[Aligned]:
        self.reads[0].append(1)
        yield from self.pairs[:30]
        if len(self.reads[0]) > 1:
            raise InputError("RUN/shards/000001.jsonl: cannot be read")
        yield from self.pairs[30:]


def test_a_failure_in_a_later_split_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "train.tsv").write_bytes(b"old")
    with pytest.raises(InputError, match="cannot be read"):
        export(BreaksLater(pairs=many(60), reads=([],)), "tsv", tmp_path, splits=THREE)
    assert contents(tmp_path) == {"train.tsv": b"old"}


def test_progress_is_told_for_every_pass(tmp_path: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    run = StoredRun(manifest={**MANIFEST, "counts": {**MANIFEST["counts"], "pairs": 60}}, pairs=many(60))
    export(run, "tsv", tmp_path, advance=lambda *step: steps.append(step), splits=THREE)
    assert steps == [(what, 60, 60) for what in ("Grouping", "Naming", "Writing")]
