"""Types of parameters: plain numbers, and what a shell completes (files, folders, known names)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem
from click.types import FloatParamType, IntParamType, StringParamType


class _PlainNumber:
    """Refuses what Python alone takes for a number: `1_0` is not 10."""

    def convert(self, value: object, param: Any, ctx: Any) -> Any:
        if isinstance(value, str) and "_" in value:
            raise click.BadParameter(f"{value!r} is not a number", ctx, param)
        return super().convert(value, param, ctx)  # type: ignore[misc]


class Integer(_PlainNumber, IntParamType):
    """A whole number."""


class IntegerRange(_PlainNumber, click.IntRange):  # noqa: TID251
    """A whole number within bounds."""


class Number(_PlainNumber, FloatParamType):
    """A number."""


class File(StringParamType):
    """The name of a file; `-`, a URL or a value may stand for it."""

    kind = "file"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Leave it to the shell."""
        return [CompletionItem(incomplete, type=self.kind)]


class Folder(File):
    """The name of a folder."""

    kind = "dir"


class KnownName(StringParamType):
    """A name from a list that is made when it is asked for."""

    def __init__(self, known: Callable[[], Iterable[str]]) -> None:
        self.known = known

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the names that begin with what was typed."""
        return [CompletionItem(one) for one in self.known() if one.startswith(incomplete)]


class NamedOption(click.Option):
    """An option of a `KnownName`; its help also lists the names that other packages add."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Append the names that the help text does not mention."""
        record = super().get_help_record(ctx)
        if record is None or not isinstance(self.type, KnownName):
            return record
        text = record[1]
        others = [
            name for name in self.type.known() if not re.search(rf"(?<![\w-]){name}(?![\w-])", text)
        ]
        return record[0], text + (f" Also: {', '.join(others)}." if others else "")


def _measures(*kinds: str) -> list[str]:
    from sumscope.core.measure import registered

    return [name for one in registered() if one.traits.kind in kinds for name in one.traits.names]


def _summarizers() -> list[str]:
    from sumscope.summarizers import SUMMARIZERS

    return SUMMARIZERS.names()


def _methods() -> list[str]:
    from sumscope.community import METHODS

    return METHODS.names()


def _link_models() -> list[str]:
    from sumscope.linking.kinds import LINK_MODELS

    return LINK_MODELS.names()


def _formats() -> list[str]:
    from sumscope.corpus.formats import FORMATS

    return FORMATS.names()


def _papers() -> list[str]:
    from sumscope.app.reproduce import papers

    return papers()


def _tasks() -> tuple[str, ...]:
    from sumscope.workbench.tasks import TASKS

    return tuple(TASKS)


INTEGER = Integer()
NUMBER = Number()
FILE = File()
FOLDER = Folder()
MEASURE = KnownName(lambda: _measures("summary"))
COVER_MEASURE = KnownName(lambda: _measures("cover"))
ANY_MEASURE = KnownName(lambda: _measures("summary", "cover"))
SUMMARIZER = KnownName(_summarizers)
METHOD = KnownName(_methods)
LINK_MODEL = KnownName(_link_models)
FORMAT = KnownName(_formats)
PAPER = KnownName(_papers)
TASK = KnownName(_tasks)
