"""The paper's model: logistic regression by liblinear over the paper's features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sumscope.core.choices import Universe
from sumscope.core.errors import SumscopeError
from sumscope.core.model_file import real, record, records
from sumscope.core.numbers import MOST, generator
from sumscope.core.processes import one_thread
from sumscope.core.progress import Progress
from sumscope.linking.links import Array, Links, mean_k, sample
from sumscope.linking.meeting import Bools, Floats, Gold, Meeting
from sumscope.linking.murray_features import FEATURES, PaperFeatures, pairs

# More pairs than this in a meeting (only the universe `all` has them) are sampled.
CAP = 60_000
BLOCK = 1 << 18
TINY = 1e-300  # the least standard deviation of a model that can be divided by


@dataclass(frozen=True)
class LogisticModel:
    """Weights of standardised features; what they were trained on is part of the model."""

    weights: tuple[float, ...]
    intercept: float
    means: tuple[float, ...]
    deviations: tuple[float, ...]
    mean_k: float
    trained_on: Mapping[str, object]
    name: str = "logistic"
    threshold: float = 0.5

    @property
    def k(self) -> int:
        """The mean number of linked abstract sentences in training, rounded."""
        return max(1, round(self.mean_k))

    @one_thread()
    def predict(self, meeting: Meeting, which: Universe, gold: Gold | None = None) -> Links:
        """Probabilities of all pairs of the universe."""
        at = meeting.candidates(which, gold)
        a, b = pairs(len(at))
        made = np.empty(len(a), dtype=np.float32)
        if len(a):
            features = PaperFeatures(meeting, at)
            for first in range(0, len(a), BLOCK):
                part = slice(first, first + BLOCK)
                made[part] = self._probability(features.of(a[part], b[part]))
        return Links(meeting, at, made, self.threshold)

    def _probability(self, x: Array) -> Floats:
        scaled = (x - np.array(self.means)) / np.array(self.deviations)
        return np.asarray(1 / (1 + np.exp(-(scaled @ np.array(self.weights) + self.intercept))))

    def to_json(self) -> dict[str, object]:
        """The file's content, readable by people."""
        rows = zip(FEATURES, self.weights, self.means, self.deviations, strict=True)
        return {
            "model": self.name,
            "trained_on": dict(self.trained_on),
            "mean_k": self.mean_k,
            "threshold": self.threshold,
            "intercept": self.intercept,
            "features": [
                {"name": name, "means": FEATURES[name], "weight": w, "mean": mean, "deviation": sd}
                for name, w, mean, sd in rows
            ],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, object]) -> LogisticModel:
        """Read the file's content; KeyError, TypeError and ValueError say what is wrong."""
        given = records(value["features"], "features")
        rows = {str(row["name"]): row for row in given}
        if set(rows) != set(FEATURES):
            raise ValueError("features: " + ", ".join(sorted(set(rows) ^ set(FEATURES))))
        ordered = [rows[name] for name in FEATURES]
        if len(given) != len(rows):
            raise ValueError("features: one is given twice")
        return cls(
            tuple(real(row["weight"], "weight") for row in ordered),
            real(value["intercept"], "intercept"),
            tuple(real(row["mean"], "mean") for row in ordered),
            tuple(real(row["deviation"], "deviation", low=TINY) for row in ordered),
            real(value["mean_k"], "mean_k", 0, MOST),
            record(value["trained_on"], "trained_on"),
            threshold=real(value["threshold"], "threshold", 0, 1),
        )


from_json = LogisticModel.from_json


@one_thread()
def fit(
    meetings: Sequence[Meeting],
    which: Universe,
    trained_on: Mapping[str, object],
    *,
    seed: int = 0,
    progress: Progress | None = None,
) -> LogisticModel:
    """Train on every pair of every meeting and judge."""
    from sklearn.linear_model import LogisticRegression

    rng = generator(seed)
    xs: list[Array] = []
    ys = []
    for number, meeting in enumerate(meetings):
        for gold in meeting.golds:
            drawn = sample(meeting, gold, which, CAP if which == "all" else None, rng)
            if len(drawn.y):
                xs.append(PaperFeatures(meeting, drawn.at).of(drawn.a, drawn.b))
                ys.append(drawn.y)
        if progress is not None:
            progress(number + 1, len(meetings) + 1)
    y = np.concatenate(ys) if ys else np.zeros(0, dtype=bool)
    check_both(y)
    x = np.concatenate(xs).astype(np.float64)
    del xs
    means, deviations = x.mean(axis=0), x.std(axis=0)
    deviations[deviations == 0] = 1.0
    x -= means
    x /= deviations
    found = LogisticRegression(solver="liblinear", random_state=seed).fit(x, y)
    facts = {**trained_on, "pairs": len(y), "linked_pairs": int(y.sum()), "seed": seed}
    if progress is not None:
        progress(len(meetings) + 1, len(meetings) + 1)
    return LogisticModel(
        tuple(found.coef_[0].tolist()),
        float(found.intercept_[0]),
        tuple(means.tolist()),
        tuple(deviations.tolist()),
        mean_k(meetings),
        facts,
    )


def check_both(y: Bools) -> None:
    """Refuse to learn from pairs that are all linked or all not."""
    if not len(y) or bool(y.all()) or not bool(y.any()):
        kind = "no pair of sentences is" if not len(y) or not y.any() else "every pair is"
        raise SumscopeError(
            f"nothing can be learned: {kind} linked",
            hint="give meetings whose covers link sentences to abstract sentences",
        )
