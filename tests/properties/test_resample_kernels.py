"""Kernel and twin draw and add alike, whatever the cut into calls, and the draws are random."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumscope.kernels import load
from sumscope.kernels.python import resample as resample_py

KERNELS = [load("resample"), resample_py]


def rows(seed: int, size: int, topics: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(size, topics))


@settings(max_examples=60)
@given(
    st.integers(1, 6), st.integers(1, 140), st.integers(0, 2**64 - 1), st.integers(0, 9), st.data()
)
def test_kernel_and_twin_agree_to_the_last_bit(size, topics, key, count, data):
    values = rows(data.draw(st.integers(0, 99)), size, topics)
    first = data.draw(st.integers(0, 2**31 - 10))
    columns = np.ascontiguousarray(values.T)
    kernel, twin = (
        (k.bootstrap_sums(columns, key, first, count), k.signed_sums(values, key, first, count))
        for k in KERNELS
    )
    assert kernel[0].tolist() == twin[0].tolist()
    assert kernel[1].tolist() == twin[1].tolist()
    ends = np.array([[i, j] for i in range(size) for j in range(i)], dtype=np.int64).reshape(-1, 2)
    floors = np.abs(rows(3, 1, len(ends))[0])
    hits = [k.pair_hits(kernel[1], ends, floors).tolist() for k in KERNELS]
    assert hits[0] == hits[1]


@pytest.mark.parametrize("kernel", KERNELS)
def test_rounds_do_not_depend_on_how_they_are_cut(kernel):
    values = rows(1, 3, 70)
    columns = np.ascontiguousarray(values.T)
    whole = kernel.bootstrap_sums(columns, 5, 0, 8), kernel.signed_sums(values, 5, 0, 8)
    parts = [
        (kernel.bootstrap_sums(columns, 5, at, 2), kernel.signed_sums(values, 5, at, 2))
        for at in range(0, 8, 2)
    ]
    assert whole[0].tolist() == np.vstack([part[0] for part in parts]).tolist()
    assert whole[1].tolist() == np.hstack([part[1] for part in parts]).tolist()


def test_first_draws_are_those_of_splitmix64():
    # The first outputs for seed 1234567, as published with the generator in Rosetta Code's task
    # "Pseudo-random numbers/Splitmix64".
    assert resample_py._draws(1234567, 0, 5).tolist() == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_every_topic_is_drawn_equally_often():
    topics, rounds = 10, 20_000
    counts = load("resample").bootstrap_sums(np.eye(topics), 7, 0, rounds)
    assert (counts.sum(axis=1) == topics).all()
    # A multinomial count has mean 1 and variance 1 - 1/10 in every round.
    assert np.abs(counts.mean(axis=0) - 1).max() < 5 * np.sqrt(0.9 / rounds)
    assert np.abs(counts.var(axis=0) - 0.9).max() < 0.05


def test_signs_are_fair_and_independent():
    rounds = 20_000
    signs = load("resample").signed_sums(np.eye(70), 9, 0, rounds)
    assert set(signs.ravel().tolist()) == {-1.0, 1.0}
    assert np.abs(signs.mean(axis=1)).max() < 5 / np.sqrt(rounds)
    together = signs @ signs.T / rounds - np.eye(70)
    assert np.abs(together).max() < 6 / np.sqrt(rounds)


@pytest.mark.parametrize("kernel", KERNELS)
def test_wrong_values_are_refused(kernel):
    values = np.ones((2, 3))
    ends, floors = np.array([[0, 1]]), np.zeros(1)
    for call in (
        lambda: kernel.bootstrap_sums(values, 1, -1, 1),
        lambda: kernel.bootstrap_sums(values, 1, 0, -1),
        lambda: kernel.signed_sums(values, 1, 2**31, 1),
        lambda: kernel.pair_hits(values, ends + 1, floors),
        lambda: kernel.pair_hits(values, ends - 1, floors),
        lambda: kernel.pair_hits(values, ends, np.zeros(2)),
        lambda: kernel.pair_hits(values, np.zeros((1, 3), np.int64), floors),
    ):
        with pytest.raises(ValueError):
            call()


@st.composite
def ties(draw):
    """Pairs of systems on some topics: which are tied by people, ordered as they do, or wrong."""
    rng = np.random.default_rng(draw(st.integers(0, 9999)))
    systems, topics, rows = draw(st.integers(2, 5)), draw(st.integers(1, 7)), 3
    ends = np.column_stack(np.triu_indices(systems, 1))
    held = rng.random((len(ends), topics)) < 0.8
    topic = np.nonzero(held)[1]
    count = draw(st.integers(1, 3))
    sizes = rng.integers(1, len(topic) + 2, count)
    return (
        rng.integers(0, 3, (rows, systems)).astype(float),
        rng.integers(0, 3, (rows, topics)).astype(float),
        ends,
        np.concatenate([[0], np.cumsum(held.sum(axis=1))]),
        topic,
        rng.integers(0, 3, topics),
        rng.integers(0, len(topic) + 2, (count, len(topic))),
        rng.integers(0, 3, (count, len(topic))).astype(np.uint8),
        sizes,
    )


@given(ties())
def test_tie_accuracies_of_kernel_and_twin_are_equal(problem):
    mine, theirs = (kernel.tie_accuracies(*problem) for kernel in KERNELS)
    assert mine == pytest.approx(theirs, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("kernel", KERNELS)
def test_tie_accuracies_refuse_what_does_not_fit(kernel):
    good = (
        *(np.ones((1, 2)), np.ones((1, 1)), np.array([[0, 1]]), np.array([0, 1])),
        *(np.array([0]), np.array([0]), np.array([[0]]), np.ones((1, 1), np.uint8), np.array([1])),
    )
    assert np.isnan(kernel.tie_accuracies(*good)).all()  # no other fold to choose on
    for at, wrong in (
        (1, np.ones((2, 1))),
        (2, np.array([[0, 2]])),
        (2, np.array([[0]])),
        (3, np.array([0, 2])),
        (3, np.array([0])),
        (4, np.array([1])),
        (5, np.array([-1])),
        (5, np.array([1000])),
        (6, np.array([[-1]])),
        (7, np.array([[3]], np.uint8)),
        (8, np.array([0])),
        (8, np.array([3])),
    ):
        with pytest.raises(ValueError):
            kernel.tie_accuracies(*good[:at], wrong, *good[at + 1 :])
