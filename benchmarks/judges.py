"""Statistics on judges and rankings: 1,000 resamples of 24 systems x 100 topics; a million ratings.

Needs the test and bench extras for the peers, which run fewer resamples; their time is scaled (each
is a loop over resamples). One core: the number of threads is set before numpy is loaded.
"""

from __future__ import annotations

import os

os.environ.update(
    dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
)

import time
import warnings
from collections.abc import Callable

import numpy as np

from sumscope.metaeval.best_worst import Questions, plackett_luce
from sumscope.metaeval.bootstrap import draw
from sumscope.metaeval.bradley_terry import Comparisons, bradley_terry
from sumscope.metaeval.coefficients import COEFFICIENTS, reliability
from sumscope.metaeval.mean_ratings import SystemRatings, mean_ratings
from sumscope.metaeval.pair_accuracy import TieCalibration, resampled_soft_accuracy, soft_accuracy
from sumscope.metaeval.ratings import Ratings

SYSTEMS, TOPICS, JUDGES, RESAMPLES = 24, 100, 3, 1000
MILLION = 1_000_000


def seconds(work: Callable[[], object], times: int = 1) -> float:
    begun = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begun) / times


def line(name: str, ours: float, peer: str = "", theirs: float | None = None) -> None:
    text = f"{name:16} sumscope {ours:6.3f} s"
    if theirs is not None:
        text += f"   {peer} {theirs:8.1f} s (scaled)   ratio {theirs / ours:.0f}"
    print(text, flush=True)


def matrix(rng: np.random.Generator) -> np.ndarray:
    """Judges x items, a tenth of the ratings missing."""
    quality = rng.normal(size=SYSTEMS * TOPICS)
    ratings = np.clip(np.round(3 + quality + rng.normal(size=(JUDGES, len(quality)))), 1, 5)
    ratings[rng.random(ratings.shape) < 0.1] = np.nan
    return ratings


def coefficients(rng: np.random.Generator) -> None:
    given = matrix(rng)
    ratings = Ratings.from_matrix(given)
    peers = peers_of(given)
    for name in COEFFICIENTS:
        ours = seconds(lambda name=name: reliability(ratings, (name,), resamples=RESAMPLES))
        peer, work, runs = peers.get(name, ("", None, 1))
        theirs = None if work is None else seconds(work, runs) * RESAMPLES
        line(name, ours, peer, theirs)


def peers_of(given: np.ndarray) -> dict[str, tuple[str, Callable[[], object], int]]:
    """One resample by other packages: what they compute, once."""
    found: dict[str, tuple[str, Callable[[], object], int]] = {}
    try:
        import krippendorff

        for level in ("nominal", "ordinal", "interval", "ratio"):
            found[f"alpha-{level}"] = (
                "krippendorff",
                lambda level=level: krippendorff.alpha(given, level_of_measurement=level),
                20,
            )
    except ImportError:
        print("krippendorff is not installed: no peer for alpha")
    try:
        import pandas
        from irrCAC.raw import CAC

        frame, labels = pandas.DataFrame(given.T), [1.0, 2.0, 3.0, 4.0, 5.0]
        for name, weights in (("ac1", "identity"), ("ac2", "quadratic")):
            found[name] = (
                "irrCAC",
                lambda weights=weights: CAC(frame, weights=weights, categories=labels).gwet(),
                3,
            )
    except ImportError:
        print("irrCAC is not installed: no peer for AC")
    try:
        import pandas
        import pingouin

        complete = given[:, ~np.isnan(given).any(axis=0)]
        judge, item = np.indices(complete.shape)
        columns = {"item": item.ravel(), "judge": judge.ravel(), "rating": complete.ravel()}
        long = pandas.DataFrame(columns)
        found["icc"] = (
            "pingouin",
            lambda: pingouin.intraclass_corr(long, "item", "judge", "rating"),
            1,
        )
    except ImportError:
        print("pingouin is not installed: no peer for ICC")
    return found


