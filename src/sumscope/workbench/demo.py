"""The workbench of the demo: the judges of the embedded corpus at work, and a place to try it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sumscope.core.values import Topic
from sumscope.workbench.brief import Scale
from sumscope.workbench.creation import new
from sumscope.workbench.imports import take_corpus
from sumscope.workbench.store.database import open_database
from sumscope.workbench.store.projects import add_judge, project_by_id
from sumscope.workbench.store.work import Work
from sumscope.workbench.tasks import TASKS

VISITOR = "you"
WORDS = 100
SCALE = Scale(
    "responsiveness",
    1,
    5,
    "How well does the summary answer what a reader of the documents wants to know?",
    {"1": "very poor", "2": "poor", "3": "fair", "4": "good", "5": "very good"},
)


def demo_workbench(path: Path, topics: Sequence[Topic]) -> bool:
    """Make the database unless there is one: somebody may have worked on it already.

    Clusterings, links, extracts, ratings and preferences of the corpus become the submitted work of
    its judges; a judge `you` has the same tasks, not yet begun.
    """
    if path.exists():
        return False
    beside = path.with_name(f".{path.name}.tmp")
    for old in (beside, *path.parent.glob(f"{beside.name}-*")):
        old.unlink(missing_ok=True)
    database = open_database(beside, create=True)
    try:
        work = Work(database)
        for shown in PROJECTS:
            chosen = shown.choose(topics)
            bare = [TASKS[shown.task].without_work(topic) for topic in chosen]
            made = new(database, bare, shown.task, name=shown.name, **shown.options)
            with database.read() as connection:
                project = project_by_id(connection, made.project)
            take_corpus(work, project, chosen, "the embedded corpus")
            add_judge(database, project, VISITOR)
    finally:
        database.close()
    beside.replace(path)
    return True


def _systems(topics: Sequence[Topic]) -> list[Topic]:
    """Without the summaries that people wrote, which the preferences leave out."""
    return [replace(t, peers=tuple(p for p in t.peers if not p.human)) for t in topics]


def _clustered(topics: Sequence[Topic]) -> list[Topic]:
    """Topics of several documents: the covers of meetings overlap and are not clusterings."""
    return [topic for topic in topics if len(topic.documents) > 1]


def _linked(topics: Sequence[Topic]) -> list[Topic]:
    """Meetings whose judges linked sentences to those of the references."""
    made = []
    for topic in topics:
        labels = {c.label for cover in topic.covers for c in cover.clusters}
        said = {r.id: {s.text for s in r.sentences or ()} for r in topic.references}
        if labels and labels <= set().union(*said.values()):
            abstracts = tuple(r for r in topic.references if labels & said[r.id])
            made.append(replace(topic, references=abstracts))
    return made


@dataclass(frozen=True)
class _Project:
    """A project of the demo: its task, its name, its topics and what `gold new` is given."""

    task: str
    name: str
    choose: Callable[[Sequence[Topic]], list[Topic]] = list
    options: Mapping[str, Any] = field(default_factory=dict)


PROJECTS = (
    _Project("cluster", "Cluster sentences", _clustered, {"suggest": True}),
    _Project("link", "Link a meeting to its minutes", _linked),
    _Project("extract", "Choose sentences", options={"words": WORDS}),
    _Project("rate", "Rate summaries", options={"scales": [SCALE]}),
    _Project("prefer", "Compare summaries", _systems),
)
