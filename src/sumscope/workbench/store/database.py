"""Open a database of projects: a SQLite file or a PostgreSQL URL, upgraded to this version.

SQLite runs in WAL mode with `synchronous=FULL`, so that what is committed survives a power cut.
Writers take turns: in this process by a lock, between processes by `BEGIN IMMEDIATE` and a long
busy timeout. PostgreSQL locks the row of the task at hand.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Generic, TypeVar

from sumscope.core.errors import MissingExtraError, SumscopeError
from sumscope.core.files import check_target

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

T = TypeVar("T")
LATEST = "0002"
MOST_TOGETHER = 64
BUSY_SECONDS = 60
# Two processes that start at once upgrade one after the other.
_UPGRADE_LOCK = 7_366_301_116


class Database:
    """A database that is open: connections to read and to write."""

    def __init__(self, engine: Engine, name: str) -> None:
        self.engine = engine
        self.name = name
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._turn = threading.Lock()
        self._waiting: deque[_Job[object]] = deque()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one moment of the database."""
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A connection to write; on disk when the block ends, nothing of it on an error."""
        turn = self._turn if self.is_sqlite else contextlib.nullcontext()
        with turn, self.engine.connect() as connection:
            connection = connection.execution_options(sumscope_write=True)
            with connection.begin():
                yield connection

    def write_together(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction that others may share, and return once it is on disk.

        SQLite waits for the disk at every commit. Whoever has the turn to write does the work of
        all who wait and commits once for them; what fails is taken back alone.
        """
        if not self.is_sqlite:
            with self.write() as connection:
                return work(connection)
        job = _Job(work)
        self._waiting.append(job)  # type: ignore[arg-type]
        with self._turn:
            if not job.done:
                self._run_all()
        return job.outcome()

    def _run_all(self) -> None:
        jobs: list[_Job[object]] = []
        while self._waiting and len(jobs) < MOST_TOGETHER:
            jobs.append(self._waiting.popleft())
        try:
            with self.engine.connect() as connection:
                connection = connection.execution_options(sumscope_write=True)
                with connection.begin():
                    for job in jobs:
                        job.run(connection, alone=len(jobs) == 1)
        except BaseException as error:
            for job in jobs:
                job.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            for job in jobs:
                job.done = True

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


class _Job(Generic[T]):
    """Work that waits for its turn, and what came of it."""

    def __init__(self, work: Callable[[Connection], T]) -> None:
        self.work = work
        self.done = False
        self.error: BaseException | None = None
        self.made: list[T] = []

    def run(self, connection: Connection, alone: bool) -> None:
        if alone:  # an error takes the whole transaction back
            self.made.append(self.work(connection))
            return
        try:
            with connection.begin_nested():
                self.made.append(self.work(connection))
        except Exception as error:
            self.error = error

    def outcome(self) -> T:
        if self.error is not None:
            raise self.error
        return self.made[0]


def is_url(name: str) -> bool:
    """Whether a name is a database URL and not a file."""
    return "://" in name


def shown(name: str) -> str:
    """The name of a database for messages, without a password."""
    if not is_url(name):
        return name
    from sqlalchemy import make_url

    return make_url(name).render_as_string(hide_password=True)


def open_database(name: str | os.PathLike[str], *, create: bool = False) -> Database:
    """Open a database and upgrade it; without `create` it must exist."""
    given = os.fspath(name)
    try:
        import alembic  # noqa: F401
        import sqlalchemy  # noqa: F401
    except ModuleNotFoundError:
        raise MissingExtraError(
            "SQLAlchemy and Alembic are not installed", hint='pip install "sumscope[web]"'
        ) from None
    if is_url(given) and not given.startswith("sqlite:"):
        return _open_server(given)
    path = Path(given.removeprefix("sqlite:///") if is_url(given) else given)
    return _open_file(path, create)


def _open_file(path: Path, create: bool) -> Database:
    from sqlalchemy import create_engine

    if path.exists():
        _check_file(path)
    elif not create:
        raise SumscopeError(
            "there is no such database", where=str(path), hint="make one with sumscope gold new"
        )
    else:
        check_target(path)
        path.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        f"sqlite:///{path.absolute()}", pool_size=8, max_overflow=64, pool_timeout=BUSY_SECONDS
    )
    _set_up_sqlite(engine)
    database = Database(engine, str(path))
    _upgrade(database)
    return database


