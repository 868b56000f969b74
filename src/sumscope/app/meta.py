"""How well measures agree with people: correlations, tests between measures, decisions on pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sumscope.app.inputs import ScoresLike, scores_of, topics_with_references
from sumscope.core.choices import IntervalKind, PeersUsed, Resampled
from sumscope.core.progress import Progress
from sumscope.metaeval.answers import Meta
from sumscope.metaeval.evaluation import evaluate_measures


def meta(
    scores: ScoresLike,
    human: ScoresLike,
    *,
    level: str | Sequence[str] | None = None,
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
    references: bool = False,
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
    - `against`: measure to test the others against (`all`: every pair of measures).
    - `power`: also report the pairs of systems that differ significantly.
    - `lower`: measures from elsewhere for which lower is better.
    - `plan`: also report how likely studies of other `sizes` (systems, topics) show the difference
      to `against`.
    - `references`: also report how far rankings depend on the choice of references; each system is
      scored by one reference at a time, and `human` must be a corpus.

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> scores = sumscope.score(DEMO, ["rouge-2"])
    >>> found = sumscope.meta(scores, DEMO, level="system", resamples=100)
    >>> {row.statistic for row in found.rows} >= {"pearson", "spearman", "kendall"}
    True
    """
    if references and isinstance(human, Iterator):
        human = list(human)
    found = evaluate_measures(
        scores_of(scores, "meta(scores=...)"),
        scores_of(human, "meta(human=...)"),
        level=level,
        peers=peers,
        over=over,
        interval=interval,
        resamples=resamples,
        confidence=confidence,
        seed=seed,
        against=against,
        power=power,
        lower=lower,
        plan=plan,
        sizes=sizes,
        progress=progress,
    )
    if not references:
        return found
    from dataclasses import replace

    from sumscope.scoring.reference_sets import reference_sets

    moved = reference_sets(
        topics_with_references(human),
        list(dict.fromkeys(row.measure for row in found.rows)),
        confidence=confidence,
        seed=seed,
    )
    return replace(found, stability=moved.found, notes=(*found.notes, *moved.notes))
