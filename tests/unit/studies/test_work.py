"""Parts of a study that are shown by example say so."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from sumscope.core.table import show
from sumscope.metaeval.findings import MetaRow
from sumscope.report.study_figures import growth_by_group
from sumscope.studies.sections.judgements import closest
from sumscope.studies.work import Work


def test_a_sample_is_said_and_the_whole_is_not() -> None:
    said: Any = Work.sampled.fget  # type: ignore[attr-defined]
    part = SimpleNamespace(survey=SimpleNamespace(topics=100), sample=[None] * 40)
    whole = SimpleNamespace(survey=SimpleNamespace(topics=40), sample=[None] * 40)
    assert said(part) == " Made from 40 of 100 topics, evenly spread."
    assert said(whole) == ""


def row(measure: str, value: float | None, low: float | None = -0.5) -> MetaRow:
    return MetaRow(measure, "quality", "system", "all", "somers", value, low, 1.0, 9, None)


def test_the_closest_measure_is_no_tie_no_guess_and_turned_round() -> None:
    # A measure that is 0 for all peers but one has no interval: it is left out.
    said = closest([row("growth-deviation", -0.63, None), row("rouge-1", 0.4), row("rouge-2", 0.2)])
    assert said == (
        "The measure that orders the peers most like the judgement quality: rouge-1 "
        "(Somers' D 0.40 over system means)."
    )
    # Less is better: a fall with the judgement is what it should do. Ties are all named.
    said = closest([row("growth-deviation", -0.4), row("rouge-1", 0.4), row("rouge-2", 0.3)])
    assert "measures that order" in said
    assert "growth-deviation (less is better) and rouge-1 (Somers' D 0.40" in said
    # Where nothing agrees, nothing is called like it; and without values nothing is said.
    for value in (0.0, -0.0, -0.2):
        said = closest([row("rouge-1", value), row("rouge-2", -0.3), row("growth-deviation", 0.9)])
        assert said.startswith("No measure orders the peers like the judgement quality")
        assert "-0.00" not in said
    assert "rouge-1" in closest([row("rouge-1", 0.4, None)])
    assert closest([row("rouge-1", None, None)]) == ""


def test_what_rounds_to_nothing_has_no_sign() -> None:
    assert [show(v, 2) for v in (-0.001, -0.0, 0.001, -0.006)] == ["0.00", "0.00", "0.00", "-0.01"]


def test_the_dotted_line_of_growth_ends_where_the_curve_does() -> None:
    from sumscope.graph.words import word_network

    # Seven words, none twice: the deviation is 0, so curve and line are one.
    network = word_network(["boat ferry harbour storm night rescue crew"], "en")
    assert network.deviation == 0
    curve = network.components() / network.nodes
    places = np.linspace(0, 1, len(curve))
    figure = growth_by_group({"a": (curve, curve, curve)}, places)
    middle, line = figure.axes[0].lines
    drawn = np.interp(places, line.get_xdata(), line.get_ydata())
    assert np.allclose(drawn, middle.get_ydata())
