"""Growth deviation over texts of 10^4 to 10^7 words: time and memory, alone and end to end.

    python benchmarks/growth.py [--most 10000000]

End to end is reading a file, tokens, stop words, lemmas, network and deviation. The peer is
networkx counting components after each association, which nobody can run on a long text; it is
shown at the smallest size. Each size runs in its own process, so that memory is its own.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def write_text(path: Path, words: int) -> None:
    """Words of Zipf frequencies with a vocabulary that grows as in real text (Heaps' law)."""
    rng = random.Random(1)
    common = [
        "the",
        "of",
        "and",
        "to",
        "in",
        "a",
        "is",
        "that",
        "for",
        "it",
        "was",
        "on",
        "with",
        "as",
        "by",
        "at",
        "from",
        "this",
        "be",
        "are",
    ]
    syllables = [
        a + b for a in "bcdfglmnprstv" for b in ("a", "e", "i", "o", "u", "an", "er", "is")
    ]
    with path.open("w", encoding="utf-8") as file:
        line: list[str] = []
        for at in range(words):
            if rng.random() < 0.45:
                line.append(rng.choice(common))
            else:
                rank = int((44.0 * (at + 1) ** 0.5) ** rng.random())
                word = ""
                number = rank + 1
                while number:
                    number, digit = divmod(number, len(syllables))
                    word += syllables[digit]
                line.append(word)
            if len(line) == 16:
                file.write(" ".join(line) + ".\n")
                line = []
        file.write(" ".join(line) + "\n")


def one(path: Path) -> dict[str, float]:
    """Measure one text in this process."""
    from sumscope import growth
    from sumscope.graph.words import WordNetwork

    with tempfile.NamedTemporaryFile("w", suffix=".txt") as warm:
        warm.write("warm up the imports and the dictionaries")
        warm.flush()
        growth(warm.name, lang="en")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    row = growth(path, lang="en").rows[0]
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    rounds = max(1, 2_000_000 // max(1, row.associations))
    for _ in range(rounds):
        WordNetwork(row.network.lemmas, row.network.walk).spread  # noqa: B018
    alone = (time.perf_counter() - start) / rounds
    return {
        "nodes": row.nodes,
        "associations": row.associations,
        "deviation": row.deviation or 0.0,
        "seconds": seconds,
        "alone": alone,
        "megabytes": (peak - before) / 1024,
    }


def by_networkx(path: Path) -> float:
    """Seconds that the formula takes with a graph library and a count after each association."""
    import networkx as nx

    from sumscope.graph.words import word_network

    found = word_network(path.read_text(encoding="utf-8"), "en")
    walk = found.walk.tolist()[:3000]
    start = time.perf_counter()
    graph = nx.Graph()
    graph.add_nodes_from(walk)
    for pair in itertools.pairwise(walk):
        graph.add_edge(*pair)
        nx.number_connected_components(graph)
    return (time.perf_counter() - start) / (len(walk) - 1)


def main() -> None:
    """Print one line a size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=10_000_000)
    parser.add_argument("--one")
    options = parser.parse_args()
    if options.one:
        print(json.dumps(one(Path(options.one))))
        return
    print(
        f"{'words':>9} {'nodes':>7} {'assoc.':>9} {'seconds':>8} {'words/s':>10} {'MB':>6}", end=" "
    )
    print(f"{'bytes/word':>10} {'alone s':>9} {'assoc./s':>12} {'deviation':>9}")
    with tempfile.TemporaryDirectory() as folder:
        words = 10_000
        while words <= options.most:
            path = Path(folder) / f"{words}.txt"
            write_text(path, words)
            command = [sys.executable, __file__, "--one", str(path)]
            found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            print(
                f"{words:9d} {found['nodes']:7.0f} {found['associations']:9.0f} "
                f"{found['seconds']:8.3f} {words / found['seconds']:10,.0f} "
                f"{found['megabytes']:6.1f} {found['megabytes'] * 2**20 / words:10.1f} "
                f"{found['alone']:9.5f} {found['associations'] / found['alone']:12,.0f} "
                f"{found['deviation']:9.5f}",
                flush=True,
            )
            if words == 10_000:
                ours = found["alone"] / found["associations"]
                ratio = by_networkx(path) / ours
                print(
                    f"          networkx, components counted anew each time: x {ratio:,.0f} slower"
                )
            words *= 10


if __name__ == "__main__":
    main()
