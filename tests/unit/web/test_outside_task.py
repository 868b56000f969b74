"""A task declared outside the package, played through HTTP from the project to its export.

It shows what one declaration takes: nothing else in the package knows the name of a task.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from sumscope.app import gold
from sumscope.core.values import Topic
from sumscope.workbench.assign import Entry
from sumscope.workbench.brief import Brief
from sumscope.workbench.figures import Figures
from sumscope.workbench.operations import Broken, Operation, State, keys, known_item, whole, word
from sumscope.workbench.plan import Settings
from sumscope.workbench.task import Given, Rows, TaskKind, with_extra
from sumscope.workbench.tasks import TASKS

# As types only: `results` imports the list of tasks, and with it every declaration there is.
if TYPE_CHECKING:
    from sumscope.workbench.results import Result, Results


@dataclass(frozen=True)
class StarState(State):
    """Stars from 1 to 3 for sentences."""

    notes: Mapping[str, str] = field(default_factory=dict)
    stars: Mapping[str, int] = field(default_factory=dict)

    actions: ClassVar[tuple[str, ...]] = ("star",)

    def apply(self, brief: Brief, op: Operation) -> StarState:
        keys(op, "item", "value")
        item, value = known_item(brief, word(op, "item")), whole(op, "value", 1, 3)
        rest = {name: count for name, count in self.stars.items() if name != item}
        return replace(self, stars=rest if value is None else {**rest, item: value})

    def to_json(self) -> dict[str, object]:
        return {"stars": dict(self.stars), "notes": dict(self.notes)}

    def done(self, brief: Brief) -> int:
        return len(self.stars)

    def broken(self, brief: Brief) -> tuple[Broken, ...]:
        return () if self.stars else (Broken("one-star", "no sentence has a star yet"),)


class StarTask(TaskKind[StarState]):
    """Give the important sentences stars."""

    name = "star"
    needs = ("documents",)
    holds = "extra"
    guidelines = "Give the important sentences up to three stars."
    procedure = ("Read.", "Give stars.")

    def state(self) -> StarState:
        return StarState()

    def export(self, topic: Topic, found: Results) -> Topic:
        stars = {one.judge.name: dict(one.state.stars) for one in found.of_topic(topic.id)}
        return with_extra(topic, "stars", stars)

    def table(
        self, results: Sequence[Result[StarState]], settings: Settings
    ) -> tuple[list[str], Rows]:
        rows: Rows = [
            [one.row.topic, one.judge.name, item, count]
            for one in results
            for item, count in one.state.stars.items()
        ]
        return ["topic", "judge", "sentence", "stars"], rows

    def read(self, topic: Topic, own: Topic, settings: Settings, made: Any) -> list[Given]:
        stars: Any = topic.extra.get("stars", {})
        return [Given(judge, (topic.id, ()), given) for judge, given in stars.items()]

    def answers(
        self, given: Given, brief: Brief, item: str, peers: tuple[str, ...]
    ) -> list[Operation]:
        return [{"do": "star", "item": one, "value": count} for one, count in given.work.items()]

    def agreement(
        self, topics: Sequence[Topic], settings: Settings, judges: Sequence[str], baseline: int
    ) -> Figures:
        shared = 0
        for topic in topics:
            stars: Any = topic.extra["stars"]
            counts = Counter(item for given in stars.values() for item in given)
            shared += sum(count > 1 for count in counts.values())
        return Figures(({"shared": shared},))

    def majority(
        self, brief: Brief, entries: Sequence[Entry], results: Sequence[Result[StarState]]
    ) -> list[Operation]:
        counts = Counter(item for one in results for item in one.state.stars)
        often = [item for item in brief.documents if 2 * counts[item] > len(results)]
        return [{"do": "star", "item": item, "value": 1} for item in often]


def test_a_task_from_outside_goes_from_the_project_to_its_export(
    make_bench: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TASKS, "star", StarTask())
    bench = make_bench()
    owner = bench.owner
    (corpus,) = owner.get("/api/corpora").json()
    assert "star" in corpus["tasks"]
    body = {"corpus": corpus["name"], "task": "star", "judges": ["ann", "bo"], "name": "Stars"}
    made = owner.post("/api/projects", json=body).json()
    here = f"/api/projects/{made['project']}"
    assert owner.get(f"{here}/agreement").json()["reason"] == "nobody has begun yet"
    for judge in made["judges"]:
        client = bench.client()
        assert client.get(f"/j/{judge['key']}").status_code == 303
        for task in client.get("/api/tasks").json():
            shown = client.get(f"/api/tasks/{task['id']}").json()
            assert (shown["task"], shown["procedure"]) == ("star", ["Read.", "Give stars."])
            assert shown["rules"][0]["rule"] == "one-star"
            first, second = (item["id"] for item in shown["items"][:2])
            other = second if judge["name"] == "bo" else first
            ops = [
                {"do": "star", "item": first, "value": 2},
                {"do": "star", "item": other, "value": 3},
                {"do": "undo"},
                {"do": "note", "item": first, "text": "clear"},
            ]
            sent = [{"seq": at, "op": op} for at, op in enumerate(ops, 1)]
            address = f"/api/tasks/{task['id']}"
            entry = {"client": "tab", "base": 0, "ops": sent}
            assert client.post(f"{address}/ops", json=entry).json()["version"] == 4
            wrong = {"client": "tab", "base": 4, "ops": [{"seq": 5, "op": {"do": "star"}}]}
            assert client.post(f"{address}/ops", json=wrong).status_code == 422
            state = client.get(address).json()
            assert state["state"] == {"stars": {first: 2}, "notes": {first: "clear"}}
            assert state["rules"] == []
            assert client.post(f"{address}/submit", json={}).status_code == 200
    assert owner.get(f"{here}/agreement").json()["rows"] == [{"shared": 2}]
    page = owner.get(here).json()
    assert [(one["name"], one["done"], one["submitted"]) for one in page["judges"]] == [
        ("ann", 2, 2),
        ("bo", 2, 2),
    ]
    assert owner.get(f"{here}/disagreement?topic=T1").json()[0]["disagreement"] == 0
    exported = owner.get(f"{here}/export?format=corpus").content
    topics = [json.loads(line) for line in exported.splitlines()]
    assert [topic["stars"]["ann"] for topic in topics] == [{"T1-d0.0": 2}, {"T2-d0.0": 2}]
    table = owner.get(f"{here}/export?format=csv").text.splitlines()
    assert table[:2] == ["topic,judge,sentence,stars", "T1,ann,T1-d0.0,2"]
    task = owner.post(f"{here}/adjudicate", json={"topic": "T1"}).json()["task"]
    begun = owner.get(f"/api/tasks/{task}").json()["state"]
    assert begun == {"stars": {"T1-d0.0": 1}, "notes": {}}
    # In Python, into another database: the same work again.
    (tmp_path / "stars.jsonl").write_bytes(exported)
    again = tmp_path / "b.db"
    gold.new(again, bench.corpus, "star", name="again")
    assert gold.import_(again, tmp_path / "stars.jsonl").judges == ["ann", "bo"]
    gold.export(again, tmp_path / "b.jsonl")
    assert (tmp_path / "b.jsonl").read_bytes() == exported
    (status,) = gold.status(again)
    assert [(one.judge.name, one.submitted) for one in status.judges] == [("ann", 2), ("bo", 2)]
