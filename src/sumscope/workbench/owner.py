"""What the owner of a project looks at: disagreement, edit scripts, states, causes."""

from __future__ import annotations

from dataclasses import dataclass

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError, nearest
from sumscope.covers.co_clustering import co_clustering, disputes
from sumscope.covers.edits import edit_script
from sumscope.workbench.export import cover_of, groups_of
from sumscope.workbench.results import Result, Results, collect
from sumscope.workbench.store.causes import set_cause as _set_cause
from sumscope.workbench.store.projects import Project
from sumscope.workbench.store.work import Work
from sumscope.workbench.tasks.cluster import ClusterState
from sumscope.workbench.tasks.extract import ExtractState
from sumscope.workbench.tasks.link import LinkState


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
    made = co_clustering(items, [groups_of(one) for one in results])
    return {"topic": topic, "names": [one.judge.name for one in results], **made.to_json()}


def disputed(work: Work, project: Project, topic: str) -> list[Disputed]:
    """The sentences of a topic, most disputed first."""
    found = collect(work, project)
    results = _judged(found, topic)
    if not results:
        return []
    items = results[0].brief.items
    groups = {one.judge.name: groups_of(one) for one in results}
    values = disputes([item.id for item in items], groups)
    if project.task == "extract":
        values = _split_picks(results)
    causes: dict[str, list[dict[str, object]]] = {}
    for cause in found.causes:
        if cause.topic == topic:
            causes.setdefault(cause.item, []).append(cause.to_json())
    made = []
    for item in items:
        together = {
            name: [i for group in mine if item.id in group for i in group if i != item.id]
            for name, mine in groups.items()
        }
        places = {one.judge.name: _place(one, item.id) for one in results}
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
    covers = []
    for name in (left, right):
        if name not in results:
            hint = nearest(name, results) if results else "nobody has begun"
            raise SumscopeError(f"judge {name[:40]!r} has no work on this topic", hint=hint)
        if not isinstance(results[name].state, ClusterState | LinkState):
            raise SumscopeError("only clusterings and links have an edit script")
        brief = results[name].brief
        covers.append(Cover.of(groups_of(results[name]), list(brief.documents)))
    names = {
        side: [cluster.label for cluster in cover_of(results[name]).clusters if cluster.items]
        for side, name in (("A", left), ("B", right))
    }
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


def _judged(found: Results, topic: str) -> list[Result]:
    known = {one.id for one in found.topics}
    if topic not in known:
        raise SumscopeError(f"unknown topic {topic[:40]!r}", hint=nearest(topic, known))
    return [one for one in found.of_topic(topic) if not one.judge.gold]


def _place(one: Result, item: str) -> str | None:
    if isinstance(one.state, ClusterState):
        for number, group in enumerate(one.state.groups, 1):
            if item in group.items:
                return group.label or f"cluster {number}"
        return "aside" if item in one.state.tray else None
    if isinstance(one.state, LinkState):
        texts = {target.id: target.text for target in one.brief.targets}
        held = [texts[to] for to, items in one.state.links.items() if item in items]
        return " / ".join(held) or None
    if isinstance(one.state, ExtractState):
        return "picked" if item in one.state.picked else None
    return None


def _split_picks(results: list[Result]) -> dict[str, float]:
    """For extracts: the share of pairs of judges of whom one picked the sentence."""
    states = [one.state for one in results if isinstance(one.state, ExtractState)]
    pairs = len(states) * (len(states) - 1) / 2
    made = {}
    for item in results[0].brief.documents:
        yes = sum(item in state.picked for state in states)
        made[item] = yes * (len(states) - yes) / pairs if pairs else 0.0
    return made
