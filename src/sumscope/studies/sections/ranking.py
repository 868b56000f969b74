"""The order of the systems that people give: by preferences and by ratings of named judges."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sumscope.core.tables import Cell, table
from sumscope.metaeval.rank import Bootstrap, Ranking, rank_preferences, rank_ratings
from sumscope.report.blocks import Block, Drawing, Say, Table, View
from sumscope.report.charts import Intervals
from sumscope.report.judge_figures import rank_figure
from sumscope.studies.findings import listed
from sumscope.studies.section import Absent, Section
from sumscope.studies.work import Work


@dataclass(frozen=True)
class Rankings:
    """One ranking for each question and each judgement."""

    made: tuple[Ranking, ...]


class PeopleRanking(Section[Rankings]):
    """How people rank the systems."""

    name = "ranking"
    title = "The order that people give"
    order = 22
    tables = ("ranking",)
    figures = ("ranking-#",)

    def make(self, work: Work) -> Rankings | Absent:
        """Bradley-Terry or Plackett-Luce for preferences, means without judge effects else."""
        found = work.survey.columns.tables()
        how = Bootstrap(seed=work.settings.seed)
        made = [rank_preferences(one, how) for one in found.preferences.values()]
        made += [rank_ratings(one, how) for one in found.ratings.values() if one.judges]
        if not made:
            return Absent(
                "There are neither preferences nor ratings by named judges. The field "
                "`preferences` (per topic: judge, name, left, right, choice) would add rankings "
                "with intervals."
            )
        return Rankings(tuple(made))

    def show(self, data: Rankings, work: Work) -> View:
        """A figure for each ranking, and all of them as a table."""
        blocks: list[Block] = [
            Say(
                "Systems in the order that people give, with intervals of strengths and ranks "
                "(topics and judges resampled). Bars join systems that are not significantly "
                "different."
            )
        ]
        head = ["by", "name", "rank", "peer", "strength", "low", "high", "lowest", "highest"]
        head += ["group", "n"]
        lines: list[list[Cell]] = []
        for number, one in enumerate(data.made, 1):
            said = [one.reason] if one.reason else []
            blocks += [Say(f"{one.name}: {note}.", soft=True) for note in (*said, *one.notes)]
            if any(row.strength is not None for row in one.rows):
                caption = f"{one.name}: {one.model}"
                chart = Intervals(
                    "strength with 95% interval",
                    [
                        (row.peer, row.strength, row.low, row.high)
                        for row in one.rows
                        if row.strength is not None
                    ],
                )
                draw = partial(rank_figure, one)
                blocks.append(Drawing(f"ranking-{number}", caption, draw, chart))
            for row in one.rows:
                group = one.groups.get(row.peer, "")
                lines.append(
                    [
                        one.by,
                        one.name,
                        row.rank,
                        row.peer,
                        row.strength,
                        row.low,
                        row.high,
                        row.rank_low,
                        row.rank_high,
                        group,
                        row.n,
                    ]
                )
        blocks.append(Table(table("ranking", "Rankings by people", head, lines, 3)))
        first = [f"{one.rows[0].peer} by {one.name}" for one in data.made if one.rows]
        brief = f"First: {listed(first)}." if first else ""
        return View(self.title, tuple(blocks), brief=brief)
