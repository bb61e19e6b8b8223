"""The list of pairs on the server: search, filters, counts, places, the next pair to do, and files of old versions."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.test_app import Client, asking
from tests.toy_corpus import Toy
from vicinal import Document, align
from vicinal.alignment import Aligned
from vicinal.app.database import FORMAT
from vicinal.app.edits import Edits
from vicinal.app.library import Library, empty_library
from vicinal.app.library_listing import Selection
from vicinal.app.library_sources import library_at, run_library
from vicinal.app.pair_summary import pair_key
from vicinal.app.pair_words import folded, opening_of
from vicinal.corpus import Limits, run
from vicinal.corpus.contract import Pair
from vicinal.corpus.records import encode
from vicinal.errors import InputError

# Texts that are long enough to be judged as versions of each other, or not.
MILL = "The old mill by the river grinds corn again. Visitors watch the miller at work. " * 6
BEES = "Bees dance in the hive. The dance tells other bees where flowers with nectar grow. " * 6
NAMES = ["Zürich lake", "zurich hill", "100% wool", "a_b", "a'b\"c", "Straße", "ÉCOLE", "ﬁne print", "سلام", "plain"]
FILTERS = ("all", "todo", "begun", "mine", "suspect")


def gold_line(name: str, source: str, target: str) -> str:
    sides = [[[f"{part}." for part in text.split(". ") if part.strip(". ")]] for text in (source, target)]
    return json.dumps({"id": name, "lang": "en", "source": sides[0], "target": sides[1], "gold": [[[0], [0]]]}) + "\n"


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten pairs with odd names; the texts of the last two are about different things."""
    path = tmp_path_factory.mktemp("gold") / "odd.jsonl"
    lines = [gold_line(name, f"{name}. {MILL}", MILL if k < 8 else BEES) for k, name in enumerate(NAMES)]
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def edits(tmp_path: Path) -> Edits:
    return Edits(tmp_path / "edits.sqlite")


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Client]:
    """An app that serves a run of seven pairs in three shards."""
    made = run(Toy(count=8, bad=(3,)), tmp_path / "toy", limits=Limits(pairs=3))
    edits = Edits(tmp_path / "toy.sqlite")
    with asking(run_library(made, edits), edits) as client:
        yield client


@pytest.fixture
def listed(gold: Path, edits: Edits) -> Iterator[Client]:
    with asking(library_at([str(gold)], edits), edits) as client:
        yield client


def names(answer: Any) -> list[str]:
    return [pair["id"] for pair in answer["pairs"]]


