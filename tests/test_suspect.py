"""Suspect pairs: documents that probably are not versions of each other."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from itertools import pairwise, product
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.test_cli_corpora import vicinal
from vicinal import Document, align
from vicinal.alignment import Aligned
from vicinal.corpus import LinkFilter, Processes, corpus_at, export, open_run, run
from vicinal.corpus.contract import Pair
from vicinal.corpus.records import decode, decode_brief, encode
from vicinal.corpus.relatedness import (
    LEAST,
    LONGER,
    OPENING,
    SUSPECT,
    Paragraphs,
    _words_beyond_ascii,
    compared,
    comparer,
    is_suspect,
    relatedness,
)
from vicinal.corpus.run_folder import read_marker
from vicinal.corpus.run_stats import survey
from vicinal.report.overview import overview
from vicinal.report.run_page import run_page
from vicinal.text.language_words import ARABIC, CYRILLIC, DEVANAGARI, LATIN
from vicinal.text.tokens import tokens

ARTICLES = Path(__file__).parents[1] / "data" / "articles"
MILL = """The old mill by the river grinds corn again. Two carpenters repaired the wheel in spring. Visitors can watch
the miller at work on Sundays, and buy flour and bread. The building stood empty for thirty years, until the village
collected money to save its roof. A school class painted the door green, and swallows nest below the gutter."""
SIMPLE_MILL = """The mill is old. It is by the river. Carpenters repaired its wheel. Now it grinds corn again. On
Sundays you can watch the miller. You can buy bread and flour."""
BEES = """Bees dance to tell each other where flowers grow. The angle of the dance shows the direction. A long dance
means that the nectar is far from the hive. An Austrian zoologist watched marked insects through glass, and needed
decades to understand what he saw. Later a robot with tiny wings imitated the movements, and foragers followed it."""
SIMPLE_BEES = """Bees dance in the hive. The dance shows other bees the direction of the flowers. If the dance is
long, the nectar is far away."""
WORD = st.sampled_from(
    ["ferry", "Ferries", "harbour-master", "2024", "Öl", "Ölpreis", "naïve", "día", "the", "und", "a"]
)
TEXT = st.lists(WORD | st.text(max_size=5), max_size=40).map(" ".join)
# Words of every width in memory, with what separates them: surrogates, NUL, joiners, marks, dashes of no script.
PIECE = WORD | st.text(max_size=30) | st.sampled_from(
    ["the", "unicamente", "beharrezkoa", "straightforwardnesses", "abcdefgh", "abcdefghi", "\ud800", "\0", "–ferry",
     "où", "Été", "a\u030a", "a·b", "미래의", "水車小屋が川に", "\U0001f600ok", "Ǆ", "İstanbul", "x" * 40, "é" * 40]
)  # fmt: skip
PARAGRAPHS = st.lists(
    st.lists(st.lists(PIECE, max_size=8).map(" ".join) | st.lists(PIECE, max_size=4).map("".join), max_size=5).map(
        tuple
    ),
    max_size=6,
).map(tuple)


def text(*paragraphs: str) -> Document:
    return Document([[paragraph] for paragraph in paragraphs])


def related(first: str, second: str) -> float | None:
    return relatedness(text(first), text(second))


def article(name: str) -> Document:
    return Document.from_text((ARTICLES / name).read_text(encoding="utf-8"))


def test_versions_are_related_and_other_texts_are_not() -> None:
    for one, two in ((MILL, SIMPLE_MILL), (BEES, SIMPLE_BEES)):
        score = related(one, two)
        assert score is not None
        assert score > 0.5
        assert not is_suspect(score)
    for one, two in ((MILL, SIMPLE_BEES), (BEES, SIMPLE_MILL)):
        assert is_suspect(related(one, two))


def test_by_hand() -> None:
    # the first five words count twice: four words 2, flour 27; "mills" is another word
    first = "The mill river grinds the corn. Flour" + ", flour" * 25
    second = "Mills, river: grinds corn and flour"
    assert related(first, first) == 1
    assert related(first, second) == round((3 * 4 + 27 * 2) / sqrt((4 * 4 + 27 * 27) * (5 * 4)), 6)


def test_a_text_of_few_words_is_not_judged() -> None:
    five = "mill river grinds corn flour"
    assert len(five.split()) == LEAST
    assert is_suspect(related(five, BEES))
    assert is_suspect(related(BEES, five))
    for little in ("mill river grinds corn", "", "the of and it was to be with", "A mill. A mill!", "☃ ☃ ☃ ☃ ☃ ☃"):
        assert related(little, BEES) is None
        assert related(BEES, little) is None


def test_two_short_texts_are_not_judged() -> None:
    """Single sentences may say the same in other words; one document must be longer."""
    source = "The physician administered anesthesia prior to commencing the surgical procedure."
    target = "The doctor put the patient to sleep before starting the operation."
    assert related(source, target) is None
    assert related(source, source) is None
    words = [f"word{k}" for k in range(LONGER)]
    assert related(" ".join(words), target) == 0
    assert related(target, " ".join(words)) == 0
    assert related(" ".join(words[1:]), target) is None


def test_other_languages_are_not_judged() -> None:
    german = """Die alte Mühle am Fluss mahlt wieder Korn. Zwei Zimmerleute haben im Frühling das Rad repariert. Am
    Sonntag können Besucher dem Müller bei der Arbeit zusehen und Mehl und Brot kaufen."""
    assert related(MILL, german) is None
    assert related(german, MILL) is None
    quoted = f"{german} {MILL}"  # much in common, whatever the languages
    assert related(MILL, quoted) is not None


def test_scripts_without_spaces() -> None:
    mill = (
        "川のそばの古い水車小屋が、また小麦をひいている。春に大工が水車を直した。日曜日には見学ができて、"
        "小麦粉も買える。"
    )
    simple_mill = (
        "古い水車小屋は、川のそばにあります。大工が水車を直しました。小麦をひいて、小麦粉を売っています。"
        "日曜日に見学できます。"
    )
    bees = "蜜蜂は踊って花の場所を仲間に伝える。踊りの角度が方角を示し、踊りが長いほど花の蜜は巣箱から遠い。"
    assert (related(mill * 3, simple_mill) or 0) > SUSPECT
    assert is_suspect(related(mill * 3, bees))
    chinese = "河边的老磨坊又开始磨玉米了。春天,两个木匠修好了水轮。星期天,游客可以看磨坊主人工作,也可以买面粉和面包。"
    simple = "这个老磨坊在河边。木匠修好了它的水轮。现在它又磨玉米了。星期天你可以看磨坊主人工作。你可以买面包和面粉。"
    other = "蜜蜂用跳舞告诉同伴花朵在什么地方。舞蹈的角度表示方向,舞蹈的时间越长,花蜜离蜂箱越远。"
    assert (related(chinese * 2, simple) or 0) > SUSPECT
    assert is_suspect(related(chinese * 2, other))


def test_korean_particles_make_no_other_words() -> None:
    mill = (
        "강가의 오래된 물레방아가 다시 옥수수를 빻는다. 봄에 목수들이 바퀴를 고쳤다. 일요일에는 방문객이 밀가루를 산다."
    )
    simple = (
        "물레방아는 오래되었습니다. 강가에 있습니다. 목수가 바퀴를 고쳤습니다. "
        "방문객은 일요일에 밀가루와 옥수수를 삽니다."
    )
    bees = (
        "꿀벌은 춤을 추어 꽃이 있는 곳을 동료에게 알린다. 춤의 각도는 방향을 나타내고 춤이 길면 벌집에서 멀다는 뜻이다."
    )
    assert (related(f"{mill} {mill} {mill}", simple) or 0) > SUSPECT
    assert is_suspect(related(f"{mill} {mill} {mill}", bees))


def test_the_sample_corpus() -> None:
    articles = sorted({path.name.split(".")[0]: path.name.split(".")[1] for path in ARTICLES.glob("*.0.txt")}.items())
    documents = {name: [article(path.name) for path in sorted(ARTICLES.glob(f"{name}.*"))] for name, _ in articles}
    for (one, language), (two, other_language) in product(articles, articles):
        for source, target in product(documents[one][:1], documents[two][1:]):
            score = relatedness(source, target)
            if one == two:
                assert score is not None and not is_suspect(score), one  # noqa: PT018  (one thought)
            elif language == other_language:
                assert is_suspect(score), (one, two)
            else:
                assert score is None or is_suspect(score), (one, two)


@given(TEXT, TEXT)
def test_it_is_symmetric_and_bounded(one: str, two: str) -> None:
    score = related(one, two)
    assert score == related(two, one)
    assert score is None or 0 <= score <= 1
    assert related(one, one) in (1, None)


@given(st.lists(TEXT, min_size=1, max_size=6), st.lists(TEXT, min_size=1, max_size=6))
def test_the_split_into_sentences_does_not_matter(one: list[str], two: list[str]) -> None:
    apart = relatedness(text(*one), text(*two))
    assert relatedness(Document([one]), Document([two])) == apart
    assert related("\n".join(one), "\n".join(two)) == apart


FREQUENT = {
    word.rstrip("'")
    for script in (LATIN, CYRILLIC, ARABIC, DEVANAGARI)
    for words in script.values()
    for word in words.split()
    if not word.startswith("-")
}


def slowly(one: str, two: str) -> float | None:
    """Return the relatedness of short texts without scripts that have rules of their own, in the obvious way."""
    counts = []
    for side in (one, two):
        words = [word[:6] for word in tokens(side) if len(word) > 1 and word not in FREQUENT]
        counts.append(Counter(words + words[:OPENING]))
    shorter, longer = sorted(count.total() - min(OPENING, count.total() // 2) for count in counts)
    if shorter < LEAST or longer < LONGER:
        return None
    dot = sum(number * counts[1][word] for word, number in counts[0].items())
    lengths = [sum(number**2 for number in count.values()) for count in counts]
    return min(1.0, round(dot / sqrt(lengths[0] * lengths[1]) * 1e6) / 1e6)


ANY = st.text(st.characters(max_codepoint=0x2FFF, exclude_characters="\u1100"), max_size=5)


@given(st.lists(WORD | ANY, max_size=40).map(" ".join), st.lists(WORD | ANY, max_size=40).map(" ".join))
def test_fast_is_slow(one: str, two: str) -> None:
    fast, slow = related(one, two), slowly(one, two)
    assert fast == slow or (fast is None and slow is not None and slow < SUSPECT)  # other languages


def test_a_long_text_is_sampled_all_over() -> None:
    parts = [" ".join(f"{word}{letter}" for letter in "abcdefghij" * 30) for word in ("mo", "ri", "ka")]
    whole = (" filler" * 400).join(parts)
    assert related(whole, whole) == 1
    for part in parts:
        assert 0 < (related(whole, part) or 0) < 1


# In runs


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of four pairs, the second and third of which belong to other texts."""
    folder = tmp_path_factory.mktemp("crawled")
    sides = ((MILL, SIMPLE_MILL), (MILL, SIMPLE_BEES), (BEES, SIMPLE_MILL), (BEES, "Bees dance."))
    rows = [{"id": f"page {k}", "source": one, "target": two} for k, (one, two) in enumerate(sides)]
    (folder / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    run(corpus_at([str(folder / "pairs.jsonl")]), folder / "out")
    return folder


def test_a_run_lists_and_counts_them(crawled: Path) -> None:
    listed = [json.loads(line) for line in (crawled / "out" / "suspect.jsonl").read_text().splitlines()]
    scores = {one.alignment.id: one.relatedness for one in open_run(crawled / "out").aligned()}
    assert listed == [
        {"file": "pairs.jsonl", "line": k + 1, "id": f"page {k}", "relatedness": scores[f"page {k}"]} for k in (1, 2)
    ]
    assert (scores["page 0"] or 0) > SUSPECT
    assert scores["page 3"] is None  # too little to tell
    assert open_run(crawled / "out").manifest["counts"]["suspect"] == 2


def test_a_run_without_them_has_no_list(tmp_path: Path) -> None:
    (tmp_path / "pairs.jsonl").write_text(json.dumps({"source": MILL, "target": SIMPLE_MILL}) + "\n")
    manifest = run(corpus_at([str(tmp_path / "pairs.jsonl")]), tmp_path / "out").manifest
    assert manifest["counts"]["suspect"] == 0
    assert not (tmp_path / "out" / "suspect.jsonl").exists()


@pytest.mark.parametrize("method", ["vicinity", "nearest", "massalign"])
def test_methods_workers_and_an_interruption_change_nothing(method: str, crawled: Path, tmp_path: Path) -> None:
    run(corpus_at([str(crawled / "pairs.jsonl")]), tmp_path / "out", method, engine=Processes(2))
    expected = (crawled / "out" / "suspect.jsonl").read_bytes()
    assert (tmp_path / "out" / "suspect.jsonl").read_bytes() == expected
    manifest = (tmp_path / "out" / "manifest.json").read_bytes()
    (tmp_path / "out" / "shards" / "000000.done").unlink()
    (tmp_path / "out" / "suspect.jsonl").unlink()
    run(corpus_at([str(crawled / "pairs.jsonl")]), tmp_path / "out", method)
    assert (tmp_path / "out" / "suspect.jsonl").read_bytes() == expected
    assert (tmp_path / "out" / "manifest.json").read_bytes() == manifest


def test_records_keep_it_and_older_ones_have_none() -> None:
    pair = Pair(text(MILL), text(BEES), ("0", "1"), "", "x")
    found = align(pair.source, pair.target)
    line = encode(pair, found, 0.25)
    assert decode(line, found.signature).relatedness == decode_brief(line).relatedness == 0.25
    older = encode(pair, found)
    assert b"relatedness" not in older
    assert decode(older, found.signature).relatedness is decode_brief(older).relatedness is None


def older(crawled: Path, folder: Path) -> Path:
    """Make a copy of a run as an earlier version left it, without relatedness."""
    made = open_run(crawled / "out")
    (folder / "shards").mkdir(parents=True)
    manifest = json.loads((crawled / "out" / "manifest.json").read_text())
    del manifest["counts"]["suspect"]
    marker = json.loads((crawled / "out" / "shards" / "000000.done").read_text())
    del marker["suspect"]
    data = (crawled / "out" / "shards" / "000000.jsonl").read_bytes()
    for one in made.aligned():
        data = data.replace(f',"relatedness":{one.relatedness}'.encode(), b"")
    assert b"relatedness" not in data
    marker |= {"bytes": len(data), "sha256": sha256(data).hexdigest()}
    manifest["output"] |= {"bytes": len(data), "sha256": sha256(bytes.fromhex(marker["sha256"])).hexdigest()}
    (folder / "shards" / "000000.jsonl").write_bytes(data)
    (folder / "shards" / "000000.done").write_text(json.dumps(marker))
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def test_older_runs_can_be_read_and_filtered(crawled: Path, tmp_path: Path) -> None:
    made = open_run(older(crawled, tmp_path / "older"))
    assert read_marker(made.shards, 0).suspect == ()
    assert [one.relatedness for one in made.aligned()] == [None] * 4
    assert survey(made).total.suspect == 0
    assert export(made, "jsonl", tmp_path / "data", LinkFilter(no_suspect=True)).suspect == 2


# What is made of them


def test_exports_leave_them_out(crawled: Path, tmp_path: Path) -> None:
    made = open_run(crawled / "out")
    everything = export(made, "jsonl", tmp_path / "all")
    rest = export(made, "jsonl", tmp_path / "rest", LinkFilter(no_suspect=True))
    assert (everything.pairs, everything.suspect, rest.pairs, rest.suspect) == (4, 0, 2, 2)
    assert rest.dropped["suspect"] == everything.links - rest.links
    data = (tmp_path / "rest" / "corpus.jsonl").read_text()
    assert "page 0" in data
    assert "page 1" not in data
    assert "| dropped: suspect pairs | 2 |" in (tmp_path / "rest" / "README.md").read_text()
    assert "suspect pairs" not in (tmp_path / "all" / "README.md").read_text()


def test_the_filter_drops_all_links_of_such_a_pair() -> None:
    same, other = align(text(MILL), text(SIMPLE_MILL), "nearest"), align(text(MILL), text(MILL), "nearest")
    filtering = LinkFilter(no_suspect=True).start()
    assert filtering(same) is same
    assert filtering.pair(Aligned(other, relatedness=SUSPECT - 0.001)) is None
    assert filtering.pair(Aligned(other, relatedness=SUSPECT)) == Aligned(other, relatedness=SUSPECT)
    strange = align(text(MILL), text(BEES), "nearest", threshold=0.0)
    assert filtering(strange).sentences == ()
    assert filtering.suspect == 2
    assert filtering.dropped["suspect"] == len(other.sentences) + len(strange.sentences) == 2
    assert LinkFilter().start().pair(Aligned(other, relatedness=0)) is not None


def test_statistics_count_them(crawled: Path) -> None:
    assert survey(open_run(crawled / "out")).total.suspect == 2


def test_everything_counts_little_found_among_the_other_pairs(crawled: Path, tmp_path: Path) -> None:
    """The run, its manifest, its statistics and its report say the same."""
    rows = (crawled / "pairs.jsonl").read_text() + json.dumps({"id": "x", "source": "Hi.", "target": "Bye."}) + "\n"
    (tmp_path / "pairs.jsonl").write_text(rows)
    words = "ittle or nothing found in 1 of 3 other pairs"
    assert words in " ".join(vicinal(tmp_path, "run", "pairs.jsonl", "-o", "out").stderr.split())
    made = open_run(tmp_path / "out")
    assert (made.manifest["counts"]["little"], made.manifest["counts"]["suspect"]) == (1, 2)
    assert survey(made).total.little_found == 1
    assert sum(not one.alignment.sentences for one in made.aligned()) > 1  # suspect pairs have no links either
    shown = " ".join(vicinal(tmp_path, "stats", "out").stdout.split())
    assert f", 2 suspect; l{words}; aligned by" in shown
    page = run_page(overview(made))
    assert f"<p>L{words} (" in page
    assert f"l{words}" in page


def test_the_report_lists_them(crawled: Path, tmp_path: Path) -> None:
    page = run_page(overview(open_run(crawled / "out")))
    section = page[page.index('<section id="suspect-pairs"') :]
    section = section[: section.index("</section>")]
    assert section.count("<tr>") == 3  # the head and two pairs
    assert "page 1" in section
    assert "page 0" not in section
    assert "Bees dance in the hive." in section
    (tmp_path / "pairs.jsonl").write_text(json.dumps({"source": MILL, "target": SIMPLE_MILL}) + "\n")
    run(corpus_at([str(tmp_path / "pairs.jsonl")]), tmp_path / "out")
    assert "suspect" not in run_page(overview(open_run(tmp_path / "out")))


def test_what_the_commands_say(crawled: Path, tmp_path: Path) -> None:
    for name, content in (("mill", MILL), ("simple", SIMPLE_MILL), ("bees", BEES)):
        (tmp_path / name).write_text(content)
    assert vicinal(tmp_path, "run", str(crawled / "pairs.jsonl"), "-o", "out").stderr.splitlines()[1] == (
        "vicinal: note: 2 of 4 pairs are probably not versions of each other; see out/suspect.jsonl; "
        "leave them out with 'vicinal export --no-suspect'"
    )
    exported = vicinal(tmp_path, "export", "out", "--to", "tsv", "-o", "data", "--no-suspect")
    assert exported.stderr.endswith("; 2 suspect pairs left out\n")
    assert "2 suspect" in vicinal(tmp_path, "stats", "out").stdout
    said = vicinal(tmp_path, "align", "mill", "bees").stderr
    assert said.count("versions of") == 1  # and not once more because nothing was found
    assert "not versions of each other: their relatedness is 0.00, below 0.2; if they are, try" in said
    assert "versions of" not in vicinal(tmp_path, "align", "mill", "simple").stderr


@pytest.mark.skipif(comparer() is None, reason="the compiled part was not built, or VICINAL_PURE_PYTHON is set")
class TestCompiled:
    """The compiled twin counts as the reference does."""

    @given(PARAGRAPHS, PARAGRAPHS, st.integers(1, 60), st.integers(1, 60))
    def test_any_texts(self, source: Paragraphs, target: Paragraphs, times: int, other_times: int) -> None:
        """Repeated, they become so long that they are sampled; the windows then begin and end anywhere."""
        pair = source * times, target * other_times
        assert comparer().compare(*pair) == compared(*pair)
        assert comparer(3).compare(*pair) == compared(*pair)  # which forgets words again and again

    @given(st.text("水車小屋がカナのプぱ、。「」！，\u3000一龥ヴー゛\u3099・Aé ", min_size=31), st.integers(1, 60))
    def test_long_runs_without_spaces(self, text: str, times: int) -> None:
        pair = ((text * times, text[::-1]),), ((text,), (text[1:],))
        assert comparer().compare(*pair) == compared(*pair)

    def test_real_texts(self) -> None:
        documents = [article(path.name).paragraphs for path in sorted(ARTICLES.glob("*.txt"))[::3]]
        for source, target in pairwise(documents):
            assert comparer().compare(source, target) == compared(source, target)

    def test_a_text_of_millions_of_characters(self) -> None:
        for long in (
            "a" * 3_000_000,
            "é" * 3_000_000,
            "水" * 1_000_000,
            "the mill " * 300_000,
            "\U0001f600 ok " * 100_000,
        ):
            pair = ((long, MILL),), ((MILL, long),)
            assert comparer().compare(*pair) == compared(*pair)

    def test_another_thread_gets_the_same_while_one_is_comparing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What the twin asks Python for lets other threads run; here one does, within a call."""
        mill, bees = text(MILL, "ä", SIMPLE_MILL, "Mühlrad."), text(BEES, "é", SIMPLE_BEES)
        expected, met = relatedness(mill, mill), []

        def words(part: bytes) -> tuple[bytes, ...]:
            met.append(relatedness(bees, bees))
            return _words_beyond_ascii(part)

        monkeypatch.setattr("vicinal.corpus.relatedness._words_beyond_ascii", words)
        comparer.cache_clear()
        try:
            assert relatedness(mill, mill) == expected
        finally:
            comparer.cache_clear()
        assert met == [1.0] * 2

    def test_what_is_no_text_is_refused(self) -> None:
        wrongs: list[Any] = [[], (["a"],), ((1,),), ((None,),), (None,)]
        for wrong in wrongs:
            with pytest.raises(TypeError):
                comparer().compare(wrong, ())
