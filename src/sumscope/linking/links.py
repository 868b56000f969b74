"""Links: what a model says about the pairs of a meeting, before communities are looked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from sumscope.core.choices import Universe
from sumscope.core.model_file import records
from sumscope.core.results import FrameResult
from sumscope.core.tables import ResultTable, table
from sumscope.linking.meeting import Bools, Floats, Gold, Ints, Meeting
from sumscope.linking.murray_features import pairs

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Links:
    """Probabilities of all pairs of some sentences, in the order of `pairs(len(at))`.

    `lean` is how communities are to be cut where that differs from the usual, `basis` the
    probabilities to cut them from where those are not the same.
    """

    meeting: Meeting
    at: Ints
    probability: Array
    threshold: float
    lean: float | None = None
    basis: Array | None = None

    @cached_property
    def linked(self) -> Bools:
        """The pairs predicted to be linked."""
        return np.asarray(self.probability > self.threshold)

    @property
    def cut_from(self) -> Array:
        """The probabilities that communities are cut from."""
        return self.probability if self.basis is None else self.basis

    def edges(self) -> list[tuple[str, str]]:
        """The predicted links by the names of the sentences."""
        a, b = pairs(len(self.at))
        ids = self.meeting.ids
        i, j = self.at[a[self.linked]], self.at[b[self.linked]]
        return [(ids[x], ids[y]) for x, y in zip(i.tolist(), j.tolist(), strict=True)]


class LinkModel(Protocol):
    """What every link model offers."""

    @property
    def name(self) -> str:
        """The kind of model."""

    @property
    def trained_on(self) -> Mapping[str, object]:
        """Corpus, number of meetings and pairs, universe, seed."""

    @property
    def k(self) -> int:
        """The mean number of linked abstract sentences in training, rounded."""

    def predict(self, meeting: Meeting, which: Universe, gold: Gold | None = None) -> Links:
        """Probabilities of all pairs of the meeting's sentences in the universe."""

    def to_json(self) -> dict[str, object]:
        """The model's file."""


@dataclass(frozen=True)
class Figures:
    """How good predicted links are; None where undefined (nothing linked, nothing predicted)."""

    pairs: int
    gold: int
    predicted: int
    precision: float | None
    recall: float | None
    f: float | None
    auroc: float | None = None

    def to_json(self) -> dict[str, object]:
        """As plain values."""
        return dict(vars(self))


def figures(truth: Bools, predicted: Bools, probability: Array | None = None) -> Figures:
    """Precision, recall and F of the linked class, and AUROC where there are probabilities.

    Without a gold link recall and F are undefined; with gold links and none predicted precision
    counts as 0, as does F.
    """
    hits = int(np.count_nonzero(truth & predicted))
    gold, said = int(np.count_nonzero(truth)), int(np.count_nonzero(predicted))
    precision = hits / said if said else (0.0 if gold else None)
    recall = hits / gold if gold else None
    f = 2 * hits / (gold + said) if gold else None
    area = None if probability is None else auroc(truth, probability)
    return Figures(len(truth), gold, said, precision, recall, f, area)


def auroc(truth: Bools, score: npt.NDArray[Any]) -> float | None:
    """The chance that a linked pair scores above another, ties half; None without both kinds."""
    from scipy.stats import rankdata

    positive = int(np.count_nonzero(truth))
    negative = len(truth) - positive
    if not positive or not negative:
        return None
    ranks: Floats = rankdata(score)
    above = float(ranks[truth].sum()) - positive * (positive + 1) / 2
    return above / (positive * negative)


def truth_of(meeting: Meeting, gold: Gold, at: Ints) -> Bools:
    """Which pairs of the sentences `at` are linked, in the order of `pairs(len(at))`."""
    together = gold.together(len(meeting))[at][:, at].toarray() > 0
    a, b = pairs(len(at))
    return np.asarray(together[a, b])


def square(values: npt.NDArray[Any], n: int) -> Array:
    """The symmetric matrix of one value per pair."""
    made = np.zeros((n, n), dtype=np.float32)
    a, b = pairs(n)
    made[a, b] = made[b, a] = values
    return made


@dataclass(frozen=True)
class Sample:
    """Where training pairs come from: a meeting, a judge, and pairs of candidates."""

    meeting: Meeting
    gold: Gold
    at: Ints
    a: Ints = field(repr=False)
    b: Ints = field(repr=False)
    y: Bools = field(repr=False)


def sample(
    meeting: Meeting, gold: Gold, which: Universe, cap: int | None, rng: np.random.Generator
) -> Sample:
    """All pairs in the universe, or `cap` of them drawn at random without putting back."""
    at = meeting.candidates(which, gold)
    m = len(at)
    total = m * (m - 1) // 2
    together = gold.together(len(meeting))[at][:, at].toarray() > 0
    a, b = pairs(m)
    if cap is not None and total > cap:
        kept = np.sort(rng.choice(total, cap, replace=False))
        a, b = a[kept], b[kept]
    return Sample(meeting, gold, at, a, b, np.asarray(together[a, b]))


def mean_k(meetings: Sequence[Meeting]) -> float:
    """Mean number of abstract sentences with a link, over meetings and judges."""
    sizes = [len(gold.clusters) for meeting in meetings for gold in meeting.golds]
    return float(np.mean(sizes)) if sizes else 0.0


@dataclass(frozen=True, repr=False)
class ModelTables(FrameResult):
    """What a model was trained on, and its weights."""

    model: LinkModel

    def to_json(self) -> dict[str, object]:
        """The model's file."""
        return self.model.to_json()

    def rows(self) -> list[dict[str, object]]:
        """One row per feature: weight, mean and deviation of the standardisation."""
        return records(self.model.to_json()["features"], "features")

    def frame_rows(self) -> Sequence[Mapping[str, object]]:
        """The features as plain values."""
        return self.rows()

    def tables(self) -> Iterator[ResultTable]:
        """The features, and below them what the model was trained on."""
        rows = self.rows()
        facts = ", ".join(f"{key} {value}" for key, value in self.model.trained_on.items())
        notes = (f"Trained on: {facts}", f"k = {self.model.k} communities")
        cells: Any = [tuple(row.values()) for row in rows]
        yield table("links", f"Link model {self.model.name}", tuple(rows[0]), cells, 4, notes)
