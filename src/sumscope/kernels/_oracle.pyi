"""Extractive oracle summaries in C++; `python.oracle` says what each function does."""

from sumscope.kernels.types import (
    Arrays,
    Dag,
    Ints,
    Longs,
    PaperSolution,
    RatioSolution,
    Solution,
    Views,
)

def build(
    tokens: Ints,
    starts: Longs,
    lengths: Ints,
    ref_tokens: Ints,
    ref_starts: Longs,
    n: int,
    limit: int,
) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, Ints, int]: ...
def greedy(
    ptr: Ints, idx: Ints, cnt: Ints, length: Ints, woff: Ints, w: Ints, limit: int
) -> tuple[int, Ints]: ...
def solve(
    ptr: Ints,
    idx: Ints,
    cnt: Ints,
    length: Ints,
    woff: Ints,
    w: Ints,
    limit: int,
    max_nodes: int = -1,
    max_seconds: float = -1.0,
) -> Solution: ...
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
) -> tuple[Ints, Arrays, Views]: ...
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
) -> RatioSolution: ...
def paper(
    ptr: Ints,
    idx: Ints,
    cnt: Ints,
    length: Ints,
    woff: Ints,
    w: Ints,
    limit: int,
    max_nodes: int = -1,
    max_seconds: float = -1.0,
) -> PaperSolution: ...
def count(
    dag: Dag, length: Ints, max_seconds: float = -1.0
) -> tuple[dict[int, int], dict[int, dict[int, int]]] | None: ...
def listing(dag: Dag, length: Ints, size: int, after: list[int], k: int) -> list[list[int]]: ...
