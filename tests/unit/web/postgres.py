"""A PostgreSQL server in a folder of its own, for tests; its programs refuse to run as root."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path | None:
    """The newest server that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    plain = shutil.which("initdb")
    if found:
        return found[-1].parent
    return None if plain is None else Path(plain).parent


def missing() -> str | None:
    """Why there can be no server here."""
    if programs() is None:
        return "PostgreSQL is not installed"
    if os.geteuid() == 0 and shutil.which("runuser") is None:
        return "PostgreSQL does not run as root, and there is no runuser"
    return None


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Start a server on a free port of this machine and give its URL."""
    bin_folder = programs()
    assert bin_folder is not None
    prefix: list[str] = []
    # Not below pytest's folder: it is closed again to other users when a further run begins.
    data = Path(tempfile.mkdtemp(prefix="sumscope-postgres-"))
    if os.geteuid() == 0:
        prefix = ["runuser", "-u", "postgres", "--"]
        shutil.chown(data, "postgres", "postgres")

    def run(name: str, *arguments: str) -> None:
        done = subprocess.run(
            [*prefix, str(bin_folder / name), *arguments],
            capture_output=True,
            text=True,
            cwd=data,
            timeout=120,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{name}: {done.stdout} {done.stderr}")

    run("initdb", "-D", str(data), "-U", "judge", "-A", "trust", "-E", "UTF8", "--no-sync")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = f"-c listen_addresses=127.0.0.1 -c unix_socket_directories= -p {port}"
    log = str(data / "server.log")
    run("pg_ctl", "-D", str(data), "-w", "-t", "60", "-l", log, "-o", options, "start")
    try:
        yield f"postgresql://judge@127.0.0.1:{port}/postgres"
    finally:
        mark = data / "postmaster.pid"
        process = int(mark.read_text().split()[0]) if mark.exists() else None
        try:
            run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
        except RuntimeError:  # a busy machine: the server is told itself
            if process is not None and mark.exists():
                os.kill(process, signal.SIGQUIT)
