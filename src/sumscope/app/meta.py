"""How well measures agree with people: correlations, tests between measures, decisions on pairs."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.lazy import optional
from sumscope.core.notebook import ShowsItself
from sumscope.core.numbers import check_resamples
from sumscope.core.progress import Progress
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.core.values import Topic
from sumscope.metaeval.findings import MetaPower, MetaRow, MetaTest

if TYPE_CHECKING:
    from sumscope.metaeval.bootstrap import Draws, Interval
    from sumscope.metaeval.correlation import Floats, Level, Statistic

LEVELS = ("system", "summary", "pooled")
Peers = Literal["all", "no-models"]
Over = Literal["systems", "inputs", "both"]
Kind = Literal["percentile", "calibrated"]


@dataclass(frozen=True)
class Meta(ShowsItself):
    """Correlations; tests and power where they were asked for; what was left out, in `notes`."""

    rows: tuple[MetaRow, ...]
    tests: tuple[MetaTest, ...]
    power: tuple[MetaPower, ...]
    settings: dict[str, Any]
    notes: tuple[str, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """The correlations as the contract's `meta` shape."""
        return [asdict(row) for row in self.rows]

    def everything(self) -> dict[str, Any]:
        """Plain values of all parts."""
        return {
            "correlations": self.to_json(),
            "tests": [asdict(test) for test in self.tests],
            "power": [asdict(power) for power in self.power],
            "settings": dict(self.settings),
            "notes": list(self.notes),
        }

    def find(self, measure: str, level: str, statistic: str, human: str | None = None) -> MetaRow:
        """One correlation."""
        for row in self.rows:
            wanted = (row.measure, row.level, row.statistic) == (measure, level, statistic)
            if wanted and human in (None, row.human):
                return row
        raise SumscopeError(f"no correlation of {measure} at {level} level ({statistic})")

    def to_pandas(self) -> Any:
        """The correlations as a pandas DataFrame."""
        return optional("pandas", "pandas").DataFrame(self.to_json())

    def to_polars(self) -> Any:
        """The correlations as a polars DataFrame."""
        return optional("polars", "polars").DataFrame(self.to_json(), infer_schema_length=None)


def meta(
    scores: str | os.PathLike[str] | ScoreTable,
    human: str | os.PathLike[str] | ScoreTable | Iterable[Topic],
    *,
    level: str | Sequence[str] | None = None,
    peers: Peers = "all",
    over: Over = "both",
    interval: Kind = "percentile",
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
    against: str | None = None,
    power: bool = False,
    progress: Progress | None = None,
) -> Meta:
    """Correlate every measure of a score table with every human score.

    `scores` and `human` are score tables (ours, or a CSV from elsewhere, long or wide); `human`
    may be a corpus with judgements. `level` is one or more of system, summary, pooled (all by
    default); `peers` all, or no-models to leave people out. Intervals resample systems, inputs
    or both; percentiles over both are cautious, `interval="calibrated"` brings them to the width
    that the confidence asks for. `against` names a measure to test the others against (`all`:
    every two). `power` adds the pairs of peers told apart.
    """
    levels = _check(level, peers, over, interval, resamples, confidence)
    work = _Work(scores, human, peers, over, interval, resamples, confidence, seed)
    pairs = work.pairs(against)
    steps = len(levels) * len(work.humans) * (len(work.measures) + len(pairs))
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, steps)

    rows: list[MetaRow] = []
    tests: list[MetaTest] = []
    for name in work.humans:
        for at in levels:
            for measure in work.measures:
                rows.extend(work.rows(measure, name, at))
                step()
            found: list[MetaTest] = []
            for left, right in pairs:
                found.extend(work.tests(left, right, name, at))
                step()
            tests.extend(_corrected(found))
    powers = [work.power(m, h) for h in work.humans for m in work.measures] if power else []
    settings = {
        "levels": list(levels),
        "peers": peers,
        "systems": len(work.peers),
        "topics": len(work.topics),
        "over": over,
        "resamples": resamples,
        "confidence": confidence,
        "seed": seed,
        "interval": f"{interval} bootstrap over {over.replace('both', 'systems and inputs')}",
    }
    return Meta(tuple(rows), tuple(tests), tuple(powers), settings, tuple(work.notes))


def _check(
    level: str | Sequence[str] | None,
    peers: str,
    over: str,
    interval: str,
    resamples: int,
    confidence: float,
) -> tuple[Level, ...]:
    asked = LEVELS if level is None else (level,) if isinstance(level, str) else tuple(level)
    for kind, value, known in (
        *(("level", item, LEVELS) for item in asked or ("",)),
        ("peers", peers, ("all", "no-models")),
        ("over", over, ("systems", "inputs", "both")),
        ("interval", interval, ("percentile", "calibrated")),
    ):
        if value not in known:
            raise SumscopeError(f"{kind} is {value!r}", mend=f"give one of {', '.join(known)}")
    if interval == "calibrated" and over != "both":
        raise SumscopeError(
            f"calibrated intervals over {over} alone",
            mend="they mend the double draw of over=both; take percentile intervals here",
        )
    check_resamples(resamples)
    if not 0 < confidence < 1:
        raise SumscopeError(f"confidence is {confidence}", mend="give a number between 0 and 1")
    return tuple(dict.fromkeys(asked))  # type: ignore[arg-type]


