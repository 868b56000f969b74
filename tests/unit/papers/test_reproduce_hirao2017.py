"""`sumscope reproduce hirao2017` on the embedded example and on a made-up corpus."""

from __future__ import annotations

import pytest

from sumscope.app.reproduce import papers, reproduce
from sumscope.core.errors import SumscopeError
from sumscope.papers import hirao2017 as paper


def test_embedded_example(tmp_path):
    assert "hirao2017" in papers()
    result = reproduce("hirao2017", out=tmp_path / "out")
    tables = {table.name: table for table in result.tables}
    assert {"table-2", "table-3", "table-4", "table-5", "table-7", "times"} <= set(tables)
    rows = {row[0]: row for row in tables["table-2"].rows}
    for column in (1, 2):
        assert rows["Oracle (single)"][column] >= rows["Oracle (multi)"][column]
        assert rows["Oracle (multi)"][column] >= rows["Greedy"][column]
        assert rows["Oracle (multi)"][column] >= rows["Greedy"][column] * 0.5
    assert (tmp_path / "out" / "nodes.png").stat().st_size > 1000
    assert (tmp_path / "out" / "table-7.csv").exists()
    if "table-6" in tables:
        assert {row[0] for row in tables["table-6"].rows} == set(paper.PUBLISHED_CORRELATION)


def test_a_folder_without_a_corpus(tmp_path):
    with pytest.raises(SumscopeError, match="no corpus"):
        reproduce("hirao2017", tmp_path)


def test_medians_pass_every_float():
    assert paper._middle([10**400, 10**400 + 2]) == 10**400 + 1
    assert paper._power(10**400) == "1.00e400"
    assert paper._power(983.0) == "983"
