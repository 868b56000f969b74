"""The languages, one `Language` each.

A module of this package with a `LANGUAGE` is a language, and is found by being there. `others` has
those that need one line. A language that is in neither is processed as any script is.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from sumscope.text.languages.language import Language as Language


@cache
def languages() -> dict[str, Language]:
    """Every declared language by its code, in order; a module's goes before a line of `others`."""
    from sumscope.text.languages.others import LANGUAGES

    known = {one.code: one for one in LANGUAGES}
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        one = getattr(import_module(module.name), "LANGUAGE", None)
        if one is not None:
            known[one.code] = one
    return dict(sorted(known.items()))


@cache
def codes() -> dict[str, str]:
    """The code of every other name of a language."""
    return {name: one.code for one in languages().values() for name in one.names}


def language(code: str) -> Language:
    """The language of a two-letter code; one without anything of its own where it is unknown."""
    return languages().get(code) or Language(code)
