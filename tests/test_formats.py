"""File formats: whole outputs as text, reading back, refused files, and the files after a failed write."""

from __future__ import annotations

import errno
import json
import os
import stat
import tempfile
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import vicinal
from vicinal.alignment import Alignment, links
from vicinal.errors import FormatError, InputError, LeftOutWarning, SettingError
from vicinal.formats import FORMATS, format_for
from vicinal.link import Cell, Link, Step
from vicinal.text.document import Document

SMALL = Alignment(
    source=Document([["Löwen"], ['The "big" cat\tsat.', "It\u2028slept.", "Rain fell."]], "original.txt", "en"),
    target=Document([["Lions"], ["A cat sat and slept."], []]),
    paragraphs=(Link((0,), (0,), 0.5), Link((1,), (1,), 0.75)),
    sentences=(Link((0,), (0,), 1.0), Link((1, 2), (1,), 0.625)),
    cells=((0, 0), (1, 1), (2, 1)),
    steps=(
        Step("paragraph", None, "start", (0, 0), 0.5),
        Step("paragraph", (0, 0), "V1", (1, 1), 0.75),
        Step("sentence", None, "start", (0, 0), 1.0),
    ),
    signature="By hand(x='y')",
)

JSON = """\
{
 "format": "vicinal-alignment/1",
 "signature": "By hand(x='y')",
 "source": {
  "id": "original.txt",
  "language": "en",
  "paragraphs": [
   ["Löwen"],
   ["The \\"big\\" cat\\tsat.", "It\u2028slept.", "Rain fell."]
  ]
 },
 "target": {
  "id": null,
  "language": null,
  "paragraphs": [
   ["Lions"],
   ["A cat sat and slept."],
   []
  ]
 },
 "paragraphs": [
  {"kind": "1-1", "score": 0.5, "source": [0], "target": [0]},
  {"kind": "1-1", "score": 0.75, "source": [1], "target": [1]}
 ],
 "sentences": [
  {"kind": "1-1", "score": 1.0, "source": [0], "target": [0], "changes": [["replace", [0, 0, 5], [0, 0, 5]]]},
  {"kind": "N-1", "score": 0.625, "source": [1, 2], "target": [1], "changes": [["replace", [1, 0, 8], [1, 0, 1]], ["keep", [1, 10, 17], [1, 2, 9]], ["replace", [2, 0, 2], [1, 10, 13]], ["keep", [2, 3, 8], [1, 14, 19]]]}
 ],
 "cells": [[0, 0], [1, 1], [2, 1]],
 "unaligned_source": [3],
 "unaligned_target": [],
 "steps": [
  {"level": "paragraph", "stood": null, "vicinity": "start", "cell": [0, 0], "similarity": 0.5},
  {"level": "paragraph", "stood": [0, 0], "vicinity": "V1", "cell": [1, 1], "similarity": 0.75},
  {"level": "sentence", "stood": null, "vicinity": "start", "cell": [0, 0], "similarity": 1.0}
 ]
}
"""  # noqa: E501

JSONL = (
    '{"id": "original.txt", "kind": "1-1", "score": 1.0, "source": [0], "target": [0], '
    '"source_text": "Löwen", "target_text": "Lions"}\n'
    '{"id": "original.txt", "kind": "N-1", "score": 0.625, "source": [1, 2], "target": [1], '
    '"source_text": "The \\"big\\" cat\\tsat. It\\u2028slept.", "target_text": "A cat sat and slept."}\n'
)

TSV = """\
kind\tscore\tprobability\tsource\ttarget\tsource_text\ttarget_text
"1-1"\t1.000000\t\t"[0]"\t"[0]"\t"Löwen"\t"Lions"
"N-1"\t0.625000\t\t"[1, 2]"\t"[1]"\t"The ""big"" cat\tsat. It\u2028slept."\t"A cat sat and slept."
"""
CSV = """\
link,source,target,kind,score,unsure,comment,was
1,"[¶1] Löwen","[¶1] Lions","\t1-1",1.000000,"","","[1 | 1] of 4 | 2"
2,"[¶2] The ""big"" cat⟨U+0009⟩sat.\v[3] It⟨U+2028⟩slept.","[¶2] A cat sat and slept.","\tN-1",0.625000,"","",\
"[2 3 | 2] of 4 | 2"
,"[4] Rain fell.","","source only",,"","","[4 |] of 4 | 2"
"""

