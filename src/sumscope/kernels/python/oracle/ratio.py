"""The twin's extracts by a mean of ROUGE scores: every set in turn, under a plain bound.

A view is one ROUGE: over a set of sentences it is matches / (times * size + total). With `times` 0
that is recall; with the number of references it is half of F. Views are nine parts:
(first, size, total, times, clipped, kind, cptr, cidx, ccnt). The n-grams of view v are
`first[v]:first[v + 1]`, `size[i * views + v]` is how many sentence i has. `clipped` is the view of
ROUGE-L or -1: its n-grams are the places of the references, each of a class `kind` (a word of one
reference), and places of a class count no more often than the set holds its word, which sentence i
does `ccnt[cptr[i]:cptr[i + 1]]` times for the classes `cidx`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import numpy as np

from sumscope.kernels.python.oracle.search import Budget, SpentError
from sumscope.kernels.python.oracle.state import Problem, cuts, ints, starts_of
from sumscope.kernels.python.rouge.subsequences import marked_places
from sumscope.kernels.types import Arrays, Dag, Ints, Longs, RatioSolution, Views

MOST_VIEWS = 3
# Denominators that scores of so many views are compared with.
_MOST_BELOW = {1: 1 << 40, 2: 1 << 30, 3: 1 << 20}


def build_views(
    tokens: Ints,
    starts: Longs,
    lengths: Ints,
    ref_tokens: Ints,
    ref_starts: Longs,
    ref_cuts: Longs,
    ns: list[int],
    times: int,
    limit: int,
) -> tuple[Ints, Arrays, Views]:
    """The problem of a mean of ROUGE-n for n of `ns` (0: ROUGE-L): (source, arrays, views).

    `ref_cuts` cut the references into sentences. Sentences stay that match something and fit.
    """
    if not 1 <= len(ns) <= MOST_VIEWS:
        raise ValueError("there are one to three views")
    if min(ns) < 0 or ns.count(0) > 1:
        raise ValueError("n must be 1 or more, or 0 once for ROUGE-L")
    if limit < 0 or times < 0:
        raise ValueError("limit and times must not be negative")
    cut = (cuts(starts, len(tokens)), cuts(ref_starts, len(ref_tokens)))
    if not (all(cut) and cuts(ref_cuts, len(ref_tokens))):
        raise ValueError("starts do not match tokens")
    if len(lengths) + 1 != len(starts):
        raise ValueError("lengths do not match starts")
    words, bounds = ref_tokens.tolist(), ref_starts.tolist()
    references = [words[a:b] for a, b in itertools.pairwise(bounds)]
    first, need, worth = [0], [], []  # n-grams of each view: how often, and worth what
    numbers: list[dict[tuple[int, ...], int]] = []
    kind: list[int] = []
    classes: dict[tuple[int, int], int] = {}
    totals = []
    for n in ns:
        held = [_grams(r, max(1, n)) for r in references]
        totals.append(sum(sum(h.values()) for h in held))
        number: dict[tuple[int, ...], int] = {}
        if n == 0:
            for r, reference in enumerate(references):
                kind += [classes.setdefault((r, word), len(classes)) for word in reference]
            need += [1] * len(words)
            worth += [1] * len(words)
        else:
            for h in held:
                for gram in h:
                    number.setdefault(gram, len(number))
            for gram in number:
                most = max(h[gram] for h in held)
                need.append(most)
                worth += [sum(h[gram] > t for h in held) for t in range(most)]
        numbers.append({gram: first[-1] + at for gram, at in number.items()})
        first.append(len(need))
    source, idx, cnt, ptr, length, size = [], [], [], [0], [], []
    cptr, cidx, ccnt = [0], [], []
    edges = ref_cuts.tolist()
    for s, room in enumerate(lengths.tolist()):
        text = tokens[int(starts[s]) : int(starts[s + 1])].tolist()
        row: list[tuple[int, int]] = []
        for view, n in enumerate(ns):
            if n == 0:
                for a, b in itertools.pairwise(edges):
                    marked = marked_places(words[a:b], text)
                    row += [(first[view] + a + t, 1) for t in range(b - a) if marked[t]]
            else:
                found = _grams(text, n)
                known = numbers[view]
                row += sorted((known[g], c) for g, c in found.items() if g in known)
        if not row or not 1 <= room <= limit:
            continue
        source.append(s)
        length.append(room)
        idx += [g for g, _ in row]
        cnt += [min(c, need[g]) for g, c in row]
        ptr.append(len(idx))
        size += [max(0, len(text) - max(1, n) + 1) for n in ns]
        if 0 in ns:
            have = Counter(
                classes[r, word]
                for word in text
                for r in range(len(references))
                if (r, word) in classes
            )
            cidx += [x for x, _ in sorted(have.items())]
            ccnt += [c for _, c in sorted(have.items())]
        cptr.append(len(cidx))
    clipped = ns.index(0) if 0 in ns else -1
    woff = np.concatenate([[0], np.cumsum(need)]).astype(np.int32)
    arrays = (ints(ptr), ints(idx), ints(cnt), ints(length), woff, ints(worth))
    total = np.asarray(totals, np.int64)
    classed = (ints(kind), ints(cptr), ints(cidx), ints(ccnt))
    return ints(source), arrays, (ints(first), ints(size), total, times, clipped, *classed)


def _grams(text: list[int], n: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))


class _Scorer:
    """The exact score of a set of sentences."""

    def __init__(self, problem: Problem, views: Views) -> None:
        self.p = problem
        if len(views) != 9:
            raise ValueError("views have nine parts")
        first, size, total, self.times, self.clipped, kind, cptr, cidx, ccnt = views
        count = len(total)
        if not 1 <= count <= MOST_VIEWS:
            raise ValueError("there are one to three views")
        if len(first) != count + 1 or not cuts(first, problem.grams):
            raise ValueError("first does not cut the n-grams into views")
        if len(size) != problem.n * count or np.any(size < 0):
            raise ValueError("a view has no size for every sentence")
        if not -1 <= self.clipped < count:
            raise ValueError("the clipped view is not one of the views")
        if not 0 <= self.times < 1 << 31:
            raise ValueError("times is out of range")
        if np.any(total < 0):
            raise ValueError("a total is below 0")
        sizes = int(size.sum(dtype=np.int64))
        if any(sizes * self.times + int(t) >= _MOST_BELOW[count] for t in total):
            raise ValueError("the texts are too long for a mean of ratios")
        if self.clipped >= 0:
            places = int(first[self.clipped + 1] - first[self.clipped])
            _check_classes(places, problem.n, kind, cptr, cidx, ccnt)
        self.first, self.total = first.tolist(), total.tolist()
        self.size = size.reshape(problem.n, count)
        self.kinds = int(kind.max(initial=-1)) + 1
        self.kind = kind
        self.have = np.zeros((problem.n, self.kinds), np.int64)
        for i in range(problem.n if self.clipped >= 0 else 0):
            at = slice(int(cptr[i]), int(cptr[i + 1]))
            np.add.at(self.have[i], cidx[at], ccnt[at])

    def matches(self, chosen: list[int]) -> list[int]:
        """The matches of every view."""
        p = self.p
        covered = np.minimum(p.need, p.counts[chosen].sum(axis=0))
        turn = np.arange(p.worth.shape[1])
        value = np.where(turn < covered[:, None], p.worth, 0).sum(axis=1)
        found = [int(value[a:b].sum()) for a, b in itertools.pairwise(self.first)]
        if self.clipped >= 0:
            a, b = self.first[self.clipped : self.clipped + 2]
            places = np.bincount(self.kind, covered[a:b], self.kinds).astype(np.int64)
            found[self.clipped] = int(np.minimum(places, self.have[chosen].sum(axis=0)).sum())
        return found

    def below(self, chosen: list[int]) -> list[int]:
        """The denominator of every view."""
        sizes = self.size[chosen].sum(axis=0).tolist()
        return [max(1, self.times * s + t) for s, t in zip(sizes, self.total, strict=True)]


def _check_classes(
    places: int, sentences: int, kind: Ints, cptr: Ints, cidx: Ints, ccnt: Ints
) -> None:
    if len(kind) != places:
        raise ValueError("a place has no class")
    kinds = int(kind.max(initial=-1)) + 1
    if np.any(kind < 0) or kinds > places:
        raise ValueError("a class is out of range")
    if np.any(cidx < 0) or np.any(cidx >= kinds) or np.any(ccnt < 0) or np.any(ccnt >= 1 << 30):
        raise ValueError("a class is out of range")
    if len(cptr) != sentences + 1 or not cuts(cptr, len(cidx)) or len(cidx) != len(ccnt):
        raise ValueError("cptr does not cut cidx into sentences")


def _sum(over: list[int], under: list[int]) -> Fraction:
    return sum((Fraction(a, b) for a, b in zip(over, under, strict=True)), Fraction(0))


def ratio(
    ptr: Ints,
    idx: Ints,
    cnt: Ints,
    length: Ints,
    woff: Ints,
    w: Ints,
    limit: int,
    views: Views,
    slots: int,
    max_nodes: int = -1,
    max_seconds: float = -1.0,
) -> RatioSolution:
    """Every set of at most `limit` words and `slots` sentences with the greatest sum of ratios.

    {matches, below, upper, optimal, complete, nodes, chosen, dag}: matches and denominators by view
    of the set `chosen`. A set is left when all that may be added to it, at no cost in length, would
    not reach the best value.
    """
    problem = Problem.of(ptr, idx, cnt, length, woff, w, limit)
    scorer = _Scorer(problem, views)
    for a, b in itertools.pairwise(ptr.tolist()):
        if np.any(np.diff(idx[a:b]) <= 0):
            raise ValueError("the n-grams of a sentence do not rise")
    if slots < 0:
        raise ValueError("slots must not be negative")
    budget = Budget(max_nodes, max_seconds)
    best, found = _sum(scorer.matches([]), scorer.below([])), [[]]  # type: ignore[var-annotated]

    def visit(chosen: list[int], rest: list[int], room: int) -> None:
        nonlocal best
        budget.node()
        here = _sum(scorer.matches(chosen), scorer.below(chosen))
        if here > best:
            best = here
            found.clear()
        if here == best and (chosen or not found):
            found.append(chosen)
        fitting = [i for i in rest if problem.length[i] <= room]
        if len(chosen) == slots or not fitting:
            return
        if _sum(scorer.matches(chosen + fitting), scorer.below(chosen)) < best:
            return
        for q, i in enumerate(fitting):
            visit([*chosen, i], fitting[q + 1 :], room - problem.length[i])

    done = True
    try:
        visit([], list(range(problem.n)), limit)
    except SpentError:
        done = False
    everything = list(range(problem.n))
    upper = best if done else _sum(scorer.matches(everything), scorer.below([]))
    chosen = found[0]
    return {
        "matches": scorer.matches(chosen),
        "below": scorer.below(chosen),
        "upper": float(upper),
        "optimal": done,
        "complete": done,
        "nodes": budget.used,
        "chosen": ints(chosen),
        "dag": _dag(found) if done else None,
    }


def _dag(sets: list[list[int]]) -> Dag:
    """A DAG with one path to every set: nothing above a leaf, or one edge for each."""
    if len(sets) == 1:
        rooms, edges, base = [0], [], sets[0]
    else:
        rooms, edges, base = [0, -1], sets, []
    per_node = [[], edges][: len(rooms)]
    nothing: list[list[int]] = [[] for _ in rooms]
    return (
        ints(rooms),
        starts_of(nothing),
        ints([]),
        starts_of(per_node),
        ints([0] * len(edges)),
        ints([0] * len(edges)),
        starts_of(edges),
        ints([i for one in edges for i in one]),
        ints(base),
    )
