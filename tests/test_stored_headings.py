"""Headings survive wherever a document is stored; files of documents without headings are as before."""

from __future__ import annotations

import json
import pickle
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vicinal
from tests.test_app import asking, edits, exported  # noqa: F401  (a fixture)
from vicinal import Alignment, Document, FormatError, InputError, Link
from vicinal.alignment import Aligned, assemble
from vicinal.app.edits import Edits
from vicinal.app.library_sources import library_at
from vicinal.app.pair_summary import pair_key
from vicinal.corpus.contract import Pair
from vicinal.corpus.records import decode, encode
from vicinal.formats import FORMATS
from vicinal.gold import Gold, read_gold_lines
from vicinal.versions.consistent import Versions

SOURCE = Document([["The harbour"], ["Ships came.", "It was busy."], ["Today"], ["It is quiet."]], "a", "en", [0, 2])
TARGET = Document([["The harbour"], ["Ships came here."]], "b", "en", [0])
FOUND = assemble(SOURCE, TARGET, [Link((0,), (0,), 1.0), Link((1, 2), (1,), 0.5)], "by hand")


def plain(document: Document) -> Document:
    return Document(document.paragraphs, document.id, document.language)


def plain_alignment() -> Alignment:
    return assemble(plain(SOURCE), plain(TARGET), FOUND.sentences, "by hand")


@st.composite
def documents(draw: st.DrawFn) -> Document:
    words = st.text(st.sampled_from("ab é<&"), max_size=4)
    paragraphs = draw(st.lists(st.tuples(st.lists(words, max_size=3), st.booleans()), max_size=5))
    headings = [number for number, (_, is_heading) in enumerate(paragraphs) if is_heading]
    return Document([paragraph for paragraph, _ in paragraphs], "x", "en", headings)


ALIGNMENTS = st.builds(lambda source, target: assemble(source, target, [], "none"), documents(), documents())


# ---------------------------------------------------------------------------------------------------------- documents


def test_documents_with_other_headings_are_not_equal() -> None:
    assert plain(TARGET) != TARGET
    assert Document(TARGET.paragraphs, "b", "en", (0,)) == TARGET
    assert pickle.loads(pickle.dumps(SOURCE)) == SOURCE
    assert pickle.loads(pickle.dumps(FOUND)).source.headings == (0, 2)


@pytest.mark.parametrize("headings", [["x", 0], [None, 0], [[0]], [0, 2.0], [True], [3], [-1], "0", 5, None])
def test_wrong_headings_of_a_document_are_refused(headings: Any) -> None:
    with pytest.raises(InputError, match=r"^headings are indices of paragraphs, from 0 to 2; found "):
        Document([["a"], ["b"], ["c"]], headings=headings)


def test_the_sentences_of_headings() -> None:
    assert SOURCE.heading_sentences == {0, 3}
    assert Document([["a"], ["b", "c"], []], headings=[1, 2]).heading_sentences == {1, 2}
    assert plain(SOURCE).heading_sentences == frozenset()


def test_the_key_of_a_pair_does_not_depend_on_headings() -> None:
    assert pair_key(SOURCE, TARGET) == pair_key(plain(SOURCE), plain(TARGET))


# ------------------------------------------------------------------------------------------------------------ records


def pair_of(alignment: Alignment) -> Pair:
    return Pair(alignment.source, alignment.target, ("0", "1"), "", "file.txt")


def test_a_record_with_headings() -> None:
    line = encode(pair_of(FOUND), FOUND)
    record = json.loads(line)
    assert (record["source"]["headings"], record["target"]["headings"]) == ([0, 2], [0])
    assert decode(line, "by hand").alignment == FOUND


def test_a_record_without_headings_is_as_before() -> None:
    line = encode(pair_of(plain_alignment()), plain_alignment())
    assert b"headings" not in line
    assert list(json.loads(line)["source"]) == ["id", "language", "paragraphs"]
    assert decode(line, "by hand").alignment == plain_alignment()


@given(ALIGNMENTS)
def test_any_record_reads_back_equal(alignment: Alignment) -> None:
    assert decode(encode(pair_of(alignment), alignment), "none").alignment == alignment


@pytest.mark.parametrize("headings", [[4], [-1], ["0"], [0.5], "0", None])
def test_wrong_headings_of_a_record_are_refused(headings: Any) -> None:
    record = json.loads(encode(pair_of(FOUND), FOUND))
    record["source"]["headings"] = headings
    with pytest.raises(FormatError, match=r"^is not a record of a run: "):
        decode(json.dumps(record).encode(), "by hand")


# ------------------------------------------------------------------------------------------------------------ formats


def test_json_with_headings() -> None:
    (data,) = FORMATS["json"].render(FOUND)
    assert b'  "language": "en",\n  "headings": [0, 2],\n  "paragraphs": [\n' in data
    assert vicinal.formats.parse(data.decode(), "x") == FOUND
    (before,) = FORMATS["json"].render(plain_alignment())
    assert b"headings" not in before


