"""Agreement between annotators over all pairs, and with the sets that were adjudicated out of their links."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from vicinal.app.answer_types import AgreementAnswer
from vicinal.app.edits import Edits
from vicinal.evaluation.agreement import Agreement, agreement

MOST_ANNOTATORS = 20  # between whom agreement is measured if none is named


def agreements(edits: Edits, own: str | None, *, only_done: bool) -> list[AgreementAnswer]:
    """Return the agreement of every two annotators, on the pairs that both have changed or marked.

    Two annotators of whom a set was adjudicated are also measured on the pairs of that set alone: the agreement before,
    which can be compared with that of each of them with the set.

    Args:
        edits: The corrections.
        own: Of whom, with every other; None: between the 20 who have the most pairs.
        only_done: Whether to count only pairs marked as done.
    """
    total: dict[tuple[str, str, str], Agreement] = {}
    sets = _adjudicated(edits)
    among = edits.busiest(MOST_ANNOTATORS) if own is None else None
    for sizes, links in edits.labelled(among, only_done=only_done):
        names = sorted(links)
        if own is None:
            between = list(combinations(names, 2))
        else:
            between = [(own, other) for other in names if other != own and own in links]
        for one, other in between:
            found = agreement(links[one], links[other], sizes)
            within = [name for name in names if {one, other} <= set(sets.get(name, ()))]
            for each in ("", *within):
                total[one, other, each] = total.get((one, other, each), Agreement()) + found
    return [
        agreement_answer((one, other), found, sets, within or None)
        for (one, other, within), found in sorted(total.items())
    ]


def agreement_answer(
    names: tuple[str, str],
    found: Agreement,
    sets: Mapping[str, tuple[str, ...]] | None = None,
    within: str | None = None,
) -> AgreementAnswer:
    """Return the agreement of two annotators as the browser gets it.

    Args:
        names: The annotators.
        found: Their agreement.
        sets: Out of whose links sets were adjudicated, by name.
        within: The adjudicated set on whose pairs it was measured; None: on all pairs of both.
    """

    def rounded(value: float | None) -> float | None:
        return None if value is None else round(value, 6)

    first, second = ((sets or {}).get(name, ()) for name in names)
    return AgreementAnswer(
        annotators=names,
        adjudicated=(first, second),
        within=within,
        pairs=found.documents,
        links=(found.links.predicted, found.links.gold),
        common=found.links.correct,
        precision=round(found.links.precision, 6),
        recall=round(found.links.recall, 6),
        f1=rounded(found.f1),
        pair_precision=round(found.pairs.precision, 6),
        pair_recall=round(found.pairs.recall, 6),
        pair_f1=rounded(found.pair_f1),
        kappa=rounded(found.kappa),
    )


def _adjudicated(edits: Edits) -> dict[str, tuple[str, ...]]:
    """Return, for each name with adjudicated pairs, out of whose links they were made, sorted."""
    found: dict[str, set[str]] = {}
    with edits.database.reading() as connection:
        for name, *two in connection.execute("SELECT DISTINCT annotator, one, other FROM adjudicated"):
            found.setdefault(name, set()).update(two)
    return {name: tuple(sorted(people)) for name, people in found.items()}
