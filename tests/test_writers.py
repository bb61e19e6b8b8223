"""Formats for other tools: whole outputs as text, real readers, and reading back."""

from __future__ import annotations

import io
import json
import re
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree

import vicinal
from vicinal.alignment import Aligned, Alignment, assemble, links
from vicinal.errors import FormatError, InputError, LeftOutWarning
from vicinal.evaluation.predicted import read_predicted
from vicinal.evaluation.scores import Predicted
from vicinal.formats import FORMATS, ladder, parquet, wiki_auto
from vicinal.gold import Gold
from vicinal.installation import install_command
from vicinal.link import Link
from vicinal.text.document import Document


def by_hand(source: Document, target: Document, *found: tuple[tuple[int, ...], tuple[int, ...], float]) -> Alignment:
    return assemble(source, target, [Link(*one) for one in found], "By hand(x='y')")


LIONS = by_hand(
    Document([["Lions"], ["The big cats sat.", "They\tslept.", 'Rain "fell" <hard> & long.']], "lions", "en"),
    Document([["Lions"], ["The cats sat and slept.", "Warm."]], "lions", "en"),
    ((0,), (0,), 1.0),
    ((1, 2), (1,), 0.625),
)
_CELLS = ((0, 0), (1, 0), (1, 1))
LETTERS = Alignment(
    Document([["A.", "B."]], "two words", "de"),
    Document([["a.", "b.", "c."]], "two words"),
    (),
    links(_CELLS, lambda _, __: 0.25),
    _CELLS,
    (),
    "By hand(x='y')",
)
CORPUS = [Aligned(LIONS, ("0", "3"), "news"), Aligned(LETTERS, ("a-b", ""), "")]


def written(name: str, aligned: Iterable[Aligned], corpus: bool = True) -> list[str]:
    """Return the content of each file as text."""
    contents = [b""] * len(FORMATS[name].suffixes)
    for number, data in FORMATS[name].chunks(aligned, corpus=corpus):
        contents[number] += data
    return [content.decode() for content in contents]


def crossing() -> Alignment:
    document = Document([["A.", "B.", "C.", "D."]], "x")
    return by_hand(document, document, ((0,), (3,), 0.5), ((1,), (0,), 0.75), ((2, 3), (1, 2), 1.0))


# Whole output as text.

