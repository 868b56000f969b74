"""How well measures agree with people: correlations, tests between measures, decisions on pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sumscope.core.choices import IntervalKind, Level, PeersUsed, Resampled
from sumscope.core.files import check_standard_input
from sumscope.core.numbers import check_seed
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.corpus.scores import ScoresLike
    from sumscope.metaeval.meta_result import Meta


def meta(
    scores: ScoresLike,
    human: ScoresLike,
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
    lower: Sequence[str] = (),
    plan: bool = False,
    sizes: Sequence[tuple[int, int]] | None = None,
    progress: Progress | None = None,
) -> Meta:
    """Correlate every measure of a score table with every human score.

    `scores` and `human` are score tables (ours, or a CSV or frame from elsewhere, long or wide);
    `human` may be a corpus with judgements.

    - `level`: one or more of system, summary, pooled (default: all three).
    - `peers`: all, or no-models to leave out the people who wrote references.
    - `over`: what intervals and tests resample: systems, inputs or both.
    - `interval`: percentile, which over both is wider than needed, or calibrated, which corrects
      that.
    - `resamples`: number of bootstrap resamples and test rounds; `confidence`: level of the
      intervals; `seed`: random seed.
    - `against`: measure to test the others against (`all`: every pair of measures).
    - `power`: also report the pairs of systems that differ significantly.
    - `lower`: measures from elsewhere for which lower is better.
    - `plan`: also report how likely studies of other `sizes` (systems, topics) show the difference
      to `against`.

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> scores = sumscope.score(DEMO, ["rouge-2"])
    >>> found = sumscope.meta(scores, DEMO, level="system", resamples=100)
    >>> {row.statistic for row in found.rows} >= {"pearson", "spearman", "kendall"}
    True
    """
    from sumscope.corpus.scores import read_scores, table_of
    from sumscope.metaeval.meta import evaluate_measures

    check_standard_input(scores, human)
    check_seed(seed)
    return evaluate_measures(
        read_scores(scores, lower=lower, caller="meta"),
        table_of(human, "meta(human=...)"),
        level=level,
        peers=peers,
        over=over,
        interval=interval,
        resamples=resamples,
        confidence=confidence,
        seed=seed,
        against=against,
        power=power,
        plan=plan,
        sizes=sizes,
        progress=progress,
    )
