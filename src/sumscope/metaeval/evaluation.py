"""How well measures agree with people: all correlations, tests and decisions of two tables."""

from __future__ import annotations

from collections.abc import Sequence

from sumscope.core.choices import IntervalKind, Level, PeersUsed, Resampled, check_choice
from sumscope.core.errors import SumscopeError
from sumscope.core.numbers import check_confidence, check_resamples
from sumscope.core.progress import Progress
from sumscope.core.table import ScoreTable
from sumscope.metaeval.analysis import MetaMatrices
from sumscope.metaeval.correlation import LEVELS
from sumscope.metaeval.meta_result import (
    Meta,
    MetaBest,
    MetaPlan,
    MetaRow,
    MetaSettings,
    MetaTest,
    corrected,
)
from sumscope.metaeval.selection import best_of
from sumscope.metaeval.sharing import on_common_cells
from sumscope.metaeval.study_size import plan as plan_study


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
