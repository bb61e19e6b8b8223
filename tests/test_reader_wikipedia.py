"""Wikipedia dumps: the sample pair in `dumps/`, every way of packing it, what can be wrong with a dump, and staging."""

from __future__ import annotations

import bz2
import gzip
import io
import pickle
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import pytest

from vicinal.corpus.contract import Fingerprint, LeftOut, Limits, Pair, Rejected
from vicinal.corpus.readers import decompression, mediawiki_dump
from vicinal.corpus.readers.title_index import normal_title
from vicinal.corpus.readers.wikipedia import Wikipedia
from vicinal.corpus.readers.wikipedia_pairs import WikipediaPairs
from vicinal.errors import InputError, SettingError

DUMPS = Path(__file__).parent / "dumps"
SOURCE = DUMPS / "enwiki-sample-pages-articles.xml"
TARGET = DUMPS / "simplewiki-sample-pages-articles.xml"

Paragraphs = tuple[tuple[str, ...], ...]

# All pairs of the sample, in order: source and target, each with its title first.
EXPECTED: list[tuple[Paragraphs, Paragraphs]] = [
    (
        (
            ("Harbour lantern",),
            (
                "A harbour lantern ([x]; havenlantaarn) is a lamp at the mouth of a harbour.",
                "It shows ships the way in, and it burns from dusk to dawn – in fog, too.",
            ),
            ("Most lanterns are 5 to 8 m high.", "Their light can be seen ten miles away, but only in clear weather."),
            (
                "The first lantern was a fire in an iron basket.",
                "It stood in Nordhaven, where fishing boats came home at night.",
            ),
            ("Oil came in 1780.", "The harbour master wrote:"),
            ("The lamp is better than the fire.", "It needs no wood."),
            ("Later lamps burned gas.",),
            ("A lantern has three parts:", "a mast of oak wood;", "a lamp — often of brass;", "a roof."),
            ("The light of a lamp falls with the square of the distance: is the rule.",),
        ),
        (
            ("Harbour lantern",),
            ("A harbour lantern is a lamp at the mouth of a harbor.", "It shows ships the way in."),
            ("The first one was a fire in a basket.", "It stood in Nordhaven."),
            ("Later, oil and gas burned in it.",),
        ),
    ),
    (  # the source wiki redirects the target's title
        (("Ferry",), ("A ferry carries people and carts over water.", "It goes to and fro all day.")),
        (("Ferry boat",), ("A ferry boat takes people over the water.",)),
    ),
    (  # the target wiki redirects the source's title
        (("Tidal clock",), ("A tidal clock tells the time of high tide, for one place only.",)),
        (("Tide clock",), ("A tide clock shows when the tide is high.",)),
    ),
    (  # one title is composed, the other is not, and begins with a small letter
        (
            ("Éolienne de l'Île",),
            (
                'The Éolienne de l\'Île ("wind wheel of the island", [x]) is a pump driven by wind.',
                "It lifts 900 L an hour.",
            ),
        ),
        (("Éolienne de l'Île",), ("This wind pump lifts water.", "It is on an island.")),
    ),
    (
        (("Sluice",), ("A sluice is a gate that holds water back.", "Millers open it when they need the water.")),
        (("Sluice",), ("A sluice is a gate for water.",)),
    ),
    (  # a redirect to a redirect
        (("Tugboat",), ("A tugboat is small but strong: it pulls large ships.",)),
        (("Tug",), ("A tug pulls big ships.",)),
    ),
    (  # the same title wins over the redirect from "Wharf"
        (("Quay",), ("A quay is a wall of stone where ships are tied up.",)),
        (("Quay",), ("A quay is a stone wall for ships.",)),
    ),
    (  # markup that is never closed
        (
            ("Broken net",),
            ("A broken net catches no fish.", "It must be mended."),
            ("Nets are mended in winter, by hand.", "{| is no table here.", "Unclosed"),
        ),
        (("Broken net",), ("A net with holes is a broken net.",)),
    ),
]
MOLE = (
    (
        ("Mole",),
        ("Mole may refer to:", "Mole (harbour), a wall in the sea", "Mole (animal), an animal that digs"),
    ),
    (("Mole",), ("Mole can mean:", "Mole (animal), an animal")),
)


