"""The most probable whole alignment, estimated on the two documents themselves.

Where the paper's method walks from pair to pair, this one weighs all alignments at once:

    priors            every number of the model
    fourgrams         how similar sentences are: shared character 4-grams
    evidence          the likelihood ratio of a similarity, for a matching pair against a random one
    chain             how the source generates the target: in order, with splits, merges, nulls, skips and jumps
    lattice           the pairs of sentences, with their likelihood ratios and posteriors
    forward_backward  the posteriors, summed over all alignments, and the expected counts
    blocks            with embeddings: the borders of links, by several sentences as one
    block_chain       the posteriors of these blocks
    candidates        the links worth taking
    decoding          the best of them, as an alignment
    link_scores       how probable it is that each is exactly right
    headings          headings apart from prose: what stands below them is evidence, too
    coarse            long documents: groups of sentences first
    pooling           priors from a whole corpus

How similar matching sentences are, and how often sentences are left out, split, merged or moved, is estimated in a few
rounds of expectation maximisation that start from priors. So one setting serves close and free versions alike, and
there is no threshold of similarity. Where one document is much longer than the other, the priors weigh more: with so
much to choose from, something similar is found for everything.

The method is not reconstructed from a paper. docs/method.md describes all of it, docs/study.md what it was chosen on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from vicinal.alignment import Alignment, Result
from vicinal.compiled import compiled
from vicinal.errors import SettingError, check_unit
from vicinal.link import Cell
from vicinal.methods.global_.blocks import Blocks
from vicinal.methods.global_.candidates import Candidate, candidates
from vicinal.methods.global_.chain import Chain, Counts, estimated, prior_chain
from vicinal.methods.global_.coarse import blocks, group_sizes
from vicinal.methods.global_.copies import copies_in
from vicinal.methods.global_.decoding import Group, alignment_of, chosen
from vicinal.methods.global_.evidence import Channel, meaning_prior, section_prior, spelling_prior
from vicinal.methods.global_.forward_backward import expected_counts
from vicinal.methods.global_.fourgrams import Grams
from vicinal.methods.global_.headings import Part, Sections, parted
from vicinal.methods.global_.lattice import Lattice
from vicinal.methods.global_.link_scores import scored
from vicinal.methods.global_.meaning import centred, meaning_similarities
from vicinal.methods.global_.priors import PRIORS, Priors
from vicinal.methods.global_.weighed import EVERY, Weighed
from vicinal.signature import signature_of
from vicinal.similarity.named import similarity_of
from vicinal.similarity.vectors import Similarity, check_words
from vicinal.text.document import Document

if TYPE_CHECKING:  # loaded where there are pooled priors, or estimates
    from vicinal.methods.global_.pooling import Estimates, Pooled


class Parts(NamedTuple):
    """The parts that do the counting, as Python or compiled; both give the same results.

    Compiled, there is also `whole`: a module that drives the others itself, from the strings of two documents that are
    aligned as a whole to their links.
    """

    grams: type[Grams]
    lattice: type[Lattice]
    expected_counts: Callable[[Lattice, Chain], Counts]
    candidates: Callable[[Lattice, Lattice, float], list[Candidate]]
    whole: Any = None


PYTHON = Parts(Grams, Lattice, expected_counts, candidates)


def _compiled_parts() -> Parts | None:
    names = ("_fourgrams", "_lattice", "_forward_backward", "_candidates", "_global")
    grams, lattice, passes, links, whole = map(compiled, names)
    if grams is None or lattice is None or passes is None or links is None or whole is None:
        return None
    return Parts(grams.Grams, lattice.Lattice, passes.expected_counts, links.candidates, whole)


COMPILED = _compiled_parts()


@dataclass(frozen=True)
class Global:
    """The most probable whole alignment: in any order, without thresholds, estimated on the pair itself.

    A link's score is the probability that it is exactly right. Steps are in the order of the target. Headings are
    linked with headings only.

    Attributes:
        caution: What a link must be worth, 0 to 1: higher gives fewer and surer links. To keep only links of a certain
            probability, filter by their scores.
        meaning: How sentences become vectors for a second similarity, beside shared spelling: a similarity, or its
            name; None for spelling only.
        pooled: Priors estimated on a whole corpus, in place of the usual ones.
    """

    caution: float = 0.5
    meaning: Similarity | str | None = None
    pooled: Pooled | None = None

    GRID: ClassVar[dict[str, tuple[float, ...]]] = {"caution": (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)}

    def __post_init__(self) -> None:
        """Raise SettingError for a setting outside its range."""
        check_unit("caution", self.caution)
        if self.meaning is not None:
            object.__setattr__(self, "meaning", similarity_of(self.meaning, "meaning"))
        if self.pooled is not None:
            from vicinal.methods.global_.pooling import Pooled

            if not isinstance(self.pooled, Pooled):
                raise SettingError(f"pooled must be the Pooled priors of a corpus, or None, not {self.pooled!r:.80}")

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled parts do the counting; they give the same results as the Python, faster."""
        return COMPILED is not None

    @cached_property
    def _signature(self) -> str:
        return signature_of(self)

    @cached_property
    def _priors(self) -> Priors:
        return PRIORS if self.pooled is None else self.pooled.priors()

    @cached_property
    def _model(self) -> Any:
        """The numbers of the model as the compiled parts take them."""
        return COMPILED and COMPILED.whole.Model(self._priors, self.caution)

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __call__(self, source: Document, target: Document) -> Alignment:
        """Align two documents."""
        return self.align_all([(source, target)])[0]

    def align_all(self, pairs: Sequence[tuple[Document, Document]]) -> list[Alignment]:
        """Align several pairs; with the compiled parts, threads hinder each other less than one pair at a time."""
        return self._align_all(COMPILED or PYTHON, pairs)

    def estimates(self, source: Document, target: Document) -> Estimates:
        """Return what is estimated on the prose of two documents, for priors that are pooled over a corpus."""
        from vicinal.methods.global_.pooling import Estimates

        prose = _oriented(COMPILED or PYTHON, source, target).prose
        if prose is None:
            return Estimates(self._priors.match_mean, prior_chain(1.0, self._priors), 0)
        return self._estimated(prose, self._priors)[3]

    def weighed(self, source: Document, target: Document) -> list[Weighed]:
        """Return what the method makes of all pairs: of the prose of two documents, and of their headings."""
        original, simple, prose, headings, is_swapped = _oriented(COMPILED or PYTHON, source, target)
        found = []
        for compared in filter(None, (prose, headings)):
            groups = self._linked(prose, self._priors)[0] if compared is headings else []
            sections = Sections(original, simple, groups) if compared is headings else None
            lattice, mirrored, links, _ = self._estimated(compared, self._priors, sections)
            considered = (
                compared.parts.candidates(lattice, mirrored, EVERY) if links is None else links.candidates(EVERY)
            )
            sides = compared.original.indices, compared.simple.indices
            pairs = lattice if links is None else links
            found.append(Weighed(*sides, compared.grams.pair, pairs, considered, self.caution, is_swapped=is_swapped))
        return found

    def align_with(self, parts: Parts, source: Document, target: Document, priors: Priors | None = None) -> Alignment:
        """Align two documents with the compiled parts or with the Python, and with other priors if given."""
        return self._align_all(parts, [(source, target)], priors)[0]

    def _align_all(
        self, parts: Parts, pairs: Sequence[tuple[Document, Document]], priors: Priors | None = None
    ) -> list[Alignment]:
        results = iter(self._results(parts, [pair for pair in pairs if self._is_plain(*pair)], priors))
        found = []
        for source, target in pairs:
            result = next(results) if self._is_plain(source, target) else None
            if result is None:
                found.append(self._align(parts, source, target, priors or self._priors))
            else:
                found.append(Alignment.of_result(source, target, result, self._signature))
        return found

    def _is_plain(self, source: Document, target: Document) -> bool:
        """Whether spelling alone aligns two documents, and all of it is prose."""
        return self.meaning is None and not source.headings and not target.headings

    def _results(
        self, parts: Parts, pairs: Sequence[tuple[Document, Document]], priors: Priors | None
    ) -> Sequence[Result | None]:
        """Return what the compiled parts find without Python between; None for a pair that `_align` must align."""
        if parts.whole is None:
            return [None] * len(pairs)
        model = self._model if priors is None else parts.whole.Model(priors, self.caution)
        texts = [(source.paragraphs, target.paragraphs) for source, target in pairs]
        try:
            found: list[Result | None] = parts.whole.align_all(texts, model)
        except OverflowError:  # the compiled 4-grams number some 60,000 different characters
            if len(pairs) == 1:
                return [None]
            return [self._results(parts, [pair], priors)[0] for pair in pairs]
        return found

    def _align(self, parts: Parts, source: Document, target: Document, priors: Priors) -> Alignment:
        """Align two documents step by step."""
        return self._align_oriented(_oriented(parts, source, target), source, target, priors)

    @staticmethod
    def align_each(aligners: Sequence[Global], source: Document, target: Document) -> list[Alignment]:
        """Align two documents with several cautions, as `tune` tries them; what is estimated on prose serves all.

        Args:
            aligners: The same but for their cautions.
            source: The first document.
            target: The second document.
        """
        first = aligners[0]
        if any((one.meaning, one.pooled) != (first.meaning, first.pooled) for one in aligners):
            return [one(source, target) for one in aligners]
        oriented = _oriented(COMPILED or PYTHON, source, target)
        estimated = None if oriented.prose is None else first._estimated(oriented.prose, first._priors)
        return [one._align_oriented(oriented, source, target, first._priors, estimated) for one in aligners]

    def _align_oriented(
        self,
        oriented: _Oriented,
        source: Document,
        target: Document,
        priors: Priors,
        estimated: _Estimated | None = None,
    ) -> Alignment:
        """Align two documents that were compared; what was estimated on their prose may be given."""
        original, simple, prose, headings, is_swapped = oriented
        if prose is not None and prose.parts.whole is not None and self._is_plain(source, target):
            lattice, mirrored, _, _ = estimated or self._estimated(prose, priors)
            whole, sides = prose.parts.whole, (source.paragraphs, target.paragraphs)
            model = whole.Model(priors, self.caution)
            result = whole.decoded(lattice, mirrored, prose.grams, model, *sides, is_swapped)
            return Alignment.of_result(source, target, result, self._signature)
        groups, similarities = self._linked(prose, priors, estimated=estimated)
        if headings is not None:
            more, others = self._linked(headings, priors, Sections(original, simple, groups))
            groups, similarities = sorted(groups + more), similarities | others
        return alignment_of(source, target, groups, similarities, self._signature, is_swapped=is_swapped)

    def _linked(
        self,
        compared: _Compared | None,
        priors: Priors,
        sections: Sections | None = None,
        estimated: _Estimated | None = None,
    ) -> tuple[list[Group], dict[Cell, float]]:
        """Return the links of two texts as those of whole documents, and the similarities of the pairs in them."""
        if compared is None:
            return [], {}
        lattice, mirrored, links, _ = estimated or self._estimated(compared, priors, sections)
        if links is None:
            groups = chosen(compared.parts.candidates(lattice, mirrored, self.caution), lattice)
        else:
            groups = chosen(links.candidates(self.caution), links)
        groups = scored(groups, lattice.rows, lattice.columns, priors)
        rows, columns, pair = compared.original.indices, compared.simple.indices, compared.grams.pair
        found: list[Group] = []
        similarities: dict[Cell, float] = {}
        for xs, ys, score in groups:
            found.append(Group(tuple(rows[x] for x in xs), tuple(columns[y] for y in ys), score))
            similarities.update(((rows[x], columns[y]), pair(x, y)) for x in xs for y in ys)
        return found, similarities

    def _estimated(self, compared: _Compared, priors: Priors, sections: Sections | None = None) -> _Estimated:
        """Return the lattice of the sentences after all rounds, and the same with the sides swapped.

        And the blocks, if there are embeddings and the documents are aligned as a whole; and what was estimated.
        Headings have sections besides.
        """
        from vicinal.methods.global_.pooling import Estimates

        parts, (original, rows), (simple, columns), grams = compared
        lengths = list(map(len, original.sentences)), list(map(len, simple.sentences))
        starts = _starts(original), _starts(simple)
        imbalance = _imbalance(*lengths)
        spelling = spelling_prior(priors)
        *coarse_sizes, _ = sizes = group_sizes(len(lengths[0]), len(lengths[1]), priors)
        kept, ratio = None, 1
        for size, finer in zip(coarse_sizes, sizes[1:], strict=True):
            coarse = parts.lattice(priors, _added(lengths[0], size), _added(lengths[1], size), (), (), kept, ratio)
            groups = [_grouped(document.sentences, size) for document in (original, simple)]
            moments = coarse.compare(grams.grouped(size), copies_in(*groups), priors.hub_groups)
            _estimate(parts, coarse, [Channel(spelling, 1.0, moments, priors)], imbalance)
            ratio = size // finer
            kept = blocks(coarse.probable(priors.negligible), coarse.rows, coarse.columns, ratio * ratio, priors)
            del coarse, groups  # a large one would stay in memory beside the next
        lattice = parts.lattice(priors, lengths[0], lengths[1], starts[0], starts[1], kept, ratio)
        moments = lattice.compare(grams, copies_in(original.sentences, simple.sentences))
        channels = [Channel(spelling, 1.0, moments, priors)]
        vectors = None
        # The embeddings of a few sentences tell nothing once their mean is subtracted, nor do those that are all alike.
        if self.meaning is not None and min(lattice.rows, lattice.columns) >= priors.meaning_least:
            meaning = similarity_of(self.meaning)
            vectors = centred(meaning, original, simple, priors)
            similarities = meaning_similarities(meaning, vectors, original, simple, lattice.cells())
            if max(similarities, default=0.0) > 0.0:
                share = priors.meaning_weight
                other = Channel(meaning_prior(priors), share, lattice.add(similarities), priors)
                channels = [Channel(spelling, 1.0 - share, moments, priors), other]
            else:
                vectors = None
        if sections is not None and sections.are_linked:
            shared = [sections.shared(rows[x], columns[y], grams.pair(x, y)) for x, y in lattice.cells()]
            channels.append(Channel(section_prior(priors), priors.section_weight, lattice.add(shared), priors))
        has_blocks = vectors is not None and not coarse_sizes and sections is None  # they need all pairs
        least = 0.0 if coarse_sizes or has_blocks else priors.hopeless
        chain = None
        if least > 0.0 and len(channels) == 1 and lattice.rows * lattice.columns > priors.sketched:
            nothing: list[list[int]] = [[]] * lattice.columns
            sketch = parts.lattice(priors, lengths[0], lengths[1], starts[0], starts[1], nothing)
            chain = _estimate_sketch(parts, sketch, lattice, channels[0], imbalance)
        chain = _estimate(parts, lattice, channels, imbalance, least, chain)
        likely = lattice.likely(priors.hopeless)
        mirrored = parts.lattice(priors, lengths[1], lengths[0], starts[1], starts[0], likely)
        lattice.reflect(mirrored)
        chains = chain, _estimate_mirrored(parts, mirrored, imbalance)
        lattice.average(mirrored)
        links = None
        if vectors is not None and has_blocks:
            links = Blocks(lattice, channels, grams, vectors, lengths, chains, imbalance)
        return lattice, mirrored, links, Estimates(channels[0].match, chain, lattice.columns)


