"""Routes for the owner: projects, progress, agreement, adjudication, files."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import quote

from starlette.responses import Response

from sumscope.app import gold
from sumscope.web.context import Call
from sumscope.web.routing import (
    LARGE_BODY,
    Answer,
    Refusal,
    Route,
    fields,
    number,
    one_of,
    optional_string,
    string,
)
from sumscope.workbench.adjudicate import adjudicate as begin_gold
from sumscope.workbench.adjudicate import gold_evidence
from sumscope.workbench.brief import Scale
from sumscope.workbench.export import corpus_bytes, csv_text, json_text
from sumscope.workbench.results import collect, times_of
from sumscope.workbench.store.projects import (
    Project,
    add_judge,
    change_project,
    contents_of,
    judge_named,
    judges_of,
    project_by_id,
    projects,
    renew_key,
)
from sumscope.workbench.store.work import task_rows

WHICH = ("all", "submitted")
LONGEST_GUIDELINES = 50_000


def project_list(call: Call) -> Answer:
    """Every project, with its progress."""
    made = []
    with call.context.database.read() as connection:
        for project in projects(connection):
            judges = {j.id for j in judges_of(connection, project.id) if not j.gold}
            rows = [r for r in task_rows(connection, project=project.id) if r.judge in judges]
            made.append(
                {
                    "id": project.id,
                    "name": project.settings.name,
                    "task": project.task,
                    "topics": len(contents_of(connection, project.id)),
                    "judges": len(judges),
                    "items": sum(row.units for row in rows),
                    "done": sum(row.done for row in rows),
                    "tasks": len(rows),
                    "submitted": sum(row.submitted is not None for row in rows),
                    "created": project.created,
                }
            )
    return made


def project_page(call: Call) -> Answer:
    """One project: settings, topics, judges with their progress and addresses."""
    project = _project(call)
    settings = project.settings
    results = collect(call.context.work, project)
    with call.context.database.read() as connection:
        contents = contents_of(connection, project.id)
    judges = []
    for one in gold.progress(call.context.work, project, results):
        key = None if one.judge.gold else one.judge.key
        address = None if key is None else f"{call.context.address}/j/{key}"
        judges.append({**one.to_json(), "key": key, "address": address})
    limit = {"words": settings.words, "rate": settings.rate}
    return {
        "id": project.id,
        "name": settings.name,
        "task": settings.task,
        "seed": settings.seed,
        "guidelines": project.guidelines,
        "suggest": settings.suggest,
        "scales": [scale.to_json() for scale in settings.scales],
        "question": settings.question,
        "of": settings.of,
        "per_item": settings.per_item,
        "overlap": settings.overlap,
        "limit": {k: v for k, v in limit.items() if v is not None} or None,
        "created": project.created,
        "topics": [
            {
                "id": topic,
                "title": content.title,
                "items": len(content.items) or len(content.texts),
                "why": content.why,
            }
            for topic, content in contents.items()
        ],
        "judges": judges,
    }


def new_project(call: Call) -> Answer:
    """Make a project of a corpus that the server was started with."""
    given = fields(
        call,
        "corpus",
        "task",
        optional=(
            *("name", "topics", "judges", "scales", "seed", "per_item", "overlap", "limit", "of"),
            *("pairs", "whole", "guidelines", "suggest", "question"),
        ),
    )
    corpus = call.context.corpora.get(string(given, "corpus"))
    if corpus is None:
        raise Refusal(404, "unknown corpus")
    limit = given.get("limit") or {}
    if not isinstance(limit, dict) or not set(limit) <= {"words", "rate"}:
        raise Refusal(400, "limit must be an object with words or rate")
    rate = limit.get("rate")
    if rate is not None and (isinstance(rate, bool) or not isinstance(rate, (int, float))):
        raise Refusal(400, "rate must be a number")
    made = gold.new(
        call.context.database,
        corpus,
        string(given, "task", 20),
        topics=_strings(given, "topics"),
        judges=_strings(given, "judges"),
        scales=[_scale(one) for one in _list(given, "scales")],
        seed=_optional_number(given, "seed") or 0,
        per_item=_optional_number(given, "per_item"),
        overlap=_optional_number(given, "overlap"),
        name=optional_string(given, "name", 100),
        whole=given.get("whole") is True,
        words=_optional_number(limit, "words"),
        rate=None if rate is None else float(rate),
        of=_optional_number(given, "of") or 2,
        pairs=_optional_number(given, "pairs"),
        question=optional_string(given, "question", 100) or "overall",
        suggest=given.get("suggest") is True,
        guidelines=optional_string(given, "guidelines", LONGEST_GUIDELINES),
    )
    return made.to_json()


def settings(call: Call) -> Answer:
    """Change what may change while judges work."""
    project = _project(call)
    given = fields(call, optional=("guidelines", "suggest", "name"))
    suggest = given.get("suggest", project.settings.suggest)
    if not isinstance(suggest, bool):
        raise Refusal(400, "suggest must be true or false")
    name = optional_string(given, "name", 100) or project.settings.name
    told = optional_string(given, "guidelines", LONGEST_GUIDELINES)
    changed = replace(
        project,
        settings=replace(project.settings, suggest=suggest, name=name),
        guidelines=project.guidelines if told is None else told,
    )
    change_project(call.context.database, changed)
    call.context.work.forget()
    return project_page(call)


def new_judge(call: Call) -> Answer:
    """One judge more."""
    name = string(fields(call, "name"), "name", 100)
    judge = add_judge(call.context.database, _project(call), name)
    return {"name": judge.name, "key": judge.key}


def new_key(call: Call) -> Answer:
    """A new key for a judge."""
    judge = renew_key(call.context.database, _project(call).id, call.params["name"])
    return {"name": judge.name, "key": judge.key}


def agreement(call: Call) -> Answer:
    """Agreement of the judges so far."""
    found = collect(call.context.work, _project(call), one_of(call, "judges", WHICH))
    key = tuple((one.row.id, one.row.version) for one in found.results)
    with call.context.computing:  # several who ask at once wait for one answer
        kept = call.context.kept.get(found.project.id)
        if kept is None or kept[0] != key:
            kept = (key, gold.agreement(found).to_json())
            call.context.kept[found.project.id] = kept
    return kept[1]


def matrix(call: Call) -> Answer:
    """Co-clustering of a topic."""
    return gold.matrix(call.context.work, _project(call), _query(call, "topic"))


def disagreement(call: Call) -> Answer:
    """Sentences of a topic, most disputed first."""
    found = gold.disputed(call.context.work, _project(call), _query(call, "topic"))
    return [one.to_json() for one in found]


def edits(call: Call) -> Answer:
    """The edit script between two judges."""
    names = (_query(call, "topic"), _query(call, "left"), _query(call, "right"))
    return gold.edits(call.context.work, _project(call), *names)


def states(call: Call) -> Answer:
    """What each judge made of a topic."""
    return gold.states(call.context.work, _project(call), call.query.get("topic"))


def causes(call: Call) -> Answer:
    """Causes of disagreements."""
    return [one.to_json() for one in collect(call.context.work, _project(call)).causes]


def set_cause(call: Call) -> Answer:
    """Give a disagreement a cause, or take it back."""
    given = fields(call, "topic", "item", "cause", optional=("left", "right", "note"))
    gold.set_cause(
        call.context.work,
        _project(call),
        string(given, "topic"),
        string(given, "item"),
        optional_string(given, "cause", 40),
        left=optional_string(given, "left"),
        right=optional_string(given, "right"),
        note=optional_string(given, "note"),
    )
    return causes(call)


def adjudicate(call: Call) -> Answer:
    """Begin the gold standard of a topic, or of all ratings or preferences."""
    given = fields(call, optional=("topic", "from"))
    topic, start = optional_string(given, "topic"), optional_string(given, "from")
    return {"task": begin_gold(call.context.work, _project(call), topic, start)}


def verdicts(call: Call) -> Answer:
    """The judges' answers on each item of the gold standard's ratings or preferences."""
    return gold_evidence(call.context.work, _project(call))


def export(call: Call) -> Answer:
    """Export judges' work as a file."""
    kind = one_of(call, "format", ("corpus", "csv", "json"))
    found = collect(call.context.work, _project(call), one_of(call, "judges", WHICH[::-1]))
    name = re.sub(r"[^\w.-]+", "-", found.project.settings.name).strip("-") or "project"
    if kind == "corpus":
        return _file(corpus_bytes(found), f"{name}.jsonl", "application/x-ndjson")
    if kind == "csv":
        return _file(csv_text(found).encode(), f"{name}.csv", "text/csv")
    times = times_of(call.context.work, [one.row.id for one in found.results])
    return _file(json_text(found, times).encode(), f"{name}.json", "application/json")


