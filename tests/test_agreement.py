"""Agreement of two annotators: cases worked by hand, and properties that hold for any links."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal.errors import InputError
from vicinal.evaluation.agreement import Agreement, agreement
from vicinal.gold import LinkKey


def test_a_case_worked_by_hand() -> None:
    first = [((0,), (0,)), ((1,), (1, 2)), ((3,), (3,))]
    second = [((0,), (0,)), ((1,), (1,)), ((2,), (3,))]
    found = agreement(first, second, (4, 5))
    # Links: one in common, of three and three. Pairs: (0,0) and (1,1), of four and three.
    assert (found.links.precision, found.links.recall, found.f1) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert (found.pairs.precision, found.pairs.recall) == pytest.approx((2 / 4, 2 / 3))
    assert found.pair_f1 == pytest.approx(4 / 7)
    # Of 20 cells both align 2, only the first 2, only the second 1, neither 15.
    observed, chance = 17 / 20, (4 / 20) * (3 / 20) + (16 / 20) * (17 / 20)
    assert found.kappa == pytest.approx((observed - chance) / (1 - chance))
    assert found.kappa == pytest.approx(0.482759, abs=1e-6)


def test_the_same_links_agree_fully() -> None:
    links = [((0,), (0,)), ((1, 2), (1,))]
    found = agreement(links, reversed(links), (3, 2))
    assert (found.f1, found.pair_f1, found.kappa) == (1.0, 1.0, 1.0)


def test_links_with_nothing_in_common_are_worse_than_chance() -> None:
    found = agreement([((0,), (0,))], [((1,), (1,))], (2, 2))
    assert (found.f1, found.pair_f1) == (0.0, 0.0)
    # Observed: 2 of 4; by chance 1/16 + 9/16.
    assert found.kappa == pytest.approx((0.5 - 0.625) / (1 - 0.625))


@pytest.mark.parametrize(
    ("links", "sizes"), [([], (3, 4)), ([((0, 1), (0,))], (2, 1)), ([], (0, 0))], ids=["nothing", "all", "empty"]
)
def test_kappa_is_undefined_if_chance_explains_everything(links: list[LinkKey], sizes: tuple[int, int]) -> None:
    found = agreement(links, links, sizes)
    assert found.kappa is None
    assert found.f1 == (1.0 if links else None)


def test_an_annotator_without_links_agrees_by_chance_only() -> None:
    found = agreement([((0,), (0,))], [], (2, 2))
    assert (found.f1, found.pair_f1, found.kappa) == (0.0, 0.0, 0.0)


def test_counts_add_up_over_documents() -> None:
    one = agreement([((0,), (0,))], [((0,), (0,))], (2, 2))
    other = agreement([((0,), (0,))], [((1,), (1,))], (3, 3))
    total = sum((one, other), Agreement())
    assert (total.documents, total.cells) == (2, 13)
    assert total.f1 == pytest.approx(0.5)
    # Two marked cells each, of thirteen; one in common.
    observed, chance = 11 / 13, (2 / 13) ** 2 + (11 / 13) ** 2
    assert total.kappa == pytest.approx((observed - chance) / (1 - chance))


@pytest.mark.parametrize("link", [((3,), (0,)), ((0,), (-1,)), ((), (0,)), ((0,), ())])
def test_links_outside_the_documents_are_refused(link: LinkKey) -> None:
    with pytest.raises(InputError, match="indices must be from 0 to"):
        agreement([link], [], (3, 3))


LINKS = st.lists(
    st.tuples(
        st.lists(st.integers(0, 5), min_size=1, max_size=3, unique=True).map(tuple),
        st.lists(st.integers(0, 6), min_size=1, max_size=3, unique=True).map(tuple),
    ),
    max_size=6,
)


@given(LINKS, LINKS)
def test_swapping_the_annotators_swaps_precision_and_recall(first: list[LinkKey], second: list[LinkKey]) -> None:
    there, back = agreement(first, second, (6, 7)), agreement(second, first, (6, 7))
    for one, other in ((there.links, back.links), (there.pairs, back.pairs)):
        assert (one.correct, one.predicted, one.found, one.gold) == (
            other.found,
            other.gold,
            other.correct,
            other.predicted,
        )
        assert (one.precision, one.recall) == (other.recall, other.precision)
    assert (there.documents, there.cells) == (back.documents, back.cells) == (1, 42)
    assert (there.f1, there.pair_f1) == (back.f1, back.pair_f1)
    assert there.kappa == (None if back.kappa is None else pytest.approx(back.kappa))


@given(LINKS, LINKS)
def test_kappa_is_that_of_the_table_of_labels(first: list[LinkKey], second: list[LinkKey]) -> None:
    cells = [(x, y) for x in range(6) for y in range(7)]
    labels = [[any(x in xs and y in ys for xs, ys in links) for x, y in cells] for links in (first, second)]
    observed = sum(a == b for a, b in zip(*labels, strict=True)) / 42
    shares = [sum(label) / 42 for label in labels]
    chance = shares[0] * shares[1] + (1 - shares[0]) * (1 - shares[1])
    expected = None if chance == 1 else pytest.approx((observed - chance) / (1 - chance))
    assert agreement(first, second, (6, 7)).kappa == expected
