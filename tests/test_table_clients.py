"""Tables as their real clients read them, at their defaults: every row back, and every text equal."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

import vicinal
from vicinal.alignment import Aligned, Alignment, NotedLink, assemble
from vicinal.formats import FORMATS
from vicinal.link import Link
from vicinal.text.document import Document

HARD = [
    '"Go home," said Ana.',
    'He said "no".',
    '"',
    '""',
    '"all of it"',
    'ends with "',
    "=1+1",
    "=SUM(A1:A3)",
    "=cmd|' /C calc'!A0",
    "+1 for the plan.",
    "-5 degrees at night.",
    "- an item",
    "@home",
    "＝1+1",
    "'tis a text",
    "a\ttab",
    "\ttab first",
    "a\nline end",
    "a\n\nblank line",
    "a\rreturn",
    "a\r\nWindows line end",
    "\nline end first",
    " space first and last ",
    "next\x85line",
    "line\u2028separator",
    "paragraph\u2029separator",
    "no\xa0break",
    "\ufeffa mark first",
    "right \u202eto left",
    "חתול ישן",
    "zero\u200bwidth",
    "e\u0301 and é",
    "a lion 🦁, a family 👩\u200d👩\u200d👧",
    "Zürich, 日本、ไทย",
    "a, b; c | d",
    'back\\slash and \\t, \\N, \\"',
    "# not a comment",
    "%s and {this} and that",
    "vertical\x0btab",
    "form\x0cfeed",
    "file\x1cseparator",
    "nothing\x00here",
]
TAKEN_FOR_MISSING = ["NA", "null", "None", "NaN", "N/A", "#N/A", ""]  # by pandas, unless it is told not to
# Taken for numbers, dates, times and truth values by spreadsheets.
VALUES = ["007", "1e5", "1.50", "2024-01-02", "1/2", "1-1", "10:30", "100 %", "$5", "May 2020", "5. Mai", "TRUE"]


LONG = "What follows is what they said: "


def alignment_of(texts: Sequence[str]) -> Alignment:
    """Return an alignment with a link for each text; the last one has two sentences a side."""
    source, target = (Document([[start + text for text in texts]], "a", "en") for start in ("", LONG))
    links = [Link((k,), (k,), 0.5) for k in range(len(texts) - 2)]
    end = (len(texts) - 2, len(texts) - 1)
    return assemble(source, target, [*links, Link(end, end, 0.25)], "")


def texts_of(alignment: Alignment) -> list[tuple[str, str]]:
    return [alignment.texts(link) for link in alignment.sentences]


Client = Callable[[Path], list[tuple[Any, ...]]]


def by_pandas(path: Path) -> list[tuple[Any, ...]]:
    pandas = pytest.importorskip("pandas")
    if path.suffix == ".jsonl":
        frame = pandas.read_json(path, lines=True)
    elif path.suffix == ".parquet":
        frame = pandas.read_parquet(path)
    else:
        frame = pandas.read_csv(path, sep="\t")
    return list(zip(frame["source_text"].tolist(), frame["target_text"].tolist(), strict=True))


def by_polars(path: Path) -> list[tuple[Any, ...]]:
    polars = pytest.importorskip("polars")
    if path.suffix == ".jsonl":
        frame = polars.read_ndjson(path)
    elif path.suffix == ".parquet":
        frame = polars.read_parquet(path)
    else:
        frame = polars.read_csv(path, separator="\t")
    return list(frame.select("source_text", "target_text").iter_rows())


def by_duckdb(path: Path) -> list[tuple[Any, ...]]:
    duckdb = pytest.importorskip("duckdb")
    read = {".jsonl": "read_json_auto", ".parquet": "read_parquet"}.get(path.suffix, "read_csv_auto")
    with duckdb.connect() as connection:
        found = connection.execute(f"select source_text, target_text from {read}(?)", [str(path)])
        return [tuple(row) for row in found.fetchall()]


def by_python(path: Path) -> list[tuple[Any, ...]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = map(json.loads, file) if path.suffix == ".jsonl" else None
        rows = lines or csv.DictReader(file, delimiter="\t")
        return [(row["source_text"], row["target_text"]) for row in rows]


CLIENTS: list[Client] = [by_pandas, by_polars, by_duckdb, by_python]
# Python itself reads no Parquet.
CASES = [(to, one) for to in ("tsv", "jsonl", "parquet") for one in CLIENTS if to != "parquet" or one != by_python]


@pytest.mark.parametrize(("to", "client"), CASES)
def test_every_row_comes_back_equal(to: str, client: Client, tmp_path: Path) -> None:
    alignment = alignment_of(HARD)
    (path,) = vicinal.save(alignment, tmp_path / f"links.{to}")
    rows = client(path)
    assert rows == texts_of(alignment)


@pytest.mark.parametrize("client", CLIENTS)
def test_texts_like_missing_values_come_back_except_in_pandas(client: Client, tmp_path: Path) -> None:
    alignment = alignment_of([*TAKEN_FOR_MISSING, *VALUES, "Words.", "More."])
    (path,) = vicinal.save(alignment, tmp_path / "links.tsv")
    rows = client(path)
    expected = texts_of(alignment)
    missing = TAKEN_FOR_MISSING if client is by_pandas else [""] if client is by_duckdb else []
    assert len(rows) == len(expected)
    for row, texts in zip(rows, expected, strict=True):
        assert row[1] == texts[1]
        found = None if row[0] != row[0] else row[0]  # NaN
        assert found == (None if texts[0] in missing else texts[0])


@pytest.mark.parametrize("client", CLIENTS)
def test_a_long_table_whose_first_odd_row_comes_late(client: Client, tmp_path: Path) -> None:
    """Clients guess the types of a column and its quotation marks from the first rows: DuckDB from 20,480 of them."""
    texts = [*(f"This is sentence number {number}." for number in range(21_000)), '"Late," he said.', "1"]
    alignment = alignment_of(texts)
    (path,) = vicinal.save(alignment, tmp_path / "links.tsv")
    assert client(path) == texts_of(alignment)


@pytest.mark.parametrize(("to", "client"), CASES)
def test_a_lone_surrogate_becomes_its_escape(to: str, client: Client, tmp_path: Path) -> None:
    alignment = alignment_of(["half \ud83d a pair", "Words.", "More."])
    (path,) = vicinal.save(alignment, tmp_path / f"links.{to}")
    assert client(path)[0] == ("half \\ud83d a pair", LONG + "half \\ud83d a pair")


# Spreadsheets.


@pytest.fixture(scope="module")
def spreadsheet(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], list[list[Cell]]]:
    """Return what opens a file in LibreOffice and returns its cells."""
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("no LibreOffice on this machine: apt install libreoffice-calc")
    folder = tmp_path_factory.mktemp("office")
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"

    def cells(path: Path) -> list[list[Cell]]:
        # What its dialog proposes for a file with a byte order mark: commas, quotation marks, UTF-8.
        options = ["--headless", profile, "--infilter=CSV:44,34,76", "--convert-to", "fods", "--outdir", str(folder)]
        done = subprocess.run([office, *options, str(path)], capture_output=True, text=True, timeout=300, check=False)
        made = folder / f"{path.stem}.fods"
        if not made.exists():
            pytest.skip(f"this LibreOffice has no Calc: {done.stdout} {done.stderr}")
        return sheet(made)

    return cells


TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
Cell = tuple[str | None, bool, str]  # the type, whether it is a formula, and the text


def sheet(path: Path) -> list[list[Cell]]:
    rows = []
    for row in etree.parse(path).iter(f"{TABLE}table-row"):
        cells: list[Cell] = []
        for cell in row.iter(f"{TABLE}table-cell"):
            text = "\n".join(map(shown, cell.iter(f"{TEXT}p")))
            one = (cell.get(f"{OFFICE}value-type"), cell.get(f"{TABLE}formula") is not None, text)
            cells += [one] * min(int(cell.get(f"{TABLE}number-columns-repeated", "1")), 20)
        rows.append(cells)
    return rows


def shown(element: etree._Element) -> str:
    text = element.text or ""
    for child in element:
        if child.tag == f"{TEXT}s":
            text += " " * int(child.get(f"{TEXT}c", "1"))
        elif child.tag == f"{TEXT}tab":
            text += "\t"
        elif child.tag == f"{TEXT}line-break":
            text += "\n"
        else:
            text += shown(child)
        text += child.tail or ""
    return text


def test_a_spreadsheet_has_every_cell_as_text_and_no_formula(
    spreadsheet: Callable[[Path], list[list[Cell]]], tmp_path: Path
) -> None:
    alignment = alignment_of([*HARD, *VALUES, "Words.", "More."])
    notes = tuple(NotedLink((k,), (k,), False, text) for k, text in enumerate(HARD) if text.strip())
    path = tmp_path / "links.csv"
    path.write_bytes(
        b"".join(data for _, data in FORMATS["csv"].chunks([Aligned(alignment, notes=notes)], corpus=False))
    )
    header, *rows = spreadsheet(path)
    assert [name for _, _, name in header] == list(FORMATS["csv"].columns)[1:]
    assert not any(formula for row in rows for _, formula, _ in row)
    expected = list(csv.reader(io.StringIO(path.read_text("utf-8-sig"), newline="")))[1:]
    for column in (1, 2, 3, 6, 7):
        assert {row[column][0] for row in rows} <= {"string", None}
        assert [row[column][2] for row in rows] == [row[column] for row in expected]


def test_without_the_guard_a_spreadsheet_changes_texts(
    spreadsheet: Callable[[Path], list[list[Cell]]], tmp_path: Path
) -> None:
    """Why `.csv` has guards and brackets: quotation marks do not help."""
    path = tmp_path / "plain.csv"
    path.write_text('id,text\n"a","=1+1"\n"b","007"\n', "utf-8")
    assert [row[1] for row in spreadsheet(path)[1:]] == [("float", True, "2"), ("float", False, "7")]


# A corpus.


@pytest.mark.parametrize(("to", "client"), CASES)
def test_a_corpus_comes_back_equal(to: str, client: Client, tmp_path: Path) -> None:
    pairs = [
        Aligned(alignment_of(HARD), ("0", "1"), "news"),
        Aligned(alignment_of(HARD[::-1]), ('"', "=2"), "a\tb"),
    ]
    path = tmp_path / f"corpus.{to}"
    path.write_bytes(b"".join(data for _, data in FORMATS[to].chunks(pairs, corpus=True)))
    rows = client(path)
    expected = [texts for one in pairs for texts in texts_of(one.alignment)]
    assert rows == expected
