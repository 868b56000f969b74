"""Agreement of the judges, each judge against the others, and measures as judges."""

from __future__ import annotations

from functools import partial

from sumscope.core.table import show
from sumscope.core.tables import Cell, table
from sumscope.metaeval.judges import Judges, judge_ratings
from sumscope.report.blocks import Block, Drawing, Say, Table, View
from sumscope.report.charts import Intervals
from sumscope.report.judge_figures import judges_figure
from sumscope.studies.findings import interval
from sumscope.studies.section import Absent, Section
from sumscope.studies.work import Work


class Reliability(Section[Judges]):
    """How reliable the judges are."""

    name = "reliability"
    title = "Reliability of the judges"
    order = 21
    tables = ("reliability", "judges", "replacement")
    figures = ("reliability",)

    def make(self, work: Work) -> Judges | Absent:
        """Agreement on every judgement that names its judges, and the measures beside them."""
        tables = [t for t in work.survey.columns.tables().ratings.values() if t.judges]
        if not tables:
            return Absent(
                "No judgement names its judges. A judgement as an object from judge to number "
                '(`{"j1": 3, "j2": 4}`) would add agreement, harsh judges and disputed summaries.'
            )
        scored = {(row.topic, row.peer) for row in work.scores}
        shared = any(item in scored for t in tables for item in t.items)
        return judge_ratings(
            tables, against=work.scores if shared else None, seed=work.settings.seed
        )

    def show(self, data: Judges, work: Work) -> View:
        """Coefficients with intervals, judges, and which measure could replace one."""
        blocks: list[Block] = [
            *_agreed(data),
            Say(
                "Agreement of the people who rated the summaries: 0 is chance, 1 perfect "
                "agreement. Intervals: percentile bootstrap over summaries, "
                f"{data.settings['resamples']} resamples. Harshness is how far the others' mean "
                "lies above a judge's own ratings."
            ),
        ]
        blocks += [Say(f"Note: {note}.", soft=True) for note in data.notes]
        chart = Intervals(
            "agreement with 95% interval; dashed: chance",
            [
                (f"{r.human}, {r.statistic}", r.value, r.low, r.high)
                for r in data.rows
                if r.value is not None
            ],
            0.0,
            ordered=False,
        )
        draw = partial(judges_figure, data)
        blocks.append(Drawing("reliability", "Agreement and judges", draw, chart))
        head = ["judgement", "statistic", "value", "low", "high", "judges", "summaries", "reason"]
        lines: list[list[Cell]] = [
            [r.human, r.statistic, r.value, r.low, r.high, r.judges, r.items, r.reason]
            for r in data.rows
        ]
        blocks.append(Table(table("reliability", "Agreement of the judges", head, lines, 3)))
        head = ["judgement", "judge", "ratings", "mean", "harshness", "spread", "with the others"]
        head += ["self-consistency"]
        people: list[list[Cell]] = [
            [p.human, p.judge, p.n, p.mean, p.harshness, p.spread, p.agreement, p.consistency]
            for p in data.profiles
        ]
        blocks.append(Table(table("judges", "Each judge beside the others", head, people, 2)))
        if data.replacements:
            blocks.append(
                Say(
                    "May a measure replace a judge? The alternative annotator test (Calderon et "
                    f"al. 2025), epsilon {data.replacements[0].epsilon:g}: the share of judges "
                    "that a measure wins against; it passes at 0.5."
                )
            )
            head = ["measure", "judgement", "winning rate", "advantage", "passes", "reason"]
            tests: list[list[Cell]] = [
                [
                    r.measure,
                    r.human,
                    r.winning_rate,
                    r.advantage,
                    {True: "yes", False: "no", None: ""}[r.passed],
                    r.reason,
                ]
                for r in data.replacements
            ]
            made = table("replacement", "Measures in the place of a judge", head, tests, 2)
            blocks.append(Table(made))
        brief = next((block.text for block in _agreed(data)), "")
        return View(self.title, tuple(blocks), brief=brief)


def _agreed(data: Judges) -> list[Say]:
    """How far the judges agree, a sentence for each judgement."""
    said = []
    for row in data.rows:
        if row.statistic == "alpha-ordinal" and row.value is not None:
            ends = interval(row.low, row.high, 2)
            said.append(
                Say(
                    f"On {row.human}, {row.judges} judges agree with Krippendorff's alpha "
                    f"(ordinal) of {show(row.value, 2)}{f', {ends}' if ends else ''}, over "
                    f"{row.items} summaries."
                )
            )
    return said
