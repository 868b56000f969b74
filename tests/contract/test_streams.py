"""How a command ends when whoever reads it has gone, or when Ctrl-C comes before anything else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes and signals of POSIX")
SUMSCOPE = [sys.executable, "-m", "sumscope"]


def to_nobody(*words: object, folder: Path, given: bytes = b"") -> tuple[int, str]:
    """Run with a standard output that nobody reads any more."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*SUMSCOPE, *map(str, words)],
            input=given,
            stdout=writing,
            stderr=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(folder)},
            check=False,
        )
    finally:
        os.close(writing)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("measures",),
        ("score", "-", "-m", "rouge-1", "--json"),
        ("score", "-", "-m", "rouge-1"),
        ("summarize", "-", "--by", "lead"),
        ("sample", "-", "-o", "-"),
    ],
)
def test_a_closed_pipe_is_quiet_and_leaves_nothing(
    words: tuple[str, ...], corpus: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "tmp"
    folder.mkdir()
    status, said = to_nobody(*words, folder=folder, given=corpus.read_bytes())
    assert (status, said) == (141, "")
    # Standard input was laid down there.
    assert not list(folder.iterdir())


def test_a_resumable_run_goes_on_after_a_closed_pipe(
    cli: Any, corpus: Path, tmp_path: Path
) -> None:
    out, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    words = ("summarize", corpus, "--by", "lead", "--explain", "-o")
    status, said = to_nobody(*words, out, folder=tmp_path)
    assert (status, said) == (141, "")
    assert cli(*words, out).status == cli(*words, whole).status == 0
    assert out.read_bytes() == whole.read_bytes()
    assert not list(tmp_path.glob("*.partial"))


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "s.csv"
    line = f'exec "$@" {closed}'
    words = [*SUMSCOPE, "score", str(corpus), "-m", "rouge-1", "-o", str(out), "--json"]
    done = subprocess.run(["sh", "-c", line, "sh", *words], capture_output=True, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert len(out.read_text(encoding="utf-8").splitlines()) == 13
    if ">&-" not in closed.split():
        assert len(json.loads(done.stdout)) == 12


def test_closed_standard_input_is_an_empty_file() -> None:
    words = [*SUMSCOPE, "score", "-", "-m", "rouge-1"]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *words], capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"sumscope: <stdin>: the file has no topics")


def test_ctrl_c_while_loading() -> None:
    # The first thing that the command line loads is interrupted.
    script = (
        "import builtins, sys\n"
        "real = builtins.__import__\n"
        "def loading(name, *rest):\n"
        "    if name == 'click':\n"
        "        raise KeyboardInterrupt\n"
        "    return real(name, *rest)\n"
        "from sumscope.cli import main\n"
        "builtins.__import__ = loading\n"
        "main(['measures'])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"sumscope: interrupted\n")


def test_no_memory_is_one_line(cli: Any, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("sumscope.app.score.score", full)
    done = cli("score", corpus, "-m", "rouge-1")
    assert (done.status, done.out) == (2, "")
    assert done.err == "sumscope: out of memory; try a smaller input\n"
