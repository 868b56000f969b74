"""A line of a corpus at a glance in C++; `python.line` says what the function does."""

from sumscope.kernels.types import Glance

def glance(raw: bytes) -> Glance | None: ...
