"""Call every function of every kernel a million times and see whether memory grows.

    python tests/stress/leaks.py [--calls 1000000] [--threads 4] [--only rouge,cover]

Each function is called on a small input, good and (every tenth time) refused; memory in use is
read after a warm-up of a tenth of the calls and at the end. A function fails when more than a byte
a call is left. With threads the calls are shared among them, all kernels at once, and every answer
is compared with the first one.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from sumscope.kernels import KERNELS, compiled, load

MOST = 1.0  # bytes that a call may leave
SLACK = 1 << 20  # what an allocator may keep once, in bytes
Call = Callable[[], Any]


def calls() -> dict[str, Call]:
    """A call of every function and every method, by the name `kernel.function`."""
    made: dict[str, Call] = {}
    for kernel in (small, texts, graphs, covers, oracles, rouge, parser):
        made |= kernel()
    return made


def small() -> dict[str, Call]:
    """Network, luce, line, concordance, exchange and resample."""
    network, luce, line = load("network"), load("luce"), load("line")
    topic = b'{"id": "T", "peers": [{"id": "s", "sentences": ["A \\u00e9.", "B."]}], "x": [1, {}]}'
    concordance, resample, exchange = load("concordance"), load("resample"), load("exchange")
    offsets, targets = np.array([0, 2, 4, 6]), np.array([1, 2, 0, 2, 0, 1], np.int32)
    values, weights = np.array([[0.1, 0.5, 0.3, 0.5]]), np.ones((2, 4))
    other, starts = np.array([0.2, 0.1, 0.4, 0.3]), np.array([0, 4])
    swaps = np.array([[0, 1, 0, 1]], np.uint8)
    pairs, lines = np.array([[0, 1], [1, 2]]), 6  # of three topics each
    ties = (
        np.ones((2, 4)),
        np.ones((2, 3)),
        pairs,
        np.arange(0, lines + 1, 3),
        np.tile(np.arange(3), 2),
        np.array([0, 1, 0]),
        np.tile(np.arange(lines), (2, 1)),
        np.ones((2, lines), np.uint8),
        np.array([lines, lines]),
    )
    answers = np.array([0, 3]), np.array([2, 0, 1]), np.ones((2, 1)), np.zeros((2, 3))
    return {
        "line.glance": lambda: line.glance(topic),
        "network.path_lengths": lambda: network.path_lengths(offsets, targets),
        "network.links_among": lambda: network.links_among(offsets, targets),
        "luce.derivatives": lambda: luce.derivatives(*answers),
        "concordance.correlations": lambda: concordance.correlations(
            values[None], values[None], weights, True, True, True
        ),
        "exchange.exchanged": lambda: exchange.exchanged(values[0], other, values, starts, swaps),
        "resample.bootstrap_sums": lambda: resample.bootstrap_sums(values.T.copy(), 7, 0, 3),
        "resample.signed_sums": lambda: resample.signed_sums(values, 7, 0, 3),
        "resample.tie_accuracies": lambda: resample.tie_accuracies(*ties),
        "resample.pair_hits": lambda: resample.pair_hits(
            values.T.copy(), np.array([[0, 1], [2, 3]]), np.array([0.1, 0.2])
        ),
    }


def texts() -> dict[str, Call]:
    """Sentences and table."""
    sentences, table = load("sentences"), load("table")
    words = ["mr"], ["yahoo"], ["Section"]
    splitter = sentences.Splitter(*words)
    text = 'Mr. Smith left. "Why?" she asked. \u00c9 assim.'
    peers = [("T", "a,b", False, [0.25, "no references"]), ("T", "=c", True, [1 / 3, 0.5])]
    return {
        "sentences.Splitter": lambda: sentences.Splitter(*words).sentences("A b. C d."),
        "sentences.Splitter.boundaries": lambda: splitter.boundaries(text),
        "sentences.Splitter.sentences": lambda: splitter.sentences(text[4:]),
        "sentences.Splitter.sentences_many": lambda: splitter.sentences_many([text, text[4:]]),
        "table.csv_rows": lambda: table.csv_rows(["rouge-1", "rouge-2"], peers),
        "table.json_line": lambda: table.json_line([peers, {"a": [1, None, True, 1e300]}]),
    }


def graphs() -> dict[str, Call]:
    """Communities."""
    kernel = load("community")
    edges = np.array([[0, 1], [1, 2], [0, 2], [2, 3]], np.int32)
    return {
        "community.divide": lambda: kernel.divide(4, edges, None, 2, True, 0, 1e6, None),
        "community.edge_betweenness": lambda: kernel.edge_betweenness(4, edges, 2),
        "community.pair_betweenness": lambda: kernel.pair_betweenness(4, edges, 2, 2),
        "community.split_betweenness": lambda: kernel.split_betweenness(4, edges, 2, 2, True),
    }


def covers() -> dict[str, Call]:
    """Covers and partitions."""
    kernel = load("cover")
    labels = np.array([0, 1, 0, 1, 1])
    left = np.array([0, 2, 4]), np.array([0, 1, 1, 3])
    return {
        "cover.compact": lambda: kernel.compact(labels),
        "cover.contingency": lambda: kernel.contingency(labels, labels, 2, 2),
        "cover.overlaps": lambda: kernel.overlaps(*left, *left, 5),
        "cover.groups": lambda: kernel.groups(*left, *left, 5),
        "cover.omega_counts": lambda: kernel.omega_counts(*left, *left, 5),
    }


def oracles() -> dict[str, Call]:
    """Oracles: building, solving, counting and listing."""
    kernel = load("oracle")
    tokens, starts = np.array([1, 2, 1, 3], np.int32), np.array([0, 2, 4])
    lengths = np.array([2, 2], np.int32)
    text = tokens, starts, lengths, tokens, starts
    problem = kernel.build(*text, 1, 4)[1:7]
    dag = kernel.solve(*problem, 4)["dag"]
    viewed = (*text, starts, [1, 2], 1, 4)
    _, arrays, views = kernel.build_views(*viewed)
    return {
        "oracle.build": lambda: kernel.build(*text, 1, 4),
        "oracle.greedy": lambda: kernel.greedy(*problem, 4),
        "oracle.solve": lambda: kernel.solve(*problem, 4),
        "oracle.build_views": lambda: kernel.build_views(*viewed),
        "oracle.ratio": lambda: kernel.ratio(*arrays, 4, views, 2),
        "oracle.paper": lambda: kernel.paper(*problem, 4),
        "oracle.count": lambda: kernel.count(dag, problem[3]),
        "oracle.listing": lambda: kernel.listing(dag, problem[3], 2, [], 3),
    }


def rouge() -> dict[str, Call]:
    """ROUGE: encoding and counting."""
    kernel = load("rouge")
    encoder = kernel.Encoder({"ran": "run"}, ["the"])
    texts = ["the cat sat on a mat", ["the dog ran", "it sat"]]
    one, two = encoder.encode_many(texts)
    specs = [("ngrams", 1, True), ("skips", 4, True), ("lcs",), ("wlcs", 1.2)]
    return {
        "rouge.Encoder": lambda: kernel.Encoder({"ran": "run"}, ["the"]).stem("ran"),
        "rouge.Encoder.stem": lambda: encoder.stem("running"),
        "rouge.Encoder.encode": lambda: encoder.encode(texts[0]).tokens(),
        "rouge.Encoder.encode_many": lambda: [len(t) for t in encoder.encode_many(texts)],
        "rouge.Encoder.encode_tokens": lambda: encoder.encode_tokens([["a", "cat"]]).lengths(),
        "rouge.Text.tokens": lambda: one.tokens(),
        "rouge.Text.lengths": lambda: one.lengths(),
        "rouge.number": lambda: kernel.number([one, two]),
        "rouge.ngrams": lambda: kernel.ngrams(one, two, 2),
        "rouge.skips": lambda: kernel.skips(one, two, 4, True),
        "rouge.lcs": lambda: kernel.lcs(one, two),
        "rouge.wlcs": lambda: kernel.wlcs(one, two, 1.2),
        "rouge.counts": lambda: kernel.counts([one], [two], specs),
    }


def parser() -> dict[str, Call]:
    """The parser: learning from one tree, and parsing it."""
    kernel = load("parser")
    templates = np.array([0, 1, 2], np.int32), np.array([0, 1, 3], np.int32)
    tokens = np.array([[1, 2, 3], [2, 3, 4], [3, 4, 5]], np.int32)
    heads, labels = np.array([0, 1, 1], np.int32), np.array([0, 1, 2], np.int32)
    sentences, order = np.array([0, 3], np.int32), np.array([0], np.int32)

    def arcs() -> Any:
        trainer = kernel.ArcTrainer(*templates, tokens, heads, sentences, 2, 0)
        trainer.learn(order)
        return trainer.sums()

    def relations() -> Any:
        trainer = kernel.LabelTrainer(*templates, tokens, heads, labels, sentences, 3, 0)
        trainer.learn(order)
        return trainer.sums()

    keys, sums, _ = arcs()
    model = kernel.ArcModel(*templates, keys, np.clip(sums, -127, 127).astype(np.int8).reshape(-1))
    trees = model.parse(tokens, 2)
    no_keys, rows = np.zeros((0, *keys.shape[1:]), keys.dtype), np.zeros(1, np.int32)
    empty = np.zeros(0, np.int32), np.zeros(0, np.int8)
    labeller = kernel.LabelModel(*templates, no_keys, rows, *empty, 3)
    return {
        "parser.ArcTrainer": arcs,
        "parser.LabelTrainer": relations,
        "parser.ArcModel.parse": lambda: model.parse(tokens, 2),
        "parser.ArcModel.score": lambda: model.score(tokens, trees),
        "parser.LabelModel.label": lambda: labeller.label(tokens, heads),
    }


def resident() -> int:
    """Bytes of memory in use."""
    with open("/proc/self/status") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def repeat(call: Call, times: int) -> None:
    """Call again and again; every tenth time something is refused."""
    refused = load("cover").contingency
    bad = np.array([0, 5])
    for at in range(times):
        call()
        if at % 10 == 0:
            try:
                refused(bad, bad, 1, 1)
            except ValueError:
                continue
            raise AssertionError("a wrong value was taken")


def alike(one: Any, other: Any) -> bool:
    """Whether two answers are the same."""
    return repr(one) == repr(other)


def together(work: dict[str, Call], threads: int, times: int) -> int:
    """All functions at once from several threads; the number of answers that were others."""
    first = {name: call() for name, call in work.items()}

    def some(seed: int) -> int:
        draw = np.random.default_rng(seed)
        names = list(work)
        wrong = 0
        for at in draw.integers(0, len(names), times // threads).tolist():
            wrong += not alike(work[names[at]](), first[names[at]])
        return wrong

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(some, range(threads)))


def main() -> int:
    """Call, measure, print."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--calls", type=int, default=1_000_000, help="of each function")
    reader.add_argument("--threads", type=int, default=4)
    reader.add_argument("--only", help="kernels, comma-separated")
    given = reader.parse_args()
    if not all(compiled(name) for name in KERNELS):
        print("leaks: only the twins are installed, nothing to measure")
        return 0
    only = None if given.only is None else set(given.only.split(","))
    work = {n: c for n, c in calls().items() if only is None or n.partition(".")[0] in only}
    bad = []
    for name, call in work.items():
        begun = time.process_time()
        repeat(call, given.calls // 10)
        gc.collect()
        before = resident()
        repeat(call, given.calls)
        gc.collect()
        after = resident()
        grown = after - before
        seconds = time.process_time() - begun
        print(
            f"{name:>28}: {before / 1e6:6.1f} MB, {after / 1e6:6.1f} MB after {given.calls:,} calls"
            f" ({grown / given.calls:+.3f} bytes a call, {seconds:.0f} s)",
            flush=True,
        )
        if grown > MOST * given.calls + SLACK:
            bad.append(name)
    before = resident()
    others = together(work, given.threads, given.calls)
    print(
        f"{given.threads} threads, {given.calls:,} calls of all functions: {others} other answers, "
        f"{(resident() - before) / 1e6:+.1f} MB"
    )
    print(f"leaks: {len(work)} functions, {len(bad)} grow {bad or ''}".rstrip())
    return 1 if bad or others else 0


if __name__ == "__main__":
    sys.exit(main())
