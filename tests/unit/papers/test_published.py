"""Published figures: data files of the papers, and tables of ours beside them."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from sumscope.app.reproduce import papers
from sumscope.papers._common import PublishedTable, below, beside, published

FRUIT = PublishedTable(
    source="Table 9",
    keys=("fruit",),
    columns=("price (published)", "weight (published)"),
    rows=(("Apple", 1.5, 100), ("pear", None, 120), ("fig", 0.5, 30)),
)


@pytest.mark.parametrize("paper", papers())
def test_every_paper_has_one_data_file_whose_tables_are_rectangular(paper: str) -> None:
    text = (files("sumscope.papers") / "data" / f"{paper}.json").read_text(encoding="utf-8")
    content = json.loads(text)
    assert set(content) == {"paper", "tables"}
    for name, table in content["tables"].items():
        assert set(table) - {"note"} == {"source", "keys", "columns", "rows"}, name
        keys = len(table["keys"])
        assert table["rows"], name
        assert all(len(row) == keys + len(table["columns"]) for row in table["rows"]), name
        named = [tuple(row[:keys]) for row in table["rows"]]
        assert len(set(named)) == len(named), f"{name}: two rows of one key"
        assert not set(table["keys"]) & set(table["columns"])
    assert list(published(paper)) == list(content["tables"])


def test_files_are_of_known_papers() -> None:
    names = {path.name for path in (files("sumscope.papers") / "data").iterdir()}
    assert names == {f"{paper}.json" for paper in papers()}


def test_rows_of_one_value_of_a_key() -> None:
    every, one = published("hirao2017"), published("hirao2017", year=2001)
    assert set(every) - set(one) == {"table-3", "table-4", "table-6", "times"}
    assert one["table-2"].keys == ("",)
    assert one["table-2"].figures("Greedy") == every["table-2"].figures(2001, "Greedy")
    assert one["greedy"] == every["greedy"], "of every year"
    assert set(published("hirao2017", year=1999)) == {"greedy"}


@pytest.mark.parametrize(
    ("heading", "row", "cells"),
    [
        (["fruit", "price"], ("apple", 2.0), ("apple", 2.0, 1.5, 100)),
        (["fruit", "price"], ("pear", 2.0), ("pear", 2.0, None, 120)),
        (["fruit", "price"], ("plum", 2.0), ("plum", 2.0, None, None)),
        (["price", "fruit"], (2.0, "fig"), (2.0, "fig", 0.5, 30)),
        (["fruit", "price (published)", "price"], ("fig", 2.0), ("fig", 0.5, 2.0, 30)),
    ],
)
def test_published_figures_stand_beside_the_row_of_their_key(heading, row, cells) -> None:
    made = beside("t", "Caption", heading, [row], FRUIT, digits=1)
    assert made.rows == (cells,)
    assert set(made.heading) == {"fruit", "price", *FRUIT.columns}
    assert made.heading[: len(heading)] == tuple(heading)


def test_without_published_figures_there_is_no_column_for_them() -> None:
    made = beside("t", "Caption", ["fruit", "price"], [("apple", 2.0)], None)
    assert made.heading == ("fruit", "price")
    assert made.rows == (("apple", 2.0),)


def test_published_rows_of_other_texts_stand_below() -> None:
    made = below("t", "Caption", [("ours", "plum", 3.0, 50)], FRUIT)
    assert made.heading == ("from", "fruit", "price (published)", "weight (published)")
    assert [row[0] for row in made.rows] == ["ours", "published", "published", "published"]
    assert made.rows[1] == ("published", "Apple", 1.5, 100)
