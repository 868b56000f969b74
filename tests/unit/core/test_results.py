"""Plain values, and what results show."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.plain import plain
from sumscope.core.results import RowResult
from sumscope.core.tables import ResultTable, table
from sumscope.core.values import Undefined


class Row(NamedTuple):
    name: str
    value: float | None


@dataclass(frozen=True, repr=False)
class Found(RowResult):
    rows: tuple[Row, ...]

    def tables(self) -> list[ResultTable]:
        return [table("found", "Found", ["name", "value"], self.rows, notes=["a note", "a note"])]


ATOM = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
JSON = st.recursive(ATOM, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


def without(value: Any) -> Any:
    """Values with null where a number is not finite, by JSON itself."""
    return json.loads(json.dumps(value), parse_constant=lambda name: None)


@given(JSON)
def test_plain_values_stay(value: Any) -> None:
    made = plain(value)
    json.dumps(made, allow_nan=False)
    assert made == without(value)


def test_rows_and_dataclasses_keep_the_order_of_their_fields() -> None:
    rows = (Row("b", 0.5), Row("a", math.nan))
    assert plain({2: Found(rows), "x": Undefined("none")}) == {
        "2": {"rows": [{"name": "b", "value": 0.5}, {"name": "a", "value": None}]},
        "x": None,
    }
    assert list(plain(rows)[0]) == ["name", "value"]
    assert plain((np.float64(0.5), np.int64(3), np.array([1.0, np.inf]))) == [0.5, 3, [1.0, None]]
    with pytest.raises(TypeError, match="object has no plain form"):
        plain(object())


def test_a_result_is_json_frames_and_text() -> None:
    found = Found((Row("x", 0.25), Row("y", None)))
    assert found.to_json() == [{"name": "x", "value": 0.25}, {"name": "y", "value": None}]
    assert found.to_pandas()["value"].isna().tolist() == [False, True]
    assert found.to_polars()["value"].to_list() == [0.25, None]
    assert repr(found).splitlines() == [
        "Found",
        "name  value",
        "x     0.250",
        "y         –",
        "a note",
    ]
    html = found._repr_html_()
    assert html.count("<tr>") == 3
    assert html.count("a note") == 1


@dataclass(frozen=True, repr=False)
class Noted(Found):
    notes: tuple[str, ...] = ()
    reason: str | None = None


def test_notes_and_the_reason_of_an_empty_result_are_shown() -> None:
    noted = Noted((Row("x", 0.25),), ("T1 <left out>",), "too few topics")
    assert repr(noted).splitlines()[-2:] == ["note: too few topics", "note: T1 <left out>"]
    html = noted._repr_html_()
    assert "<p>Note: too few topics</p><p>Note: T1 &lt;left out&gt;</p>" in html


class Empty(Found):
    def tables(self) -> list[ResultTable]:
        return []


def test_an_empty_result_says_so() -> None:
    assert repr(Empty(())) == "Empty: nothing to show"
    assert Empty(())._repr_html_() == "<p>Empty: nothing to show</p>"


def test_what_rounds_to_zero_has_no_sign() -> None:
    assert table("t", "", ["x"], [[-0.0001], [-0.001]], 3).shown() == [["0.000"], ["-0.001"]]


def test_a_long_result_shows_a_screenful() -> None:
    shown = repr(Found(tuple(Row(str(n), n / 7) for n in range(50)))).splitlines()
    assert "... 30 more rows" in shown
    assert len(shown) == 24
