"""Results of a meta-evaluation, their tables, and the correction of its tests."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypedDict

from sumscope.core.choices import Level
from sumscope.core.errors import SumscopeError
from sumscope.core.plain import plain
from sumscope.core.results import RowResult
from sumscope.core.table import show
from sumscope.core.tables import ResultTable, interval, table


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


class MetaSettings(TypedDict):
    """How a meta-evaluation was made."""

    levels: list[Level]
    peers: str
    systems: int
    topics: int
    over: str
    resamples: int
    confidence: float
    seed: int
    interval: str
    bootstrap: str
    permutation: str


@dataclass(frozen=True, repr=False)
class Meta(RowResult):
    """Correlations, and what choosing the best measure costs; the rest where it was asked for.

    `tests` compare measures, `power` their decisions on pairs of peers, `plan` sizes of studies;
    `notes` say what was left out.
    """

    rows: tuple[MetaRow, ...]
    tests: tuple[MetaTest, ...]
    power: tuple[MetaPower, ...]
    settings: MetaSettings
    notes: tuple[str, ...]
    best: tuple[MetaBest, ...] = ()
    plan: tuple[MetaPlan, ...] = ()

    def tables(self) -> Iterator[ResultTable]:
        """Correlations of each human score and level, then what else was asked for."""
        for human, level in dict.fromkeys((row.human, row.level) for row in self.rows):
            yield self._correlations(human, level)
        if self.best:
            yield self._best()
        if self.tests:
            yield self._tests()
        yield from map(_power_table, self.power)
        for group in dict.fromkeys((p.left, p.right, p.human, p.level) for p in self.plan):
            sizes = [p for p in self.plan if (p.left, p.right, p.human, p.level) == group]
            yield _plan_table(sizes, self.settings["systems"])

    def _correlations(self, human: str, level: str) -> ResultTable:
        rows = [row for row in self.rows if (row.human, row.level) == (human, level)]
        cells = {(row.measure, row.statistic): row for row in rows}
        statistics = list(dict.fromkeys(row.statistic for row in rows))
        settings = self.settings
        title = (
            f"{human}, {level} level, peers: {settings['peers']}; "
            f"{100 * settings['confidence']:g}% {settings['interval']} ({settings['bootstrap']})"
        )
        units = {"system": "systems", "summary": "topics", "pooled": "summaries"}
        return table(
            "correlations",
            title,
            ["measure", *statistics, units[level]],
            [
                [
                    measure,
                    *(_with_interval(cells[measure, statistic]) for statistic in statistics),
                    cells[measure, statistics[0]].n,
                ]
                for measure in dict.fromkeys(row.measure for row in rows)
            ],
            notes=[f"{row.measure}: {row.reason}" for row in rows if row.reason],
        )

    def _best(self) -> ResultTable:
        heading = ["human", "level", "statistic", "best", "value", "chosen by halves"]
        return table(
            "best",
            f"Best of {self.best[0].measures} measures, and what choosing it on these data costs",
            [*heading, "on the other half", "cost"],
            [
                [
                    b.human,
                    b.level,
                    b.statistic,
                    b.best,
                    b.value,
                    None if b.chosen is None else f"{100 * b.chosen:.0f}%",
                    b.held_out,
                    b.cost,
                ]
                for b in self.best
            ],
            notes=[f"{b.human}, {b.level}: {b.reason}" for b in self.best if b.reason],
        )

    def _tests(self) -> ResultTable:
        percent = f"{100 * self.settings['confidence']:g}%"
        heading = ["measure", "against", "human", "level", "statistic", "difference", percent]
        return table(
            "tests",
            "Differences between measures",
            [*heading, f"p ({self.settings['permutation']})", "p (Holm)", "p (Williams)", "n"],
            [
                [
                    t.left,
                    t.right,
                    t.human,
                    t.level,
                    t.statistic,
                    t.difference,
                    interval(t.low, t.high),
                    t.p,
                    t.p_holm,
                    t.williams_p,
                    t.n,
                ]
                for t in self.tests
            ],
            (3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 3),
            [
                f"{t.left} and {t.right}, {t.human}, {t.level} level: {t.reason}"
                for t in self.tests
                if t.reason
            ],
        )

    def to_json(self) -> list[dict[str, object]]:
        """The correlations as the contract's `meta` shape."""
        rows: list[dict[str, object]] = plain(self.rows)
        for row in rows:
            if row["statistic"] != "acceq":
                del row["epsilon"]
        return rows

    def everything(self) -> dict[str, object]:
        """Plain values of all parts."""
        return {
            "correlations": self.to_json(),
            "tests": plain(self.tests),
            "power": plain(self.power),
            "best": plain(self.best),
            "plan": plain(self.plan),
            "settings": plain(self.settings),
            "notes": plain(self.notes),
        }

    def find(self, measure: str, level: str, statistic: str, human: str | None = None) -> MetaRow:
        """One correlation."""
        for row in self.rows:
            wanted = (row.measure, row.level, row.statistic) == (measure, level, statistic)
            if wanted and human in (None, row.human):
                return row
        raise SumscopeError(f"no correlation of {measure} at {level} level ({statistic})")


