"""A million pairs streamed, killed in the middle, run again: the same bytes.

    python benchmarks/stream.py [PAIRS]

Makes a corpus of PAIRS topics (default one million) with one reference and one peer each in a
temporary folder, scores it undisturbed, then again with `kill -9` at half time, and prints the
time, the highest memory of the whole process tree and whether the two outputs are equal.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MEASURES = ("rouge-1", "rouge-2", "rouge-l", "rouge-su4")


def make(path: Path, pairs: int) -> None:
    draw = random.Random(5)
    words = ["".join(draw.choices("abcdefghilmnoprstu", k=draw.randint(2, 9))) for _ in range(5000)]
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=1) as file:
        for number in range(pairs):
            text = [" ".join(draw.choices(words, k=12)) + "." for _ in range(3)]
            peer = [*text[:2], " ".join(draw.choices(words, k=12)) + "."]
            topic = {
                "id": f"T{number}",
                "references": [{"id": "R", "sentences": text}],
                "peers": [{"id": "s", "sentences": peer}],
            }
            file.write(json.dumps(topic) + "\n")


def tree(pid: int) -> list[int]:
    found = [pid]
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += tree(int(child))
    except FileNotFoundError:
        pass
    return found


def memory(pid: int) -> int:
    """Megabytes of the process and its children (proportional shares, so shared pages once)."""
    total = 0
    for each in tree(pid):
        try:
            for line in Path(f"/proc/{each}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
    return total // 1024


def score(corpus: Path, out: Path, kill_after: float | None = None) -> tuple[float, int]:
    command = [sys.executable, "-m", "sumscope", "score", str(corpus), "-o", str(out)]
    for name in MEASURES:
        command += ["-m", name]
    begun, most = time.monotonic(), 0
    process = subprocess.Popen([*command, "--workers", "2"], start_new_session=True)
    while process.poll() is None:
        most = max(most, memory(process.pid))
        if kill_after is not None and time.monotonic() - begun > kill_after:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            break
        time.sleep(0.5)
    return time.monotonic() - begun, most


if __name__ == "__main__":
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder / "corpus.jsonl.gz", pairs)
        seconds, most = score(folder / "corpus.jsonl.gz", folder / "whole.csv")
        print(f"{pairs} pairs, {len(MEASURES)} measures: {seconds:.0f} s, at most {most} MB")
        score(folder / "corpus.jsonl.gz", folder / "killed.csv", kill_after=seconds / 2)
        part = folder / "killed.csv.partial"
        print(f"killed at half time with {part.stat().st_size / 1e6:.0f} MB of finished work")
        again, _ = score(folder / "corpus.jsonl.gz", folder / "killed.csv")
        same = (folder / "whole.csv").read_bytes() == (folder / "killed.csv").read_bytes()
        same &= not part.exists()
        same &= (folder / "whole.csv.meta.json").read_bytes() == (
            folder / "killed.csv.meta.json"
        ).read_bytes()
        print(f"run again: {again:.0f} s, {'the same bytes' if same else 'DIFFERENT BYTES'}")
        sys.exit(0 if same else 1)
