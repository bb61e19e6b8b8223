"""Exports by several workers: the files are those that one writer of the whole makes, whatever is finished first."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Vicinity
from vicinal.corpus import Processes
from vicinal.corpus import run as align_corpus
from vicinal.corpus.contract import Limits, Shard
from vicinal.corpus.exports import export
from vicinal.corpus.link_filter import LinkFilter
from vicinal.corpus.readers import corpus_at
from vicinal.corpus.run_folder import Run
from vicinal.corpus.splits import Splits
from vicinal.errors import FormatError
from vicinal.formats import FORMATS, parquet
from vicinal.json_text import compact_texts

T = TypeVar("T")
IN_PARTS = [name for name, known in FORMATS.items() if known.parts is not None]
NAMES = ["a b", "a-b", "a b", None, "a_b", "c", "a-b", None, "d", "e"]  # some collide in gold, others in wiki-auto
MILL = [["The old mill by the river grinds corn again."], ["Two carpenters repaired its broken wheel in spring."] * 6]
BEES = [["Bees\u2028dance \x85."], ['The "dance" tells other bees & <friends> where flowers with nectar grow.']]
UNRELATED = {"source": MILL, "target": BEES}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("workers")
    with (folder / "corpus.jsonl").open("w", encoding="utf-8") as file:
        for number, name in enumerate(NAMES):
            source = [["The old bridge was closed.", "Cars had to wait."], [f"Boat {number} was faster.", "It rained."]]
            target = [["The bridge was closed.", f"Cars waited; boat {number} was faster."], ["It rained."]]
            row = {"id": name, "language": "de" if number % 4 else "en", "source": source}
            file.write(json.dumps(row | {"target": target} | (UNRELATED if number == 5 else {})) + "\n")
    corpus = corpus_at([str(folder / "corpus.jsonl")])
    return align_corpus(corpus, folder / "run", Vicinity(), limits=Limits(pairs=3))


def backwards(function: Callable[[Shard], T], shards: Iterable[Shard]) -> Iterator[T]:
    """An engine that finishes the last shard first."""
    return map(function, reversed(list(shards)))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize("to", IN_PARTS)
def test_parts_make_the_file_that_one_writer_makes(run: Run, to: str, tmp_path: Path) -> None:
    export(run, to, tmp_path, engine=backwards)
    whole = [bytearray() for _ in FORMATS[to].suffixes]
    for number, data in FORMATS[to].chunks(run.aligned(), corpus=True):
        whole[number] += data
    files = [(tmp_path / f"corpus{suffix}").read_bytes() for suffix in FORMATS[to].suffixes]
    assert files == list(map(bytes, whole))


@pytest.mark.parametrize("to", IN_PARTS)
@pytest.mark.parametrize("dedupe", [False, True])
def test_filters_and_splits_do_not_depend_on_the_engine(run: Run, to: str, dedupe: bool, tmp_path: Path) -> None:
    chosen = LinkFilter(kinds=("1-1", "N-1"), least_score=0.1, no_suspect=True, dedupe=dedupe)
    made = [
        export(run, to, tmp_path / str(number), chosen, splits=Splits((50, 50)), engine=engine)
        for number, engine in enumerate((None, backwards))
    ]
    assert contents(tmp_path / "0") == contents(tmp_path / "1")
    assert made[0].splits == made[1].splits
    assert made[0].dropped == made[1].dropped
    assert made[0].links == sum(count.links for count in made[0].splits.values()) > 0
    assert made[0].suspect == 1


def test_the_row_groups_of_parquet_do_not_depend_on_shards(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "ROWS", 4)
    monkeypatch.setattr(parquet, "CHARACTERS", 250)
    export(run, "parquet", tmp_path, engine=backwards)
    whole = b"".join(data for _, data in FORMATS["parquet"].chunks(run.aligned(), corpus=True))
    assert (tmp_path / "corpus.parquet").read_bytes() == whole


def test_processes_write_the_same(run: Run, tmp_path: Path) -> None:
    export(run, "gold", tmp_path / "one")
    export(run, "gold", tmp_path / "two", engine=Processes(2))
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_shard_that_was_changed_leaves_nothing(run: Run, tmp_path: Path) -> None:
    records = Path(run.path, "shards", "000002.jsonl")
    before = records.read_bytes()
    try:
        records.write_bytes(before.replace(b"boat", b"coat"))
        with pytest.raises(FormatError, match=r"000002\.jsonl: was changed"):
            export(run, "tsv", tmp_path / "out", engine=backwards)
    finally:
        records.write_bytes(before)
    assert contents(tmp_path / "out") == {}


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Ctrl-C is not sent to processes here")
def test_ctrl_c_while_workers_write_leaves_nothing(run: Run, tmp_path: Path) -> None:
    script = f"""
import os, signal, sys
from vicinal.cli import main
def interrupt(*_):
    os.kill(os.getpid(), signal.SIGINT)
import vicinal.corpus.exports as exports
exports.in_order = lambda *_: interrupt() or iter(())
sys.argv = ["vicinal", "export", {run.path!r}, "--to", "jsonl", "-o", {str(tmp_path / "out")!r}, "-w", "2"]
main()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 130, done.stderr
    assert "nothing was exported" in done.stderr
    assert "Traceback" not in done.stderr
    assert contents(tmp_path / "out") == {}


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=()), max_size=5), max_size=3), max_size=3))
def test_texts_are_written_as_json_has_them(paragraphs: list[list[str]]) -> None:
    assert compact_texts(paragraphs) == json.dumps(paragraphs, ensure_ascii=False)
