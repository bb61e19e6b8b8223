"""Reports: highlights, contents, the escaping of all text, and the files written."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from html import escape
from pathlib import Path
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tests.test_cli_measuring import DE, run
from tests.test_page import HOSTILE, Outline
from tests.test_runs import tree
from tests.toy_corpus import Toy
from vicinal import Document, Link
from vicinal.alignment import Aligned, Alignment
from vicinal.cli.report_command import report_command
from vicinal.corpus import Limits, Processes, open_run
from vicinal.corpus import run as run_corpus
from vicinal.corpus.contract import Rejected
from vicinal.corpus.run_folder import Run
from vicinal.corpus.run_stats import survey
from vicinal.corpus.stats import GROUPINGS, statistics
from vicinal.errors import InputError, SettingError
from vicinal.evaluation.method_runs import MethodRun
from vicinal.evaluation.scores import Counts, Scores
from vicinal.report import overview as overviews
from vicinal.report.comparison_page import comparison_page
from vicinal.report.highlights import DOUBTFUL, PER_PAIR, Highlights, Position
from vicinal.report.overview import Overview, overview
from vicinal.report.report_files import PAGES, place_for, write_report
from vicinal.report.run_page import run_page
from vicinal.report.score_tables import comparison_rows
from vicinal.view.doubt import doubt_of
from vicinal.view.excerpt import CHARACTERS, SENTENCES, excerpt, marked, shortened

ROOT = Path(__file__).resolve().parents[1]


def words(number: int) -> str:
    return f"The ferry number{number} left late."


def aligned(*scores: float, name: str | None = "p", targets: Sequence[str] | None = None, more: int = 0) -> Aligned:
    """Return a pair with a 1-1 link for each score, and `more` unaligned target sentences."""
    sources = [words(n) for n in range(len(scores))]
    texts = [*(targets or [f"A ferry number{n} left." for n in range(len(scores))]), *["Alone."] * more]
    links = tuple(Link((n,), (n,), score) for n, score in enumerate(scores))
    return Aligned(Alignment(Document([sources], name), Document([texts], name), (), links, (), (), "by hand"))


def highlights(*pairs: Aligned, shard: int = 0) -> Highlights:
    found = Highlights()
    for number, one in enumerate(pairs):
        found.add(Position(shard, number), one)
    return found


def shown(pairs: Sequence[Aligned], rejected: Sequence[Rejected] = (), name: str = "out") -> Overview:
    """Return an overview of pairs without a run folder."""
    groups = {by: statistics(pairs, by) for by in GROUPINGS}
    manifest = {"method": "vicinity", "settings": "By hand()", "counts": {"rejected": len(rejected)}}
    return Overview(name, manifest, statistics(pairs).total, groups, highlights(*pairs), [0], rejected)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of 26 pairs in six shards; two more could not be read, one could not be aligned."""
    out = tmp_path_factory.mktemp("runs") / "toys"
    return run_corpus(
        Toy(count=29, bad=(3, 20), empty=(11,)), out, "vicinity", limits=Limits(pairs=5), paragraph_alpha=0.1
    )


# Highlights ----------------------------------------------------------------------------------------------------------


def test_doubtful_links_have_the_lowest_scores_and_few_come_from_one_pair() -> None:
    found = highlights(aligned(0.5, 0.1, 0.2, 0.3, 0.4), aligned(0.15, 0.9, targets=["One boat.", "Two boats."]))
    assert [(link.pair.position.line, link.number, link.score) for link in found.doubtful_links] == [
        (0, 1, 0.1),
        (1, 0, 0.15),
        (0, 2, 0.2),
        (0, 3, 0.3),
        (1, 1, 0.9),
    ]


def test_links_with_the_same_words_are_neither_doubtful_nor_among_the_best() -> None:
    targets = [words(0), "the FERRY, number1 left late!", "A boat number2 came.", "A boat number3 came."]
    found = highlights(aligned(1.0, 1.0, 0.8, 0.9, targets=targets))
    assert [(link.number, link.score) for link in found.doubtful_links] == [(2, 0.8), (3, 0.9)]
    assert [(link.number, link.score) for link in found.best_links] == [(3, 0.9), (2, 0.8)]


