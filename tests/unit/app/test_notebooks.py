"""Every result shows itself in a notebook, and what comes from data stays text."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from typing import Any

import pytest

import sumscope
from sumscope.core.results import NotebookRepr
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.core.tables import ROWS
from sumscope.data import DEMO


def _results() -> list[type[Any]]:
    """What the public functions give that can be printed as JSON."""
    found: dict[str, type[Any]] = {}
    for name in sumscope.__all__:
        function = getattr(sumscope, name)
        if not inspect.isfunction(function):
            continue
        module = importlib.import_module(function.__module__)
        tree = ast.parse(inspect.getsource(module))
        home = {
            alias.name: node.module
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }
        for kind in re.findall(r"\w+", str(inspect.signature(function).return_annotation)):
            if home.get(kind, "").startswith("sumscope."):
                found[kind] = getattr(importlib.import_module(home[kind]), kind)
    return [kind for kind in found.values() if hasattr(kind, "to_json")]


@pytest.mark.parametrize("kind", _results(), ids=lambda kind: kind.__name__)
def test_every_result_has_a_face(kind: type[Any]) -> None:
    assert hasattr(kind, "_repr_html_")


def test_results_are_tables_and_pictures() -> None:
    table = sumscope.score(DEMO, ["rouge-1", "rouge-2"])
    assert "extractor" in table._repr_html_()
    compared = sumscope.compare(table, resamples=100)._repr_html_()
    assert compared.count("<svg") == 2
    assert "extractor" in compared
    found = sumscope.detect(DEMO, "gn", graph="words-in-common", topic="en-ferry")
    assert "<svg" in found._repr_html_()
    assert "omega" in sumscope.agree(DEMO, ["omega"], baseline=0)._repr_html_()
    shown = sumscope.rouge("The cat sat.", ["A cat sat."])._repr_html_()
    assert "rouge-1" in shown
    assert "recall" in shown


def test_a_reproduction_shows_its_tables_and_figures() -> None:
    shown = sumscope.reproduce("geiss2009")._repr_html_()
    assert shown.count("<table") >= 5
    assert "<svg" in shown


def test_data_stays_text_and_long_tables_short() -> None:
    bad = "<script>alert(1)</script>"
    rows = tuple(
        ScoreRow(f"t{t}", f"{p}{bad}", False, "rouge-1", p + 0.1 * t)
        for t in range(3)
        for p in range(2)
    )
    shown = sumscope.compare(ScoreTable(rows), resamples=100)._repr_html_()
    assert "<script" not in shown
    assert "&lt;script" in shown

    class Many(NotebookRepr):
        def to_json(self) -> list[dict[str, Any]]:
            return [{"a": bad, "b": {"c": n / 7}, "d": None} for n in range(ROWS + 5)]

    shown = Many()._repr_html_()
    assert "<script" not in shown
    assert shown.count("<tr>") == ROWS + 1
    assert "5 more rows" in shown
    assert "b.c" in shown
