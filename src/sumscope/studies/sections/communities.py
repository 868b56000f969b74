"""Communities of sentences that share words; one graph and its dendrogram."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from sumscope.core.cover import Cover
from sumscope.core.table import show
from sumscope.core.tables import Cell, table
from sumscope.core.values import Topic
from sumscope.corpus.covers import covers_of_topic
from sumscope.corpus.view import TopicView
from sumscope.covers.agreement import CoverSet, compare_covers
from sumscope.covers.detection import Detection, Search, sentence_graph
from sumscope.report import study_figures
from sumscope.report.blocks import Beside, Block, Drawing, Say, Table, View
from sumscope.report.charts import Network
from sumscope.report.dendrogram import plot as dendrogram
from sumscope.studies.section import Absent, Need, Section
from sumscope.studies.work import Work

# Communities are looked for in at most this many topics, of at most this many sentences; those of
# a judge's own links, which take longer, of fewer.
GRAPHS, SENTENCES, LINKED = 6, 150, 100


@dataclass(frozen=True)
class Found:
    """The communities of one graph, and their Omega index with each judge."""

    topic: str
    method: str
    sentences: int
    communities: int
    modularity: float
    omega: tuple[tuple[str, float | None], ...]


@dataclass(frozen=True)
class Communities:
    """Every graph, and the one that is drawn."""

    rows: tuple[Found, ...]
    drawn: tuple[Topic, Detection] | None


class CommunitySection(Section[Communities]):
    """Communities of sentences."""

    name = "communities"
    title = "Communities of sentences"
    order = 80
    needs = (
        Need("documents", "There are no source texts: the field `documents` would add this part."),
    )
    tables = ("communities",)
    figures = ("sentence-graph", "dendrogram")

    def make(self, work: Work) -> Communities | Absent:
        """Take the sentence graphs of the sample apart."""
        rows: list[Found] = []
        drawn: tuple[Topic, Detection] | None = None
        for topic in work.sample:
            count = len(TopicView(topic).by_id)
            if not 3 <= count <= SENTENCES or len(rows) >= 2 * GRAPHS:
                continue
            graph = sentence_graph(topic, "words-in-common", None, True)
            found = Search().run(graph)
            if drawn is None and len(found.clusters) > 1:
                drawn = (topic, found)
            judged = covers_of_topic(topic, list(graph.nodes)) if topic.covers else {}
            rows.append(_found(topic.id, "words in common, gn", found, judged))
            for judge, cover in judged.items():
                if cover.shared is not None and count <= LINKED:
                    own = Search("conga").run(sentence_graph(topic, "links", judge, False))
                    rows.append(_found(topic.id, f"links of {judge}, conga", own, {judge: cover}))
                    break
        if not rows:
            return Absent(
                f"No topic of the sample has between 3 and {SENTENCES} sentences in its documents."
            )
        return Communities(tuple(rows), drawn)

    def show(self, data: Communities, work: Work) -> View:
        """One graph with its dendrogram, and a table of all."""
        blocks: list[Block] = [
            Say(
                "Sentences of a topic's documents that share words (stop words aside) are linked; "
                "Girvan-Newman takes the graph apart, cut where modularity is highest. Where "
                "judges grouped the sentences, the Omega index compares the result with each of "
                "them; where a judge's groups overlap, CONGA is asked to find them again from that "
                "judge's own links." + work.sampled
            )
        ]
        if data.drawn is not None:
            blocks.append(_drawn(*data.drawn))
        rows: list[list[Cell]] = [
            [
                one.topic,
                one.method,
                one.sentences,
                one.communities,
                one.modularity,
                ", ".join(f"{show(value, 3)} ({judge})" for judge, value in one.omega) or None,
            ]
            for one in data.rows
        ]
        head = ["topic", "graph and method", "sentences", "communities", "modularity"]
        made = table("communities", "Communities, topic by topic", [*head, "omega (judge)"], rows)
        links = tuple((one.topic, None) for one in data.rows)
        blocks.append(Table(made, links))
        sizes = [one.communities for one in data.rows]
        brief = f"{min(sizes)} to {max(sizes)} communities in a topic." if sizes else ""
        return View(self.title, tuple(blocks), brief=brief)


def _found(topic: str, method: str, found: Detection, judged: dict[str, Cover]) -> Found:
    omegas = []
    for judge, cover in judged.items():
        pair = CoverSet(None, (("found", found.cover), (judge, cover)), None)
        made = compare_covers([pair], ["omega"], "singletons", baseline=0)
        omegas.append((judge, made.rows[0].value))
    graph = found.hierarchy.graph
    size, modularity = len(found.clusters), found.division.modularity
    return Found(topic, method, len(graph.nodes), size, modularity, tuple(omegas))


def _drawn(topic: Topic, found: Detection) -> Beside:
    graph = found.hierarchy.graph
    group = {item: at for at, cluster in enumerate(found.clusters) for item in cluster}
    draw = partial(
        study_figures.sentence_graph,
        graph.nodes,
        graph.edges,
        graph.strengths,
        [group[name] for name in graph.nodes],
    )
    name = study_figures.label(topic.id, 40).replace(r"\$", "$")
    caption = (
        f"Sentence graph of topic {name}: colours are communities, lines are words in common; the "
        "slider cuts the hierarchy elsewhere"
    )
    tree = partial(dendrogram, found.hierarchy, len(found.clusters))
    other = f"Dendrogram of topic {name}; dashed: the cut with the highest modularity"
    return Beside(
        (
            Drawing("sentence-graph", caption, draw, _network(topic, found)),
            Drawing("dendrogram", other, tree),
        )
    )


def _network(topic: Topic, found: Detection) -> Network:
    """The graph with the cuts of its hierarchy, the one with the highest modularity first shown."""
    hierarchy = found.hierarchy
    graph = hierarchy.graph
    edges = np.asarray(graph.edges)
    at = study_figures.spring_layout(len(graph.nodes), edges, np.asarray(graph.strengths, float))
    at = (at - at.min(axis=0)) / np.maximum(at.max(axis=0) - at.min(axis=0), 1e-9)
    texts = {key: item.text for key, item in TopicView(topic).by_id.items()}
    # Every cut up to twice as many communities as the best one has, and some beyond.
    best, chosen = len(found.clusters), 0
    levels: list[tuple[str, list[list[int]]]] = []
    for level in range(hierarchy.levels):
        clusters = hierarchy.clusters(level)
        if len(clusters) > max(2 * best, 12):
            break
        if len(clusters) == best:
            chosen = len(levels)
        groups: dict[str, list[int]] = {}
        for number, cluster in enumerate(clusters):
            for item in cluster:
                groups.setdefault(item, []).append(number)
        label = f"{len(clusters)} communities" if len(clusters) > 1 else "1 community"
        if len(clusters) == best:
            label += " (highest modularity)"
        levels.append((label, [groups.get(node, []) for node in graph.nodes]))
    return Network(
        [
            (node, f"{node}: {texts.get(node, '')}", float(x), float(y))
            for node, (x, y) in zip(graph.nodes, at, strict=True)
        ],
        [
            (int(a), int(b), float(w))
            for (a, b), w in zip(graph.edges, graph.strengths, strict=True)
        ],
        levels,
        chosen,
    )
