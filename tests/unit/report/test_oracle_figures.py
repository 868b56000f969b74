"""Facts of solved problems against lists of all oracles; figures that hold what they show."""

from __future__ import annotations

import itertools
import math
from statistics import fmean

import pytest

from sumscope.oracles.facts import facts_of
from sumscope.oracles.methods import Budget, solve
from sumscope.oracles.problem import build


def problem(limit=4):
    texts = [[1, 2], [1, 2], [2, 3], [1], [3], [9, 1]]
    return build(texts, [len(t) for t in texts], [[1, 2, 3]], 1, limit)


def test_facts_equal_those_of_the_listed_oracles():
    found = solve(problem())
    every = found.listed(99)
    facts = facts_of(found)
    assert facts.count == len(every) > 1
    assert facts.oracle_sentences == pytest.approx(fmean(map(len, every)))
    pairs = list(itertools.permutations(map(frozenset, every), 2))
    exact = fmean(len(a & b) / len(a | b) for a, b in pairs)
    assert facts.jaccard == pytest.approx(exact, abs=0.12)
    fitting = sum(
        sum(problem().length[list(chosen)]) <= 4
        for size in range(7)
        for chosen in itertools.combinations(range(6), size)
    )
    assert facts.log_sets == pytest.approx(math.log10(fitting))


def test_no_facts_where_not_every_oracle_is_known():
    assert facts_of(solve(problem(), budget=Budget(nodes=0))) is None
    assert facts_of(solve(problem(2), "greedy")) is None


def test_figures_show_every_problem():
    pytest.importorskip("matplotlib")
    from sumscope.report.oracle_figures import oracle_figures

    groups = {"one": [facts_of(solve(problem(limit))) for limit in (2, 3, 4)], "none": []}
    made = oracle_figures(groups)
    assert list(made) == ["oracle-scores", "oracle-counts", "oracle-jaccard", "oracle-pruning"]
    for name in ("oracle-scores", "oracle-pruning"):
        (line,) = made[name].axes[0].lines
        assert len(line.get_xdata()) == 3
    labels = made["oracle-scores"].axes[0].get_legend_handles_labels()[1]
    assert labels == ["one"]
    assert oracle_figures({})["oracle-jaccard"].axes[0].get_xlim() == (0, 1)
