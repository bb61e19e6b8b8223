"""Changes in linked pairs: cases from the sample corpus worked out by hand, and properties that hold for any texts."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Alignment, Document, InputError, Link
from vicinal.alignment import assemble
from vicinal.rewriting import word_alignment
from vicinal.rewriting.operations import Changes, Operations, changes
from vicinal.rewriting.word_alignment import Match, in_order
from vicinal.rewriting.word_changes import Place
from vicinal.rewriting.word_matches import is_near, scores_of_matches
from vicinal.rewriting.word_moves import moved
from vicinal.text.tokens import tokens, without_joiners, words

MARKS = {"keep": "{}", "delete": "[-{}-]", "add": "{{+{}+}}", "replace": "<{}>", "move": "~{}~"}


def places_of(changes: Changes, side: int) -> list[tuple[Place | None, str]]:
    return [((change.source, change.target)[side], change.operation) for change in changes.changes]


def marked(texts: Sequence[str], changes: Changes, side: int) -> str:
    """A text with its changes: kept, [-deleted-], {+added+}, <replaced> and ~moved~; | between sentences."""
    places = sorted((*place, operation) for place, operation in places_of(changes, side) if place)
    made = []
    for number, text in enumerate(texts):
        parts, end = [], 0
        for _, start, stop, _, operation in (place for place in places if place[0] == number):
            parts += [text[end:start], MARKS[operation].format(text[start:stop])]
            end = stop
        made.append("".join(parts) + text[end:])
    return " | ".join(made)


# (language, marked source, marked target); the texts are these without the marks
TABLE: list[tuple[str, str, str]] = [
    ("en", "", ""),
    ("en", "The cat sat.", "the CAT – sat!"),
    ("en", "[-Gone-].", ""),
    ("en", "", "{+New words+}."),
    ("en", "A <big> cat [-really-] <jumped>.", "A <large> cat <jumps> {+high+}."),
    ("en", "<Two> cats", "<2> cats"),
    ("en", "It was <1883>.", "It was <1884>."),
    (
        "en",
        "The Annie Corkum will make her last crossing on March 15, <with free passage for> anyone who <can produce> an "
        "old paper ticket.",
        "The Annie Corkum will make her last crossing on March 15, <and> anyone who <still has> an old paper ticket "
        "{+can ride for free+}.",
    ),
    (
        "en",
        "[-By the town’s reckoning-], the old ferries burned about 290,000 litres of fuel a year.",
        "The old ferries burned about 290,000 litres of fuel a year, {+a gas that warms the planet+}.",
    ),
    (
        "en",
        "Gordon Pryce, 58, [-who-] has <maintained> the diesel engines since he left school, is one of three mechanics "
        "<whose> jobs [-will disappear-] when the second [-of the-] old <boats> <is withdrawn>.",
        "Gordon Pryce, 58, has <looked after> the diesel engines since he left school. | {+He+} is one of three "
        "mechanics <who will lose their> jobs when the second old <boat> <stops running>.",
    ),
    (
        "en",
        "A second <boat followed> in 1974; both were <meant> to last 25 years, [-and-] both were still [-at-] <work> "
        "~last week~.",
        "A second <ferry came> in 1974, {+and+} both were <built> to last 25 years. | ~Last week~, both {+of them+} "
        "were still <working>.",
    ),
    (
        "en",
        "<Biologists> hope that the porpoises that <deserted> the [-inner-] harbour in the 1980s will <be drawn back "
        "by> the quieter ~water~.",
        "<Scientists> hope that the porpoises that <left> the harbour in the 1980s will <return when> the ~water~ "
        "{+is+} quieter.",
    ),
    (
        "de",
        "<Bei den> 6.000 bis 8.000 Stacheln <handelt es sich um umgebildete> Haare, [-die innen luftgefüllte Kammern "
        "enthalten und daher leicht, aber biegefest sind-].",
        "<Seine> 6.000 bis 8.000 Stacheln <sind eigentlich harte> Haare.",
    ),
    (
        "de",
        "<Die Nahrung besteht zum größten Teil aus Laufkäfern, Schmetterlingsraupen, Ohrwürmern> und <Regenwürmern>. | "
        "Schnecken [-werden zwar ebenfalls verzehrt, haben daran aber einen geringeren Anteil, als viele "
        "Gartenbesitzer annehmen-].",
        "<Igel fressen vor allem Käfer, Raupen> und <Würmer, manchmal auch> Schnecken.",
    ),
    ("de", "Der <Braunbrustigel>", "Der <Igel>"),
    (
        "es",
        "Los vecinos de La Tejera, <en el extremo oriental> de Albacete, recogieron ~el sábado~ <las> primeras "
        "lechugas.",
        "~El sábado~, los vecinos de La Tejera, <un barrio> de Albacete, recogieron <sus> primeras lechugas.",
    ),
    (
        "es",
        "«Hemos pedido esta llave durante seis años», dijo Amparo Cifuentes, presidenta de la asociación, [-mientras "
        "repartía guantes y tijeras entre los asistentes-].",
        "«Hemos pedido esta llave durante seis años», dijo Amparo Cifuentes, presidenta de la asociación.",
    ),
    (
        "ja",
        "「重い米やしょうゆを玄関まで運んでもらえるのは、本当にありがたい」と、[-つえをついて配達員を出迎えた同市大工町-]の森下フミさん（~86~）は<表情を和らげ>た。",
        "「重い米やしょうゆを玄関まで運んでもらえるのは、本当にありがたい」と、~86~{+歳+}の森下フミさんは<うれしそうに話しまし>た。",
    ),
]


def plain(text: str) -> list[str]:
    return re.sub(r"\[-|-\]|\{\+|\+\}|[<>~]", "", text).split(" | ") if text else [""]


@pytest.mark.parametrize(("language", "source", "target"), TABLE)
def test_cases_by_hand(language: str, source: str, target: str) -> None:
    texts = plain(source), plain(target)
    found = changes(*texts, language)
    assert (marked(texts[0], found, 0), marked(texts[1], found, 1)) == (source, target)


def test_stems_need_a_language() -> None:
    assert [change.operation for change in changes("They went by ponies", "They went by pony").changes] == [
        "keep",
        "replace",
    ]
    spread = ("maisons x rues y", "z maison w rue")
    assert changes(*spread, "fr").operations.replaced == 3  # maisons, x and rues; y is deleted
    assert changes("ponies a b c", "d e f pony", "en").operations != changes("ponies a b c", "d e f pony").operations


@pytest.mark.parametrize("languages", [("en", None), (None, "en"), ("en", "de")])
def test_the_language_of_either_document_is_enough(languages: tuple[str | None, str | None]) -> None:
    texts = ("ponies a b c", "d e f pony")
    source, target = (Document([[text]], language=code) for text, code in zip(texts, languages, strict=True))
    link = Link((0,), (0,), 1.0)
    assert Changes.of(assemble(source, target, [link], "by hand"), link) == changes(*texts, "en")


def test_words_with_vectors() -> None:
    known = {"physician": [1.0, 0.1], "doctor": [2.0, 0.1], "lamp": [0.0, 1.0]}
    texts = ("The physician lit one lamp", "A good old doctor came")
    assert [change.operation for change in changes(*texts).changes] == ["replace"]
    found = changes(*texts, vector=known.get)
    assert (marked(texts[:1], found, 0), marked(texts[1:], found, 1)) == (
        "<The> <physician> <lit one lamp>",
        "<A good old> <doctor> <came>",
    )


@pytest.mark.parametrize(
    ("source", "target", "vectors", "score"),
    [
        ("a", "a", {}, 10 * 3),
        ("harbour", "harbour", {}, 10 * 9),
        ("harbours", "harbours", {}, 10 * 10),
        ("harbourside", "harbourside", {}, 10 * 10),  # eight letters count
        ("cats", "cat", {}, 8 * 5),  # the same stem, by the shorter word
        ("cat", "cats", {}, 8 * 5),
        ("colour", "color", {}, 6 * 7),  # nearly the same letters
        ("harpet", "harbet", {}, 6 * 8),  # the first three letters are the same
        ("lanter", "laster", {}, 6 * 8),  # the last three
        ("1883", "1884", {}, None),  # numbers are never nearly the same
        ("doctor", "medic", {"doctor": (1.0, 0.0), "medic": (7.0, 7.0)}, 5 * 7),  # a cosine of .707
        # A cosine of .7, to nine digits.
        ("doctor", "medic", {"doctor": (1.0, 0.0), "medic": (0.6999999996, (1 - 0.6999999996**2) ** 0.5)}, 5 * 7),
        ("doctor", "medic", {"doctor": (1.0, 0.0), "medic": (0.699999996, (1 - 0.699999996**2) ** 0.5)}, None),
        ("doctor", "medic", {"doctor": (1.0, 0.0), "medic": (1.0,)}, None),  # of different lengths
        ("doctor", "medic", {"doctor": (1.0, 0.0), "medic": (0.0, 0.0)}, None),
        ("doctor", "medic", {"doctor": (1.0, 0.0), "medic": (1e200, 0.0)}, None),  # too long
        ("doctor", "medic", {"medic": (1.0, 0.0)}, None),
    ],
)
def test_scores_of_words(source: str, target: str, vectors: dict[str, Sequence[float]], score: int | None) -> None:
    found = scores_of_matches([source], [target], "en", vectors.get)
    assert found == ({} if score is None else {source: {target: score}})


def test_the_surest_match_counts() -> None:
    vectors = dict.fromkeys(("cats", "cat", "cato"), (1.0,))
    assert scores_of_matches(["cats"], ["cat", "cato"], "en", vectors.get) == {"cats": {"cat": 40}}
    assert scores_of_matches(["cats"], ["cats", "cat"], "en", vectors.get) == {"cats": {"cats": 60, "cat": 40}}
    assert scores_of_matches(["cats", "cato"], ["cats", "dogs"], None, vectors.get) == {"cats": {"cats": 60}}


@pytest.mark.parametrize(("first", "second", "is_matched"), [(10, 100, True), (7, 143, False)])
def test_at_most_a_thousand_pairs_of_words_are_compared(first: int, second: int, is_matched: bool) -> None:
    alike = [["wor" + chr(start + n) * 20 for n in range(size - 1)] for start, size in ((200, first), (400, second))]
    assert ("worldling" in scores_of_matches([*alike[0], "worldling"], [*alike[1], "worldlings"])) is is_matched
    vectors: dict[str, Sequence[float]] = {"north": (1.0,), "south": (1.0,)}
    texts = [f"{n}a" for n in range(first - 1)], [f"{n}b" for n in range(second - 1)]
    found = scores_of_matches([*texts[0], "north"], [*texts[1], "south"], None, vectors.get)
    assert ("north" in found) is is_matched


def alignment_of(source: list[str], target: list[str], *links: Link, language: str | None = "en") -> Alignment:
    return assemble(Document([source], language=language), Document([target], language=language), links, "by hand")


def test_changes_of_a_link_count_sentences_over_the_documents() -> None:
    alignment = alignment_of(
        ["Title", "Cats purr and dogs bark."],
        ["Heading", "New.", "Cats purr.", "Dogs bark."],
        Link((1,), (2, 3), 1.0),
    )
    found = Changes.of(alignment, alignment.sentences[0])
    assert found.as_json() == {
        "split": True,
        "merge": False,
        "changes": [
            ["keep", [1, 0, 9], [2, 0, 9]],
            ["delete", [1, 10, 13], None],
            ["keep", [1, 14, 23], [3, 0, 9]],
        ],
    }
    assert found.changes[0].source == Place(1, 0, 9, 2)


def test_operations_of_an_alignment() -> None:
    alignment = alignment_of(
        ["Cats purr and dogs bark.", "It rains.", "Wind blows.", "Never aligned."],
        ["Cats purr.", "Dogs bark.", "Rain and wind."],
        Link((0,), (0, 1), 1.0),
        Link((1, 2), (2,), 1.0),
    )
    # Deleted: and, It, blows; added: and; replaced: rains by Rain.
    assert Operations.of(alignment) == Operations(
        links=2, kept=5, deleted=3, added=1, replaced=1, replaced_by=1, moved=0, split=1, merged=1
    )
    assert Operations.of(alignment).as_json() == {
        "links": 2,
        "kept": 5,
        "deleted": 3,
        "added": 1,
        "replaced": 1,
        "replaced_by": 1,
        "moved": 0,
        "split": 1,
        "merged": 1,
    }
    assert Operations() + Operations.of(alignment) == Operations.of(alignment)
    assert len({Operations.of(alignment), Operations.of(alignment)}) == 1


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("<one>", "<a b c d e f>"),
        ("[-one-]", "{+a b c d e f g+}"),
        ("<a b c d e f g h i j>", "<one two>"),
        ("[-a b c d e f g h i j k-]", "{+one two+}"),
    ],
)
def test_a_replacement_is_balanced(source: str, target: str) -> None:
    test_cases_by_hand("en", source, target)


@pytest.mark.parametrize(
    ("source", "target", "runs"),
    [
        ("pale boat", "x pale boat", [(0, 1, 2)]),  # eight letters
        ("old boat", "x old boat", []),  # seven
        ("ferry", "x ferry", [(0, 1, 1)]),  # one word of five letters
        ("boat", "x boat", []),
        ("b2", "x b2", [(0, 1, 1)]),  # one word with a digit
        ("ferry y ferry", "x ferry", []),  # not once on both sides
        ("ferry", "ferry y ferry", []),
        ("日 本", "x 日 本", [(0, 1, 2)]),  # a Chinese character counts as four letters
        ("𠀀 㐀", "x 𠀀 㐀", [(0, 1, 2)]),
        ("か き", "x か き", []),  # a kana as three
        ("か き く", "x か き く", [(0, 1, 3)]),
        ("日", "x 日", []),
        ("one pale boat", "pale boat y one pale boat", [(0, 3, 3)]),  # the longest
        ("pale boat z pale boat", "x pale boat", [(0, 1, 2)]),  # the first of equals
        ("red harbour blue harbour", "blue harbour red harbour", [(2, 0, 2), (0, 2, 2)]),
        ("light pale boat at sea", "light pale boat y pale boat at sea", [(0, 0, 3)]),
        ("light pale boat at seas", "light pale boat y pale boat at seas", [(1, 4, 4), (0, 0, 1)]),
    ],
)
def test_moved_runs(source: str, target: str, runs: list[tuple[int, int, int]]) -> None:
    assert moved(source.split(), target.split(), []) == runs


@pytest.mark.parametrize(("times", "runs"), [(1, 1), (2, 1), (8, 1), (9, 0)])
def test_frequent_words_start_no_move(times: int, runs: int) -> None:
    often = [word for n in range(times) for word in (f"x{n}", "pale", "boat")]
    once = ["y", "pale", "boat"]
    assert [len(moved(*texts, [])) for texts in ((often, once), (once, often))] == [runs, runs]


def test_a_move_includes_the_frequent_words_around_a_rare_one() -> None:
    source = [*(word for n in range(9) for word in ("the", f"x{n}")), "to", "the", "pale", "boat", "the", "end"]
    assert moved(source, ["y", "the", "pale", "boat", "the"], []) == [(19, 1, 4)]


def test_matched_words_do_not_move() -> None:
    texts = ["pale", "boat", "one", "two"], ["x", "pale", "boat"]
    assert moved(*texts, [Match(1, 2, True)]) == []
    assert moved(*texts, [Match(2, 0, False)]) == [(0, 1, 2)]


def test_a_move_is_split_where_sentences_begin() -> None:
    found = changes(
        ["One two three four five six.", "Red boats. Old ferries"],
        ["Red boats old", "ferries one two three four five six."],
    )
    assert [(c.operation, c.source, c.target) for c in found.changes if c.operation == "move"] == [
        ("move", Place(1, 0, 14, 3), Place(0, 0, 13, 3)),
        ("move", Place(1, 15, 22, 1), Place(1, 0, 7, 1)),
    ]


# Few words, so that texts share some; also scripts without spaces, combining marks and punctuation.
WORD = st.sampled_from(
    [
        *("the", "a", "of", "ferry", "ferries", "harbour", "harbor", "boat", "1883", "1884", "Straße", "STRASSE"),
        *("é", "e\u0301", "日", "本", "語", "ก็", ",", ".", "–", "\u0301", "😀"),
    ]
)
TEXT = st.one_of(
    st.lists(WORD, max_size=14).map(" ".join), st.lists(WORD, max_size=8).map("".join), st.text(max_size=20)
)
TEXTS = st.lists(TEXT, min_size=1, max_size=3)


@given(source=TEXTS, target=TEXTS, language=st.sampled_from([None, "en", "de"]))
def test_every_word_is_in_exactly_one_change(source: list[str], target: list[str], language: str | None) -> None:
    found = changes(source, target, language)
    assert found == changes(source, target, language)
    inside: list[list[list[str]]] = [[], []]
    for side, texts in enumerate((source, target)):
        all_words = [(number, *word) for number, text in enumerate(texts) for word in words(text)]
        covered = []
        for place, _ in places_of(found, side):
            here = [
                w for w in all_words if place and w[0] == place.sentence and place.start <= w[1] and w[2] <= place.end
            ]
            inside[side].append([form for *_, form in here])
            assert len(here) == (place.words if place else 0)
            covered += here
        assert sorted(covered) == all_words
    for change, first, second in zip(found.changes, *inside, strict=True):
        assert change.operation in MARKS
        assert (change.source is None) == (change.operation == "add")
        assert (change.target is None) == (change.operation == "delete")
        assert change.operation not in ("keep", "move") or first == second
    counts = found.operations
    assert counts.source_words == sum(len(words(text)) for text in source)
    assert counts.target_words == sum(len(words(text)) for text in target)
    assert (counts.split, counts.merged) == (len(source) == 1 < len(target), len(target) == 1 < len(source))


@given(TEXTS)
def test_a_text_and_itself(texts: list[str]) -> None:
    assert {change.operation for change in changes(texts, texts).changes} <= {"keep"}
    counts = changes(texts, []).operations
    assert counts.deleted == counts.source_words == changes([], texts).operations.added


FORMS = st.lists(st.sampled_from(["a", "the", "cat", "cats", "catalogue", "colour", "color", "1883", "日"]), max_size=9)


def slow_score(source: list[str], target: list[str], scores: dict[str, dict[str, int]]) -> int:
    """The best total score, from all cells."""
    free = [[0] * (len(target) + 1) for _ in range(len(source) + 1)]  # up to here
    ends = [[-(10**9)] * (len(target) + 1) for _ in range(len(source) + 1)]  # with a match of these two words
    for x, a in enumerate(source, 1):
        for y, b in enumerate(target, 1):
            if b in scores.get(a, {}):
                ends[x][y] = scores[a][b] + max(free[x - 1][y - 1], ends[x - 1][y - 1] + 20)
            free[x][y] = max(free[x - 1][y], free[x][y - 1], ends[x][y])
    return free[-1][-1]


@given(source=FORMS, target=FORMS, language=st.sampled_from([None, "en"]))
def test_matches_in_order_are_the_best(source: list[str], target: list[str], language: str | None) -> None:
    scores = scores_of_matches(source, target, language)
    matches = in_order(source, target, language)
    total = 0
    for before, match in zip([None, *matches], matches, strict=False):
        assert before is None or (before.source < match.source and before.target < match.target)
        assert match.same == (source[match.source] == target[match.target])
        total += scores[source[match.source]][target[match.target]]
        total += 20 * (before is not None and before[:2] == (match.source - 1, match.target - 1))
    assert total == slow_score(source, target, scores)


def test_adjacent_matches_count_twenty_more() -> None:
    """Two letters and their adjacency score as much as a word of six letters; of equal paths, the first is chosen."""
    assert [match[:2] for match in in_order(["a", "b", "ferrys"], ["ferrys", "a", "b"])] == [(0, 1), (1, 2)]
    assert [match[:2] for match in in_order(["ferrys", "a", "b"], ["a", "b", "ferrys"])] == [(0, 2)]


@pytest.mark.parametrize(
    ("source", "target", "best", "by_rare_words"),
    [
        # The frequent words before and after "cat", "dog" and "end" are the same.
        (
            *("the cat the dog the sun the end", "the cat and the dog the moon the end"),
            *("00 11 23 34 45 67 78", "00 11 23 34 45 67 78"),
        ),
        # There is room for "a" but not for "b", which is matched after "y" instead.
        ("x a a a a y b b b b z", "x a a a y b b b z", "00 21 32 43 54 75 86 97 a8", "00 21 32 43 54 65 76 87 a8"),
        ("p a a b a a b a a q", "p a b a a a b a q", "00 11 23 44 55 66 87 98", "00 11 32 43 54 66 77 98"),
        # "a" is matched from the start instead of before "b".
        ("a a a a a b", "a a a a b a", "10 21 32 43 54", "00 11 22 33 54"),
        # The "a" between "u" and "v" is matched at last.
        ("k u a v m a a a a a", "k w a s m a a a a a", "00 22 44 55 66 77 88 99", "00 22 44 55 66 77 88 99"),
    ],
)
def test_long_texts_are_matched_by_their_rare_words(
    source: str, target: str, best: str, by_rare_words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for expected in (best, by_rare_words):
        found = [f"{match.source:x}{match.target:x}" for match in in_order(source.split(), target.split())]
        assert " ".join(found) == expected
        monkeypatch.setattr(word_alignment, "_MOST_CELLS", 0)  # as if the texts were very long


@pytest.mark.parametrize(("first", "second", "matches"), [(125, 160, 125), (59, 339, 0)])
def test_at_most_20_000_matches_are_compared(first: int, second: int, matches: int) -> None:
    assert len(in_order(["u", *["a"] * first, "v"], ["w", *["a"] * second, "s"])) == matches


@pytest.mark.parametrize(("others", "matches"), [(53, 22), (52, 12)])
def test_long_texts_have_as_many_cells_as_words(others: int, matches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 53 other words, "x" and "a" have 101 cells, and there are 101 words; "b" is matched from the end."""
    monkeypatch.setattr(word_alignment, "_MOST_CELLS", 0)
    source = [*map(str, range(others)), "x", "u", *["a"] * 10, "v", *["b"] * 11]
    assert len(in_order(source, ["x", "w", *["a"] * 10, "s", *["b"] * 11])) == matches


