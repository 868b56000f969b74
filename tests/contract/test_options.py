"""A command offers what its function takes: the same names, defaults and choices."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from keyword import iskeyword
from typing import Any

import click
import pytest
from walk import COMMANDS

import sumscope
from sumscope.core import choices

# What only a command has: how the result is printed, and files that it writes by itself.
OF_COMMANDS = {
    "agree": {"universe", "edits", "rules"},
    "compare": {"pairs"},
    "links evaluate": {"each"},
    "serve": {"no_open"},
}

# What must be said on a command line, though the function has a default.
REQUIRED = {"summarize": {"by"}}

# What only a function takes: values that a command line cannot hold, and what no user asked for.
OF_FUNCTIONS = {"progress", "executor"}
OF_ONE_FUNCTION = {
    "agree": {"items", "names"},
    "gold new": {"question"},
    "links evaluate": {"baselines"},
    "serve": {"open_page", "password", "ready", "ask"},
    "study": {"about", "command"},
}


def functions(path: tuple[str, ...]) -> list[Callable[..., Any]]:
    """The function of a command, and the one that writes its result to a file."""
    if len(path) > 1:
        group, name = path
        return [getattr(getattr(sumscope, group), f"{name}_" if iskeyword(name) else name)]
    if path == ("serve",):
        from sumscope.web.server import serve

        return [serve]
    names = [path[0], f"{path[0]}_file"]
    return [getattr(sumscope, name) for name in names if name in sumscope.__all__]


def parameters(path: tuple[str, ...]) -> dict[str, inspect.Parameter]:
    return {
        name: parameter
        for function in functions(path)
        for name, parameter in inspect.signature(function).parameters.items()
    }


each_command = pytest.mark.parametrize(
    ("path", "command"), COMMANDS, ids=["-".join(p) for p, _ in COMMANDS]
)


def offered(path: tuple[str, ...], command: click.Command) -> dict[str, click.Parameter]:
    own = {"as_json", *OF_COMMANDS.get(" ".join(path), ())}
    return {str(p.name): p for p in command.params if p.name not in own}


@each_command
def test_the_names_are_those_of_the_signature(
    path: tuple[str, ...], command: click.Command
) -> None:
    not_offered = OF_FUNCTIONS | OF_ONE_FUNCTION.get(" ".join(path), set())
    assert set(offered(path, command)) == set(parameters(path)) - not_offered


@each_command
def test_the_defaults_are_those_of_the_signature(
    path: tuple[str, ...], command: click.Command
) -> None:
    known = parameters(path)
    context = click.Context(command, resilient_parsing=True)
    command.parse_args(context, [])
    for name, param in offered(path, command).items():
        wanted = known[name].default
        if name in REQUIRED.get(" ".join(path), ()):
            assert param.required, name
            continue
        if wanted is inspect.Parameter.empty:
            assert param.required or name == "out", name  # of the function that writes a file
            continue
        default = context.params[name]
        assert (type(default), default) == (type(wanted), wanted), name
        words = default not in (None, ()) and not isinstance(default, bool)
        assert not words or getattr(param, "show_default", True), f"{name}: not in the help"


@each_command
def test_the_choices_are_those_of_the_signature(
    path: tuple[str, ...], command: click.Command
) -> None:
    known = parameters(path)
    for name, param in offered(path, command).items():
        kinds = re.findall(r"\w+", str(known[name].annotation))
        found = next((getattr(choices, kind) for kind in kinds if hasattr(choices, kind)), None)
        wanted = choices.values(found) if found is not None else ()
        given = param.type.choices if isinstance(param.type, click.Choice) else ()
        assert tuple(given) == tuple(wanted), name


@each_command
def test_every_option_is_in_the_docstring_of_the_function(
    path: tuple[str, ...], command: click.Command
) -> None:
    said = " ".join(inspect.getdoc(function) or "" for function in functions(path))
    params = [p for p in offered(path, command).values() if isinstance(p, click.Option)]
    assert [p.name for p in params if f"`{p.name}`" not in said] == []


def test_what_only_a_command_has_is_an_option_of_it() -> None:
    names = {" ".join(path): {p.name for p in command.params} for path, command in COMMANDS}
    for command, own in OF_COMMANDS.items():
        assert own <= names[command], command
