"""Means with intervals and significance letters, one leaderboard a measure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sumscope.core.measure import better_of
from sumscope.core.table import show
from sumscope.metaeval.leaderboard import Standing
from sumscope.report import figures, study_figures
from sumscope.report.blocks import Beside, Block, Drawing, Heading, Say, Table, View
from sumscope.report.reproduction import Cell, table
from sumscope.studies.section import Absent, Need, Section
from sumscope.studies.work import NEEDS_PEERS, Work

HEAD = ("peer", "rank", "mean", "low", "high", "group", "topics")


@dataclass(frozen=True)
class Boards:
    """The leaderboard of every measure, best first, and notes on all of them."""

    boards: tuple[tuple[str, tuple[Standing, ...]], ...]
    notes: tuple[str, ...]


class Leaderboard(Section[Boards]):
    """Who is best, and who is not significantly different from them."""

    name = "leaderboard"
    title = "Leaderboard"
    order = 10
    needs = (Need("peers", NEEDS_PEERS),)
    tables = ("leaderboard-#",)
    figures = ("leaderboard-#",)

    def make(self, work: Work) -> Boards | Absent:
        """Sort the standings of the comparison by measure."""
        found = work.comparison
        if found is None:
            return Absent(NEEDS_PEERS)
        boards = tuple(
            (name, tuple(s for s in found.standings if s.measure == name))
            for name in work.scores.measures
        )
        return Boards(boards, found.notes)

    def show(self, data: Boards, work: Work) -> View:
        """A table and a figure beside it for every measure."""
        blocks: list[Block] = [
            Say(
                "Mean over topics with a 95% bootstrap interval (topics resampled). Peers that "
                "share a letter do not differ significantly (paired approximate randomization, "
                "Holm-corrected within a measure). People who wrote a reference are scored "
                "against the other references."
            )
        ]
        blocks += [Say(remark) for remark in work.remarks]
        blocks += [Say(f"Note: {note}.", soft=True) for note in data.notes]
        for at, (name, standings) in enumerate(data.boards):
            blocks.append(Heading(f"{name} ({better_of(name)} is better)"))
            blocks.append(_board(f"leaderboard-{at + 1}", name, standings))
        chosen = data.boards[min(1, len(data.boards) - 1)]
        return View(self.title, tuple(blocks), _finding(*chosen))


def _board(output: str, name: str, standings: tuple[Standing, ...]) -> Beside:
    rows: list[list[Cell]] = [
        [
            s.peer + (" (human)" if s.human else ""),
            s.rank if s.mean is not None else None,
            s.mean,
            s.low,
            s.high,
            s.letters,
            s.n,
        ]
        for s in standings
    ]
    made = Table(table(output, f"Leaderboard by {name}", HEAD, rows, 4))
    shown = [(s, s.mean) for s in standings if s.mean is not None]
    if not shown:
        return Beside((made,))
    draw = partial(
        figures.interval_plot,
        [study_figures.label(s.peer).replace(r"\$", "$") for s, _ in shown],
        [mean for _, mean in shown],
        [s.low if s.low is not None else mean for s, mean in shown],
        [s.high if s.high is not None else mean for s, mean in shown],
        name,
    )
    return Beside((made, Drawing(output, f"Means and 95% intervals by {name}", draw)))


def _finding(name: str, standings: tuple[Standing, ...]) -> tuple[str, ...]:
    systems = [s for s in standings if not s.human and s.mean is not None]
    if len(systems) < 2:
        return ()
    best, second = systems[:2]
    tied = set(best.letters) & set(second.letters)
    same = "not significantly different from" if tied else "significantly better than"
    by = f"by a test over {best.n} topics" if best.n > 1 else "on one topic, without a test"
    return (
        f"By {name} the best system is {best.peer} ({show(best.mean)}), {same} {second.peer} "
        f"({show(second.mean)}) {by}.",
    )
