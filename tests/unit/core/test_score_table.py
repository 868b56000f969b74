"""Score tables on their way to other processes."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sumscope import ScoreRow, ScoreTable

NAME = st.text(max_size=3)
VALUE = st.none() | st.floats(allow_nan=False) | st.integers()
ROW = st.builds(ScoreRow, NAME, NAME, st.booleans(), NAME, VALUE, st.none() | NAME)


def exact(row: ScoreRow) -> tuple[Any, ...]:
    """With the kind and the sign of the value."""
    value = row.value
    return (*row, type(value), None if value is None else math.copysign(1, value))


@given(st.lists(ROW))
def test_a_table_arrives_as_it_was_sent(rows: list[ScoreRow]) -> None:
    sent = ScoreTable(tuple(rows), {"seed": 1})
    got = pickle.loads(pickle.dumps(sent))
    assert got == sent
    assert [exact(row) for row in got] == [exact(row) for row in sent]


def test_values_of_other_kinds_arrive_too() -> None:
    strange: Any = Fraction(1, 3)
    sent = ScoreTable((ScoreRow("t", "p", False, "m", strange),))
    assert pickle.loads(pickle.dumps(sent)).rows[0].value == Fraction(1, 3)


def test_many_rows_travel_small() -> None:
    rows = tuple(
        ScoreRow(f"topic-{t}", f"system-{p}", False, m, (t + 0.1) / (p + 1))
        for t in range(100)
        for p in range(20)
        for m in ("rouge-1", "rouge-2")
    )
    # Four codes of 4 bytes, a value of 8 and two flags each, and the names once.
    assert len(pickle.dumps(ScoreTable(rows))) < 27 * len(rows) + 4000
