"""What a meta-evaluation finds, as plain values."""

from __future__ import annotations

from typing import Literal, NamedTuple


class MetaRow(NamedTuple):
    """The correlation of a measure with a human score, with its bootstrap interval.

    `n` counts systems, topics averaged over (summary level) or summaries (pooled). `epsilon` is the
    difference up to which acceq takes two scores as tied; other statistics have none.
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
    epsilon: float | None = None


class MetaTest(NamedTuple):
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


class MetaPower(NamedTuple):
    """Pairs of peers as people and a measure decide on them (Tukey's HSD, 95%).

    `table` has a row for each human decision and a column for each of the measure's: better, no
    difference, worse. `found` and `contradicted` are the pairs that people separate and the
    measure separates the same or the other way. `which` says whether all pairs are meant, or those
    of an automatic system and a person.
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
    which: Literal["all", "system-person"] = "all"


class MetaBest(NamedTuple):
    """The best of several measures, and what choosing it on these data costs.

    `chosen` is how often a random half of the topics chooses it; `held_out` the mean value of what
    a half chose, on the other half; `cost` how much higher it was on the half that chose it.
    """

    human: str
    level: str
    statistic: str
    measures: int
    best: str | None
    value: float | None
    chosen: float | None
    held_out: float | None
    cost: float | None
    reason: str | None


class MetaPlan(NamedTuple):
    """How likely a study of a size shows the difference between two measures.

    `way` is drawn (corpora drawn from these data) or projected (beyond them). `needed` is how many
    topics the systems at hand need for a power of `wanted`; None where more systems are needed.
    """

    left: str
    right: str
    human: str
    level: str
    statistic: str
    difference: float | None
    systems: int | None
    topics: int | None
    power: float | None
    way: str | None
    needed: int | None
    wanted: float
    reason: str | None
