"""MASSAlign, the later program of the paper's authors (Paetzold, Alva-Manchego & Specia 2017), link for link.

For reproducing corpora made with it. Its search differs from the paper's in many places, some of them probably slips.
All are kept, because the links depend on them:

- A run (1-N, N-1) adds the next sentence, but never the one after: that one is only compared, and the run continues
  after it. So a link can have a gap, and a run that skips the last sentence ends the search.
- After a run the search restarts one sentence before its end, so a sentence can be in two links. So can a paragraph
  (and its sentences), where the path through the paragraphs turns a corner.
- If neither the diagonal nor a run is similar enough, a start found directly below or to the right still opens a run.
- In the last row and column, similarity must exceed `sentence_alpha`; everywhere else equality is enough.
- Idf is log2(N / df) over the lines of the two files, including blank lines between paragraphs. Words are separated by
  single spaces, keep their case, and exclude stop words and lone punctuation. Concatenated sentences are split at any
  white space instead, but have no words other than these.

Certain: all of that. On the German, English and Portuguese development gold every link equals the program's (its Python
3 port, with the same stop words). Different: if two paragraph similarities are equal, the program decides by the
rounding of 32-bit numbers; here the first wins, in the program's order. The program's stop words are NLTK's; here they
are function words compiled for this project. Compared with Snowball's list, the origin of NLTK's German one, they keep
371 of 385 links of the German gold, each document as one paragraph, and change precision by 0.008 and recall not at
all; at most 0.02 on the other files. For exactly the program's links, pass its list:
`stop_words=tuple(stopwords.words("german"))`.
"""

from __future__ import annotations

import string
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import log2
from typing import ClassVar

from vicinal.alignment import Alignment, assemble
from vicinal.errors import InputError, SettingError, check_unit
from vicinal.link import Cell, Link, Step
from vicinal.signature import signature_of
from vicinal.similarity.row_cosines import row_cosines
from vicinal.similarity.vectors import BestPair, Vectors
from vicinal.text.document import Document, language_of
from vicinal.text.function_words import function_words

Pair = Callable[[int, int], float]
Similar = Callable[[int], Sequence[int]]
Group = tuple[list[int], list[int]]
_PUNCTUATION = frozenset(string.punctuation)
# In the program's order, which decides ties.
_NEAR: tuple[Cell, ...] = ((0, 1), (1, 1), (1, 0))
_FARTHER: tuple[Cell, ...] = ((1, 2), (2, 1))