def silent(what: str, done: int, total: int) -> None:
    """Take no notice."""


def everything(corpus: WikipediaPairs, limits: Limits = Limits()) -> list[Pair | Rejected | LeftOut]:  # noqa: B008
    return [found for shard in corpus.shards(limits) for found in corpus.read(shard)]


def read(corpus: WikipediaPairs, limits: Limits = Limits()) -> list[Pair | Rejected]:  # noqa: B008
    return [found for found in everything(corpus, limits) if not isinstance(found, LeftOut)]


def texts(found: Iterable[Pair | Rejected]) -> list[tuple[Paragraphs, Paragraphs]]:
    pairs = [pair for pair in found if isinstance(pair, Pair)]
    return [(pair.source.paragraphs, pair.target.paragraphs) for pair in pairs]


def staged(wikipedia: Wikipedia, folder: Path) -> WikipediaPairs:
    return wikipedia.stage(str(folder), silent)


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class Article(NamedTuple):
    """A page of a dump that a test makes."""

    title: str
    text: str = "It is a thing."
    redirect: str | None = None
    ns: str = "0"
    model: str = "wikitext"


def xml(pages: Iterable[Article], name: str = "enwiki", language: str = "en", head: str = "") -> str:
    """Return an export."""
    parts = [
        f'{head}<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="{language}">\n'
        f"  <siteinfo>\n    <dbname>{name}</dbname>\n    <case>first-letter</case>\n  </siteinfo>\n"
    ]
    for number, page in enumerate(pages, 1):
        redirect = "" if page.redirect is None else f'    <redirect title="{escape(page.redirect)}" />\n'
        parts.append(
            f"  <page>\n    <title>{escape(page.title)}</title>\n    <ns>{page.ns}</ns>\n    <id>{number}</id>\n"
            f"{redirect}    <revision>\n      <id>{number + 500}</id>\n      <model>{page.model}</model>\n"
            f'      <text bytes="1" xml:space="preserve">{escape(page.text)}</text>\n    </revision>\n  </page>\n'
        )
    return "".join([*parts, "</mediawiki>\n"])


def made(folder: Path, source: Iterable[Article], target: Iterable[Article], **settings: object) -> Wikipedia:
    """Write two dumps and return them as a corpus."""
    (folder / "en.xml").write_text(xml(source), encoding="utf-8")
    (folder / "simple.xml").write_text(xml(target, "simplewiki"), encoding="utf-8")
    return Wikipedia(str(folder / "en.xml"), str(folder / "simple.xml"), **settings)  # type: ignore[arg-type]


def ids(wikipedia: Wikipedia, folder: Path) -> list[str | None]:
    return [found.id for found in read(staged(wikipedia, folder))]


# The sample


@pytest.fixture
def sample(tmp_path: Path) -> WikipediaPairs:
    return staged(Wikipedia(str(SOURCE), str(TARGET)), tmp_path / "work")


def test_the_sample_gives_the_expected_paragraphs(sample: WikipediaPairs) -> None:
    found = read(sample)
    assert texts(found) == EXPECTED
    assert len(found) == len(EXPECTED)
    left_out = [one for one in everything(sample) if isinstance(one, LeftOut)]
    assert left_out == [LeftOut("disambiguation pages"), LeftOut("too short")]


def test_what_else_a_pair_says(sample: WikipediaPairs) -> None:
    first, second = (found for found in read(sample)[:2] if isinstance(found, Pair))
    assert (first.id, second.id) == ("Harbour lantern", "Ferry / Ferry boat")
    assert first.levels == ("normal", "simple")
    assert (first.origin, first.file, first.line) == ("", SOURCE.name, None)
    assert (first.source.language, first.target.language) == ("en", "en")


def multistream(data: bytes) -> bytes:
    """Pack a dump as Wikimedia does: a stream for the beginning, one for every few pages, one for the end."""
    pieces = re.split(rb"(?=  <page>)|(?=</mediawiki>)", data)
    assert len(pieces) > 10
    return b"".join(map(bz2.compress, pieces))


