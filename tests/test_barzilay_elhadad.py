"""Topics, boosting and the mapping of paragraphs by hand; model files; real documents."""

from __future__ import annotations

import json
import re
from collections import Counter
from math import exp, log
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document, FormatError, InputError, SettingError
from vicinal.errors import VicinalError
from vicinal.evaluation.scores import Scores, score
from vicinal.gold import Gold, read_gold_lines
from vicinal.installation import install_command
from vicinal.link import Link
from vicinal.methods.barzilay_elhadad import BarzilayElhadad, BarzilayElhadadModel, _best
from vicinal.methods.learned import training
from vicinal.methods.learned.boosting import Case, Stump, boost, probability
from vicinal.methods.learned.topics import NO_TOPIC, Topics, find_topics, masked
from vicinal.signature import signature_of

NO_TOPICS = Topics(())
# Paragraphs map if their best sentences have a cosine above .5.
BY_HAND = BarzilayElhadadModel(NO_TOPICS, NO_TOPICS, (Stump(3, 0.5, None, 1.0, -1.0),), ("0" * 64,))

# ---------------------------------------------------------------------------------------------------------------------
# Topics


@pytest.mark.parametrize(
    ("paragraph", "language", "words"),
    [
        (["The city of Lima was founded in 1535."], "en", ["the", "city", "of", "xx", "was", "founded", "in", "0"]),
        (['"Lima grew.', "It grew."], "en", ["lima", "grew", "it", "grew"]),
        (["Die Stadt wuchs 2. Mal."], "de-AT", ["die", "stadt", "wuchs", "0", "mal"]),
        (["猫は2匹いる"], "ja", ["猫は", "2", "匹い", "いる"]),  # no space, so the number is not a word of its own
        ([], None, []),
    ],
)
def test_names_and_numbers_are_masked(paragraph: list[str], language: str, words: list[str]) -> None:
    assert masked(paragraph, language) == Counter(words)


def test_paragraphs_with_the_same_words_share_a_topic() -> None:
    document = Document(
        [
            ["The harbour has boats and ships."],
            ["The school has pupils and teachers."],
            ["Boats and ships lie in the harbour."],
            ["Pupils and teachers go to school."],
        ],
        language="en",
    )
    topics = find_topics([document], 2)
    first, second, third, fourth = topics.of(document)
    assert first == third != second == fourth
    assert topics.of(Document([["Ships."], ["Qwerty!"], []])) == [first, NO_TOPIC, NO_TOPIC]


def test_fewer_paragraphs_than_topics() -> None:
    assert len(find_topics([Document([["One."], ["Two."], ["..."]])], 20).terms) == 2
    assert find_topics([], 20).terms == ()


# ---------------------------------------------------------------------------------------------------------------------
# Boosting


def test_one_stump_by_hand() -> None:
    cases = [Case((value,), ()) for value in (0.1, 0.2, 0.6, 0.8)]
    (stump,) = boost(cases, [False, False, True, True], 1)
    # Weights of a quarter each: no (0, .5), yes (.5, 0), smoothed by a quarter.
    assert stump == Stump(0, 0.4, None, round(log(3) / 2, 6), -round(log(3) / 2, 6))
    assert probability([stump], Case((0.4,), ())) == pytest.approx(0.25)
    assert probability([stump], Case((0.5,), ())) == pytest.approx(0.75)


def test_a_label_is_preferred_if_it_separates_better() -> None:
    cases = [Case((0.5,), ("a",)), Case((0.4,), ("b",)), Case((0.5,), ("a",)), Case((0.6,), ("b",))]
    (stump,) = boost(cases, [True, False, True, False], 1)
    assert (stump.measure, stump.label) == (None, "a")
    assert stump.yes > 0 > stump.no


def test_identical_cases_give_their_share() -> None:
    stumps = boost([Case((0.5,), ())] * 4, [True, True, True, False], 1)
    assert probability(stumps, Case((0.5,), ())) == pytest.approx(2 / 3, abs=1e-5)  # (3 + 1) to (1 + 1), smoothed


@given(st.lists(st.tuples(st.floats(0, 1), st.sampled_from("ab"), st.booleans()), min_size=2, max_size=20))
def test_more_rounds_never_fit_worse(examples: list[tuple[float, str, bool]]) -> None:
    cases = [Case((value,), (label,)) for value, label, _ in examples]
    truths = [truth for _, _, truth in examples]

    def loss(rounds: int) -> float:
        stumps = boost(cases, truths, rounds)
        sums = [sum(stump(case) for stump in stumps) for case in cases]
        return sum(exp(-total if truth else total) for total, truth in zip(sums, truths, strict=True))

    losses = [loss(rounds) for rounds in (1, 3, 6)]
    assert losses[1] <= losses[0] + 1e-4
    assert losses[2] <= losses[1] + 1e-4


