"""No kernel keeps memory from call to call."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from sumscope.kernels import compiled, load

CALLS = 100_000
ROOT = Path(__file__).parents[3]


@pytest.mark.nightly
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.skipif(not compiled("rouge"), reason="only the twins are installed")
def test_memory_does_not_grow_over_a_million_calls():
    """Nine calls, good and refused, 100,000 times: less than 20 bytes a call are left."""
    rouge, cover, oracle = load("rouge"), load("cover"), load("oracle")
    community, concordance = load("community"), load("concordance")
    edges = np.array([[0, 1], [1, 2], [2, 0], [2, 3]], np.int32)
    labels = np.arange(5) % 2
    tokens, starts = np.array([1, 2, 1, 3], np.int32), np.array([0, 2, 4])
    problem = oracle.build(tokens, starts, np.array([2, 2], np.int32), tokens, starts, 1, 4)[1:7]
    dag = oracle.solve(*problem, 4)["dag"]
    encoder, scores = rouge.Encoder({}, []), np.arange(5.0)[None, None]

    def calls() -> None:
        one, two = encoder.encode_many(["the cat sat", "the dog sat"])
        rouge.counts([one], [two], [("ngrams", 1, True), ("lcs",), ("wlcs", 1.2)])
        cover.contingency(labels, labels, 2, 2)
        community.divide(4, edges, None, 2, True, 0, 1e6, None)
        concordance.correlations(scores, scores, np.ones((1, 5)), True, True, True)
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


@pytest.mark.skipif(not compiled("rouge"), reason="only the twins are installed")
def test_the_benchmark_calls_everything_that_a_kernel_offers(monkeypatch: pytest.MonkeyPatch):
    script = ROOT / "tests" / "stress" / "leaks.py"
    spec = importlib.util.spec_from_file_location("leaks", script)
    assert spec is not None
    assert spec.loader is not None
    leaks = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "leaks", leaks)
    spec.loader.exec_module(leaks)
    called = set(leaks.calls())
    offered = set()
    for stub in (ROOT / "src/sumscope/kernels").glob("_*.pyi"):
        kernel = stub.stem.removeprefix("_")
        for node in ast.parse(stub.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                offered.add(f"{kernel}.{node.name}")
            elif isinstance(node, ast.ClassDef) and f"{kernel}.{node.name}" not in called:
                methods = [one.name for one in node.body if isinstance(one, ast.FunctionDef)]
                offered |= {f"{kernel}.{node.name}.{m}" for m in methods if m[:2] != "__"}
    assert offered
    assert offered - called == set()