SRC = """\
Löwen
The "big" cat sat. It slept.
"""

TGT = """\
Lions
A cat sat and slept.
"""

GOLD = (
    '{"id": "original.txt", "lang": "en", "levels": ["source", "target"], "origin": "", '
    '"source": [["Löwen"], ["The \\"big\\" cat\\tsat.", "It\\u2028slept.", "Rain fell."]], '
    '"target": [["Lions"], ["A cat sat and slept."], []], "gold": [[[0], [0]], [[1, 2], [1]]]}\n'
)

ALIGNMENTS = (
    '{"format": "vicinal-alignment/1", "id": "original.txt", "levels": ["source", "target"], "origin": "", '
    '"signature": "By hand(x=\'y\')", "source": {"id": "original.txt", "language": "en", "headings": [], '
    '"paragraphs": [["Löwen"], ["The \\"big\\" cat\\tsat.", "It\\u2028slept.", "Rain fell."]]}, '
    '"target": {"id": null, "language": null, "headings": [], '
    '"paragraphs": [["Lions"], ["A cat sat and slept."], []]}, '
    '"paragraphs": [{"kind": "1-1", "score": 0.5, "source": [0], "target": [0]}, '
    '{"kind": "1-1", "score": 0.75, "source": [1], "target": [1]}], '
    '"sentences": [{"kind": "1-1", "score": 1.0, "probability": null, "source": [0], "target": [0]}, '
    '{"kind": "N-1", "score": 0.625, "probability": null, "source": [1, 2], "target": [1]}], '
    '"cells": [[0, 0], [1, 1], [2, 1]], "unaligned_source": [3], "unaligned_target": [], '
    '"steps": [{"level": "paragraph", "stood": null, "vicinity": "start", "cell": [0, 0], "similarity": 0.5}, '
    '{"level": "paragraph", "stood": [0, 0], "vicinity": "V1", "cell": [1, 1], "similarity": 0.75}, '
    '{"level": "sentence", "stood": null, "vicinity": "start", "cell": [0, 0], "similarity": 1.0}]}\n'
)

EMPTY = vicinal.align([["One thing."]], [["Another matter."]])


# Whole output as text.


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pairs.json", {"pairs.json": JSON}),
        ("pairs.jsonl", {"pairs.jsonl": JSONL}),
        ("pairs.tsv", {"pairs.tsv": TSV}),
        ("pairs.csv", {"pairs.csv": "\ufeff" + CSV.replace("\n", "\r\n").replace("\v", "\n")}),
        ("pairs.src", {"pairs.src": SRC, "pairs.tgt": TGT}),
        ("pairs.gold.jsonl", {"pairs.gold.jsonl": GOLD}),
        ("pairs.alignments.jsonl", {"pairs.alignments.jsonl": ALIGNMENTS}),
    ],
)
def test_whole_output(tmp_path: Path, name: str, expected: dict[str, str]) -> None:
    files = vicinal.save(SMALL, tmp_path / name)
    assert files == tuple(tmp_path / file for file in expected)
    assert contents(tmp_path) == {file: text.encode() for file, text in expected.items()}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pairs.jsonl", {"pairs.jsonl": ""}),
        ("pairs.tsv", {"pairs.tsv": TSV.partition("\n")[0] + "\n"}),
        ("pairs.tgt", {"pairs.src": "", "pairs.tgt": ""}),
    ],
)
def test_an_alignment_without_links_has_no_lines(tmp_path: Path, name: str, expected: dict[str, str]) -> None:
    assert EMPTY.sentences == ()
    vicinal.save(EMPTY, tmp_path / name)
    assert contents(tmp_path) == {file: text.encode() for file, text in expected.items()}


