"""Kernels called from several threads at once, and Ctrl-C inside long calls."""

from __future__ import annotations

import importlib.util
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from sumscope.kernels import KERNELS, compiled, load

pytestmark = pytest.mark.skipif(not compiled("rouge"), reason="only the twins are installed")

# The encoder begins a new lexicon after so many different words (kMost in rouge/text.h).
LEXICON = 1 << 18


def test_texts_of_an_old_lexicon_are_counted_while_another_thread_makes_new_ones():
    """References of one lexicon and peers of the next are compared by spelling.

    The counting thread reads both lexicons while the other one fills the newer, whose tables move
    again and again as they grow.
    """
    rouge = load("rouge")
    words = [f"w{i}" for i in range(40_000)]
    for _ in range(8):
        encoder = rouge.Encoder({}, [], False)
        old = encoder.encode(" ".join(words))
        encoder.encode(" ".join(f"first{i}" for i in range(LEXICON)))  # past the limit
        new = encoder.encode(" ".join(words[10_000:30_000]) + " another")
        more = [" ".join(f"x{k}y{i}" for i in range(500)) for k in range(400)]
        done = threading.Event()

        def fill(encoder=encoder, more=more, done=done) -> None:
            try:
                for text in more:
                    encoder.encode(text)
            finally:
                done.set()

        def count(old=old, new=new, done=done) -> set[tuple[float, ...]]:
            found: set[tuple[float, ...]] = set()
            while not (done.is_set() and found):
                for reference, peer in ((old, new), (new, old)):
                    found.add(rouge.ngrams(reference, peer, 1))
                    table = rouge.counts([reference], [peer], [("ngrams", 2, True)])
                    found.add(tuple(table[0, 0].tolist()))
            return found

        with ThreadPoolExecutor(3) as pool:
            counters = [pool.submit(count) for _ in range(2)]
            pool.submit(fill).result()
            found = set().union(*(counter.result() for counter in counters))
        assert found == {
            (20_000, 40_000, 20_001),
            (20_000, 20_001, 40_000),
            (19_999, 39_999, 20_000),
            (19_999, 20_000, 39_999),
        }


def test_many_threads_give_what_one_thread_gives():
    """Every kernel, from eight threads at once, on inputs of its own."""
    rng = np.random.default_rng(1)
    rouge, cover, oracle = load("rouge"), load("cover"), load("oracle")
    community, network = load("community"), load("network")
    concordance, exchange = load("concordance"), load("exchange")
    encoder = rouge.Encoder({}, [])

    def job(seed: int) -> list[object]:
        rng = np.random.default_rng(seed)
        labels = rng.integers(0, 9, 300)
        marks, halves = labels.astype(float)[None, None], np.array([0, 20, 300])
        swaps = rng.integers(0, 2, (9, 300)).astype(np.uint8)
        edges = np.unique(np.sort(rng.integers(0, 30, (80, 2)), axis=1), axis=0)
        edges = np.ascontiguousarray(edges[edges[:, 0] != edges[:, 1]], dtype=np.int32)
        texts = [" ".join(f"w{x}" for x in rng.integers(0, 40, 60)) for _ in range(2)]
        one, two = encoder.encode_many(texts)
        tokens = rng.integers(0, 12, 60).astype(np.int32)
        starts = np.arange(0, 61, 6)
        words = np.full(10, 6, np.int32)
        _, *problem, _ = oracle.build(tokens, starts, words, tokens[:20], np.array([0, 20]), 1, 20)
        solved = oracle.solve(*problem, 20)
        return [
            rouge.counts([one], [two], [("skips", 4, True), ("lcs",), ("wlcs", 1.2)]).tolist(),
            [part.tolist() for part in cover.contingency(labels, labels[::-1].copy(), 9, 9)],
            [part.tolist() for part in community.divide(30, edges, None, 2, True, 0, 1e8, None)],
            network.path_lengths(np.arange(31) * 0, np.zeros(0, np.int32)),
            concordance.correlations(marks, marks, np.ones((1, 300)), True, True, True).tolist(),
            exchange.exchanged(marks[0, 0], -marks[0, 0], marks[0], halves, swaps).tolist(),
            [solved["best"], oracle.count(solved["dag"], problem[3])],
        ]

    seeds = rng.integers(0, 10**6, 40).tolist()
    alone = [job(seed) for seed in seeds]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(job, seeds)) == alone


def test_every_function_from_many_threads_at_once(monkeypatch):
    """What tests/stress/leaks.py calls, which is everything (test_leaks.py), at the same time."""
    script = Path(__file__).parents[3] / "tests" / "stress" / "leaks.py"
    spec = importlib.util.spec_from_file_location("leaks", script)
    leaks = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "leaks", leaks)
    spec.loader.exec_module(leaks)
    work = leaks.calls()
    assert len({name.partition(".")[0] for name in work}) == len(KERNELS)
    assert leaks.together(work, threads=8, times=100 * len(work)) == 0


