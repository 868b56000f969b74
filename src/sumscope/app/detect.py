"""Communities of a graph, or of the sentences of a corpus."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Any

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.notebook import ShowsItself
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.core.cover import Cover
    from sumscope.core.values import Topic
    from sumscope.graph.hierarchy import Division, Hierarchy
    from sumscope.graph.network import Graph

PathLike = str | os.PathLike[str]


@dataclass(frozen=True)
class Spread:
    """How much ties decide: the same search with ties drawn at random, several times."""

    covers: tuple[Cover, ...]
    omega: tuple[float, ...]
    modularity: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        """Number of runs and of different answers; Omega between runs, modularity of runs."""
        different = {tuple(sorted(cover.clusters)) for cover in self.covers}
        return {
            "runs": len(self.covers),
            "different": len(different),
            "omega": _range(self.omega),
            "modularity": _range(self.modularity),
        }


@dataclass(frozen=True)
class Detection(ShowsItself):
    """The communities of one graph; `hierarchy` can be cut elsewhere without running again."""

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

    def _pictures(self) -> list[str]:
        """The dendrogram with its cut."""
        from sumscope.core.drawing import to_svg
        from sumscope.graph.dendrogram import plot

        small = len(self.hierarchy.graph.nodes) <= 200 and self.hierarchy.levels > 1
        return [to_svg(plot(self.hierarchy, len(self.clusters)))] if small else []

    def to_json(self) -> dict[str, Any]:
        """The contract's shape, with the topic and the spread of ties where there are such."""
        value: dict[str, Any] = {} if self.topic is None else {"topic": self.topic}
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
class Detections(ShowsItself):
    """The communities of every topic of a corpus."""

    topics: tuple[Detection, ...]

    def __iter__(self) -> Iterator[Detection]:
        return iter(self.topics)

    def __len__(self) -> int:
        return len(self.topics)

    def to_json(self) -> list[dict[str, Any]]:
        """One object a topic."""
        return [found.to_json() for found in self.topics]


def detect(
    source: PathLike | Graph,
    by: str = "gn",
    k: int | None = None,
    horizon: int | None = None,
    *,
    graph: str | None = None,
    above: float | None = None,
    topic: str | None = None,
    judge: str | None = None,
    stop: bool = False,
    linked: bool = False,
    unweighted: bool = False,
    undirected: bool = False,
    seed: int | None = None,
    ties: int = 0,
    progress: Progress | None = None,
) -> Detection | Detections:
    """Find communities in a graph file, a Graph, or (with `graph`) the sentences of a corpus.

    The hierarchy is cut at `k` clusters, or at the first division whose modularity exceeds
    `above`, or at the best modularity. `graph` names the sentence graph: words-in-common, cosine,
    or links (of a judge's cover). `linked` leaves nodes without links out; else each is a cluster
    of its own and counts towards k. A corpus of several topics gives Detections, unless `topic`
    names one.
    """
    from sumscope.community import get

    get(by)
    if k is not None and above is not None:
        raise SumscopeError("k and above are both given", hint="choose one way to cut")
    if above is not None and not math.isfinite(above):
        raise SumscopeError(f"above is {above}", hint="give a modularity, a number below 1")
    if ties < 0:
        raise SumscopeError(f"ties is {ties}", hint="give a number of runs")

    def find(whole: Graph, name: str | None = None) -> Detection:
        if unweighted:
            whole = whole.unweighted()
        if linked:
            whole = whole.linked()
        hierarchy = _run(whole, by, k, horizon, seed, _part(progress, 0, ties + 1))
        division = _cut(hierarchy, k, above)
        spread = None
        if ties:
            first = 0 if seed is None else seed
            runs = []
            for i in range(ties):
                tell = _part(progress, i + 1, ties + 1)
                runs.append(_cut(_run(whole, by, k, horizon, first + i, tell), k, above))
            spread = _spread(runs)
        return Detection(division, hierarchy, name, spread)

    if graph is None:
        for name, value in (("topic", topic), ("judge", judge)):
            if value is not None:
                raise SumscopeError(f"{name} is for a corpus", hint="name a sentence graph too")
        return find(_read(source, undirected))
    from sumscope.graph.sentences import check_kind

    check_kind(graph)
    if not isinstance(source, (str, os.PathLike)):
        raise SumscopeError("a sentence graph is made from a corpus", hint="give its file")
    found = [
        find(sentence_graph(one, graph, judge, stop), one.id) for one in _topics(source, topic)
    ]
    return found[0] if topic is not None else Detections(tuple(found))


def _run(
    graph: Graph, by: str, k: int | None, horizon: int | None, seed: int | None, tell: Any
) -> Hierarchy:
    from sumscope.community import run

    return run(graph, by, k=k, horizon=horizon, seed=seed, progress=tell)


def _part(progress: Progress | None, run: int, runs: int) -> Progress | None:
    """Progress of one run out of several."""
    if progress is None or runs == 1:
        return progress

    def tell(done: int, total: int) -> None:
        progress(run * total + done, runs * total)

    return tell


def _cut(hierarchy: Hierarchy, k: int | None, above: float | None) -> Division:
    if k is not None:
        return hierarchy.cut(k)
    return hierarchy.best() if above is None else hierarchy.first_above(above)


def _read(source: PathLike | Graph, undirected: bool) -> Graph:
    from sumscope.core.files import read_bytes
    from sumscope.corpus.jsonl import name_of, refuse_corpus
    from sumscope.graph.network import Graph
    from sumscope.graph.reading import read_graph

    if isinstance(source, Graph):
        return source
    name = os.fspath(source)
    refuse_corpus(
        name, "a graph", "name a sentence graph: --graph words-in-common, cosine or links"
    )
    graph = read_graph(read_bytes(name), name_of(name), directed=undirected)
    if not graph.nodes:
        warnings.warn(f"{name_of(name)}: the graph has no nodes", stacklevel=2)
    return graph


def _topics(source: PathLike, topic: str | None) -> Iterator[Topic]:
    from sumscope.corpus.jsonl import read_corpus

    seen = []
    for one in read_corpus(source):
        if topic is None or one.id == topic:
            yield one
            if topic is not None:
                return
        seen.append(one.id)
    if topic is not None:
        raise SumscopeError(f"there is no topic {topic!r}", hint=nearest(topic, seen))


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
        raise SumscopeError("there are no documents to take sentences from", where=where)
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
            raise SumscopeError(
                f"there is no judge {name!r}", where=where, hint=nearest(name, covers)
            )
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


def _spread(runs: list[Division]) -> Spread:
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
