"""Tables of a link model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumscope.core.lazy import optional
from sumscope.core.model_file import records
from sumscope.core.results import NotebookRepr

if TYPE_CHECKING:
    import pandas
    import polars

    from sumscope.linking.links import LinkModel


@dataclass(frozen=True)
class ModelTables(NotebookRepr):
    """What a model was trained on, and its weights."""

    model: LinkModel

    def to_json(self) -> dict[str, object]:
        """The model's file."""
        return self.model.to_json()

    def rows(self) -> list[dict[str, object]]:
        """One row per feature: weight, mean and deviation of the standardisation."""
        return records(self.model.to_json()["features"], "features")

    def to_pandas(self) -> pandas.DataFrame:
        """The features as a pandas DataFrame."""
        return optional("pandas", "pandas").DataFrame(self.rows())

    def to_polars(self) -> polars.DataFrame:
        """The features as a polars DataFrame."""
        return optional("polars", "polars").DataFrame(self.rows())