@pytest.mark.parametrize(
    ("suffix", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress), (".bz2", multistream), ("", bytes)]
)
def test_packed_dumps_give_the_same(suffix: str, pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    source, target = (tmp_path / f"{path.name}{suffix}" for path in (SOURCE, TARGET))
    source.write_bytes(pack(SOURCE.read_bytes()))
    target.write_bytes(pack(TARGET.read_bytes()))
    assert texts(read(staged(Wikipedia(str(source), str(target)), tmp_path / "work"))) == EXPECTED


@pytest.mark.parametrize("begins", [None, rb"(?s).", rb"BZh", rb"BZh|[\x00-\x20]"])
def test_streams_are_unpacked_in_order_wherever_they_seem_to_begin(
    begins: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def content(data: bytes) -> bytes:
        return b"".join(decompression.decompressed(io.BytesIO(data), ".bz2", "a.bz2"))

    choose = random.Random(5)
    parts = [choose.randbytes(choose.randrange(40)) * choose.choice([0, 1, 1, 500]) for _ in range(60)]
    parts.append(b"The end.")
    data = b"".join(map(bz2.compress, parts))
    for chunk, piece, output in ((7, 50, 10), (64, 200, 1000), (1 << 18, 1 << 21, 1 << 22)):
        monkeypatch.setattr(decompression, "_CHUNK", chunk)
        monkeypatch.setattr(decompression, "_PIECE", piece)
        monkeypatch.setattr(decompression, "_OUTPUT", output)
        if begins:
            monkeypatch.setattr(decompression, "_STREAM", re.compile(begins))
        assert content(data) == b"".join(parts)
        if not begins:
            assert content(data + b"\0" * 9) == b"".join(parts)
        with pytest.raises(InputError, match=r"a\.bz2: is truncated"):
            content(data[:-9])


def test_a_link_to_a_dump_elsewhere_is_followed(tmp_path: Path) -> None:
    (tmp_path / "en.xml").symlink_to(SOURCE)
    assert texts(read(staged(Wikipedia(str(tmp_path / "en.xml"), str(TARGET)), tmp_path / "work"))) == EXPECTED


def test_settings_leave_pages_out_or_in(tmp_path: Path) -> None:
    def found(**settings: bool | int) -> list[tuple[Paragraphs, Paragraphs]]:
        return texts(read(staged(Wikipedia(str(SOURCE), str(TARGET), **settings), tmp_path)))  # type: ignore[arg-type]

    with_mole = found(disambiguation=True)
    assert MOLE in with_mole
    assert [pair for pair in with_mole if pair != MOLE] == EXPECTED
    assert found(stubs=False) == [pair for pair in EXPECTED if pair[0][0] != ("Sluice",)]
    assert found(least_sentences=2) == [EXPECTED[0], EXPECTED[3]]
    empty = [pair[0][0] for pair in found(least_sentences=0) if pair not in EXPECTED]
    assert empty == [("Empty dock",)]


def test_shards_keep_to_the_limits_and_lose_nothing(sample: WikipediaPairs) -> None:
    for limits in (Limits(pairs=1), Limits(pairs=3), Limits(bytes=1), Limits(bytes=2500)):
        shards = list(sample.shards(limits))
        assert [shard.number for shard in shards] == list(range(len(shards)))
        assert max(shard.pairs for shard in shards) <= limits.pairs
        assert sum(shard.pairs for shard in shards) == 10
        assert texts(read(sample, limits)) == EXPECTED


def test_shards_can_be_read_anywhere_in_any_order(sample: WikipediaPairs) -> None:
    elsewhere = pickle.loads(pickle.dumps(sample))
    shards = list(elsewhere.shards(Limits(pairs=2)))
    found = {shard.number: list(elsewhere.read(shard)) for shard in reversed(shards)}
    assert texts(pair for number in sorted(found) for pair in found[number]) == EXPECTED


# Titles


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("harbour_lantern", "Harbour lantern"),
        ("  A _ b ", "A b"),
        ("e\u0301a", "Éa"),
        ("ǆep", "Ǆep"),
        ("ßtraße", "ßtraße"),
        ("საქართველო", "საქართველო"),
        ("A\u200eb", "Ab"),
        ("1st", "1st"),
        ("", ""),
    ],
)
def test_titles_are_spelled_as_mediawiki_does(title: str, expected: str) -> None:
    assert normal_title(title) == expected
    assert normal_title(expected) == expected


