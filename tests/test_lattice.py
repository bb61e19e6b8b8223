"""The lattice of the global method against a slow twin, and its compiled parts against the Python, bit for bit."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from itertools import pairwise, product
from math import exp, log, sqrt
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.slow_chain import Cell, SlowChain
from tests.test_kernel import UGLY
from vicinal import Document, InputError
from vicinal.gold import Gold
from vicinal.methods.global_.chain import Chain, Counts, prior_chain
from vicinal.methods.global_.copies import Copies, copies_in
from vicinal.methods.global_.evidence import Channel, Curve, Moments, meaning_prior, spelling_prior
from vicinal.methods.global_.fourgrams import Grams
from vicinal.methods.global_.hubs import sample
from vicinal.methods.global_.lattice import Lattice
from vicinal.methods.global_.method import COMPILED, PYTHON, Global, Parts
from vicinal.methods.global_.priors import PRIORS, Priors
from vicinal.similarity.tfidf import TfIdf
from vicinal.text.tokens import tokens

needs_compiled = pytest.mark.skipif(
    COMPILED is None, reason="the compiled parts were not built, or VICINAL_PURE_PYTHON is set"
)
both_parts = pytest.mark.parametrize("parts", [PYTHON, pytest.param(COMPILED, marks=needs_compiled)])

WORD = st.lists(st.sampled_from(UGLY), max_size=6).map("".join)
SENTENCE = st.lists(WORD | st.text(max_size=5) | st.sampled_from(["the", "ferry", "boat", "rain"]), max_size=7).map(
    " ".join
)
TEXT = st.lists(SENTENCE, min_size=1, max_size=6)
PLAIN = st.lists(st.sampled_from(["ferry", "harbour", "boat", "night", "rain", "the", "a"]), max_size=6).map(" ".join)
DOCUMENT = st.lists(st.lists(SENTENCE | PLAIN, max_size=5), max_size=5).map(Document)
LONG = st.lists(st.lists(PLAIN, max_size=8), min_size=1, max_size=8).map(Document)
WHOLE = st.sampled_from([4, 30, 100_000])  # how long a document must be for groups to come first


def compiled() -> Parts:
    assert COMPILED is not None
    return COMPILED


# ------------------------------------------------------------------------------------- compiled against Python


def check(source: Document, target: Document, priors: Priors, method: Global = Global()) -> None:  # noqa: B008
    try:
        expected = method.align_with(PYTHON, source, target, priors)
    except InputError as error:
        with pytest.raises(InputError, match=str(error)):
            method.align_with(compiled(), source, target, priors)
        return
    assert method.align_with(compiled(), source, target, priors) == expected
    assert method.align_with(compiled()._replace(whole=None), source, target, priors) == expected


@needs_compiled
@given(DOCUMENT, DOCUMENT, WHOLE)
@example(Document([["\u0301 x"]]), Document([["x \u0301日"]]), 4)
@example(Document([["a"]]), Document([["a"]]), 4)
def test_any_text(source: Document, target: Document, whole: int) -> None:
    check(source, target, replace(PRIORS, whole=whole))


@needs_compiled
@settings(max_examples=settings().max_examples // 2)
@given(LONG, LONG, WHOLE)
@example(Document([["the same"] * 9] * 3), Document([["the same"] * 5] * 4), 30)
def test_documents_with_many_ties(source: Document, target: Document, whole: int) -> None:
    check(source, target, replace(PRIORS, whole=whole))


@needs_compiled
@settings(max_examples=settings().max_examples // 2)
@given(LONG, LONG, WHOLE)
def test_two_kinds_of_similarity(source: Document, target: Document, whole: int) -> None:
    check(source, target, replace(PRIORS, whole=whole), Global(meaning=TfIdf(), caution=0.4))


@needs_compiled
def test_the_sample_corpus(sample: list[Gold]) -> None:
    for gold, whole in product(sample[::4], (200, 100_000)):
        check(gold.source, gold.target, replace(PRIORS, whole=whole))


@needs_compiled
@settings(max_examples=settings().max_examples // 2)
@given(LONG, LONG, st.integers(1, 9), st.integers(1, 5))
def test_hubs_by_a_sample(source: Document, target: Document, sentences: int, groups: int) -> None:
    check(source, target, replace(PRIORS, whole=10, hub_sentences=sentences, hub_groups=groups))


@needs_compiled
@pytest.mark.parametrize("name", [field.name for field in fields(PRIORS)])
def test_the_compiled_parts_read_every_prior(sample: list[Gold], name: str) -> None:
    priors = replace(PRIORS, whole=400)
    value = getattr(priors, name)
    changed = {name: max(value // 2, 1) if isinstance(value, int) else value * 0.6}
    check(sample[0].source, sample[0].target, replace(priors, **changed), Global(meaning=TfIdf()))
    check(sample[0].source, sample[0].target, replace(PRIORS, **({"sketched": 300} | changed)))


@needs_compiled
@given(LONG, LONG, st.integers(0, 3), st.integers(0, 3), st.sampled_from([0.0, 0.01, 0.5, 2.0]))
@example(Document([["one"]]), Document([["another"]]), 1, 1, 0.01)
def test_a_sketch_first(source: Document, target: Document, sources: int, targets: int, least: float) -> None:
    check(
        source,
        target,
        replace(PRIORS, sketched=0, near_sources=sources, near_targets=targets, sketch_least=least),
    )


def sketched(source: list[str], target: list[str]) -> tuple[Lattice, Lattice, Moments]:
    """Return all pairs of two texts, a sketch of them, and the sums of their similarities."""
    parts = COMPILED or PYTHON
    lengths = list(map(len, source)), list(map(len, target))
    nothing: list[list[int]] = [[] for _ in target]
    lattice = parts.lattice(PRIORS, lengths[0], lengths[1], (), ())
    sketch = parts.lattice(PRIORS, lengths[0], lengths[1], (), (), nothing)
    moments = lattice.compare(parts.grams(source, target))
    sketch.take_best(lattice)
    return lattice, sketch, moments


def test_a_sketch_has_the_most_similar_pair_of_each_sentence() -> None:
    source, target = (
        ["red apples fall", "green pears grow", "9"],
        ["green pears grow tall", "red apples fall", "apples"],
    )
    _, sketch, _ = sketched(source, target)
    assert sketch.cells() == [(1, 0), (0, 1), (0, 2)]  # nothing resembles "9"


def test_what_is_near_the_sketch_is_kept() -> None:
    words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliet"]
    lattice, sketch, moments = sketched(words, [*words[5:], *words[:5]])
    sketch.weigh([Channel(spelling_prior(PRIORS), 1.0, moments, PRIORS).curve()])
    (COMPILED or PYTHON).expected_counts(sketch, prior_chain(1.0, PRIORS))
    lattice.keep_near(sketch, 0.1, 1, 2)
    probable = [(x, (x + 5) % 10) for x in range(10)]
    near = {(x, y) for y in range(10) for x in range(10) for a, b in probable if abs(x - a) <= 1 and abs(y - b) <= 2}
    assert set(lattice.cells()) == near


@needs_compiled
@given(TEXT, TEXT)
@example(["𐐀 𐐁𐐀𐐁 ", "日本語 2024年"], ["𐐨", "𐐩𐐨 日本"])
def test_grams(source: list[str], target: list[str]) -> None:
    expected, made = Grams(source, target), compiled().grams(source, target)
    assert made.has_words == expected.has_words
    for size in (1, 2, 3):
        one, other = (expected, made) if size == 1 else (expected.grouped(size), made.grouped(size))
        for x in range(-(-len(source) // size)):
            assert other.similarities(x) == one.similarities(x)
            assert [other.pair(x, y) for y in range(-(-len(target) // size))] == one.similarities(x)


@needs_compiled
def test_more_characters_than_the_compiled_parts_have_numbers_for() -> None:
    rare = "".join(map(chr, range(0x20000, 0x20000 + 9000)))
    text = Document([[rare, "and a sentence."]])
    with pytest.raises(OverflowError):
        compiled().grams(text.sentences, text.sentences)
    assert [(link.source, link.target) for link in Global()(text, text).sentences] == [((0,), (0,)), ((1,), (1,))]


def mirrored_of(parts: Parts, lattice: Lattice, shape: Sequence[Any], chain: Chain, least: float = 0.0) -> Lattice:
    """Return the lattice of the other direction after a pass, and average the posteriors of both."""
    mirrored = parts.lattice(lattice.priors, shape[1], shape[0], shape[3], shape[2], lattice.likely(least))
    lattice.reflect(mirrored)
    parts.expected_counts(mirrored, chain)
    lattice.average(mirrored)
    return mirrored


SHAPES: list[tuple[object, ...]] = [
    ([40, 30, 20, 10], [25, 25, 35], [2], [1], None, 1),
    ([10], [10], [], [], None, 1),
    ([0, 3, 80, 12, 12], [7, 0, 44, 12], [], [], [[0, 2], [1, 2]], 2),
    ([5] * 7, [5] * 7, [3], [4], [[1], [], [0, 2]], 3),
    ([9] * 4, [9] * 4, [], [], [[], []], 2),
]


@needs_compiled
@pytest.mark.parametrize("shape", SHAPES)
def test_every_number_of_a_lattice(shape: tuple[object, ...]) -> None:
    rows, columns = len(shape[0]), len(shape[1])  # type: ignore[arg-type]
    sentences = [f"ferry {k % 3} crosses the harbour {k} times" for k in range(rows + columns)]
    found = []
    for parts in (PYTHON, compiled()):
        lattice = parts.lattice(PRIORS, *shape)  # type: ignore[arg-type]
        moments = [lattice.compare(parts.grams(sentences[:rows], sentences[rows:]))]
        moments.append(lattice.add([(k % 7) / 7 - 0.1 for k in range(len(lattice.cells()))]))
        channels = [Channel(spelling_prior(PRIORS), 0.9, moments[0]), Channel(meaning_prior(PRIORS), 0.1, moments[1])]
        lattice.weigh([channel.curve() for channel in channels])
        chain = prior_chain(1.3)
        counts = parts.expected_counts(lattice, chain)
        found.append(
            (
                lattice.cells(),
                moments,
                counts,
                [lattice.moments(0), lattice.moments(1)],
                lattice.probable(0.0),
                sorted(parts.candidates(lattice, mirrored_of(parts, lattice, shape, chain), 0.2)),
                lattice.likely(0.3),
                parts.lattice(PRIORS, *shape).compare(  # type: ignore[arg-type]
                    parts.grams(sentences[:rows], sentences[rows:]),
                    Copies([1, *[0] * (rows - 1)], [0] * rows, [1, *[0] * (columns - 1)], [0] * columns),
                ),
                [lattice.probability(x, y) for x in range(rows) for y in range(columns)],
            )
        )
    assert found[0] == found[1]


# ------------------------------------------------------------------------------- against all alignments, one by one

LENGTHS = st.lists(st.integers(1, 90), min_size=1, max_size=3)
CHANCE = st.floats(0.05, 0.9)
CURVE = Curve(0.3, 0.5, 0.1, 0.2, 0.9, 0.05, 0.95, log(0.05), log(0.95), 0.8)
TWICE = Curve(0.0, 0.0, 1e9, 0.0, 0.5, 0.01, 1.0, log(0.01), 0.0, 1.0)  # twice the similarity, nearly


class Case(NamedTuple):
    """Two tiny documents: lengths, where paragraphs begin, the cells of each target sentence, their similarities."""

    chain: Chain
    source: list[int]
    target: list[int]
    source_starts: list[int]
    target_starts: list[int]
    blocks: list[list[int]] | None
    similarities: list[float]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    chain = Chain(*[draw(CHANCE) for _ in range(11)])._replace(following=0.5, skip=0.3, jump=0.2)
    source, target = draw(LENGTHS), draw(LENGTHS)
    starts = [
        sorted(draw(st.sets(st.integers(1, len(side) - 1)))) if len(side) > 1 else [] for side in (source, target)
    ]
    rows = st.sets(st.integers(0, len(source) - 1)).map(sorted)
    blocks = draw(st.none() | st.lists(rows, min_size=len(target), max_size=len(target)))
    similarities = draw(st.lists(st.floats(-0.2, 1.0), min_size=9, max_size=9))
    return Case(chain, source, target, starts[0], starts[1], blocks, similarities)


def slow_and_fast(parts: Parts, priors: Priors, case: Case) -> tuple[SlowChain, Lattice, Counts]:
    chain, source, target, source_starts, target_starts, blocks, _ = case
    lattice = parts.lattice(priors, source, target, source_starts, target_starts, blocks)
    cells = lattice.cells()
    similarities = case.similarities[: len(cells)]
    lattice.add(similarities)
    lattice.weigh([CURVE])
    ratios = likelihood_ratios(priors, cells, similarities, source, target)
    slow = SlowChain(priors, chain, (source, target), (source_starts, target_starts), ratios)
    return slow, lattice, parts.expected_counts(lattice, chain)


def likelihood_ratios(
    priors: Priors, cells: Sequence[Cell], values: Sequence[float], source: Sequence[int], target: Sequence[int]
) -> dict[Cell, float]:
    mean = max(sum(source) / len(source), sum(target) / len(target))
    ratios = {}
    for (x, y), value in zip(cells, values, strict=True):
        v = min(max(value, 0.05), 0.95)  # the bounds and numbers of CURVE
        evidence = 0.8 * (0.3 - (v - 0.5) ** 2 / 0.1 - 0.2 * log(v) + v / 0.9)
        floor = priors.floor * min(1.0, min(source[x], target[y]) / mean)
        ratios[x, y] = exp(min(max(evidence, floor), priors.ceiling))
    return ratios


EXACT = replace(PRIORS, hub_power=0.0, forgotten=0.0, floor=-1.0, ceiling=1.0, turn=0.04)
CASE = Case(prior_chain(1.5), [30, 4, 55, 20], [25, 8, 40], [2], [1], None, [0.9, 0.1, 0.4, 0.0] * 3)


@both_parts
@settings(max_examples=50)
@given(cases())
@example(CASE)
def test_posteriors_and_counts_are_sums_over_all_alignments(parts: Parts, case: Case) -> None:
    slow, lattice, counts = slow_and_fast(parts, EXACT, case)
    for x, y in lattice.cells():
        assert lattice.probability(x, y) == pytest.approx(slow.pairs[x, y] / slow.total, abs=1e-8)
    for name, count in asdict(counts).items():
        expected = slow.events["skip"] if name == "skip_end" else slow.events[name]
        if name == "null_end":
            expected = slow.events["resume"] + slow.events["no_resume"]
        assert count == pytest.approx(expected / slow.total, abs=1e-8), name


@both_parts
@settings(max_examples=50)
@given(cases())
@example(CASE)
def test_candidates_have_the_gain_of_their_link(parts: Parts, case: Case) -> None:
    priors = replace(EXACT, negligible=1e-6, pair_weight=0.25, pair_least=0.4)
    slow, lattice, _ = slow_and_fast(parts, priors, case)
    back = SlowChain(
        priors,
        case.chain,
        (case.target, case.source),
        (case.target_starts, case.source_starts),
        {(y, x): ratio for (x, y), ratio in slow.ratios.items()},
    )
    shape = (case.source, case.target, case.source_starts, case.target_starts)
    mirrored = mirrored_of(parts, lattice, shape, case.chain)
    for x, y in lattice.cells():
        mean = (slow.pairs[x, y] / slow.total + back.pairs[y, x] / back.total) / 2
        assert lattice.probability(x, y) == pytest.approx(mean, abs=1e-8)
    gains, posteriors = {}, {}
    for x0, x1, y0, y1 in {*slow.links, *((x0, x1, y0, y1) for y0, y1, x0, x1 in back.links)}:
        posterior = (slow.links[x0, x1, y0, y1] / slow.total + back.links[y0, y1, x0, x1] / back.total) / 2
        gain = posterior - 0.1
        for x, y in product(range(x0, x1), range(y0, y1)):
            gain += 0.25 * ((slow.pairs[x, y] / slow.total + back.pairs[y, x] / back.total) / 2 - 0.4)
        if gain > 1e-7 and 1 in (x1 - x0, y1 - y0):
            gains[x0, x1, y0, y1], posteriors[x0, x1, y0, y1] = gain, posterior
    found = {tuple(ranges): (-cost, posterior) for cost, *ranges, posterior in parts.candidates(lattice, mirrored, 0.1)}
    assert {ranges for ranges, (gain, _) in found.items() if gain > 1e-7} == gains.keys()
    for ranges, gain in gains.items():
        assert found[ranges] == pytest.approx((gain, posteriors[ranges]), abs=1e-7)


@both_parts
@settings(max_examples=50)
@given(cases(), st.floats(0.01, 0.4))
@example(CASE, 0.2)
def test_the_other_direction_may_have_fewer_cells(parts: Parts, case: Case, least: float) -> None:
    """What is left out there counts as impossible there."""
    priors = replace(EXACT, negligible=1e-6)
    slow, lattice, _ = slow_and_fast(parts, priors, case)
    kept = [cell for cell in lattice.cells() if lattice.probability(*cell) >= least]
    back = SlowChain(
        priors,
        case.chain,
        (case.target, case.source),
        (case.target_starts, case.source_starts),
        {(y, x): slow.ratios[x, y] for x, y in kept},
    )
    shape = (case.source, case.target, case.source_starts, case.target_starts)
    mirrored = mirrored_of(parts, lattice, shape, case.chain, least)
    assert sorted(mirrored.cells()) == sorted((y, x) for x, y in kept)
    for x, y in lattice.cells():
        mean = (slow.pairs[x, y] / slow.total + back.pairs[y, x] / back.total) / 2
        assert lattice.probability(x, y) == pytest.approx(mean, abs=1e-8)
    for _, x0, x1, y0, y1, posterior in parts.candidates(lattice, mirrored, 0.0):
        mean = (slow.links[x0, x1, y0, y1] / slow.total + back.links[y0, y1, x0, x1] / back.total) / 2
        assert posterior == pytest.approx(mean, abs=1e-8)


@both_parts
@settings(max_examples=50)
@given(cases(), st.floats(0.01, 0.4))
@example(CASE, 0.2)
def test_pruned_cells_are_impossible_in_the_next_round(parts: Parts, case: Case, least: float) -> None:
    """With two channels, of which one shows nothing: each keeps the similarities of its cells."""
    slow, lattice, _ = slow_and_fast(parts, EXACT, case)
    lattice.add([0.5] * len(lattice.cells()))
    kept = [cell for cell in lattice.cells() if lattice.probability(*cell) >= least]
    lattice.prune(least)
    assert lattice.cells() == kept
    lattice.weigh([CURVE, TWICE._replace(weight=0.0)])
    parts.expected_counts(lattice, case.chain)
    sides = (case.source, case.target), (case.source_starts, case.target_starts)
    left = SlowChain(EXACT, case.chain, *sides, {cell: slow.ratios[cell] for cell in kept})
    for cell in kept:
        assert lattice.probability(*cell) == pytest.approx(left.pairs[cell] / left.total, abs=1e-8)


@both_parts
@pytest.mark.parametrize(("rows", "columns", "name"), [(1, 9, "most_targets"), (9, 1, "most_sources")])
def test_the_largest_links(parts: Parts, rows: int, columns: int, name: str) -> None:
    """Of one sentence that matches everything on the other side."""
    for most in (3, 4):
        priors = replace(PRIORS, pair_least=0.0, negligible=0.0, **{name: most})
        lattice = parts.lattice(priors, [30] * rows, [30] * columns, [], [])
        lattice.add([1.0] * 9)
        lattice.weigh([TWICE])
        chain = prior_chain(1.0)._replace(split_on=0.85, merge_on=0.85)
        parts.expected_counts(lattice, chain)
        mirrored = mirrored_of(parts, lattice, ([30] * rows, [30] * columns, [], []), chain)
        found = parts.candidates(lattice, mirrored, 0.0)
        assert max(max(x1 - x0, y1 - y0) for _, x0, x1, y0, y1, _ in found) == most


# ------------------------------------------------------------------------------------------------ similarities


@both_parts
def test_hubs_are_corrected(parts: Parts) -> None:
    """By the mean square of a sentence's similarities, relative to all pairs, with a pseudo-count."""
    source, target = ["ferry", "ferry boat", "night"], ["ferry", "boat rain"]
    priors = replace(PRIORS, hub_power=0.4, hub_pairs=3.0)
    lattice = parts.lattice(priors, [9, 9, 9], [9, 9], [], [])
    grams = parts.grams(source, target)
    similarities = [grams.similarities(x) for x in range(3)]
    squares = [[value * value for value in row] for row in similarities]
    mean = sum(map(sum, squares)) / 6
    rows = [((sum(row) + 3 * mean) / (2 + 3) / mean) ** 0.4 for row in squares]
    columns = [((sum(column) + 3 * mean) / (3 + 3) / mean) ** 0.4 for column in zip(*squares, strict=True)]
    values = [min(similarities[x][y] / (rows[x] * columns[y]), 1.0) ** 0.75 for y in range(2) for x in range(3)]
    moments = lattice.compare(grams)
    assert moments == pytest.approx((6, sum(values), sum(value * value for value in values)))
    # the second kind counts the cells there are, and is not raised to a power
    sparse = parts.lattice(priors, [9, 9, 9], [9, 9], [], [], [[0, 2], [0]])
    assert sparse.cells() == [(0, 0), (2, 0), (0, 1)]
    given_values, mean = [0.6, -0.3, 0.9], (0.36 + 0.81) / 3
    rows = [((total + 3 * mean) / (count + 3) / mean) ** 0.4 for total, count in ((1.17, 2), (0, 0), (0, 1))]
    columns = [((total + 3 * mean) / (count + 3) / mean) ** 0.4 for total, count in ((0.36, 2), (0.81, 1))]
    values = [0.6 / (rows[0] * columns[0]), 0.0, min(0.9 / (rows[0] * columns[1]), 1.0)]
    moments = sparse.add(given_values)
    assert moments == pytest.approx((3, sum(values), sum(value * value for value in values)))


