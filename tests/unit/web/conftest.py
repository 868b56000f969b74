"""A workbench without a network: projects of every task, an owner, judges."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sumscope.app import gold
from sumscope.web.application import application
from sumscope.web.context import Context
from sumscope.web.security import our_hosts
from sumscope.workbench.store.database import Database, open_database
from sumscope.workbench.store.work import Work

ADDRESS = "http://127.0.0.1:8765"
SYSTEMS = ("secret-one", "secret-two", "secret-three", "secret-four", "secret-five")


def topic(name: str) -> dict[str, Any]:
    documents = [
        {
            "id": f"{name}-d{at}",
            "date": f"2031-05-0{at + 1}",
            "sentences": [f"{name} document {at} says thing {n}." for n in range(4)],
        }
        for at in range(3)
    ]
    return {
        "id": name,
        "title": f"Title of {name}",
        "lang": "en",
        "documents": documents,
        "references": [{"id": "A", "sentences": [f"{name} abstract one.", "Abstract two."]}],
        "peers": [{"id": s, "text": f"{name} summary {at}."} for at, s in enumerate(SYSTEMS)],
    }


@dataclass
class Bench:
    """The application with its database, and who calls it."""

    context: Context
    database: Database
    corpus: Path
    projects: dict[str, gold.Created] = field(default_factory=dict)

    def client(self, **headers: str) -> TestClient:
        given = {"X-Sumscope": "1", **headers}
        return TestClient(
            application(self.context),
            base_url=ADDRESS,
            headers=given,
            follow_redirects=False,
            raise_server_exceptions=False,
        )

    @property
    def owner(self) -> TestClient:
        made = self.client()
        assert made.get(f"/o/{self.context.token}").status_code == 303
        return made

    def key(self, task: str, name: str) -> str:
        return next(j.key for j in self.projects[task].judges if j.name == name)

    def judge(self, task: str, name: str = "ann") -> TestClient:
        made = self.client()
        assert made.get(f"/j/{self.key(task, name)}").status_code == 303
        return made

    def task(self, task: str, name: str = "ann") -> str:
        judge = next(j for j in self.projects[task].judges if j.name == name)
        return self.context.work.tasks_of(judge.id)[0].id


@pytest.fixture
def make_bench(tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    opened: list[Database] = []

    def make(*tasks: str, password: str | None = None) -> Bench:
        corpus = tmp_path / "corpus.jsonl"
        corpus.write_text("".join(json.dumps(topic(name)) + "\n" for name in ("T1", "T2")))
        database = open_database(tmp_path / "bench.db", create=True)
        opened.append(database)
        context = Context(
            database,
            Work(database),
            {"corpus.jsonl": str(corpus)},
            password,
            our_hosts("127.0.0.1", 8765),
            address=ADDRESS,
        )
        made = Bench(context, database, corpus)
        for task in tasks:
            made.projects[task] = gold.new(database, corpus, task, judges=["ann", "bo"])
        return made

    yield make
    for database in opened:
        database.close()


@pytest.fixture
def bench(make_bench: Callable[..., Bench]) -> Bench:
    return make_bench("cluster", "rate", "prefer")


@pytest.fixture
def full_bench(make_bench: Callable[..., Bench]) -> Bench:
    return make_bench("cluster", "link", "extract", "rate", "prefer")
