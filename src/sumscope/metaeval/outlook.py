"""What follows from the correlations: the cost of choosing a measure, and sizes of studies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sumscope.core.choices import Level
from sumscope.metaeval.analysis import Work
from sumscope.metaeval.correlation import STATISTICS
from sumscope.metaeval.meta_result import MetaBest, MetaPlan
from sumscope.metaeval.selection import selections
from sumscope.metaeval.sharing import common
from sumscope.metaeval.study_size import plan

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
            human=human,
            level=level,
            statistic=statistic,
            measures=len(measures),
            best=found.best,
            value=found.value,
            chosen=found.chosen,
            held_out=found.held_out,
            cost=found.cost,
            reason=found.reason,
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
        x,
        y,
        z,
        level,
        "pearson",
        sizes=sizes,
        wanted=WANTED,
        confidence=work.confidence,
        seed=work.seed,
    )
    for size in found.sizes or (None,):
        yield MetaPlan(
            left=left,
            right=right,
            human=human,
            level=level,
            statistic="pearson",
            difference=found.difference,
            systems=size.systems if size else None,
            topics=size.topics if size else None,
            power=size.power if size else None,
            way=size.way if size else None,
            needed=found.needed,
            wanted=WANTED,
            reason=found.reason,
        )
