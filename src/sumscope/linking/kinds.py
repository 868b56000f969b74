"""Kinds of link models: those of this package, and those that other packages add.

A kind is a module with `fit(meetings, which, trained_on, *, seed, progress)`, which trains a
`LinkModel`, and `from_json(value)`, which reads one back. Other packages add kinds with entry
points in the group `sumscope.link_models`; the name of the entry point is that of the kind.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Protocol, cast

from sumscope.core import plugins
from sumscope.core.choices import Universe
from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.progress import Progress
from sumscope.linking.links import LinkModel
from sumscope.linking.meeting import Meeting

GROUP = "sumscope.link_models"
DEFAULT = "weave"
_OWN = {"weave": "sumscope.linking.weave", "logistic": "sumscope.linking.logistic"}


class LinkModelKind(Protocol):
    """What the module of a kind offers."""

    def fit(
        self,
        meetings: Sequence[Meeting],
        which: Universe,
        trained_on: Mapping[str, object],
        *,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> LinkModel:
        """Train a model on the pairs of sentences that `which` names."""

    def from_json(self, value: Mapping[str, object]) -> LinkModel:
        """Read a model; KeyError, TypeError and ValueError say what is wrong."""


def names() -> list[str]:
    """Return the names of all kinds, the default first."""
    others = sorted({*_OWN, *(entry.name for entry in plugins.found(GROUP))} - {DEFAULT})
    return [DEFAULT, *others]


def check_name(name: str) -> str:
    """Return the name of a kind, or raise an error with the nearest names."""
    if name not in names():
        raise SumscopeError(f"unknown link model {name!r}", hint=nearest(name, names()))
    return name


def get(name: str) -> LinkModelKind:
    """Import the module of a kind."""
    check_name(name)
    if name in _OWN:
        return cast(LinkModelKind, importlib.import_module(_OWN[name]))
    entry = next(entry for entry in plugins.found(GROUP) if entry.name == name)
    module = plugins.module_of(entry)
    for function in ("fit", "from_json"):
        if not callable(getattr(module, function, None)):
            raise SumscopeError(
                f"the link model {name!r} has no function {function}", where=module.__name__
            )
    return cast(LinkModelKind, module)