def test_links_with_the_same_texts_are_listed_once() -> None:
    found = highlights(aligned(0.4), aligned(0.2), aligned(0.3))
    assert [(link.pair.position.line, link.score) for link in found.doubtful_links] == [(1, 0.2)]
    assert [(link.pair.position.line, link.score) for link in found.best_links] == [(0, 0.4)]


def test_low_scores_and_unaligned_sentences_make_a_pair_doubtful() -> None:
    some = (aligned(0.9, 0.7), aligned(0.9, 0.7, more=2), aligned(0.3), aligned(more=1))
    pairs = list(highlights(*some).doubtful_pairs)
    assert [pair.position.line for pair in pairs] == [2, 3, 1, 0]
    assert [pair.doubt for pair in pairs] == [doubt_of(some[k].alignment) for k in (2, 3, 1, 0)]
    assert (pairs[2].sentences, pairs[2].aligned, pairs[2].links) == ((2, 4), (2, 2), 2)
    assert pairs[2].mean_score == pytest.approx(0.8)
    assert pairs[1].mean_score is None


@given(st.lists(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), max_size=6), max_size=16), st.data())
def test_parts_add_up_to_the_whole_in_any_order(scores: list[list[float]], data: st.DataObject) -> None:
    pairs = [
        aligned(*some, targets=[f"Ferry {place} {n} came." for n in range(len(some))])
        for place, some in enumerate(scores)
    ]
    order = data.draw(st.permutations(range(len(pairs))))
    found = Highlights()
    for number in order:
        part = Highlights()
        part.add(Position(number, 0), pairs[number])
        found.extend(part)
    lowest = [
        (score, place, number)
        for place, some in enumerate(scores)
        for score, number in sorted((score, number) for number, score in enumerate(some))[:PER_PAIR]
    ]
    assert [(link.score, link.pair.position.shard, link.number) for link in found.doubtful_links] == sorted(lowest)[
        :DOUBTFUL
    ]
    highest = [
        (-score, place, number)
        for place, some in enumerate(scores)
        for score, number in sorted((-score, number) for number, score in enumerate(some))[:PER_PAIR]
        for score in [-score]
    ]
    assert [(-link.score, link.pair.position.shard, link.number) for link in found.best_links] == sorted(highest)[:10]


# Excerpts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Short.", "Short."),
        (" two \n\t words ", "two words"),
        ("A ferry left this harbour.", "A ferry left …"),
        ("A ferry left the harbour.", "A ferry left the …"),
        ("harbourharbourharbour", "harbourharbourha …"),
        ("cafe\u0301" * 9, "cafe\u0301cafe\u0301cafe\u0301c …"),
        ("नि" * 30, "नि" * 8 + " …"),
        ("x" * 15 + "e\u0301\u0302" * 9, "x" * 15 + " …"),
        (" " * 200, "…"),
        ("", ""),
    ],
)
def test_texts_are_cut_between_words_and_never_inside_a_letter(text: str, expected: str) -> None:
    assert shortened(text, 16) == expected


@given(st.text(max_size=200), st.integers(2, 40))
def test_a_shortened_text_is_short(text: str, most: int) -> None:
    found = shortened(text, most)
    assert len(found) <= most + 2
    assert " ".join(text.split()).startswith(found.removesuffix("…").rstrip())


def test_an_excerpt_has_a_few_sentences_and_says_how_many_more() -> None:
    document = Document([["a " * 600, *(f"Sentence {n}." for n in range(9))]], language="en")
    found = excerpt(document, tuple(range(1, 9)))
    assert (found.sentences[0], len(found.sentences), found.more) == ((1, "Sentence 0."), SENTENCES, 3)
    ((_, text),) = excerpt(document, (0,)).sentences
    assert len(text) <= CHARACTERS + 2


