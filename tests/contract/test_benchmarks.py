"""docs/benchmarks.md is there, and the script that makes it works, on sizes that show no more."""

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


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_benchmarks", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


def test_the_page_tells_machine_versions_ratios_and_growth() -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    for part in ("- Machine: ", "- Versions: sumscope ", "## In short", "## ROUGE", "peak memory"):
        assert part in page
    assert re.search(r"whole command, and rouge-score \| \d+ \|", page)
    growth = [float(b) for b in re.findall(r"Grows as n\^(\d+\.\d+)", page)]
    assert len(growth) == 5
    assert max(growth[:4]) < 1.2  # topics, peers, words of score, and topics of compare
    assert str(ROOT) not in page
    assert str(Path.home()) not in page


def test_the_script_writes_a_page(tmp_path: Path) -> None:
    out = tmp_path / "page.md"
    command = [sys.executable, str(SCRIPT), "--tiny", "--only", "scaling", "-o", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    page = out.read_text(encoding="utf-8")
    assert page.count("Grows as n^") == 5
    assert re.search(r"\[Growth of cost\]\(#growth-of-cost\) \| [\d,]+ \| [1-9][\d,]* \|", page)


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


def test_ratios_are_read_from_what_a_benchmark_prints(script: ModuleType) -> None:
    one = script.Benchmark("meta", "Meta", ratios=(("ours and theirs", r"ratio (\d+)"),))
    made = script.Run(one, "kendall ratio 20\npearson ratio 7")
    assert script.ratios(made) == [("ours and theirs", "7 to 20")]
