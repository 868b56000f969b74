"""The best extract of every topic, and how far each peer is from it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial

import numpy as np

from sumscope.core.table import show
from sumscope.core.tables import Cell, table
from sumscope.oracles.rows import OracleRow, PeerGap
from sumscope.report import study_figures
from sumscope.report.blocks import Block, Drawing, Say, Table, View
from sumscope.report.charts import Intervals
from sumscope.studies.section import Need, Section
from sumscope.studies.work import Work

NEEDS = (
    "The best possible extract needs sources and references: the field `{}` would add this part."
)


@dataclass(frozen=True)
class Best:
    """The best extract of a topic; `upper` is the most that any could reach."""

    topic: str
    score: float | None
    optimal: bool
    upper: float | None
    count: str | None
    nodes: int
    first: str


@dataclass(frozen=True)
class Gap:
    """A peer's mean score, and its mean distance from the best extracts."""

    peer: str
    score: float
    gap: float
    topics: int
    # On how many topics it is above the best extract, and why that can be.
    above: int = 0
    why: str = ""


@dataclass(frozen=True)
class Oracles:
    """All topics, the peers in order of their gap, and the mean score of the best extracts."""

    topics: tuple[Best, ...]
    peers: tuple[Gap, ...]
    mean: float


class OracleSection(Section[Oracles]):
    """Extractive oracles."""

    name = "oracles"
    title = "Extractive oracles"
    order = 60
    needs = (
        Need("documents", NEEDS.format("documents")),
        Need("references", NEEDS.format("references")),
    )
    tables = ("oracles", "oracle-gaps")
    figures = ("oracle-gaps",)

    def make(self, work: Work) -> Oracles:
        """Gather what the pass over the topics found."""
        topics: list[Best] = []
        gaps: dict[str, list[tuple[float, float]]] = {}
        known: list[float] = []
        above: dict[str, Counter[str]] = {}
        for row in work.oracles():
            topics.append(_best(row))
            if row.score is None:
                continue
            known.append(row.score)
            for peer in row.peers or ():
                if peer.score is not None and peer.gap is not None:
                    gaps.setdefault(peer.peer, []).append((peer.score, peer.gap))
                    if peer.gap < -1e-9:
                        above.setdefault(peer.peer, Counter())[_why(row, peer)] += 1
        means = [
            Gap(
                n,
                _mean([s for s, _ in v]),
                _mean([g for _, g in v]),
                len(v),
                above.get(n, Counter()).total(),
                ", ".join(f"{why} ({count})" for why, count in above.get(n, Counter()).items()),
            )
            for n, v in gaps.items()
        ]
        means.sort(key=lambda one: one.gap)
        return Oracles(tuple(topics), tuple(means), _mean(known))

    def show(self, data: Oracles, work: Work) -> View:
        """Peers against the oracle, and every topic."""
        limit = work.settings.limit
        blocks: list[Block] = [
            Say(
                f"The greatest ROUGE-2 recall that any extract of at most {limit} words can reach, "
                "how many extracts reach it (counted exactly), and the gap from each peer to it. "
                "Here two words in a row count inside a sentence of a summary only "
                "(`across=false`), so that sentences can be added up, and peers are cut to the "
                "same length; so a peer's ROUGE-2 is not that of the leaderboard. A search may "
                f"visit {work.settings.budget:,} nodes a topic; where that was not enough, the "
                "score is the best found and the highest possible stands beside it. A summary "
                "that is not an extract can be above the best extract. Open a topic to add and "
                "drop sentences of its best extract."
                + " Words of any script count (`tokens=unicode`)."
                * (work.settings.tokens == "unicode")
            )
        ]
        findings: tuple[str, ...] = ()
        brief = f"The best extracts of {limit} words reach ROUGE-2 {show(data.mean, 3)}."
        if data.peers:
            blocks += _against(data)
            nearest = data.peers[0]
            over = nearest.gap < 0
            findings = (
                f"The best extracts of {limit} words reach ROUGE-2 {show(data.mean, 3)} on "
                f"average; the nearest peer, {nearest.peer}, reaches {show(nearest.score, 3)} at "
                f"the same length{f', more than an extract can: {nearest.why}' if over else ''}.",
            )
            above = sum(one.gap < 0 for one in data.peers)
            none = "no peer is" if not above else f"{above} of {len(data.peers)} peers are"
            brief = f"{brief[:-1]}; on average, {none} above that."
        lines: list[list[Cell]] = [
            [
                one.topic,
                one.score,
                "proved" if one.optimal else "best found",
                one.upper,
                "not counted" if one.count is None else _digits(one.count),
                one.nodes,
                one.first,
            ]
            for one in data.topics
        ]
        head = ["topic", "ROUGE-2", "how sure", "at most", "oracles", "nodes", "first oracle"]
        links = tuple((one.topic, None, None, "best") for one in data.topics)
        blocks.append(Table(table("oracles", "Oracles of every topic", head, lines, 4), links))
        return View(self.title, tuple(blocks), findings, brief)


def _best(row: OracleRow) -> Best:
    upper = row.score
    if row.total and not row.optimal:
        upper = row.upper / row.total
    count = row.count if row.complete else None
    first = " ".join(row.oracles[0]) if row.oracles else (row.reason or "")
    return Best(row.topic, row.score, row.optimal, upper, count, row.nodes, first)


def _why(row: OracleRow, peer: PeerGap) -> str:
    """Why a summary can be above the best extract of its topic."""
    if not row.optimal:
        return "the search was not finished"
    if peer.match and peer.match.unmatched:
        return "not an extract"
    return "its last sentence is cut at the limit"


def _against(data: Oracles) -> list[Block]:
    made = table(
        "oracle-gaps",
        "Peers against the oracle (inside sentences, cut to its length; people who wrote a "
        "reference left aside)",
        ["peer", "mean ROUGE-2", "mean gap", "topics", "topics above", "why above"],
        [[g.peer, g.score, g.gap, g.topics, g.above, g.why or None] for g in data.peers],
        4,
    )
    draw = partial(
        study_figures.gaps,
        [one.peer for one in data.peers],
        [one.score for one in data.peers],
        data.mean,
        "ROUGE-2 recall",
    )
    rows = [(one.peer, one.score, None, None) for one in data.peers]
    chart = Intervals("mean ROUGE-2 recall; dashed: the best extracts", rows, data.mean)
    drawing = Drawing("oracle-gaps", "Peers against the best extract", draw, chart)
    above = [
        Say(f"On average, {one.peer} is above the best extract. By topics: {one.why}.")
        for one in data.peers
        if one.gap < 0 and one.why
    ]
    return [drawing, *above, Table(made)]


def _digits(count: str) -> str:
    return count if len(count) <= 15 else f"{count[0]}.{count[1:3]}e{len(count) - 1}"


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else 0.0
