"""Dumps in parts, as Wikimedia publishes them: which wiki, which order, what is missing, and what a run says."""

from __future__ import annotations

import bz2
import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.test_cli_corpora import done, refused
from vicinal.corpus.contract import Limits, Pair, Rejected, silent
from vicinal.corpus.readers import corpus_at, detect_reader, mediawiki_dump
from vicinal.corpus.readers.wikipedia import Wikipedia
from vicinal.corpus.readers.wikipedia_parts import are_dumps, gaps, ordered, part_at, sides
from vicinal.corpus.runs import run
from vicinal.errors import InputError, SettingError

EN = "enwiki-latest-pages-articles{}.bz2"
EN_PARTS = [EN.format(rest) for rest in ("1.xml-p1p400", "2.xml-p401p900", "10.xml-p901p2000", "10.xml-p2001p2500")]
SIMPLE = "simplewiki-latest-pages-articles.xml.bz2"


def page(title: str, text: str, ns: int = 0, redirect: str = "") -> str:
    to = f'<redirect title="{redirect}" />' if redirect else ""
    return (
        f"<page><title>{title}</title><ns>{ns}</ns><id>{len(title)}</id>{to}"
        f"<revision><id>1</id><text>{text}</text></revision></page>\n"
    )


def dump(path: Path, pages: Iterable[str], wiki: str = "", language: str = "en") -> str:
    """Write a dump of one stream a page, and return its path."""
    path.parent.mkdir(exist_ok=True)
    wiki = wiki or path.name.partition("-")[0]
    pieces = [
        f'<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xml:lang="{language}"><siteinfo>'
        f"<dbname>{wiki}</dbname></siteinfo>\n",
        *pages,
        "</mediawiki>\n",
    ]
    path.write_bytes(b"".join(bz2.compress(piece.encode()) for piece in pieces))
    return str(path)


TEXTS = {
    "Heron": "The heron is a tall bird with long legs. It waits in shallow water until a fish comes near.",
    "Millrace": "A millrace leads water from a brook to the wheel of a mill. Boards at its head hold the water back.",
    "Osier": "The osier is a willow with thin, tough twigs. Baskets have been woven from them for ages.",
    "Weir": "A weir is a low wall across a river. It raises the water above it.",
}


def two_wikis(folder: Path) -> tuple[list[str], list[str]]:
    """Write an English dump of three parts and a simple one of two."""
    english = folder / "enwiki"
    source = [
        dump(english / EN.format("1.xml-p1p400"), [page("Heron", TEXTS["Heron"]), page("Reed", "A reed is a plant.")]),
        dump(
            english / EN.format("2.xml-p401p900"),
            [page("Millrace", TEXTS["Millrace"]), page("Leat", "", redirect="Millrace"), page("Talk:Heron", "Hm.", 1)],
        ),
        dump(english / EN.format("10.xml-p1001p2000"), [page("Osier", TEXTS["Osier"]), page("Weir", TEXTS["Weir"])]),
    ]
    simple = folder / "simplewiki"
    target = [
        dump(
            simple / "simplewiki-latest-pages-articles1.xml-p1p50.bz2",
            [page("Osier", "An osier is a willow. People make baskets from its twigs."), page("Otter", "It swims.")],
        ),
        dump(
            simple / "simplewiki-latest-pages-articles2.xml-p51p99.bz2",
            [
                page("Leat", "A leat brings water to a mill. Boards hold the water back."),
                page("Heron", "A heron is a bird with long legs. It waits for fish in the water."),
            ],
        ),
    ]
    return source, target


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("enwiki-latest-pages-articles1.xml-p1p41242.bz2", ("enwiki", "latest", 1, 1, 41242)),
        ("/d/enwiki-20240501-pages-articles-multistream27.xml-p9p10.bz2", ("enwiki", "20240501", 27, 9, 10)),
        ("enwiki-latest-pages-articles1.xml-p000000010p000030302-short.bz2", ("enwiki", "latest", 1, 10, 30302)),
        ("s3://b/be_x_oldwiki-20240501-pages-articles.xml.bz2", ("be_x_oldwiki", "20240501", 0, 0, 0)),
        ("dewiktionary-20240501-pages-meta-current2.xml.gz", ("dewiktionary", "20240501", 2, 0, 0)),
        ("simplewiki.xml", ("simplewiki", "", 0, 0, 0)),
        ("Vikidia2.xml", ("", "", 0, 0, 0)),
    ],
)
def test_names_tell_wiki_part_and_pages(name: str, expected: tuple[str, str, int, int, int]) -> None:
    assert part_at(name)[1:] == expected


