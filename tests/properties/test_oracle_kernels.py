"""The oracle kernel and its twin against brute force over all subsets."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.kernels import load
from sumscope.kernels.python import oracle as oracle_py

KERNEL = load("oracle")
SENTENCE = st.lists(st.integers(0, 4), min_size=1, max_size=7)


def grams(tokens, n):
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def brute_force(sentences, references, lengths, n, limit):
    """(value, oracles, total) by trying every subset, from the definition alone."""
    wanted = [grams(r, n) for r in references]
    held = [grams(s, n) for s in sentences]
    hit = set().union(*wanted)
    usable = [i for i in range(len(sentences)) if lengths[i] >= 1 and hit & set(held[i])]
    best, found = -1, []
    for size in range(len(usable) + 1):
        for chosen in itertools.combinations(usable, size):
            if sum(lengths[i] for i in chosen) > limit:
                continue
            have = sum((held[i] for i in chosen), Counter())
            value = sum(min(k, have[g]) for r in wanted for g, k in r.items())
            if value > best:
                best, found = value, []
            if value == best:
                found.append(chosen)
    return best, found, sum(sum(r.values()) for r in wanted)


def flat(texts):
    starts = np.cumsum([0, *map(len, texts)]).astype(np.int64)
    return np.asarray([t for text in texts for t in text], dtype=np.int32), starts


def built(kernel, sentences, references, lengths, n, limit):
    tokens, starts = flat(sentences)
    ref_tokens, ref_starts = flat(references)
    words = np.asarray(lengths, dtype=np.int32)
    return kernel.build(tokens, starts, words, ref_tokens, ref_starts, n, limit)


def instance(seed):
    """Several references, repeated n-grams, equal sentences, tight and slack limits, n = 1..4."""
    rng = random.Random(seed)
    n, words = rng.choice([1, 1, 2, 2, 3, 4]), rng.choice([2, 3, 5, 8, 15])
    text = lambda low, high: [rng.randrange(words) for _ in range(rng.randint(low, high))]  # noqa: E731
    sentences = [text(1, 8) for _ in range(rng.randint(0, 9))]
    sentences += [list(rng.choice(sentences)) for _ in range(rng.randint(0, 3)) if sentences]
    references = [text(0, 14) for _ in range(rng.randint(1, 4))]
    stops = rng.randint(0, 3) if rng.random() < 0.3 else 0  # words that count only for length
    lengths = [len(s) + rng.randint(0, stops) for s in sentences]
    every = sum(lengths)
    tight = rng.randint(0, 10)
    limit = rng.choice([tight, rng.randint(0, every), every, every + 5, rng.randint(5, 20)])
    return sentences, references, lengths, n, limit


def everything(kernel, problem, source, limit, step=3):
    """All that a kernel says about a problem, in sentence numbers."""
    solved = kernel.solve(*problem, limit)
    length = problem[3]
    by_size, holding = kernel.count(solved["dag"], length)
    listed = []
    for size in sorted(by_size):
        after = []
        while True:
            part = kernel.listing(solved["dag"], length, size, after, step)
            listed += [tuple(int(source[i]) for i in one) for one in part]
            if len(part) < step or size == 0:
                break
            after = part[-1]
    held = {(int(source[i]), s): x for i, row in holding.items() for s, x in row.items()}
    ends = solved["complete"], solved["optimal"], solved["upper"] == solved["best"]
    return solved["best"], by_size, held, listed, ends


def as_sets(answer, source):
    starts, items = answer["starts"], source[answer["items"]].tolist()
    sets = [tuple(items[a:b]) for a, b in itertools.pairwise(starts.tolist())]
    return sorted(sets, key=lambda one: (len(one), one))


def check(seed, kernel, step=3):
    sentences, references, lengths, n, limit = instance(seed)
    source, *problem, total = built(kernel, sentences, references, lengths, n, limit)
    best, oracles, all_grams = brute_force(sentences, references, lengths, n, limit)
    value, by_size, held, listed, ends = everything(kernel, problem, source, limit, step)
    assert (value, total, ends) == (best, all_grams, (True, True, True))
    assert by_size == Counter(map(len, oracles))
    assert held == Counter((i, len(one)) for one in oracles for i in one)
    assert listed == sorted(oracles, key=lambda one: (len(one), one))
    printed = kernel.paper(*problem, limit)
    assert printed["complete"]
    assert as_sets(printed, source) == listed


def test_kernel_equals_brute_force_on_two_thousand_problems():
    for seed in range(2000):
        check(seed, KERNEL)


def test_twin_equals_brute_force():
    for seed in range(10_000, 10_120):
        check(seed, oracle_py, step=10**6)


@pytest.mark.nightly
def test_kernel_equals_brute_force_on_fifty_thousand_problems():
    for seed in range(20_000, 70_000):
        check(seed, KERNEL, step=10**6)


@given(
    sentences=st.lists(SENTENCE, max_size=9),
    references=st.lists(st.lists(st.integers(0, 4), max_size=12), min_size=1, max_size=3),
    n=st.integers(1, 3),
    limit=st.integers(0, 40),
)
def test_twin_and_kernel_agree(sentences, references, n, limit):
    lengths = [len(s) for s in sentences]
    ours = built(KERNEL, sentences, references, lengths, n, limit)
    twins = built(oracle_py, sentences, references, lengths, n, limit)
    for left, right in zip(ours, twins, strict=True):
        assert np.array_equal(left, right)
    source, *problem, _ = ours
    one = everything(KERNEL, problem, source, limit)
    assert one == everything(oracle_py, problem, source, limit, step=10**6)
    greedy, other = KERNEL.greedy(*problem, limit), oracle_py.greedy(*problem, limit)
    assert greedy[0] == other[0] <= one[0]
    assert greedy[1].tolist() == other[1].tolist()
    # a DAG means the same to both
    dag = oracle_py.solve(*problem, limit)["dag"]
    assert KERNEL.count(dag, problem[3]) == oracle_py.count(dag, problem[3])


def test_counts_past_every_machine_word():
    # 600 equal sentences of one word, room for 300 of them: one covers the reference.
    sentences = [[7]] * 600
    source, *problem, _ = built(KERNEL, sentences, [[7]], [1] * 600, 1, 300)
    import math

    by_size, holding = KERNEL.count(KERNEL.solve(*problem, 300)["dag"], problem[3])
    assert by_size == {m: math.comb(600, m) for m in range(1, 301)}
    assert holding[17] == {m: math.comb(599, m - 1) for m in range(1, 301)}
    assert len(source) == 600


def hard_problem(sentences=400, words=300, seed=1):
    """Random sentences over few words: no structure to prune by."""
    rng = random.Random(seed)
    texts = [[rng.randrange(words) for _ in range(rng.randint(8, 30))] for _ in range(sentences)]
    references = [[rng.randrange(words) for _ in range(400)] for _ in range(3)]
    return built(KERNEL, texts, references, [len(t) for t in texts], 1, 400)


@pytest.mark.parametrize("kernel", [KERNEL, oracle_py])
def test_a_budget_ends_in_an_honest_answer(kernel):
    _, *problem, _ = hard_problem(60 if kernel is oracle_py else 400)
    short = kernel.solve(*problem, 400, max_nodes=5)
    assert not short["complete"]
    assert short["dag"] is None
    assert short["best"] <= short["upper"]
    greedy = kernel.greedy(*problem, 400)[0]
    assert greedy <= short["best"]
    timed = kernel.solve(*problem, 400, max_seconds=0.05)
    chosen = timed["chosen"].tolist()
    assert len(set(chosen)) == len(chosen)
    assert sum(int(problem[3][i]) for i in chosen) <= 400


def test_the_same_problem_gives_the_same_bytes():
    for seed in range(50):
        sentences, references, lengths, n, limit = instance(seed)
        _, *problem, _ = built(KERNEL, sentences, references, lengths, n, limit)
        first, second = KERNEL.solve(*problem, limit), KERNEL.solve(*problem, limit)
        assert first["nodes"] == second["nodes"]
        assert all(np.array_equal(a, b) for a, b in zip(first["dag"], second["dag"], strict=True))


@pytest.mark.parametrize("kernel", [KERNEL, oracle_py])
def test_bad_arrays_are_refused(kernel):
    _, *problem, _ = built(kernel, [[1, 2]], [[1]], [2], 1, 5)
    with pytest.raises(ValueError):
        kernel.solve(*problem, -1)
    with pytest.raises(ValueError):
        kernel.solve(problem[0][:1], *problem[1:], 5)
    with pytest.raises(ValueError):
        built(kernel, [[1, 2]], [[1]], [2], 0, 5)
