"""Abstractive links and communities: `fit`, `predict`, `evaluate` and `show` a link model.

After Murray, Carenini and Ng (2012): two sentences are linked when one abstract sentence could
express both; communities of linked sentences are the abstract sentences to write.
"""

from __future__ import annotations

from sumscope.linking.evaluation import Evaluation, MeetingFigures
from sumscope.linking.links import ModelTables
from sumscope.linking.models import ModelLike, read_model
from sumscope.linking.prediction import Prediction, Predictions, check_predictions
from sumscope.linking.run import evaluate, predict
from sumscope.linking.training import fit


def show(model: ModelLike) -> ModelTables:
    """Show the weights of a model and what it was trained on."""
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
