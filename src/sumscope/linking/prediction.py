"""Links that a model predicts, and the communities they form."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumscope.core.cover import Cover
from sumscope.core.lazy import optional
from sumscope.core.results import NotebookRepr, Result
from sumscope.core.tables import ResultTable, table
from sumscope.linking.models import OURS, ModelLike, check_by, check_k, read_model

if TYPE_CHECKING:
    import pandas
    import polars

    from sumscope.core.choices import Universe
    from sumscope.linking.links import LinkModel, Links
    from sumscope.linking.meeting import Meeting


@dataclass(frozen=True)
class Prediction(NotebookRepr):
    """The links and communities of one topic."""

    topic: str
    universe: str
    algorithm: str
    threshold: float
    cover: Cover
    links: tuple[tuple[str, str, float], ...]

    def to_json(self) -> dict[str, object]:
        """Topic, communities as a cover, and the linked pairs with their probabilities."""
        return {
            "topic": self.topic,
            "universe": self.universe,
            "algorithm": self.algorithm,
            "threshold": self.threshold,
            "items": list(self.cover.items),
            "clusters": [list(cluster) for cluster in self.cover.clusters],
            "links": [[u, v, round(p, 6)] for u, v, p in self.links],
        }


@dataclass(frozen=True, repr=False)
class Predictions(Result):
    """Every topic's links and communities, in the order of the corpus."""

    topics: tuple[Prediction, ...]

    def to_json(self) -> list[dict[str, object]]:
        """One object per topic."""
        return [topic.to_json() for topic in self.topics]

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the JSON to a file atomically."""
        import json

        from sumscope.core.files import atomic_write_text

        check_predictions(path)
        content = json.dumps(self.to_json(), ensure_ascii=False, allow_nan=False)
        atomic_write_text(path, content + "\n")

    def tables(self) -> Iterator[ResultTable]:
        """How many links and communities every topic has."""
        rows = []
        for topic in self.topics:
            several = [len(cluster) for cluster in topic.cover.clusters if len(cluster) > 1]
            counts = (len(topic.cover.items), len(topic.links), len(several))
            rows.append((topic.topic, *counts, max(several, default=0)))
        made = self.topics[0] if self.topics else None
        how = "" if made is None else f" ({made.algorithm}, universe {made.universe})"
        heading = ("topic", "sentences", "links", "communities", "largest")
        yield table("links", f"Links and communities{how}", heading, rows)

    def _rows(self) -> list[dict[str, object]]:
        return [
            {"topic": t.topic, "left": u, "right": v, "probability": p}
            for t in self.topics
            for u, v, p in t.links
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """The linked pairs as a pandas DataFrame."""
        columns = ["topic", "left", "right", "probability"]
        return optional("pandas", "pandas").DataFrame(self._rows(), columns=columns)

    def to_polars(self) -> polars.DataFrame:
        """The linked pairs as a polars DataFrame."""
        polars = optional("polars", "polars")
        words = dict.fromkeys(("topic", "left", "right"), polars.String)
        return polars.DataFrame(self._rows(), schema={**words, "probability": polars.Float64})


def check_predictions(path: str | os.PathLike[str]) -> None:
    """Refuse a name that is not one of a JSON file."""
    from sumscope.core.files import ending

    ending(path, (".json",), "a JSON file")


@dataclass(frozen=True)
class Predictor:
    """Predicts the links of a meeting and finds its communities."""

    model: LinkModel
    universe: Universe
    by: str
    k: int | None

    @classmethod
    def checked(cls, model: ModelLike, universe: str, by: str, k: int | None) -> Predictor:
        """Refuse what is not known before any work is done."""
        from sumscope.linking.meeting import universe as check_universe

        which = check_universe(universe)
        check_by((by,))
        check_k(k)
        return cls(read_model(model), which, by, k)

    def of(self, meeting: Meeting) -> Prediction:
        """The links and communities of one meeting."""
        gold = meeting.golds[0] if meeting.golds else None
        links = self.model.predict(meeting, self.universe, gold)
        k = self.k if self.k is not None or self.by in OURS else self.model.k
        a_b = zip(links.edges(), links.probability[links.linked].tolist(), strict=True)
        pairs = tuple((u, v, p) for (u, v), p in a_b)
        cover = communities(links, self.by, k)
        return Prediction(meeting.id, self.universe, self.by, links.threshold, cover, pairs)


def communities(links: Links, by: str, k: int | None) -> Cover:
    """The communities of predicted links, over all sentences of the meeting.

    Sentences without a link stand alone and do not count towards k.
    """
    ids = links.meeting.ids
    if by == "linkage":
        from sumscope.linking.cover import clusters

        groups = [[ids[i] for i in c.tolist()] for c in clusters(links, k=k)]
        return Cover.of([g for g in groups if len(g) > 1], ids).complete("singletons")
    return graph_communities(links.edges(), ids, by, k)


def graph_communities(
    edges: Sequence[tuple[str, str]], ids: Sequence[str], by: str, k: int | None
) -> Cover:
    """The communities of a graph of links; other sentences stand alone."""
    if not edges:
        return Cover.of([], ids).complete("singletons")
    from sumscope.community import run
    from sumscope.graph.network import Graph

    hierarchy = run(Graph.of(edges), by, k=k)
    division = hierarchy.best() if k is None else hierarchy.cut(k)
    return Cover.of(division.clusters, ids).complete("singletons")
