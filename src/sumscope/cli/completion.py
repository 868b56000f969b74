"""Complete commands, options, file names and known names in bash, zsh and fish."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem, get_completion_class

from sumscope.cli.shell import COMPLETION
from sumscope.core.errors import SumscopeError

SHELLS = ("bash", "zsh", "fish")
_FILES = re.compile("FILE|OUT|MODEL|CORPUS|SCORES|GRAPH|COVER|DB|SOURCE|CSV|IN$|TEXT$")


def answer(group: click.Group, instruction: str) -> int:
    """Print the script that a shell sources, or the completions of the words typed so far."""
    shell, _, what = instruction.partition("_")
    kind = get_completion_class(shell)
    if shell not in SHELLS or what not in ("source", "complete") or kind is None:
        known = ", ".join(f"{one}_source" for one in SHELLS)
        what = f"unknown completion {instruction!r}"
        raise SumscopeError(what, where=COMPLETION, hint=f"set it to one of {known}")
    made = kind(group, {}, "sumscope", COMPLETION)
    if what == "source":
        click.echo(made.source())
        return 0
    with contextlib.suppress(SumscopeError):  # an unknown command: nothing to offer
        click.echo(made.complete())
    return 0


class _Words(click.types.StringParamType):
    """A text that is completed from a list of names, found when asked for."""

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self._names = names

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the names that begin with what was typed."""
        return [CompletionItem(one) for one in self._names() if one.startswith(incomplete)]


class _Paths(click.types.StringParamType):
    """A text that the shell completes as a file or folder."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Leave it to the shell."""
        return [CompletionItem(incomplete, type=self._kind)]


def teach(command: click.Command) -> None:
    """Let the parameters of a command complete file names and known names."""
    if isinstance(command, click.Group):
        for one in command.commands.values():
            teach(one)
    for param in command.params:
        if isinstance(param.type, click.types.StringParamType):
            param.type = _type(command, param) or param.type


def _type(command: click.Command, param: click.Parameter) -> _Words | _Paths | None:
    name, shown = param.name, param.metavar or ""
    if name == "measures":
        cover = command.name == "agree"
        return _Words(lambda: _measures("cover" if cover else "summary"))
    if (command.name, name) == ("measures", "name"):
        return _Words(lambda: _measures("summary", "cover"))
    if name == "by" and shown in ("METHOD", "NAME"):
        return _Words(_summarizers if command.name == "summarize" else _methods)
    if name == "from_":
        return _Words(_formats)
    if name == "paper":
        return _Words(_papers)
    if shown == "KIND" and name == "kind":
        return _Words(_link_models)
    if shown == "DIR":
        return _Paths("dir")
    if _FILES.search(shown) or (isinstance(param, click.Argument) and not shown):
        return _Paths("file")
    if re.fullmatch(r"[a-z|-]+", shown):
        return _Words(lambda: shown.split("|"))
    return None


def _measures(*kinds: str) -> list[str]:
    from sumscope.core.measure import registered

    return [name for one in registered() if one.traits.kind in kinds for name in one.traits.names]


def _summarizers() -> list[str]:
    from sumscope.summarizers.registry import registered

    return [one.traits.template for one in registered()]


def _methods() -> list[str]:
    from sumscope.community.registry import methods

    return sorted(methods())


def _formats() -> list[str]:
    from sumscope.corpus.formats import names

    return names()


def _papers() -> list[str]:
    from sumscope.app.reproduce import papers

    return papers()


def _link_models() -> list[str]:
    from sumscope.linking.kinds import names

    return names()
