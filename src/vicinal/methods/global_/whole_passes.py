# cython: boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
"""The passes of `forward_backward` over a lattice of all pairs, where every place follows the one before.

Then nothing must be looked up: the cell of x and y is y * rows + x, place x is number x + 1 of its target sentence, and
each way between two places is one step. The sums and their order are those of `forward_backward`, so the numbers are
the same, bit for bit.

This file runs as it is, and is also compiled, with the types of `compiled/_whole_passes.pxd`.
"""

from __future__ import annotations

from vicinal.methods.global_.chain import Chain
from vicinal.methods.global_.lattice import Lattice


def set_growth_whole(lattice: Lattice, chain: Chain) -> None:
    """Set how probably a link grows from each cell."""
    rows, columns, most = lattice.rows, lattice.columns, lattice.longest_run
    to_split, to_split_on, to_merge, to_merge_on = (
        lattice.to_split,
        lattice.to_split_on,
        lattice.to_merge,
        lattice.to_merge_on,
    )
    split, split_on = chain.split / (1 - chain.split), chain.split_on / (1 - chain.split_on)
    merge, merge_on = chain.merge / (1 - chain.merge), chain.merge_on / (1 - chain.merge_on)
    for y in range(columns):
        k, merges = y * rows, lattice.merges[y]
        if y < columns - 1:
            splits_on = lattice.splits_on[y + 1]
            for x in range(rows):
                factor = lattice.splits[x] * splits_on
                odds, odds_on = split * factor, split_on * factor
                to_split[k + x] = min(odds / (1 + odds), most)
                to_split_on[k + x] = min(odds_on / (1 + odds_on), most)
        for x in range(rows - 1):
            factor = merges * lattice.merges_on[x + 1]
            odds, odds_on = merge * factor, merge_on * factor
            to_merge[k + x] = min(odds / (1 + odds), most) * (1 - to_split[k + x])
            to_merge_on[k + x] = min(odds_on / (1 + odds_on), most)


def forward_whole(lattice: Lattice, chain: Chain, y: int) -> None:
    """Set the probabilities of the states of target sentence y, which is not the first one."""
    rows, turn, ended_here, now = lattice.rows, lattice.turn, lattice.ended_here, lattice.null_now
    nulls, ready = lattice.nulls, lattice.ready
    new, split, merged, ended = lattice.new, lattice.split, lattice.merged, lattice.ended
    to_split, to_split_on, to_merge, to_merge_on = (
        lattice.to_split,
        lattice.to_split_on,
        lattice.to_merge,
        lattice.to_merge_on,
    )
    begin, start, first = lattice.place_start[y], lattice.place_start[y + 1], y * rows
    after_link, after_null = 1 - chain.null, (1 - chain.resume) * (1 - chain.null_on)
    leave, resume = 1 - chain.skip_on, chain.resume * (1 - chain.null_on)
    anywhere, null_total, new_total, split_total, merged_total = 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(rows + 1):
        ready[i] = after_link * ended_here[i] + after_null * nulls[begin + i]
        anywhere += ready[i]
        now[i] = chain.null * ended_here[i] + chain.null_on * nulls[begin + i]
        null_total += now[i]
    anywhere = chain.jump / rows * anywhere
    skipped, joined = 0.0, 0.0
    for x in range(rows):
        k, j, ratio = first + x, first - rows + x, lattice.ratio[first + x]
        if x > 0:
            skipped = chain.skip * ready[x - 1] + chain.skip_on * skipped
            joined = ratio * (to_merge[k - 1] * new[k - 1] + to_merge_on[k - 1] * merged[k - 1] + turn * split[k - 1])
        fresh = ratio * (chain.following * ready[x] + leave * skipped + resume * nulls[begin + x + 1] + anywhere)
        grown = ratio * (to_split[j] * new[j] + to_split_on[j] * split[j] + turn * merged[j])
        new[k], split[k], merged[k] = fresh, grown, joined
        new_total += fresh
        split_total += grown
        merged_total += joined
    scale = 1 / (null_total + new_total + split_total + merged_total)
    lattice.scales[y] = scale
    turn_after_merge = turn if y < lattice.columns - 1 else 0.0
    ended_here[0], nulls[start] = 0.0, now[0] * scale
    for x in range(rows):
        k, turn_after_split = first + x, turn if x < rows - 1 else 0.0
        new[k] *= scale
        split[k] *= scale
        merged[k] *= scale
        ended[k] = (
            (1 - to_split[k] - to_merge[k]) * new[k]
            + (1 - to_split_on[k] - turn_after_split) * split[k]
            + (1 - to_merge_on[k] - turn_after_merge) * merged[k]
        )
        ended_here[x + 1], nulls[start + x + 1] = ended[k], now[x + 1] * scale
    lattice.place_start[y + 2] = start + rows + 1