def test_wikis_that_tell_cases_apart(tmp_path: Path) -> None:
    balls = [Article("ball", "It is small."), Article("Ball", "It is large.")]
    wikipedia = made(tmp_path, balls, [Article("Ball")])
    assert texts(read(staged(wikipedia, tmp_path / "a")))[0][0] == (("Ball",), ("It is small.",))
    for path in sum(wikipedia.dumps, ()):
        text = Path(path).read_text(encoding="utf-8").replace("first-letter", "case-sensitive")
        Path(path).write_text(text, encoding="utf-8")
    assert texts(read(staged(wikipedia, tmp_path / "b")))[0][0] == (("Ball",), ("It is large.",))


def test_an_article_is_in_one_pair_at_most(tmp_path: Path) -> None:
    source = [
        Article("One", redirect="Many"),
        Article("Many"),
        Article("Two", redirect="Many"),
        Article("Other"),
        Article("Third"),
    ]
    target = [
        Article("Two"),
        Article("One"),  # both lead to "Many": the first of them is taken
        Article("Other", redirect="Third"),  # "Third" has a namesake, which wins
        Article("Third"),
    ]
    assert ids(made(tmp_path, source, target), tmp_path / "work") == ["Many / Two", "Third"]


def test_long_chains_and_loops_of_redirects_come_to_an_end(tmp_path: Path) -> None:
    chain = [Article(f"R{i}", redirect=f"R{i + 1}") for i in range(9)]
    source = [*chain, Article("R9"), Article("Self", redirect="Self"), Article("Gone", redirect="Nowhere")]
    target = [Article(title) for title in ("R0", "R6", "Self", "Gone")]
    assert ids(made(tmp_path, source, target), tmp_path / "work") == ["R9 / R6"]


def test_redirects_to_sections_and_other_namespaces_are_no_match(tmp_path: Path) -> None:
    source = [
        Article("A", "#REDIRECT [[B#C]]", redirect="B"),
        Article("D", "#weiterleitung [[B|x]] {{R to #section}}", redirect="B"),
        Article("E", redirect="B#F"),
        Article("G", redirect="Talk:B"),
        Article("B"),
        Article("Talk:B", ns="1"),
    ]
    for title, expected in (("A", []), ("D", ["B / D"]), ("E", []), ("G", [])):
        folder = tmp_path / title
        folder.mkdir()
        wikipedia = made(folder, [*source, Article("Same")], [Article(title), Article("Same")])
        assert ids(wikipedia, folder / "work") == [*expected, "Same"]


def test_only_articles_of_wikitext_count(tmp_path: Path) -> None:
    others = [Article("B", ns="10"), Article("C", model="json"), Article("", "x")]
    assert ids(made(tmp_path, [Article("A"), *others], [Article("A"), *others]), tmp_path / "work") == ["A"]


def test_the_last_revision_counts(tmp_path: Path) -> None:
    wikipedia = made(tmp_path, [Article("A", "Old text.")], [Article("A")])
    path = Path(*wikipedia.dumps[0])
    new = '</revision><revision><id>9</id><text xml:space="preserve">New text.</text></revision>'
    path.write_text(path.read_text(encoding="utf-8").replace("</revision>", new), encoding="utf-8")
    assert texts(read(staged(wikipedia, tmp_path / "work")))[0][0] == (("A",), ("New text.",))


@pytest.mark.parametrize(
    ("source", "target", "levels", "languages"),
    [
        (("enwiki", "en"), ("simplewiki", "en"), ("normal", "simple"), ("en", "en")),
        (("", "en"), ("", "simple"), ("normal", "simple"), ("en", "en")),
        (("simplewiki", "simple"), ("enwiki", "en"), ("simple", "normal"), ("en", "en")),
        (("dewiki", "de"), ("frwiki", "fr"), ("dewiki", "frwiki"), ("de", "fr")),
        (("dewiki", ""), ("dewiki", ""), ("source", "target"), ("de", "de")),
        (("", ""), ("", ""), ("source", "target"), (None, None)),
    ],
)
def test_levels_and_languages_come_from_the_dumps(
    source: tuple[str, str],
    target: tuple[str, str],
    levels: tuple[str, str],
    languages: tuple[str | None, str | None],
    tmp_path: Path,
) -> None:
    for path, site in (("a.xml", source), ("b.xml", target)):
        (tmp_path / path).write_text(xml([Article("A")], *site), encoding="utf-8")
    wikipedia = Wikipedia(str(tmp_path / "a.xml"), str(tmp_path / "b.xml"))
    pairs = staged(wikipedia, tmp_path / "work")
    assert (pairs.levels, pairs.languages) == (levels, languages)
    given = Wikipedia(wikipedia.source, wikipedia.target, language="it")
    assert staged(given, tmp_path / "work").languages == ("it", "it")