_Estimated: TypeAlias = "tuple[Lattice, Lattice, Blocks | None, Estimates]"


class _Compared(NamedTuple):
    """The prose of two documents or their headings, and their 4-grams by some parts."""

    parts: Parts
    original: Part
    simple: Part
    grams: Grams


class _Oriented(NamedTuple):
    """Two documents, the one with the longer sentences first; their prose and their headings, if both have words."""

    original: Document
    simple: Document
    prose: _Compared | None
    headings: _Compared | None
    is_swapped: bool


def _oriented(parts: Parts, source: Document, target: Document) -> _Oriented:
    """Tell which document is the original, and compare their words; raise InputError if one has none."""
    parted_source, parted_target = parted(source), parted(target)
    is_swapped = _order(parted_source) < _order(parted_target)
    if is_swapped:
        source, target, parted_source, parted_target = target, source, parted_target, parted_source
    compared = [_compared(parts, *both) for both in zip(parted_source, parted_target, strict=True)]
    words = [(False, False) if one is None else one.grams.has_words for one in compared]
    source_words, target_words = map(any, zip(*words, strict=True))
    if is_swapped:
        check_words(target, source, target_words, source_words)
    else:
        check_words(source, target, source_words, target_words)
    prose, headings = (one if all(found) else None for one, found in zip(compared, words, strict=True))
    return _Oriented(source, target, prose, headings, is_swapped)


