"""Any sequence of corrections, undo and redo, of sentences, links and notes, does what a simple model does.

In the model, sentences and links are objects without numbers, and undo goes back in a list of all states.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vicinal import Document
from vicinal.alignment import Aligned, NotedLink, assemble
from vicinal.app.annotator_state import AnnotatorState, ConflictError
from vicinal.app.change_steps import SentencesAsked
from vicinal.app.corrected_texts import Piece
from vicinal.app.download import download
from vicinal.app.edits import Edits
from vicinal.app.pair_summary import pair_key
from vicinal.gold import read_gold_lines
from vicinal.link import Link

SOURCE = Document([["Rain"], ["It rains.", "It rains."], ["The street is wet."]], "rain", "en", [0])
TARGET = Document([["Rain"], ["It rains a lot.", "The street is wet."]], "rain", "en", [0])
PAIR = Aligned(assemble(SOURCE, TARGET, [Link((0,), (0,), 0.9), Link((1, 2), (1,), 0.5)], "by hand"))
KEY = pair_key(SOURCE, TARGET)
SIDES = ("source", "target")


class Sentence(NamedTuple):
    """A sentence of the model; its number never changes, whatever stands before it."""

    number: int
    piece: Piece


class Joined(NamedTuple):
    """A link of the model, between the numbers of sentences."""

    ends: tuple[frozenset[int], frozenset[int]]
    unsure: bool = False
    comment: str = ""


class Model(NamedTuple):
    """What an annotator has."""

    texts: tuple[tuple[Sentence, ...], tuple[Sentence, ...]]
    links: frozenset[Joined]

    def noted(self) -> list[NotedLink]:
        """Return the links as the app has them."""
        places = [{sentence.number: at for at, sentence in enumerate(side)} for side in self.texts]
        return sorted(
            NotedLink(
                tuple(sorted(places[0][number] for number in link.ends[0])),
                tuple(sorted(places[1][number] for number in link.ends[1])),
                link.unsure,
                link.comment,
            )
            for link in self.links
        )

    def joined(self, link: NotedLink) -> Joined:
        """Return the link of the model for one of the app."""
        source, target = (frozenset(self.texts[side][at].number for at in link.key[side]) for side in (0, 1))
        return Joined((source, target), link.unsure, link.comment)

    def spliced(self, side: int, at: int, gone: int, pieces: list[Piece], numbers: count[int]) -> Model:
        """Return the model with other sentences."""
        text = self.texts[side]
        old = text[at : at + gone]
        if len(pieces) == gone:
            new = tuple(Sentence(before.number, piece) for before, piece in zip(old, pieces, strict=True))
        else:
            new = tuple(Sentence(next(numbers), piece) for piece in pieces)
        changed = (*text[:at], *new, *text[at + gone :])
        texts = (changed, self.texts[1]) if side == 0 else (self.texts[0], changed)
        if len(pieces) == gone:
            return Model(texts, self.links)
        lost, come = {sentence.number for sentence in old}, {sentence.number for sentence in new}
        kept: list[Joined] = []
        touched: list[Joined] = []
        for link in map(self.joined, self.noted()):
            (touched if link.ends[side] & lost else kept).append(link)
        moved = []
        for link in touched:
            ends = [*link.ends]
            ends[side] = (link.ends[side] - lost) | come
            moved.append(link._replace(ends=(ends[0], ends[1])))
        if come and moved:  # they all have all of the new sentences
            one = Joined(
                (
                    frozenset().union(*(link.ends[0] for link in moved)),
                    frozenset().union(*(link.ends[1] for link in moved)),
                ),
                any(link.unsure for link in moved),
                "; ".join(dict.fromkeys(link.comment for link in moved if link.comment)),
            )
            moved = [one]
        return Model(texts, frozenset([*kept, *(link for link in moved if all(link.ends))]))


def _begun(numbers: count[int]) -> Model:
    texts = []
    for document in (SOURCE, TARGET):
        firsts = {span[0]: number for number, span in enumerate(document.spans)}
        texts.append(
            tuple(
                Sentence(next(numbers), Piece(text, at in firsts, firsts.get(at) in document.headings))
                for at, text in enumerate(document.sentences)
            )
        )
    model = Model((texts[0], texts[1]), frozenset())
    return model._replace(
        links=frozenset(model.joined(NotedLink(link.source, link.target)) for link in PAIR.alignment.sentences)
    )


PIECES = st.builds(Piece, st.sampled_from(["New.", "It rains.", "א <b>", "C. 2"]), st.booleans(), st.just(False))


@settings(max_examples=60)
@given(st.data())
def test_any_sequence_does_what_the_model_does(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("edits")
    edits, numbers = Edits(folder / "edits.sqlite"), count()
    history, at = [_begun(numbers)], 0
    state = None
    for _ in range(data.draw(st.integers(1, 12))):
        now = history[at]
        what = data.draw(st.sampled_from(["sentences", "sentences", "add", "remove", "note", "undo", "redo"]))
        links = now.noted()
        new: Model | None = None
        if what in ("undo", "redo"):
            to = at - 1 if what == "undo" else at + 1
            if not 0 <= to < len(history):
                with pytest.raises(ConflictError, match=f"nothing to {what}"):
                    getattr(edits, what)(KEY, "Ann", PAIR)
                continue
            state, at = getattr(edits, what)(KEY, "Ann", PAIR), to
        elif what == "sentences":
            side = data.draw(st.integers(0, 1))
            text = now.texts[side]
            first = data.draw(st.integers(0, len(text)))
            before = [sentence.piece for sentence in text[first : first + data.draw(st.integers(0, 2))]]
            after = data.draw(st.lists(PIECES, max_size=3))
            if before == after or len(text) - len(before) + len(after) < 1:
                continue
            asked = SentencesAsked(SIDES[side], first, before, after)
            state = edits.change(KEY, "Ann", PAIR, sentences=[asked])
            new = now.spliced(side, first, len(before), after, numbers)
        elif what == "add":
            free = [
                [place for place in range(len(text)) if all(place not in link.key[side] for link in links)]
                for side, text in enumerate(now.texts)
            ]
            if not all(free):
                continue
            source, target = (tuple(data.draw(st.sets(st.sampled_from(side), min_size=1))) for side in free)
            state = edits.change(KEY, "Ann", PAIR, add=[(source, target)])
            new = now._replace(links=now.links | {now.joined(NotedLink(source, target))})
        elif links:
            link = data.draw(st.sampled_from(links))
            others = now.links - {now.joined(link)}
            if what == "remove":
                state = edits.change(KEY, "Ann", PAIR, remove=[link.key])
                new = now._replace(links=others)
            else:
                note = link._replace(unsure=not link.unsure, comment=data.draw(st.sampled_from(["", "why?", "<i>"])))
                state = edits.change(KEY, "Ann", PAIR, notes=[note])
                new = now._replace(links=others | {now.joined(note)})
        if new is not None:
            history, at = [*history[: at + 1], new], at + 1
        if state is not None:
            _compare(state, history[at])
            assert (state.can_undo, state.can_redo) == (at > 0, at < len(history) - 1)
            assert edits.state(KEY, "Ann") == state
    if state is not None:
        _compare_gold(state, history[at], folder / "gold.jsonl")


def _compare(state: AnnotatorState, model: Model) -> None:
    assert list(state.noted) == model.noted()
    alignment = state.alignment(PAIR.alignment, "Ann")
    for document, side in zip((alignment.source, alignment.target), model.texts, strict=True):
        assert list(document.sentences) == [sentence.piece.text for sentence in side]
        opening = [at for at, sentence in enumerate(side) if sentence.piece.opens or at == 0]
        assert [span[0] for span in document.spans] == opening


def _compare_gold(state: AnnotatorState, model: Model, path: Path) -> None:
    """Check that gold reads back as what was exported."""
    exported = download([state.aligned(PAIR, "Ann")], "gold")
    path.write_bytes(b"".join(exported.chunks()))
    (gold,) = read_gold_lines(path)
    alignment = state.alignment(PAIR.alignment, "Ann")
    for mine, read in ((alignment.source, gold.source), (alignment.target, gold.target)):
        assert (read.paragraphs, read.headings) == (mine.paragraphs, mine.headings)
    assert sorted(gold.links) == [link.key for link in model.noted()]