def test_a_wiki_names_its_own_namespaces(tmp_path: Path) -> None:
    wikipedia = made(tmp_path, [Article("A", "[[Pilt:a.jpg|x]]One.[[Liik:B]]")], [Article("A")])
    path = Path(*wikipedia.dumps[0])
    names = (
        '<namespaces><namespace key="6">Pilt</namespace><namespace key="14">Liik</namespace></namespaces></siteinfo>'
    )
    path.write_text(path.read_text(encoding="utf-8").replace("</siteinfo>", names), encoding="utf-8")
    assert texts(read(staged(wikipedia, tmp_path / "work")))[0][0] == (("A",), ("One.",))


# What can be wrong


def test_the_two_dumps_must_be_there_and_be_two(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.xml: no such file; give a dump"):
        Wikipedia(str(tmp_path / "none.xml"), str(TARGET)).fingerprint()
    with pytest.raises(InputError, match="is not a file; give a dump"):
        Wikipedia(str(tmp_path), str(TARGET)).fingerprint()
    with pytest.raises(SettingError, match="the same dump"):
        Wikipedia(str(SOURCE), str(SOURCE))
    for wrong in (-1, 1.5, True, "2"):
        with pytest.raises(SettingError, match="least_sentences must be"):
            Wikipedia(str(SOURCE), str(TARGET), least_sentences=wrong)  # type: ignore[arg-type]


def test_dumps_without_an_article_in_common(tmp_path: Path) -> None:
    for target in ([Article("B")], []):
        with pytest.raises(InputError, match=r"en\.xml and .*simple\.xml: have no article in common"):
            staged(made(tmp_path, [Article("A")], target), tmp_path / "work")


@pytest.mark.parametrize("name", ["a.xml", "a.xml.gz", "a.xml.bz2"])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.99])
def test_dumps_that_end_in_the_middle(name: str, share: float, tmp_path: Path) -> None:
    data = SOURCE.read_bytes()
    data = gzip.compress(data) if name.endswith(".gz") else bz2.compress(data) if name.endswith(".bz2") else data
    (tmp_path / name).write_bytes(data[: int(len(data) * share)])
    for source, target in ((tmp_path / name, TARGET), (SOURCE, tmp_path / name)):
        with pytest.raises(InputError, match=rf"{name}: is truncated; get a complete copy"):
            staged(Wikipedia(str(source), str(target)), tmp_path / "work")


def test_a_dump_that_ends_between_two_streams(tmp_path: Path) -> None:
    path = tmp_path / "a.xml.bz2"
    path.write_bytes(b"".join(map(bz2.compress, re.split(rb"(?=  <page>)", SOURCE.read_bytes())[:-3])))
    with pytest.raises(InputError, match=r"a\.xml\.bz2: is truncated"):
        staged(Wikipedia(str(path), str(TARGET)), tmp_path / "work")


