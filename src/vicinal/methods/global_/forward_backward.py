# cython: boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
"""Forward-backward over a lattice: the posterior of every pair, and the expected count of every event of the chain.

After target sentence y the chain is in one of these states:

    new, split, merged    y is linked to x: by a new link, by one that grew by a target sentence, by a source sentence
    null                  y is unaligned, and the last link was to x (-1: there was none yet)

A state's probability is the sum over all ways to it. Those of one target sentence are scaled to add up to 1.

The place of the chain is the source sentence where it stands after a target sentence: that of a link that just ended,
or of the last link before nulls; -1 is the place before the text. In long documents a place is forgotten when a jump is
far more probable than any way on from it.

Each skipped source sentence multiplies by `skip_on`, so the way between two places far apart is one product with a
power.

This file runs as it is, and is also compiled, with the types of `compiled/_forward_backward.pxd`.
"""

from __future__ import annotations

from vicinal.methods.global_.chain import Chain, Counts
from vicinal.methods.global_.lattice import Lattice

try:
    import cython
except ImportError:
    from vicinal.compiled import uncompiled as cython

if not cython.compiled:
    from vicinal.compiled.storage import as_struct, of_struct
    from vicinal.methods.global_.whole_passes import choose_whole, forward_whole, grow_back_whole, set_growth_whole


def expected_counts(lattice: Lattice, chain: Chain) -> Counts:
    """Set the posteriors of all cells; return the expected counts."""
    lattice.counts = as_struct(Counts())
    numbers = as_struct(chain)
    with cython.nogil:
        run_passes(lattice, numbers)
    return of_struct(Counts, lattice.counts)


def run_passes(lattice: Lattice, chain: Chain) -> None:
    """Set the posteriors of all cells, and add to the expected counts."""
    if lattice.is_whole:
        set_growth_whole(lattice, chain)
    else:
        _set_growth(lattice, chain)
    _forward(lattice, chain)
    _backward(lattice, chain)


def _set_growth(lattice: Lattice, chain: Chain) -> None:
    """Set how probably a link grows from each cell: by the next target sentence, by the next source sentence."""
    first, row, right, above = lattice.first, lattice.row, lattice.right, lattice.above
    to_split, to_merge, most = lattice.to_split, lattice.to_merge, lattice.longest_run
    split, split_on = chain.split / (1 - chain.split), chain.split_on / (1 - chain.split_on)
    merge, merge_on = chain.merge / (1 - chain.merge), chain.merge_on / (1 - chain.merge_on)
    for y in range(lattice.columns):
        for k in range(first[y], first[y + 1]):
            if right[k] >= 0:
                factor = lattice.splits[row[k]] * lattice.splits_on[y + 1]
                to_split[k] = _growth(split * factor, most)
                lattice.to_split_on[k] = _growth(split_on * factor, most)
            if above[k] >= 0:
                factor = lattice.merges[y] * lattice.merges_on[row[k] + 1]
                to_merge[k] = _growth(merge * factor, most) * (1 - to_split[k])
                lattice.to_merge_on[k] = _growth(merge_on * factor, most)


def _growth(odds: float, most: float) -> float:
    return min(odds / (1 + odds), most)


def new_ends(lattice: Lattice, k: int) -> float:
    """Return how probably a new link ends in a cell."""
    return 1 - lattice.to_split[k] - lattice.to_merge[k]


def split_ends(lattice: Lattice, k: int) -> float:
    """Return how probably a link that grew by a target sentence ends in a cell."""
    return 1 - lattice.to_split_on[k] - (lattice.turn if lattice.above[k] >= 0 else 0.0)


def merged_ends(lattice: Lattice, k: int) -> float:
    """Return how probably a link that grew by a source sentence ends in a cell."""
    return 1 - lattice.to_merge_on[k] - (lattice.turn if lattice.right[k] >= 0 else 0.0)


