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
    from vicinal.compiled.storage import CandidateList
    from vicinal.methods.global_.forward_backward import merged_ends, new_ends, split_ends
    from vicinal.methods.global_.lattice import rounded

# The gain, negative so that the best sorts first; the half-open ranges of source and target sentences; the posterior.
Candidate = tuple[float, int, int, int, int, float]


def candidates(lattice: Lattice, mirrored: Lattice, caution: float) -> list[Candidate]:
    """Return the 1-1, 1-N and N-1 links of a gain above 0, in no particular order.

    The posterior of a link is the mean of the two directions: the source generates the target, and the other way round.
    What is a split in one of them is a merge in the other. The gain is the posterior, less `caution`, plus half of what
    the link's pairs have above a third, about: a link that is a little off still has most of its pairs right.

    Args:
        lattice: The lattice, with the posteriors of both directions averaged.
        mirrored: The lattice of the other direction. It may lack cells; a link grows there only over cells it has.
        caution: What a link must be worth.
    """
    found = CandidateList()
    with cython.nogil:
        collect(found, lattice, mirrored, caution)
    return found.as_list()


def collect(found: CandidateList, lattice: Lattice, mirrored: Lattice, caution: float) -> None:
    """Append the links of a gain above 0 to `found`; see `candidates`."""
    first, mirror, negligible = lattice.first, lattice.mirror, lattice.negligible
    most_targets, most_sources = lattice.most_targets, lattice.most_sources
    for y in range(lattice.columns):
        for k in range(first[y], first[y + 1]):
            m = mirror[k]
            if lattice.begins[k] <= negligible and (m < 0 or mirrored.begins[m] <= negligible):
                continue
            x = lattice.row[k]
            posterior = lattice.new[k] * new_ends(lattice, k) * lattice.after[k]
            if m >= 0:
                posterior += mirrored.new[m] * new_ends(mirrored, m) * mirrored.after[m]
            _add(found, lattice, posterior / 2, x, x + 1, y, y + 1, caution)
            chance, mirrored_chance, j = lattice.new[k], mirrored.new[m] if m >= 0 else 0.0, k
            for more in range(1, most_targets):
                chance *= lattice.to_split[j] if more == 1 else lattice.to_split_on[j]
                if mirrored_chance:
                    m = mirror[j]
                    mirrored_chance *= mirrored.to_merge[m] if more == 1 else mirrored.to_merge_on[m]
                j = lattice.right[j]
                if j < 0:
                    break
                chance *= lattice.ratio[j] * lattice.scales[y + more]
                posterior = chance * split_ends(lattice, j) * lattice.after[j]
                if mirrored_chance:
                    m = mirror[j]
                    mirrored_chance *= lattice.ratio[j]
                    posterior += mirrored_chance * merged_ends(mirrored, m) * mirrored.after[m]
                _add(found, lattice, posterior / 2, x, x + 1, y, y + more + 1, caution)
            m = mirror[k]
            chance, mirrored_chance, j = lattice.new[k], mirrored.new[m] if m >= 0 else 0.0, k
            for more in range(1, most_sources):
                chance *= lattice.to_merge[j] if more == 1 else lattice.to_merge_on[j]
                if mirrored_chance:
                    m = mirror[j]
                    mirrored_chance *= mirrored.to_split[m] if more == 1 else mirrored.to_split_on[m]
                j = lattice.above[j]
                if j < 0:
                    break
                chance *= lattice.ratio[j]
                posterior = chance * merged_ends(lattice, j) * lattice.after[j]
                if mirrored_chance:
                    m = mirror[j]
                    mirrored_chance *= lattice.ratio[j] * mirrored.scales[x + more]
                    posterior += mirrored_chance * split_ends(mirrored, m) * mirrored.after[m]
                _add(found, lattice, posterior / 2, x, x + more + 1, y, y + 1, caution)


def _add(
    found: CandidateList, lattice: Lattice, posterior: float, x0: int, x1: int, y0: int, y1: int, caution: float
) -> None:
    """Append a link if its gain is above 0."""
    if posterior > lattice.negligible:
        posterior = rounded(posterior)
        gain = posterior - caution
        for x in range(x0, x1):
            for y in range(y0, y1):
                gain += lattice.pair_weight * (lattice.probability(x, y) - lattice.pair_least)
        gain = rounded(gain)
        if gain > 0:
            found.add(-gain, x0, x1, y0, y1, posterior)
