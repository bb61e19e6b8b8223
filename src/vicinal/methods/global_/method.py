"""The most probable whole alignment, estimated on the two documents themselves.

Where the paper's method walks from pair to pair, this one weighs all alignments at once:

    grams        how similar sentences are: shared character 4-grams
    evidence     how much more probable that is for a matching pair than for any two sentences of these documents
    chain_model  how target sentences come about from source sentences: in order, with splits, merges, nulls, jumps
    lattice      the probability of every pair of sentences, summed over all alignments (passes: forward and backward)
    decoding     the links that are worth most
    found        links and steps of what was decoded
    coarse       long documents: groups of sentences first

How similar matching sentences are, how often something is left out, split, merged or moved: all of that is estimated
in a few rounds (expectation maximisation), starting from priors. So one setting serves a close and a free version
alike; there is no threshold of similarity. Where one document is much longer than the other, the estimates are held
closer to the priors: with so much to choose from, something similar is found for everything.

Nothing here is reconstructed from a paper; docs/method.md has the whole, and docs/study.md what it was chosen on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from vicinal.alignment import Alignment
from vicinal.compiled import compiled
from vicinal.errors import InputError, SettingError, check_unit
from vicinal.methods.global_.chain import estimated, prior_chain
from vicinal.methods.global_.coarse import PROBABLE, blocks, group_sizes
from vicinal.methods.global_.decoding import chosen
from vicinal.methods.global_.evidence import CHARACTERS, MEANING, Channel
from vicinal.methods.global_.fourgrams import Grams
from vicinal.methods.global_.lattice import Lattice
from vicinal.methods.global_.result import found
from vicinal.signature import signature_of
from vicinal.similarity.vectors import Similarity, check_words
from vicinal.text.document import Document

MEANING_WEIGHT = 0.1  # of meaning beside spelling, for documents of equal length
STRICTNESS, IMBALANCE = 2.0, 4  # how many links the prior is worth: this, times how much longer one document is ^ 4
MOST_ROUNDS = 12
SETTLED = 0.005  # no more rounds when the mean of matching pairs moves less


class Parts(NamedTuple):
    """What does the counting: the Python, or its compiled twin, which gives the same results sooner."""

    grams: type[Grams]
    lattice: type[Lattice]


PYTHON = Parts(Grams, Lattice)
_module = compiled("_lattice")
COMPILED = None if _module is None else Parts(_module.Grams, _module.Lattice)


@dataclass(frozen=True)
class Global:
    """The most probable whole alignment: in any order, without thresholds, estimated on the pair itself.

    A link's score is the mean probability of its pairs. Steps are in the order of the target.

    Attributes:
        caution: How sure a link must be, 0 to 1: higher gives fewer and surer links.
        meaning: How sentences become vectors for a second similarity, beside shared spelling; None for spelling only.
    """

    caution: float = 0.7
    meaning: Similarity | None = None

    GRID: ClassVar[dict[str, tuple[float, ...]]] = {"caution": (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)}

    def __post_init__(self) -> None:
        """Raise SettingError for a setting outside its range."""
        check_unit("caution", self.caution)
        if self.meaning is not None and not callable(self.meaning):
            raise SettingError(f"meaning must be a function of two documents, or None, not {self.meaning!r}")

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled parts do the counting; they give the same results as the Python, sooner."""
        return COMPILED is not None

    @cached_property
    def _signature(self) -> str:
        return signature_of(self)

    def __call__(self, source: Document, target: Document) -> Alignment:
        """Align two documents."""
        return self.align_with(COMPILED or PYTHON, source, target)

    def align_with(self, parts: Parts, source: Document, target: Document) -> Alignment:
        """Align two documents with the compiled parts, or with the Python they stand for."""
        try:
            grams = parts.grams(source.sentences, target.sentences)
        except OverflowError:  # the compiled parts have numbers for some 60,000 different characters
            return self.align_with(PYTHON, source, target)
        check_words(source, target, *grams.has_words)
        lattice = self._estimated(parts, source, target, grams)
        groups = chosen(lattice.candidates(self.caution), lattice)
        return found(source, target, groups, lattice, grams, self._signature)

    def _estimated(self, parts: Parts, source: Document, target: Document, grams: Grams) -> Lattice:
        """Return the lattice of the sentences after all rounds."""
        lengths = [list(map(len, document.sentences)) for document in (source, target)]
        imbalance = _imbalance(*lengths)
        *group, _ = sizes = group_sizes(*map(len, lengths))
        kept, ratio = None, 1
        for size, finer in zip(group, sizes[1:], strict=True):
            coarse = parts.lattice(_added(lengths[0], size), _added(lengths[1], size), (), (), kept, ratio)
            moments = coarse.compare(grams.grouped(size))
            _rounds(coarse, [Channel(CHARACTERS, 1.0, moments)], imbalance)
            ratio = size // finer
            kept = blocks(coarse.probable(PROBABLE), coarse.rows, coarse.columns, ratio * ratio)
        lattice = parts.lattice(lengths[0], lengths[1], _starts(source), _starts(target), kept, ratio)
        share = 0.0 if self.meaning is None else MEANING_WEIGHT / imbalance
        channels = [Channel(CHARACTERS, 1.0 - share, lattice.compare(grams))]
        if self.meaning is not None:
            vectors = self.meaning(source, target)
            if vectors.shape != (lattice.rows, lattice.columns):
                raise InputError(
                    f"meaning gave vectors for {vectors.shape} sentences; "
                    f"the documents have {(lattice.rows, lattice.columns)}"
                )
            moments = lattice.add([vectors.pair(x, y) for x, y in lattice.cells()])
            channels.append(Channel(MEANING, share, moments))
        _rounds(lattice, channels, imbalance)
        return lattice


def _rounds(lattice: Lattice, channels: list[Channel], imbalance: float) -> None:
    """Estimate, round by round, until the mean of matching pairs stands still."""
    prior = chain = prior_chain(imbalance)
    strictness = STRICTNESS * imbalance**IMBALANCE
    settled = False
    for turn in range(MOST_ROUNDS):
        lattice.weigh([channel.curve() for channel in channels])
        counts, matching = lattice.run(chain)
        if settled or turn == MOST_ROUNDS - 1:
            return
        chain = estimated(prior, counts)
        moved = [channel.estimate(sums, strictness) for channel, sums in zip(channels, matching, strict=True)]
        settled = turn > 0 and max(moved) < SETTLED


def _imbalance(source: list[int], target: list[int]) -> float:
    """Return how many times longer one document is, in sentences and in characters: the smaller of the two."""
    sentences, characters = len(source) / len(target), max(sum(source), 1) / max(sum(target), 1)
    return max(1.0, min(sentences, characters), min(1 / sentences, 1 / characters))


def _added(lengths: list[int], size: int) -> list[int]:
    return [sum(lengths[x : x + size]) for x in range(0, len(lengths), size)]


def _starts(document: Document) -> list[int]:
    """Return the sentences that begin a paragraph, but for the first."""
    return [span.start for span in document.spans if len(span) and span.start]
