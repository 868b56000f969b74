"""The list of measures, from what each declares."""

from __future__ import annotations

import dataclasses
import inspect
from dataclasses import dataclass
from typing import Any

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.measure import Traits, parse, registered
from sumscope.core.parameters import parameters, write_value
from sumscope.core.results import NotebookRepr


@dataclass(frozen=True)
class MeasureInfo(NotebookRepr):
    """What a measure says of itself."""

    names: tuple[str, ...]
    traits: Traits
    parameters: tuple[dict[str, str], ...]
    description: str

    def to_json(self) -> dict[str, object]:
        """Plain values, infinite ends of a range as null."""
        traits = self.traits
        ends = [None if end in (float("inf"), float("-inf")) else end for end in _ends(traits)]
        return {
            "names": list(self.names),
            "kind": traits.kind,
            "needs": list(traits.needs),
            "range": ends,
            "better": traits.better,
            "symmetric": traits.symmetric,
            "cite": traits.cite,
            "parameters": [dict(parameter) for parameter in self.parameters],
            "description": self.description,
        }


def measures(name: str | None = None) -> list[MeasureInfo]:
    """Every measure, or the one that `name` spells (a name or a spelling with parameters).

    >>> import sumscope
    >>> [one.names[0] for one in sumscope.measures("omega")]
    ['omega']
    """
    if name is None:
        return [_info(cls) for cls in registered()]
    known = {listed: cls for cls in registered() for listed in cls.traits.names}
    if name in known:
        return [_info(known[name])]
    try:
        return [_info(type(parse(name)))]
    except SumscopeError:
        if "(" in name:
            raise
        raise SumscopeError(f"unknown measure {name!r}", hint=nearest(name, known)) from None


def _info(cls: type[Any]) -> MeasureInfo:
    listed = tuple(
        {
            "name": parameter.name,
            "values": parameter.expected,
            "default": ""
            if parameter.default is dataclasses.MISSING
            else write_value(parameter.default),
            "where": "in the name" if parameter.in_name else "in parentheses",
        }
        for parameter in parameters(cls)
    )
    return MeasureInfo(cls.traits.names, cls.traits, listed, inspect.cleandoc(cls.__doc__ or ""))


def _ends(traits: Traits) -> tuple[float, float]:
    return traits.low, traits.high
