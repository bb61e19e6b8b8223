# cython: boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
"""The links worth taking, each with its gain.

This file runs as it is, and is also compiled, with the types of `compiled/_candidates.pxd`.
"""

from __future__ import annotations

from vicinal.methods.global_.lattice import Lattice

try:
    import cython
except ImportError:
    from vicinal.compiled import uncompiled as cython

if not cython.compiled:
    from vicinal.methods.global_.forward_backward import merged_ends, new_ends, split_ends
    from vicinal.methods.global_.lattice import rounded

# The gain, negative so that the best sorts first; then the half-open ranges of source and of target sentences.
Candidate = tuple[float, int, int, int, int]


def candidates(lattice: Lattice, caution: float) -> list[Candidate]:
    """Return the 1-1, 1-N and N-1 links of a gain above 0, in no particular order.

    The gain of a link is its posterior, less `caution`, plus half of what its pairs have above one half: a link that is
    a little off still has most of its pairs right. N-N links are not considered: none was worth taking on the
    development gold.
    """
    found: list[Candidate] = []
    first, scales, ratio, after = lattice.first, lattice.scales, lattice.ratio, lattice.after
    most_targets, most_sources = lattice.priors.most_targets, lattice.priors.most_sources
    for y in range(lattice.columns):
        for k in range(first[y], first[y + 1]):
            if lattice.begins[k] <= lattice.negligible:
                continue
            x = lattice.row[k]
            _add(found, lattice, lattice.new[k] * new_ends(lattice, k) * after[k], x, x + 1, y, y + 1, caution)
            chance, j = lattice.new[k], k
            for more in range(1, most_targets):
                grows = lattice.to_split[j] if more == 1 else lattice.to_split_on[j]
                j = lattice.right[j]
                if j < 0:
                    break
                chance *= grows * ratio[j] * scales[y + more]
                _add(found, lattice, chance * split_ends(lattice, j) * after[j], x, x + 1, y, y + more + 1, caution)
            chance, j = lattice.new[k], k
            for more in range(1, most_sources):
                grows = lattice.to_merge[j] if more == 1 else lattice.to_merge_on[j]
                j = lattice.above[j]
                if j < 0:
                    break
                chance *= grows * ratio[j]
                _add(found, lattice, chance * merged_ends(lattice, j) * after[j], x, x + more + 1, y, y + 1, caution)
    return found


def _add(
    found: list[Candidate], lattice: Lattice, posterior: float, x0: int, x1: int, y0: int, y1: int, caution: float
) -> None:
    """Append a link if its gain is above 0."""
    if posterior <= lattice.negligible:
        return
    gain = rounded(posterior) - caution
    for x in range(x0, x1):
        for y in range(y0, y1):
            gain += lattice.pair_weight * (lattice.probability(x, y) - lattice.pair_least)
    gain = rounded(gain)
    if gain > 0:
        found.append((-gain, x0, x1, y0, y1))