@pytest.mark.parametrize("hard", ["\n", "\r\n", "\t", "\x0b", "\x0c", "\x1c", "\x1e", "\x85", "\u2028", "\u2029", "\r"])
def test_a_link_is_one_line_whatever_its_text(tmp_path: Path, hard: str) -> None:
    sentence = f"cats{hard}purr"
    alignment = vicinal.align([[sentence]], [[sentence]])
    for name in ("p.src", "p.jsonl"):
        vicinal.save(alignment, tmp_path / name)
    assert (tmp_path / "p.src").read_bytes() == (tmp_path / "p.tgt").read_bytes() == b"cats purr\n"
    (line,) = (tmp_path / "p.jsonl").read_bytes().decode().splitlines()  # splits at U+2028, too
    assert json.loads(line)["source_text"] == sentence


def test_jsonl_lists_the_pairs_of_a_link_that_does_not_have_all(tmp_path: Path) -> None:
    document = Document([["A.", "B.", "C."]])
    cells = ((0, 0), (1, 0), (2, 2), (1, 1))
    alignment = Alignment(document, document, (), links(cells, lambda _, __: 0.5), cells, (), "By hand()")
    (file,) = vicinal.save(alignment, tmp_path / "pairs.jsonl")
    assert file.read_text("utf-8") == (
        '{"id": null, "kind": "N-N", "score": 0.5, "source": [0, 1], "target": [0, 1], '
        '"pairs": [[0, 0], [1, 0], [1, 1]], "source_text": "A. B.", "target_text": "A. B."}\n'
        '{"id": null, "kind": "1-1", "score": 0.5, "source": [2], "target": [2], '
        '"source_text": "C.", "target_text": "C."}\n'
    )


# Reading .json back.


