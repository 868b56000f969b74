"""Weighted concordance of pairs in C++; `concordance_py` says what the function does."""

from sumscope.kernels.types import Floats, Longs

def concordance(x: Longs, z: Longs, w: Floats) -> Floats: ...
