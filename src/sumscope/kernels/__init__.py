"""Hot loops in C++, each with a readable Python twin that gives the same results.

`sumscope.kernels.rouge` is the compiled module, or the twin `python.rouge` where none was built or
where `SUMSCOPE_KERNELS=python` asks for it; `load("rouge")` gives the same for a name known only
at run time. Both have the functions that the stub `_rouge.pyi` lists and return the same values.
A kernel is loaded when it is first asked for.
"""

from __future__ import annotations

import importlib
import os
import warnings
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sumscope.kernels import _community as community
    from sumscope.kernels import _concordance as concordance
    from sumscope.kernels import _cover as cover
    from sumscope.kernels import _exchange as exchange
    from sumscope.kernels import _line as line
    from sumscope.kernels import _luce as luce
    from sumscope.kernels import _network as network
    from sumscope.kernels import _oracle as oracle
    from sumscope.kernels import _parser as parser
    from sumscope.kernels import _resample as resample
    from sumscope.kernels import _rouge as rouge
    from sumscope.kernels import _sentences as sentences
    from sumscope.kernels import _table as table

KERNELS = (
    "community",
    "concordance",
    "cover",
    "exchange",
    "line",
    "luce",
    "network",
    "oracle",
    "parser",
    "resample",
    "rouge",
    "sentences",
    "table",
)

__all__ = [
    "KERNELS",
    "community",
    "compiled",
    "concordance",
    "cover",
    "exchange",
    "line",
    "load",
    "luce",
    "network",
    "oracle",
    "parser",
    "resample",
    "rouge",
    "sentences",
    "table",
]

_warned = False


if not TYPE_CHECKING:

    def __getattr__(name: str) -> ModuleType:
        if name in KERNELS:
            return load(name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@cache
def load(name: str) -> ModuleType:
    """The kernel `name`: compiled where possible, else its Python twin with one warning."""
    if os.environ.get("SUMSCOPE_KERNELS", "").lower() == "python":
        return importlib.import_module(f"sumscope.kernels.python.{name}")
    try:
        return importlib.import_module(f"sumscope.kernels._{name}")
    except ImportError:
        _warn_once()
        return importlib.import_module(f"sumscope.kernels.python.{name}")


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
