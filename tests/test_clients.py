"""Exports for other programs, read by the rules of these programs at their defaults.

The texts are full of quotes, tabs, formulas, line ends of all kinds and odd Unicode; every row must come back, equal.
"""

from __future__ import annotations

import ast
import io
import subprocess
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree

import vicinal
from tests.intertext_rules import RefusedError, check
from vicinal.alignment import Aligned, Alignment, assemble
from vicinal.errors import LeftOutWarning
from vicinal.evaluation.predicted import read_predicted
from vicinal.formats import FORMATS
from vicinal.gold import Gold, LinkKey
from vicinal.link import Link
from vicinal.text.document import Document

ODD = (
    '"Quoted" at the start, and "" in it',
    "=SUM(A1:A9)",
    "+49 30 1234; -5 °C; @home",
    "A\ttab, a\x0bvertical tab, a\x0cform feed",
    "Zeile eins\nZeile zwei\r\nZeile drei\rZeile vier",
    "Next\x85line, line\u2028separator, paragraph\u2029separator, file\x1cseparator, \x1dgroup, \x1erecord, \x1funit",
    "non\u00a0breaking, zero\u200bwidth, \u202ebidi\u202c, e\u0301 combining, 👩‍👩‍👧 family, 𝔘𝔫𝔦𝔠𝔬𝔡𝔢",
    "<b>tags</b> & &amp; entities; ]]> and <!-- -->",
    "~~~ ||| ::: [0]:[1] \\n \\u2028 {id} %s $HOME `x`",
    "日本語の文。",
    "C'est l'été ; il dit : « oui ».",
    " spaces around ",
    "\ufeffA mark at the start",
)


def by_hand(source: Document, target: Document, *found: tuple[Sequence[int], Sequence[int]]) -> Alignment:
    links = [Link(tuple(xs), tuple(ys), 1 / (3 + number)) for number, (xs, ys) in enumerate(found)]
    return assemble(source, target, links, "By hand()")


def odd() -> Alignment:
    """All odd texts: 1-1 links, one N-1 link, and unaligned sentences on both sides."""
    source = Document([list(ODD), ["First.", "Second."], ["Only here."]], 'a "name" & <more>', "en", [2])
    target = Document([list(reversed(ODD)), ["Both."], ["Only there."]], 'a "name" & <more>', "en", [1])
    last = len(ODD)
    pairs = [((number,), (last - 1 - number,)) for number in range(last)]
    return by_hand(source, target, *pairs, ((last, last + 1), (last,)))


def straight() -> Alignment:
    """The same without crossings."""
    source = Document([["Title"], list(ODD), ["First.", "Second."]], "odd", "en", [0])
    target = Document([["Title", "and more"], list(ODD), ["Both."], ["Only there."]], "odd", "en", [0])
    last = len(ODD)
    pairs = [((number + 1,), (number + 2,)) for number in range(last)]
    return by_hand(source, target, ((0,), (0, 1)), *pairs, ((last + 1, last + 2), (last + 2,)))


def files(alignment: Alignment, name: str) -> list[bytes]:
    contents = [b""] * len(FORMATS[name].suffixes)
    for number, data in FORMATS[name].chunks([Aligned(alignment)], corpus=True):
        contents[number] += data
    return contents


def one_line(text: str) -> str:
    return " ".join(text.split())


# InterText -----------------------------------------------------------------------------------------------------------


@st.composite
def alignments(draw: st.DrawFn) -> Alignment:
    """Return any alignment: headings, empty paragraphs, links that cross, have gaps or share sentences."""
    paragraphs = st.lists(st.lists(st.sampled_from(["A.", "B <b>.", ""]), max_size=3), min_size=1, max_size=4)
    source, target = (
        Document(given, "x", None, draw(st.sets(st.integers(0, len(given) - 1))))
        for given in (draw(paragraphs), draw(paragraphs))
    )
    sides = [st.sets(st.integers(0, len(side.sentences) - 1), min_size=1, max_size=3).map(sorted).map(tuple)
             for side in (source, target) if side.sentences]  # fmt: skip
    found = draw(st.lists(st.tuples(*sides), max_size=5, unique=True)) if len(sides) == 2 else []
    return by_hand(source, target, *found)


