"""ROUGE beside rouge-score and rouge-rust: time per pair of summary and reference, one core.

    python benchmarks/rouge.py [--pairs 12000]
    python benchmarks/rouge.py --compat [--pairs 300]

Pairs are REALSumm's where SUMSCOPE_DATA names the folder of real corpora, else those of the
embedded example, each with its own copy of the reference. All read the same strings, give recall,
precision and F, and run in this one process, turn by turn; the best of several rounds counts.
rouge-score has no SU4, and its rougeL (the cheaper of its two) and rouge-rust's take a text as one
sentence, so ours does more work than both. Agreement with ROUGE-1.5.5 is not measured here but in
tests/reference.

`sumscope score` is the whole command on a corpus of as many pairs, documents and all: reading and
checking the file, scoring, journal, table; only the start of Python is left out. It runs once with
the sentences as the corpus gives them, and once where it must find them. Copies of a text in that
corpus differ, so that nothing is known beforehand.

With `--compat`, sumscope.compat.rouge_score beside the package that it stands in for, through the
package's own interface: milliseconds per pair and the ratio, the best of three rounds. Equality of
the numbers is tested in tests/reference/test_compat_packages.py.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import io
import itertools
import json
import os
import tempfile
import time
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

STEMMED = ("rouge-1", "rouge-2", "rouge-l", "rouge-su4")
TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
UNSTEMMED = tuple(f"{name}(stem=false)" for name in STEMMED[:3])


def read_topics() -> tuple[str, list[dict[str, Any]]]:
    folder = os.environ.get("SUMSCOPE_DATA")
    path = Path(folder) / "realsumm" / "cnndm.jsonl.gz" if folder else None
    if path is not None and path.exists():
        name, lines = "REALSumm", gzip.decompress(path.read_bytes()).decode().splitlines()
    else:
        name = "the embedded example"
        lines = (
            (resources.files("sumscope") / "data" / "demo.jsonl").read_text("utf-8").splitlines()
        )
    return name, list(map(json.loads, lines))


def pairs_of(topics: list[dict[str, Any]], count: int) -> list[tuple[str, str]]:
    pairs = []
    for topic in topics:
        for reference, peer in itertools.product(topic["references"], topic["peers"]):
            if "extract" not in peer:
                pairs.append((text(peer), text(reference)))
    full = itertools.islice(itertools.cycle(pairs), count)
    return [(peer, "".join([reference, " "])) for peer, reference in full]


def text(item: dict[str, Any], between: str = "\n") -> str:
    sentences = item.get("sentences")
    if not isinstance(sentences, list):
        return str(item["text"])
    return between.join(s if isinstance(s, str) else s["text"] for s in sentences)


def write_corpus(path: Path, topics: list[dict[str, Any]], count: int, whole: bool) -> int:
    """Write topics until there are `count` pairs; `whole` takes sentence ends away."""
    pairs = 0
    with path.open("w", encoding="utf-8") as file:
        for number, topic in enumerate(itertools.cycle(topics)):
            if pairs >= count:
                return pairs
            made = {**topic, "id": f"T{number}"}
            for group in ("references", "peers"):
                made[group] = [copied(item, number, whole) for item in topic[group]]
            file.write(json.dumps(made) + "\n")
            pairs += len(made["references"]) * len(made["peers"])
    return pairs


def copied(item: dict[str, Any], number: int, whole: bool) -> dict[str, Any]:
    """A text with its number at the end, so that no copy is known already."""
    if "extract" in item:
        return item
    if whole or "text" in item:
        return {"id": item["id"], "text": f"{text(item, ' ')} {number}"}
    return {**item, "sentences": [*item["sentences"], str(number)]}


def score(corpus: Path) -> None:
    from sumscope.cli.shell import run
    from sumscope.text.cache import REMEMBERED

    REMEMBERED.clear()  # or the second round would find every text known
    options = [part for name in STEMMED for part in ("-m", name)]
    with contextlib.redirect_stderr(io.StringIO()):
        command = ["score", str(corpus), *options, "-o", f"{corpus}.csv", "--workers", "1"]
        if run(command) != 0:
            raise RuntimeError("score failed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, help="[default: 12000, or 300 with --compat]")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--compat", action="store_true", help="the drop-in module")
    given = parser.parse_args()
    if given.compat:
        compat(given.pairs or 300)
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), given.pairs or 12000, given.rounds)


def measure(folder: Path, count: int, rounds: int) -> None:
    os.environ["RAYON_NUM_THREADS"] = "1"  # read when rouge-rust first works
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    import fast_rouge
    from rouge_score import rouge_scorer

    import sumscope
    from sumscope.kernels import compiled

    name, topics = read_topics()
    pairs = pairs_of(topics, count)
    split, whole = folder / "split.jsonl", folder / "whole.jsonl"
    size = write_corpus(split, topics, count, whole=False)
    write_corpus(whole, topics, count, whole=True)
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
        "sumscope score, stemmed 1+2+L+SU4": (lambda: score(split), size),
        "sumscope score, finding sentences": (lambda: score(whole), size),
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
    for _ in range(rounds):
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
    command = best["sumscope score, stemmed 1+2+L+SU4"]
    finding = best["sumscope score, finding sentences"]
    print(
        f"sumscope score: {slow / command:.0f} times rouge-score "
        f"({slow / finding:.0f} times where it finds the sentences)"
    )
    print(f"unstemmed: {rust / plain:.2f} times rouge-rust at its best")


def best(work: Callable[[], object], rounds: int = 3) -> float:
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def compat(count: int) -> None:
    _, topics = read_topics()
    every = [(reference, peer) for peer, reference in pairs_of(topics, 12_000)]
    pairs = every[:: max(1, len(every) // count)][:count]
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
