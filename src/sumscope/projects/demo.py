"""The workbench of the demo: the judges of the embedded corpus at work, and a place to try it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sumscope.annotate.brief import Scale
from sumscope.annotate.imports import take_corpus
from sumscope.annotate.store.database import open_database
from sumscope.annotate.store.projects import add_judge, project_by_id
from sumscope.annotate.store.work import Work
from sumscope.core.values import Topic
from sumscope.projects.creation import new

VISITOR = "you"
SCALE = Scale(
    "responsiveness",
    1,
    5,
    "How well does the summary answer what a reader of the documents wants to know?",
    {"1": "very poor", "2": "poor", "3": "fair", "4": "good", "5": "very good"},
)


def demo_workbench(path: Path, topics: Sequence[Topic]) -> bool:
    """Make the database unless there is one: somebody may have worked on it already.

    Clusterings, ratings and preferences of the corpus become the submitted work of its judges; a
    judge `you` has the same tasks, not yet begun.
    """
    if path.exists():
        return False
    beside = path.with_name(f".{path.name}.tmp")
    for old in (beside, *path.parent.glob(f"{beside.name}-*")):
        old.unlink(missing_ok=True)
    database = open_database(beside, create=True)
    try:
        work = Work(database)
        bare = [replace(t, covers=(), judgements={}, preferences=()) for t in topics]
        for task, name in (
            ("cluster", "Cluster sentences"),
            ("rate", "Rate summaries"),
            ("prefer", "Compare summaries"),
        ):
            made = new(
                database,
                _FIT[task](bare),
                task,
                name=name,
                scales=[SCALE] if task == "rate" else (),
                suggest=task == "cluster",
            )
            with database.read() as connection:
                project = project_by_id(connection, made.project)
            take_corpus(work, project, _without_overlaps(topics), "the embedded corpus")
            add_judge(database, project, VISITOR)
    finally:
        database.close()
    beside.replace(path)
    return True


def _systems(topics: Sequence[Topic]) -> list[Topic]:
    """Without the summaries that people wrote, which the preferences leave out."""
    return [replace(t, peers=tuple(p for p in t.peers if not p.human)) for t in topics]


def _several_documents(topics: Sequence[Topic]) -> list[Topic]:
    """Without the meeting: a cluster has sentences of two documents."""
    return [topic for topic in topics if len(topic.documents) > 1]


_FIT: Mapping[str, Callable[[Sequence[Topic]], list[Topic]]] = {
    "cluster": _several_documents,
    "rate": list,
    "prefer": _systems,
}


def _without_overlaps(topics: Sequence[Topic]) -> list[Topic]:
    """Without the covers of meetings, whose links overlap: they are no clusterings."""
    made = []
    for topic in topics:
        kept = []
        for cover in topic.covers:
            items = [item for cluster in cover.clusters for item in cluster.items]
            if len(set(items)) == len(items):
                kept.append(cover)
        made.append(replace(topic, covers=tuple(kept)))
    return made
