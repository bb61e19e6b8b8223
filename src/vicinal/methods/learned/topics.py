"""Topics of paragraphs: clusters by complete link with names, dates and numbers masked, as in Barzilay & Elhadad.

Two paragraphs about the history of two cities share the words of the topic, but not names and years; so these are
masked, each kind by one tag. A topic is the mean of the TF-IDF vectors of its paragraphs (each paragraph counts once
for idf), cut to its strongest terms. A new paragraph gets the topic with the highest cosine.

Names are words with a capital letter that do not start a sentence; languages that capitalise all nouns keep them.
Years, days and amounts are words that start with a digit. Names of months are not treated specially.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from math import log, sqrt

from msgspec import Struct

from vicinal.methods.learned.training import Finite, numerical
from vicinal.text.document import Document
from vicinal.text.tokens import tokens

NO_TOPIC = -1
NUMBER_TAG, NAME_TAG = "0", "Xx"

_TERMS = 60  # of each topic
_MOST = 3000  # paragraphs to cluster: complete link needs memory quadratic in them
_WORD = re.compile(r"[^\W_]+")
_CAPITAL_NOUNS = ("de", "lb", "nds")


class Topics(Struct, frozen=True):
    """The topics of one side of a corpus: for each topic its terms, with the weight of one occurrence."""

    terms: tuple[tuple[tuple[str, Finite], ...], ...]

    def of(self, document: Document) -> list[int]:
        """Return the topic of each paragraph: the most similar (ties: the first), or NO_TOPIC if none is similar."""
        where: dict[str, list[tuple[int, float]]] = {}
        for topic, terms in enumerate(self.terms):
            for term, weight in terms:
                where.setdefault(term, []).append((topic, weight))
        found = []
        for counts in map(masked, document.paragraphs, [document.language] * len(document.paragraphs)):
            scores = [0.0] * len(self.terms)
            for term, count in sorted(counts.items()):
                for topic, weight in where.get(term, ()):
                    scores[topic] += count * weight
            best = max(scores, default=0.0)
            found.append(scores.index(best) if best > 0 else NO_TOPIC)
        return found


def masked(paragraph: Iterable[str], language: str | None) -> Counter[str]:
    """Count the words of a paragraph, with one tag for all names and one for all numbers."""
    keep_capitals = (language or "").lower().split("-")[0] in _CAPITAL_NOUNS

    def mask(match: re.Match[str]) -> str:
        word = match[0]
        if word[0].isdecimal():
            return NUMBER_TAG
        begins = not match.string[: match.start()].strip(" \t\"'“”„«»‘’(-–—*•¿¡")
        return word if begins or keep_capitals or not word[0].isupper() else NAME_TAG

    return Counter(token for sentence in paragraph for token in tokens(_WORD.sub(mask, sentence)))


def find_topics(documents: Iterable[Document], count: int) -> Topics:
    """Cluster the paragraphs of documents into count topics, or fewer if there are fewer paragraphs with words."""
    paragraphs = [
        counts
        for document in documents
        for paragraph in document.paragraphs
        if (counts := masked(paragraph, document.language))
    ]
    in_paragraphs = Counter(term for counts in paragraphs for term in counts)
    idf = {term: log(len(paragraphs) / n) + 1 for term, n in sorted(in_paragraphs.items())}
    if len(paragraphs) > _MOST:  # evenly spaced, so that all documents are represented
        paragraphs = [paragraphs[k * len(paragraphs) // _MOST] for k in range(_MOST)]
    vectors = [_unit({term: n * idf[term] for term, n in sorted(counts.items())}) for counts in paragraphs]
    members: dict[int, list[dict[str, float]]] = {}
    for number, vector in zip(_complete_link(vectors, list(idf), count), vectors, strict=True):
        members.setdefault(number, []).append(vector)
    return Topics(tuple(_terms(members[number], idf) for number in sorted(members)))


def _complete_link(vectors: Sequence[dict[str, float]], vocabulary: Sequence[str], count: int) -> list[int]:
    """Return the number of the cluster of each vector."""
    if len(vectors) <= count:
        return list(range(len(vectors)))
    np, sparse = numerical("numpy"), numerical("scipy.sparse")
    hierarchy = numerical("scipy.cluster.hierarchy")
    column = {term: number for number, term in enumerate(vocabulary)}
    rows = [row for row, vector in enumerate(vectors) for _ in vector]
    columns = [column[term] for vector in vectors for term in vector]
    values = [value for vector in vectors for value in vector.values()]
    matrix = sparse.csr_matrix((values, (rows, columns)), shape=(len(vectors), len(vocabulary)))
    distances = 1.0 - (matrix @ matrix.T).toarray()
    merges = hierarchy.linkage(np.maximum(distances[np.triu_indices(len(vectors), 1)], 0.0), method="complete")
    # Cut by the order of the merges, not by a distance: paragraphs without a common word all have distance 1.
    return [int(number) for number in hierarchy.cut_tree(merges, n_clusters=count)[:, 0]]


def _terms(vectors: Sequence[dict[str, float]], idf: dict[str, float]) -> tuple[tuple[str, float], ...]:
    """Return the strongest terms of a cluster's mean vector; weights are multiplied by idf, to be used with counts."""
    mean: dict[str, float] = {}
    for vector in vectors:
        for term, value in vector.items():
            mean[term] = mean.get(term, 0.0) + value
    strongest = sorted(_unit(mean).items(), key=lambda entry: (-entry[1], entry[0]))[:_TERMS]
    return tuple(sorted((term, round(value * idf[term], 4)) for term, value in strongest))


def _unit(vector: dict[str, float]) -> dict[str, float]:
    """Return a vector scaled to length 1."""
    square = 0.0
    for value in vector.values():
        square += value * value
    return {term: value / sqrt(square) for term, value in vector.items()}
