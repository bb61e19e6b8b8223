"""Exports of a run: the files, the card, what is kept, and what a failure leaves."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import vicinal
from vicinal import Document, InputError, SettingError
from vicinal.alignment import Aligned, Alignment, Link, assemble
from vicinal.corpus.card import TO_FILL_IN, Tally
from vicinal.corpus.exports import Exported, export
from vicinal.corpus.filenames import FileNames
from vicinal.corpus.filter import LinkFilter
from vicinal.formats import CORPUS_FORMATS, FORMATS

yaml = pytest.importorskip("yaml")
NOTHING_DROPPED = {"kind": 0, "score": 0, "identical": 0, "length": 0, "duplicate": 0}
MANIFEST = {
    "complete": True,
    "corpus": "Table(paths=('news.jsonl',), separator='|`|')",
    "method": "vicinity",
    "signature": "Vicinity(alpha=0.3)",
    "counts": {"pairs": 2, "rejected": 1, "source_sentences": 8, "target_sentences": 8, "links": 5},
    "versions": {"vicinal": "0.1.0", "python": "3.11"},
    "input": {"files": 1, "bytes": 1234, "sha256": "ab" * 32},
    "output": {"shards": 1, "bytes": 99, "sha256": "cd" * 32},
}


def pair(name: str | None, language: str | None = "en") -> Alignment:
    source = Document([["Lions"], ["The big cats sat.", "They slept.", "Rain fell."]], name, language)
    target = Document([["Lions"], ["The cats sat and slept.", "It rained.", "Then it stopped."]], name, language)
    found = [Link((0,), (0,), 1.0), Link((1, 2), (1,), 0.625), Link((3,), (2,), 0.5)]
    return assemble(source, target, found, "Vicinity(alpha=0.3)")


@dataclass(frozen=True)
class StoredRun:
    """A run as `open_run` gives it, from memory."""

    pairs: list[Aligned]
    manifest: dict[str, Any] = field(default_factory=lambda: dict(MANIFEST))
    path: str = "RUN"
    breaks: bool = False

    def aligned(self) -> Iterator[Aligned]:
        yield from self.pairs
        if self.breaks:
            raise InputError("RUN/shards/000001.jsonl: cannot be read")


RUN = StoredRun([Aligned(pair("lions"), ("0", "3"), "news"), Aligned(pair("tigers"), ("0", "4"), "news")])


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def front(folder: Path) -> dict[str, Any]:
    """Return the front matter of the card."""
    _, matter, _ = (folder / "README.md").read_text("utf-8").split("---\n", 2)
    return dict(yaml.safe_load(matter))


# The files.


@pytest.mark.parametrize("to", CORPUS_FORMATS)
def test_every_format_is_exported_and_the_same_again(to: str, tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    result = export(RUN, to, tmp_path / "once", advance=lambda *step: seen.append(step))
    assert (result.pairs, result.links, result.left_out, result.card_is_kept) == (2, 6, 0, False)
    assert result.dropped == NOTHING_DROPPED
    assert seen == [("Writing", 1, 2), ("Writing", 2, 2)]
    once = contents(tmp_path / "once")
    if FORMATS[to].holds == "all":
        names = [f"corpus{suffix}" for suffix in FORMATS[to].suffixes]
        assert set(once) == {"README.md", *names}
        assert result.files == tuple(str(tmp_path / "once" / name) for name in names)
    else:
        names = [f"pairs/{stem}{suffix}" for stem in ("lions", "tigers") for suffix in FORMATS[to].suffixes]
        assert set(once) == {"README.md", "index.tsv", *names}
    export(RUN, to, tmp_path / "again")
    assert contents(tmp_path / "again") == once


def test_a_whole_corpus_as_text(tmp_path: Path) -> None:
    export(RUN, "tsv", tmp_path, LinkFilter(least_score=0.6, drop_identical=True))
    assert (tmp_path / "corpus.tsv").read_text("utf-8") == (
        "id\tsource_level\ttarget_level\torigin\tkind\tscore\tsource\ttarget\tsource_text\ttarget_text\n"
        "lions\t0\t3\tnews\tN-1\t0.625000\t1,2\t1\tThe big cats sat. They slept.\tThe cats sat and slept.\n"
        "tigers\t0\t4\tnews\tN-1\t0.625000\t1,2\t1\tThe big cats sat. They slept.\tThe cats sat and slept.\n"
    )


def test_filters_are_counted(tmp_path: Path) -> None:
    result = export(RUN, "jsonl", tmp_path, LinkFilter(kinds=("1-1",), drop_identical=True, dedupe=True))
    assert (result.pairs, result.links) == (2, 1)
    assert result.dropped == NOTHING_DROPPED | {"kind": 2, "identical": 2, "duplicate": 1}
    (line,) = (tmp_path / "corpus.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["source"] == [3]


def test_stand_off_files_load(tmp_path: Path) -> None:
    export(RUN, "tei", tmp_path)
    found = vicinal.load(tmp_path / "pairs" / "tigers.alignment.xml")
    assert found.sentences == RUN.pairs[1].alignment.sentences
    assert (tmp_path / "index.tsv").read_text("utf-8") == (
        "file\tid\tsource_level\ttarget_level\torigin\nlions\tlions\t0\t3\tnews\ntigers\ttigers\t0\t4\tnews\n"
    )


def test_links_that_a_format_cannot_hold_are_counted(tmp_path: Path) -> None:
    document = Document([["A.", "B."]], "x")
    crossing = assemble(document, document, [Link((0,), (1,), 1), Link((1,), (0,), 1)], "")
    result = export(StoredRun([Aligned(crossing)] * 3), "ladder", tmp_path)
    assert (result.links, result.left_out) == (3, 3)
    assert "| dropped: the format cannot hold it | 3 |" in (tmp_path / "README.md").read_text("utf-8")


def test_hostile_ids_become_names_inside_the_folder(tmp_path: Path) -> None:
    names = [
        "../../up",
        "/etc/passwd",
        "..",
        "",
        None,
        "a/b",
        "a\\b",
        "A_B",
        "con",
        "x" * 400,
        "x" * 401,
        "日本語",
        "\ud800",
    ]
    names += ["a\nb\tc", "-rf", ".hidden", "pair", "pair"]
    result = export(StoredRun([Aligned(pair(name)) for name in names]), "ladder", tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    found = sorted(path.name for path in (tmp_path / "out" / "pairs").iterdir())
    assert len(found) == result.pairs == len(names)
    index = (tmp_path / "out" / "index.tsv").read_text("utf-8").splitlines()[1:]
    assert sorted(line.split("\t")[0] + ".ladder" for line in index) == found
    assert [line.split("\t")[0] for line in index[:9]] == [
        *("up", "etc_passwd", "pair", "pair-4", "pair-5", "a_b", "a_b-7", "A_B-8", "con-9")
    ]


@given(st.lists(st.none() | st.text(st.characters(exclude_categories=()), max_size=6), max_size=20))
@example(["a", "a", "a-3", "a-2", "A", None, None])
def test_file_names_are_plain_and_all_different(ids: list[str | None]) -> None:
    taken = FileNames()
    found = [taken.take(name, number) for number, name in enumerate(ids)]
    assert len({name.casefold() for name in found}) == len(ids)
    for name in found:
        assert name == Path(name).name
        assert "." not in name
        assert not name.startswith("-")
        assert len(name.encode()) <= 150


def test_a_url_is_a_folder_too() -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    for to in ("parquet", "tei"):
        result = export(RUN, to, f"memory://exports/{to}")
        assert result.card == f"memory://exports/{to}/README.md"
    found = set(memory.find("/exports"))
    assert {"/exports/parquet/corpus.parquet", "/exports/parquet/README.md"} < found
    assert {"/exports/tei/pairs/lions.alignment.xml", "/exports/tei/index.tsv"} < found
    assert memory.cat("/exports/parquet/corpus.parquet")[:4] == b"PAR1"
    memory.rm("/exports", recursive=True)


def test_a_file_url_gives_what_the_path_gives(tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    export(RUN, "jsonl", tmp_path / "path")
    export(RUN, "jsonl", (tmp_path / "url").as_uri())
    assert contents(tmp_path / "url") == contents(tmp_path / "path")


# The card.


def test_the_card_has_what_the_hub_reads(tmp_path: Path) -> None:
    export(RUN, "parquet", tmp_path)
    assert front(tmp_path) == {
        "license": TO_FILL_IN,
        "language": ["en"],
        "task_categories": ["sentence-similarity", "text-generation"],
        "tags": ["sentence-alignment", "comparable-corpora", "vicinal"],
        "size_categories": ["n<1K"],
        "configs": [{"config_name": "default", "data_files": [{"split": "train", "path": "corpus.parquet"}]}],
    }


def test_the_card_says_how_the_corpus_was_made(tmp_path: Path) -> None:
    export(RUN, "jsonl", tmp_path, LinkFilter(most_score=0.9))
    text = (tmp_path / "README.md").read_text("utf-8")
    for line in (
        "| pairs of documents | 2 |",
        "| pairs that could not be read | 1 |",
        "| links | 4 |",
        "| of these 1-1 | 2 |",
        "| of these N-1 | 2 |",
        "Scores: a quarter is at most 0.5, half at most 0.5, three quarters at most 0.625.",
        "| `target_text` | the target sentences, joined by spaces |",
        "| reader | ``Table(paths=('news.jsonl',), separator='\\|`\\|')`` |",
        f"| input sha256 | `{'ab' * 32}` |",
        "| signature | `Vicinity(alpha=0.3)` |",
        f"| filter | `{LinkFilter(most_score=0.9)!r}` |",
        "| dropped: score | 2 |",
        "| version of vicinal | `0.1.0` |",
    ):
        assert line in text.splitlines()
    assert "**TO BE FILLED IN.** The licence" in text
    assert "Paetzold" in text
    assert "configs:" in text


@pytest.mark.parametrize(
    ("languages", "expected"),
    [(["en", "de-AT", "no"], ["de", "en", "no"]), ([None], None), (['x"\n- y', "english"], None), (["EN_us"], ["en"])],
)
def test_the_languages_of_a_card(tmp_path: Path, languages: list[str | None], expected: list[str] | None) -> None:
    run = StoredRun([Aligned(pair(str(number), language)) for number, language in enumerate(languages)])
    export(run, "lines", tmp_path)
    assert front(tmp_path).get("language") == expected


@pytest.mark.parametrize(
    ("links", "expected"),
    [(0, "n<1K"), (999, "n<1K"), (1000, "1K<n<10K"), (123_456, "100K<n<1M"), (10**9, "n>1B"), (10**13, "n>1B")],
)
def test_the_size_of_a_corpus(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, links: int, expected: str) -> None:
    monkeypatch.setattr(Tally, "links", links)
    monkeypatch.setattr(Tally, "quartiles", lambda _: (0.0, 0.0, 0.0))
    export(StoredRun([]), "lines", tmp_path)
    assert front(tmp_path)["size_categories"] == [expected]


@given(st.lists(st.floats(0, 1).map(lambda score: round(score, 2)), max_size=30))
def test_quartiles_are_those_of_the_sorted_scores(scores: list[float]) -> None:
    document = Document([["A."] * 30])
    tally = Tally()
    for number, score in enumerate(scores):
        tally.add(assemble(document, document, [Link((number,), (number,), score)], ""))
    ordered = sorted(scores)
    assert tally.quartiles() == tuple(ordered[-(-part * len(ordered) // 4) - 1] for part in (1, 2, 3) if ordered)


def test_a_readme_that_people_changed_is_kept(tmp_path: Path) -> None:
    card = tmp_path / "README.md"
    export(RUN, "jsonl", tmp_path)
    changed = card.read_text("utf-8").replace(TO_FILL_IN, "cc-by-4.0")
    card.write_text(changed, "utf-8")
    result = export(RUN, "parquet", tmp_path)
    assert result.card_is_kept
    assert card.read_text("utf-8") == changed
    assert (tmp_path / "corpus.parquet").exists()


def test_a_card_that_says_the_same_is_no_other(tmp_path: Path) -> None:
    first = export(RUN, "jsonl", tmp_path)
    assert export(RUN, "jsonl", tmp_path) == first


def test_the_hub_library_loads_an_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()
    for to in ("parquet", "jsonl"):
        export(RUN, to, tmp_path / to)
        found = datasets.load_dataset(str(tmp_path / to), cache_dir=str(tmp_path / "cache"))  # by the card
        rows = [json.loads(line) for line in lines_of(tmp_path)]
        assert found["train"].to_list() == rows
    found = datasets.load_dataset(
        "parquet", data_files=str(tmp_path / "parquet" / "corpus.parquet"), cache_dir=str(tmp_path / "cache")
    )
    assert found["train"].column_names == list(FORMATS["parquet"].columns)


def lines_of(folder: Path) -> list[str]:
    export(RUN, "jsonl", folder / "expected")
    return (folder / "expected" / "corpus.jsonl").read_text("utf-8").splitlines()


# What is refused, and what a failure leaves.


def test_a_run_that_is_not_finished_is_refused(tmp_path: Path) -> None:
    unfinished = StoredRun(RUN.pairs, MANIFEST | {"complete": False})
    with pytest.raises(InputError, match="RUN: this run is not finished; run the same command again first"):
        export(unfinished, "jsonl", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("to", "says"), [("json", "holds one alignment; for a corpus choose jsonl, "), ("x", "unknown")]
)
def test_formats_that_are_refused(tmp_path: Path, to: str, says: str) -> None:
    with pytest.raises(SettingError, match=says):
        export(RUN, to, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_files_of_pairs_are_not_mixed_with_others(tmp_path: Path) -> None:
    export(RUN, "ladder", tmp_path)
    before = contents(tmp_path)
    with pytest.raises(InputError, match="pairs: holds files already; remove them, or choose another folder"):
        export(RUN, "tei", tmp_path)
    assert contents(tmp_path) == before


def test_an_empty_folder_of_pairs_is_taken(tmp_path: Path) -> None:
    (tmp_path / "pairs").mkdir()
    assert export(RUN, "ladder", tmp_path).pairs == 2


@pytest.mark.parametrize("to", CORPUS_FORMATS)
def test_a_run_that_breaks_leaves_the_folder_as_it_was(tmp_path: Path, to: str) -> None:
    old = {f"corpus{suffix}": b"old" for suffix in FORMATS[to].suffixes} | {"index.tsv": b"old"}
    for name, data in old.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match="cannot be read"):
        export(StoredRun(RUN.pairs, breaks=True), to, tmp_path)
    assert contents(tmp_path) == old
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(old)


@pytest.mark.parametrize("to", ["jsonl", "lines", "parquet"])
@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_a_full_disk_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str, where: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    if where == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    else:
        monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(InputError, match=r"corpus\.[a-z]+: cannot be written: no space left on device"):
        export(RUN, to, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_disk_that_fills_up_while_pairs_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        return write(Path("/dev/full") if "tigers" in path.name else path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InputError, match=r"tigers\.ladder: cannot be written: no space left on device"):
        export(RUN, "ladder", tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_directory_in_the_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").mkdir()
    with pytest.raises(InputError, match=r"corpus\.jsonl: is a directory"):
        export(RUN, "jsonl", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.jsonl"]


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"old")
    with pytest.raises(InputError, match="out: cannot be made"):
        export(RUN, "jsonl", tmp_path / "out")


def test_exports_have_the_permissions_every_new_file_has(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        result: Exported = export(RUN, "parquet", tmp_path)
    finally:
        os.umask(before)
    assert {stat.S_IMODE(Path(file).stat().st_mode) for file in (*result.files, result.card)} == {0o644}
