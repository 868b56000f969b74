"""A budgeted part of every fuzzer, and what they found; `make fuzz` runs 200,000 cases of each."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sumscope.app import gold
from sumscope.core.errors import SumscopeError
from sumscope.corpus.judged import as_number

FOLDER = Path(__file__).parents[1] / "fuzz"


@pytest.mark.parametrize(
    ("script", "cases", "said"),
    [
        ("readers", 500, "readers: 500 cases, 0 failing"),
        ("operations", 400, "operations: 400 cases, 0 failing"),
        ("kernels", 300, "fuzz kernels: 300 cases, none failed"),
    ],
)
def test_some_cases(script: str, cases: int, said: str) -> None:
    words = [sys.executable, str(FOLDER / f"{script}.py"), "--cases", str(cases), "--seed", "1"]
    words += [] if script == "kernels" else ["--workers", "1"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert said in done.stdout or "only the twins are installed" in done.stdout


def test_the_guided_fuzzer_says_when_it_cannot_run() -> None:
    words = [sys.executable, str(FOLDER / "guided.py"), "--cases", "200"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("guided: ")


def test_an_answer_of_five_thousand_digits_is_not_a_number() -> None:
    assert as_number("7" * 5000) is None
    assert as_number("scale_" + "9" * 400) is None  # beyond every float
    assert as_number("scale_4") == 4
    assert as_number("a" + " " * 300_000) is None  # in time that grows with the length


def test_half_a_character_in_the_answers_of_a_page(cli: Any, tmp_path: Path) -> None:
    documents = [{"id": f"d{k}", "sentences": ["One.", "Two."]} for k in range(2)]
    source, db = tmp_path / "c.jsonl", tmp_path / "w.db"
    source.write_text(json.dumps({"id": "T", "documents": documents}) + "\n", encoding="utf-8")
    gold.new(db, source, "cluster", judges=["ann"], name="p")
    answer = {"id": "\ud800", "client": "x", "base": 0, "ops": []}
    raw = {"format": "sumscope-answers", "version": 1, "tasks": [answer]}
    (tmp_path / "a.json").write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(SumscopeError, match="half a character"):
        gold.import_(db, tmp_path / "a.json")
    done = cli("gold", "import", db, tmp_path / "a.json")
    assert (done.status, done.err.count("\n")) == (2, 1)
