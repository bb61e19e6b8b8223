"""Tables as they are published: other delimiters and encodings, JSON arrays, usual columns, rows that are parts."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import re
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pyarrow import parquet as pq

from vicinal.alignment import assemble
from vicinal.corpus.contract import EMPTY, Accounts, Limits, Pair, Rejected, silent
from vicinal.corpus.engines import Processes
from vicinal.corpus.readers import corpus_at, detect_reader, table_groups, table_json
from vicinal.corpus.readers.table import Table
from vicinal.corpus.readers.table_json import JsonKind, items
from vicinal.corpus.runs import run
from vicinal.errors import InputError
from vicinal.formats import save
from vicinal.link import Link
from vicinal.text.document import Document

ROWS = [
    ("r1", "Der Fährmann, so heißt es, kam früh; er kam allein.", "Der Mann kam früh."),
    ("r2", "Niemand wusste, warum er „nein“ sagte.", 'Er sagte: "Nein".'),
    ("r3", "Das Boot|das alte|blieb am Ufer liegen.", "Das Boot blieb da."),
]
TEXTS = [row[1:] for row in ROWS]
HEADER = ("id", "source", "target")


def read(table: Table, work: Path | None = None, limits: Limits | None = None) -> list[Pair | Rejected]:
    """All that a table gives, staged if it must be."""
    table, _ = table.recognised()
    table.fingerprint()
    if table.needs_staging:
        assert work is not None, "the table must be staged"
        table = table.stage(str(work), silent)
        assert not table.needs_staging
    return [one for shard in table.shards(limits or Limits()) for one in table.read(shard)]


def texts(found: list[Pair | Rejected]) -> list[tuple[str, str]]:
    assert not [one for one in found if isinstance(one, Rejected)], found
    pairs = [one for one in found if isinstance(one, Pair)]
    return [(" ".join(pair.source.sentences), " ".join(pair.target.sentences)) for pair in pairs]


def table_text(delimiter: str, quoting: int = csv.QUOTE_MINIMAL, rows: Any = ROWS, header: Any = HEADER) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator="\n").writerows(  # type: ignore[arg-type]
        [header, *rows]
    )
    return text.getvalue()


def written(path: Path, data: str | bytes) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(path)


# Delimiters and quotes.


def test_a_tsv_whose_texts_are_quoted_and_whose_numbers_are_not(tmp_path: Path) -> None:
    rows = [
        (f'"n{number}"', str(number), '"A mill, at last."', f'"It {turns}."') for number, turns in enumerate("abcd")
    ]
    for header, count in ((["id", "score", "source", "target"], 4), (["id", "score", "source", "target"], 2)):
        text = "".join("\t".join(row) + "\n" for row in [header, *rows[:count]])
        found = read(Table((written(tmp_path / "a.tsv", text),), split="lines"))
        source = "A mill, at last." if count > 2 else '"A mill, at last."'  # two rows may be quoted sentences
        assert [pair for pair, _ in texts(found)] == [source] * count


def test_the_tables_of_links_that_are_exported_are_read_as_they_are(tmp_path: Path) -> None:
    sentences = ['"No," she said.', "A\ttab.", "=1+1", "Zwei\nZeilen.", "Plain."]
    document = Document([[sentence] for sentence in sentences], "x", "en")
    links = [Link((n,), (n,), 0.5) for n in range(len(sentences))]
    save(assemble(document, document, links, ""), tmp_path / "a.tsv")
    table = Table((str(tmp_path / "a.tsv"),), "source_text", "target_text", id_column="", split="lines")
    assert [one.source.paragraphs for one in read(table) if isinstance(one, Pair)] == [
        (("\"No,\" she said.",),), (("A\ttab.",),), (("=1+1",),), (("Zwei", "Zeilen."),), (("Plain.",),)
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.txt", "a.tab"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
def test_delimiters_are_recognised(tmp_path: Path, name: str, delimiter: str, quoting: int) -> None:
    path = written(tmp_path / name, table_text(delimiter, quoting))
    assert texts(read(Table((path,), split="lines"), limits=Limits(1))) == TEXTS
    words = {",": "comma", ";": "semicolon", "\t": "tab", "|": "PIPE"}
    for name in (delimiter, words[delimiter]):
        assert texts(read(Table((path,), delimiter=name, split="lines"))) == TEXTS


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        # A semicolon, or even one in every row, does not make a normal CSV file something else.
        ("a.csv", "source,target;simple,target\nOne; two.,x;y,Three; four.\n", [("One; two.", "Three; four.")]),
        ("a.csv", "source,target\nOne; two.,Three; four.\nFive; six.,Seven; eight.\n", None),
        ("a.csv", 'source,"target;x",target\n"a;b",c,d\n', [("a;b", "d")]),
        ("a.csv", "source;target\nOne, two.;Three, four.\n", [("One, two.", "Three, four.")]),
        ("a.csv", 'source;target\n"One; ""two"".";Three\n', [('One; "two".', "Three")]),
        # Excel's line with the delimiter; it is no row, and lines are counted with it.
        ("a.csv", "sep=;\nsource;target\na,b;c\n", [("a,b", "c")]),
        ("a.csv", '"sep=;"\r\nsource;target\r\na,b;c\r\n', [("a,b", "c")]),
        ("a.csv", "SEP=|\nsource|target\na,b|c;d\n", [("a,b", "c;d")]),
        # Rows that do not fit are rejected by themselves, as before, and change nothing.
        ("a.tsv", "source\ttarget\na,b\tc,d\n", [("a,b", "c,d")]),
        # Quotes that are text.
        ("a.tsv", 'source\ttarget\n"I am, yes."\tAn, x.\n', [('"I am, yes."', "An, x.")]),
        ("a.tsv", 'source\ttarget\n"I am here."\tHe is here.\n', [('"I am here."', "He is here.")]),
        ("a.tsv", 'source\ttarget\n5" pipe\t"x"\n', [('5" pipe', '"x"')]),
        ("a.tsv", 'source\ttarget\n"Yes, he said.\t""\n', [('"Yes, he said.', '""')]),
        # Quotes that are not.
        ("a.tsv", 'source\ttarget\n"He said ""yes""."\tYes.\n', [('He said "yes".', "Yes.")]),
        ("a.tsv", '"source"\t"target"\n"One."\t"Two."\n', [("One.", "Two.")]),
        ("a.tsv", 'source\ttarget\n"One, two."\tThree.\n', [("One, two.", "Three.")]),
        ("a.tsv", 'source\ttarget\n"One.\nTwo."\tThree.\n', [("One. Two.", "Three.")]),
        ("a.tsv", 'source\ttarget\r\n"One.\tTwo."\tThree.\r\n', [("One.\tTwo.", "Three.")]),
    ],
)  # fmt: skip
def test_what_delimiters_and_quotes_mean(
    tmp_path: Path, name: str, data: str, expected: list[tuple[str, str]] | None
) -> None:
    expected = expected or [("One; two.", "Three; four."), ("Five; six.", "Seven; eight.")]
    assert texts(read(Table((written(tmp_path / name, data),), split="lines"))) == expected


def test_the_line_that_names_the_delimiter_is_counted(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "sep=;\nsource;target\na;b\n")
    assert [pair.id for pair in read(Table((path,)))] == ["a:3"]


def test_a_few_bad_rows_do_not_change_the_delimiter(tmp_path: Path) -> None:
    rows = ["One.,Two.", "Three,four.,Five.", "Six.,Seven.", "a;b", "Eight.,Nine."]
    path = written(tmp_path / "a.csv", "source,target\n" + "\n".join(rows) + "\n")
    found = read(Table((path,)))
    assert [one.line for one in found if isinstance(one, Rejected)] == [3, 5]


@given(
    st.lists(st.tuples(*[st.text(st.sampled_from('ab ",;|\t\né'), max_size=9)] * 2), min_size=1, max_size=6),
    st.sampled_from(",;\t|"),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
@example([('"', "a")], "\t", csv.QUOTE_MINIMAL)
def test_any_table_is_read_with_the_delimiter_that_is_given(
    rows: list[tuple[str, str]], delimiter: str, quoting: int
) -> None:
    rows = [(f"{number} {a}", f"b{b}") for number, (a, b) in enumerate(rows)]
    with tempfile.TemporaryDirectory() as folder:
        path = written(Path(folder, "a.csv"), table_text(delimiter, quoting, rows, ("source", "target")))
        table = Table((path,), delimiter=delimiter, separator="\0")
        found = read(table, limits=Limits(2))
    expected = [
        tuple(" ".join(line.strip() for line in cell.splitlines() if line.strip()) for cell in row) for row in rows
    ]
    assert texts(found) == expected


# Encodings.


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-16-le", "utf-8-sig", "mac-roman", "utf-8", "gb18030"])
@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.json", "a.csv.gz", "a.txt"])
def test_encodings(tmp_path: Path, encoding: str, name: str) -> None:
    if "json" in name:
        objects = [json.dumps(dict(zip(HEADER, row, strict=True)), ensure_ascii=False) for row in ROWS]
        text = "\n".join(objects) if name == "a.jsonl" else f"[{', '.join(objects)}]"
    else:
        text = table_text("\t" if name == "a.txt" else ";")
    data = text.encode(encoding)
    path = written(tmp_path / name, gzip.compress(data) if name.endswith(".gz") else data)
    table = Table((path,), encoding=encoding, split="lines")
    for limits in (Limits(), Limits(1)):
        assert texts(read(table, tmp_path / "work", limits)) == TEXTS


def test_only_some_encodings_are_rewritten(tmp_path: Path) -> None:
    for encoding, is_rewritten in [("latin-1", False), ("windows-1251", False), ("utf-16", True), ("cp932", True)]:
        path = written(tmp_path / f"{encoding}.csv", "source,target\nа,б\n".encode(encoding, "replace"))
        assert Table((path,), encoding=encoding).needs_staging is is_rewritten


def test_of_several_files_some_may_be_utf8(tmp_path: Path) -> None:
    text = table_text(",")
    paths = [written(tmp_path / "a.csv", text.encode("cp1252")), written(tmp_path / "b.csv", text)]
    assert texts(read(Table(tuple(paths), encoding="cp1252", split="lines"))) == TEXTS * 2


@pytest.mark.parametrize(
    ("encoding", "bad", "reason"),
    [
        (None, "é".encode("cp1252"), "is not UTF-8: .*; it seems to be windows-1252: give --encoding windows-1252, "),
        ("cp1252", b"\x81", "^is not cp1252; give another --encoding, or save the table as UTF-8$"),
        ("shift_jis", b"\xff", "^is not shift_jis; give another --encoding, or save the table as UTF-8$"),
    ],
)
@pytest.mark.parametrize("name", ["a.csv", "a.jsonl"])
def test_a_row_in_another_encoding_is_rejected_alone(
    tmp_path: Path, name: str, encoding: str | None, bad: bytes, reason: str
) -> None:
    data = b"source,target\nOne.,Two.\nd%sj% vu,x\nThree.,Four.\n".replace(b"%s", bad).replace(b"%", bad)
    if name == "a.jsonl":
        lines = data.splitlines()[1:]
        data = b"".join(b'{"source": "%s", "target": "%s"}\n' % tuple(line.split(b",")) for line in lines)
    found = read(Table((written(tmp_path / name, data),), encoding=encoding), tmp_path / "work")
    first, rejected, last = found
    assert isinstance(first, Pair)
    assert isinstance(last, Pair)
    assert isinstance(rejected, Rejected)
    assert re.search(reason, rejected.reason)


def test_a_table_in_another_encoding_gets_a_note(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", table_text(",").encode("cp1252"))
    table, notes = Table((path,)).recognised()
    assert notes == (f"{path}: has rows that are not UTF-8; if it is windows-1252, give --encoding windows-1252",)
    assert [type(one) for one in read(table)] == [Rejected, Rejected, Pair]
    assert Table((path,), encoding="windows-1252").recognised()[1] == ()


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.csv", "source,target\n", "a.csv: has a header but no rows; there is nothing to align"),
        (
            "a.tsv.gz",
            gzip.compress(b"source\ttarget\n", mtime=0),
            "a.tsv.gz: has a header but no rows; there is nothing",
        ),
        ("a.jsonl", "", "a.jsonl: has no rows; there is nothing to align"),
    ],
)
def test_a_table_without_rows_is_refused(tmp_path: Path, name: str, data: str | bytes, message: str) -> None:
    path = written(tmp_path / name, data)
    with pytest.raises(InputError, match=re.escape(message)):
        run(Table((path,)), tmp_path / "out")
    with pytest.raises(InputError, match=r"and 1 more: have no rows; there is nothing to align$"):
        run(Table((path, written(tmp_path / "b.csv", "source,target\n"))), tmp_path / "out")


def test_lists_of_paragraphs_get_a_note(tmp_path: Path) -> None:
    paragraph = "The ferry left at nine. It was full."
    row = {"id": "a", "source": [paragraph, paragraph, "The end."], "target": ["The boat left."]}
    path = written(tmp_path / "a.jsonl", json.dumps(row) + "\n")
    assert Table((path,)).recognised()[1] == (
        "an item of a list is read as one sentence, but most in 'source' hold several; "
        "give paragraphs as a text with blank lines between them",
    )
    row["source"] = ["The ferry left at nine.", "Mr. Hill was there.", "It was full.", "The end."]
    assert Table((written(tmp_path / "b.jsonl", json.dumps(row) + "\n"),)).recognised()[1] == ()


def test_rows_in_utf8_among_others_get_a_note(tmp_path: Path) -> None:
    data = "source,target\nDéjà vu.,Déjà vu.\n".encode("cp1252") + "Été.,Été.\n".encode()
    path = written(tmp_path / "a.csv", data)
    note = f"{path}: has rows that are UTF-8 beside rows that are latin-1; they are read as latin-1; save it as UTF-8"
    assert Table((path,), encoding="latin-1").recognised()[1] == (note,)
    other = written(tmp_path / "b.csv", "source,target\nDéjà vu.,Déjà vu.\n".encode("cp1252"))
    assert Table((other,), encoding="latin-1").recognised()[1] == ()


def test_a_header_in_another_encoding_names_it(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "schwer,größe,vereinfachte fassung\n".encode("cp1252"))
    with pytest.raises(InputError, match=r"a\.csv, line 1: is not UTF-8: .* it seems to be windows-1252: give --enc"):
        Table((path,)).fingerprint()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_named(tmp_path: Path, encoding: str) -> None:
    path = written(tmp_path / "a.csv", table_text(",").encode(encoding))
    with pytest.raises(InputError, match=rf"a\.csv: is UTF-16 text; give --encoding {encoding}, or save it as UTF-8$"):
        Table((path,)).fingerprint()


@pytest.mark.parametrize("suffix", ["", ".gz"])
@pytest.mark.parametrize(
    ("named", "really", "message"),
    [
        ("utf-16", "windows-1252", "is not utf-16: it has no byte order mark; it seems to be windows-1252: give "),
        ("utf-16", "utf-16-le", "is not utf-16: it has no byte order mark; it seems to be utf-16-le: give "),
        ("UTF_32", "utf-16-be", "is not UTF_32: it has no byte order mark; it seems to be utf-16-be: give "),
        ("utf-32", "utf-16", "is not utf-32: it has no byte order mark; it seems to be utf-16: give "),
        ("utf-16-le", "windows-1252", "is not utf-16-le; it seems to be windows-1252: give --encoding windows-1252"),
        ("utf-16-be", "utf-16-le", "is not utf-16-be; it seems to be utf-16-le: give --encoding utf-16-le"),
        ("utf-32", "utf-32-le", "is not utf-32: it has no byte order mark; give another --encoding, or save it as"),
    ],
)
def test_a_table_that_is_not_in_the_wide_encoding_that_is_named(
    tmp_path: Path, named: str, really: str, message: str, suffix: str
) -> None:
    data = table_text(",").encode(really)
    path = written(tmp_path / f"a.csv{suffix}", gzip.compress(data) if suffix else data)
    with pytest.raises(InputError, match=re.escape(f"{path}: {message}")):
        Table((path,), encoding=named, split="lines").recognised()
    if "utf" in really:
        assert texts(read(Table((path,), encoding=really, split="lines"), tmp_path / "work")) == TEXTS


# JSON files.

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}
OBJECTS = [dict(zip(HEADER, row, strict=True)) for row in ROWS]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(OBJECTS),
        json.dumps(OBJECTS, indent=2, ensure_ascii=False),
        "\ufeff \n" + json.dumps(OBJECTS, separators=(",", ":")) + "\n\n",
        json.dumps({"version": "1", "data": OBJECTS}),
        json.dumps({"train": OBJECTS[:2], "names": ["a", "b"], "test": OBJECTS[2:], "n": {"x": [1]}}, indent=1),
        "".join(json.dumps(one) + "\n" for one in OBJECTS),
        "".join(json.dumps({**one, "edits": [{"a": 1}]}) + "\n" for one in OBJECTS),
        json.dumps([{**one, "more": {"source": "not me", "list": [{"target": '}]"\\'}, [], "\\"]}} for one in OBJECTS]),
    ],
)
@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz"])
def test_json_files(tmp_path: Path, text: str, suffix: str) -> None:
    packers: dict[str, Callable[[bytes], bytes]] = {
        "": bytes,
        ".gz": gzip.compress,
        ".bz2": bz2.compress,
        ".xz": lzma.compress,
    }
    path = written(tmp_path / f"a.json{suffix}", packers[suffix](text.encode()))
    found = read(Table((path,), split="lines"), tmp_path / "work", Limits(2))
    assert texts(found) == TEXTS
    assert [(one.id, one.line, one.file) for one in found] == [
        (row[0], number, f"a.json{suffix}") for number, row in enumerate(ROWS, 1)
    ]


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    keys = st.sampled_from(["a", '"', "]"])
    return inner | st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3)


leaves: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(st.sampled_from('"\\{}[],: aé\n'), max_size=6)
)
json_values = nested(nested(nested(leaves)))


@given(st.lists(json_values, max_size=5), st.integers(1, 9), st.sampled_from([None, 1]), st.booleans())
def test_any_array_is_split_wherever_its_chunks_end(
    values: list[Any], size: int, indent: int | None, wrapped: bool
) -> None:
    objects = [value if isinstance(value, dict) else {"x": value} for value in values]
    whole = {"n": 1, "rows": objects} if wrapped else objects
    data = json.dumps(whole, indent=indent, ensure_ascii=False).encode()
    chunks = [data[at : at + size] for at in range(0, len(data), size)]
    kind = JsonKind.ARRAYS if wrapped else JsonKind.ARRAY
    if wrapped and not objects:
        with pytest.raises(InputError, match="has no array of objects"):
            list(items(chunks, kind, "a.json"))
        return
    lines = b"".join(items(chunks, kind, "a.json")).splitlines()
    assert [json.loads(line) for line in lines] == objects


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (json.dumps(OBJECTS)[:-1], r"a\.json: ends inside its array, after 3 objects; get a complete copy"),
        (json.dumps(OBJECTS)[:-40], r"a\.json: ends inside its array, after 3 objects; get a complete copy"),
        (json.dumps({"data": OBJECTS})[:-2], r"a\.json: ends inside its object, after 3 objects; get a complete copy"),
        (json.dumps(OBJECTS) * 2, r"a\.json: goes on after the end of its array; it must hold only one"),
        (json.dumps(OBJECTS) + "x", r"a\.json: goes on after the end of its array; it must hold only one"),
        ('{\n"a": {"b": 1}\n}', r"a\.json: has no array of objects; give an array of objects, or an object a line"),
        ("hello", r"a\.json: is not JSON; give an array of objects, or an object a line"),
        ("null", r"a\.json: is not JSON"),
        (json.dumps({"complex": ["One.", "Two."], "simple": ["1.", "2."]}), r"a\.json: is an object of columns; give"),
        (json.dumps({"complex": {"0": "One."}, "simple": {"0": "1."}}), r"of columns; give .* \(pandas: orient='rec"),
        (json.dumps({"complex": ["One.", "Two."]}, indent=1), r"a\.json: has no array of objects; .*orient='records'"),
        (b"PK\3\4", r"a\.json: is a zip archive or a spreadsheet"),
        (json.dumps([{"a": 1, "b": 2}]), r"a\.json: has no column 'source'; it has: a, b; name yours with --source"),
    ],
)
def test_json_files_that_are_refused(tmp_path: Path, data: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(Table((written(tmp_path / "a.json", data),)), tmp_path / "work")
    assert "\n" not in str(caught.value)


def test_the_first_of_the_lines_in_a_json_file_may_be_long(tmp_path: Path) -> None:
    rows = [{"source": "It rained all day. " * 70_000, "target": "Rain."}, {"source": "Stop.", "target": "Stop."}]
    path = written(tmp_path / "a.json", "".join(json.dumps(row) + "\n" for row in rows))
    assert [one.line for one in read(Table((path,), split="lines")) if isinstance(one, Pair)] == [1, 2]
    columns = {"source": ["It rained all day."] * 70_000, "target": ["Rain."] * 70_000}
    with pytest.raises(InputError, match=r"b\.json: seems to be an object of columns; .*rename it to end in \.jsonl"):
        Table((written(tmp_path / "b.json", json.dumps(columns)),)).recognised()
    many = json.dumps({"version": "1", "train": [{"source": "It rained.", "target": "Rain."}] * 50_000})
    path = written(tmp_path / "c.json", many)
    assert Table((path,)).needs_staging


def test_items_that_cannot_be_rows_are_rejected_alone(tmp_path: Path) -> None:
    deep = '{"source": ' + "[" * 100_000 + "]" * 100_000 + "}"
    bad = ["5", '"a, b"', "[1, 2]", "null", deep, '{"source": 1e999, "target": "x"}', '{"source": "\0", "target": "x"}']
    good = json.dumps(OBJECTS[0])
    twice = '{"id": "z", "source": "no", "source": "Yes.", "target": "Yes."}'
    path = written(tmp_path / "a.json", f"[{', '.join([good, *bad, twice])}]")
    found = read(Table((path,)), tmp_path / "work")
    assert [one.line for one in found if isinstance(one, Rejected)] == list(range(2, 9))
    assert [(one.line, one.id) for one in found if isinstance(one, Pair)] == [(1, "r1"), (9, "z")]


@given(
    st.lists(st.sampled_from(["5", "null", '"a, ]"', "[1, 2]", "[]", "{}", '{"a": "]"}']), max_size=4),
    st.integers(1, 30),
    st.sampled_from(["", " \n"]),
)
def test_each_item_of_an_array_is_a_row_the_last_one_too(values: list[str], size: int, space: str) -> None:
    data = f"[{space}{f'{space},{space}'.join(values)}{space}]".encode()
    chunks = [data[at : at + size] for at in range(0, len(data), size)]
    lines = b"".join(items(chunks, JsonKind.ARRAY, "a.json")).decode().splitlines()
    assert lines == [value if value.startswith("{") else "null" for value in values]


def test_an_array_fills_no_memory(tmp_path: Path) -> None:
    row = json.dumps({"source": "A word. " * 2000, "target": "It rained."})
    path = tmp_path / "a.json"
    with path.open("w") as file:
        file.write("[" + row)
        for _ in range(1500):
            file.write(",\n" + row)
        file.write("]")
    assert path.stat().st_size > 20_000_000
    table, _ = Table((str(path),)).recognised()
    tracemalloc.start()
    staged = table.stage(str(tmp_path / "work"), silent)
    assert sum(shard.pairs for shard in staged.shards(Limits())) == 1501
    assert tracemalloc.get_traced_memory()[1] < 12_000_000
    tracemalloc.stop()


# Columns, ids, separators.


@pytest.mark.parametrize(
    ("names", "expected", "note"),
    [
        ("id source target complex simple", ("source", "target", "id"), None),
        ("pair_id Complex SIMPLE labels", ("Complex", "SIMPLE", "pair_id"), "columns 'Complex' and 'SIMPLE', ids from"),
        ("normal simple title", ("normal", "simple", "id"), "--source-column, --target-column"),
        ("_id r_content s_content", ("r_content", "s_content", "_id"), "ids from '_id'"),
        ("Elementary Intermediate Advanced", ("Advanced", "Elementary", "id"), "not read: 'Intermediate'"),
        ("complex_text simple_text source", ("complex_text", "simple_text", "id"), "'complex_text' and 'simple_text'"),
        ("src tgt", ("src", "tgt", "id"), "'src' and 'tgt'"),
    ],
)
@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_usual_columns_are_recognised(
    tmp_path: Path, kind: str, names: str, expected: tuple[str, ...], note: str | None
) -> None:
    row = dict.fromkeys(names.split(), "A word.")
    path = tmp_path / f"a.{kind}"
    if kind == "csv":
        path.write_text(f"{','.join(row)}\n{','.join(row.values())}\n")
    elif kind == "jsonl":
        path.write_text(json.dumps(row) + "\n")
    else:
        pq.write_table(pa.table({name: [cell] for name, cell in row.items()}), path)
    table, notes = Table((str(path),)).recognised()
    assert (table.source_column, table.target_column, table.id_column) == expected
    assert len(notes) == (note is not None)
    assert note is None or note in notes[0]
    assert table.recognised() == (table, ())
    assert eval(repr(table)) == table
    (pair,) = read(table)
    assert isinstance(pair, Pair)
    assert pair.levels == expected[:2]


def test_columns_that_are_not_evident_are_asked_for(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "original,simple,simplified\na,b,c\n")
    message = (
        r"a\.csv: more than one pair of columns may hold the texts \(original and simplified, original and simple\); "
        "name yours with --source-column and --target-column"
    )
    with pytest.raises(InputError, match=message):
        Table((path,)).recognised()
    assert texts(read(Table((path,), target_column="simple"))) == [("a", "b")]
    assert texts(read(Table((path,), source_column="simple", target_column="simplified"))) == [("b", "c")]


def test_a_table_of_links_to_correct_is_no_table_of_texts(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    document = Document([["The mill stood still."]], "x", "en")
    save(assemble(document, document, [Link((0,), (0,), 0.5)], ""), path)
    with pytest.raises(InputError, match=r"a\.csv: is a table of links to correct; read it with 'vicinal import'"):
        Table((str(path),)).recognised()


@pytest.mark.parametrize("kind", ["tsv", "jsonl", "parquet"])
def test_columns_without_words_hold_no_texts(tmp_path: Path, kind: str) -> None:
    links = [Link((0,), (0,), 0.5), Link((1,), (1, 2), 0.5)]
    source = Document([["The mill stood still."], ["Nobody came."]], "x", "en")
    target = Document([["The mill stood."], ["No one came.", "Not one."]], "x", "en")
    path = tmp_path / f"a.{kind}"
    save(assemble(source, target, links, ""), path)
    table, notes = Table((str(path),), id_column="").recognised()
    assert (table.source_column, table.target_column) == ("source_text", "target_text")
    assert "the columns 'source_text' and 'target_text' (recognised)" in notes[0]
    # Numbers are taken if there is nothing else.
    path = Path(written(tmp_path / "b.csv", "source,target,simple_text\n1,2,Two.\n"))
    assert Table((str(path),)).recognised()[0].columns[:2] == ("source", "target")


def test_columns_with_another_role_hold_no_texts(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "source,target,complex,simple\nweb,w,a,b\n")
    (pair,) = read(Table((path,), origin_column="source"))
    assert isinstance(pair, Pair)
    assert (pair.origin, pair.levels) == ("web", ("complex", "simple"))


def test_names_of_columns_may_have_spaces_around(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "Elementary, Intermediate,Advanced \na,b,c\n")
    assert texts(read(Table((path,)))) == [("c", "a")]


def test_a_hundred_thousand_columns(tmp_path: Path) -> None:
    names = [f"c{number}" for number in range(100_000)]
    path = written(tmp_path / "a.csv", ",".join([*names, "complex", "simple"]) + "\n" + "," * 100_000 + "a,b\n")
    assert texts(read(Table((path,)))) == [("a", "b")]
    other = written(tmp_path / "b.csv", ",".join(names) + "\n")
    with pytest.raises(InputError, match=r"has no column 'source'; it has: c0, c1, .*c19, \.\.\.; name"):
        Table((other,)).fingerprint()


def test_thousands_of_columns_that_differ_in_case_only(tmp_path: Path) -> None:
    def cased(word: str) -> list[str]:
        choices = ((letter.lower(), letter.upper()) for letter in word)
        return ["".join(letters) for letters in product(*choices)]

    names = [name + filling for filling in cased("_content") for word in ("complex", "simple") for name in cased(word)]
    path = written(tmp_path / "a.csv", ",".join(names) + "\n")
    begun = time.monotonic()
    with pytest.raises(InputError, match="more than one pair of columns may hold the texts") as caught:
        Table((path,)).recognised()
    assert len(str(caught.value)) < 1000
    assert time.monotonic() - begun < 5


SENTENCES = [
    (name, f"The {name} was shut all day on {day}.", f"The {name} was shut on {day}.")
    for name in ("mill", "ferry", "school")
    for day in ("Monday", "Tuesday", "Friday")
]


def test_ids_that_are_evidently_those_of_documents_are_asked_about(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", table_text(",", rows=SENTENCES))
    message = (
        "a.csv: many rows have the same 'id'; if a row is a part of a document, add --group-by id; "
        "else number the rows with --id-column ''"
    )
    shuffled = written(tmp_path / "shuffled" / "a.csv", table_text(",", rows=SENTENCES[::3] + SENTENCES[1::3]))
    for one in (path, shuffled):
        with pytest.raises(InputError, match=re.escape(message)):
            Table((one,)).recognised()
    assert len(read(Table((path,), group_by="id"), tmp_path / "work")) == 3
    assert len(texts(read(Table((path,), id_column="")))) == 9
    assert [isinstance(one, Pair) for one in read(Table((path,), id_column="id"))] == [True, False, False] * 3
    # A few may repeat by mistake.
    path = written(tmp_path / "b.csv", table_text(",", rows=[*ROWS, *ROWS[2:], *ROWS[2:]]))
    assert [isinstance(one, Pair) for one in read(Table((path,)))] == [True, True, True, False, False]


@pytest.mark.parametrize("name", ["doc_id", "Article", "title"])
def test_a_note_tells_of_rows_that_may_be_parts_of_documents(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "a.csv", table_text(",", rows=SENTENCES, header=(name, "source", "target")))
    _, notes = Table((path,)).recognised()
    assert notes == (
        f"rows that follow each other have the same {name!r}; if a row is a part of a document, add --group-by {name}",
    )
    assert Table((path,), group_by=name).recognised()[1] == ()
    assert Table((path,), id_column="").recognised()[1] == ()
    # Long texts are documents.
    rows = [(name, f"{source} " * 100, target) for name, source, target in SENTENCES]
    path = written(tmp_path / "b.csv", table_text(",", rows=rows, header=(name, "source", "target")))
    assert Table((path,)).recognised()[1] == ()


def test_a_note_tells_of_files_that_may_be_documents(tmp_path: Path) -> None:
    text = table_text(",", rows=[row[1:] for row in SENTENCES], header=("source", "target"))
    paths = tuple(written(tmp_path / f"{number}.csv", text) for number in range(4))
    (note,) = Table(paths).recognised()[1]
    assert note == "the rows of each file are numbered; if they are parts of one document, add --group-by file"
    assert Table(paths, group_by="file").recognised()[1] == ()
    assert Table(paths[:3]).recognised()[1] == ()  # perhaps train, valid and test


def test_ids_that_repeat_are_not_taken_for_ids(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "doc_id,complex,simple\n7,a,b\n7,c,d\n")
    assert [one.id for one in read(Table((path,)))] == ["a:2", "a:3"]
    path = written(tmp_path / "b.csv", "article_id,complex,simple\n7,a,b\n8,c,d\n")
    assert [one.id for one in read(Table((path,)))] == ["7", "8"]
    both = Table((str(tmp_path / "b.csv"), written(tmp_path / "c.csv", "complex,simple\na,b\n")))
    assert [one.id for one in read(both)] == ["b:2", "b:3", "c:2"]


@pytest.mark.parametrize("separator", ["<s>", "</s>", "|||", "<sep>", "[SEP]"])
def test_evident_separators_are_recognised(tmp_path: Path, separator: str) -> None:
    cell = f"One word. {separator} Two words. Still two. {separator} Three."
    rows = [(cell, cell), ("One.", cell), ("One.", "One."), ("One.", "One.")]
    path = written(tmp_path / "a.csv", table_text(",", rows=rows, header=("source", "target")))
    table, notes = Table((path,)).recognised()
    assert table.separator == separator
    assert notes == (f"read sentences separated by {separator!r} (recognised); change it with --separator",)
    first = read(table)[0]
    assert isinstance(first, Pair)
    assert first.source.paragraphs == (("One word.", "Two words. Still two.", "Three."),)
    assert Table((path,), separator="").recognised()[0].separator == ""


@pytest.mark.parametrize(
    "rows",
    [
        [("He <s>never</s> came.", "He <s>never</s> came.")],
        [("<s> One word.", "<s> One."), ("One.</s>", "Two.</s>")],
        [("One ||| two.", "One.")],
        [("One ||| two.", "One ||| two.")] + [("One.", "One.")] * 9,
        [],
    ],
)
def test_separators_that_are_not_evident(tmp_path: Path, rows: list[tuple[str, str]]) -> None:
    path = written(tmp_path / "a.csv", table_text(",", rows=rows, header=("source", "target")))
    assert Table((path,)).recognised()[0].separator == ""


def test_the_language_of_separated_sentences_is_recognised(tmp_path: Path) -> None:
    cell = "The ferry left the harbour at nine. <s> It was full of people. <s> Nobody knew why it was late again."
    path = written(tmp_path / "a.csv", table_text(",", rows=[(cell, cell)] * 9, header=("source", "target")))
    table, _ = Table((path,)).recognised()
    manifest = run(table, tmp_path / "out", "vicinity").manifest
    assert manifest["reading"] == {"split": "prose", "language": "en"}
    assert manifest["counts"]["source_sentences"] == 27
    assert records(tmp_path / "out").count(b'"language":"en"') == 18


# Rows that are parts of documents.

PARTS = [
    ("d1", "The ferry left at nine. It was full.", "The boat left."),
    ("d1", "The ferry left at nine. It was full.", "It was full."),
    ("d1", "Nobody knew why.", ""),
    ("d2", "It rained.", "It rained all day."),
    ("d2", "", "Then it stopped."),
    ("d3", "No partner here.", " "),
]


def parts_table(path: Path, rows: Any = PARTS) -> str:
    return written(path, table_text(",", rows=rows, header=("doc", "complex", "simple")))


@pytest.mark.parametrize("limits", [Limits(), Limits(1), Limits(10, 5)])
def test_rows_of_a_document_are_gathered(tmp_path: Path, limits: Limits) -> None:
    table = Table((parts_table(tmp_path / "a.csv"),), group_by="doc", language="en")
    first, second, third = read(table, tmp_path / "work", limits)
    assert isinstance(first, Pair)
    assert isinstance(second, Pair)
    assert (first.id, first.line, first.levels) == ("d1", 2, ("complex", "simple"))
    assert first.source.paragraphs == (("The ferry left at nine.", "It was full."), ("Nobody knew why.",))
    assert first.target.paragraphs == (("The boat left.",), ("It was full.",))
    assert (second.id, second.line) == ("d2", 5)
    assert second.source.paragraphs == (("It rained.",),)
    assert second.target.paragraphs == (("It rained all day.",), ("Then it stopped.",))
    assert third == Rejected("a.csv", 7, "d3", "column 'simple' is empty", EMPTY)


def test_a_row_that_is_there_twice_is_kept_twice(tmp_path: Path) -> None:
    rows = [("d", "Row!", "Row!"), ("d", "Row!", "Row!"), ("d", "Row!", "Stop."), ("d", "", "Stop.")]
    (pair,) = read(Table((parts_table(tmp_path / "a.csv", rows),), group_by="doc", language="en"), tmp_path / "work")
    assert isinstance(pair, Pair)
    assert pair.source.paragraphs == (("Row!",), ("Row!",))
    assert pair.target.paragraphs == (("Row!",), ("Row!",), ("Stop.",))


def test_rows_of_jsonl_and_parquet_are_gathered(tmp_path: Path) -> None:
    rows = [
        {"doc": 1, "source": ["One.", "Two."], "target": ["A."]},
        {"doc": 1, "source": ["Three."], "target": []},
        {"doc": 2, "source": ["Four."], "target": ["B."]},
    ]
    path = written(tmp_path / "a.jsonl.gz", gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "b.parquet")
    for one in (path, str(tmp_path / "b.parquet")):
        found = read(Table((one,), group_by="doc"), tmp_path / "work")
        assert [
            (pair.id, pair.source.paragraphs, pair.target.paragraphs) for pair in found if isinstance(pair, Pair)
        ] == [
            ("1", (("One.", "Two."), ("Three.",)), (("A.",),)),
            ("2", (("Four.",),), (("B.",),)),
        ]


def test_a_file_can_be_a_document(tmp_path: Path) -> None:
    paths = [parts_table(tmp_path / f"{name}.csv", PARTS[at : at + 3]) for name, at in (("x", 0), ("y", 3))]
    found = read(Table(tuple(paths), group_by="file", language="en"), tmp_path / "work")
    assert [(one.id, one.file, one.line) for one in found] == [("x", "x.csv", 2), ("y", "y.csv", 2)]
    path = written(tmp_path / "z.csv", "file,source,target\na,b,c\n")
    with pytest.raises(InputError, match=r"z\.csv: has a column 'file'; rename it, or group by another column"):
        Table((path,), group_by="file").recognised()


def test_a_document_that_comes_again_is_refused(tmp_path: Path) -> None:
    table = Table((parts_table(tmp_path / "a.csv", [*PARTS, PARTS[0]]),), group_by="doc")
    message = r"a\.csv, line 8: doc 'd1' comes again after other rows; sort the table so that the rows of a document"
    with pytest.raises(InputError, match=message):
        read(table, tmp_path / "work")


def test_a_bad_row_spoils_the_documents_that_it_may_belong_to(tmp_path: Path) -> None:
    rows = [*PARTS[:3], ("d2", "too", "many", "cells"), *PARTS[3:5], ("", "a", "b"), ("d4", "One.", "Two.")]
    rows += [("d5", "One.", "Two.")]
    found = read(Table((parts_table(tmp_path / "a.csv", rows),), group_by="doc"), tmp_path / "work")
    reasons = [one.reason if isinstance(one, Rejected) else one.id for one in found]
    bad = "cannot be read as a whole: line 5 has 4 cells; the header has 3"
    empty = "cannot be read as a whole: column 'doc' is empty in line 8; give each row the name of its document"
    assert reasons == [f"'d1' {bad}", f"'d2' {bad}", f"'d4' {empty}", "d5"]


def test_a_document_that_is_too_large_is_named(tmp_path: Path) -> None:
    table = Table((parts_table(tmp_path / "a.csv"),), group_by="doc")
    with (
        patch.object(table_groups, "LARGEST_GROUP", 40),
        pytest.raises(InputError, match=r"a\.csv: the document 'd1' is larger than 0 MB; group the rows by a column"),
    ):
        read(table, tmp_path / "work")


def test_a_group_column_must_be_there(tmp_path: Path) -> None:
    path = parts_table(tmp_path / "a.csv")
    with pytest.raises(InputError, match="has no column 'article'; it has: doc, complex, simple; name yours with --gr"):
        Table((path,), group_by="article").fingerprint()


# Runs.


def corpus_of(path: Path, documents: int = 40) -> Table:
    rows = [
        (f"d{number}", f"The {word} train number {number} left at nine.", f"Train {number} left.")
        for number in range(documents)
        for word in ("early", "late", "long")
    ]
    path.mkdir(exist_ok=True)
    data = json.dumps([dict(zip(("doc", "complex", "simple"), row, strict=True)) for row in rows])
    return Table((written(path / "trains.json", data.encode("utf-16")),), encoding="utf-16", group_by="doc")


def records(out: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted((out / "shards").glob("*.jsonl")))


def test_workers_and_shards_change_nothing(tmp_path: Path) -> None:
    table = corpus_of(tmp_path / "corpus")
    first = run(table, tmp_path / "one", "vicinity")
    assert first.manifest["counts"]["pairs"] == 40
    assert first.manifest["accounting"]["read"] == {"files": 1}
    assert "source_column='complex'" in first.manifest["corpus"]
    run(table, tmp_path / "two", "vicinity", engine=Processes(2))
    run(table, tmp_path / "three", "vicinity", engine=Processes(2), limits=Limits(7, 300))
    assert len(records(tmp_path / "one")) > 1000
    assert records(tmp_path / "one") == records(tmp_path / "two") == records(tmp_path / "three")
    assert run(table, tmp_path / "one", "vicinity").manifest == first.manifest


def test_a_killed_run_is_resumed(tmp_path: Path) -> None:
    table = corpus_of(tmp_path / "corpus", 300)
    expected = run(table, tmp_path / "whole", "vicinity", limits=Limits(20))
    code = (
        "import sys; from vicinal.corpus.readers.table import Table; from vicinal.corpus.contract import Limits; "
        "from vicinal.corpus.runs import run; "
        f"run({table!r}, {str(tmp_path / 'out')!r}, 'vicinity', limits=Limits(20))"
    )
    for _ in range(2):
        begun = subprocess.Popen([sys.executable, "-c", code])
        until = time.monotonic() + 60
        while time.monotonic() < until and begun.poll() is None and not list(tmp_path.glob("out/shards/*00003*")):
            time.sleep(0.002)
        begun.kill()
        begun.wait()
    assert (tmp_path / "out" / "manifest.json").exists()
    resumed = run(table, tmp_path / "out", "vicinity", limits=Limits(20))
    assert resumed.manifest == expected.manifest
    assert records(tmp_path / "out") == records(tmp_path / "whole")


def test_accounts(tmp_path: Path) -> None:
    paths = [parts_table(tmp_path / "a.csv"), parts_table(tmp_path / "b.csv")]
    assert Table((paths[0],)).accounts() == Accounts({"files": 1})
    assert Table(tuple(paths)).accounts() == Accounts({"files": 2})
    manifest = run(Table(tuple(paths)), tmp_path / "out", "vicinity").manifest
    assert manifest["accounting"] == {"read": {"files": 2}, "pairs": 6, "left_out": {EMPTY: 6}}


def test_a_folder_of_tables_is_a_corpus(tmp_path: Path) -> None:
    (tmp_path / "part").mkdir()
    paths = [parts_table(tmp_path / "b.csv"), parts_table(tmp_path / "part" / "a.csv")]
    written(tmp_path / "README.md", "About.")
    assert detect_reader([str(tmp_path)]) == "table"
    assert corpus_at([str(tmp_path)]) == Table(tuple(paths))
    written(tmp_path / "a.txt", "Text.")
    assert detect_reader([str(tmp_path)]) == "folder"
    assert corpus_at([str(tmp_path)], "table") == Table(tuple(paths))
    with pytest.raises(InputError, match=r"a\.xlsx: is a spreadsheet; save it as CSV"):
        detect_reader(["a.xlsx"])


def test_an_endless_string_is_scanned_once() -> None:
    """The time for a string that spans many chunks grows with its length, not with its square."""

    def seconds(count: int) -> float:
        chunks = [b'[{"a": "'] + [b"x\\\\" * 10_000] * count + [b'"}]']
        begun = time.process_time()
        assert sum(map(len, items(chunks, JsonKind.ARRAY, "a.json"))) == 30_000 * count + 10
        return time.process_time() - begun

    assert min(seconds(800) for _ in range(3)) < 8 * min(seconds(200) for _ in range(3))  # 16, if it were the square
    assert table_json.json_kind(b"", "a.json") is JsonKind.LINES
