"""Modeling and Evaluating Summaries Using Complex Networks (Pardo et al. 2006).

Manual summaries, ideal extracts (GEI) and extracts by GistSumm and SuPor, judged by recall,
precision and F against the ideal extracts (Table 1) and by growth deviation (Table 2, t-tests,
Figures 3 to 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from sumscope.core.progress import Progress
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Topic
from sumscope.papers._data import INVENTED, name_of_data, topics_of_data
from sumscope.papers._pardo2006_groups import (
    CONTROLS,
    DATA,
    GROUPS,
    IDEAL,
    LABELS,
    PAPER,
    Prepared,
    prepare,
)
from sumscope.report.reproduction import Picture, Reproduction

__all__ = ["DATA", "GROUPS", "run"]

PUBLISHED_MEANS = {"manual": 0.03045, "gei": 0.03538, "gistsumm": 0.03673, "supor": 0.04373}
PUBLISHED_INCREASE = {"manual": 0.0, "gei": 16.19, "gistsumm": 20.62, "supor": 43.61}
PUBLISHED_EXTRACTS = {"supor": (40.8, 44.9, 42.8), "gistsumm": (25.6, 49.9, 33.8)}
# Above this the groups are not significantly different.
LEVEL = 0.05


def run(data: str | None, progress: Progress | None = None) -> Reproduction:
    """The experiment on TeMário's folders, on a corpus, or on the embedded example."""
    notes = [] if data else [INVENTED]
    topics = topics_of_data(data, lambda folder: _temario(folder, notes))
    prepared = list(prepare(topics, data, notes, progress))
    notes += _separation(prepared)
    one = _usual(prepared)
    return Reproduction(
        paper="pardo2006",
        data=name_of_data(data),
        tables=(
            _table_1(prepared),
            _table_2(prepared),
            _t_tests(prepared, "t-tests", list(combinations(PAPER, 2))),
            _t_tests(prepared, "controls", _CONTROL_PAIRS),
            _degrees(prepared),
            *(() if one is None else (_network(one), _hubs(one))),
        ),
        pictures=() if one is None else tuple(_pictures(prepared, one)),
        notes=tuple(notes),
    )


def _temario(folder: str, notes: list[str]) -> list[Topic]:
    from sumscope.corpus.formats import temario
    from sumscope.corpus.notes import Notes
    from sumscope.corpus.schema import topic_from_json

    odd = Notes()
    topics = [topic_from_json(value, folder) for value in temario.read(folder, odd)]
    notes += [f"Reading TeMário: {note}" for note in odd]
    return topics


# Tables and figures.


def _table_1(prepared: Sequence[Prepared]) -> ResultTable:
    from sumscope.scoring.run import score_corpus

    names = [f"extract-{report}(ideal={IDEAL})" for report in ("recall", "precision")]
    scores = score_corpus([one.topic for one in prepared], names)
    means = {(m["peer"], m["measure"]): m["mean"] for m in scores.means()}
    rows: list[list[Cell]] = []
    for group in ("supor", "gistsumm", "lead", "random"):
        recall, precision = (means[group, name] for name in names)
        f = None
        if recall is not None and precision is not None:
            recall, precision = 100 * recall, 100 * precision
            f = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
        theirs = PUBLISHED_EXTRACTS.get(group, (None, None, None))
        rows.append([LABELS[group], recall, precision, f, *theirs])
    heading = ["system", "recall", "precision", "F"]
    return table(
        "table1",
        "Table 1. Sentences against the ideal extracts, in %, ours and published (F of the means)",
        heading + [f"{name} (published)" for name in heading[1:]],
        rows,
        digits=1,
    )


def _table_2(prepared: Sequence[Prepared]) -> ResultTable:
    import numpy as np

    groups = _groups(prepared)
    base = float(np.mean(groups["manual"])) if groups["manual"] else None
    rows: list[list[Cell]] = []
    for group in GROUPS:
        values = groups[group]
        mean = float(np.mean(values)) if values else None
        over = 100 * (mean - base) / base if mean is not None and base else None
        spread = float(np.std(values, ddof=1)) if len(values) > 1 else None
        rows.append(
            [
                LABELS[group],
                len(values),
                mean,
                spread,
                over,
                PUBLISHED_MEANS.get(group),
                PUBLISHED_INCREASE.get(group),
            ]
        )
    return table(
        "table2",
        "Table 2. Mean growth deviation, and its increase over manual summaries",
        ["group", "texts", "mean", "s.d.", "over manual (%)", "published", "published (%)"],
        rows,
        digits=(0, 0, 5, 5, 2, 5, 2),
    )


_CONTROL_PAIRS = [
    ("manual", "random"),
    ("gei", "random"),
    ("gistsumm", "random"),
    ("supor", "random"),
    ("manual", "lead"),
    ("manual", "shuffled"),
]


def _t_tests(
    prepared: Sequence[Prepared], name: str, pairs: Sequence[tuple[str, str]]
) -> ResultTable:
    """Student's t-tests between groups; between those of the paper beside what it says."""
    rows: list[list[Cell]] = []
    for left, right in pairs:
        texts, difference, independent, paired = _compare(prepared, left, right)
        published = None
        if left in PAPER and right in PAPER:
            published = "about 0.60" if (left, right) == ("gei", "gistsumm") else "below 0.03"
        title = f"{LABELS[left]} - {LABELS[right]}"
        rows.append([title, texts, difference, independent, paired, published])
    who = "all groups of the paper" if name == "t-tests" else "the paper's groups and controls"
    return table(
        name,
        f"Student's t-tests between {who}, two-sided (the paper does not say which kind)",
        ["groups", "texts", "difference", "p (independent)", "p (paired)", "published p"],
        rows,
        digits=5,
    )


