"""Runs: what they leave, whatever disturbs them."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

import vicinal
from tests.toy_corpus import FREE, LIMITS, UNGATED, Gated, Toy
from vicinal import Idf, InputError, SettingError, TfIdf, Vicinity
from vicinal.alignment import Aligned
from vicinal.corpus import Limits, Processes, corpus_at, open_run, run
from vicinal.corpus.contract import Rejected, Shard
from vicinal.corpus.relatedness import is_suspect, relatedness
from vicinal.corpus.shard_job import Job
from vicinal.corpus.stats import Stats
from vicinal.errors import FormatError, LanguageWarning
from vicinal.signature import signature_of

ROOT = Path(__file__).resolve().parent.parent
T = TypeVar("T")


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of an undisturbed run."""
    out = tmp_path_factory.mktemp("undisturbed") / "out"
    run(UNGATED, out, limits=LIMITS)
    return tree(out)


def test_a_run_has_every_alignment_in_the_order_of_the_corpus(tmp_path: Path) -> None:
    corpus = Toy()
    run(corpus, tmp_path / "out", limits=Limits(pairs=7))
    pairs = [corpus.pair(k) for k in range(30)]
    expected = [
        Aligned(
            vicinal.align(pair.source, pair.target), pair.levels, pair.origin, relatedness(pair.source, pair.target)
        )
        for pair in pairs
    ]
    assert list(open_run(tmp_path / "out").aligned()) == expected