TSV = """\
id\tsource_level\ttarget_level\torigin\tkind\tscore\tprobability\tsource\ttarget\tsource_text\ttarget_text
"lions"\t"0"\t"3"\t"news"\t"1-1"\t1.000000\t\t"[0]"\t"[0]"\t"Lions"\t"Lions"
"lions"\t"0"\t"3"\t"news"\t"N-1"\t0.625000\t\t"[1, 2]"\t"[1]"\t"The big cats sat. They\tslept."\t\
"The cats sat and slept."
"two words"\t"a-b"\t""\t""\t"N-N"\t0.250000\t\t"[0, 1]"\t"[0, 1]"\t"A. B."\t"a. b."
"""
WIKI_AUTO = """\
aligned\tlions-3-0-0\tlions-0-0-0\tLions\tLions
partialAligned\tlions-3-1-0\tlions-0-1-0\tThe cats sat and slept.\tThe big cats sat.
partialAligned\tlions-3-1-0\tlions-0-1-1\tThe cats sat and slept.\tThey slept.
partialAligned\ttwo_words-0-0-0\ttwo_words-a_b-0-0\ta.\tA.
partialAligned\ttwo_words-0-0-0\ttwo_words-a_b-0-1\ta.\tB.
partialAligned\ttwo_words-0-0-1\ttwo_words-a_b-0-1\tb.\tB.
"""
VECALIGN = """\
[0]:[0]:0.000000
[1, 2]:[1]:0.375000
[3]:[]:0.000000
[]:[2]:0.000000
"""
TMX = """\
<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
<header creationtool="vicinal" creationtoolversion="VERSION" segtype="sentence" o-tmf="vicinal" adminlang="en" \
srclang="en" datatype="plaintext">
<prop type="x-signature">By hand(x='y')</prop>
</header>
<body>
<tu>
<prop type="x-id">lions</prop>
<prop type="x-origin">news</prop>
<prop type="x-kind">1-1</prop>
<prop type="x-score">1.000000</prop>
<prop type="x-source">0</prop>
<prop type="x-target">0</prop>
<tuv xml:lang="en">
<prop type="x-level">0</prop>
<seg>Lions</seg>
</tuv>
<tuv xml:lang="en-x-3">
<prop type="x-level">3</prop>
<seg>Lions</seg>
</tuv>
</tu>
<tu segtype="block">
<prop type="x-id">lions</prop>
<prop type="x-origin">news</prop>
<prop type="x-kind">N-1</prop>
<prop type="x-score">0.625000</prop>
<prop type="x-source">1,2</prop>
<prop type="x-target">1</prop>
<tuv xml:lang="en">
<prop type="x-level">0</prop>
<seg>The big cats sat. They\tslept.</seg>
</tuv>
<tuv xml:lang="en-x-3">
<prop type="x-level">3</prop>
<seg>The cats sat and slept.</seg>
</tuv>
</tu>
<tu segtype="block" srclang="de">
<prop type="x-id">two words</prop>
<prop type="x-kind">N-N</prop>
<prop type="x-score">0.250000</prop>
<prop type="x-source">0,1</prop>
<prop type="x-target">0,1</prop>
<tuv xml:lang="de">
<prop type="x-level">a-b</prop>
<seg>A. B.</seg>
</tuv>
<tuv xml:lang="und">
<prop type="x-level"></prop>
<seg>a. b.</seg>
</tuv>
</tu>
</body>
</tmx>
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tsv", [TSV]),
        ("wiki-auto", [WIKI_AUTO]),
        ("tmx", [TMX.replace("VERSION", vicinal.__version__)]),
        (
            "lines",
            [
                "Lions\nThe big cats sat. They slept.\nA. B.\n",
                "Lions\nThe cats sat and slept.\na. b.\n",
            ],
        ),
    ],
)
def test_a_corpus_as_text(name: str, expected: list[str]) -> None:
    assert written(name, CORPUS) == expected


def test_the_lines_of_a_corpus_all_have_the_same_keys() -> None:
    (text,) = written("jsonl", CORPUS)
    rows = [json.loads(line) for line in text.splitlines()]
    assert {tuple(row) for row in rows} == {tuple(FORMATS["jsonl"].columns)}
    assert [row["pairs"] for row in rows] == [[[0, 0]], [[1, 1], [2, 1]], [[0, 0], [1, 0], [1, 1]]]
    assert [row["id"] for row in rows] == ["lions", "lions", "two words"]
    assert (rows[0]["source_level"], rows[0]["target_level"], rows[0]["origin"]) == ("0", "3", "news")


SINGLE_WIKI_AUTO = """\
aligned\tlions-0-0-0\tlions-1-0-0\tLions\tLions
partialAligned\tlions-0-1-0\tlions-1-1-0\tThe cats sat and slept.\tThe big cats sat.
partialAligned\tlions-0-1-0\tlions-1-1-1\tThe cats sat and slept.\tThey slept.
"""
LADDER = """\
0\t0\t1.000000
1\t1\t0.625000
3\t2\t0.000000
4\t2\t0.000000
4\t3\t0.000000
"""
SOURCE_XML = """\
<?xml version="1.0" encoding="UTF-8"?>
<text id="lions" level="source" xml:lang="en">
<p id="1">
<s id="1:1">Lions</s>
</p>
<p id="2">
<s id="2:1">The big cats sat.</s>
<s id="2:2">They\tslept.</s>
<s id="2:3">Rain "fell" &lt;hard&gt; &amp; long.</s>
</p>
</text>
"""
LINKS_XML = """\
<?xml version="1.0" encoding="UTF-8"?>
<linkGrp toDoc="lions.target.xml" fromDoc="lions.source.xml" signature="By hand(x='y')">
<link type="1-1" xtargets="1:1;1:1" status="auto" score="1.0"/>
<link type="1-2" xtargets="2:1;2:1 2:2" status="auto" score="0.625"/>
<link type="0-1" xtargets=";2:3" status="auto"/>
<link type="1-0" xtargets="2:2;" status="auto"/>
</linkGrp>
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lions.wiki-auto.tsv", {"lions.wiki-auto.tsv": SINGLE_WIKI_AUTO}),
        ("lions.vecalign", {"lions.vecalign": VECALIGN}),
        ("lions.ladder", {"lions.ladder": LADDER}),
        (
            "lions.alignment.xml",
            {"lions.source.xml": SOURCE_XML, "lions.target.xml": None, "lions.alignment.xml": LINKS_XML},
        ),
    ],
)
def test_one_alignment_as_text(tmp_path: Path, name: str, expected: dict[str, str | None]) -> None:
    files = vicinal.save(LIONS, tmp_path / name)
    assert [file.name for file in files] == list(expected)
    for file in files:
        assert expected[file.name] in (None, file.read_bytes().decode())


@pytest.mark.parametrize("name", ["vecalign", "ladder"])
def test_index_lines_of_a_corpus_are_a_file_for_each_pair(name: str) -> None:
    assert FORMATS[name].holds == "each"
    for one in CORPUS:
        (text,) = written(name, [one])
        assert written(name, [one], corpus=False) == [text]  # as those programs expect
        assert "#" not in text


@pytest.mark.parametrize("name", [name for name, known in FORMATS.items() if known.holds == "all"])
def test_a_corpus_is_streamed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(parquet, "ROWS", 1)
    asked = 0

    def corpus() -> Iterator[Aligned]:
        nonlocal asked
        for _ in range(100):
            asked += 1
            yield CORPUS[0]

    chunks = FORMATS[name].chunks(corpus(), corpus=True)
    sizes = [len(next(chunks)[1]) for _ in range(4)]
    assert max(sizes) > 0
    assert asked <= 4


@pytest.mark.parametrize("name", [name for name, known in FORMATS.items() if known.holds == "all"])
def test_a_corpus_without_pairs_or_links_is_a_whole_file(name: str) -> None:
    nothing = replace(LIONS, sentences=(), cells=())
    for aligned in ([], [Aligned(nothing)]):
        contents = [b""] * len(FORMATS[name].suffixes)
        for number, data in FORMATS[name].chunks(aligned, corpus=True):
            contents[number] += data
        if name == "tmx":
            assert DTD.validate(etree.fromstring(contents[0])), DTD.error_log
        if name == "parquet":
            from pyarrow.parquet import read_table

            assert read_table(io.BytesIO(contents[0])).num_rows == 0


# Parquet, read by common tools.


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.parquet"
    path.write_bytes(b"".join(data for _, data in FORMATS["parquet"].chunks(CORPUS, corpus=True)))
    return path


ROWS = [json.loads(line) for line in written("jsonl", CORPUS)[0].splitlines()]


