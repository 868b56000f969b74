"""Fuzz what users type and what judges' browsers send: operations, answers, names, tables, exports.

    python tests/fuzz/operations.py [--cases 200000] [--seed 0] [--workers 2]
    python tests/fuzz/operations.py --one 12345        # one case again, by its number

A case fails when anything but a refusal in one line is raised, when it takes more than 20 seconds,
or when a rule is broken: a refused operation that changed something, a state that undoing does not
bring back, a log that gives another state, a spelling that changes.
"""

from __future__ import annotations

import importlib.util
import json
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from readers import TEXTS, Case, main

from sumscope.annotate.answers import ANSWERS
from sumscope.annotate.operations import RefusedError, Session, replay
from sumscope.annotate.store.database import Database, open_database
from sumscope.annotate.store.work import ConflictError, OperationError, Work
from sumscope.annotate.tasks import EMPTY, TASKS
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse as parse_measure
from sumscope.core.measure import registered
from sumscope.corpus import formats
from sumscope.corpus.columns import parse_columns
from sumscope.corpus.jsonl import parse_topic
from sumscope.corpus.notes import Notes
from sumscope.corpus.schema import topic_from_json
from sumscope.corpus.stream import Source
from sumscope.projects.creation import new, parse_scale
from sumscope.projects.files import take
from sumscope.summarizers.registry import parse as parse_summarizer
from sumscope.summarizers.registry import registered as summarizers


