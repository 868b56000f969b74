"""Workflow files and build settings agree, and nothing asks for a stored password."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github/workflows"
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
VERSIONS = re.findall(r"Programming Language :: Python :: (3\.\d+)", PROJECT)


def workflow(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.yml")))
def test_rights_are_asked_for_and_scripts_exist(name: str) -> None:
    found = workflow(name)
    assert found["permissions"] == {"contents": "read"}
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert "secrets." not in text
    for script in re.findall(r"(?:scripts|benchmarks|tests|\.ci)/[\w./]+", text):
        assert (ROOT / script).exists(), script
    for target in re.findall(r"make (\w+)", text):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)


def test_every_version_and_system_is_tested() -> None:
    matrix = workflow("test.yml")["jobs"]["versions"]["strategy"]["matrix"]
    assert matrix["python"] == VERSIONS
    systems = {one["os"] for one in matrix["include"]}
    assert systems == {"macos-latest", "windows-latest"}
    # The oldest and the newest version on each.
    for system in systems:
        tried = [one["python"] for one in matrix["include"] if one["os"] == system]
        assert tried == [VERSIONS[0], VERSIONS[-1]]


def test_wheels_for_every_version_and_system() -> None:
    built = re.search(r'^build = \["(.+)"\]$', PROJECT, re.M)
    assert built is not None
    tags = [tag.removesuffix("-*") for tag in built[1].split('", "')]
    stable = re.search(r'^wheel.py-api = "(\w+)"$', PROJECT, re.M)
    assert stable is not None
    assert tags[-1] == stable[1]  # the last one serves all later versions
    minors = [int(tag.removeprefix("cp3")) for tag in tags]
    assert minors == list(range(int(VERSIONS[0].partition(".")[2]), minors[-1] + 1))
    jobs = workflow("wheels.yml")["jobs"]
    names = " ".join(jobs["wheels"]["strategy"]["matrix"]["os"])
    assert all(system in names for system in ("ubuntu", "arm", "macos", "windows"))
    later = [v for v in VERSIONS if int(v.partition(".")[2]) > minors[-1]]
    assert jobs["stable-interface"]["strategy"]["matrix"]["python"] == later


def test_publishing_waits_for_every_check_and_needs_no_password() -> None:
    jobs = workflow("wheels.yml")["jobs"]
    publish = jobs["publish"]
    assert set(publish["needs"]) == set(jobs) - {"publish"}
    assert publish["permissions"] == {"id-token": "write"}
    assert "refs/tags/v" in publish["if"]
    assert not any("with" in step and "password" in step["with"] for step in publish["steps"])


def test_modules_that_only_some_systems_have_are_imported_where_they_are_used() -> None:
    # At the top of a file they would keep sumscope from starting on Windows.
    import ast

    only = {"fcntl", "msvcrt", "resource", "pwd", "grp", "termios", "tty", "pty", "winreg"}
    for path in sorted((ROOT / "src/sumscope").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not only & set(names), path
