"""Tables as corpora: what a row gives, what is rejected or refused, and that cutting never shows in what is read."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import os
import pickle
import re
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pyarrow as pa
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from pyarrow import parquet as pq

from vicinal.corpus.contract import Limits, Pair, Rejected, Shard
from vicinal.corpus.readers import decompression, table_ranges
from vicinal.corpus.readers.table import Table
from vicinal.errors import InputError, LanguageWarning, SettingError
from vicinal.installation import install_command
from vicinal.text.document import Document

SOURCE = "Rain fell all night. The river rose."
TARGET = "It rained."
ROWS = [{"id": f"p{number}", "source": f"{SOURCE} {number}.", "target": TARGET} for number in range(5)]
NUMBER = "; or number the rows with --id-column '', or make one document of them with --group-by"
LIMITS = st.builds(Limits, st.integers(1, 5), st.integers(1, 60))


def everything(table: Table, limits: Limits | None = None) -> list[Pair | Rejected]:
    """All that a table gives, shard after shard; shards are numbered, and keep the limit of pairs."""
    limits = limits or Limits()
    shards = list(table.shards(limits))
    assert [shard.number for shard in shards] == list(range(len(shards)))
    assert all(1 <= shard.pairs <= limits.pairs for shard in shards)
    return [item for shard in shards for item in table.read(shard)]


def pairs(table: Table, limits: Limits | None = None) -> list[Pair]:
    """All pairs of a table that rejects nothing."""
    found = everything(table, limits)
    assert not [item for item in found if isinstance(item, Rejected)]
    return [item for item in found if isinstance(item, Pair)]


def rejections(table: Table) -> list[tuple[int | None, str]]:
    return [(item.line, item.reason) for item in everything(table) if isinstance(item, Rejected)]


def jsonl(path: Path, rows: Sequence[Any]) -> str:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def written(path: Path, data: bytes) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return str(path)


@contextmanager
def small_chunks(size: int) -> Iterator[None]:
    """Files are scanned in so few bytes at a time that everything falls on a border."""
    with patch.object(table_ranges, "CHUNK", size), patch.object(table_ranges, "_WINDOW", max(1, size // 2)):
        yield


@contextmanager
def file_of(name: str, data: bytes) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield written(Path(folder, name), data)


# What a row gives.


def test_a_row_of_jsonl_is_a_pair(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "news.jsonl", [{"id": "a", "source": SOURCE, "target": TARGET, "more": {"x": [1]}}])
    assert pairs(Table((path,), language="en")) == [
        Pair(
            Document([["Rain fell all night.", "The river rose."]], "a", "en"),
            Document([["It rained."]], "a", "en"),
            ("source", "target"),
            "",
            "news.jsonl",
            1,
        )
    ]


@pytest.mark.parametrize(
    ("cell", "settings", "paragraphs"),
    [
        ("One. Two.\n\nThree.", {}, [["One.", "Two."], ["Three."]]),
        ("One. Two.\nThree.", {"split": "lines"}, [["One. Two.", "Three."]]),
        ("One.|||Two. Still two. ||| |||", {"separator": "|||"}, [["One.", "Two. Still two."]]),
        (
            "One.|||Two.\n\nThree.|||Four.\nFive.",
            {"separator": "|||"},
            [["One.", "Two."], ["Three.", "Four."], ["Five."]],
        ),
        ("One.\nTwo.\n\nThree.", {"separator": "\n"}, [["One.", "Two.", "Three."]]),
        ("No separator. Here.", {"separator": "|||"}, [["No separator. Here."]]),
        (["One.", " ", "", "Two. "], {}, [["One.", " ", "", "Two. "]]),
        ([["One."], [], ["Two.", "Three|||four."]], {"separator": "|||"}, [["One."], [], ["Two.", "Three|||four."]]),
    ],
)
def test_cells(tmp_path: Path, cell: Any, settings: dict[str, Any], paragraphs: list[list[str]]) -> None:
    path = jsonl(tmp_path / "a.jsonl", [{"source": cell, "target": cell}])
    (pair,) = pairs(Table((path,), language="en", **settings))
    assert pair.source == pair.target == Document(paragraphs, "a:1", "en")


def test_columns_go_by_the_names_that_are_set(tmp_path: Path) -> None:
    row = {"complex": SOURCE, "plain text": TARGET, "nr": 7, "lang": "de", "source": "not me", "id": "nor me"}
    path = jsonl(tmp_path / "a.jsonl", [row, {**row, "nr": 8, "lang": ""}, {**row, "nr": 9, "lang": None}])
    table = Table((path,), "complex", "plain text", "nr", "lang", language="en", language_column="lang")
    found = pairs(table)
    assert [pair.levels for pair in found] == [("complex", "plain text")] * 3
    assert [(pair.id, pair.origin, pair.source.language, pair.target.language) for pair in found] == [
        ("7", "de", "de", "de"),
        ("8", "", "en", "en"),
        ("9", "", "en", "en"),
    ]


def test_origins_and_ids_without_columns_are_those_of_the_files(tmp_path: Path) -> None:
    row = {"source": SOURCE, "target": TARGET}
    paths = [
        jsonl(tmp_path / "b.jsonl", [row]),
        written(tmp_path / "a.csv", b'source,target\nOne.,Two.\n\n"Three\nfour.",Five.\nSix.,Seven.\n'),
    ]
    assert [(pair.id, pair.origin, pair.line) for pair in pairs(Table(tuple(paths)))] == [
        ("b:1", "b.jsonl", 1),
        ("a:2", "a.csv", 2),
        ("a:4", "a.csv", 4),
        ("a:6", "a.csv", 6),
    ]


def test_files_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    row = {"source": SOURCE, "target": TARGET}
    (tmp_path / "x" / "y").mkdir(parents=True)
    paths = [jsonl(tmp_path / "x" / "a.jsonl", [row]), jsonl(tmp_path / "x" / "y" / "a.jsonl", [row])]
    assert [(pair.id, pair.file) for pair in pairs(Table(tuple(paths)))] == [("a:1", "a.jsonl"), ("y/a:1", "y/a.jsonl")]
    paths[1] = jsonl(tmp_path / "x" / "a.ndjson", [row])
    assert [pair.id for pair in pairs(Table(tuple(paths)))] == ["a.jsonl:1", "a.ndjson:1"]


def test_the_same_id_in_two_files_names_two_pairs(tmp_path: Path) -> None:
    row = {"id": "x", "source": SOURCE, "target": TARGET}
    paths = tuple(jsonl(tmp_path / name, [row]) for name in ("train.jsonl", "test.jsonl"))
    assert [pair.id for pair in pairs(Table(paths))] == ["train:x", "test:x"]
    assert [pair.id for pair in pairs(Table(paths[:1]))] == ["x"]


def test_ids_can_be_left_aside(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "a.JSONL", [{"id": "x", "source": SOURCE, "target": TARGET}])
    assert [pair.id for pair in pairs(Table((path,), id_column=""))] == ["a:1"]


def test_a_byte_order_mark_crlf_and_a_missing_last_line_end_are_fine(tmp_path: Path) -> None:
    mark = b"\xef\xbb\xbf"
    files = {
        "a.jsonl": b'{"source": "One.", "target": "Two."}\r\n\r\n  \n{"source": "Three.", "target": "Four."}',
        "a.csv": b'"source",target\r\nOne.,Two.\r\n\r\nThree.,"Four."',
        "a.tab": b"source\ttarget\r\nOne.\tTwo.\r\n\r\nThree.\tFour.",
    }
    for name, data in files.items():
        path = written(tmp_path / name, mark + data)
        found = [(*pair.source.sentences, *pair.target.sentences) for pair in pairs(Table((path,)))]
        assert found == [("One.", "Two."), ("Three.", "Four.")], name


def test_quotes_mean_nothing_in_tsv(tmp_path: Path) -> None:
    path = written(tmp_path / "a.tsv", b'source\ttarget\n"One\t""Two"\n \'x\t"\n')
    found = [(*pair.source.sentences, *pair.target.sentences) for pair in pairs(Table((path,)))]
    assert found == [('"One', '""Two"'), ("'x", '"')]


def test_a_stray_quote_in_csv_harms_no_other_row(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", b'source,target\na 5" pipe,5"\n"two\nlines","x"\nthree,"say ""four"""\n')
    found = [(pair.line, *pair.source.sentences, *pair.target.sentences) for pair in pairs(Table((path,)), Limits(1))]
    assert found == [(2, 'a 5" pipe', '5"'), (3, "two", "lines", "x"), (5, "three", 'say "four"')]


