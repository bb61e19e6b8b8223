"""Corrected sentences over HTTP: split, edit, undo, conflicts, limits, hostile text, exports, and live alignment.

The client checks every answer against the OpenAPI document.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import HOSTILE
from tests.test_app import Client, asking
from vicinal.app.corrected_texts import LONGEST, MOST_SENTENCES
from vicinal.app.corrections import MOST_PAIRS
from vicinal.app.edits import Edits
from vicinal.app.library import empty_library
from vicinal.formats import CORPUS_FORMATS
from vicinal.gold import read_gold_lines

SOURCE = "The mill\n\nThe mill grinds corn and its wheel turns. A miller lives there."
TARGET = "The mill\n\nThe mill grinds corn. Its wheel turns. The miller lives there."
GRINDS = ["The mill grinds corn and its wheel turns.", True, False]
PARTS = [["The mill grinds corn", True, False], ["and its wheel turns.", False, False]]
SPLIT = {"side": "source", "at": 1, "before": [GRINDS], "after": PARTS}
LINKS = [[[0], [0]], [[1], [1, 2]], [[2], [3]]]


@pytest.fixture
def edits(tmp_path: Path) -> Edits:
    return Edits(tmp_path / "edits.sqlite")


@pytest.fixture
def client(edits: Edits) -> Iterator[Client]:
    with asking(empty_library(edits), edits) as client:
        yield client


@pytest.fixture
def key(client: Client) -> str:
    """A pair that Ann has linked by hand."""
    key = str(client.post("/api/pairs", {"source": SOURCE, "target": TARGET, "title": "Mill"}).json()["key"])
    links = client.state(key)["links"]
    if links != LINKS:
        gone, new = [one for one in links if one not in LINKS], [one for one in LINKS if one not in links]
        assert client.change(key, gone, new).status_code == 200
    return key


def change(client: Client, key: str, *sentences: Any, name: str = "Ann", **more: Any) -> Any:
    body = {"annotator": name, "sentences": list(sentences), **more}
    return client.post(f"/api/pairs/{key}/change", body)


def shown(client: Client, key: str, name: str = "Ann") -> Any:
    return client.get(f"/api/pairs/{key}", params={"annotator": name}).json()


def paragraphs(client: Client, key: str, side: str = "source", name: str = "Ann") -> Any:
    return shown(client, key, name)["view"][side]["paragraphs"]


def test_a_split_is_shown_undone_and_redone(client: Client, key: str) -> None:
    before = paragraphs(client, key)
    answer = change(client, key, SPLIT)
    assert answer.status_code == 200
    state = answer.json()["state"]
    assert state["links"] == [[[0], [0]], [[1, 2], [1, 2]], [[3], [3]]]
    assert (state["text_version"], state["edited"], state["can_undo"]) == (1, True, True)
    after = [["The mill"], ["The mill grinds corn", "and its wheel turns.", "A miller lives there."]]
    assert paragraphs(client, key) == after
    undone = client.post(f"/api/pairs/{key}/undo", {"annotator": "Ann"}).json()["state"]
    assert (undone["links"], undone["text_version"]) == (LINKS, 2)
    assert paragraphs(client, key) == before
    redone = client.post(f"/api/pairs/{key}/redo", {"annotator": "Ann"}).json()["state"]
    assert redone["links"] == state["links"]
    assert paragraphs(client, key) == after


def test_other_annotators_keep_their_sentences(client: Client, key: str) -> None:
    before = shown(client, key, "Bob")
    change(client, key, SPLIT)
    assert shown(client, key, "Bob") == before
    assert paragraphs(client, key, name="") == before["view"]["source"]["paragraphs"]


def test_paragraphs_and_headings_change_in_one_step(client: Client, key: str) -> None:
    lives = ["A miller lives there.", False, False]
    moved = {
        "side": "source",
        "at": 1,
        "before": [GRINDS, lives],
        "after": [[GRINDS[0], True, True], [lives[0], True, False]],
    }
    change(client, key, moved)
    view = shown(client, key)["view"]["source"]
    assert view["paragraphs"] == [["The mill"], [GRINDS[0]], ["A miller lives there."]]
    assert view["headings"] == [0, 1]
    client.post(f"/api/pairs/{key}/undo", {"annotator": "Ann"})
    assert shown(client, key)["view"]["source"]["headings"] == [0]


def test_sentences_change_before_links(client: Client, key: str) -> None:
    # Split, and link each part with its own sentence, in one step.
    answer = change(client, key, SPLIT, remove=[[[1, 2], [1, 2]]], add=[[[1], [1]], [[2], [2]]])
    assert answer.json()["state"]["links"] == [[[0], [0]], [[1], [1]], [[2], [2]], [[3], [3]]]
    client.post(f"/api/pairs/{key}/undo", {"annotator": "Ann"})
    assert client.state(key)["links"] == LINKS


def test_a_sentence_that_is_not_what_it_was_is_a_conflict(client: Client, key: str) -> None:
    change(client, key, SPLIT)
    again = change(client, key, SPLIT)
    assert again.status_code == 409
    assert again.json()["error"] == "source sentence 2 is not what it was any more"
    assert again.json()["state"] == client.state(key)
    # Indices refer to the sentences of a version.
    late = change(client, key, remove=[[[3], [3]]], text_version=0)
    assert late.status_code == 409
    assert late.json()["error"] == "the sentences were changed elsewhere in the meantime"
    assert change(client, key, remove=[[[3], [3]]], text_version=1).status_code == 200


@pytest.mark.parametrize(
    ("after", "message"),
    [
        ([["   \n ", True, False]], "a sentence is empty"),
        ([["", True, False]], "a sentence is empty"),
        ([["a\0b", True, False]], "binary data"),
        ([["x" * (LONGEST + 1), True, False]], f"at most {LONGEST:,}"),
        ([["One.", True, False], ["Two.", False, True]], "only a sentence that begins a paragraph"),
        ([GRINDS], "there is nothing to change"),
        ([["One.", "yes", False]], "after"),
        ("One.", "after"),
    ],
)
def test_sentences_that_cannot_be_are_refused(client: Client, key: str, after: Any, message: str) -> None:
    before = client.state(key)
    answer = change(client, key, {**SPLIT, "after": after})
    assert answer.status_code == 400
    assert message in answer.json()["error"]
    assert "\n" not in answer.json()["error"]
    assert client.state(key) == before


@pytest.mark.parametrize(
    "sentences",
    [
        {**SPLIT, "side": "middle"},
        {**SPLIT, "at": -1},
        {**SPLIT, "at": 1.5},
        {**SPLIT, "more": 1},
        {"side": "source", "at": 1},
    ],
)
def test_changes_of_another_shape_are_refused(client: Client, key: str, sentences: Any) -> None:
    answer = change(client, key, sentences)
    assert answer.status_code == 400
    assert "sentences" in answer.json()["error"]


def test_too_many_changes_at_once_are_refused(client: Client, key: str) -> None:
    assert change(client, key, *[SPLIT] * 21).status_code == 400


def test_a_sentence_far_beyond_the_text_is_a_conflict(client: Client, key: str) -> None:
    assert change(client, key, {**SPLIT, "at": 10**6}).status_code == 409
    assert change(client, key, {**SPLIT, "at": 10**6, "before": []}).status_code == 409


def test_the_last_sentence_of_a_text_stays(client: Client) -> None:
    key = client.post("/api/pairs", {"source": "One cat.", "target": "A cat."}).json()["key"]
    only = {"side": "source", "at": 0, "before": [["One cat.", True, False]], "after": []}
    answer = change(client, key, only)
    assert answer.status_code == 409
    assert "must keep at least one sentence" in answer.json()["error"]


@pytest.mark.parametrize("text", [*HOSTILE, "a\u0085b\u2028c", "\U0001f600 e\u0301", "=cmd|' /C calc'!A0"])
def test_hostile_text_is_kept_as_text(client: Client, key: str, text: str, tmp_path: Path) -> None:
    change(client, key, {**SPLIT, "after": [[text, True, False]]})
    kept = " ".join(text.split())
    assert paragraphs(client, key)[1][0] == kept
    (tmp_path / "gold.jsonl").write_bytes(client.get("/api/export", params={"annotator": "Ann"}).content)
    (gold,) = read_gold_lines(tmp_path / "gold.jsonl")
    assert gold.source.sentences[1] == kept


def test_gold_has_the_corrected_texts(client: Client, key: str, tmp_path: Path) -> None:
    change(client, key, SPLIT)
    (tmp_path / "gold.jsonl").write_bytes(client.get("/api/export", params={"annotator": "Ann"}).content)
    (gold,) = read_gold_lines(tmp_path / "gold.jsonl")
    assert gold.source.paragraphs == (("The mill",), (PARTS[0][0], PARTS[1][0], "A miller lives there."))
    assert gold.source.headings == (0,)
    assert sorted([list(xs), list(ys)] for xs, ys in gold.links) == [[[0], [0]], [[1, 2], [1, 2]], [[3], [3]]]


@pytest.mark.parametrize("name", CORPUS_FORMATS)
def test_every_format_has_the_corrected_sentences(client: Client, key: str, name: str) -> None:
    if name == "parquet":
        pytest.importorskip("pyarrow")
    plain = client.get("/api/export", params={"annotator": "Ann", "format": name, "key": key})
    change(client, key, {**SPLIT, "after": [["Quernstones hum.", True, False], ["All day.", False, False]]})
    answer = client.get("/api/export", params={"annotator": "Ann", "format": name, "key": key})
    assert answer.status_code == 200
    assert answer.content != plain.content
    if name in {"json", "tsv", "jsonl", "html"}:
        assert "Quernstones hum." in unpacked(answer.content)
        assert str(GRINDS[0]) not in unpacked(answer.content)


def unpacked(content: bytes) -> str:
    """Return the text of a file, or of all files in an archive."""
    if not content.startswith(b"PK"):
        return content.decode()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return "\n".join(archive.read(name).decode() for name in archive.namelist())


def test_methods_align_the_corrected_sentences(client: Client, key: str) -> None:
    change(client, key, SPLIT)
    own = client.post("/api/align", {"key": key, "annotator": "Ann"}).json()["view"]
    assert own["source"]["paragraphs"] == paragraphs(client, key)
    others = client.post("/api/align", {"key": key, "annotator": "Bob"}).json()["view"]
    assert others["source"]["paragraphs"] == paragraphs(client, key, name="Bob")
    assert json.dumps(own) != json.dumps(others)


def test_agreement_compares_sentences_of_the_original(client: Client, key: str) -> None:
    for name in ("Bob", "Cleo"):
        links = client.state(key, name)["links"]
        client.change(key, [one for one in links if one not in LINKS], [one for one in LINKS if one not in links], name)
        client.post(f"/api/pairs/{key}/done", {"annotator": name})
    change(client, key, SPLIT, name="Bob")
    found = client.get("/api/agreement").json()
    (entry,) = [one for one in found if one["annotators"] == ["Bob", "Cleo"]]
    assert (entry["f1"], entry["kappa"]) == (1.0, 1.0)


def test_a_text_does_not_grow_without_bounds(client: Client, key: str) -> None:
    before = client.state(key)
    answer = change(client, key, {**SPLIT, "after": [["x", True, False]] * MOST_SENTENCES})
    assert answer.status_code == 400
    assert f"at most {MOST_SENTENCES:,}" in answer.json()["error"]
    assert client.state(key) == before


def test_a_link_does_not_grow_without_bounds(client: Client, key: str) -> None:
    half = [["x", True, False]] * (MOST_PAIRS // 2)
    assert change(client, key, {**SPLIT, "after": half}).status_code == 200  # with two target sentences
    third = {"side": "target", "at": 1, "before": [["The mill grinds corn.", True, False]], "after": PARTS}
    answer = change(client, key, third)
    assert answer.status_code == 400
    assert f"more than {MOST_PAIRS:,} sentence pairs" in answer.json()["error"]


def test_parts_of_joined_sentences_do_not_grow_without_bounds(client: Client) -> None:
    text = "".join(f"Line {number} of the list.\n" for number in range(1500))
    key = client.post("/api/pairs", {"source": text, "target": "A list.", "split": "lines"}).json()["key"]
    links = client.state(key)["links"]
    if links:
        assert client.change(key, links).status_code == 200
    pieces = [[line, number == 0, False] for number, line in enumerate(text.splitlines())]
    one_more = {"side": "source", "at": 0, "before": pieces, "after": [*pieces, ["More.", False, False]]}
    answer = change(client, key, one_more)
    assert answer.status_code == 400
    assert "too many parts of sentences that were joined" in answer.json()["error"]


def test_a_difference_is_settled_once(client: Client, key: str) -> None:
    twice = change(client, key, settled=[[[0], [0]], [[1, 0], [2]]])
    assert twice.status_code == 400
    assert "settled: source sentence 0 is given twice" in twice.json()["error"]


def test_the_first_sentence_can_be_corrected_whatever_was_deleted_before_it(client: Client) -> None:
    key = client.post("/api/pairs", {"source": "One cat. Two dogs.", "target": "A cat. Dogs."}).json()["key"]
    gone = {"side": "source", "at": 0, "before": [["One cat.", True, False]], "after": []}
    assert change(client, key, gone).status_code == 200
    seen = paragraphs(client, key)
    assert seen == [["Two dogs."]]
    edited = {"side": "source", "at": 0, "before": [["Two dogs.", True, False]], "after": [["2 dogs.", True, False]]}
    assert change(client, key, edited).status_code == 200
    assert paragraphs(client, key) == [["2 dogs."]]


def test_a_link_that_took_over_many_comments_can_be_marked(client: Client, key: str) -> None:
    notes = [{"source": x, "target": y, "comment": str(x[0]) * 1000} for x, y in LINKS]
    assert change(client, key, notes=notes).status_code == 200
    pieces = [["The mill", True, True], GRINDS, ["A miller lives there.", False, False]]
    one = {"side": "source", "at": 0, "before": pieces, "after": [["All in one.", True, False]]}
    (note,) = change(client, key, one).json()["state"]["notes"]
    assert len(note["comment"]) > 3000
    (marked,) = change(client, key, notes=[{**note, "unsure": True}]).json()["state"]["notes"]
    assert marked == {**note, "unsure": True}


def test_a_name_that_is_not_printable_is_named_by_its_field(client: Client, key: str) -> None:
    asked = {"one": "Ann", "other": "Bo\u202eb", "annotator": "third"}
    answer = client.get(f"/api/pairs/{key}/differences", params=asked)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("other: the name is not printable")
