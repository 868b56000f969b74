"""The languages, one `Language` each.

A module of this package with a `LANGUAGE` is a language, and is found by being there. `others` has
those that need one line. A language that is in neither is processed as any script is. `normalise`
reads what corpora write: `pt-BR`, `PT_br`, `por` and `Portuguese` all mean `pt`.
"""

from __future__ import annotations

import pkgutil
import re
from functools import cache, lru_cache
from importlib import import_module

from sumscope.text.languages.language import Language as Language

#: What stands for "no language known": a pipeline that works for any script.
ANY = "unicode"
_NOTHING = {"", ANY, "und", "mul", "zxx", "mis", "none", "null", "any"}


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


def language(code: str) -> Language:
    """The language of a two-letter code; one without anything of its own where it is unknown."""
    return languages().get(code) or Language(code)


def names_none(lang: str | None) -> bool:
    """Whether a tag says itself that no language is meant."""
    return lang is None or lang.strip().lower() in _NOTHING


@lru_cache(maxsize=256)
def normalise(lang: str | None) -> str:
    """The two-letter code of a language tag, the code itself where unknown, or `unicode`."""
    if lang is None:
        return ANY
    name = re.split(r"[-_.@]", lang.strip().lower(), maxsplit=1)[0]
    name = next((one.code for one in languages().values() if name in one.names), name)
    if name in _NOTHING or not re.fullmatch(r"[a-z]{2,8}", name):
        return ANY
    return name
