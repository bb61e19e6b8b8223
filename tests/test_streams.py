"""Streams of alignments: save_many writes them in every format, whole or not at all; load_many reads them back."""

from __future__ import annotations

import gc
import gzip
import json
import os
import tempfile
import threading
import warnings
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vicinal
from tests.test_formats import alignments
from vicinal import load_many, save_many
from vicinal.alignment import Alignment, assemble
from vicinal.corpus import Aligned, corpus_at, open_run, run
from vicinal.errors import FormatError, GoldWarning, InputError, LeftOutWarning, SettingError
from vicinal.evaluation.predicted import read_predicted
from vicinal.evaluation.scores import Predicted
from vicinal.formats import FORMATS
from vicinal.gold import Gold, read_gold_lines
from vicinal.link import Link
from vicinal.text.document import Document

ALL = [name for name, known in FORMATS.items() if known.holds == "all"]
EACH = [name for name, known in FORMATS.items() if known.holds == "each"]
BACK = [".alignments.jsonl", ".gold.jsonl", ".xlsx", ".csv"]


def pair(name: str | None = "lions") -> Alignment:
    """Return a pair with a heading, a 2-1 link, and unaligned sentences on both sides."""
    source = Document([["Lions"], ["The big cats sat.", "They slept.", "Nobody saw it."]], name, "en", headings=[0])
    target = Document([["Lions"], ["The cats sat and slept.", "It rained."]], name, "en", headings=[0])
    return assemble(source, target, [Link((0,), (0,), 1.0), Link((1, 2), (1,), 0.625)], "by hand")


PAIRS = [pair("lions"), pair("tigers")]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def broken() -> Iterator[Alignment]:
    """Yield one pair, and fail."""
    yield pair()
    raise RuntimeError("the third party failed")


# Writing.


@pytest.mark.parametrize("name", ALL)
def test_formats_that_hold_a_corpus_are_chosen_by_suffix_or_name(tmp_path: Path, name: str) -> None:
    suffixes = FORMATS[name].suffixes
    files = save_many(PAIRS, tmp_path / f"corpus{suffixes[0]}")
    assert files == tuple(tmp_path / f"corpus{suffix}" for suffix in suffixes)
    chunks = FORMATS[name].chunks(map(Aligned, PAIRS), corpus=True)
    expected = dict.fromkeys((f"corpus{suffix}" for suffix in suffixes), b"")
    for number, data in chunks:
        expected[f"corpus{suffixes[number]}"] += data
    assert contents(tmp_path) == expected
    named = save_many(iter(PAIRS), str(tmp_path / "corpus"), name)
    assert [file.read_bytes() for file in named] == list(expected.values())


