"""Best-worst answers under Plackett and Luce in C++; `python.luce` says what the function does."""

from sumscope.kernels.types import Floats, Longs

def derivatives(
    starts: Longs, shown: Longs, weights: Floats, strength: Floats
) -> tuple[Floats, Floats]: ...