def _order(parts: tuple[Part, Part]) -> list[tuple[float, tuple[str, ...]]]:
    """Return what is greater for the original: of its prose, then of its headings."""
    return [(_mean_length(part.text), part.text.sentences) for part in parts]


def _compared(parts: Parts, original: Part, simple: Part) -> _Compared | None:
    """Compare the words of two texts; None if there is no text at all."""
    if not original.indices and not simple.indices:
        return None
    try:
        return _Compared(parts, original, simple, parts.grams(original.text.sentences, simple.text.sentences))
    except OverflowError:  # the compiled 4-grams number some 60,000 different characters
        return _compared(PYTHON, original, simple)


def _estimate_sketch(parts: Parts, sketch: Lattice, lattice: Lattice, channel: Channel, imbalance: float) -> Chain:
    """Estimate on the most similar pairs; return the chain, and keep in the lattice what is near the probable ones."""
    priors = lattice.priors
    prior = prior_chain(imbalance, priors)
    sketch.take_best(lattice)
    sketch.weigh([channel.curve()])
    counts = parts.expected_counts(sketch, prior)
    channel.estimate(sketch.moments(0), _match_links(lattice, imbalance))
    lattice.keep_near(sketch, priors.sketch_least, priors.near_sources, priors.near_targets)
    return estimated(prior, counts, priors)