def _forward(lattice: Lattice, chain: Chain) -> None:
    """Set the probabilities of all states, given the target sentences up to theirs."""
    powers, start = lattice.skip_powers, lattice.place_start
    powers[0] = 1.0
    for x in range(lattice.rows + 1):
        powers[x + 1] = powers[x] * chain.skip_on
    forgotten = 0.0 if lattice.is_whole else lattice.forgotten * chain.jump / lattice.rows
    lattice.places[0], lattice.nulls[0], lattice.ended_here[0] = -1, 0.0, 1.0
    start[0], start[1] = 0, 1
    for y in range(lattice.columns):
        if lattice.is_whole and y > 0:
            forward_whole(lattice, chain, y)
        else:
            _link(lattice, chain, y)
            _scale(lattice, chain, y)
            _stand(lattice, y, forgotten)
    ended, null, begin = 0.0, 0.0, start[lattice.columns]
    for i in range(begin, start[lattice.columns + 1]):
        ended += lattice.ended_here[i - begin]
        null += lattice.nulls[i]
    lattice.final = ended + null


def _link(lattice: Lattice, chain: Chain, y: int) -> None:
    """Set the links to target sentence y, not yet scaled."""
    row, first, left, powers = lattice.row, lattice.first, lattice.left, lattice.skip_powers
    new, split, merged, turn = lattice.new, lattice.split, lattice.merged, lattice.turn
    places, nulls, ready = lattice.places, lattice.nulls, lattice.ready
    begin, end = lattice.place_start[y], lattice.place_start[y + 1]
    after_link, after_null = 1 - chain.null, (1 - chain.resume) * (1 - chain.null_on)
    leave, resume = 1 - chain.skip_on, chain.resume * (1 - chain.null_on)
    anywhere = 0.0
    for i in range(begin, end):
        ready[i - begin] = after_link * lattice.ended_here[i - begin] + after_null * nulls[i]
        anywhere += ready[i - begin]
    anywhere = chain.jump / lattice.rows * anywhere
    i, skipped, at = begin, 0.0, -1  # `skipped` is the probability of skipping source sentence `at`
    for k in range(first[y], first[y + 1]):
        x, ratio = row[k], lattice.ratio[k]
        while i < end and places[i] < x - 1:
            if places[i] > at:
                skipped *= powers[places[i] - at]
            skipped = chain.skip * ready[i - begin] + chain.skip_on * skipped
            at = places[i] + 1
            i += 1
        if x - 1 > at:
            skipped *= powers[x - 1 - at]
            at = x - 1
        before, here = 0.0, i
        if i < end and places[i] == x - 1:
            before, here = ready[i - begin], i + 1
        null = nulls[here] if here < end and places[here] == x else 0.0
        new[k] = ratio * (chain.following * before + leave * skipped + resume * null + anywhere)
        j = left[k]
        if j >= 0:
            split[k] = ratio * (lattice.to_split[j] * new[j] + lattice.to_split_on[j] * split[j] + turn * merged[j])
        j = k - 1
        if k > first[y] and row[j] == x - 1:
            merged[k] = ratio * (lattice.to_merge[j] * new[j] + lattice.to_merge_on[j] * merged[j] + turn * split[j])


def _scale(lattice: Lattice, chain: Chain, y: int) -> None:
    """Scale the states of target sentence y to add up to 1, and set which links end."""
    first, now, new, split, merged = lattice.first, lattice.null_now, lattice.new, lattice.split, lattice.merged
    begin = lattice.place_start[y]
    count = lattice.place_start[y + 1] - begin
    null_total, new_total, split_total, merged_total = 0.0, 0.0, 0.0, 0.0
    for i in range(count):
        now[i] = chain.null * lattice.ended_here[i] + chain.null_on * lattice.nulls[begin + i]
        null_total += now[i]
    for k in range(first[y], first[y + 1]):
        new_total += new[k]
        split_total += split[k]
        merged_total += merged[k]
    scale = 1 / (null_total + new_total + split_total + merged_total)
    lattice.scales[y] = scale
    for i in range(count):
        now[i] *= scale
    for k in range(first[y], first[y + 1]):
        new[k] *= scale
        split[k] *= scale
        merged[k] *= scale
        lattice.ended[k] = (
            new_ends(lattice, k) * new[k] + split_ends(lattice, k) * split[k] + merged_ends(lattice, k) * merged[k]
        )


