"""Random sequences of operations for every task, right and wrong ones, for both twins."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sumscope.workbench.brief import Brief, Item, Scale, Target
from sumscope.workbench.operations import RefusedError, Session
from sumscope.workbench.tasks import TASKS

RUNNER = Path(__file__).with_name("operation_runs.mjs")
TEXTS = [
    "",
    "a",
    "label <b>",
    "ü" * 4000,
    "ü" * 4001,
    "😀" * 3999,
    "😀" * 4001,
    " ",
    None,
    3,
    "\u0000",
]
BAD = [None, 0, "", "nobody", [], {}, True, 1.5]


def brief_of(task: str) -> tuple[Brief, dict[str, Any]]:
    """A small brief, and the same as the page gets it."""
    items = tuple(Item(f"d{i % 3}.{i}", f"text {i}", f"d{i % 3}", words=i) for i in range(8))
    targets = tuple(Target(f"A:{i}", f"abstract {i}", "A") for i in range(3))
    scales = (Scale("quality", 1, 5), Scale("cold", -2, 0))
    if task in ("rate", "prefer"):
        items = tuple(Item(str(i), f"text {i}", "T") for i in range(1, 7))
    options: dict[str, tuple[str, ...]] = {}
    if task == "prefer":
        pair, four = ("left", "right"), ("a", "b", "c", "d")
        options = {item.id: pair if int(item.id) % 2 else four for item in items}
    brief = Brief(task, items, targets if task == "link" else (), scales, options, 12)
    page = {
        "task": task,
        "items": [
            {
                "id": i.id,
                "text": i.text,
                "document": i.document,
                "words": i.words,
                "options": [{"id": o} for o in options.get(i.id, ())],
            }
            for i in items
        ],
        "targets": [{"id": t.id, "text": t.text} for t in brief.targets],
        "scales": [s.to_json() for s in scales],
        "limit": {"words": 12},
    }
    return brief, page


def operation(draw: random.Random, brief: Brief) -> Any:
    """One operation; about one in twelve is broken on purpose, more do not fit the state."""
    items = [item.id for item in brief.items]
    clusters = ["c1", "c2", "c3", "c4", "d0.0", "x" * 65]
    item, cluster = draw.choice([*items, *items, "nope"]), draw.choice(clusters)
    several = draw.sample(items, draw.randrange(4))
    made: dict[str, Any]
    if draw.random() < 0.25:
        made = {"do": draw.choice(["undo", "undo", "redo"])}
    elif draw.random() < 0.1:
        key, value = draw.choice([("item", item), ("cluster", cluster), ("to", "A:1")])
        made = {"do": "note", key: value, "text": draw.choice(TEXTS)}
    elif brief.task == "cluster":
        text, rank = draw.choice(TEXTS), draw.choice([1, 2, 3.0, 0, 9999, 10000, None, "1", True])
        merged = draw.sample(clusters[:4], draw.randrange(4))
        made = draw.choice(
            [
                {"do": "new", "cluster": cluster, "items": several},
                {"do": "new", "cluster": cluster},
                {"do": "put", "item": item, "cluster": cluster},
                {"do": "put", "item": item, "cluster": cluster},
                {"do": "take", "item": item},
                {"do": "aside", "item": item},
                {"do": "label", "cluster": cluster, "text": text},
                {"do": "rank", "cluster": cluster, "rank": rank},
                {"do": "merge", "clusters": merged},
                {
                    "do": "split",
                    "cluster": cluster,
                    "into": draw.choice(clusters),
                    "items": several[:2],
                },
                {"do": "drop", "cluster": cluster},
            ]
        )
    elif brief.task == "link":
        to = draw.choice(["A:0", "A:1", "A:2", "A:9"])
        made = {"do": draw.choice(["link", "link", "unlink"]), "item": item, "to": to}
    elif brief.task == "extract":
        made = {"do": draw.choice(["pick", "pick", "drop"]), "item": item}
    elif brief.task == "rate":
        value = draw.choice([1, 2, 5, 6, 0, -1, None, 2.0, 2.5])
        scale = draw.choice(["quality", "cold", "warm"])
        made = {"do": "rate", "item": item, "scale": scale, "value": value}
    elif brief.task != "prefer":
        raise NotImplementedError(f"draw an operation of the task {brief.task} here")
    elif draw.random() < 0.5:
        made = {
            "do": "prefer",
            "item": item,
            "choice": draw.choice(["left", "right", "equal", None, "up"]),
        }
    else:
        made = {"do": "prefer", "item": item}
        for key in draw.choice([("best",), ("worst",), ("best", "worst"), ()]):
            made[key] = draw.choice(["a", "b", "c", "d", None, "e"])
    if draw.random() < 0.08:
        key = draw.choice([*made, "extra"])
        made = {**made, key: draw.choice(BAD)}
    elif draw.random() < 0.03:
        made.pop(draw.choice(list(made)))
    return made if draw.random() > 0.01 else draw.choice(BAD)


def runs(count: int, seed: int, longest: int = 40) -> Iterator[tuple[str, list[Any]]]:
    """Tasks with sequences of operations."""
    for number in range(count):
        draw = random.Random(f"{seed} {number}")
        task = list(TASKS)[number % len(TASKS)]
        brief, _ = brief_of(task)
        yield task, [operation(draw, brief) for _ in range(draw.randrange(1, longest))]


def in_python(task: str, ops: list[Any]) -> dict[str, Any]:
    """Which operations were taken, and the state after all of them."""
    brief, _ = brief_of(task)
    session, taken = Session(TASKS[task].state()), []
    for op in ops:
        try:
            session = session.apply(brief, op)
            taken.append(1)
        except RefusedError:
            taken.append(0)
    state = session.state
    return {
        "taken": taken,
        "state": state.to_json(),
        "done": state.done(brief),
        "undo": session.past is not None,
        "redo": session.future is not None,
        "rules": [one.to_json() for one in state.broken(brief)],
    }


def in_javascript(given: list[tuple[str, list[Any]]]) -> Iterator[dict[str, Any]]:
    """The same by the module of the pages, run by node."""
    pages = {task: brief_of(task)[1] for task in TASKS}
    lines = [json.dumps(pages), *(json.dumps({"task": t, "ops": ops}) for t, ops in given)]
    done = subprocess.run(
        ["node", str(RUNNER)],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    for line in done.stdout.splitlines():
        yield json.loads(line)