def found(client: Client, **query: Any) -> Any:
    answer = client.get("/api/pairs", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def key_of(client: Client, name: str) -> str:
    return str(next(pair["key"] for pair in found(client, count=500)["pairs"] if pair["id"] == name))


def work(client: Client) -> None:
    """Ann is done with two pairs, has begun two others, and Bob is done with one."""
    for name in ("Straße", "plain"):
        client.post(f"/api/pairs/{key_of(client, name)}/done", {"annotator": "Ann"})
    client.change(key_of(client, "a_b"), [[[0], [0]]])
    client.change(key_of(client, "سلام"), [], [[[1], [1]], [[2], [2]]])
    client.post(f"/api/pairs/{key_of(client, 'ÉCOLE')}/done", {"annotator": "Bob"})


# Search


@pytest.mark.parametrize(
    ("search", "names_found"),
    [
        ("zurich", ["Zürich lake", "zurich hill"]),
        ("ZÜRICH", ["Zürich lake", "zurich hill"]),
        ("lake zür", ["Zürich lake"]),
        ("%", ["100% wool"]),
        ("a_b", ["a_b"]),
        ("'", ["a'b\"c"]),
        ('b"', ["a'b\"c"]),
        ("STRASSE", ["Straße"]),
        ("école", ["ÉCOLE"]),
        ("e\u0301cole", ["ÉCOLE"]),
        ("FINE", ["ﬁne print"]),
        ("سلام", ["سلام"]),
        ("'; DROP TABLE entry; --", []),
        ("a*b", []),
        ("odd.jsonl", NAMES),
        ("", NAMES),
        ("   ", NAMES),
    ],
)
def test_a_search_looks_at_names_and_origins_and_takes_every_character_as_it_is(
    listed: Client, search: str, names_found: list[str]
) -> None:
    answer = found(listed, search=search, order="corpus")
    assert names(answer) == names_found
    assert answer["found"] == answer["counts"]["all"] == len(names_found)
    assert answer["total"] == len(NAMES)


def test_a_search_looks_at_levels_and_opening_words(toy: Client) -> None:
    pairs = found(toy, count=500)["pairs"]
    word = pairs[0]["opening"].split()[1]
    assert set(names(found(toy, search=word.upper()))) == {
        pair["id"] for pair in pairs if folded(word) in folded(pair["opening"])
    }
    assert found(toy, search=pairs[0]["levels"][1])["found"] == len(pairs)


def test_a_search_that_is_too_long_is_refused(listed: Client) -> None:
    answer = listed.get("/api/pairs", params={"search": "x" * 201})
    assert answer.status_code == 400
    assert "at most 200 characters" in answer.json()["error"]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Edits, Library]:
    edits = Edits(tmp_path_factory.mktemp("edits") / "edits.sqlite")
    return edits, empty_library(edits)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40), st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_part_of_any_name_finds_its_pair(hostile: tuple[Edits, Library], name: str, data: st.DataObject) -> None:
    edits, library = hostile
    alignment = align(Document([["A cat sat."]], name), Document([["The cat sat."]], name), "nearest")
    key = edits.keep(Aligned(alignment, origin="pasted"))
    start = data.draw(st.integers(0, len(name) - 1))
    part = name[start : data.draw(st.integers(start + 1, len(name)))]
    for typed in (part, part.casefold(), unicodedata.normalize("NFC", part), unicodedata.normalize("NFKD", part)):
        pairs = library.listing(Selection(search=typed[:200]), count=500).pairs
        assert key in [pair.key for pair in pairs]
        # Everything that was found has every word that was typed.
        for pair in pairs:
            text = folded(" ".join([pair.id or "", *pair.levels, pair.origin, pair.opening]))
            assert all(word in text for word in folded(typed).split())


@given(st.text())
def test_folding_ignores_case_and_form(text: str) -> None:
    once = folded(text)
    for other in (text.casefold(), unicodedata.normalize("NFC", text), unicodedata.normalize("NFKD", text), once):
        assert folded(other) == once


# Filters and counts


def test_filters_and_their_counts_are_those_of_the_annotator(listed: Client) -> None:
    work(listed)
    begun, done = ["a_b", "سلام"], ["Straße", "plain"]
    expected = {
        "all": NAMES,
        "todo": [name for name in NAMES if name not in done],
        "begun": begun,
        "mine": [name for name in NAMES if name in begun + done],
        "suspect": NAMES[8:],
    }
    for name, listed_names in expected.items():
        answer = found(listed, filter=name, annotator="Ann", order="corpus")
        assert names(answer) == listed_names
        assert answer["counts"] == {one: len(expected[one]) for one in FILTERS}
        assert (answer["found"], answer["total"], answer["done"]) == (len(listed_names), 10, 2)
    assert names(found(listed, filter="mine", annotator="Bob")) == ["ÉCOLE"]
    assert found(listed)["counts"] == {"all": 10, "todo": 10, "begun": 0, "mine": 0, "suspect": 2}
    # Counts follow the search; the progress does not.
    answer = found(listed, search="a", filter="todo", annotator="Ann")
    assert answer["counts"]["all"] == len(NAMES)  # the opening of every text has one
    answer = found(listed, search="plain", filter="todo", annotator="Ann")
    assert answer["counts"] == {"all": 1, "todo": 0, "begun": 0, "mine": 1, "suspect": 1}
    assert (answer["found"], answer["pairs"], answer["total"], answer["done"]) == (0, [], 10, 2)


def test_a_line_follows_the_corrections(listed: Client) -> None:
    key = key_of(listed, "a_b")

    def line(name: str = "Ann") -> Any:
        return found(listed, search="a_b", annotator=name)["pairs"][0]

    assert (line()["links"], line()["begun"], line()["done"]) == (1, False, False)
    listed.change(key, [], [[[1], [1]], [[2], [2]]])
    assert (line()["links"], line()["begun"], line()["done"]) == (3, True, False)
    assert (line("Bob")["links"], line("Bob")["begun"]) == (1, False)
    listed.post(f"/api/pairs/{key}/undo", {"annotator": "Ann"})
    assert line()["links"] == 1
    listed.post(f"/api/pairs/{key}/done", {"annotator": "Ann"})
    assert (line()["begun"], line()["done"]) == (False, True)
    assert listed.get(f"/api/pairs/{key}?annotator=Ann").json()["pair"] == line()