def whole_characters(text: str) -> str:
    """Join surrogates that stand in pairs: JSON has no way to keep the two halves of one character apart."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


HARD = [
    "\ud800",
    "\udfff",
    "\0",
    "\x1b",
    "\x7f",
    "\x85",
    "\u2028",
    "\u2029",
    "\ufeff",
    "\uffff",
    "\\",
    '"',
    "😀",
    "\r\n",
]
texts = st.lists(st.one_of(st.sampled_from(HARD), st.text(st.characters(exclude_categories=())))).map(
    lambda parts: whole_characters("".join(parts))
)
numbers = st.floats(-1, 1)
names = st.none() | texts
documents = st.builds(Document, st.lists(st.lists(texts, max_size=3), max_size=3), names, names)


def cells_of(rows: int, columns: int) -> st.SearchStrategy[list[Cell]]:
    if not rows or not columns:
        return st.just([])
    return st.lists(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)), max_size=4)


@st.composite
def alignments(draw: st.DrawFn) -> Alignment:
    source, target = draw(documents), draw(documents)
    cells = draw(cells_of(len(source.sentences), len(target.sentences)))
    paragraphs = draw(cells_of(len(source.paragraphs), len(target.paragraphs)))
    steps = []
    for level, found in (("paragraph", paragraphs), ("sentence", cells)):
        for cell in found:
            stood = draw(st.none() | st.sampled_from(found))
            vicinity = draw(st.sampled_from(["start", "V1", "V2", "V3", "nearest", "run"]))
            steps.append(Step(level, stood, vicinity, cell, draw(numbers)))
    return Alignment(
        source=source,
        target=target,
        paragraphs=links(paragraphs, lambda _, __: draw(numbers)),
        sentences=links(cells, lambda _, __: draw(numbers)),
        cells=tuple(cells),
        steps=tuple(steps),
        signature=draw(texts),
    )


def saved_and_loaded(alignment: Alignment, suffix: str = ".json") -> Alignment:
    with tempfile.TemporaryDirectory() as folder:
        (file,) = vicinal.save(alignment, Path(folder) / f"alignment{suffix}")
        return vicinal.load(file)


@given(alignments(), st.sampled_from([".json", ".alignments.jsonl"]))
@example(SMALL, ".json")
@example(EMPTY, ".json")
@example(SMALL, ".alignments.jsonl")
@example(EMPTY, ".alignments.jsonl")
def test_any_alignment_reads_back_equal(alignment: Alignment, suffix: str) -> None:
    again = saved_and_loaded(alignment, suffix)
    assert again == alignment
    assert repr(again) == repr(alignment)


words = st.sampled_from(["cat", "dog", "sat", "ran", "far", "日本語", "straße", "\ud800x", "a\0b", "\u2028c"])
sentences = st.lists(words, min_size=1, max_size=5).map(" ".join)
versions = st.lists(st.lists(sentences, max_size=4), max_size=4).filter(any)


@settings(max_examples=50)
@given(versions, versions)
def test_what_align_returns_reads_back_equal(source: list[list[str]], target: list[list[str]]) -> None:
    alignment = vicinal.align(source, target)
    assert saved_and_loaded(alignment) == alignment


@settings(max_examples=50)
@given(alignments(), st.sampled_from(sorted(FORMATS)))
def test_every_format_writes_every_alignment_deterministically(alignment: Alignment, name: str) -> None:
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", LeftOutWarning)
        vicinal.save(alignment, Path(folder) / "once", name)
        once = contents(Path(folder))
        vicinal.save(alignment, Path(folder) / "once", name)
        assert contents(Path(folder)) == once
        assert len(once) == len(FORMATS[name].suffixes)
        for data in once.values() if name not in ("parquet", "xlsx", "docx") else ():
            data.decode()


# Names.


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("pairs.json", "json"),
        ("PAIRS.JSON", "json"),
        ("pairs.jsonl", "jsonl"),
        ("pairs.tsv", "tsv"),
        ("pairs.CSV", "csv"),
        ("pairs.src", "lines"),
        ("pairs.Tgt", "lines"),
        ("a.json/b.json.tsv", "tsv"),
        ("pairs.parquet", "parquet"),
        ("pairs.wiki-auto.tsv", "wiki-auto"),
        ("pairs.Wiki-Auto.TSV", "wiki-auto"),
        ("wiki-auto.tsv", "tsv"),
        (".wiki-auto.tsv", "tsv"),
        ("pairs.vecalign", "vecalign"),
        ("pairs.ladder", "ladder"),
        ("pairs.tmx", "tmx"),
        ("pairs.source.xml", "tei"),
        ("pairs.target.xml", "tei"),
        ("pairs.alignment.xml", "tei"),
        ("pairs.gold.jsonl", "gold"),
        ("pairs.Alignments.JSONL", "alignments"),
        ("gold.jsonl", "jsonl"),
    ],
)
def test_the_suffix_chooses_the_format(path: str, name: str) -> None:
    assert format_for(path) is FORMATS[name]
    assert format_for(Path(path)) is FORMATS[name]


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_name_chooses_the_format_whatever_the_suffix(name: str) -> None:
    assert format_for("pairs.txt", name) is FORMATS[name]
    assert format_for("pairs.json", name) is FORMATS[name]


@pytest.mark.parametrize("path", ["pairs", "pairs.txt", ".json", "", "pairs.json.gz", "a.json/pairs", ".", "pairs.xml"])
def test_a_file_name_without_a_known_suffix(path: str) -> None:
    with pytest.raises(SettingError, match=r"\.json \.jsonl \.tsv \.xlsx \.csv \.docx \.src \.tgt"):
        format_for(path)


def test_an_unknown_format_name(tmp_path: Path) -> None:
    with pytest.raises(
        SettingError, match="unknown format 'xml'; choose one of: alignments, csv, docx, gold, html, json, jsonl, "
    ):
        vicinal.save(SMALL, tmp_path / "pairs.json", "xml")
    assert contents(tmp_path) == {}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("pairs", ("pairs.src", "pairs.tgt")),
        ("pairs.src", ("pairs.src", "pairs.tgt")),
        ("pairs.tgt", ("pairs.src", "pairs.tgt")),
        ("a.b", ("a.b.src", "a.b.tgt")),
        ("a.b.src", ("a.b.src", "a.b.tgt")),
        ("pairs.SRC", ("pairs.src", "pairs.tgt")),
        (".src", (".src.src", ".src.tgt")),
    ],
)
def test_names_of_parallel_line_files(tmp_path: Path, path: str, expected: tuple[str, str]) -> None:
    files = vicinal.save(SMALL, tmp_path / path, "lines")
    assert files == tuple(tmp_path / file for file in expected)
    assert sorted(contents(tmp_path)) == sorted(expected)


@pytest.mark.parametrize(
    ("path", "stem"),
    [
        ("book", "book"),
        ("book.alignment.xml", "book"),
        ("my.book.v2", "my_book_v2"),
        ("my.book.Source.XML", "my_book"),
        ("a.b/book", "a.b/book"),
    ],
)
def test_intertext_document_names_have_no_dots(tmp_path: Path, path: str, stem: str) -> None:
    (tmp_path / "a.b").mkdir()
    files = vicinal.save(SMALL, tmp_path / path, "tei")
    assert files == tuple(tmp_path / f"{stem}{suffix}" for suffix in FORMATS["tei"].suffixes)
    assert vicinal.load(files[2]).sentences == SMALL.sentences


@pytest.mark.parametrize("path", [".", "/", ""])
def test_a_path_without_a_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.chdir(tmp_path)
    for name in FORMATS:
        with pytest.raises(vicinal.VicinalError):
            vicinal.save(SMALL, path, name)
    assert contents(tmp_path) == {}


@pytest.mark.parametrize(
    "name", ["n" * 246 + ".tsv", "n" * 210 + ".src", "日" * 80 + ".json"], ids=["one file", "a pair", "many bytes"]
)
def test_long_names(tmp_path: Path, name: str) -> None:
    for file in vicinal.save(SMALL, tmp_path / name):
        assert file.stat().st_size > 0


# Refused files.


def put(value: object, *keys: Any) -> str:
    """Return a good file with one value changed."""
    data = inner = json.loads(JSON)
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    return json.dumps(data)


def without(*keys: Any) -> str:
    """Return a good file with one value left out."""
    data = inner = json.loads(JSON)
    for key in keys[:-1]:
        inner = inner[key]
    del inner[keys[-1]]
    return json.dumps(data)


KEYS = ("source", "target", "paragraphs", "sentences", "cells", "steps", "signature")
BROKEN: dict[str, tuple[str, str]] = {
    "empty": ("", "not JSON"),
    "prose": ("The cat sat.", "not JSON"),
    "cut short": (JSON[:400], "not JSON"),
    "more behind": (JSON + "x", "not JSON"),
    "a list": ("[]", "vicinal-alignment/1"),
    "null": ("null", "vicinal-alignment/1"),
    "an empty object": ("{}", "vicinal-alignment/1"),
    "nested too deep": ("[" * 100_000, ""),
    "a number too long": ('{"format": ' + "1" * 5000 + "}", ""),
    "another version": (put("vicinal-alignment/2", "format"), "vicinal-alignment/1"),
    "an idf model": (put("vicinal-idf/1", "format"), "vicinal-alignment/1"),
    **{f"no {key}": (without(key), f"'{key}'") for key in KEYS},
    "no source paragraphs": (without("source", "paragraphs"), "paragraphs"),
    "no score": (without("sentences", 0, "score"), "'score'"),
    "no source indices": (without("sentences", 0, "source"), "'source'"),
    "no stood": (without("steps", 0, "stood"), "'stood'"),
    "sentence too high": (put([9], "sentences", 0, "source"), "from 0 to 3"),
    "sentence negative": (put([-1], "sentences", 0, "target"), "from 0 to 1"),
    "link without target": (put([], "sentences", 0, "target"), "at least one"),
    "paragraph too high": (put([2], "paragraphs", 0, "source"), "from 0 to 1"),
    "cell too high": (put([4, 0], "cells", 0), "from 0 to 3"),
    "sentence step too high": (put([4, 0], "steps", 2, "cell"), ""),
    "sentence step negative": (put([-1, 0], "steps", 2, "cell"), ""),
    "paragraph step too high": (put([2, 0], "steps", 0, "cell"), ""),
    "stood too high": (put([0, 9], "steps", 1, "stood"), ""),
    "step cell empty": (put([], "steps", 0, "cell"), ""),
    "stood of one": (put([0], "steps", 1, "stood"), ""),
    "cell of one": (put([0], "cells", 0), ""),
    "cell of three": (put([0, 0, 0], "cells", 0), ""),
    "cell infinite": (put([float("inf"), 0], "cells", 0), ""),
    "cell a fraction": (put([0.5, 0], "cells", 0), ""),
    "indices a string": (put("0", "sentences", 0, "source"), ""),
    "index a string": (put(["0"], "sentences", 0, "source"), ""),
    "index a fraction": (put([0.5], "sentences", 0, "source"), ""),
    "score a string": (put("1.0", "sentences", 0, "score"), ""),
    "score null": (put(None, "sentences", 0, "score"), ""),
    "score not a number": (put(float("nan"), "sentences", 0, "score"), ""),
    "similarity infinite": (put(float("inf"), "steps", 0, "similarity"), ""),
    "links null": (put(None, "sentences"), ""),
    "links an object": (put({"a": 1}, "sentences"), ""),
    "link null": (put([None], "sentences"), ""),
    "steps an object": (put({}, "steps"), ""),
    "document null": (put(None, "source"), ""),
    "document a string": (put("text", "source"), ""),
    "paragraphs a string": (put("text", "source", "paragraphs"), "paragraph"),
    "paragraph a string": (put(["text"], "source", "paragraphs"), "paragraph"),
    "sentence a number": (put([[1]], "source", "paragraphs"), "paragraph"),
    "paragraph an object": (put([{"Löwen": 1}, {"a": 1, "b": 2, "c": 3}], "source", "paragraphs"), ""),
    "id a number": (put(5, "source", "id"), ""),
    "language a list": (put(["en"], "source", "language"), ""),
    "signature a number": (put(5, "signature"), ""),
    "vicinity a number": (put(5, "steps", 0, "vicinity"), ""),
    "level unknown": (put("chapter", "steps", 0, "level"), ""),
}


@pytest.mark.parametrize(("text", "says"), BROKEN.values(), ids=BROKEN.keys())
def test_broken_files_are_refused(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "broken.json"
    file.write_text(text, "utf-8")
    with pytest.raises(FormatError) as caught:
        vicinal.load(file)
    message = str(caught.value)
    assert message.startswith(f"{file}: ")
    assert len(message.splitlines()) == 1
    assert says in message
    assert len(message) < len(str(file)) + 300


@pytest.mark.parametrize("data", [None, b"\xff\xfe{\x00}\x00", b'{"format": "\xe4"}', b"\0"])
def test_unreadable_files_are_refused(tmp_path: Path, data: bytes | None) -> None:
    file = tmp_path / "unreadable.json"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(InputError, match=r"unreadable\.json: "):
        vicinal.load(file)


# The files after a write.


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def fail(calls: Sequence[int], real: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls real, but fails in the calls with these numbers."""
    made = 0

    def function(*arguments: Any) -> Any:
        nonlocal made
        made += 1
        if made in calls:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*arguments)

    return function


