"""Oracles by F and by means: scores equal the registry's ROUGE, methods, labels, draws."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from statistics import fmean

import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.corpus.schema import topic_from_json
from sumscope.corpus.view import TopicView
from sumscope.oracles.methods import Budget
from sumscope.oracles.objective import read_objective
from sumscope.oracles.ratio import build_ratio, solve_ratio
from sumscope.oracles.text import OracleText
from sumscope.oracles.trainers import extoracle_combination, extoracle_greedy, presumm
from sumscope.oracles.walk import drawn_oracles, overlap

SENTENCES = [
    "The storm hit the coast on Monday .",
    "Thousands fled inland before the storm .",
    "Schools were closed for a week .",
    "Power lines fell across the coast .",
    "Officials promised quick repairs of power lines .",
    "The storm hit the coast on Monday .",
]
REFERENCES = [
    "A storm hit the coast on Monday . Thousands fled and power lines fell .",
    "Power lines fell when the storm came . Repairs will be quick .",
]
TOPIC = {
    "id": "T",
    "lang": "en",
    "documents": [{"id": "d", "sentences": SENTENCES}],
    "references": [{"id": str(n), "text": text} for n, text in enumerate(REFERENCES)],
    "peers": [{"id": "p", "extract": ["d.0", "d.3"]}],
}


@pytest.mark.parametrize("n", [1, 2, "L", "1+2", "1+2+L"])
@pytest.mark.parametrize("objective", ["recall", "f"])
def test_the_score_is_that_of_the_measures(n, objective):
    """An oracle given back as a peer has the oracle's score, to the five digits of ROUGE."""
    found = sumscope.oracle(
        [TOPIC], n, 20, sentences=3, objective=objective, gaps=True, stop=False, listed=99
    ).rows[0]
    assert found.complete
    peers = [
        {"id": f"o{q}", "sentences": [SENTENCES[int(s[2:])] for s in one]}
        for q, one in enumerate(found.oracles)
    ]
    names = ["rouge-l" if part == "L" else f"rouge-{part}" for part in str(n).split("+")]
    across = {"rouge-l": "", "rouge-1": ",across=false", "rouge-2": ",across=false"}
    measures = [f"{m}(report={objective[0]}{across[m]})" for m in names]
    table = sumscope.score([{**TOPIC, "peers": peers}], measures)
    for peer in peers:
        values = [row.value for row in table if row.peer == peer["id"]]
        assert fmean(values) == pytest.approx(found.score, abs=2e-5)
    assert len(found.oracles) == int(found.count)
    assert found.peers[0].gap >= 0
    assert found.peers[0].score + found.peers[0].gap == pytest.approx(found.score)


def test_a_row_says_what_was_maximised():
    row = sumscope.oracle([TOPIC], "1+2", objective="f", sentences=2).to_json()[0]
    assert (row["n"], row["objective"], row["sentences"], row["limit"]) == ("1+2", "f", 2, None)
    assert row["upper_score"] == row["score"]
    plain = sumscope.oracle([TOPIC], 2, 20).to_json()[0]
    assert "objective" not in plain


def test_a_budget_leaves_a_gap_that_is_said():
    rng = random.Random(0)
    texts = [[rng.randrange(80) for _ in range(12)] for _ in range(60)]
    reference = [[rng.randrange(80) for _ in range(15)] for _ in range(5)]
    goal = read_objective("1+2", "f")
    problem = build_ratio(texts, [12] * 60, [reference], goal, 100, None)
    short = solve_ratio(problem, "bnb", Budget(nodes=2))
    assert not short.optimal
    assert short.count is None
    assert 0 < short.score < short.upper_score <= 1
    assert short.score == float(problem.value(short.chosen))
    greedy = solve_ratio(problem, "greedy", Budget())
    assert greedy.score <= short.score


@pytest.mark.parametrize(("limit", "slots"), [(20, None), (None, 2), (20, 3)])
@pytest.mark.parametrize("n", [1, 2])
def test_highs_finds_the_same(n, limit, slots):
    words = OracleText(n).words(TopicView(topic_from_json(TOPIC, "T")))
    problem = words.ratio(read_objective(n, "f"), limit, slots)
    ours = solve_ratio(problem, "bnb", Budget())
    theirs = solve_ratio(problem, "ilp", Budget())
    assert ours.value == theirs.value
    assert theirs.chosen in ours.listed(99)


def test_highs_is_for_one_rouge():
    with pytest.raises(SumscopeError, match="ilp is for one ROUGE-N"):
        sumscope.oracle([TOPIC], "1+2", objective="f", method="ilp")


def test_labels_of_every_kind():
    table = sumscope.oracle([TOPIC], 2, 7, labels=True, listed=5, samples=50, seed=3)
    row = table.rows[0]
    labels = row.labels
    assert row.count == "2"
    assert labels.oracle_labels == [
        [int(f"d.{s}" in one) for s in range(len(SENTENCES))] for one in row.oracles
    ]
    assert labels.labels == labels.oracle_labels[0]
    shares = [fmean(column) for column in zip(*labels.oracle_labels, strict=True)]
    assert labels.soft == shares
    assert sum(labels.sample_weights) == pytest.approx(1)
    assert all(one in labels.oracle_labels for one in labels.sample_labels)
    again = sumscope.oracle([TOPIC], 2, 7, labels=True, listed=5, samples=50, seed=3)
    assert again.rows[0].labels == labels