@dataclass(frozen=True)
class Massalign:
    """MASSAlign, the program the paper's authors published in 2017, with its quirks.

    Attributes:
        paragraph_alpha: The least similarity of aligned paragraphs, 0 to 1.
        sentence_alpha: The least similarity of aligned sentences, 0 to 1.
        beta: The slack: how much similarity one more sentence of a 1-N or N-1 link may cost, 0 to 1.
        stop_words: Words to ignore; case matters. None: the function words of the documents' language (German, English
            or Portuguese), which is recognised if the documents do not name it.
        one_paragraph: Whether each document is treated as one paragraph, as the DEplain corpus was aligned.
    """

    paragraph_alpha: float = 0.3
    sentence_alpha: float = 0.2
    beta: float = 0.05
    stop_words: tuple[str, ...] | None = None
    one_paragraph: bool = False

    GRID: ClassVar[dict[str, tuple[float, ...]]] = {
        "paragraph_alpha": (0.2, 0.3, 0.4),
        "sentence_alpha": (0.1, 0.15, 0.2, 0.25, 0.3, 0.35),
        "beta": (0.0, 0.05, 0.1),
    }

    def __post_init__(self) -> None:
        """Raise SettingError for a setting outside its range."""
        check_unit("paragraph_alpha", self.paragraph_alpha)
        check_unit("sentence_alpha", self.sentence_alpha)
        check_unit("beta", self.beta)
        if self.stop_words is not None:
            words = self.stop_words
            if isinstance(words, str) or not isinstance(words, Iterable) or not all(isinstance(w, str) for w in words):
                raise SettingError(f"stop_words must be a tuple of words, not {words!r:.80}")
            object.__setattr__(self, "stop_words", tuple(sorted(set(words))))

    def __call__(self, source: Document, target: Document) -> Alignment:
        """Align two documents."""
        singles, joined = self._vectors(source, target)
        steps: list[Step] = []
        paragraphs: list[Link] | None = None
        if self.one_paragraph:
            groups = [(list(range(len(source.sentences))), list(range(len(target.sentences))))]
        else:
            best = _Paragraphs(singles, source, target, self.paragraph_alpha)
            steps = list(paragraph_steps(best.pair, best.shape, self.paragraph_alpha, best.similar))
            parts = paragraph_groups(step.cell for step in steps)
            groups = [(_sentences_of(source, xs), _sentences_of(target, ys)) for xs, ys in parts]
            scores = [joined.group(xs, ys) for xs, ys in groups]
            paragraphs = [Link(tuple(xs), tuple(ys), score) for (xs, ys), score in zip(parts, scores, strict=True)]

        links: list[Link] = []
        for xs, ys in groups:
            inside, group = singles.select(xs, ys), joined.select(xs, ys).group
            similar = _similar_sentences(inside, self.sentence_alpha)
            search = SentenceSearch(inside.pair, group, inside.shape, self.sentence_alpha, self.beta, similar)
            for rows, columns in search.links():
                score = group(rows, columns)
                links.append(Link(tuple(xs[x] for x in rows), tuple(ys[y] for y in columns), score))
            for step in search.steps:
                stood = None if step.stood is None else (xs[step.stood[0]], ys[step.stood[1]])
                steps.append(replace(step, stood=stood, cell=(xs[step.cell[0]], ys[step.cell[1]])))
        return assemble(source, target, links, signature_of(self), paragraphs=paragraphs, steps=steps)

    def _vectors(self, source: Document, target: Document) -> tuple[Vectors, Vectors]:
        """Return the vectors for single sentences and those for concatenated sentences."""
        for side, document in (("source", source), ("target", target)):
            if not any(map(str.split, document.sentences)):
                raise InputError(f"{document.id or side + ' document'}: has no words to align")
        left_out = _PUNCTUATION.union(self._stop_words(source, target))
        lines = [line for document in (source, target) for line in self._lines(document)]
        counts = Counter(word for line in lines for word in set(line.strip().split(" ")) - left_out)
        weights = {word: log2(len(lines) / count) for word, count in counts.items()}
        columns = {word: column for column, word in enumerate(counts)}

        def rows(document: Document, separator: str | None) -> Iterator[dict[int, float]]:
            for sentence in document.sentences:
                found = Counter(word for word in sentence.strip().split(separator) if word in weights)
                yield {columns[word]: count * weights[word] for word, count in found.items()}

        singles, joined = (Vectors(rows(source, by), rows(target, by)) for by in (" ", None))
        return singles, joined

    def _stop_words(self, source: Document, target: Document) -> Iterable[str]:
        if self.stop_words is not None:
            return self.stop_words
        return function_words(language_of(source, target))

    def _lines(self, document: Document) -> Iterator[str]:
        """Yield the lines of the file that the program would read: a blank one between paragraphs, none at the end."""
        for number, paragraph in enumerate(document.paragraphs):
            if number and not self.one_paragraph:
                yield ""
            for sentence in paragraph:
                # The program splits at line separators other than line feeds when it counts, not when it aligns.
                yield from sentence.strip().splitlines() or [""]


class _Paragraphs:
    """The similarities of paragraphs, those of their best pairs of sentences: exact from alpha on, and of the first."""

    def __init__(self, vectors: Vectors, source: Document, target: Document, alpha: float) -> None:
        best = BestPair(vectors, source.spans, target.spans)
        self.shape = best.shape
        if alpha <= 0:  # all are similar
            self.pair: Pair = best.pair
            self.similar: Similar = _all_columns(self.shape)
            return
        above = row_cosines(vectors).above
        paragraph = [q for q, span in enumerate(target.spans) for _ in span]

        @cache
        def similar(x: int) -> dict[int, float]:
            found: dict[int, float] = {}
            for i in source.spans[x]:
                for j, similarity in above(i, alpha):
                    if similarity > found.get(paragraph[j], 0.0):
                        found[paragraph[j]] = similarity
            return dict(sorted(found.items()))

        self.pair = lambda x, y: similar(x).get(y, 0.0) if x or y else best.pair(x, y)
        self.similar = cache(lambda x: list(similar(x)))


def _similar_sentences(vectors: Vectors, alpha: float) -> Similar:
    """Return what finds the columns of a row that are similar enough."""
    if alpha <= 0:
        return _all_columns(vectors.shape)
    above = row_cosines(vectors).above
    return cache(lambda x: [y for y, _ in above(x, alpha)])


