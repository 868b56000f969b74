"""Every status of docs/reference/exit-status.md, made to happen."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[2] / "docs/reference/exit-status.md").read_text(encoding="utf-8")
# A command whose work is replaced: {} is what happens in the middle of it.
REPLACED = """
import os, signal, sumscope.app.measures as m
from sumscope.cli import main
def work(name=None):
    {}
m.measures = work
main(["measures"])
"""


def ended(happens: str, first: str = "") -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", first + REPLACED.format(happens)]
    return subprocess.run(words, capture_output=True, text=True, timeout=60)


def test_success_and_bad_usage(cli: Any) -> None:
    assert cli("measures", "--json").status == 0
    for words in (("measure",), ("score",), ("score", "missing.jsonl", "-m", "rouge-1"), ()):
        assert cli(*words).status == 2, words


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX")
@pytest.mark.parametrize(
    ("name", "status", "line"),
    [
        ("SIGINT", 130, "sumscope: interrupted\n"),
        ("SIGTERM", 143, "sumscope: ended by a signal\n"),
        ("SIGHUP", 129, "sumscope: ended by a signal\n"),
        ("SIGKILL", -9, ""),  # which a shell shows as 137
    ],
)
def test_signals(name: str, status: int, line: str) -> None:
    # Under nohup a child inherits that SIGHUP is ignored; each signal begins as a terminal has it.
    default = "default_int_handler" if name == "SIGINT" else "SIG_DFL"
    first = f"import signal; signal.signal(signal.{name}, signal.{default})"
    happens = f"os.kill(os.getpid(), signal.{name})"
    done = ended(happens, first="" if name == "SIGKILL" else first)
    # A line break comes first, because a terminal shows ^C.
    assert (done.returncode, done.stdout, done.stderr.lstrip("\n")) == (status, "", line)


@pytest.mark.parametrize(
    ("happens", "line"),
    [
        ("raise MemoryError", "sumscope: out of memory; try a smaller input\n"),
        ("raise OSError(28, 'No space left on device', 'o.csv')", "sumscope: o.csv: No space left"),
        ("raise PermissionError(13, 'Permission denied', 'o.csv')", "sumscope: o.csv: Permission"),
        ("import sumscope.core.lazy as l; l.optional('no_such_part', 'web')", "pip install"),
    ],
)
def test_what_the_machine_lacks_is_one_line(happens: str, line: str) -> None:
    done = ended(happens)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert line in done.stderr


def test_a_defect_shows_its_traceback() -> None:
    done = ended("raise RuntimeError('a defect')")
    assert done.returncode == 1
    assert "Traceback" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_closed_pipe() -> None:
    read, write = os.pipe()
    os.close(read)
    words = [sys.executable, "-m", "sumscope", "measures", "--json"]
    done = subprocess.run(words, stdout=write, stderr=subprocess.PIPE, timeout=60)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


def test_the_page_lists_them_all() -> None:
    table = re.findall(r"^\| ([\d, ]+) \|", PAGE, re.M)
    listed = {int(one) for cell in table for one in cell.split(",")}
    assert listed == {0, 1, 2, 129, 130, 137, 141, 143}
