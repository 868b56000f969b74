"""Abstractive links and communities: `fit`, `predict`, `evaluate` and `show` a link model.

After Murray, Carenini and Ng (2012): two sentences are linked when one abstract sentence could
express both; communities of linked sentences are the abstract sentences to write.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sumscope.app._links_evaluate import Evaluation, MeetingFigures, evaluate
from sumscope.app._links_fit import fit
from sumscope.app._links_predict import Prediction, Predictions, check_predictions, predict
from sumscope.app._links_shared import ModelLike, read_model
from sumscope.core.lazy import optional
from sumscope.core.notebook import ShowsItself

if TYPE_CHECKING:
    from sumscope.linking.links import LinkModel


@dataclass(frozen=True)
class ModelTables(ShowsItself):
    """A model laid open: what it was trained on, and its weights."""

    model: LinkModel

    def to_json(self) -> dict[str, Any]:
        """The model's file."""
        return self.model.to_json()

    def rows(self) -> list[dict[str, Any]]:
        """One row per feature: weight, mean and deviation of the standardisation."""
        return [dict(row) for row in self.model.to_json()["features"]]

    def to_pandas(self) -> Any:
        """The features as a pandas DataFrame."""
        return optional("pandas", "pandas").DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The features as a polars DataFrame."""
        return optional("polars", "polars").DataFrame(self.rows())


def show(model: ModelLike) -> ModelTables:
    """Lay a model open."""
    return ModelTables(read_model(model))


__all__ = [
    "Evaluation",
    "MeetingFigures",
    "ModelTables",
    "Prediction",
    "Predictions",
    "check_predictions",
    "evaluate",
    "fit",
    "predict",
    "show",
]
