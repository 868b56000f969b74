"""Export, import, export: the same bytes for every task, into a new database and into the same."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from sumscope.app import gold
from sumscope.core.errors import SumscopeError
from sumscope.workbench.store.database import open_database
from sumscope.workbench.store.entries import Sent
from sumscope.workbench.store.work import Work, task_rows

TASKS = ("cluster", "link", "extract", "rate", "prefer", "four")


def corpus(path: Path) -> Path:
    rows = []
    for name in ("T1", "T2", "T3"):
        rows.append(
            {
                "id": name,
                "note": "kept",
                "documents": [
                    {
                        "id": f"d{at}",
                        "date": f"2030-01-0{at + 1}",
                        "text": "It rains. It pours. We wait.",
                    }
                    for at in range(3)
                ],
                "references": [{"id": "A", "text": "It rained. We waited."}],
                "peers": [{"id": f"s{at}", "text": f"Summary {at}."} for at in range(5)],
                "judgements": {"s1": {"other": 3.5, "quality": {"old": 2}}},
                "preferences": [
                    {
                        "judge": "old",
                        "name": "overall",
                        "left": "s1",
                        "right": "s2",
                        "choice": "left",
                    }
                ],
                "covers": [
                    {"judge": "old", "clusters": [{"items": ["d0.0", "d1.0"], "section": "x"}]}
                ],
            }
        )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def work_at(db: Path, seed: int, finish: bool = True) -> None:
    """Every judge does something on every task."""
    database = open_database(db)
    work = Work(database)
    with database.read() as connection:
        rows = task_rows(connection)
    draw = random.Random(seed)
    for row in rows:
        task = work.task(row.id)
        items = [item.id for item in task.brief.items]
        ops: list[dict[str, Any]] = [
            {"do": "note", "item": i, "text": f"Note «{i}»"} for i in draw.sample(items, 2)
        ]
        if task.project.task == "cluster":
            draw.shuffle(items)
            for n in range(3):
                ops.append({"do": "new", "cluster": f"c{n}", "items": items[2 * n : 2 * n + 2]})
                ops.append({"do": "label", "cluster": f"c{n}", "text": f"Label {draw.random()}"})
            ops.append({"do": "rank", "cluster": "c1", "rank": 1})
            ops.append({"do": "note", "cluster": "c1", "text": "On the cluster"})
            ops.append({"do": "aside", "item": items[7]})
            ops.append({"do": "merge", "clusters": ["c2", "c0"]})
        elif task.project.task == "link":
            for target in task.brief.targets:
                for item in draw.sample(items, 3):
                    ops.append({"do": "link", "item": item, "to": target.id})
            ops.append({"do": "note", "to": task.brief.targets[0].id, "text": "Hard"})
        elif task.project.task == "extract":
            ops += [{"do": "pick", "item": item} for item in draw.sample(items, 4)]
        elif task.project.task == "rate":
            for item in draw.sample(items, len(items) - 3):
                for scale in draw.sample(["quality", "style"], draw.choice([1, 2])):
                    value = draw.randrange(1, 6)
                    ops.append({"do": "rate", "item": item, "scale": scale, "value": value})
        else:
            for item in draw.sample(items, len(items) - 2):
                options = task.brief.options[item]
                if len(options) == 2:
                    choice = draw.choice(["left", "right", "equal"])
                    ops.append({"do": "prefer", "item": item, "choice": choice})
                else:
                    best, worst = draw.sample(options, 2)
                    ops.append({"do": "prefer", "item": item, "best": best, "worst": worst})
        work.append(row.id, "c", 0, [Sent(n, op) for n, op in enumerate(ops)])
        if finish:
            work.submit(row.id)
    database.close()


def make(db: Path, source: Path, task: str, judges: list[str], seed: int = 0, **more: Any) -> None:
    scales = ["quality:1-5", "style:1-5"] if task == "rate" else []
    if task == "four":
        task, more = "prefer", {**more, "of": 4}
    gold.new(db, source, task, judges=judges, scales=scales, seed=seed, **more)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("per_item", [None, 2])
def test_export_import_export_gives_the_same_bytes(
    task: str, per_item: int | None, tmp_path: Path
) -> None:
    source = corpus(tmp_path / "c.jsonl")
    make(tmp_path / "a.db", source, task, ["ann", "bö", "cy"], per_item=per_item)
    work_at(tmp_path / "a.db", 3)
    first, second, third = (tmp_path / f"{n}.jsonl" for n in (1, 2, 3))
    assert gold.export(tmp_path / "a.db", first).tasks > 0
    # Into a new database without judges, with another seed.
    make(tmp_path / "b.db", source, task, [], seed=9)
    made = gold.import_(tmp_path / "b.db", first)
    assert set(made.judges) == {"ann", "bö", "cy"}
    gold.export(tmp_path / "b.db", second)
    assert second.read_bytes() == first.read_bytes()
    # Into the database it came from: everything is known.
    again = gold.import_(tmp_path / "a.db", first)
    assert again.operations == 0
    assert again.known
    gold.export(tmp_path / "a.db", third)
    assert third.read_bytes() == first.read_bytes()


@pytest.mark.parametrize("task", TASKS)
def test_the_gold_standard_comes_back_too(task: str, tmp_path: Path) -> None:
    from sumscope.workbench.adjudicate import adjudicate
    from sumscope.workbench.store.projects import projects
    from sumscope.workbench.tasks import TASKS as KINDS

    source = corpus(tmp_path / "c.jsonl")
    make(tmp_path / "a.db", source, task, ["ann", "bo", "cy"])
    work_at(tmp_path / "a.db", 8)
    database = open_database(str(tmp_path / "a.db"))
    with database.read() as connection:
        (project,) = projects(connection)
    work = Work(database)
    begun = adjudicate(work, project, "T1" if KINDS[project.task].by_topic else None)
    work.submit(begun)
    database.close()
    made = gold.export(tmp_path / "a.db", tmp_path / "1.jsonl")
    assert made.judges == ("ann", "bo", "cy", "gold")
    make(tmp_path / "b.db", source, task, [], seed=4)
    assert "gold" in gold.import_(tmp_path / "b.db", tmp_path / "1.jsonl").judges
    gold.export(tmp_path / "b.db", tmp_path / "2.jsonl")
    assert (tmp_path / "2.jsonl").read_bytes() == (tmp_path / "1.jsonl").read_bytes()


@pytest.mark.parametrize("task", TASKS)
def test_the_export_is_a_corpus_that_keeps_what_was_there(task: str, tmp_path: Path) -> None:
    source = corpus(tmp_path / "c.jsonl")
    make(tmp_path / "a.db", source, task, ["ann", "bo"])
    work_at(tmp_path / "a.db", 5)
    gold.export(tmp_path / "a.db", tmp_path / "out.jsonl")
    for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines():
        topic = json.loads(line)
        assert topic["note"] == "kept"
        assert topic["judgements"]["s1"]["other"] == 3.5
        assert topic["judgements"]["s1"]["quality"]["old"] == 2
        assert topic["covers"][0]["judge"] == "old"
        assert topic["preferences"][0]["judge"] == "old"
    for kind in ("csv", "json"):
        gold.export(tmp_path / "a.db", tmp_path / f"out.{kind}")
        assert "ann" in (tmp_path / f"out.{kind}").read_text(encoding="utf-8")


def test_only_submitted_work_is_exported_unless_all_is_asked_for(tmp_path: Path) -> None:
    source = corpus(tmp_path / "c.jsonl")
    make(tmp_path / "a.db", source, "cluster", ["ann"])
    with pytest.raises(SumscopeError, match=r"nobody has submitted yet.*have not begun"):
        gold.export(tmp_path / "a.db", tmp_path / "o.jsonl")
    work_at(tmp_path / "a.db", 1, finish=False)
    with pytest.raises(SumscopeError, match="use --judges all"):
        gold.export(tmp_path / "a.db", tmp_path / "o.jsonl")
    made = gold.export(tmp_path / "a.db", tmp_path / "o.jsonl", judges="all")
    assert made.judges == ("ann",)
    assert any("has no rank" in line for line in made.broken)


def test_other_work_of_a_judge_is_never_overwritten(tmp_path: Path) -> None:
    source = corpus(tmp_path / "c.jsonl")
    for name, seed in (("a", 1), ("b", 2)):
        make(tmp_path / f"{name}.db", source, "cluster", ["ann"])
        work_at(tmp_path / f"{name}.db", seed)
    gold.export(tmp_path / "a.db", tmp_path / "a.jsonl")
    gold.export(tmp_path / "b.db", tmp_path / "before.jsonl")
    with pytest.raises(SumscopeError, match="has other work here already"):
        gold.import_(tmp_path / "b.db", tmp_path / "a.jsonl")
    gold.export(tmp_path / "b.db", tmp_path / "after.jsonl")
    assert (tmp_path / "after.jsonl").read_bytes() == (tmp_path / "before.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            {"id": "T1", "documents": [{"id": "d0", "text": "It rains."}]},
            "holds nothing that judges",
        ),
        ({"id": "T9", "covers": []}, "holds nothing that judges"),
        (
            {"id": "T1", "covers": [{"judge": "x", "clusters": [{"items": ["zz"]}]}]},
            "the work of judge 'x' does not fit: unknown item 'zz'",
        ),
        (
            {
                "id": "T1",
                "covers": [{"judge": "x", "clusters": [{"items": ["d0.0"]}, {"items": ["d0.0"]}]}],
            },
            "the sentence 'd0.0' is in two clusters",
        ),
    ],
)
def test_a_file_that_does_not_fit_is_refused_and_nothing_is_taken(
    line: dict[str, Any], message: str, tmp_path: Path
) -> None:
    make(tmp_path / "a.db", corpus(tmp_path / "c.jsonl"), "cluster", ["ann"])
    (tmp_path / "f.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    with pytest.raises(SumscopeError) as raised:
        gold.import_(tmp_path / "a.db", tmp_path / "f.jsonl")
    assert message in str(raised.value)
    assert len(gold.status(tmp_path / "a.db")[0].judges) == 1


def test_the_file_of_an_offline_page_is_taken_once(tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    make(db, corpus(tmp_path / "c.jsonl"), "cluster", ["ann"])
    task = gold.status(db)[0].judges[0].tasks[0].row.id
    ops = [
        {
            "seq": 1,
            "op": {"do": "new", "cluster": "c1", "items": ["d0.0", "d1.0"]},
            "at": 1_800_000_000_000,
        },
        {"seq": 2, "op": {"do": "label", "cluster": "c1", "text": "Rain"}, "at": 1_800_000_060_000},
    ]
    answers = {
        "format": "sumscope-answers",
        "version": 1,
        "judge": "ann",
        "tasks": [{"id": task, "base": 0, "client": "browser", "ops": ops, "submitted": True}],
    }
    file = tmp_path / "answers.json"
    file.write_text(json.dumps(answers), encoding="utf-8")
    assert gold.import_(db, file).operations == 2
    assert gold.import_(db, file).operations == 0
    (status,) = gold.status(db)
    assert status.judges[0].tasks[0].row.submitted is not None
    ops[0]["op"]["cluster"] = "c9"
    answers["tasks"][0]["client"] = "another"
    file.write_text(json.dumps(answers), encoding="utf-8")
    with pytest.raises(SumscopeError, match="submitted on the server"):
        gold.import_(db, file)


def test_a_large_topic_is_sampled_and_says_why(tmp_path: Path) -> None:
    documents = [
        {"id": f"d{n}", "date": f"2030-01-{n % 3 + 1:02}", "sentences": ["A sentence."] * 30}
        for n in range(12)
    ]
    peers = [{"id": "in", "extract": ["d0.0"]}, {"id": "out", "extract": ["d11.3"]}]
    path = tmp_path / "big.jsonl"
    path.write_text(json.dumps({"id": "T", "documents": documents, "peers": peers}) + "\n")
    gold.new(tmp_path / "a.db", path, "cluster", judges=["ann"])
    database = open_database(tmp_path / "a.db")
    work = Work(database)
    with database.read() as connection:
        (row,) = task_rows(connection)
    task = work.task(row.id)
    assert 150 <= len(task.brief.items) <= 200
    why = task.contents["T"].why
    assert why is not None
    assert {choice["chosen"] for choice in why["choices"]} == {True, False}
    assert all(choice["reason"] for choice in why["choices"])
    work.submit(row.id)
    database.close()
    gold.export(tmp_path / "a.db", tmp_path / "o.jsonl")
    topic = json.loads((tmp_path / "o.jsonl").read_text())
    assert len(topic["documents"]) == len([c for c in why["choices"] if c["chosen"]])
    # An export that was sampled before is used as it is.
    gold.new(tmp_path / "b.db", tmp_path / "o.jsonl", "cluster", judges=["ann"])
    gold.new(tmp_path / "c.db", path, "cluster", judges=["ann"], whole=True)
    assert gold.status(tmp_path / "b.db")[0].judges[0].tasks[0].row.units == len(task.brief.items)
    assert gold.status(tmp_path / "c.db")[0].judges[0].tasks[0].row.units == 360
