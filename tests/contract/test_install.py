"""Installing works without a compiler, and starting stays light."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import sumscope
from sumscope.app.reproduce import papers

ROOT = Path(__file__).parents[2]
TWINS = ROOT / "src/sumscope/kernels/python"
HEAVY = {
    "pandas",
    "sklearn",
    "scipy",
    "matplotlib",
    "dask",
    "distributed",
    "duckdb",
    "lxml",
    "narwhals",
    "numpy",
    "polars",
    "rich",
    "Stemmer",
    "simplemma",
    "stopwordsiso",
}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution."""
    folder = tmp_path_factory.mktemp("sdist")
    code = "import sys, scikit_build_core.build as b; b.build_sdist(sys.argv[1])"
    words = [sys.executable, "-c", code, str(folder)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.glob("*.tar.gz")
    assert made.name == f"sumscope-{sumscope.__version__}.tar.gz"
    return made


def _wheel(source: Path, folder: Path, **changed: str) -> Path:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--disable-pip-version-check"]
    command += ["--config-settings", f"build-dir={folder / 'build'}", "-w", str(folder)]
    done = subprocess.run(
        [*command, str(source)],
        env={**os.environ, **changed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def _installed(wheel: Path, folder: Path) -> Path:
    """An empty environment with the wheel, and dependencies from the one that runs the tests."""
    venv.create(folder / "empty", with_pip=False)
    scripts = folder / "empty" / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    say = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.run(say, capture_output=True, text=True, check=True).stdout.strip())
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    command += ["--no-deps", "--no-index", "--disable-pip-version-check", str(wheel)]
    subprocess.run(command, check=True, capture_output=True)
    # Paths from such a file are not searched for further .pth files, so that the editable install
    # of the source tree stays out.
    paths = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    (site / "dependencies.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
    return python


def _checked(python: Path, folder: Path, *options: str) -> None:
    words = [str(python), str(ROOT / "scripts/check_install.py"), *options]
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"in {(folder / 'empty').resolve()}" in done.stdout.replace(
        str(folder), str(folder.resolve())
    )
    ours = [str(python.with_name("sumscope")), "--version"]
    done = subprocess.run(ours, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.stdout == f"sumscope, version {sumscope.__version__}\n", done.stderr


@pytest.mark.all_only
def test_without_a_compiler_the_twins_are_installed(sdist: Path, tmp_path: Path) -> None:
    # The compiler is a program that always fails; the source must still give a wheel that works.
    wheel = _wheel(sdist, tmp_path, CC="/bin/false", CXX="/bin/false")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".cpp"))]
    twins = {str(p.relative_to(ROOT / "src")) for p in TWINS.rglob("*.py")}
    assert {name for name in names if "/kernels/python/" in name} == twins
    assert "sumscope/data/demo.jsonl" in names
    figures = {f"sumscope/papers/data/{paper}.json" for paper in papers()}
    assert figures <= set(names)
    _checked(_installed(wheel, tmp_path), tmp_path, "--twins")


@pytest.mark.nightly
def test_the_compiled_wheel_works_in_an_empty_environment(sdist: Path, tmp_path: Path) -> None:
    wheel = _wheel(sdist, tmp_path)
    own = f"cp3{sys.version_info.minor}"
    tag = "-cp312-abi3-" if sys.version_info >= (3, 12) else f"-{own}-{own}-"
    assert tag in wheel.name
    _checked(_installed(wheel, tmp_path), tmp_path, "--compiled")


def test_the_missing_kernels_are_said_once() -> None:
    code = (
        "import warnings, sys\n"
        "import sumscope.kernels as k\n"
        "sys.modules['sumscope.kernels._line'] = None\n"
        "sys.modules['sumscope.kernels._network'] = None\n"
        "with warnings.catch_warnings(record=True) as seen:\n"
        "    warnings.simplefilter('always')\n"
        "    assert k.load('line').__name__.endswith('.python.line')\n"
        "    assert k.load('network').__name__.endswith('.python.network')\n"
        "    assert not k.compiled('line')\n"
        "assert len(seen) == 1, seen\n"
    )
    environment = {k: v for k, v in os.environ.items() if k != "SUMSCOPE_KERNELS"}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)


def test_every_kernel_has_its_twin_with_the_same_functions() -> None:
    import importlib

    for source in (ROOT / "src/sumscope/kernels/cpp").glob("*.cpp"):
        twin = importlib.import_module(f"sumscope.kernels.python.{source.stem}")
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


def test_one_address() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    urls = text.partition("[project.urls]")[2].partition("[")[0]
    found = dict(re.findall(r'^(\w+) = "(.+)"$', urls, re.M))
    assert {"Homepage", "Documentation", "Source", "Issues", "Changelog"} <= set(found)
    assert all(one.startswith(found["Homepage"]) for one in found.values())
    assert found["Source"] in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