def take(call: Call) -> Answer:
    """Bring in a file."""
    project = _project(call)
    made = gold.take(call.context.work, call.context.database, call.raw, "the file", project.id)
    return made.to_json()


def page(call: Call) -> Answer:
    """A judge's tasks as one offline page."""
    project = _project(call)
    with call.context.database.read() as connection:
        judge = judge_named(connection, project.id, _query(call, "judge"))
    text, _ = gold.page_text(call.context.work, judge.id, judge.name)
    name = re.sub(r"[^\w.-]+", "-", judge.name).strip("-") or "judge"
    return _file(text.encode(), f"{name}.html", "text/html")


def corpora(call: Call) -> Answer:
    """The corpora that the server was started with."""
    return gold.corpora(call.context.corpora)


def corpus_sample(call: Call) -> Answer:
    """Why each document of a corpus is in the sentence set or not."""
    corpus = call.context.corpora.get(_query(call, "corpus"))
    if corpus is None:
        raise Refusal(404, "unknown corpus")
    return gold.sample_reasons(corpus)


def reopen(call: Call) -> Answer:
    """Let a judge go on with a task that was submitted."""
    row = call.context.work.reopen(call.params["task"])
    return {"version": row.version, "submitted": False}


P = "/api/projects/{project}"
ROUTES = (
    Route("GET", "/api/projects", project_list, "owner"),
    Route("POST", "/api/projects", new_project, "owner"),
    Route("GET", P, project_page, "owner"),
    Route("POST", P + "/settings", settings, "owner"),
    Route("POST", P + "/judges", new_judge, "owner"),
    Route("POST", P + "/judges/{name:path}/key", new_key, "owner"),
    Route("GET", P + "/agreement", agreement, "owner"),
    Route("GET", P + "/matrix", matrix, "owner"),
    Route("GET", P + "/disagreement", disagreement, "owner"),
    Route("GET", P + "/edits", edits, "owner"),
    Route("GET", P + "/states", states, "owner"),
    Route("GET", P + "/causes", causes, "owner"),
    Route("POST", P + "/causes", set_cause, "owner"),
    Route("POST", P + "/adjudicate", adjudicate, "owner"),
    Route("GET", P + "/verdicts", verdicts, "owner"),
    Route("GET", P + "/export", export, "owner"),
    Route("POST", P + "/import", take, "owner", LARGE_BODY, raw=True),
    Route("GET", P + "/page", page, "owner"),
    Route("GET", "/api/corpora", corpora, "owner"),
    Route("GET", "/api/sample", corpus_sample, "owner"),
    Route("POST", "/api/tasks/{task}/reopen", reopen, "owner"),
)


