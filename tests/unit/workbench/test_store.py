"""The store: what is acknowledged is there, the log only grows, old databases are upgraded."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DatabaseError

from sumscope.app import gold
from sumscope.core.errors import SumscopeError
from sumscope.workbench.store.database import LATEST, Database, backup, open_database
from sumscope.workbench.store.entries import ConflictError, OperationError, Sent
from sumscope.workbench.store.work import Work

OLD = Path(__file__).with_name("workbench-v0001.sql")


def corpus(path: Path, topics: int = 1) -> Path:
    rows = [
        {
            "id": f"T{n}",
            "documents": [
                {"id": f"d{at}", "sentences": [f"Sentence {at} {k}." for k in range(20)]}
                for at in range(2)
            ],
            "peers": [{"id": f"s{at}", "text": f"Summary {at}."} for at in range(3)],
        }
        for n in range(topics)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = open_database(tmp_path / "a.db", create=True)
    gold.new(made, corpus(tmp_path / "c.jsonl"), "cluster", judges=["ann", "bo"], name="p")
    yield made
    made.close()


def first_task(database: Database, judge: str = "ann") -> str:
    with database.read() as connection:
        query = (
            "SELECT task.id FROM task JOIN judge ON judge.id = task.judge "
            f"WHERE judge.name = '{judge}'"
        )
        found: str = connection.exec_driver_sql(query).scalar_one()
    return found


def test_sqlite_runs_in_wal_with_full_sync(database: Database) -> None:
    with database.read() as connection:
        for pragma, expected in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == expected


def test_the_log_only_grows(database: Database) -> None:
    task = first_task(database)
    Work(database).append(task, "c", 0, [Sent(1, {"do": "new", "cluster": "x"})])
    for change in ("UPDATE op SET op = '{}'", "DELETE FROM op"):
        with pytest.raises(DatabaseError, match="append-only"), database.write() as connection:
            connection.exec_driver_sql(change)
    assert len(Work(database).log(task)[1]) == 1


def test_a_refused_request_leaves_nothing(database: Database) -> None:
    task, work = first_task(database), Work(database)
    good, bad = {"do": "new", "cluster": "x"}, {"do": "drop", "cluster": "nope"}
    with pytest.raises(OperationError, match="unknown cluster"):
        work.append(task, "c", 0, [Sent(1, good), Sent(2, bad)])
    assert work.log(task) == (0, [])


def test_a_fresh_process_sees_the_same_state(database: Database) -> None:
    task, work = first_task(database), Work(database)
    ops = [{"do": "new", "cluster": "x", "items": ["d0.0"]}, {"do": "undo"}, {"do": "redo"}]
    for n, op in enumerate(ops):
        work.append(task, "c", n, [Sent(n, op)])
    other = Work(database)
    assert other.task(task).session.state == work.task(task).session.state
    assert other.task(task, 2).session.state.to_json()["clusters"] == []


def test_twenty_judges_at_once_lose_nothing(tmp_path: Path) -> None:
    names = [f"j{n}" for n in range(20)]
    path = tmp_path / "many.db"
    gold.new(path, corpus(tmp_path / "c.jsonl"), "cluster", judges=names)
    stores = [open_database(path), open_database(path)]  # as two server processes have
    works = [Work(one) for one in stores]
    errors: list[BaseException] = []

    def judge(at: int) -> None:
        try:
            task = first_task(stores[at % 2], names[at])
            for n in range(25):
                work = works[(at + n) % 2]
                op = {"do": "new", "cluster": f"c{n}"}
                assert work.append(task, f"client{at}", n, [Sent(n, op)]).version == n + 1
                work.append(task, f"client{at}", n, [Sent(n, op)])  # sent again: applied once
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=judge, args=(at,)) for at in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    for at, name in enumerate(names):
        task = works[0].task(first_task(stores[0], name))
        assert task.row.version == 25
        assert len(task.session.state.to_json()["clusters"]) == 25, at
    for one in stores:
        one.close()
    with sqlite3.connect(path) as plain:
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_two_windows_never_overwrite_each_other(database: Database) -> None:
    task, work = first_task(database), Work(database)
    work.append(task, "one", 0, [Sent(1, {"do": "new", "cluster": "x"})])
    with pytest.raises(ConflictError) as raised:
        work.append(task, "two", 0, [Sent(1, {"do": "new", "cluster": "x"})])
    assert raised.value.version == 1
    assert [one.client for one in raised.value.since] == ["one"]


def load_old(path: Path) -> None:
    with sqlite3.connect(path) as made:
        made.executescript(OLD.read_text(encoding="utf-8"))
    made.close()


def test_a_database_of_the_first_version_is_upgraded_after_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    load_old(path)
    before = path.read_bytes()
    with pytest.warns(UserWarning, match="upgraded from version 0001") as said:
        database = open_database(path)
    (kept,) = tmp_path.glob("old.db.v0001-*.backup")
    assert str(kept) in str(said[0].message)
    with sqlite3.connect(kept) as old:
        assert old.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        assert old.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert old.execute("SELECT count(*) FROM op").fetchone() == (5,)
    assert len(kept.read_bytes()) == len(before)
    with database.read() as connection:
        assert (
            connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == LATEST
        )
        assert connection.exec_driver_sql("SELECT count(*) FROM cause").scalar() == 0
        project = connection.exec_driver_sql("SELECT id FROM project").scalar_one()
    task = first_task(database)
    state = Work(database).task(task).session.state.to_json()
    assert state["clusters"] == [
        {"id": "c1", "label": "First <b>label</b>", "rank": 1, "items": ["d0.0", "d1.0"]}
    ]
    assert state["aside"] == ["d0.1"]
    # What the second version adds works on the old project.
    from sumscope.workbench.store.projects import project_by_id

    with database.read() as connection:
        old_project = project_by_id(connection, project)
    gold.set_cause(Work(database), old_project, "T0", "d0.0", "slip")
    database.close()
    assert not list(tmp_path.glob("old.db.v0002*"))
    open_database(path).close()  # nothing left to do, no second backup
    assert len(list(tmp_path.glob("*.backup"))) == 1


def test_the_migrations_make_the_tables_that_the_code_uses(database: Database) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from sumscope.workbench.store.tables import metadata

    with database.read() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    open_database(path, create=True).close()
    with sqlite3.connect(path) as plain:
        plain.execute("UPDATE alembic_version SET version_num = '9999'")
    plain.close()
    with pytest.raises(SumscopeError, match="made by a newer sumscope"):
        open_database(path)


def test_a_backup_is_whole_while_others_write(database: Database, tmp_path: Path) -> None:
    task, work = first_task(database), Work(database)
    stop = threading.Event()

    def write() -> None:
        n = 0
        while not stop.is_set():
            work.append(task, "c", n, [Sent(n, {"do": "new", "cluster": f"c{n}"})])
            n += 1

    thread = threading.Thread(target=write)
    thread.start()
    try:
        backup(database, tmp_path / "copy.db")
    finally:
        stop.set()
        thread.join()
    copy = open_database(tmp_path / "copy.db")
    row = Work(copy).task(task)
    assert len(row.session.state.to_json()["clusters"]) == row.row.version
    copy.close()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.db", "there is no such database"),
        (".", "is a folder"),
        ("text.db", "is not a database"),
        ("mysql://localhost/x", "unknown kind of database 'mysql'"),
    ],
)
def test_what_is_no_database_is_refused(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "text.db").write_text("not a database at all", encoding="utf-8")
    with pytest.raises(SumscopeError, match=message):
        open_database(name if "://" in name else tmp_path / name)


def test_passwords_of_database_urls_are_never_shown() -> None:
    with pytest.raises(SumscopeError) as raised:
        open_database("postgresql://user:hush@127.0.0.1:1/none")
    assert "hush" not in str(raised.value)


def test_every_judge_key_differs_and_is_long(tmp_path: Path) -> None:
    made: Any = gold.new(
        tmp_path / "k.db", corpus(tmp_path / "c.jsonl"), "rate", judges=list("abcdef")
    )
    keys = [judge.key for judge in made.judges]
    assert len(set(keys)) == 6
    assert min(map(len, keys)) >= 32
