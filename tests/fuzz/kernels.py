"""Fuzz the kernels: odd values at every door, and every answer held against the twin's.

    python tests/fuzz/kernels.py [--cases 200000] [--seed 0] [--small]
    python tests/fuzz/kernels.py --one 12345        # one case again, by its number

A case fails when a kernel crashes, raises anything but ValueError, TypeError, OverflowError or
MemoryError, refuses what its twin takes (or the other way round), or gives another answer.
`--small` leaves out numbers that ask for gigabytes, for sanitizers.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import multiprocessing
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from sumscope.kernels import KERNELS, compiled, load

REFUSED = (ValueError, TypeError, OverflowError, MemoryError)
NEAR = [0, 1, 2, -1, -2, 3, 7, 40, 100]
FAR = [2**31 - 1, -(2**31), 2**31, 2**32 + 1, 2**62, 2**63 - 1, -(2**63)]
REALS = [0.0, -0.0, 1.0, -1.0, 0.5, 1e-300, 5e-324, 1e300, math.inf, -math.inf, math.nan]
WORDS = [
    "a", "b", "the", "running", "x" * 17, "y" * 16, "\0", "\ud800", "\u00e9", "\u65e5", "ies",
    "sses", "", "don't", "A.B", "ing", "0", "9" * 40, "\n", "\t", "  ", "\x0b", "\x85",
    "\U0001f600",
]  # fmt: skip
CHUNK = 5000


class Case:
    """One case: a source of odd values, and calls that are checked."""

    def __init__(self, number: int, far: bool) -> None:
        self.rng = random.Random(number)
        self.draw = np.random.default_rng(number)
        self.odd = NEAR + FAR if far else NEAR
        self.spoil = self.rng.random() < 0.5

    def size(self) -> int:
        """A small size, 0 among them."""
        return self.rng.choice([0, 1, 2, 3, 5, 8, 13])

    def spoiled(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """In half of all cases some values changed, or arrays given in another form."""
        made = list(arguments)
        while self.spoil and made and self.rng.random() < 0.6:
            at = self.rng.randrange(len(made))
            made[at] = self.changed(made[at])
        return tuple(made)

    def changed(self, value: Any) -> Any:
        """Another value of the same kind, or of a wrong one."""
        if isinstance(value, np.ndarray):
            if value.size and value.dtype.kind in "if" and self.rng.random() < 0.7:
                made = value.copy()
                at = self.rng.randrange(made.size)
                if made.dtype.kind == "f":
                    made.reshape(-1)[at] = self.rng.choice(REALS)
                else:
                    kind = np.iinfo(made.dtype)
                    made.reshape(-1)[at] = min(max(self.rng.choice(self.odd), kind.min), kind.max)
                return made
            return self.rng.choice(FORMS)(value)
        if isinstance(value, bool) or value is None:
            return self.rng.choice([True, False, None, "x"])
        if isinstance(value, int):
            return self.rng.choice(self.odd)
        if isinstance(value, float):
            return self.rng.choice(REALS)
        return value

    def call(self, kernel: str, function: str, arguments: tuple[Any, ...], same: Same) -> Any:
        """Call kernel and twin; complain where they differ. Gives the kernel's answer or None."""
        mine, answer = tried(getattr(load(kernel), function), arguments)
        if mine in ("TypeError", "MemoryError") or not plain(arguments):
            return answer
        twin = importlib.import_module(f"sumscope.kernels.python.{kernel}")
        theirs, wanted = tried(getattr(twin, function), arguments)
        if bool(mine) != bool(theirs):
            raise AssertionError(
                f"{kernel}.{function}: {mine or 'taken'}, twin {theirs or 'taken'}"
            )
        if not mine and not same(answer, wanted):
            raise AssertionError(f"{kernel}.{function}: {answer} and not {wanted}")
        return answer