@pytest.mark.parametrize(("count", "matches"), [(9, 209), (10, 200)])
def test_few_matches_are_compared_between_rare_words(count: int, matches: int) -> None:
    """Four for each word: 88 with nine words, 96 with ten."""
    source = ["k", "u", *["a"] * count, "v", "m", *["a"] * 198]
    assert len(in_order(source, ["w" if word == "u" else "s" if word == "v" else word for word in source])) == matches


def test_words_before_a_word_that_is_rare_between_others_are_matched() -> None:
    """There are 144 cells of "a" between "u" and "v", and room for 120; "r" is frequent elsewhere only."""
    source = ["k", "u", *["a"] * 12, "r", "v", "m", *["a"] * 198, *["r"] * 200]
    found = in_order(source, ["w" if word == "u" else "s" if word == "v" else word for word in source])
    assert [match.source for match in found] == [0, *range(2, 15), *range(16, 415)]


def distance(a: str, b: str) -> int:
    """Levenshtein distance by its definition."""
    if not a or not b:
        return len(a) + len(b)
    return min(distance(a[1:], b) + 1, distance(a, b[1:]) + 1, distance(a[1:], b[1:]) + (a[0] != b[0]))


@given(st.text("abc", min_size=4, max_size=5), st.text("abc", min_size=4, max_size=5))
def test_words_are_near_if_one_letter_of_four_differs(a: str, b: str) -> None:
    assert is_near(a, b) == is_near(b, a) == (distance(a, b) <= 1)


