"""A few trials of benchmarks/faults.py: killed, disk full, output held, no permission."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "faults.py"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are forked")
def test_ended_at_random_points_nothing_is_lost() -> None:
    commands = "score,summarize,convert,links predict,compare,gold export,workbench"
    words = [sys.executable, str(SCRIPT), "--kills", "2", "--seed", "1", "--only", commands]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    said = re.search(r"faults: (\d+) trials, (\d+) ended .*, 0 wrong", done.stdout)
    assert said is not None, done.stdout
    assert int(said[1]) >= 15  # more where the tests run as root and others can read the package
    assert int(said[2]) >= 3, "hardly a run was ended before its end"