def _compare(
    prepared: Sequence[Prepared], left: str, right: str
) -> tuple[int, float | None, float | None, float | None]:
    """Texts that both groups have, the difference of means, and p of both kinds of test."""
    from scipy import stats

    pairs = [(one.deviation(left), one.deviation(right)) for one in prepared]
    both = [(a, b) for a, b in pairs if a is not None and b is not None]
    if len(both) < 2:
        return len(both), None, None, None
    first, second = [a for a, _ in both], [b for _, b in both]
    difference = sum(second) / len(both) - sum(first) / len(both)
    if all(a == b for a, b in both):
        return len(both), difference, None, None
    independent = float(stats.ttest_ind(first, second).pvalue)
    return len(both), difference, independent, float(stats.ttest_rel(first, second).pvalue)


def _separation(prepared: Sequence[Prepared]) -> Iterator[str]:
    """Whether the measure tells manual summaries from random extracts, in words."""
    texts, difference, independent, paired = _compare(prepared, "manual", "random")
    if difference is None or independent is None or paired is None:
        return
    groups = _groups(prepared)
    manual, drawn = (sum(groups[g]) / len(groups[g]) for g in ("manual", "random"))
    means = f"manual summaries average {manual:.4f}, random extracts {drawn:.4f}"
    p = f"p = {independent:.3f} independent, {paired:.3f} paired, {texts} texts"
    if max(independent, paired) > LEVEL:
        yield f"Growth deviation does not separate good from random text here: {means} ({p})."
    elif difference < 0:
        yield f"Random extracts deviate less than manual summaries here: {means} ({p})."
    else:
        yield f"Random extracts deviate more than manual summaries here: {means} ({p})."


def _degrees(prepared: Sequence[Prepared]) -> ResultTable:
    """The share of lemmas of each degree, over all networks of a group."""
    from collections import Counter

    counts: dict[str, Counter[int]] = {group: Counter() for group in GROUPS}
    for one in prepared:
        for group in GROUPS:
            for network in one.networks[group]:
                counts[group].update(network.degree_distribution())
    most = 10
    rows: list[list[Cell]] = []
    for degree in range(most + 1):
        line: list[Cell] = [f"{degree} or more" if degree == most else str(degree)]
        for group in GROUPS:
            total = counts[group].total()
            held = counts[group]
            here = sum(n for d, n in held.items() if d == degree or (degree == most and d > most))
            line.append(100 * here / total if total else None)
        rows.append(line)
    caption = "Degree distribution: lemmas of each degree (in and out together), in % of a group's"
    return table("degrees", caption, ["degree", *(LABELS[g] for g in GROUPS)], rows, digits=1)


def _network(one: Prepared) -> ResultTable:
    edges = one.networks["manual"][0].weights
    rows: list[list[Cell]] = [[a, b, times] for (a, b), times in edges.items()]
    caption = f"Figure 2 as data: the network of the manual summary of {one.topic.id}"
    return table("figure2", caption, ["first word", "second word", "times"], rows)


def _hubs(one: Prepared, count: int = 8) -> ResultTable:
    rows: list[list[Cell]] = []
    for group in (*PAPER, *CONTROLS[:2]):
        if one.networks[group]:
            hubs = one.networks[group][0].hubs(count)
            rows.append([LABELS[group], ", ".join(f"{lemma} ({n})" for lemma, n in hubs)])
    caption = f"Hubs: the words with the most neighbours in the texts of {one.topic.id}"
    return table("hubs", caption, ["group", "words (degree)"], rows)


def _usual(prepared: Sequence[Prepared]) -> Prepared | None:
    """The text whose gap between SuPor and manual is the median: usual, not striking."""
    gaps = []
    for place, one in enumerate(prepared):
        manual, automatic = one.deviation("manual"), one.deviation("supor")
        if manual is not None and automatic is not None:
            gaps.append((automatic - manual, place))
    return prepared[sorted(gaps)[len(gaps) // 2][1]] if gaps else None


def _pictures(prepared: Sequence[Prepared], one: Prepared) -> Iterator[Picture]:
    from sumscope.report.growth_figures import growth_plots, histograms
    from sumscope.report.network_figures import network_plot

    title = f"Manual summary of {one.topic.id}"
    picture = network_plot(one.networks["manual"][0], title)
    yield Picture("figure2", f"Figure 2. Network of the manual summary of {one.topic.id}", picture)
    for number, group in ((3, "manual"), (4, "supor")):
        network = one.networks[group][0]
        yield Picture(
            f"figure{number}",
            f"Figure {number}. Growth of {LABELS[group]} for the text {one.topic.id}",
            growth_plots([network], [f"{LABELS[group]}, {one.topic.id}"]),
        )
    groups = {LABELS[group]: values for group, values in _groups(prepared).items()}
    yield Picture("figure5", "Figure 5. Histograms of deviations", histograms(groups))


def _groups(prepared: Sequence[Prepared]) -> dict[str, list[float]]:
    return {
        group: [v for one in prepared if (v := one.deviation(group)) is not None]
        for group in GROUPS
    }