def rankings(rng: np.random.Generator) -> None:
    strength = rng.normal(size=SYSTEMS)
    count = TOPICS * JUDGES * 12
    left = rng.integers(0, SYSTEMS, count)
    right = (left + rng.integers(1, SYSTEMS, count)) % SYSTEMS
    topics, judges = rng.integers(0, TOPICS, count), rng.integers(0, JUDGES, count)
    wins = rng.random(count) < 1 / (1 + np.exp(strength[right] - strength[left]))
    compared = Comparisons(
        left, right, np.where(wins, 0, 1), topics, judges, SYSTEMS, TOPICS, JUDGES
    )
    theirs = None
    try:
        import choix

        data = [(a, b) if w else (b, a) for a, b, w in zip(left, right, wins, strict=True)]
        theirs = seconds(lambda: choix.ilsr_pairwise(SYSTEMS, data)) * RESAMPLES
    except ImportError:
        print("choix is not installed: no peer for Bradley-Terry")
    ours = seconds(lambda: bradley_terry(compared, resamples=RESAMPLES))
    line("bradley-terry", ours, "choix", theirs)
    tied = np.where(rng.random(count) < 0.2, 2, compared.choice)
    with_ties = Comparisons(left, right, tied, topics, judges, SYSTEMS, TOPICS, JUDGES)
    line("davidson (ties)", seconds(lambda: bradley_terry(with_ties, resamples=RESAMPLES)))
    shown = []
    for _ in range(count):
        chosen = rng.choice(SYSTEMS, 4, replace=False)
        order = chosen[np.argsort(-(strength[chosen] + rng.gumbel(size=4)))]
        shown.append((int(order[0]), int(order[3]), int(order[1]), int(order[2])))
    asked = Questions(tuple(shown), topics, judges, SYSTEMS, TOPICS, JUDGES)
    line("plackett-luce", seconds(lambda: plackett_luce(asked, resamples=RESAMPLES)))
    places = np.indices((SYSTEMS, TOPICS, JUDGES)).reshape(3, -1)
    values = strength[places[0]] + rng.normal(size=places.shape[1])
    rated = SystemRatings(*places, values, SYSTEMS, TOPICS, JUDGES)
    line("mean ratings", seconds(lambda: mean_ratings(rated, resamples=RESAMPLES)))


def pairs(rng: np.random.Generator) -> None:
    human = np.round(rng.normal(size=(SYSTEMS, 1)) + rng.normal(size=(SYSTEMS, TOPICS)))
    metric = np.round(human + rng.normal(size=human.shape), 3)

    def acceq() -> None:
        found = TieCalibration(metric, human)
        found.accuracy()
        found.resampled(draw(*human.shape, over="both", resamples=RESAMPLES, seed=0))

    def spa() -> None:
        soft_accuracy(metric, human)
        draws = draw(*human.shape, over="both", resamples=RESAMPLES, seed=0)
        resampled_soft_accuracy(metric, human, draws)

    line("acceq", seconds(acceq))
    line("spa", seconds(spa))


def million(rng: np.random.Generator) -> None:
    """Three ratings of each of a third of a million items by a thousand judges; 100 resamples."""
    import resource

    items = MILLION // JUDGES
    item = np.repeat(np.arange(items), JUDGES)
    judge = (rng.integers(0, 333, size=(items, 1)) * 3 + np.arange(3)).ravel()
    value = np.clip(np.round(3 + rng.normal(size=items)[item] + rng.normal(size=len(item))), 1, 5)
    begun = time.process_time()
    ratings = Ratings.of(item, judge, value, items, 1000)
    reliability(ratings, resamples=100)
    spent = time.process_time() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{len(ratings):,} ratings, all coefficients, 100 resamples: {spent:.1f} s, {peak:.0f} MB"
    )


def main() -> None:
    warnings.simplefilter("ignore")
    rng = np.random.default_rng(0)
    million(rng)
    what = f"{RESAMPLES} resamples, {SYSTEMS} systems x {TOPICS} topics, CPU seconds"
    print(f"{what}, {JUDGES} judges")
    coefficients(rng)
    rankings(rng)
    pairs(rng)


if __name__ == "__main__":
    main()
