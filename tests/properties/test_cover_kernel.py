"""The compiled counting kernel says what its readable twin says."""

from __future__ import annotations

import importlib
import signal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.kernels.python import cover as cover_py
from sumscope.metrics.cover import CoverPair

from .covers import covers, two

native = pytest.importorskip("sumscope.kernels._cover", reason="kernels were not compiled")


def same(ours, twins):  # type: ignore[no-untyped-def]
    assert len(ours) == len(twins)
    for a, b in zip(ours, twins, strict=True):
        if isinstance(b, np.ndarray):
            assert a.dtype == b.dtype == np.int64
            assert a.tolist() == b.tolist()
        else:
            assert a == b


@given(two(covers, 0, 12))
def test_covers(both):  # type: ignore[no-untyped-def]
    pair = CoverPair.of(*both)
    for name in ("overlaps", "groups", "omega_counts"):
        given_ = (*pair.left.clusters, *pair.right.clusters, pair.n)
        same(getattr(native, name)(*given_), getattr(cover_py, name)(*given_))


@given(two(covers, 1, 12))
def test_covers_that_leave_items_out(both):  # type: ignore[no-untyped-def]
    """The kernel itself does not need completed covers; the measures always give it such."""
    arrays = []
    for cover in both:
        ptr = np.cumsum([0, *map(len, cover.clusters)]).astype(np.int64)
        arrays += [ptr, np.array([int(i) for c in cover.clusters for i in c], dtype=np.int64)]
    n = len(both[0].items)
    for name in ("overlaps", "groups", "omega_counts"):
        same(getattr(native, name)(*arrays, n), getattr(cover_py, name)(*arrays, n))


labels = st.one_of(st.integers(-3, 6), st.sampled_from([-(2**62), 2**62, 10**12]))


@given(st.lists(st.tuples(labels, labels), max_size=30))
def test_labels(rows):  # type: ignore[no-untyped-def]
    columns = [np.array([row[i] for row in rows], dtype=np.int64) for i in (0, 1)]
    for column in columns:
        same(native.compact(column), cover_py.compact(column))
    (left, k_left), (right, k_right) = (cover_py.compact(column) for column in columns)
    same(
        native.contingency(left, right, k_left, k_right),
        cover_py.contingency(left, right, k_left, k_right),
    )


BAD = [
    ([0, 2], [0, 0], "twice"),
    ([0, 1], [5], "outside"),
    ([0, 1], [-1], "outside"),
    ([0, 3], [0, 1], "cut"),
    ([1, 2], [0, 1], "cut"),
    ([0, 2, 1, 2], [0, 1], "cut"),
    ([], [], "cut"),
]


@pytest.mark.parametrize(("ptr", "items", "said"), BAD)
@pytest.mark.parametrize("name", ["overlaps", "groups", "omega_counts"])
def test_bad_arrays_are_refused_by_both(ptr, items, said, name):  # type: ignore[no-untyped-def]
    good = (np.array([0, 1], dtype=np.int64), np.array([0], dtype=np.int64))
    bad = (np.array(ptr, dtype=np.int64), np.array(items, dtype=np.int64))
    for kernel in (native, cover_py):
        for arrays in ((*good, *bad), (*bad, *good)):
            with pytest.raises(ValueError, match=said):
                getattr(kernel, name)(*arrays, 3)


def test_both_refuse_labels_outside() -> None:
    zero, one, minus = (np.array([x], dtype=np.int64) for x in (0, 1, -1))
    none = np.array([], dtype=np.int64)
    for kernel in (native, cover_py):
        for a, b in ((zero, one), (one, zero), (minus, zero), (zero, minus)):
            with pytest.raises(ValueError, match="outside"):
                kernel.contingency(a, b, 1, 1)
        with pytest.raises(ValueError, match="same length"):
            kernel.contingency(zero, none, 1, 1)


def test_both_have_the_same_functions() -> None:
    twin = importlib.import_module("sumscope.kernels.python.cover")
    for name in ("compact", "contingency", "overlaps", "groups", "omega_counts"):
        assert callable(getattr(native, name))
        assert callable(getattr(twin, name))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
def test_the_kernel_answers_signals() -> None:
    """Some billions of pairs, stopped by a signal as by Ctrl-C."""
    n, k = 100_000, 20
    rng = np.random.default_rng(0)
    lists = [np.flatnonzero(rng.random(n) < 0.5) for _ in range(k)]
    ptr = np.cumsum([0, *map(len, lists)]).astype(np.int64)
    items = np.concatenate(lists).astype(np.int64)

    def ring(*_: object) -> None:
        raise InterruptedError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(InterruptedError):
            native.omega_counts(ptr, items, ptr, items, n)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
