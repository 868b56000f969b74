"""What tasks whose work is a cover of sentences have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from sumscope.core.values import JudgeCover, Topic
from sumscope.covers.co_clustering import disputes
from sumscope.workbench import figures
from sumscope.workbench.plan import Settings
from sumscope.workbench.task import Given, S, TaskKind

if TYPE_CHECKING:
    from sumscope.workbench.answers import Imported
    from sumscope.workbench.results import Result, Results

# What imported covers and their clusters may say besides what they are made of.
OF_COVERS = ("notes",)
OF_CLUSTERS = ("note", "sentence")


class CoverTask(TaskKind[S]):
    """Clusterings and links: `covers` of a corpus."""

    needs: ClassVar[tuple[str, ...]] = ("documents",)
    holds = "covers"

    @abstractmethod
    def cover(self, one: Result[S]) -> JudgeCover:
        """The work as a cover."""

    def export(self, topic: Topic, found: Results) -> Topic:
        """One cover per judge."""
        made = {one.judge.name: self.cover(one) for one in found.of_topic(topic.id)}
        kept = [made.pop(cover.judge, cover) for cover in topic.covers]
        return replace(topic, covers=(*kept, *made.values()))

    def read(self, topic: Topic, own: Topic, settings: Settings, made: Imported) -> list[Given]:
        """The covers of a topic."""
        found = []
        for cover in topic.covers:
            if cover in own.covers:
                made.known += 1
                continue
            lost = {key for key in cover.extra if key not in OF_COVERS}
            lost |= {key for c in cover.clusters for key in c.extra if key not in OF_CLUSTERS}
            if lost:
                keys = ", ".join(sorted(lost))
                made.notes.append(f"topic {topic.id!r}, judge {cover.judge!r}: left out {keys}")
            found.append(Given(cover.judge, (topic.id, ()), cover))
        return found

    def agreement(
        self, topics: Sequence[Topic], settings: Settings, judges: Sequence[str], baseline: int
    ) -> figures.Figures:
        """Every cover measure, as `agree`."""
        return figures.of_covers(topics, settings, judges, baseline)

    def disagreement(
        self, items: Sequence[str], results: Sequence[Result[S]]
    ) -> Mapping[str, float]:
        """By cluster mates, see `covers.co_clustering.disputes`."""
        return disputes(items, {one.judge.name: groups(self.cover(one)) for one in results})


def groups(cover: JudgeCover | None) -> list[list[str]]:
    """The clusters that have sentences."""
    clusters = () if cover is None else cover.clusters
    return [list(cluster.items) for cluster in clusters if cluster.items]
