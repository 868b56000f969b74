"""Installing works without a compiler, and starting stays light."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import sumscope

ROOT = Path(__file__).parents[2]
HEAVY = {
    "pandas",
    "sklearn",
    "scipy",
    "matplotlib",
    "dask",
    "distributed",
    "duckdb",
    "lxml",
    "numpy",
    "polars",
    "rich",
    "Stemmer",
    "simplemma",
    "stopwordsiso",
}


def test_without_a_compiler_the_twins_are_installed(tmp_path: Path) -> None:
    # The compiler is a program that always fails; the build must still give a wheel.
    environment = {**os.environ, "CC": "/bin/false", "CXX": "/bin/false"}
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--disable-pip-version-check"]
    command += ["--config-settings", f"build-dir={tmp_path / 'build'}", "-w", str(tmp_path)]
    done = subprocess.run(
        [*command, str(ROOT)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".cpp"))]
    twins = {p.name for p in (ROOT / "src/sumscope/kernels").glob("*_py.py")}
    assert {Path(name).name for name in names if name.endswith("_py.py")} == twins
    assert "sumscope/data/demo.jsonl" in names


def test_the_missing_kernels_are_said_once() -> None:
    code = (
        "import warnings, sys\n"
        "import sumscope.kernels as k\n"
        "sys.modules['sumscope.kernels._growth'] = None\n"
        "sys.modules['sumscope.kernels._network'] = None\n"
        "with warnings.catch_warnings(record=True) as seen:\n"
        "    warnings.simplefilter('always')\n"
        "    assert k.load('growth').__name__.endswith('growth_py')\n"
        "    assert k.load('network').__name__.endswith('network_py')\n"
        "    assert not k.compiled('growth')\n"
        "assert len(seen) == 1, seen\n"
    )
    environment = {k: v for k, v in os.environ.items() if k != "SUMSCOPE_KERNELS"}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)


def test_every_kernel_has_its_twin_with_the_same_functions() -> None:
    import importlib

    for source in (ROOT / "src/sumscope/kernels/cpp").glob("*.cpp"):
        twin = importlib.import_module(f"sumscope.kernels.{source.stem}_py")
        native = importlib.import_module(f"sumscope.kernels._{source.stem}")
        offered = {name for name in dir(native) if not name.startswith("_")}
        assert offered <= set(dir(twin)), source.name


@pytest.mark.parametrize(
    "code",
    [
        "import sumscope",
        "import sumscope.cli.shell as s; s.run(['--help'])",
        "import sumscope.cli.shell as s; s.run(['score', '--help'])",
    ],
)
def test_starting_loads_nothing_heavy(code: str) -> None:
    code += f"\nimport sys\nfound = set(sys.modules) & {HEAVY!r}\nassert not found, found"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_one_version() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^version = "(.+)"$', text, re.M)
    assert found is not None
    assert found[1] == sumscope.__version__
    assert f"version: {sumscope.__version__}" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