@both_parts
@pytest.mark.parametrize("most", [1, 2, 3, 4, 9])
def test_hubs_of_long_documents_are_found_by_cells_and_a_sample_of_the_other_pairs(parts: Parts, most: int) -> None:
    words = ["ferry", "boat", "rain", "night", "gulls", "ferry boat", "rain at night", "boats", "nightly rain"]
    source, target = words[:7], [*words[2:], "a ferry"]
    rows, columns = len(source), len(target)
    grams = parts.grams(source, target)
    blocks = [[0, 2], [1], [], [3, 4, 6], [0, 1, 2, 3, 4, 5, 6], [5], [5, 6], [2]]
    squares = {(x, y): grams.pair(x, y) ** 2 for x, y in product(range(rows), range(columns))}
    cells = {(x, y) for y, column in enumerate(blocks) for x in column}

    def sums(all_pairs: list[list[Cell]], chosen: list[list[Cell]]) -> list[float]:
        """Of each sentence, given all its pairs, and those with sentences of the sample."""
        others = [[pair for pair in pairs if pair not in cells] for pairs in chosen]
        means = [sum(squares[pair] for pair in pairs) / len(pairs) if pairs else None for pairs in others]
        mean = sum(squares[pair] for pairs in others for pair in pairs) / sum(map(len, others))
        found = []
        for pairs, own in zip(all_pairs, means, strict=True):
            exact = sum(squares[pair] for pair in pairs if pair in cells)
            left = sum(pair not in cells for pair in pairs)
            found.append(exact + left * (mean if own is None else own))
        return found

    xs, ys = sample(rows, most), sample(columns, most)
    assert len(xs) == min(most, rows)
    by_row = sums([[(x, y) for y in range(columns)] for x in range(rows)], [[(x, y) for y in ys] for x in range(rows)])
    by_column = sums(
        [[(x, y) for x in range(rows)] for y in range(columns)], [[(x, y) for x in xs] for y in range(columns)]
    )
    priors = replace(PRIORS, hub_power=0.4, hub_pairs=3.0, rival_least=1.0)
    mean = sum(by_row) / (rows * columns)
    row_factors = [((total + 3 * mean) / (columns + 3) / mean) ** 0.4 for total in by_row]
    column_factors = [((total + 3 * mean) / (rows + 3) / mean) ** 0.4 for total in by_column]
    values = [min(sqrt(squares[x, y]) / (row_factors[x] * column_factors[y]), 1.0) ** 0.75 for x, y in cells]
    lattice = parts.lattice(priors, [9] * rows, [9] * columns, [], [], blocks)
    moments = lattice.compare(grams, None, most)
    assert moments == pytest.approx((len(cells), sum(values), sum(value * value for value in values)))
    lattice = parts.lattice(replace(priors, hub_sentences=most), [9] * rows, [9] * columns, [], [], blocks)
    assert lattice.compare(grams) == moments


