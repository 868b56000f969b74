"""The board of clusters without a page: its state is plain values, tried in node."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_board_keeps_its_promises_after_any_actions() -> None:
    script = Path(__file__).with_name("board_state.mjs")
    subprocess.run(["node", str(script)], check=True)
