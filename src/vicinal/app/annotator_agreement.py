"""Agreement between annotators over all pairs, and with the sets that were adjudicated out of their links."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from vicinal.app.answer_types import AgreementAnswer
from vicinal.app.edits import Edits
from vicinal.evaluate.agreement import Agreement, agreement

MOST_ANNOTATORS = 20  # between whom agreement is measured if none is named


def agreements(edits: Edits, own: str | None, *, only_done: bool) -> list[AgreementAnswer]:
    """Return the agreement of every two annotators, on the pairs that both have changed or marked.

    Args:
        edits: The corrections.
        own: Of whom, with every other; None: between the 20 who have the most pairs.
        only_done: Whether to count only pairs marked as done.
    """
    total: dict[tuple[str, str], Agreement] = {}
    among = edits.busiest(MOST_ANNOTATORS) if own is None else None
    for sizes, links in edits.labelled(among, only_done=only_done):
        names = sorted(links)
        if own is None:
            between = list(combinations(names, 2))
        else:
            between = [(own, other) for other in names if other != own and own in links]
        for one, other in between:
            found = agreement(links[one], links[other], sizes)
            total[one, other] = total.get((one, other), Agreement()) + found
    sets = _adjudicated(edits)
    return [agreement_answer(names, found, sets) for names, found in sorted(total.items())]


def agreement_answer(
    names: tuple[str, str], found: Agreement, sets: Mapping[str, tuple[str, ...]] | None = None
) -> AgreementAnswer:
    """Return the agreement of two annotators as the browser gets it.

    Args:
        names: The annotators.
        found: Their agreement.
        sets: Out of whose links sets were adjudicated, by name.
    """

    def rounded(value: float | None) -> float | None:
        return None if value is None else round(value, 6)

    first, second = ((sets or {}).get(name, ()) for name in names)
    return AgreementAnswer(
        annotators=names,
        adjudicated=(first, second),
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
