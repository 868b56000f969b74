"""The workbench over HTTP: tasks, operations, conflicts, submitting, what the owner sees."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sumscope.workbench.tasks import TASKS


def send(
    client: Any, task: str, *ops: dict[str, Any], base: int = 0, who: str = "tab", seq: int = 1
) -> Any:
    entries = [{"seq": seq + at, "op": op} for at, op in enumerate(ops)]
    return client.post(f"/api/tasks/{task}/ops", json={"client": who, "base": base, "ops": entries})


def new(name: str, *items: str) -> dict[str, Any]:
    return {"do": "new", "cluster": name, "items": list(items)}


def test_a_judge_has_one_task_per_topic_and_sees_it_whole(bench: Any) -> None:
    judge = bench.judge("cluster")
    listed = judge.get("/api/tasks").json()
    assert {row["topic"] for row in listed} == {"T1", "T2"}
    assert {(row["items"], row["done"], row["submitted"]) for row in listed} == {(12, 0, False)}
    task = judge.get(f"/api/tasks/{listed[0]['id']}").json()
    assert task["version"] == 0
    assert task["state"] == {"clusters": [], "aside": [], "notes": {}}
    assert [item["id"] for item in task["items"]][:2] == [
        f"{task['topic']}-d0.0",
        f"{task['topic']}-d0.1",
    ]
    assert task["items"][0]["document"] == f"{task['topic']}-d0"
    assert task["why"]["choices"][0]["reason"].startswith("used whole")
    assert task["guidelines"]
    assert task["procedure"]


def test_operations_are_acknowledged_and_repeated_ones_applied_once(bench: Any) -> None:
    judge, task = bench.judge("cluster"), bench.task("cluster")
    topic = judge.get(f"/api/tasks/{task}").json()["topic"]
    op = new("c1", f"{topic}-d0.0", f"{topic}-d1.0")
    assert send(judge, task, op).json() == {"version": 1, "acked": 1}
    assert send(judge, task, op).json() == {"version": 1, "acked": 1}
    label = {"do": "label", "cluster": "c1", "text": "Both."}
    assert send(judge, task, op, label).json() == {"version": 2, "acked": 2}
    state = judge.get(f"/api/tasks/{task}").json()
    assert state["state"]["clusters"] == [
        {"id": "c1", "label": "Both.", "rank": None, "items": [f"{topic}-d0.0", f"{topic}-d1.0"]}
    ]
    assert [rule["rule"] for rule in state["rules"]] == ["ranked"]
    assert state["rules"][0]["cluster"] == "c1"


def test_another_window_gets_a_conflict_and_nothing_is_applied(bench: Any) -> None:
    judge, task = bench.judge("cluster"), bench.task("cluster")
    assert send(judge, task, new("c1")).status_code == 200
    answer = send(judge, task, new("c2"), who="other")
    assert answer.status_code == 409
    assert answer.json()["version"] == 1
    (since,) = answer.json()["since"]
    assert (since["op"], since["client"], since["seq"]) == (new("c1"), "tab", 1)
    assert len(judge.get(f"/api/tasks/{task}").json()["state"]["clusters"]) == 1
    assert send(judge, task, new("c2"), who="other", base=1).json() == {"version": 2, "acked": 1}
    # The first window is behind now; what it sent before is still acknowledged.
    assert send(judge, task, new("c1")).status_code == 200
    assert send(judge, task, new("c3"), base=1, seq=2).status_code == 409
    assert send(judge, task, new("c3"), base=9, seq=2).status_code == 409


def test_an_operation_that_does_not_fit_leaves_the_whole_request_out(bench: Any) -> None:
    judge, task = bench.judge("cluster"), bench.task("cluster")
    answer = send(judge, task, new("c1"), {"do": "put", "item": "nope", "cluster": "c1"})
    assert answer.status_code == 422
    assert answer.json() == {"error": "unknown item 'nope'", "seq": 2}
    assert judge.get(f"/api/tasks/{task}").json()["version"] == 0


def test_submitted_work_stands_until_the_owner_reopens_it(bench: Any) -> None:
    judge, task = bench.judge("cluster"), bench.task("cluster")
    send(judge, task, new("c1"))
    assert judge.post(f"/api/tasks/{task}/submit", json={"base": 0}).status_code == 409
    done = judge.post(f"/api/tasks/{task}/submit")
    assert done.status_code == 200
    assert {rule["rule"] for rule in done.json()["rules"]} == {
        "two-sentences",
        "labelled",
        "ranked",
    }
    assert send(judge, task, new("c2"), base=1, seq=2).status_code == 403
    assert send(judge, task, new("c1")).json() == {"version": 1, "acked": 1}  # known already
    assert judge.post(f"/api/tasks/{task}/reopen").status_code == 403
    assert bench.owner.post(f"/api/tasks/{task}/reopen").status_code == 200
    assert send(judge, task, new("c2"), base=1, seq=2).status_code == 200


def test_any_earlier_state_can_be_shown(bench: Any) -> None:
    judge, task = bench.judge("cluster"), bench.task("cluster")
    send(judge, task, new("c1"), new("c2"), {"do": "undo"})
    shown = [
        len(judge.get(f"/api/tasks/{task}?version={v}").json()["state"]["clusters"])
        for v in range(4)
    ]
    assert shown == [0, 1, 2, 1]
    assert judge.get(f"/api/tasks/{task}?version=4").status_code == 404
    log = judge.get(f"/api/tasks/{task}/log?from=1").json()
    assert [entry["op"]["do"] for entry in log["ops"]] == ["new", "undo"]


def test_every_task_takes_its_operations(full_bench: Any) -> None:
    bench = full_bench
    link, page = bench.judge("link"), None
    task = bench.task("link")
    page = link.get(f"/api/tasks/{task}").json()
    item, to = page["items"][0]["id"], page["targets"][0]["id"]
    assert send(link, task, {"do": "link", "item": item, "to": to}).status_code == 200
    extract, task = bench.judge("extract"), bench.task("extract")
    item = extract.get(f"/api/tasks/{task}").json()["items"][0]["id"]
    assert send(extract, task, {"do": "pick", "item": item}).status_code == 200
    rate, task = bench.judge("rate"), bench.task("rate")
    assert rate.get(f"/api/tasks/{task}").json()["scales"][0]["name"] == "quality"
    rated = {"do": "rate", "item": "1", "scale": "quality", "value": 4}
    assert send(rate, task, rated).status_code == 200
    assert rate.get("/api/tasks").json()[0]["done"] == 1
    prefer, task = bench.judge("prefer"), bench.task("prefer")
    assert send(prefer, task, {"do": "prefer", "item": "1", "choice": "left"}).status_code == 200
    assert len(prefer.get(f"/api/tasks/{task}").json()["items"]) == 20


def test_the_owner_follows_progress_agreement_and_disagreement(bench: Any) -> None:
    owner, project = bench.owner, bench.projects["cluster"].project
    here = f"/api/projects/{project}"
    assert owner.get(f"{here}/agreement").json()["reason"] == "nobody has begun yet"
    for name, second in (("ann", "T1-d1.0"), ("bo", "T1-d1.1")):
        judge = bench.judge("cluster", name)
        task = next(t["id"] for t in judge.get("/api/tasks").json() if t["topic"] == "T1")
        ops = [new("c1", "T1-d0.0", second), {"do": "aside", "item": "T1-d2.0"}]
        assert send(judge, task, *ops).status_code == 200
    found = owner.get(f"{here}/agreement").json()
    assert {row["complete"] for row in found["rows"]} == {"singletons", "bucket"}
    assert {row["topic"] for row in found["rows"]} == {"T1"}
    assert all(row["baseline"] is not None for row in found["rows"] if row["value"] is not None)
    matrix = owner.get(f"{here}/matrix?topic=T1").json()
    at = {item: n for n, item in enumerate(matrix["items"])}
    assert matrix["counts"][at["T1-d0.0"]][at["T1-d1.0"]] == 1
    assert matrix["counts"][at["T1-d0.0"]][at["T1-d0.0"]] == 2
    assert sorted(matrix["order"]) == list(range(12))
    rows = owner.get(f"{here}/disagreement?topic=T1").json()
    assert [row["item"] for row in rows[:3]] == ["T1-d0.0", "T1-d1.0", "T1-d1.1"]
    assert rows[0]["places"] == {"ann": "cluster 1", "bo": "cluster 1"}
    edits = owner.get(f"{here}/edits?topic=T1&left=ann&right=bo").json()
    assert edits["lines"] == ["delete T1-d1.0 from A1", "add T1-d1.1 to B1"]
    page = owner.get(here).json()
    assert [(j["name"], j["done"], j["operations"]) for j in page["judges"]] == [
        ("ann", 3, 2),
        ("bo", 3, 2),
    ]
    assert page["judges"][0]["address"].endswith(f"/j/{bench.key('cluster', 'ann')}")


def test_labels_of_an_edit_script_between_links_stand_beside_their_sentences(
    make_bench: Any,
) -> None:
    bench = make_bench("link")
    for name, links in (("ann", {"A:1": "d0.0", "A:0": "d0.1"}), ("bo", {"A:1": "d0.0"})):
        judge = bench.judge("link", name)
        task = next(t["id"] for t in judge.get("/api/tasks").json() if t["topic"] == "T1")
        ops = [{"do": "link", "item": f"T1-{item}", "to": to} for to, item in links.items()]
        assert send(judge, task, *ops).status_code == 200
    here = f"/api/projects/{bench.projects['link'].project}"
    edits = bench.owner.get(f"{here}/edits?topic=T1&left=ann&right=bo").json()
    assert edits["labels"] == {"A": ["T1 abstract one.", "Abstract two."], "B": ["Abstract two."]}
    assert edits["lines"] == ["delete T1-d0.1 from A1"]


def test_disagreements_get_causes_and_a_gold_standard(bench: Any) -> None:
    owner, project = bench.owner, bench.projects["cluster"].project
    here = f"/api/projects/{project}"
    for name in ("ann", "bo"):
        judge = bench.judge("cluster", name)
        task = next(t["id"] for t in judge.get("/api/tasks").json() if t["topic"] == "T1")
        ops = [
            new("c1", "T1-d0.0", "T1-d1.0"),
            {"do": "label", "cluster": "c1", "text": f"By {name}."},
            {"do": "rank", "cluster": "c1", "rank": 1},
            {"do": "aside", "item": "T1-d2.0"},
        ]
        send(judge, task, *ops)
        judge.post(f"/api/tasks/{task}/submit")
    cause = {"topic": "T1", "item": "T1-d0.0", "left": "ann", "right": "bo", "cause": "emphasis"}
    assert owner.post(f"{here}/causes", json=cause).status_code == 200
    assert owner.post(f"{here}/causes", json={**cause, "cause": "whim"}).status_code == 422
    assert [row["cause"] for row in owner.get(f"{here}/causes").json()] == ["emphasis"]
    gold = owner.post(f"{here}/adjudicate", json={"topic": "T1"}).json()["task"]
    assert owner.post(f"{here}/adjudicate", json={"topic": "T1"}).json()["task"] == gold
    state = owner.get(f"/api/tasks/{gold}").json()["state"]
    assert state["clusters"][0]["items"] == ["T1-d0.0", "T1-d1.0"]
    assert state["clusters"][0]["label"] in ("By ann.", "By bo.")
    assert state["aside"] == ["T1-d2.0"]
    version = owner.get(f"/api/tasks/{gold}").json()["version"]
    assert send(owner, gold, {"do": "take", "item": "T1-d2.0"}, base=version).status_code == 200
    assert owner.post(f"/api/tasks/{gold}/submit").status_code == 200
    lines = owner.get(f"{here}/export").text.splitlines()
    assert [c["judge"] for c in json.loads(lines[0])["covers"]] == [
        "ann",
        "bo",
        "gold",
    ]
    # The gold standard is nobody's opinion: agreement is between the judges.
    assert owner.get(f"{here}/agreement").json()["judges"] == ["ann", "bo"]


def test_ratings_get_a_gold_standard_from_the_majority(bench: Any) -> None:
    owner, project = bench.owner, bench.projects["rate"].project
    here = f"/api/projects/{project}"
    # Refused before anybody has begun, and for a single topic.
    assert owner.post(f"{here}/adjudicate", json={}).status_code == 422
    assert owner.post(f"{here}/adjudicate", json={"topic": "T1"}).status_code == 422
    texts: dict[
        str, dict[str, int]
    ] = {}  # by text: items are shown to judges in orders of their own
    for name in ("ann", "bo"):
        judge = bench.judge("rate", name)
        task = judge.get("/api/tasks").json()[0]["id"]
        page = judge.get(f"/api/tasks/{task}").json()
        scale = page["scales"][0]
        ops = []
        for item in sorted(page["items"], key=lambda one: (one["topic"], one["text"])):
            value = scale["low"] if len(ops) % 2 == 0 or name == "ann" else scale["high"]
            texts.setdefault(item["text"], {})[name] = value
            ops.append({"do": "rate", "item": item["id"], "scale": scale["name"], "value": value})
        assert send(judge, task, *ops).status_code == 200
    gold = owner.post(f"{here}/adjudicate", json={}).json()["task"]
    assert owner.post(f"{here}/adjudicate", json={}).json()["task"] == gold
    page = owner.get(f"/api/tasks/{gold}").json()
    said = owner.get(f"{here}/verdicts").json()
    name = page["scales"][0]["name"]
    assert len(page["items"]) == len(said) > 2
    for item in page["items"]:
        given = texts[item["text"]]
        assert {judge: one[name] for judge, one in said[item["id"]].items()} == given
        agreed = set(given.values())
        expected = {name: agreed.pop()} if len(agreed) == 1 else None
        assert page["state"]["ratings"].get(item["id"]) == expected
    assert bench.judge("rate", "ann").get(f"{here}/verdicts").status_code in (403, 404)
    assert bench.judge("rate", "ann").get(f"/api/tasks/{gold}").status_code in (403, 404)


def test_the_owner_makes_projects_and_judges_in_the_page(bench: Any) -> None:
    owner = bench.owner
    (corpus,) = owner.get("/api/corpora").json()
    assert corpus["tasks"] == list(TASKS)
    assert owner.get("/api/sample?corpus=corpus.jsonl").json()[0]["choices"]
    scale = {"name": "fluency", "question": "Is it?", "low": 1, "high": 3, "points": {"1": "no"}}
    body = {
        "corpus": "corpus.jsonl",
        "task": "rate",
        "name": "Mine",
        "judges": ["cy"],
        "scales": [scale],
    }
    made = owner.post("/api/projects", json=body).json()
    assert [judge["name"] for judge in made["judges"]] == ["cy"]
    here = f"/api/projects/{made['project']}"
    more = owner.post(f"{here}/judges", json={"name": "d/e ü"}).json()
    client = bench.client()
    assert client.get(f"/j/{more['key']}").status_code == 303
    assert client.get("/api/tasks").json()[0]["items"] == 10
    again = owner.post(f"{here}/judges/d%2Fe%20%C3%BC/key").json()
    assert again["key"] != more["key"]
    assert client.get("/api/tasks").status_code == 401
    assert bench.client().get(f"/j/{more['key']}").status_code == 403
    assert bench.client().get(f"/j/{again['key']}").status_code == 303
    assert (
        owner.post(f"{here}/settings", json={"guidelines": "New."}).json()["guidelines"] == "New."
    )
    assert owner.post("/api/projects", json={**body, "name": "Mine"}).status_code == 422
    assert (
        owner.post("/api/projects", json={**body, "name": "B", "task": "sing"}).status_code == 422
    )


def test_ratings_and_preferences_have_their_own_agreement(bench: Any) -> None:
    owner = bench.owner
    for name in ("ann", "bo"):
        judge, task = bench.judge("rate", name), bench.task("rate", name)
        texts = {i["id"]: i["text"] for i in judge.get(f"/api/tasks/{task}").json()["items"]}
        ops = [
            {"do": "rate", "item": i, "scale": "quality", "value": int(text.split()[2][0]) + 1}
            for i, text in texts.items()
        ]
        assert send(judge, task, *ops).status_code == 200
    found = owner.get(f"/api/projects/{bench.projects['rate'].project}/agreement").json()
    values = {row["statistic"]: row["value"] for row in found["rows"]}
    assert values["alpha-interval"] == pytest.approx(1)
    assert found["distribution"]["quality"]["ann"] == {str(p): 2 for p in range(1, 6)}
    judge, task = bench.judge("prefer"), bench.task("prefer")
    ops = []
    for item in judge.get(f"/api/tasks/{task}").json()["items"]:
        left, right = (int(o["text"].split()[2][0]) for o in item["options"])
        ops.append(
            {"do": "prefer", "item": item["id"], "choice": "left" if left > right else "right"}
        )
    assert send(judge, task, *ops).status_code == 200
    found = owner.get(f"/api/projects/{bench.projects['prefer'].project}/agreement").json()
    assert found["rows"][0]["peer"] == "secret-five"
    assert found["rows"][-1]["peer"] == "secret-one"


def test_time_worked_leaves_pauses_out(bench: Any) -> None:
    judge, task = bench.judge("cluster"), bench.task("cluster")
    minute = 60_000
    start = 1_700_000_000_000
    times = [start, start + minute, start + 2 * minute, start + 20 * minute, start + 24 * minute]
    ops = [{"seq": n, "op": new(f"c{n}"), "at": at} for n, at in enumerate(times, 1)]
    sent = {"client": "tab", "base": 0, "ops": ops}
    assert judge.post(f"/api/tasks/{task}/ops", json=sent).status_code == 200
    page = bench.owner.get(f"/api/projects/{bench.projects['cluster'].project}").json()
    assert page["judges"][0]["seconds"] == 6 * 60
