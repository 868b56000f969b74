"""Enumeration of Extractive Oracle Summaries (Hirao, Nishino, Suzuki and Nagata 2017).

Tables 2 to 7 over a DUC-like corpus: scores of oracles, greedy summaries and peers, Jaccard index
of greedy and oracles, numbers of oracles, correlation of F-measures with human scores, search
efficiency and time. The published numbers are of DUC-2004.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.values import Topic, mean_judgement
from sumscope.corpus.jsonl import read_corpus
from sumscope.oracles.agreement import agreement, agreement_with
from sumscope.oracles.walk import Drawer, jaccard
from sumscope.papers._data import INVENTED, name_of_data, topics_of_data
from sumscope.papers._hirao2017_data import (
    GRAMS,
    PAPER_NODES,
    SETTINGS,
    Prepared,
    Solved,
    limit_of,
    prepare,
    problems,
    system_means,
)
from sumscope.report.reproduction import Cell, Picture, Reproduction, ResultTable, table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DATA = "a corpus (.jsonl) of topics with documents, references, peers and human judgements"
DRAWS = 100

PUBLISHED_SCORES = {  # DUC-2004, Table 2
    "Oracle (multi)": (0.427, 0.162),
    "Oracle (single)": (0.519, 0.228),
    "Greedy": (0.412, 0.157),
    "Best peer": (0.305, 0.092),
}
PUBLISHED_JACCARD = {(1, "single"): 0.451, (1, "multi"): 0.419, (2, "single"): 0.536,
                     (2, "multi"): 0.530}  # fmt: skip
PUBLISHED_NUMBERS = {(1, "single"): (8.0, 0.865), (2, "single"): (8.0, 0.865),
                     (1, "multi"): (3.5, 0.780), (2, "multi"): (3.0, 0.760)}  # fmt: skip
PUBLISHED_CORRELATION = {  # Pearson, Spearman; "S" as an interval
    "ROUGE-1": (".861", ".760"), "ROUGE-2": (".907", ".831"),
    "F (R1, single-M)": (".857", ".855"), "F (R1, single-S)": (".815-.830", ".811-.830"),
    "F (R2, single-M)": (".904", ".826"), "F (R2, single-S)": (".855-.865", ".740-.760"),
    "F (R1, multi-M)": (".814", ".841"), "F (R1, multi-S)": (".794-.802", ".803-.813"),
    "F (R2, multi-M)": (".824", ".846"), "F (R2, multi-S)": (".806-.816", ".797-.817"),
}  # fmt: skip
PUBLISHED_SEARCH = {1: (9.65e10, 4.47e3), 2: (6.90e6, 9.83e2)}
PUBLISHED_SECONDS = {(1, "single"): 11.90, (2, "single"): 1.40, (1, "multi"): 102.94,
                     (2, "multi"): 3.65}  # fmt: skip


def run(data: str | None, progress: Progress | None = None) -> Reproduction:
    """The experiment on a corpus, a folder with one, or the embedded example."""
    topics = topics_of_data(data, _folder)
    notes = [] if data else [INVENTED]
    usable = [topic for topic in topics if topic.documents and topic.references]
    if not usable:
        raise SumscopeError("no topic has documents and references", where=data, hint=DATA)
    limit = limit_of(usable)
    notes.append(
        f"Summaries of at most {limit} words; published numbers are of DUC-2004 (100 words). "
        "Words as ROUGE-1.5.5 finds and stems them, ROUGE-1 without stop words."
    )
    prepared = []
    for number, topic in enumerate(usable):
        made = prepare(topic, limit, notes)
        if made is not None:
            prepared.append(made)
        if progress is not None:
            progress(number + 1, len(usable))
    if not prepared:
        raise SumscopeError("no topic could be solved", where=data, hint=DATA)
    tables = [
        _table_2(prepared),
        _table_3(prepared),
        _table_4(prepared),
        _table_5(prepared),
        _table_6(prepared, notes),
        _table_7(prepared),
        _times(prepared),
    ]
    return Reproduction(
        paper="hirao2017",
        data=name_of_data(data),
        tables=tuple(found for found in tables if found is not None),
        pictures=(Picture("nodes", "Nodes of the search, ours and the paper's", _nodes(prepared)),),
        notes=tuple(notes),
    )


def _folder(data: str) -> list[Topic]:
    found = sorted((Path(data) / "multiling2011").glob("english.jsonl*")) or sorted(
        Path(data).glob("*.jsonl*")
    )
    if not found:
        raise SumscopeError("has no corpus (.jsonl)", where=data, hint=f"give {DATA}")
    return [topic for path in found for topic in read_corpus(path)]


def _mean_score(solved: Sequence[Solved], greedy: bool = False) -> float:
    return fmean((s.greedy if greedy else s.oracles).score or 0.0 for s in solved)


def _table_2(prepared: Sequence[Prepared]) -> ResultTable:
    ours: dict[str, list[float | None]] = {name: [] for name in PUBLISHED_SCORES}
    best = []
    for n in GRAMS:
        multi, single = problems(prepared, n, "multi"), problems(prepared, n, "single")
        ours["Oracle (multi)"].append(_mean_score(multi))
        ours["Oracle (single)"].append(_mean_score(single))
        ours["Greedy"].append(_mean_score(multi, greedy=True))
        means = system_means(prepared, n)
        top = max(means, key=lambda name: means[name], default=None)
        ours["Best peer"].append(None if top is None else means[top])
        best.append(top or "none")
    rows = [(name, *ours[name], *PUBLISHED_SCORES[name]) for name in PUBLISHED_SCORES]
    caption = f"Table 2: ROUGE of oracles, greedy and best peer (here {best[0]}, {best[1]})"
    heading = ("", "ROUGE-1", "ROUGE-2", "published ROUGE-1", "published ROUGE-2")
    return table("table-2", caption, heading, rows)


def _table_3(prepared: Sequence[Prepared]) -> ResultTable:
    first, second = (system_means(prepared, n) for n in GRAMS)
    order = sorted(first, key=lambda name: (-second[name], name))
    rows: list[tuple[Cell, ...]] = [
        (f"Oracle ({s})", *(_mean_score(problems(prepared, n, s)) for n in GRAMS), None, None)
        for s in ("multi", "single")
    ]
    for name in order:
        gaps = [
            fmean((s.oracles.score or 0.0) - p.rouge[n][name] for p in prepared for s in p.solved
                  if s.n == n and s.setting == "multi")
            for n in GRAMS
        ]  # fmt: skip
        rows.append((name, first[name], second[name], *gaps))
    heading = ("system", "ROUGE-1", "ROUGE-2", "gap to oracle, ROUGE-1", "gap, ROUGE-2")
    return table(
        "table-3", "Table 3: every system, and its gap to the oracle (multi)", heading, rows
    )


def _table_4(prepared: Sequence[Prepared]) -> ResultTable:
    rows = []
    for n in GRAMS:
        cells: list[Cell] = [f"ROUGE-{n}"]
        for setting in SETTINGS:
            found = problems(prepared, n, setting)
            cells.append(fmean(jaccard(s.oracles, s.greedy.chosen) for s in found))
        rows.append((*cells, *(PUBLISHED_JACCARD[n, s] for s in SETTINGS)))
    heading = ("", "single", "multi", "published single", "published multi")
    caption = "Table 4: mean Jaccard index of greedy summary and oracles"
    return table("table-4", caption, heading, rows)


def _table_5(prepared: Sequence[Prepared]) -> ResultTable:
    rows = []
    for setting in SETTINGS:
        for n in GRAMS:
            numbers = [s.oracles.count or 0 for s in problems(prepared, n, setting)]
            several = fmean(number > 1 for number in numbers)
            cells = (
                setting,
                f"ROUGE-{n}",
                _power(_middle(numbers)) if max(numbers) > 1 << 50 else float(median(numbers)),
                several,
                str(max(numbers)),
            )
            rows.append((*cells, *PUBLISHED_NUMBERS[n, setting]))
    heading = ("setting", "", "median", "rate of several", "most", "published median",
               "published rate")  # fmt: skip
    caption = "Table 5: number of oracles, and share of problems with more than one"
    return table("table-5", caption, heading, rows)


def _human(prepared: Sequence[Prepared]) -> tuple[str, dict[str, float]] | None:
    """The first judgement that every system has on every topic, and its mean per system."""
    names = list(system_means(prepared, 1))
    kinds = {k for p in prepared for row in p.topic.judgements.values() for k in row}
    for kind in sorted(kinds):
        means = {}
        for name in names:
            values = [mean_judgement(p.topic.judgements.get(name, {}).get(kind)) for p in prepared]
            known = [value for value in values if value is not None]
            if len(known) == len(prepared):
                means[name] = fmean(known)
        if len(means) >= 3:
            return kind, means
    return None


def _table_6(prepared: Sequence[Prepared], notes: list[str]) -> ResultTable | None:
    human = _human(prepared)
    if human is None:
        notes.append("Table 6 is left out: fewer than three systems have human scores throughout.")
        return None
    kind, judged = human
    names = list(judged)
    people = [judged[name] for name in names]
    rows: list[tuple[Cell, ...]] = []

    def add(label: str, pearson: Any, spearman: Any) -> None:
        rows.append((label, pearson, spearman, *PUBLISHED_CORRELATION[label]))

    for n in GRAMS:
        means = system_means(prepared, n)
        add(f"ROUGE-{n}", *_correlations([means[name] for name in names], people))
    for setting in SETTINGS:
        for n in GRAMS:
            mean = {name: fmean(_every(prepared, n, setting, name)) for name in names}
            add(
                f"F (R{n}, {setting}-M)",
                *_correlations([mean[name] for name in names], people),
            )
            drawn = _drawn(prepared, n, setting, names, people)
            add(f"F (R{n}, {setting}-S)", *(_interval(values) for values in drawn))
    caption = f"Table 6: correlation with human '{kind}' over {len(names)} systems"
    heading = ("", "Pearson", "Spearman", "published Pearson", "published Spearman")
    return table("table-6", caption, heading, rows)


def _correlations(scores: Sequence[float], people: Sequence[float]) -> tuple[Any, Any]:
    from scipy import stats

    if len(set(scores)) < 2 or len(set(people)) < 2:
        return None, None
    pearson = stats.pearsonr(scores, people).statistic
    return float(pearson), float(stats.spearmanr(scores, people).statistic)


def _every(prepared: Sequence[Prepared], n: int, setting: str, name: str) -> list[float]:
    """F of a system over all oracles of every problem."""
    return [
        agreement(s.oracles, p.matched[name].chosen, p.matched[name].sentences).f
        for p in prepared
        for s in p.solved
        if s.n == n and s.setting == setting
    ]


def _drawn(
    prepared: Sequence[Prepared],
    n: int,
    setting: str,
    names: Sequence[str],
    people: Sequence[float],
) -> tuple[list[float], list[float]]:
    """Correlations of F-measures from one random oracle of each problem, drawn many times."""
    rng = random.Random(f"hirao2017 {n} {setting}")
    drawers = [
        (p, Drawer(s.oracles))
        for p in prepared
        for s in p.solved
        if s.n == n and s.setting == setting
    ]
    pearsons, spearmans = [], []
    for _ in range(DRAWS):
        f: dict[str, list[float]] = {name: [] for name in names}
        for p, drawer in drawers:
            oracle = drawer.draw(rng)
            for name in names:
                mine = p.matched[name]
                f[name].append(agreement_with(oracle, mine.chosen, mine.sentences).f)
        pearson, spearman = _correlations([fmean(f[name]) for name in names], people)
        if pearson is not None:
            pearsons.append(pearson)
            spearmans.append(spearman)
    return pearsons, spearmans


def _interval(values: Sequence[float]) -> str | None:
    """95 % bootstrap interval of the mean."""
    if not values:
        return None
    rng = random.Random(2017)
    means = sorted(fmean(rng.choices(values, k=len(values))) for _ in range(1000))
    return f"{_short(means[24])} to {_short(means[975])}"


def _short(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1)


def _table_7(prepared: Sequence[Prepared]) -> ResultTable:
    rows: list[tuple[Cell, ...]] = []
    for n in GRAMS:
        found = problems(prepared, n, "single")
        ended = fmean(s.paper_complete for s in found)
        counts = [
            _power(_middle([getattr(s, name) for s in found]))
            for name in ("feasible", "paper_nodes")
        ]
        ours = _power(_middle([s.oracles.nodes for s in found]))
        cells: tuple[Cell, ...] = (f"ROUGE-{n}", *counts, ended, ours)
        rows.append((*cells, *(_power(value) for value in PUBLISHED_SEARCH[n])))
    heading = ("", "feasible sets", "the paper's algorithm", "of which ended", "ours",
               "published feasible", "published algorithm")  # fmt: skip
    caption = (
        "Table 7: median number of feasible sets and of nodes visited (single); the paper's "
        f"algorithm is stopped after {PAPER_NODES} nodes"
    )
    return table("table-7", caption, heading, rows)


def _middle(numbers: Sequence[int]) -> int:
    """The median in whole numbers: numbers of feasible sets pass every float."""
    ordered = sorted(numbers)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) // 2


def _power(value: float) -> str:
    if value < 1e4:
        return f"{value:g}"
    digits = math.floor(math.log10(value))
    return f"{value / 10**digits:.2f}e{digits}"


def _times(prepared: Sequence[Prepared]) -> ResultTable:
    rows = []
    for setting in SETTINGS:
        for n in GRAMS:
            seconds = [s.oracles.seconds for s in problems(prepared, n, setting)]
            cells = (f"ROUGE-{n}", setting, fmean(seconds), max(seconds))
            rows.append((*cells, PUBLISHED_SECONDS[n, setting]))
    heading = ("", "setting", "mean seconds", "most seconds", "published mean seconds")
    caption = "Time to find and count every oracle of a problem (section 6.2.4)"
    return table("times", caption, heading, rows, 4)


def _nodes(prepared: Sequence[Prepared]) -> Figure:
    """Nodes of the paper's algorithm against ours, one dot per problem."""
    from sumscope.report.figures import COLOURS, new_figure

    figure, axes = new_figure(6.4, 4.6)
    for colour, n in zip(COLOURS, GRAMS, strict=False):
        found = [s for p in prepared for s in p.solved if s.n == n]
        for ended, marker in ((True, "o"), (False, "^")):
            dots = [s for s in found if s.paper_complete == ended]
            label = f"ROUGE-{n}" + ("" if ended else f", stopped at {PAPER_NODES:,}")
            if dots:
                axes.scatter(
                    [s.paper_nodes for s in dots],
                    [s.oracles.nodes for s in dots],
                    s=22,
                    color=colour,
                    marker=marker,
                    alpha=0.75,
                    label=label,
                )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("nodes of the paper's algorithm")
    axes.set_ylabel("nodes of ours, all oracles counted")
    low, high = 1, 10 ** math.ceil(math.log10(PAPER_NODES))
    axes.plot([low, high], [low, high], color="#999999", linewidth=1, label="equal")
    axes.legend(fontsize=8)
    return figure
