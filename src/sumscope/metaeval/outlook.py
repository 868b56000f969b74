"""What follows from the correlations: the cost of choosing a measure, and sizes of studies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sumscope.core.choices import Level
from sumscope.metaeval.analysis import Work
from sumscope.metaeval.correlation import STATISTICS
from sumscope.metaeval.findings import MetaBest, MetaPlan
from sumscope.metaeval.plan import plan
from sumscope.metaeval.selection import selections
from sumscope.metaeval.sharing import common

WANTED = 0.8


def best_of(work: Work, human: str, level: Level) -> Iterator[MetaBest]:
    """The best measure by each coefficient, over the summaries that all measures score."""
    if len(work.measures) < 2:
        return
    *turned, z = common(*(work.turned(name) for name in work.measures), work.humans[human])
    measures = dict(zip(work.measures, turned, strict=True))
    chosen = selections(measures, z, level, STATISTICS, seed=work.seed)
    for statistic, found in zip(STATISTICS, chosen, strict=True):
        yield MetaBest(
            *(human, level, statistic, len(measures), found.best, found.value),
            *(found.chosen, found.held_out, found.cost, found.reason),
        )


def plans(
    work: Work,
    left: str,
    right: str,
    human: str,
    level: Level,
    sizes: Sequence[tuple[int, int]] | None,
) -> Iterator[MetaPlan]:
    """Power to show the difference of two measures (Pearson) for studies of several sizes."""
    x, y, z = common(work.turned(left), work.turned(right), work.humans[human])
    found = plan(
        *(x, y, z, level, "pearson"),
        sizes=sizes,
        wanted=WANTED,
        confidence=work.confidence,
        seed=work.seed,
    )
    fixed = (left, right, human, level, "pearson", found.difference)
    for size in found.sizes:
        yield MetaPlan(
            *fixed,
            systems=size.systems,
            topics=size.topics,
            power=size.power,
            way=size.way,
            needed=found.needed,
            wanted=WANTED,
            reason=found.reason,
        )
    if not found.sizes:
        yield MetaPlan(
            *fixed,
            systems=None,
            topics=None,
            power=None,
            way=None,
            needed=None,
            wanted=WANTED,
            reason=found.reason,
        )
