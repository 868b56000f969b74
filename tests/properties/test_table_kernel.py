"""Score tables and JSON as bytes: kernel and twin write the same."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sumscope.kernels import load
from sumscope.kernels.python import table as table_py

CELLS = st.text(max_size=6) | st.sampled_from(
    ["=1+1", "'=x", "a,b", 'say "x"', "a\r", "two\nlines", "", "-", "@", "é", "'", "''\t"]
)
DECIMALS = st.builds(lambda n, k: n / 10**k, st.integers(-(10**12), 10**12), st.integers(0, 9))
NUMBERS = DECIMALS | st.floats(allow_nan=False, allow_infinity=False) | st.floats(0, 1)
MEASURES = ["rouge-1", "rouge-1(words=10,report=f)"]
PEERS = st.lists(
    st.tuples(CELLS, CELLS, st.booleans(), st.lists(NUMBERS | CELLS, min_size=2, max_size=2)),
    max_size=5,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | NUMBERS | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=20,
)


@given(PEERS)
def test_tables(peers: list[Any]) -> None:
    def made(module: Any) -> bytes | str:
        try:
            return module.csv_rows(MEASURES, peers)
        except UnicodeEncodeError:
            return "half a character"

    assert made(load("table")) == made(table_py)


@given(JSON)
def test_json(value: Any) -> None:
    def made(module: Any) -> bytes | str:
        try:
            return module.json_line(value)
        except UnicodeEncodeError:
            return "half a character"

    assert made(load("table")) == made(table_py)


@given(NUMBERS)
@example(0.0)
@example(-0.0)
@example(1e-4)
@example(9e-05)
@example(0.1 + 0.2)
@example(999999999.99999)
@example(1e9)
@example(1e16)
@example(5e-324)
def test_numbers_are_spelled_as_python_spells_them(number: float) -> None:
    assert load("table").json_line(number) == repr(number).encode()


def test_every_score_of_five_decimals() -> None:
    numbers = [n / 1e5 for n in range(100_001)]
    assert json.loads(load("table").json_line(numbers)) == numbers
    assert load("table").json_line(numbers) == json.dumps(numbers).encode()


@pytest.mark.parametrize("module", [load("table"), table_py])
def test_what_cannot_be_written(module: Any) -> None:
    for bad in (object(), [b"x"], {1: 2}, {"a": {1, 2}}):
        with pytest.raises(TypeError):
            module.json_line(bad)
    with pytest.raises(ValueError, match="one value for each measure"):
        module.csv_rows(["rouge-1"], [("t", "p", False, [0.1, 0.2])])
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(RecursionError):
        module.json_line(endless)
    assert module.json_line([math.nan, math.inf, -math.inf]) == b"[NaN, Infinity, -Infinity]"