def test_parts_of_two_wikis_are_sorted_by_number_wherever_they_stand() -> None:
    mixed = [EN_PARTS[2], SIMPLE, EN_PARTS[0], EN_PARTS[3], EN_PARTS[1]]
    assert sides(mixed) == (tuple(EN_PARTS), (SIMPLE,), ())
    assert sides([SIMPLE, *EN_PARTS]) == ((SIMPLE,), tuple(EN_PARTS), ())  # the order that was given


def test_two_dumps_are_two_sides_whatever_their_names(tmp_path: Path) -> None:
    assert sides(["a.xml", "b.xml.gz"]) == (("a.xml",), ("b.xml.gz",), ())
    old, new = ("dewiki-20200101-pages-articles.xml.bz2", "dewiki-20240101-pages-articles.xml.bz2")
    assert sides([old, new]) == ((old,), (new,), ())
    parts = [f"dewiki-{date}-pages-articles{n}.xml-p{n}p{n}.bz2" for n in (1, 2) for date in ("20240101", "20200101")]
    assert sides(parts) == (tuple(parts[::2]), tuple(parts[1::2]), ())  # one wiki, two dates


def test_files_tell_the_wiki_where_names_do_not(tmp_path: Path) -> None:
    paths = [
        dump(tmp_path / "b.xml.bz2", [], "frwiki", "fr"),
        dump(tmp_path / "v.xml.bz2", [], "frvikidia", "fr"),
        dump(tmp_path / "a.xml.bz2", [], "frwiki", "fr"),
    ]
    assert sides(paths) == ((paths[2], paths[0]), (paths[1],), ())


def test_folders_are_sides_and_one_folder_can_hold_both(tmp_path: Path) -> None:
    source, target = two_wikis(tmp_path)
    index = tmp_path / "enwiki" / "enwiki-latest-pages-articles-multistream-index1.txt-p1p400.bz2"
    index.write_bytes(b"")
    folders = [str(tmp_path / "simplewiki"), str(tmp_path / "enwiki")]
    assert sides(folders) == (tuple(target), tuple(source), (str(index),))
    assert sides([*source, str(index), folders[0]]) == (tuple(source), tuple(target), (str(index),))
    for path in [*source, *target]:
        Path(path).rename(tmp_path / Path(path).name)
    together = sides([str(tmp_path)])
    assert [[Path(path).name for path in side] for side in together[:2]] == [
        [Path(path).name for path in side] for side in (source, target)
    ]
    assert detect_reader([str(tmp_path)]) == "wikipedia"


def test_which_paths_are_dumps(tmp_path: Path) -> None:
    two_wikis(tmp_path)
    index = "enwiki-latest-pages-articles-multistream-index.txt.bz2"
    assert are_dumps([*EN_PARTS, SIMPLE, index])
    assert are_dumps([str(tmp_path / "enwiki"), SIMPLE])
    assert not are_dumps([index])
    assert not are_dumps([SIMPLE, "table.csv"])
    assert not are_dumps([str(tmp_path)])
    (tmp_path / "a.xml").write_text("<TEI/>")
    assert not are_dumps([str(tmp_path)])  # a folder of other XML