def choose_whole(lattice: Lattice, chain: Chain, y: int) -> None:
    """Go back from target sentence y + 1 to the places after y, as `_choose` of `forward_backward` does; y >= 0."""
    rows, into_new, nulls, scale = lattice.rows, lattice.into_new, lattice.nulls, lattice.scales[y + 1]
    lattice.from_null, lattice.after_null = lattice.after_null, lattice.from_null
    from_link, from_null, after_null = lattice.from_link, lattice.from_null, lattice.after_null
    leave, not_null, not_null_on, not_resume = 1 - chain.skip_on, 1 - chain.null, 1 - chain.null_on, 1 - chain.resume
    choose_after_null, skip_on = not_resume * not_null_on, lattice.skip_powers[1]
    begin, earlier, start, kept = (y + 1) * rows, y * rows, lattice.place_start[y + 1], lattice.place_start[y + 2]
    anywhere = 0.0
    for x in range(rows):
        anywhere += into_new[begin + x]
    anywhere = anywhere / rows
    skipping, further = 0.0, 0.0
    nulls_begun, links_chosen, nulls_more, resumed_total, not_resumed = 0.0, 0.0, 0.0, 0.0, 0.0
    followed, skipped, skipped_further, ready_total = 0.0, 0.0, 0.0, 0.0
    for i in range(rows, -1, -1):  # the place of source sentence i - 1
        ended, resumed, following = 0.0, 0.0, 0.0
        if i > 0:
            ended, resumed = lattice.ended[earlier + i - 1], into_new[begin + i - 1]
        if i < rows:
            following = into_new[begin + i]
        if i < rows - 1:
            further = (further + skipping) * skip_on
            skipping = skipping * skip_on + leave * into_new[begin + i + 1]
        null_here = nulls[start + i]
        ready = not_null * ended + choose_after_null * null_here
        null = after_null[i] * scale if nulls[kept + i] != 0.0 else 0.0
        choice = chain.following * following + chain.skip * skipping + chain.jump * anywhere
        from_link[i] = chain.null * null + not_null * choice
        from_null[i] = chain.null_on * null + not_null_on * (chain.resume * resumed + not_resume * choice)
        nulls_begun += ended * null
        links_chosen += ended * choice
        nulls_more += null_here * null
        resumed_total += null_here * resumed
        not_resumed += null_here * choice
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


def grow_back_whole(lattice: Lattice, y: int) -> None:
    """Go back over the links to target sentence y, as `_grow_back` of `forward_backward` does."""
    rows, turn, scale, ratios = lattice.rows, lattice.turn, lattice.scales[y], lattice.ratio
    to_split, to_split_on, to_merge, to_merge_on = (
        lattice.to_split,
        lattice.to_split_on,
        lattice.to_merge,
        lattice.to_merge_on,
    )
    has_right, from_above = y < lattice.columns - 1, 0.0
    turn_after_merge = turn if has_right else 0.0
    splits, merges, ends = 0.0, 0.0, 0.0
    splits_on, splits_end, merges_on, merges_end = 0.0, 0.0, 0.0, 0.0
    for x in range(rows - 1, -1, -1):
        k = y * rows + x
        end, if_merged, ratio = lattice.from_link[x + 1], from_above, ratios[k]
        if_split = lattice.into_split[k + rows] if has_right else 0.0
        turn_after_split = turn if x < rows - 1 else 0.0
        new, split, merged = lattice.new[k], lattice.split[k], lattice.merged[k]
        new_splits, new_merges = to_split[k] * if_split, to_merge[k] * if_merged
        split_on, merge_on = to_split_on[k] * if_split, to_merge_on[k] * if_merged
        new_end = (1 - to_split[k] - to_merge[k]) * end
        split_end = (1 - to_split_on[k] - turn_after_split) * end
        merged_end = (1 - to_merge_on[k] - turn_after_merge) * end
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
        begins = new * after_new
        lattice.begins[k] = begins
        lattice.posterior[k] = begins + split * after_split + merged * after_merged
        lattice.after[k] = end
        lattice.into_new[k] = ratio * after_new * scale
        lattice.into_split[k] = ratio * after_split * scale
        from_above = ratio * after_merged
    lattice.counts.split += splits
    lattice.counts.merge += merges
    lattice.counts.end += ends
    lattice.counts.split_on += splits_on
    lattice.counts.split_end += splits_end
    lattice.counts.merge_on += merges_on
    lattice.counts.merge_end += merges_end
