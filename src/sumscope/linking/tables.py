"""Tables of a link model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sumscope.core.model_file import records
from sumscope.core.results import FrameResult
from sumscope.core.tables import ResultTable, table

if TYPE_CHECKING:
    from sumscope.linking.links import LinkModel


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