def _stand(lattice: Lattice, y: int, forgotten: float) -> None:
    """Append the places after target sentence y: the earlier ones that are not forgotten, and those of links."""
    row, ended, now, ended_here = lattice.row, lattice.ended, lattice.null_now, lattice.ended_here
    begin, start = lattice.place_start[y], lattice.place_start[y + 1]
    k, end = lattice.first[y], lattice.first[y + 1]
    room = start + (start - begin) + (end - k)
    if room > lattice.place_room:
        lattice.places = lattice.arrays.more_integers(lattice.places, lattice.place_room, 2 * room)
        lattice.nulls = lattice.arrays.more_doubles(lattice.nulls, lattice.place_room, 2 * room)
        lattice.place_room = 2 * room
    places, nulls, at = lattice.places, lattice.nulls, start
    for i in range(start - begin):
        place = places[begin + i]
        while k < end and row[k] < place:
            places[at], nulls[at], ended_here[at - start] = row[k], 0.0, ended[k]
            at += 1
            k += 1
        linked = k < end and row[k] == place
        if linked or now[i] >= forgotten:
            places[at] = place
            nulls[at] = now[i] if now[i] >= forgotten else 0.0
            ended_here[at - start] = ended[k] if linked else 0.0
            at += 1
        if linked:
            k += 1
    while k < end:
        places[at], nulls[at], ended_here[at - start] = row[k], 0.0, ended[k]
        at += 1
        k += 1
    lattice.place_start[y + 2] = at


def _backward(lattice: Lattice, chain: Chain) -> None:
    """Set the posteriors of all cells, given the whole text, and the expected counts."""
    last = lattice.columns - 1
    for i in range(lattice.place_start[last + 2] - lattice.place_start[last + 1]):
        lattice.from_link[i] = lattice.from_null[i] = 1 / lattice.final
    for y in range(last, -1, -1):
        if lattice.is_whole:
            if y < last:
                choose_whole(lattice, chain, y)
            grow_back_whole(lattice, y)
        else:
            if y < last:
                _choose(lattice, chain, y)
            _grow_back(lattice, y)
    _choose(lattice, chain, -1)


def _choose(lattice: Lattice, chain: Chain, y: int) -> None:
    """Go back from target sentence y + 1 to the places after y; count the nulls and the choices between.

    Sets `from_link` and `from_null`: how probable the rest of the text is after a link that ended at each place, and
    after a null.
    """
    row, into_new, powers = lattice.row, lattice.into_new, lattice.skip_powers
    places, nulls, place_start, scale = lattice.places, lattice.nulls, lattice.place_start, lattice.scales[y + 1]
    lattice.from_null, lattice.after_null = lattice.after_null, lattice.from_null
    from_link, from_null, after_null = lattice.from_link, lattice.from_null, lattice.after_null
    leave, not_null, not_null_on, not_resume = 1 - chain.skip_on, 1 - chain.null, 1 - chain.null_on, 1 - chain.resume
    choose_after_null = not_resume * not_null_on
    begin, k = lattice.first[y + 1], lattice.first[y + 2] - 1
    anywhere = 0.0
    for j in range(begin, k + 1):
        anywhere += into_new[j]
    anywhere = anywhere / lattice.rows
    start, kept, t = place_start[y + 1], place_start[y + 2], place_start[y + 3] - 1
    link = begin - 1  # the links to y, to find those that ended at a place
    # The rest of the text after skipping source sentence `at`; the same, times how many more are skipped.
    skipping, further, at = 0.0, 0.0, lattice.rows
    nulls_begun, links_chosen, nulls_more, resumed_total, not_resumed = 0.0, 0.0, 0.0, 0.0, 0.0
    followed, skipped, skipped_further, ready_total = 0.0, 0.0, 0.0, 0.0
    for i in range(kept - 1, start - 1, -1):
        place, ended = places[i], 0.0
        if y < 0:
            ended = 1.0
        elif link >= lattice.first[y] and row[link] == place:
            ended = lattice.ended[link]
            link -= 1
        ready = not_null * ended + choose_after_null * nulls[i]
        while k >= begin and row[k] > place + 1:
            distance = at - row[k] + 1
            further = (further + distance * skipping) * powers[distance]
            skipping = skipping * powers[distance] + leave * into_new[k]
            at = row[k] - 1
            k -= 1
        distance = at - place - 1
        further = (further + distance * skipping) * powers[distance]
        skipping = skipping * powers[distance]
        at = place + 1
        following, same = 0.0, k
        if k >= begin and row[k] == place + 1:
            following, same = into_new[k], k - 1
        resumed = into_new[same] if same >= begin and row[same] == place else 0.0
        while t >= kept and places[t] > place:
            t -= 1
        null = after_null[t - kept] * scale if t >= kept and places[t] == place and nulls[t] != 0.0 else 0.0
        choice = chain.following * following + chain.skip * skipping + chain.jump * anywhere
        from_link[i - start] = chain.null * null + not_null * choice
        from_null[i - start] = chain.null_on * null + not_null_on * (chain.resume * resumed + not_resume * choice)
        nulls_begun += ended * null
        links_chosen += ended * choice
        nulls_more += nulls[i] * null
        resumed_total += nulls[i] * resumed
        not_resumed += nulls[i] * choice
        followed += ready * following
        skipped += ready * skipping
        skipped_further += ready * further
        ready_total += ready
    lattice.counts.null += chain.null * nulls_begun
    lattice.counts.no_null += not_null * links_chosen
    lattice.counts.null_on += chain.null_on * nulls_more
    lattice.counts.resume += not_null_on * chain.resume * resumed_total
    lattice.counts.no_resume += not_null_on * not_resume * not_resumed
    lattice.counts.null_end = lattice.counts.resume + lattice.counts.no_resume
    lattice.counts.following += chain.following * followed
    lattice.counts.skip += chain.skip * skipped
    lattice.counts.jump += chain.jump * anywhere * ready_total
    lattice.counts.skip_on += chain.skip * skipped_further
    lattice.counts.skip_end = lattice.counts.skip