def test_cells_of_csv_may_be_larger_than_the_csv_module_allows_at_first(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", b'source,target\n"' + b"word " * 60_000 + b'",x\n')
    before = csv.field_size_limit(1000)
    try:
        (pair,) = pairs(Table((path,), separator="|"))
    finally:
        csv.field_size_limit(before)
    assert len(pair.source.sentences[0]) == 299_999


# What is rejected, row by row.

DEEP = '{"source": "a", "target": "b", "x": ' + "[" * 100_000 + "]" * 100_000 + "}"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"source": "a"}', "has no column 'target'"),
        ('{"target": "a"}', "has no column 'source'"),
        ('{"source": {"a": "b"}, "target": "a"}', "expected `str | array | null`, got `object` - at `$.source`"),
        ('{"source": "a", "target": 3}', "expected `str | array | null`, got `int` - at `$.target`"),
        ('{"source": ["a", 3], "target": "b"}', "expected `str | array`, got `int` - at `$.source[1]`"),
        ('{"source": [["a", null]], "target": "b"}', "expected `str`, got `null` - at `$.source[0][1]`"),
        ('{"source": [[["a"]]], "target": "b"}', "expected `str`, got `array` - at `$.source[0][0]`"),
        ('{"source": ["a", ["b"]], "target": "b"}', "column 'source' mixes sentences and lists of sentences; use"),
        ('{"source": null, "target": "b"}', "column 'source' is null"),
        ('{"source": "a", "target": ""}', "column 'target' is empty"),
        ('{"source": "a", "target": " \\n "}', "column 'target' is empty"),
        ('{"source": "a", "target": []}', "column 'target' is an empty list"),
        ('{"source": [[], []], "target": "b"}', "column 'source' is a list without any text"),
        ('{"source": "a", "target": ["", " "]}', "column 'target' is a list without any text"),
        ('{"id": 1.5, "source": "a", "target": "b"}', "expected `int | str | null`, got `float` - at `$.id`"),
        ('{"id": true, "source": "a", "target": "b"}', "expected `int | str | null`, got `bool` - at `$.id`"),
        ('{"id": ' + "1" * 5000 + ', "source": "a", "target": "b"}', "integer value out of range - at `$.id`"),
        ('["a", "b"]', "expected `object`, got `array`"),
        ('{"source": "a", "target": "b"', "is not valid JSON: input data was truncated"),
        ('{"source": "a", "target": "b"} x', "is not valid JSON: trailing characters"),
        ("not json", "is not valid JSON: invalid character"),
        ('{"source": "a", "target": "\\ud800 b"}', "is not valid JSON: "),
        (b'{"source": "a", "target": "\xff"}', "is not UTF-8: invalid start byte 0xff; it seems to be windows-"),
        (b'{"source": "a", "target": "a\0b"}', "is not valid JSON: invalid character"),
        (DEEP, "is nested too deeply"),
    ],
)
def test_a_bad_line_of_jsonl_is_rejected_alone(tmp_path: Path, line: str | bytes, reason: str) -> None:
    good = b'{"source": "One.", "target": "Two."}\n'
    bad = line.encode() if isinstance(line, str) else line
    path = written(tmp_path / "a.jsonl", good + b"\n" + bad + b"\n" + good)
    first, rejected, last = everything(Table((path,)))
    assert isinstance(first, Pair)
    assert isinstance(rejected, Rejected)
    assert (rejected.file, rejected.line) == ("a.jsonl", 3)
    assert rejected.reason.startswith(reason)
    assert isinstance(last, Pair)
    assert last.line == 4


