"""Score systems by one reference at a time, and see how far rankings depend on the references."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import better_of, parse
from sumscope.core.values import Topic
from sumscope.metaeval.findings import MetaStability
from sumscope.metaeval.stability import Stability, reference_stability
from sumscope.scoring.run import Scoring

DRAWS = 1000


@dataclass(frozen=True)
class ReferenceSets:
    """What was found for each measure, and what was left out."""

    found: tuple[MetaStability, ...]
    notes: tuple[str, ...]


def reference_sets(
    topics: Iterable[Topic],
    measures: Sequence[str],
    *,
    draws: int = DRAWS,
    confidence: float = 0.95,
    seed: int = 0,
) -> ReferenceSets:
    """Rankings of systems under drawn reference sets, for every measure that needs references."""
    held = [_systems_only(topic) for topic in topics]
    most = max((len(topic.references) for topic in held), default=0)
    if most < 2:
        raise SumscopeError(
            "no topic has two references",
            hint="rankings can only be compared where there are several",
        )
    usable = [name for name in measures if _needs_references(name)]
    notes = []
    left = [name for name in measures if name not in usable]
    if left:
        notes.append(f"not scored by single references: {', '.join(left)}")
    if not usable:
        raise SumscopeError(
            "no measure of the scores compares with references",
            hint="score with measures such as rouge-2",
        )
    peers = list(dict.fromkeys(peer.id for topic in held for peer in topic.peers))
    shape = (len(peers), len(held), most)
    cells = {name: np.full(shape, np.nan) for name in usable}
    peer_at = {peer: k for k, peer in enumerate(peers)}
    topic_at = {topic.id: k for k, topic in enumerate(held)}
    for number in range(most):
        single = [
            replace(topic, references=(topic.references[number],))
            for topic in held
            if len(topic.references) > number and topic.peers
        ]
        for row in Scoring(single, usable, workers=1).table():
            if row.value is not None and row.measure in cells:
                place = (peer_at[row.peer], topic_at[row.topic], number)
                cells[row.measure][place] = row.value
    found = []
    for name, values in cells.items():
        sign = -1.0 if better_of(name) == "lower" else 1.0
        whole = ~np.isnan(values).all(axis=(1, 2))
        moved = reference_stability(
            sign * values[whole], draws=draws, confidence=confidence, seed=seed
        )
        found.append(_named(name, [p for p, kept in zip(peers, whole, strict=True) if kept], moved))
    return ReferenceSets(tuple(found), tuple(notes))


def _systems_only(topic: Topic) -> Topic:
    """People are among the references, and their rank would move for that reason."""
    return replace(topic, peers=tuple(peer for peer in topic.peers if not peer.human))


def _needs_references(name: str) -> bool:
    try:
        return "references" in type(parse(name)).traits.needs
    except SumscopeError:
        return False


def _named(measure: str, peers: Sequence[str], found: Stability) -> MetaStability:
    ranks = {}
    if found.tau is not None:
        columns = zip(found.rank, found.rank_low, found.rank_high, strict=True)
        ranks = {
            peer: (int(a), int(b), int(c)) for peer, (a, b, c) in zip(peers, columns, strict=True)
        }
    return MetaStability(
        measure=measure,
        tau=found.tau,
        low=found.low,
        high=found.high,
        same_best=found.same_best,
        topics=found.topics,
        draws=found.draws,
        ranks=ranks,
        reason=found.reason,
    )
