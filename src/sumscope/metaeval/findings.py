"""What a meta-evaluation finds, as plain values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MetaRow:
    """The correlation of a measure with a human score, with its bootstrap interval.

    `n` counts systems, topics averaged over (summary level) or summaries (pooled).
    """

    measure: str
    human: str
    level: str
    peers: str
    statistic: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    reason: str | None


@dataclass(frozen=True)
class MetaTest:
    """The difference between two measures' correlations with a human score.

    Measures for which lower is better are negated first. The interval is a paired bootstrap,
    `p` a permutation test, `p_holm` corrected over the pairs of the same human score, level and
    statistic; Williams' test is for Pearson at system level.
    """

    left: str
    right: str
    human: str
    level: str
    peers: str
    statistic: str
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None
    williams_t: float | None
    williams_p: float | None
    n: int
    reason: str | None


@dataclass(frozen=True)
class MetaPower:
    """Pairs of peers as people and a measure decide on them (Tukey's HSD, 95%).

    `table` has a row for each human decision and a column for each of the measure's: better, no
    difference, worse. `found` and `contradicted` are the pairs that people separate and the
    measure separates the same or the other way.
    """

    measure: str
    human: str
    peers: str
    pairs: int
    agreement: float | None
    low: float | None
    high: float | None
    found: int | None
    contradicted: int | None
    table: tuple[tuple[int, int, int], ...] | None
    reason: str | None
