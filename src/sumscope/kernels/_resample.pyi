"""Bootstrap and randomization of scores in C++; `python.resample` says what each function does."""

from sumscope.kernels.types import Bytes, Floats, Longs

def bootstrap_sums(columns: Floats, key: int, first: int, count: int) -> Floats: ...
def signed_sums(rows: Floats, key: int, first: int, count: int) -> Floats: ...
def pair_hits(sums: Floats, ends: Longs, floors: Floats) -> Longs: ...
def tie_accuracies(
    systems: Floats,
    topics: Floats,
    ends: Longs,
    starts: Longs,
    topic: Longs,
    fold: Longs,
    first: Longs,
    kind: Bytes,
    sizes: Longs,
) -> Floats: ...
