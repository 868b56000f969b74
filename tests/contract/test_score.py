"""`sumscope score`: shapes, forms, resuming, executors; the command equals the library."""

from __future__ import annotations

import concurrent.futures
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sumscope
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.scores import read_scores
from sumscope.jobs.journal import Journal

M = ("-m", "rouge-1", "-m", "rouge-2(report=f)")


def _big(path: Path, topics: int) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for n in range(topics):
            text = [f"the {n % 7} cats of {n % 11} saw {n} birds", f"and {n % 3} dogs"]
            peer = [text[0], f"but {n % 5} dogs"]
            topic = {
                "id": f"T{n}",
                "references": [{"id": "R", "sentences": text}],
                "peers": [{"id": "s", "sentences": peer}, {"id": "t", "sentences": text}],
            }
            file.write(json.dumps(topic) + "\n")
    return path


def test_json_shape(cli: Any, corpus: Path) -> None:
    done = cli("score", corpus, *M, "--json")
    assert (done.status, done.err) == (0, "")
    assert len(done.json) == 3 * 4 * 2
    first = done.json[0]
    assert list(first) == ["topic", "peer", "human", "measure", "value", "reason"]
    assert (first["topic"], first["peer"], first["human"]) == ("T0", "A", True)
    assert [row["measure"] for row in done.json[:2]] == ["rouge-1", "rouge-2(report=f)"]


def test_command_equals_library(cli: Any, corpus: Path) -> None:
    table = sumscope.score(corpus, ["rouge-1", "rouge-2(report=f)"])
    assert cli("score", corpus, *M, "--json").json == table.to_json()
    values = sumscope.score(list(read_corpus(corpus)), ["rouge-1", "rouge-2(report=f)"])
    assert values.rows == table.rows


def test_a_person_is_scored_against_the_others(corpus: Path) -> None:
    # A against B alone: 'cat', 'it' and 'slept' of B's seven tokens a cat was sitting it slept
    # well; words of three letters are not stemmed, so 'sat' does not meet 'sitting'.
    table = sumscope.score(corpus, ["rouge-1"])
    assert table.rows[0].value == pytest.approx(3 / 7, abs=5e-6)


@pytest.mark.parametrize("name", ["scores.csv", "scores.jsonl", "scores.parquet"])
def test_files_hold_the_same_scores_and_their_signatures(
    cli: Any, corpus: Path, tmp_path: Path, name: str
) -> None:
    done = cli("score", corpus, *M, "-o", tmp_path / name)
    assert done.status == 0
    assert done.out == ""
    table = read_scores(tmp_path / name)
    assert table == sumscope.score(corpus, ["rouge-1", "rouge-2(report=f)"])
    signature = table.meta["measures"]["rouge-1"]["signature"]
    assert signature.startswith("rouge-1(")
    assert f"sumscope:{sumscope.__version__}" in signature
    assert len(table.meta["corpus"]["sha256"]) == 64
    assert not (tmp_path / (name + ".partial")).exists()


def test_means_are_shown(cli: Any, corpus: Path) -> None:
    done = cli("score", corpus, *M)
    assert done.status == 0
    assert "Means over 3 topics" in done.out
    assert "A (human)" in done.out