def _all_columns(shape: Cell) -> Similar:
    return lambda _: range(shape[1])


def _compared(pair: Pair, shape: Cell, alpha: float) -> Similar:
    """Return what finds the similar columns of a row by comparing all of them."""
    return cache(lambda x: [y for y in range(shape[1]) if pair(x, y) >= alpha])


def paragraph_steps(pair: Pair, shape: Cell, alpha: float, similar: Similar | None = None) -> Iterator[Step]:
    """Yield the steps of the path through the paragraphs; the first cell is aligned whatever its similarity.

    Args:
        pair: Returns the similarity of two paragraphs; one below alpha may be any number below it.
        shape: The numbers of source and target paragraphs.
        alpha: The least similarity.
        similar: Returns the columns of a row whose similarity is alpha or more, ascending; None: all are compared.
    """
    similar = similar or _compared(pair, shape, alpha)
    last = (shape[0] - 1, shape[1] - 1)
    cell = (0, 0)
    yield Step("paragraph", None, "start", cell, pair(*cell))
    while cell != last:
        stood = cell
        rule, cell = _next_paragraphs(pair, shape, alpha, stood, similar)
        similarity = pair(*cell)
        if cell != last or similarity >= alpha:
            yield Step("paragraph", stood, rule, cell, similarity)


def _next_paragraphs(pair: Pair, shape: Cell, alpha: float, cell: Cell, similar: Similar) -> tuple[str, Cell]:
    x, y = cell
    for rule, offsets in (("V1", _NEAR), ("V2", _FARTHER)):
        inside = [(x + dx, y + dy) for dx, dy in offsets if x + dx < shape[0] and y + dy < shape[1]]
        best = max(inside, key=lambda found: pair(*found), default=cell)
        if inside and pair(*best) >= alpha:
            return rule, best
    # The similar cell with the smallest sum, then with the smallest row.
    nearest: Cell | None = None
    for i in range(x + 1, shape[0]):
        if nearest is not None and i + y + 1 >= sum(nearest):
            break
        columns = similar(i)
        k = bisect_left(columns, y + 1)
        if k < len(columns) and (nearest is None or i + columns[k] < sum(nearest)):
            nearest = (i, columns[k])
    return "nearest", nearest or (shape[0] - 1, shape[1] - 1)


def paragraph_groups(path: Iterable[Cell]) -> list[Group]:
    """Group the consecutive cells of a path that stay in one row or in one column.

    >>> paragraph_groups([(0, 0), (0, 1), (1, 1), (2, 2)])
    [([0], [0, 1]), ([1], [1]), ([2], [2])]
    """
    groups: list[Group] = []
    for x, y in path:
        if groups and groups[-1][0] == [x]:
            groups[-1][1].append(y)
        elif groups and groups[-1][1] == [y]:
            groups[-1][0].append(x)
        else:
            groups.append(([x], [y]))
    return groups