def test_parquet_has_plain_types_and_the_signature(table: Path) -> None:
    from pyarrow.parquet import ParquetFile

    file = ParquetFile(table)
    assert {name: str(file.schema_arrow.field(name).type) for name in file.schema_arrow.names} == {
        **dict.fromkeys(FORMATS["parquet"].columns, "string"),
        "score": "double",
        "probability": "double",
        "source": "list<element: int32>",
        "target": "list<element: int32>",
        "pairs": "list<element: list<element: int32>>",
    }
    assert file.schema_arrow.metadata[b"vicinal.signature"] == b"By hand(x='y')"
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"
    assert file.read().to_pylist() == ROWS


def test_pandas_reads_parquet(table: Path) -> None:
    import pandas

    frame = pandas.read_parquet(table)
    assert list(frame["source_text"]) == [row["source_text"] for row in ROWS]
    assert list(frame["source"][1]) == [1, 2]
    assert frame["score"].mean() == pytest.approx(0.625)


def test_polars_reads_parquet(table: Path) -> None:
    import polars

    frame = polars.read_parquet(table)
    assert frame.to_dicts() == ROWS
    assert frame.filter(polars.col("kind") == "N-1")["target_text"].to_list() == ["The cats sat and slept."]


def test_duckdb_reads_parquet(table: Path) -> None:
    import duckdb

    with duckdb.connect() as connection:
        found = connection.execute(
            "select kind, source, target_text from read_parquet(?) where score > 0.5 order by score", [str(table)]
        ).fetchall()
    assert found == [("N-1", [1, 2], "The cats sat and slept."), ("1-1", [0], "Lions")]


def test_parquet_is_cut_into_row_groups_by_rows_and_by_text(monkeypatch: pytest.MonkeyPatch) -> None:
    from pyarrow.parquet import ParquetFile

    def groups() -> list[int]:
        data = b"".join(data for _, data in FORMATS["parquet"].chunks(CORPUS * 3, corpus=True))
        metadata = ParquetFile(io.BytesIO(data)).metadata
        return [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)]

    assert groups() == [9]
    monkeypatch.setattr(parquet, "ROWS", 4)
    assert groups() == [4, 4, 1]
    monkeypatch.setattr(parquet, "CHARACTERS", 20)  # rows have 10, 52 and 10
    assert groups() == [2, 2, 1, 2, 1, 1]


def test_parquet_without_pyarrow_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(
        vicinal.SettingError, match=f"needs pyarrow; install it: {re.escape(install_command('corpus'))}"
    ):
        vicinal.save(LIONS, tmp_path / "x.parquet")
    assert list(tmp_path.iterdir()) == []


# TMX, against the content model of its specification.

DTD = etree.DTD(
    io.StringIO("""
<!ELEMENT tmx (header, body)>
<!ATTLIST tmx version CDATA #FIXED "1.4">
<!ELEMENT header (note | prop | ude)*>
<!ATTLIST header creationtool CDATA #REQUIRED creationtoolversion CDATA #REQUIRED
    segtype (block | paragraph | sentence | phrase) #REQUIRED o-tmf CDATA #REQUIRED adminlang CDATA #REQUIRED
    srclang CDATA #REQUIRED datatype CDATA #REQUIRED o-encoding CDATA #IMPLIED creationdate CDATA #IMPLIED
    creationid CDATA #IMPLIED changedate CDATA #IMPLIED changeid CDATA #IMPLIED>
<!ELEMENT body (tu*)>
<!ELEMENT note (#PCDATA)>
<!ATTLIST note o-encoding CDATA #IMPLIED xml:lang CDATA #IMPLIED lang CDATA #IMPLIED>
<!ELEMENT ude (map+)>
<!ATTLIST ude name CDATA #REQUIRED base CDATA #IMPLIED>
<!ELEMENT map EMPTY>
<!ATTLIST map unicode CDATA #REQUIRED code CDATA #IMPLIED ent CDATA #IMPLIED subst CDATA #IMPLIED>
<!ELEMENT prop (#PCDATA)>
<!ATTLIST prop type CDATA #REQUIRED xml:lang CDATA #IMPLIED o-encoding CDATA #IMPLIED lang CDATA #IMPLIED>
<!ELEMENT tu ((note | prop)*, tuv+)>
<!ATTLIST tu tuid CDATA #IMPLIED segtype (block | paragraph | sentence | phrase) #IMPLIED srclang CDATA #IMPLIED
    datatype CDATA #IMPLIED>
<!ELEMENT tuv ((note | prop)*, seg)>
<!ATTLIST tuv xml:lang CDATA #REQUIRED datatype CDATA #IMPLIED>
<!ELEMENT seg (#PCDATA)>
""")
)
HARD = [*"\0\x0b\x1b\x7f\x85\u2028\ufffe\uffff\ud800😀", "]]>", "&amp;", "<!--", "\r\n"]


def test_the_content_model_refuses_invalid_files() -> None:
    good = TMX.encode()
    assert DTD.validate(etree.fromstring(good))
    for wrong in (
        good.replace(b' adminlang="en"', b""),
        good.replace(b' xml:lang="de"', b""),
        good.replace(b'segtype="sentence"', b'segtype="line"'),
        good.replace(b"<seg>A. B.</seg>\n", b""),
    ):
        assert not DTD.validate(etree.fromstring(wrong))


hostile = st.lists(st.one_of(st.sampled_from(HARD), st.text(st.characters(exclude_categories=())))).map("".join)
documents = st.builds(
    Document,
    st.lists(st.lists(hostile, max_size=3), max_size=3),
    st.none() | hostile,
    st.none() | st.sampled_from(["en", "pt_BR", "de-x-leicht", ""]) | hostile,
)


