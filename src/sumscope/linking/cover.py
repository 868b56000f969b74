"""A cover from link probabilities, by the threshold that expected Omega asks for."""

from __future__ import annotations

import numpy as np

from sumscope.linking.links import Links, square
from sumscope.linking.meeting import Ints

LEAN = 0.55
OVERLAP = 0.15
SMALLEST = 3


def threshold(mean: float, lean: float = LEAN) -> float:
    """Above which probability two sentences belong together, in a meeting of that mean.

    Omega rewards agreement beyond chance, so in a meeting where links are rare a pair may be put
    together at less than one half: .5 - (1 - lean)(1 - 2 mean)/2; lean 1 gives one half.
    """
    return 0.5 - (1 - lean) * (1 - 2 * mean) / 2


def clusters(
    links: Links,
    *,
    overlap: float | None = OVERLAP,
    k: int | None = None,
) -> list[Ints]:
    """Average linkage on 1 - P, cut at the threshold (or at k clusters), then overlap.

    A sentence also joins every other cluster of three or more whose mean probability with it is
    above the threshold by `overlap` (None: no sentence does). Clusters hold sentence numbers of
    the meeting, each in order; clusters stand in the order of their first sentences.
    """
    from scipy.cluster.hierarchy import fcluster, linkage

    m = len(links.at)
    if m == 0:
        return []
    if m == 1:
        return [links.at]
    lean = LEAN if links.lean is None else links.lean
    cut = threshold(float(links.cut_from.mean(dtype=np.float64)), lean)
    tree = linkage(1.0 - links.cut_from.astype(np.float64), "average")
    if k is None:
        labels = fcluster(tree, 1.0 - cut, "distance")
    else:
        labels = fcluster(tree, min(k, m), "maxclust")
    member = labels[:, None] == np.unique(labels)[None, :]
    if overlap is not None:
        sizes = member.sum(axis=0)
        means = square(links.cut_from, m) @ member / sizes  # for others than members
        member = member | ((means > cut + overlap) & (sizes >= SMALLEST)[None, :])
    found = [links.at[np.flatnonzero(column)] for column in member.T]
    return sorted(found, key=lambda cluster: cluster.tolist())
