"""How the time of `score` and `compare` grows with topics, peers and words: Markdown tables.

    python benchmarks/scaling.py [--size 1.0]

Corpora are invented (words drawn at random). One size is doubled at a time, the others stay.
Seconds are of processor time, one process, the best of several runs. The last line of each table
gives the exponent b of the best fit n^b: 1 is linear.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import math
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

TOPICS, PEERS, WORDS = 400, 4, 80
MEASURES = ("rouge-1", "rouge-2", "rouge-l", "rouge-su4")
FACTORS = (1, 2, 4, 8)
ROUNDS = 3


def corpus(path: Path, topics: int, peers: int, words: int) -> None:
    """Topics with one reference and some peers, in sentences of about twenty words."""
    draw = random.Random(3)
    lexicon = ["".join(draw.choices("aeioulmnrst", k=draw.randint(2, 9))) for _ in range(4000)]

    def text(name: str) -> dict[str, object]:
        drawn = draw.choices(lexicon, k=words)
        parts = [" ".join(drawn[at : at + 20]) + "." for at in range(0, words, 20)]
        return {"id": name, "sentences": parts}

    with path.open("w", encoding="utf-8") as file:
        for number in range(topics):
            topic = {
                "id": f"T{number}",
                "lang": "en",
                "references": [text("A")],
                "peers": [text(f"s{i}") for i in range(peers)],
            }
            file.write(json.dumps(topic) + "\n")


def scores(path: Path, topics: int, peers: int) -> None:
    """A score table of one measure."""
    draw = random.Random(4)
    with path.open("w", encoding="utf-8") as file:
        file.write("topic,peer,human,measure,value\n")
        for topic in range(topics):
            for peer in range(peers):
                file.write(f"T{topic},s{peer},false,rouge-2,{draw.random():.5f}\n")


def seconds(rounds: int, *command: str) -> float:
    """The least processor time of the command in this process."""
    from sumscope.cli.shell import run
    from sumscope.text.cache import REMEMBERED

    best = math.inf
    for _ in range(rounds):
        REMEMBERED.clear()
        begun = time.process_time()
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            status = run(list(command))
        best = min(best, time.process_time() - begun)
        if status != 0:
            raise RuntimeError(f"{command[0]} failed")
    return best


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """The slope of the best line through the logarithms."""
    x, y = [math.log(n) for n in sizes], [math.log(t) for t in times]
    middle, level = sum(x) / len(x), sum(y) / len(y)
    return sum((a - middle) * (b - level) for a, b in zip(x, y, strict=True)) / sum(
        (a - middle) ** 2 for a in x
    )


def table(
    title: str, unit: str, sizes: Sequence[int], work: Callable[[int], tuple[float, int]]
) -> None:
    """Print one table; `work` gives seconds, and among how many things they are shared."""
    print(f"\n{title}\n\n| {unit} | CPU seconds | microseconds each |\n| ---: | ---: | ---: |")
    times = []
    for size in sizes:
        spent, things = work(size)
        times.append(spent)
        print(f"| {size:,} | {spent:.3f} | {spent / things * 1e6:.2f} |")
    print(f"\nGrows as n^{exponent(sizes, times):.2f}.")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=float, default=1.0, help="a factor of all sizes")
    size = parser.parse_args().size
    topics, rounds = max(4, round(TOPICS * size)), ROUNDS if size >= 0.1 else 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        options = [part for measure in MEASURES for part in ("-m", measure)]

        def score(topics: int, peers: int, words: int) -> float:
            source = folder / f"{topics}-{peers}-{words}.jsonl"
            corpus(source, topics, peers, words)
            return seconds(
                rounds, "score", str(source), *options, "-o", f"{source}.csv", "--workers", "1"
            )

        def compare(topics: int, peers: int) -> float:
            source = folder / f"{topics}-{peers}.csv"
            scores(source, topics, peers)
            return seconds(rounds, "compare", str(source))

        score(4, 2, 20)  # imports
        compare(20, 2)
        four = f"`score`, {len(MEASURES)} ROUGE measures"
        table(
            f"{four}, {PEERS} peers of {WORDS} words; each: a pair of peer and reference",
            "topics",
            [topics * k for k in FACTORS],
            lambda n: (score(n, PEERS, WORDS), n * PEERS),
        )
        table(
            f"{four}, {topics} topics, {WORDS} words; each: a pair of peer and reference",
            "peers",
            [PEERS * k for k in FACTORS],
            lambda n: (score(topics, n, WORDS), topics * n),
        )
        table(
            f"{four}, {topics} topics, {PEERS} peers; each: a word of a peer",
            "words",
            [WORDS * k for k in FACTORS],
            lambda n: (score(topics, PEERS, n), topics * PEERS * n),
        )
        many = max(40, round(12_500 * size))
        table(
            "`compare`, 2 peers, 10,000 resamples; each: a topic",
            "topics",
            [many * k for k in FACTORS],
            lambda n: (compare(n, 2), n),
        )
        few = max(2, round(10 * size))
        table(
            "`compare`, 50 topics, 10,000 resamples, every two peers tested; each: a pair of peers",
            "peers",
            [few * k for k in FACTORS],
            lambda n: (compare(50, n), n * (n - 1) // 2),
        )


if __name__ == "__main__":
    main()