@st.composite
def alignments(draw: st.DrawFn) -> Alignment:
    source, target = draw(documents), draw(documents)
    rows, columns = len(source.sentences), len(target.sentences)
    cells = []
    if rows and columns:
        cells = draw(st.lists(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)), max_size=5))
    found = links(cells, lambda _, __: draw(st.floats(-1, 1)))
    return assemble(source, target, found, draw(hostile), cells=dict.fromkeys(cells))


aligned = st.builds(Aligned, alignments(), st.tuples(hostile, hostile), hostile)


@settings(max_examples=60)
@given(st.lists(aligned, max_size=2))
@example(CORPUS)
def test_any_tmx_is_valid_and_has_every_text(corpus: list[Aligned]) -> None:
    (text,) = written("tmx", corpus)
    root = etree.fromstring(text.encode())
    assert DTD.validate(root), DTD.error_log
    found = [segment.text or "" for segment in root.iter("seg")]
    texts = [side for one in corpus for link in one.alignment.sentences for side in one.alignment.texts(link)]
    assert found == list(map(in_xml, texts))
    for unit in root.iter("tu"):
        codes = [variant.get("{http://www.w3.org/XML/1998/namespace}lang") for variant in unit.iter("tuv")]
        assert len({code.lower() for code in codes}) == 2


def in_xml(text: str) -> str:
    """Return a text as XML can hold it."""
    return "".join(character if is_xml(character) else "\ufffd" for character in text)


def is_xml(character: str) -> bool:
    surrogate = "\ud800" <= character <= "\udfff"
    return character in "\t\n\r" or (ord(character) >= 32 and character not in "\ufffe\uffff" and not surrogate)


@pytest.mark.parametrize(
    ("languages", "levels", "expected"),
    [
        (("en", "en"), ("0", "3"), ["en", "en-x-3"]),
        (("en", "EN"), ("source", "target"), ["en", "EN-x-target"]),
        (("en", "de"), ("0", "3"), ["en", "de"]),
        (("en", "en-x-easy"), ("0", "3"), ["en", "en-x-easy"]),
        (("en-x-easy", "en-x-easy"), ("0", "3"), ["en-x-easy", "en-x-easy-3"]),
        ((None, None), ("adv", "not a subtag"), ["und", "und-x-target"]),
        (("pt_BR", "pt_BR"), ("0", "elementary"), ["pt-BR", "pt-BR-x-target"]),
        (('"><x', ""), ("0", "1"), ["und", "und-x-1"]),
    ],
)
def test_the_languages_of_a_unit(languages: tuple[str, str], levels: tuple[str, str], expected: list[str]) -> None:
    source, target = (Document([["A."]], "x", language) for language in languages)
    (text,) = written("tmx", [Aligned(by_hand(source, target, ((0,), (0,), 1.0)), levels)])
    root = etree.fromstring(text.encode())
    assert [tuv.get("{http://www.w3.org/XML/1998/namespace}lang") for tuv in root.iter("tuv")] == expected
    assert root.find("header").get("srclang") == expected[0]


# Reading InterText's XML back.


HIDDEN = pytest.mark.filterwarnings("ignore::vicinal.errors.LeftOutWarning")  # links that InterText does not show


@HIDDEN
@settings(max_examples=60)
@given(alignments())
@example(LIONS)
@example(LETTERS)
@example(crossing())
def test_stand_off_xml_reads_back(alignment: Alignment) -> None:
    with tempfile.TemporaryDirectory() as folder:
        again = vicinal.load(vicinal.save(alignment, Path(folder) / "x", "tei")[2])
    for before, after in ((alignment.source, again.source), (alignment.target, again.target)):
        assert after.paragraphs == tuple(tuple(map(in_xml, paragraph)) for paragraph in before.paragraphs)
        assert after.id == (None if before.id is None else in_xml(before.id))
    assert sorted(map(repr, again.sentences)) == sorted(map(repr, alignment.sentences))
    assert again.signature == in_xml(alignment.signature)


@given(alignments())
def test_stand_off_links_name_every_sentence_once(alignment: Alignment) -> None:
    group = etree.fromstring(written("tei", [Aligned(alignment)])[2].encode())
    sides: tuple[list[str], list[str]] = ([], [])
    for link in group.iter("link"):
        for side, ids, count in zip(sides, link.get("xtargets").split(";"), link.get("type").split("-"), strict=True):
            side += ids.split()
            assert len(ids.split()) == int(count)
    for side, document in zip(sides, (alignment.target, alignment.source), strict=True):
        expected = [f"{i}:{j}" for i, p in enumerate(document.paragraphs, 1) for j in range(1, len(p) + 1)]
        assert sorted(side) == sorted(expected)


