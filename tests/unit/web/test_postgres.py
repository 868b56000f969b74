"""The same store on a real PostgreSQL server, used by two stores at once as by two processes."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sumscope.app import gold
from sumscope.data import DEMO
from sumscope.workbench.store.database import LATEST, backup, open_database
from sumscope.workbench.store.entries import ConflictError, Sent
from sumscope.workbench.store.work import Work, task_rows


def _helper() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pg", Path(__file__).with_name("postgres.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


HELPER = _helper()
WHY = HELPER.missing()
pytestmark = [
    pytest.mark.skipif(WHY is not None, reason=WHY or ""),
    pytest.mark.xdist_group("postgres"),
]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with HELPER.server(tmp_path_factory.mktemp("postgres")) as address:
        yield address


@pytest.fixture
def fresh(url: str) -> str:
    """An empty database on the server."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        number = connection.execute("SELECT count(*) FROM pg_database").fetchone()
        assert number is not None
        connection.execute(f"CREATE DATABASE d{number[0]}")
    return url.rpartition("/")[0] + f"/d{number[0]}"


def tasks(database: Any) -> dict[str, str]:
    with database.read() as connection:
        names = dict(connection.exec_driver_sql("SELECT id, name FROM judge").all())
        return {names[row.judge]: row.id for row in task_rows(connection)}


def test_many_judges_on_two_servers_lose_nothing(fresh: str) -> None:
    names = [f"j{n}" for n in range(8)]
    gold.new(fresh, DEMO, "cluster", judges=names, topics=["en-ferry"])
    stores = [open_database(fresh), open_database(fresh)]
    works = [Work(one) for one in stores]
    own, errors = tasks(stores[0]), []

    def judge(at: int) -> None:
        try:
            for n in range(20):
                op = {"do": "new", "cluster": f"c{n}"}
                works[n % 2].append(own[names[at]], f"client{at}", n, [Sent(n, op)])
                works[(n + 1) % 2].append(own[names[at]], f"client{at}", n, [Sent(n, op)])
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=judge, args=(at,)) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    for task in own.values():
        made = works[0].task(task)
        assert made.row.version == 20
        assert len(made.session.state.to_json()["clusters"]) == 20
    for one in stores:
        one.close()


def test_one_client_racing_itself_is_applied_once(fresh: str) -> None:
    gold.new(fresh, DEMO, "cluster", judges=["ann"], topics=["en-ferry"])
    database = open_database(fresh)
    task, works = tasks(database)["ann"], [Work(database), Work(database)]
    errors: list[BaseException] = []
    start = threading.Barrier(6)

    def send(at: int) -> None:
        start.wait()
        try:
            works[at % 2].append(task, "c", 0, [Sent(1, {"do": "new", "cluster": "x"})])
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=send, args=(at,)) for at in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert works[0].log(task)[0] == 1
    with pytest.raises(ConflictError):
        works[0].append(task, "other", 0, [Sent(1, {"do": "new", "cluster": "y"})])
    database.close()


def test_the_log_is_append_only_there_too(fresh: str) -> None:
    from sqlalchemy.exc import DatabaseError

    gold.new(fresh, DEMO, "cluster", judges=["ann"], topics=["en-ferry"])
    database = open_database(fresh)
    task = tasks(database)["ann"]
    Work(database).append(task, "c", 0, [Sent(1, {"do": "new", "cluster": "\u0000 <b> 😀"})])
    with pytest.raises(DatabaseError, match="append-only"), database.write() as connection:
        connection.exec_driver_sql("DELETE FROM op")
    assert len(Work(database).log(task)[1]) == 1
    database.close()


def test_export_backup_and_import_agree_with_sqlite(fresh: str, tmp_path: Path) -> None:
    for db in (fresh, tmp_path / "a.db"):
        gold.new(db, DEMO, "rate", judges=["ann"], scales=["quality:1-5"], name="p")
        database = open_database(db)
        work, task = Work(database), tasks(database)["ann"]
        ops = [
            Sent(n, {"do": "rate", "item": str(n), "scale": "quality", "value": n % 5 + 1})
            for n in range(1, 57)
        ]
        work.append(task, "c", 0, ops)
        work.submit(task)
        database.close()
    gold.export(fresh, tmp_path / "1.jsonl")
    gold.export(tmp_path / "a.db", tmp_path / "2.jsonl")
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    gold.backup(fresh, tmp_path / "copy.db")
    gold.export(tmp_path / "copy.db", tmp_path / "3.jsonl")
    assert (tmp_path / "3.jsonl").read_bytes() == (tmp_path / "1.jsonl").read_bytes()


def test_the_first_version_is_upgraded_after_a_backup(
    fresh: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sumscope.workbench.store import database as module

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "LATEST", "0001")
    with monkeypatch.context() as old:
        old.setattr(module._run_migrations, "__defaults__", ("0001",))
        gold.new(fresh, DEMO, "cluster", judges=["ann"], topics=["en-ferry"])
    monkeypatch.setattr(module, "LATEST", LATEST)
    with pytest.warns(UserWarning, match="upgraded from version 0001"):
        database = open_database(fresh)
    (kept,) = tmp_path.glob("sumscope.v0001-*.backup")
    with database.read() as connection:
        assert module.version_of(connection) == LATEST
    backup(database, tmp_path / "new.db")
    database.close()
    with pytest.warns(UserWarning, match="upgraded from version 0001"):
        copy = open_database(kept)
    assert list(tasks(copy)) == ["ann"]
    copy.close()


def test_two_server_processes_share_one_database(fresh: str, tmp_path: Path) -> None:
    import os
    import signal
    import subprocess
    import sys

    import httpx

    made = gold.new(fresh, DEMO, "cluster", judges=["ann"], topics=["en-ferry"])
    command = [sys.executable, "-m", "sumscope", "serve", "--db", fresh, "--port", "0", "--no-open"]
    servers = [
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ
        )
        for _ in range(2)
    ]
    try:
        bases = []
        for server in servers:
            assert server.stdout is not None
            bases.append(server.stdout.readline().partition("/o/")[0])
        headers = {"X-Sumscope": "1"}
        with httpx.Client(headers=headers, trust_env=False, timeout=60) as judge:
            assert judge.get(f"{bases[0]}/j/{made.judges[0].key}").status_code == 303
            (task,) = judge.get(f"{bases[0]}/api/tasks").json()
            cookies = dict(judge.cookies)
        for n in range(10):
            op = {"do": "new", "cluster": f"c{n}"}
            sent = {"client": "x", "base": n, "ops": [{"seq": n, "op": op}]}
            done = httpx.post(
                f"{bases[n % 2]}/api/tasks/{task['id']}/ops",
                json=sent,
                headers=headers,
                cookies=cookies,
                trust_env=False,
                timeout=60,
            )
            assert done.json() == {"version": n + 1, "acked": n}
    finally:
        for server in servers:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=60)
