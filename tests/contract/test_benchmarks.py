"""docs/benchmarks.md is complete, README.md agrees with it, and the script writes both."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "make_benchmarks.py"
PAGE = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_benchmarks", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    sys.path.insert(0, str(SCRIPT.parent))
    spec.loader.exec_module(made)
    sys.path.remove(str(SCRIPT.parent))
    return made


def test_the_page_has_machine_versions_results_and_growth() -> None:
    for part in (
        "- Machine: ",
        "- Versions: sumscope ",
        "## Results",
        "## ROUGE",
        "| memory, MB |",
    ):
        assert part in PAGE
    assert re.search(r"whole command \| rouge-score \| \d+x", PAGE)
    growth = [float(b) for b in re.findall(r"Grows as n\^(\d+\.\d+)", PAGE)]
    assert len(growth) == 5
    assert max(growth[:4]) < 1.2  # topics, peers, words of score, and topics of compare
    for figure in ("benchmarks-rouge.svg", "benchmarks-growth.svg"):
        assert f"](images/{figure})" in PAGE
        assert (ROOT / "docs/images" / figure).exists()
    assert str(ROOT) not in PAGE
    assert str(Path.home()) not in PAGE


def test_every_benchmark_ran(script: ModuleType) -> None:
    for benchmark in script.BENCHMARKS:
        if "quick" in benchmark.sizes:
            assert f"## {benchmark.title}\n" in PAGE
            assert not re.search(rf"\[{re.escape(benchmark.title)}\]\S+ \| not run", PAGE)


def test_the_figures_of_readme_are_those_of_the_page(script: ModuleType) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    part = script.SPEED.search(readme)
    assert part is not None
    assert part[2] == script.speed(PAGE)
    other = script.speed(re.sub(r"(whole command \| rouge-score \|) \d+", r"\1 7", PAGE))
    assert "7 times for the whole `sumscope score` command" in other


@pytest.mark.all_only
def test_the_script_writes_a_page(tmp_path: Path) -> None:
    out = tmp_path / "page.md"
    command = [sys.executable, str(SCRIPT), "--tiny", "--only", "scaling", "-o", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    page = out.read_text(encoding="utf-8")
    assert page.count("Grows as n^") == 5
    assert re.search(r"\[Growth of cost\]\(#growth-of-cost\) \|.* \| [1-9]\d* \| \d+ \|\n", page)
    assert "<svg" in (tmp_path / "images/benchmarks-growth.svg").read_text(encoding="utf-8")


def test_only_some_benchmarks_never_replace_the_page() -> None:
    command = [sys.executable, str(SCRIPT), "--only", "growth"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "--only needs -o FILE" in done.stderr


def test_every_benchmark_is_known_and_lacks_are_said(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {benchmark.name for benchmark in script.BENCHMARKS}
    assert names <= {path.stem for path in (ROOT / "benchmarks").glob("*.py")}
    monkeypatch.delenv("SUMSCOPE_DATA", raising=False)
    lacking = script.Benchmark("oracle", "Oracles", needs=("no-such-package",), data=True)
    assert "needs no-such-package" in script.run(lacking, "tiny").why
    assert "Not run: needs no-such-package" in script.page([script.run(lacking, "tiny")], "tiny")
    assert "real corpora" in script.Benchmark("oracle", "Oracles", data=True).lacks()


def test_results_are_read_from_what_a_benchmark_prints(script: ModuleType) -> None:
    ratio = script.Result("ours", "theirs", r"ratio ([\d,]+)")
    assert ratio.find("kendall ratio 1,020\npearson ratio 7") == "7 to 1,020x"
    assert ratio.find("nothing") is None
    made = script.Run(script.Benchmark("meta", "Meta", results=(ratio,)), "ratio 7", 3.2, 40.1)
    assert script.rows(made) == ["| [Meta](#meta) | ours | theirs | 7x | 40 | 3 |"]
