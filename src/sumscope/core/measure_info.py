"""What measures say of themselves, for lists, help and documentation."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sumscope.core.measure import Traits
from sumscope.core.parameters import parameters, write_value
from sumscope.core.plain import plain
from sumscope.core.results import Result
from sumscope.core.tables import ResultTable, table


@dataclass(frozen=True, repr=False)
class MeasureInfo(Result):
    """What a measure says of itself."""

    names: tuple[str, ...]
    traits: Traits
    parameters: tuple[dict[str, str], ...]
    description: str

    def tables(self) -> list[ResultTable]:
        """What the measure declares, and its parameters."""
        traits = self.traits
        rows = [
            ["needs", ", ".join(traits.needs)],
            ["range", f"{traits.low:g} to {traits.high:g}, {traits.better} is better"],
            ["paper", traits.cite],
        ]
        if traits.symmetric is not None:
            order = "symmetric" if traits.symmetric else "not symmetric"
            order += "; left is the reference (C in formulas), right is compared with it (L)"
            rows.insert(2, ["order", order])
        made = [table("measure", " ".join(self.names), ["what", "value"], rows)]
        if self.parameters:
            heading = ["name", "values", "default", "where"]
            cells = [[parameter[name] for name in heading] for parameter in self.parameters]
            made.append(table("parameters", "Parameters", heading, cells))
        return made

    def to_json(self) -> dict[str, object]:
        """Plain values, infinite ends of a range as null."""
        traits = self.traits
        made: dict[str, object] = plain(
            {
                "names": self.names,
                "kind": traits.kind,
                "needs": traits.needs,
                "range": (traits.low, traits.high),
                "better": traits.better,
                "symmetric": traits.symmetric,
                "cite": traits.cite,
                "parameters": self.parameters,
                "description": self.description,
            }
        )
        return made


def info_of(cls: type[Any]) -> MeasureInfo:
    """What the class of a measure declares."""
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


def list_of(found: Sequence[MeasureInfo], short: bool = False) -> ResultTable:
    """Measures in a table; `short` leaves out what a narrow terminal cannot show."""
    heading = ["name", "what", "needs", "range", "better", "paper"]
    rows = [
        [
            " ".join(info.names),
            info.traits.summary,
            ", ".join(info.traits.needs),
            f"{info.traits.low:g} to {info.traits.high:g}",
            info.traits.better,
            info.traits.cite,
        ]
        for info in found
    ]
    if short:
        heading, rows = ["name", "what", "better"], [[*row[:2], row[4]] for row in rows]
    note = "sumscope measures NAME describes the parameters of one."
    return table("measures", "", heading, rows, notes=[note])
