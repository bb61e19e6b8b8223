"""The CRF against brute force, its decoding by hand, model files, and real documents."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from math import log
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document, FormatError, InputError, SettingError
from vicinal.evaluation.scores import Scores, score
from vicinal.gold import Gold, LinkKey, read_gold_lines
from vicinal.methods.learned import crf as chain
from vicinal.methods.learned import training
from vicinal.methods.learned.crf import FIRST, NULL, STEP_WEIGHTS, Example, fit_chain, posteriors
from vicinal.methods.learned.pair_features import FEATURES, Texts
from vicinal.methods.smith import Direction, Smith, SmithModel, _length_ratios, _true_positions, intersect
from vicinal.signature import signature_of

Array = npt.NDArray[np.float64]

# A model made by hand: high cosines and steps of 1 are likely, all else is equal.
STEPS = tuple(2.0 if number in chain._bins(1) else 0.0 for number in range(STEP_WEIGHTS))
HAND = Direction((12.0, 0.0, 0.0, 0.0, 0.0, 0.0, -4.0), STEPS, 1.0)
MODEL = SmithModel(HAND, HAND, ("0" * 64,))


def gold(source: list[list[str]], target: list[list[str]], links: list[LinkKey]) -> Gold:
    pairs = frozenset((i, j) for xs, ys in links for i in xs for j in ys)
    return Gold("made", Document(source), Document(target), frozenset(links), pairs, None)


# ---------------------------------------------------------------------------------------------------------------------
# The chain


def _sequences(features: Array) -> tuple[list[tuple[int, ...]], Array]:
    """Return every sequence of positions with its features summed, those of pairs and steps, from the definition."""
    length, positions, width = features.shape
    sequences = list(product(range(NULL, positions), repeat=length))
    sums = np.zeros((len(sequences), width + STEP_WEIGHTS))
    for sequence, total in zip(sequences, sums, strict=True):
        last = NULL
        for t, position in enumerate(sequence):
            if position == NULL:
                continue
            total[:width] += features[t, position]
            if last == NULL:
                total[width + FIRST] += 1
            else:
                d = position - last
                starts = (-10, -5, -2, -1, 0, 1, 2, 3, 6, 11)
                total[width + sum(d >= start for start in starts)] += 1
                total[width + 11 + sum(abs(d - 1) >= start for start in (1, 2, 3, 5, 9, 17))] += 1
            last = position
    return sequences, sums


def _check_probabilities(seed: int, length: int, positions: int) -> None:
    random = np.random.default_rng(seed)
    features = random.normal(size=(length, positions, 2))
    pair, step = random.normal(size=2).tolist(), random.normal(size=STEP_WEIGHTS).tolist()
    chosen, null = posteriors(pair, step, features)
    expected = np.zeros((length, positions + 1))  # the last column is null, as index -1 is
    sequences, sums = _sequences(features)
    for sequence, value in zip(sequences, np.exp(sums @ np.array([*pair, *step])), strict=True):
        for t, position in enumerate(sequence):
            expected[t, position] += value
    expected /= expected[0].sum()
    assert np.allclose(chosen, expected[:, :-1], rtol=0, atol=1e-12)
    assert np.allclose(null, expected[:, -1], rtol=0, atol=1e-12)


@given(st.integers(0, 10_000), st.integers(1, 4), st.integers(1, 4))
def test_probabilities_are_those_of_all_sequences(seed: int, length: int, positions: int) -> None:
    _check_probabilities(seed, length, positions)


@pytest.mark.parametrize("positions", [17, 18, 19, 20, 45])
def test_far_jumps_fall_into_the_outermost_bins(positions: int) -> None:
    _check_probabilities(positions, 2, positions)


@given(st.integers(0, 10_000), st.lists(st.tuples(st.integers(1, 3), st.integers(1, 4)), min_size=1, max_size=4))
def test_the_fit_has_the_highest_likelihood(seed: int, shapes: list[tuple[int, int]]) -> None:
    # The fit uses the gradient. At its end, changing any weight must not raise the likelihood by the definition.
    random = np.random.default_rng(seed)
    examples, texts = [], []
    for length, positions in shapes:
        features = random.normal(size=(length, positions, 2))
        truth = tuple(random.integers(NULL, positions, size=length).tolist())
        examples.append(Example(features, truth))
        sequences, sums = _sequences(features)
        texts.append((sums[sequences.index(truth)], sums))
    l2 = 5.0
    weights = np.array([weight for part in fit_chain(examples, l2) for weight in part])

    def likelihood(weights: Array) -> float:
        total = sum(float(true @ weights) - log(float(np.exp(sums @ weights).sum())) for true, sums in texts)
        return total - l2 / 2 * float(weights @ weights)

    best = likelihood(weights)
    for change in (*np.eye(len(weights)) * 0.05, *np.eye(len(weights)) * -0.05):
        assert likelihood(weights + change) <= best


def test_texts_of_different_sizes_are_learnt_from_together() -> None:
    random = np.random.default_rng(7)
    examples = []
    for length, positions in ((3, 3), (12, 2), (2, 30), (3, 4), (40, 40)):
        features = random.normal(size=(length, positions, 2))
        examples.append(Example(features, random.integers(NULL, positions, size=length).tolist()))
    together = np.concatenate(fit_chain(examples, 1.0))
    assert np.allclose(together, np.concatenate(fit_chain(examples[::-1], 1.0)), atol=2e-4)
    for number in range(len(examples)):  # every text counts
        others = fit_chain([*examples[:number], *examples[number + 1 :]], 1.0)
        assert not np.allclose(together, np.concatenate(others), atol=0.01)


@given(st.integers(0, 10_000), st.integers(1, 4), st.integers(1, 4))
def test_without_step_weights_the_chain_is_a_log_linear_ranker(seed: int, length: int, positions: int) -> None:
    random = np.random.default_rng(seed)
    features, pair = random.normal(size=(length, positions, 2)), random.normal(size=2)
    chosen, null = posteriors(pair.tolist(), [0.0] * STEP_WEIGHTS, features)
    weights = np.exp(features @ pair)  # each sentence by itself; null has the score 0
    total = 1 + weights.sum(axis=1)
    assert np.allclose(chosen, weights / total[:, None])
    assert np.allclose(null, 1 / total)


def test_long_texts_do_not_overflow() -> None:
    features = np.random.default_rng(1).uniform(0, 40, size=(600, 50, 1))
    chosen, null = posteriors([1.0], [0.0] * STEP_WEIGHTS, features)
    assert np.allclose(chosen.sum(axis=1) + null, 1.0)


# ---------------------------------------------------------------------------------------------------------------------
# Features and true positions


def test_features_of_a_pair() -> None:
    texts = Texts(Document([["the cat sat", "dogs bark"]]), Document([["the cat"]]))
    of_target, of_source = texts.features(0, 1.0), texts.features(1, 1.0)
    assert of_target.shape == (1, 2, len(FEATURES))
    assert of_source.shape == (2, 1, len(FEATURES))
    cosine, jaccard, found, covered, length, place, bias = of_target[0, 0]
    assert cosine == texts.vectors.pair(0, 0)
    assert (jaccard, found, covered, bias) == (pytest.approx(2 / 3), 1.0, pytest.approx(2 / 3), 1.0)
    # Two words where three are expected: ln(e^-3 3^2 / 2!) less ln(e^-3 3^3 / 3!), which are equal.
    assert length == pytest.approx(0.0)
    assert place == pytest.approx(0.25)
    assert tuple(of_source[0, 0][[2, 3]]) == (pytest.approx(2 / 3), 1.0)
    # Without a common word only length, place and bias are not 0.
    assert tuple(of_target[0, 1][:4]) == (0.0, 0.0, 0.0, 0.0)


def test_a_sentence_without_words_has_features() -> None:
    texts = Texts(Document([["the cat", "..."]]), Document([["the cat", "!"]]))
    assert np.isfinite(texts.features(0, 0.5)).all()
    # No word where two are expected: ln(e^-2) less ln(e^-2 2^2 / 2!), over 10.
    assert texts.features(0, 1.0)[1, 0, 4] == pytest.approx(-log(2) / 10)


def test_a_sentence_is_trained_on_its_most_similar_counterpart() -> None:
    pair = gold([["red fish swim", "red fish swim fast"]], [["fish swim fast", "no"]], [((0, 1), (0,))])
    vectors = Texts(pair.source, pair.target).vectors
    assert vectors.pair(1, 0) > vectors.pair(0, 0)
    assert _true_positions(pair, vectors) == ([1, NULL], [0, 0])


def test_length_ratios() -> None:
    pair = gold([["a b c d e f g"]], [["a b c"]], [((0,), (0,))])
    assert _length_ratios([pair]) == (0.5, 2.0)
    assert _length_ratios([gold([["a"]], [["b"]], [])]) == (1.0, 1.0)


# ---------------------------------------------------------------------------------------------------------------------
# Both directions

CHOSEN = ({(0, 0): 0.9, (0, 1): 0.8, (3, 2): 0.7, (4, 3): 0.9}, {(0, 0): 0.6, (1, 0): 0.5, (3, 3): 0.7, (4, 3): 0.9})


def test_the_intersection_grows() -> None:
    found = {step.cell: (step.vicinity, step.similarity) for step in intersect(*CHOSEN, grow=True)}
    assert found == {
        (0, 0): ("both directions", 0.6),
        (0, 1): ("from the target", 0.8),  # target 1 also chose source 0
        (1, 0): ("from the source", 0.5),  # source 1 also chose target 0
        (3, 3): ("from the source", 0.7),  # beside (4, 3); (3, 2) has no sentence in the intersection
        (4, 3): ("both directions", 0.9),
    }


def test_the_strict_intersection() -> None:
    assert [step.cell for step in intersect(*CHOSEN, grow=False)] == [(0, 0), (4, 3)]


def test_one_to_many_by_hand() -> None:
    source = Document(
        [["Ferries cross the wide river and bring bread to town.", "Rain fell.", "Nobody slept that night."]]
    )
    target = Document([["Ferries cross the wide river.", "Ferries bring bread to town.", "Nobody slept that night."]])
    found = Smith(model=MODEL, grow=True)(source, target)
    assert [(link.source, link.target) for link in found.sentences] == [((0,), (0, 1)), ((2,), (2,))]
    assert [step.vicinity for step in found.steps if step.cell == (2, 2)] == ["both directions"]
    strict = Smith(model=MODEL)(source, target)
    assert {link.kind for link in strict.sentences} == {"1-1"}
    assert strict == Smith(model=MODEL, grow=False)(source, target)
    assert found.signature == signature_of(Smith(model=MODEL, grow=True))


def test_null_loss_trades_precision_for_recall(sample: list[Gold]) -> None:
    pair = sample[0]
    counts = [
        len(Smith(null_loss=loss, model=MODEL)(pair.source, pair.target).cells) for loss in (0.01, 0.3, 1.0, 3.0, 100.0)
    ]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


# ---------------------------------------------------------------------------------------------------------------------
# Fitting and model files


@pytest.fixture(scope="module")
def fitted(sample: list[Gold]) -> Smith:
    fitted: Smith = Smith.fit(sample[:14])
    return fitted


def test_a_fitted_model_aligns_documents_it_has_not_seen(sample: list[Gold], fitted: Smith) -> None:
    grown = replace(fitted, grow=True)
    strict, more = (
        sum((score(pair, method(pair.source, pair.target)) for pair in sample[14:]), Scores())
        for method in (fitted, grown)
    )
    assert more.links.f1 > 0.55  # the unsupervised vicinity method has .42 on the whole sample
    assert strict.links.f1 > 0.42
    assert strict.pairs.precision >= more.pairs.precision


def test_fitting_is_deterministic_and_records_its_documents(sample: list[Gold], fitted: Smith, tmp_path: Path) -> None:
    again = Smith.fit(iter(sample[:14]), null_loss=0.7)
    assert again.null_loss == 0.7
    assert again.model == fitted.model
    assert fitted.model is not None
    assert fitted.model.trained_on == tuple(training.digest(pair) for pair in sample[:14])
    assert "sha256" in repr(fitted)
    assert len(repr(fitted)) < 150
    for number, method in enumerate((fitted, again)):
        method.save(tmp_path / f"{number}.json")
    assert (tmp_path / "0.json").read_bytes() == (tmp_path / "1.json").read_bytes()
    assert Smith.load(tmp_path / "0.json") == fitted
    assert repr(Smith.load(tmp_path / "0.json")) == repr(fitted)


def test_documents_without_sentence_links_are_ignored(sample: list[Gold]) -> None:
    bare = Gold("bare", sample[0].source, sample[0].target, frozenset(), frozenset(), frozenset(), has_sentences=False)
    fitted = Smith.fit([bare, sample[1]])
    assert fitted.model is not None
    assert fitted.model.trained_on == (training.digest(sample[1]),)
    wordless = gold([["..."]], [["!"]], [((0,), (0,))])
    assert Smith.fit([wordless, sample[1]]) == fitted
    with pytest.raises(InputError, match="sentence links"):
        Smith.fit([bare])


def test_without_a_model() -> None:
    text = Document([["A cat."]])
    expected = (
        "method 'smith' needs a model: make one with 'vicinal fit GOLD --method smith -o smith.json'"
        " and pass it with --model smith.json"
    )
    with pytest.raises(SettingError) as error:
        Smith()(text, text)
    assert str(error.value) == expected
    with pytest.raises(SettingError, match="needs a model"):
        Smith().save("nowhere.json")


def _content(**changes: object) -> str:
    direction = {"pair": list(HAND.pair), "step": list(HAND.step), "ratio": 1.0}
    content = {"format": "vicinal-smith/1", "of_target": direction, "of_source": direction, "trained_on": ["00"]}
    return json.dumps({**content, **changes})


def test_the_content_of_a_model_file(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(_content())
    assert Smith.load(path).model == SmithModel(HAND, HAND, ("00",))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        "9" * 5000,
        _content(format="vicinal-barzilay_elhadad/1"),
        _content(trained_on="00"),
        _content(trained_on=[1]),
        _content(of_target=None),
        _content(of_target={"pair": [1.0], "step": list(HAND.step), "ratio": 1.0}),
        _content(of_target={"pair": [float("nan")] * 7, "step": list(HAND.step), "ratio": 1.0}),
        _content(of_target={"pair": [1e6] * 7, "step": list(HAND.step), "ratio": 1.0}),
        _content(of_target={"pair": [True] * 7, "step": list(HAND.step), "ratio": 1.0}),
        _content(of_source={"pair": list(HAND.pair), "step": list(HAND.step), "ratio": 0}),
        _content(of_source={"pair": list(HAND.pair), "step": list(HAND.step), "ratio": 10**400}),
    ],
)
def test_files_that_are_not_models(text: str, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(text)
    with pytest.raises(FormatError, match=r"model\.json: is not a model of method 'smith'"):
        Smith.load(path)


@pytest.mark.parametrize(
    "settings", [{"null_loss": 0}, {"null_loss": "1"}, {"null_loss": True}, {"grow": 1}, {"model": 3}]
)
def test_settings_out_of_range(settings: dict[str, object]) -> None:
    with pytest.raises(SettingError):
        Smith(**settings)  # type: ignore[arg-type]


def test_real_documents(development_gold: Path) -> None:
    documents = list(read_gold_lines(development_gold / "porsimples_pt_dev.jsonl"))
    fitted = Smith.fit(documents[:15], grow=True)
    scores = sum((score(pair, fitted(pair.source, pair.target)) for pair in documents[15:]), Scores())
    assert scores.links.f1 > 0.94
