"""Extracts by F and by means of ROUGE: the kernel and its twin against brute force.

Brute force scores every subset from the definitions: n-grams as counters, ROUGE-L by
`rouge_py.lcs`, which is held against ROUGE-1.5.5 elsewhere.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from sumscope.kernels import load
from sumscope.kernels.python import oracle as oracle_py
from sumscope.kernels.python import rouge as rouge_py

KERNEL = load("oracle")
VIEWS = ([1], [2], [1, 2], [0], [1, 2, 0], [2, 0], [3])


def grams(tokens, n):
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def text(sentences):
    return rouge_py.Text([[str(w) for w in s] for s in sentences])


def matches(chosen, reference, n):
    """(matches, size of the reference, size of the extract) by the definition."""
    if n == 0:
        return rouge_py.lcs(text(reference), text(chosen))
    have = sum((grams(s, n) for s in chosen), Counter())
    wanted = grams([w for s in reference for w in s], n)
    hits = sum(min(c, have[g]) for g, c in wanted.items())
    return hits, sum(wanted.values()), sum(have.values())


def brute_force(case):
    """(value, sets): the mean over views of F or recall of every subset that fits."""
    sentences, references, lengths, ns, limit, slots, f = case
    usable = [
        i
        for i, s in enumerate(sentences)
        if lengths[i] >= 1 and any(matches([s], r, n)[0] for r in references for n in ns)
    ]
    best, found = Fraction(-1), []
    for size in range(min(len(usable), slots) + 1):
        for chosen in itertools.combinations(usable, size):
            if sum(lengths[i] for i in chosen) > limit:
                continue
            value = Fraction(0)
            for n in ns:
                parts = [matches([sentences[i] for i in chosen], r, n) for r in references]
                hits, wanted, have = (sum(part[q] for part in parts) for q in range(3))
                below = wanted + have if f else wanted
                value += Fraction((2 if f else 1) * hits, below) if below and hits else 0
            value /= len(ns)
            if value > best:
                best, found = value, []
            if value == best:
                found.append(chosen)
    return best, sorted(found, key=lambda one: (len(one), one))


def instance(seed):
    """Repeated words and sentences, tight and slack limits of words and sentences."""
    rng = random.Random(seed)
    words = rng.choice([2, 3, 5, 9, 15])
    some = lambda low, high: [rng.randrange(words) for _ in range(rng.randint(low, high))]  # noqa: E731
    sentences = [some(1, 7) for _ in range(rng.randint(0, 6))]
    sentences += [list(rng.choice(sentences)) for _ in range(rng.randint(0, 2)) if sentences]
    references = [
        [some(0, 6) for _ in range(rng.randint(1, 2))] for _ in range(rng.choice([1, 1, 2]))
    ]
    lengths = [len(s) + rng.choice([0, 0, 1]) for s in sentences]
    limit = rng.choice([rng.randint(0, 12), sum(lengths), 10**6])
    slots = rng.choice([0, 1, 2, 3, 3, 10**6])
    return sentences, references, lengths, rng.choice(VIEWS), limit, slots, rng.random() < 0.7


def flat(texts):
    starts = np.cumsum([0, *map(len, texts)]).astype(np.int64)
    return np.asarray([t for one in texts for t in one], dtype=np.int32), starts


def built(kernel, case):
    sentences, references, lengths, ns, limit, _, f = case
    tokens, starts = flat(sentences)
    ref_tokens, ref_starts = flat([[w for s in r for w in s] for r in references])
    _, ref_cuts = flat([s for r in references for s in r])
    words = np.asarray(lengths, dtype=np.int32)
    times = len(references) if f else 0
    return kernel.build_views(
        tokens, starts, words, ref_tokens, ref_starts, ref_cuts, ns, times, min(limit, 10**6)
    )


def solved(kernel, case):
    """(value, sets, complete): what a kernel says, in sentence numbers."""
    _, _, _, ns, limit, slots, f = case
    source, arrays, views = built(kernel, case)
    found = kernel.ratio(*arrays, min(limit, 10**6), views, min(slots, 10**6))
    value = sum(map(Fraction, found["matches"], found["below"]), Fraction(0))
    value *= Fraction(2 if f else 1, len(ns))
    sets = []
    by_size, _ = kernel.count(found["dag"], arrays[3])
    for size in sorted(by_size):
        if size <= slots:
            part = kernel.listing(found["dag"], arrays[3], size, [], by_size[size])
            sets += [tuple(int(source[i]) for i in one) for one in part]
    assert found["complete"]
    assert found["optimal"]
    assert found["upper"] * (2 if f else 1) / len(ns) == pytest.approx(float(value))
    return value, sets


def check(seed, kernel):
    case = instance(seed)
    assert solved(kernel, case) == brute_force(case), seed


def test_kernel_equals_brute_force_on_two_thousand_problems():
    for seed in range(2000):
        check(seed, KERNEL)


def test_twin_equals_brute_force():
    for seed in range(5000, 5150):
        check(seed, oracle_py)


@pytest.mark.nightly
def test_kernel_equals_brute_force_on_fifty_thousand_problems():
    for seed in range(20_000, 70_000):
        check(seed, KERNEL)


def test_both_build_the_same_problem():
    for seed in range(300):
        case = instance(seed)
        ours, twins = built(KERNEL, case), built(oracle_py, case)
        assert ours[0].tolist() == twins[0].tolist()
        for left, right in zip((*ours[1], *ours[2]), (*twins[1], *twins[2]), strict=True):
            assert np.array_equal(left, right), seed


@pytest.mark.parametrize("kernel", [KERNEL, oracle_py])
@pytest.mark.parametrize("ns", [[1], [1, 2], [0]])
def test_a_budget_ends_in_an_honest_answer(kernel, ns):
    rng = random.Random(3)
    count = 80 if kernel is KERNEL else 14
    sentences = [[rng.randrange(90) for _ in range(rng.randint(8, 25))] for _ in range(count)]
    references = [[[rng.randrange(90) for _ in range(20)] for _ in range(5)]]
    case = (sentences, references, [len(s) for s in sentences], ns, 100, 10**6, True)
    source, arrays, views = built(kernel, case)
    short = kernel.ratio(*arrays, 100, views, 10**6, max_nodes=3)
    value = sum(map(Fraction, short["matches"], short["below"]), Fraction(0))
    assert not short["complete"]
    assert short["dag"] is None
    assert value <= short["upper"] <= len(ns)
    chosen = [sentences[source[i]] for i in short["chosen"]]
    assert sum(map(len, chosen)) <= 100
    hits = [matches(chosen, references[0], n)[0] for n in ns]
    assert short["matches"] == hits


@pytest.mark.parametrize("kernel", [KERNEL, oracle_py])
def test_bad_arrays_are_refused(kernel):
    case = ([[1, 2]], [[[1, 2]]], [2], [1, 2], 5, 2, True)
    _, arrays, views = built(kernel, case)
    for wrong in (
        (views[0][:1], *views[1:]),
        (views[0], views[1][:1], *views[2:]),
        (*views[:3], 1 << 31, *views[4:]),
    ):
        with pytest.raises(ValueError):
            kernel.ratio(*arrays, 5, wrong, 2)
    with pytest.raises(ValueError):
        kernel.ratio(*arrays, 5, views, -1)
    with pytest.raises(ValueError):
        built(kernel, (*case[:3], [0, 0], *case[4:]))
    with pytest.raises(ValueError):
        built(kernel, (*case[:3], [1, 2, 3, 4], *case[4:]))