def break_rename(monkeypatch: pytest.MonkeyPatch, *calls: int) -> None:
    failing = fail(calls, os.replace)
    monkeypatch.setattr(os, "replace", failing)
    # A lambda, because a method gets both paths, as os.replace does.
    monkeypatch.setattr(Path, "replace", lambda self, target: failing(self, target))


@pytest.mark.parametrize("path", ["file/pairs.json", "missing/pairs.json", "file/pairs.src", "taken.json"])
def test_a_path_that_cannot_be_written(tmp_path: Path, path: str) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "taken.json").mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        vicinal.save(SMALL, tmp_path / path)
    assert contents(tmp_path) == {"file": b"old"}
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", "taken.json"]


@pytest.mark.parametrize("name", ["pairs.json", "pairs.jsonl", "pairs.tsv"])
@pytest.mark.parametrize("where", ["write", "rename"])
@pytest.mark.parametrize("old", [{}, {"pairs.json": b"old", "pairs.jsonl": b"old", "pairs.tsv": b"old"}])
def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, where: str, old: dict[str, bytes]
) -> None:
    for file, data in old.items():
        (tmp_path / file).write_bytes(data)
    if where == "write":
        monkeypatch.setattr(os, "fsync", fail([1], os.fsync))
    else:
        break_rename(monkeypatch, 1)
    with pytest.raises(InputError, match="cannot be written: no space left on device") as caught:
        vicinal.save(SMALL, tmp_path / name)
    assert str(tmp_path / name) in str(caught.value)
    assert contents(tmp_path) == old