def test_a_damaged_dump(tmp_path: Path) -> None:
    for name, pack in (("a.bz2", bz2.compress), ("a.gz", gzip.compress)):
        data = bytearray(pack(SOURCE.read_bytes()))
        data[len(data) // 2 : len(data) // 2 + 40] = bytes(40)
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InputError, match=rf"{name}: is damaged, or not .* data: .*; get a new copy"):
            staged(Wikipedia(str(tmp_path / name), str(TARGET)), tmp_path / "work")
    text = SOURCE.read_text(encoding="utf-8").replace("<title>Quay</title>", "<title>Quay</titel>")
    (tmp_path / "a.xml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.xml:\d+: is not valid XML: mismatched tag"):
        staged(Wikipedia(str(tmp_path / "a.xml"), str(TARGET)), tmp_path / "work")
    (tmp_path / "a.xml").write_bytes(SOURCE.read_bytes().replace(b"A '''quay'''", b"A \xff\xfe"))
    with pytest.raises(InputError, match=r"a\.xml:\d+: is not valid XML"):
        staged(Wikipedia(str(tmp_path / "a.xml"), str(TARGET)), tmp_path / "work")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"A text.",
        b"<html><body>404</body></html>",
        b"<mediawiki><page></page></mediawiki>",
        b'<mediawiki xmlns="http://example.org/"><page/></mediawiki>',
        b"\x00\x01\x02\x03",
        b"PK\x03\x04 a zip file",
        bz2.compress(b"no XML"),
        gzip.compress(b"", mtime=0),
    ],
)
def test_files_that_are_no_exports(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(data)
    with pytest.raises(InputError, match=r"a\.xml: is not a MediaWiki export; give a dump"):
        staged(Wikipedia(str(tmp_path / "a.xml"), str(TARGET)), tmp_path / "work")


LAUGHS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12))


