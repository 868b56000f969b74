"""Group-average agglomerative clustering."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sumscope.community.registry import Request, method
from sumscope.graph.hierarchy import Hierarchy
from sumscope.graph.network import Graph

Floats = npt.NDArray[np.float64]


@method("gaac", cite="kumar2011", weights=True)
def gaac(graph: Graph, request: Request) -> Hierarchy:
    """Merge the two clusters whose union has the highest mean similarity over all its pairs.

    Weights are similarities, 1 where a graph has none. Only linked clusters merge here, so the
    hierarchy ends in the components.
    """
    n = len(graph.nodes)
    similarity = np.zeros((n, n))
    u, v = graph.edges[:, 0], graph.edges[:, 1]
    similarity[u, v] = similarity[v, u] = graph.strengths
    found = [(a, b) for a, b, _ in merges(similarity, linked=True, request=request)]
    return Hierarchy.of_merges(graph, "gaac", found)


def merges(
    similarity: Floats, *, linked: bool = False, request: Request | None = None
) -> list[tuple[int, int, float]]:
    """All merges (a, b, mean) of a symmetric similarity matrix; b joins a, the smaller.

    Means within a relative 1e-9 are equal; then the smallest pair goes first. `linked`: clusters
    without any similarity between them never merge.
    """
    n = len(similarity)
    cross = np.array(similarity, dtype=np.float64)
    np.fill_diagonal(cross, 0.0)
    within = np.zeros(n)
    size = np.ones(n)
    alive = np.ones(n, dtype=bool)
    bar = np.bool_(linked)
    best = np.full(n, -1.0)  # greatest mean of a cluster with any later one,
    at = np.full(n, -1)  # and which

    def means(a: int) -> Floats:
        both = size[a] + size[a + 1 :]
        mean = (within[a] + within[a + 1 :] + cross[a, a + 1 :]) * 2 / (both * (both - 1))
        mean[~alive[a + 1 :] | (bar & (cross[a, a + 1 :] <= 0))] = -1.0
        return np.asarray(mean)

    def look(a: int) -> None:
        row = means(a)
        at[a] = a + 1 + int(row.argmax())
        best[a] = row.max()

    for a in range(n - 1):
        look(a)
    found: list[tuple[int, int, float]] = []
    for done in range(n - 1):
        top = float(best.max())
        if top < 0:
            break
        a = int(np.argmax(best >= top - top * 1e-9))
        b = a + 1 + int(np.argmax(means(a) >= top - top * 1e-9))
        found.append((a, b, top))
        within[a] += within[b] + cross[a, b]
        size[a] += size[b]
        cross[a] += cross[b]
        cross[:, a] = cross[a]
        cross[a, a] = 0.0
        alive[b] = False
        best[b] = -1.0
        if a < n - 1:
            look(a)
        both = size[a] + size[:a]
        now = (within[a] + within[:a] + cross[a, :a]) * 2 / (both * (both - 1))
        for x in np.flatnonzero(alive[:b]).tolist():
            if x != a and at[x] in (a, b):
                look(x)
            elif x < a and now[x] > best[x] and (not linked or cross[a, x] > 0):
                best[x], at[x] = now[x], a
        if request is not None and request.progress is not None:
            request.progress(done, n)
    return found


def clusters(similarity: Floats, threshold: float = 0.4) -> list[list[int]]:
    """The clusters left when no union has a mean of at least `threshold` any more."""
    group = {i: [i] for i in range(len(similarity))}
    for a, b, mean in merges(similarity):
        if mean < threshold - 1e-9 * abs(threshold):
            break
        group[a] += group.pop(b)
    return [sorted(members) for members in sorted(group.values(), key=min)]
