"""Systems by measures and judgements: the value behind the first screen of the report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sumscope.core.table import ScoreRow
from sumscope.metaeval.compare import Comparison, LeaderboardRow, PairTest
from sumscope.metaeval.meta_result import MetaRow, MetaTest
from sumscope.report.overview import Column, Number, Overview, Said, Standard
from sumscope.studies import findings
from sumscope.studies.work import Work

ALPHA = 0.05


def overview(
    work: Work,
    correlations: Sequence[MetaRow],
    tests: Sequence[MetaTest],
    costs: Mapping[str, str],
    rest: Sequence[tuple[str, str]],
) -> Overview | None:
    """The overview of a study; None without summaries. `rest`: findings of other sections."""
    compared = work.comparison
    if compared is None:
        return None
    judged = work.judged_comparison
    measures = work.scores.measures
    humans = tuple(work.survey.humans) if judged is not None else ()
    peers = [(row.peer, row.human) for row in compared.standings if row.measure == measures[0]]
    systems = tuple(sorted(peers, key=lambda one: one[1]))
    topics = work.scores.topics
    columns = [Column(name, "measure", work.better(name)) for name in measures]
    columns += [Column(name, "judgement", "higher") for name in humans]
    cells, values = [], []
    for column in columns:
        found = compared if column.kind == "measure" else judged
        cells.append(_cells(column, systems, found))
        rows = work.scores.rows if column.kind == "measure" else work.survey.said
        values.append(_values(rows, column.name, systems, topics))
    said = Said(
        {name: findings.best(compared, name, better=work.better(name)) for name in measures},
        {
            name: findings.follow(correlations, name, costs.get(name, ""), work.lower)
            for name in humans
        },
        rest,
    )
    return Overview(
        tuple(columns),
        systems,
        topics,
        tuple(cells),
        tuple(values),
        _lengths(work.topics.lengths(), systems, topics),
        compared.duels,
        tuple(correlations),
        said,
        findings.chosen(measures),
        humans[0] if humans else None,
        tuple(tests),
    )


def _cells(
    column: Column, systems: Sequence[tuple[str, bool]], found: Comparison | None
) -> tuple[Standard, ...]:
    standings = {s.peer: s for s in found.standings if s.measure == column.name} if found else {}
    top = not_different(
        [s for s in standings.values() if not s.human],
        [d for d in found.duels if d.measure == column.name] if found else [],
    )
    made = []
    for peer, _ in systems:
        one = standings.get(peer)
        if one is None or one.mean is None:
            why = "not judged" if column.kind == "judgement" else "undefined on every topic"
            made.append(Standard(None, reason=why))
        else:
            made.append(Standard(one.mean, one.low, one.high, one.n, one.letters, peer in top))
    return tuple(made)


def not_different(standings: Sequence[LeaderboardRow], duels: Iterable[PairTest]) -> set[str]:
    """The best of some systems, and those that are not significantly different from it."""
    known = [s for s in standings if s.mean is not None]
    if not known:
        return set()
    best = min(known, key=lambda s: s.rank).peer
    names = {s.peer for s in known}
    same = {best}
    for duel in duels:
        pair = {duel.left, duel.right}
        if best in pair and pair <= names and duel.p_holm is not None and duel.p_holm >= ALPHA:
            same |= pair
    return same


def _values(
    rows: Iterable[ScoreRow], name: str, systems: Sequence[tuple[str, bool]], topics: Sequence[str]
) -> tuple[Number, ...]:
    held = {(row.peer, row.topic): row.value for row in rows if row.measure == name}
    return tuple(held.get((peer, topic)) for peer, _ in systems for topic in topics)


def _lengths(
    held: Mapping[tuple[str, str], int], systems: Sequence[tuple[str, bool]], topics: Sequence[str]
) -> tuple[int | None, ...]:
    return tuple(held.get((topic, peer)) for peer, _ in systems for topic in topics)
