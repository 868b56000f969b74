"""How word networks grow, group by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sumscope.core.tables import Cell, table
from sumscope.core.values import Topic, Undefined
from sumscope.corpus.view import TextView, TopicView
from sumscope.graph.words import WordNetwork, word_network
from sumscope.report import study_figures
from sumscope.report.blocks import Block, Drawing, Live, Say, Table, View
from sumscope.report.charts import Curves, GrowingTexts
from sumscope.report.growing import GrowingText, growing_text
from sumscope.studies.section import Absent, Section
from sumscope.studies.work import Work

PLACES = 41
# Texts whose growth can be watched: of so many topics, with so many characters in all.
WATCHED, CHARACTERS = 4, 120_000
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Group:
    """Texts of one kind or one peer: quartile curves and their deviations."""

    name: str
    curves: tuple[Floats, Floats, Floats]
    deviations: tuple[float, ...]


@dataclass(frozen=True)
class Growing:
    """All groups, how many texts were too short, and the texts whose growth can be watched."""

    groups: tuple[Group, ...]
    short: int
    texts: tuple[GrowingText, ...] = ()


class Growth(Section[Growing]):
    """Growth of word networks."""

    name = "growth"
    title = "Growth of word networks"
    order = 70
    tables = ("growth",)
    figures = ("growth",)

    def make(self, work: Work) -> Growing | Absent:
        """The curves of the sample's texts, and quartiles over each group."""
        networks: dict[str, list[WordNetwork]] = {}
        short = 0
        for topic in work.sample:
            for name, _, text in _texts(topic):
                network = word_network(text.sentences, topic.lang)
                if isinstance(network.deviation, Undefined):
                    short += 1
                else:
                    networks.setdefault(name, []).append(network)
        if not networks:
            return Absent(
                "There is no text of two content words or more: the fields `documents`, "
                "`references` or `peers` would add this part."
            )
        groups = tuple(_group(name, found) for name, found in networks.items())
        return Growing(groups, short, tuple(_watched(work.sample)))

    def show(self, data: Growing, work: Work) -> View:
        """The curves, and a table."""
        said = Say(
            "Components of the word network as a text is read, against the straight line (dotted) "
            "from all words apart to one component: the median of each group and the half of its "
            "texts around it. A smaller deviation from "
            "the line is read as better text (Pardo et al. 2006); the figure is comparative only."
            + work.sampled
            + (f" {data.short} texts have too few content words for a curve." * (data.short > 0))
        )
        curves = {group.name: group.curves for group in data.groups}
        draw = partial(study_figures.growth_by_group, curves, np.linspace(0, 1, PLACES))
        most = study_figures.PANELS
        more = f" (the first {most} of {len(curves)} groups)" if len(curves) > most else ""
        chart = Curves(
            "share of the text's word associations read",
            "components, as a share of the words",
            {group.name: _points(group) for group in data.groups},
        )
        drawing = Drawing("growth", f"Growth of word networks by group{more}", draw, chart)
        rows: list[list[Cell]] = [
            [
                group.name,
                float(np.mean(group.deviations)),
                min(group.deviations),
                max(group.deviations),
                len(group.deviations),
            ]
            for group in data.groups
        ]
        head = ["group", "mean deviation", "min", "max", "texts"]
        made = table("growth", "Growth deviation by group", head, rows, 5)
        blocks: list[Block] = [said, drawing, Table(made)]
        if data.texts:
            blocks.append(
                Live("A text as its word network grows, word by word", GrowingTexts(data.texts))
            )
        nearest = min(data.groups, key=lambda group: float(np.mean(group.deviations)), default=None)
        brief = (
            f"{nearest.name} is nearest the straight line of {len(data.groups)} groups "
            f"(mean deviation {np.mean(nearest.deviations):.4f})."
            if nearest
            else ""
        )
        return View(self.title, tuple(blocks), brief=brief)


def _texts(topic: Topic) -> list[tuple[str, str, TextView]]:
    """Every text of a topic: its group, its own name, and itself."""
    view = TopicView(topic)
    found = [("documents", f"document {d.id}", d) for d in view.documents]
    found += [("references", f"reference {r.id}", r) for r in view.references]
    people = [(p.id + (" (human)" if p.human else ""), p) for p in view.peers]
    return found + [(name, name, peer) for name, peer in people]


def _watched(sample: Sequence[Topic]) -> Iterator[GrowingText]:
    """Texts of the first topics, the summaries first, as many as a page can carry."""
    left = CHARACTERS
    for topic in sample[:WATCHED]:
        for _, name, text in reversed(_texts(topic)):
            size = sum(map(len, text.sentences))
            made = growing_text(topic.id, name, topic.lang, text.sentences) if size < left else None
            if made is not None:
                left -= size
                yield made


def _points(group: Group) -> list[tuple[float, float, float, float]]:
    low, middle, high = (curve.tolist() for curve in group.curves)
    places = np.linspace(0, 1, PLACES).tolist()
    return list(zip(places, middle, low, high, strict=True))


def _group(name: str, networks: list[WordNetwork]) -> Group:
    places = np.linspace(0, 1, PLACES)
    lines = []
    for network in networks:
        found = network.components().astype(float)
        at = np.linspace(0, 1, len(found))
        lines.append(np.interp(places, at, found / network.nodes))
    low, middle, high = np.quantile(np.array(lines), [0.25, 0.5, 0.75], axis=0)
    deviations = tuple(
        float(n.deviation) for n in networks if not isinstance(n.deviation, Undefined)
    )
    return Group(name, (low, middle, high), deviations)