@pytest.mark.filterwarnings("ignore::vicinal.errors.LeftOutWarning")
@settings(max_examples=100)
@given(alignments())
@example(odd())
@example(straight())
def test_intertext_server_imports_every_alignment_and_load_reads_all_of_it(alignment: Alignment) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = vicinal.save(alignment, Path(folder) / "x", "tei")
        again = vicinal.load(paths[2])
        contents = [path.read_bytes() for path in paths]
    if alignment.source.sentences or alignment.target.sentences:
        assert check(*contents) == len(alignment.sentences) - FORMATS["tei"].left_out(alignment)
    assert sorted(map(repr, again.sentences)) == sorted(map(repr, alignment.sentences))
    assert (again.source.headings, again.target.headings) == (alignment.source.headings, alignment.target.headings)


def test_links_that_intertext_does_not_show_are_counted_and_kept(tmp_path: Path) -> None:
    document = Document([["A.", "B.", "C.", "D."]], "x")
    gaps = by_hand(document, document, ((0, 2), (0,)), ((1,), (2,)), ((3,), (3,)))
    with pytest.warns(LeftOutWarning, match="^1 of 3 links crosses others or has gaps, so InterText will not show it"):
        paths = vicinal.save(gaps, tmp_path / "x.alignment.xml")
    assert check(*(path.read_bytes() for path in paths)) == 2
    group = etree.fromstring(paths[2].read_bytes())
    assert [(link.get("type"), link.get("xtargets")) for link in group.iter("otherLink")] == [("1-2", "1:1;1:1 1:3")]
    assert set(vicinal.load(paths[2]).sentences) == set(gaps.sentences)


SENTENCES = "<text><p id='1'><s id='1:1'>A.</s><s id='1:2'>B.</s></p></text>"
LINKS = "<?xml version='1.0'?><linkGrp fromDoc='x.a.xml' toDoc='x.b.xml'>{}</linkGrp>"
GOOD = '<link type="1-1" xtargets="1:1;1:1" status="auto"/><link type="1-1" xtargets="1:2;1:2" status="man"/>'


@pytest.mark.parametrize(
    ("text", "links", "says"),
    [
        (SENTENCES, GOOD, ""),
        (SENTENCES, "", "no links"),
        (SENTENCES, '<link type="1-1" xtargets="1:2;1:1" status="auto"/>', "gap found before '1:2'"),
        (SENTENCES, GOOD.replace("1:2;1:2", "1:1;1:2"), "gap found before '1:1'"),
        (SENTENCES, '<link type="1-1" xtargets="1:1;1:1" status="auto"/>', "elements at the end"),
        (SENTENCES, GOOD.replace("1:2;1:2", "1:2;9:9"), "element '9:9' not found"),
        (SENTENCES, GOOD.replace('"man"', '"sure"'), "unknown status"),
        (SENTENCES.replace("1:2", "1:1"), GOOD, "the same id"),
        (SENTENCES.replace("p>", "head>").replace("<p ", "<head "), GOOD, "element '1:1' not found"),
    ],
)
def test_the_rules_of_intertext_refuse_what_it_refuses(text: str, links: str, says: str) -> None:
    given = (text.encode(), text.encode(), LINKS.format(links).encode())
    if not says:
        assert check(*given) == 2
        return
    with pytest.raises(RefusedError, match=says):
        check(*given)


