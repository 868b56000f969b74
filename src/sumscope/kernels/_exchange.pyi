"""Metrics whose scores change places, in C++; `python.exchange` says what the function does."""

from sumscope.kernels.types import Bytes, Floats, Longs

def exchanged(x: Floats, y: Floats, z: Floats, starts: Longs, swaps: Bytes) -> Floats: ...