@pytest.mark.parametrize(
    ("name", "line", "reason"),
    [
        ("a.csv", b"One.,Two.", "has 2 cells; the header has 3"),
        ("a.csv", b"x,One.,Two.,", "has 4 cells; the header has 3"),
        ("a.csv", b'""', "has 1 cell; the header has 3"),
        ("a.csv", b"x,One.,", "column 'target' is empty"),
        ("a.csv", b'x," \n ",Two.', "column 'source' is empty"),
        ("a.csv", b"x,On\0e,Two.", "contains a NUL byte, so it is not text"),
        ("a.csv", b"x,One\rtwo,Three.", "contains a carriage return outside quotes; use LF or CRLF line ends"),
        (
            "a.csv",
            b"x,\xe9t\xe9,Two.",
            "is not UTF-8: invalid continuation byte 0xe9; it seems to be windows-1252: "
            "give --encoding windows-1252, or save the table as UTF-8",
        ),
        ("a.tsv", b"One.\tTwo.", "has 2 cells; the header has 3"),
        ("a.tsv", b"x\tOne.\tTwo.\t", "has 4 cells; the header has 3"),
        ("a.tsv", b"x\t\tTwo.", "column 'source' is empty"),
        ("a.tsv", b"x\tOn\0e\tTwo.", "contains a NUL byte, so it is not text"),
    ],
)
def test_a_bad_line_of_csv_or_tsv_is_rejected_alone(tmp_path: Path, name: str, line: bytes, reason: str) -> None:
    tab = b"," if name == "a.csv" else b"\t"
    rows = [tab.join(cells) for cells in ([b"id", b"source", b"target"], [b"1", b"A.", b"B."])]
    path = written(tmp_path / name, b"\n".join([*rows, line, tab.join([b"2", b"C.", b"D."])]))
    first, rejected, last = everything(Table((path,)))
    assert isinstance(first, Pair)
    assert first.id == "1"
    assert isinstance(rejected, Rejected)
    assert (rejected.file, rejected.line, rejected.reason) == (name, 3, reason)
    assert isinstance(last, Pair)
    assert (last.id, last.line) == ("2", 4 + line.count(b"\n"))


def test_an_id_that_comes_twice_in_a_shard_is_rejected(tmp_path: Path) -> None:
    good = {"source": SOURCE, "target": TARGET}
    rows = [{**good, "id": "x"}, {**good, "id": 1}, {**good, "id": "1"}, {"id": "y", "source": "", "target": "a"}]
    path = jsonl(tmp_path / "a.jsonl", [*rows, {**good, "id": "y"}, {**good, "id": "x"}])
    found = everything(Table((path,)))
    assert [item.id for item in found] == ["x", "1", "1", "y", "y", "x"]
    reasons = [item.why for item in found if isinstance(item, Rejected)]
    assert reasons == ["with an id that is repeated", "empty", "with an id that is repeated"]
    assert rejections(Table((path,))) == [
        (3, "id '1' is already in line 2; give each pair a unique id" + NUMBER),
        (4, "column 'source' is empty"),
        (6, "id 'x' is already in line 1; give each pair a unique id" + NUMBER),
    ]
    assert [item.id for item in everything(Table((path,)), Limits(1)) if isinstance(item, Rejected)] == ["y"]


def test_a_column_that_is_named_must_be_in_every_row_of_jsonl(tmp_path: Path) -> None:
    row = {"source": SOURCE, "target": TARGET}
    path = jsonl(tmp_path / "a.jsonl", [row, {**row, "key": ""}, {**row, "key": None}, {**row, "key": "k"}])
    reason = "column 'key' is empty; give each pair an id"
    assert rejections(Table((path,), id_column="key")) == [(1, "has no column 'key'"), (2, reason), (3, reason)]
    assert rejections(Table((path,), origin_column="key")) == [(1, "has no column 'key'")]
    assert rejections(Table((path,), language_column="key", language="en")) == [
        (1, "has no column 'key'"),
        (4, "column 'key' is not a language code: 'k'"),
    ]


