"""Communities of graphs: runs, cuts, and how much ties decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Any

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.progress import Progress
from sumscope.core.results import NotebookRepr

if TYPE_CHECKING:
    from sumscope.core.cover import Cover
    from sumscope.core.values import Topic
    from sumscope.graph.hierarchy import Division, Hierarchy
    from sumscope.graph.network import Graph


@dataclass(frozen=True)
class Spread:
    """How much ties decide: the same search with ties drawn at random, several times."""

    covers: tuple[Cover, ...]
    omega: tuple[float, ...]
    modularity: tuple[float, ...]

    @property
    def different(self) -> int:
        """How many different covers the runs gave."""
        return len({tuple(sorted(cover.clusters)) for cover in self.covers})

    def to_json(self) -> dict[str, object]:
        """Number of runs and of different answers; Omega between runs, modularity of runs."""
        return {
            "runs": len(self.covers),
            "different": self.different,
            "omega": _range(self.omega),
            "modularity": _range(self.modularity),
        }


@dataclass(frozen=True)
class Detection(NotebookRepr):
    """The communities of one graph; `hierarchy` can be cut elsewhere without running again."""

    pictures = "sumscope.report.notebook:detection_pictures"

    division: Division
    hierarchy: Hierarchy = field(repr=False)
    topic: str | None = None
    ties: Spread | None = None

    @property
    def clusters(self) -> tuple[tuple[str, ...], ...]:
        """The clusters, sorted by their smallest node."""
        return self.division.clusters

    @property
    def cover(self) -> Cover:
        """The clusters over all nodes of the graph."""
        return self.division.cover

    def to_json(self) -> dict[str, object]:
        """The contract's shape, with the topic and the spread of ties where there are such."""
        value: dict[str, object] = {} if self.topic is None else {"topic": self.topic}
        value |= {
            "clusters": [list(cluster) for cluster in self.clusters],
            "steps": self.division.steps,
            "algorithm": self.hierarchy.algorithm,
            "modularity": self.division.modularity,
        }
        if self.ties is not None:
            value["ties"] = self.ties.to_json()
        return value


@dataclass(frozen=True)
class Detections(NotebookRepr):
    """The communities of every topic of a corpus."""

    topics: tuple[Detection, ...]

    def __iter__(self) -> Iterator[Detection]:
        return iter(self.topics)

    def __len__(self) -> int:
        return len(self.topics)

    def to_json(self) -> list[dict[str, object]]:
        """One object a topic."""
        return [found.to_json() for found in self.topics]


def build_hierarchy(
    graph: Graph,
    by: str,
    k: int | None,
    horizon: int | None,
    seed: int | None,
    tell: Progress | None,
) -> Hierarchy:
    """Run a method on a graph."""
    from sumscope.community import run

    return run(graph, by, k=k, horizon=horizon, seed=seed, progress=tell)


def part_of(progress: Progress | None, run: int, runs: int) -> Progress | None:
    """Progress of one run out of several."""
    if progress is None or runs == 1:
        return progress

    def tell(done: int, total: int) -> None:
        progress(run * total + done, runs * total)

    return tell


def cut_hierarchy(hierarchy: Hierarchy, k: int | None, above: float | None) -> Division:
    """Cut a hierarchy at k clusters, above a modularity, or at the highest modularity."""
    if k is not None:
        return hierarchy.cut(k)
    return hierarchy.best() if above is None else hierarchy.first_above(above)


def find_communities(
    graph: Graph,
    by: str = "gn",
    k: int | None = None,
    horizon: int | None = None,
    above: float | None = None,
    seed: int | None = None,
    ties: int = 0,
    topic: str | None = None,
    progress: Progress | None = None,
) -> Detection:
    """Run a method on a graph and cut its hierarchy; `ties` more runs draw ties at random."""
    hierarchy = build_hierarchy(graph, by, k, horizon, seed, part_of(progress, 0, ties + 1))
    division = cut_hierarchy(hierarchy, k, above)
    spread = None
    if ties:
        first = 0 if seed is None else seed
        runs = []
        for i in range(ties):
            tell = part_of(progress, i + 1, ties + 1)
            made = build_hierarchy(graph, by, k, horizon, first + i, tell)
            runs.append(cut_hierarchy(made, k, above))
        spread = spread_of(runs)
    return Detection(division, hierarchy, topic, spread)


def sentence_graph(topic: Topic, kind: str, judge: str | None, stop: bool) -> Graph:
    """The sentence graph of a topic's documents."""
    from sumscope.corpus.covers import covers_of_topic
    from sumscope.corpus.view import TopicView
    from sumscope.graph.sentences import cosine, words_in_common
    from sumscope.graph.sentences import linked as linked_by
    from sumscope.text import note_topic, pipeline

    sentences = TopicView(topic).by_id
    where = f"topic {topic.id!r}"
    if not sentences:
        raise SumscopeError("the topic has no documents to take sentences from", where=where)
    if kind == "links":
        covers = covers_of_topic(topic)
        if not covers:
            raise SumscopeError(
                "no judge's cover says which sentences are linked",
                where=where,
                hint="use --graph words-in-common or cosine",
            )
        name = judge if judge is not None else next(iter(covers))
        if name not in covers:
            raise SumscopeError(f"unknown judge {name!r}", where=where, hint=nearest(name, covers))
        return linked_by(covers[name].clusters, sentences)
    note_topic(topic.lang)
    language = pipeline(topic.lang)
    words = [
        (name, language.content_stems(item.text) if stop else _stems(language, item.text))
        for name, item in sentences.items()
    ]
    return words_in_common(words) if kind == "words-in-common" else cosine(words)


def _stems(language: Any, text: str) -> list[str]:
    stems: list[str] = language.stems(language.words(text))
    return stems


def spread_of(runs: list[Division]) -> Spread:
    """Compare the covers of several runs with each other."""
    from sumscope.core.measure import parse
    from sumscope.core.values import Undefined
    from sumscope.metrics.cover import CoverPair, evaluate

    omega = parse("omega")
    values = [
        evaluate(omega, CoverPair.of(one.cover, other.cover))
        for one, other in combinations(runs, 2)
    ]
    return Spread(
        tuple(run.cover for run in runs),
        tuple(value for value in values if not isinstance(value, Undefined)),
        tuple(run.modularity for run in runs),
    )


def _range(values: tuple[float, ...]) -> dict[str, float] | None:
    if not values:
        return None
    return {"mean": fmean(values), "min": min(values), "max": max(values)}