@pytest.mark.parametrize(
    ("headings", "says"),
    [
        ([4], "headings are indices of paragraphs, from 0 to 3; found (4,)"),
        ([-1], "headings are indices of paragraphs"),
        (["0"], "field 'source.headings[0]': expected a whole number, found \"0\""),
        (0, "field 'source.headings': expected a list, found 0"),
    ],
)
def test_wrong_headings_in_json_are_refused(headings: Any, says: str, tmp_path: Path) -> None:
    (data,) = FORMATS["json"].render(FOUND)
    found = json.loads(data)
    found["source"]["headings"] = headings
    (tmp_path / "x.json").write_text(json.dumps(found))
    with pytest.raises(FormatError) as caught:
        vicinal.load(tmp_path / "x.json")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_headings_from_json_are_put_in_order(tmp_path: Path) -> None:
    (data,) = FORMATS["json"].render(FOUND)
    (tmp_path / "x.json").write_bytes(data.replace(b'"headings": [0, 2]', b'"headings": [2, 0, 2]'))
    assert vicinal.load(tmp_path / "x.json") == FOUND


def test_stand_off_xml_with_headings(tmp_path: Path) -> None:
    files = vicinal.save(FOUND, tmp_path / "x", "tei")
    text = files[0].read_text("utf-8")
    assert '<p id="1" rend="head">\n<s id="1:1">The harbour</s>\n</p>\n<p id="2">\n' in text
    again = vicinal.load(files[2])
    assert (again.source, again.target) == (SOURCE, TARGET)


@pytest.mark.filterwarnings("ignore::vicinal.errors.LeftOutWarning")
@settings(max_examples=50)
@given(ALIGNMENTS)
def test_any_headings_read_back_from_files(alignment: Alignment) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, place in (("tei", 2), ("json", 0)):
            again = vicinal.load(vicinal.save(alignment, Path(folder) / "x.json", name)[place])
            assert (again.source, again.target) == (alignment.source, alignment.target)


# ----------------------------------------------------------------------------------------------------------- versions


def test_versions_with_headings() -> None:
    versions = Versions((SOURCE, TARGET), ("hard", "easy"), (), (), "S")
    text = versions.to_json()
    assert '"language": "en", "headings": [0, 2], "paragraphs": [' in text
    assert Versions.of_json(text) == versions
    assert versions.alignment(0, 1).source.headings == (0, 2)
    assert "headings" not in Versions((plain(SOURCE), plain(TARGET)), ("hard", "easy"), (), (), "S").to_json()
    with pytest.raises(FormatError, match=r"^not versions: headings are indices of paragraphs, from 0 to 3; found"):
        Versions.of_json(text.replace('"headings": [0, 2]', '"headings": [7]'))


# --------------------------------------------------------------------------------------------------- gold and the app

GOLD: dict[str, Any] = {
    "id": "one",
    "lang": "en",
    "source": SOURCE.paragraphs,
    "target": TARGET.paragraphs,
    "gold": [[[0], [0]], [[1, 2], [1]]],
}


def test_gold_with_headings() -> None:
    gold = Gold.from_json(json.dumps({**GOLD, "source_headings": [2, 0]}))
    assert (gold.source.headings, gold.target.headings) == ((0, 2), ())
    assert Gold.from_json(json.dumps(GOLD)).source.headings == ()


@pytest.mark.parametrize(
    ("headings", "message"),
    [
        ([4], "field 'source_headings': index 4 is not from 0 to 3"),
        ([-1], "field 'source_headings': index -1 is not from 0 to 3"),
        (3, "field 'source_headings': expected a list, found 3"),
    ],
)
def test_wrong_headings_of_gold_are_refused(headings: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Gold.from_json(json.dumps({**GOLD, "source_headings": headings}))
    assert str(caught.value) == message


def test_the_app_exports_the_headings_of_gold(tmp_path: Path, edits: Edits) -> None:  # noqa: F811
    lines = [{**GOLD, "source_headings": [0, 2], "target_headings": [0]}, {**GOLD, "id": "two"}]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with asking(library_at([str(tmp_path / "in.jsonl")], edits), edits) as client:
        for entry in client.get("/api/pairs?order=corpus").json()["pairs"]:
            assert client.post(f"/api/pairs/{entry['key']}/done", {"annotator": "Ann"}).status_code == 200
        (tmp_path / "out.jsonl").write_bytes(exported(client, annotator="Ann").content)
    back = list(read_gold_lines(tmp_path / "out.jsonl"))
    assert [(one.source.headings, one.target.headings) for one in back] == [((0, 2), (0,)), ((), ())]
    assert "headings" not in (tmp_path / "out.jsonl").read_text().splitlines()[1]


def test_kept_pairs_have_their_headings(edits: Edits) -> None:  # noqa: F811
    key = edits.keep(Aligned(FOUND))
    kept = edits.kept(key)
    assert kept is not None
    assert kept.alignment == FOUND
