"""Communities of graphs: runs, cuts, and how much ties decide."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Any

from sumscope import community
from sumscope.community import METHODS
from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.notice import counted
from sumscope.core.numbers import check_seed
from sumscope.core.progress import Progress
from sumscope.core.results import Result
from sumscope.core.tables import ResultTable, table
from sumscope.corpus.covers import covers_of_topic, form_of, write_cover
from sumscope.corpus.stream import Source
from sumscope.corpus.topic_stream import topics_of
from sumscope.graph.hierarchy import Division, Hierarchy, check_name

if TYPE_CHECKING:
    from sumscope.core.cover import Cover
    from sumscope.core.values import Topic
    from sumscope.graph.network import Graph

PathLike = str | os.PathLike[str]


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


@dataclass(frozen=True, repr=False)
class Detection(Result):
    """The communities of one graph; `hierarchy` can be cut elsewhere without running again."""

    pictures = "sumscope.report.notebook:detection_pictures"

    division: Division
    hierarchy: Hierarchy
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

    def tables(self) -> Iterator[ResultTable]:
        """The clusters, with modularity in the caption and the spread of ties below."""
        topic = f"{self.topic}: " if self.topic is not None else ""
        caption = (
            f"{topic}{counted(len(self.clusters), 'cluster')} by {self.hierarchy.algorithm}, "
            f"{counted(self.division.steps, 'step')}, modularity {self.division.modularity:.4f}"
        )
        rows = [(number, " ".join(cluster)) for number, cluster in enumerate(self.clusters, 1)]
        notes = []
        if self.ties is not None:
            omega = self.ties.omega
            agree = f", Omega between them {fmean(omega):.3f} on average" if omega else ""
            different = counted(self.ties.different, "different cover")
            runs = counted(len(self.ties.covers), "run")
            notes = [f"ties: {different} in {runs}{agree}"]
        yield table("clusters", caption, ("#", "cluster"), rows, notes=notes)


@dataclass(frozen=True, repr=False)
class Detections(Result):
    """The communities of every topic of a corpus."""

    topics: tuple[Detection, ...]

    def __iter__(self) -> Iterator[Detection]:
        return iter(self.topics)

    def __len__(self) -> int:
        return len(self.topics)

    def to_json(self) -> list[dict[str, object]]:
        """One object a topic."""
        return [found.to_json() for found in self.topics]

    def tables(self) -> Iterator[ResultTable]:
        """The clusters of every topic."""
        for topic in self.topics:
            yield from topic.tables()


@dataclass(frozen=True)
class Search:
    """How communities are found, and where the hierarchy is cut.

    It is cut at `k` clusters, above a modularity (`above`), or at the highest modularity; `ties` is
    the number of further runs with random ties.
    """

    by: str = "gn"
    k: int | None = None
    horizon: int | None = None
    above: float | None = None
    seed: int | None = None
    ties: int = 0
    linked: bool = False
    unweighted: bool = False

    def check(self) -> None:
        """Refuse options before any file is read; the method checks its own."""
        METHODS.get(self.by)
        if self.k is not None and self.above is not None:
            raise SumscopeError("k and above are both given", hint="choose one way to cut")
        if self.above is not None and not math.isfinite(self.above):
            raise SumscopeError(
                f"above is {self.above}", hint="give a modularity, a number below 1"
            )
        if self.ties < 0:
            raise SumscopeError(f"ties is {self.ties}", hint="give a number of runs")
        if self.seed is not None:
            check_seed(self.seed)

    def run(
        self, graph: Graph, topic: str | None = None, progress: Progress | None = None
    ) -> Detection:
        """Find the communities of one graph."""
        if self.unweighted:
            graph = graph.unweighted()
        if self.linked:
            graph = graph.linked()
        runs = self.ties + 1
        hierarchy = self._hierarchy(graph, self.seed, part_of(progress, 0, runs))
        division = self._cut(hierarchy)
        if not self.ties:
            return Detection(division, hierarchy, topic)
        first = 0 if self.seed is None else self.seed
        others = []
        for number in range(self.ties):
            part = part_of(progress, number + 1, runs)
            others.append(self._cut(self._hierarchy(graph, first + number, part)))
        return Detection(division, hierarchy, topic, spread_of(others))

    def _hierarchy(self, graph: Graph, seed: int | None, progress: Progress | None) -> Hierarchy:
        return community.run(
            graph, self.by, k=self.k, horizon=self.horizon, seed=seed, progress=progress
        )

    def _cut(self, hierarchy: Hierarchy) -> Division:
        if self.k is not None:
            return hierarchy.cut(self.k)
        return hierarchy.best() if self.above is None else hierarchy.first_above(self.above)


def part_of(progress: Progress | None, run: int, runs: int) -> Progress | None:
    """Progress of one run out of several."""
    if progress is None or runs == 1:
        return progress

    def tell(done: int, total: int) -> None:
        progress(run * total + done, runs * total)

    return tell


def check_outputs(out: PathLike | None, hierarchy: PathLike | None) -> None:
    """Refuse names of files whose ending says no format."""
    if out is not None:
        form_of(out)
    if hierarchy is not None:
        check_name(hierarchy)


def write_detection(
    found: Sequence[Detection], out: PathLike | None, hierarchy: PathLike | None
) -> None:
    """Write the cover and the hierarchy of one graph, where they are asked for."""
    if (out is not None or hierarchy is not None) and len(found) != 1:
        raise SumscopeError(
            f"one file cannot hold {len(found)} topics", hint="choose one with --topic"
        )
    if out is not None:
        write_cover(out, found[0].cover)
    if hierarchy is not None:
        found[0].hierarchy.write(hierarchy)


def sentence_graphs(
    source: Source, kind: str, topic: str | None, judge: str | None, stop: bool
) -> Iterator[tuple[str, Graph]]:
    """The sentence graph of every topic of a corpus, or of the one named `topic`."""
    names = []
    for one in topics_of(source, None):
        names.append(one.id)
        if topic in (None, one.id):
            yield one.id, sentence_graph(one, kind, judge, stop)
        if topic == one.id:
            return
    if topic is not None:
        raise SumscopeError(f"unknown topic {topic!r}", hint=nearest(topic, names))


def sentence_graph(topic: Topic, kind: str, judge: str | None, stop: bool) -> Graph:
    """The sentence graph of a topic's documents."""
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
    from sumscope.core.values import Undefined
    from sumscope.metrics.cover import omega

    values = [omega(one.cover, other.cover) for one, other in combinations(runs, 2)]
    return Spread(
        tuple(run.cover for run in runs),
        tuple(value for value in values if not isinstance(value, Undefined)),
        tuple(run.modularity for run in runs),
    )


def _range(values: tuple[float, ...]) -> dict[str, float] | None:
    if not values:
        return None
    return {"mean": fmean(values), "min": min(values), "max": max(values)}
