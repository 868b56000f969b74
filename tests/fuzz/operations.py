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
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from readers import TEXTS, Case, main

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse as parse_measure
from sumscope.core.measure import registered
from sumscope.corpus import formats
from sumscope.corpus.columns import parse_columns
from sumscope.corpus.jsonl import parse_topic
from sumscope.corpus.judge_sheets import read_sheets
from sumscope.corpus.notes import Notes
from sumscope.corpus.parquet_files import write_parquet
from sumscope.corpus.schema import topic_from_json
from sumscope.corpus.stream import Source
from sumscope.oracles.methods import read_budget
from sumscope.oracles.objective import read_objective
from sumscope.oracles.text import read_limit
from sumscope.studies.settings import Request
from sumscope.studies.state import STATE, read_state
from sumscope.summarizers import phrases
from sumscope.summarizers.registry import SUMMARIZERS
from sumscope.summarizers.registry import parse as parse_summarizer
from sumscope.workbench.answers import ANSWERS
from sumscope.workbench.creation import new, parse_scale
from sumscope.workbench.exchange import take
from sumscope.workbench.operations import RefusedError, Session, replay
from sumscope.workbench.store.database import Database, open_database
from sumscope.workbench.store.work import ConflictError, OperationError, Work
from sumscope.workbench.tasks import TASKS


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
    now, taken = Session(TASKS[task].state()), []
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
    again = replay(TASKS[task].state(), brief, taken).state.to_json()
    assert again == now.state.to_json(), "the log gives another state"
    while now.past is not None:
        now = now.apply(brief, {"do": "undo"})
    assert now.state == TASKS[task].state(), "undoing all is not the beginning"


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
        (parse_summarizer, SUMMARIZERS.names()),
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
    for found in formats.FORMATS.get(name).read(str(path), Notes()):
        topic_from_json(found, "topic")


def sheet(case: Case) -> None:
    """A judge's spreadsheet."""
    raw = b"sentence,cluster,label,rank,judge,topic\n"
    raw += b"d1.0,1,One,1,ann,T\nd1.1,1,One,1,ann,T\nd1.2,,,,,\n"
    name = case.rng.choice(["s.csv", "s.tsv"])
    damaged = case.bytes(raw.replace(b",", b"\t") if name == "s.tsv" else raw)
    if case.rng.random() < 0.3:
        odd = case.rng.choice([*TEXTS, "\u00b2", "\u0663", "2.0", "-1"]).encode("utf-8", "replace")
        damaged = raw.replace(b"One,1,", b"One," + odd.replace(b",", b"") + b",")
    for one in read_sheets(case.file(name, damaged)):
        assert one.cover.judge, "a sheet without a judge"


def peer_file(case: Case) -> None:
    """Summaries of a system in a file of their own, beside a table."""
    texts = case.file("bart.txt", case.bytes(b"Some text.\nOut.\n"))
    if case.rng.random() < 0.5:
        texts = case.file("bart.csv", case.bytes(b'id,prediction\n1,Some text.\n2,"Out."\n'))
    source = Source(case.file("t.csv", b"id,reference\n1,A text.\n2,Ref.\n"), peer={"s": texts})
    for number, line in source.lines():
        parse_topic(line, f"t.csv:{number}")


PARQUET: list[bytes] = []


def parquet_table(case: Case) -> None:
    """A damaged Parquet file: rows, or one line."""
    if not PARQUET:
        whole = case.folder / "whole.parquet"
        columns = {
            "id": "VARCHAR",
            "document": "VARCHAR",
            "reference": "VARCHAR",
            "bart": "VARCHAR",
        }
        rows = [dict.fromkeys(columns, f"Text {n}.") | {"id": str(n)} for n in range(20)]
        write_parquet(whole, (json.dumps(row).encode() + b"\n" for row in rows), columns, {})
        PARQUET.append(whole.read_bytes())
    source = Source(case.file("t.parquet", case.bytes(PARQUET[0])))
    for number, line in source.lines():
        parse_topic(line, f"t.parquet:{number}")


def sample_line(case: Case) -> None:
    """Samples of lm-evaluation-harness."""
    row = {"doc_id": 1, "doc": {"article": "A text.", "highlights": "A."}, "target": "A.",
           "filtered_resps": ["S."], "resps": [["S."]], "filter": "none"}  # fmt: skip
    source = Source(case.file("samples.jsonl", case.json(row)))
    for number, line in source.lines():
        parse_topic(line, f"samples.jsonl:{number}")


def limits(case: Case) -> None:
    """Options of oracles and studies as they are typed."""
    do = case.rng.randrange(5)
    good = ["100", "3s", "2.5s", "10s", "1+2", "1+2+L", "L", "0", "9" * 5000, "\u0663", "\u00b2"]
    text = case.rng.choice([*good, *TEXTS])
    if case.rng.random() < 0.5:
        text = case.bytes(text.encode("utf-8", "replace")).decode("utf-8", "replace")
    if do == 0:
        read_limit(text)
    elif do == 1:
        read_budget(text)
    elif do == 2:
        read_objective(text, case.rng.choice(["recall", "f", "x"]))
    elif do == 3:
        numbers = [1, 0, -1, 100, 2**31, 2**64, 10**30]
        asked = Request(limit=case.rng.choice(numbers), resamples=case.rng.choice(numbers))
        asked.check()
    else:
        asked = Request(measures=(text,), title=text, command=None, lower=(text,), against=text)
        shlex.split(asked.spelled(text))


STUDY_STATE: Any = {
    "key": "k", "files": ["index.html"], "facts": {"corpus": "x"}, "means": [["s", "rouge-1", 0.5]],
    "before": {"facts": {}, "means": []},
}  # fmt: skip


def study_state(case: Case) -> None:
    """What a study left in its folder, damaged: used, or taken for none of ours."""
    raw = case.json(STUDY_STATE) if case.rng.random() < 0.7 else case.bytes(b'{"key": "k"}')
    case.file(f"study/{STATE}", raw)
    found = read_state(case.folder / "study")
    assert found is None or isinstance(found["key"], str), "a state without its key"


def phrase_list(case: Case) -> None:
    """Signalling phrases of a user."""
    for phrase in phrases.read(case.file("p.txt", case.bytes(b"in short # often\nto sum up\n"))):
        assert phrase == " ".join(phrase.split()), "a phrase that is not plain"


TARGETS: dict[Callable[[Case], None], int] = {
    session: 40, answers: 4, table: 15, roles: 8, names: 25, scale: 8, export: 12, sheet: 6,
    peer_file: 4, parquet_table: 1, sample_line: 4, limits: 8, study_state: 4, phrase_list: 2,
}  # fmt: skip


if __name__ == "__main__":
    main("operations", __doc__, TARGETS, prepare)
