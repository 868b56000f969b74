"""The leaderboard and the signature of README.md are what the commands give today."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from sumscope.cli.shell import run

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_leaderboard_and_the_signature_are_real(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    corpus = tmp_path / "sumscope-demo/corpus.jsonl"
    corpus.parent.mkdir()
    corpus.write_bytes((ROOT / "src/sumscope/data/demo.jsonl").read_bytes())
    block = next(b for b in re.findall(r"```console\n(.*?)```", README, re.S) if "compare" in b)
    steps = re.findall(r"^\$ sumscope (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)
    assert [command.split()[0] for command, _ in steps] == ["score", "compare"]
    for command, shown in steps:
        assert run(shlex.split(command)) == 0
        out, err = capfd.readouterr()
        given = [line.rstrip() for line in (err + out).splitlines()]
        assert given == [line.rstrip() for line in shown.splitlines()]
    meta = json.loads(Path("scores.csv.meta.json").read_text(encoding="utf-8"))
    assert f"```text\n{meta['measures']['rouge-2']['signature']}\n```" in README
