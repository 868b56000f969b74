"""Language tags: `pt-BR`, `PT_br`, `por` and `Portuguese` all mean `pt`."""

from __future__ import annotations

import re
from functools import lru_cache

from sumscope.text import languages

#: What stands for "no language known": a pipeline that works for any script.
ANY = "unicode"

_NOTHING = {"", ANY, "und", "mul", "zxx", "mis", "none", "null", "any"}


def names_none(lang: str | None) -> bool:
    """Whether a tag says itself that no language is meant."""
    return lang is None or lang.strip().lower() in _NOTHING


@lru_cache(maxsize=256)
def normalise(lang: str | None) -> str:
    """The two-letter code of a language tag, the code itself where unknown, or `unicode`."""
    if lang is None:
        return ANY
    name = re.split(r"[-_.@]", lang.strip().lower(), maxsplit=1)[0]
    name = languages.codes().get(name, name)
    if name in _NOTHING or not re.fullmatch(r"[a-z]{2,8}", name):
        return ANY
    return name
