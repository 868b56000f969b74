"""The algebra of operations exists twice, in Python and in the page: both give the same states.

`python tests/properties/test_operations_twin.py 100000` runs that many random sequences.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sumscope.report.bundle import pages
from sumscope.workbench.brief import Brief, Item, Scale, Target
from sumscope.workbench.operations import RefusedError, Session
from sumscope.workbench.tasks import TASKS

SCRIPT = Path(__file__).parent / "operations_twin.mjs"
ITEMS = ("s1", "s2", "s3", "7", "__proto__", "constructor")
TARGETS = ("a", "2", "toString")
NAMES = ("c1", "c2", "c3", "__proto__x", "hasOwnProperty")
TEXTS = (
    "",
    "storm",
    " \t\u3000",
    "\x1c",
    "\ufeff",
    "\U0001f600" * 3000,
    "x" * 4001,
    "ü\u2028<b>",
    None,
    3,
)
ODD: tuple[Any, ...] = (None, 0, True, "", [], {}, "s9", 2.0, 2.5, "x" * 65, "\U0001f600" * 64)
SCALES = (Scale("quality", 1, 5), Scale("__proto__", -2, 2))
PAIR, FOUR = ("left", "right"), ("a", "b", "c", "d")


def brief(task: str) -> Brief:
    options = {i: (FOUR if at % 2 else PAIR) for at, i in enumerate(ITEMS)}
    return Brief(
        task,
        tuple(Item(i, f"text {i}", f"d{at % 3}", words=5 + at) for at, i in enumerate(ITEMS)),
        tuple(Target(t, f"target {t}", "A") for t in TARGETS),
        SCALES,
        options if task == "prefer" else {},
        14 if task == "extract" else None,
    )


def as_page(given: Brief) -> dict[str, Any]:
    """The task as `GET /api/tasks/ID` gives it."""
    return {
        "task": given.task,
        "items": [
            {"id": i.id, "text": i.text, "document": i.document, "words": i.words}
            | {"options": [{"id": o} for o in given.options.get(i.id, ())]}
            for i in given.items
        ],
        "targets": [{"id": t.id, "text": t.text} for t in given.targets],
        "scales": [s.to_json() for s in given.scales],
        "limit": None if given.limit is None else {"words": given.limit},
    }


def some(draw: Random, values: tuple[Any, ...]) -> list[Any]:
    made = [draw.choice(values) for _ in range(draw.randint(0, 3))]
    return made if draw.random() < 0.1 else list(dict.fromkeys(made))


def operation(draw: Random, task: str) -> Any:
    """A random operation, now and then one that nobody should send."""
    item, name, text = draw.choice(ITEMS), draw.choice(NAMES), draw.choice(TEXTS)
    kinds: dict[str, list[dict[str, Any]]] = {
        "cluster": [
            {"do": "new", "cluster": name, "items": some(draw, ITEMS)},
            {"do": "new", "cluster": name},
            {"do": "put", "item": item, "cluster": name},
            {"do": "put", "item": item, "cluster": draw.choice(NAMES)},
            {"do": "take", "item": item},
            {"do": "aside", "item": item},
            {"do": "label", "cluster": name, "text": text},
            {"do": "rank", "cluster": name, "rank": draw.choice((1, 2, 2.0, 0, 10000, None))},
            {"do": "merge", "clusters": some(draw, NAMES)},
            {
                "do": "split",
                "cluster": name,
                "into": draw.choice(NAMES),
                "items": some(draw, ITEMS),
            },
            {"do": "drop", "cluster": name},
            {"do": "note", "cluster": name, "text": text},
        ],
        "link": [
            {"do": "link", "item": item, "to": draw.choice(TARGETS)},
            {"do": "unlink", "item": item, "to": draw.choice(TARGETS)},
            {"do": "note", "to": draw.choice(TARGETS), "text": text},
        ],
        "extract": [{"do": "pick", "item": item}, {"do": "drop", "item": item}],
        "rate": [
            {
                "do": "rate",
                "item": item,
                "scale": draw.choice(("quality", "__proto__", "none")),
                "value": draw.choice((1, 3, 5, 0, -2, 3.0, None, 6, "3", True)),
            }
        ],
        "prefer": [
            {"do": "prefer", "item": item, "choice": draw.choice((*PAIR, "equal", "b", None))},
            {"do": "prefer", "item": item, "best": draw.choice((*FOUR, None))},
            {"do": "prefer", "item": item, "worst": draw.choice((*FOUR, None, "e"))},
            {"do": "prefer", "item": item, "best": draw.choice(FOUR), "worst": draw.choice(FOUR)},
            {"do": "prefer", "item": item},
        ],
    }
    if draw.random() < 0.3:
        return {"do": draw.choice(("undo", "undo", "undo", "redo", "redo"))}
    if draw.random() < 0.1:
        return {"do": "note", "item": item, "text": text}
    assert task in kinds, f"add the operations of the task {task} here"
    op: Any = draw.choice(kinds[task])
    if draw.random() < 0.06:
        op = dict(op)
        key = draw.choice([*op, "extra", "__proto__"])
        if draw.random() < 0.3:
            op.pop(key, None)
        else:
            op[key] = draw.choice(ODD)
    return op if draw.random() > 0.005 else draw.choice((None, [], "undo", 3))


def sequences(draw: Random, count: int) -> Iterator[tuple[Brief, list[Any]]]:
    for at in range(count):
        task = list(TASKS)[at % len(TASKS)]
        yield brief(task), [operation(draw, task) for _ in range(draw.randint(0, 30))]


def in_python(given: Brief, ops: list[Any]) -> dict[str, Any]:
    session = Session(TASKS[given.task].state())
    refused = ""
    for op in ops:
        try:
            session = session.apply(given, op)
            refused += "0"
        except RefusedError:
            refused += "1"
    state = session.state
    return {
        "refused": refused,
        "state": state.to_json(),
        "rules": [one.to_json() for one in state.broken(given)],
        "done": {"done": state.done(given), "units": state.units(given)},
    }


def differing(count: int, seed: int) -> tuple[int, list[str]]:
    """How many sequences were run, and those whose results differ."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node to run the page's algebra: apt-get install nodejs")
    folder = str(pages() / "workbench")
    made = list(sequences(Random(seed), count))
    lines = "".join(json.dumps({"task": as_page(b), "ops": ops}) + "\n" for b, ops in made)
    said = subprocess.run(
        [node, str(SCRIPT), folder], input=lines.encode(), capture_output=True, check=True
    ).stdout.decode("utf-8")
    answers = [json.loads(line) for line in said.split("\n") if line]
    wrong = []
    for (given, ops), answer in zip(made, answers, strict=True):
        expected = json.loads(json.dumps(in_python(given, ops)))
        if expected != answer:
            wrong.append(f"{json.dumps(ops)}\npython {expected}\npage   {answer}")
    return len(answers), wrong


@pytest.mark.parametrize("seed", [1, 2])
def test_python_and_page_give_the_same_states(seed: int) -> None:
    count, wrong = differing(1000, seed)
    assert count == 1000
    assert not wrong, wrong[0]


def test_most_operations_are_taken() -> None:
    """The comparison would say little if nearly everything were refused."""
    results = [in_python(b, ops)["refused"] for b, ops in sequences(Random(3), 500)]
    taken = sum(r.count("0") for r in results) / sum(map(len, results))
    assert 0.4 < taken < 0.95


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    total, problems = 0, 0
    while total < wanted:
        ran, found = differing(min(10_000, wanted - total), 1000 + total)
        total, problems = total + ran, problems + len(found)
        print(f"{total} sequences, {problems} differ", *found[:1], flush=True)
    sys.exit(problems > 0)
