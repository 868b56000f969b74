"""What the first screen of a report shows: systems by measures and judgements, in one value.

The page draws its leaderboard, its matrix and its explorers from the JSON of an `Overview`.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sumscope.metaeval.compare import PairTest
from sumscope.metaeval.meta_result import MetaRow, MetaTest

Number = float | None


@dataclass(frozen=True)
class Column:
    """A measure, or a judgement by people."""

    name: str
    kind: Literal["measure", "judgement"]
    better: Literal["higher", "lower"]


@dataclass(frozen=True)
class Standard:
    """A peer's mean in a column. `top`: the best system, or not significantly different from it."""

    mean: Number
    low: Number = None
    high: Number = None
    n: int = 0
    letters: str = ""
    top: bool = False
    reason: str = ""


@dataclass(frozen=True)
class Said:
    """The findings: by measure, by judgement, and those that hold whatever is chosen, with the
    names of their sections."""

    best: Mapping[str, str] = field(default_factory=dict)
    follow: Mapping[str, str] = field(default_factory=dict)
    rest: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Overview:
    """Everything that follows the choice of a measure and a judgement.

    `cells` has a row for each column and a `Standard` for each system; `values` a list for each
    column with a value for each system and topic (topics run fastest).
    """

    columns: tuple[Column, ...]
    systems: tuple[tuple[str, bool], ...]
    topics: tuple[str, ...]
    cells: tuple[tuple[Standard, ...], ...]
    values: tuple[tuple[Number, ...], ...]
    lengths: tuple[int | None, ...]
    duels: tuple[PairTest, ...]
    correlations: tuple[MetaRow, ...]
    said: Said
    measure: str | None
    judgement: str | None
    tests: tuple[MetaTest, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Plain values, short: the page carries them."""
        place = {name: at for at, (name, _) in enumerate(self.systems)}
        column, judged = (
            {one.name: at for at, one in enumerate(self.columns) if one.kind == kind}
            for kind in ("measure", "judgement")
        )
        return {
            "columns": [{"name": c.name, "kind": c.kind, "better": c.better} for c in self.columns],
            "systems": [{"id": name, "human": human} for name, human in self.systems],
            "topics": list(self.topics),
            "cells": [[_cell(one) for one in row] for row in self.cells],
            "values": [packed(row) for row in self.values],
            "lengths": packed(self.lengths, 0),
            "duels": [
                [
                    column[d.measure],
                    place[d.left],
                    place[d.right],
                    short(d.difference),
                    short(d.p),
                    short(d.p_holm),
                    d.n,
                ]
                for d in self.duels
            ],
            "correlations": [
                [
                    r.measure,
                    r.human,
                    r.level,
                    r.statistic,
                    short(r.value, 3),
                    short(r.low, 3),
                    short(r.high, 3),
                    r.n,
                    r.reason or "",
                ]
                for r in self.correlations
            ],
            "tests": [
                [
                    column[t.left],
                    column[t.right],
                    judged[t.human],
                    t.level,
                    t.statistic,
                    *(short(v, 3) for v in (t.difference, t.low, t.high, t.p_holm)),
                ]
                for t in self.tests
                if t.difference is not None and t.human in judged
            ],
            "said": {
                "best": dict(self.said.best),
                "follow": dict(self.said.follow),
                "rest": [list(one) for one in self.said.rest],
            },
            "choice": {"measure": self.measure, "judgement": self.judgement},
        }


def _cell(one: Standard) -> list[object]:
    numbers = [short(one.mean, 5), short(one.low, 5), short(one.high, 5)]
    return [*numbers, one.n, one.letters, int(one.top), one.reason]


def short(value: Number, digits: int = 4) -> Number | int:
    """A number with as many digits as a page shows."""
    if value is None:
        return None
    rounded = round(value, digits)
    return int(rounded) if rounded == int(rounded) else rounded


def packed(values: Sequence[Number], digits: int = 4) -> object:
    """Numbers for a page in 2 or 4 bytes each: thousands of topics are most of what it carries.

    The number of `digits` of each value becomes a whole number; its distance from the least one is
    written in base 64, little end first, with all bits set for a missing value. The page gets the
    very numbers that `short` gives (see `unpacked` in model.js). A list of these stands where the
    range is too wide.
    """
    scale = 10**digits
    whole = [None if v is None else round(round(v, digits) * scale) for v in values]
    known = [n for n in whole if n is not None]
    least = min(known, default=0)
    widest = max(known, default=0) - least
    size = 2 if widest < 2**16 - 1 else 4
    if widest >= 2**32 - 1 or max(map(abs, known), default=0) >= 2**50:
        return [short(v, digits) for v in values]
    none = 256**size - 1
    codes = [none if n is None else n - least for n in whole]
    data = struct.pack(f"<{len(codes)}{'H' if size == 2 else 'I'}", *codes)
    return {
        "scale": scale,
        "from": least,
        "bytes": size,
        "data": base64.b64encode(data).decode("ascii"),
    }
