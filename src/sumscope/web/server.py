"""Start the workbench: bind first, say the address, then answer until interrupted."""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from sumscope.core.errors import MissingExtraError, SumscopeError
from sumscope.studies.live_study import LiveStudies, is_study
from sumscope.web.context import Context
from sumscope.web.security import our_hosts
from sumscope.workbench.store.database import Database, open_database
from sumscope.workbench.store.work import Work

LOCAL = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Launch:
    """A server that is bound to its port and not yet answering."""

    context: Context
    socket: socket.socket

    @property
    def owner_address(self) -> str:
        """Where the owner begins: with the token, or to the page that asks for the password."""
        if self.context.password is not None:
            return f"{self.context.address}/"
        return f"{self.context.address}/o/{self.context.token}"

    def run(self, open_page: bool = False) -> None:
        """Answer until interrupted."""
        import uvicorn

        from sumscope.web.application import application

        config = uvicorn.Config(
            application(self.context),
            access_log=False,  # addresses hold keys
            log_level="warning",
            server_header=False,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=5,
            ws="none",
            lifespan="off",
        )
        if open_page:
            webbrowser.open(self.owner_address)
        uvicorn.Server(config).run(sockets=[self.socket])


def serve(
    corpora: Sequence[str] = (),
    *,
    db: str = "sumscope.db",
    host: str = "127.0.0.1",
    port: int = 8765,
    allow_hosts: Sequence[str] = (),
    open_page: bool = False,
    password: str | None = None,
    ready: Callable[[str, tuple[str, ...]], None] | None = None,
    ask: Callable[[], str] | None = None,
) -> None:
    """Run the workbench on a database, which is made if there is none, until interrupted.

    `db` is a file or a postgresql:// URL. The server listens on `host` and `port` (0 takes a free
    one); `allow_hosts` are names of a proxy in front of it. `ready(address, notes)` is called once
    the port is bound. The owner's password, needed for another host than this machine, is
    `password`, SUMSCOPE_PASSWORD or what `ask` returns.
    """
    for corpus in corpora:
        if Path(corpus).is_dir() and not is_study(corpus):
            raise SumscopeError(
                "is a folder, but not that of a complete study",
                where=corpus,
                hint="make one with: sumscope study CORPUS -o DIR",
            )
        if not Path(corpus).exists():
            raise SumscopeError("there is no such corpus or study", where=corpus)
    try:
        import uvicorn  # noqa: F401
    except ModuleNotFoundError:
        raise MissingExtraError(
            "uvicorn is not installed", hint='pip install "sumscope[web]"'
        ) from None
    database = open_database(db, create=True)
    try:
        made = launch(
            database,
            host=host,
            port=port,
            corpora=corpora,
            allow_hosts=allow_hosts,
            password=password or os.environ.get("SUMSCOPE_PASSWORD"),
            ask=ask,
        )
        if ready is not None:
            ready(made.owner_address, _notes(made, host))
        try:
            made.run(open_page)
        finally:
            made.context.studies.close()
    finally:
        database.close()


def _notes(made: Launch, host: str) -> tuple[str, ...]:
    said = [f"the database is {made.context.database.name}; stop with Ctrl-C"]
    if host not in LOCAL:
        said.append("the connection is not encrypted unless a proxy in front of it does that")
    return tuple(said)


def launch(
    database: Database,
    *,
    host: str = "127.0.0.1",
    port: int = 8765,
    corpora: Sequence[str] = (),
    allow_hosts: Sequence[str] = (),
    password: str | None = None,
    ask: Callable[[], str] | None = None,
) -> Launch:
    """Bind the port; another host than this machine needs a password."""
    local = host in LOCAL
    if not local and not password:
        password = ask() if ask is not None else None
        if not password:
            raise SumscopeError(
                f"{host} can be reached from other machines, so the owner needs a password",
                hint="set SUMSCOPE_PASSWORD",
            )
    bound = _bind(host, port)
    port = bound.getsockname()[1]
    written = f"[{host}]" if ":" in host else host
    named = _named([corpus for corpus in corpora if not is_study(corpus)])
    shown = _named([corpus for corpus in corpora if is_study(corpus)])
    context = Context(
        database,
        Work(database),
        named,
        None if local else password,
        our_hosts(host, port, allow_hosts),
        host in ("0.0.0.0", "::"),
        address=f"http://{written}:{port}",
        studies=LiveStudies(shown, named),
        home=f"/studies/{quote(next(iter(shown)), safe='')}/" if shown and not named else "/",
    )
    return Launch(context, bound)


def _named(corpora: Sequence[str]) -> dict[str, str]:
    """Corpora or studies by file name; those of one name by their path."""
    names = [os.path.basename(os.path.abspath(corpus)) for corpus in corpora]
    return {
        name if names.count(name) == 1 else corpus: corpus
        for name, corpus in zip(names, corpora, strict=True)
    }


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(512)
    except (OSError, OverflowError) as error:
        made.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise SumscopeError(
            f"cannot listen on port {port}: {reason}", where=host, hint="try another --port"
        ) from None
    return made
