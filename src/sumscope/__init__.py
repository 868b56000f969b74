"""sumscope: know how good a summary, an extract or a grouping of sentences really is.

Each command is one function here with the same name: `sumscope.score(corpus, ["rouge-2"])`.
Everything is imported when first used, so that `import sumscope` stays fast.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from sumscope._version import __version__

if TYPE_CHECKING:
    from sumscope.app import links as links
    from sumscope.app import supor as supor
    from sumscope.app.agree import agree as agree
    from sumscope.app.convert import convert as convert
    from sumscope.app.detect import detect as detect
    from sumscope.app.growth import growth as growth
    from sumscope.app.meta import meta as meta
    from sumscope.app.oracle import oracle as oracle
    from sumscope.app.reproduce import reproduce as reproduce
    from sumscope.app.rouge import rouge as rouge
    from sumscope.app.rouge_batch import rouge_batch as rouge_batch
    from sumscope.app.sample import sample as sample
    from sumscope.app.study import study as study
    from sumscope.app.summarize import summarize as summarize
    from sumscope.app.topics import topics as topics
    from sumscope.core.errors import SumscopeError as SumscopeError
    from sumscope.core.measure import parse as parse

_ELSEWHERE = {
    "SumscopeError": "sumscope.core.errors",
    "parse": "sumscope.core.measure",
}

__all__ = ["__version__"]


def __getattr__(name: str) -> Any:
    if name in _ELSEWHERE:
        return getattr(importlib.import_module(_ELSEWHERE[name]), name)
    if not name.startswith("_"):
        path = f"sumscope.app.{name}"
        try:
            module = importlib.import_module(path)
        except ModuleNotFoundError as error:
            if error.name != path:
                raise
        else:
            # `sumscope.score` is the function; `sumscope.links` has several and stays a module.
            return getattr(module, name, module)
    raise AttributeError(f"module 'sumscope' has no attribute {name!r}")


def __dir__() -> list[str]:
    import pkgutil

    import sumscope.app

    return sorted(
        [*globals(), *_ELSEWHERE, *(m.name for m in pkgutil.iter_modules(sumscope.app.__path__))]
    )