@pytest.mark.parametrize("objective", ["recall", "f"])
def test_draws_are_even_under_a_limit_of_sentences(objective):
    """Sentences that add nothing give many oracles; a limit of sentences leaves some of them."""
    texts = [[1, 2], [1, 2], [2, 3], [1], [3], [9, 1]]
    goal = read_objective(1, objective)
    problem = build_ratio(texts, [len(t) for t in texts], [[[1, 2, 3]]], goal, None, 3)
    found = solve_ratio(problem, "bnb", Budget())
    every = found.listed(999)
    assert len(every) == found.count == len(set(every))
    assert all(len(one) <= 3 for one in every)
    assert {problem.value(one) for one in every} == {found.value}
    draws = drawn_oracles(found, 400 * len(every), "seed")
    assert set(draws) == set(every)
    assert all(300 < times < 500 for times in draws.values())
    mine = {0, 2}
    expected = Counter((len(one), len(mine.intersection(one))) for one in every)
    assert overlap(found, mine) == expected


def test_presumm_and_extoracle_by_hand():
    """Sentences 0 and 5 are equal; the second adds nothing, and n-grams of PreSumm are sets."""
    reference = REFERENCES[:1]
    assert presumm(SENTENCES, reference, 3) == [0, 1, 3]
    assert presumm(SENTENCES, reference, 1) == [0]
    assert presumm(SENTENCES, ["nothing like it"], 3) == []
    assert extoracle_greedy(SENTENCES, reference, 1) == [0]
    assert extoracle_combination(["a b", "c d"], ["x"], 1) == [0]
    assert presumm([], reference) == extoracle_combination([], reference) == []


RECORDED = [
    (
        ["f's d d d", "e -", "i d c h2 h2 a", "a - c d", "g. c f's f's b b", "e h2 - d d d"],
        ["b d h2", "i h2 b b d f's"],
        [2, 4],
    ),
    (
        ["b i", "b h2 b e -", "h2 b f's h2 a g. i", "h2 d d i - g.", "c g. a a a - a", "f's g. b"],
        ["- b c", "h2 b a - f's"],
        [2, 4],
    ),
    (
        ["i a a - c", "a d", "- b", "- b c d e", "b c c", "a a d"],
        ["h2 g. i i g. - h2 e", "b - i g. e h2 e"],
        [0, 3],
    ),
]


@pytest.mark.parametrize(("sentences", "reference", "expected"), RECORDED)
def test_presumm_gives_what_the_program_gave(sentences, reference, expected):
    """What `greedy_selection` of PreSumm (src/prepro/data_builder.py) chooses, three sentences.

    PreSumm's module needs torch, so its function was run from a copy typed off outside this
    repository. On 2,000 random texts the two gave the same.
    """
    assert presumm(sentences, reference, 3) == expected


def test_extoracle_gives_what_the_package_gives():
    package = pytest.importorskip("extoracle.utils")
    rng = random.Random(5)
    for _ in range(40):
        word = lambda: rng.choice("abcdefghij")  # noqa: E731
        texts = [[word() for _ in range(rng.randint(1, 8))] for _ in range(rng.randint(1, 7))]
        abstract = [[word() for _ in range(rng.randint(1, 8))] for _ in range(2)]
        size = rng.randint(1, 3)
        given = [" ".join(t) for t in texts], [" ".join(t) for t in abstract], size
        theirs, _ = package.greedy_selection(texts, abstract, size)
        assert extoracle_greedy(*given) == sorted(theirs)
        if len(texts) > size:
            theirs, _ = package.combination_selection(texts, abstract, size)
            assert extoracle_combination(*given) == sorted(set(theirs))


def test_methods_of_trainers_are_scored_like_the_oracle():
    exact = sumscope.oracle([TOPIC], "1+2", objective="f", sentences=3).rows[0]
    for method in ("presumm", "extoracle-greedy", "extoracle-combination"):
        row = sumscope.oracle([TOPIC], "1+2", objective="f", method=method).rows[0]
        assert (row.method, row.sentences, row.complete) == (method, 3, False)
        assert row.score > 0
        if method != "extoracle-combination":  # which takes up to four
            assert row.score <= exact.score


def test_an_empty_problem():
    found = solve_ratio(
        build_ratio([[1]], [1], [[[2]]], read_objective(1, "f"), 5, None), "bnb", Budget()
    )
    assert (found.value, found.count, found.listed(3)) == (Fraction(0), 1, [()])
    nothing = build_ratio([[1]], [1], [[[]]], read_objective("1+2", "f"), 5, 2)
    assert solve_ratio(nothing, "bnb", Budget()).score is None
