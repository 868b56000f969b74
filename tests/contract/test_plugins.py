"""What other packages add: the package of examples/plugin, used by every command that could.

It is installed as pip would leave it, and known to the commands from its metadata only.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "plugin"


def install(folder: Path, name: str, entry_points: str) -> None:
    """Write the metadata of an installed package."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry_points)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed example."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(EXAMPLE / "sumscope_example", folder / "sumscope_example")
    toml = (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
    groups = re.findall(r'\[project\.entry-points\."(.+)"\]\n((?:.+ = .+\n)+)', toml)
    assert len(groups) == 5
    lines = "".join(f"[{group}]\n{entries}".replace('"', "") for group, entries in groups)
    install(folder, "sumscope-example", lines)
    return folder


def test_the_page_shows_the_package() -> None:
    page = (ROOT / "docs/how-to/extend.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"```python\n# (\S+)\n(.*?)```", page, flags=re.S))
    package = EXAMPLE / "sumscope_example"
    files = {f"{package.name}/{path.name}": path.read_text() for path in package.glob("[!_]*.py")}
    assert shown == files
    (toml,) = re.findall(r"```toml\n(.*?)```", page, flags=re.S)
    assert toml in (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")


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
    folder, few = tmp_path / "study", tmp_path / "few.jsonl"
    few.write_bytes(b"".join(corpus.read_bytes().splitlines(keepends=True)[:4]))
    run(site, "study", few, "-o", folder, "-m", "length-ratio", "--resamples", 200)
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


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A folder with a measure and a format that cannot be used."""
    entries = (
        "[sumscope.measures]\nbad = broken_measure\n[sumscope.formats]\nempty = empty_format\n"
    )
    install(tmp_path, "broken", entries)
    (tmp_path / "broken_measure.py").write_text(
        "from sumscope import measure\n"
        "@measure('bad', needs=('peer',), range=(0, 1), better='higher', cite='none')\n"
        "class Bad:\n    'A measure without a score.'\n"
        "    def prepare(self, view): ...\n    def stats(self, prepared, peer): ...\n"
    )
    (tmp_path / "empty_format.py").write_text('"""Reads nothing."""\n')
    return tmp_path


@pytest.mark.parametrize("args", [("measures",), ("score", "CORPUS", "-m", "bad")])
def test_a_broken_plugin_is_named(broken: Path, corpus: Path, args: tuple[str, ...]) -> None:
    error = run(broken, *(corpus if arg == "CORPUS" else arg for arg in args), fails=True)
    assert "the plugin 'bad' of broken cannot be loaded" in error
    assert "a summary measure needs a method score()" in error


def test_a_format_without_its_function_is_named(broken: Path, tmp_path: Path) -> None:
    error = run(broken, "convert", tmp_path, tmp_path / "out.jsonl", "--from", "empty", fails=True)
    assert "the plugin 'empty' of broken cannot be loaded" in error
    assert "empty_format has no function read" in error


def test_a_broken_plugin_harms_nobody_who_does_not_use_it(broken: Path, corpus: Path) -> None:
    assert "rouge-1" in run(broken, "score", corpus, "-m", "rouge-1", "--json")


def test_our_own_names_import_no_plugin(site: Path) -> None:
    code = (
        "import sys\n"
        "from sumscope import parse\n"
        "from sumscope.community import METHODS\n"
        "from sumscope.corpus.formats import FORMATS\n"
        "from sumscope.linking.kinds import LINK_MODELS\n"
        "from sumscope.summarizers import SUMMARIZERS\n"
        "parse('rouge-2'), METHODS.get('gn'), FORMATS.get('rose'), LINK_MODELS.get('weave')\n"
        "SUMMARIZERS.get('lead')\n"
        "assert 'sumscope_example' not in sys.modules\n"
        "parse('length-ratio')\n"
        "assert {name for name in sys.modules if name.startswith('sumscope_example.')} \\\n"
        "    == {'sumscope_example.length_ratio'}\n"
    )
    env = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_name_of_ours_is_taken(tmp_path: Path) -> None:
    install(tmp_path, "second", "[sumscope.methods]\ngn = second_gn\n")
    (tmp_path / "second_gn.py").write_text(
        "from sumscope.community import method\n"
        "@method('gn', cite='none', weights=True)\n"
        "def gn(graph, request):\n    'Another gn.'\n"
    )
    graph = tmp_path / "graph.tsv"
    graph.write_text("a\tb\nb\tc\n")
    run(tmp_path, "detect", graph, "--by", "gn")
    error = run(tmp_path, "detect", graph, "--by", "gm", fails=True)
    assert "the plugin 'gn' of second cannot be loaded" in error
    assert "sumscope.community.divisive has a community method named gn already" in error