def test_a_sample_is_spread_over_all_sentences() -> None:
    for count, most in ((50, 60), (50, 50), (50, 49), (1000, 100), (1001, 333)):
        chosen = sample(count, most)
        assert chosen == sorted(set(chosen))
        assert chosen[0] == 0
        assert chosen[-1] < count
        assert 0.7 * min(count, most) < len(chosen) <= most
        assert max(after - before for before, after in pairwise(chosen)) <= 3 * count / most + 1


@both_parts
def test_copies_resemble_each_other_only(parts: Parts) -> None:
    source, target = ["ferry boat", "ferry rain", "ferry boat"], ["ferry boat", "ferry", "ferry boat"]
    grams = parts.grams(source, target)
    copies = copies_in(source, target)
    assert copies == ([1, 0, 1], [0, 0, 1], [1, 0, 1], [0, 0, 1])
    priors = replace(PRIORS, hub_power=0.0, rival_least=1.0)
    kept = [grams.pair(x, y) ** 0.75 for x, y in ((0, 0), (2, 2), (1, 1))]
    moments = parts.lattice(priors, [9] * 3, [9] * 3, [], []).compare(grams, copies)
    assert moments == pytest.approx((9, sum(kept), sum(value * value for value in kept)))


@both_parts
def test_pairs_with_better_partners_on_both_sides_are_lowered(parts: Parts) -> None:
    """By what they have less than the better ones, if those are similar enough."""
    source, target = (
        ["ferry boat rain", "ferry boat night", "gulls"],
        ["ferry boat rain", "ferry boat night", "rain boat"],
    )
    grams = parts.grams(source, target)
    for least in (0.3, 0.9, 1.0):
        priors = replace(PRIORS, hub_power=0.0, rival_least=least)
        values = [[grams.pair(x, y) ** 0.75 for y in range(3)] for x in range(3)]
        expected = []
        for x, y in product(range(3), range(3)):
            best = min(max(values[x]), max(row[y] for row in values))
            value = values[x][y]
            expected.append(value * value / best if value < best and best > least else value)
        moments = parts.lattice(priors, [9] * 3, [9] * 3, [], []).compare(grams)
        assert moments == pytest.approx((9, sum(expected), sum(value * value for value in expected)))
    assert sum(map(sum, values)) == pytest.approx(sum(expected))  # at 1.0, nothing is lowered