@pytest.mark.parametrize(
    ("a", "b", "near"),
    [
        ("stadtbibliothek", "bibliothek", True),
        ("simplification", "simplifies", False),
        ("international", "internationale", True),
        ("organisation", "organization", True),
        ("a" * 1_000_000, "a" * 999_999, False),
        ("cat", "cats", False),
        ("cato", "cats", True),  # one letter of four
        ("catos", "cutes", False),  # two of five
        ("harbours", "herbaurs", True),  # two of eight
        ("harbours", "herbauts", False),  # three of eight
        ("embarrassing", "ambirrussing", True),  # three of twelve
        ("straightforwardly", "stroightfurwerdli", False),  # four of seventeen: three at most
        ("boats", "steamboats", True),  # half as long
        ("boats", "asteamboats", False),
        ("steam", "steamboats", True),
        ("boat", "boating", False),  # too short to be a part
        ("steam", "asteamb", False),  # neither the beginning nor the end
        ("a" * 32, "a" * 64, True),
        ("a" * 33, "a" * 65, False),
    ],
)
def test_near_words(a: str, b: str, near: bool) -> None:
    assert is_near(a, b) is near


@given(st.text(alphabet=st.characters(max_codepoint=0xDFF, exclude_categories=["M"]), max_size=30))
def test_words_are_tokens_where_words_have_spaces(text: str) -> None:
    assert [word.form for word in words(text)] == tokens(text)