def _check_file(path: Path) -> None:
    if path.is_dir():
        raise SumscopeError("is a folder", where=str(path), hint="name a database file")
    with path.open("rb") as file:
        start = file.read(16)
    if start and start != b"SQLite format 3\0":
        raise SumscopeError(
            "is not a database", where=str(path), hint="make one with sumscope gold new"
        )


def _set_up_sqlite(engine: Engine) -> None:
    from sqlalchemy import event

    @event.listens_for(engine, "connect")
    def _connected(connection: sqlite3.Connection, record: object) -> None:
        connection.isolation_level = None  # BEGIN is ours, below
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get("sumscope_write")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _open_server(url: str) -> Database:
    from sqlalchemy import create_engine, make_url
    from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError

    try:
        parsed = make_url(url)
        if parsed.drivername in ("postgresql", "postgres"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() != "postgresql":
            raise SumscopeError(
                f"unknown kind of database {parsed.get_backend_name()!r}",
                where=shown(url),
                hint="give a file, or a postgresql:// URL",
            )
        engine = create_engine(parsed, pool_size=8, max_overflow=32, pool_timeout=BUSY_SECONDS)
        database = Database(engine, shown(url))
        _upgrade(database)
    except (ArgumentError, NoSuchModuleError):
        raise SumscopeError(
            "not a database URL", where="--db", hint="write postgresql://user@host/name"
        ) from None
    except ModuleNotFoundError:
        raise MissingExtraError(
            "psycopg is not installed", hint='pip install "sumscope[web,postgres]"'
        ) from None
    except OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0] if error.orig else "no answer"
        raise SumscopeError(
            f"cannot connect: {reason}", where=shown(url), hint="is the server running?"
        ) from None
    return database


def version_of(connection: Connection) -> str | None:
    """The version of the schema; None for an empty database."""
    from alembic.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(database: Database) -> None:
    with database.read() as connection:
        before = version_of(connection)
    if before == LATEST:
        return
    if before is not None and before > LATEST:
        raise SumscopeError(
            f"the database has version {before}, made by a newer sumscope (this one: {LATEST})",
            where=database.name,
            hint="upgrade sumscope",
        )
    if before is not None:
        kept = backup_name(database, before)
        backup(database, kept)
        warnings.warn(
            f"{database.name}: upgraded from version {before} to {LATEST}; "
            f"the database as it was is in {kept}",
            stacklevel=2,
        )
    with database.write() as connection:
        if not database.is_sqlite:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})")
        if version_of(connection) != LATEST:  # another process may have been faster
            _run_migrations(connection)


def _run_migrations(connection: Connection, to: str = LATEST) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option(
        "script_location", str(Path(__file__).parent / "migrations").replace("%", "%%")
    )
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def backup_name(database: Database, version: str) -> Path:
    """Where the backup before an upgrade goes: beside the file, or in the current folder."""
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    if database.is_sqlite:
        path = Path(database.name)
        return path.with_name(f"{path.name}.v{version}-{stamp}.backup")
    return Path(f"sumscope.v{version}-{stamp}.backup")


def backup(database: Database, out: str | os.PathLike[str]) -> None:
    """Write the whole database to a SQLite file, also while others work on it."""
    target = check_target(out)
    target.parent.mkdir(parents=True, exist_ok=True)
    # A folder, so that what SQLite puts beside its file goes with it.
    with TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp") as folder:
        temporary = Path(folder) / "copy.db"
        if database.is_sqlite:
            with (
                closing(sqlite3.connect(database.name, timeout=BUSY_SECONDS)) as source,
                closing(sqlite3.connect(temporary)) as copy,
            ):
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
        else:
            _copy(database, temporary)
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(temporary, target)


def _copy(database: Database, path: Path) -> None:
    """Copy a PostgreSQL database of any version, table by table, into a SQLite file."""
    from sqlalchemy import MetaData, create_engine, insert, select

    engine = create_engine(f"sqlite:///{path.absolute()}")
    try:
        with database.read() as source, engine.begin() as copy:
            source.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            _run_migrations(copy, version_of(source) or LATEST)
            found = MetaData()
            found.reflect(source)
            for table in found.sorted_tables:
                if table.name != "alembic_version":
                    rows = source.execute(select(table)).mappings()
                    for part in rows.partitions(500):
                        copy.execute(insert(table), [dict(row) for row in part])
    finally:
        engine.dispose()
