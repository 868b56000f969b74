"""Correlations of weighted rows in C++; `python.concordance` says what the function does."""

from sumscope.kernels.types import Floats

def correlations(
    x: Floats, z: Floats, w: Floats, pearson: bool, spearman: bool, kendall: bool
) -> Floats: ...
