"""Summaries per second of one core, for the page that reckons time and cost on a cluster.

    python benchmarks/rates.py [--topics 4000]

Each command runs in a process of its own on invented news-like texts (a document of 400 words, a
reference and a summary of 60 words each); seconds are CPU seconds of the process, without the
second or so that any command needs to start, so that other load on the machine does not matter.
Goal: the figures of docs/how-to/scale.md within a factor of two.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
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


def cpu(words: list[str], folder: Path) -> float:
    """CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "sumscope", *words], cwd=folder, check=True, capture_output=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print a line for each command."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--topics", type=int, default=4000)
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        corpus(folder / "large.jsonl", given.topics)
        corpus(folder / "small.jsonl", given.topics // 10)
        megabytes = (folder / "large.jsonl").stat().st_size / 1e6
        print(f"{given.topics} topics of one summary, {megabytes:.0f} MB")
        for label, (command, *options) in COMMANDS.items():
            used = []
            for source in ("small.jsonl", "large.jsonl"):
                out = f"{source}-{ENDS[command]}"
                words = [command, source, *options, "--workers", "1", "-o", out]
                used.append(cpu(words, folder))
            rate = (given.topics - given.topics // 10) / max(used[1] - used[0], 1e-9)
            print(f"{label:34} {rate:8.0f} summaries a second and core", flush=True)


if __name__ == "__main__":
    main()