def test_headings_in_lists_of_links_are_called_headings() -> None:
    source = Document([["The old ferry"], ["The old ferry left late."]], "p", headings=[0])
    target = Document([["A ferry"], ["It left."]], "p", headings=[0])
    links = (Link((0,), (0,), 0.5), Link((1,), (1,), 0.4))
    html = run_page(shown([Aligned(Alignment(source, target, (), links, (), (), "by hand"))]))
    assert excerpt(source, (0, 1)).headings == {0}
    assert excerpt(source, (1,)).headings == set()
    for side in ("source", "target"):
        heading = f'<p class="sentence heading"><span class="index"><span class="unseen">{side} heading </span>1</span>'
        prose = f'<p class="sentence"><span class="index"><span class="unseen">{side} sentence </span>2</span>'
        assert html.count(heading) == html.count(prose) == 2  # among the doubtful links and among the best


@pytest.mark.parametrize(
    ("source", "target", "marked_source", "marked_target"),
    [
        ("The <b>cat</b> sat.", "Cats & a CAT.", "The &lt;b&gt;[cat]&lt;/b&gt; sat.", "Cats &amp; a [CAT]."),
        ("STRASSE, Café", "die Straße; cafe\u0301", "[STRASSE], [Café]", "die [Straße]; [cafe\u0301]"),
        ("日本語 2024年", "日本で2024年", "[日本]語 [2024年]", "[日本]で[2024年]"),
        ("हिन्दी में", "में हिन्दी", "[हिन्दी] [में]", "[में] [हिन्दी]"),
        ("...", "!", "...", "!"),
    ],
)
def test_common_words_are_marked(source: str, target: str, marked_source: str, marked_target: str) -> None:
    sides = [excerpt(Document([[text]]), (0,)) for text in (source, target)]
    found = [side[0].replace("<mark>", "[").replace("</mark>", "]") for side in marked(sides[0], sides[1])]
    assert found == [marked_source, marked_target]


# The report ----------------------------------------------------------------------------------------------------------


def test_the_contents_of_a_report(toy: Run) -> None:
    html = run_page(overview(toy))
    total = overview(toy).total
    for words in (
        "<bdi>toys</bdi></h1>",
        f"26 pairs of documents, {total.links} links, aligned by vicinity, the method of Paetzold &amp; Specia (2016)",
        '<a href="#left-out">3 left out</a>',
        "3 pairs that could not be read or aligned",
        "<bdi>is bad</bdi>",
        "<caption>By source</caption>",
        '<th scope="row"><bdi>even</bdi></th><td class="number" data-value="14">14</td>',
        '<th scope="row"><bdi>odd</bdi></th><td class="number" data-value="12">12</td>',
        "20 of 26 pairs, the most doubtful first",
        "Vicinity(paragraph_alpha=0.1, sentence_alpha=0.3",
        "Toy(place=&#x27;toy&#x27;, count=29, bad=(3, 20), empty=(11,))",
        toy.manifest["input"]["sha256"],
    ):
        assert words in html, words
    assert "By level" not in html  # there is one level only
    assert "<style>" not in html.partition("</style>")[2]
    assert html.count('class="vicinal-plot"') == 5


def accounted(read: dict[str, int], left_out: dict[str, int]) -> str:
    """Return the report of a run with this accounting."""
    found = shown([aligned(0.5)])
    accounting = {"read": read, "pairs": 1, "left_out": left_out}
    return run_page(replace(found, manifest={**found.manifest, "accounting": accounting}))


def table_rows(html: str, caption: str) -> list[list[str]]:
    """Return the texts of the cells of a table."""
    part = html.partition(f"<caption>{caption}</caption>")[2].partition("</table>")[0]
    rows = re.findall("<tr>(.*?)</tr>", part.partition("</thead>")[2])
    return [[re.sub("<.*?>", "", cell) for cell in re.findall("<t[hd].*?>(.*?)</t[hd]>", row)] for row in rows]


def test_the_report_accounts_for_everything_that_was_read() -> None:
    html = accounted({"files": 1567, "pages": 0}, {"without a partner": 3, "empty": 1012, "never seen": 0})
    assert table_rows(html, "What was read, and what became of it") == [
        ["read", "files", "1,567"],
        ["aligned", "pairs of documents", "1"],
        ["left out", "empty", "1,012"],
        ["left out", "without a partner", "3"],
    ]
    assert '<a href="#left-out">1,015 left out</a>' in html


