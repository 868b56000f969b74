"""Modularity: how many more links lie inside clusters than chance would put there."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sumscope.graph.network import Graph

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def modularity(graph: Graph, members: Ints, clusters: Ints) -> float:
    """Modularity of a cover given as (node, cluster) memberships without repeats.

    For a partition this is Newman's Q. Where clusters overlap, a node in O clusters counts 1/O in
    each (Shen and others 2009). Range -1/2 to 1, higher is better; 0 for a graph without links.
    """
    total = float(graph.strengths.sum())
    if total == 0:
        return 0.0
    n = len(graph.nodes)
    k = int(clusters.max()) + 1
    times = np.bincount(members, minlength=n)
    share = 1.0 / times[members]
    degree = np.bincount(clusters, graph.degrees[members] * share, k)
    inside = 0.0
    if len(members) == n and times.max() == 1:
        label = np.empty(n, dtype=np.int64)
        label[members] = clusters
        same = label[graph.edges[:, 0]] == label[graph.edges[:, 1]]
        inside = float(graph.strengths[same].sum())
    else:
        inside = _common(graph, members, clusters, share, k)
    return inside / total - float(np.sum((degree / (2 * total)) ** 2))


def _common(graph: Graph, members: Ints, clusters: Ints, share: Floats, k: int) -> float:
    """The weight of links inside clusters, where a node may be in several by shares."""
    order = np.lexsort((clusters, members))
    keys = members[order].astype(np.int64) * k + clusters[order]
    shares = share[order]
    count = np.bincount(members, minlength=len(graph.nodes))
    start = np.concatenate(([0], np.cumsum(count)[:-1]))
    u, v = graph.edges[:, 0], graph.edges[:, 1]
    edge = np.repeat(np.arange(len(u)), count[u])  # one entry for each link and cluster of u
    ahead = np.arange(len(edge)) - np.repeat(np.cumsum(count[u]) - count[u], count[u])
    mine = start[u][edge] + ahead
    wanted = v[edge].astype(np.int64) * k + keys[mine] % k
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    both = np.where(keys[at] == wanted, shares[mine] * shares[at], 0.0)
    return float(both @ graph.strengths[edge])


def profile(graph: Graph, leaves: Ints, divisions: Ints) -> list[float]:
    """Modularity of every cut of a partition's hierarchy, from the roots to the leaves.

    `leaves` is the last cluster of every node, `divisions` rows (parent, child). Clusters are
    merged again from the last division to the first; the smaller one's links are moved.
    """
    total = float(graph.strengths.sum())
    count = len(divisions) + 1
    if total == 0:
        return [0.0] * count
    k = int(leaves.max()) + 1
    degree = np.bincount(leaves, graph.degrees, k) / (2 * total)
    links: list[dict[int, float]] = [{} for _ in range(k)]
    inside = 0.0
    for (u, v), weight in zip(leaves[graph.edges].tolist(), graph.strengths.tolist(), strict=True):
        if u == v:
            inside += weight
        else:
            links[u][v] = links[u].get(v, 0.0) + weight
            links[v][u] = links[v].get(u, 0.0) + weight
    squares = float(np.sum(degree**2))
    slot = list(range(k))  # where the links of a cluster are kept
    values = [inside / total - squares]
    for parent, child in reversed(divisions.tolist()):
        a, b = slot[parent], slot[child]
        between = links[a].pop(b, 0.0)
        links[b].pop(a, None)
        inside += between
        squares += 2 * float(degree[a]) * float(degree[b])
        if len(links[a]) < len(links[b]):
            a, b = b, a
        degree[a] += degree[b]
        for x, weight in links[b].items():
            links[a][x] = links[a].get(x, 0.0) + weight
            links[x][a] = links[x].get(a, 0.0) + weight
            del links[x][b]
        links[b] = {}
        slot[parent] = a
        values.append(inside / total - squares)
    return values[::-1]
