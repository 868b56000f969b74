"""Start the slow statistics of a study in parallel, before sections need them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

from sumscope.core.choices import Level
from sumscope.core.errors import SumscopeError
from sumscope.core.table import ScoreTable
from sumscope.metaeval.compare import leaderboard
from sumscope.metaeval.meta import evaluate_measures

Plain = dict[str, Any]
Make = Callable[[], Plain]

LEVELS: tuple[Level, ...] = ("system", "summary")
# Many scores have fewer draws: they take longer, and their intervals are narrow anyway.
MANY, RESAMPLES, RESAMPLES_OF_MANY = 20_000, 1000, 200
# Measures are tested against each other where this many scores are exchanged or fewer: a few
# seconds at each level, of which that of summaries takes ten times as long for a score.
MOST_EXCHANGES = {"system": 600_000_000, "summary": 70_000_000}


def compared(table: ScoreTable, resamples: int, seed: int) -> Plain:
    """Means, intervals and tests of a score table, as plain values."""
    return leaderboard(table, resamples=resamples, seed=seed).to_json()


def correlated(scores: ScoreTable, human: ScoreTable, level: Level, seed: int) -> Plain:
    """Correlations of measures with judgements at one level, as plain values."""
    resamples = RESAMPLES_OF_MANY if len(scores.rows) > MANY else RESAMPLES
    measures, humans = len(scores.measures), len(human.measures)
    pairs = measures * (measures - 1) // 2 * humans
    exchanges = pairs * len(scores.peers) * len(scores.topics) * resamples
    against = "all" if exchanges <= MOST_EXCHANGES[level] else None
    found = evaluate_measures(
        scores, human, level=(level,), resamples=resamples, seed=seed, against=against
    )
    return found.everything()


class Ahead:
    """Computations by name; they run in other processes where there is an executor."""

    def __init__(self, executor: Executor | None) -> None:
        self._executor = executor
        self._begun: dict[str, Future[Plain]] = {}

    def begin(self, makes: Mapping[str, Make]) -> None:
        """Begin some computations; functions and arguments cross to other processes."""
        if self._executor is not None:
            for name, make in makes.items():
                self._begun[name] = self._executor.submit(make)

    def result(self, name: str, make: Make) -> Plain:
        """The result that was started under a name, or computed now."""
        begun = self._begun.pop(name, None)
        if begun is None:
            return make()
        try:
            return begun.result()
        except BrokenExecutor as error:
            raise SumscopeError(
                "a worker process died: killed, or out of memory",
                hint="run it again to resume, with fewer workers if memory is short",
            ) from error
