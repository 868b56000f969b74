"""The cost of choosing and sizes of studies."""

from __future__ import annotations

import numpy as np

from sumscope.metaeval.meta_result import MetaBest, MetaPlan
from sumscope.metaeval.selection import best_of
from sumscope.metaeval.study_size import plan


def selection(measures: dict[str, np.ndarray], z: np.ndarray) -> MetaBest:
    [row] = best_of(measures, z, human="h", level="summary", statistics=["pearson"])
    return row


def plans(
    x: np.ndarray, y: np.ndarray, z: np.ndarray, sizes: list[tuple[int, int]] | None = None
) -> list[MetaPlan]:
    return plan(x, y, z, left="x", right="y", human="h", level="summary", sizes=sizes)


def human(seed: int = 0, systems: int = 10, topics: int = 20) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(systems, 1)) + rng.normal(size=(systems, topics))


def test_choosing_among_equals_costs_and_choosing_the_clear_best_does_not() -> None:
    z = human()
    rng = np.random.default_rng(1)
    equals = {str(k): z + 3 * rng.normal(size=z.shape) for k in range(20)}
    found = selection(equals, z)
    assert found.cost is not None
    assert found.cost > 0.05
    assert found.held_out is not None
    assert found.value is not None
    assert found.held_out < found.value
    clear = {"good": z + 0.1 * rng.normal(size=z.shape), "bad": rng.normal(size=z.shape)}
    found = selection(clear, z)
    assert (found.best, found.chosen) == ("good", 1.0)
    assert abs(found.cost or 0.0) < 0.02


def test_selection_says_why_it_cannot_tell() -> None:
    z = human(topics=3)
    assert selection({"a": z}, z).reason == ("fewer than two measures have a value")
    found = selection({"a": z, "b": -z}, z)
    assert found.best == "a"
    assert found.reason == "only 3 topics to divide"


def test_power_grows_with_topics_and_a_larger_difference_needs_fewer() -> None:
    z = human(systems=12, topics=24)
    rng = np.random.default_rng(2)
    good, poor, worse = (z + scale * rng.normal(size=z.shape) for scale in (1.0, 1.6, 4.0))
    sizes = [(12, 48), (12, 96), (24, 96)]
    small = plans(good, poor, z, sizes=sizes)
    powers = [size.power for size in small]
    assert powers == sorted(powers)
    assert {size.way for size in small} == {"projected"}
    large = plans(good, worse, z, sizes=[(6, 12)])
    assert large[0].way == "drawn"
    assert large[0].needed is not None
    assert small[0].needed is None or large[0].needed <= small[0].needed
    assert (large[0].power or 0) > 0.5


def test_a_pilot_too_small_has_no_plan() -> None:
    z = human(systems=2)
    assert "too small" in (plans(z, -z, z)[0].reason or "")
    flat = np.zeros_like(z)
    assert plans(z, flat, z)[0].reason is not None
