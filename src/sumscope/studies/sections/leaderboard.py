"""Systems by measures and judgements: means with intervals and significance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sumscope.core.measure import Better
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.metaeval.compare import LeaderboardRow
from sumscope.report import figures, study_figures
from sumscope.report.blocks import Block, Drawing, Say, Table, View
from sumscope.studies import findings
from sumscope.studies.section import Absent, Need, Section
from sumscope.studies.work import NEEDS_PEERS, Work

HEAD = ("measure", "peer", "human", "rank", "mean", "low", "high", "group", "topics")


@dataclass(frozen=True)
class Boards:
    """The standings by every measure and every judgement, best first, and notes on all of them."""

    boards: tuple[tuple[str, tuple[LeaderboardRow, ...]], ...]
    notes: tuple[str, ...]
    finding: str


class Leaderboard(Section[Boards]):
    """Who is best, and who is not significantly different from them."""

    name = "leaderboard"
    title = "Leaderboard"
    order = 10
    needs = (Need("peers", NEEDS_PEERS),)
    tables = ("leaderboard", "standings")
    figures = ("leaderboard-#",)

    def make(self, work: Work) -> Boards | Absent:
        """Sort the standings by measure and judgement."""
        found, judged = work.comparison, work.judged_comparison
        if found is None:
            return Absent(NEEDS_PEERS)
        standings = [*found.standings, *(judged.standings if judged is not None else ())]
        names = dict.fromkeys(s.measure for s in standings)
        boards = tuple((n, tuple(s for s in standings if s.measure == n)) for n in names)
        measure = findings.chosen(work.scores.measures)
        return Boards(
            boards, found.notes, findings.best(found, measure, better=work.better(measure))
        )

    def show(self, data: Boards, work: Work) -> View:
        """One table of all, the standings one by one, and a figure for each column."""
        blocks: list[Block] = [
            Say(
                "Means over topics with 95% bootstrap intervals (topics resampled). Bold: the best "
                "system of a column and every system that is not significantly different from it "
                "(paired approximate randomization, Holm-corrected within a column). People who "
                "wrote a reference are scored against the other references."
            )
        ]
        blocks += [Say(remark) for remark in work.remarks]
        blocks += [Say(f"Note: {note}.", soft=True) for note in data.notes]
        blocks += [Table(_wide(data), shown=False), Table(_long(data), shown=False)]
        for at, (name, standings) in enumerate(data.boards):
            drawing = _figure(f"leaderboard-{at + 1}", name, work.better(name), standings)
            blocks += [drawing] if drawing is not None else []
        return View(self.title, tuple(blocks), (data.finding,))


def _wide(data: Boards) -> ResultTable:
    names = [name for name, _ in data.boards]
    first = data.boards[0][1]
    means = {(s.peer, name): s.mean for name, board in data.boards for s in board}
    rows: list[list[Cell]] = [
        [s.peer, "human" if s.human else "system", *(means.get((s.peer, n)) for n in names)]
        for s in sorted(first, key=lambda s: s.human)
    ]
    return table("leaderboard", "Means over topics", ["peer", "kind", *names], rows, 4)


def _long(data: Boards) -> ResultTable:
    rows: list[list[Cell]] = [
        [
            *(name, s.peer, "human" if s.human else "system"),
            s.rank if s.mean is not None else None,
            s.mean,
            s.low,
            s.high,
            s.letters,
            s.n,
        ]
        for name, standings in data.boards
        for s in standings
    ]
    caption = "Means with 95% intervals; peers that share a letter do not differ significantly"
    return table("standings", caption, HEAD, rows, 4)


def _figure(
    output: str, name: str, better: Better, standings: tuple[LeaderboardRow, ...]
) -> Drawing | None:
    shown = [(s, s.mean) for s in standings if s.mean is not None]
    if not shown:
        return None
    draw = partial(
        figures.interval_plot,
        [study_figures.label(s.peer).replace(r"\$", "$") for s, _ in shown],
        [mean for _, mean in shown],
        [s.low if s.low is not None else mean for s, mean in shown],
        [s.high if s.high is not None else mean for s, mean in shown],
        f"{name} ({better} is better)",
    )
    return Drawing(output, f"Means and 95% intervals by {name}", draw)