def _project(call: Call) -> Project:
    with call.context.database.read() as connection:
        return project_by_id(connection, call.params["project"])


def _query(call: Call, key: str) -> str:
    value = call.query.get(key)
    if value is None:
        raise Refusal(400, f"{key} is missing in the address")
    return value


def _list(given: dict[str, object], key: str) -> list[object]:
    value = given.get(key)
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > 10_000:
        raise Refusal(400, f"{key} must be a list")
    return value


def _strings(given: dict[str, object], key: str) -> list[str]:
    made = []
    for one in _list(given, key):
        if not isinstance(one, str):
            raise Refusal(400, f"{key} must be a list of strings")
        made.append(one)
    return made


def _optional_number(given: dict[str, object], key: str) -> int | None:
    return None if given.get(key) is None else number(given[key], key)


def _scale(one: object) -> Scale:
    if isinstance(one, str):
        return gold.parse_scale(one)
    if not isinstance(one, dict):
        raise Refusal(400, "a scale is an object with name, low and high")
    low = number(one.get("low"), "low", -1000, 1000)
    high = number(one.get("high"), "high", -1000, 1000)
    points = one.get("points") or {}
    if not isinstance(points, dict) or not all(isinstance(w, str) for w in points.values()):
        raise Refusal(400, "points must be an object from numbers to words")
    known = {str(point) for point in range(low, high + 1)} if low < high < low + 200 else set()
    if not known.issuperset(points):
        raise Refusal(400, "points must be whole numbers of the scale")
    question = optional_string(one, "question", 1000) or ""
    return Scale(string(one, "name", 100), low, high, question, points)


def _file(content: bytes, name: str, kind: str) -> Response:
    plain = name.encode("ascii", "replace").decode().replace("?", "-")
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"
    return Response(content, media_type=kind, headers={"Content-Disposition": disposition})