def _match_links(lattice: Lattice, imbalance: float) -> float:
    """Return the pseudo-count of the mean of matching pairs."""
    priors = lattice.priors
    return priors.match_links + priors.surplus_links * (imbalance - 1) * min(lattice.rows, lattice.columns)


def _estimate(
    parts: Parts,
    lattice: Lattice,
    channels: list[Channel],
    imbalance: float,
    least: float = 0.0,
    chain: Chain | None = None,
) -> Chain:
    """Estimate, round by round, until the mean of matching pairs settles (expectation maximisation).

    Return the chain of the last round; the channels keep their estimates. A pair that is less probable than `least` in
    a round is left out of the next. The first round begins with the chain of a sketch, or with the prior.
    """
    priors = lattice.priors
    prior = prior_chain(imbalance, priors)
    chain = chain or prior
    settled = False
    for number in range(priors.rounds):
        lattice.weigh([channel.curve() for channel in channels])
        counts = parts.expected_counts(lattice, chain)
        if settled or number == priors.rounds - 1:
            break
        chain = estimated(prior, counts, priors)
        links = _match_links(lattice, imbalance)
        moved = [channel.estimate(lattice.moments(index), links) for index, channel in enumerate(channels)]
        settled = number > 0 and max(moved) < priors.settled
        if least > 0.0:
            lattice.prune(least)
    return chain