@given(st.integers(-1000, 1000))
def test_probabilities_are_from_0_to_1_for_any_sum(total: int) -> None:
    assert 0 <= probability([Stump(0, 0.0, None, 0.0, float(total))], Case((0.0,), ())) <= 1


# ---------------------------------------------------------------------------------------------------------------------
# Aligning

SOURCE = Document(
    [
        ["Rain fell on the harbour.", "The ferry sailed in spite of the rain, and it reached the island at noon."],
        ["Bread is sold on Mondays."],
        ["Nobody slept."],
    ]
)
TARGET = Document(
    [
        ["Bread is sold on Mondays."],
        ["Rain fell on the harbour.", "The ferry sailed in spite of the rain.", "It reached the island at noon."],
        ["Everybody ate."],
    ]
)


def test_by_hand() -> None:
    found = BarzilayElhadad(model=BY_HAND)(SOURCE, TARGET)
    assert [(link.source, link.target) for link in found.sentences] == [((0,), (1,)), ((1,), (2, 3)), ((2,), (0,))]
    assert [(link.source, link.target) for link in found.paragraphs] == [((0,), (1,)), ((1,), (0,))]
    assert [(step.level, step.stood, step.vicinity, step.cell) for step in found.steps] == [
        ("paragraph", None, "mapped", (0, 1)),
        ("paragraph", None, "mapped", (1, 0)),
        ("sentence", None, "path", (0, 1)),
        ("sentence", (0, 1), "path", (1, 2)),
        ("sentence", (1, 2), "path", (1, 3)),
        ("sentence", None, "path", (2, 0)),
    ]
    assert found.cells == ((0, 1), (1, 2), (1, 3), (2, 0))
    assert found.signature == signature_of(BarzilayElhadad(model=BY_HAND))


def test_the_threshold_and_the_penalty() -> None:
    assert BarzilayElhadad(model=BY_HAND, paragraph_threshold=0.9)(SOURCE, TARGET).sentences == ()
    assert len(BarzilayElhadad(model=BY_HAND, paragraph_threshold=0.0)(SOURCE, TARGET).paragraphs) == 9
    found = BarzilayElhadad(model=BY_HAND, mismatch=0.9)(SOURCE, TARGET)
    assert [(link.source, link.target) for link in found.sentences] == [((0,), (1,)), ((2,), (0,))]


def test_a_sentence_in_two_mapped_paragraphs_keeps_its_best_link() -> None:
    links = [Link((0,), (0,), 0.5), Link((0,), (3,), 0.7), Link((1,), (3, 4), 0.6), Link((1,), (5,), 0.1)]
    assert [link for link, _ in _best([(link, []) for link in links])] == [links[1], links[3]]
    source = Document([["Rain fell on the harbour."]])
    target = Document([["Rain fell on the old harbour."], ["Rain fell on the harbour."]])
    found = BarzilayElhadad(model=BY_HAND)(source, target)
    assert [(link.source, link.target) for link in found.sentences] == [((0,), (1,))]
    assert [(link.source, link.target) for link in found.paragraphs] == [((0,), (0,)), ((0,), (1,))]


# ---------------------------------------------------------------------------------------------------------------------
# Fitting and model files


@pytest.fixture(scope="module")
def fitted(sample: list[Gold]) -> BarzilayElhadad:
    fitted: BarzilayElhadad = BarzilayElhadad.fit(sample[:14])
    return fitted


def test_a_fitted_model_aligns_documents_it_has_not_seen(sample: list[Gold], fitted: BarzilayElhadad) -> None:
    scores = sum((score(pair, fitted(pair.source, pair.target)) for pair in sample[14:]), Scores())
    assert scores.links.f1 > 0.42  # of the unsupervised vicinity method on the whole sample


def test_each_sentence_is_in_one_link(sample: list[Gold], fitted: BarzilayElhadad) -> None:
    for pair in sample[1::6]:
        found = fitted(pair.source, pair.target)
        for side in ("source", "target"):
            used = [index for link in found.sentences for index in getattr(link, side)]
            assert len(used) == len(set(used))


def test_fitting_is_deterministic_and_records_its_documents(
    sample: list[Gold], fitted: BarzilayElhadad, tmp_path: Path
) -> None:
    again = BarzilayElhadad.fit(iter(sample[:14]), mismatch=0.2)
    assert again.mismatch == 0.2
    assert again.model == fitted.model
    assert fitted.model is not None
    assert fitted.model.trained_on == tuple(training.digest(pair) for pair in sample[:14])
    assert "sha256" in repr(fitted)
    assert len(repr(fitted)) < 160
    for number, method in enumerate((fitted, again)):
        method.save(tmp_path / f"{number}.json")
    assert (tmp_path / "0.json").read_bytes() == (tmp_path / "1.json").read_bytes()
    loaded = BarzilayElhadad.load(tmp_path / "0.json")
    assert loaded == fitted
    assert loaded(sample[1].source, sample[1].target) == fitted(sample[1].source, sample[1].target)