class _Work:
    """The matrices of one question, and answers made from them."""

    def __init__(
        self,
        scores: str | os.PathLike[str] | ScoreTable,
        human: str | os.PathLike[str] | ScoreTable | Iterable[Topic],
        peers: Peers,
        over: Over,
        interval: Kind,
        resamples: int,
        confidence: float,
        seed: int,
    ) -> None:
        self.notes: list[str] = []
        self.kept: Peers = peers
        self.over: Over = over
        self.kind: Kind = interval
        self.resamples, self.confidence, self.seed = resamples, confidence, seed
        metric_rows, human_rows = (self._rows(given) for given in (scores, human))
        for rows, what in ((metric_rows, "the scores"), (human_rows, "the human scores")):
            if not rows:
                raise SumscopeError(f"{what} have no rows", mend="give at least two peers' scores")
        people = {row.peer for row in (*metric_rows, *human_rows) if row.human}
        if peers == "no-models":
            metric_rows = [row for row in metric_rows if row.peer not in people]
            human_rows = [row for row in human_rows if row.peer not in people]
            if not metric_rows or not human_rows:
                raise SumscopeError("all peers are people", mend="leave out --peers no-models")
        self._match(metric_rows, human_rows)
        self.measures = _fill(metric_rows, self.peers, self.topics)
        self.humans = _fill(human_rows, self.peers, self.topics)

    def _rows(self, given: Any) -> list[ScoreRow]:
        table = _table(given)
        for name in table.meta.get("words", ()):
            self.notes.append(f"the column {name!r} holds words and was left aside")
        return list(table)

    def _match(self, metric_rows: list[ScoreRow], human_rows: list[ScoreRow]) -> None:
        """Keep the peers and topics that both sides know, in the order of the scores."""
        cells = dict.fromkeys((row.peer, row.topic) for row in metric_rows)
        judged = {(row.peer, row.topic) for row in human_rows}
        common = [cell for cell in cells if cell in judged]
        if not common:
            raise SumscopeError(
                "no summary has both a score and a human score",
                mend="topics and peers must have the same names in both",
            )
        self.peers = tuple(dict.fromkeys(peer for peer, _ in common))
        self.topics = tuple(dict.fromkeys(topic for _, topic in common))
        if len(common) < len(cells):
            self.notes.append(f"{len(cells) - len(common)} scored summaries have no human score")
        if len(common) < len(judged):
            self.notes.append(f"{len(judged) - len(common)} judged summaries have no score")

    def pairs(self, against: str | None) -> list[tuple[str, str]]:
        """The pairs of measures to test."""
        names = list(self.measures)
        if against is None:
            return []
        if against == "all":
            return list(combinations(names, 2))
        if against not in names:
            raise SumscopeError(
                f"the scores have no measure {against!r}", mend=nearest(against, names)
            )
        return [(name, against) for name in names if name != against]

    def _draws(self, shape: tuple[int, ...]) -> list[Draws]:
        """The draws that an interval needs: one way of drawing, or all three to calibrate."""
        from sumscope.metaeval.bootstrap import draw

        peers, topics = shape
        ways: tuple[Over, ...] = (self.over,)
        if self.kind == "calibrated":
            ways = ("both", "systems", "inputs")
        return [
            draw(peers, topics, over=way, resamples=self.resamples, seed=self.seed) for way in ways
        ]

    def _interval(
        self, value: float, samples: list[Floats], shape: tuple[int, ...], most: float
    ) -> Interval:
        from sumscope.metaeval.bootstrap import calibrated, interval

        if self.kind == "calibrated":
            both, systems, inputs = samples
            return calibrated(value, both, systems, inputs, shape, most, self.confidence)
        return interval(samples[0], shape, self.over, self.confidence)

    def rows(self, measure: str, human: str, level: Level) -> Iterator[MetaRow]:
        """The four coefficients of a measure at a level."""
        from sumscope.metaeval.bootstrap import Interval, resampled
        from sumscope.metaeval.correlation import STATISTICS, correlate

        x, z = _common(self.measures[measure], self.humans[human])
        draws = self._draws(x.shape)
        for statistic in STATISTICS:
            found = correlate(x, z, level, statistic)
            around = Interval(None, None)
            if found.value is not None:
                samples = [resampled(x, z, level, statistic, drawn) for drawn in draws]
                around = self._interval(found.value, samples, x.shape, 1.0)
            yield MetaRow(
                measure,
                human,
                level,
                self.kept,
                statistic,
                found.value,
                around.low,
                around.high,
                found.n,
                _join(found.reason, around.reason),
            )

    def tests(self, left: str, right: str, human: str, level: Level) -> Iterator[MetaTest]:
        """The difference of two measures in each coefficient at a level."""
        from sumscope.app.compare import direction
        from sumscope.metaeval.bootstrap import Interval, resampled
        from sumscope.metaeval.correlation import STATISTICS, correlate
        from sumscope.metaeval.difference import permutation_test

        turned = [
            self.measures[name] * (1.0 if direction(name) == "higher" else -1.0)
            for name in (left, right)
        ]
        x, y, z = _common(*turned, self.humans[human])
        draws = self._draws(x.shape)
        for statistic in STATISTICS:
            a, b = correlate(x, z, level, statistic), correlate(y, z, level, statistic)
            gap, p, around = None, None, Interval(None, None)
            t, williams = None, None
            reasons = [f"{n}: {c.reason}" for n, c in ((left, a), (right, b)) if c.reason]
            if a.value is not None and b.value is not None:
                gap = a.value - b.value
                samples = [
                    resampled(x, z, level, statistic, drawn)
                    - resampled(y, z, level, statistic, drawn)
                    for drawn in draws
                ]
                around = self._interval(gap, samples, x.shape, 2.0)
                p = permutation_test(
                    x,
                    y,
                    z,
                    level,
                    statistic,
                    over=self.over,
                    rounds=self.resamples,
                    seed=self.seed,
                )
                reasons += ["no p: undefined in most rounds"] if p is None else []
            t, williams, why = _williams(x, y, z, level, statistic)
            yield MetaTest(
                left,
                right,
                human,
                level,
                self.kept,
                statistic,
                gap,
                around.low,
                around.high,
                p,
                None,
                t,
                williams,
                min(a.n, b.n),
                _join(*reasons, around.reason, why),
            )

    def power(self, measure: str, human: str) -> MetaPower:
        """The decisions of a measure and of people on every two peers."""
        from sumscope.app.compare import direction
        from sumscope.metaeval.discriminative import power

        sign = 1.0 if direction(measure) == "higher" else -1.0
        x, z = _common(sign * self.measures[measure], self.humans[human])
        found = power(x, z, resamples=self.resamples, confidence=self.confidence, seed=self.seed)
        known = found.table is not None
        return MetaPower(
            measure,
            human,
            self.kept,
            found.pairs,
            found.agreement,
            found.interval.low,
            found.interval.high,
            found.found if known else None,
            found.contradicted if known else None,
            found.table,
            _join(found.reason, found.interval.reason),
        )


