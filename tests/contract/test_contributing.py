"""The command of CONTRIBUTING.md works, and is one that the checks of commands would pass."""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sumscope.core.errors import SumscopeError

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    made = {}
    for name, code in re.findall(
        r"<!-- (sumscope\.\S+) -->\n```python\n(.*?)```", PAGE, flags=re.S
    ):
        module = ModuleType(name)
        monkeypatch.setitem(sys.modules, name, module)
        exec(compile(code, name, "exec"), module.__dict__)
        made[name] = module
    assert len(made) == 3
    return made


def test_the_command_and_the_function_do_the_same(
    modules: dict[str, ModuleType], cli: Callable[..., Any], corpus: Path
) -> None:
    languages = modules["sumscope.app.languages"].languages
    assert [tuple(row) for row in languages(corpus).rows] == [("en", 3)]
    assert languages(corpus, least=4).rows == ()
    assert cli("languages", corpus, "--json").json == languages(corpus).to_json()
    assert cli("languages", corpus, "--least", 4, "--json").json == []
    assert "Languages" in cli("languages", corpus).out
    assert cli("languages", corpus, "--least", "x").status == 2
    assert json.loads(languages(corpus).to_pandas().to_json(orient="records")) == [
        {"lang": "en", "topics": 3}
    ]
    with pytest.raises(SumscopeError, match="cannot read the corpus"):
        languages(corpus.with_name("none.jsonl"))


def test_the_options_are_those_of_the_signature(modules: dict[str, ModuleType]) -> None:
    known = inspect.signature(modules["sumscope.app.languages"].languages).parameters
    params = {p.name: p for p in modules["sumscope.cli.commands.languages"].command.params}
    assert set(params) == {*known, "as_json"}
    assert params["least"].default == known["least"].default


def test_the_files_that_a_change_touches_are_there() -> None:
    table = PAGE.split("### Files that a change touches")[1].split("\n\n")[2]
    paths = re.findall(r"`((?:src|docs|tests)/[^`]+)`", table)
    assert len(table.splitlines()) == 2 + 8
    for path in paths:
        assert (ROOT / path.replace("NAME", "compare")).is_file(), path