def test_standard_input(cli: Any, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = SimpleNamespace(buffer=io.BytesIO(corpus.read_bytes()))
    monkeypatch.setattr(sys, "stdin", stream)
    done = cli("score", "-", *M, "--json")
    assert done.json == cli("score", corpus, *M, "--json").json


def test_workers_and_executors_do_not_change_anything(tmp_path: Path) -> None:
    corpus = _big(tmp_path / "c.jsonl", 300)
    alone = sumscope.score(corpus, ["rouge-1", "rouge-l"], workers=1)
    assert sumscope.score(corpus, ["rouge-1", "rouge-l"], workers=2) == alone
    with concurrent.futures.ThreadPoolExecutor(3) as threads:
        assert sumscope.score(corpus, ["rouge-1", "rouge-l"], threads) == alone


@pytest.mark.all_only
def test_killed_and_run_again_gives_the_same_bytes(tmp_path: Path) -> None:
    corpus = _big(tmp_path / "c.jsonl", 12_000)
    whole, killed = tmp_path / "whole.csv", tmp_path / "killed.csv"
    command = [sys.executable, "-m", "sumscope", "score", str(corpus), "-m", "rouge-su4"]
    command += ["-m", "rouge-l", "--workers", "2", "-o"]
    subprocess.run([*command, str(whole)], check=True, capture_output=True)
    part = tmp_path / "killed.csv.partial"
    process = subprocess.Popen(
        [*command, str(killed)], start_new_session=True, stderr=subprocess.DEVNULL
    )
    for _ in range(3000):
        if part.exists() and part.read_bytes().count(b"\n") > 5:
            break
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert part.exists(), "the run ended before it could be killed"
    assert not killed.exists()
    again = subprocess.run([*command, str(killed)], check=True, capture_output=True, text=True)
    assert " topics already done" in again.stderr
    assert killed.read_bytes() == whole.read_bytes()
    assert (tmp_path / "killed.csv.meta.json").read_bytes() == (
        tmp_path / "whole.csv.meta.json"
    ).read_bytes()
    assert not part.exists()


def test_ctrl_c_ends_with_130_and_keeps_what_is_done(tmp_path: Path) -> None:
    corpus = _big(tmp_path / "c.jsonl", 12_000)
    out = tmp_path / "s.csv"
    command = [sys.executable, "-m", "sumscope", "score", str(corpus), "-m", "rouge-su4"]
    process = subprocess.Popen(
        [*command, "--workers", "2", "-o", str(out)], stderr=subprocess.PIPE, text=True
    )
    part = tmp_path / "s.csv.partial"
    for _ in range(3000):
        if part.exists() and part.read_bytes().count(b"\n") > 2:
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.strip().endswith("sumscope: interrupted")
    assert "run the same command to resume" in err
    assert part.exists()


def test_another_job_begins_anew(cli: Any, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "s.csv"
    other = Journal(tmp_path / "s.csv.partial", {"job": "another"})
    assert list(other.open()) == []
    other.close()
    done = cli("score", corpus, *M, "-o", out)
    assert done.status == 0
    assert "discarded the partial results" in done.err
    assert len(read_scores(out)) == 24


def test_a_bad_line_leaves_nothing_half_done(cli: Any, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "s.csv"
    out.write_text("old", encoding="utf-8")
    with corpus.open("a", encoding="utf-8") as file:
        file.write('{"id": 3}\n')
    done = cli("score", corpus, *M, "-o", out)
    assert done.status == 2
    assert done.err.count("\n") == 1
    assert "corpus.jsonl:4" in done.err
    assert out.read_text(encoding="utf-8") == "old"
    assert not (tmp_path / "s.csv.partial").exists()


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("-m", "rogue-2"), "unknown measure 'rogue-2'; did you mean rouge"),
        (("-m", "rouge-2(stemm=true)"), "rouge-2 has no parameter 'stemm'; did you mean stem"),
        (("-m", "rouge-2", "-m", "rouge-2(stem=true)"), "rouge-2 is given twice"),
        (("-m", "omega"), "omega compares covers, not summaries"),
        (("-m", "rouge-2", "-o", "scores.xlsx"), "name it .csv, .jsonl or .parquet"),
        (("-m", "rouge-2", "--engine", "spark"), "unknown engine 'spark'"),
        (("-m", "rouge-2", "--workers", "0"), "--workers"),
        ((), "Missing option '-m'"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(
    cli: Any, corpus: Path, args: tuple[str, ...], expected: str
) -> None:
    done = cli("score", corpus, *args)
    assert done.status == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert expected in done.err


def test_no_file(cli: Any, tmp_path: Path) -> None:
    done = cli("score", tmp_path / "none.jsonl", *M)
    assert done.status == 2
    assert "none.jsonl" in done.err
    assert done.err.count("\n") == 1


def test_no_scheduler(cli: Any, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")

    def refuse(*args: object, **more: object) -> None:
        raise OSError("timed out")

    monkeypatch.setattr(distributed, "Client", refuse)
    done = cli("score", corpus, *M, "--engine", "dask://127.0.0.1:1")
    assert done.status == 2
    assert "no Dask scheduler answers at dask://127.0.0.1:1" in done.err
