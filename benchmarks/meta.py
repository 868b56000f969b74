"""Correlations in resamples beside nlpstats, and the whole of `sumscope meta --against`.

    python benchmarks/meta.py             # 1,000 summary-level resamples on 24 systems x 100 inputs
    python benchmarks/meta.py --against   # the command, on 16 systems x 100 topics x 4 judgements
    SUMSCOPE_DATA=... python benchmarks/meta.py --people   # every measure on the real corpora

The first needs the bench extra. One core: the number of threads is set before numpy is loaded. The
peer runs fewer resamples, and its time is scaled (it is a loop over resamples).

The second invents scores of the size of SummEval: means of the marks 1 to 5 of three judges, with
as many ties (two of the four judgements are 5 for most summaries), and twelve measures of five
digits. It prints the seconds of processor time of the command, start and reading included, the best
of three runs.

The third prints the tables of docs/explanation/kumar2011.md: correlations with 95% intervals, and
the paired differences of topic-fusion; bootstrap over systems and inputs.
"""

from __future__ import annotations

import os

os.environ.update(
    dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
)

import argparse
import csv
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from sumscope.metaeval.bootstrap import draw, interval, resampled
from sumscope.metaeval.correlation import STATISTICS

SYSTEMS, INPUTS, RESAMPLES, PEER_RESAMPLES = 24, 100, 1000, 100


def data() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(SYSTEMS, 1))
    human = quality + rng.normal(size=(SYSTEMS, INPUTS))
    return np.round(human + rng.normal(size=human.shape), 2), np.round(human, 1)


def ours(x: np.ndarray, z: np.ndarray, statistic: str) -> tuple[float, tuple[float, float]]:
    begun = time.process_time()
    draws = draw(SYSTEMS, INPUTS, over="both", resamples=RESAMPLES, seed=0)
    found = interval(resampled(x, z, "summary", statistic, draws), x.shape, "both")
    return time.process_time() - begun, (found.low or 0, found.high or 0)


def theirs(x: np.ndarray, z: np.ndarray, statistic: str) -> tuple[float, tuple[float, float]]:
    from nlpstats.correlations import bootstrap

    np.random.seed(0)
    begun = time.process_time()
    found = bootstrap(x, z, "input", statistic, "both", n_resamples=PEER_RESAMPLES)
    seconds = (time.process_time() - begun) * RESAMPLES / PEER_RESAMPLES
    return seconds, (float(found.lower), float(found.upper))


JUDGED, TOPICS = 16, 100
# The mean mark before it is cut off at 5, and how far marks lie apart.
JUDGEMENTS = {
    "coherence": (3.4, 0.6),
    "consistency": (5.6, 0.6),
    "fluency": (5.3, 0.5),
    "relevance": (3.8, 0.5),
}
MEASURES = (
    *("rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-l", "rouge-su4", "topic-unigram"),
    *("topic-bigram", "topic-fusion", "growth-deviation", "bertscore", "chrf"),
)


def invent(folder: Path) -> list[str]:
    """Write scores and judgements; give the arguments of the command."""
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(JUDGED, 1)) + rng.normal(size=(JUDGED, TOPICS))
    tables = {"scores.csv": {}, "human.csv": {}}
    for name, (middle, spread) in JUDGEMENTS.items():
        seen = quality + rng.normal(size=quality.shape)
        marks = seen + 0.7 * rng.normal(size=(3, *quality.shape))
        tables["human.csv"][name] = np.clip(np.rint(middle + spread * marks), 1, 5).mean(axis=0)
    for name in MEASURES:
        scores = 0.3 + 0.12 * (0.3 * quality + rng.normal(size=quality.shape))
        tables["scores.csv"][name] = np.round(np.clip(scores, 0, 1), 5)
    for file, columns in tables.items():
        with (folder / file).open("w", newline="", encoding="utf-8") as out:
            lines = csv.writer(out)
            lines.writerow(["topic", "peer", *columns])
            for topic in range(TOPICS):
                for peer in range(JUDGED):
                    values = [float(matrix[peer, topic]) for matrix in columns.values()]
                    lines.writerow([f"t{topic}", f"s{peer}", *values])
    return [str(folder / "scores.csv"), "--human", str(folder / "human.csv")]


