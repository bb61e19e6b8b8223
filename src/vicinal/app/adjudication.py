"""Adjudication: a third set of links, made out of those of two annotators by deciding where they differ.

The third set is the state of an annotator like any other, under a name of its own: it has undo and redo, is marked as
done, exported and measured. It begins with the links that both have. A decision is a change of it (`Edits.change`);
the table `adjudicated` says whose links it was made of.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Literal, NamedTuple

import msgspec

from vicinal.alignment import Aligned, Alignment
from vicinal.app.adjudication_types import (
    MOST_TAKEN,
    DifferenceAnswer,
    DifferencesAnswer,
    LinksAnswer,
    NoteOf,
    PairAnnotator,
    ProgressAnswer,
    TakeOverAnswer,
    WhoseSentences,
)
from vicinal.app.annotator_agreement import agreement_answer
from vicinal.app.annotator_state import (
    AnnotatorState,
    ConflictError,
    StateRow,
    find_or_insert_row,
    find_row,
    first_state,
    read_links,
)
from vicinal.app.carried_links import carried, differing_places, original_place
from vicinal.app.corrected_texts import Texts, texts_of
from vicinal.app.correction_types import Note
from vicinal.app.corrections import corrected
from vicinal.app.differences import Comparison, Difference, compared, decisions
from vicinal.app.edits import Edits
from vicinal.app.entry_table import KEPT
from vicinal.app.view_types import View
from vicinal.errors import InputError
from vicinal.evaluation.agreement import agreement
from vicinal.gold import LinkKey
from vicinal.view.viewer_data import viewer_data

_PLACES = msgspec.json.Decoder(tuple[LinkKey, ...])


class Adjudicator(NamedTuple):
    """Two annotators, and the name of the third set that is made out of their links.

    Use `adjudicator`, which checks the names.
    """

    edits: Edits
    one: str
    other: str
    third: str

    def differences(self, key: str, aligned: Aligned, sentences: WhoseSentences = "one") -> DifferencesAnswer:
        """Return where the two differ in a pair, what was decided there, and how well all three agree.

        Args:
            key: The pair.
            aligned: The pair with its own links.
            sentences: Whose sentences the numbers refer to as long as the third set is not begun.

        Raises:
            InputError: One of the two has not worked on the pair.
            ConflictError: The third set is not one of these two.
        """
        with self.edits.database.reading() as connection:
            one, other = self._rows(connection, key)
            third = self._third(connection, key)
            settled = _settled(connection, third) if third else set()
        original = texts_of(aligned.alignment.source, aligned.alignment.target)
        texts = _texts(third or (one if sentences == "one" else other), original)
        found = _compared(one, other, original, texts)
        settled_here = [each.key for each in found.differences if original_place(each.key, texts) in settled]
        decided = decisions(found.differences, third.state.links if third else (), settled_here)
        sizes = len(original[0]), len(original[1])
        links = {row.annotator: row.state.original_links for row in (one, other, third) if row}
        after = [(self.one, self.third), (self.other, self.third)] if third else []
        before, *with_third = (
            agreement_answer(names, agreement(links[names[0]], links[names[1]], sizes))
            for names in [(self.one, self.other), *after]
        )
        return DifferencesAnswer(
            begun=third is not None,
            version=third.version if third else 0,
            done=third is not None and third.done,
            both_done=one.done and other.done,
            alike=len(found.alike),
            sentences_differ=differing_places(_texts(one, original), _texts(other, original)),
            differences=[
                DifferenceAnswer(
                    *each.key,
                    one=[link.key for link in each.one],
                    other=[link.key for link in each.other],
                    notes=_notes(each),
                    decided=decision,
                )
                for each, decision in zip(found.differences, decided, strict=True)
            ],
            before=before,
            after=with_third,
        )

    def begin(self, key: str, aligned: Aligned, sentences: WhoseSentences = "one") -> AnnotatorState:
        """Begin the third set of a pair with the links that both have, and return it; if it is begun, as it is.

        Args:
            key: The pair.
            aligned: The pair with its own links.
            sentences: Whose sentences it has.

        Raises:
            InputError: One of the two has not worked on the pair.
            ConflictError: There is a set of that name that is not one of these two.
        """
        with self.edits.database.writing() as connection:
            one, other = self._rows(connection, key)
            third = self._third(connection, key)
            if third is not None:
                return third.state
            texts = one.texts if sentences == "one" else other.texts
            original = texts_of(aligned.alignment.source, aligned.alignment.target)
            alike = _compared(one, other, original, texts or original).alike
            row = find_or_insert_row(connection, key, self.third, aligned)
            connection.execute(
                "INSERT INTO adjudicated (key, annotator, one, other) VALUES (?, ?, ?, ?)",
                (key, self.third, self.one, self.other),
            )
            return row.update(connection, links=alike, texts=texts, text_version=int(texts is not None))

    def progress(self, after: str | None = None) -> ProgressAnswer:
        """Return how far the adjudication is, over the pairs that both have marked as done.

        Args:
            after: The pair after which to look for the next one to adjudicate; the first ones follow the last.
        """
        pairs = differing = finished = alike_left = 0
        first = found = None
        passed = after is None
        for key, differ, third in self._pairs():
            pairs += 1
            if key == after:
                passed = True
            if not differ:
                alike_left += third == "open"
                continue
            differing += 1
            finished += third == "done"
            if third == "open" and key != after:
                first = first or key
                found = found or (key if passed else None)
        return ProgressAnswer(pairs, differing, finished, alike_left, found or first)

    def take_over(self) -> TakeOverAnswer:
        """Take over pairs that both have marked as done with the same links and sentences; mark them as done."""
        alike = [key for key, differ, third in self._pairs() if not differ and third == "open"]
        taken = 0
        for key in alike[:MOST_TAKEN]:
            aligned = self.edits.kept(key)
            if aligned is None:
                continue
            with suppress(ConflictError):  # someone of that name has begun to work there in the meantime
                self.begin(key, aligned)
                self.edits.mark(key, self.third, aligned, True)
                taken += 1
        return TakeOverAnswer(taken, max(0, len(alike) - MOST_TAKEN))

    def _pairs(self) -> Iterator[tuple[str, bool, Literal["open", "done", "foreign"]]]:
        """Yield the pairs that both have done: the key, whether they differ, and how far the third set is.

        It is "foreign" if someone of that name has links of their own, or a set made out of the links of others, there.
        Texts are compared by the database, and links read only where they are not written alike.
        """
        question = (
            "SELECT mine.key, mine.texts IS theirs.texts, mine.links = theirs.links, mine.links, theirs.links, "
            "third.done, made.one, made.other FROM state AS mine "
            "JOIN state AS theirs ON theirs.key = mine.key AND theirs.annotator = ? AND theirs.done = 1 "
            "JOIN entry ON entry.library = ? AND entry.key = mine.key "
            "LEFT JOIN state AS third ON third.key = mine.key AND third.annotator = ? "
            "LEFT JOIN adjudicated AS made ON made.key = third.key AND made.annotator = third.annotator "
            "WHERE mine.annotator = ? AND mine.done = 1 ORDER BY entry.number"
        )
        with self.edits.database.reading() as connection:
            for key, same_texts, same_links, mine, theirs, done, *made_of in connection.execute(
                question, (self.other, KEPT, self.third, self.one)
            ):
                differ = not same_texts or (not same_links and _keys(mine) != _keys(theirs))
                foreign = done is not None and set(made_of) != {self.one, self.other}
                yield key, differ, "foreign" if foreign else "done" if done else "open"

    def _rows(self, connection: sqlite3.Connection, key: str) -> tuple[StateRow, StateRow]:
        found = []
        for name in (self.one, self.other):
            row = find_row(connection, key, name)
            if row is None:
                raise InputError(f"{name} has not changed or marked this pair yet; choose someone who has")
            found.append(row)
        return found[0], found[1]

    def _third(self, connection: sqlite3.Connection, key: str) -> StateRow | None:
        row = find_row(connection, key, self.third)
        if row is None:
            return None
        made_of = _made_of(connection, key).get(self.third)
        if made_of is None:
            raise ConflictError(f"{self.third} has links of their own here; choose another name", row.state)
        if set(made_of) != {self.one, self.other}:
            whose = f"it was made out of the links of {made_of[0]} and {made_of[1]}"
            raise ConflictError(f"{self.third} is there already: {whose}; choose another name", row.state)
        return row


def adjudicator(edits: Edits, one: str, other: str, third: str) -> Adjudicator:
    """Return who is adjudicated, and under which name.

    Raises:
        InputError: Two of the names are the same.
    """
    if one == other:
        raise InputError(f"{one} is named twice; choose two annotators")
    if third in (one, other):
        raise InputError(f"the third set cannot be that of {third}; choose another name")
    return Adjudicator(edits, one, other, third)


def annotators_of(edits: Edits, key: str) -> list[PairAnnotator]:
    """Return everyone who has changed or marked a pair, those with the most pairs first."""
    question = (
        "SELECT annotator, done, links, texts IS NOT NULL, "
        "(SELECT COUNT(*) FROM state AS each WHERE each.annotator = state.annotator) AS pairs "
        "FROM state WHERE key = ? ORDER BY pairs DESC, annotator"
    )
    with edits.database.reading() as connection:
        made_of = _made_of(connection, key)
        return [
            PairAnnotator(name, bool(done), len(read_links(links)), pairs, bool(texts), made_of.get(name))
            for name, done, links, texts, pairs in connection.execute(question, (key,))
        ]


def links_on(edits: Edits, key: str, aligned: Aligned, annotator: str, sentences_of: str) -> LinksAnswer:
    """Return the links of an annotator on the sentences of another, for a comparison.

    Someone who has not worked on the pair has its own links and sentences.
    """
    states = [edits.state(key, name) or first_state(aligned) for name in (annotator, sentences_of)]
    own, theirs = states
    original = texts_of(aligned.alignment.source, aligned.alignment.target)
    before, after = (state.texts or original for state in states)
    links = [link.key for link in carried(own.noted, before, after)]
    alignment: Alignment = corrected(aligned.alignment, links, own.start, annotator, theirs.texts)
    return LinksAnswer(View(**viewer_data(alignment)), before != after)


def _made_of(connection: sqlite3.Connection, key: str) -> dict[str, tuple[str, str]]:
    found = connection.execute("SELECT annotator, one, other FROM adjudicated WHERE key = ?", (key,))
    return {name: (one, other) for name, one, other in found}


def _settled(connection: sqlite3.Connection, row: StateRow) -> set[LinkKey]:
    """Return the differences that were settled and not undone, as sentences of the original."""
    found = connection.execute(
        "SELECT settled FROM change WHERE key = ? AND annotator = ? AND number <= ? AND settled <> '[]'",
        (row.key, row.annotator, row.position),
    )
    return {place for (places,) in found for place in _PLACES.decode(places)}


def _compared(one: StateRow, other: StateRow, original: Texts, texts: Texts) -> Comparison:
    """Compare the links of two annotators on some sentences."""
    first, second = (carried(row.links, _texts(row, original), texts) for row in (one, other))
    return compared(first, second)


def _texts(row: StateRow, original: Texts) -> Texts:
    return row.texts or original


def _keys(links: str) -> list[LinkKey]:
    return [link.key for link in read_links(links)]


def _notes(difference: Difference) -> list[NoteOf]:
    return [
        *(NoteOf("one", Note(*link)) for link in difference.one if link.noted),
        *(NoteOf("other", Note(*link)) for link in difference.other if link.noted),
    ]
