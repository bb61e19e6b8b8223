"""Corpora and aligners of the user's own, in runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from vicinal import Alignment, Document, InputError, Link, SettingError
from vicinal.alignment import assemble
from vicinal.corpus import (
    Files,
    Fingerprint,
    LeftOut,
    Limits,
    Pair,
    Processes,
    Rejected,
    Shard,
    corpus_at,
    export,
    open_run,
    run,
)


def blocks(path: Path) -> Iterator[Pair | Rejected | LeftOut]:
    """Read pairs: two lines each, and a blank line between pairs."""
    for number, block in enumerate(path.read_text(encoding="utf-8").strip().split("\n\n")):
        lines = block.split("\n")
        name = f"{path.stem}:{number}"
        if lines[0] == "draft":
            yield LeftOut("drafts")
        elif len(lines) != 2:
            yield Rejected("", None, name, "has no two lines")
        else:
            source, target = (Document.from_text(line, "en", id=name) for line in lines)
            yield Pair(source, target)


def first_sentences(source: Document, target: Document) -> Alignment:
    return assemble(source, target, [Link((0,), (0,), 1.0)], "first sentences")


class Settled:
    """An aligner whose repr does not tell its settings."""

    def __call__(self, source: Document, target: Document) -> Alignment:
        return first_sentences(source, target)


def write(folder: Path) -> list[Path]:
    folder.mkdir()
    texts = {
        "b.own": "Cats purr. Dogs bark.\nA cat purrs.\n\nBirds sing.\nA bird sings. It is loud.\n",
        "a.own": "The river is wide.\nThe river is very wide.\n\ndraft\n\nOne line.\n",
        "c.own": "caf\udcff",
    }
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    return [folder / name for name in texts]


def test_files_in_a_format_of_ones_own_become_a_run(tmp_path: Path) -> None:
    finished = run(Files(write(tmp_path / "texts"), blocks), tmp_path / "out")
    aligned = list(open_run(tmp_path / "out").aligned())
    assert [one.alignment.id for one in aligned] == ["a:0", "b:0", "b:1"]
    assert [(one.levels, one.origin) for one in aligned][:2] == [
        (("source", "target"), name) for name in ("a.own", "b.own")
    ]
    rejected = [json.loads(line) for line in (tmp_path / "out" / "rejected.jsonl").read_text().splitlines()]
    assert [(one["file"], one["id"]) for one in rejected] == [("a.own", "a:2"), ("c.own", None)]
    assert rejected[1]["reason"].startswith("cannot be read: UnicodeDecodeError")
    assert finished.manifest["corpus"] == "Files(reader=tests.test_own_files.blocks)"
    assert finished.manifest["accounting"]["left_out"]["drafts"] == 1


def test_own_files_give_the_same_bytes_in_any_place_and_with_workers(tmp_path: Path) -> None:
    one = run(Files(write(tmp_path / "one"), blocks), tmp_path / "out 1", limits=Limits(1))
    (tmp_path / "deep").mkdir()
    other = Files(map(str, write(tmp_path / "deep" / "two")[::-1]), blocks)
    two = run(other, tmp_path / "out 2", limits=Limits(1), engine=Processes(2))
    assert one.manifest == two.manifest
    assert one.manifest["output"]["shards"] == 3


def test_what_a_reader_must_yield(tmp_path: Path) -> None:
    (tmp_path / "a.own").write_text("")
    corpus = Files([tmp_path / "a.own"], lambda path: [("a", "b")])  # type: ignore[list-item]
    (shard,) = corpus.shards(Limits())
    assert list(corpus.read(shard)) == [
        Rejected("a.own", None, None, "cannot be read: the reader yielded ('a', 'b'), not a Pair")
    ]


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no files"):
        Files(tmp_path.glob("*.own"), blocks)
    with pytest.raises(InputError, match="give a list of files"):
        Files(str(tmp_path), blocks)
    with pytest.raises(InputError, match=r"none.own: .*No such file"):
        Files([tmp_path / "none.own"], blocks).fingerprint()


def test_a_run_with_a_function_can_be_repeated(tmp_path: Path) -> None:
    corpus = Files(write(tmp_path / "texts"), blocks)
    finished = run(corpus, tmp_path / "out", first_sentences)
    assert finished.manifest["settings"] == "tests.test_own_files.first_sentences"
    assert run(corpus, tmp_path / "out", first_sentences).manifest == finished.manifest
    (alignment, *_) = (one.alignment for one in finished.aligned())
    assert alignment.signature.endswith(": tests.test_own_files.first_sentences")


def test_a_run_refuses_what_does_not_tell_its_settings(tmp_path: Path) -> None:
    @dataclass
    class Told(Settled):
        limit: int = 3

    class Other:
        def fingerprint(self) -> Fingerprint:
            return Fingerprint(0, 0, "", 0)

        def shards(self, limits: Limits) -> Iterator[Shard]:
            return iter(())

        def read(self, shard: Shard) -> Iterator[Pair | Rejected | LeftOut]:
            return iter(())

    corpus = Files(write(tmp_path / "texts"), blocks)
    with pytest.raises(SettingError, match="does not tell its settings"):
        run(corpus, tmp_path / "out", Settled())
    assert "Told(limit=3)" in run(corpus, tmp_path / "out", Told()).signature
    with pytest.raises(SettingError, match="Other: a corpus is a dataclass"):
        run(Other(), tmp_path / "other")


def test_a_corpus_at_one_path(tmp_path: Path) -> None:
    for name in ("a.complex.txt", "a.simple.txt"):
        (tmp_path / name).write_text("Cats purr. Dogs bark.")
    assert corpus_at(tmp_path) == corpus_at(str(tmp_path)) == corpus_at([tmp_path]) == corpus_at([str(tmp_path)])


def test_a_path_is_not_yet_a_run(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^'out' is a path, not a run; pass vicinal\.corpus\.open_run of it$"):
        export("out", "jsonl", tmp_path / "exported")  # type: ignore[arg-type]
