"""The drop-in modules beside the packages they stand in for, through the packages' own interfaces.

    python benchmarks/compat.py [--pairs 300]

Pairs are REALSumm's where SUMSCOPE_DATA names the folder of real corpora, else made of the words of
the embedded example. Both score the same pairs in this process, turn by turn, on one core; the best
of three rounds counts. Prints milliseconds per pair and the ratio. Equality of the numbers is
tested in tests/reference/test_compat_packages.py.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]


def read_pairs(count: int) -> list[tuple[str, str]]:
    folder = os.environ.get("SUMSCOPE_DATA")
    path = Path(folder) / "realsumm" / "cnndm.jsonl.gz" if folder else None
    if path is None or not path.exists():
        from importlib import resources

        example = resources.files("sumscope") / "data" / "demo.jsonl"
        rows = [json.loads(line) for line in example.read_text(encoding="utf-8").splitlines()]
    else:
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            rows = [json.loads(line) for line in stream]

    def text(row: dict[str, Any]) -> str:
        return str(row.get("text") or "\n".join(map(str, row.get("sentences", []))))

    pairs = [
        (text(t["references"][0]), text(p)) for t in rows for p in t["peers"] if t.get("references")
    ]
    step = max(1, len(pairs) // count)
    return pairs[::step][:count]


def best(work: Callable[[], object], rounds: int = 3) -> float:
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=300)
    pairs = read_pairs(parser.parse_args().pairs)
    from rouge_score import rouge_scorer as original

    from sumscope.compat.rouge_score import rouge_scorer as ours

    print(f"{len(pairs)} pairs, {', '.join(TYPES)}; milliseconds per pair")
    print(f"{'':34}{'package':>10}{'sumscope':>10}{'ratio':>8}")
    for stem in (False, True):
        scorers = [module.RougeScorer(TYPES, use_stemmer=stem) for module in (original, ours)]
        times = [best(lambda s=s: [s.score(*pair) for pair in pairs]) for s in scorers]  # type: ignore[misc]
        name = f"RougeScorer.score{' (stemmed)' if stem else ''}"
        line(name, times, len(pairs))
    scorers = [module.RougeScorer(TYPES, use_stemmer=True) for module in (original, ours)]
    several = [([r, p[:200], r[::-1]], p) for r, p in pairs[: max(1, len(pairs) // 3)]]
    times = [best(lambda s=s: [s.score_multi(*pair) for pair in several]) for s in scorers]  # type: ignore[misc]
    line("RougeScorer.score_multi (3 targets)", times, len(several))


def line(name: str, times: list[float], count: int) -> None:
    theirs, mine = (1000 * t / count for t in times)
    print(f"{name:34}{theirs:10.3f}{mine:10.4f}{theirs / mine:8.0f}")


if __name__ == "__main__":
    main()