def test_the_report_says_that_nothing_was_left_out() -> None:
    html = accounted({"files": 2}, {})
    assert table_rows(html, "What was read, and what became of it")[-1] == ["left out", "nothing", "0"]
    assert "#left-out" in html  # in the navigation
    assert "left out</a>" not in html


def test_the_report_of_a_run_without_accounting_lists_what_was_rejected() -> None:
    html = run_page(shown([aligned(0.5)], [Rejected("a.txt", None, None, "is empty")]))
    assert '<a href="#left-out">1 left out</a>' in html
    assert "What was read" not in html
    assert "<bdi>is empty</bdi>" in html
    assert 'id="left-out"' not in run_page(shown([aligned(0.5)]))


def test_reasons_in_the_accounting_stay_text() -> None:
    html = accounted({"<b>files</b>": 3}, {"<script>x</script>": 1, "w" * 5000: 1})
    assert "<script>x" not in html
    assert "<b>files" not in html
    assert "w" * 3000 not in html


def test_the_counts_are_those_of_the_statistics(toy: Run) -> None:
    found = overview(toy)
    assert found.total == survey(toy).total
    assert found.groups == {by: survey(toy, by) for by in GROUPINGS}


def test_a_report_can_have_one_table_of_groups_only(toy: Run) -> None:
    assert "<caption>By source</caption>" not in run_page(overview(toy, "level"))
    assert "<caption>By source</caption>" in run_page(overview(toy, "source"))
    with pytest.raises(SettingError, match="unknown grouping 'colour'"):
        overview(toy, "colour")


def test_too_many_groups_make_no_table(toy: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overviews, "MOST_GROUPS", 1)
    found = overview(toy)
    assert found.groups["source"] is None
    assert found.groups["level"] is not None
    assert "vicinal stats --by source" in run_page(found)


def test_the_number_of_workers_makes_no_difference(toy: Run) -> None:
    assert run_page(overview(toy, engine=Processes(2))) == run_page(overview(toy))


def test_pairs_without_a_name_are_called_by_their_number() -> None:
    html = run_page(shown([aligned(0.5, name=None), aligned(0.1, name=None, more=1)]))
    assert re.findall("<bdi>(pair [0-9]+)</bdi>", html)[:2] == ["pair 2", "pair 1"]


def test_addresses_of_pages_are_escaped() -> None:
    found = shown([aligned(0.5)])
    html = run_page(found, {Position(0, 0): 'a"b&c.html'})
    assert '<a href="a&quot;b&amp;c.html"><bdi>p</bdi></a>' in html
    assert '<a href="a&quot;b&amp;c.html#link-1"><bdi>p</bdi></a>' in html


def test_a_run_without_alignments() -> None:
    html = run_page(shown([], [Rejected("a.txt", None, None, "is empty")]))
    assert "0 pairs of documents, 0 links" in html
    assert "is empty" in html
    assert 'id="doubtful-links"' not in html


def hostile(texts: Sequence[str], name: str) -> str:
    pairs = []
    for place, text in enumerate(texts):
        document = Document([[text], ["The cat sat.", text]], id=name, language=name)
        links = (Link((0,), (0,), 0.1), Link((1, 2), (1, 2), 0.2), Link((0,), (1,), 0.3))
        alignment = Alignment(document, document, (), links, (), (), name)
        pairs.append(Aligned(alignment, (name, f"{place}"), f"{name} {place}"))
    return run_page(shown(pairs, [Rejected(name, 1, name, name)], name))


def test_hostile_text_stays_text() -> None:
    plain = Outline(hostile([f"plain {n}" for n in range(len(HOSTILE))], "plain name"))
    for name in HOSTILE:
        html = hostile(HOSTILE, name)
        html.encode("utf-8")
        outline = Outline(html)
        assert set(outline.tags) <= set(plain.tags)
        assert [tag for tag, _ in outline.tags].count("script") == 2
        if name.isprintable():
            assert f"<bdi>{escape(name)}</bdi></h1>" in html
        assert not any("\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069" or c == "\x1b" for c in html)


