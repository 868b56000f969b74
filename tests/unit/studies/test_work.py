"""Parts of a study that are shown by example say so."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from sumscope.core.table import show
from sumscope.metaeval.compare import Comparison, LeaderboardRow, PairTest
from sumscope.metaeval.meta_result import MetaRow
from sumscope.report.study_figures import growth_by_group
from sumscope.studies.findings import best, follow, listed
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
    def said(*rows: MetaRow) -> str:
        return follow(rows, "quality", lower=["growth-deviation"])

    # A measure that is 0 for all peers but one has no interval: it is left out.
    text = said(row("growth-deviation", -0.63, None), row("rouge-1", 0.4), row("rouge-2", 0.2))
    assert text == (
        "Of 2 measures, rouge-1 follows quality best (Somers' D 0.40, 95% interval -0.50 to 1.00, "
        "over the means of 9 peers; the highest of several, so probably too high)."
    )
    # Less is better: a fall with the judgement is what it should do. Ties are all named.
    text = said(row("growth-deviation", -0.4), row("rouge-1", 0.4), row("rouge-2", 0.3))
    assert "growth-deviation (lower is better) and rouge-1 follow quality" in text
    assert "95% interval -1.00 to 0.50" in text
    # Where nothing agrees, nothing is called like it; and without values nothing is said.
    for value in (0.0, -0.0, -0.2):
        text = said(row("rouge-1", value), row("rouge-2", -0.3), row("growth-deviation", 0.9))
        assert text.startswith("None of 3 measures orders the peers like quality")
        assert "-0.00" not in text
    assert said(row("rouge-1", 0.4, None)) == (
        "rouge-1 follows quality with Somers' D 0.40, over the means of 9 peers."
    )
    assert said(row("rouge-1", None, None)) == ""


def test_who_is_best_is_said_with_test_interval_and_number() -> None:
    def board(*means: float, p: float = 0.01, n: int = 9) -> Comparison:
        names = "abcdefgh"[: len(means)]
        standings = tuple(
            LeaderboardRow("m", at + 1, name, False, mean, mean - 0.1, mean + 0.1, n, "a")
            for at, (name, mean) in enumerate(zip(names, means, strict=True))
        )
        duels = tuple(
            PairTest("m", x, y, 0.1, p, p, n) for i, x in enumerate(names) for y in names[i + 1 :]
        )
        return Comparison(standings, duels, {}, ())

    assert best(board(0.5, 0.4, 0.3), "m") == (
        "By m, a has the highest mean of 3 systems (0.500, 95% interval 0.400 to 0.600) over 9 "
        "topics, significantly better than all others (paired randomization tests, Holm-corrected "
        "over 3 pairs of peers)."
    )
    assert "but it is not significantly different from any other" in best(
        board(0.5, 0.4, 0.3, p=1), "m"
    )
    assert "is not significantly different from b (paired randomization test)" in best(
        board(0.5, 0.4, p=0.5), "m"
    )
    assert best(board(0.5, 0.4, n=1), "m").endswith("over 1 topic, too few for a test.")
    assert "no other system to compare" in best(board(0.5), "m")
    assert best(board(), "m") == "No system has a score by m."
    assert [listed(list("abcdef"[:n])) for n in (1, 2, 4, 6)] == [
        "a",
        "a and b",
        "a, b, c and d",
        "a, b, c and 3 more",
    ]


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
