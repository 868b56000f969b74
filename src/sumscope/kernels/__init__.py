"""Hot loops in C++, each with a readable Python twin that says the same thing slowly.

`load("rouge")` gives the compiled module, or the twin `rouge_py` where none was built or where
`SUMSCOPE_KERNELS=python` asks for it. Both have the same functions and return the same values.
"""

from __future__ import annotations

import importlib
import os
import warnings
from functools import cache
from types import ModuleType

_warned = False


@cache
def load(name: str) -> ModuleType:
    """The kernel `name`: compiled where possible, else its Python twin with one warning."""
    if os.environ.get("SUMSCOPE_KERNELS", "").lower() == "python":
        return importlib.import_module(f"sumscope.kernels.{name}_py")
    try:
        return importlib.import_module(f"sumscope.kernels._{name}")
    except ImportError:
        _warn_once()
        return importlib.import_module(f"sumscope.kernels.{name}_py")


def compiled(name: str) -> bool:
    """Whether `load(name)` gives the compiled kernel."""
    return load(name).__name__.rpartition(".")[2] == f"_{name}"


def _warn_once() -> None:
    global _warned
    if not _warned:
        _warned = True
        warnings.warn(
            "sumscope was installed without its compiled kernels: results are the same, but slow; "
            "reinstall with a C++17 compiler, or set SUMSCOPE_KERNELS=python to silence this",
            RuntimeWarning,
            stacklevel=3,
        )
