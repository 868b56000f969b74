"""What the owner of a project looks at: disagreement, edit scripts, states, causes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError, nearest
from sumscope.covers.co_clustering import co_clustering
from sumscope.covers.edits import edit_script
from sumscope.workbench.results import Result, Results, collect
from sumscope.workbench.store.causes import set_cause as _set_cause
from sumscope.workbench.store.projects import Project
from sumscope.workbench.store.work import Work
from sumscope.workbench.tasks import TASKS
from sumscope.workbench.tasks.judged_covers import groups


@dataclass(frozen=True)
class Disputed:
    """A sentence with how far judges disagree on it, and where each has put it."""

    item: str
    text: str
    document: str
    disagreement: float
    places: dict[str, str | None]
    together: dict[str, list[str]]
    causes: list[dict[str, object]]

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "item": self.item,
            "text": self.text,
            "document": self.document,
            "disagreement": self.disagreement,
            "places": self.places,
            "together": self.together,
            "causes": self.causes,
        }


def matrix(work: Work, project: Project, topic: str) -> dict[str, object]:
    """How many judges put two sentences of a topic together."""
    results = _judged(collect(work, project), topic)
    items = list(results[0].brief.documents) if results else []
    kind = TASKS[project.task]
    made = co_clustering(items, [groups(kind.cover(one)) for one in results])
    return {"topic": topic, "names": [one.judge.name for one in results], **made.to_json()}


def disputed(work: Work, project: Project, topic: str) -> list[Disputed]:
    """The sentences of a topic, most disputed first."""
    found = collect(work, project)
    results = _judged(found, topic)
    if not results:
        return []
    items = results[0].brief.items
    kind = TASKS[project.task]
    held = {one.judge.name: groups(kind.cover(one)) for one in results}
    values = kind.disagreement([item.id for item in items], results)
    causes: dict[str, list[dict[str, object]]] = {}
    for cause in found.causes:
        if cause.topic == topic:
            causes.setdefault(cause.item, []).append(cause.to_json())
    made = []
    for item in items:
        together = {
            name: [i for group in mine if item.id in group for i in group if i != item.id]
            for name, mine in held.items()
        }
        places = {one.judge.name: kind.place(one, item.id) for one in results}
        value = values[item.id]
        made.append(
            Disputed(
                item.id, item.text, item.document, value, places, together,
                causes.get(item.id, []),
            )
        )  # fmt: skip
    order = {item.id: at for at, item in enumerate(items)}
    made.sort(key=lambda one: (-one.disagreement, order[one.item]))
    return made


def edits(work: Work, project: Project, topic: str, left: str, right: str) -> dict[str, object]:
    """The steps from one judge's clustering to another's."""
    results = {one.judge.name: one for one in collect(work, project).of_topic(topic)}
    kind, covers, names = TASKS[project.task], [], {}
    for side, name in (("A", left), ("B", right)):
        if name not in results:
            hint = nearest(name, results) if results else "nobody has begun"
            raise SumscopeError(f"judge {name[:40]!r} has no work on this topic", hint=hint)
        judged = kind.cover(results[name])
        if judged is None:
            raise SumscopeError("only clusterings and links have an edit script")
        covers.append(Cover.of(groups(judged), list(results[name].brief.documents)))
        names[side] = [cluster.label for cluster in judged.clusters if cluster.items]
    made: dict[str, object] = {"topic": topic, "left": left, "right": right, "labels": names}
    try:
        script = edit_script(*covers)
    except SumscopeError as error:
        return {**made, "script": None, "lines": [], "reason": error.what}
    return {**made, "script": script.to_json(), "lines": script.lines(), "reason": None}


def states(work: Work, project: Project, topic: str | None) -> list[dict[str, object]]:
    """What every judge has made of a topic so far."""
    return [
        {
            "judge": one.judge.name,
            "gold": one.judge.gold,
            "task": one.row.id,
            "submitted": one.row.submitted is not None,
            "version": one.row.version,
            "state": one.state.to_json(),
            "rules": [rule.to_json() for rule in one.state.broken(one.brief)],
        }
        for one in collect(work, project).results
        if one.row.topic == topic
    ]


def set_cause(
    work: Work,
    project: Project,
    topic: str,
    item: str,
    cause: str | None,
    *,
    left: str | None = None,
    right: str | None = None,
    note: str | None = None,
) -> None:
    """Say why judges disagree on a sentence; None takes it back."""
    found = collect(work, project)
    if topic not in {one.id for one in found.topics}:
        raise SumscopeError(f"unknown topic {topic[:40]!r}")
    known = {judge.name for judge in found.judges}
    for name in (left, right):
        if name is not None and name not in known:
            raise SumscopeError(f"unknown judge {name[:40]!r}")
    results = found.of_topic(topic)
    if results and item not in results[0].brief.documents:
        raise SumscopeError(f"unknown sentence {item[:40]!r}")
    with work.database.write() as connection:
        _set_cause(
            connection, project.id, topic, item, left=left, right=right, cause=cause, note=note
        )


def _judged(found: Results, topic: str) -> list[Result[Any]]:
    known = {one.id for one in found.topics}
    if topic not in known:
        raise SumscopeError(f"unknown topic {topic[:40]!r}", hint=nearest(topic, known))
    return [one for one in found.of_topic(topic) if not one.judge.gold]
