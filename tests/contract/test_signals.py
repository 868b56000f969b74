"""A run that is ended takes its workers with it and leaves nothing behind but its work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PATIENCE = 60


def _corpus(path: Path, topics: int) -> Path:
    text = " ".join(f"word{i % 97} other{i % 89}." for i in range(300))
    rows = [
        {
            "id": f"T{i}",
            "lang": "en",
            "references": [{"id": "A", "text": text}],
            "peers": [{"id": f"p{k}", "text": f"{text} {k}"} for k in range(4)],
        }
        for i in range(topics)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def _children(pid: int) -> list[int]:
    """The processes below one, from the process table."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int(
                    (entry / "stat").read_text().rsplit(")")[-1].split()[1]
                )
            except (OSError, IndexError):
                continue
    below, found = {pid}, []
    while True:
        new = [one for one, parent in parents.items() if parent in below and one not in below]
        if not new:
            return found
        found += new
        below.update(new)


def _alive(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rsplit(")")[-1].split()[0] != "Z"
    except (OSError, IndexError):
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process table")
@pytest.mark.parametrize(
    "name",
    [
        "SIGTERM",
        "SIGKILL",
        pytest.param("SIGHUP", marks=pytest.mark.all_only),
        pytest.param("SIGINT", marks=pytest.mark.all_only),
    ],
)
def test_workers_end_with_their_parent(tmp_path: Path, name: str) -> None:
    number = getattr(signal, name)
    source = _corpus(tmp_path / "c.jsonl", 1500)
    out = tmp_path / "s.csv"
    args = ["score", str(source), "-m", "rouge-w", "-m", "rouge-su4", "-o", str(out)]
    words = [sys.executable, "-m", "sumscope", *args, "--workers", "2"]
    # Under nohup the signal is ignored, which a child would inherit.
    run = subprocess.Popen(
        words,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: number == signal.SIGKILL or signal.signal(number, signal.SIG_DFL),
    )
    try:
        end = time.monotonic() + PATIENCE
        partial = tmp_path / "s.csv.partial"
        while time.monotonic() < end and run.poll() is None:
            if partial.exists() and partial.stat().st_size > 2000:
                break
            time.sleep(0.02)
        workers = _children(run.pid)
        assert len(workers) >= 2
        run.send_signal(number)
        _, said = run.communicate(timeout=PATIENCE)
        if name != "SIGKILL":
            assert run.returncode == (130 if name == "SIGINT" else 128 + number)
            assert "Traceback" not in said
            assert "the same command" in said
        while time.monotonic() < end and any(map(_alive, workers)):
            time.sleep(0.05)
        assert [pid for pid in workers if _alive(pid)] == []
        left = {".s.csv.lock"} if name == "SIGKILL" else set()
        names = {path.name for path in tmp_path.iterdir()}
        assert names == {"c.jsonl", "s.csv.partial"} | left
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()


def test_what_nohup_ignores_stays_ignored(tmp_path: Path) -> None:
    code = (
        "import os, signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from sumscope.cli.shell import run\n"
        "run(['measures', '--json']); os.kill(os.getpid(), signal.SIGHUP); print('still here')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.endswith("still here\n"), done.stderr


def test_a_killed_writer_leaves_no_temporary_file(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; from sumscope.core.files import atomic_write\n"
        "with atomic_write(sys.argv[1]) as file:\n"
        "    file.write(b'half'); file.flush(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "out.json")], check=False)
    if sys.platform == "linux":
        assert list(tmp_path.iterdir()) == []


def test_standard_input_leaves_no_temporary_file(tmp_path: Path) -> None:
    source = _corpus(tmp_path / "c.jsonl", 400)
    spool = tmp_path / "tmp"
    spool.mkdir()
    words = [sys.executable, "-m", "sumscope", "score", "-", "-m", "rouge-w", "--json"]
    with source.open("rb") as file:
        run = subprocess.Popen(
            words, stdin=file, stdout=subprocess.DEVNULL, env={**os.environ, "TMPDIR": str(spool)}
        )
        time.sleep(2)
        run.kill()
        run.wait()
    if sys.platform == "linux":
        assert list(spool.iterdir()) == []


def test_a_signal_in_a_finalizer_is_not_lost() -> None:
    # Python prints what a finalizer raises and goes on; the command would run to its end.
    code = (
        "import sys, time\n"
        "from sumscope.cli import shell\n"
        "class Held:\n"
        "    def __del__(self): raise KeyboardInterrupt\n"
        "def work(**_):\n"
        "    Held()\n"
        "    for _ in range(3000): time.sleep(0.01)\n"
        "shell.sumscope.main = work\n"
        "sys.exit(shell.run([]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, "sumscope: interrupted\n")