def test_a_line_says_why_a_pair_is_doubtful_or_suspect(listed: Client, toy: Client) -> None:
    pairs = found(listed, order="corpus")["pairs"]
    assert [pair["suspect"] for pair in pairs] == [False] * 8 + [True] * 2
    assert pairs[9]["relatedness"] < 0.2 < pairs[0]["relatedness"]
    assert pairs[0]["opening"] == "The old mill by the river grinds corn again."  # not the title
    for pair in pairs:
        assert pair["reason"].startswith("The method global finds ")
    for pair in found(toy)["pairs"]:
        assert "probably" in pair["reason"]


def test_the_opening_is_no_title_and_no_heading() -> None:
    title, text = ["The old harbour"], ["The harbour was built of stone.", "Ships came."]
    assert opening_of(Document([title, text], "the-old-harbour.en"), "the-old-harbour.en") == text[0]
    assert opening_of(Document([title, text], headings=[0]), None) == text[0]
    assert opening_of(Document([title, text]), None) == title[0]
    assert opening_of(Document([title], "The old harbour"), "The old harbour") == title[0]
    assert opening_of(Document([["Word \u202e" * 500]]), None).startswith("Word \ufffdWord")
    assert len(opening_of(Document([["Word " * 500]]), None)) <= 122


# Places


@pytest.mark.parametrize("order", ["doubt", "corpus"])
@pytest.mark.parametrize("name", FILTERS)
@pytest.mark.parametrize("search", ["", "r"])
def test_places_and_steps_agree_with_the_list(listed: Client, order: str, name: str, search: str) -> None:
    pasted = listed.post("/api/pairs", {"source": MILL, "target": MILL, "title": "River"}).json()["key"]
    work(listed)
    selection = {"order": order, "filter": name, "search": search, "annotator": "Ann"}
    every = [pair["key"] for pair in found(listed, order=order, count=500)["pairs"]]
    keys = [pair["key"] for pair in found(listed, **selection, count=500)["pairs"]]
    done = {pair["key"] for pair in found(listed, annotator="Ann")["pairs"] if pair["done"]}
    assert every[-1] == pasted
    assert keys == [key for key in every if key in keys]
    pages = [found(listed, **selection, offset=at, count=3)["pairs"] for at in range(0, len(keys) + 3, 3)]
    assert [pair["key"] for page in pages for pair in page] == keys
    for number, key in enumerate(every):
        before = [other for other in every[:number] if other in keys]
        after = [other for other in every[number + 1 :] if other in keys]
        place = listed.get(f"/api/pairs/{key}/place", params=selection).json()
        assert (place["at"], place["listed"], place["pair"]["key"]) == (len(before), key in keys, key)
        assert (place["found"], place["total"]) == (len(keys), len(every))
        for step, others in (
            (1, after[:1]),
            (-1, before[-1:]),
            (2, after[1:2]),
            (-2, before[-2:-1] * (len(before) > 1)),
        ):
            place = listed.get(f"/api/pairs/{key}/place", params={**selection, "step": step}).json()
            assert ([place["pair"]["key"]] if place["pair"] else []) == others
            assert place["at"] == (keys.index(others[0]) if others else None)
        left = [other for other in [*after, *before] if other not in done]
        answer = listed.get(f"/api/pairs/{key}/unfinished", params=selection).json()
        assert (answer["pair"] and answer["pair"]["key"]) == (left[0] if left else None)
        assert answer["at"] == (keys.index(left[0]) if left else None)


def test_a_pair_that_is_not_there_has_no_place(listed: Client) -> None:
    for what in ("place", "unfinished"):
        assert listed.get(f"/api/pairs/0123456789abcdef/{what}").status_code == 404


def test_a_query_that_is_not_valid_is_explained(listed: Client) -> None:
    for query in ("filter=mad", "step=1", "offset=-1", "filter=all&filter=todo"):
        assert listed.get(f"/api/pairs?{query}").status_code == 400
    assert "'suspect'" in listed.get("/api/pairs?filter=mad").json()["error"]


# Files of older versions

