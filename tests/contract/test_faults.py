"""A few trials of tests/stress/faults.py: killed, disk full, output held, no permission."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
from walk import COMMANDS

SCRIPT = Path(__file__).parents[2] / "tests" / "stress" / "faults.py"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs resource and fork")
def test_every_command_is_tried_or_called_short(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("faults", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    faults = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "faults", faults)
    spec.loader.exec_module(faults)
    every = {" ".join(path) for path, command in COMMANDS if not hasattr(command, "commands")}
    tried = {name for name in every for one in faults.COMMANDS if starts(one.words, name)}
    assert every - tried == set(faults.SHORT)


def starts(words: tuple[str, ...], name: str) -> bool:
    return " ".join(words).startswith(f"{name} ")


@pytest.mark.all_only
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are forked")
def test_ended_at_random_points_nothing_is_lost() -> None:
    commands = "score,summarize,convert,links predict,compare,gold export,gold backup,gold new"
    commands += ",gold import,workbench,serve"
    words = [sys.executable, str(SCRIPT), "--kills", "2", "--seed", "1", "--only", commands]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    said = re.search(r"faults: (\d+) trials, (\d+) ended .*, 0 wrong", done.stdout)
    assert said is not None, done.stdout
    assert int(said[1]) >= 15  # more where the tests run as root and others can read the package
    assert int(said[2]) >= 3, "hardly a run was ended before its end"
