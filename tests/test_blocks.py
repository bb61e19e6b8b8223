"""Blocks: against all alignments, one by one; their weights; and the borders of links with embeddings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import product
from math import exp, log, sqrt
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.slow_chain import SlowChain
from tests.test_lattice import needs_compiled
from vicinal import Document
from vicinal.alignment import Alignment
from vicinal.gold import Gold
from vicinal.methods.global_.block_chain import Block, Growth, block_posteriors, log_priors
from vicinal.methods.global_.blocks import Blocks, possible_blocks, whole_cosines
from vicinal.methods.global_.chain import Chain, Counts, estimated, prior_chain
from vicinal.methods.global_.evidence import Channel, meaning_prior, spelling_prior
from vicinal.methods.global_.fourgrams import Grams
from vicinal.methods.global_.lattice import Lattice
from vicinal.methods.global_.meaning import Centred, centred
from vicinal.methods.global_.method import COMPILED, PYTHON, Global, Parts
from vicinal.methods.global_.priors import PRIORS, Priors
from vicinal.similarity.embeddings import Embeddings
from vicinal.text.tokens import tokens

np = pytest.importorskip("numpy")


# ------------------------------------------------------------------------------- against all alignments, one by one


@dataclass
class SlowBlocks:
    """All alignments of two tiny documents by blocks, one by one; divide by `total` for probabilities."""

    chain: Chain
    rows: int
    columns: int
    ratios: Mapping[Block, float]
    total: float = 0.0
    blocks: Counter[Block] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._next(-1, False, 0, 1.0, [], [])

    def _next(self, place: int, is_null: bool, y: int, chance: float, events: list[str], taken: list[Block]) -> None:
        c = self.chain
        if y == self.columns:
            self.total += chance
            for block in taken:
                self.blocks[block] += chance  # type: ignore[assignment]
            for event in events:
                self.events[event] += chance  # type: ignore[assignment]
            return
        null = c.null_on if is_null else c.null
        named = ["null_on"] if is_null else ["null"]
        self._next(place, True, y + 1, chance * null, events + named, taken)
        for block, ratio in self.ratios.items():
            x0, x1, y0, y1 = block
            if y0 != y:
                continue
            for way, happened in self._ways(place, is_null, x0):
                now = chance * (1 - null) * way * ratio
                grown = self._grown(x1 - x0, y1 - y0)
                self._next(x1 - 1, False, y1, now, [*events, *happened, *grown], [*taken, block])

    def _ways(self, place: int, is_null: bool, x: int) -> list[tuple[float, list[str]]]:
        """Return all ways to begin a block at x, with what happens."""
        c = self.chain
        free = 1 - c.resume if is_null else 1.0
        named = ["no_resume", "null_end"] if is_null else ["no_null"]
        ways = [(free * c.jump / self.rows, [*named, "jump"])]
        if is_null and x == place:
            ways.append((c.resume, ["resume", "null_end"]))
        if x == place + 1:
            ways.append((free * c.following, [*named, "following"]))
        if x > place + 1:
            more = x - place - 2
            happened = [*named, "skip", "skip_end"] + ["skip_on"] * more
            ways.append((free * c.skip * c.skip_on**more * (1 - c.skip_on), happened))
        return ways

    @staticmethod
    def _grown(sources: int, targets: int) -> list[str]:
        if sources == targets == 1:
            return ["end"]
        if sources == 1:
            return ["split", *["split_on"] * (targets - 2), "split_end"]
        if targets == 1:
            return ["merge", *["merge_on"] * (sources - 2), "merge_end"]
        return ["both"]

    def counts(self) -> dict[str, float]:
        """Return the expected counts."""
        found = {name: self.events[name] / self.total for name in asdict(Counts())}
        for name in ("split", "merge"):
            found[name] += self.events["both"] / self.total / 2
        return found


PROBABILITY = st.floats(0.05, 0.6)


@st.composite
def chains(draw: st.DrawFn) -> Chain:
    numbers = {name: draw(PROBABILITY) for name in Chain._fields}
    whole = numbers["following"] + numbers["skip"] + numbers["jump"]
    for name in ("following", "skip", "jump"):
        numbers[name] /= whole
    return Chain(**numbers)


@st.composite
def weighted_blocks(draw: st.DrawFn) -> tuple[int, int, dict[Block, float]]:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = list(product(range(rows), range(columns)))
    every = possible_blocks(cells, rows, columns, PRIORS)
    taken = draw(st.lists(st.sampled_from(every), unique=True, max_size=12))
    return rows, columns, {block: draw(st.floats(-4.0, 4.0)) for block in taken}


EVERY_KIND = {
    (0, 1, 0, 1): 0.5,
    (0, 1, 0, 2): 1.0,
    (1, 2, 1, 2): -0.5,
    (1, 4, 2, 3): 2.0,
    (2, 4, 2, 4): 1.5,
    (0, 1, 3, 4): 0.3,
    (3, 4, 1, 4): 0.7,
}


@settings(max_examples=60)
@given(chains(), weighted_blocks())
@example(prior_chain(1.5), (4, 4, EVERY_KIND))
@example(prior_chain(1.0), (1, 1, {(0, 1, 0, 1): 3.0}))
@example(prior_chain(1.0), (3, 2, {}))
def test_posteriors_and_counts_are_sums_over_all_alignments(
    chain: Chain, case: tuple[int, int, dict[Block, float]]
) -> None:
    rows, columns, logs = case
    slow = SlowBlocks(chain, rows, columns, {block: exp(weight) for block, weight in logs.items()})
    posteriors, counts = block_posteriors(list(logs), list(logs.values()), rows, columns, chain)
    assert posteriors == pytest.approx([slow.blocks[block] / slow.total for block in logs], abs=1e-10)
    assert asdict(counts) == pytest.approx(slow.counts(), abs=1e-10)


def test_large_weights_neither_overflow_nor_vanish() -> None:
    blocks: list[Block] = [(x, x + 1, y, y + 1) for x in range(60) for y in range(60) if abs(x - y) < 3]
    weights = [40.0 if x == y else -25.0 for x, _, y, _ in blocks]
    posteriors, counts = block_posteriors(blocks, weights, 60, 60, prior_chain(1.0))
    assert [p > 0.999999 for p in posteriors] == [x == y for x, _, y, _ in blocks]
    assert counts.following == pytest.approx(60.0, abs=0.1)


LENGTHS = [30, 4, 55, 20], [25, 8, 40]
STARTS = [2], [1]


@pytest.mark.parametrize("is_mirrored", [False, True])
def test_links_of_one_sentence_on_a_side_are_those_of_the_chain_over_pairs(is_mirrored: bool) -> None:
    """If the weight of a block is the sum of its pairs, and links on both sides are excluded."""
    lengths, starts = (LENGTHS[::-1], STARTS[::-1]) if is_mirrored else (LENGTHS, STARTS)
    rows, columns = len(lengths[0]), len(lengths[1])
    priors = replace(PRIORS, turn=0.0)
    chain = prior_chain(1.5)._replace(split_on=0.3, merge_on=0.15, null_on=0.2)
    ratios = {(x, y): exp(((5 * x + 3 * y) % 7) / 3 - 0.8) for x in range(rows) for y in range(columns)}
    slow = SlowChain(priors, chain, lengths, starts, ratios)
    growth = Growth(*Lattice(priors, *LENGTHS, *STARTS).growth())
    blocks = [block for block in possible_blocks(sorted(ratios), rows, columns, priors) if _is_one_sided(block)]
    logs = log_priors(blocks, chain, growth.mirrored() if is_mirrored else growth, priors)
    for k, (x0, x1, y0, y1) in enumerate(blocks):
        logs[k] += sum(log(ratios[cell]) for cell in product(range(x0, x1), range(y0, y1)))
    posteriors, counts = block_posteriors(blocks, logs, rows, columns, chain)
    assert set(blocks) == {link for link, chance in slow.links.items() if chance}
    assert posteriors == pytest.approx([slow.links[block] / slow.total for block in blocks], abs=1e-10)
    assert counts.split == pytest.approx(slow.events["split"] / slow.total, abs=1e-10)
    assert counts.split_on == pytest.approx(slow.events["split_on"] / slow.total, abs=1e-10)
    assert counts.merge_end == pytest.approx(slow.events["merge_end"] / slow.total, abs=1e-10)


def _is_one_sided(block: Block) -> bool:
    x0, x1, y0, y1 = block
    return 1 in (x1 - x0, y1 - y0)


def test_a_grown_block_leaves_room_for_turns_and_one_on_both_sides_has_its_own_prior() -> None:
    growth = Growth([1.0] * 4, [1.0] * 4, [1.0] * 4, [1.0] * 4)
    chain = prior_chain(1.0)._replace(split=0.2, split_on=0.3, merge=0.1, merge_on=0.15)
    priors = replace(PRIORS, turn=0.04, block_many=0.03)
    blocks: list[Block] = [(0, 1, 0, 3), (3, 4, 0, 2), (0, 3, 0, 1), (0, 2, 3, 4), (1, 3, 1, 4), (0, 1, 3, 4)]
    expected = [
        0.2 * 0.3 * (1 - 0.3 - 0.04),
        0.2 * (1 - 0.3),  # no source sentence is left to turn to
        0.8 * 0.1 * 0.15 * (1 - 0.15 - 0.04),
        0.1 * (1 - 0.15),  # nor a target sentence; nothing can split
        0.03,
        0.9,
    ]
    assert [exp(value) for value in log_priors(blocks, chain, growth, priors)] == pytest.approx(expected)
    capped = Growth([1e9] * 4, [1.0] * 4, [1.0] * 4, [1.0] * 4)
    assert exp(log_priors([(0, 1, 0, 2)], chain, capped, priors)[0]) == pytest.approx(0.9 * (1 - 0.9 - 0.04))


# ------------------------------------------------------------------------------------------------- which, and weights


def test_blocks_begin_and_end_with_kept_pairs() -> None:
    kept = [(0, 0), (1, 0), (0, 2), (2, 2), (1, 9), (0, 7), (0, 8), (4, 2), (5, 2)]
    assert sorted(possible_blocks(kept, 6, 10, PRIORS)) == sorted(
        [(x, x + 1, y, y + 1) for x, y in kept]
        + [(0, 2, 0, 1), (0, 1, 0, 3), (0, 1, 0, 8), (0, 1, 2, 8), (0, 1, 2, 9), (0, 1, 7, 9)]
        + [(2, 5, 2, 3), (2, 6, 2, 3), (4, 6, 2, 3), (0, 2, 8, 10), (0, 2, 7, 10), (0, 3, 2, 3), (1, 3, 0, 3)]
    )
    assert possible_blocks([(0, 0), (2, 1)], 3, 2, PRIORS)[1] == (0, 3, 0, 2)
    few = replace(PRIORS, block_targets=2, block_sources=3)
    assert (0, 1, 0, 3) not in possible_blocks(kept, 6, 10, few)
    assert (2, 6, 2, 3) not in possible_blocks(kept, 6, 10, few)


def test_a_block_is_compared_as_the_sum_of_its_sentences() -> None:
    rows = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0], [-1.0, 0.0, -2.0]]), np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]])
    blocks: list[Block] = [(0, 1, 0, 1), (0, 2, 0, 2), (1, 3, 0, 1), (0, 1, 0, 2), (0, 3, 1, 2), (2, 3, 0, 2)]

    def products(one: int, other: int, pairs: Sequence[tuple[int, int]]) -> list[float]:
        return [float(rows[one][i] @ rows[other][j]) for i, j in pairs]

    expected = []
    for x0, x1, y0, y1 in blocks:
        source, target = rows[0][x0:x1].sum(axis=0), rows[1][y0:y1].sum(axis=0)
        expected.append(max(0.0, source @ target / sqrt((source @ source) * (target @ target))))
    assert whole_cosines(blocks, products) == pytest.approx(expected)
    opposite: list[Block] = [(0, 3, 0, 1)]
    rows[0][1] = [1e-4, 0.0, 0.0]
    assert whole_cosines(opposite, products) == [0.0]  # what is left of two opposite vectors has no direction


class Letters:
    """An encoder: how often each letter occurs; capitals count as others."""

    def encode(self, sentences: Sequence[str]) -> Any:
        return [[1 + 9 * sentence.count(chr(code)) for code in range(97, 123)] for sentence in sentences]


SOURCE = Document([["the ferry leaves at seven", "bread costs two crowns"], ["gulls on the old roof", "rain"]])
TARGET = Document([["a ferry leaves", "it leaves at seven", "bread costs little"], ["gulls sit on a roof"]])


Given = tuple[Grams, Centred, list[list[int]]]


def lattice_of(parts: Parts, priors: Priors = PRIORS) -> tuple[Lattice, list[Channel], Given]:
    lengths = [[len(s) for s in document.sentences] for document in (SOURCE, TARGET)]
    lattice = parts.lattice(priors, lengths[0], lengths[1], [2], [3], None, 1)
    grams = parts.grams(SOURCE.sentences, TARGET.sentences)
    spelling = Channel(spelling_prior(PRIORS), 0.6, lattice.compare(grams))
    vectors = centred(Embeddings(Letters()), SOURCE, TARGET, priors)
    assert vectors is not None
    values = [float(vectors.source[x] @ vectors.target[y]) for x, y in lattice.cells()]
    channels = [spelling, Channel(meaning_prior(PRIORS), 0.4, lattice.add(values))]
    lattice.weigh([channel.curve() for channel in channels])
    parts.expected_counts(lattice, prior_chain(1.0))
    return lattice, channels, (grams, vectors, lengths)


def test_the_evidence_of_one_channel_is_what_a_lattice_weighs() -> None:
    lattice, channels, _ = lattice_of(PYTHON)
    for index, channel in enumerate(channels):
        curve = channel.curve()
        flat = [other.curve()._replace(weight=0.0) for other in channels]
        flat[index] = curve
        lattice.weigh(flat)
        assert [exp(e) for e in lattice.evidence(index, curve, PRIORS.ceiling)] == lattice.ratio
    assert max(lattice.evidence(0, channels[0].curve(), 0.25)) == 0.25
    assert lattice.evidence(0, channels[0].curve()._replace(constant=-99.0), 9.0)[3] == pytest.approx(
        -6.0 * 4 / (sum(len(s) for s in SOURCE.sentences) / 4)  # a short sentence, relative to the mean length
    )


@needs_compiled
def test_the_compiled_parts_give_the_same_numbers() -> None:
    assert COMPILED is not None
    found = []
    for parts in (PYTHON, COMPILED):
        lattice, channels, (grams, vectors, lengths) = lattice_of(parts)
        blocks = Blocks(lattice, channels, grams, vectors, lengths, (prior_chain(1.2), prior_chain(1.1)), 1.3)
        evidence = [lattice.evidence(index, channel.curve(), 5.0) for index, channel in enumerate(channels)]
        rows = [list(row.values()) for row in (*grams.source, *grams.target)]
        found.append((lattice.growth(), evidence, rows, blocks.blocks, blocks.posteriors, blocks.candidates(0.2)))
    assert found[0] == found[1]


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_posteriors_are_the_mean_of_both_directions_of_the_weights_as_described(rounds: int) -> None:
    priors = replace(PRIORS, block_rounds=rounds, block_ceiling=2.0, block_most=6.0, block_floor=-2.0)
    lattice, channels, (grams, vectors, lengths) = lattice_of(PYTHON, priors)
    chains = prior_chain(1.2), prior_chain(1.1, is_mirrored=True)
    blocks = Blocks(lattice, channels, grams, vectors, lengths, chains, 1.3)
    evidence = [lattice.evidence(i, channel.curve()._replace(weight=1.0), 2.0) for i, channel in enumerate(channels)]
    logs = []
    for x0, x1, y0, y1 in blocks.blocks:
        cells = [y * 4 + x for x, y in product(range(x0, x1), range(y0, y1))]
        weight = -1.9 + sum(0.36 * evidence[0][k] + 0.22 * evidence[1][k] for k in cells)
        together = Grams.__new__(Grams)
        together._keep([_sum(grams.source[x0:x1])], [_sum(grams.target[y0:y1])])
        weight += 3.2 * together.pair(0, 0) ** 0.75
        sides = [
            sum(row * sqrt(max(length, 5)) for row, length in zip(rows[a:b], counts[a:b], strict=True))
            for rows, counts, a, b in ((vectors[0], lengths[0], x0, x1), (vectors[1], lengths[1], y0, y1))
        ]
        cosine = sides[0] @ sides[1] / sqrt((sides[0] @ sides[0]) * (sides[1] @ sides[1]))
        logs.append(min(max(weight + 5.2 * max(cosine, 0.0) ** 0.75, -2.0), 6.0))
    assert {-2.0, 6.0} < set(logs)
    assert max(evidence[0]) == max(evidence[1]) == 2.0
    growth = Growth(*lattice.growth())
    turned = [(y0, y1, x0, x1) for x0, x1, y0, y1 in blocks.blocks]
    expected = [0.0] * len(logs)
    for these, factors, chain, prior in (
        (blocks.blocks, growth, chains[0], prior_chain(1.3)),
        (turned, growth.mirrored(), chains[1], prior_chain(1.3, is_mirrored=True)),
    ):
        now = chain
        for _ in range(rounds):
            weights = [a + b for a, b in zip(logs, log_priors(these, now, factors, priors), strict=True)]
            found, counts = block_posteriors(these, weights, 4, 4, now)
            now = estimated(prior, counts)
        expected = [sofar + posterior / 2 for sofar, posterior in zip(expected, found, strict=True)]
    assert blocks.posteriors == pytest.approx(expected, abs=1e-7)


def _sum(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    summed: Counter[str] = Counter()
    for row in rows:
        summed.update(row)
    return dict(summed)


def test_candidates_have_the_gain_of_their_block_and_its_pairs() -> None:
    priors = replace(PRIORS, pair_weight=0.25, pair_least=0.4)
    lattice, channels, rest = lattice_of(PYTHON, priors)
    blocks = Blocks(lattice, channels, *rest, (prior_chain(1.0), prior_chain(1.0)), 1.0)
    posteriors = dict(zip(blocks.blocks, blocks.posteriors, strict=True))
    pairs: Counter[tuple[int, int]] = Counter()
    for (x0, x1, y0, y1), posterior in posteriors.items():
        pairs.update(dict.fromkeys(product(range(x0, x1), range(y0, y1)), posterior))
    gains = {}
    for (x0, x1, y0, y1), posterior in posteriors.items():
        cells = list(product(range(x0, x1), range(y0, y1)))
        gains[x0, x1, y0, y1] = posterior - 0.1 + sum(0.25 * (pairs[cell] - 0.4) for cell in cells)
    found = {(x0, x1, y0, y1): (-cost, chance) for cost, x0, x1, y0, y1, chance in blocks.candidates(0.1)}
    assert found.keys() == {block for block, gain in gains.items() if gain > 0 and posteriors[block] > 0.001}
    assert len(found) > 2
    for block, (gain, posterior) in found.items():
        assert gain == pytest.approx(gains[block], abs=1e-7)
        assert posterior == round(posteriors[block], 9)
    assert blocks.probability(0, 0) == round(pairs[0, 0], 9)
    assert blocks.probability(3, 3) == round(pairs[3, 3], 9)


# ------------------------------------------------------------------------------------------------- aligned documents


class Topics:
    """An encoder: which of some topics a sentence is about, by its words."""

    def __init__(self, *topics: str) -> None:
        self.topics = [set(topic.split()) for topic in topics]

    def encode(self, sentences: Sequence[str]) -> Any:
        words = [tokens(sentence) for sentence in sentences]
        return [[0.1 + sum(word in topic for word in row) for topic in self.topics] for row in words]


def links(alignment: Alignment) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(link.source, link.target) for link in alignment.sentences]


def swapped(found: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return sorted((target, source) for source, target in found)


SPLIT_SOURCE = Document(
    [
        [
            "In spring the old ferry carries farmers, their cattle and a noisy brass band.",
            "The mayor promised a new bridge over the northern river.",
            "Nobody has ever counted the gulls on the roof.",
            "Bread from the bakery costs two crowns.",
            "Children learn to swim before they can read.",
        ]
    ]
)
SPLIT_TARGET = Document(
    [
        [
            "In spring the old ferry carries farmers.",
            "It also takes cows.",
            "On the northern deck they play music.",
            "The mayor promised a bridge.",
            "Nobody counted the gulls.",
            "Bread costs two crowns.",
            "Children swim before they read.",
        ]
    ]
)
TOPICS = Embeddings(Topics("ferry", "cattle cows", "band music", "bridge", "gulls", "bread", "children"))
REST = [((2,), (4,)), ((3,), (5,)), ((4,), (6,))]


def test_the_border_of_a_split_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    method = Global(meaning=TOPICS)
    assert links(Global()(SPLIT_SOURCE, SPLIT_TARGET)) == [((0,), (0,)), ((1,), (2, 3)), *REST]
    assert links(method(SPLIT_SOURCE, SPLIT_TARGET)) == [((0,), (0, 1, 2)), ((1,), (3,)), *REST]
    monkeypatch.setattr("vicinal.methods.global_.method.Blocks", lambda *_: None)
    assert links(method(SPLIT_SOURCE, SPLIT_TARGET)) == [((0,), (0,)), ((1,), (3,)), *REST]  # by pairs


def test_swapped_sides_give_swapped_links(sample: list[Gold]) -> None:
    method = Global(meaning=Embeddings(Letters()))
    texts = [(gold.source, gold.target) for gold in sample[::5]]
    for source, target in (*texts, (SPLIT_SOURCE, SPLIT_TARGET)):
        there = method(source, target)
        back = method(target, source)
        assert links(back) == swapped(links(there))
        assert sorted(link.score for link in back.sentences) == sorted(link.score for link in there.sentences)


@needs_compiled
def test_the_same_alignment_with_and_without_the_compiled_parts_and_again(sample: list[Gold]) -> None:
    assert COMPILED is not None
    method = Global(meaning=Embeddings(Letters()))
    for gold in sample[::4]:
        one = method.align_with(PYTHON, gold.source, gold.target)
        assert method.align_with(COMPILED, gold.source, gold.target) == one
        assert method.align_with(PYTHON, gold.source, gold.target) == one


@pytest.mark.parametrize(("source", "target"), [(1, 1), (1, 4), (4, 1)])
def test_documents_of_one_sentence(source: int, target: int) -> None:
    one = Document([["the ferry leaves at seven", "rain falls", "gulls cry", "bread is dear"][:source]])
    other = Document([["the ferry leaves at seven", "snow falls", "gulls shout", "bread is cheap"][:target]])
    found = links(Global(meaning=Embeddings(Letters()))(one, other))
    assert ((0,), (0,)) in found


def test_without_kept_pairs_there_are_no_links() -> None:
    method = Global(caution=0.0, meaning=TOPICS)
    found = method.align_with(COMPILED or PYTHON, SPLIT_SOURCE, SPLIT_TARGET, replace(PRIORS, block_least=1.1))
    assert links(found) == []
    lattice, channels, rest = lattice_of(PYTHON, replace(PRIORS, block_least=1.1))
    blocks = Blocks(lattice, channels, *rest, (prior_chain(1.0), prior_chain(1.0)), 1.0)
    assert (blocks.blocks, blocks.posteriors, blocks.candidates(0.0), blocks.probability(0, 0)) == ([], [], [], 0.0)


def test_sentences_without_words_and_identical_documents() -> None:
    text = Document([["!!!", "the ferry leaves", "...", "gulls cry"], ["the ferry leaves", "?"]])
    found = links(Global(meaning=Embeddings(Letters()))(text, text))
    assert [link for link in found if link[0] in ((1,), (3,), (4,))] == [((1,), (1,)), ((3,), (3,)), ((4,), (4,))]


def test_long_documents_and_other_similarities_are_aligned_by_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    def unexpected(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("vicinal.methods.global_.method.Blocks", unexpected)
    long = replace(PRIORS, whole=20)
    assert Global(meaning=TOPICS).align_with(PYTHON, SPLIT_SOURCE, SPLIT_TARGET, long).sentences
    assert Global(meaning=lambda a, b: TOPICS(a, b))(SPLIT_SOURCE, SPLIT_TARGET).sentences
    with pytest.raises(AssertionError):
        Global(meaning=TOPICS)(SPLIT_SOURCE, SPLIT_TARGET)
