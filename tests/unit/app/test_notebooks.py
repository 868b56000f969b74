"""Every result shows itself in a notebook, and what comes from data stays text."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import Any

import pytest

import sumscope
import sumscope.app
from sumscope.core.results import NotebookRepr
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.core.tables import ROWS
from sumscope.data import DEMO

# Parts of results; they are shown by the result they are part of.
PARTS = {"Spread", "MeetingFigures"}


def _results() -> list[type[Any]]:
    found = []
    for module in pkgutil.iter_modules(sumscope.app.__path__):
        if module.name.startswith(("_", "reproduce")):
            continue
        loaded = importlib.import_module(f"sumscope.app.{module.name}")
        for name, kind in inspect.getmembers(loaded, inspect.isclass):
            own = kind.__module__ == loaded.__name__ and not name.startswith("_")
            if own and hasattr(kind, "to_json") and name not in PARTS | {"Plan"}:
                found.append(kind)
    return found


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
    assert "rouge-1.r" in shown


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