def test_headings_of_intertext_are_read(tmp_path: Path) -> None:
    """InterText's own texts align a <head> as a whole; files of earlier versions had sentences in it."""
    whole = (
        "<text><head id='1:1'>The <b>old</b> mill</head><p id='2'><s id='2:1'>It turns.</s></p><head id='3'/></text>"
    )
    inner = "<text><head id='1'>\n<s id='1:1'>The mill</s>\n</head><p id='2'><s id='2:1'>It turns.</s></p></text>"
    (tmp_path / "x.a.xml").write_text(whole, "utf-8")
    (tmp_path / "x.b.xml").write_text(inner, "utf-8")
    links = '<link type="1-1" xtargets="1:1;1:1" status="man"/><link type="1-1" xtargets="2:1;2:1" status="man"/>'
    (tmp_path / "x.xml").write_text(LINKS.format(links), "utf-8")
    found = vicinal.load(tmp_path / "x.xml")
    assert (found.source.paragraphs, found.source.headings) == ((("The old mill",), ("It turns.",), ()), (0, 2))
    assert (found.target.paragraphs, found.target.headings) == ((("The mill",), ("It turns.",)), (0,))
    assert [(link.source, link.target) for link in found.sentences] == [((0,), (0,)), ((1,), (1,))]


# Parallel line files -------------------------------------------------------------------------------------------------


def test_line_files_have_the_same_lines_for_every_program(tmp_path: Path) -> None:
    alignment = odd()
    texts = [alignment.texts(link) for link in alignment.sentences]
    for side, data in enumerate(files(alignment, "lines")):
        expected = [one_line(text[side]) for text in texts]
        file = tmp_path / f"corpus.{side}"
        file.write_bytes(data)
        assert data.decode().splitlines() == expected  # splits at every line end that Unicode knows
        assert file.read_text("utf-8").split("\n")[:-1] == expected  # universal line ends
        assert list(io.StringIO(data.decode(), newline="\n")) == [line + "\n" for line in expected]  # at \n only
        counted = subprocess.run(["wc", "-l", file], capture_output=True, check=True, text=True).stdout
        assert int(counted.split()[0]) == len(expected)


# vecalign ------------------------------------------------------------------------------------------------------------


def test_vecalign_lines_are_python_lists() -> None:
    """vecalign's scorer cuts a line at its colons and evaluates the first two fields as lists."""
    alignment = odd()
    (data,) = files(alignment, "vecalign")
    read = []
    for line in io.StringIO(data.decode()):
        fields = [field.strip() for field in line.split(":") if field.strip()]
        assert len(fields) == 3
        assert 0 <= float(fields[2]) <= 1
        read.append((tuple(ast.literal_eval(fields[0])), tuple(ast.literal_eval(fields[1]))))
    assert sorted(link for link in read if all(link)) == sorted((one.source, one.target) for one in alignment.sentences)
    for side, document in enumerate((alignment.source, alignment.target)):
        assert sorted(number for link in read for number in link[side]) == list(range(len(document.sentences)))


# hunalign ------------------------------------------------------------------------------------------------------------


def ladder_to_text(ladder: str, source: Sequence[str], target: Sequence[str]) -> list[tuple[str, str]]:
    """Return the lines that hunalign's own script makes of a ladder and two files with a sentence a line."""
    rungs = [tuple(line.split()) for line in ladder.splitlines()]
    lines = []
    for (x, y, score), (next_x, next_y, _) in pairwise(rungs):
        assert float(score) >= 0
        sides = (source[int(x) : int(next_x)], target[int(y) : int(next_y)])
        lines.append((" ~~~ ".join(sides[0]), " ~~~ ".join(sides[1])))
    return lines


def test_a_ladder_makes_the_text_of_hunalign() -> None:
    alignment = straight()
    (data,) = files(alignment, "ladder")
    source, target = (list(map(one_line, side.sentences)) for side in (alignment.source, alignment.target))
    lines = ladder_to_text(data.decode(), source, target)
    expected = [
        (" ~~~ ".join(source[x] for x in link.source), " ~~~ ".join(target[y] for y in link.target))
        for link in alignment.sentences
    ]
    assert [line for line in lines if all(line)] == expected
    assert [line for line in lines if not all(line)] == [("", "Only there.")]