@pytest.mark.parametrize("name", EACH)
def test_formats_with_a_file_for_each_pair_are_folders(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "new" / "pages"
    assert save_many([*PAIRS, Aligned(pair("lions"), ("0", "4"), "zoo")], folder, name) == (
        folder,
        folder / "index.tsv",
    )
    stems = ("lions", "tigers", "lions-3")
    assert set(contents(folder)) == {"index.tsv", *(stem + end for stem in stems for end in FORMATS[name].suffixes)}
    assert (folder / "index.tsv").read_text("utf-8").splitlines() == [
        "file\tid\tsource_level\ttarget_level\torigin",
        '"lions"\t"lions"\t"source"\t"target"\t""',
        '"tigers"\t"tigers"\t"source"\t"target"\t""',
        '"lions-3"\t"lions"\t"0"\t"4"\t"zoo"',
    ]
    assert {path.name for path in folder.parent.iterdir()} == {"pages"}


def test_hostile_ids_stay_inside_the_folder(tmp_path: Path) -> None:
    names = ["../../escape", "/etc/passwd", "con", "a\0b", "", "..", "x" * 500, "\ud800", "A", "a"]
    save_many(map(pair, names), tmp_path / "pages", "vecalign")
    assert [path.name for path in tmp_path.iterdir()] == ["pages"]
    files = sorted(path.name for path in (tmp_path / "pages").iterdir())
    assert len(files) == len(names) + 1
    assert all(len(file.encode()) < 200 and not set(file) & set("/\\\0") for file in files)
    assert {"escape.vecalign", "etc_passwd.vecalign", "con-3.vecalign", "5.vecalign"} <= set(files)


@pytest.mark.parametrize("name", [*ALL, *EACH])
def test_an_error_in_the_stream_leaves_everything_as_it_was(tmp_path: Path, name: str) -> None:
    place = tmp_path / "corpus"
    if name in ALL:
        for suffix in FORMATS[name].suffixes:
            (tmp_path / f"corpus{suffix}").write_bytes(b"old")
        place = tmp_path / f"corpus{FORMATS[name].suffixes[0]}"
    before = contents(tmp_path)
    with pytest.raises(RuntimeError, match="the third party failed"):
        save_many(broken(), place, name)
    assert contents(tmp_path) == before
    assert {path.name for path in tmp_path.iterdir()} == set(before)


@pytest.mark.parametrize("name", [*ALL, *EACH])
def test_a_stream_is_never_held(tmp_path: Path, name: str) -> None:
    alive: weakref.WeakSet[Alignment] = weakref.WeakSet()
    most = 0

    def stream() -> Iterator[Alignment]:
        nonlocal most
        for number in range(60):
            found = replace(pair(str(number)), signature=f"made {number}")
            alive.add(found)
            yield found
            del found
            if number % 10 == 9:
                gc.collect()
                most = max(most, len(alive))

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        save_many(stream(), tmp_path / "out", name)
    assert 0 < most <= 5


@pytest.mark.parametrize("name", ALL)
def test_no_alignments_make_a_whole_file(tmp_path: Path, name: str) -> None:
    files = save_many([], tmp_path / "none", name)
    assert all(file.is_file() for file in files)
    if FORMATS[name].loads:
        (file,) = save_many([], tmp_path / f"none{FORMATS[name].suffixes[0]}")
        assert list(load_many(file)) == []


@pytest.mark.parametrize("name", ["jsonl", "tsv", "lines", "wiki-auto", "tmx", "gold", "alignments"])
def test_text_is_compressed_the_same_way_each_time(tmp_path: Path, name: str) -> None:
    suffixes = FORMATS[name].suffixes
    plain = save_many(PAIRS, tmp_path / f"a{suffixes[0]}")
    packed = save_many(PAIRS, tmp_path / f"a{suffixes[0]}.gz")
    other = save_many(PAIRS, tmp_path / "b.GZ", name)
    assert [file.name for file in packed] == [f"a{suffix}.gz" for suffix in suffixes]
    assert [gzip.decompress(file.read_bytes()) for file in packed] == [file.read_bytes() for file in plain]
    assert [file.read_bytes() for file in other] == [file.read_bytes() for file in packed]
    if name in ("gold", "alignments"):
        assert list(load_many(packed[0])) == list(load_many(plain[0]))


def test_a_pipe_is_written_as_the_stream_comes(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.gold.jsonl"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    assert save_many(PAIRS, pipe) == (pipe,)
    reader.join()
    assert pipe.is_fifo()
    assert [json.loads(line)["id"] for line in read[0].splitlines()] == ["lions", "tigers"]


def test_what_does_not_fit_is_told_once_for_the_stream(tmp_path: Path) -> None:
    document = Document([["A.", "B."]], "x")
    crossing = assemble(document, document, [Link((0,), (1,), 1), Link((1,), (0,), 1)], "")
    with pytest.warns(LeftOutWarning, match="^3 of 7 links are left out, because they cross others") as told:
        save_many([crossing, crossing, assemble(document, document, [Link((0,), (0,), 1)], ""), crossing],
                  tmp_path / "out", "ladder")  # fmt: skip
    assert len(told) == 1
    assert told[0].filename == __file__


@pytest.mark.filterwarnings("error")
def test_where_warnings_are_errors_nothing_is_written(tmp_path: Path) -> None:
    document = Document([["A.", "B."]], "x")
    crossing = assemble(document, document, [Link((0,), (1,), 1), Link((1,), (0,), 1)], "")
    with pytest.raises(LeftOutWarning):
        save_many([crossing], tmp_path / "strict", "ladder")
    assert list(tmp_path.iterdir()) == []


# Names of pairs.


@pytest.mark.parametrize("name", ["jsonl", "gold"])
def test_pairs_without_an_id_are_named_by_their_number(tmp_path: Path, name: str) -> None:
    (file,) = save_many([pair(None), pair("two"), pair(None)], tmp_path / "out", name)
    ids = [json.loads(line)["id"] for line in file.read_text("utf-8").splitlines()]
    assert list(dict.fromkeys(ids)) == ["1", "two", "3"]


def test_ids_are_unique_in_gold(tmp_path: Path) -> None:
    (file,) = save_many(map(pair, ["a", "a", "a (3)", "a", None, "5"]), tmp_path / "out.gold.jsonl")
    assert [gold.id for gold in read_gold_lines(file)] == ["a", "a (2)", "a (3)", "a (4)", "5", "5 (6)"]


def test_levels_and_origin_of_a_run_are_kept(tmp_path: Path) -> None:
    one = Aligned(pair(), ("0", "3"), "news")
    for name in ("jsonl", "gold", "alignments"):
        (file,) = save_many([one], tmp_path / name, name)
        row = json.loads(file.read_text("utf-8").splitlines()[0])
        assert row.get("levels", [row.get("source_level"), row.get("target_level")]) == ["0", "3"]
        assert row["origin"] == "news"


# Reading back.


@settings(max_examples=50)
@given(st.lists(alignments(), max_size=3), st.sampled_from(["", ".gz"]))
def test_any_alignments_read_back_equal(some: list[Alignment], end: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (file,) = save_many(some, Path(folder) / f"some.alignments.jsonl{end}")
        assert list(load_many(file)) == some


@settings(max_examples=50)
@given(st.lists(alignments(), max_size=3))
def test_the_texts_and_links_of_any_alignments_read_back_from_gold(some: list[Alignment]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (file,) = save_many(some, Path(folder) / "some.gold.jsonl")
        again = list(load_many(file))
        for found, expected in zip(again, some, strict=True):
            assert found.source.paragraphs == expected.source.paragraphs
            assert found.target.paragraphs == expected.target.paragraphs
            links = sorted((link.source, link.target) for link in expected.sentences)
            assert [(link.source, link.target) for link in found.sentences] == links
            assert set(found.cells) == set(expected.cells)
        assert len({found.id for found in again}) == len(some)
        (same,) = save_many(again, Path(folder) / "again.gold.jsonl")
        assert list(load_many(same)) == again


@pytest.mark.parametrize("suffix", BACK)
def test_texts_headings_and_links_read_back(tmp_path: Path, suffix: str) -> None:
    (file,) = save_many(PAIRS, tmp_path / f"corpus{suffix}")
    for found, expected in zip(load_many(file), PAIRS, strict=True):
        assert found.id == expected.id
        assert (found.source.paragraphs, found.target.paragraphs) == (
            expected.source.paragraphs,
            expected.target.paragraphs,
        )
        assert (found.source.headings, found.target.headings) == ((0,), (0,))
        assert [link.source for link in found.sentences] == [(0,), (1, 2)]
        assert found.cells == expected.cells
        assert (found.unaligned_source, found.unaligned_target) == ((3,), (2,))


def test_pairs_inside_the_links_of_gold_are_kept(tmp_path: Path) -> None:
    document = Document([["A.", "B."]], "x")
    cells = ((0, 0), (1, 0), (1, 1))
    alignment = assemble(document, document, [Link((0, 1), (0, 1), 1)], "", cells=cells)
    (file,) = save_many([alignment], tmp_path / "x.gold.jsonl")
    (gold,) = read_gold_lines(file)
    assert gold.pairs == set(cells)
    (found,) = load_many(file)
    assert found.cells == cells


def test_links_of_paragraphs_are_kept_where_they_do_not_follow(tmp_path: Path) -> None:
    documents = (Document([["A."], ["B."]], "x"), Document([["B."], ["C."]], "x"))
    found = [Link((1,), (0,), 1.0)]
    alone = assemble(*documents, [], "gold", paragraphs=found, steps=())
    more = assemble(*documents, found, "gold", paragraphs=[*found, Link((0,), (1,), 1.0)], steps=())
    follow = assemble(*documents, found, "gold", steps=())
    (file,) = save_many([alone, more, follow], tmp_path / "x.gold.jsonl")
    first, second, third = read_gold_lines(file)
    assert [gold.has_sentences for gold in (first, second, third)] == [False, True, True]
    assert first.paragraphs == frozenset({(1, 0)})
    assert second.paragraphs == frozenset({(1, 0), (0, 1)})
    assert third.paragraphs is None
    assert [sorted(one.paragraphs, key=lambda link: link.source) for one in load_many(file)] == [
        sorted(one.paragraphs, key=lambda link: link.source) for one in (alone, more, follow)
    ]


def test_gold_is_known_by_its_content(tmp_path: Path) -> None:
    lines = [
        {"source": ["A.", "B."], "target": [["B."]], "gold": [[[1], [0]], [[0], []]]},
        {"id": 7, "source": [["A."], ["B."]], "target": [["B."]], "gold_paragraphs": [[[1], [0]]]},
    ]
    file = tmp_path / "annotated.txt"
    file.write_text("\ufeff\r\n" + "\r\n".join(map(json.dumps, lines)), "utf-8")
    found = load_many(file)
    first = next(found)
    assert [(link.source, link.target, link.score) for link in first.sentences] == [((1,), (0,), 1.0)]
    assert (first.id, first.signature, first.source.paragraphs) == ("2", "gold", (("A.", "B."),))
    second = next(found)
    assert (second.id, second.sentences, second.paragraphs) == ("7", (), (Link((1,), (0,), 1.0),))
    with pytest.warns(GoldWarning, match=r"annotated\.txt: 1 null link ignored; 1 flat list"):
        assert list(found) == []


def test_the_sample_gold_reads_back_as_gold(tmp_path: Path, sample: list[Gold]) -> None:
    (file,) = save_many(load_many("data/gold/en.jsonl"), tmp_path / "again.gold.jsonl")
    expected = [gold for gold in sample if gold.source.language == "en"]
    again = list(read_gold_lines(file))
    assert again
    assert [(gold.id, gold.links, gold.pairs, gold.source) for gold in again] == [
        (gold.id, gold.links, gold.pairs, gold.source) for gold in expected
    ]


def test_files_with_one_alignment_are_streams_of_one(tmp_path: Path) -> None:
    vicinal.save(pair(), tmp_path / "a.json")
    vicinal.save(pair(), tmp_path / "a.alignment.xml")
    assert list(load_many(tmp_path / "a.json")) == [pair()]
    text = (tmp_path / "a.json").read_text("utf-8")
    for name, changed in (
        ("b.json", text.replace("{\n", "{", 1)),
        ("c.json", " ".join(text.split("\n"))),
        ("d.txt", text),
    ):
        (tmp_path / name).write_text(changed, "utf-8")
        assert list(load_many(tmp_path / name)) == [pair()]
    (found,) = load_many(tmp_path / "a.alignment.xml")
    assert found.sentences == pair().sentences


def test_the_folder_of_a_run_is_a_stream(tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    for name in ("one", "two"):
        (texts / f"{name}.source.txt").write_text("Cats purr loudly. Dogs bark.", "utf-8")
        (texts / f"{name}.target.txt").write_text("Dogs bark.", "utf-8")
    run(corpus_at([str(texts)]), tmp_path / "out")
    stored = [one.alignment for one in open_run(tmp_path / "out").aligned()]
    assert len(stored) == 2
    assert list(load_many(tmp_path / "out")) == stored
    save_many(open_run(tmp_path / "out").aligned(), tmp_path / "x.alignments.jsonl")
    assert list(load_many(tmp_path / "x.alignments.jsonl")) == stored
    with pytest.raises(InputError, match=r"texts: holds no run; create one with 'vicinal run"):
        load_many(texts)


def test_alignments_are_read_one_at_a_time(tmp_path: Path) -> None:
    (file,) = save_many(PAIRS, tmp_path / "x.alignments.jsonl")
    with file.open("a") as more:
        more.write('{"format": "vicinal-alignment/1"}\n')
    found = load_many(file)
    assert [next(found), next(found)] == PAIRS
    with pytest.raises(FormatError, match=r"x\.alignments\.jsonl:3: not an alignment: field 'source': missing; write "):
        next(found)


def test_a_file_can_be_read_and_replaced_at_once(tmp_path: Path) -> None:
    (file,) = save_many(PAIRS, tmp_path / "x.alignments.jsonl")
    save_many((replace(one, signature="new") for one in load_many(file)), file)
    assert [one.signature for one in load_many(file)] == ["new", "new"]


@pytest.mark.parametrize("name", ["x.alignments.jsonl", "x.gold.jsonl", "x.jsonl", "x.json", "x"])
def test_an_empty_file_holds_no_alignments(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\n")
    assert list(load_many(tmp_path / name)) == []


def test_load_takes_a_stream_of_one(tmp_path: Path) -> None:
    file = tmp_path / "x.alignments.jsonl"
    save_many(PAIRS[:1], file)
    assert vicinal.load(file) == PAIRS[0]
    save_many(PAIRS, file)
    with pytest.raises(FormatError, match=r"holds several alignments; read them with vicinal\.load_many"):
        vicinal.load(file)
    save_many([], file)
    with pytest.raises(FormatError, match="holds no alignment"):
        vicinal.load(file)
    save_many(PAIRS, tmp_path / "x.jsonl", "alignments")
    with pytest.raises(
        FormatError, match=r"x\.jsonl: not JSON: .*; if there are several, read them with vicinal\.load"
    ):
        vicinal.load(tmp_path / "x.jsonl")


@pytest.mark.parametrize("suffix", [".alignments.jsonl", ".gold.jsonl", ".jsonl"])
def test_what_is_saved_is_scored(tmp_path: Path, sample: list[Gold], suffix: str) -> None:
    gold = [one for one in sample if one.source.language == "en"]
    found = [vicinal.align(one.source, one.target, "vicinity") for one in gold]
    (file,) = save_many(found, tmp_path / f"found{suffix}")
    read = read_predicted(file, gold).predictions
    expected = [Predicted.of(one) for one in found]
    assert [(one.links, one.pairs) for one in read] == [(one.links, one.pairs) for one in expected]
    if suffix != ".jsonl":
        assert [one.paragraphs for one in read] == [one.paragraphs for one in expected]


def test_alignments_without_ids_are_scored_by_their_texts(tmp_path: Path, sample: list[Gold]) -> None:
    gold = [one for one in sample if one.source.language == "en"][:3]
    found = [vicinal.align(one.source.paragraphs, one.target.paragraphs, "vicinity") for one in gold]
    (file,) = save_many(reversed(found), tmp_path / "found.alignments.jsonl")
    assert read_predicted(file, gold).predictions == tuple(map(Predicted.of, found))
    save_many([*found, found[0]], file)
    with pytest.raises(FormatError, match=r"found\.alignments\.jsonl, alignment 4: is a second alignment of gold"):
        read_predicted(file, gold)


def test_whole_alignments_are_read_as_gold(tmp_path: Path) -> None:
    (file,) = save_many([pair("lions"), pair(None)], tmp_path / "x.alignments.jsonl")
    assert [one.links for one in vicinal.read_gold(file)] == [{((0,), (0,)), ((1, 2), (1,))}] * 2
    assert [one.id for one in vicinal.read_gold(file)] == ["lions", "2"]


# Refused.


@pytest.mark.parametrize("name", [name for name, known in FORMATS.items() if not known.loads])
def test_files_without_whole_alignments_are_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / f"x{FORMATS[name].suffixes[0]}"
    vicinal.save(pair(), file)
    why = "holds links, but not the sentences without one, so it" if name in ALL else "a file of this kind"
    with pytest.raises(
        FormatError, match=rf"{file.name}: {why} is not read back; .* ends in \.alignments\.jsonl keeps"
    ):
        load_many(file)


def test_links_are_known_by_their_content(tmp_path: Path) -> None:
    (file,) = save_many(PAIRS, tmp_path / "gold.txt", "jsonl")
    with pytest.raises(FormatError, match=r"gold\.txt: holds links, but not the sentences without one"):
        load_many(file)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.jsonl", b"Cats purr.\n", "x.jsonl:1: not JSON: .*; give a file of alignments or gold"),
        ("x.jsonl", b"[1]\n", "x.jsonl:1: "),
        ("x.jsonl", b'{"id": 1}\n', "x.jsonl:1: field 'source': missing"),
        ("x.jsonl", b"\xff\xfe{\0}\0", "x.jsonl:1: is not UTF-8: byte 0xff at offset 0 of the line; "),
        ("x.jsonl", b"PAR1\0", "x.jsonl:1: is a Parquet table; give a text file"),
        ("x.jsonl", b"\x1f\x8bxxxx", "x.jsonl: is not a complete gzip file: "),
        ("x.jsonl.gz", gzip.compress(b"{}" * 9000, mtime=0)[:-9], "x.jsonl.gz: is not a complete gzip file: "),
        ("x.json", b"{\n}\n", 'x.json: not an alignment: no "format": "vicinal-alignment/1"'),
        ("x.csv", b"a,b\n", "x.csv: has no column 'source'"),
        ("x.csv", b"source,target\n[1] A.,[2\n", "x.csv, row 2, target: .* .in all 1; 'vicinal import' lists them"),
        ("x.xml", b"<x/>", "x.xml: "),
    ],
)
def test_files_that_cannot_be_read_are_refused_in_one_line(
    tmp_path: Path, name: str, data: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=message) as refused:
        list(load_many(tmp_path / name))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["missing.jsonl", "missing.xlsx", "missing.xml", "missing", ""])
def test_a_missing_file_is_refused_before_anything_is_read(name: str) -> None:
    with pytest.raises(InputError, match=r"missing.*: cannot be read|is no file name"):
        load_many(name)


def test_what_is_unusual_in_a_table_is_told(tmp_path: Path) -> None:
    (file,) = save_many(PAIRS, tmp_path / "x.csv")
    rows = file.read_text("utf-8-sig")
    file.write_text(rows.replace("was\n", "was,mine\n", 1), "utf-8")
    with pytest.warns(GoldWarning, match=r"x\.csv: the column 'mine' is not read"):
        assert len(list(load_many(file))) == 2


@pytest.mark.parametrize(
    ("path", "format", "message"),
    [
        ("x.json", None, r"x\.json: the format 'json' holds one alignment; end the name in \.alignments\.jsonl"),
        ("x", "json", "the format 'json' holds one alignment"),
        ("x.html", None, "the format 'html' has a file for each pair; name a folder, and give format='html'"),
        ("x", None, "x: cannot tell the format from the name"),
        (".gz", None, "cannot tell the format from the name"),
        ("x", "xml", "unknown format 'xml'"),
        ("x.xlsx.gz", None, r"x\.xlsx\.gz: the format 'xlsx' is not compressed; leave out \.gz"),
        ("x.gz", "parquet", "the format 'parquet' is not compressed"),
    ],
)
def test_names_that_fit_no_stream(tmp_path: Path, path: str, format: str | None, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        save_many(PAIRS, tmp_path / path, format)
    assert contents(tmp_path) == {}


def test_places_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "mine.txt").write_text("mine")
    for place, name, message in (
        ("taken", "html", "taken: already holds files"),
        ("taken/mine.txt", "html", r"mine\.txt: is a file; name a new folder"),
        (".", "html", "is not a new folder"),
        ("", "html", "is not a new folder"),
        ("taken", "jsonl", "taken: cannot be written: is a directory"),
        ("missing/x.jsonl", None, r"x\.jsonl: cannot be written: no such file"),
        ("x" * 300 + ".jsonl", None, r"cannot be written: file name too long"),
        ("a\0b.jsonl", None, "could lead out of the folder"),
    ):
        with pytest.raises(InputError, match=message):
            save_many(PAIRS, place, name)
    assert contents(tmp_path) == {"taken/mine.txt": b"mine"}


def test_only_alignments_are_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="alignment 2: found str; save_many writes Alignment objects"):
        save_many([pair(), "x"], tmp_path / "x.tsv")  # type: ignore[list-item]
    for one in (pair(), Aligned(pair())):
        with pytest.raises(InputError, match="save_many writes several alignments; use save for one"):
            save_many(one, tmp_path / "x.tsv")  # type: ignore[arg-type]
    assert contents(tmp_path) == {}


def test_what_is_no_alignment_is_not_saved(tmp_path: Path) -> None:
    alignment = vicinal.align("Cats purr.", "A cat purrs.")
    with pytest.raises(InputError, match=r"^save writes one Alignment, and save_many several; found \[<Alignment"):
        vicinal.save([alignment], tmp_path / "out.json")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^save_many writes alignments, such as a list of them; found None$"):
        save_many(None, tmp_path / "out.jsonl")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
