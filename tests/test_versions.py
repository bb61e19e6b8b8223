"""Versions: small tables by hand, properties of any links, files, and the table on the terminal."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import vicinal
from vicinal import Alignment, Document, FormatError, InputError, Link, SettingError, align
from vicinal.alignment import assemble
from vicinal.versions.consistent import Versions, align_versions, consistent
from vicinal.versions.grouping import LevelLink
from vicinal.view.terminal import side_by_side
from vicinal.view.version_page import version_page
from vicinal.view.version_rows import shown_rows
from vicinal.view.version_table import version_table
from vicinal.wording import KIND_MEANINGS

ARTICLES = Path(__file__).resolve().parents[1] / "data" / "articles"
Found = dict[tuple[int, int], list[tuple[list[int], list[int], float]]]


def made(sizes: list[int], found: Found) -> Versions:
    """Return versions with these numbers of sentences per level and these links."""
    documents = [Document([[f"{'abcdefg'[level]}{i}" for i in range(size)]]) for level, size in enumerate(sizes)]
    links = {
        (low, high): [LevelLink(low, high, Link(tuple(xs), tuple(ys), score)) for xs, ys, score in some]
        for (low, high), some in found.items()
    }
    return consistent(documents, links)


def shown(versions: Versions) -> list[str]:
    """Return the rows in short: a0 b0+b1 c0."""
    return [" ".join(text.replace(" ", "+") for text in versions.texts(row) if text) for row in versions.rows]


def pairs(alignment: Alignment) -> list[tuple[tuple[int, ...], tuple[int, ...], float]]:
    return [(link.source, link.target, link.score) for link in alignment.sentences]


# (description, sentences per level, links of the method, rows, number of links set aside)
TABLE: list[tuple[str, list[int], Found, list[str], int]] = [
    ("nothing", [2, 1], {}, ["a0", "a1", "b0"], 0),
    ("a chain", [1, 1, 1], {(0, 1): [([0], [0], 0.9)], (1, 2): [([0], [0], 0.8)]}, ["a0 b0 c0"], 0),
    (
        "splits and joins along the chain",
        [2, 3, 1],
        {(0, 1): [([0], [0, 1], 0.9), ([1], [2], 0.5)], (1, 2): [([1, 2], [0], 0.7)]},
        ["a0+a1 b0+b1+b2 c0"],
        0,
    ),
    ("over a level that left it out", [1, 1, 1], {(0, 2): [([0], [0], 0.9)]}, ["b0", "a0 c0"], 0),
    (
        "a direct link continues a chain",
        [1, 1, 1],
        {(0, 1): [([0], [0], 0.9)], (0, 2): [([0], [0], 0.6)]},
        ["a0 b0 c0"],
        0,
    ),
    (
        "a direct link contradicts the chain",
        [2, 2, 2],
        {
            (0, 1): [([0], [0], 0.9), ([1], [1], 0.9)],
            (1, 2): [([0], [0], 0.9), ([1], [1], 0.9)],
            (0, 2): [([0], [1], 0.99)],
        },
        ["a0 b0 c0", "a1 b1 c1"],
        1,
    ),
    (
        "a direct link would join two unrelated sentences of the level between",
        [1, 2, 1],
        {(0, 1): [([0], [0], 0.9)], (1, 2): [([1], [0], 0.9)], (0, 2): [([0], [0], 0.9)]},
        ["a0 b0", "b1 c0"],
        1,
    ),
    (
        "a direct link adds a sentence to a chain",
        [2, 1, 1],
        {(0, 1): [([0], [0], 0.9)], (0, 2): [([0, 1], [0], 0.9)]},
        ["a0+a1 b0 c0"],
        0,
    ),
    (
        "of two direct links that exclude each other the one with the higher score is kept",
        [2, 1, 1],
        {(1, 2): [([0], [0], 0.9)], (0, 2): [([0], [0], 0.4), ([1], [0], 0.5)]},
        ["a0", "a1 b0 c0"],
        1,
    ),
    (
        "levels nearer to each other come first",
        [1, 1, 1, 2],
        {(0, 3): [([0], [0], 0.9)], (1, 3): [([0], [1], 0.2)], (0, 1): [([0], [0], 0.3)]},
        ["c0", "d0", "a0 b0 d1"],
        1,
    ),
    (
        "a link that was set aside agrees after later links have joined its rows",
        [1, 2, 1, 1],
        {
            (0, 1): [([0], [0], 0.9)],
            (1, 2): [([1], [0], 0.9)],
            (0, 2): [([0], [0], 0.9)],
            (1, 3): [([0, 1], [0], 0.9)],
        },
        ["a0 b0+b1 c0 d0"],
        0,
    ),
    (
        "a row of later levels follows the sentence before it",
        [2, 4, 3],
        {(0, 1): [([0], [1], 0.9), ([1], [3], 0.9)], (1, 2): [([2], [1], 0.9)]},
        ["b0", "c0", "a0 b1", "b2 c1", "c2", "a1 b3"],
        0,
    ),
    (
        "a title without a link comes before what has no link at other levels",
        [3, 4],
        {(0, 1): [([1], [2], 0.9), ([2], [3], 0.9)]},
        ["a0", "b0", "b1", "a1 b2", "a2 b3"],
        0,
    ),
    (
        "between two links, what has no link is in the order of the levels",
        [4, 3],
        {(0, 1): [([0], [0], 0.9), ([3], [2], 0.9)]},
        ["a0 b0", "a1", "a2", "b1", "a3 b2"],
        0,
    ),
    (
        "rows of moved sentences keep the order of the first level",
        [3, 3],
        {(0, 1): [([0], [2], 0.9), ([2], [0], 0.9)]},
        ["a0 b2", "a1", "a2 b0", "b1"],
        0,
    ),
]


@pytest.mark.parametrize(("sizes", "found", "rows", "aside"), [case[1:] for case in TABLE], ids=[c[0] for c in TABLE])
def test_rows(sizes: list[int], found: Found, rows: list[str], aside: int) -> None:
    versions = made(sizes, found)
    assert shown(versions) == rows
    assert len(versions.contradicted) == aside


def test_scores_are_those_of_the_method_or_the_lowest_of_the_chain() -> None:
    chain: Found = {(0, 1): [([0], [0], 0.9), ([1], [1, 2], 0.5)], (1, 2): [([0], [0], 0.8), ([1], [1], 0.7)]}
    versions = made([2, 3, 2], {**chain, (0, 2): [([0], [0], 0.95)]})
    assert pairs(versions.alignment(0, 1)) == [((0,), (0,), 0.9), ((1,), (1, 2), 0.5)]
    assert pairs(versions.alignment(1, 2)) == [((0,), (0,), 0.8), ((1, 2), (1,), 0.7)]  # b2 joins through a1
    assert pairs(versions.alignment(0, 2)) == [((0,), (0,), 0.95), ((1,), (1,), 0.5)]
    assert pairs(versions.alignment("2", "0")) == [((0,), (0,), 0.95), ((1,), (1,), 0.5)]
    assert [step.vicinity for step in versions.alignment(0, 2).steps] == ["found", "chain"]
    assert made([1, 1, 1], {(0, 1): [([0], [0], 0.9)], (0, 2): [([0], [0], 0.6)]}).alignment(1, 2).sentences == (
        Link((0,), (0,), 0.6),
    )


@st.composite
def any_versions(draw: st.DrawFn) -> tuple[list[Document], dict[tuple[int, int], list[LevelLink]]]:
    sizes = draw(st.lists(st.integers(0, 5), min_size=2, max_size=5))
    documents = [Document([[f"s{i}" for i in range(size)]]) for size in sizes]
    found: dict[tuple[int, int], list[LevelLink]] = {}
    for low, high in combinations(range(len(sizes)), 2):
        if sizes[low] and sizes[high]:
            sides = [
                st.sets(st.integers(0, sizes[level] - 1), min_size=1, max_size=2).map(sorted).map(tuple)
                for level in (low, high)
            ]
            links = st.builds(Link, sides[0], sides[1], st.sampled_from([0.25, 0.5, 1.0]))
            found[low, high] = [LevelLink(low, high, link) for link in draw(st.lists(links, max_size=3))]
    return documents, found


@given(any_versions())
def test_any_links(case: tuple[list[Document], dict[tuple[int, int], list[LevelLink]]]) -> None:
    documents, found = case
    versions = consistent(documents, found)
    rows = versions.rows
    assert versions == consistent(documents, {pair: found[pair][::-1] for pair in reversed(found)})
    for level, document in enumerate(documents):  # each sentence once, and the first level in order
        sentences = [i for row in rows for i in row[level]]
        assert sorted(sentences) == list(range(len(document.sentences)))
    firsts = [row[0][0] for row in rows if row[0]]
    assert firsts == sorted(firsts)
    # No link is lost, and all links between neighbours are kept.
    assert Counter([*versions.links, *versions.contradicted]) == Counter(one for some in found.values() for one in some)
    assert all(one.target - one.source > 1 for one in versions.contradicted)
    row_of = {(level, i): number for number, row in enumerate(rows) for level, side in enumerate(row) for i in side}
    assert all(len({row_of[node] for node in one.nodes}) == 1 for one in versions.links)
    assert all(len({row_of[node] for node in one.nodes}) > 1 for one in versions.contradicted)
    assert Versions.of_json(versions.to_json()) == versions
    assert len(list(csv.reader(versions.to_tsv().splitlines(keepends=True), delimiter="\t"))) == len(rows) + 1


@given(any_versions())
def test_alignments_agree_with_the_chain(case: tuple[list[Document], dict[tuple[int, int], list[LevelLink]]]) -> None:
    versions = consistent(*case)
    levels = range(len(versions.documents))
    links = {
        (i, k): {(link.source, link.target) for link in versions.alignment(i, k).sentences}
        for i in levels
        for k in levels
        if i != k
    }
    for i, j, k in ((i, j, k) for i in levels for j in levels for k in levels if len({i, j, k}) == 3):
        for source, middle in links[i, j]:
            for other, target in links[j, k]:
                assert bool(set(middle) & set(other)) == ((source, target) in links[i, k])
    assert all(links[i, k] == {(a, b) for b, a in links[k, i]} for i, k in links)


def test_align_versions_of_an_article() -> None:
    documents = [Document.from_file(ARTICLES / f"krakatoa.en.{level}.txt", "en") for level in range(3)]
    versions = align_versions(documents, "vicinity", sentence_alpha=0.35)
    assert versions.names == ("0", "1", "2")
    assert versions.signature.startswith(
        f"vicinal {vicinal.__version__}: Vicinity(paragraph_alpha=0.45, sentence_alpha=0.35"
    )
    through = [row for row in versions.rows if all(row)]
    assert versions.texts(through[0])[2].startswith("The eruption of 27 August 1883 was one of the most powerful")
    assert len(versions.alignment(0, 2).sentences) >= len(align(documents[0], documents[2], "vicinity").sentences)


def test_align_versions_with_a_custom_aligner() -> None:
    def first(source: Document, target: Document) -> Alignment:
        return assemble(source, target, [Link((0,), (0,), 1.0)], "first")

    versions = align_versions(["One.", [["Uno."]], Document([["Un."]])], first, names=["en", "es", "fr"])
    assert versions.rows == (((0,), (0,), (0,)),)
    assert versions.signature == "first"
    assert versions.alignment("en", "fr").signature == "first; levels 'en' and 'fr', made consistent"


@pytest.mark.parametrize(
    ("versions", "options", "error", "message"),
    [
        ("One text.", {}, InputError, "versions are two documents or more; found one"),
        (["One text."], {}, InputError, "versions are two documents or more; found 1"),
        (["One.", "Two."], {"names": ["a"]}, InputError, "2 versions need as many different names; found ('a',)"),
        (
            ["One.", "Two."],
            {"names": ["a", "a"]},
            InputError,
            "2 versions need as many different names; found ('a', 'a')",
        ),
        (["One.", "..."], {}, InputError, "target document: has no words to align"),
        (["One.", "Two."], {"method": "magic"}, SettingError, "unknown method 'magic'; choose one of: "),
        (
            ["One.", "Two."],
            {"gamma": 1},
            SettingError,
            "unknown setting of method 'global': 'gamma'; choose one of: ",
        ),
        (
            ["One.", "Two."],
            {"method": len, "beta": 1},
            SettingError,
            "settings (beta) go with a method's name, not with an ",
        ),
    ],
)
def test_what_cannot_be_aligned(versions: Any, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        align_versions(versions, **options)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("levels", [(0, 0), (0, 2), (-1, 0), ("0", "no"), (True, 0), (0.0, 1)])
def test_unknown_levels(levels: tuple[Any, Any]) -> None:
    with pytest.raises(SettingError, match="level"):
        made([1, 1], {}).alignment(*levels)


def test_files() -> None:
    documents = [Document([["One\ttab.", "Two."]], "doc", "en"), Document([["1."], ["2. 世界"]])]
    links = [LevelLink(0, 1, Link((0, 1), (1,), 0.5))]
    versions = Versions(tuple(documents), ("hard", "easy\n1"), tuple(links), (), "S")
    assert versions.to_tsv() == (
        '"hard"\t"easy\n1"\t"hard_text"\t"easy\n1_text"\n'
        '""\t"[0]"\t""\t"1."\n'
        '"[0, 1]"\t"[1]"\t"One\ttab. Two."\t"2. 世界"\n'
    )
    data = json.loads(versions.to_json())
    assert data["rows"] == [[[], [0]], [[0, 1], [1]]]
    assert data["links"] == [[0, 1, [0, 1], [1], 0.5]]
    assert [one["name"] for one in data["versions"]] == ["hard", "easy\n1"]
    assert Versions.of_json(versions.to_json()) == versions


def changed(**changes: Any) -> str:
    data = json.loads(made([1, 1], {(0, 1): [([0], [0], 1.0)]}).to_json())
    return json.dumps({**data, **changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON: "),
        ("[]", 'not versions: no "format": "vicinal-versions/1"'),
        ("[" * 100_000, "not readable as JSON: a number too long, or nested too deep"),
        ('{"format": "vicinal-versions/1"}', "not versions: field 'signature': missing"),
        (changed(versions=[3]), "not versions: field 'versions[0]': expected an object, found 3"),
        (changed(versions=[]), "not versions: versions are two documents or more; found 0"),
        (
            changed(links=[[0, 1, [0], [0]]]),
            "not versions: field 'links[0]': expected a list of length 5, found [0, 1, [0], [0]]",
        ),
        (changed(links=[[0, 1, [0], [9], 1]]), "not versions: level 1 has no sentence 9; it has 1"),
        (changed(links=[[1, 0, [0], [0], 1]]), "not versions: levels 1 and 0: must go up, from 0 to 1"),
        (changed(links=[[0, 1, [], [0], 1]]), "not versions: levels 0 and 1: a link needs sentences on both sides"),
        (changed(links=[[0, 1, [0], [0], float("nan")]]), "not versions: levels 0 and 1: a link needs"),
        (
            changed(links=[[0, 1, [0], [True], 1]]),
            "not versions: field 'links[0][3][0]': expected a whole number, found true",
        ),
        (changed(signature=None), "not versions: field 'signature': expected a string, found null"),
    ],
)
def test_files_that_are_not_versions(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        Versions.of_json(text)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def printed(versions: Versions, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(version_table(versions))
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def test_table_side_by_side() -> None:
    documents = [Document([["Cats [b]purr[/b].", "Dogs bark.\x1b[31m"]], "a.txt"), Document([["A cat purrs."]])]
    versions = consistent(documents, {(0, 1): [LevelLink(0, 1, Link((0,), (0,), 1.0))]})
    assert [line.rstrip() for line in printed(versions, 60).splitlines()] == [
        " 0 a.txt                       1",
        " 1 Cats [b]purr[/b].           1-1 1 A cat purrs.",
        " 2 Dogs bark.\ufffd[31m",
        "",
        "2 levels in 1 linked row: 1 through all levels; 1 sentence",
        "without a link",
    ]


def test_headings_are_bold_and_headings_of_the_page() -> None:
    documents = [Document([["On <cats>"], ["Cats purr."]], headings=[0]), Document([["Cats"], ["A cat purrs."]])]
    links = [LevelLink(0, 1, Link((0,), (0,), 1.0)), LevelLink(0, 1, Link((1,), (1,), 1.0))]
    versions = consistent(documents, {(0, 1): links})
    text = io.StringIO()
    console = Console(file=text, width=60, force_terminal=True, color_system="standard")
    console.print(version_table(versions))
    console.print(side_by_side(versions.alignment(0, 1)))
    assert text.getvalue().count("\x1b[1mOn <cats>\x1b[0m") == 2
    assert "\x1b[1mCats purr." not in text.getvalue()
    assert "\x1b[1mCats\x1b[0m" not in text.getvalue()
    page = version_page(versions)
    heading = '<p dir="auto" role="heading" aria-level="3"><span class="quiet">1</span> On &lt;cats&gt;</p>'
    assert page.count('role="heading" aria-level') == page.count(heading) == 1
    assert '<p dir="auto"><span class="quiet">1</span> Cats</p>' in page


# Titles without a link, a split, a level that left a sentence out, and a paragraph without any link.
ORDER = consistent(
    [
        Document(
            [["<Title>"], ["One and two.", "Three."], ["Left out."], ["Left out, too."]], language="en", headings=[0]
        ),
        Document([["A title"], ["One.", "Two.", "More."]], headings=[0]),
        Document([["Three!"]]),
    ],
    {
        (0, 1): [LevelLink(0, 1, Link((1,), (1, 2), 0.9))],
        (0, 2): [LevelLink(0, 2, Link((2,), (0,), 0.9))],
    },
    names=["hard", 'a "b"', "easy"],
)


def test_sentences_without_a_link_stand_beside_their_neighbours() -> None:
    assert list(shown_rows(ORDER.rows)) == [
        ((((0,), (0,), ())), False),
        ((((1,), (1, 2), ())), True),
        ((((), (3,), ())), False),
        ((((2,), (), (0,))), True),
        ((((3, 4), (), ())), False),
    ]
    kinds = [[row.kind(level) for level in range(3)] for row in shown_rows(ORDER.rows)]
    assert kinds == [[None] * 3, [None, "1-N", None], [None] * 3, [None, None, "1-1"], [None] * 3]
    lines = [line.split() for line in printed(ORDER, 90).splitlines()]
    assert ["1", "<Title>", "1", "A", "title"] in lines
    assert ["2", "One", "and", "two.", "1-N", "2", "One."] in lines
    assert lines.index(["3", "Three.", "1-1", "1", "Three!"]) < lines.index(["4", "Left", "out."])


@given(any_versions())
def test_what_is_shown_is_what_there_is(case: tuple[list[Document], dict[tuple[int, int], list[LevelLink]]]) -> None:
    versions = consistent(*case)
    rows = list(shown_rows(versions.rows))
    assert [row.sides for row in rows if row.is_linked] == [row for row in versions.rows if sum(map(bool, row)) > 1]
    for level, document in enumerate(versions.documents):
        assert sorted(i for row in rows for i in row.sides[level]) == list(range(len(document.sentences)))
    assert not any(not one.is_linked and not other.is_linked for one, other in pairwise(rows))


def test_the_page_has_colours_roles_and_a_legend() -> None:
    page = version_page(ORDER)
    table = page.partition("<tbody")[2]
    assert table.count('role="row"') == 5
    assert table.count('<tr role="row" class="unlinked">') == 3
    assert '<td role="cell" data-level="a &quot;b&quot;" data-kind="1-N">' in table
    assert '<td role="cell" data-level="easy" data-kind="1-1">' in table
    assert table.count("data-kind") == 2
    assert '<p dir="auto" class="gap"><span class="quiet">5</span> Left out, too.</p>' in table
    assert '<span class="unseen">row </span>2</th><td role="cell" data-level="hard" lang="en">' in table
    for kind, meaning in KIND_MEANINGS.items():
        assert f'<span data-kind="{kind}"><span class="kind">{kind}</span> {meaning}</span>' in page
    assert "3 levels in 2 linked rows: 0 through all levels; 5 sentences without a link" in page
    assert 'class="versions wide" tabindex="0"' in version_page(made([1] * 7, {}))


def test_table_of_six_levels() -> None:
    versions = made([1] * 6, {(level, level + 1): [([0], [0], 1.0)] for level in range(5)})
    assert [line.split() for line in printed(versions, 120).splitlines()[:2]] == [
        list("012345"),
        ["1", "a0", "1-1", "1", "b0", "1-1", "1", "c0", "1-1", "1", "d0", "1-1", "1", "e0", "1-1", "1", "f0"],
    ]
    assert [line.split() for line in printed(versions, 80).splitlines()[:2]] == [
        ["0", "1", "a0"],
        ["1", "1-1", "1", "b0"],
    ]
    assert max(map(len, printed(versions, 20).splitlines())) <= 20
