"""Correlation of the measures with human judgements, and scores against them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from sumscope.core.errors import SumscopeError
from sumscope.core.table import show
from sumscope.core.tables import Cell, table
from sumscope.metaeval.meta_result import MetaBest, MetaRow, MetaTest, by_baseline
from sumscope.report import study_figures
from sumscope.report.blocks import Block, Drawing, Say, Table, View
from sumscope.studies import findings
from sumscope.studies.ahead import LEVELS
from sumscope.studies.section import Absent, Need, Section
from sumscope.studies.work import NEEDS_PEERS, Work

# A scatter plot shows at most this many summaries, evenly spread over all.
DOTS = 240


@dataclass(frozen=True)
class Dot:
    """A summary's score and judgement."""

    score: float
    judgement: float
    human: bool


@dataclass(frozen=True)
class Cloud:
    """The summaries of one measure and one judgement; `total` of them before some were chosen."""

    measure: str
    dots: tuple[Dot, ...]
    total: int


@dataclass(frozen=True)
class Correlations:
    """Every measure with every judgement, and summaries to look at."""

    measures: tuple[str, ...]
    humans: tuple[str, ...]
    rows: tuple[MetaRow, ...]
    interval: str
    resamples: int
    notes: tuple[str, ...]
    people: bool
    clouds: tuple[tuple[str, tuple[Cloud, ...]], ...]
    # What choosing the best of the measures on these topics costs, a sentence per judgement.
    costs: tuple[tuple[str, str], ...] = ()
    # Every measure against every other one as a baseline; `untested` levels had too many scores.
    tests: tuple[MetaTest, ...] = ()
    untested: tuple[str, ...] = ()


class Judgements(Section[Correlations]):
    """How well the measures follow people."""

    name = "judgements"
    title = "Correlation with human judgements"
    order = 20
    needs = (
        Need("peers", NEEDS_PEERS),
        Need(
            "judgements",
            "There are no human judgements. The field `judgements` (per topic: peer, name of the "
            "judgement, number) would add correlations, scatter plots and tests of the measures.",
        ),
    )
    tables = ("correlation", "correlation-tests")
    figures = ("correlation", "scatter-#")

    def make(self, work: Work) -> Correlations | Absent:
        """Correlate, and choose the summaries of the scatter plots."""
        try:
            found = work.correlated
        except SumscopeError as error:
            return Absent(f"No correlation can be made: {error}.")
        rows = tuple(MetaRow(**row) for row in found["correlations"])
        humans = tuple(dict.fromkeys(row.human for row in rows))
        tests = tuple(by_baseline([MetaTest(**test) for test in found["tests"]]))
        tested = {test.level for test in tests}
        several = len(work.scores.measures) > 1
        return Correlations(
            work.scores.measures,
            humans,
            rows,
            found["settings"]["interval"],
            found["settings"]["resamples"],
            tuple(found["notes"]),
            bool(work.survey.people),
            tuple((human, _clouds(work, human)) for human in humans[:3]),
            _costs([MetaBest(**best) for best in found.get("best", ())]),
            tests,
            tuple(level for level in LEVELS if several and level not in tested),
        )

    def show(self, data: Correlations, work: Work) -> View:
        """A heat map, scatter plots, and all correlations as a table."""
        people = "; people are among the peers" if data.people else ""
        blocks: list[Block] = [
            Say(
                "Correlation of every measure with every judgement, over the means of peers "
                "(system) and over the summaries of a topic, averaged over topics (summary)"
                f"{people}. Intervals: {data.interval}, {data.resamples} resamples."
            )
        ]
        blocks += [Say(f"Note: {note}.", soft=True) for note in data.notes]
        columns = [f"{human}, {level}" for human in data.humans for level in LEVELS]
        cell = {
            (r.measure, f"{r.human}, {r.level}"): r.value
            for r in data.rows
            if r.statistic == "kendall"
        }
        values = np.array(
            [[_nan(cell.get((m, c))) for c in columns] for m in data.measures], dtype=np.float64
        )
        draw = partial(
            study_figures.heat_map,
            data.measures,
            columns,
            values,
            low=-1,
            high=1,
            bar="Kendall's tau",
        )
        blocks.append(Drawing("correlation", "Kendall's tau with the judgements", draw))
        head = ["measure", "judgement", "level", "statistic", "value", "low", "high", "n", "reason"]
        lines: list[list[Cell]] = [
            [
                r.measure,
                r.human,
                r.level,
                r.statistic,
                r.value,
                r.low,
                r.high,
                r.n,
                r.reason or None,
            ]
            for r in data.rows
        ]
        made = table("correlation", "Correlation with the judgements", head, lines, 3)
        blocks.append(Table(made, shown=False))
        blocks += _tested(data)
        for number, (human, clouds) in enumerate(data.clouds, 1):
            if clouds:
                blocks.append(_scatter(number, human, clouds))
        first = data.humans[0]
        said = findings.follow(data.rows, first, dict(data.costs).get(first, ""), work.lower)
        return View(self.title, tuple(blocks), (said,) if said else ())


