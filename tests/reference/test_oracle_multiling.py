"""Oracles of the MultiLing 2011 pilot: what ROUGE says of them, and what HiGHS and the paper say.

No published oracle scores exist for this corpus; the numbers are checked against independent
methods and against our ROUGE, whose own numbers are checked against ROUGE-1.5.5.
"""

from __future__ import annotations

import dataclasses

import pytest

import sumscope
from sumscope.core.measure import parse
from sumscope.core.values import Text
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.view import TopicView
from sumscope.oracles.methods import Budget, solve
from sumscope.oracles.objective import read_objective
from sumscope.oracles.ratio import solve_ratio
from sumscope.oracles.text import OracleText
from sumscope.scoring.topics import score_topic


@pytest.fixture(scope="module")
def topics(data_dir):
    return list(read_corpus(data_dir / "multiling2011" / "english.jsonl.gz"))


@pytest.mark.parametrize(("n", "limit"), [(1, 100), (2, 250)])
def test_every_oracle_is_optimal_and_rouge_agrees(topics, n, limit):
    rows = {r["topic"]: r for r in sumscope.oracle(topics, n, limit, listed=20).to_json()}
    spelling = f"rouge-{n}(stop={'true' if n == 1 else 'false'},across=false)"
    for topic in topics:
        row = rows[topic.id]
        assert row["complete"]
        assert int(row["count"]) >= len(row["oracles"])
        extracts = [Text(f"o{i}", extract=tuple(o)) for i, o in enumerate(row["oracles"])]
        made = TopicView(dataclasses.replace(topic, peers=tuple(extracts)))
        for scores in score_topic(made, [parse(spelling)]):
            assert scores.values == [float(f"{row['score']:.5f}")]


@pytest.mark.parametrize("n", [1, 2])
def test_highs_finds_the_same_optimum(topics, n):
    for topic in topics[:4]:
        problem = OracleText(n).words(TopicView(topic)).problem(100)
        ours, one = solve(problem), solve(problem, "ilp")
        assert one.optimal
        assert one.matches == ours.matches
        assert problem.value(one.chosen) == ours.matches


def test_the_papers_algorithm_finds_the_same_sets_where_it_ends(topics):
    ended = 0
    for topic in topics:
        words = OracleText(2).words(TopicView(topic))
        for reference in range(len(words.references)):
            problem = words.problem(100, reference)
            printed = solve(problem, "bnb-paper", Budget(nodes=100_000))
            if printed.complete:
                ended += 1
                ours = solve(problem)
                assert list(ours) == list(printed)
                assert ours.in_oracles == printed.in_oracles
    assert ended >= 15


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize(("limit", "slots"), [(100, None), (None, 4), (100, 4)])
def test_highs_finds_the_same_f(topics, n, limit, slots):
    """HiGHS by Dinkelbach's method, which knows nothing of our bounds."""
    for topic in topics[:2]:
        words = OracleText(n).words(TopicView(topic))
        problem = words.ratio(read_objective(n, "f"), limit, slots)
        ours, theirs = (solve_ratio(problem, by, Budget()) for by in ("bnb", "ilp"))
        assert ours.complete
        assert theirs.optimal
        assert theirs.value == ours.value
        assert theirs.chosen in ours.listed(ours.count)


def test_rouge_agrees_with_the_mean_of_f(topics):
    names = [f"rouge-{n}(report=f,across=false)" for n in (1, 2)]
    rows = sumscope.oracle(topics, "1+2", objective="f", sentences=5, listed=3).rows
    for topic, row in zip(topics, rows, strict=True):
        assert row.complete
        extracts = [Text(f"o{i}", extract=tuple(o)) for i, o in enumerate(row.oracles)]
        made = TopicView(dataclasses.replace(topic, peers=tuple(extracts)))
        for scores in score_topic(made, [parse(name) for name in names]):
            assert sum(scores.values) / 2 == pytest.approx(row.score, abs=1e-5)