class SentenceSearch:
    """The search in one pair of paragraph groups.

    Args:
        pair: Returns the similarity of two single sentences.
        group: Returns the similarity of concatenated sentences.
        shape: The numbers of source and target sentences.
        alpha: The least similarity.
        beta: The slack.
        similar: Returns the columns of a row whose similarity is alpha or more, ascending; None: all are compared.
    """

    def __init__(
        self,
        pair: Pair,
        group: Callable[..., float],
        shape: Cell,
        alpha: float,
        beta: float,
        similar: Similar | None = None,
    ) -> None:
        self.pair = pair
        self.group = group
        self.shape = shape
        self.alpha = alpha
        self.beta = beta
        self.similar = similar or _compared(pair, shape, alpha)
        self.steps: list[Step] = []

    def links(self) -> Iterator[Group]:
        """Yield the links, and record the steps."""
        cell = self._start(None)
        while cell is not None:
            if any(at + 1 == size for at, size in zip(cell, self.shape, strict=True)):
                # Only here is exactly alpha not enough.
                if self.group([cell[0]], [cell[1]]) > self.alpha:
                    yield self._edge(cell)
                else:
                    self.steps.pop()  # the one that led here: the cell is not aligned
                return
            cell, link = self._advance(cell)
            yield link

    def _advance(self, cell: Cell) -> tuple[Cell | None, Group]:
        """Return the next cell (None: the search ends), and the link that is complete."""
        x, y = cell
        diagonal, below, right = (x + 1, y + 1), (x + 1, y), (x, y + 1)
        least = self.pair(x, y) - self.beta
        similarity = {diagonal: self.pair(*diagonal)}
        for beside, joined in ((below, self.group([x, x + 1], [y])), (right, self.group([x], [y, y + 1]))):
            similarity[beside] = joined if joined > least else 0.0
        best = max(similarity, key=similarity.__getitem__)  # ties: the first
        following: Cell | None = best
        rule = "diagonal"
        if similarity[best] < self.alpha:
            following, rule = self._find(cell), "start"
            if following is not None:
                similarity[following] = self.pair(*following)
        # A start directly next to the cell opens a run too, with its own similarity.
        if following == below:
            return self._run(cell, 0, similarity[below])
        if following == right:
            return self._run(cell, 1, similarity[right])
        if following is not None:
            self.steps.append(Step("sentence", cell, rule, following, similarity[following]))
        return following, ([x], [y])

    def _run(self, cell: Cell, axis: int, similarity: float) -> tuple[Cell | None, Group]:
        """Concatenate sentences, down (axis 0) or right (axis 1); return where to restart, and the link."""
        first, size = cell[axis], self.shape[axis]

        def diagonal(at: int) -> float:
            return self.pair(at, cell[1] + 1) if axis == 0 else self.pair(cell[0] + 1, at)

        before = self._joined(cell, axis, [first])
        members = [first, first + 1]
        self._note_run(cell, axis, members, similarity)
        end = first + 2
        if end < size and similarity > max(diagonal(end), before - self.beta):
            # The sentence at `end` was only compared: the run continues after it.
            while (end := end + 1) < size:
                before, similarity = similarity, self._joined(cell, axis, [*members, end])
                if similarity <= max(diagonal(end), before - self.beta):
                    end -= 1
                    break
                members.append(end)
                self._note_run(cell, axis, members, similarity)
        following = None
        if end < size:
            stood = (end - 1, cell[1]) if axis == 0 else (cell[0], end - 1)
            following = self._start(stood)
        return following, self._link(cell, axis, members)

    def _edge(self, cell: Cell) -> Group:
        """Return the link at the last row or column: it grows until a sentence costs more than the slack."""
        axis = 1 if cell[0] + 1 == self.shape[0] else 0
        members = [cell[axis]]
        similarity = self._joined(cell, axis, members)
        for at in range(cell[axis] + 1, self.shape[axis]):
            before, similarity = similarity, self._joined(cell, axis, [*members, at])
            if similarity < before - self.beta:
                break
            members.append(at)
            self._note_run(cell, axis, members, similarity)
        return self._link(cell, axis, members)

    def _link(self, cell: Cell, axis: int, members: list[int]) -> Group:
        return (members, [cell[1]]) if axis == 0 else ([cell[0]], members)

    def _joined(self, cell: Cell, axis: int, members: list[int]) -> float:
        return self.group(*self._link(cell, axis, members))

    def _note_run(self, cell: Cell, axis: int, members: list[int], similarity: float) -> None:
        """Record that the last of members was added to those before it."""
        stood, found = ((at, cell[1]) if axis == 0 else (cell[0], at) for at in members[-2:])
        self.steps.append(Step("sentence", stood, ("down", "right")[axis], found, similarity))

    def _start(self, after: Cell | None) -> Cell | None:
        """Return where the search starts or restarts, and record it."""
        found = self._find(after)
        if found is not None:
            self.steps.append(Step("sentence", after, "start", found, self.pair(*found)))
        return found

    def _find(self, after: Cell | None) -> Cell | None:
        """Return the first similar cell neither above nor left of one: by x + y, then from large x to small."""
        x0, y0 = after or (0, 0)
        found: Cell | None = None
        for x in range(x0, self.shape[0]):
            if found is not None and x + y0 > sum(found):
                break
            columns = self.similar(x)
            k = bisect_left(columns, y0 + 1 if (x, y0) == after else y0)
            if k < len(columns) and (found is None or x + columns[k] <= sum(found)):
                found = (x, columns[k])
        return found


def _sentences_of(document: Document, paragraphs: Iterable[int]) -> list[int]:
    return [i for paragraph in paragraphs for i in document.spans[paragraph]]