@both_parts
def test_the_sums_of_cells_in_blocks(parts: Parts) -> None:
    """Similarities of all pairs find the hubs, but only cells count as random pairs."""
    source, target = ["ferry", "ferry boat", "night"], ["ferry", "boat rain"]
    grams = parts.grams(source, target)
    priors = replace(PRIORS, hub_power=0.0)
    lattice = parts.lattice(priors, [9, 9, 9], [9, 9], [], [], [[0, 2], [1]])
    values = [grams.pair(x, y) ** 0.75 for x, y in lattice.cells()]
    assert lattice.compare(grams) == pytest.approx((3, sum(values), sum(value * value for value in values)))


@both_parts
def test_sums_weighted_by_posteriors(parts: Parts) -> None:
    lattice = parts.lattice(replace(PRIORS, hub_power=0.0), [9, 9], [9, 9], [], [])
    first, second = [0.1, 0.9, 0.6, 0.2], [0.5, 0.4, 0.3, 0.2]
    lattice.add(first)
    lattice.add(second)
    lattice.weigh([CURVE, CURVE._replace(weight=0.3)])
    parts.expected_counts(lattice, prior_chain(1.0))
    posteriors = [lattice.probability(x, y) for x, y in lattice.cells()]
    for channel, values in enumerate((first, second)):
        expected = [sum(p * v**power for p, v in zip(posteriors, values, strict=True)) for power in range(3)]
        assert lattice.moments(channel) == pytest.approx(expected, abs=1e-8)