def _estimate_mirrored(parts: Parts, mirrored: Lattice, imbalance: float) -> Chain:
    """Estimate the chain of the other direction, with the evidence as it is, and return it."""
    priors = mirrored.priors
    prior = chain = prior_chain(imbalance, priors, is_mirrored=True)
    for _ in range(priors.mirrored_rounds - 1):
        chain = estimated(prior, parts.expected_counts(mirrored, chain), priors)
    parts.expected_counts(mirrored, chain)
    return chain


def _imbalance(source: list[int], target: list[int]) -> float:
    """Return how many times longer one document is, in sentences and in characters: the smaller of the two."""
    sentences, characters = len(source) / len(target), max(sum(source), 1) / max(sum(target), 1)
    return max(1.0, min(sentences, characters), min(1 / sentences, 1 / characters))


def _mean_length(document: Document) -> float:
    """Return the characters of a sentence on average; the original of two versions has longer sentences as a rule."""
    sentences = document.sentences
    return sum(map(len, sentences)) / len(sentences) if sentences else 0.0


def _added(lengths: list[int], size: int) -> list[int]:
    return [sum(lengths[x : x + size]) for x in range(0, len(lengths), size)]


def _grouped(sentences: Sequence[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(sentences[x : x + size]) for x in range(0, len(sentences), size)]


def _starts(document: Document) -> list[int]:
    """Return the sentences that begin a paragraph, except the first."""
    return [span.start for span in document.spans if len(span) and span.start]
