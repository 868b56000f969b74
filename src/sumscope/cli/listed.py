"""Options whose help lists what other packages add."""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence

import click


class Listed(click.Option):
    """An option that takes a name; `names` is `module:function`, which returns every known name.

    The help text describes those of this package. Names that it does not mention, because a plugin
    adds them, are appended when the help is shown.
    """

    def __init__(self, decls: Sequence[str], *, names: str, **attributes: object) -> None:
        super().__init__(decls, **attributes)  # type: ignore[arg-type]
        self._names = names

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help with the names of plugins."""
        record = super().get_help_record(ctx)
        if record is None:
            return None
        module, _, function = self._names.partition(":")
        known = getattr(importlib.import_module(module), function)()
        others = [name for name in known if not re.search(rf"(?<![\w-]){name}(?![\w-])", record[1])]
        return record[0], record[1] + (f" Also: {', '.join(others)}." if others else "")