# ------------------------------------------------------------------------------------------- forgetting, memory


def band(parts: Parts, forgotten: float, size: int = 60) -> Lattice:
    """Return a band of cells along the diagonal, where the matches are."""
    blocks = [list(range(max(y - 2, 0), min(y + 3, size))) for y in range(size)]
    lattice = parts.lattice(replace(PRIORS, forgotten=forgotten), [30] * size, [30] * size, [], [], blocks)
    lattice.add([1.0 if x == y else 0.1 for x, y in lattice.cells()])
    lattice.weigh([TWICE])
    parts.expected_counts(lattice, prior_chain(1.0))
    return lattice


@both_parts
def test_forgetting_places_changes_posteriors_in_the_ninth_decimal_at_most(parts: Parts) -> None:
    exact, lattice = band(parts, 0.0), band(parts, PRIORS.forgotten)
    for x, y in exact.cells():
        assert lattice.probability(x, y) == pytest.approx(exact.probability(x, y), abs=2e-9)


def test_growth_is_capped_however_long_the_sentence() -> None:
    for lengths in (([5] * 6, [5, 500_000, 5]), ([5, 500_000, 5], [5] * 6)):
        lattice = PYTHON.lattice(PRIORS, *lengths, [], [])
        lattice.add([0.5] * len(lattice.cells()))
        lattice.weigh([CURVE])
        PYTHON.expected_counts(lattice, prior_chain(1.0))
        for growth in (lattice.to_split, lattice.to_split_on, lattice.to_merge, lattice.to_merge_on):
            assert max(growth) <= PRIORS.longest_run
        assert PRIORS.longest_run in [*lattice.to_split_on, *lattice.to_merge_on]


