"""What is in a corpus: counts, the order of adding, JSON, pictures and tables."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ElementTree
from functools import reduce
from math import inf, nextafter
from operator import add
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.console import Console

from tests.toy_corpus import Toy
from vicinal import Document, Link, SettingError
from vicinal.alignment import Aligned, Alignment
from vicinal.corpus import Limits, LinkFilter, Processes, run
from vicinal.corpus.run_stats import survey
from vicinal.corpus.stats import (
    LENGTH_EDGES,
    RATIO_EDGES,
    SCORE_EDGES,
    Side,
    Statistics,
    Stats,
    as_json,
    statistics,
)
from vicinal.corpus.text_measures import comparable, words
from vicinal.link import KINDS
from vicinal.report.corpus_tables import MOST_GROUPS, spark, statistics_table
from vicinal.report.histogram import MOST_GROUPS as MOST_DRAWN
from vicinal.report.histogram import aligned_plot, plots, score_plot
from vicinal.rewriting.operations import Operations
from vicinal.wording import percent, short

HOSTILE = "</svg><script>alert(1)</script>"
SVG = "{http://www.w3.org/2000/svg}"


def aligned(
    source: list[list[str]],
    target: list[list[str]],
    *links: Link,
    levels: tuple[str, str] = ("0", "1"),
    origin: str = "here",
) -> Aligned:
    alignment = Alignment(Document(source), Document(target), (), links, (), (), "by hand")
    return Aligned(alignment, levels, origin)


HARBOUR = aligned(
    [["The harbour"], ["Boats come in at dawn and unload their fish.", "Gulls follow.", "Nobody minds."]],
    [["The harbour"], ["Boats come at dawn.", "They bring fish.", "Ice is sold there."]],
    Link((0,), (0,), 1.0),
    Link((1,), (1, 2), 0.52),
    levels=("0", "3"),
    origin="news",
)
MARKET = aligned(
    [["One two three.", "Four  five.", "Six."]],
    [["Six!", "Four five."]],
    Link((1,), (1,), 0.25),
    Link((2,), (0,), 0.0),
    levels=("0", "10"),
    origin="news",
)
ALONE = aligned([["No counterpart."]], [], levels=("0", "3"), origin=HOSTILE)


def test_the_counts_of_one_pair() -> None:
    stats = Stats.of(HARBOUR)
    assert (stats.documents, stats.without_links, stats.links) == (1, 0, 2)
    source, target = stats.source, stats.target
    assert (source.paragraphs, source.sentences, source.aligned, source.words) == (2, 4, 2, 2 + 9 + 2 + 2)
    assert (target.paragraphs, target.sentences, target.aligned, target.words) == (2, 4, 3, 2 + 4 + 3 + 4)
    assert source.lengths[:6] == (0, 3, 0, 0, 1, 0)  # 2 words three times, 9 words once
    assert target.lengths[:4] == (0, 2, 2, 0)
    assert dict(zip(KINDS, stats.kinds, strict=True)) == {"1-1": 1, "1-N": 1, "N-1": 0, "N-N": 0}
    assert (stats.identical, stats.crossing) == (1, 0)
    assert stats.scores[19] == stats.scores[10] == 1
    assert stats.mean_score == 0.76
    # 2 words to 2 are in the middle; 7 words to 9 are 0.778, one bin below it.
    assert stats.ratios[9] == stats.ratios[8] == 1
    assert sum(stats.scores) == sum(stats.ratios) == 2
    assert (source.share_aligned, target.share_aligned, source.words_per_sentence) == (0.5, 0.75, 3.75)


def test_a_changed_order_and_other_white_space() -> None:
    stats = Stats.of(MARKET)
    assert stats.crossing == 1
    assert stats.identical == 1  # "Four  five." and "Four five."; "Six." and "Six!" differ
    assert stats.scores[5] == stats.scores[0] == 1
    assert (stats.source.aligned, stats.source.sentences) == (2, 3)


def test_a_pair_without_links_and_with_an_empty_side() -> None:
    stats = Stats.of(ALONE)
    assert (stats.documents, stats.without_links, stats.links) == (1, 1, 0)
    assert stats.target == Side()
    assert stats.source.share_aligned == 0.0
    assert stats.target.share_aligned is stats.mean_score is stats.share_of_links(0) is None


@pytest.mark.parametrize(
    ("score", "place"),
    [(-0.3, 0), (0.0, 0), (0.049, 0), (0.05, 1), (0.35, 7), (0.7, 14), (0.999, 19), (1.0, 19), (1e308, 19)],
)
def test_scores_fall_into_bins_of_a_twentieth(score: float, place: int) -> None:
    stats = Stats.of(aligned([["a"]], [["b"]], Link((0,), (0,), score)))
    assert stats.scores.index(1) == place
    assert stats.mean_score is not None
    assert 0 <= stats.mean_score <= 1


def test_every_edge_of_the_scores_begins_its_bin() -> None:
    for place, edge in enumerate(SCORE_EDGES[:-1]):
        assert Stats.of(aligned([["a"]], [["b"]], Link((0,), (0,), edge))).scores[place] == 1
        below = nextafter(edge, -inf)  # times 20 this can be a whole number
        assert Stats.of(aligned([["a"]], [["b"]], Link((0,), (0,), below))).scores[max(place - 1, 0)] == 1


@pytest.mark.parametrize(
    ("before", "after", "place"),
    [
        (10, 1, 0),
        (4, 1, 1),
        (2, 1, 5),
        (10, 9, 8),
        (11, 10, 8),
        (1, 1, 9),
        (10, 11, 10),
        (1, 2, 13),
        (1, 4, 17),
        (1, 5, 18),
    ],
)
def test_as_long_half_as_long_and_twice_as_long_are_bins_of_their_own(before: int, after: int, place: int) -> None:
    stats = Stats.of(aligned([["a " * before]], [["b " * after]], Link((0,), (0,), 0.5)))
    assert stats.ratios.index(1) == place


def test_a_link_with_a_side_without_words_has_no_ratio() -> None:
    links = Link((0,), (0,), 0.5), Link((0,), (1,), 0.5), Link((1,), (0,), 0.5)
    stats = Stats.of(aligned([[" ", "a"]], [["", "b"]], *links))
    assert sum(stats.ratios) == 0
    assert (stats.links, stats.identical, stats.source.aligned) == (3, 1, 2)
    assert stats.source.lengths[0] == 2


def test_long_sentences_share_the_last_bin() -> None:
    stats = Stats.of(aligned([["a " * 59, "a " * 60, "a " * 5000]], []))
    assert stats.source.lengths[-2:] == (1, 2)
    assert LENGTH_EDGES[-1] == 60


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("  \n", 0),
        ("The cat's 2 hats – all of them.", 8),
        ("Während der Woche schließt “das Café”.", 6),
        ("日本語です。", 5),
        ("他说：「你好」，走了。", 6),
        ("2024年にiPhoneを", 5),
        ("ไป่", 2),  # two letters and a mark
        ("か\u3099", 1),  # the same character as が
        ("a\u2329b", 2),  # the same bracket as 〈
        ("고양이가 잔다.", 2),
        ("🙂 ok", 2),
    ],
)
def test_words(text: str, count: int) -> None:
    assert words(text) == count


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Four  five.", "Four\nfive. ", True),
        ("Caf\u00e9 au lait.", "Cafe\u0301 au lait.", True),
        ("Six.", "Six!", False),
        ("Now here.", "Nowhere.", False),
        ("一文。 二文。", "一文。二文。", True),  # two sentences joined, and one
        ("東京 は 2 番", "東京は2番", True),
        ("ไป ที่ไหน", "ไปที่ ไหน", True),
        ("ไปที่ 2", "ไปที่2", True),
        ("か \u3099", "が", False),  # a mark that stands alone
        ("a \u2329b", "a〈b", True),
        ("고양이가 잔다.", "고양이가잔다.", False),  # Korean writes spaces
        ("Tokyo 2020 in 東京", "Tokyo2020 in 東京", False),
        ("", " \n", True),
    ],
)
def test_identical_means_one_thing(one: str, other: str, same: bool) -> None:
    assert (comparable(one) == comparable(other)) is same
    pair = aligned([[one]], [[other]], Link((0,), (0,), 0.5))
    assert Stats.of(pair).identical == same
    dropped = LinkFilter(drop_identical=True).start()
    dropped(pair.alignment)
    assert dropped.dropped["identical"] == same
    twice = aligned([[one, other]], [["x"]], Link((0,), (0,), 0.5), Link((1,), (0,), 0.5))
    assert len(LinkFilter(dedupe=True)(twice.alignment).sentences) == 2 - same


HARD = "a é e\u0301\u3099か東。〈\u2329ไก่\u17d2가\u1100\u1161,\u2028\u00a0\ud800"


@settings(max_examples=400)
@given(st.text(alphabet=HARD, max_size=12) | st.text(max_size=12))
@example("a \u0e48\u0301")
def test_texts_that_are_the_same_have_as_many_words(text: str) -> None:
    # Statistics compare only texts with as many words.
    assert words(comparable(text)) == words(text)
    assert comparable(comparable(text)) == comparable(text)


def test_groups_are_in_order_and_the_total_is_their_sum() -> None:
    three = [MARKET, HARBOUR, ALONE]
    by_level = statistics(three, "level")
    assert list(by_level.groups) == ["0-3", "0-10"]
    assert by_level.groups["0-3"] == Stats.of(HARBOUR) + Stats.of(ALONE)
    assert list(statistics(three, "source").groups) == [HOSTILE, "news"]
    plain = statistics(three)
    assert plain.groups == {}
    assert plain.total == by_level.total == Stats.of(ALONE) + Stats.of(MARKET) + Stats.of(HARBOUR)
    with pytest.raises(SettingError, match="grouping 'author'"):
        statistics(three, "author")
    with pytest.raises(SettingError, match="cannot be added"):
        plain + by_level


def test_nothing_gives_zeros() -> None:
    assert statistics([], "level") == Statistics("level")
    assert sum([], Stats()) == Stats()


SENTENCES = st.lists(st.text(alphabet="ab 語.", max_size=12), min_size=1, max_size=4)


@st.composite
def pairs(draw: st.DrawFn) -> Aligned:
    source, target = draw(SENTENCES), draw(SENTENCES)
    rows = st.lists(st.integers(0, len(source) - 1), min_size=1, max_size=3, unique=True)
    columns = st.lists(st.integers(0, len(target) - 1), min_size=1, max_size=3, unique=True)
    links = draw(st.lists(st.builds(Link, rows, columns, st.floats(-2, 2)), max_size=4))
    level = draw(st.sampled_from(["1", "2", "10"]))
    return aligned([source], [target], *links, levels=("0", level), origin=draw(st.sampled_from(["x", "y", ""])))


@settings(max_examples=60)
@given(st.lists(pairs(), max_size=8), st.sampled_from([None, "level", "source"]), st.data())
def test_parts_added_in_any_order_are_the_whole(corpus: list[Aligned], by: str | None, data: st.DataObject) -> None:
    whole = statistics(corpus, by)
    parts: list[list[Aligned]] = [[], [], []]
    for one in corpus:
        data.draw(st.sampled_from(parts)).append(one)
    made = [statistics(part, by) for part in data.draw(st.permutations(parts))]
    added = reduce(add, made, Statistics(by))
    assert added == whole
    assert made[0] + (made[1] + made[2]) == whole
    assert json.dumps(as_json(added)) == json.dumps(as_json(whole))


@settings(max_examples=60)
@given(pairs())
def test_histograms_count_everything_once(one: Aligned) -> None:
    stats = Stats.of(one)
    alignment = one.alignment
    assert sum(stats.kinds) == sum(stats.scores) == len(alignment.sentences)
    for kind, count in zip(KINDS, stats.kinds, strict=True):
        assert count == sum(1 for link in alignment.sentences if link.kind == kind)
    assert stats.source.sentences - stats.source.aligned == len(alignment.unaligned_source)
    assert stats.target.sentences - stats.target.aligned == len(alignment.unaligned_target)
    assert sum(stats.source.lengths) == stats.source.sentences
    assert sum(stats.ratios) <= stats.links
    assert max(stats.identical, stats.crossing) <= stats.links


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_is_counted_shard_by_shard(workers: int, tmp_path: Path) -> None:
    done = run(Toy(bad=(3,)), tmp_path / "out", limits=Limits(pairs=7))
    seen: list[tuple[str, int, int]] = []
    found = survey(done, "source", engine=Processes(workers), advance=lambda *step: seen.append(step))
    assert found == statistics(done.aligned(), "source")
    assert list(found.groups) == ["even", "odd"]
    assert found.total.documents == 29
    assert seen[-1] == ("Counting", 29, 29)


def test_what_changed_is_counted_if_wanted() -> None:
    assert statistics([HARBOUR]).total.operations == Operations()
    one = statistics([HARBOUR], operations=True).total.operations
    assert one == Operations.of(HARBOUR.alignment)
    assert one.links == len(HARBOUR.alignment.sentences)
    both = statistics([HARBOUR, MARKET], operations=True)
    assert both.total.operations == one + Operations.of(MARKET.alignment)
    assert as_json(both)["operations"]["kept"] == both.total.operations.kept
    assert "operations" not in as_json(statistics([HARBOUR]))
    assert "words in links kept moved replaced deleted added split merged" in " ".join(shown(both).split())
    assert "words in links" not in shown(statistics([HARBOUR]))


def test_json_has_the_documented_keys() -> None:
    data = json.loads(json.dumps(as_json(statistics([HARBOUR, MARKET], "level")), allow_nan=False))
    assert list(data) == [
        "documents", "without_links", "little_found", "suspect", "paragraphs", "sentences", "words",
        "words_per_sentence", "aligned", "share_aligned", "links", "links_per_document", "kinds", "identical",
        "share_identical", "crossing", "share_crossing", "mean_score", "histograms", "by", "groups",
    ]  # fmt: skip
    assert data["documents"] == 2
    assert data["sentences"] == {"source": 7, "target": 6}
    assert data["share_aligned"] == {"source": 0.571429, "target": 0.833333}
    assert data["kinds"] == {"1-1": 3, "1-N": 1, "N-1": 0, "N-N": 0}
    assert data["mean_score"] == 0.4425
    assert data["by"] == "level"
    assert list(data["groups"]["0-10"]) == list(data)[:-2]
    for name, edges in (("score", SCORE_EDGES), ("length", (*LENGTH_EDGES, None)), ("ratio", (0, *RATIO_EDGES, None))):
        histogram = data["histograms"][name]
        assert histogram.pop("edges") == list(edges)
        assert all(len(counts) == len(edges) - 1 for counts in histogram.values())
    assert "groups" not in as_json(statistics([HARBOUR]))


def test_json_of_nothing_has_nulls() -> None:
    data = json.loads(json.dumps(as_json(Statistics("source")), allow_nan=False))
    assert data["mean_score"] is data["links_per_document"] is data["share_aligned"]["source"] is None
    assert data["groups"] == {}


def named(*names: str) -> Statistics:
    one = Stats.of(HARBOUR)
    return Statistics("source", sum([one] * len(names), Stats()), dict.fromkeys(names, one))


@pytest.mark.parametrize(
    "statistics",
    [
        Statistics(),
        statistics([ALONE], "source"),
        statistics([HARBOUR, MARKET, ALONE], "source"),
        named(HOSTILE, "\x00\x1b[2J\ufffe\uffff\ud800", "\u202eolleh", "", "]]>&amp;", "x" * 1_000_000, "日" * 50),
    ],
    ids=["nothing", "no links", "three", "hostile"],
)
def test_pictures_are_xml_without_scripts(statistics: Statistics) -> None:
    made = plots(statistics)
    assert list(made) == ["scores.svg", "kinds.svg", "lengths.svg", "ratios.svg", "aligned.svg"]
    for text in made.values():
        text.encode()
        assert len(text) < 40_000
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
        root = ElementTree.fromstring(text)
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
            *("svg", "title", "desc", "style", "rect", "text", "line", "path")
        }
        assert root.get("role") == "img"
        assert root[0].tag == f"{SVG}title"
        assert root[0].text
        assert root[1].tag == f"{SVG}desc"
        assert root[1].text
        for rect in root.iter(f"{SVG}rect"):
            assert float(rect.get("width", "nan")) >= 0
            assert float(rect.get("height", "nan")) > 0


def test_a_hostile_name_is_shown_as_text() -> None:
    text = aligned_plot(named(HOSTILE))
    assert "<script" not in text
    titles = [element.text or "" for element in ElementTree.fromstring(text).iter(f"{SVG}title")]
    assert any(title.startswith(HOSTILE) for title in titles)


def test_bars_are_as_high_as_their_counts_and_say_them() -> None:
    root = ElementTree.fromstring(score_plot(Stats.of(HARBOUR) + Stats.of(HARBOUR) + Stats.of(MARKET)))
    bars = [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "source"]
    heights = [float(bar.get("height", "nan")) for bar in bars]
    assert heights == [75.0, 75.0, 150.0, 150.0]  # 1, 1, 2 and 2 links
    titles = [title.text for rect in root.iter(f"{SVG}rect") for title in rect]
    assert len(titles) == 20
    assert titles[10] == "score 0.50 to 0.55: 2 links (33%)"
    assert titles[0] == "score 0.00 to 0.05: 1 link (17%)"


@pytest.mark.parametrize(
    "name", ["W" * 300, "MMMMMMMMMMWWWWWWWWWW", "@" * 20, "LONG UPPERCASE NAMES", "日本語" * 9, "m" * 20, "%" * 20]
)
def test_names_of_wide_letters_stay_in_the_picture(name: str) -> None:
    root = ElementTree.fromstring(aligned_plot(named(name)))
    _, label = (text for text in root.iter(f"{SVG}text") if text.get("class") == "ink")  # after that of all groups
    # In DejaVu Sans, a wide font, at 12 pixels: W 11.9, M 10.4, @ 12.0, % 11.4, m 11.7, capitals and digits under 9.5.
    wide = {"W": 11.9, "M": 10.4, "@": 12.0, "%": 11.4, "m": 11.7, "…": 12.0, "日": 12.0, "本": 12.0, "語": 12.0}
    assert label.text is not None
    length = sum(wide.get(c, 9.5) for c in label.text)
    assert float(label.get("x", "nan")) - length >= 0
    assert label.text.startswith("…") or label.text == name
    bars = [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "empty"]
    assert min(float(bar.get("width", "nan")) for bar in bars) > 90


def test_the_largest_groups_come_in_the_order_of_their_names() -> None:
    sizes = {"a": 1, "b": 3, "c": 2, "d": 3, "e": 2}
    statistics = Statistics("source", Stats(11), {name: Stats(size) for name, size in sizes.items()})
    assert list(statistics.largest(3)) == ["b", "c", "d"]  # of two of one size the first
    assert statistics.largest(9) == statistics.groups
    assert statistics.largest(0) == {}


def test_only_the_largest_groups_are_drawn() -> None:
    statistics = named(*(f"g{number}" for number in range(MOST_DRAWN + 5)))
    larger = statistics + Statistics("source", Stats(1), {f"g{MOST_DRAWN + 4}": Stats(1)})
    text = aligned_plot(larger)
    assert f"the {MOST_DRAWN} largest of {MOST_DRAWN + 5} groups" in text
    assert f">g{MOST_DRAWN + 4}<" in text
    assert f">g{MOST_DRAWN - 1}<" not in text
    assert ">g0<" in text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (7, "7"),
        (999, "999"),
        (1000, "1k"),
        (1234, "1.2k"),
        (9_949, "9.9k"),
        (9_950, "10k"),
        (34_499, "34k"),
        (34_999, "35k"),
        (999_499, "999k"),
        (999_500, "1M"),
        (999_999, "1M"),
        (4.1e6, "4.1M"),
        (2.96e9, "3G"),
        (12.4e12, "12T"),
    ],
)
def test_short_numbers(number: float, text: str) -> None:
    assert short(number) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (None, "-"),
        (0.0, "0%"),
        (0.00001, "<0.1%"),
        (0.0005, "0.1%"),
        (0.004, "0.4%"),
        (0.0996, "10%"),
        (0.5, "50%"),
        (0.994, "99%"),
        (0.996, "99.6%"),
        (0.9999, ">99.9%"),
        (1.0, "100%"),
    ],
)
def test_percentages(share: float | None, text: str) -> None:
    assert percent(share) == text


@given(st.integers(1, 10**14))
def test_short_numbers_are_short_and_near(number: int) -> None:
    text = short(number)
    assert len(text) <= 4
    scale = {"k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}.get(text[-1], 1)
    assert abs(float(text.rstrip("kMGT")) * scale - number) <= 0.05 * number


def shown(statistics: Statistics, encoding: str = "utf-8") -> str:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict")
    Console(file=stream, width=80, force_terminal=True, color_system=None, highlight=False).print(
        statistics_table(statistics)
    )
    stream.seek(0)
    return stream.read()


def test_the_tables_of_a_corpus() -> None:
    lines = [line.rstrip() for line in shown(statistics([HARBOUR, MARKET, ALONE], "level")).splitlines()]
    assert lines == [
        "3 pairs of documents, 1 of them without a link; little or nothing found in 1 of",
        "3 pairs",
        "",
        "       paragraphs sentences aligned share words words/sentence",
        "source          4         8       4   50%    23            2.9",
        "target          3         6       5   83%    16            2.7",
        "",
        "      all 1-1 1-N N-1 N-N identical crossing",
        "links   4   3   1   0   0         2        1",
        "share     75% 25%  0%  0%       50%      25%",
        "",
        "                 how many                                      mean",
        "scores of links  0 ██        ██        ██                ██ 1  0.443",
        "words, source    0 ▁█  ▁                           60+         2.9",
        "words, target    0 ▂█▅                             60+         2.7",
        "",
        "by level pairs sentences   aligned links  1-1 1-N N-1 N-N same score",
        "0-3          2    5    4  40%  75%     2  50% 50%  0%  0%  50% 0.760",
        "0-10         1    3    2  67% 100%     2 100%  0%  0%  0%  50% 0.125",
        "all          3    8    6  50%  83%     4  75% 25%  0%  0%  50% 0.443",
        "sentences and aligned: source, then target; same: links with identical texts",
    ]


def test_the_tables_of_nothing() -> None:
    text = shown(Statistics("level"))
    assert text.startswith("0 pairs of documents\n")
    assert "by level" not in text
    assert "scores of links" not in text


def test_tables_of_hostile_names_fit_and_cannot_drive_the_terminal() -> None:
    names = (HOSTILE, "[bold]x[/bold]", ":smile:", "\x1b[2J", "a\nb", "", "x" * 1_000_000, "日" * 50)
    text = shown(named(*names))
    assert "\x1b" not in text
    for name in ("(1)</script>", "[bold]x[/bold]", ":smile:", "\ufffd[2J", "a\ufffdb", "(none)", "…xxx", "日 "):
        assert name in text
    rows = text[text.index("by source") :].splitlines()
    assert len(rows) == 1 + len(names) + 1 + 1  # a heading, the groups, all, a note
    assert all(row.rstrip().endswith("0.760") for row in rows[1:-1])


def test_the_widest_table_fits_into_80_columns() -> None:
    side = Side(1, 9_990_000, 9_990_000)
    every = [Stats(999_000, 0, side, side, tuple(999_000 * (k == n) for k in range(4)), 999_000) for n in range(4)]
    text = shown(Statistics("source", every[0], {"n" * 30 + str(n): stats for n, stats in enumerate(every)}))
    rows = text[text.index("by source") :].splitlines()[1:5]
    assert [row.split()[6:] for row in rows][2] == ["999k", "0%", "0%", "100%", "0%", "100%", "0.000"]
    assert max(map(len, rows)) <= 80


def test_a_share_that_is_not_all_or_nothing_does_not_look_so() -> None:
    side = Side(1, 10_000, 9_999)
    stats = Stats(1, 0, side, side, (9_999, 0, 1, 0), 1)
    rows = shown(Statistics("source", stats, {"x": stats})).splitlines()
    (row,) = (row for row in rows if row.startswith("x "))
    assert row.split()[4:] == [">99%", ">99%", "10k", ">99%", "0%", "<1%", "0%", "<1%", "0.000"]
    assert sum(">99.9%" in row for row in rows) == 3  # of both sides, and of the 1-1 links


def test_a_terminal_without_blocks_gets_none() -> None:
    text = shown(statistics([HARBOUR, MARKET], "source"), "ascii")
    assert "scores of links" in text
    assert "█" not in text


def test_only_the_largest_groups_have_a_row() -> None:
    text = shown(named(*(f"g{number}" for number in range(MOST_GROUPS + 3))))
    assert f"the {MOST_GROUPS} largest of {MOST_GROUPS + 3} groups; --json has all" in text
    assert f"g{MOST_GROUPS - 1} " in text
    assert f"g{MOST_GROUPS} " not in text


def test_a_spark_shows_what_is_not_zero() -> None:
    assert spark([0, 1, 50, 100]) == " ▁▄█"
    assert spark([0, 0]) == "  "
    assert spark([3, 0], 2) == "██  "