def test_long_texts_are_shortened() -> None:
    html = hostile(["word " * 200_000, "w" * 1_000_000], "name " * 10_000)
    assert len(html) < 150_000
    assert html.count("word word …") >= 1


def check_stands_alone(html: str) -> None:
    outline = Outline(html)
    script = [text for text in outline.texts["script"] if text != "null"]
    hashes = [
        f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in (*script, *outline.texts["style"])
    ]
    assert f"default-src 'none'; script-src {hashes[0]}; style-src {hashes[1]};" in html.replace("&#x27;", "'")
    assert len(hashes) == 2
    references = [value for _, name, value in outline.attributes if name in ("src", "href", "srcset", "action")]
    assert all(value and value.startswith(("#", "data:image/svg+xml,")) for value in references)
    ids = [value for _, name, value in outline.attributes if name == "id"]
    assert len(set(ids)) == len(ids)
    assert {value[1:] for value in references if value and value.startswith("#")} <= set(ids)
    assert not any(name == "style" or name.startswith("on") for _, name, _ in outline.attributes)
    tables = [tag for tag, _ in outline.tags if tag in ("table", "caption")]
    assert tables == ["table", "caption"] * (len(tables) // 2)


def test_the_report_stands_alone(toy: Run) -> None:
    check_stands_alone(run_page(overview(toy)))


# Files ---------------------------------------------------------------------------------------------------------------


def test_pages_of_the_named_pairs_are_written_beside_the_report(toy: Run, tmp_path: Path) -> None:
    before = tree(Path(toy.path))
    made = write_report(toy, tmp_path / "report.html")
    assert (made.report, made.folder, made.others) == (tmp_path / "report.html", tmp_path / "report-pages", 0)
    outline = Outline(made.report.read_text(encoding="utf-8"))
    links = {unquote(value) for tag, name, value in outline.attributes if (tag, name) == ("a", "href") and value}
    pages = {link.partition("#")[0] for link in links if not link.startswith("#")}
    assert pages == {f"report-pages/{file.name}" for file in made.folder.iterdir()}
    assert len(pages) == made.pages <= 26
    assert "report-pages/pair_0.html" in pages
    assert tree(Path(toy.path)) == before
    first = {file.name: file.read_bytes() for file in made.folder.iterdir()}, made.report.read_bytes()
    again = write_report(toy, tmp_path / "report.html", engine=Processes(2))
    assert again == made
    assert ({file.name: file.read_bytes() for file in made.folder.iterdir()}, made.report.read_bytes()) == first


def test_the_number_of_pages_can_be_limited(toy: Run, tmp_path: Path) -> None:
    made = write_report(toy, tmp_path / "few.html", pages=3)
    names = sorted(file.name for file in made.folder.iterdir())
    doubtful = list(overview(toy).highlights.doubtful_pairs)[:3]
    assert names == sorted(f"{str(pair.id).replace(' ', '_')}.html" for pair in doubtful)
    assert write_report(toy, tmp_path / "none.html", pages=0).pages == 0
    assert not (tmp_path / "none-pages").exists()
    with pytest.raises(SettingError, match="pages must be 0 or more"):
        write_report(toy, tmp_path / "none.html", pages=-1)
    (made.folder / "mine.txt").write_text("kept")
    assert write_report(toy, tmp_path / "few.html", pages=3).others == 1


def test_names_of_pairs_cannot_lead_to_other_files(tmp_path: Path) -> None:
    from vicinal.corpus.readers import corpus_at

    ids = ["../../etc/x", "</a><script>", "a:b", "%2e%2e", "A/B", "a_b", "שלום", "CON", ""]
    rows = "".join(
        f'{{"id": "{id}", "source": "The ferry left {n}.", "target": "A ferry left {n}."}}\n'
        for n, id in enumerate(ids)
    )
    (tmp_path / "pairs.jsonl").write_text(rows, encoding="utf-8")
    run_corpus(corpus_at([str(tmp_path / "pairs.jsonl")]), tmp_path / "o<u>t: %41")
    made = write_report(open_run(tmp_path / "o<u>t: %41"))
    assert made.report == tmp_path / "o<u>t: %41.report.html"
    assert made.pages == len(ids)
    folder = tmp_path / "o<u>t: %41.report-pages"
    outline = Outline(made.report.read_text(encoding="utf-8"))
    links = {value for tag, name, value in outline.attributes if (tag, name) == ("a", "href") and value}
    found = {tmp_path / unquote(link.partition("#")[0]) for link in links if not link.startswith("#")}
    assert found == set(folder.iterdir())
    assert all(re.fullmatch(r"[\w-]+\.html", file.name) for file in found)


def test_where_a_report_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    assert place_for("out", None) == Path("out.report.html")
    assert place_for("out/", None) == Path("out.report.html")
    monkeypatch.chdir(tmp_path / "out")
    assert place_for(".", None) == tmp_path / "out.report.html"
    assert place_for("s3://here/out", "report.html") == Path("report.html")
    with pytest.raises(SettingError, match=r"with -o FILE.html"):
        place_for("s3://here/out", None)
    with pytest.raises(SettingError, match=r"end the name in .html"):
        place_for("out", "report.pdf")
    for inside in ("report.html", "../out/shards/report.html"):
        with pytest.raises(InputError, match="choose a place outside"):
            place_for(".", inside)


def test_a_failed_report_leaves_nothing_behind(toy: Run, tmp_path: Path) -> None:
    (tmp_path / "report-pages").write_text("a file")
    with pytest.raises(InputError, match="report-pages: cannot be created: file exists"):
        write_report(toy, tmp_path / "report.html")
    (tmp_path / "other.html").mkdir()
    with pytest.raises(InputError, match=r"other\.html: cannot be written"):
        write_report(toy, tmp_path / "other.html")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["other.html", "report-pages"]


def test_a_changed_shard_is_detected(tmp_path: Path) -> None:
    made = run_corpus(Toy(count=4), tmp_path / "out", "vicinity", paragraph_alpha=0.1)
    shard = tmp_path / "out" / "shards" / "000000.jsonl"
    shard.write_bytes(shard.read_bytes().replace(b"river", b"RIVER"))
    with pytest.raises(InputError, match=r"000000\.jsonl: was changed"):
        write_report(made, tmp_path / "report.html")
    assert not (tmp_path / "report.html").exists()


def test_the_command(toy: Run, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    done = CliRunner().invoke(report_command, [toy.path, "-o", str(file), "--by", "source", "--pages", "2", "-w", "1"])
    assert (done.exit_code, done.output) == (0, f"wrote {file} and 2 pages in {tmp_path / 'report-pages'}\n")
    assert file.read_text(encoding="utf-8") == run_page(
        overview(toy, "source"),
        {
            pair.position: f"report-pages/{str(pair.id).replace(' ', '_')}.html"
            for pair in list(overview(toy).highlights.doubtful_pairs)[:2]
        },
    )
    missing = CliRunner().invoke(report_command, [toy.path, "-o", str(tmp_path / "no" / "report.html")])
    assert isinstance(missing.exception, InputError)
    assert "no such folder" in str(missing.exception)
    assert next(option.default for option in report_command.params if option.name == "pages") == PAGES


# The comparison ------------------------------------------------------------------------------------------------------


def result(method: str, documents: Sequence[tuple[int, int, int]], name: str = "en", **more: object) -> MethodRun:
    """Return a result with these numbers of right, predicted and gold links in each document."""
    scores = tuple(
        Scores(1, {key: Counts(right, predicted, right, gold) for key in ("links", "pairs", "lax", "links 1-1")})
        for right, predicted, gold in documents
    )
    return MethodRun(method, name, scores, 1.25, 40.4, **more)  # type: ignore[arg-type]


GOOD = result("vicinity", [(9, 10, 10)] * 8)
NEAR = result("nearest", [(9, 10, 10)] * 7 + [(5, 10, 10)])
BAD = result("jaccard", [(2, 10, 10)] * 8)
FAILED = MethodRun("smith", "en", error="needs more <b>documents</b>")


def test_a_comparison_names_the_best_method_and_its_lead() -> None:
    html = comparison_page([BAD, FAILED, NEAR, GOOD], sizes={"en": 8})
    assert (
        "<b>vicinity</b> is best, with an F1 of .900 (.900–.900). nearest is second, .050 behind, which may be chance"
        in html
    )
    assert "not clearly behind" not in html
    assert re.findall('<tr><th scope="row">(?:<b>)?([a-z]+)', html)[:4] == ["vicinity", "nearest", "jaccard", "smith"]
    assert "failed: <bdi>needs more &lt;b&gt;documents&lt;/b&gt;</bdi>" in html
    assert "8 documents, ranked by F1 of links" in html
    check_stands_alone(html)


def test_a_comparison_on_one_document_shows_no_interval() -> None:
    html = comparison_page([result("vicinity", [(9, 10, 10)])], sizes={"en": 1})
    assert "<b>vicinity</b> is best, with an F1 of .900.</p>" in html
    assert 'class="interval"' not in html
    assert 'class="interval"' in comparison_page([GOOD], sizes={"en": 8})


@pytest.mark.parametrize("results", [[BAD, NEAR, GOOD], [result("vicinity", [(9, 10, 10)])]])
def test_the_numbers_are_those_of_the_terminal(results: list[MethodRun]) -> None:
    table = comparison_page(results, sizes={"en": 8}).partition("<tbody>")[2].partition("</tbody>")[0]
    found = [
        [re.sub("<[^>]*>", "", cell) for cell in re.findall("<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in re.findall("<tr>(.*?)</tr>", table)
    ]
    expected = [[cell.replace("-", "–") for cell in row] for row in comparison_rows(results, "links")[1:]]
    assert [[row[0], *row[2:]] for row in found] == expected


def test_several_sets_get_a_table_of_all_sets() -> None:
    other = [result("vicinity", [(1, 2, 4)] * 4, "de"), result("jaccard", [(1, 2, 2)] * 4, "de", empty=2)]
    html = comparison_page([GOOD, BAD, *other], sizes={"en": 8, "de": 4})
    assert "2 methods on en and de</bdi></h1>" in html
    assert '<p class="summary">Best: vicinity on en; jaccard on de</p>' in html
    rows = re.findall('<tr><th scope="row">(.*?)</th>(.*?)</tr>', html.partition("<tbody>")[2])[:2]
    assert [name for name, _ in rows] == ["vicinity", "jaccard"]
    assert [re.sub("<[^>]*>", " ", cells).split() for _, cells in rows] == [
        [".617", ".900", ".333"],
        [".350", ".200", ".500"],
    ]
    assert "2 documents could not be aligned by jaccard" in html
    check_stands_alone(html)


def test_sets_with_similar_names_have_separate_sections() -> None:
    names = ["en", "En", "EN", "e n", "e  n", "\u00e9", "methods"]
    html = comparison_page([result("vicinity", [(1, 2, 3)] * 2, name) for name in names], sizes=dict.fromkeys(names, 2))
    assert "1 method on 7 gold sets" in html
    check_stands_alone(html)


def test_hostile_names_in_a_comparison() -> None:
    for name in HOSTILE:
        results = [result("vicinity", [(1, 2, 3)] * 2, name), MethodRun("a" + name, name, error=name)]
        html = comparison_page(results, sizes={name: 2})
        html.encode("utf-8")
        check_stands_alone(html)
        plain = comparison_page(
            [result("vicinity", [(1, 2, 3)] * 2, "n"), MethodRun("b", "n", error="n")], sizes={"n": 2}
        )
        assert Outline(html).tags == Outline(plain).tags


def test_a_comparison_in_which_every_method_failed() -> None:
    html = comparison_page([FAILED], sizes={"en": 3})
    assert "Every method failed on this set." in html
    assert "3 documents" in html


def test_compare_writes_a_page(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    out, err = run("compare", DE, "--methods", "vicinity,nearest", "-o", str(file))
    assert (out, err) == ("", f"wrote {file}\n")
    html = file.read_text(encoding="utf-8")
    assert "2 methods on de" in html
    assert "Vicinity(paragraph_alpha=0.45" in html
    assert "Each target sentence to its most similar source sentence" in html
    check_stands_alone(html)