TEXT = "encoder.encode_tokens([rng.integers(0, {words}, {size}).astype(str).tolist()] * {times})"
# Each call would take from half a minute to hours.
LONG = {
    "rouge-w of two long sentences": (
        f"a, b = ({TEXT.format(words=500, size=50_000, times=1)} for _ in '12')",
        "rouge.wlcs(a, b, 1.2)",
    ),
    "rouge-w of many short sentences": (
        f"a = {TEXT.format(words=500, size=20, times=20_000)}",
        "rouge.wlcs(a, a, 1.2)",
    ),
    "rouge-l of many sentences": (
        f"a = {TEXT.format(words=500, size=20, times=60_000)}",
        "rouge.lcs(a, a)",
    ),
    "rouge-s of any distance": (
        f"a = {TEXT.format(words=50_000, size=400_000, times=1)}",
        "rouge.skips(a, a, -1, True)",
    ),
    "congo on a hub": (
        "star = np.array([[0, i] for i in range(1, 3500)], np.int32)",
        "[load('community').divide(3500, star, None, 2, True, 0, 1e8, None) for _ in range(99)]",
    ),
    "conga on a hub": (
        "star = np.array([[0, i] for i in range(1, 3500)], np.int32)",
        "[load('community').divide(3500, star, None, 0, True, 0, 1e8, None) for _ in range(99)]",
    ),
    "edge_betweenness": (
        "e = np.unique(np.sort(rng.integers(0, 50_000, (400_000, 2)), axis=1), axis=0);"
        "e = np.ascontiguousarray(e[e[:, 0] != e[:, 1]], dtype=np.int32)",
        "load('community').edge_betweenness(50_000, e, 0)",
    ),
    "oracle.build": (
        "t = rng.integers(0, 50, 4_000_000).astype(np.int32); s = np.arange(0, 4_000_001, 20);"
        "size = np.full(200_000, 20, np.int32)",
        "[load('oracle').build(t, s, size, t[:400_000], s[:20_001], 9, 99) for _ in range(99)]",
    ),
    "oracle.greedy": (
        "t = rng.integers(0, 20_000, 800_000).astype(np.int32); s = np.arange(0, 800_001, 20);"
        "b = load('oracle').build(t, s, np.ones(40_000, np.int32), t[:400_000], s[:20_001], 1, 9)",
        "load('oracle').greedy(*b[1:7], 2 * 10**9)",
    ),
    "oracle.count": (
        "n = 4000; z = np.zeros(0, np.int32); size = np.arange(1, n + 1, dtype=np.int32) % 97 + 50;"
        "dag = (np.full(1, 20_000, np.int32), np.array([0, n]), np.arange(n, dtype=np.int32),"
        "       np.array([0, 0]), z, z, np.array([0]), z, z)",
        "load('oracle').count(dag, size)",
    ),
    "concordance": (
        "x = rng.permutation(2_000_000)[None, None] / 7; w = np.ones((16, 2_000_000))",
        "load('concordance').correlations(x, x, w, True, True, True)",
    ),
    "correlations of many short rows": (
        "x = rng.random((30, 1, 16)); w = np.ones((1_000_000, 16))",
        "load('concordance').correlations(x, x[:1], w, True, True, True)",
    ),
    "exchanges": (
        "x = rng.random(40_000); s = np.arange(0, 40_001, 20);"
        "w = rng.integers(0, 2, (5000, 40_000)).astype(np.uint8)",
        "load('exchange').exchanged(x, x[::-1].copy(), x[None], s, w)",
    ),
    "tie accuracies": (
        "n = 200_000; one = np.zeros((1, n), np.int64); d = np.ones((2000, 2));"
        "t = (np.arange(n) % 2, np.arange(2), one, one.astype(np.uint8) + 1, np.array([n]))",
        "load('resample').tie_accuracies(d, d, np.array([[0, 1]]), np.array([0, n]), *t)",
    ),
}
SCRIPT = """
import sys
import numpy as np
from sumscope.kernels import load
rouge = load("rouge")
encoder = rouge.Encoder({{}}, [])
rng = np.random.default_rng(0)
{setup}
try:
    print("begin", flush=True)
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_a_long_call(name):
    """The call is interrupted, not awaited; the time limit is far above what it should take."""
    setup, call = LONG[name]
    script = SCRIPT.format(setup=setup, call=call)
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begin\n"
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(0.3)  # inside the kernel by now
        child.send_signal(signal.SIGINT)
        try:
            out, err = child.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            child.kill()
            pytest.fail("not interrupted within 20 seconds")
        assert (out, err, child.returncode) == ("interrupted\n", "", 0)
