"""What ships inside is named with its licence."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_licence_expression_has_a_file_for_each_part() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^license = "(.+)"$', text, re.M)
    assert found is not None
    parts = found[1].split(" AND ")
    assert parts[0] == "MIT"
    named = {path.stem for path in (ROOT / "LICENSES").glob("*.txt")}
    assert set(parts[1:]) == named
    assert re.search(r'^license-files = \["LICENSE", "LICENSES/\*"\]$', text, re.M)


def test_every_file_that_a_licence_covers_is_there() -> None:
    covered = set()
    for path in (ROOT / "LICENSES").glob("*.txt"):
        names = re.findall(r"src/sumscope/data/[\w./]+[\w]", path.read_text(encoding="utf-8"))
        assert names, path
        covered.update(names)
    assert all((ROOT / name).is_file() for name in covered)
    assert "src/sumscope/data/rouge/exceptions.tsv" in covered


def test_what_is_under_the_gpl_says_so() -> None:
    for name in ("README.md", "docs/reference/commands/detect.md"):
        assert "GPL" in (ROOT / name).read_text(encoding="utf-8")
    stop = (ROOT / "src/sumscope/data/rouge/README.md").read_text(encoding="utf-8")
    assert "598 words that ROUGE-1.5.5 takes out" in stop
