"""Weave, our link model: crossed logistic regression and small boosted trees, mean of log-odds.

P(linked) of a pair is P(first worth a link) P(second worth a link) P(linked | both are). In the
universes `linked` and `extract` the sentences in play are given, so the first two are 1. In `all`
the model of worth comes first: the pair model sees only the sentences above a floor, and pairs
with another get the base rate in place of its answer. A second pass looks at each meeting's
probabilities as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sumscope.core.choices import Universe
from sumscope.core.model_file import real, record, records
from sumscope.core.numbers import generator
from sumscope.core.processes import one_thread
from sumscope.core.progress import Progress
from sumscope.linking import boosting
from sumscope.linking import crossed_logistic as crossed
from sumscope.linking import lexicon as lexicons
from sumscope.linking import sentence_models as sentences
from sumscope.linking.boosting import Boosted
from sumscope.linking.cover import LEAN, threshold
from sumscope.linking.crossed_logistic import Crossed
from sumscope.linking.lexicon import Lexicon
from sumscope.linking.links import Array, Links, Sample, mean_k, sample
from sumscope.linking.logistic import check_both
from sumscope.linking.meeting import Floats, Gold, Ints, Meeting
from sumscope.linking.murray_features import pairs
from sumscope.linking.second_pass import second_pass
from sumscope.linking.sentence_models import WORTH, SentenceModels
from sumscope.linking.weave_features import WeaveFeatures

LEAN_ALL = 0.2  # see cover.threshold; where most pairs are noise, by cross-validation
CAP = 3000  # pairs of one meeting that train
PIVOT = "log-between"
BLOCK = 1 << 15
FLOOR = 0.3  # of worth, for a sentence of `all` to be looked at
MOST_K = 2**31 - 1
MOST = 1000  # sentences of `all` that are looked at, which bounds memory


@dataclass(frozen=True, eq=False)
class WeaveModel:
    """Everything that a prediction needs; see the module."""

    features: tuple[str, ...]
    lexicon: Lexicon
    sentences: SentenceModels
    crossed: Crossed
    boosted: Boosted
    base_rate: float
    mean_k: float
    trained_on: Mapping[str, object]
    name: str = "weave"

    @property
    def k(self) -> int:
        """The mean number of linked abstract sentences in training, rounded."""
        return max(1, round(self.mean_k))

    def predict(self, meeting: Meeting, which: Universe, gold: Gold | None = None) -> Links:
        """Probabilities of all pairs of the universe."""
        with one_thread():
            return self._predict(meeting, which, gold)

    def _predict(self, meeting: Meeting, which: Universe, gold: Gold | None) -> Links:
        at = meeting.candidates(which, gold)
        scores = self.sentences.scores(meeting, self.lexicon)
        if which != "all":
            first = self._pairs(meeting, at, scores)
            again = second_pass(first, len(at))
            return Links(meeting, at, again, _cut(again, LEAN), basis=first)
        worth = 1 / (1 + np.exp(-scores[WORTH]))
        looked = most_worth(worth)
        first = self._pairs(meeting, looked, scores)
        again = second_pass(first, len(looked))
        basis, made = (self._everywhere(inner, looked, worth) for inner in (first, again))
        return Links(meeting, at, made, _cut(made, LEAN_ALL), LEAN_ALL, basis)

    def _everywhere(self, inner: Array, looked: Ints, worth: Floats) -> Array:
        """Probabilities of all pairs from those of the pairs looked at."""
        n = len(worth)
        a, b = pairs(n)
        made = (worth[a] * worth[b] * self.base_rate).astype(np.float32)
        x, y = (looked[side] for side in pairs(len(looked)))
        made[x * (2 * n - x - 1) // 2 + (y - x - 1)] = inner * worth[x] * worth[y]
        return made

    def _pairs(self, meeting: Meeting, at: Ints, scores: Mapping[str, Floats]) -> Array:
        a, b = pairs(len(at))
        made = np.empty(len(a), dtype=np.float32)
        if not len(a):
            return made
        features = WeaveFeatures(meeting, at, self.lexicon, scores)
        for first in range(0, len(a), BLOCK):
            part = slice(first, first + BLOCK)
            made[part] = 1 / (1 + np.exp(-self.logit(features.of(a[part], b[part]))))
        return made

    def logit(self, x: Array) -> Floats:
        """The log-odds of rows of features: the mean of both models."""
        return np.asarray((self.crossed.logit(x) + self.boosted.logit(x)) / 2)

    def to_json(self) -> dict[str, object]:
        """The file's content."""
        gains = self.boosted.gains(len(self.features))
        whole = max(1e-12, float(gains.sum()))
        size = len(self.features)
        rows = zip(
            self.features,
            self.crossed.weights[1 : size + 1].tolist(),
            (gains / whole).tolist(),
            self.crossed.means.tolist(),
            self.crossed.deviations.tolist(),
            strict=True,
        )
        return {
            "model": self.name,
            "trained_on": dict(self.trained_on),
            "mean_k": self.mean_k,
            "base_rate": self.base_rate,
            "features": [
                {"name": name, "weight": w, "tree_share": g, "mean": mean, "deviation": sd}
                for name, w, g, mean, sd in rows
            ],
            "crossed": self.crossed.to_json(),
            "boosted": self.boosted.to_json(),
            "sentences": self.sentences.to_json(),
            "lexicon": self.lexicon.to_json(),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, object]) -> WeaveModel:
        """Read the file's content; KeyError, TypeError and ValueError say what is wrong."""
        features = records(value["features"], "features")
        model = cls(
            tuple(str(row["name"]) for row in features),
            Lexicon.from_json(record(value["lexicon"], "lexicon")),
            SentenceModels.from_json(record(value["sentences"], "sentences")),
            Crossed.from_json(record(value["crossed"], "crossed")),
            Boosted.from_json(record(value["boosted"], "boosted"), len(features)),
            real(value["base_rate"], "base_rate", 0, 1),
            real(value["mean_k"], "mean_k", 0, MOST_K),
            record(value["trained_on"], "trained_on"),
        )
        if len(model.crossed.heavy) != len(model.features) or model.features != _feature_names(
            model.lexicon
        ):
            raise ValueError("features")
        model.sentences.check(model.lexicon)
        return model