def test_corrected_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "cats.en.xml").write_text(
        "<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE doc SYSTEM \"http://example.org/some.dtd\">\n"
        "<doc id='cats' language='en' xmlns:tei='http://www.tei-c.org/ns/1.0'>\n<head><s id='t'>Cats</s></head>\n"
        "<tei:p id='1'>\n<s id='1:1'>Big <b>cats</b> sleep.</s>\n<s id='1:2'>They &amp; we.</s></tei:p>"
        "<p id='2'/></doc>",
        "utf-8",
    )
    (tmp_path / "cats.easy.xml").write_text("<doc><p><s xml:id='s1'>Cats sleep.</s></p></doc>", "utf-8")
    file = tmp_path / "cats.en.easy.xml"
    file.write_text(
        "<?xml version='1.0' encoding='utf-8'?>\n<linkGrp toDoc='cats.easy.xml' fromDoc='cats.en.xml'>\n"
        "<link type='0-1' xtargets=';t' status='man'/>\n"
        "<link type='1-2' xtargets='s1;1:2 1:1' status='man' mark='1'/>\n</linkGrp>\n",
        "utf-8",
    )
    alignment = vicinal.load(file)
    assert alignment.source == Document([["Cats"], ["Big cats sleep.", "They & we."], []], "cats", "en", [0])
    assert alignment.target.paragraphs == (("Cats sleep.",),)
    assert alignment.sentences == (Link((1, 2), (0,), 1.0),)
    assert alignment.signature == "InterText"


SIDES = ("source", "target", "alignment")
FILES = FORMATS["tei"].render(LIONS, [f"x.{side}.xml" for side in SIDES])
GOOD = dict(zip(SIDES, map(bytes.decode, FILES), strict=True))


def load_texts(folder: Path, **texts: str) -> Alignment:
    for side, text in (GOOD | texts).items():
        (folder / f"x.{side}.xml").write_text(text, "utf-8")
    return vicinal.load(folder / "x.alignment.xml")


BOMB = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'


@pytest.mark.parametrize(
    ("which", "old", "new", "says"),
    [
        ("source", "?>", "?>" + BOMB, "line 1: entity 'a'"),
        ("target", "?>", "?>" + OUTSIDE, "line 1: entity 'a' is not one of XML's own"),
        ("alignment", "?>", "?>" + BOMB, "line 1: entity 'a'"),
        ("source", "Lions", "&nbsp;", "not XML: undefined entity at line 4"),
        ("source", "</p>", "", "not XML: mismatched tag"),
        ("source", 'id="2:1"', 'id="1:1"', "sentence 2: its id '1:1' is missing or not unique"),
        ("source", 'id="2:1"', "", "sentence 2: its id None"),
        ("alignment", "linkGrp", "links", "expected one linkGrp element, found 0"),
        ("alignment", "2:1 2:2", "2:1 9:9", "the text of fromDoc has no sentence with the id '9:9'"),
        ("alignment", "2:1;", "7;", "the text of toDoc has no sentence with the id '7'"),
        ("alignment", "2:1;", "2:1", "link 2: xtargets must be like"),
        ("alignment", "0.625", "much", "the score of a link must be a number, not 'much'"),
        ("alignment", "0.625", "nan", "the score of a link must be a number, not 'nan'"),
    ],
)
def test_xml_that_is_refused(tmp_path: Path, which: str, old: str, new: str, says: str) -> None:
    assert old in GOOD[which]
    with pytest.raises(FormatError) as caught:
        load_texts(tmp_path, **{which: GOOD[which].replace(old, new)})
    assert str(caught.value).startswith(f"{tmp_path / 'x'}.{which}.xml: ")
    assert says in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_an_entity_of_an_external_dtd_is_refused(tmp_path: Path) -> None:
    source = '<!DOCTYPE text SYSTEM "text.dtd">' + SOURCE_XML.partition("\n")[2].replace("Lions", "Lions&nbsp;")
    with pytest.raises(FormatError, match=r"x\.source\.xml: line 3: entity 'nbsp' is not one"):
        load_texts(tmp_path, source=source)


@pytest.mark.parametrize("name", ["../outside.xml", "/etc/hostname", "..", "", "a\\b.xml", "a/b.xml"])
def test_texts_are_read_from_the_same_folder_only(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "outside.xml").write_text(SOURCE_XML, "utf-8")
    _, _, file = vicinal.save(LIONS, folder / "lions", "tei")
    file.write_text(file.read_text("utf-8").replace("lions.source.xml", name), "utf-8")
    with pytest.raises(FormatError, match="fromDoc must name a file beside it"):
        vicinal.load(file)


def test_a_text_that_is_missing_is_named(tmp_path: Path) -> None:
    source, _, file = vicinal.save(LIONS, tmp_path / "lions.source.xml")
    source.unlink()
    with pytest.raises(InputError, match=r"lions\.source\.xml: cannot be read"):
        vicinal.load(file)


# Ladders.


def test_links_that_cross_are_left_out_of_a_ladder_with_a_warning(tmp_path: Path) -> None:
    alignment = crossing()
    with pytest.warns(LeftOutWarning, match="^1 of 3 links is left out, because it crosses others or has gaps"):
        (file,) = vicinal.save(alignment, tmp_path / "x.ladder")
    assert file.read_text("utf-8") == "0\t0\t0.000000\n1\t0\t0.750000\n2\t1\t1.000000\n4\t3\t0.000000\n4\t4\t0.000000\n"


def test_links_with_gaps_are_left_out_of_a_ladder() -> None:
    document = Document([["A.", "B.", "C."]])
    alignment = by_hand(document, document, ((0, 2), (0,), 0.5), ((1,), (1,), 0.5))
    assert ladder.fitting(alignment) == [alignment.sentences[1]]
    assert FORMATS["ladder"].left_out(alignment) == 1
    assert FORMATS["vecalign"].left_out(alignment) == 0


@st.composite
def contiguous(draw: st.DrawFn) -> Alignment:
    size = 6
    document = Document([[f"{number}." for number in range(size)]])
    spans = st.tuples(st.integers(0, size - 1), st.integers(1, 3)).map(
        lambda span: tuple(range(span[0], min(size, span[0] + span[1])))
    )
    found = draw(st.lists(st.tuples(spans, spans, st.just(0.5)), max_size=6, unique=True))
    return by_hand(document, document, *found)