def test_most_places_are_forgotten() -> None:
    exact, lattice = band(PYTHON, 0.0), band(PYTHON, PRIORS.forgotten)
    assert lattice.place_start[-1] < 0.4 * exact.place_start[-1]


@both_parts
def test_documents_as_a_whole_forget_nothing(parts: Parts) -> None:
    found = []
    for forgotten in (0.0, 1e6):
        lattice = parts.lattice(replace(PRIORS, forgotten=forgotten), [30] * 9, [30] * 9, [], [])
        lattice.add([0.9 if x == y else 0.1 for x, y in lattice.cells()])
        lattice.weigh([CURVE])
        parts.expected_counts(lattice, prior_chain(1.0))
        found.append(lattice.probable(0.0))
    assert found[0] == found[1]


OUT_OF_MEMORY = """
import resource
from vicinal import Document
from vicinal.methods.global_.method import COMPILED, Global
from vicinal.methods.global_.priors import PRIORS

text = Document([["The harbour ferry leaves at seven.", "Bread costs two crowns.", "Gulls cry."]])
assert len(Global()(text, text).sentences) == 3
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 200 * 2**20,) * 2)
letters = "".join(map(chr, range(97, 123)))
sentence = " ".join(a + b + c + d for a in letters for b in letters for c in letters for d in letters)
for attempt in range(30):
    for make in (
        lambda: COMPILED.lattice(PRIORS, [9] * (500_000 + 40_000 * attempt), [9], [], []),
        lambda: COMPILED.lattice(PRIORS, [9] * 60_000, [9] * 60_000, [], []),
        lambda: COMPILED.grams([sentence] * (1 + attempt), [sentence]),
    ):
        try:
            make()
        except MemoryError:
            print("out of memory")
assert len(Global()(text, text).sentences) == 3
"""