def _table(given: Any) -> ScoreTable:
    from sumscope.corpus.outside import judgements, read_any_scores

    if isinstance(given, ScoreTable):
        return given
    if isinstance(given, str | os.PathLike):
        return read_any_scores(given)
    return judgements(given)


def _fill(
    rows: Sequence[ScoreRow], peers: tuple[str, ...], topics: tuple[str, ...]
) -> dict[str, Floats]:
    """A matrix for each measure, over the given peers and topics."""
    from sumscope.metaeval.matrix import matrices

    made = {}
    for matrix in matrices(rows):
        row_of = {peer: i for i, peer in enumerate(matrix.peers)}
        column_of = {topic: j for j, topic in enumerate(matrix.topics)}
        i = [row_of[peer] for peer in peers]
        j = [column_of[topic] for topic in topics]
        made[matrix.measure] = matrix.values[i][:, j]
    return made


def _common(*matrices: Floats) -> tuple[Floats, ...]:
    """The matrices with only the summaries that all have, without empty peers and topics."""
    import numpy as np

    held = np.ones(matrices[0].shape, dtype=bool)
    for matrix in matrices:
        held &= ~np.isnan(matrix)
    peers, topics = held.any(axis=1), held.any(axis=0)
    return tuple(np.where(held, m, np.nan)[peers][:, topics] for m in matrices)


def _williams(
    x: Floats, y: Floats, z: Floats, level: Level, statistic: Statistic
) -> tuple[float | None, float | None, str | None]:
    """Williams' test, where its points are independent (Pearson over systems), or why not."""
    from sumscope.metaeval.correlation import correlate
    from sumscope.metaeval.difference import williams_test

    if level != "system" or statistic != "pearson":
        return None, None, None
    found = [correlate(a, b, level, statistic) for a, b in ((x, z), (y, z), (x, y))]
    values = [item.value for item in found if item.value is not None]
    if len(values) < 3:
        return None, None, None  # the correlations say why
    t, p = williams_test(values[0], values[1], values[2], found[0].n)
    if math.isfinite(p):
        return t, p, None
    few = found[0].n < 4
    why = "fewer than four systems" if few else "the measures agree perfectly on the systems"
    return None, None, f"no Williams test: {why}"


def _corrected(tests: Sequence[MetaTest]) -> list[MetaTest]:
    """Holm's correction over the pairs of measures, for each statistic."""
    import numpy as np

    from sumscope.metaeval.significance import holm

    made = list(tests)
    for statistic in dict.fromkeys(test.statistic for test in tests):
        at = [i for i, test in enumerate(tests) if test.statistic == statistic]
        raw = np.array([math.nan if (p := tests[i].p) is None else p for i in at])
        for i, p in zip(at, holm(raw), strict=True):
            made[i] = replace(tests[i], p_holm=None if math.isnan(p) else float(p))
    return made


def _join(*reasons: str | None) -> str | None:
    return "; ".join(reason for reason in reasons if reason) or None