def chained(chain: Iterable[Link]) -> bool:
    return all(max(a.source) < min(b.source) and max(a.target) < min(b.target) for a, b in combinations(chain, 2))


@settings(max_examples=200)
@given(contiguous())
def test_a_ladder_keeps_as_many_sentences_as_any_chain(alignment: Alignment) -> None:
    def size(chain: Iterable[Link]) -> int:
        return sum(len(link.source) + len(link.target) for link in chain)

    ordered = sorted(alignment.sentences, key=lambda link: link.source)
    slow = max(size(c) for n in range(len(ordered) + 1) for c in combinations(ordered, n) if chained(c))
    found = ladder.fitting(alignment)
    assert chained(found)
    assert size(found) == slow


@given(contiguous())
def test_a_ladder_reads_back(alignment: Alignment) -> None:
    text = FORMATS["ladder"].chunks([Aligned(alignment)], corpus=False)
    again = ladder.parse(b"".join(data for _, data in text).decode(), alignment.source, alignment.target)
    assert list(again.sentences) == ladder.fitting(alignment)


def test_a_long_ladder() -> None:
    document = Document([["A."] * 20_000])
    found = [((n,), (n + 1 - 2 * (n % 2),), 1.0) for n in range(20_000)]  # each pair of neighbours crosses
    assert len(ladder.fitting(by_hand(document, document, *found))) == 10_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "goes from 0 0 to 4 3"),
        ("1\t1\n4\t3\n", "goes from 0 0 to 4 3"),
        ("0\t0\n4\t4\n", "goes from 0 0 to 4 3"),
        ("0\t0\n2\t2\n1\t2\n4\t3\n", "line 3: rung 1 2 is before the previous one"),
        ("0\t0\nx\t2\n4\t3\n", "line 2: not a rung"),
        ("0\t0\t0.5\t1\n4\t3\n", "line 1: not a rung"),
        ("0\t0\t...\n4\t3\n", "line 1: '...' is not a score"),
        ("0\t0\t1e999\n4\t3\n", "line 1: '1e999' is not a score"),
        ("-1\t0\n4\t3\n", "line 1: not a rung"),
    ],
)
def test_ladders_that_are_refused(text: str, says: str) -> None:
    with pytest.raises(FormatError, match=r"^[^\n]*$") as caught:
        ladder.parse(text, LIONS.source, LIONS.target)
    assert says in str(caught.value)


def test_a_ladder_made_by_hand_needs_no_scores() -> None:
    alignment = ladder.parse("0 0\n1 1\n3 2\n4 3\n", LIONS.source, LIONS.target)
    assert alignment.sentences == (Link((0,), (0,), 1), Link((1, 2), (1,), 1), Link((3,), (2,), 1))


# wiki-auto.


def test_the_ids_of_wiki_auto_are_read_from_the_right() -> None:
    line = "aligned\ta-b c-4-0-12\ta-b c-0-3-7\tsimple\tcomplex\t0.25"
    assert wiki_auto.parse_line(line) == ("aligned", ("a-b c", "4", 0, 12), ("a-b c", "0", 3, 7))
    for wrong in ("x" + line, line.replace("-12", "-x"), line.replace("\tcomplex\t0.25", ""), "aligned", ""):
        assert wiki_auto.parse_line(wrong) is None


def test_pairs_without_a_name_are_numbered() -> None:
    unnamed = Alignment(Document([["A."]]), Document([["B."]]), (), (Link((0,), (0,), 1),), ((0, 0),), (), "")
    assert written("wiki-auto", [Aligned(unnamed), Aligned(unnamed)]) == [
        "aligned\t0-0-0-0\t0-1-0-0\tB.\tA.\naligned\t1-0-0-0\t1-1-0-0\tB.\tA.\n"
    ]


def version(name: str, level: str) -> Document:
    return Document([["Title"], ["One.", "Two."]], f"{name}{level}", "en")


@pytest.mark.parametrize(
    ("ids", "levels", "expected"),
    [
        (("slug.en.0", "slug.en.1"), ("0", "1"), ("slug.en-0-0-0", "slug.en-1-0-0")),
        (("a-b c.en.0", "a-b c.en.4"), ("0", "4"), ("a_b_c.en-0-0-0", "a_b_c.en-4-0-0")),
        (("a--b.en.0", "a--b.en.1"), ("0", "1"), ("a__b.en-0-0-0", "a__b.en-1-0-0")),
        (("-", "-"), ("0", "1"), ("_-0-0-0", "_-1-0-0")),
        # If the ids of the two versions are not an article with their levels, the pair's own id is used.
        (("slug.en.0", "other.en.1"), ("0", "1"), ("slug.en.0_/_other.en.1-0-0-0", "slug.en.0_/_other.en.1-1-0-0")),
        (("slug.0", "slug.1"), ("0", "2"), ("slug.0_/_slug.1-0-0-0", "slug.0_/_slug.1-2-0-0")),
        ((".0", ".1"), ("0", "1"), (".0_/_.1-0-0-0", ".0_/_.1-1-0-0")),
        (("slug.", "slug."), ("", ""), ("slug.-1-0-0", "slug.-0-0-0")),
        (("slug", "slug"), ("0", "1"), ("slug-0-0-0", "slug-1-0-0")),
        (
            ("slug.source", "slug.target"),
            ("source", "target"),  # the defaults, not names of levels
            ("slug.source_/_slug.target-1-0-0", "slug.source_/_slug.target-0-0-0"),
        ),
    ],
)
def test_the_ids_of_two_versions(ids: tuple[str, str], levels: tuple[str, str], expected: tuple[str, str]) -> None:
    source, target = version(ids[0], ""), version(ids[1], "")
    (text,) = written("wiki-auto", [Aligned(by_hand(source, target, ((0,), (0,), 1.0)), levels)])
    assert text.split("\t")[1:3] == [expected[1], expected[0]]


