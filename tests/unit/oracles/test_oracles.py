"""The oracle room: methods against each other, counts against lists, agreement, draws."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from sumscope.core.errors import SumscopeError
from sumscope.oracles.agreement import Matcher, agreement, agreement_with, normalised
from sumscope.oracles.answer import Oracles
from sumscope.oracles.methods import Budget, read_budget, solve
from sumscope.oracles.problem import build, feasible
from sumscope.oracles.walk import Drawer, jaccard, overlap


def random_problem(seed, sentences=14, words=12, n=None):
    rng = random.Random(seed)
    texts = [[rng.randrange(words) for _ in range(rng.randint(2, 9))] for _ in range(sentences)]
    references = [[rng.randrange(words) for _ in range(18)] for _ in range(rng.randint(1, 3))]
    size = n or rng.choice([1, 2])
    return build(texts, [len(t) for t in texts], references, size, rng.choice([10, 20, 35]))


@pytest.mark.parametrize("seed", range(60))
def test_methods_agree(seed):
    problem = random_problem(seed)
    ours, printed = solve(problem), solve(problem, "bnb-paper")
    one, fast = solve(problem, "ilp"), solve(problem, "greedy")
    assert ours.complete
    assert printed.complete
    assert ours.matches == printed.matches == one.matches == ours.upper
    assert one.optimal
    assert list(ours) == list(printed)
    assert ours.by_size == dict(printed.by_size)
    assert ours.in_oracles == printed.in_oracles
    assert one.chosen in set(ours)
    assert fast.matches <= ours.matches <= fast.upper
    for found in (ours, one, fast):
        assert problem.value(found.chosen) == found.matches
        assert problem.words(found.chosen) <= problem.limit
    assert {problem.value(one) for one in ours} == {ours.matches}
    assert ours.count == len(set(ours))


def test_feasible_counts_every_subset_that_fits():
    for seed in range(20):
        problem = random_problem(seed, sentences=10)
        lengths = problem.length.tolist()
        fitting = sum(
            sum(one) <= problem.limit
            for size in range(len(lengths) + 1)
            for one in itertools.combinations(lengths, size)
        )
        assert feasible(problem) == fitting


def test_slack_problem_with_more_than_a_thousand_million_oracles():
    # 40 sentences, each with one word of its own and "7"; "7" is all that the reference wants.
    texts = [[7, 100 + i] for i in range(40)]
    problem = build(texts, [2] * 40, [[7]], 1, 60)
    found = solve(problem)
    assert found.count == sum(math.comb(40, m) for m in range(1, 31))
    assert found.count > 10**9
    assert found.listed(3) == [(0,), (1,), (2,)]
    assert found.share(3) == pytest.approx(
        sum(math.comb(39, m - 1) for m in range(1, 31)) / found.count
    )


def test_nothing_to_choose_from():
    for texts, limit in (([[1, 2]], 1), ([[9]], 5), ([], 5)):
        found = solve(build(texts, [len(t) for t in texts], [[1, 2]], 1, limit))
        assert (found.matches, found.count, list(found)) == (0, 1, [()])
    empty = solve(build([[1]], [1], [[]], 1, 5))
    assert empty.score is None


def test_a_list_is_a_prefix_of_a_longer_one():
    found = solve(random_problem(3))
    assert found.listed(2) == found.listed(50)[:2]
    assert found.first() == found.listed(1)[0]


def test_budget_is_honest():
    rng = random.Random(5)
    texts = [[rng.randrange(200) for _ in range(rng.randint(8, 25))] for _ in range(300)]
    problem = build(
        texts, [len(t) for t in texts], [[rng.randrange(200) for _ in range(300)]], 1, 250
    )
    found = solve(problem, budget=Budget(nodes=3))
    assert not found.complete
    assert found.count is None
    assert found.in_oracles == {}
    assert found.share(0) is None
    assert found.matches <= found.upper
    assert problem.value(found.chosen) == found.matches
    assert list(found) == [found.chosen]
    for method in ("bnb-paper", "ilp"):
        other = solve(problem, method, Budget(nodes=3))
        assert not other.complete
        assert problem.value(other.chosen) <= found.upper
    with pytest.raises(SumscopeError, match="unknown method"):
        solve(problem, "bnp")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1000", Budget(nodes=1000)),
        ("10s", Budget(seconds=10.0)),
        ("2.5", Budget(seconds=2.5)),
        (7, Budget(nodes=7)),
        (0.5, Budget(seconds=0.5)),
        (None, Budget()),
    ],
)
def test_budgets(text, expected):
    assert read_budget(text) == expected


@pytest.mark.parametrize("text", ["", "many", "-1", -1, "nan", "inf", "1e999s"])
def test_bad_budgets(text):
    with pytest.raises(SumscopeError):
        read_budget(text)


def test_the_papers_example():
    # Section 6.2.3: S = {1,2,3,4}, O1 = {1,2,5,6}, O2 = {1,2,3}.
    mine = {1, 2, 3, 4}
    first, second = agreement_with({1, 2, 5, 6}, mine, 4), agreement_with({1, 2, 3}, mine, 4)
    assert (first.precision, first.recall, first.f) == (0.5, 0.5, 0.5)
    assert (second.precision, second.recall) == (0.75, 1.0)
    assert second.f == pytest.approx(0.857, abs=1e-3)


def test_agreement_is_the_mean_over_the_list():
    for seed in range(40):
        found = solve(random_problem(seed))
        rng = random.Random(seed)
        mine = set(rng.sample(range(14), 4))
        every = [set(one) for one in found]
        p = sum(Fraction(len(o & mine), 5) for o in every) / len(every)
        r = sum(Fraction(len(o & mine), len(o)) if o else Fraction(0) for o in every) / len(every)
        got = agreement(found, mine, 5)  # one sentence of the summary is not in the source
        assert (got.precision, got.recall) == (float(p), float(r))
        f = 2 * p * r / (p + r) if p + r else 0
        assert got.f == pytest.approx(float(f), abs=1e-15)
        assert overlap(found, mine) == Counter((len(o), len(o & mine)) for o in every)
        mean = sum(Fraction(len(o & mine), len(o | mine)) for o in every) / len(every)
        assert jaccard(found, mine) == float(mean)


def test_draws_are_uniform():
    found = max((solve(random_problem(s, n=1)) for s in range(40)), key=_moderate)
    every = [frozenset(one) for one in found]
    assert 5 < len(every) < 60
    drawer, rng = Drawer(found), random.Random(1)
    drawn = Counter(drawer.draw(rng) for _ in range(200 * len(every)))
    assert set(drawn) == set(every)
    expected = 200
    chi = sum((drawn[o] - expected) ** 2 / expected for o in every)
    assert chi < len(every) + 5 * math.sqrt(2 * len(every))


def _moderate(found: Oracles) -> int:
    return len(list(found)) if len(list(found)) < 60 else 0


def test_sentences_are_matched_by_equality_then_overlap():
    source = ["The cat sat.", "A dog barked at night, loudly.", "The cat sat."]
    tokens = [s.lower().replace(",", "").replace(".", "").split() for s in source]
    matcher = Matcher(source, tokens, 0.5)
    peer = ["the CAT  sat", "A dog barked at night", "Something else entirely.", "..."]
    words = [s.lower().split() for s in peer[:3]] + [[]]
    found = matcher.match(peer, words)
    assert found.chosen == (0, 1)
    assert found.unmatched == (2,)
    assert found.sentences == 3
    assert normalised("Ünï-CODE\u00a0x") == "ünï code x"


def test_problem_values_are_the_definition():
    problem = build([[1, 2, 1], [2, 2], [9]], [3, 2, 1], [[1, 1, 2], [2, 2, 2]], 1, 10)
    assert problem.total == 6
    assert problem.source.tolist() == [0, 1]
    # both sentences: 1 twice, 2 three times
    assert problem.value([0, 1]) == 2 + 1 + 3
    assert problem.value([1]) == 1 + 2
    assert problem.arrays[0].dtype == np.int32