def test_the_text_of_hunalign_is_read(tmp_path: Path) -> None:
    """A line has two sides and a score; merged sentences are joined by ~~~, which may also be in a sentence."""
    alignment = straight()
    source, target = (list(map(one_line, side.sentences)) for side in (alignment.source, alignment.target))
    lines = ladder_to_text(files(alignment, "ladder")[0].decode(), source, target)
    file, gold = tmp_path / "aligned.txt", Gold("x", alignment.source, alignment.target, frozenset(), frozenset())
    file.write_text("".join(f"{x}\t{y}\t0.25\n" for x, y in lines), "utf-8")
    found = read_predicted(file, [gold])
    assert (found.unmatched, found.missing) == (0, 0)
    assert found.predictions[0].links == {(link.source, link.target) for link in alignment.sentences}


TILDES = Gold(
    "x",
    Document([["A ~~~ b.", "C.", "~~~", "D ~~~"], ["E."]]),
    Document([["A.", "C ~~~ d.", "E."]]),
    frozenset(),
    frozenset(),
)


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("A ~~~ b. ~~~ C.\tA.\t1\nD ~~~\tC ~~~ d.\t0.5\n", {((0, 1), (0,)), ((3,), (1,))}),
        ("A ~~~ b. ~~~ C. ~~~ ~~~ ~~~ D ~~~\tA. ~~~ C ~~~ d.\t-0.3\n", {((0, 1, 2, 3), (0, 1))}),
        # hunalign takes a line <p> for the end of a paragraph, and puts it into its text.
        ("D ~~~ ~~~ <p>\tC ~~~ d.\t1\n<p>\t<p>\t1\n<p> ~~~ E.\tE.\t0\n", {((3,), (1,)), ((4,), (2,))}),
    ],
)
def test_sentences_with_the_separator_of_hunalign(tmp_path: Path, text: str, links: set[LinkKey]) -> None:
    file = tmp_path / "aligned.txt"
    file.write_text(text, "utf-8")
    found = read_predicted(file, [TILDES])
    assert found.predictions[0].links == links
    assert found.unmatched == 0


def test_the_separator_of_hunalign_joins_sentences_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "aligned.txt"
    file.write_text("C. ~~~ \tA.\t1\n ~~~ C.\tA.\t1\nC. ~~~ X.\tA.\t1\n", "utf-8")
    document = Document([["A.", "C.", "X. Y."]])
    assert read_predicted(file, [Gold("x", document, document, frozenset(), frozenset())]).unmatched == 3


# Translation memories ------------------------------------------------------------------------------------------------


def in_xml(text: str) -> str:
    """Return a text as XML can hold it: control characters are replaced."""
    return "".join("\ufffd" if c < " " and c not in "\t\n\r" else c for c in text)


def test_translate_toolkit_reads_every_unit(tmp_path: Path) -> None:
    storage = pytest.importorskip("translate.storage.factory")
    alignment = odd()
    (tmp_path / "corpus.tmx").write_bytes(files(alignment, "tmx")[0])
    found = [(str(unit.source), str(unit.target)) for unit in storage.getobject(str(tmp_path / "corpus.tmx")).units]
    assert found == [tuple(map(in_xml, alignment.texts(link))) for link in alignment.sentences]


def test_translation_memories_and_texts_keep_every_character_that_xml_can_hold() -> None:
    alignment = odd()
    root = etree.fromstring(files(alignment, "tmx")[0])
    read = [segment.text for segment in root.iter("seg")]
    assert read == [in_xml(text) for link in alignment.sentences for text in alignment.texts(link)]
    for document, data in zip((alignment.source, alignment.target), files(alignment, "tei")[:2], strict=True):
        assert [one.text for one in etree.fromstring(data).iter("s")] == list(map(in_xml, document.sentences))
