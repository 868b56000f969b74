"""What reaches a terminal: JSON that is JSON everywhere, and names without control characters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "cp1252"])
def test_json_on_any_terminal(tmp_path: Path, encoding: str) -> None:
    topic = {
        "id": "é漢😀",
        "lang": "en",
        "references": [{"id": "A", "text": "One cat."}],
        "peers": [{"id": "ü\u2028", "text": "A cat."}],
    }
    source = tmp_path / "c.jsonl"
    source.write_text(json.dumps(topic) + "\n", encoding="utf-8")
    words = [sys.executable, "-m", "sumscope", "score", str(source), "-m", "rouge-1", "--json"]
    env = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(words, capture_output=True, env=env, check=True)
    (row,) = json.loads(done.stdout.decode(encoding))
    assert (row["topic"], row["peer"]) == ("é漢😀", "ü\u2028")


def test_escape_sequences_in_names_are_spelled_out(cli: Any, tmp_path: Path) -> None:
    name = "x\x1b]0;owned\x07\x1b[2J\x9b31m\r\x7f"
    text = "The cat sat on the mat. It slept."
    topics = [
        {
            "id": f"{name}{i}",
            "lang": "en",
            "documents": [{"id": name, "text": text}],
            "references": [{"id": "A", "text": text}, {"id": "B", "text": "A cat."}],
            "peers": [{"id": f"{name}{k}", "text": "A cat sat."} for k in range(3)],
            "covers": [
                {"judge": f"{name}{k}", "clusters": [{"label": name, "items": [f"{name}.0"]}]}
                for k in range(2)
            ],
        }
        for i in range(3)
    ]
    source = tmp_path / "c.jsonl"
    source.write_text("".join(json.dumps(t) + "\n" for t in topics), encoding="utf-8")
    scores = tmp_path / "s.csv"
    graph = tmp_path / "g.tsv"
    graph.write_text(f"{name}a\t{name}b\n{name}b\t{name}c\n".replace("\r", ""), encoding="utf-8")
    for words in (
        ("score", source, "-m", "rouge-1", "-o", scores),
        ("score", source, "-m", "rouge-1"),
        ("compare", scores, "--pairs"),
        ("agree", source),
        ("oracle", source, "--list", "2"),
        ("detect", graph, "--by", "greedy"),
        ("summarize", source, "--by", "lead", "-o", tmp_path / "o.jsonl"),
        ("score", source, "-m", f"rouge-1{name}"),
        ("detect", tmp_path / f"none{name}"),
    ):
        done = cli(*words)
        for printed in (done.out, done.err):
            found = {c for c in printed if c < " " or "\x7f" <= c <= "\x9f"} - {"\n", "\t"}
            assert found == set(), (words[0], found)