NAMES = ["a-b", "a b", "a_b", "a-b_" + "0" * 8, "a - b"]


def test_the_ids_of_wiki_auto_have_four_parts_and_are_unique(tmp_path: Path) -> None:
    """Tools cut ids at the dashes."""
    corpus = [
        Aligned(by_hand(version(name, ""), version(name, ""), ((1,), (1,), 1.0), ((2,), (2,), 1.0))) for name in NAMES
    ]
    (text,) = written("wiki-auto", [*corpus, *corpus])  # the same pairs again get the same ids
    lines = text.splitlines()
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]
    rows = [line.split("\t") for line in lines[: len(lines) // 2]]
    assert all(len(id.split("-")) == 4 for row in rows for id in row[1:3])
    articles = [row[1].split("-")[0] for row in rows]
    assert articles[::2][:2] == ["a_b", "a_b_806c5cd3"]
    assert len(set(articles)) == len(NAMES)
    file = tmp_path / "predicted"
    file.write_text(text, "utf-8")
    gold = [Gold(name, one.alignment.source, one.alignment.target, frozenset(), frozenset())
            for name, one in zip(NAMES, corpus, strict=True)]  # fmt: skip
    found = read_predicted(file, gold)
    assert found.missing == 0
    assert [one.links for one in found.predictions] == [{((1,), (1,)), ((2,), (2,))}] * len(NAMES)


def test_an_article_of_wiki_auto_never_gets_the_name_that_another_got_by_its_digest() -> None:
    """An article may be called what the digest of an earlier, or of a later one, gives."""
    link = ((1,), (1,), 1.0)
    for names in (
        ["a b", "a-b", "a_b_806c5cd3"],
        ["a_b_806c5cd3", "a-b", "a b"],
        ["a_b_806c5cd3", "a-b", "a b", "a_b"],
    ):
        corpus = [Aligned(by_hand(version(name, ""), version(name, ""), link)) for name in names]
        (text,) = written("wiki-auto", [*corpus, *corpus])
        articles = [line.split("\t")[1].split("-")[0] for line in text.splitlines()]
        assert articles[: len(names)] == articles[len(names) :]
        assert len(set(articles)) == len(names)


def test_ids_of_wiki_auto_with_dashes_are_still_read(tmp_path: Path) -> None:
    file = tmp_path / "predicted"
    file.write_text("aligned\ta-b c-0-1-0\ta-b c-1-1-0\tx\ty\n", "utf-8")
    document = version("a-b c", "")
    (found,) = read_predicted(file, [Gold("a-b c", document, document, frozenset(), frozenset())]).predictions
    assert found.links == {((1,), (1,))}


def test_a_sentence_has_one_id_in_all_pairs_of_its_version(tmp_path: Path) -> None:
    pairs = [("0", "1"), ("1", "2"), ("0", "2")]
    corpus = [
        Aligned(by_hand(version("slug.en.", a), version("slug.en.", b), ((1,), (1,), 1.0), ((2,), (2,), 1.0)), (a, b))
        for a, b in pairs
    ]
    (text,) = written("wiki-auto", corpus)
    rows = [line.split("\t") for line in text.splitlines()]
    assert [row[1:3] for row in rows[::2]] == [
        ["slug.en-1-1-0", "slug.en-0-1-0"],
        ["slug.en-2-1-0", "slug.en-1-1-0"],
        ["slug.en-2-1-0", "slug.en-0-1-0"],
    ]
    # The levels identify each of three documents with the same article.
    file = tmp_path / "predicted"
    file.write_text(text, "utf-8")
    gold = [Gold(str(one.alignment.id), one.alignment.source, one.alignment.target, frozenset(), frozenset())
            for one in corpus]  # fmt: skip
    found = read_predicted(file, gold)
    assert found.missing == 0
    assert [one.links for one in found.predictions] == [{((1,), (1,)), ((2,), (2,))}] * 3


# Reading back with `vicinal evaluate --predicted`.


@pytest.fixture(scope="module")
def corpus(sample: list[Gold]) -> list[Aligned]:
    return [
        Aligned(vicinal.align(replace_id(gold.source, gold.id), replace_id(gold.target, gold.id))) for gold in sample
    ]


def replace_id(document: Document, name: str) -> Document:
    return Document(document.paragraphs, name, document.language)


def as_predicted(one: Aligned, gold: Gold) -> Predicted:
    cells = one.alignment.cells
    return Predicted.of_links([(link.source, link.target) for link in one.alignment.sentences], gold, pairs=cells)


@pytest.mark.parametrize("name", ["jsonl", "tsv", "csv", "wiki-auto"])
def test_a_corpus_reads_back(name: str, corpus: list[Aligned], sample: list[Gold], tmp_path: Path) -> None:
    assert len({link.kind for one in corpus for link in one.alignment.sentences}) >= 3
    file = tmp_path / "predicted"
    file.write_text(written(name, corpus)[0], "utf-8")
    found = read_predicted(file, sample)
    silent = sum(not one.alignment.sentences for one in corpus)
    assert (found.unmatched, found.missing) == (0, silent)
    for one, gold, predicted in zip(corpus, sample, found.predictions, strict=True):
        expected = as_predicted(one, gold)
        assert predicted.links == expected.links
        if name in ("jsonl", "wiki-auto"):
            assert predicted == expected


def test_index_lines_read_back_one_by_one_and_all_in_one_file(
    corpus: list[Aligned], sample: list[Gold], tmp_path: Path
) -> None:
    file, texts = tmp_path / "predicted", [written("vecalign", [one])[0] for one in corpus]
    expected = [as_predicted(one, gold).links for one, gold in zip(corpus, sample, strict=True)]
    for text, gold, links_ in zip(texts, sample, expected, strict=True):
        file.write_text(text, "utf-8")
        assert [one.links for one in read_predicted(file, [gold]).predictions] == [links_]
    file.write_text("".join(f"# {gold.id}\n{text}" for text, gold in zip(texts, sample, strict=True)), "utf-8")
    assert [one.links for one in read_predicted(file, sample).predictions] == expected


@HIDDEN
def test_stand_off_xml_is_read_for_its_document(corpus: list[Aligned], sample: list[Gold], tmp_path: Path) -> None:
    for number in (0, 1):
        alignment = corpus[number].alignment
        file = vicinal.save(alignment, tmp_path / "x", "tei")[2]
        found = read_predicted(file, sample[:3])
        assert found.missing == 2
        assert found.predictions[number].links == {(link.source, link.target) for link in alignment.sentences}
    with pytest.raises(FormatError, match=r"x\.alignment\.xml: document .* is not in the gold"):
        read_predicted(file, sample[2:4])
    with pytest.raises(FormatError, match=r"x\.alignment\.xml: its source differs from the text of gold document"):
        read_predicted(file, sample[2:3])
    with pytest.raises(FormatError, match=r"x\.source\.xml: not an alignment of two texts"):
        read_predicted(tmp_path / "x.source.xml", sample)


def test_every_alignment_reads_back_as_a_ladder(corpus: list[Aligned], sample: list[Gold], tmp_path: Path) -> None:
    for one, gold in zip(corpus, sample, strict=True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LeftOutWarning)
            (file,) = vicinal.save(one.alignment, tmp_path / "predicted.ladder")
        (predicted,) = read_predicted(file, [gold]).predictions
        assert predicted.links == {(link.source, link.target) for link in ladder.fitting(one.alignment)}


ONE = Gold("a b-c", LIONS.source, LIONS.target, frozenset(), frozenset())
TWO = Gold("other", LIONS.source, LIONS.target, frozenset(), frozenset())


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("aligned\tnowhere-0-0-0\tnowhere-1-0-0\tx\ty", "document 'nowhere' is not in the gold"),
        ("aligned\ta_b_c-0-9-0\ta_b_c-1-0-0\tx\ty", "not of sentences of gold document 'a b-c'"),
        ("aligned\ta_b_c-0-0-0\ta_b_c-1-1-3\tx\ty", "not of sentences of gold document 'a b-c'"),
        ("aligned\tother-0-0-0\ta_b-c-1-0-0\tx\ty", "not of sentences of gold document 'a b-c'"),
        ("Aligned\ta_b-c-0-0-0\ta_b-c-1-0-0\tx\ty", "not a line in wiki-auto's format"),
    ],
)
def test_lines_of_wiki_auto_that_are_refused(tmp_path: Path, line: str, says: str) -> None:
    file = tmp_path / "predicted"
    file.write_text(f"aligned\ta_b-c-0-0-0\ta_b-c-1-0-0\tx\ty\n{line}\n", "utf-8")
    with pytest.raises(FormatError) as caught:
        read_predicted(file, [ONE, TWO])
    assert str(caught.value).startswith(f"{file}:2: ")
    assert says in str(caught.value)


