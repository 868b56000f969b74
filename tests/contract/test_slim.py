"""The core commands run without the libraries that only other parts need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sumscope.data

HEAVY = (
    *("scipy", "sklearn", "matplotlib", "lxml", "duckdb", "igraph", "pandas", "polars", "dask"),
    *("alembic", "sqlalchemy", "starlette", "uvicorn", "threadpoolctl"),
)
WITHOUT = f"""
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {HEAVY!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Refuse())
from sumscope.cli import main
main(sys.argv[1:])
"""


def run(*words: object) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("slim")
    (path / "graph.tsv").write_text("a\tb\nb\tc\nc\ta\nc\td\nd\te\ne\tf\nf\td\n")
    (path / "one.json").write_text('[["a", "b"], ["b", "c"]]')
    (path / "two.json").write_text('[["a", "b", "c"], ["c"]]')
    (path / "table.csv").write_text("id,reference,prediction\n1,the cat,a cat\n2,a dog,a dog\n")
    return path


def test_score_and_compare(folder: Path) -> None:
    scores = folder / "scores.csv"
    demo = sumscope.data.DEMO
    status, _, err = run("score", demo, "-m", "rouge-2", "-m", "rouge-l", "-o", scores)
    assert (status, "Traceback" in err) == (0, False), err
    assert run("compare", scores)[0] == 0
    assert run("score", folder / "table.csv", "-m", "rouge-1")[0] == 0


@pytest.mark.parametrize(
    "words",
    [
        ("oracle", sumscope.data.DEMO, "-n", "2", "--limit", "50", "--workers", "1"),
        ("agree", "one.json", "two.json"),
        ("detect", "graph.tsv", "--by", "gn"),
        ("detect", "graph.tsv", "--by", "conga", "-k", "2"),
        ("detect", "graph.tsv", "--by", "greedy"),
    ],
)
def test_core_commands(words: tuple[object, ...], folder: Path) -> None:
    status, out, err = run(*(folder / w if (folder / str(w)).is_file() else w for w in words))
    assert status == 0, err
    assert out
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ("detect", "graph.tsv", "--by", "leiden"),
            "igraph is not installed; install it with: pip",
        ),
        (
            ("score", sumscope.data.DEMO, "-m", "rouge-1", "-o", "s.parquet"),
            "duckdb is not installed; install it with: pip install 'sumscope[parquet]'",
        ),
        (
            ("growth", "table.txt", "--plot", "g.png"),
            "matplotlib is not installed; install it with: pip install 'sumscope[figures]'",
        ),
        (("serve", "--no-open"), "install it with: pip install 'sumscope[web]'"),
        (
            ("gold", "new", "w.db", sumscope.data.DEMO, "--task", "cluster", "--judge", "j"),
            "install it with: pip install 'sumscope[web]'",
        ),
        (
            ("links", "fit", sumscope.data.DEMO, "-o", "l.json"),
            "install it with: pip install 'sumscope[links]'",
        ),
    ],
)
def test_a_missing_part_is_named_with_the_line_that_adds_it(
    words: tuple[object, ...], line: str, folder: Path
) -> None:
    (folder / "table.txt").write_text("The cat sat. The cat ran. A dog sat with the cat.")
    named = [folder / str(w) if "." in str(w) and w != sumscope.data.DEMO else w for w in words]
    status, _, err = run(*named)
    assert status == 2, err
    assert line in err
    assert "Traceback" not in err
