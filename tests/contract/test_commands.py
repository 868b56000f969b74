"""What holds for every command: help with an example, quick answers, documented options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from walk import COMMANDS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=["-".join(p) for p, _ in COMMANDS])
def test_help_has_an_example_and_every_option_is_explained(
    cli: Any, path: tuple[str, ...], command: click.Command
) -> None:
    done = cli(*path, "--help")
    assert done.status == 0
    assert f"sumscope {' '.join(path)}" in done.out.split("Usage:")[1]
    assert "Example" in done.out
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{path}: {parameter.name} has no help"


def test_every_command_and_option_is_in_the_reference() -> None:
    for path, command in COMMANDS:
        page = ROOT / f"docs/reference/commands/{path[0]}.md"
        text = page.read_text(encoding="utf-8")
        assert f"# sumscope {' '.join(path)}\n" in text
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert max(parameter.opts, key=len) in text, (path, parameter.name)


def test_every_measure_is_in_the_reference() -> None:
    from sumscope.core.measure import registered

    text = (ROOT / "docs/reference/measures.md").read_text(encoding="utf-8")
    for cls in registered():
        assert ", ".join(cls.traits.names) in text


@pytest.mark.parametrize("group", [(), ("gold",), ("links",), ("supor",)])
def test_lists_of_commands_are_whole_sentences(
    cli: Any, group: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    listed = cli(*group, "--help").out.partition("Commands:\n")[2].partition("\n\n")[0]
    assert listed
    assert [line for line in listed.splitlines() if not line.endswith(".") or "..." in line] == []


def test_unknown_command(cli: Any) -> None:
    done = cli("scor")
    assert done.status == 2
    assert done.err.startswith("sumscope: unknown command 'scor'; did you mean score")
    assert done.err.count("\n") == 1


def test_no_arguments_shows_help(cli: Any) -> None:
    done = cli()
    assert done.status == 2
    assert "Usage: sumscope" in done.out + done.err


def test_version(cli: Any) -> None:
    import sumscope as package

    assert cli("--version").out == f"sumscope, version {package.__version__}\n"
