"""Exports of a run: the files, the card, what is kept, and what a failure leaves."""

from __future__ import annotations

import csv
import errno
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import vicinal
from vicinal import Document, InputError, SettingError
from vicinal.alignment import Aligned, Alignment, assemble
from vicinal.cli.corpus_commands import export_command
from vicinal.corpus.card_front import TO_FILL_IN
from vicinal.corpus.dataset_card import Tally, card
from vicinal.corpus.exports import Exported, export
from vicinal.corpus.filenames import FileNames
from vicinal.corpus.folders import folder_at
from vicinal.corpus.link_filter import REASONS, LinkFilter
from vicinal.corpus.manifest import Accounting, Manifest
from vicinal.corpus.run_folder import Marker, Run
from vicinal.corpus.stored_pairs import PairHead
from vicinal.formats import CORPUS_FORMATS, FORMATS
from vicinal.link import Link
from vicinal.methods import METHODS
from vicinal.methods.references import reference_for

yaml = pytest.importorskip("yaml")
NOTHING_DROPPED = dict.fromkeys(REASONS, 0)
MANIFEST: Manifest = {
    "format": "vicinal-run/1",
    "complete": True,
    "corpus": "Table(paths=('news.jsonl',), separator='|`|')",
    "method": "vicinity",
    "settings": "Vicinity(alpha=0.3)",
    "idf": "pair",
    "consistent": False,
    "limits": {"pairs": 1000},
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
class StoredRun(Run):
    """A run as `open_run` returns it, from memory."""

    path: str = "RUN"
    manifest: Manifest = field(default_factory=lambda: MANIFEST)
    pairs: list[Aligned] = field(default_factory=list)
    breaks: bool = False
    signal: int = 0  # that this process sends to itself at the end

    def markers(self) -> Iterator[tuple[int, Marker]]:
        yield 0, Marker(len(self.pairs), 0, 0, 0, 0, "")

    def heads(self, number: int) -> Iterator[PairHead]:
        assert number == 0
        for one in self.pairs:
            source, target = (
                {"id": side.id, "language": side.language} for side in (one.alignment.source, one.alignment.target)
            )
            head = {"levels": one.levels, "source": source, "target": target, "relatedness": one.relatedness}
            yield msgspec.convert(head, PairHead)

    def stored_of(self, number: int) -> Iterator[Aligned]:
        assert number == 0
        return self.aligned()

    def aligned(self) -> Iterator[Aligned]:
        yield from self.pairs
        if self.breaks:
            raise InputError("RUN/shards/000001.jsonl: cannot be read")
        if self.signal:
            os.kill(os.getpid(), self.signal)


RUN = StoredRun(pairs=[Aligned(pair("lions"), ("0", "3"), "news"), Aligned(pair("tigers"), ("0", "4"), "news")])


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def front(folder: Path) -> dict[str, Any]:
    """Return the front matter of the card."""
    return front_of((folder / "README.md").read_text("utf-8"))


def front_of(text: str) -> dict[str, Any]:
    _, matter, _ = text.split("---\n", 2)
    return dict(yaml.safe_load(matter))


# The files.


@pytest.mark.parametrize("to", CORPUS_FORMATS)
def test_every_format_is_exported_and_the_same_again(to: str, tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    result = export(RUN, to, tmp_path / "once", advance=lambda *step: seen.append(step))
    assert (result.pairs, result.links, result.left_out, result.card_is_kept) == (2, 6, 0, False)
    assert result.dropped == NOTHING_DROPPED
    parts = FORMATS[to].parts
    named = [("Naming", 2, 2)] if parts and parts.naming else []
    assert seen == ([*named, ("Writing", 2, 2)] if parts else [("Writing", 1, 2), ("Writing", 2, 2)])
    once = contents(tmp_path / "once")
    if FORMATS[to].holds == "all":
        names = [f"corpus{suffix}" for suffix in FORMATS[to].suffixes]
        assert set(once) == {"README.md", *names}
        assert result.files == tuple(str(tmp_path / "once" / name) for name in names)
    else:
        names = [f"pairs/{stem}{suffix}" for stem in ("lions", "tigers") for suffix in FORMATS[to].suffixes]
        assert set(once) == {"README.md", "index.tsv", *names}
        assert result.files == (str(tmp_path / "once" / "pairs"), str(tmp_path / "once" / "index.tsv"))
    export(RUN, to, tmp_path / "again")
    assert contents(tmp_path / "again") == once


def test_a_whole_corpus_as_text(tmp_path: Path) -> None:
    export(RUN, "tsv", tmp_path, LinkFilter(least_score=0.6, drop_identical=True))
    assert (tmp_path / "corpus.tsv").read_text("utf-8") == (
        "id\tsource_level\ttarget_level\torigin\tkind\tscore\tprobability\tsource\ttarget\tsource_text\ttarget_text\n"
        '"lions"\t"0"\t"3"\t"news"\t"N-1"\t0.625000\t\t"[1, 2]"\t"[1]"\t'
        '"The big cats sat. They slept."\t"The cats sat and slept."\n'
        '"tigers"\t"0"\t"4"\t"news"\t"N-1"\t0.625000\t\t"[1, 2]"\t"[1]"\t'
        '"The big cats sat. They slept."\t"The cats sat and slept."\n'
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
        "file\tid\tsource_level\ttarget_level\torigin\n"
        '"lions"\t"lions"\t"0"\t"3"\t"news"\n"tigers"\t"tigers"\t"0"\t"4"\t"news"\n'
    )


def test_links_that_a_format_cannot_hold_are_counted(tmp_path: Path) -> None:
    document = Document([["A.", "B."]], "x")
    crossing = assemble(document, document, [Link((0,), (1,), 1), Link((1,), (0,), 1)], "")
    result = export(StoredRun(pairs=[Aligned(crossing)] * 3), "ladder", tmp_path)
    assert (result.links, result.left_out) == (3, 3)
    assert "| dropped: the format cannot hold it | 3 |" in (tmp_path / "README.md").read_text("utf-8")


def test_links_that_a_program_does_not_show_are_counted_and_kept(tmp_path: Path) -> None:
    document = Document([["A.", "B."]], "x")
    crossing = assemble(document, document, [Link((0,), (1,), 1), Link((1,), (0,), 1)], "")
    result = export(StoredRun(pairs=[Aligned(crossing)] * 3), "tei", tmp_path)
    assert (result.links, result.left_out) == (6, 3)
    card = (tmp_path / "README.md").read_text("utf-8")
    assert "| dropped: by InterText, because it crosses others or has gaps | 3 |" in card
    for file in (tmp_path / "pairs").glob("*.alignment.xml"):
        assert set(vicinal.load(file).sentences) == set(crossing.sentences)


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
    result = export(StoredRun(pairs=[Aligned(pair(name)) for name in names]), "ladder", tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    found = sorted(path.name for path in (tmp_path / "out" / "pairs").iterdir())
    assert len(found) == result.pairs == len(names)
    with (tmp_path / "out" / "index.tsv").open(encoding="utf-8", newline="") as file:
        index = list(csv.DictReader(file, delimiter="\t"))
    assert sorted(row["file"] + ".ladder" for row in index) == found
    assert [row["id"] for row in index] == [(name or "").replace("\ud800", "\\ud800") for name in names]
    assert [row["file"] for row in index[:9]] == [
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
        "| document pairs | 2 |",
        "| rejected pairs | 1 |",
        "| links | 4 |",
        "| 1-1 links | 2 |",
        "| N-1 links | 2 |",
        "Quartiles of the scores: 0.5, 0.5, 0.625.",
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
    assert "configs:" in text
    assert "| left out |" not in text


def test_the_card_counts_what_was_exported_not_the_whole_run(tmp_path: Path) -> None:
    kept, suspect = Aligned(pair("lions"), relatedness=0.9), Aligned(pair("tigers"), relatedness=0.0)
    manifest: Manifest = {**MANIFEST, "counts": {**MANIFEST["counts"], "source_sentences": 90, "target_sentences": 80}}
    export(StoredRun(manifest=manifest, pairs=[kept, suspect]), "tsv", tmp_path, LinkFilter(no_suspect=True))
    lines = (tmp_path / "README.md").read_text("utf-8").splitlines()
    for line in ("| document pairs | 1 |", "| source sentences | 4 |", "| target sentences | 4 |", "| links | 3 |"):
        assert line in lines


@pytest.mark.parametrize(
    "options",
    [
        "",
        "--no-suspect",
        "--least-score 0.9",
        "--kinds 1-1 --least-score 0.25 --most-score 0.75 --drop-identical --length-ratio 3.0 --dedupe --no-suspect",
        "--kinds 1-1 --splits 80,20",
    ],
)
def test_the_card_has_the_whole_command(options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_command(monkeypatch, RUN, "-o", str(tmp_path), "--to", "tsv", *options.split()) == 0
    card = (tmp_path / "README.md").read_text("utf-8")
    assert f"exported with `vicinal export --to tsv{' ' * bool(options)}{options}`; not" in card


@pytest.mark.parametrize("method", METHODS)
def test_the_card_cites_the_method_that_was_used(tmp_path: Path, method: str) -> None:
    export(StoredRun(manifest={**MANIFEST, "method": method}, pairs=RUN.pairs), "tsv", tmp_path)
    text = (tmp_path / "README.md").read_text("utf-8")
    citation = text.split("## Citation\n")[1]
    assert "@software{vicinal,\n" in citation
    assert "  version = {0.1.0}\n" in citation
    known = reference_for(method)
    assert (known is None) == (method == "global")
    cited = (
        "Vicinal's own method; please cite Vicinal." if known is None else f"the method of {known.short}, as Vicinal"
    )
    assert f"The links were made by {cited}" in citation
    assert [name for name in METHODS if (one := reference_for(name)) and one.bibtex in citation] == [method] * bool(
        known
    )
    assert f"| method | `{method}`{f', the method of {known.short}' if known else ''} |" in text.splitlines()


def test_the_card_does_not_cite_a_paper_for_an_aligner_of_the_user(tmp_path: Path) -> None:
    export(StoredRun(manifest={**MANIFEST, "method": "MyAligner"}, pairs=RUN.pairs), "tsv", tmp_path)
    citation = (tmp_path / "README.md").read_text("utf-8").split("## Citation\n")[1]
    assert "by `MyAligner`, which is not part of Vicinal; please cite it, and Vicinal." in citation
    assert "Paetzold" not in citation


def test_the_card_tells_what_was_read_and_left_out(tmp_path: Path) -> None:
    accounting: Accounting = {
        "read": {"files": 1567},
        "pairs": 2,
        "left_out": {"without a partner": 12, "that | could not be aligned": 3, "empty": 0},
    }
    export(StoredRun(manifest={**MANIFEST, "accounting": accounting}, pairs=RUN.pairs), "tsv", tmp_path)
    lines = (tmp_path / "README.md").read_text("utf-8").splitlines()
    assert "| read | 1,567 files |" in lines
    assert "| left out | 12 without a partner, 3 that \\| could not be aligned |" in lines


@pytest.mark.parametrize(
    ("languages", "expected"),
    [(["en", "de-AT", "no"], ["de", "en", "no"]), ([None], None), (['x"\n- y', "english"], None), (["EN_us"], ["en"])],
)
def test_the_languages_of_a_card(tmp_path: Path, languages: list[str | None], expected: list[str] | None) -> None:
    run = StoredRun(pairs=[Aligned(pair(str(number), language)) for number, language in enumerate(languages)])
    export(run, "lines", tmp_path)
    assert front(tmp_path).get("language") == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (0, "n<1K"),
        (999, "n<1K"),
        (1000, "1K<n<10K"),
        (123_456, "100K<n<1M"),
        (10**9 - 1, "100M<n<1B"),
        (10**9, "1B<n<10B"),
        (10**10, "10B<n<100B"),
        (10**12 - 1, "100B<n<1T"),
        (10**12, "n>1T"),
        (10**15, "n>1T"),
    ],
)
def test_the_size_of_a_corpus(rows: int, expected: str) -> None:
    text = card(MANIFEST, "lines", ("corpus.src", "corpus.tgt"), LinkFilter(), {}, Tally(rows=rows))
    assert yaml.safe_load(text.split("---\n")[1])["size_categories"] == [expected]


def test_the_size_of_a_table_is_that_of_its_rows(tmp_path: Path) -> None:
    document = Document([[f"Word {number}." for number in range(40)]], "x", "en")
    block = tuple(range(40))
    run = StoredRun(pairs=[Aligned(assemble(document, document, [Link(block, block, 1.0)], ""))])
    for to, size in (("tsv", "n<1K"), ("wiki-auto", "1K<n<10K")):
        assert export(run, to, tmp_path / to).links == 1
        assert front(tmp_path / to)["size_categories"] == [size]
    assert "| rows | 1,600 |" in (tmp_path / "wiki-auto" / "README.md").read_text("utf-8").splitlines()
    assert "| rows |" not in (tmp_path / "tsv" / "README.md").read_text("utf-8")


@given(st.lists(st.floats(0, 1).map(lambda score: round(score, 2)), max_size=30))
def test_quartiles_are_those_of_the_sorted_scores(scores: list[float]) -> None:
    document = Document([["A."] * 30])
    tally = Tally()
    for number, score in enumerate(scores):
        tally.add(assemble(document, document, [Link((number,), (number,), score)], ""))
    ordered = sorted(scores)
    assert tally.quartiles() == tuple(ordered[-(-part * len(ordered) // 4) - 1] for part in (1, 2, 3) if ordered)


def fill_in(path: Path) -> str:
    """Do with a card what people do, and return what is in it then."""
    changed = path.read_text("utf-8").replace(TO_FILL_IN, "cc-by-4.0")
    path.write_text(changed, "utf-8")
    return changed


def test_a_card_that_nobody_changed_is_replaced(tmp_path: Path) -> None:
    export(RUN, "jsonl", tmp_path / "fresh", LinkFilter(kinds=("1-1",)))
    for again in (False, True):  # the second time as some systems save it
        export(RUN, "jsonl", tmp_path / "old")
        path = tmp_path / "old" / "README.md"
        if again:
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        result = export(RUN, "jsonl", tmp_path / "old", LinkFilter(kinds=("1-1",)))
        assert not result.card_is_kept
        assert contents(tmp_path / "old") == contents(tmp_path / "fresh")


def test_a_card_that_people_changed_is_kept_and_the_new_one_stands_beside_it(tmp_path: Path) -> None:
    export(RUN, "jsonl", tmp_path)
    changed = fill_in(tmp_path / "README.md")
    for kinds in (("1-1",), ("N-1",)):  # a new card of ours is replaced in turn
        result = export(RUN, "jsonl", tmp_path, LinkFilter(kinds=kinds))
        assert (result.card, result.card_is_kept) == (str(tmp_path / "README.new.md"), True)
        assert (tmp_path / "README.md").read_text("utf-8") == changed
        assert repr(LinkFilter(kinds=kinds)) in (tmp_path / "README.new.md").read_text("utf-8")
    (tmp_path / "README.md").unlink()
    result = export(RUN, "jsonl", tmp_path)
    assert (result.card, result.card_is_kept) == (str(tmp_path / "README.md"), False)
    assert set(contents(tmp_path)) == {"README.md", "corpus.jsonl"}  # nothing old remains


@pytest.mark.parametrize("other", ["# Mine\n", "", "x" * 2_000_000, "\n<!-- vicinal"])
def test_a_readme_of_other_people_is_kept(tmp_path: Path, other: str) -> None:
    (tmp_path / "README.md").write_text(other, "utf-8")
    assert export(RUN, "jsonl", tmp_path).card_is_kept
    assert (tmp_path / "README.md").read_text("utf-8") == other
    assert front_of((tmp_path / "README.new.md").read_text("utf-8"))["license"] == TO_FILL_IN


def test_a_new_card_that_people_changed_stays_when_it_is_not_needed(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Mine\n", "utf-8")
    export(RUN, "jsonl", tmp_path)
    changed = fill_in(tmp_path / "README.new.md")
    (tmp_path / "README.md").unlink()
    export(RUN, "jsonl", tmp_path)
    assert (tmp_path / "README.new.md").read_text("utf-8") == changed


def test_a_changed_card_of_the_same_export_needs_no_other(tmp_path: Path) -> None:
    first = export(RUN, "jsonl", tmp_path)
    assert export(RUN, "jsonl", tmp_path) == first
    changed = fill_in(tmp_path / "README.md")
    result = export(RUN, "jsonl", tmp_path)
    assert (result.card, result.card_is_kept) == (first.card, True)
    assert (tmp_path / "README.md").read_text("utf-8") == changed
    assert set(contents(tmp_path)) == {"README.md", "corpus.jsonl"}


QUOTED = [
    '"Hello," she said.',
    '"This one goes on',
    "NA",
    "null",
    "007",
    "1",
    "1,5",
    "=1+1",
    "# no comment",
    'Ends in a "quote"',
    "a\tb\nc\u2028d\x85e",
    "日本語。",
    "back\\slash",
    "",
]


@pytest.fixture
def quoted() -> StoredRun:
    """A run with texts that readers of tables like to take for something else."""
    pairs = []
    for number, name in enumerate(('"quoted', "NA", "12", "None")):
        document = Document([QUOTED], name, "en")
        links = [Link((k,), (k,), 1.0) for k in range(len(QUOTED))] + [Link((0, 1), (0,), 0.5)] * (number % 2)
        pairs.append(Aligned(assemble(document, document, links, ""), ("0", "1"), ""))
    return StoredRun(pairs=pairs)


def one_line(text: str) -> str:
    return " ".join(text.split())


def tables_of(run: StoredRun) -> dict[str, list[dict[str, Any]]]:
    """Return what readers should find, by format."""
    lines = []
    for one in run.pairs:
        for link in one.alignment.sentences:
            sides = [str(list(side)) for side in (link.source, link.target)]
            texts = one.alignment.texts(link)
            row = (one.alignment.id, "0", "1", "", link.kind, link.score, "", *sides, *texts)
            lines.append(dict(zip(FORMATS["tsv"].columns, row, strict=True)))
    pairs = []
    for one in run.pairs:
        for link in one.alignment.sentences:
            label = "aligned" if link.kind == "1-1" else "partialAligned"
            for x in link.source:
                ids = (f"{one.alignment.id}-{level}-0-{k}" for level, k in ((1, link.target[0]), (0, x)))
                sentences = (one_line(QUOTED[k]) for k in (link.target[0], x))
                pairs.append(dict(zip(FORMATS["wiki-auto"].columns, (label, *ids, *sentences), strict=True)))
    return {"tsv": lines, "wiki-auto": pairs}


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[dict[str, Any]]]:
    """Return what loads data as users of the hub do."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()

    def load(*arguments: str, **settings: str) -> list[dict[str, Any]]:
        found = datasets.load_dataset(*arguments, **settings, cache_dir=str(tmp_path / "cache"))
        return list(found["train"].to_list())

    return load


def test_the_hub_library_loads_an_export(tmp_path: Path, hub: Callable[..., list[dict[str, Any]]]) -> None:
    export(RUN, "jsonl", tmp_path / "expected")
    rows = [json.loads(line) for line in (tmp_path / "expected" / "corpus.jsonl").read_text("utf-8").splitlines()]
    for to in ("parquet", "jsonl"):
        export(RUN, to, tmp_path / to)
        assert hub(str(tmp_path / to)) == rows  # by the card
    assert hub("parquet", data_files=str(tmp_path / "parquet" / "corpus.parquet")) == rows


@pytest.mark.parametrize("to", ["tsv", "wiki-auto"])
def test_the_hub_library_takes_texts_for_nothing_else(
    tmp_path: Path, quoted: StoredRun, hub: Callable[..., list[dict[str, Any]]], to: str
) -> None:
    export(quoted, to, tmp_path / "out")
    assert hub(str(tmp_path / "out")) == tables_of(quoted)[to]


def test_the_hub_library_loads_the_index_of_a_corpus_in_many_files(
    tmp_path: Path, quoted: StoredRun, hub: Callable[..., list[dict[str, Any]]]
) -> None:
    export(quoted, "ladder", tmp_path / "out")
    assert [(row["file"], row["id"]) for row in hub(str(tmp_path / "out"))] == [
        ("quoted", '"quoted'),
        ("NA", "NA"),
        ("12", "12"),
        ("None", "None"),
    ]


@pytest.mark.parametrize("to", ["parquet", "jsonl", "tsv", "wiki-auto"])
def test_the_lines_of_a_card_that_read_the_data_do(
    tmp_path: Path, quoted: StoredRun, hub: object, monkeypatch: pytest.MonkeyPatch, to: str
) -> None:
    del hub
    export(quoted, to, tmp_path / "out")
    monkeypatch.chdir(tmp_path / "out")
    lines = (tmp_path / "out" / "README.md").read_text("utf-8").split("```python\n")[1].split("```")[0].splitlines()
    names: dict[str, Any] = {}
    exec("\n".join([*lines[:-1], f"found = {lines[-1]}"]), names)
    if to in ("tsv", "wiki-auto"):
        assert names["found"].to_dict("records") == tables_of(quoted)[to]
    else:
        assert names["found"]["train"]["source_text"][:3] == ['"Hello," she said.', '"This one goes on', "NA"]


# What is refused, and what a failure leaves.


def test_a_run_that_is_not_finished_is_refused(tmp_path: Path) -> None:
    unfinished = StoredRun(manifest={**MANIFEST, "complete": False})
    with pytest.raises(InputError, match="RUN: this run is not finished; repeat the same 'vicinal run' to resume it"):
        export(unfinished, "jsonl", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("to", "says"), [("json", "cannot hold a corpus; choose one of: jsonl, "), ("x", "unknown")])
def test_formats_that_are_refused(tmp_path: Path, to: str, says: str) -> None:
    with pytest.raises(SettingError, match=says):
        export(RUN, to, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_files_of_pairs_are_not_mixed_with_others(tmp_path: Path) -> None:
    export(RUN, "ladder", tmp_path)
    before = contents(tmp_path)
    with pytest.raises(InputError, match="pairs: already holds files; remove them, or choose another folder"):
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
        export(StoredRun(pairs=RUN.pairs, breaks=True), to, tmp_path)
    assert contents(tmp_path) == old
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(old)


def fail_at(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let no file take this name."""
    replace = Path.replace

    def failing(path: Path, target: str | Path) -> Path:
        if Path(target).name == name:
            raise OSError(errno.ENOSPC, "No space left on device")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", failing)


@pytest.mark.parametrize("to", CORPUS_FORMATS)
@pytest.mark.parametrize("old", [False, True])
def test_one_file_that_fails_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str, old: bool
) -> None:
    each = FORMATS[to].holds == "each"
    names = ["index.tsv", "pairs"] if each else [f"corpus{suffix}" for suffix in FORMATS[to].suffixes]
    out = tmp_path / "out"
    if old:
        export(RUN, to, out, LinkFilter(kinds=("1-1",)))
        for path in (out / "pairs").glob("*") if each else ():
            path.unlink()
    before = contents(out) if old else {}
    for name in (*names, "README.md"):
        with monkeypatch.context() as patch:
            fail_at(patch, name)
            with pytest.raises(InputError, match=f"{name}: cannot be written: no space left on device"):
                export(RUN, to, out)
        assert contents(out) == before
        left = {"pairs"} if old and each else set()
        assert {path.name for path in out.iterdir()} == {*before, *left}
    export(RUN, to, out)
    export(RUN, to, tmp_path / "fresh")
    assert contents(out) == contents(tmp_path / "fresh")


def test_where_nothing_can_have_two_names_new_files_are_not_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(RUN, "jsonl", tmp_path, LinkFilter(kinds=("1-1",)))

    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    fail_at(monkeypatch, "README.md")
    with pytest.raises(InputError, match=r"README\.md: cannot be written"):
        export(RUN, "jsonl", tmp_path)
    assert set(contents(tmp_path)) == {"README.md", "corpus.jsonl"}  # the data are new or old, but there
    assert (tmp_path / "corpus.jsonl").stat().st_size > 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("to", ["jsonl", "lines", "parquet"])
def test_a_full_disk_leaves_the_folder_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str) -> None:
    begin = Path.open

    def full(path: Path, mode: str = "r", **settings: Any) -> Any:
        if mode == "xb":
            begin(path, mode).close()
            return begin(Path("/dev/full"), "wb")
        return begin(path, mode, **settings)

    monkeypatch.setattr(Path, "open", full)
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


def directory(path: Path) -> None:
    path.mkdir()


def dangling(path: Path) -> None:
    path.symlink_to("nowhere.md")


def leading_out(path: Path) -> None:
    (path.parent.parent / "elsewhere.md").write_text("# Mine\n")
    path.symlink_to(Path("..") / "elsewhere.md")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (directory, "is a directory, but the dataset card goes there; remove it"),
        (dangling, "is a dangling link, but the dataset card goes there; remove it"),
        (leading_out, "is a link that leads out of the folder"),
        (os.mkfifo, "is not a regular file, but the dataset card goes there; remove it"),
    ],
)
@pytest.mark.parametrize("name", ["README.md", "README.new.md"])
@pytest.mark.parametrize("to", ["jsonl", "tei"])
def test_a_card_that_cannot_be_written_is_said_before_anything_is(
    tmp_path: Path, to: str, name: str, make: Callable[[Path], None], says: str
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    if name == "README.new.md":
        (out / "README.md").write_text("# Mine\n")
    make(out / name)
    before = sorted(path.name for path in out.iterdir())
    asked: list[object] = []
    with pytest.raises(InputError) as caught:
        export(RUN, to, out, advance=lambda *step: asked.append(step))
    assert str(caught.value) == f"{out / name}: {says}"
    assert asked == []
    assert sorted(path.name for path in out.iterdir()) == before


def test_a_card_that_is_a_link_inside_the_folder_is_one(tmp_path: Path) -> None:
    export(RUN, "jsonl", tmp_path)
    (tmp_path / "README.md").rename(tmp_path / "card.md")
    (tmp_path / "README.md").symlink_to("card.md")
    assert not export(RUN, "jsonl", tmp_path, LinkFilter(kinds=("1-1",))).card_is_kept
    assert (tmp_path / "README.md").is_symlink()
    assert "kinds=('1-1',)" in (tmp_path / "card.md").read_text("utf-8")


LEFT_BEHIND = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from dataclasses import replace
from tests.test_export import RUN, export
export(replace(RUN, signal=9), sys.argv[1], Path(sys.argv[2]))
"""


@pytest.mark.parametrize("to", ["lines", "tei"])
def test_what_a_killed_export_leaves_is_removed_by_the_next(tmp_path: Path, to: str) -> None:
    root = str(Path(__file__).resolve().parents[1])
    killed = subprocess.run([sys.executable, "-c", LEFT_BEHIND, to, str(tmp_path / "out"), root], check=False)
    assert killed.returncode == -signal.SIGKILL
    left = [path.name for path in (tmp_path / "out").iterdir()]
    assert left
    assert all(name.startswith(".vicinal-") and name.endswith(".part") for name in left)
    (tmp_path / "out" / "mine.part").write_text("mine")
    (tmp_path / "out" / ".vicinal-link.part").symlink_to(tmp_path)
    export(RUN, to, tmp_path / "out")
    export(RUN, to, tmp_path / "fresh")
    assert contents(tmp_path / "out") == contents(tmp_path / "fresh") | {"mine.part": b"mine"}
    assert not [path for path in (tmp_path / "out").iterdir() if path.name.startswith(".vicinal")]


def test_two_exports_do_not_work_in_one_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with folder_at(tmp_path).locked(), pytest.raises(InputError, match="another process is writing to this folder"):
        export(RUN, "jsonl", tmp_path)


def run_command(monkeypatch: pytest.MonkeyPatch, run: StoredRun, *arguments: str) -> int | str | None:
    """Run the command in this process, on a run from memory, and return its exit code."""
    monkeypatch.setattr("vicinal.corpus.run_folder.open_run", lambda _: run)
    before = signal.getsignal(signal.SIGTERM)
    try:
        export_command.main(["RUN", *arguments], standalone_mode=False)
    except SystemExit as stopped:
        return stopped.code
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("to", ["lines", "tei"])
def test_an_interrupted_export_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], to: str, number: int
) -> None:
    run = StoredRun(pairs=RUN.pairs, signal=number)
    assert run_command(monkeypatch, run, "--to", to, "-o", str(tmp_path / "out")) == 130
    assert capsys.readouterr().err == "vicinal: interrupted; nothing was exported\n"
    assert list((tmp_path / "out").iterdir()) == []


def test_what_the_command_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"

    def said(run: StoredRun, *arguments: str) -> list[str]:
        assert run_command(monkeypatch, run, "-o", str(out), *arguments) == 0
        return capsys.readouterr().err.replace(f"{out}/", "").splitlines()

    wrote = ["wrote corpus.jsonl", "wrote README.md; fill in the licence"]
    assert said(RUN, "--to", "jsonl") == [*wrote, "6 links of 2 pairs"]
    assert said(RUN, "--to", "jsonl", "--kinds", "N-N") == [
        *wrote,
        "0 links of 2 pairs; 6 links dropped",
        "vicinal: note: no links written; the filters dropped all of them",
    ]
    assert said(StoredRun(pairs=[]), "--to", "jsonl") == [
        *wrote,
        "0 links of 0 pairs",
        "vicinal: note: no links written; the run has none",
    ]
    fill_in(out / "README.md")
    assert said(StoredRun(pairs=[]), "--to", "jsonl")[:2] == [
        "wrote corpus.jsonl",
        "kept README.md, which was edited and still describes these data",
    ]
    assert said(RUN, "--to", "jsonl") == [
        "wrote corpus.jsonl",
        "wrote README.new.md; fill in the licence",
        "vicinal: note: README.md was edited and is kept; README.new.md is the card for the new data",
        "6 links of 2 pairs",
    ]
    document = Document([["A.", "B.", "C."]], "x")
    gaps = assemble(document, document, [Link((0, 2), (0,), 1)], "")
    assert said(StoredRun(pairs=[Aligned(gaps)]), "--to", "ladder")[-2:] == [
        "vicinal: note: no links written; ladder can hold none of them",
        "vicinal: note: 1 of 1 link is left out, because it crosses others or has gaps; use another format to keep it",
    ]
    shutil.rmtree(out)
    assert said(StoredRun(pairs=[Aligned(gaps)]), "--to", "tei")[-2:] == [
        "1 link of 1 pair",
        "vicinal: note: 1 of 1 link crosses others or has gaps, so InterText will not show it; vicinal reads it back",
    ]


def test_a_failed_export_to_a_url_does_not_block_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    with pytest.raises(InputError, match="cannot be read"):
        export(StoredRun(pairs=RUN.pairs, breaks=True), "tei", "memory://failed")
    assert memory.find("/failed") == []
    put = type(memory).put_file

    def failing(self: Any, local: str, remote: str, **settings: Any) -> None:
        if remote.endswith("README.md"):
            raise OSError(errno.ENOSPC, "No space left on device")
        put(self, local, remote, **settings)

    with monkeypatch.context() as patch:
        patch.setattr(type(memory), "put_file", failing)
        with pytest.raises(InputError, match=r"README\.md: cannot be written"):
            export(RUN, "tei", "memory://failed")
    assert export(RUN, "tei", "memory://failed").pairs == 2
    memory.rm("/failed", recursive=True)


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"old")
    with pytest.raises(InputError, match="out: cannot be created"):
        export(RUN, "jsonl", tmp_path / "out")


def test_exports_have_the_permissions_every_new_file_has(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        result: Exported = export(RUN, "parquet", tmp_path)
    finally:
        os.umask(before)
    files = [Path(file) for file in (*result.files, result.card)]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o644}
    for file in files:
        file.chmod(0o640)
    export(RUN, "parquet", tmp_path, LinkFilter(kinds=("1-1",)))  # a file that is replaced keeps them
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o640}