def _with_interval(row: MetaRow) -> str:
    around = "" if row.low is None else f" [{show(row.low, 3)}, {show(row.high, 3)}]"
    tied = f" (epsilon {row.epsilon:.3g})" if row.epsilon else ""
    return show(row.value, 3) + around + tied


def _power_table(power: MetaPower) -> ResultTable:
    which = {"all": "peers", "system-person": "an automatic system and a person"}[power.which]
    title = f"{power.measure} and {power.human} on {power.pairs} pairs of {which}: "
    decisions = ["better", "no difference", "worse"]
    if power.table is None:
        return table("power", f"{title}no decisions", ["human"], [], notes=[power.reason or ""])
    return table(
        "power",
        f"{title}agree on {show(power.agreement, 3)} "
        f"[{show(power.low, 3)}, {show(power.high, 3)}], {power.contradicted} contradicted",
        ["human", *(f"measure: {name}" for name in decisions)],
        [[name, *line] for name, line in zip(decisions, power.table, strict=True)],
        notes=[power.reason] if power.reason else (),
    )


def _plan_table(sizes: Sequence[MetaPlan], systems: int) -> ResultTable:
    first = sizes[0]
    title = (
        f"{first.left} against {first.right}, {first.human}, {first.level} level, "
        f"{first.statistic}: difference {show(first.difference, 3)}"
    )
    rows = [] if first.reason else [[p.systems, p.topics, p.power, p.way] for p in sizes]
    if first.reason:
        note = f"no plan: {first.reason}"
    elif first.needed is None:
        note = (
            f"No number of topics gives {systems} systems a power of {first.wanted:g}: "
            "more systems are needed."
        )
    else:
        note = (
            f"{systems} systems need about {first.needed} topics for a power of {first.wanted:g}."
        )
    return table("plan", title, ["systems", "topics", "power", "how"], rows, 2, [note])


def by_baseline(tests: Sequence[MetaTest]) -> list[MetaTest]:
    """Tests of pairs of measures, each seen from both sides and corrected for its baseline.

    The baseline is `right`. `p_holm` is what a test of all others against that one measure gives:
    Holm's correction over them, for each human score, level and statistic.
    """
    groups: dict[tuple[str, str, str], list[MetaTest]] = {}
    for test in (*tests, *map(_mirrored, tests)):
        groups.setdefault((test.human, test.level, test.right), []).append(test)
    return [test for group in groups.values() for test in corrected(group)]


def _mirrored(test: MetaTest) -> MetaTest:
    def less(value: float | None) -> float | None:
        return None if value is None else -value

    return test._replace(
        left=test.right,
        right=test.left,
        difference=less(test.difference),
        low=less(test.high),
        high=less(test.low),
        williams_t=less(test.williams_t),
    )


def corrected(tests: Sequence[MetaTest]) -> list[MetaTest]:
    """Holm's correction over the pairs of measures, for each statistic."""
    import numpy as np

    from sumscope.metaeval.significance import holm

    made = list(tests)
    for statistic in dict.fromkeys(test.statistic for test in tests):
        at = [i for i, test in enumerate(tests) if test.statistic == statistic]
        raw = np.array([math.nan if (p := tests[i].p) is None else p for i in at])
        for i, p in zip(at, holm(raw), strict=True):
            made[i] = tests[i]._replace(p_holm=None if math.isnan(p) else float(p))
    return made
