"""Two studies compared: the same peers and measures over the topics that both have."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from sumscope.core.table import ScoreRow, ScoreTable, mean_of
from sumscope.metaeval.significance import bootstrap_means, holm, randomization_tests
from sumscope.studies.state import Difference, Means

Cells = dict[tuple[str, str], dict[str, float]]


def differences(
    old: ScoreTable,
    old_means: Iterable[list[object]],
    new: ScoreTable,
    new_means: Means,
    resamples: int,
    seed: int,
) -> list[Difference]:
    """Every peer by every measure whose mean or scores differ.

    The difference, its bootstrap interval and its p (paired randomization, Holm-corrected within a
    measure) are over the topics that both studies scored.
    """
    was = {(str(row[0]), str(row[1])): _number(row[2]) for row in old_means}
    now = {(peer, measure): mean for peer, measure, mean in new_means}
    left, right = _cells(old), _cells(new)
    rows: list[Difference] = []
    for key in dict.fromkeys([*now, *was]):
        a, b = left.get(key, {}), right.get(key, {})
        common = [topic for topic in b if topic in a]
        same = all(a[topic] == b[topic] for topic in common)
        if was.get(key) == now.get(key) and (key in was) == (key in now) and same:
            continue
        row: Difference = {
            "peer": key[0],
            "measure": key[1],
            "before": was.get(key),
            "now": now.get(key),
            "difference": mean_of(b[t] - a[t] for t in common),
            "low": None,
            "high": None,
            "p": None,
            "topics": len(common),
        }
        if len(common) > 1:
            pair = np.array([[b[t] for t in common], [a[t] for t in common]])
            low, high = bootstrap_means((pair[0] - pair[1])[None], resamples=resamples, seed=seed)
            row["low"], row["high"] = float(low[0]), float(high[0])
            row["p"] = randomization_tests(pair, [(0, 1)], rounds=resamples, seed=seed)[0][0]
        rows.append(row)
    for measure in dict.fromkeys(row["measure"] for row in rows):
        some = [row for row in rows if row["measure"] == measure]
        raw = np.array([math.nan if row["p"] is None else row["p"] for row in some])
        for row, p in zip(some, holm(raw), strict=True):
            row["p"] = None if math.isnan(p) else float(p)
    return rows


def _cells(table: Iterable[ScoreRow]) -> Cells:
    found: Cells = {}
    for row in table:
        if row.value is not None:
            found.setdefault((row.peer, row.measure), {})[row.topic] = row.value
    return found


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