def test_documents_without_sentence_links_are_ignored(sample: list[Gold]) -> None:
    bare = Gold("bare", sample[0].source, sample[0].target, frozenset(), frozenset(), frozenset(), has_sentences=False)
    model = BarzilayElhadad.fit([bare, sample[1]]).model
    assert model is not None
    assert model.trained_on == (training.digest(sample[1]),)
    wordless = Gold("wordless", Document([["..."]]), Document([["!"]]), frozenset({((0,), (0,))}), frozenset({(0, 0)}))
    assert BarzilayElhadad.fit([wordless, sample[1]]).model == model
    with pytest.raises(InputError, match="sentence links"):
        BarzilayElhadad.fit([bare])


def test_without_a_model() -> None:
    text = Document([["A cat."]])
    with pytest.raises(SettingError) as error:
        BarzilayElhadad()(text, text)
    assert str(error.value) == (
        "method 'barzilay_elhadad' needs a model: make one with 'vicinal fit GOLD --method barzilay_elhadad"
        " -o barzilay_elhadad.json' and pass it with --model barzilay_elhadad.json"
    )
    with pytest.raises(SettingError, match="needs a model"):
        BarzilayElhadad().save("nowhere.json")


STUMP = {"measure": 3, "threshold": 0.5, "label": None, "yes": 1.0, "no": -1.0}


def _content(**changes: object) -> str:
    topics = {"terms": [[["boat", 0.5]]]}
    content = {"source": topics, "target": topics, "stumps": [STUMP], "trained_on": ["00"]}
    return json.dumps({"format": "vicinal-barzilay_elhadad/1", **content, **changes})


def test_the_content_of_a_model_file(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(_content())
    topics = Topics(((("boat", 0.5),),))
    assert BarzilayElhadad.load(path).model == BarzilayElhadadModel(topics, topics, BY_HAND.stumps, ("00",))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        _content(format="vicinal-smith/1"),
        _content(source={"terms": [[["boat"]]]}),
        _content(source={"terms": [[[1, 0.5]]]}),
        _content(target={"terms": 1}),
        _content(target=None),
        _content(trained_on=None),
        _content(stumps=[1]),
        _content(stumps=[{}]),
        _content(stumps=[{**STUMP, "more": 1}]),
        _content(stumps=[{**STUMP, "measure": 4}]),
        _content(stumps=[{**STUMP, "measure": "3"}]),
        _content(stumps=[{**STUMP, "label": "source 1"}]),
        _content(stumps=[{**STUMP, "measure": None}]),
        _content(stumps=[{**STUMP, "measure": None, "label": 1}]),
        _content(stumps=[{**STUMP, "yes": float("inf")}]),
    ],
)
def test_files_that_are_not_models(text: str, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(text)
    with pytest.raises(FormatError, match=r"model\.json: is not a model of method 'barzilay_elhadad'"):
        BarzilayElhadad.load(path)


@pytest.mark.parametrize("settings", [{"paragraph_threshold": 2}, {"mismatch": -0.1}, {"skip": True}, {"model": "x"}])
def test_settings_out_of_range(settings: dict[str, object]) -> None:
    with pytest.raises(SettingError):
        BarzilayElhadad(**settings)  # type: ignore[arg-type]


def test_digests_are_of_the_sentences(sample: list[Gold]) -> None:
    assert len({training.digest(pair) for pair in sample}) == len(sample)
    pair = sample[0]
    flat = Gold("flat", Document([pair.source.sentences]), Document([pair.target.sentences]), frozenset(), frozenset())
    assert training.digest(flat) == training.digest(pair)
    lone = Gold("lone surrogate", Document([["\ud800"]]), Document([["b"]]), frozenset(), frozenset())
    assert len(training.digest(lone)) == 64


def test_a_missing_package_names_the_extra() -> None:
    with pytest.raises(
        VicinalError,
        match=f"^supervised methods need no_such_package; install it: {re.escape(install_command('supervised'))}",
    ):
        training.numerical("no_such_package.part")


def test_real_documents(development_gold: Path) -> None:
    documents = list(read_gold_lines(development_gold / "porsimples_pt_dev.jsonl"))
    fitted = BarzilayElhadad.fit(documents[:20])
    scores = sum((score(pair, fitted(pair.source, pair.target)) for pair in documents[20:]), Scores())
    assert scores.links.f1 > 0.87
