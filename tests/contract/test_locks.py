"""Two runs on one output: one wins, the other says who holds it, and what is written is right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sumscope.app.score import score_file
from sumscope.core.errors import SumscopeError
from sumscope.core.locks import sole_writer
from sumscope.jobs.journal import Journal

HERE = Path(__file__).parent


def _large(corpus: Path, topics: int) -> Path:
    """The corpus again and again, so that a run has several chunks."""
    lines = [json.loads(line) for line in corpus.read_text(encoding="utf-8").splitlines()]
    made = corpus.with_name("large.jsonl")
    many = [{**lines[i % len(lines)], "id": f"T{i}"} for i in range(topics)]
    made.write_text("".join(json.dumps(t) + "\n" for t in many), encoding="utf-8")
    return made


@pytest.mark.all_only
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_races_for_one_output_end_right(corpus: Path, tmp_path: Path) -> None:
    args = [sys.executable, str(HERE / "races.py"), str(_large(corpus, 130)), str(tmp_path / "r")]
    done = subprocess.run([*args, "15"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["wrong"] == []
    assert set(said["ends"]) <= {"done", "refused"}
    assert said["ends"]["refused"] > 0, "the runs never met"
    assert sum(said["ends"].values()) == 4 * 15 * 2


def test_the_second_run_names_the_first_and_ends_with_2(
    cli: Any, corpus: Path, tmp_path: Path
) -> None:
    out = tmp_path / "s.csv"
    with sole_writer(out):
        done = cli("score", corpus, "-m", "rouge-1", "-o", out)
    assert done.status == 2
    assert done.err.count("\n") == 1
    assert f"another run is writing this output (process {os.getpid()} on " in done.err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["corpus.jsonl"]
    assert cli("score", corpus, "-m", "rouge-1", "-o", out).status == 0


def test_the_lock_of_a_killed_run_is_taken_over(cli: Any, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "s.csv"
    code = (
        "import os, signal, pathlib, sys; from sumscope.core.locks import sole_writer\n"
        "with sole_writer(pathlib.Path(sys.argv[1])): os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", code, str(out)], check=False)
    assert (tmp_path / ".s.csv.lock").exists()
    assert cli("score", corpus, "-m", "rouge-1", "-o", out).status == 0
    assert not (tmp_path / ".s.csv.lock").exists()


def test_a_file_of_somebody_else_is_no_lock(tmp_path: Path) -> None:
    other = tmp_path / ".s.csv.lock"
    other.write_text("mine\n", encoding="utf-8")
    with (
        pytest.raises(SumscopeError, match="not a lock file of sumscope"),
        sole_writer(tmp_path / "s.csv"),
    ):
        pass
    assert other.read_text(encoding="utf-8") == "mine\n"


def test_a_journal_changed_by_somebody_else_is_noticed(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = _large(corpus, 200)
    out = tmp_path / "s.csv"
    partial = tmp_path / "s.csv.partial"

    close = Journal.close

    def without_a_line(raw: bytes) -> bytes:
        lines = raw.splitlines(keepends=True)
        return b"".join(lines[:1] + lines[2:])

    def broken(raw: bytes) -> bytes:
        lines = raw.splitlines(keepends=True)
        return b"".join([lines[0], lines[1].replace(b"good", b"gold"), *lines[2:]])

    def of_another_job(raw: bytes) -> bytes:
        return raw.replace(b"rouge-1", b"rouge-2", 1)

    for change in (without_a_line, broken, of_another_job):

        def spoil(journal: Journal, change: Any = change) -> None:
            close(journal)
            partial.write_bytes(change(partial.read_bytes()))

        monkeypatch.setattr(Journal, "close", spoil)
        with pytest.raises(SumscopeError, match="was changed by another program"):
            score_file(large, ["rouge-1"], out, workers=1)
        assert not out.exists()
        partial.unlink()
