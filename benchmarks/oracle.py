"""Extractive oracles beside the paper's algorithm, HiGHS (one optimum) and CP-SAT (all optima).

    SUMSCOPE_DATA=... python benchmarks/oracle.py [--quick]
    SUMSCOPE_DATA=... python benchmarks/oracle.py --trainers
    python benchmarks/oracle.py --figures CORPUS FOLDER

Every problem of MultiLing 2011 (10 topics, 3 references, single and multi, n = 1 and 2, 100 and
250 words). Ours finds and counts every oracle; HiGHS finds a single one; CP-SAT is told the
optimum and finds all, in a process of its own; the paper's algorithm gets one second a problem.
Then a slack problem, a large one, an impossible one, and labels for REALSumm. Seconds are of
processor time, so that a busy machine does not matter; wall clock is printed beside it for ours.

`--trainers`: how far PreSumm's and extoracle's labels are from the best, and what they take. The
100 articles of REALSumm, at most three sentences, mean of ROUGE-1 and ROUGE-2 F. Scores and gaps
are of our ROUGE (stems, n-grams as often as they occur); each program chooses by its own words.
Where the package extoracle is installed, its own functions are timed and compared with ours; its
combinations of four sentences are tried on the first 15 sentences of ten articles.

`--figures`: pictures beside the tables of Hirao et al. (2017), scores, counts, likeness, pruning:
every problem of CORPUS within 100 words, n = 1 and 2, all references together and one by one.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

from sumscope.core.values import Topic
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.view import TopicView
from sumscope.oracles.facts import OracleFacts, facts_of
from sumscope.oracles.methods import Budget, solve
from sumscope.oracles.objective import read_objective
from sumscope.oracles.problem import Problem, build
from sumscope.oracles.ratio import solve_ratio
from sumscope.oracles.text import OracleText
from sumscope.oracles.trainers import TRAINERS

QUICK = "--quick" in sys.argv
SENTENCES = 3
FEW = 15
NAMES = ["exact", "greedy", "presumm", "extoracle-greedy"]
CPSAT_SECONDS = 5.0


def timed(work: Any) -> tuple[float, float, Any]:
    cpu, wall = time.process_time(), time.perf_counter()
    value = work()
    return time.process_time() - cpu, time.perf_counter() - wall, value


def problems(topics: list[Topic], n: int, limit: int, single: bool) -> list[Problem]:
    made = []
    for topic in topics:
        words = OracleText(n).words(TopicView(topic))
        which = range(len(words.references)) if single else [None]
        made += [words.problem(limit, reference) for reference in which]
    return made


def cpsat(problem: Problem, optimum: int) -> dict[str, Any]:
    """All optima by CP-SAT in a process of its own (it brings its own threads and memory)."""
    value = {name: getattr(problem, name).tolist() for name in ("ptr", "idx", "cnt", "length")}
    value.update(woff=problem.woff.tolist(), w=problem.w.tolist(), limit=problem.limit)
    value.update(optimum=optimum, seconds=CPSAT_SECONDS)
    done = subprocess.run(
        [sys.executable, __file__, "--cpsat"],
        input=json.dumps(value),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def cpsat_child() -> None:
    from ortools.sat.python import cp_model

    p = json.load(sys.stdin)
    model = cp_model.CpModel()
    x = [model.new_bool_var(f"x{i}") for i in range(len(p["length"]))]
    model.add(sum(words * v for words, v in zip(p["length"], x, strict=True)) <= p["limit"])
    held: dict[int, list[Any]] = {}
    for i, v in enumerate(x):
        for e in range(p["ptr"][i], p["ptr"][i + 1]):
            held.setdefault(p["idx"][e], []).append(p["cnt"][e] * v)
    terms = []
    for g, parts in held.items():
        worth = p["w"][p["woff"][g] : p["woff"][g + 1]]
        # references that hold g exactly t times; each matches min(t, count), a function of x
        for t in range(1, len(worth) + 1):
            exactly = worth[t - 1] - (worth[t] if t < len(worth) else 0)
            if exactly:
                z = model.new_int_var(0, t, f"z{g}.{t}")
                model.add_min_equality(z, [sum(parts), t])
                terms.append(exactly * z)
    model.add(sum(terms) == p["optimum"])

    class Counter(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = p["seconds"]
    begun = time.process_time()
    status = solver.solve(model, counter)
    spent = time.process_time() - begun
    json.dump(
        {"all": status == cp_model.OPTIMAL, "found": counter.found, "seconds": spent}, sys.stdout
    )


def multiling(data: Path) -> None:
    topics = list(read_corpus(data / "multiling2011" / "english.jsonl.gz"))
    if QUICK:
        topics = topics[:2]
    print(
        "problems            n   | ours: median  max   total ms (wall median, max) "
        "| HiGHS total | CP-SAT, sample of a quarter     | paper's, 1 s each"
    )
    sums = {"count": 0.0, "ours": 0.0, "highs": 0.0}
    for limit in (100, 250):
        for n in (1, 2):
            for single in (True, False):
                line(problems(topics, n, limit, single), limit, n, single, sums)
    ratio = sums["highs"] / sums["ours"]
    print(
        f"{sums['count']:.0f} problems: ours {sums['ours']:.3f} s for all oracles, HiGHS "
        f"{sums['highs']:.1f} s for one each: {ratio:.0f} times as long"
    )


def line(made: list[Problem], limit: int, n: int, single: bool, sums: dict[str, float]) -> None:
    spent, walls, answers, paper, paper_ended = [], [], [], 0.0, 0
    for problem in made:
        runs = [timed(lambda p=problem: solve(p)) for _ in range(3)]
        cpu, _, found = min(runs, key=lambda run: run[0])
        if not found.complete:
            raise SystemExit("a problem was not finished")
        spent.append(cpu)
        walls.append(min(run[1] for run in runs))
        answers.append(found)
    highs = 0.0
    for problem, found in zip(made, answers, strict=True):
        cpu, _, one = timed(lambda p=problem: solve(p, "ilp"))
        highs += cpu
        if one.matches != found.matches:
            raise SystemExit("HiGHS disagrees")
        cpu, _, printed = timed(lambda p=problem: solve(p, "bnb-paper", Budget(seconds=1.0)))
        paper += cpu
        if printed.complete:
            paper_ended += 1
            if list(printed) != list(found):
                raise SystemExit("the paper's algorithm disagrees")
    cp_spent, cp_ours, cp_all, sample = 0.0, 0.0, 0, range(0, len(made), 4)
    for q in sample:
        answer = cpsat(made[q], answers[q].matches)
        cp_spent += answer["seconds"]
        cp_ours += spent[q]
        if answer["all"]:
            cp_all += 1
            if answer["found"] != answers[q].count:
                raise SystemExit("CP-SAT disagrees")
    sums["count"] += len(made)
    sums["ours"] += sum(spent)
    sums["highs"] += highs
    kind = "single" if single else "multi"
    print(
        f"{len(made):3d} {kind:6s} {limit} words  n={n} | {1e3 * median(spent):8.2f} "
        f"{1e3 * max(spent):8.1f} {1e3 * sum(spent):8.1f}  ({1e3 * median(walls):.2f}, "
        f"{1e3 * max(walls):.1f}) | {highs:8.2f} s | {cp_all}/{len(sample)} done in "
        f"{cp_spent:.2f} s (ours {cp_ours:.4f}) | {paper_ended}/{len(made)} done in {paper:.1f} s",
        flush=True,
    )


def slack(data: Path) -> None:
    topics = list(read_corpus(data / "multiling2011" / "english.jsonl.gz"))
    most = None
    for topic in topics:
        words = OracleText(1).words(TopicView(topic))
        for reference in range(len(words.references)):
            cpu, wall, found = timed(
                lambda w=words, r=reference: solve(w.problem(500, r), budget=Budget(seconds=10.0))
            )
            if found.complete and (most is None or found.count > most[0]):
                most = (found.count, cpu, wall, topic.id)
    if most:
        print(
            f"slack: topic {most[3]}, one reference, 500 words: {most[0]} oracles counted in "
            f"{most[1]:.2f} s (wall {most[2]:.2f})"
        )
    rng = random.Random(1)
    texts = [[rng.randrange(60), rng.randrange(60, 400), rng.randrange(400)] for _ in range(300)]
    problem = build(texts, [3] * 300, [[rng.randrange(60) for _ in range(8)]], 1, 120)
    cpu, wall, found = timed(lambda: solve(problem))
    print(
        f"slack: 300 sentences, 120 words, 8 words wanted: a number of {len(str(found.count))} "
        f"digits in {cpu:.2f} s (wall {wall:.2f})"
    )


def large(data: Path) -> None:
    """The sentences of all topics and some of REALSumm, references of one topic, 500 words."""
    topics = list(read_corpus(data / "multiling2011" / "english.jsonl.gz"))
    documents = [d for topic in topics for d in topic.documents]
    for extra in read_corpus(data / "realsumm" / "cnndm.jsonl.gz"):
        documents += [type(d)(f"{extra.id}-{d.id}", d.text, d.sentences) for d in extra.documents]
    for topic in topics[:3]:
        words = OracleText(1).words(
            TopicView(Topic("large", "en", tuple(documents), topic.references))
        )
        keep = 2000
        for name, references in (("multi", words.references), ("single", words.references[1:2])):
            problem = build(words.sentences[:keep], words.lengths[:keep], references, 1, 500)
            cpu, wall, found = timed(lambda p=problem: solve(p, budget=Budget(seconds=60.0)))
            print(
                f"large: {keep} sentences ({len(problem.length)} with a hit), 500 words, "
                f"{topic.id} {name}: {found.count} oracles, {found.nodes} nodes, {cpu:.2f} s "
                f"(wall {wall:.2f})"
            )


def impossible() -> None:
    rng = random.Random(2)
    texts = [[rng.randrange(900) for _ in range(rng.randint(9, 30))] for _ in range(1500)]
    references = [[rng.randrange(900) for _ in range(800)] for _ in range(4)]
    problem = build(texts, [len(t) for t in texts], references, 1, 600)
    for budget in (Budget(nodes=200), Budget(seconds=2.0)):
        _, wall, found = timed(lambda b=budget: solve(problem, budget=b))
        print(
            f"impossible, {budget}: complete={found.complete}, count={found.count}, between "
            f"{found.matches} and {found.upper} matches of {problem.total}, {wall:.2f} s"
        )


def labels(data: Path) -> None:
    corpus = data / "realsumm" / "cnndm.jsonl.gz"
    made = []
    for topic in read_corpus(corpus):
        words = OracleText(1).words(TopicView(topic))
        made.append((words, words.limit("3s")))

    def every() -> int:
        total = 0
        for words, limit in made:
            found = solve(words.problem(limit))
            chosen = set(found.first())
            total += sum(s in chosen for s in range(len(words.ids)))
            total += sum(1 for s in range(len(words.ids)) if found.share(s))
        return total

    cpu, wall, _ = min((timed(every) for _ in range(5)), key=lambda run: run[0])
    print(
        f"labels: {len(made)} articles at {len(made) / cpu:.0f} a second of processor time "
        f"(wall {len(made) / wall:.0f}), text processing left out"
    )
    with tempfile.TemporaryDirectory() as folder:
        many = Path(folder) / "many.jsonl"
        topics = list(read_corpus(corpus))
        from dataclasses import replace

        from sumscope.corpus.jsonl import write_corpus

        copies = 2 if QUICK else 10
        write_corpus(many, (replace(t, id=f"{c}-{t.id}") for c in range(copies) for t in topics))
        for source, articles in ((corpus, 100), (many, 100 * copies)):
            begun = os.times()
            wall = time.perf_counter()
            command = [sys.executable, "-m", "sumscope", "oracle", str(source), "--limit", "3s"]
            command += ["--labels", "--workers", "1", "-o", str(Path(folder) / "labels.jsonl")]
            subprocess.run(command, check=True, capture_output=True)
            wall = time.perf_counter() - wall
            ended = os.times()
            cpu = (ended.children_user + ended.children_system) - (
                begun.children_user + begun.children_system
            )
            print(
                f"labels: whole command on {articles} articles, start included: "
                f"{articles / cpu:.0f} a second of processor time (wall {articles / wall:.0f})"
            )


def trainers(data: Path) -> None:
    goal = read_objective("1+2", "f")
    views = [TopicView(t) for t in read_corpus(data / "realsumm" / "cnndm.jsonl.gz")]
    made = []
    for view in views:
        words = OracleText(goal.views).words(view)
        reference = [s for r in view.references for s in r.sentences]
        made.append((words.ratio(goal, None, SENTENCES), words.texts, reference))
    exact = [solve_ratio(problem, "bnb", Budget()) for problem, _, _ in made]
    several = sum((one.count or 0) > 1 for one in exact)
    print(f"{len(made)} articles, {several} with more than one best extract")
    print("method                   mean F    gap   worst  best found  same labels  articles/s")
    for method in NAMES:
        spent, _, chosen = timed(lambda m=method: [chosen_by(m, *one) for one in made])
        report(method, spent, chosen, made, exact)
    package(made)


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
        spent, _, found = timed(lambda f=theirs, s=split: [f(d, r, SENTENCES)[0] for d, r in s])
        ours_spent, _, ours = timed(
            lambda n=name, s=some: [TRAINERS[n](texts, ref, SENTENCES) for _, texts, ref in s]
        )
        equal = sum(sorted(set(a)) == b for a, b in zip(found, ours, strict=True))
        ratio = spent / max(ours_spent, 1e-9)
        print(
            f"package {name}: {len(some) / spent:.2f} articles/s; ours {ratio:.1f} times as fast, "
            f"equal on {equal} of {len(some)}"
        )


def figures(corpus: str, folder: str) -> None:
    from sumscope.report.drawing import save
    from sumscope.report.oracle_figures import oracle_figures

    views = [TopicView(topic) for topic in read_corpus(corpus)]
    groups: dict[str, list[OracleFacts]] = {}
    for n in (1, 2):
        for kind in ("multi", "single"):
            made = groups.setdefault(f"ROUGE-{n}, {kind}", [])
            for view in views:
                words = OracleText(n).words(view)
                which = [None] if kind == "multi" else range(len(words.references))
                for reference in which:
                    found = solve(words.problem(100, reference), budget=Budget(nodes=300_000))
                    facts = facts_of(found)
                    if facts is not None:
                        made.append(facts)
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, figure in oracle_figures(groups).items():
        save(figure, Path(folder) / f"{name}.png")
        print(Path(folder) / f"{name}.png")


def main() -> None:
    if "--cpsat" in sys.argv:
        cpsat_child()
        return
    if "--figures" in sys.argv:
        if len(sys.argv) != 4:
            raise SystemExit(__doc__)
        figures(*sys.argv[2:])
        return
    name = os.environ.get("SUMSCOPE_DATA")
    if not name:
        raise SystemExit("SUMSCOPE_DATA does not name the folder of real corpora")
    data = Path(name)
    if "--trainers" in sys.argv:
        trainers(data)
        return
    labels(data)
    impossible()
    slack(data)
    large(data)
    multiling(data)


if __name__ == "__main__":
    main()