@pytest.mark.parametrize(
    ("paths", "said"),
    [
        (EN_PARTS[:2], r"p1p400\.bz2: all 2 dumps are of enwiki; give the dumps of two .* add one such as simplewiki-"),
        ([SIMPLE], "is only one dump; give the dumps of two wikis, .* add one such as enwiki-latest"),
        (
            [*EN_PARTS, SIMPLE, "dewiki.xml"],
            r"dumps of 3 wikis were given: enwiki \(4 files\), simplewiki \(1 file\), d",
        ),
        ([EN_PARTS[0], EN_PARTS[0], SIMPLE], "holds the same pages as .*leave one of them out"),
        ([EN_PARTS[0], f"copy/{EN_PARTS[0]}", SIMPLE], "holds the same pages as"),
        ([EN_PARTS[0], EN.format("-multistream1.xml-p1p400"), SIMPLE], "holds the same pages as"),
        ([EN_PARTS[0], EN.format("1.xml-p300p500"), SIMPLE], "holds the same pages as"),
        ([EN.format(".xml"), EN.format("-multistream.xml"), SIMPLE], "holds the same pages as"),
        (
            [EN_PARTS[0], EN.format(".xml"), SIMPLE],
            r"articles\.xml\.bz2: is a whole dump; give it without .*1\.xml-p1p",
        ),
        (["enwiki-latest-pages-articles-multistream-index.txt.bz2"], "no dump was given; give the dumps of two wikis"),
    ],
)
def test_dumps_that_are_not_two_sides(paths: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        sides(paths)


def test_gaps_between_parts_are_known_by_their_pages() -> None:
    assert gaps(ordered(EN_PARTS)) == []
    assert gaps(ordered([EN_PARTS[3], EN_PARTS[0]])) == [(401, 2000)]
    assert gaps(ordered([EN_PARTS[1], EN_PARTS[3]])) == [(1, 400), (901, 2000)]
    assert gaps([EN.format("1.xml-p000000010p000030302")]) == []  # old dumps begin with page 10
    assert gaps([SIMPLE]) == gaps(["a.xml", "b.xml"]) == []


def test_parts_of_different_dates_are_pointed_out() -> None:
    parts = ("enwiki-20240501-pages-articles1.xml-p1p400.bz2", "enwiki-20240401-pages-articles2.xml-p401p900.bz2")
    assert Wikipedia(parts, SIMPLE).notes() == [
        "enwiki: the parts are of different dates (20240401, 20240501); a page may be missing or double"
    ]
    assert Wikipedia((parts[0], parts[1].replace("0401", "0501")), SIMPLE).notes() == []


def test_parts_are_read_as_one_dump(tmp_path: Path) -> None:
    source, target = two_wikis(tmp_path)
    corpus = Wikipedia.of([*reversed(source), *target])
    assert corpus.dumps == (tuple(source), tuple(target))
    said: list[tuple[str, int, int]] = []
    pairs = corpus.stage(str(tmp_path / "work"), lambda *now: said.append(now))
    found = [pair for shard in pairs.shards(Limits()) for pair in pairs.read(shard) if isinstance(pair, Pair)]
    assert [(pair.id, pair.file) for pair in found] == [
        ("Heron", Path(source[0]).name),
        ("Millrace / Leat", Path(source[1]).name),
        ("Osier", Path(source[2]).name),
    ]
    assert pairs.levels == ("normal", "simple")
    sizes = [sum(Path(path).stat().st_size for path in side) for side in (target, source, source)]
    assert [total for _, done, total in said if done == total] == sizes
    assert [one[0] for one in said if one[1] == one[2]][1] == f"Reading 3 parts from {Path(source[0]).name}"


def test_staging_parts_goes_on_after_an_interruption_at_any_point(tmp_path: Path) -> None:
    source, target = two_wikis(tmp_path)
    corpus = Wikipedia(tuple(source), tuple(target))

    def staged(folder: Path, last: int) -> int:
        calls = 0

        def advance(*_: object) -> None:
            nonlocal calls
            calls += 1
            if calls == last:
                raise KeyboardInterrupt

        corpus.stage(str(folder), advance)
        return calls

    def content(folder: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    calls = staged(tmp_path / "whole", 0)
    assert calls >= 6
    for last in range(1, calls + 1):
        with pytest.raises(KeyboardInterrupt):
            staged(tmp_path / str(last), last)
        staged(tmp_path / str(last), 0)
        assert content(tmp_path / str(last)) == content(tmp_path / "whole")


def test_one_path_is_a_dump_of_one_part() -> None:
    assert Wikipedia("a.xml", "b.xml") == Wikipedia(("a.xml",), ("b.xml",))


def test_the_part_of_a_rejected_page_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = two_wikis(tmp_path)
    monkeypatch.setattr(mediawiki_dump, "LONGEST_TEXT", 62)
    pairs = Wikipedia(tuple(source), tuple(target)).stage(str(tmp_path / "work"), silent)
    found = [one for shard in pairs.shards(Limits()) for one in pairs.read(shard)]
    assert [one.file for one in found if isinstance(one, Rejected)] == [Path(path).name for path in source]


def test_parts_of_another_language_on_a_side(tmp_path: Path) -> None:
    source, target = two_wikis(tmp_path)
    strange = dump(tmp_path / EN.format("11.xml-p2001p2002"), [], "dewiki", "de")
    said = r"p2001p2002\.bz2: is of dewiki in language de, and .*p1p400\.bz2 of enwiki in language en; give parts of"
    with pytest.raises(InputError, match=said):
        Wikipedia((*source, strange), tuple(target)).stage(str(tmp_path / "work"), silent)
    with pytest.raises(SettingError, match="the same dump"):
        Wikipedia((*source, target[0]), tuple(target))


def test_a_truncated_part_is_named(tmp_path: Path) -> None:
    source, target = two_wikis(tmp_path)
    Path(source[1]).write_bytes(Path(source[1]).read_bytes()[:-20])
    with pytest.raises(InputError, match=r"p401p900\.bz2: is truncated"):
        Wikipedia(tuple(source), tuple(target)).stage(str(tmp_path / "work"), silent)


def test_accounts_count_every_page_on_both_sides(tmp_path: Path) -> None:
    source, target = two_wikis(tmp_path)
    pairs = Wikipedia(tuple(source), tuple(target)).stage(str(tmp_path / "work"), silent)
    accounts = pairs.accounts()
    assert accounts.read == {"articles of enwiki": 5, "articles of simplewiki": 4}
    assert accounts.left_out == {
        "redirects": 1,
        "pages of other kinds, such as templates": 1,
        "articles of enwiki without a partner": 2,
        "articles of simplewiki without a partner": 1,
        "page numbers of enwiki in parts that were not given": 100,
    }
    again = Wikipedia(tuple(source), tuple(target)).stage(str(tmp_path / "work"), silent)
    assert again.accounts() == accounts


def test_accounts_of_two_dumps_of_one_wiki(tmp_path: Path) -> None:
    paths = [
        dump(tmp_path / f"dewiki-{year}0101-pages-articles.xml.bz2", [page("Reiher", "Ein Vogel."), *more])
        for year, more in ((2020, []), (2024, [page("Wehr", "Eine Mauer.")]))
    ]
    accounts = Wikipedia.of(paths).stage(str(tmp_path / "work"), silent).accounts()
    assert accounts.read == {"articles of the first dump": 1, "articles of the second dump": 2}
    assert accounts.left_out == {"articles of the second dump without a partner": 1}


def test_a_run_from_the_command_line_tells_what_it_read_and_left_out(tmp_path: Path) -> None:
    source, _ = two_wikis(tmp_path)
    out = tmp_path / "out"
    said = done(tmp_path, "run", *source, "simplewiki", "-o", "out").splitlines()
    assert "vicinal: note: enwiki: no part has the pages 901 to 1000; add the missing parts" in said
    assert said[-1] == (
        "read 5 articles of enwiki, 4 articles of simplewiki; left out: "
        "100 page numbers of enwiki in parts that were not given, 2 articles of enwiki without a partner, "
        "1 article of simplewiki without a partner, 1 page of other kinds, such as templates, 1 redirect"
    )
    manifest = json.loads((out / "manifest.json").read_text())
    names = tuple(Path(path).name for path in source)
    assert f"source={names!r}" in manifest["corpus"]
    assert manifest["input"]["files"] == 5
    assert manifest["accounting"]["left_out"]["articles of enwiki without a partner"] == 2


def test_a_dump_without_a_partner_is_one_line(tmp_path: Path) -> None:
    source, _ = two_wikis(tmp_path)
    said = refused(tmp_path, "run", *source, "-o", "out")
    assert "all 3 dumps are of enwiki; give the dumps of two wikis, the original first" in said
    assert not (tmp_path / "out").exists()


def test_paths_and_folders_make_the_same_run(tmp_path: Path) -> None:
    source, target = two_wikis(tmp_path)
    by_file = run(corpus_at([*source, *target]), tmp_path / "a").manifest
    by_folder = run(corpus_at([str(tmp_path / "enwiki"), str(tmp_path / "simplewiki")]), tmp_path / "b").manifest
    assert by_file == by_folder