def test_a_language_of_a_row_is_warned_of_where_it_has_no_rules(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", [{"source": SOURCE, "target": TARGET, "lang": "qx-Latn"}])
    with pytest.warns(LanguageWarning, match="'qx-Latn'"):
        assert len(pairs(Table((path,), language_column="lang"))) == 1


def test_a_quote_that_is_never_closed_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", b'source,target\nOne.,Two.\nThree.,"Four.\nFive.,Six.\nSeven.,Eight.\n')
    message = (
        f"{path}, line 3: a quote that opens in this row is never closed, so all rows after it would be lost; "
        "close it, or get a complete copy of the file"
    )
    for limits in (Limits(), Limits(1), Limits(100, 1)):
        with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
            everything(Table((path,)), limits)
    path = written(tmp_path / "cut.csv", b'source,target\nOne.,Two.\nThree.,"Fo')
    with pytest.raises(InputError, match=r"cut\.csv, line 3: a quote that opens"):
        everything(Table((path,)), Limits())


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv"])
def test_a_row_without_end_is_rejected_and_fills_no_memory(tmp_path: Path, name: str) -> None:
    if name == "a.csv":
        begin, endless, end = b"source,target\nOne.,Two.\n", b'Three,"' + b"x\n" * 10_000_000 + b'"\n', b"Four.,Five.\n"
    else:
        begin = end = b'{"source": "One.", "target": "Two."}\n'
        endless = b"[" * 20_000_000 + b"\n"
    path = written(tmp_path / name, begin + endless + end)
    table = Table((path,))
    with patch.object(table_ranges, "LARGEST", 500_000), small_chunks(100_000):
        for limits in (Limits(), Limits(1), Limits(1000, 10**9)):
            tracemalloc.start()
            first, rejected, last = everything(table, limits)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert peak < 8_000_000
            line = 1 + begin.count(b"\n")
            assert isinstance(rejected, Rejected)
            assert rejected.line == line
            assert rejected.reason.startswith("is larger than 256 MB; a line end or a closing quote is missing")
            assert isinstance(first, Pair)
            assert isinstance(last, Pair)
            assert last.line == line + endless.count(b"\n")


# What is refused, before any work.


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        (
            "a.csv",
            b"id,before,after\nx,y,z\n",
            "has no column 'source'; it has: id, before, after; name yours with ",
        ),
        (
            "a.csv",
            b"before;after\n",
            "has no column 'source'; it has: before, after; name yours with --source-column/",
        ),
        (
            "a.tsv",
            b"source\n",
            "has no column 'target'; it has: source; name yours with --source-column/--target-column",
        ),
        ("a.tsv", b"s\x1b[2J\t\t" + b"x" * 99, rf"it has: 's\\x1b\[2J', '', {'x' * 57}\.\.\.; name"),
        ("a.csv", b"source,source,target\n", "has 2 columns 'source'; give each a unique name"),
        ("a.csv", b"", "the first line is empty; a table starts with a line of column names"),
        ("a.tsv", b"\nsource\ttarget\n", "the first line is empty; a table starts with a line of column names"),
        ("a.csv", b'source,"target\n1,2\n', "line 1: a quote that opens here is never closed"),
        ("a.csv", b"source\rtarget\r1,2\r", "line 1: contains a carriage return outside quotes"),
        ("a.csv", b"x" * (1 << 21), "the first line never ends"),
        ("a.csv", b"source,t\xe4rget\n", "line 1: is not UTF-8"),
        ("a.csv", "source,target\n".encode("utf-16"), "is UTF-16 text; give --encoding utf-16, or save it as UTF-8"),
        ("a.jsonl", "{}".encode("utf-16"), "is UTF-16 text; give --encoding utf-16, or save it as UTF-8"),
        ("a.jsonl", gzip.compress(b"{}", mtime=0), "is gzip data; rename it to end in .gz"),
        ("a.csv", b"PK\3\4...", "is a zip archive or a spreadsheet; unpack it, or save it as CSV"),
        ("a.parquet", b"", "is damaged, or not a Parquet file: "),
        ("a.parquet", b"PAR1" * 20, "is damaged, or not a Parquet file: "),
        ("a.parquet", b"source,target\n", "is damaged, or not a Parquet file: "),
        ("a.csv.gz", gzip.compress(b"a,b\n", mtime=0), "has no column 'source'; it has: a, b; "),
        ("a.jsonl.xz", lzma.compress("{}".encode("utf-16")), "is UTF-16 text"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    table = Table((jsonl(tmp_path / "good.jsonl", ROWS), written(tmp_path / name, data)))
    for action in (table.fingerprint, lambda: table.shards(Limits())):
        with pytest.raises(InputError, match=f"^{re.escape(str(tmp_path / name))}.*{message}") as caught:
            action()
        assert "\n" not in str(caught.value)


def test_a_named_id_column_must_be_there_and_other_columns_too(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", b"source,target\n1,2\n")
    assert len(pairs(Table((path,)))) == 1
    for setting in ("id_column", "origin_column", "language_column"):
        flag = "--" + setting.replace("_", "-")
        changed: dict[str, Any] = {setting: "key"}
        with pytest.raises(InputError, match=f"has no column 'key'; it has: source, target; name yours with {flag}"):
            Table((path,), **changed).fingerprint()


def test_files_that_are_not_there_or_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "folder.csv").mkdir()
    for name, message in [
        ("none.jsonl", "cannot be read: no such file"),
        ("pipe.jsonl", "is a directory or a device"),
        ("folder.csv", "is a directory or a device"),
    ]:
        with pytest.raises(InputError, match=message):
            Table((str(tmp_path / name),)).fingerprint()


def test_one_file_cannot_be_given_twice(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", ROWS)
    (tmp_path / "link.jsonl").symlink_to(path)
    (tmp_path / "hard.jsonl").hardlink_to(path)
    for other in (path, f"{tmp_path}/./a.jsonl", str(tmp_path / "link.jsonl"), str(tmp_path / "hard.jsonl")):
        with pytest.raises(InputError, match=r"is the same file as .*a.jsonl; give it once"):
            Table((path, other)).fingerprint()


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    path = jsonl(tmp_path / "elsewhere" / "blob.jsonl", ROWS)
    (tmp_path / "a.jsonl").symlink_to(path)
    assert [pair.file for pair in pairs(Table((str(tmp_path / "a.jsonl"),)))] == ["a.jsonl"] * 5


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"paths": ()}, SettingError, "paths must be a tuple"),
        ({"paths": "a.jsonl"}, SettingError, "paths must be a tuple"),
        ({"paths": ("a.doc",)}, InputError, "a.doc: is not named like a table; use .jsonl, .ndjson, .json"),
        ({"paths": ("a.xlsx",)}, InputError, "a.xlsx: is a spreadsheet; save it as CSV"),
        ({"delimiter": "x"}, SettingError, "unknown delimiter 'x'; give one of: comma, semicolon, tab, pipe"),
        ({"encoding": "latin-77"}, InputError, "unknown encoding 'latin-77'"),
        ({"id_column": "a", "group_by": "b"}, SettingError, "id_column cannot be combined with group_by"),
        ({"paths": ("a.parquet.gz",)}, InputError, "Parquet has its own compression"),
        ({"source_column": ""}, SettingError, "must name two different columns"),
        ({"source_column": "x", "target_column": "x"}, SettingError, "must name two different columns"),
        ({"source_column": "a", "id_column": "a"}, SettingError, "the text columns cannot also be the id"),
        ({"split": "words"}, SettingError, "unknown split 'words'"),
    ],
)
def test_settings_that_are_refused(settings: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Table(**{"paths": ("a.jsonl",), **settings})


def test_names_of_columns_that_json_rows_cannot_be_searched_for(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", ROWS)
    with pytest.raises(InputError, match=r"a\.jsonl: column names in JSONL cannot contain quotes"):
        Table((path,), source_column='so"urce').fingerprint()


def test_a_file_that_shrinks_between_cutting_and_reading_is_an_error(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", ROWS)
    (shard,) = Table((path,)).shards(Limits())
    jsonl(tmp_path / "a.jsonl", ROWS[:2])
    with pytest.raises(InputError, match=r"a\.jsonl: became shorter during the run"):
        list(Table((path,)).read(shard))


# Cutting.


def test_a_table_is_its_own_configuration(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", ROWS)
    table = Table((path,), language="en")
    assert eval(repr(table)) == table
    shards = list(table.shards(Limits(2)))
    copy, again = pickle.loads(pickle.dumps((table, shards)))
    assert [shard.pairs for shard in again] == [2, 2, 1]
    assert [item for shard in again for item in copy.read(shard)] == everything(table)
    # A part that went through JSON, where tuples are lists, serves as well.
    assert list(table.read(Shard(1, 2, tuple(json.loads(json.dumps(shards[1].part)))))) == everything(table)[2:4]


def test_the_fingerprint_tells_names_and_sizes(tmp_path: Path) -> None:
    paths = (jsonl(tmp_path / "a.jsonl", ROWS), jsonl(tmp_path / "b.jsonl", ROWS[:1]))
    first = Table(paths).fingerprint()
    assert (first.files, first.bytes) == (2, sum(Path(path).stat().st_size for path in paths))
    assert first.dates == sum(round(Path(path).stat().st_mtime * 1e6) for path in paths)
    assert Table(paths, source_column="source").fingerprint() == first
    jsonl(tmp_path / "b.jsonl", ROWS[:2])
    assert Table(paths).fingerprint().sha256 != first.sha256
    assert Table(paths[::-1]).fingerprint().sha256 != Table(paths).fingerprint().sha256


def test_an_empty_jsonl_file_has_no_shards(tmp_path: Path) -> None:
    assert everything(Table((written(tmp_path / "a.jsonl", b""), jsonl(tmp_path / "b.jsonl", ROWS)))) != []
    assert list(Table((str(tmp_path / "a.jsonl"),)).shards(Limits())) == []


def test_shards_are_as_full_as_the_limits_allow(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", b"".join(b"%09d\n" % number for number in range(100)))
    table = Table((path,))
    for limits, expected in [
        (Limits(30), [30, 30, 30, 10]),
        (Limits(100), [100]),
        (Limits(99), [99, 1]),
        (Limits(1000, 500), [50, 50]),
        (Limits(1000, 509), [50, 50]),
        (Limits(40, 250), [25, 25, 25, 25]),
        (Limits(1000, 1), [1] * 100),
    ]:
        for chunk in (1, 7, 64, 1 << 20):
            with small_chunks(chunk):
                assert [shard.pairs for shard in table.shards(limits)] == expected


words = st.text(st.sampled_from('ab ",\n\r|é\u2028'), max_size=12)


def expected_row(line: int, cells: tuple[str, str, str]) -> tuple[Any, ...]:
    """What a row of id, source and target must become, by the simple rules."""
    id, source, target = cells
    documents = [Document.from_text(cell, split="lines").paragraphs for cell in (source, target)]
    if documents[0] and documents[1]:
        return (line, id or f"t:{line}", *documents)
    return (line, id or f"t:{line}", f"column {'target' if documents[0] else 'source'!r} is empty")


def found_rows(table: Table, limits: Limits) -> list[tuple[Any, ...]]:
    return [
        (item.line, item.id, item.source.paragraphs, item.target.paragraphs)
        if isinstance(item, Pair)
        else (item.line, item.id, item.reason)
        for item in everything(table, limits)
    ]


def unique(rows: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Rows with ids that come once at most, for duplicates are another test's matter."""
    return [(f"{number}{id}" if id else "", *texts) for number, (id, *texts) in enumerate(rows)]  # type: ignore[misc]


@given(st.lists(st.tuples(words, words, words), max_size=12).map(unique), LIMITS, st.integers(1, 50), st.booleans())
def test_any_jsonl_is_read_row_by_row(
    rows: list[tuple[str, str, str]], limits: Limits, chunk: int, ascii: bool
) -> None:
    texts = [json.dumps(dict(zip(("id", "source", "target"), row, strict=True)), ensure_ascii=ascii) for row in rows]
    with file_of("t.jsonl", "\n".join(texts).encode()) as path, small_chunks(chunk):
        found = found_rows(Table((path,), split="lines", separator=""), limits)
    assert found == [expected_row(line, row) for line, row in enumerate(rows, 1)]


@given(
    st.lists(st.tuples(words, words, words), max_size=12).map(unique),
    LIMITS,
    st.integers(1, 50),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    st.booleans(),
)
@example([("", '"', '""')], Limits(1, 1), 1, "\n", csv.QUOTE_MINIMAL, False)
def test_any_csv_is_read_row_by_row(
    rows: list[tuple[str, str, str]], limits: Limits, chunk: int, end: str, quoting: int, last: bool
) -> None:
    text = io.StringIO()
    writer = csv.writer(text, quoting=quoting, lineterminator=end)  # type: ignore[arg-type]
    writer.writerow(["id", "source", "tar\nget"])
    if quoting == csv.QUOTE_MINIMAL and end == "\n":  # then the csv module leaves carriage returns without quotes
        rows = [tuple(cell.replace("\r", "\n") for cell in row) for row in rows]  # type: ignore[misc]
    expected = []
    for row in rows:
        line = 1 + text.getvalue().count("\n")
        writer.writerow(row)
        expected.append(expected_row(line, row))
    data = text.getvalue().encode()
    with file_of("t.csv", data if last else data.removesuffix(end.encode())) as path, small_chunks(chunk):
        found = found_rows(Table((path,), target_column="tar\nget", split="lines", separator=""), limits)
    assert [tuple(str(part).replace("tar\\nget", "target") for part in row) for row in found] == [
        tuple(map(str, row)) for row in expected
    ]


@given(st.lists(st.tuples(words, words, words), max_size=12).map(unique), LIMITS, st.integers(1, 50))
def test_any_tsv_is_read_row_by_row(rows: list[tuple[str, str, str]], limits: Limits, chunk: int) -> None:
    rows = [tuple(re.sub(r"[\n\r]", "x", cell) for cell in row) for row in rows]  # type: ignore[misc]
    assume(not any(cell[:1] == cell[-1:] == '"' for row in rows for cell in row))  # which may be quoted as in CSV
    text = "".join("\t".join(row) + "\n" for row in [("id", "source", "target"), *rows])
    with file_of("t.tsv", text.encode()) as path, small_chunks(chunk):
        found = found_rows(Table((path,), split="lines", separator=""), limits)
    assert found == [expected_row(line, row) for line, row in enumerate(rows, 2)]


@settings(max_examples=400)
@given(st.text(st.sampled_from('",\na'), max_size=40), LIMITS, st.integers(1, 20))
@example('"a""', Limits(1, 1), 3)
@example('a,"""\n""",b\n', Limits(1, 1), 2)
def test_quotes_mean_what_they_mean_to_the_csv_module(text: str, limits: Limits, chunk: int) -> None:
    """Any quotes, well placed or not: the rows are those that the csv module finds in the whole text."""
    rows, more = ([row for row in csv.reader(io.StringIO(t, newline="\n")) if row] for t in (text, text + "\n"))
    unclosed = rows != more  # for then the last cell takes in one more line end
    expected: list[list[str] | str] = []
    for row in rows:
        fits = len(row) == 2
        empty = [name for name, cell in zip(("source", "target"), row, strict=False) if not cell.strip()]
        expected.append(
            f"has {len(row)} cell{'' if len(row) == 1 else 's'}; the header has 2"
            if not fits
            else f"column {empty[0]!r} is empty"
            if empty
            else [cell.strip() for cell in row]
        )
    with file_of("t.csv", b"source,target\n" + text.encode()) as path, small_chunks(chunk):
        table = Table((path,), separator="\n\n")
        if unclosed:
            with pytest.raises(InputError, match=r"line \d+: a quote that opens in this row is never closed"):
                everything(table, limits)
            return
        found = everything(table, limits)
    assert [
        [item.source.sentences[0], item.target.sentences[0]] if isinstance(item, Pair) else item.reason
        for item in found
    ] == [
        [re.sub(r"\n{2,}.*", "", cell, flags=re.S) for cell in row] if isinstance(row, list) else row
        for row in expected
    ]


# Compressed files.

PACKERS: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def staged(table: Table, folder: Path) -> tuple[Table, list[tuple[str, int, int]]]:
    calls: list[tuple[str, int, int]] = []
    return table.stage(str(folder), lambda *call: calls.append(call)), calls


@pytest.mark.parametrize("suffix", PACKERS)
def test_compressed_tables_are_unpacked_first(tmp_path: Path, suffix: str) -> None:
    data = b"source,target\nOne.,Two.\nThree.\n\xff,x\n"
    plain = Table((written(tmp_path / "a.csv", data), jsonl(tmp_path / "b.jsonl", ROWS)))
    assert not plain.needs_staging
    table = Table((written(tmp_path / f"a.csv{suffix}", PACKERS[suffix](data)), plain.paths[1]))
    assert table.needs_staging
    with pytest.raises(InputError, match="is compressed; stage the table first"):
        list(table.shards(Limits()))
    ready, calls = staged(table, tmp_path / "work")
    size = Path(table.paths[0]).stat().st_size
    assert calls == [(f"Unpacking {table.paths[0]}", size, size)]
    assert not ready.needs_staging
    assert ready.paths[1] == table.paths[1]
    assert [str(item).replace(f"a.csv{suffix}", "a.csv") for item in everything(ready)] == list(
        map(str, everything(plain))
    )
    assert {item.file for item in everything(ready)} == {f"a.csv{suffix}", "b.jsonl"}


def test_what_was_unpacked_whole_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    table = Table((written(path, gzip.compress(b'{"source": "One.", "target": "Two."}\n')),))
    work = tmp_path / "work"
    unpacked = Path(staged(table, work)[0].paths[0])
    assert staged(table, work)[1] == []
    unpacked.write_bytes(b"{}")  # not what was unpacked
    assert len(staged(table, work)[1]) == 1
    for marker in work.glob("*.json"):
        marker.write_text("{")  # cut short
    assert len(staged(table, work)[1]) == 1
    written(path, gzip.compress(b'{"source": "Three.", "target": "Four."}\n{}\n'))  # another file by now
    ready, calls = staged(table, work)
    assert len(calls) == 1
    assert [item.id for item in everything(ready)] == ["a:1", None]
    assert len(list(work.iterdir())) == 2


@pytest.mark.parametrize("suffix", PACKERS)
def test_compressed_files_that_are_cut_short_or_damaged(tmp_path: Path, suffix: str) -> None:
    noise = "".join(f'{{"source": "{number * 7919 % 10007}", "target": "x"}}\n' for number in range(9000)).encode()
    whole = PACKERS[suffix](noise)
    path = tmp_path / f"a.jsonl{suffix}"
    short = re.escape(f"{path}: is truncated; get a complete copy")
    damaged = re.escape(f"{path}: is damaged, or not {suffix[1:]} data: ")
    for data, message in [
        (whole[:-1], short),
        (whole[: len(whole) // 2], short),
        (b"", short),
        (whole[: len(whole) // 2] + b"\0" * 999 + whole[len(whole) // 2 + 999 :], damaged),
        (noise, damaged),
    ]:
        table = Table((written(path, data),))
        with pytest.raises(InputError, match=message):
            staged(table, tmp_path / "work")
    assert list((tmp_path / "work").iterdir()) == []


@pytest.mark.parametrize("suffix", PACKERS)
def test_several_streams_in_one_file_are_all_read(tmp_path: Path, suffix: str) -> None:
    streams = [PACKERS[suffix](json.dumps(row).encode() + b"\n") for row in ROWS]
    table = Table((written(tmp_path / f"a.jsonl{suffix}", b"".join(streams)),))
    assert [pair.id for pair in pairs(staged(table, tmp_path / "work")[0])] == ["p0", "p1", "p2", "p3", "p4"]


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_bomb_fills_no_memory(tmp_path: Path, suffix: str) -> None:
    path = written(tmp_path / f"a.jsonl{suffix}", PACKERS[suffix](b"\n" * 30_000_000))
    tracemalloc.start()
    ready, _ = staged(Table((path,)), tmp_path / "work")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16_000_000  # xz remembers 8 MB
    assert Path(ready.paths[0]).stat().st_size == 30_000_000


def test_an_xz_file_that_asks_for_too_much_memory_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl.xz", lzma.compress(b"{}\n"))
    with patch.object(decompression, "_XZ_MEMORY", 1000), pytest.raises(InputError, match="memory usage limit"):
        Table((path,)).fingerprint()


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    table = Table((written(tmp_path / "a.jsonl.gz", gzip.compress(b"{}\n")),))
    opened = Path.open

    def full(path: Path, mode: str = "r", buffering: int = -1) -> Any:
        if mode == "xb":
            opened(path, mode).close()
            return opened(Path("/dev/full"), "wb")
        return opened(path, mode, buffering)

    with pytest.raises(InputError, match="cannot be created"):
        staged(table, Path(written(tmp_path / "work", b"a file")) / "below")
    with (
        patch.object(Path, "open", full),
        pytest.raises(InputError, match=r"\.jsonl: cannot be written: no space left"),
    ):
        staged(table, tmp_path / "w")
    assert list((tmp_path / "w").iterdir()) == []


# Parquet.

STRINGS = pa.list_(pa.string())


def parquet(path: Path, columns: dict[str, Any], **settings: Any) -> str:
    pq.write_table(pa.table(columns), path, **settings)
    return str(path)


@pytest.mark.parametrize(
    ("kind", "cell", "paragraphs"),
    [
        (pa.string(), "One. Two.", [["One.", "Two."]]),
        (pa.large_string(), "One. Two.", [["One.", "Two."]]),
        (pa.dictionary(pa.int32(), pa.string()), "One. Two.", [["One.", "Two."]]),
        (STRINGS, ["One. Two.", ""], [["One. Two.", ""]]),
        (pa.large_list(pa.large_string()), ["One.", "Two."], [["One.", "Two."]]),
        (pa.list_(pa.dictionary(pa.int8(), pa.string())), ["One.", "Two."], [["One.", "Two."]]),
        (pa.list_(STRINGS), [["One."], [], ["Two.", "Three."]], [["One."], [], ["Two.", "Three."]]),
    ],
)
def test_types_of_parquet_columns(tmp_path: Path, kind: pa.DataType, cell: Any, paragraphs: list[list[str]]) -> None:
    columns = {"source": pa.array([cell] * 3, kind), "junk": [{"a": 1}] * 3, "target": ["X."] * 3, "nr": [4, 5, 6]}
    path = parquet(tmp_path / "a.parquet", columns)
    found = pairs(Table((path,), id_column="nr", language="en"))
    assert [(pair.id, pair.line) for pair in found] == [("4", 1), ("5", 2), ("6", 3)]
    assert [pair.source for pair in found] == [Document(paragraphs, id, "en") for id in "456"]
    assert pairs(Table((path,)))[2].id == "a:3"


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"complex": ["a"], "target": ["b"]},
            "has no column 'source'; it has: complex, target; name yours with --source",
        ),
        (
            {"source": [1], "target": ["b"]},
            "column 'source' is of type int64; it must hold text, lists of text, or lists",
        ),
        ({"source": ["a"], "target": [b"b"]}, "column 'target' is of type binary"),
        ({"source": ["a"], "target": [{"x": "y"}]}, "column 'target' is of type struct<x: string>"),
        ({"source": ["a"], "target": [[[["y"]]]]}, "column 'target' is of type list<.*list<.*list<"),
        (
            {"source": ["a"], "target": ["b"], "id": [1.5]},
            "column 'id' is of type double; it must hold text or integers",
        ),
    ],
)
def test_parquet_columns_that_are_refused(tmp_path: Path, columns: dict[str, Any], message: str) -> None:
    table = Table((parquet(tmp_path / "a.parquet", columns),))
    for action in (table.fingerprint, lambda: table.shards(Limits())):
        with pytest.raises(InputError, match=f"a.parquet: {message}"):
            action()


def test_two_parquet_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    table = pa.Table.from_arrays([pa.array(["a"])] * 3, ["source", "target", "source"])
    pq.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(InputError, match="has 2 columns 'source'"):
        Table((str(tmp_path / "a.parquet"),)).fingerprint()


def test_rows_of_parquet_that_are_rejected(tmp_path: Path) -> None:
    source = [["One."], None, ["Two.", None], [], ["Three."], ["Four."]]
    broken = pa.Array.from_buffers(
        pa.string(), 6, [None, pa.array([0, 1, 2, 3, 4, 5, 6], pa.int32()).buffers()[1], pa.py_buffer(b"abcd\xfff")]
    )
    path = parquet(tmp_path / "a.parquet", {"source": pa.array(source, STRINGS), "target": broken})
    first, *rejected, last = everything(Table((path,)))
    assert [pair.line for pair in (first, last)] == [1, 6]
    assert [(item.line, item.reason) for item in rejected if isinstance(item, Rejected)] == [
        (2, "column 'source' is null"),
        (3, "has a null in a list of sentences"),
        (4, "column 'source' is an empty list"),
        (5, "is not UTF-8: invalid start byte"),
    ]


def test_nulls_deep_in_parquet_lists_are_rejected(tmp_path: Path) -> None:
    source = [[["One."], None], [["Two."], []], [["Three.", None]], [[]]]
    columns = {
        "id": ["a", "b", "b", "b"],
        "source": pa.array(source, pa.list_(STRINGS)),
        "target": ["x", "x", "x", "x"],
    }
    table = Table((parquet(tmp_path / "a.parquet", columns),))
    assert rejections(table) == [
        (1, "has a null in a list of sentences"),
        (3, "has a null in a list of sentences"),
        (4, "id 'b' is already in row 2; give each pair a unique id" + NUMBER),
    ]


@given(
    st.integers(0, 40), st.integers(1, 15), st.integers(1, 9), st.randoms(use_true_random=False), st.integers(1, 300)
)
def test_any_parquet_is_read_row_by_row_and_shards_in_any_order(
    count: int, group: int, most: int, random: Any, size: int
) -> None:
    ids = [f"id {number}" for number in range(count)]
    columns = {"id": ids, "source": [[f"One {id}."] for id in ids] or pa.array([], STRINGS), "target": ids}
    with tempfile.TemporaryDirectory() as folder:
        path = parquet(Path(folder, "a.parquet"), columns, row_group_size=group)
        table = Table((path,), id_column="id")
        shards = list(table.shards(Limits(most, size)))
        assert all(1 <= shard.pairs <= min(most, group) for shard in shards)
        expected = list(zip(ids, range(1, count + 1), strict=True))
        assert [(pair.id, pair.line) for pair in pairs(table, Limits(most, size))] == expected
        random.shuffle(shards)
        found = {shard.number: [(item.id, item.line) for item in table.read(shard)] for shard in shards}
        assert [item for number in sorted(found) for item in found[number]] == expected


def test_damage_inside_a_parquet_file_loses_only_the_rows_there(tmp_path: Path) -> None:
    texts = [os.urandom(50).hex() for _ in range(30)]
    columns = {"source": texts, "target": texts}
    path = parquet(tmp_path / "a.parquet", columns, row_group_size=10, use_dictionary=False, compression="gzip")
    about = pq.ParquetFile(path).metadata.row_group(1).column(0)
    data = bytearray(Path(path).read_bytes())
    for offset in range(about.data_page_offset + 40, about.data_page_offset + about.total_compressed_size):
        data[offset] ^= 0x55
    Path(path).write_bytes(data)
    found = everything(Table((path,)))
    assert [item.line for item in found if isinstance(item, Pair)] == [*range(1, 11), *range(21, 31)]
    ((line, reason),) = [(item.line, item.reason) for item in found if isinstance(item, Rejected)]
    assert line == 11
    assert reason.startswith("rows 11 to 20 are damaged: ")


def test_a_parquet_file_with_fewer_rows_than_before_is_an_error(tmp_path: Path) -> None:
    path = parquet(tmp_path / "a.parquet", {"source": ["a"] * 9, "target": ["b"] * 9}, row_group_size=5)
    shards = list(Table((path,)).shards(Limits()))
    parquet(tmp_path / "a.parquet", {"source": ["a"] * 2, "target": ["b"] * 2})
    for shard in shards:
        with pytest.raises(InputError, match=r"a\.parquet: has fewer rows than before"):
            list(Table((path,)).read(shard))


def test_parquet_without_pyarrow_names_the_extra(tmp_path: Path) -> None:
    path = parquet(tmp_path / "a.parquet", {"source": ["a"], "target": ["b"]})
    with (
        patch.dict("sys.modules", {"pyarrow": None, "pyarrow.parquet": None}),
        pytest.raises(
            InputError, match=f"Parquet files need pyarrow; install it: {re.escape(install_command('corpus'))}"
        ),
    ):
        Table((path,)).fingerprint()


# Behind a URL.


@pytest.fixture
def store() -> Iterator[Any]:
    fsspec = pytest.importorskip("fsspec")
    system = fsspec.filesystem("memory")
    system.makedirs("/tables", exist_ok=True)
    yield system
    system.rm("/tables", recursive=True)


def test_tables_behind_urls_are_cut_read_and_unpacked_there(tmp_path: Path, store: Any) -> None:
    data = Path(jsonl(tmp_path / "a.jsonl", ROWS)).read_bytes()
    columns = {name: [row[name] for row in ROWS] for name in ("id", "source", "target")}
    rows = Path(parquet(tmp_path / "b.parquet", columns)).read_bytes()
    for name, content in {"a.jsonl": data, "b.parquet": rows, "c.jsonl.gz": gzip.compress(data)}.items():
        store.pipe_file(f"/tables/{name}", content)
    paths = [f"memory://tables/{name}" for name in ("a.jsonl", "b.parquet", "c.jsonl.gz")]
    table = Table(tuple(paths))
    assert table.fingerprint().bytes == len(data) + len(rows) + len(gzip.compress(data))
    ready = table.stage("memory://tables/work", lambda *_: None)
    assert ready.paths[2].startswith("memory://tables/work/")
    found = pairs(ready, Limits(2))
    assert [(pair.id, pair.origin) for pair in found] == [
        (f"{name[0]}:{row['id']}", name) for name in ("a.jsonl", "b.parquet", "c.jsonl.gz") for row in ROWS
    ]
    calls: list[Any] = []
    assert table.stage("memory://tables/work", lambda *call: calls.append(call)) == ready
    assert calls == []
    with pytest.raises(InputError, match=r"memory://tables/none\.csv: cannot be read: no such file"):
        Table(("memory://tables/none.csv",)).fingerprint()
    with pytest.raises(InputError, match="is the same file as"):
        Table((paths[0], paths[0])).fingerprint()