def against(runs: int = 3) -> None:
    """The processor time of the whole command."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [*invent(Path(folder)), "--against", "rouge-2", "--json"]
        seconds = []
        for _ in range(runs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [sys.executable, "-m", "sumscope", "meta", *arguments],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    print(
        f"sumscope meta --against rouge-2, {JUDGED} systems x {TOPICS} topics x "
        f"{len(JUDGEMENTS)} judgements, {len(MEASURES)} measures, 3 levels, 1,000 resamples: "
        f"{min(seconds):.1f} s CPU"
    )


CORPORA = {
    "REALSumm": "realsumm/cnndm.jsonl.gz",
    "MultiLing 2011, English": "multiling2011/english.jsonl.gz",
}
ROUGE = ["rouge-1", "rouge-2", "rouge-l", "rouge-su4", "rouge-1(stop=true)", "rouge-1(weight=idf)"]
FUSION = ["topic-fusion", "topic-fusion(report=f)"]
SCHEMES = [
    f"topic-{scheme}{topics}"
    for scheme in ("unigram", "bigram", "path", "closeness")
    for topics in ("", "(topics=greedy)", "(topics=gaac)")
]
PAPER_FORMS = [
    "topic-path(form=paper)",
    "topic-closeness(form=paper)",
    "topic-closeness(topics=gaac,form=paper)",
]
COLUMNS = [(level, s) for level in ("system", "summary") for s in ("pearson", "kendall")]


def people() -> None:
    import sumscope
    from sumscope.core.table import ScoreTable

    folder = os.environ.get("SUMSCOPE_DATA")
    if not folder:
        print("SUMSCOPE_DATA does not name the folder of real corpora: nothing to measure")
        return
    for name, path in CORPORA.items():
        corpus = Path(folder) / path
        measures = [*ROUGE, *FUSION, *SCHEMES, *PAPER_FORMS]
        scores = sumscope.score(corpus, measures, workers=1)
        found = sumscope.meta(scores, corpus, level=("system", "summary"))
        print(f"\n{name}\n\n| measure | " + " | ".join(" ".join(c) for c in COLUMNS) + " |")
        print("| --- " * (len(COLUMNS) + 1) + "|")
        for measure in measures:
            rows = [found.find(measure, *column) for column in COLUMNS]
            cells = [f"{r.value:.3f} [{r.low:.3f}, {r.high:.3f}]" for r in rows]
            print(f"| `{measure}` | " + " | ".join(cells) + " |")
        few = ScoreTable(tuple(row for row in scores if row.measure in (*ROUGE, FUSION[0])))
        tests = sumscope.meta(few, corpus, level=("system", "summary"), against=FUSION[0]).tests
        print(f"\nOther measures less `{FUSION[0]}`, Pearson\n")
        for test in tests:
            if test.statistic == "pearson":
                around = f"[{test.low:+.3f}, {test.high:+.3f}]"
                print(
                    f"- {test.level}: `{test.left}` {test.difference:+.3f} {around}, p {test.p:.3f}"
                )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--against", action="store_true", help="measure the command meta")
    options.add_argument("--people", action="store_true", help="correlate measures with people")
    asked = options.parse_args()
    if asked.against or asked.people:
        against() if asked.against else people()
        return
    x, z = data()
    ours(x, z, "kendall")  # imports and kernels loaded
    print(f"summary level, {SYSTEMS} x {INPUTS}, {RESAMPLES} resamples of both, CPU seconds")
    for statistic in STATISTICS:
        seconds, (low, high) = ours(x, z, statistic)
        line = f"{statistic:9} sumscope {seconds:6.3f} s [{low:.3f}, {high:.3f}]"
        if statistic != "somers":
            peer, (low, high) = theirs(x, z, statistic)
            line += (
                f"   nlpstats {peer:6.1f} s [{low:.3f}, {high:.3f}] ({PEER_RESAMPLES} run, scaled)"
            )
            line += f"   ratio {peer / seconds:.0f}"
        print(line)


if __name__ == "__main__":
    main()