def test_pairs_that_are_not_aligned_are_not_links(tmp_path: Path) -> None:
    file = tmp_path / "predicted"
    lines = ["notAligned\tother-0-0-0\tother-1-0-0\tx\ty", "partialAligned\ta_b-c-0-1-0\ta_b-c-1-1-0\tx\ty\t0.2"]
    file.write_text("\n".join(lines), "utf-8")
    found = read_predicted(file, [ONE, TWO])
    assert found.missing == 0
    assert [predicted.pairs for predicted in found.predictions] == [{(1, 1)}, set()]


def test_a_ladder_of_another_document_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "predicted"
    file.write_text("0\t0\t1\n1\t1\t1\n", "utf-8")
    with pytest.raises(FormatError, match="a ladder of these documents goes from 0 0 to 4 3"):
        read_predicted(file, [ONE])


def test_a_ladder_for_gold_of_several_documents_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "predicted"
    for text in (LADDER, "0 0\n4 3\n"):
        file.write_text(text, "utf-8")
        with pytest.raises(FormatError, match="predicted: a ladder does not name its document; give gold with one"):
            read_predicted(file, [ONE, TWO])


def test_every_format_is_written_into_a_fresh_folder(tmp_path: Path) -> None:
    for name, known in FORMATS.items():
        with tempfile.TemporaryDirectory(dir=tmp_path) as folder:
            files = vicinal.save(LIONS, Path(folder) / "x", name)
            assert sorted(file.name for file in Path(folder).iterdir()) == sorted(file.name for file in files)
            assert len(files) == len(known.suffixes)
