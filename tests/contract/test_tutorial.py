"""The tutorial, word for word: its commands and its Python give the outputs that it shows."""

from __future__ import annotations

import doctest
import logging
import re
import shlex
import shutil
from pathlib import Path

import pytest

from sumscope.cli.shell import run

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "tutorial.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"^```console\n(.*?)^```", PAGE, re.M | re.S)
PYTHON = "\n".join(re.findall(r"^```pycon\n(.*?)^```", PAGE, re.M | re.S))


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copy(DOCS / "summaries.csv", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_commands_give_what_the_page_shows(there: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for block in CONSOLE:
        command, _, shown = block.partition("\n")
        assert command.startswith("$ sumscope ")
        assert run(shlex.split(command)[2:]) == 0
        out, err = capfd.readouterr()
        given = [line.rstrip() for line in (err + out).splitlines()]
        assert given == [line.rstrip() for line in shown.splitlines()]


def test_python_gives_what_the_page_shows(there: Path) -> None:
    test = doctest.DocTestParser().get_doctest(PYTHON, {}, "tutorial", "docs/tutorial.md", 0)
    told: list[str] = []
    logging.getLogger("sumscope").setLevel(logging.ERROR)
    try:
        found = doctest.DocTestRunner().run(test, out=told.append)
    finally:
        logging.getLogger("sumscope").setLevel(logging.NOTSET)
    assert found.attempted > 5
    assert not found.failed, "".join(told)


def test_it_is_short() -> None:
    assert 1 < len(CONSOLE) < 5
    assert 4 < len(re.findall(r"^(?:>>>|\.\.\.) ", PYTHON, re.M)) < 10
