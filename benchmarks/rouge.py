"""ROUGE beside rouge-score and rouge-rust: time per pair of summary and reference, one core.

    python benchmarks/rouge.py [--pairs 2400]

Pairs are REALSumm's where SUMSCOPE_DATA names the folder of real corpora, else those of the
embedded example, each with its own copy of the reference. All read the same strings, give recall,
precision and F, and run in this one process, turn by turn; the best of several rounds counts.
rouge-score has no SU4, and its rougeL (the cheaper of its two) and rouge-rust's take a text as one
sentence, so ours does more work than both. Agreement with ROUGE-1.5.5 is not measured here but in
tests/reference.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import os
import time
from collections.abc import Callable
from importlib import resources
from pathlib import Path

STEMMED = ("rouge-1", "rouge-2", "rouge-l", "rouge-su4")
UNSTEMMED = tuple(f"{name}(stem=false)" for name in STEMMED[:3])


def read_pairs(count: int) -> tuple[str, list[tuple[str, str]]]:
    folder = os.environ.get("SUMSCOPE_DATA")
    path = Path(folder) / "realsumm" / "cnndm.jsonl.gz" if folder else None
    if path is not None and path.exists():
        name, lines = "REALSumm", gzip.decompress(path.read_bytes()).decode().splitlines()
    else:
        name = "the embedded example"
        lines = (
            (resources.files("sumscope") / "data" / "demo.jsonl").read_text("utf-8").splitlines()
        )
    pairs = []
    for topic in map(json.loads, lines):
        for reference, peer in itertools.product(topic["references"], topic["peers"]):
            if "extract" not in peer:
                pairs.append((text(peer), text(reference)))
    full = itertools.islice(itertools.cycle(pairs), count)
    return name, [(peer, "".join([reference, " "])) for peer, reference in full]


def text(item: dict[str, object]) -> str:
    sentences = item.get("sentences")
    if not isinstance(sentences, list):
        return str(item["text"])
    return "\n".join(s if isinstance(s, str) else s["text"] for s in sentences)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=2400)
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    os.environ["RAYON_NUM_THREADS"] = "1"  # read when rouge-rust first works
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    import fast_rouge
    from rouge_score import rouge_scorer

    import sumscope
    from sumscope.kernels import compiled

    name, pairs = read_pairs(given.pairs)
    peers, references = [peer for peer, _ in pairs], [reference for _, reference in pairs]
    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)
    one, many = sumscope.rouge, sumscope.rouge_batch  # rouge-score is timed on a part: it is slow

    runs: dict[str, tuple[Callable[[], object], int]] = {
        "rouge-score, stemmed 1+2+L": (
            lambda: [scorer.score(r, p) for p, r in pairs[::20]],
            len(pairs[::20]),
        ),
        "sumscope.rouge, stemmed 1+2+L+SU4": (
            lambda: [one(p, r, STEMMED) for p, r in pairs],
            len(pairs),
        ),
        "sumscope.rouge_batch, stemmed 1+2+L+SU4": (
            lambda: many(peers, references, STEMMED),
            len(pairs),
        ),
        "rouge-rust score, 1+2+L": (
            lambda: [fast_rouge.score(r, p) for p, r in pairs],
            len(pairs),
        ),
        "rouge-rust score_batch_flat, 1+2+L": (
            lambda: fast_rouge.score_batch_flat(references, peers),
            len(pairs),
        ),
        "sumscope.rouge_batch, unstemmed 1+2+L": (
            lambda: many(peers, references, UNSTEMMED),
            len(pairs),
        ),
    }
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(given.rounds):
        for label, (run, size) in runs.items():
            start = time.process_time()
            run()
            best[label] = min(best[label], (time.process_time() - start) / size * 1e6)

    words = sum(len(t.split()) for pair in pairs for t in pair) / len(pairs)
    kernel = "C++ kernel" if compiled("rouge") else "Python twin"
    print(f"{len(pairs)} pairs of {name}, {words:.0f} words a pair, one core, {kernel}")
    for label, microseconds in best.items():
        print(f"  {label:42} {microseconds:9.1f} us a pair")
    slow = best["rouge-score, stemmed 1+2+L"]
    rust = min(best["rouge-rust score, 1+2+L"], best["rouge-rust score_batch_flat, 1+2+L"])
    ours = best["sumscope.rouge_batch, stemmed 1+2+L+SU4"]
    single = best["sumscope.rouge, stemmed 1+2+L+SU4"]
    plain = best["sumscope.rouge_batch, unstemmed 1+2+L"]
    print(
        f"stemmed: {slow / ours:.0f} times rouge-score (one call a pair: {slow / single:.0f} times)"
    )
    print(f"unstemmed: {rust / plain:.2f} times rouge-rust at its best")


if __name__ == "__main__":
    main()
