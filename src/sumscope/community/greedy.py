"""Fast-greedy modularity."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from sumscope.community.registry import Request, method
from sumscope.graph.hierarchy import Hierarchy
from sumscope.graph.network import Graph


@method("greedy", cite="clauset2004", weights=True)
def greedy(graph: Graph, request: Request) -> Hierarchy:
    """Clauset-Newman-Moore: merge the two linked clusters that raise modularity most.

    Gains are whole numbers (weights are rounded to 2^-40 of the greatest), so equal gains are
    equal; then the smallest pair of clusters goes first, each known by its smallest node.
    """
    strengths = graph.strengths
    if graph.weighted:
        strengths = (strengths / strengths.max() * 2.0**40).round()
    links: list[dict[int, int]] = [{} for _ in graph.nodes]
    degree = [0] * len(graph.nodes)
    for (u, v), weight in zip(graph.edges.tolist(), strengths.tolist(), strict=True):
        links[u][v] = links[v][u] = int(weight)
        degree[u] += int(weight)
        degree[v] += int(weight)
    total = sum(degree)
    age = [0] * len(graph.nodes)

    def entry(u: int, v: int) -> tuple[int, int, int, int, int]:
        a, b = (u, v) if u < v else (v, u)
        return (degree[a] * degree[b] - total * links[a][b], a, b, age[a], age[b])

    queue = [entry(u, v) for u, v in graph.edges.tolist()]
    heapify(queue)
    merges: list[tuple[int, int]] = []
    while queue:
        _, a, b, age_a, age_b = heappop(queue)
        if age[a] != age_a or age[b] != age_b:
            continue
        merges.append((a, b))
        age[a] += 1
        age[b] = -1
        degree[a] += degree[b]
        del links[a][b], links[b][a]
        for x, weight in links[b].items():
            del links[x][b]
            links[a][x] = links[x][a] = links[a].get(x, 0) + weight
        links[b] = {}
        for x in links[a]:
            heappush(queue, entry(a, x))
        if request.progress is not None:
            request.progress(len(merges), len(graph.nodes))
    return Hierarchy.of_merges(graph, "greedy", merges)