OLD_PAIR = {"pairs.src": b"old source", "pairs.tgt": b"old target"}


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    for name, data in OLD_PAIR.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


@pytest.mark.parametrize(("call", "named"), [(1, "pairs.src"), (2, "pairs.tgt")])
def test_a_pair_of_which_one_cannot_be_written(
    pair: Path, monkeypatch: pytest.MonkeyPatch, call: int, named: str
) -> None:
    monkeypatch.setattr(os, "fsync", fail([call], os.fsync))
    with pytest.raises(InputError) as caught:
        vicinal.save(SMALL, pair / "pairs.src")
    assert str(caught.value).startswith(f"{pair / named}: cannot be written")
    assert contents(pair) == OLD_PAIR


def test_a_pair_of_which_the_first_cannot_be_renamed(pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_rename(monkeypatch, 1)
    with pytest.raises(InputError) as caught:
        vicinal.save(SMALL, pair / "pairs.src")
    assert str(caught.value).startswith(f"{pair / 'pairs.src'}: cannot be written")
    assert contents(pair) == OLD_PAIR


def test_a_pair_of_which_the_second_cannot_be_renamed(pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_rename(monkeypatch, 2)
    with pytest.raises(InputError) as caught:
        vicinal.save(SMALL, pair / "pairs.src")
    assert str(caught.value).startswith(f"{pair / 'pairs.tgt'}: cannot be written")
    assert sorted(contents(pair)) == ["pairs.src", "pairs.tgt"]
    assert contents(pair)["pairs.tgt"] == b"old target"


@pytest.mark.parametrize("taken", ["pairs.src", "pairs.tgt"])
def test_a_pair_of_which_one_is_a_folder(tmp_path: Path, taken: str) -> None:
    (tmp_path / taken).mkdir()
    with pytest.raises(InputError) as caught:
        vicinal.save(SMALL, tmp_path / "pairs", "lines")
    assert str(tmp_path / taken) in str(caught.value)
    assert [entry.name for entry in tmp_path.iterdir()] == [taken]


@pytest.mark.parametrize("exists", [True, False])
def test_a_symbolic_link_is_kept(tmp_path: Path, exists: bool) -> None:
    (tmp_path / "elsewhere").mkdir()
    real, link = tmp_path / "elsewhere" / "real.json", tmp_path / "link.json"
    if exists:
        real.write_bytes(b"old")
    link.symlink_to(Path("elsewhere") / "real.json")
    vicinal.save(SMALL, link)
    assert link.is_symlink()
    assert real.read_bytes().decode() == JSON
    assert [entry.name for entry in real.parent.iterdir()] == ["real.json"]


def test_the_null_device_is_kept() -> None:
    before = Path(os.devnull).stat()
    vicinal.save(SMALL, os.devnull, "json")
    after = Path(os.devnull).stat()
    assert stat.S_ISCHR(after.st_mode)
    assert (after.st_ino, after.st_mode, after.st_rdev) == (before.st_ino, before.st_mode, before.st_rdev)


def test_a_named_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        vicinal.save(SMALL, pipe, "tsv")
        assert os.read(reader, 10_000).decode() == TSV
    finally:
        os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o002, 0o664), (0o077, 0o600)])
def test_files_get_the_default_permissions(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        files = [
            file for name in ("p.json", "p.jsonl", "p.tsv", "p.src") for file in vicinal.save(SMALL, tmp_path / name)
        ]
    finally:
        os.umask(before)
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {mode}
