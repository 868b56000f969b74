"""Results of a meta-evaluation, and the correction of its tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, TypedDict

from sumscope.core.choices import Level
from sumscope.core.errors import SumscopeError
from sumscope.core.lazy import optional
from sumscope.core.results import NotebookRepr
from sumscope.metaeval.findings import (
    MetaBest,
    MetaPlan,
    MetaPower,
    MetaRow,
    MetaTest,
)

if TYPE_CHECKING:
    import pandas
    import polars


class MetaSettings(TypedDict):
    """How a meta-evaluation was made."""

    levels: list[Level]
    peers: str
    systems: int
    topics: int
    over: str
    resamples: int
    confidence: float
    seed: int
    interval: str
    bootstrap: str
    permutation: str


@dataclass(frozen=True)
class Meta(NotebookRepr):
    """Correlations, and what choosing the best measure costs; the rest where it was asked for.

    `tests` compare measures, `power` their decisions on pairs of peers, `plan` sizes of studies;
    `notes` say what was left out.
    """

    rows: tuple[MetaRow, ...]
    tests: tuple[MetaTest, ...]
    power: tuple[MetaPower, ...]
    settings: MetaSettings
    notes: tuple[str, ...]
    best: tuple[MetaBest, ...] = ()
    plan: tuple[MetaPlan, ...] = ()

    def to_json(self) -> list[dict[str, object]]:
        """The correlations as the contract's `meta` shape."""
        made = [asdict(row) for row in self.rows]
        for row in made:
            if row["statistic"] != "acceq":
                del row["epsilon"]
        return made

    def everything(self) -> dict[str, object]:
        """Plain values of all parts."""
        return {
            "correlations": self.to_json(),
            "tests": [asdict(test) for test in self.tests],
            "power": [asdict(power) for power in self.power],
            "best": [asdict(best) for best in self.best],
            "plan": [asdict(size) for size in self.plan],
            "settings": dict(self.settings),
            "notes": list(self.notes),
        }

    def find(self, measure: str, level: str, statistic: str, human: str | None = None) -> MetaRow:
        """One correlation."""
        for row in self.rows:
            wanted = (row.measure, row.level, row.statistic) == (measure, level, statistic)
            if wanted and human in (None, row.human):
                return row
        raise SumscopeError(f"no correlation of {measure} at {level} level ({statistic})")

    def to_pandas(self) -> pandas.DataFrame:
        """The correlations as a pandas DataFrame."""
        return optional("pandas", "pandas").DataFrame(self.to_json())

    def to_polars(self) -> polars.DataFrame:
        """The correlations as a polars DataFrame."""
        return optional("polars", "polars").DataFrame(self.to_json(), infer_schema_length=None)


def by_baseline(tests: Sequence[MetaTest]) -> list[MetaTest]:
    """Tests of pairs of measures, each seen from both sides and corrected for its baseline.

    The baseline is `right`. `p_holm` is what a test of all others against that one measure gives:
    Holm's correction over them, for each human score, level and statistic.
    """
    groups: dict[tuple[str, str, str], list[MetaTest]] = {}
    for test in (*tests, *map(_mirrored, tests)):
        groups.setdefault((test.human, test.level, test.right), []).append(test)
    return [test for group in groups.values() for test in corrected(group)]


def _mirrored(test: MetaTest) -> MetaTest:
    def less(value: float | None) -> float | None:
        return None if value is None else -value

    return replace(
        test,
        left=test.right,
        right=test.left,
        difference=less(test.difference),
        low=less(test.high),
        high=less(test.low),
        williams_t=less(test.williams_t),
    )


def corrected(tests: Sequence[MetaTest]) -> list[MetaTest]:
    """Holm's correction over the pairs of measures, for each statistic."""
    import numpy as np

    from sumscope.metaeval.significance import holm

    made = list(tests)
    for statistic in dict.fromkeys(test.statistic for test in tests):
        at = [i for i, test in enumerate(tests) if test.statistic == statistic]
        raw = np.array([math.nan if (p := tests[i].p) is None else p for i in at])
        for i, p in zip(at, holm(raw), strict=True):
            made[i] = replace(tests[i], p_holm=None if math.isnan(p) else float(p))
    return made
