"""Studies: one at a time in a folder, damaged leftovers made again, odd ids kept."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sumscope.core.locks import sole_writer
from sumscope.studies.folder import claim, owned
from sumscope.studies.stages import Stages


def _snapshot(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_second_study_in_a_folder_is_refused(cli: Any, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "st"
    out.mkdir()
    with sole_writer(out):
        done = cli("study", corpus, "-o", out, "--resamples", "100")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "another run is writing this output (process " in done.err
    assert list(out.iterdir()) == []


@pytest.mark.all_only
def test_two_studies_at_once_end_right(cli: Any, corpus: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "sumscope", "study", str(corpus), "--resamples", "100", "-o"]
    assert cli("study", corpus, "-o", tmp_path / "alone", "--resamples", "100").status == 0
    runs = [
        subprocess.Popen([*words, str(tmp_path / "both")], stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    ends = [(run.communicate(timeout=240)[1], run.returncode) for run in runs]
    assert sorted(status for _, status in ends) in ([0, 2], [0, 0]), ends
    assert _snapshot(tmp_path / "both") == _snapshot(tmp_path / "alone")


def test_ids_with_other_line_ends(cli: Any, corpus: Path, tmp_path: Path) -> None:
    odd = json.dumps("x\u2028y\u0085z\u2029")
    text = corpus.read_text(encoding="utf-8").replace('"T1"', odd).replace('"good"', odd)
    corpus.write_text(text, encoding="utf-8")
    done = cli("study", corpus, "-o", tmp_path / "st", "--resamples", "100")
    assert done.status == 0, done.err


@pytest.mark.parametrize("damage", [b"", b"{", b"[1, 2", b"\xff\xfe", b"[[]]", b"3"])
def test_damaged_stages_are_made_again(tmp_path: Path, damage: bytes) -> None:
    made: list[int] = []

    def write(path: Path) -> int:
        made.append(1)
        path.write_text("[1]\n", encoding="utf-8")
        return 0

    first = Stages(tmp_path, {"job": 1})
    assert first.value("v", lambda: {"a": 1}) == {"a": 1}
    kept = first.file("f", write)
    claim(first, tmp_path, ["index.html"])
    assert owned(tmp_path) == {"index.html"}
    second = Stages(tmp_path, {"job": 1})
    assert second.value("v", lambda: {"a": 2}) == {"a": 1}
    assert second.file("f", write) == kept
    assert (len(made), second.resumed) == (1, ["v", "f"])
    for path in first.folder.iterdir():
        if path.suffix != ".sha256":
            path.write_bytes(damage)
    third = Stages(tmp_path, {"job": 1})
    assert third.value("v", lambda: {"a": 2}) == {"a": 2}
    assert third.file("f", write).read_text(encoding="utf-8") == "[1]\n"
    assert (len(made), third.resumed) == (2, [])
    assert owned(tmp_path) == set()


@pytest.mark.parametrize(
    "damage",
    [
        "{",
        "[]",
        '{"key": 1}',
        '{"key": "k", "facts": [], "means": [], "files": []}',
        '{"key": "k", "facts": {}, "means": [1], "files": []}',
        '{"key": "k", "facts": {}, "means": [["p"]], "files": 3}',
        '{"key": "k", "facts": {}, "means": [], "files": [], "before": 7}',
    ],
)
def test_a_damaged_state_is_no_state(cli: Any, corpus: Path, tmp_path: Path, damage: str) -> None:
    out = tmp_path / "st"
    out.mkdir()
    (out / "study.json").write_text(damage, encoding="utf-8")
    done = cli("study", corpus, "-o", out, "--resamples", "100")
    assert done.status == 2  # no study made it, so that it is not written over
    assert "Traceback" not in done.err


def test_too_many_peers(cli: Any, tmp_path: Path) -> None:
    peers = [{"id": f"p{k}", "text": "A cat."} for k in range(900)]
    topic = {"id": "T", "lang": "en", "references": [{"id": "A", "text": "A cat."}], "peers": peers}
    (tmp_path / "c.jsonl").write_text(json.dumps(topic) + "\n", encoding="utf-8")
    done = cli("study", tmp_path / "c.jsonl", "-o", tmp_path / "st")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "900 peers are too many for a study" in done.err
    assert not (tmp_path / "st").exists()


def test_a_note_is_said_once(tmp_path: Path) -> None:
    # Scores and sentence graphs both miss the language; 1,500 topics were noted twice.
    texts = "The cat sat on the mat. A dog ran away. The cat slept. The dog barked at the cat."
    rows = [f'{n},"{texts}",The cat sat.,A cat sat {n}.' for n in range(4)]
    table = tmp_path / "t.csv"
    table.write_text("\n".join(["id,document,reference,prediction", *rows]), encoding="utf-8")
    words = [sys.executable, "-m", "sumscope", "study", str(table), "-o", str(tmp_path / "out")]
    done = subprocess.run([*words, "--resamples", "100"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count('topics without "lang"') == 1
