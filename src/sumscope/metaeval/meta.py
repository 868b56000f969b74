"""How well measures agree with people: all correlations, tests and decisions of two tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from sumscope.core.choices import IntervalKind, Level, PeersUsed, Resampled, check_choice
from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.notice import counted
from sumscope.core.numbers import check_confidence, check_resamples
from sumscope.core.progress import Progress
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.metaeval.correlation import LEVELS
from sumscope.metaeval.meta_result import (
    Meta,
    MetaBest,
    MetaPlan,
    MetaPower,
    MetaRow,
    MetaSettings,
    MetaTest,
    corrected,
)
from sumscope.metaeval.selection import best_of
from sumscope.metaeval.shared_resamples import SharedResamples, on_common_cells
from sumscope.metaeval.study_size import plan as plan_study

if TYPE_CHECKING:
    from sumscope.metaeval.bootstrap import Interval
    from sumscope.metaeval.correlation import Floats, Statistic


def evaluate_measures(
    scores: ScoreTable,
    human: ScoreTable,
    *,
    level: Level | Sequence[Level] | None = None,
    peers: PeersUsed = "all",
    over: Resampled = "both",
    interval: IntervalKind = "percentile",
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
    against: str | None = None,
    power: bool = False,
    plan: bool = False,
    sizes: Sequence[tuple[int, int]] | None = None,
    progress: Progress | None = None,
) -> Meta:
    """Correlate every measure of a score table with every human score of another."""
    levels = _check(level, peers, over, interval, resamples, confidence)
    matrices = MetaMatrices(scores, human, peers, over, interval, resamples, confidence, seed)
    pairs = matrices.pairs(against)
    _check_plan(plan, pairs, sizes)
    steps = (
        len(levels)
        * len(matrices.humans)
        * (2 * len(matrices.measures) + len(pairs) * (2 + 4 * plan))
    )
    done = 0.0

    def step(share: float = 1.0) -> None:
        nonlocal done
        done += share
        if progress is not None:
            progress(min(steps, int(done)), steps)

    matrices.sharing.tell = step

    rows: list[MetaRow] = []
    tests: list[MetaTest] = []
    best: list[MetaBest] = []
    planned: list[MetaPlan] = []
    for name in matrices.humans:
        for at in levels:
            for measure in matrices.measures:
                rows.extend(matrices.rows(measure, name, at))
                step(1.0 if at != "summary" else 0.0)  # accuracies tell of themselves
            compared: list[MetaTest] = []
            for left, right in pairs:
                compared.extend(matrices.tests(left, right, name, at))
                step()
                if plan:
                    x, y, z = on_common_cells(
                        matrices.turned(left), matrices.turned(right), matrices.humans[name]
                    )
                    planned += plan_study(
                        x,
                        y,
                        z,
                        left=left,
                        right=right,
                        human=name,
                        level=at,
                        sizes=sizes,
                        confidence=confidence,
                        seed=seed,
                    )
                    step(4.0)
            tests.extend(corrected(compared))
            if len(matrices.measures) > 1:
                *turned, z = on_common_cells(
                    *map(matrices.turned, matrices.measures), matrices.humans[name]
                )
                by_name = dict(zip(matrices.measures, turned, strict=True))
                best += best_of(by_name, z, human=name, level=at, seed=seed)
    powers = (
        [matrices.power(m, h) for h in matrices.humans for m in matrices.measures] if power else []
    )
    if power and matrices.mixed:
        powers += [
            matrices.power(m, h, mixed=True) for h in matrices.humans for m in matrices.measures
        ]
    if pairs or power:
        matrices.tell_directions(rows)
    settings: MetaSettings = {
        "levels": list(levels),
        "peers": peers,
        "systems": len(matrices.peers),
        "topics": len(matrices.topics),
        "over": over,
        "resamples": resamples,
        "confidence": confidence,
        "seed": seed,
        "interval": f"{interval} bootstrap over {over.replace('both', 'systems and inputs')}",
        # As Deutsch, Dror and Roth (2021) name them.
        "bootstrap": f"BOOT-{over.upper()}",
        "permutation": f"PERM-{over.upper()}",
    }
    return Meta(
        rows=tuple(rows),
        tests=tuple(tests),
        power=tuple(powers),
        settings=settings,
        notes=tuple(matrices.notes),
        best=tuple(best),
        plan=tuple(planned),
    )


def _check_plan(
    plan: bool, pairs: Sequence[object], sizes: Sequence[tuple[int, int]] | None
) -> None:
    if plan and not pairs:
        raise SumscopeError(
            "a plan needs a difference between two measures", hint="name one with --against"
        )
    for systems, topics in sizes or ():
        if systems < 3 or topics < 3:
            raise SumscopeError(
                f"a study of {systems} systems and {topics} topics is too small to plan",
                hint="give three or more of each",
            )


def _check(
    level: Level | Sequence[Level] | None,
    peers: str,
    over: str,
    interval: str,
    resamples: int,
    confidence: float,
) -> tuple[Level, ...]:
    asked = LEVELS if level is None else (level,) if isinstance(level, str) else tuple(level)
    for item in asked or ("",):
        check_choice("level", item, Level)
    check_choice("peers", peers, PeersUsed)
    check_choice("over", over, Resampled)
    check_choice("interval", interval, IntervalKind)
    if interval == "calibrated" and over != "both":
        raise SumscopeError(
            f"calibrated intervals are not available over {over} alone",
            hint="use over=both, or percentile intervals",
        )
    check_resamples(resamples)
    check_confidence(confidence)
    return tuple(dict.fromkeys(asked))


class MetaMatrices:
    """The matrices of one question, and answers made from them."""

    def __init__(
        self,
        scores: ScoreTable,
        human: ScoreTable,
        peers: PeersUsed,
        over: Resampled,
        interval: IntervalKind,
        resamples: int,
        confidence: float,
        seed: int,
    ) -> None:
        self.notes: list[str] = []
        self.kept: PeersUsed = peers
        self.over: Resampled = over
        self.kind: IntervalKind = interval
        self.resamples, self.confidence, self.seed = resamples, confidence, seed
        metric_rows, human_rows = (self._rows(given) for given in (scores, human))
        for rows, what in ((metric_rows, "the scores"), (human_rows, "the human scores")):
            if not rows:
                raise SumscopeError(f"{what} have no rows", hint="give at least two peers' scores")
        people = {row.peer for row in (*metric_rows, *human_rows) if row.human}
        if peers == "no-models":
            metric_rows = [row for row in metric_rows if row.peer not in people]
            human_rows = [row for row in human_rows if row.peer not in people]
            if not metric_rows or not human_rows:
                raise SumscopeError("all peers are people", hint="leave out --peers no-models")
        self._match(metric_rows, human_rows)
        self.models = tuple(peer in people for peer in self.peers)
        self.measures = _fill(metric_rows, self.peers, self.topics)
        self.humans = _fill(human_rows, self.peers, self.topics)
        self._tell_missing()
        self.scores = scores
        self.sharing = SharedResamples(
            self.measures,
            self.humans,
            lambda name: scores.better(name) == "lower",
            over=over,
            calibrated=interval == "calibrated",
            resamples=resamples,
            seed=seed,
        )

    def _rows(self, table: ScoreTable) -> list[ScoreRow]:
        self.notes += table.ignored()
        return list(table)

    def _match(self, metric_rows: list[ScoreRow], human_rows: list[ScoreRow]) -> None:
        """Keep the peers and topics that both sides know, in the order of the scores."""
        cells = dict.fromkeys((row.peer, row.topic) for row in metric_rows)
        judged = {(row.peer, row.topic) for row in human_rows}
        common = [cell for cell in cells if cell in judged]
        if not common:
            mine, theirs = (
                f"{rows[0].topic!r} and {rows[0].peer!r}" for rows in (metric_rows, human_rows)
            )
            raise SumscopeError(
                "no summary has both a score and a human score",
                hint="topics and peers must have the same names in both; the scores begin with "
                f"topic and peer {mine}, the human scores with {theirs}",
            )
        self.peers = tuple(dict.fromkeys(peer for peer, _ in common))
        self.topics = tuple(dict.fromkeys(topic for _, topic in common))
        self._both = set(common)
        if len(common) < len(cells):
            number = counted(len(cells) - len(common), "scored summary", "scored summaries")
            self.notes.append(f"no human score for {number}")
        if len(common) < len(judged):
            number = counted(len(judged) - len(common), "judged summary", "judged summaries")
            self.notes.append(f"no score for {number}")

    def _tell_missing(self) -> None:
        """Note the summaries that stand in both tables and lack one score."""
        import numpy as np

        held = np.array([[(peer, t) in self._both for t in self.topics] for peer in self.peers])
        for kind, matrices in (("score", self.measures), ("human score", self.humans)):
            for name, matrix in matrices.items():
                missing = int((held & np.isnan(matrix)).sum())
                if missing:
                    self.notes.append(f"no {kind} {name} for {missing} of {held.sum()} summaries")

    def turned(self, measure: str) -> Floats:
        """The scores, negated where lower is better."""
        return self.sharing.turned(measure)

    def tell_directions(self, rows: Iterable[MetaRow]) -> None:
        """Note measures from elsewhere that go against people: is less better by them?"""
        against = [row.measure for row in rows if row.high is not None and row.high < 0]
        for name in dict.fromkeys(against):
            if self.scores.better(name) == "higher" and not self.scores.knows(name):
                self.notes.append(
                    f"{name} goes against people, and more of it was taken for better: "
                    f"--lower {name} (lower in Python) turns it round"
                )

    def pairs(self, against: str | None) -> list[tuple[str, str]]:
        """The pairs of measures to test."""
        names = list(self.measures)
        if against is None:
            return []
        if against == "all":
            return list(combinations(names, 2))
        if against not in names:
            raise SumscopeError(
                f"the scores have no measure {against!r}", hint=nearest(against, names)
            )
        return [(name, against) for name in names if name != against]

    def _interval(
        self, value: float, samples: list[Floats], shape: tuple[int, ...], most: float
    ) -> Interval:
        from sumscope.metaeval.bootstrap import calibrated, interval

        if self.kind == "calibrated":
            both, systems, inputs = samples
            return calibrated(value, both, systems, inputs, shape, most, self.confidence)
        return interval(samples[0], shape, self.over, self.confidence)

    def rows(self, measure: str, human: str, level: Level) -> Iterator[MetaRow]:
        """The four coefficients of a measure at a level, then accuracies on pairs of systems."""
        from sumscope.metaeval.bootstrap import Interval
        from sumscope.metaeval.correlation import STATISTICS, correlate
        from sumscope.metaeval.pair_accuracy import pair_accuracies

        def row(
            statistic: str,
            value: float | None,
            n: int,
            reason: str | None,
            samples: Callable[[], list[Floats]],
            epsilon: float | None = None,
        ) -> MetaRow:
            around = Interval(None, None)
            if value is not None:
                around = self._interval(value, samples(), x.shape, 1.0)
            return MetaRow(
                measure=measure,
                human=human,
                level=level,
                peers=self.kept,
                statistic=statistic,
                value=value,
                low=around.low,
                high=around.high,
                n=n,
                reason=_join(reason, around.reason),
                epsilon=epsilon,
            )

        def of(statistic: Statistic) -> list[Floats]:
            return [drawn[statistic] for drawn in self.sharing.samples(measure, human, level)]

        x, z = on_common_cells(self.measures[measure], self.humans[human])
        for statistic in STATISTICS:
            found = correlate(x, z, level, statistic)
            samples = partial(of, statistic)
            yield row(statistic, found.value, found.n, found.reason, samples)
        # An accuracy has no sign that would show which way a measure goes.
        x, z = on_common_cells(self.turned(measure), self.humans[human])
        memo, draws = self.sharing.memo, self.sharing.draws(x.shape)
        for one in pair_accuracies(x, z, level, self.resamples, self.seed, memo):
            again = partial(lambda make: list(map(make, draws)), one.resample)
            if level == "summary":
                again = partial(self.sharing.tie_accuracies, measure, human)
            yield row(one.statistic, one.value, one.n, one.reason, again, one.epsilon)

    def tests(self, left: str, right: str, human: str, level: Level) -> Iterator[MetaTest]:
        """The difference of two measures in each coefficient at a level."""
        from sumscope.metaeval.bootstrap import Interval
        from sumscope.metaeval.correlation import STATISTICS, correlate

        turned = [self.turned(name) for name in (left, right)]
        x, y, z = on_common_cells(*turned, self.humans[human])
        alone = [_held(on_common_cells(one, self.humans[human])[0]) for one in turned]
        fewer = None
        if max(alone) > _held(z):
            fewer = f"over the {_held(z)} summaries that both measures score"
        found = {s: [correlate(one, z, level, s) for one in (x, y)] for s in STATISTICS}
        known = [s for s, two in found.items() if all(c.value is not None for c in two)]
        chances = self.sharing.chances(left, right, human, level) if known else {}
        for statistic, (a, b) in found.items():
            gap, p, around = None, None, Interval(None, None)
            t, williams = None, None
            reasons = [f"{n}: {c.reason}" for n, c in ((left, a), (right, b)) if c.reason]
            if a.value is not None and b.value is not None:
                gap = a.value - b.value
                both = zip(
                    self.sharing.samples(left, human, level, beside=(right,)),
                    self.sharing.samples(right, human, level, beside=(left,)),
                    strict=True,
                )
                samples = [mine[statistic] - other[statistic] for mine, other in both]
                around = self._interval(gap, samples, x.shape, 2.0)
                p = chances[statistic]
                reasons += ["no p: undefined in most rounds"] if p is None else []
            t, williams, why = _williams(x, y, z, level, statistic)
            yield MetaTest(
                left=left,
                right=right,
                human=human,
                level=level,
                peers=self.kept,
                statistic=statistic,
                difference=gap,
                low=around.low,
                high=around.high,
                p=p,
                p_holm=None,
                williams_t=t,
                williams_p=williams,
                n=min(a.n, b.n),
                reason=_join(fewer, *reasons, around.reason, why),
            )

    @property
    def mixed(self) -> bool:
        """Whether there are automatic systems and people among the peers."""
        return any(self.models) and not all(self.models)

    def power(self, measure: str, human: str, *, mixed: bool = False) -> MetaPower:
        """The decisions of a measure and of people on every two peers.

        With `mixed` on those pairs only that are an automatic system and a person.
        """
        import numpy as np

        from sumscope.metaeval.discriminative import power

        held = ~(np.isnan(self.measures[measure]) | np.isnan(self.humans[human]))
        models = [m for m, row in zip(self.models, held, strict=True) if row.any()]
        x, z = on_common_cells(self.turned(measure), self.humans[human])
        return power(
            x,
            z,
            measure=measure,
            human=human,
            peers=self.kept,
            models=models if mixed else None,
            resamples=self.resamples,
            confidence=self.confidence,
            seed=self.seed,
        )


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


def _held(matrix: Floats) -> int:
    """How many summaries have a score."""
    import numpy as np

    return int((~np.isnan(matrix)).sum())


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


def _join(*reasons: str | None) -> str | None:
    return "; ".join(reason for reason in reasons if reason) or None
