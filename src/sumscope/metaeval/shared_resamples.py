"""Resamples and exchanges of a meta-evaluation, made once for all that have the same gaps.

Most measures score the same summaries, and most human scores are given to the same summaries. Then
every measure and every human score take part in the same draws: what is computed for one of them
alone serves all its partners.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from sumscope.core.choices import Level, Resampled
from sumscope.metaeval.bootstrap import Draws, all_resampled, draw, draw_three
from sumscope.metaeval.correlation import STATISTICS, Floats, Statistic
from sumscope.metaeval.difference import permutation_tests
from sumscope.metaeval.memo import Memo
from sumscope.metaeval.pair_accuracy import TieCalibration, resampled_accuracies
from sumscope.metaeval.ratings import Flags


class SharedResamples:
    """Everything that is drawn at random, for the matrices of a meta-evaluation."""

    def __init__(
        self,
        measures: Mapping[str, Floats],
        humans: Mapping[str, Floats],
        lower: Callable[[str], bool],
        *,
        over: Resampled,
        calibrated: bool,
        resamples: int,
        seed: int,
    ) -> None:
        self.measures, self.humans = measures, humans
        self.over, self.calibrated = over, calibrated
        self.resamples, self.seed = resamples, seed
        self.memo = Memo()
        self.tell: Callable[[float], None] = lambda share: None
        self._sign = {name: -1.0 if lower(name) else 1.0 for name in measures}
        self._gaps = {name: np.isnan(matrix) for name, matrix in measures.items()}
        self._human_gaps = {name: np.isnan(matrix) for name, matrix in humans.items()}
        self._drawn: dict[tuple[int, ...], list[Draws]] = {}
        self._samples: dict[tuple[object, ...], list[dict[Statistic, Floats]]] = {}
        self._accurate: dict[tuple[object, ...], list[Floats]] = {}
        self._chances: dict[tuple[object, ...], dict[Statistic, float | None]] = {}

    def turned(self, measure: str) -> Floats:
        """The scores, negated where lower is better."""
        return self.measures[measure] * self._sign[measure]

    def draws(self, shape: tuple[int, ...]) -> list[Draws]:
        """The draws that an interval needs: one way of drawing, or all three to calibrate."""
        if shape not in self._drawn:
            peers, topics = shape
            if self.calibrated:
                made = draw_three(peers, topics, resamples=self.resamples, seed=self.seed)
            else:
                made = [
                    draw(peers, topics, over=self.over, resamples=self.resamples, seed=self.seed)
                ]
            self._drawn[shape] = made
        return self._drawn[shape]

    def samples(
        self, measure: str, human: str, level: Level, beside: Sequence[str] = ()
    ) -> list[dict[Statistic, Floats]]:
        """Every coefficient in each resample, for each way of drawing.

        With measures `beside` it, over the summaries that all of them score, and turned so that
        more is better.
        """
        turn = bool(beside)
        gaps = self._missing((measure, *beside), human)

        def key(name: str, judged: str) -> tuple[object, ...]:
            sign = self._sign[name] if turn else 1.0
            return (level, gaps.tobytes(), name, sign, judged)

        if key(measure, human) not in self._samples:
            names = [
                name
                for name in self._alike(gaps, human, (measure, *beside))
                if key(name, human) not in self._samples
            ]
            judged = self._judged_alike(gaps, (measure, *beside))
            xs = [self.turned(name) if turn else self.measures[name] for name in names]
            xs, zs = _cut(gaps, xs), _cut(gaps, [self.humans[name] for name in judged])
            draws = self.draws(xs[0].shape)
            share = 0.0 if turn else len(names) * len(judged) / len(draws)
            found = [
                all_resampled(STATISTICS, xs, zs, level, drawn, lambda s: self.tell(share * s))
                for drawn in draws
            ]
            for m, name in enumerate(names):
                for h, other in enumerate(judged):
                    self._samples[key(name, other)] = [
                        {statistic: values[m, h] for statistic, values in drawn.items()}
                        for drawn in found
                    ]
        return self._samples[key(measure, human)]

    def tie_accuracies(self, measure: str, human: str) -> list[Floats]:
        """The accuracy with tie calibration in each resample, for each way of drawing."""
        gaps = self._missing((measure,), human)
        if (measure, human) not in self._accurate:
            pairs = [
                (name, judged)
                for name in self._alike(gaps, human, (measure,))
                for judged in self._judged_alike(gaps, (measure,))
                if (name, judged) not in self._accurate
            ]
            tables = []
            for name, judged in pairs:
                x, z = _cut(gaps, [self.turned(name), self.humans[judged]])
                tables.append(TieCalibration(x, z, self.seed))
            draws = self.draws(x.shape)
            found = [
                resampled_accuracies(
                    tables, drawn, lambda s: self.tell(s * len(pairs) / len(draws))
                )
                for drawn in draws
            ]
            for k, pair in enumerate(pairs):
                self._accurate[pair] = [values[k] for values in found]
        return self._accurate[measure, human]

    def chances(
        self, left: str, right: str, human: str, level: Level
    ) -> dict[Statistic, float | None]:
        """P-values of the difference of two measures, by exchanges of their scores."""
        gaps = self._missing((left, right), human)
        key = (level, left, right)
        if (*key, human) not in self._chances:
            judged = self._judged_alike(gaps, (left, right))
            x, y = _cut(gaps, [self.turned(left), self.turned(right)])
            found = permutation_tests(
                x,
                y,
                _cut(gaps, [self.humans[name] for name in judged]),
                level,
                over=self.over,
                rounds=self.resamples,
                seed=self.seed,
                tell=lambda share: self.tell(share * len(judged)),
            )
            for name, p in zip(judged, found, strict=True):
                self._chances[(*key, name)] = p
        return self._chances[(*key, human)]

    def _missing(self, measures: Sequence[str], human: str) -> Flags:
        gaps = self._human_gaps[human].copy()
        for name in measures:
            gaps |= self._gaps[name]
        return gaps

    def _alike(self, gaps: Flags, human: str, wanted: Sequence[str]) -> list[str]:
        """The measures that are asked for, and those that share their summaries."""
        return [
            name
            for name in self.measures
            if name in wanted or np.array_equal(self._missing((name,), human), gaps)
        ]

    def _judged_alike(self, gaps: Flags, measures: Sequence[str]) -> list[str]:
        return [name for name in self.humans if np.array_equal(self._missing(measures, name), gaps)]


def on_common_cells(*matrices: Floats) -> tuple[Floats, ...]:
    """The matrices with only the summaries that all have, without empty peers and topics."""
    gaps = np.zeros(matrices[0].shape, dtype=bool)
    for matrix in matrices:
        gaps |= np.isnan(matrix)
    return tuple(_cut(gaps, matrices))


def _cut(gaps: Flags, matrices: Sequence[Floats]) -> list[Floats]:
    held = ~gaps
    peers, topics = held.any(axis=1), held.any(axis=0)
    return [np.where(held, m, np.nan)[peers][:, topics] for m in matrices]
