"""Routes for judges: their tasks, operations and submission."""

from __future__ import annotations

from sumscope._version import __version__
from sumscope.web.context import Call
from sumscope.web.routing import (
    Answer,
    Refusal,
    Route,
    fields,
    number,
    query_number,
    string,
)
from sumscope.workbench.present import task_line, task_page
from sumscope.workbench.store.entries import Sent, TaskRow
from sumscope.workbench.store.projects import (
    contents_of,
    judge_by_id,
    judges_of,
    project_by_id,
    projects,
)
from sumscope.workbench.store.work import MOST_OPERATIONS, task_rows

UNKNOWN = "unknown task"


def me(call: Call) -> Answer:
    """Who is calling."""
    return {
        "owner": call.owner,
        "judge": None if call.judge is None else call.judge.name,
        "project": None if call.judge is None else call.judge.project,
        "login": "token" if call.context.password is None else "password",
        "version": __version__,
    }


def tasks(call: Call) -> Answer:
    """The caller's own tasks."""
    made = []
    with call.context.database.read() as connection:
        judges = [] if call.judge is None else [call.judge]
        if call.judge is None:
            for project in projects(connection):
                judges += [one for one in judges_of(connection, project.id) if one.gold]
        for judge in judges:
            project = project_by_id(connection, judge.project)
            titles = {k: c.title for k, c in contents_of(connection, judge.project).items()}
            for row in task_rows(connection, judge=judge.id):
                title = titles.get(row.topic) if row.topic is not None else None
                made.append(task_line(row, project, judge.name, title))
    return made


def task(call: Call) -> Answer:
    """One task with its state."""
    row = _seen(call)
    version = query_number(call, "version")
    return task_page(call.context.work.task(row.id, version), version)


def log(call: Call) -> Answer:
    """The operations of a task."""
    row = _seen(call)
    version, entered = call.context.work.log(row.id, query_number(call, "from") or 0)
    return {"version": version, "ops": [one.to_json() for one in entered]}


def operations(call: Call) -> Answer:
    """Take operations; the answer comes when they are on disk."""
    task = _own(call)
    given = fields(call, "client", "base", "ops")
    client = string(given, "client", 64)
    if not client or not client.isprintable():
        raise Refusal(400, "client must be 1 to 64 printable characters")
    ops = given["ops"]
    if not isinstance(ops, list) or len(ops) > MOST_OPERATIONS:
        raise Refusal(400, f"ops must be a list of at most {MOST_OPERATIONS} operations")
    sent = [_sent(one) for one in ops]
    done = call.context.work.append(task, client, number(given["base"], "base"), sent)
    return {"version": done.version, "acked": done.acked}


def submit(call: Call) -> Answer:
    """Hand a task in."""
    task = _own(call)
    given = fields(call, optional=("base",))
    base = None if given.get("base") is None else number(given["base"], "base")
    after = call.context.work.submit(task, base)
    state = call.context.work.task(task)
    broken = state.session.state.broken(state.brief)
    return {
        "version": after.version,
        "submitted": True,
        "rules": [one.to_json() for one in broken],
    }


def others(call: Call) -> Answer:
    """What the other judges made of the same topic, once this one has submitted."""
    row = call.context.work.row(_own(call))
    if row.topic is None:
        raise Refusal(403, "the work of others is not shown in this task")
    if row.submitted is None:
        raise Refusal(403, "submit your own work first")
    with call.context.database.read() as connection:
        names = {judge.id: judge.name for judge in judges_of(connection, row.project)}
        rows = task_rows(connection, project=row.project)
    made = []
    for other in rows:
        if other.topic == row.topic and other.id != row.id and other.submitted is not None:
            state = call.context.work.task(other.id).session.state
            made.append({"judge": names[other.judge], "state": state.to_json()})
    return made


def _sent(one: object) -> Sent:
    if not isinstance(one, dict) or "seq" not in one or "op" not in one:
        raise Refusal(400, "each operation needs seq and op")
    op, at = one["op"], one.get("at")
    if not isinstance(op, dict):
        raise Refusal(400, "op must be an object")
    return Sent(number(one["seq"], "seq"), op, None if at is None else number(at, "at", 0, 2**53))


def _seen(call: Call) -> TaskRow:
    """A task that the caller may look at: the judge's own, or any for the owner."""
    row = call.context.work.row(call.params["task"])
    if call.owner or (call.judge is not None and row.judge == call.judge.id):
        return row
    raise Refusal(404, UNKNOWN)


def _own(call: Call) -> str:
    """A task that the caller may change: the judge's own; the gold standard for the owner."""
    task = call.params["task"]
    judge = call.context.work.judge_of(task)
    if call.judge is not None and judge == call.judge.id:
        return task
    if call.owner:
        with call.context.database.read() as connection:
            if judge_by_id(connection, judge).gold:
                return task
        raise Refusal(403, "only the judge may change this task")
    raise Refusal(404, UNKNOWN)


ROUTES = (
    Route("GET", "/api/me", me, "anyone"),
    Route("GET", "/api/tasks", tasks, "either"),
    Route("GET", "/api/tasks/{task}", task, "either"),
    Route("GET", "/api/tasks/{task}/log", log, "either"),
    Route("POST", "/api/tasks/{task}/ops", operations, "either"),
    Route("POST", "/api/tasks/{task}/submit", submit, "either"),
    Route("GET", "/api/tasks/{task}/others", others, "either"),
)
