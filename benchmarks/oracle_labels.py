"""Labels for training: how far PreSumm's and extoracle's are from the best, and what they take.

SUMSCOPE_DATA=... python benchmarks/oracle_labels.py

The 100 articles of REALSumm, at most three sentences, mean of ROUGE-1 and ROUGE-2 F. Scores and
gaps are of our ROUGE (stems, n-grams as often as they occur); each program chooses by its own
words.
Where the package extoracle is installed, its own functions are timed and compared with ours; its
combinations of four sentences are tried on the first 15 sentences of ten articles. Seconds are of
processor time.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.view import TopicView
from sumscope.oracles.methods import Budget
from sumscope.oracles.objective import read_objective
from sumscope.oracles.ratio import solve_ratio
from sumscope.oracles.text import OracleText
from sumscope.oracles.trainers import TRAINERS

SENTENCES = 3
FEW = 15
NAMES = ["exact", "greedy", "presumm", "extoracle-greedy"]


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.process_time()
    value = work()
    return time.process_time() - begun, value


def main() -> None:
    name = os.environ.get("SUMSCOPE_DATA")
    if not name:
        raise SystemExit("SUMSCOPE_DATA does not name the folder of real corpora")
    goal = read_objective("1+2", "f")
    views = [TopicView(t) for t in read_corpus(Path(name) / "realsumm" / "cnndm.jsonl.gz")]
    problems = []
    for view in views:
        words = OracleText(goal.views).words(view)
        reference = [s for r in view.references for s in r.sentences]
        problems.append((words.ratio(goal, None, SENTENCES), words.texts, reference))
    exact = [solve_ratio(problem, "bnb", Budget()) for problem, _, _ in problems]
    several = sum((one.count or 0) > 1 for one in exact)
    print(f"{len(problems)} articles, {several} with more than one best extract")
    print("method                   mean F    gap   worst  best found  same labels  articles/s")
    for method in NAMES:
        spent, chosen = timed(lambda m=method: [chosen_by(m, *one) for one in problems])
        report(method, spent, chosen, problems, exact)
    package(problems)


def chosen_by(method: str, problem: Any, texts: Sequence[str], reference: Sequence[str]) -> Any:
    if method in TRAINERS:
        return tuple(TRAINERS[method](texts, reference, SENTENCES))
    by = "bnb" if method == "exact" else method
    return solve_ratio(problem, by, Budget()).first()


def report(
    method: str, spent: float, chosen: list[Any], problems: list[Any], exact: list[Any]
) -> None:
    values = [float(p.value(c)) for (p, _, _), c in zip(problems, chosen, strict=True)]
    gaps = [best.score - value for best, value in zip(exact, values, strict=True)]
    best = fmean(gap < 1e-12 for gap in gaps)
    same = fmean(
        len({*c} & {*b.first()}) / max(1, len({*c} | {*b.first()}))
        for c, b in zip(chosen, exact, strict=True)
    )
    print(
        f"{method:22s} {fmean(values):8.4f} {fmean(gaps):7.4f} {max(gaps):7.4f} {best:10.0%} "
        f"{same:12.2f} {len(problems) / spent:11.0f}"
    )


def package(problems: list[Any]) -> None:
    # The package imports `rouge`, and a benchmark beside this one has that name.
    here = Path(__file__).resolve().parent
    sys.path[:] = [folder for folder in sys.path if Path(folder).resolve() != here]
    try:
        from extoracle import utils
    except ImportError:
        print("extoracle is not installed: pip install extoracle rouge")
        return
    for name, theirs in (
        ("extoracle-greedy", utils.greedy_selection),
        ("extoracle-combination", utils.combination_selection),
    ):
        some = problems
        if name.endswith("combination"):
            some = [
                (problem, texts[:FEW], reference) for problem, texts, reference in problems[:10]
            ]
        split = [([t.split() for t in texts], [r.split() for r in ref]) for _, texts, ref in some]
        spent, found = timed(lambda f=theirs, s=split: [f(d, r, SENTENCES)[0] for d, r in s])
        ours_spent, ours = timed(
            lambda n=name, s=some: [TRAINERS[n](texts, ref, SENTENCES) for _, texts, ref in s]
        )
        equal = sum(sorted(set(a)) == b for a, b in zip(found, ours, strict=True))
        ratio = spent / max(ours_spent, 1e-9)
        print(
            f"package {name}: {len(some) / spent:.2f} articles/s; ours {ratio:.1f} times as fast, "
            f"equal on {equal} of {len(some)}"
        )


if __name__ == "__main__":
    main()
