"""No kernel keeps memory from call to call."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from sumscope.kernels import compiled, load

CALLS = 100_000


@pytest.mark.nightly
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.skipif(not compiled("rouge"), reason="only the twins are installed")
def test_memory_does_not_grow_over_a_million_calls():
    """Ten calls, good and refused, 100,000 times: less than 20 bytes a call are left."""
    rouge, cover, oracle = load("rouge"), load("cover"), load("oracle")
    community, growth, concordance = load("community"), load("growth"), load("concordance")
    edges = np.array([[0, 1], [1, 2], [2, 0], [2, 3]], np.int32)
    labels, words = np.arange(5) % 2, np.array([0, 1, 0, 2], np.int32)
    tokens, starts = np.array([1, 2, 1, 3], np.int32), np.array([0, 2, 4])
    problem = oracle.build(tokens, starts, np.array([2, 2], np.int32), tokens, starts, 1, 4)[1:7]
    dag = oracle.solve(*problem, 4)["dag"]
    encoder = rouge.Encoder({}, [])

    def calls() -> None:
        one, two = encoder.encode_many(["the cat sat", "the dog sat"])
        rouge.counts([one], [two], [("ngrams", 1, True), ("lcs",), ("wlcs", 1.2)])
        cover.contingency(labels, labels, 2, 2)
        community.divide(4, edges, None, 2, True, 0, 1e6, None)
        growth.area(words, 3)
        concordance.concordance(labels[None], labels[None], np.ones((1, 5)))
        oracle.solve(*problem, 4)
        oracle.count(dag, problem[3])
        oracle.listing(dag, problem[3], 2, [], 3)
        with pytest.raises(ValueError, match="outside"):
            cover.contingency(labels, labels, 1, 1)

    for _ in range(CALLS // 20):
        calls()
    before = resident()
    for _ in range(CALLS):
        calls()
    assert resident() - before < 20 * 10 * CALLS


def resident() -> int:
    """Bytes of memory in use."""
    with open("/proc/self/status") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmRSS"))