def _runs() -> ModuleType:
    """The random operations that the tests of the twins use."""
    path = Path(__file__).parents[1] / "properties" / "operation_runs.py"
    spec = importlib.util.spec_from_file_location("operation_runs", path)
    if spec is None or spec.loader is None:
        sys.exit(f"cannot read {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RUNS = _runs()
TABLE = (
    b"id,document,reference,bart,pegasus,judgement.bart.q\n"
    b'1,A long text.,A text.,Some text.,"Text, quoted",3\n2,B.,Ref.,Out.,,1.5\n'
)
ROWS = [
    {"id": "a", "document": "One.", "reference": ["R1.", "R2."], "prediction": "P."},
    {"id": "b", "document": "Two.", "reference": "R.", "prediction": "Q."},
]
EXPORTS: dict[str, Any] = {
    "labelstudio": [
        {"id": 1, "data": {"topic": "T1", "peer": "s1", "text": "Sum."}, "annotations": [
            {"completed_by": 3, "result": [
                {"from_name": "q", "type": "rating", "value": {"rating": 4}}]}]}],
    "doccano": {"id": 1, "topic": "T1", "peer": "s1", "text": "Sum.", "label": ["q:4"],
                "annotator": "ann"},
    "argilla": {"id": "1", "metadata": {"topic": "T1", "peer": "s1"}, "fields": {"text": "Sum."},
                "responses": {"q": [{"value": 4, "user_id": "u", "status": "submitted"}]}},
    "potato": {"id": "T1::s1", "user": "ann", "displayed_text": "Sum.",
               "label_annotations": {"q": {"scale_4": "4"}}},
    "ratings": "topic,peer,judge,name,value\nT1,s1,ann,q,4\nT1,s2,bo,q,2\n",
}  # fmt: skip


def session(case: Case) -> None:
    """Operations one after another: refused ones change nothing, undoing brings all back."""
    task = case.rng.choice(list(TASKS))
    brief, _ = RUNS.brief_of(task)
    now, taken = Session(EMPTY[task]()), []
    for _ in range(case.rng.randrange(1, 25)):
        op = RUNS.operation(case.rng, brief)
        if case.rng.random() < 0.2 and isinstance(op, dict):
            op = json.loads(case.json(op).decode("utf-8", "surrogatepass"))
        before = json.dumps(now.state.to_json())
        try:
            now = now.apply(brief, op)
            taken.append(op)
        except RefusedError:
            assert json.dumps(now.state.to_json()) == before, "a refused operation changed it"
    json.dumps(now.state.to_json(), allow_nan=False)
    assert 0 <= now.state.done(brief) <= now.state.units(brief), "more done than there is"
    now.state.broken(brief)
    again = replay(EMPTY[task](), brief, taken).state.to_json()
    assert again == now.state.to_json(), "the log gives another state"
    while now.past is not None:
        now = now.apply(brief, {"do": "undo"})
    assert now.state == EMPTY[task](), "undoing all is not the beginning"


DESK: list[tuple[Database, list[str], bytes]] = []


def prepare(folder: Path) -> None:
    """A database with a project, in the folder of these cases."""
    logging.getLogger("sumscope").disabled = True  # notes on columns and encodings
    while DESK:
        DESK.pop()[0].close()
    documents = [{"id": f"d{k}", "sentences": ["One.", "Two."]} for k in range(2)]
    source = folder / "desk.jsonl"
    source.write_text(json.dumps({"id": "T", "documents": documents}) + "\n", encoding="utf-8")
    database = open_database(folder / "desk.db", create=True)
    made = new(database, source, "cluster", judges=["ann"], name="p")
    with database.read() as connection:
        tasks = list(connection.exec_driver_sql("SELECT id FROM task").scalars())
    op = {"do": "new", "cluster": "a", "items": ["d0.0"]}
    answer = {"id": tasks[0], "client": "x", "base": 0, "ops": [{"seq": 1, "op": op}]}
    tasks_of_page = [{**answer, "submitted": False}]
    raw = {"format": ANSWERS, "version": 1, "project": made.project, "tasks": tasks_of_page}
    DESK.append((database, tasks, json.dumps(raw).encode()))


def answers(case: Case) -> None:
    """What an offline page gives back, damaged: taken or refused, and the log stays whole."""
    database, tasks, raw = DESK[0]
    work = Work(database)
    before = work.log(tasks[0])[0]
    damaged = case.json(json.loads(raw)) if case.rng.random() < 0.8 else case.bytes(raw)
    try:
        take(work, database, damaged, "answers.json", None)
    except (ConflictError, OperationError) as error:
        raise SumscopeError(str(error)) from error
    finally:
        version, log = Work(database).log(tasks[0])
        assert version == len(log) >= before, "the log is not whole"


def table(case: Case) -> None:
    """A table with odd cells and headings becomes topics that are a corpus, or is refused."""
    kind, columns = case.rng.randrange(4), None
    if kind < 2:
        columns = case.rng.choice(["reference=reference, peer=bart;pegasus", None, "peer=bart"])
        name, raw = case.rng.choice(["t.csv", "t.tsv", "t"]), case.bytes(TABLE)
        raw = raw.replace(b",", b"\t") if name == "t.tsv" else raw
    else:
        name, raw = case.rng.choice(["t.json", "t.jsonl"]), case.json(ROWS)
        if name == "t.jsonl":
            found = json.loads(raw.decode("utf-8", "surrogatepass"))
            lines = found if isinstance(found, list) else [found]
            raw = "\n".join(json.dumps(line) for line in lines).encode()
    source = Source(case.file(name, raw), columns)
    for number, line in source.lines():
        parse_topic(line, f"{name}:{number}")


def roles(case: Case) -> None:
    """`--columns`: read, or refused in one line."""
    text = "reference=gold, peer=bart;pegasus, document=article"
    raw = case.bytes(text.encode()).decode("utf-8", "replace")
    parse_columns(raw)


def names(case: Case) -> None:
    """Spellings of measures and summarizers: what is read is written the same way."""
    known: list[tuple[Callable[[str], Any], list[str]]] = [
        (parse_measure, [name for one in registered() for name in one.traits.names]),
        (parse_summarizer, [one.traits.template for one in summarizers()]),
    ]
    parse, listed = case.rng.choice(known)
    text = case.rng.choice(listed)
    for _ in range(case.rng.choice([0, 1, 1, 2])):
        key = case.rng.choice(["stem", "words", "report", "n", "limit", "seed", "damping", "x"])
        value = case.rng.choice([*TEXTS, "true", "0.5", "f", "none", "-1", "1e5"])
        text = text.removesuffix(")") + ("," if "(" in text else "(") + f"{key}={value})"
    if case.rng.random() < 0.4:
        text = case.bytes(text.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")
    made = parse(text)
    assert parse(str(made)) == made, "a spelling changed"


def scale(case: Case) -> None:
    """`--scale NAME:LOW-HIGH`."""
    parse_scale(case.bytes(b"coherence:1-5").decode("utf-8", "replace"))


def export(case: Case) -> None:
    """Exports of annotation tools, damaged."""
    name = case.rng.choice(list(EXPORTS))
    value = EXPORTS[name]
    raw = case.bytes(value.encode()) if isinstance(value, str) else case.json(value)
    path = case.file("e.csv" if name == "ratings" else "e.json", raw)
    for found in formats.load(name).read(str(path), Notes()):
        topic_from_json(found, "topic")


TARGETS: dict[Callable[[Case], None], int] = {
    session: 40, answers: 4, table: 15, roles: 8, names: 25, scale: 8, export: 12,
}  # fmt: skip


if __name__ == "__main__":
    main("operations", __doc__, TARGETS, prepare)
