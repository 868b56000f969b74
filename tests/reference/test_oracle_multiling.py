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
from sumscope.oracles.text import OracleText
from sumscope.run.topics import score_topic


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