def _grow_back(lattice: Lattice, y: int) -> None:
    """Go back over the links to target sentence y: their posteriors, and how often they grow and end."""
    row, places, ratio, turn = lattice.row, lattice.places, lattice.ratio, lattice.turn
    scale, start = lattice.scales[y], lattice.place_start[y + 1]
    i, from_above = lattice.place_start[y + 2] - 1, 0.0
    splits, merges, ends = 0.0, 0.0, 0.0
    splits_on, splits_end, merges_on, merges_end = 0.0, 0.0, 0.0, 0.0
    for k in range(lattice.first[y + 1] - 1, lattice.first[y] - 1, -1):
        while places[i] > row[k]:
            i -= 1
        end, right = lattice.from_link[i - start], lattice.right[k]
        if_split = lattice.into_split[right] if right >= 0 else 0.0
        if_merged = from_above if lattice.above[k] >= 0 else 0.0
        new, split, merged = lattice.new[k], lattice.split[k], lattice.merged[k]
        new_splits, new_merges = lattice.to_split[k] * if_split, lattice.to_merge[k] * if_merged
        split_on, merge_on = lattice.to_split_on[k] * if_split, lattice.to_merge_on[k] * if_merged
        new_end, split_end, merged_end = (
            new_ends(lattice, k) * end,
            split_ends(lattice, k) * end,
            merged_ends(lattice, k) * end,
        )
        splits += new * new_splits
        merges += new * new_merges
        ends += new * new_end
        splits_on += split * split_on
        splits_end += split * split_end
        merges_on += merged * merge_on
        merges_end += merged * merged_end
        after_new = new_splits + new_merges + new_end
        after_split = split_on + turn * if_merged + split_end
        after_merged = merge_on + turn * if_split + merged_end
        lattice.begins[k] = new * after_new
        lattice.posterior[k] = new * after_new + split * after_split + merged * after_merged
        lattice.after[k] = end
        lattice.into_new[k] = ratio[k] * after_new * scale
        lattice.into_split[k] = ratio[k] * after_split * scale
        from_above = ratio[k] * after_merged
    lattice.counts.split += splits
    lattice.counts.merge += merges
    lattice.counts.end += ends
    lattice.counts.split_on += splits_on
    lattice.counts.split_end += splits_end
    lattice.counts.merge_on += merges_on
    lattice.counts.merge_end += merges_end