@pytest.mark.parametrize(
    ("head", "text"),
    [
        (f'<!DOCTYPE mediawiki [<!ENTITY l0 "ha">{LAUGHS}]>', "&l11;"),
        ('<!DOCTYPE mediawiki [<!ENTITY x SYSTEM "file://SECRET">]>', "&x;"),
        ('<!DOCTYPE mediawiki SYSTEM "file://SECRET">', "x"),
        ('<!DOCTYPE mediawiki SYSTEM "http://localhost:9/x.dtd">', "x"),
        ('<!DOCTYPE mediawiki [<!ENTITY % x SYSTEM "file://SECRET"> %x;]>', "x"),
        ("<!DOCTYPE mediawiki>", "x"),
    ],
)
def test_entities_are_never_declared_and_never_read(head: str, text: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.dtd"
    secret.write_text("<!ENTITY x 'secret words'>", encoding="utf-8")
    document = xml([Article("Quay", "TEXT")], head=head.replace("SECRET", str(secret))).replace("TEXT", text)
    (tmp_path / "a.xml").write_text(document, encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.xml: declares entities, which MediaWiki exports never do; refused"):
        staged(Wikipedia(str(tmp_path / "a.xml"), str(TARGET)), tmp_path / "work")


def test_an_entity_that_is_not_declared(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(xml([Article("A", "TEXT")]).replace("TEXT", "&x;"), encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.xml:\d+: is not valid XML: undefined entity"):
        staged(Wikipedia(str(tmp_path / "a.xml"), str(TARGET)), tmp_path / "work")


def test_elements_in_each_other_without_end(tmp_path: Path) -> None:
    text = xml([Article("A", "TEXT")]).replace("TEXT", "<a>" * 100_000)
    (tmp_path / "a.xml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.xml:\d+: elements are nested too deeply"):
        staged(Wikipedia(str(tmp_path / "a.xml"), str(TARGET)), tmp_path / "work")


def test_gigantic_pages_are_rejected_and_the_rest_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mediawiki_dump, "LONGEST_TEXT", 1000)
    long = "Very long. " * 100
    source = [Article("A"), Article("B", long), Article("Alone", long), Article("C"), Article("D", "x" * 1000)]
    target = [Article("A", long), Article("B"), Article("C"), Article("D")]
    found = read(staged(made(tmp_path, source, target), tmp_path / "work"))
    assert [one for one in found if isinstance(one, Rejected)] == [
        Rejected("simple.xml", None, "A", "page 1, 'A', has 1100 characters of text; the limit is 1000"),
        Rejected("en.xml", None, "B", "page 2, 'B', has 1100 characters of text; the limit is 1000"),
    ]
    assert [one.id for one in found if isinstance(one, Pair)] == ["C", "D"]


def test_a_part_that_was_damaged_is_rejected(sample: WikipediaPairs) -> None:
    part = Path(sample.folder, "000000.jsonl.gz")
    whole = part.read_bytes()
    for data in (whole[:100], b"", gzip.compress(b"[1, 2]\n" * 10), gzip.compress(b"no JSON\n" * 10)):
        part.write_bytes(data)
        (found,) = read(sample)
        assert isinstance(found, Rejected)
        assert found.reason.startswith("is not a staged part (")
    Path(sample.folder, "staged.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match=r"staged\.json: is damaged; delete it"):
        list(sample.shards(Limits()))


# Staging


def test_the_fingerprint_is_that_of_names_and_sizes(tmp_path: Path) -> None:
    wikipedia = made(tmp_path, [Article("A")], [Article("A")])
    first = wikipedia.fingerprint()
    assert isinstance(first, Fingerprint)
    assert first.files == 2
    assert first.bytes == sum(Path(path).stat().st_size for path in sum(wikipedia.dumps, ()))
    assert first.dates == sum(round(Path(path).stat().st_mtime * 1e6) for path in sum(wikipedia.dumps, ()))
    assert staged(wikipedia, tmp_path / "work").fingerprint() == first
    Path(*wikipedia.dumps[0]).rename(tmp_path / "other.xml")
    renamed = Wikipedia(str(tmp_path / "other.xml"), wikipedia.target)
    assert renamed.fingerprint().sha256 != first.sha256
    made(tmp_path, [Article("A")], [Article("A"), Article("B")])
    assert wikipedia.fingerprint().sha256 != first.sha256


def test_staging_leaves_parts_and_their_list_and_is_done_once(tmp_path: Path) -> None:
    wikipedia = Wikipedia(str(SOURCE), str(TARGET))
    said: list[tuple[str, int, int]] = []
    first = wikipedia.stage(str(tmp_path / "a"), lambda *now: said.append(now))
    assert sorted(path.name for path in Path(first.folder).iterdir()) == ["000000.jsonl.gz", "staged.json"]
    assert [what for what, done, total in said if done == total] == [
        f"Reading {TARGET.name}",
        f"Reading {SOURCE.name}",
        "Pairing articles",
    ]
    assert wikipedia.stage(str(tmp_path / "a"), pytest.fail) == first  # type: ignore[arg-type]
    staged(wikipedia, tmp_path / "b")
    assert content(tmp_path / "a") == content(tmp_path / "b")


def test_other_dumps_are_staged_elsewhere(tmp_path: Path) -> None:
    wikipedia = made(tmp_path, [Article("A")], [Article("A")])
    old = staged(wikipedia, tmp_path / "work")
    made(tmp_path, [Article("A", "It is another thing.")], [Article("A")])
    new = staged(wikipedia, tmp_path / "work")
    assert new.folder != old.folder
    assert texts(read(new))[0][0] == (("A",), ("It is another thing.",))


def test_staging_in_several_parts(tmp_path: Path) -> None:
    articles = [Article(f"A{i}", f"It is thing {i}.") for i in range(2500)]
    pairs = staged(made(tmp_path, articles, list(reversed(articles))), tmp_path / "work")
    shards = list(pairs.shards(Limits()))
    assert [(shard.number, shard.pairs) for shard in shards] == [(0, 1000), (1, 1000), (2, 500)]
    assert [found.id for found in read(pairs)] == [article.title for article in articles]


KILLED = """
import os, signal, sys
from vicinal.corpus.readers.wikipedia import Wikipedia
source, target, folder, last = sys.argv[1:]
calls = 0
def advance(what, done, total):
    global calls
    calls += 1
    if calls == int(last):
        os.kill(os.getpid(), signal.SIGKILL)
Wikipedia(source, target).stage(folder, advance)
print(calls)
"""


def run(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script, *map(str, arguments)], capture_output=True, text=True)


def test_staging_goes_on_after_a_kill_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    articles = [Article(f"A{i}", f"It is thing {i}. " * 50) for i in range(1600)]
    redirects = [Article(f"R{i}", redirect=f"A{i}") for i in range(1600)]
    wikipedia = made(tmp_path, [*articles, *redirects], [*articles[::2], *redirects[1::2]])
    staged(wikipedia, tmp_path / "undisturbed")
    expected = content(tmp_path / "undisturbed")
    calls = int(run(KILLED, *sum(wikipedia.dumps, ()), tmp_path / "count", 0).stdout)
    assert calls >= 12
    for last in (1, calls // 3, calls // 2, 2 * calls // 3, calls - 1, calls):
        folder = tmp_path / str(last)
        killed = run(KILLED, *sum(wikipedia.dumps, ()), folder, last)
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        assert not list(folder.rglob("staged.json"))
        said: list[str] = []
        wikipedia.stage(str(folder), lambda what, done, total, said=said: said.append(what))  # type: ignore[misc]
        assert content(folder) == expected
    # The last one was killed when all was read but nothing was marked: both dumps' indexes were kept.
    assert set(said) == {"Pairing articles"}


# The peak is read from /proc: what getrusage says begins with the memory of the process that started this one.
MEASURED = """
import re, sys, tempfile
from pathlib import Path
from vicinal.corpus.contract import Limits
from vicinal.corpus.readers.wikipedia import Wikipedia
with tempfile.TemporaryDirectory() as folder:
    pairs = Wikipedia(*sys.argv[1:]).stage(folder, lambda *now: None)
    peak = re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1]
    print(sum(shard.pairs for shard in pairs.shards(Limits())), peak)
"""


def write_dump(path: Path, pages: Iterable[tuple[str, str]]) -> None:
    """Write a dump that is too large to be held in memory."""
    begin, page, end = re.split(r"(?=  <page>)|(?=</mediawiki>)", xml([Article("TITLE", "TEXT")]))
    with bz2.open(path, "wt", 1, encoding="utf-8") if path.suffix == ".bz2" else path.open("w") as file:
        file.write(begin)
        for title, text in pages:
            before, after = page.replace("TITLE", title).split("TEXT")
            file.writelines((before, text, after))
        file.write(end)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
def test_memory_does_not_grow_with_the_dumps_or_their_pages(tmp_path: Path) -> None:
    text = "It is a [[thing]] of ''some'' kind, and ''every'' word of it is read.\n" * 70
    peaks = []
    for megabytes in (30, 75):
        source, target = tmp_path / f"en{megabytes}.xml", tmp_path / f"simple{megabytes}.xml"
        count = megabytes * 1_000_000 // len(text)
        write_dump(source, ((f"A{i}", text) for i in range(3 * count // 5)))
        write_dump(target, ((f"A{i}", text) for i in range(2 * count // 5)))
        pairs, peak = map(int, run(MEASURED, source, target).stdout.split())
        assert pairs == 2 * count // 5
        peaks.append(peak / 1024)
    bomb = tmp_path / "bomb.xml.bz2"
    write_dump(bomb, [("A0", "x" * 40_000_000), ("A1", text)])
    pairs, peak = map(int, run(MEASURED, bomb, tmp_path / "simple30.xml").stdout.split())
    assert pairs == 2
    peaks.append(peak / 1024)
    assert max(peaks) < peaks[0] + 20, peaks  # megabytes; the larger dumps are 45 longer, the bomb's one page is 40


def test_urls_for_dumps_and_parts(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.pipe_file("/wiki/en.xml.bz2", multistream(SOURCE.read_bytes()))
    memory.pipe_file("/wiki/simple.xml", TARGET.read_bytes())
    try:
        wikipedia = Wikipedia("memory://wiki/en.xml.bz2", "memory://wiki/simple.xml")
        pairs = wikipedia.stage("memory://run/work", silent)
        names = sorted(Path(path).name for path in memory.find("/run"))
        assert names == ["000000.jsonl.gz", "staged.json"]
        assert texts(read(pairs)) == EXPECTED
        assert wikipedia.stage("memory://run/work", pytest.fail) == pairs  # type: ignore[arg-type]
    finally:
        memory.rm("/wiki", recursive=True)
        memory.rm("/run", recursive=True)


def test_an_index_that_cannot_be_used(tmp_path: Path) -> None:
    wikipedia = made(tmp_path, [Article("A")], [Article("A")])
    folder = Path(staged(wikipedia, tmp_path / "work").folder)
    (folder / "staged.json").unlink()
    (folder / "titles.sqlite").write_bytes(b"This is no database, however long one looks at it." * 30)
    with pytest.raises(InputError, match=r"titles\.sqlite: file is not a database; .*delete the file, and run again"):
        staged(wikipedia, tmp_path / "work")
    (folder / "titles.sqlite").unlink()
    assert ids(wikipedia, tmp_path / "work") == ["A"]
