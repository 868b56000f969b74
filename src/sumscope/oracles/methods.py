"""The methods: `bnb` (all oracles, exact), `bnb-paper` (as printed), `ilp` (one), `greedy`.

`trainers` has the methods of other programs, which read the text in their own way.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sumscope import kernels
from sumscope.core.errors import SumscopeError, nearest
from sumscope.oracles.answer import Oracles
from sumscope.oracles.problem import Problem


@dataclass(frozen=True)
class Budget:
    """When to stop: after some nodes, some seconds, or never."""

    nodes: int = -1
    seconds: float = -1.0

    def left(self, since: float) -> float:
        """Seconds left of a budget that began at `since`; negative: no limit."""
        return -1.0 if self.seconds < 0 else max(0.0, self.seconds - (time.perf_counter() - since))


# More nodes than any search opens; the kernels count them in 64 bits.
MOST_NODES = 10**18


def read_budget(text: str | int | float | Budget | None) -> Budget:
    """A whole number is nodes, `10s` or `2.5` seconds."""
    if text is None:
        return Budget()
    if isinstance(text, Budget):
        return text
    if isinstance(text, float) and 0 <= text < float("inf"):
        return Budget(seconds=text)
    if isinstance(text, int) and 0 <= text < MOST_NODES:
        return Budget(nodes=text)
    if isinstance(text, str):
        word = text.strip().lower()
        if word.isdecimal() and len(word) < 19:
            return Budget(nodes=int(word))
        try:
            seconds = float(word.removesuffix("s"))
        except ValueError:
            seconds = -1.0
        if 0 <= seconds < float("inf") and not word.isdecimal():
            return Budget(seconds=seconds)
    raise SumscopeError(
        f"{text!r} is not a budget", hint="write nodes as 100000, or seconds as 10s"
    )


def solve(problem: Problem, method: str = "bnb", budget: Budget | None = None) -> Oracles:
    """Answer a problem by a method."""
    if method not in METHODS:
        raise SumscopeError(f"unknown method {method!r}", hint=nearest(method, METHODS))
    return METHODS[method](problem, budget or Budget())


def _named(problem: Problem, rows: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(int(problem.source[row]) for row in rows))


def bnb(problem: Problem, budget: Budget) -> Oracles:
    """Every oracle by our branch and bound over priced knapsacks, counted without listing."""
    begun = time.perf_counter()
    found = kernels.oracle.solve(*problem.arrays, budget.nodes, budget.seconds)
    counted = None
    if found["dag"] is not None:
        counted = kernels.oracle.count(found["dag"], problem.length, budget.left(begun))
    seconds = time.perf_counter() - begun
    by_size, held = counted if counted is not None else ({}, {})
    return Oracles(
        problem,
        "bnb",
        found["best"],
        found["upper"],
        optimal=found["optimal"],
        complete=counted is not None,
        nodes=found["nodes"],
        seconds=seconds,
        chosen=_named(problem, found["chosen"]),
        by_size=by_size,
        holding={int(problem.source[row]): sizes for row, sizes in held.items()},
        dag=found["dag"] if counted is not None else None,
    )


def bnb_paper(problem: Problem, budget: Budget) -> Oracles:
    """Algorithms 1 and 3 of the paper as printed; clears what it collected when the score rises."""
    begun = time.perf_counter()
    found = kernels.oracle.paper(*problem.arrays, budget.nodes, budget.seconds)
    starts = found["starts"].tolist()
    sets = [_named(problem, found["items"][a:b]) for a, b in itertools.pairwise(starts)]
    sets.sort(key=lambda one: (len(one), one))
    holding: dict[int, Counter[int]] = {}
    if found["complete"]:
        for one in sets:
            for sentence in one:
                holding.setdefault(sentence, Counter())[len(one)] += 1
    seconds = time.perf_counter() - begun
    return Oracles(
        problem,
        "bnb-paper",
        found["best"],
        found["best"] if found["complete"] else _ceiling(problem),
        optimal=found["complete"],
        complete=found["complete"],
        nodes=found["nodes"],
        seconds=seconds,
        chosen=sets[0] if sets else _greedy_set(problem),
        by_size=Counter(map(len, sets)) if found["complete"] else {},
        holding=holding,
        sets=tuple(sets) if found["complete"] else None,
    )


def greedy(problem: Problem, budget: Budget) -> Oracles:
    """Algorithm 2: matches per word over what still fits, or the best single sentence."""
    begun = time.perf_counter()
    value, rows = kernels.oracle.greedy(*problem.arrays)
    seconds = time.perf_counter() - begun
    return Oracles(
        problem,
        "greedy",
        value,
        _ceiling(problem),
        optimal=value == _ceiling(problem),
        complete=False,
        nodes=0,
        seconds=seconds,
        chosen=_named(problem, rows),
    )


def ilp(problem: Problem, budget: Budget) -> Oracles:
    """One oracle by the paper's integer program, through HiGHS."""
    from sumscope.oracles.ilp import maximise

    begun = time.perf_counter()
    found = maximise(problem, budget.seconds, budget.nodes)
    value, rows = (problem.value(found.chosen), found.chosen) if found.chosen else (0, ())
    if not found.optimal and value < (floor := kernels.oracle.greedy(*problem.arrays))[0]:
        value, rows = floor[0], _named(problem, floor[1])
    upper = value if found.optimal else max(value, min(found.upper, _ceiling(problem)))
    return Oracles(
        problem,
        "ilp",
        value,
        upper,
        optimal=found.optimal,
        complete=False,
        nodes=found.nodes,
        seconds=time.perf_counter() - begun,
        chosen=tuple(rows),
    )


def _greedy_set(problem: Problem) -> tuple[int, ...]:
    return _named(problem, kernels.oracle.greedy(*problem.arrays)[1])


def _ceiling(problem: Problem) -> int:
    """What all sentences together would cover."""
    return problem.value(problem.source.tolist())


METHODS: dict[str, Callable[[Problem, Budget], Oracles]] = {
    "bnb": bnb,
    "bnb-paper": bnb_paper,
    "ilp": ilp,
    "greedy": greedy,
}
