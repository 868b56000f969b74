"""Large and odd input: time that grows with its length, memory that is bounded or refused.

No time is measured. What these files took before (hours, or more memory than is allowed here)
would end a test by its limit.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PATIENCE = 120


def _run(*args: object, memory: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command with at most so many megabytes of address space."""
    code = "import sys; from sumscope.cli import main; main(sys.argv[1:])"
    if memory is not None:
        limit = f"resource.setrlimit(resource.RLIMIT_AS, ({memory << 20}, {memory << 20}))"
        code = f"import resource; {limit}; {code}"
    words = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)


def test_gml_of_many_nodes(tmp_path: Path) -> None:
    nodes = "\n".join(f'node [\n id {i}\n label "n{i}"\n]' for i in range(40_000))
    edges = "\n".join(f"edge [\n source {i}\n target {i + 1}\n]" for i in range(0, 40_000, 2))
    (tmp_path / "g.gml").write_text(f"graph [\n{nodes}\n{edges}\n]\n", encoding="utf-8")
    code = (
        "import sys; from sumscope.graph.reading import read_graph; "
        "print(len(read_graph(open(sys.argv[1], 'rb').read()).nodes))"
    )
    words = [sys.executable, "-c", code, str(tmp_path / "g.gml")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "40000\n", done.stderr


@pytest.mark.parametrize("text", ["<t>" + " " * 300_000, "<t>" + " x" * 150_000 + " " * 100_000])
def test_realsumm_sentences_of_spaces(tmp_path: Path, text: str) -> None:
    row = {"doc_id": 1, "ref_summ": text, "system_summaries": {}}
    (tmp_path / "r.jsonl").write_text(json.dumps(row), encoding="utf-8")
    done = _run("convert", tmp_path / "r.jsonl", tmp_path / "o.jsonl", "--from", "realsumm")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "not closed" in done.stderr


@pytest.mark.parametrize("inside", ["a" * 400_000, "a." * 200_000, "a " * 200_000, "a=" * 200_000])
def test_sgml_attributes_without_end(tmp_path: Path, inside: str) -> None:
    (tmp_path / "in" / "models").mkdir(parents=True)
    text = f"<SUM {inside}>A summary.</SUM>"
    (tmp_path / "in" / "models" / "D061.M.100.J.A").write_text(text, encoding="utf-8")
    done = _run("convert", tmp_path / "in", tmp_path / "o.jsonl", "--from", "duc")
    assert done.returncode == 0, done.stderr
    assert "A summary." in (tmp_path / "o.jsonl").read_text(encoding="utf-8")


def _scores(path: Path, peers: int, topics: int = 4) -> Path:
    lines = ["topic,peer,human,measure,value"]
    lines += [
        f"T{t},p{p},false,m,{(p * 7919 + t * 104729) % 1000 / 1000 + p / peers}"
        for p in range(peers)
        for t in range(topics)
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.all_only
def test_compare_on_many_peers(tmp_path: Path) -> None:
    done = _run("compare", _scores(tmp_path / "s.csv", 1500), memory=3000)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n│") == 1500


def test_compare_on_too_many_peers(tmp_path: Path) -> None:
    done = _run("compare", _scores(tmp_path / "s.csv", 5000), memory=2000)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "5000 peers make 12497500 pairs to test; keep 2000 peers or fewer" in done.stderr


def _long_document(path: Path, sentences: int, shared: int) -> Path:
    words = [
        f"w{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}x" for i in range(9000)
    ]
    rows = [
        " ".join([words[i % shared], *(words[(i * 31 + k * 977) % 9000] for k in range(9))]) + "."
        for i in range(sentences)
    ]
    topic = {"id": "T", "lang": "en", "documents": [{"id": "d", "sentences": rows}]}
    path.write_text(json.dumps(topic) + "\n", encoding="utf-8")
    return path


@pytest.mark.all_only
def test_lexrank_of_a_long_document_in_bounded_memory(tmp_path: Path) -> None:
    source = _long_document(tmp_path / "c.jsonl", 12_000, 10)
    words = ("--by", "lexrank", "--words", "50", "-o", tmp_path / "o.jsonl")
    done = _run("summarize", source, *words, memory=2500)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("method", ["textrank", "lexrank(threshold=0)"])
def test_too_many_links_are_refused(tmp_path: Path, method: str) -> None:
    source = _long_document(tmp_path / "c.jsonl", 7_000, 2)
    words = ("--by", method, "--words", "50", "-o", tmp_path / "o.jsonl")
    done = _run("summarize", source, *words, memory=2500)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "7000 sentences have more than 20,000,000 links between them" in done.stderr
