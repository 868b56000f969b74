"""Betweenness and the divisive algorithms in C++; `python.community` describes each function."""

from sumscope.kernels.types import Floats, Ints, Progress

def divide(
    n: int,
    edges: Ints,
    weights: Floats | None,
    horizon: int,
    splits: bool,
    until: int,
    budget: float,
    progress: Progress | None,
) -> tuple[Ints, Floats, Ints, Ints, Ints]: ...
def edge_betweenness(n: int, edges: Ints, horizon: int) -> Floats: ...
def pair_betweenness(n: int, edges: Ints, vertex: int, horizon: int) -> tuple[Ints, Floats]: ...
def split_betweenness(
    n: int, edges: Ints, vertex: int, horizon: int, exact: bool
) -> tuple[float, Ints, Ints]: ...