Same = Callable[[Any, Any], bool]
FORMS: list[Callable[[np.ndarray], Any]] = [
    lambda a: np.repeat(a, 2, axis=0)[::2], lambda a: a.astype(np.float32),
    lambda a: a.astype(">i8") if a.dtype.kind == "i" else a, lambda a: a.tolist(),
    lambda a: a.reshape(-1, 1), lambda a: a[:0], lambda a: None, lambda a: a[::-1],
    lambda a: np.asfortranarray(a), lambda a: a.astype(object),
]  # fmt: skip


def tried(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    """The name of the error that was raised, if any; and the answer."""
    try:
        return "", function(*arguments)
    except REFUSED as error:
        return type(error).__name__, None


def plain(value: Any) -> bool:
    """Whether a twin can be asked: arrays as kernels take them, no number beyond 10,000."""
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "f":
            return value.dtype == np.float64 and value.flags.c_contiguous
        small = not value.size or -10_000 <= value.min() <= value.max() <= 10_000
        kinds = (np.int32, np.int64, np.uint8, np.uint32, np.int8)
        return value.dtype in kinds and value.flags.c_contiguous and small
    if isinstance(value, tuple | list):
        return all(map(plain, value))
    return not isinstance(value, int) or -10_000 <= value <= 10_000


def alike(mine: Any, theirs: Any) -> bool:
    """Equal, numbers but for rounding."""
    if isinstance(mine, np.ndarray):
        return mine.shape == theirs.shape and np.allclose(
            mine, theirs, rtol=1e-9, atol=1e-9, equal_nan=True
        )
    if isinstance(mine, tuple | list):
        return len(mine) == len(theirs) and all(map(alike, mine, theirs))
    if isinstance(mine, float):
        return math.isclose(mine, theirs, rel_tol=1e-9, abs_tol=1e-9) or mine != mine != theirs
    return bool(mine == theirs)


def any_answer(mine: Any, theirs: Any) -> bool:
    """What nonsense gives is not compared, only whether it is refused."""
    return True


# One function for each kernel -----------------------------------------------------------------


def cover(case: Case) -> None:
    """Random covers and labelings."""
    n = case.size()

    def clusters() -> tuple[Any, ...]:
        held = [
            np.unique(case.draw.integers(0, max(n, 1), case.size())) for _ in range(case.size())
        ]
        held = held if n else []
        ptr = np.cumsum([0, *map(len, held)]).astype(np.int64)
        return ptr, np.concatenate([*held, []]).astype(np.int64)

    name = case.rng.choice(["compact", "contingency", "overlaps", "groups", "omega_counts"])
    arguments: tuple[Any, ...] = (*clusters(), *clusters(), n)
    if name == "compact":
        arguments = (case.draw.integers(-5, 40, case.size()),)
    if name == "contingency":
        left, right = case.size() + 1, case.size() + 1
        arguments = (case.draw.integers(0, left, n), case.draw.integers(0, right, n), left, right)
    case.call("cover", name, case.spoiled(arguments), alike)


def community(case: Case) -> None:
    """Random graphs; twins take a while, so they are small."""
    n = case.rng.choice([0, 1, 2, 3, 5, 8, 12])
    edges = np.zeros((0, 2), np.int32)
    if n > 1:
        drawn = case.draw.integers(0, n, (case.rng.choice([0, 1, n, 2 * n]), 2))
        drawn = np.unique(np.sort(drawn[drawn[:, 0] != drawn[:, 1]], axis=1), axis=0)
        edges = np.ascontiguousarray(drawn, dtype=np.int32)
    horizon, vertex = case.rng.choice([0, 0, 1, 2, 2, 3]), case.rng.randrange(max(n, 1))
    name = case.rng.choice(["divide", "edge_betweenness", "pair_betweenness", "split_betweenness"])
    arguments: tuple[Any, ...] = (n, edges, vertex, horizon)
    if name == "edge_betweenness":
        arguments = (n, edges, horizon)
    if name == "split_betweenness":
        arguments = (*arguments, case.rng.random() < 0.3)
    if name == "divide":
        weighted = case.rng.random() < 0.4
        weights = case.draw.choice([1.0, 0.5, 2.0, 1e-3], len(edges)) if weighted else None
        splits, until = not weighted and case.rng.random() < 0.6, case.rng.choice([0, 0, 2, 5])
        budget = case.rng.choice([0.0, 1e3, 1e8])
        arguments = (n, edges, weights, horizon, splits, until, budget, None)
    arguments = case.spoiled(arguments)
    if isinstance(arguments[0], int) and arguments[0] > 1000:
        return  # room for every vertex is a fair request
    case.call("community", name, arguments, alike)


def oracle(case: Case) -> None:
    """A problem built, solved, counted and listed; then what a damaged DAG does."""
    kinds, n = case.rng.choice([1, 2, 3, 6, 20]), case.rng.choice([1, 1, 2, 3, 9])

    def texts(count: int, longest: int) -> tuple[Any, Any]:
        sizes = [case.rng.randint(0, longest) for _ in range(count)]
        starts = np.cumsum([0, *sizes]).astype(np.int64)
        return case.draw.integers(0, kinds, int(starts[-1])).astype(np.int32), starts

    count = case.rng.choice([0, 1, 3, 6, 9])
    tokens, starts = texts(count, 8)
    lengths = case.draw.integers(0, 9, count).astype(np.int32)
    limit = case.rng.choice([0, 1, 5, 10, 30])
    built = case.call(
        "oracle", "build",
        case.spoiled((tokens, starts, lengths, *texts(case.rng.randint(0, 3), 12), n, limit)),
        alike,
    )  # fmt: skip
    if built is None:
        return
    problem = case.spoiled((*built[1:7], limit))
    case.call("oracle", "greedy", problem, alike)
    solved = case.call("oracle", "solve", (*problem, 3000, 5.0), same_solution)
    case.call("oracle", "paper", (*problem, 300, 5.0), any_answer)
    if solved is None or solved["dag"] is None:
        return
    dag, length = solved["dag"], problem[3]
    damaged = case.spoiled(dag)
    same = any_answer if case.spoil else alike
    counted = case.call("oracle", "count", (damaged, length), same)
    for size in list(counted[0] if counted else {})[:2]:
        asked = case.spoiled((size, [], 4))
        case.call("oracle", "listing", (damaged, length, *asked), same)


def ratio(case: Case) -> None:
    """A problem of F or of a mean, whole or damaged."""
    kinds, count = case.rng.choice([1, 2, 3, 6, 20]), case.rng.choice([0, 1, 3, 6])

    def texts(number: int, longest: int) -> tuple[Any, Any]:
        sizes = [case.rng.randint(0, longest) for _ in range(number)]
        starts = np.cumsum([0, *sizes]).astype(np.int64)
        return case.draw.integers(0, kinds, int(starts[-1])).astype(np.int32), starts

    lengths = case.draw.integers(0, 9, count).astype(np.int32)
    words, starts = texts(case.rng.randint(0, 3), 12)
    ns = case.rng.choice([[1], [2], [0], [1, 2], [2, 0], [1, 2, 0]])
    limit, slots = case.rng.choice([0, 5, 10, 30]), case.rng.choice([0, 1, 2, 9])
    given = (
        *texts(count, 8),
        lengths,
        words,
        starts,
        starts,
        ns,
        case.rng.choice([0, 1, 2]),
        limit,
    )
    built = case.call("oracle", "build_views", case.spoiled(given), alike)
    if built is None:
        return
    _, arrays, views = built
    asked = case.spoiled((*arrays, limit))
    case.call("oracle", "ratio", (*asked, case.spoiled(views), slots, 2000, 5.0), same_ratio)


def same_ratio(mine: Any, theirs: Any) -> bool:
    """The same value, where both came to an end."""
    ended = mine["complete"] and theirs["complete"]
    value = [
        sum(m / b for m, b in zip(x["matches"], x["below"], strict=True)) for x in (mine, theirs)
    ]
    return not ended or abs(value[0] - value[1]) < 1e-9


def same_solution(mine: Any, theirs: Any) -> bool:
    """The same value, where both came to an end."""
    ended = mine["complete"] and theirs["complete"]
    return not ended or mine["best"] == theirs["best"]


def rouge(case: Case) -> None:
    """Texts of odd words under odd limits, and all counts."""
    words, limited = case.rng.choice([(0, 0), (3, 0), (0, 5)]), case.rng.random() < 0.3
    options = (
        case.rng.choice([{}, {"running": "run"}, {"": "z"}]),
        case.rng.choice([[], ["the", "a"], ["x" * 17, "", "\0"]]),
        case.rng.random() < 0.5,
        *(words if limited else (0, 0)),
        case.rng.random() < 0.3,
    )

    def sentence() -> str:
        between = case.rng.choice([" ", "", " , "])
        return between.join(case.rng.choice(WORDS) for _ in range(case.size()))

    texts = [
        sentence() if case.rng.random() < 0.5 else [sentence() for _ in range(case.size())]
        for _ in range(2)
    ]
    specs = [
        ("ngrams", case.rng.randint(1, 9), case.rng.random() < 0.5),
        ("skips", case.rng.choice([-1, 0, 1, 4, 100, 2**62]), case.rng.random() < 0.5),
        ("lcs",),
        ("wlcs", case.rng.choice([0.0, 1.0, 1.2, 2.0])),
    ]
    specs = [case.spoiled(spec) for spec in specs]
    tokens = [case.rng.choices(WORDS, k=case.size()) for _ in range(case.size())]
    word = "".join(case.rng.choices([*WORDS, *"aeiyst", "\u1000"], k=case.rng.randint(0, 4)))
    word += case.rng.choice(
        ["", "s", "ies", "ied", "ed", "eed", "ing", "y", "e", "ational", "ment"]
    )
    said = []
    for module in (load("rouge"), importlib.import_module("sumscope.kernels.python.rouge")):
        encoder = module.Encoder(*options)
        one, two = encoder.encode_many(texts)
        refused, table = tried(module.counts, ([one], [two], specs))
        numbered = module.number([one, two])
        alone = encoder.encode(texts[0]), encoder.encode_tokens(tokens)
        found = [bool(refused), None if refused else table.tolist(), encoder.stem(word)]
        found += [(text.tokens(), text.lengths(), len(text)) for text in (one, *alone)]
        for function, spec in zip((module.ngrams, module.skips), specs[:2], strict=True):
            found.append(counted(function, one, alone[1], spec[1], bool(spec[2])))
        found += [counted(module.lcs, two, one), counted(module.wlcs, two, one, specs[3][1])]
        said.append((numbered, found))
    if not alike(said[0], said[1]):
        raise AssertionError(f"rouge: {said[0]} and not {said[1]} for {options} {texts} {specs}")


def counted(function: Callable[..., Any], *arguments: Any) -> Any:
    """The counts, or whether they are refused."""
    refused, found = tried(function, arguments)
    return "refused" if refused else found


def small_kernels(case: Case) -> None:
    """Network, concordance, exchange, resample and luce."""
    n = case.size()
    kinds = ["network", "concordance", "exchange", "resample", "luce"]
    kind = case.rng.choice(kinds)
    if kind == "network":
        rows = [np.unique(case.draw.integers(0, n, case.size())) for _ in range(n)]
        rows = [row[row != at] for at, row in enumerate(rows)]
        offsets = np.cumsum([0, *map(len, rows)]).astype(np.int64)
        targets = np.concatenate([*rows, []]).astype(np.int32)
        name = case.rng.choice(["path_lengths", "links_among"])
        arguments = case.spoiled((offsets, targets))
        case.call(kind, name, arguments, any_answer if case.spoil else alike)
    elif kind == "concordance":
        rows = case.rng.randint(0, 3)
        scores = [
            case.draw.integers(0, max(n, 1), (2, case.rng.choice([1, rows]), n)).astype(np.float64)
            for _ in "xz"
        ]
        weights = case.draw.integers(0, 4, (rows, n)).astype(np.float64)
        same = any_answer if case.spoil else alike  # what NaN weights give is not compared
        wanted = [case.rng.random() < 0.7 for _ in range(3)]
        case.call(kind, "correlations", case.spoiled((*scores, weights, *wanted)), same)
    elif kind == "exchange":
        sizes = [case.rng.choice([0, 1, 3, 16, 50]) for _ in range(case.rng.randint(0, 3))]
        points = sum(sizes)
        scores = [case.draw.integers(0, 9, points).astype(np.float64) for _ in "xy"]
        marks = case.draw.integers(0, 5, (2, points)).astype(np.float64)
        swaps = case.draw.integers(0, 2, (3, points)).astype(np.uint8)
        starts = np.cumsum([0, *sizes]).astype(np.int64)
        same = any_answer if case.spoil else alike
        case.call(kind, "exchanged", case.spoiled((*scores, marks, starts, swaps)), same)
    elif kind == "resample" and case.rng.random() < 0.5:
        resampled(case, n)
    elif kind == "resample":
        ends = np.column_stack(np.triu_indices(4, 1))
        topics, lines = n + 1, len(ends) * (n + 1)
        arguments = (
            case.draw.integers(0, 3, (2, 4)).astype(np.float64),
            case.draw.integers(0, 3, (2, topics)).astype(np.float64),
            ends,
            np.arange(0, lines + 1, topics),
            np.tile(np.arange(topics), len(ends)),
            case.draw.integers(0, 3, topics),
            case.draw.integers(0, lines + 2, (2, lines)),
            case.draw.integers(0, 3, (2, lines)).astype(np.uint8),
            case.draw.integers(1, lines + 2, 2),
        )
        same = any_answer if case.spoil else alike
        case.call(kind, "tie_accuracies", case.spoiled(arguments), same)
    else:
        shown = [case.draw.permutation(6)[: case.rng.randint(2, 4)] for _ in range(n)]
        starts = np.cumsum([0, *map(len, shown)]).astype(np.int64)
        flat = np.concatenate([*shown, []]).astype(np.int64)
        weights = case.draw.integers(0, 3, (2, n)).astype(np.float64)
        strength = case.draw.normal(size=(case.rng.choice([1, 2]), 6))
        same = any_answer if case.spoil else alike
        case.call(kind, "derivatives", case.spoiled((starts, flat, weights, strength)), same)


def resampled(case: Case, n: int) -> None:
    """Sums of the bootstrap and of random signs, and how often two of them lie far apart."""
    same = any_answer if case.spoil else alike
    values = case.draw.integers(-3, 4, (n, case.size())).astype(np.float64)
    rounds = (case.rng.choice([0, 7, 2**63, 2**64 - 1]), case.rng.choice([0, 3]), case.size())
    name = case.rng.choice(["bootstrap_sums", "signed_sums", "pair_hits"])
    arguments: tuple[Any, ...] = (values, *rounds)
    if name == "pair_hits":
        ends = case.draw.integers(0, max(n, 1), (case.size() if n else 0, 2))
        arguments = (values, ends, case.draw.integers(0, 4, len(ends)).astype(np.float64))
    arguments = case.spoiled(arguments)
    if isinstance(arguments[-1], int) and arguments[-1] > 10_000:
        return  # room for every round is a fair request
    case.call("resample", name, arguments, same)


def parser(case: Case) -> None:
    """Weights learnt from random trees, and what they find; some values spoiled."""
    sizes = [case.rng.choice([0, 1, 2, 4, 6]) for _ in range(case.rng.randint(0, 3))]
    heads = [head for size in sizes for head in case.rng.choice([range(size), [0] * size])]
    starts = np.cumsum([0, *sizes]).astype(np.int32)
    rows = case.draw.integers(0, 9, (len(heads), 3)).astype(np.int32)
    templates = case.draw.integers(0, 36, 6).astype(np.int32), np.array([0, 1, 3, 6], np.int32)
    trees = np.array(heads, np.int32)
    beam, least = case.rng.randint(1, 3), case.rng.randint(0, 2)
    given = case.spoiled((*templates, rows, trees, starts, beam, least))
    order = np.arange(len(sizes), dtype=np.int32)
    labels = case.draw.integers(0, 3, len(heads)).astype(np.int32)
    relations = case.spoiled((*templates, rows, trees, labels, starts, 3, least))

    def arcs(module: Any) -> list[Any]:
        trainer = module.ArcTrainer(*given)
        wrong = trainer.learn(order)
        keys, sums, time = trainer.sums()
        weights = np.clip(sums, -127, 127).astype(np.int8).reshape(-1)
        model = module.ArcModel(*given[:2], keys, weights)
        found = model.parse(given[2], given[5])
        return [wrong, time, found.tolist(), model.score(given[2], found).tolist()]

    def labelled(module: Any) -> list[Any]:
        trainer = module.LabelTrainer(*relations)
        return [trainer.learn(order), trainer.learn(order), trainer.sums()[2]]

    size = case.size()
    known = case.draw.permutation(40)[:size].astype(np.uint32)
    cuts = np.sort(case.draw.integers(0, 7, size + 1)).astype(np.int32)
    cuts[0] = 0
    marks = case.draw.integers(0, 3, cuts[-1]).astype(np.int32)
    weights = case.draw.integers(-9, 9, cuts[-1]).astype(np.int8)
    model = case.spoiled((*templates, known, cuts, marks, weights, 3))
    asked = case.spoiled((rows[: sizes[0]], trees[: sizes[0]]) if sizes else (rows, trees))

    def marked(module: Any) -> list[Any]:
        return [module.LabelModel(*model).label(*asked).tolist()]

    jobs = ((arcs, given), (labelled, relations), (marked, (*model, *asked)))
    for made, arguments in jobs:
        refused, answer = tried(made, (load("parser"),))
        if refused in ("TypeError", "MemoryError") or not plain(arguments):
            continue
        theirs, wanted = tried(made, (importlib.import_module("sumscope.kernels.python.parser"),))
        if bool(refused) != bool(theirs) or answer != wanted:
            said = f"{refused or answer} and not {theirs or wanted}"
            raise AssertionError(f"parser: {said} for {arguments}")


def line(case: Case) -> None:
    """A line of a corpus, often damaged."""
    texts = [
        {"id": case.rng.choice(WORDS), "text": case.rng.choice(WORDS)},
        {"id": "b", "human": case.spoil, "sentences": case.rng.choices(WORDS, k=case.size())},
    ]
    topic = {
        "id": case.rng.choice(WORDS), "lang": case.rng.choice(["en", None]), "documents": texts[:1],
        "references": texts, "peers": texts[1:], "judgements": {"b": {"q": case.rng.choice(REALS)}},
        case.rng.choice(["covers", "title", "peer"]): texts,
    }  # fmt: skip
    raw = json.dumps(topic, ensure_ascii=case.rng.random() < 0.5).encode("utf-8", "surrogatepass")
    while case.spoil and case.rng.random() < 0.7:
        at = case.rng.randrange(len(raw))
        raw = raw[:at] + case.rng.randbytes(case.rng.randrange(3)) + raw[at + case.size() :] + b"}"
    case.call("line", "glance", (raw,), lambda mine, theirs: bool(mine == theirs))


PROSE = [
    "a)", "1.", "-", "*", "Mr.", "U.S.", "the", "The", "IV.", '"Yes', 'said."', "(so.)", ":", "5.",
    "#", "...", ". . .", "Yahoo!", "``", "''", "`", "'", "\u2019", "\u201c", "\u201d", "\u00ab",
    "\u00bb", "\u2014", "(", ")", ".", "!", "?", "\n", "\n1. ", "....5", "&", "\u00c9", "\u3002",
    " " * 41, "\n\n", "A.",
]  # fmt: skip


def sentences(case: Case) -> None:
    """Prose with odd signs, and odd words for it."""
    between = case.rng.choice(["", " ", "  ", "\n"])
    text = between.join(case.rng.choices(PROSE + WORDS, k=case.rng.choice([0, 1, 5, 20, 60])))
    words = [case.rng.choices([*WORDS, "mr", "the", "yahoo"], k=case.size()) for _ in range(3)]
    name = case.rng.choice(["boundaries", "sentences", "sentences_many"])
    given: Any = [text, text[:9]] if name == "sentences_many" else text
    if case.spoil and case.rng.random() < 0.3:
        given = case.rng.choice([None, 3, [None], b"A b.", [text, 4]])
    made = [
        tried(lambda k: getattr(k.Splitter(*words), name)(given), (kernel,))
        for kernel in (
            load("sentences"),
            importlib.import_module("sumscope.kernels.python.sentences"),
        )
    ]
    if made[0] != made[1]:
        raise AssertionError(
            f"sentences.{name}: {made[0]} and not {made[1]} for {words}, {given!r}"
        )


def table(case: Case) -> None:
    """Rows of tables and values of JSON, some of which cannot be written."""

    def value(depth: int) -> Any:
        kind = case.rng.randrange(8 if depth else 5)
        if kind > 5:
            return {case.rng.choice(WORDS): value(depth - 1) for _ in range(case.size())}
        if kind == 5:
            return [value(depth - 1) for _ in range(case.size())]
        if kind == 4 and case.spoil:
            return case.rng.choice([b"", object, {1: 2}, (1, 2.5), True])
        number = round(case.rng.uniform(-2, 2), case.rng.randrange(8))
        return case.rng.choice([number, case.rng.choice([*REALS, *FAR]), case.rng.choice(WORDS)])

    name, arguments = "json_line", (value(3),)
    if case.rng.random() < 0.5:
        names = case.rng.choices([*WORDS, "=x", "a,b"], k=case.size())
        peers = [
            (case.rng.choice(WORDS), case.rng.choice(WORDS), case.spoil, [value(0) for _ in names])
            for _ in range(case.size())
        ]
        if peers and case.spoil and case.rng.random() < 0.3:
            peers[-1] = case.rng.choice([None, ("t",), ("t", "p", False, [1.0] * 9), (1, 2, 3, [])])
        name, arguments = "csv_rows", (names, peers)
    made = [
        tried(getattr(kernel, name), arguments)
        for kernel in (load("table"), importlib.import_module("sumscope.kernels.python.table"))
    ]
    if bool(made[0][0]) != bool(made[1][0]) or made[0][1] != made[1][1]:
        raise AssertionError(f"table.{name}: {made[0]} and not {made[1]} for {arguments}")


KINDS = [cover, community, oracle, ratio, rouge, small_kernels, parser, line, sentences, table]


def run_case(number: int, far: bool) -> None:
    """One case, by its number."""
    case = Case(number, far)
    with np.errstate(all="ignore"):
        case.rng.choice(KINDS)(case)


def work(first: int, last: int, far: bool, at: Any) -> None:
    """Run cases in a process of their own, of which a crash leaves the number behind."""
    if far:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    for number in range(first, last):
        at.value = number
        run_case(number, far)


def main() -> int:
    """Run the cases, in chunks; tell which one failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--one", type=int)
    options = parser.parse_args()
    far = not options.small
    if options.one is not None:
        run_case(options.one, far)
        return 0
    if not all(compiled(name) for name in KERNELS):
        print("fuzz kernels: only the twins are installed, nothing to fuzz")
        return 0
    begun = time.monotonic()
    first = options.seed * 10**9
    for start in range(first, first + options.cases, CHUNK):
        at = multiprocessing.Value("q", start)
        last = min(start + CHUNK, first + options.cases)
        child = multiprocessing.Process(target=work, args=(start, last, far, at))
        child.start()
        child.join()
        if child.exitcode != 0:
            again = f"--one {at.value}{'' if far else ' --small'}"
            print(f"fuzz kernels: case {at.value} failed ({child.exitcode}): run {again}")
            return 1
    seconds = time.monotonic() - begun
    print(f"fuzz kernels: {options.cases:,} cases, none failed ({seconds:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
