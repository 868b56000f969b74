"""What other packages add, from the documentation alone: the modules of docs/how-to/extend.md.

The page's examples are written to a package of their own, with its entry points, and every command
that could use them does, in a process that knows them from the metadata only.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "extend.md"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed package, as pip would leave it."""
    folder = tmp_path_factory.mktemp("site")
    text = PAGE.read_text(encoding="utf-8")
    package = folder / "my_package"
    package.mkdir()
    (package / "__init__.py").touch()
    for block in re.findall(r"```python\n(.*?)```", text, flags=re.S):
        name = re.match(r"# my_package/(\w+\.py)\n", block)
        assert name is not None, "every example names its file"
        (package / name[1]).write_text(block, encoding="utf-8")
    (toml,) = re.findall(r"```toml\n(.*?)```", text, flags=re.S)
    groups = toml.replace('[project.entry-points."', "[").replace('"]', "]").replace('"', "")
    info = folder / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(groups)
    return folder


def run(site: Path, *args: object, fails: bool = False) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "sumscope", *map(str, args)],
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode != 0) == fails, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr if fails else done.stdout


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from sumscope.data import DEMO

    path = tmp_path_factory.mktemp("corpus") / "corpus.jsonl"
    path.write_bytes(Path(DEMO).read_bytes())
    return path


def test_a_measure_runs_through_every_command(site: Path, corpus: Path, tmp_path: Path) -> None:
    listed = json.loads(run(site, "measures", "--json"))
    assert "length-ratio" in json.dumps(listed)
    scores = tmp_path / "scores.csv"
    run(site, "score", corpus, "-m", "length-ratio(squared=true)", "-m", "rouge-1", "-o", scores)
    values = [line.split(",") for line in scores.read_text().splitlines()[1:]]
    mine = [float(row[-2]) for row in values if row[3].startswith("length-ratio")]
    assert mine
    assert all(0 <= value <= 1 for value in mine)
    assert "length-ratio" in run(site, "compare", scores, "--resamples", 200)
    found = json.loads(run(site, "meta", scores, "--human", corpus, "--resamples", 100, "--json"))
    assert "length-ratio(squared=true)" in {row["measure"] for row in found}
    folder = tmp_path / "study"
    run(site, "study", corpus, "-o", folder, "-m", "length-ratio", "--resamples", 200)
    assert "length-ratio" in (folder / "index.html").read_text(encoding="utf-8")


def test_a_measure_with_workers(site: Path, corpus: Path) -> None:
    alone = run(site, "score", corpus, "-m", "length-ratio", "--json")
    assert run(site, "score", corpus, "-m", "length-ratio", "--json", "--workers", 2) == alone


def test_a_method_finds_communities(site: Path, tmp_path: Path) -> None:
    graph = tmp_path / "graph.tsv"
    graph.write_text("a\tb\nb\tc\nd\te\nf\n")
    found = json.loads(run(site, "detect", graph, "--by", "components", "--json"))
    assert found["clusters"] == [["a", "b", "c"], ["d", "e"], ["f"]]
    assert "Also: components." in run(site, "detect", "--help")


def test_a_summarizer_and_a_format(site: Path, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run(site, "summarize", corpus, "--by", "longest", "--words", 30, "-o", out)
    first = json.loads(out.read_text(encoding="utf-8").splitlines()[0])
    assert first["peers"][-1]["id"] == "longest"
    source = tmp_path / "two.txt"
    source.write_text("A cat sat.\nThe cat sat.\n")
    run(site, "convert", source, tmp_path / "made.jsonl", "--from", "pairs")
    made = json.loads((tmp_path / "made.jsonl").read_text())
    assert made["references"] == [{"id": "r", "text": "A cat sat."}]


def test_a_link_model_is_trained_saved_and_judged(site: Path, corpus: Path, tmp_path: Path) -> None:
    model = tmp_path / "model.json"
    run(site, "links", "fit", corpus, "-o", model, "--kind", "nearby")
    assert json.loads(model.read_text())["model"] == "nearby"
    found = json.loads(run(site, "links", "evaluate", corpus, "--model", model, "--json"))
    assert found["k"] >= 1
    assert found["meetings"]


def test_a_broken_plugin_is_named(tmp_path: Path, corpus: Path) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sumscope.measures]\nbad = broken_measure\n")
    (tmp_path / "broken_measure.py").write_text(
        "from sumscope import measure\n"
        "@measure('bad', needs=('peer',), range=(0, 1), better='higher', cite='none')\n"
        "class Bad:\n    'A measure without a score.'\n"
        "    def prepare(self, view): ...\n    def stats(self, prepared, peer): ...\n"
    )
    said = run(tmp_path, "score", corpus, "-m", "rouge-1", fails=True)
    assert "the plugin 'bad' of broken cannot be loaded" in said
    assert "a summary measure needs a method score()" in said
