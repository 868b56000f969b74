"""Races two runs for one output, many times; prints what happened as JSON. Run by test_locks.py.

Processes are forked from one that has everything imported, so that they begin together.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path

from sumscope.app.oracle import oracle_file
from sumscope.app.score import score_file
from sumscope.app.summarize import summarize
from sumscope.core.errors import SumscopeError


def score_one(corpus: str, out: str) -> None:
    score_file(corpus, ["rouge-1"], out, workers=1)


def score_two(corpus: str, out: str) -> None:
    score_file(corpus, ["rouge-2", "rouge-l"], out, workers=1)


def summarize_lead(corpus: str, out: str) -> None:
    summarize(corpus, "lead", out=out)


def oracles(corpus: str, out: str) -> None:
    oracle_file(corpus, out, method="greedy", workers=1)


RACES = {
    "score.csv": (score_one, score_one),
    "scores.csv": (score_one, score_two),
    "scores.jsonl": (score_one, score_two),
    "mixed.jsonl": (summarize_lead, oracles),
}


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def race(jobs: tuple, corpus: str, out: Path) -> list[str]:
    """Start every job at the same moment; give each one's end."""
    ready, go = os.pipe()
    children = []
    for job in jobs:
        answer, tell = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(go)
            os.read(ready, 1)  # ends when the parent closes its end
            said = "done"
            try:
                job(corpus, str(out))
            except SumscopeError as error:
                said = f"refused: {error}"
            except BaseException as error:
                said = f"failed: {type(error).__name__}: {error}"
            os.write(tell, said.encode())
            os._exit(0)
        os.close(tell)
        children.append((child, answer))
    os.close(go)
    os.close(ready)
    ends = []
    for child, answer in children:
        with os.fdopen(answer, "rb") as file:
            ends.append(file.read().decode())
        os.waitpid(child, 0)
    return ends


def main(corpus: str, folder: str, rounds: int) -> None:
    found: Counter[str] = Counter()
    wrong: list[object] = []
    for name, jobs in RACES.items():
        good = []
        for number, job in enumerate(jobs):
            alone = Path(folder) / f"alone-{number}"
            alone.mkdir(parents=True, exist_ok=True)
            job(corpus, str(alone / name))
            good.append(snapshot(alone))
            for path in alone.iterdir():
                path.unlink()
        for number in range(rounds):
            place = Path(folder) / f"{name}-{number}"
            place.mkdir()
            ends = race(jobs, corpus, place / name)
            found.update("refused" if end.startswith("refused") else end[:6] for end in ends)
            won = [whole for end, whole in zip(ends, good, strict=True) if end == "done"]
            named = all("process " in end for end in ends if end.startswith("refused"))
            if snapshot(place) not in won or not named:
                wrong.append([name, number, ends, sorted(snapshot(place))])
    print(json.dumps({"ends": found, "wrong": wrong}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