def _tested(data: Correlations) -> list[Block]:
    """The tests between measures, and what was left out."""
    blocks: list[Block] = [
        Say(
            f"The measures are not tested against each other at the level {level}: there are too "
            "many scores. `sumscope meta scores.csv --human CORPUS --against MEASURE` tests them.",
            soft=True,
        )
        for level in data.untested
    ]
    if data.tests:
        head = ["measure", "baseline", "judgement", "level", "statistic"]
        head += ["difference", "low", "high", "p", "corrected p", "n", "reason"]
        lines: list[list[Cell]] = [
            [
                t.left,
                t.right,
                t.human,
                t.level,
                t.statistic,
                t.difference,
                t.low,
                t.high,
                t.p,
                t.p_holm,
                t.n,
                t.reason or None,
            ]
            for t in data.tests
        ]
        title = "Differences between the measures' correlations with the judgements"
        blocks.append(Table(table("correlation-tests", title, head, lines, 3), shown=False))
    return blocks


def _costs(found: list[MetaBest]) -> tuple[tuple[str, str], ...]:
    """What the choice of the best measure costs, by judgement: Somers' D over system means."""
    said = []
    for best in found:
        if (best.level, best.statistic) == ("system", "somers") and best.cost is not None:
            fall = f"{show(best.cost, 2)} lower" if best.cost >= 0.005 else "no lower"
            said.append(
                (
                    best.human,
                    f"chosen as the best of {best.measures} on half of the topics, it is {fall} on "
                    "the other half",
                )
            )
    return tuple(said)


def _clouds(work: Work, human: str) -> tuple[Cloud, ...]:
    clouds = []
    for name in work.scores.measures[:6]:
        points = [
            (row.value, judged[human], row)
            for row in work.scores
            if row.measure == name
            and row.value is not None
            and human in (judged := work.survey.judged.get((row.topic, row.peer), {}))
        ]
        total = len(points)
        if total > DOTS:
            points = [points[round(i * (total - 1) / (DOTS - 1))] for i in range(DOTS)]
        if points:
            dots = tuple(Dot(x, y, row.human) for x, y, row in points)
            clouds.append(Cloud(name, dots, total))
    return tuple(clouds)


def _scatter(number: int, human: str, clouds: tuple[Cloud, ...]) -> Drawing:
    panels = [
        (
            cloud.measure,
            np.array([dot.score for dot in cloud.dots]),
            np.array([dot.judgement for dot in cloud.dots]),
            [dot.human for dot in cloud.dots],
        )
        for cloud in clouds
    ]
    shown, total = max(len(c.dots) for c in clouds), max(c.total for c in clouds)
    some = f" ({shown} of {total} summaries, evenly spread)" if shown < total else ""
    caption = (
        f"Every dot is a summary: measure across, {study_figures.label(human, 40)} upwards{some}; "
        "triangles are people's"
    )
    draw = partial(study_figures.scatters, panels)
    return Drawing(f"scatter-{number}", caption, draw)


def _nan(value: float | None) -> float:
    return float("nan") if value is None else value
