"""How doubtful a pair is: the number, and the reason in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import align
from vicinal.link import Link
from vicinal.view.doubt import MISSING, doubt, doubt_of

GLOBAL = "vicinal 0.1.0: Global(caution=0.7)"
VICINITY = "vicinal 0.1.0: Vicinity(paragraph_alpha=0.4)"


def links(*scores: float) -> list[Link]:
    return [Link((number,), (number,), score) for number, score in enumerate(scores)]


def test_doubt_is_the_share_of_links_and_unlinked_sentences_that_are_expected_to_be_corrected() -> None:
    assert doubt(GLOBAL, links(1.0, 1.0), 2, [1.0, 1.0]).value == 0.0
    assert doubt(GLOBAL, links(0.5, 0.9), 2, [0.5, 0.9]).value == pytest.approx(0.3)
    for signature, (least, more) in ((GLOBAL, MISSING["global"]), (VICINITY, MISSING["vicinity"])):
        assert doubt(signature, links(0.5, 0.9), 4, [0.5, 0.9]).value == pytest.approx(
            (0.6 + 2 * (least + 0.3 * more)) / 4
        )
        assert doubt(signature, [], 3, []).value == pytest.approx(least + more)
    # A sentence of a link with several counts once.
    assert doubt(GLOBAL, [Link((0,), (0, 1), 1.0)], 2, [1.0]).value == 0.0


def test_scores_stand_for_probabilities_where_there_are_none() -> None:
    assert doubt("by hand", links(0.5, 0.9), 2).value == doubt(VICINITY, links(0.1, 0.1), 2, [0.5, 0.9]).value
    assert doubt("by hand", links(7.0), 1).value == 0.0
    assert doubt("by hand", links(-7.0), 1).value == 1.0
    assert doubt("by hand", links(0.5, 0.9), 2).reason.startswith("The mean score of 2 links is 0.70;")


@pytest.mark.parametrize(
    ("believed", "sentences", "reason"),
    [
        ([0.9] * 4, 4, "All 4 links are probably right; every target sentence has a link."),
        ([0.1] * 4, 4, "All 4 links are probably wrong; every target sentence has a link."),
        ([0.6] * 3, 5, "About 1 of 3 links is probably wrong; 2 of 5 target sentences have no link, "
         "and about 1 of them should have one."),
        ([0.5] * 4, 5, "About 2 of 4 links are probably wrong; 1 of 5 target sentences has no link."),
        ([0.9], 1, "The only link is probably right; every target sentence has a link."),
        ([0.4], 1, "The only link is probably wrong; every target sentence has a link."),
        ([], 1, "No link was found; the only target sentence should probably have one."),
        ([], 2000, "No link was found; about 1,140 of 2,000 target sentences should have one."),
    ],
)  # fmt: skip
def test_the_reason_in_words(believed: list[float], sentences: int, reason: str) -> None:
    assert doubt(GLOBAL, links(*believed), sentences, believed).reason == reason


@given(st.lists(st.floats(0, 1), max_size=20), st.integers(0, 20))
def test_doubt_is_a_share_and_a_surer_link_never_adds_to_it(believed: list[float], more: int) -> None:
    sentences = len(believed) + more
    if not sentences:
        return
    found = doubt(GLOBAL, links(*believed), sentences, believed)
    assert 0 <= found.value <= 1
    if believed:
        surer = [1.0, *believed[1:]]
        assert doubt(GLOBAL, links(*believed), sentences, surer).value <= found.value


def test_the_doubt_of_an_alignment() -> None:
    found = align("Cats purr at night. Dogs bark.", "Cats purr. Birds sing in the tree.")
    assert doubt_of(found) == doubt(found.signature, found.sentences, 2, found.probabilities)