@given(st.one_of(TEXT, st.text(max_size=30)))
def test_words_have_their_places_in_the_text(text: str) -> None:
    end = 0
    for word in words(text):
        assert end <= word.start < word.end <= len(text)
        folded = unicodedata.normalize("NFD", without_joiners(text[word.start : word.end])).casefold()
        assert word.form == unicodedata.normalize("NFC", folded)
        end = word.end


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("Don't!", "don t"),
        ("cafe\u0301 CAFÉ", "café café"),
        ("iPhone手机2", "iphone 手 机 2"),
        ("か\u3099き", "が き"),
        ("ที่นี่", "ที่ นี่"),
        ("नमस्ते दुनिया।", "नमस्ते दुनिया"),
        ("❤\ufe0f _ x", "x"),
    ],
)
def test_words_of_many_scripts(text: str, expected: str) -> None:
    assert " ".join(word.form for word in words(text)) == expected


def giant(name: str) -> tuple[str, str]:
    numbers = random.Random(7)
    if name == "one word over and over":
        return "row " * 60_000, "row " * 50_000
    if name == "one endless word":
        return "a" * 1_000_000, "a" * 999_999
    if name == "two characters":
        return "".join(numbers.choices("日本", k=40_000)), "".join(numbers.choices("日本", k=40_000))
    all_words = [f"w{int(numbers.paretovariate(0.8))}x" for _ in range(30_000)]
    if name == "backwards":
        return " ".join(all_words), " ".join(all_words[::-1])
    return " ".join(all_words), " ".join(word for word in all_words if numbers.random() > 0.1)


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("one word over and over", 50_000),
        ("one endless word", 0),
        ("two characters", 0),
        ("backwards", 1_000),
        ("some words left out", 26_000),
    ],
)
def test_giant_sentences(name: str, least: int) -> None:
    """Visiting all pairs of words would take hours here."""
    source, target = giant(name)
    counts = changes(source, target).operations
    assert counts.kept + counts.moved >= least
    assert counts.source_words == len(words(source))
    assert counts.target_words == len(words(target))


@pytest.mark.parametrize("text", [3, None, [1], b"x", ["a", None]])
def test_other_types_are_refused(text: Any) -> None:
    with pytest.raises(InputError, match=r"^a text is a sentence or a list of sentences; found "):
        changes(text, "Text.")
