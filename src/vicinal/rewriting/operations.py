"""What changed in a linked pair: words kept, deleted, added, replaced and moved; sentences split and merged.

`changes` compares two texts. It matches their words in order (`word_alignment`), and then classifies all words:

    keep      the same words in the same order, whatever their case and the punctuation between them
    move      the same words in another place
    replace   words with the same stem or nearly the same letters; or different words in the same place
    delete    other words of the source
    add       other words of the target

Words are in the same place if they are between the same two matches and in one sentence. If one side has more than four
times as many of them as the other, plus two, they count as deleted and added instead.

Every word of both texts is in exactly one change. `Operations` counts words, splits and merges; counts add.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from typing import Any

from vicinal.alignment import Alignment
from vicinal.errors import InputError
from vicinal.link import Link
from vicinal.rewriting.word_changes import Change, Comparison
from vicinal.rewriting.word_matches import Vector


@dataclass(frozen=True)
class Changes:
    """What changed between two linked texts.

    Attributes:
        source: The indices of the source sentences.
        target: The indices of the target sentences.
        changes: In source order. Changes between two matches come between them, moves last.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    changes: tuple[Change, ...]

    @classmethod
    def of(cls, alignment: Alignment, link: Link, *, vector: Vector | None = None) -> Changes:
        """Return the changes in a sentence link; sentence indices are those of the documents."""
        source = [(i, alignment.source.sentences[i]) for i in link.source]
        target = [(j, alignment.target.sentences[j]) for j in link.target]
        language = alignment.source.language or alignment.target.language
        return cls(link.source, link.target, tuple(Comparison(source, target, language, vector).changes()))

    @property
    def is_split(self) -> bool:
        """Whether one sentence became several."""
        return len(self.source) == 1 and len(self.target) > 1

    @property
    def is_merge(self) -> bool:
        """Whether several sentences became one."""
        return len(self.source) > 1 and len(self.target) == 1

    @property
    def operations(self) -> Operations:
        """The number of words of each operation."""
        on_source: Counter[str] = Counter()
        on_target: Counter[str] = Counter()
        for operation, source, target in self.changes:
            if source:
                on_source[operation] += source.words
            if target:
                on_target[operation] += target.words
        return Operations(
            links=1,
            kept=on_source["keep"],
            deleted=on_source["delete"],
            added=on_target["add"],
            replaced=on_source["replace"],
            replaced_by=on_target["replace"],
            moved=on_source["move"],
            split=int(self.is_split),
            merged=int(self.is_merge),
        )

    def as_json(self) -> dict[str, Any]:
        """Return the changes for JSON: each is [operation, source, target], a side [sentence, start, end] or null."""
        return {
            "split": self.is_split,
            "merge": self.is_merge,
            "changes": [
                [operation, list(source[:3]) if source else None, list(target[:3]) if target else None]
                for operation, source, target in self.changes
            ],
        }


@dataclass(frozen=True)
class Operations:
    """The changes in some links, as counts that add.

    Attributes:
        links: Links.
        kept: Words kept.
        deleted: Source words deleted.
        added: Target words added.
        replaced: Source words replaced.
        replaced_by: Target words that replace them.
        moved: Words moved.
        split: Links in which one sentence became several.
        merged: Links in which several sentences became one.
    """

    links: int = 0
    kept: int = 0
    deleted: int = 0
    added: int = 0
    replaced: int = 0
    replaced_by: int = 0
    moved: int = 0
    split: int = 0
    merged: int = 0

    @classmethod
    def of(cls, alignment: Alignment, *, vector: Vector | None = None) -> Operations:
        """Return the counts of all sentence links of an alignment."""
        total = cls()
        for link in alignment.sentences:
            total += Changes.of(alignment, link, vector=vector).operations
        return total

    def __add__(self, other: Operations) -> Operations:
        return Operations(*(one + two for one, two in zip(astuple(self), astuple(other), strict=True)))

    @property
    def source_words(self) -> int:
        """The number of words on the source side."""
        return self.kept + self.deleted + self.replaced + self.moved

    @property
    def target_words(self) -> int:
        """The number of words on the target side."""
        return self.kept + self.added + self.replaced_by + self.moved

    def as_json(self) -> dict[str, int]:
        """Return the counts by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def changes(
    source: str | Sequence[str],
    target: str | Sequence[str],
    language: str | None = None,
    *,
    vector: Vector | None = None,
) -> Changes:
    """Return what changed between two texts.

    Args:
        source: The first text: a sentence or several.
        target: The second text.
        language: The language code; it selects the stemmer. Without it, words are not stemmed.
        vector: Returns the vector of a case-folded word, or None if it has none; words with similar vectors then match.

    >>> for change in changes("The big cat sat down.", "Yesterday the cat sits.", "en").changes:
    ...     print(*change)
    add None Place(sentence=0, start=0, end=9, words=1)
    keep Place(sentence=0, start=0, end=3, words=1) Place(sentence=0, start=10, end=13, words=1)
    delete Place(sentence=0, start=4, end=7, words=1) None
    keep Place(sentence=0, start=8, end=11, words=1) Place(sentence=0, start=14, end=17, words=1)
    replace Place(sentence=0, start=12, end=20, words=2) Place(sentence=0, start=18, end=22, words=1)
    """
    first, second = _sentences(source), _sentences(target)
    made = Comparison(list(enumerate(first)), list(enumerate(second)), language, vector).changes()
    return Changes(tuple(range(len(first))), tuple(range(len(second))), tuple(made))


def _sentences(text: str | Sequence[str]) -> Sequence[str]:
    sentences = [text] if isinstance(text, str) else text
    if not isinstance(sentences, Sequence) or not all(isinstance(sentence, str) for sentence in sentences):
        raise InputError(f"a text is a sentence or a list of sentences; found {text!r:.80}")
    return sentences
