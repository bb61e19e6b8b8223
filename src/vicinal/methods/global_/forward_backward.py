"""Forward and backward over a lattice: how probable every state is, given all that came before and all that comes.

After each target sentence the chain stands somewhere: at the source sentence of a link that just ended, or of the last
link before nulls. These are the places of a target sentence, ascending; -1 is the place before the text. In long
documents a place is forgotten when a jump is a million times more probable than going on from there.

Skipping source sentences multiplies by `skip_on` for each, so the way between two places far apart is one product with
a power. All sums are in this order in the compiled twin, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vicinal.methods.global_.chain import Chain, Counts
from vicinal.methods.global_.evidence import total

if TYPE_CHECKING:
    from vicinal.methods.global_.lattice import Lattice

TURN = 0.01  # a link that grew on one side grows on the other; not estimated, for lack of cases
FORGOTTEN = 1e-6  # in long documents, nulls so many times less probable than a jump are forgotten


def forward(lattice: Lattice, chain: Chain) -> None:
    """Set the probabilities of all states, given the target sentences up to theirs."""
    cells = len(lattice.row)
    lattice.fresh, lattice.by_target, lattice.by_source = [0.0] * cells, [0.0] * cells, [0.0] * cells
    lattice.ended = [0.0] * cells
    lattice.shares = []
    lattice.powers = [1.0]
    for _ in range(lattice.rows + 1):
        lattice.powers.append(lattice.powers[-1] * chain.skip_on)
    forgotten = 0.0 if lattice.is_whole else FORGOTTEN * chain.jump / lattice.rows
    places, nulls, ended = [-1], [0.0], [1.0]
    lattice.places, lattice.nulls = [places], [nulls]
    for y in range(lattice.columns):
        ready = _ready(chain, ended, nulls)
        _link(lattice, chain, y, places, nulls, ready)
        now = [chain.null * e + chain.null_on * g for e, g in zip(ended, nulls, strict=True)]
        share = _scale(lattice, y, now)
        places, nulls, ended = _stand(lattice, y, places, [null * share for null in now], forgotten)
        lattice.places.append(places)
        lattice.nulls.append(nulls)
    lattice.final = total(ended) + total(nulls)


def _ready(chain: Chain, ended: list[float], nulls: list[float]) -> list[float]:
    """Return how probably the next source sentence is chosen from each place."""
    after_link, after_null = 1 - chain.null, (1 - chain.resume) * (1 - chain.null_on)
    return [after_link * e + after_null * g for e, g in zip(ended, nulls, strict=True)]


def _link(lattice: Lattice, chain: Chain, y: int, places: list[int], nulls: list[float], ready: list[float]) -> None:
    """Set the links to target sentence y, not yet scaled."""
    row, left = lattice.row, lattice.left
    begin, end = lattice.first[y], lattice.first[y + 1]
    anywhere = chain.jump / lattice.rows * total(ready)
    leave, resume = 1 - chain.skip_on, chain.resume * (1 - chain.null_on)
    i, count = 0, len(places)
    skipped, at = 0.0, -1  # how probable it is to be skipping source sentence `at`
    for k in range(begin, end):
        x, odds = row[k], lattice.odds[k]
        while i < count and places[i] < x - 1:
            if places[i] > at:
                skipped *= lattice.powers[places[i] - at]
            skipped = chain.skip * ready[i] + chain.skip_on * skipped
            at = places[i] + 1
            i += 1
        if x - 1 > at:
            skipped *= lattice.powers[x - 1 - at]
            at = x - 1
        before = ready[i] if i < count and places[i] == x - 1 else 0.0
        here = i + 1 if i < count and places[i] == x - 1 else i
        null = nulls[here] if here < count and places[here] == x else 0.0
        lattice.fresh[k] = odds * (chain.following * before + leave * skipped + resume * null + anywhere)
        j = left[k]
        if j >= 0:
            lattice.by_target[k] = odds * (
                lattice.more_target[j] * lattice.fresh[j]
                + lattice.on_target[j] * lattice.by_target[j]
                + TURN * lattice.by_source[j]
            )
        if k > begin and row[k - 1] == x - 1:
            lattice.by_source[k] = odds * (
                lattice.more_source[k - 1] * lattice.fresh[k - 1]
                + lattice.on_source[k - 1] * lattice.by_source[k - 1]
                + TURN * lattice.by_target[k - 1]
            )


def _scale(lattice: Lattice, y: int, nulls: list[float]) -> float:
    """Make the links to target sentence y probabilities, and set which of them end; return the factor."""
    begin, end = lattice.first[y], lattice.first[y + 1]
    scale = total(nulls)
    for state in (lattice.fresh, lattice.by_target, lattice.by_source):
        scale += total(state[begin:end])
    share = 1 / scale
    lattice.shares.append(share)
    for k in range(begin, end):
        lattice.fresh[k] *= share
        lattice.by_target[k] *= share
        lattice.by_source[k] *= share
        lattice.ended[k] = (
            lattice.fresh_ends[k] * lattice.fresh[k]
            + lattice.target_ends[k] * lattice.by_target[k]
            + lattice.source_ends[k] * lattice.by_source[k]
        )
    return share


def _stand(
    lattice: Lattice, y: int, places: list[int], nulls: list[float], forgotten: float
) -> tuple[list[int], list[float], list[float]]:
    """Return the places after target sentence y, with their nulls and the links that ended there."""
    found: list[int] = []
    found_nulls: list[float] = []
    ended: list[float] = []
    k, end = lattice.first[y], lattice.first[y + 1]
    for place, null in zip(places, nulls, strict=True):
        while k < end and lattice.row[k] < place:
            found.append(lattice.row[k])
            found_nulls.append(0.0)
            ended.append(lattice.ended[k])
            k += 1
        linked = k < end and lattice.row[k] == place
        if linked or null >= forgotten:
            found.append(place)
            found_nulls.append(null if null >= forgotten else 0.0)
            ended.append(lattice.ended[k] if linked else 0.0)
        k += linked
    found.extend(lattice.row[k:end])
    found_nulls.extend([0.0] * (end - k))
    ended.extend(lattice.ended[k:end])
    return found, found_nulls, ended


def backward(lattice: Lattice, chain: Chain) -> Counts:
    """Set the posteriors of all cells, given the whole text; return what is expected to happen."""
    cells = len(lattice.row)
    lattice.posterior, lattice.started, lattice.after = [0.0] * cells, [0.0] * cells, [0.0] * cells
    last = lattice.columns - 1
    happened = [0.0] * len(Counts._fields)
    into_fresh, into_target = [0.0] * cells, [0.0] * cells  # what is to come from a link, times its odds
    coming = [1 / lattice.final] * len(lattice.places[-1])
    after_null = coming
    for y in range(last, -1, -1):
        if y < last:
            coming, after_null = _choose(lattice, chain, y, into_fresh, after_null, happened)
        _grow_back(lattice, y, coming, into_fresh, into_target, happened)
    _choose(lattice, chain, -1, into_fresh, after_null, happened)
    return Counts(*happened)


def _choose(
    lattice: Lattice, chain: Chain, y: int, into_fresh: list[float], after_null: list[float], happened: list[float]
) -> tuple[list[float], list[float]]:
    """Go back from target sentence y + 1 to the places after y; count the nulls and the choices between.

    Returns:
        What is to come, as a factor, from a link that ended at each place, and from a null.
    """
    row, begin, k = lattice.row, lattice.first[y + 1], lattice.first[y + 2] - 1
    places, nulls, share = lattice.places[y + 1], lattice.nulls[y + 1], lattice.shares[y + 1]
    kept, kept_nulls = lattice.places[y + 2], lattice.nulls[y + 2]
    ended = _ended(lattice, y)
    ready = _ready(chain, ended, nulls)
    anywhere = total(into_fresh[begin : k + 1]) / lattice.rows
    leave, not_null, not_null_on = 1 - chain.skip_on, 1 - chain.null, 1 - chain.null_on
    from_link, from_null = [0.0] * len(places), [0.0] * len(places)
    sums = [0.0] * 9
    t = len(kept) - 1
    # What is to come from skipping source sentence `at`; the same, times how many more are skipped.
    skipping, further, at = 0.0, 0.0, lattice.rows
    for i in range(len(places) - 1, -1, -1):
        place = places[i]
        while k >= begin and row[k] > place + 1:
            skipping, further = _skipped_back(lattice, skipping, further, at - row[k] + 1)
            skipping += leave * into_fresh[k]
            at = row[k] - 1
            k -= 1
        skipping, further = _skipped_back(lattice, skipping, further, at - place - 1)
        at = place + 1
        has_next = k >= begin and row[k] == place + 1
        following = into_fresh[k] if has_next else 0.0
        same = k - 1 if has_next else k
        resumed = into_fresh[same] if same >= begin and row[same] == place else 0.0
        while t >= 0 and kept[t] > place:
            t -= 1
        null = after_null[t] * share if t >= 0 and kept[t] == place and kept_nulls[t] else 0.0
        choice = chain.following * following + chain.skip * skipping + chain.jump * anywhere
        gone_on = chain.resume * resumed + (1 - chain.resume) * choice
        from_link[i] = chain.null * null + not_null * choice
        from_null[i] = chain.null_on * null + not_null_on * gone_on
        sums[0] += ended[i] * null
        sums[1] += ended[i] * choice
        sums[2] += nulls[i] * null
        sums[3] += nulls[i] * resumed
        sums[4] += nulls[i] * choice
        sums[5] += ready[i] * following
        sums[6] += ready[i] * skipping
        sums[7] += ready[i] * further
        sums[8] += ready[i]
    happened[7] += chain.null * sums[0]
    happened[8] += not_null * sums[1]
    happened[9] += chain.null_on * sums[2]
    happened[11] += not_null_on * chain.resume * sums[3]
    happened[12] += not_null_on * (1 - chain.resume) * sums[4]
    happened[10] = happened[11] + happened[12]  # after the last null something is resumed, or not
    happened[13] += chain.following * sums[5]
    happened[14] += chain.skip * sums[6]
    happened[15] += chain.jump * anywhere * sums[8]
    happened[16] += chain.skip * sums[7]
    happened[17] = happened[14]  # every skip comes to an end
    return from_link, from_null


def _skipped_back(lattice: Lattice, skipping: float, further: float, distance: int) -> tuple[float, float]:
    """Go back over so many skipped source sentences."""
    if not distance:
        return skipping, further
    power = lattice.powers[distance]
    return skipping * power, (further + distance * skipping) * power


def _ended(lattice: Lattice, y: int) -> list[float]:
    """Return how probably a link to target sentence y ended at each place after it."""
    places = lattice.places[y + 1]
    if y < 0:
        return [1.0]
    ended = [0.0] * len(places)
    i = 0
    for k in range(lattice.first[y], lattice.first[y + 1]):
        while places[i] < lattice.row[k]:
            i += 1
        ended[i] = lattice.ended[k]
    return ended


def _grow_back(
    lattice: Lattice,
    y: int,
    coming: list[float],
    into_fresh: list[float],
    into_target: list[float],
    happened: list[float],
) -> None:
    """Go back over the links to target sentence y: their posteriors, and how often they grow and end."""
    places, share = lattice.places[y + 1], lattice.shares[y]
    i = len(places) - 1
    sums = [0.0] * 7
    from_above = 0.0
    for k in range(lattice.first[y + 1] - 1, lattice.first[y] - 1, -1):
        while places[i] > lattice.row[k]:
            i -= 1
        end = coming[i]
        right = lattice.right[k]
        grown = into_target[right] if right >= 0 else 0.0
        above_grown = from_above if lattice.has_above[k] else 0.0
        ways = (
            lattice.more_target[k] * grown,
            lattice.more_source[k] * above_grown,
            lattice.fresh_ends[k] * end,
            lattice.on_target[k] * grown,
            lattice.target_ends[k] * end,
            lattice.on_source[k] * above_grown,
            lattice.source_ends[k] * end,
        )
        was_fresh, was_target, was_source = lattice.fresh[k], lattice.by_target[k], lattice.by_source[k]
        for way, was in enumerate((was_fresh, was_fresh, was_fresh, was_target, was_target, was_source, was_source)):
            sums[way] += was * ways[way]
        fresh = ways[0] + ways[1] + ways[2]
        by_target = ways[3] + TURN * above_grown + ways[4]
        by_source = ways[5] + TURN * grown + ways[6]
        lattice.started[k] = was_fresh * fresh
        lattice.posterior[k] = was_fresh * fresh + was_target * by_target + was_source * by_source
        lattice.after[k] = end
        into_fresh[k] = lattice.odds[k] * fresh * share
        into_target[k] = lattice.odds[k] * by_target * share
        from_above = lattice.odds[k] * by_source
    for way, expected in enumerate(sums):
        happened[way] += expected
