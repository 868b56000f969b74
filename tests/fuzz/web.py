"""Fuzz the workbench's HTTP: odd bodies, addresses and queries at every route.

    python tests/fuzz/web.py [--cases 200000] [--seed 0] [--workers 2]
    python tests/fuzz/web.py --one 12345        # one case again, by its number

A case fails when a route answers with 500 or raises, when a refusal is not one line of JSON, when
it takes more than 20 seconds, or when the database is damaged.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from readers import TEXTS, Case, main
from starlette.testclient import TestClient

from sumscope.core.errors import SumscopeError
from sumscope.web.application import ROUTES, application
from sumscope.web.context import Context
from sumscope.web.security import our_hosts
from sumscope.workbench.creation import new
from sumscope.workbench.store.database import Database, open_database
from sumscope.workbench.store.work import Work

ADDRESS = "http://127.0.0.1:8765"
JUDGED = {
    "judgements": {"s1": {"q": {"ann": 3}}},
    "covers": [{"judge": "ann", "clusters": [{"items": ["d0.0"]}]}],
}
# A good body of each route that takes one, by the end of its path.
BODIES: dict[str, Any] = {
    "/login": {"password": "x"},
    "/logout": {},
    "/ops": {"client": "c", "base": 0,
             "ops": [{"seq": 1, "op": {"do": "new", "cluster": "a", "items": ["d0.0"]}, "at": 1}]},
    "/submit": {"base": 0},
    "/reopen": {},
    "/projects": {"corpus": "desk", "task": "rate", "name": "n", "topics": ["T"], "judges": ["bo"],
                  "scales": ["q:1-5"], "seed": 1, "per_item": 1, "overlap": 0.5, "suggest": True,
                  "limit": {"words": 9}, "guidelines": "g", "question": "?", "of": "peers"},
    "/settings": {"guidelines": "g", "suggest": True, "name": "p"},
    "/judges": {"name": "cy"},
    "/key": {},
    "/causes": {"topic": "T", "item": "d0.0", "left": "ann", "right": None, "cause": "slip",
                "note": "n"},
    "/adjudicate": {"topic": "T", "from": "ann"},
    "/import": {"id": "T", "documents": [{"id": "d0", "sentences": ["One.", "Two."]}], **JUDGED},
}  # fmt: skip
QUERIES = {
    "judges": ["all", "submitted"], "topic": ["T"], "left": ["ann"], "right": ["bo"], "from": ["0"],
    "version": ["0", "1"], "format": ["corpus", "csv", "json"], "judge": ["ann"],
    "corpus": ["desk"],
}  # fmt: skip
DESK: list[tuple[Database, TestClient, dict[str, list[str]]]] = []
KEPT = 300  # cases on one database, which grows by projects and judges
USED = [0]


def prepare(folder: Path) -> None:
    """A workbench with two projects, an owner's and a judge's session."""
    logging.disable(logging.CRITICAL)
    while DESK:
        database, client, _ = DESK.pop()
        client.close()
        database.close()
    documents = [{"id": f"d{k}", "sentences": ["One.", "Two."]} for k in range(2)]
    peers = [{"id": f"s{k}", "text": "A cat sat."} for k in range(2)]
    topic = {"id": "T", "lang": "en", "documents": documents, "peers": peers}
    source = folder / "desk.jsonl"
    source.write_text(json.dumps(topic) + "\n", encoding="utf-8")
    for old in folder.glob("desk.db*"):
        old.unlink()
    database = open_database(folder / "desk.db", create=True)
    made = [new(database, source, task, judges=["ann", "bo"]) for task in ("cluster", "rate")]
    context = Context(
        database, Work(database), {"desk": str(source)}, None, our_hosts("127.0.0.1", 8765)
    )
    client = TestClient(application(context), base_url=ADDRESS, headers={"X-Sumscope": "1"})
    client.get(f"/o/{context.token}", follow_redirects=False)
    client.get(f"/j/{made[0].judges[0].key}", follow_redirects=False)
    with database.read() as connection:
        tasks = list(connection.exec_driver_sql("SELECT id FROM task").scalars())
    known = {"project": [one.project for one in made], "task": tasks, "name": ["ann", "desk"]}
    DESK.append((database, client, known))
    USED[0] = 0


def request(case: Case) -> None:
    """One request: an answer, or a refusal in one line."""
    if USED[0] >= KEPT:
        prepare(case.folder)
    USED[0] += 1
    database, client, known = DESK[0]
    routes = [(route.method, route.path) for route in ROUTES] + [("POST", "/api/login")]
    method, path = case.rng.choice(routes)
    for part in ("project", "task", "name", "rest", "file"):
        odd = case.rng.choice(TEXTS).encode("utf-8", "replace")
        good = case.rng.choice(known.get(part, ["x"]))
        value = good if case.rng.random() < 0.9 else quote(odd[:300], safe="")
        path = path.replace(f"{{{part}:path}}", value).replace(f"{{{part}}}", value)
    wanted = {
        key: case.rng.choice(good if case.rng.random() < 0.8 else TEXTS)
        for key, good in QUERIES.items()
        if case.rng.random() < 0.6
    }
    asked = "&".join(f"{k}={quote(v.encode('utf-8', 'replace')[:300])}" for k, v in wanted.items())
    body, headers = b"", {}
    if method == "POST":
        good = next((one for end, one in BODIES.items() if path.endswith(end)), {})
        chance = case.rng.random()
        body = case.json(good) if chance < 0.8 else case.bytes(json.dumps(good).encode())
        body = b"" if chance > 0.97 else body
        headers = {"Content-Type": case.rng.choice(["application/json"] * 9 + ["text/plain"])}
        if case.rng.random() < 0.02:
            headers["Content-Length"] = case.rng.choice(["9" * 5000, "-1", "\u0663", "x"])
    send = [(key, value.encode("utf-8")) for key, value in headers.items()]
    answer = client.request(
        method, f"{path}?{asked}", content=body, headers=send, follow_redirects=False
    )
    assert answer.status_code < 500, f"{method} {path}: {answer.status_code} {answer.text[:200]}"
    if answer.status_code >= 400 and answer.headers["content-type"] == "application/json":
        line = answer.json()["error"]
        assert len(line.splitlines()) == 1, f"{method} {path}: {line!r}"
        raise SumscopeError(line)
    if USED[0] == KEPT:
        with database.read() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() == "ok"


TARGETS: dict[Callable[[Case], None], int] = {request: 1}


if __name__ == "__main__":
    main("web", __doc__, TARGETS, prepare)
