"""A few hundred cases of the fuzzer of readers; `make fuzz` runs 200,000."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

READERS = Path(__file__).parents[1] / "fuzz" / "readers.py"


def test_some_cases_of_the_readers() -> None:
    words = [sys.executable, str(READERS), "--cases", "500", "--seed", "1", "--workers", "1"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "readers: 500 cases, 0 failing" in done.stdout
