"""Summaries per second of one core, for the page that reckons time and cost on a cluster.

    python benchmarks/rates.py [--topics 4000] [--client]
    python benchmarks/rates.py --start

Each command runs in a process of its own on invented news-like texts (a document of 400 words, a
reference and a summary of 60 words each); seconds are CPU seconds of the process, without the
second or so that any command needs to start, so that other load on the machine does not matter.
With `--client`, the CPU seconds of the process that reads the corpus, sends it to a Dask cluster of
two workers on this machine and writes the results: what one command can feed, however many cores
there are.
Goal: the figures of docs/how-to/scale.md within a factor of two.
With `--start`, the CPU seconds of `sumscope --help` and `import sumscope`, beside an empty Python.
Goal: `--help` under 0.3 s.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

COMMANDS = {
    "score rouge-1, rouge-2, rouge-l": ("score", "-m", "rouge-1", "-m", "rouge-2", "-m", "rouge-l"),
    "score rouge-2": ("score", "-m", "rouge-2"),
    "oracle": ("oracle", "--limit", "60"),
    "summarize lead": ("summarize", "--by", "lead", "--words", "60"),
    "summarize lexrank": ("summarize", "--by", "lexrank", "--words", "60"),
}
ENDS = {"score": "s.csv", "oracle": "o.jsonl", "summarize": "p.jsonl"}


def corpus(path: Path, topics: int) -> None:
    """Texts whose words are as frequent as in a language (Zipf), in sentences of 20 words."""
    draw = random.Random(0)
    words = [
        "".join(draw.choices("abcdefghijklmnoprstuvw", k=draw.randint(2, 9))) for _ in range(20_000)
    ]
    weights = [1 / (rank + 3) for rank in range(len(words))]

    def text(sentences: int) -> str:
        said = draw.choices(words, weights, k=20 * sentences)
        parts = (said[at : at + 20] for at in range(0, len(said), 20))
        return " ".join(" ".join(part).capitalize() + "." for part in parts)

    with path.open("w", encoding="utf-8") as file:
        for number in range(topics):
            topic = {
                "id": f"T{number}",
                "lang": "en",
                "documents": [{"id": "d", "text": text(20)}],
                "references": [{"id": "A", "text": text(3)}],
                "peers": [{"id": "s", "text": text(3)}],
            }
            file.write(json.dumps(topic) + "\n")


def cpu(words: list[str], folder: Path | None = None) -> float:
    """CPU seconds of Python with these words."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], cwd=folder, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@contextlib.contextmanager
def cluster() -> Iterator[list[str]]:
    """A Dask cluster of two worker processes; the options that send work to it."""
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as made:
        yield ["--engine", "dask://" + made.scheduler_address.removeprefix("tcp://")]


def start(times: int = 7) -> None:
    """The best of several starts of each."""
    nothing = min(cpu(["-c", "pass"]) for _ in range(times))
    for name, words in {
        "import sumscope": ["-c", "import sumscope"],
        "sumscope --help": ["-m", "sumscope", "--help"],
        "sumscope score --help": ["-m", "sumscope", "score", "--help"],
    }.items():
        used = min(cpu(words) for _ in range(times))
        print(f"{name:24} {used:.3f} s CPU, {used / nothing:.1f} times an empty Python")


def main() -> None:
    """Print a line for each command."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--topics", type=int, default=4000)
    reader.add_argument("--client", action="store_true", help="of the client of a Dask cluster")
    reader.add_argument("--start", action="store_true", help="of the start of Python")
    given = reader.parse_args()
    if given.start:
        start()
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        corpus(folder / "large.jsonl", given.topics)
        corpus(folder / "small.jsonl", given.topics // 10)
        megabytes = (folder / "large.jsonl").stat().st_size / 1e6
        print(f"{given.topics} topics of one summary, {megabytes:.0f} MB")
        with cluster() if given.client else contextlib.nullcontext(["--workers", "1"]) as where:
            for label, (command, *options) in COMMANDS.items():
                used = []
                for source in ("small.jsonl", "large.jsonl"):
                    out = f"{source}-{ENDS[command]}"
                    words = [command, source, *options, *where, "-o", out]
                    used.append(cpu(["-m", "sumscope", *words], folder))
                rate = (given.topics - given.topics // 10) / max(used[1] - used[0], 1e-9)
                unit = "client" if given.client else "core"
                print(f"{label:34} {rate:8.0f} summaries a second and {unit}", flush=True)


if __name__ == "__main__":
    main()