_FIRST_FORMAT = """
CREATE TABLE kept (key TEXT PRIMARY KEY, record BLOB NOT NULL, signature TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE state (
  key TEXT NOT NULL, annotator TEXT NOT NULL, version INTEGER NOT NULL, done INTEGER NOT NULL,
  position INTEGER NOT NULL, start TEXT NOT NULL, links TEXT NOT NULL, PRIMARY KEY (key, annotator)
) WITHOUT ROWID;
CREATE INDEX state_of_annotator ON state (annotator, done, key);
CREATE TABLE change (
  key TEXT NOT NULL, annotator TEXT NOT NULL, number INTEGER NOT NULL, removed TEXT NOT NULL, added TEXT NOT NULL,
  PRIMARY KEY (key, annotator, number)
) WITHOUT ROWID;
CREATE TABLE indexed (library INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, parts INTEGER NOT NULL);
CREATE TABLE entry (
  library INTEGER NOT NULL, number INTEGER NOT NULL, key TEXT NOT NULL, id TEXT, source_level TEXT NOT NULL,
  target_level TEXT NOT NULL, origin TEXT NOT NULL, doubt REAL NOT NULL, source_sentences INTEGER NOT NULL,
  target_sentences INTEGER NOT NULL, links INTEGER NOT NULL, part INTEGER, start INTEGER, length INTEGER,
  PRIMARY KEY (library, number), UNIQUE (library, key)
) WITHOUT ROWID;
CREATE INDEX entry_by_doubt ON entry (library, doubt DESC, number);
INSERT INTO indexed VALUES (1, 'run of yesterday', 1);
INSERT INTO entry VALUES (1, 1, '00', 'gone', 'source', 'target', '', 0.5, 1, 1, 1, 0, 0, 10);
PRAGMA application_id = 0x56494345;
PRAGMA user_version = 1;
"""


def of_first_format(path: Path, record: bytes | None = None) -> list[str]:
    """Write a file of edits as the first version did, with two pairs of which Ann has changed one; return the keys."""
    keys = []
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_FIRST_FORMAT)
        for number, name in ((2, "second"), (5, "first")):
            alignment = align(Document([["A cat sat.", "It slept."]], name), Document([["The cat sat."]], name))
            key = pair_key(alignment.source, alignment.target)
            line = encode(Pair(alignment.source, alignment.target, ("source", "target"), "pasted", ""), alignment)
            connection.execute("INSERT INTO kept VALUES (?, ?, ?)", (key, record or line, alignment.signature))
            connection.execute(
                "INSERT INTO entry VALUES (0, ?, ?, ?, 'source', 'target', 'pasted', 0.5, 2, 1, 1, NULL, NULL, NULL)",
                (number, key, name),
            )
            keys.append(key)
        connection.execute(
            "INSERT INTO state VALUES (?, 'Ann', 1, 0, 1, '[[[0],[0],0.9]]', '[[[0,1],[0]]]')", (keys[0],)
        )
        connection.execute("INSERT INTO change VALUES (?, 'Ann', 1, '[[[0],[0]]]', '[[[0,1],[0]]]')", (keys[0],))
        connection.commit()
    return keys


def test_a_file_of_the_first_format_is_upgraded_and_keeps_everything(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    keys = of_first_format(path)
    for _ in range(2):  # the second time it is a file of today
        edits = Edits(path)
        with asking(empty_library(edits), edits) as client:
            pairs = found(client, order="corpus", annotator="Ann")["pairs"]
            assert [pair["key"] for pair in pairs] == keys
            assert [(pair["id"], pair["opening"], pair["begun"]) for pair in pairs] == [
                ("second", "A cat sat.", True),
                ("first", "A cat sat.", False),
            ]
            assert names(found(client, search="SECOND")) == ["second"]
            assert client.state(keys[0])["links"] == [[[0, 1], [0]]]
    assert client_after_undo(path, keys[0]) == [[[0], [0]]]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == FORMAT
        assert connection.execute("SELECT COUNT(*) FROM entry WHERE library > 0").fetchone()[0] == 0


def client_after_undo(path: Path, key: str) -> Any:
    edits = Edits(path)
    with asking(empty_library(edits), edits) as client:
        return client.post(f"/api/pairs/{key}/undo", {"annotator": "Ann"}).json()["state"]["links"]


def test_a_damaged_file_of_the_first_format_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    of_first_format(path, b"{}")
    with pytest.raises(InputError, match=r"old\.sqlite: is damaged; restore it from a copy"):
        Edits(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == 1
        assert connection.execute("SELECT COUNT(*) FROM entry").fetchone()[0] == 3
