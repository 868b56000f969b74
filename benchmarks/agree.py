"""Agreement of covers beside clusim and scikit-learn, in one process run.

python benchmarks/agree.py [--quick]

Peers get their own objects ready-made; ours starts from `Cover` values (or from the same label
arrays that scikit-learn gets), so the making of arrays is in our time. Seconds are of processor
time, the best of several runs where a run is short, so that a busy machine does not matter.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from sumscope.core.cover import Cover
from sumscope.core.measure import parse, registered
from sumscope.metrics.cover import CoverPair

QUICK = "--quick" in sys.argv


def best_of(times: int, work: Callable[[], Any]) -> tuple[float, Any]:
    best, value = float("inf"), None
    for _ in range(times):
        begun = time.process_time()
        value = work()
        best = min(best, time.process_time() - begun)
    return best, value


def lists(rng: np.random.Generator, n: int, k: int, overlap: float) -> list[list[int]]:
    """k clusters; each item in one, and a share of them in a second."""
    labels = rng.integers(0, k, size=n)
    made: list[list[int]] = [[] for _ in range(k)]
    for item, label in enumerate(labels.tolist()):
        made[label].append(item)
    for item in np.flatnonzero(rng.random(n) < overlap).tolist():
        other = int(rng.integers(0, k))
        if other != labels[item]:
            made[other].append(item)
    return made


def omega_beside_clusim(n: int, k: int, overlap: float) -> None:
    from clusim import sim
    from clusim.clustering import Clustering

    rng = np.random.default_rng(1)
    both = [lists(rng, n, k, overlap) for _ in range(2)]
    covers = [Cover.of(one, range(n)) for one in both]
    omega = parse("omega")
    ours, value = best_of(5, lambda: omega.score(CoverPair.of(*covers)))
    theirs_made = [Clustering().from_clu2elm_dict(dict(enumerate(one))) for one in both]
    theirs, other = best_of(1, lambda: sim.omega_index(*theirs_made))
    kind = "partitions" if overlap == 0 else f"covers, {overlap:.0%} of items in two clusters"
    print(
        f"omega, {n:,} items, {k} clusters each ({kind}): ours {ours:.4f} s, clusim {theirs:.2f} s,"
        f" {theirs / ours:.0f} times faster (goal: 20); values differ by"
        f" {abs(value - other):.1e}"
    )


def million_of_omega() -> None:
    """In a process of its own, so that the peak of memory is its own."""
    n, k = (100_000, 10_000) if QUICK else (1_000_000, 100_000)
    rng = np.random.default_rng(2)
    covers = [Cover.of(lists(rng, n, k, 0.2), range(n)) for _ in range(2)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds, value = best_of(1, lambda: parse("omega").score(CoverPair.of(*covers)))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([n, k, seconds, value, before / 1024, after / 1024]))


def partitions_beside_scikit_learn(n: int, k: int) -> None:
    from sklearn.metrics import adjusted_mutual_info_score, v_measure_score

    rng = np.random.default_rng(3)
    left = rng.integers(0, k, size=n)
    right = np.where(rng.random(n) < 0.8, left, rng.integers(0, k, size=n))
    names = [
        name for cls in registered() if cls.traits.kind == "cover" for name in cls.traits.names
    ]
    names.remove("ami")  # its expected value takes longer than all others: measured on its own
    measures = [parse(name) for name in names]

    def everything() -> list[float]:
        pair = CoverPair.from_labels(left, right)
        return [measure.score(pair) for measure in measures]

    ours, values = best_of(5, everything)
    theirs, v = best_of(5, lambda: v_measure_score(left, right))
    differ = abs(values[names.index("v")] - v)
    print(
        f"{len(names)} measures, {n:,} items, {k:,} clusters: ours {ours:.3f} s together,"
        f" scikit-learn's v_measure_score alone {theirs:.3f} s, ratio {ours / theirs:.2f}"
        f" (goal: 3 or less); V differs by {differ:.1e}"
    )
    if k > 1000:
        return  # scikit-learn goes through every two clusters
    adjusted = parse("ami")
    ours, value = best_of(3, lambda: adjusted.score(CoverPair.from_labels(left, right)))
    theirs, other = best_of(1, lambda: adjusted_mutual_info_score(left, right))
    print(
        f"ami, {n:,} items, {k:,} clusters: ours {ours:.3f} s, scikit-learn's"
        f" adjusted_mutual_info_score {theirs:.3f} s, {theirs / ours:.0f} times faster; values"
        f" differ by {abs(value - other):.1e}"
    )


def main() -> None:
    if "--million" in sys.argv:
        million_of_omega()
        return
    n = 2_000 if QUICK else 20_000
    omega_beside_clusim(n, 50, 0.0)
    omega_beside_clusim(n, 50, 0.2)
    command = [sys.executable, __file__, "--million", *(["--quick"] if QUICK else [])]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    items, clusters, seconds, value, before, after = json.loads(out)
    print(
        f"omega, {items:,} items, {clusters:,} clusters each, 20% in two: {seconds:.2f} s,"
        f" value {value:.2e}, peak {after:.0f} MB (goal: under 2048; {before:.0f} MB were reached"
        " before, by drawing the covers)"
    )
    items = 100_000 if QUICK else 1_000_000
    partitions_beside_scikit_learn(items, 1000)
    partitions_beside_scikit_learn(items, items // 10)


if __name__ == "__main__":
    main()