@needs_compiled
@pytest.mark.skipif(sys.platform != "linux", reason="limits the address space, as Linux does")
def test_running_out_of_memory_is_an_exception_and_leaks_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", OUT_OF_MEMORY], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("out of memory") >= 60


# ---------------------------------------------------------------------------------------------------- 4-grams


def test_grams_by_hand() -> None:
    # " a " has no 4-gram, so it counts whole; "cat" is " cat" and "cat "
    grams = Grams(["a", "Cat!", "..."], ["a cat", "CAT"])
    assert grams.has_words == (True, True)
    assert grams.similarities(2) == [0.0, 0.0]
    assert grams.pair(1, 1) == 1.0
    assert grams.pair(0, 0) == 0.0
    # " a c", "a ca", " cat", "cat " against the last two: ln(5 / 3) + 1 each, the others ln(5) + 1
    shared, alone = log(5 / 3) + 1, log(5) + 1
    assert grams.pair(1, 0) == pytest.approx(sqrt(2) * shared / sqrt(2 * shared * shared + 2 * alone * alone))
    assert tokens("Cat!") == ["cat"]


def test_groups_are_sums_of_rows() -> None:
    source = ["one ferry", "two boats", "three gulls"]
    grams = Grams(source, ["one ferry two boats", "three gulls"])
    groups = grams.grouped(2)
    assert groups.pair(1, 0) > 0.3
    assert groups.pair(0, 0) > groups.pair(1, 0)
    assert len(groups.source) == 2
    assert len(groups.target) == 1


def test_moments_of_nothing() -> None:
    lattice = Lattice(PRIORS, [9] * 4, [9] * 4, [], [], [[], []], 2)
    assert lattice.add([]) == Moments(0.0, 0.0, 0.0)
    assert lattice.cells() == []
