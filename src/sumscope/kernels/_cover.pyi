"""Counting over two covers in C++; `python.cover` says what each function does."""

from sumscope.kernels.types import Longs

def compact(labels: Longs) -> tuple[Longs, int]: ...
def contingency(
    left: Longs, right: Longs, k_left: int, k_right: int
) -> tuple[Longs, Longs, Longs]: ...
def overlaps(
    left_ptr: Longs, left_items: Longs, right_ptr: Longs, right_items: Longs, n: int
) -> tuple[Longs, Longs, Longs]: ...
def groups(
    left_ptr: Longs, left_items: Longs, right_ptr: Longs, right_items: Longs, n: int
) -> tuple[Longs, int]: ...
def omega_counts(
    left_ptr: Longs, left_items: Longs, right_ptr: Longs, right_items: Longs, n: int
) -> tuple[int, Longs, Longs]: ...