def test_the_folder_explains_itself(tmp_path: Path) -> None:
    manifest = run(Toy(bad=(3,), empty=(9, 12)), tmp_path / "out", "nearest", limits=Limits(pairs=10)).manifest
    assert json.loads((tmp_path / "out" / "manifest.json").read_text()) == manifest
    assert manifest["method"] == "nearest"
    assert manifest["signature"].startswith(f"vicinal {vicinal.__version__}: Nearest(")
    assert manifest["corpus"] == "Toy(place='toy', count=30, bad=(3,), empty=(9, 12))"
    found = list(open_run(tmp_path / "out").aligned())
    assert manifest["counts"] | {"links": 0} == {
        "pairs": 27,
        "rejected": 3,
        "source_sentences": 27 * 9,
        "target_sentences": 27 * 3,
        "links": 0,
        "little": sum(Stats.of(one).little_found for one in found if not is_suspect(one.relatedness)),
        "suspect": sum(is_suspect(one.relatedness) for one in found),
    }
    assert manifest["counts"]["links"] == sum(len(one.alignment.sentences) for one in found)
    assert manifest["complete"] is True
    assert manifest["versions"]["vicinal"] == vicinal.__version__
    assert str(tmp_path) not in json.dumps(manifest)
    assert sorted(tree(tmp_path / "out")) == sorted(
        ["manifest.json", "rejected.jsonl", *(f"shards/00000{k}.{end}" for k in range(3) for end in ("done", "jsonl"))]
    )
    rejected = lines(tmp_path / "out" / "rejected.jsonl")
    assert [(one["file"], one["line"], one["id"]) for one in rejected] == [
        ("toy.txt", 4, "pair 3"),
        ("toy.txt", 10, "pair 9"),
        ("toy.txt", 13, "pair 12"),
    ]
    assert [one["reason"] for one in rejected] == ["is bad", "has no words to align", "has no words to align"]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_number_of_workers_changes_no_byte(workers: int, tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    run(UNGATED, tmp_path / "out", engine=Processes(workers), limits=LIMITS)
    assert tree(tmp_path / "out") == undisturbed


def test_shards_that_are_missing_or_cut_short_are_made_again(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    corpus, out = UNGATED, tmp_path / "out"
    run(corpus, out, limits=LIMITS)
    (out / "rejected.jsonl").unlink()
    (out / "shards" / "000001.done").unlink()
    (out / "shards" / "000002.jsonl").unlink()
    (out / "shards" / "000004.jsonl").write_bytes(b"{")
    lost = out / "shards" / "000005.jsonl"
    lost.write_bytes(bytes(lost.stat().st_size))  # as a power failure leaves it
    (out / "shards" / "000006.done").write_bytes(b"")
    (out / "shards" / ".vicinal-0123456789abcdef.part").write_bytes(b"half a sh")
    (out / "work").mkdir()
    (out / "work" / "left.jsonl").write_bytes(b"by a kill in the last moment")
    untouched = (out / "shards" / "000003.jsonl").stat().st_mtime_ns
    run(corpus, out, limits=LIMITS)
    assert tree(out) == undisturbed
    assert (out / "shards" / "000003.jsonl").stat().st_mtime_ns == untouched


def test_a_finished_run_is_left_alone_but_for_what_a_kill_left(tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = run(Toy(), out)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*") if path.is_file()}
    assert run(Toy(), out) == first
    (out / "work").mkdir()
    (out / "work" / "unpacked.jsonl").write_bytes(b"much")
    (out / "shards" / ".vicinal-0123456789abcdef.part").write_bytes(b"half")
    assert run(Toy(), out) == first
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*") if path.is_file()} == before
    assert not (out / "work").exists()


@pytest.mark.parametrize(
    ("again", "said"),
    [
        (
            lambda out: run(Toy(), out, "vicinity", sentence_alpha=0.2),
            r"\(settings sentence_alpha=0.3 there, sentence_alpha=0.2 here\); use the same settings to resume it",
        ),
        (lambda out: run(Toy(), out, "nearest"), "method vicinity there, nearest here"),
        (lambda out: run(Toy(), out, "vicinity", idf="corpus"), "idf pair there, corpus here"),
        (lambda out: run(Toy(), out, "vicinity", limits=Limits(pairs=5)), "pairs 1000 there, 5 here"),
        (lambda out: run(Toy(), out, "vicinity", consistent=True), "consistent False there, True here"),
        (lambda out: run(Toy(bad=(1,)), out, "vicinity"), r"corpus bad=\(\) there, bad=\(1,\) here"),
    ],
)
def test_other_settings_are_refused(again: Callable[[Path], object], said: str, tmp_path: Path) -> None:
    run(Toy(), tmp_path / "out", "vicinity")
    before = tree(tmp_path / "out")
    with pytest.raises(SettingError, match=said):
        again(tmp_path / "out")
    assert tree(tmp_path / "out") == before


def test_another_version_of_a_package_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = ".".join(map(str, sys.version_info[:2]))
    assert run(Toy(), tmp_path / "out").manifest["versions"]["python"] == python
    monkeypatch.setattr("vicinal.corpus.manifest.version", lambda name: "99")
    with pytest.raises(SettingError, match=rf"vicinal {vicinal.__version__} there, 99 here"):
        run(Toy(), tmp_path / "out")


def test_a_corpus_that_has_changed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError):
        run(Toy(bad=(29,)), tmp_path / "out", limits=LIMITS, strict=True)
    touched = Toy.fingerprint(Toy())._replace(dates=17)
    monkeypatch.setattr(Toy, "fingerprint", lambda _: touched)
    with pytest.raises(InputError, match="changed since this run began"):
        run(Toy(bad=(29,)), tmp_path / "out", limits=LIMITS)
    run(Toy(), tmp_path / "new")  # dates must stay the same, whatever they are
    monkeypatch.setattr(Toy, "fingerprint", lambda _: touched._replace(sha256="0" * 64))
    with pytest.raises(InputError, match="changed since this run began"):
        run(Toy(), tmp_path / "new")  # files of other names or sizes


@pytest.mark.parametrize("idf", ["pair", "corpus"])
def test_a_run_that_stopped_before_its_first_shard_makes_room_for_another(idf: str, tmp_path: Path) -> None:
    """Another corpus and other settings are taken, and nothing of the first run is left."""
    with pytest.raises(InputError, match="is bad"):
        run(Toy(bad=(1,)), tmp_path / "out", "vicinity", idf=idf, strict=True)
    run(Toy(count=20), tmp_path / "out", "vicinity", sentence_alpha=0.4)
    run(Toy(count=20), tmp_path / "fresh", "vicinity", sentence_alpha=0.4)
    assert tree(tmp_path / "out") == tree(tmp_path / "fresh")


def test_a_run_that_stopped_before_its_first_shard_keeps_files_of_others(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is bad"):
        run(Toy(bad=(1,)), tmp_path / "out", strict=True)
    (tmp_path / "out" / "notes.txt").write_text("mine")
    run(Toy(count=20), tmp_path / "out")
    assert (tmp_path / "out" / "notes.txt").read_text() == "mine"


def test_a_table_that_was_cut_short_can_be_corrected(tmp_path: Path) -> None:
    table = tmp_path / "pairs.json"
    whole = json.dumps([{"id": str(k), "source": "A big dog barks.", "target": "A dog barks."} for k in range(40)])
    table.write_text(whole[:-30])
    with pytest.raises(InputError, match=r"pairs\.json"):
        run(corpus_at([str(table)]), tmp_path / "out")
    table.write_text(whole)
    assert run(corpus_at([str(table)]), tmp_path / "out").manifest["counts"]["pairs"] == 40


def test_a_run_without_a_single_pair_is_not_finished_and_can_be_corrected(tmp_path: Path) -> None:
    bad = Toy(count=4, bad=(0, 1, 2, 3))
    for _ in range(2):  # and once more
        with pytest.raises(InputError) as error:
            run(bad, tmp_path / "out", limits=LIMITS)
        assert str(error.value) == (
            "no pair could be aligned; 4 were rejected, the first one because: toy.txt:1: is bad; "
            f"see {tmp_path / 'out' / 'rejected.jsonl'}"
        )
        assert len(lines(tmp_path / "out" / "rejected.jsonl")) == 4
        with pytest.raises(InputError, match="not finished"):
            open_run(tmp_path / "out")
    run(Toy(count=4), tmp_path / "out", limits=LIMITS)
    run(Toy(count=4), tmp_path / "fresh", limits=LIMITS)
    assert tree(tmp_path / "out") == tree(tmp_path / "fresh")


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    for name in ("thesis.txt", "film.part"):
        (tmp_path / name).write_text("years of work")
        with pytest.raises(InputError, match="is not empty and holds no run"):
            run(Toy(), tmp_path)
        assert tree(tmp_path) == {name: b"years of work"}
        (tmp_path / name).unlink()


def test_a_folder_with_nothing_but_an_unfinished_write_is_taken(tmp_path: Path) -> None:
    (tmp_path / ".vicinal-0123456789abcdef.part").write_bytes(b"half a manifest")
    run(Toy(), tmp_path)
    assert sorted(tree(tmp_path)) == ["manifest.json", "shards/000000.done", "shards/000000.jsonl"]


def test_a_manifest_that_is_none_is_refused(tmp_path: Path) -> None:
    manifest = run(Toy(), tmp_path / "out").manifest
    path = tmp_path / "out" / "manifest.json"
    begun = {key: value for key, value in manifest.items() if key not in ("counts", "output")}
    for data in (
        b"[]",
        b"{",
        b"\xff",
        b'{"a": ' + b"[" * 100_000,
        json.dumps(manifest | {"format": "vicinal-run/2"}).encode(),
        json.dumps(manifest | {"settings": 3}).encode(),
        json.dumps(begun).encode(),
    ):
        path.write_bytes(data)
        with pytest.raises(FormatError, match=r"manifest\.json: is not the manifest of a run"):
            run(Toy(), tmp_path / "out")
    path.write_text(json.dumps(begun | {"complete": False}))
    assert run(Toy(), tmp_path / "out").manifest == manifest


def test_the_manifest_names_files_without_their_folders(tmp_path: Path) -> None:
    path = tmp_path / "Übung.jsonl"
    path.write_text('{"source": "A dog barks.", "target": "A dog barks."}\n')
    corpus = run(corpus_at([str(path)]), tmp_path / "out").manifest["corpus"]
    assert corpus.startswith("Table(paths=('Übung.jsonl',), source_column='source', ")
    assert corpus in (tmp_path / "out" / "manifest.json").read_text("utf-8")


def test_a_corpus_without_pairs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"has no pairs; there is nothing to align: Toy\(place='toy', count=0"):
        run(Toy(count=0), tmp_path / "out")
    run(Toy(), tmp_path / "out")  # the folder is free for another


def test_strict_stops_and_without_it_the_run_goes_on(tmp_path: Path) -> None:
    corpus = Toy(bad=(17,))
    with pytest.raises(InputError, match=r"toy.txt:18: is bad; leave --strict out"):
        run(corpus, tmp_path / "out", limits=LIMITS, strict=True)
    assert (tmp_path / "out" / "shards" / "000004.done").exists()
    assert not (tmp_path / "out" / "shards" / "000005.done").exists()
    with pytest.raises(InputError, match="not finished"):
        open_run(tmp_path / "out")
    assert run(corpus, tmp_path / "out", limits=LIMITS).manifest["counts"]["rejected"] == 1


def test_strict_names_a_file_without_lines(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    for name in ("a.src", "a.tgt", "b.src"):
        (tmp_path / "texts" / name).write_text("A dog barks.")
    corpus = corpus_at([str(tmp_path / "texts")])
    with pytest.raises(InputError, match=r"^b\.src: has no partner b\.tgt; leave --strict out"):
        run(corpus, tmp_path / "out", strict=True)
    run(corpus, tmp_path / "out")
    (rejected,) = lines(tmp_path / "out" / "rejected.jsonl")
    assert rejected == {
        "file": "b.src",
        "line": None,
        "id": "b",
        "reason": "has no partner b.tgt",
        "why": "without a partner",
    }


def test_rejected_pairs_are_written_in_their_own_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "read", lambda *_: iter([Rejected("größe.txt", 1, "ß", "äh")]))
    with pytest.raises(InputError, match=r"; it was rejected because: größe\.txt:1: äh; see "):
        run(Toy(count=1), tmp_path / "out")
    assert (tmp_path / "out" / "rejected.jsonl").read_bytes().decode() == (
        '{"file": "größe.txt", "line": 1, "id": "ß", "reason": "äh", "why": "unreadable"}\n'
    )


def test_what_a_kill_left_is_removed_before_anything_else(tmp_path: Path) -> None:
    run(Toy(bad=(0,)), tmp_path / "out")
    (tmp_path / "out" / "shards" / "000000.done").unlink()
    left = tmp_path / "out" / "shards" / ".vicinal-0123456789abcdef.part"
    left.write_bytes(b"half")
    with pytest.raises(InputError, match="is bad"):
        run(Toy(bad=(0,)), tmp_path / "out", strict=True)
    assert not left.exists()


def test_there_is_no_run_where_none_was_made(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no run"):
        open_run(tmp_path / "nowhere")


@pytest.mark.parametrize("workers", [1, 2])
def test_word_weights_come_from_the_whole_corpus_if_asked_for(workers: int, tmp_path: Path) -> None:
    corpus, out = Toy(bad=(4,)), tmp_path / "out"
    done = run(corpus, out, "vicinity", idf="corpus", engine=Processes(workers), limits=Limits(pairs=4))
    pairs = [corpus.pair(k) for k in range(30) if k != 4]
    weights = Idf.fit(document for pair in pairs for document in (pair.source, pair.target))
    assert Idf.load(out / "idf.json") == weights
    aligner = Vicinity(similarity=TfIdf(weights))
    assert done.signature == signature_of(aligner)
    assert [one.alignment for one in done.aligned()] == [aligner(pair.source, pair.target) for pair in pairs]
    assert not (out / "work").exists()


def test_idf_of_the_corpus_needs_a_method_that_weighs_words(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"'jaccard' does not use TF-IDF; leave .* or add --method vicinity"):
        run(Toy(), tmp_path / "out", "jaccard", idf="corpus")
    assert not (tmp_path / "out").exists()


def test_counting_goes_on_where_it_stopped(tmp_path: Path) -> None:
    corpus = Toy(bad=(29,))
    run(corpus, tmp_path / "whole", "vicinity", idf="corpus", limits=Limits(pairs=4))
    with pytest.raises(InputError):
        run(corpus, tmp_path / "out", "vicinity", idf="corpus", limits=Limits(pairs=4), strict=True)
    seen: list[tuple[str, int, int]] = []
    run(
        corpus,
        tmp_path / "out",
        "vicinity",
        idf="corpus",
        limits=Limits(pairs=4),
        advance=lambda *step: seen.append(step),
    )
    assert [step for step in seen if step[0] == "Counting words"] == [("Counting words", n, 30) for n in (28, 30)]
    assert tree(tmp_path / "out") == tree(tmp_path / "whole")


def test_word_counts_are_not_repeated_once_they_are_complete(tmp_path: Path) -> None:
    corpus, seen = Toy(empty=(29,)), []
    with pytest.raises(InputError, match="has no words"):
        run(corpus, tmp_path / "out", "vicinity", idf="corpus", limits=Limits(pairs=4), strict=True)
    run(
        corpus,
        tmp_path / "out",
        "vicinity",
        idf="corpus",
        limits=Limits(pairs=4),
        advance=lambda what, *_: seen.append(what),
    )
    assert set(seen) == {"Aligning"}


def test_word_weights_that_are_changed_during_the_run_are_noticed(tmp_path: Path) -> None:
    def changing(function: Callable[[Shard], T], shards: Iterable[Shard]) -> Iterator[T]:
        weights = tmp_path / "out" / "idf.json"
        if weights.exists():
            weights.write_bytes(weights.read_bytes() + b"\n")
        return map(function, shards)

    with pytest.raises(InputError, match=r"idf\.json: was changed during the run"):
        run(Toy(), tmp_path / "out", "vicinity", idf="corpus", engine=changing)


def test_shards_are_made_in_their_order(tmp_path: Path) -> None:
    asked: list[list[int]] = []

    def recording(function: Callable[[Shard], T], shards: Iterable[Shard]) -> Iterator[T]:
        asked.append([shard.number for shard in shards])
        return map(function, shards)

    run(Toy(), tmp_path / "out", limits=LIMITS)
    for name in ("000002.done", "000007.done"):
        (tmp_path / "out" / "shards" / name).unlink()
    damaged = tmp_path / "out" / "shards" / "000005.jsonl"
    damaged.write_bytes(bytes(damaged.stat().st_size))
    run(Toy(), tmp_path / "out", limits=LIMITS, engine=recording)
    assert asked == [[0, 1, 3, 4, 5, 6, 8, 9], [2, 5, 7]]


def test_a_shard_that_vanishes_while_it_is_checked_is_made_again(tmp_path: Path) -> None:
    run(Toy(), tmp_path / "out", limits=LIMITS)
    job, shard = Job(Toy(), Vicinity(), str(tmp_path / "out")), Shard(2, 3, (6, 9))
    assert job.check(shard) is None
    for end in ("jsonl", "done"):
        (tmp_path / "out" / "shards" / f"000002.{end}").unlink()
        assert job.check(shard) == shard


def test_nothing_disturbs_an_aligner(tmp_path: Path) -> None:
    """No cycle collector, and no warnings about languages, which the main process gives."""
    run(Toy(count=3), tmp_path / "out", _warns_if_undisturbed)
    assert gc.isenabled()
    gc.disable()
    try:
        run(Toy(count=3), tmp_path / "again", _warns_if_undisturbed)
        assert not gc.isenabled()
    finally:
        gc.enable()
    assert len(list(open_run(tmp_path / "out").aligned())) == 3


def _warns_if_undisturbed(source: vicinal.Document, target: vicinal.Document) -> vicinal.Alignment:
    if not gc.isenabled():
        warnings.warn("no rules", LanguageWarning, stacklevel=2)
        return vicinal.align(source, target)
    raise ValueError("the cycle collector is on")


def test_one_pair_without_words_does_not_cost_its_neighbours(tmp_path: Path) -> None:
    corpus = Toy(empty=(9,))
    done = run(corpus, tmp_path / "out")
    expected = [vicinal.align(pair.source, pair.target) for pair in (corpus.pair(k) for k in range(30) if k != 9)]
    assert [one.alignment for one in done.aligned()] == expected


def test_only_what_cannot_be_made_again_is_forced_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    run(Toy(), tmp_path / "out", limits=LIMITS)
    assert 0 < len(synced) < 10  # fewer than shards


def test_temporary_files_that_cannot_be_removed_do_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run(Toy(), tmp_path / "out")
    (tmp_path / "out" / ".vicinal-0123456789abcdef.part").write_bytes(b"half")

    def refuse(*_: object) -> None:
        raise InputError("cannot be removed")

    monkeypatch.setattr("vicinal.corpus.local_folder.LocalFolder.remove", refuse)
    assert run(Toy(), tmp_path / "out") == done


def test_an_aligner_that_fails_on_one_pair_does_not_stop_the_rest(tmp_path: Path) -> None:
    done = run(Toy(), tmp_path / "out", _fails_on_pair_3)
    assert done.manifest["counts"]["pairs"] == 29
    assert "KeyError" in str(lines(tmp_path / "out" / "rejected.jsonl")[0]["reason"])


def _fails_on_pair_3(source: vicinal.Document, target: vicinal.Document) -> vicinal.Alignment:
    if source.id == "pair 3":
        raise KeyError("three")
    return vicinal.align(source, target)


def test_an_aligner_that_returns_no_alignment_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"_returns_links returned .*, not an Alignment; Alignment.from_links makes one"
    ):
        run(Toy(), tmp_path / "out", _returns_links)  # type: ignore[arg-type]


def _returns_links(source: vicinal.Document, target: vicinal.Document) -> list[tuple[int, int]]:
    return [(0, 0)]


def test_a_path_is_not_yet_a_corpus(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="the corpus must be one that corpus_at returns, or your own; found 'texts'"):
        run("texts", tmp_path / "out")  # type: ignore[arg-type]


def test_progress_counts_all_pairs(tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    run(Toy(bad=(2,)), tmp_path / "out", limits=Limits(pairs=12), advance=lambda *step: seen.append(step))
    assert seen == [("Aligning", done, 30) for done in (0, 12, 24, 30, 30)]


@pytest.mark.parametrize(
    ("counted", "seen"),
    [(1, [(0, 3), (3, 3), (3, 3), (3, 3), (3, 3)]), (20, [(0, 60), (12, 60), (24, 60), (30, 60), (60, 60)])],
)
def test_progress_ends_at_its_total_even_if_a_reader_counted_wrong(
    counted: int, seen: list[tuple[int, int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shards = [shard._replace(pairs=counted) for shard in Toy().shards(Limits(pairs=12))]
    monkeypatch.setattr(Toy, "shards", lambda *_: shards)
    found: list[tuple[int, int]] = []
    run(Toy(), tmp_path / "out", advance=lambda _, *step: found.append(step))
    assert found == seen


def test_a_damaged_record_is_named(tmp_path: Path) -> None:
    done = run(Toy(), tmp_path / "out")
    records = tmp_path / "out" / "shards" / "000000.jsonl"
    rows = records.read_bytes().splitlines(keepends=True)
    records.write_bytes(b"".join([*rows[:4], b'{"levels": 3}\n', *rows[5:]]))
    with pytest.raises(FormatError, match=r"000000.jsonl:5: is not a record of a run"):
        list(done.aligned())


def test_a_url_is_a_folder_too(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    fsspec = pytest.importorskip("fsspec", reason="fsspec (extra cluster) is not installed")
    store = fsspec.filesystem("memory")
    corpus = UNGATED
    with pytest.raises(InputError, match="is bad"):
        run(corpus, "memory://bucket/out", limits=LIMITS, strict=True)
    done = run(corpus, "memory://bucket/out", limits=LIMITS)
    assert {path.removeprefix("/bucket/out/"): store.cat(path) for path in store.find("/bucket/out")} == undisturbed
    assert len(list(done.aligned())) == len(list(open_run("memory://bucket/out").aligned())) == 58
    with pytest.raises(SettingError, match="other settings"):
        run(corpus, "memory://bucket/out", "nearest", limits=LIMITS)
    store.rm("/bucket", recursive=True)
    run(corpus, f"file://{tmp_path}/out", limits=LIMITS)
    assert tree(tmp_path / "out") == undisturbed
    with pytest.raises(InputError, match="notaprotocol://x/y: cannot be opened"):
        run(Toy(), "notaprotocol://x/y")


def test_a_run_from_before_little_was_counted_is_read(tmp_path: Path) -> None:
    done = run(Toy(), tmp_path / "out")
    for file, path in (
        (tmp_path / "out" / "manifest.json", "counts"),
        (tmp_path / "out" / "shards" / "000000.done", ""),
    ):
        data = json.loads(file.read_text())
        del (data[path] if path else data)["little"]
        file.write_text(json.dumps(data))
    old = open_run(tmp_path / "out")
    assert "little" not in old.manifest["counts"]
    assert [marker.little for _, marker in old.markers()] == [0]
    assert list(old.aligned()) == list(done.aligned())


def test_shards_of_another_run_are_noticed(tmp_path: Path) -> None:
    run(Toy(), tmp_path / "out")
    run(Toy(), tmp_path / "other", "vicinity", sentence_alpha=0.9)
    for name in ("000000.jsonl", "000000.done"):
        (tmp_path / "other" / "shards" / name).replace(tmp_path / "out" / "shards" / name)
    with pytest.raises(FormatError, match="the shards do not match the manifest"):
        open_run(tmp_path / "out")


@pytest.mark.parametrize(
    "change", [lambda data: data[: data.rindex(b"\n", 0, -1) + 1], lambda data: data.replace(b"river", b"sewer")]
)
def test_a_shard_that_was_changed_afterwards_is_noticed(change: Callable[[bytes], bytes], tmp_path: Path) -> None:
    done = run(Toy(), tmp_path / "out")
    records = tmp_path / "out" / "shards" / "000000.jsonl"
    records.write_bytes(change(records.read_bytes()))
    with pytest.raises(FormatError, match=r"000000.jsonl: was changed or truncated; delete it"):
        list(done.aligned())


class TestDisturbed:
    """A run that is killed and resumed leaves the same bytes as an undisturbed one."""

    @pytest.fixture
    def gate(self, tmp_path: Path) -> Path:
        return tmp_path / "toy"

    @pytest.fixture
    def start(self, gate: Path, tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
        """Start a run in another process, and wait until it stands at the gate."""
        started: list[subprocess.Popen[str]] = []

        def start(workers: int = 2) -> subprocess.Popen[str]:
            command = [sys.executable, "-m", "tests.toy_corpus", str(gate), str(tmp_path / "out"), str(workers)]
            process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
            started.append(process)
            until(lambda: len(list((tmp_path / "out").glob("shards/*.done"))) == FREE)
            return process

        yield start
        for process in started:
            process.kill()
            process.communicate()

    def test_killing_the_main_process_ends_its_workers(
        self, start: Callable[..., subprocess.Popen[str]], tmp_path: Path, undisturbed: dict[str, bytes]
    ) -> None:
        process = start()
        workers = children(process.pid)
        process.kill()
        process.wait()
        assert len(workers) == 2
        until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
        assert not (tmp_path / "out" / "rejected.jsonl").exists()
        run(UNGATED, tmp_path / "out", engine=Processes(2), limits=LIMITS)
        assert tree(tmp_path / "out") == undisturbed

    def test_a_killed_worker_is_replaced(
        self,
        start: Callable[..., subprocess.Popen[str]],
        gate: Path,
        tmp_path: Path,
        undisturbed: dict[str, bytes],
    ) -> None:
        process = start()
        first, second = children(process.pid)
        os.kill(first, signal.SIGKILL)
        (tmp_path / "out" / "shards" / ".vicinal-0123456789abcdef.part").write_bytes(b"an unfinished write")
        until(lambda: set(children(process.pid)) > {second})
        gate.touch()
        assert process.wait(timeout=60) == 0
        assert tree(tmp_path / "out") == undisturbed

    def test_a_second_run_in_the_same_folder_is_refused(
        self,
        start: Callable[..., subprocess.Popen[str]],
        gate: Path,
        tmp_path: Path,
        undisturbed: dict[str, bytes],
    ) -> None:
        process = start(1)
        with pytest.raises(InputError, match="another process is writing"):
            run(Gated(str(gate)), tmp_path / "out", limits=LIMITS)
        gate.touch()
        assert process.wait(timeout=60) == 0
        assert tree(tmp_path / "out") == undisturbed

    def test_a_full_disk(self, tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
        disk = tmp_path / "disk"
        disk.mkdir()
        if (
            os.name != "posix"
            or subprocess.run(
                ["mount", "-t", "tmpfs", "-o", "size=56k", "tmpfs", str(disk)], capture_output=True, check=False
            ).returncode
        ):
            pytest.skip("needs the right to mount a small tmpfs")
        try:
            for engine in (Processes(1), Processes(2)):
                with pytest.raises(InputError, match="cannot be written: no space left on device"):
                    run(UNGATED, disk / "out", engine=engine, limits=LIMITS)
            assert 0 < len(list(disk.glob("out/shards/*.done"))) < 20
            assert not list(disk.rglob("*.part"))
            subprocess.run(["mount", "-o", "remount,size=8m", str(disk)], check=True)
            run(UNGATED, disk / "out", engine=Processes(2), limits=LIMITS)
            assert tree(disk / "out") == undisturbed
        finally:
            subprocess.run(["umount", str(disk)], check=True)


class TestProcesses:
    """The engine of processes."""

    @pytest.mark.parametrize("workers", [1, 2])
    def test_it_maps(self, workers: int) -> None:
        assert sorted(Processes(workers)(_double, [Shard(k, 1, ()) for k in range(9)])) == list(range(0, 18, 2))

    def test_no_shards_no_work(self) -> None:
        assert list(Processes(2)(_double, [])) == []

    @pytest.mark.parametrize("workers", [1, 2])
    def test_an_error_of_the_function_comes_through(self, workers: int) -> None:
        with pytest.raises(InputError, match="shard 3 is cursed"):
            list(Processes(workers)(_cursed, [Shard(k, 1, ()) for k in range(9)]))

    def test_a_defect_comes_through_with_its_place(self) -> None:
        with pytest.raises(RuntimeError, match=r"(?s)shard 0: ZeroDivisionError.*_defect"):
            list(Processes(2)(_defect, [Shard(0, 1, ()), Shard(1, 1, ())]))

    def test_a_shard_that_always_kills_its_worker_is_given_up(self) -> None:
        with pytest.raises(InputError, match="shard 1 lost its worker 3 times"):
            list(Processes(2)(_deadly, [Shard(k, 1, ()) for k in range(3)]))

    def test_workers_stay_from_call_to_call_and_end_with_the_block(self) -> None:
        with Processes(2).opened(2) as engine:
            workers = set(engine(_process, [Shard(k, 1, ()) for k in range(6)]))
            assert set(engine(_process, [Shard(k, 1, ()) for k in range(6)])) <= workers
            with pytest.raises(InputError, match="shard 3 is cursed"):
                list(engine(_cursed, [Shard(k, 1, ()) for k in range(9)]))
            assert sorted(engine(_double, [Shard(k, 1, ()) for k in range(9)])) == list(range(0, 18, 2))
        assert not any(_is_alive(worker) for worker in workers)

    @pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be held back here")
    def test_no_worker_sees_ctrl_c_while_it_starts(self) -> None:
        """In a process of its own: only the first worker of a process starts what lets signals through again."""
        code = "from tests.test_runs import holding_back; print(holding_back())"
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout == "[True, True]\n"

    @pytest.mark.parametrize("workers", [0, -1, 2.5, True, "2"])
    def test_workers_are_a_number(self, workers: object) -> None:
        with pytest.raises(SettingError, match="workers must be a whole number"):
            Processes(workers)  # type: ignore[arg-type]


def holding_back() -> list[bool]:
    """Tell of each of two workers whether Ctrl-C is held back in it."""
    return list(Processes(2)(_holds_back, [Shard(k, 1, ()) for k in range(2)]))


def _holds_back(shard: Shard) -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def _process(shard: Shard) -> int:
    return os.getpid()


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def _double(shard: Shard) -> int:
    return 2 * shard.number


def _cursed(shard: Shard) -> int:
    if shard.number == 3:
        raise InputError("shard 3 is cursed")
    return 0


def _defect(shard: Shard) -> float:
    return 1 / shard.number


def _deadly(shard: Shard) -> int:
    if shard.number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return 0


def children(pid: int) -> list[int]:
    """Return the workers of a process: its children that were started to work, not the one that minds semaphores."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            command = (entry / "cmdline").read_text()
        except (OSError, ValueError):
            continue
        if parent == pid and "spawn_main" in command:
            found.append(int(entry.name))
    return found


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)
