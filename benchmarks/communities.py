"""Community detection beside igraph and cdlib: CPU seconds, one process each, one core.

Graphs are planted: 18 groups of equal size drawn at random (so they overlap), nine links in ten
inside a group, the rest anywhere. All go to 18 communities; but igraph's Girvan-Newman always
goes to the last edge, so ours is also given for the whole hierarchy. A peer that needs more than
--cap CPU seconds is ended and shown as such.

    python benchmarks/communities.py [--cap 300] [--only 224] [--skip-peers]
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import time
from itertools import combinations

SIZES = ((37, 61), (133, 1730), (224, 5946), (1000, 20000))
K = 18


def planted(n: int, m: int, seed: int = 1) -> list[tuple[int, int]]:
    """Overlapping planted groups; always the same graph for the same numbers."""
    rng = random.Random(seed * 1_000_003 + n)
    inside: set[tuple[int, int]] = set()
    size = 2
    while len(inside) < 0.9 * m:
        size += 1
        groups = [sorted(rng.sample(range(n), size)) for _ in range(K)]
        inside = {pair for group in groups for pair in combinations(group, 2)}
    edges = set(rng.sample(sorted(inside), int(0.9 * m)))
    while len(edges) < m:
        a, b = sorted(rng.sample(range(n), 2))
        edges.add((a, b))
    listed = sorted(edges)
    rng.shuffle(listed)
    return listed


def ours(n: int, edges: list[tuple[int, int]], by: str, k: int | None) -> dict[str, object]:
    from sumscope.community import METHODS, run
    from sumscope.graph.network import Graph
    from sumscope.kernels import load

    graph = Graph.of([(str(a), str(b)) for a, b in edges], map(str, range(n)))
    METHODS.all(), load("community")  # imports are not part of it
    begun = time.process_time()
    found = run(graph, by, k=k)
    seconds = time.process_time() - begun
    return {"seconds": seconds, "clusters": len(found.cut(K).clusters)}


def igraph_gn(n: int, edges: list[tuple[int, int]]) -> dict[str, object]:
    import igraph

    graph = igraph.Graph(n, edges)
    begun = time.process_time()
    found = graph.community_edge_betweenness(clusters=K, directed=False)
    seconds = time.process_time() - begun
    return {"seconds": seconds, "clusters": found.optimal_count}


def cdlib(n: int, edges: list[tuple[int, int]], by: str) -> dict[str, object]:
    import warnings

    warnings.simplefilter("ignore")
    import networkx
    from cdlib import algorithms

    graph = networkx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    begun = time.process_time()
    if by == "conga":
        found = algorithms.conga(graph, number_communities=K)
    else:
        found = algorithms.congo(graph, number_communities=K, height=2)
    return {"seconds": time.process_time() - begun, "clusters": len(found.communities)}


RUNS = {
    "gn": lambda n, e: ours(n, e, "gn", K),
    "gn-whole": lambda n, e: ours(n, e, "gn", None),
    "conga": lambda n, e: ours(n, e, "conga", K),
    "congo": lambda n, e: ours(n, e, "congo", K),
    "igraph-gn": igraph_gn,
    "cdlib-conga": lambda n, e: cdlib(n, e, "conga"),
    "cdlib-congo": lambda n, e: cdlib(n, e, "congo"),
}
ROWS = (
    ("Girvan-Newman, whole", "gn-whole", "igraph-gn"),
    ("Girvan-Newman, to 18", "gn", "igraph-gn"),
    ("CONGA", "conga", "cdlib-conga"),
    ("CONGO, h = 2", "congo", "cdlib-congo"),
)


def measure(name: str, n: int, m: int, cap: int) -> dict[str, object]:
    """Run one method in a process of its own that the system ends after `cap` CPU seconds."""
    done = subprocess.run(
        [sys.executable, __file__, "--one", name, str(n), str(m)],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (cap, cap + 1)),
    )
    if done.returncode < 0:
        return {"seconds": None, "capped": cap}
    if done.returncode:
        return {"seconds": None, "failed": done.stderr.strip().splitlines()[-1][:60]}
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def shown(result: dict[str, object]) -> str:
    if result.get("seconds") is not None:
        return f"{result['seconds']:.3f}"
    return f"> {result['capped']}" if "capped" in result else "failed"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--cap", type=int, default=300)
    parser.add_argument("--only", type=int, help="only the graph with so many nodes")
    parser.add_argument("--skip-peers", action="store_true")
    options = parser.parse_args()
    if options.one:
        name, n, m = options.one[0], int(options.one[1]), int(options.one[2])
        result = RUNS[name](n, planted(n, m))
        result["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(result))
        return
    print(f"{'graph':>12}  {'method':<22}{'ours':>10}{'peer':>10}  {'ratio':>8}  ours MB")
    failures = set()
    for n, m in SIZES:
        if options.only not in (None, n):
            continue
        peers: dict[str, dict[str, object]] = {}
        for title, mine, peer in ROWS:
            result = measure(mine, n, m, options.cap)
            if peer not in peers and not options.skip_peers:
                peers[peer] = measure(peer, n, m, options.cap)
            other = peers.get(peer, {"failed": None})
            if other.get("failed"):
                failures.add(f"{peer} failed: {other['failed']}")
            ratio = "-"
            if result.get("seconds") and (other.get("seconds") or "capped" in other):
                least = other.get("seconds") or other["capped"]
                ratio = f"{'' if other.get('seconds') else '> '}{least / result['seconds']:.0f}x"
            print(
                f"{n:>5}/{m:<6}  {title:<22}{shown(result):>10}{shown(other):>10}  {ratio:>8}"
                f"  {result.get('megabytes', 0):.0f}",
                flush=True,
            )
    for failure in sorted(failures):
        print(failure)


if __name__ == "__main__":
    main()