def most_worth(worth: Floats) -> Ints:
    """The sentences worth a look, in order: those above the floor, at most the `MOST` best."""
    best = np.argsort(-worth, kind="stable")[:MOST]
    return np.sort(best[worth[best] >= FLOOR]).astype(np.int64)


def _feature_names(lexicon: Lexicon) -> tuple[str, ...]:
    """The features that this version makes."""
    example = sentences.example()
    scores = {task: np.zeros(len(example)) for task in sentences.TASKS}
    return WeaveFeatures(example, np.arange(len(example)), lexicon, scores).names()


def _cut(probability: Array, lean: float) -> float:
    """The threshold of a link in this meeting, the one its communities are cut at."""
    mean = float(probability.mean(dtype=np.float64)) if len(probability) else 0.0
    return threshold(mean, lean)


@dataclass(frozen=True, eq=False)
class Table:
    """Training pairs as features and answers."""

    names: tuple[str, ...]
    x: Array
    y: Any


from_json = WeaveModel.from_json


def fit(
    meetings: Sequence[Meeting],
    which: Universe,
    trained_on: Mapping[str, object],
    *,
    seed: int = 0,
    progress: Progress | None = None,
) -> WeaveModel:
    """Train on a random draw of pairs of every meeting, so that the rate of links is kept.

    Pairs come from the sentences of the universe; for `all`, where worth comes first, from the
    linked ones.
    """
    meetings = [meeting for meeting in meetings if any(len(g.linked) for g in meeting.golds)]
    if not meetings:
        check_both(np.zeros(0, dtype=bool))
    bar = _Bar(progress, len(meetings))
    with one_thread():
        lexicon = lexicons.learn(meetings, seed)
        bar.add(10)
        models, scores = sentences.learn(meetings, lexicon, lambda: bar.add(8))
        drawn_from: Universe = "linked" if which == "all" else which
        table = tabulate(meetings, lexicon, scores, drawn_from, seed, bar)
        check_both(table.y)
        linear = crossed.fit(table.x, table.y, table.names.index(PIVOT))
        bar.add(30)
        trees = boosting.fit(table.x, table.y, seed=seed)
    bar.end()
    facts = {
        **trained_on,
        "pairs": len(table.y),
        "linked_pairs": int(table.y.sum()),
        "pairs_per_meeting": CAP,
        "seed": seed,
    }
    return WeaveModel(
        table.names, lexicon, models, linear, trees, float(table.y.mean()), mean_k(meetings), facts
    )


def tabulate(
    meetings: Sequence[Meeting],
    lexicon: Lexicon,
    scores: Sequence[Mapping[str, Floats]],
    which: Universe,
    seed: int,
    bar: Any = None,
) -> Table:
    """Features and answers of the pairs that train."""
    rng = generator(seed)
    drawn: list[tuple[Sample, Mapping[str, Floats]]] = []
    for meeting, given in zip(meetings, scores, strict=True):
        drawn += [(sample(meeting, gold, which, CAP, rng), given) for gold in meeting.golds]
    drawn = [(one, given) for one, given in drawn if len(one.y)]
    total = sum(len(one.y) for one, _ in drawn)
    names: tuple[str, ...] = ()
    x: Array = np.zeros((0, 0), dtype=np.float32)
    y = np.zeros(total, dtype=bool)
    done = 0
    for one, given in drawn:
        features = WeaveFeatures(one.meeting, one.at, lexicon, given)
        if not names:
            names = features.names()
            x = np.empty((total, len(names)), dtype=np.float32, order="F")
        x[done : done + len(one.y)] = features.of(one.a, one.b)
        y[done : done + len(one.y)] = one.y
        done += len(one.y)
        if bar is not None:
            bar.add(1)
    return Table(names, x, y)


class _Bar:
    """Progress through parts whose sizes were guessed beforehand."""

    def __init__(self, progress: Progress | None, meetings: int) -> None:
        self._tell = progress
        self._done = 0
        self._total = 10 + 8 * (sentences.FOLDS + 1) + meetings + 30 + 60

    def add(self, steps: int) -> None:
        """Some steps are done."""
        self._done = min(self._done + steps, self._total - 1)
        if self._tell is not None:
            self._tell(self._done, self._total)

    def end(self) -> None:
        """All are."""
        self._done = self._total
        if self._tell is not None:
            self._tell(self._total, self._total)
