"""Signalling phrases: words that announce what matters ("in conclusion", "segundo o estudo")."""

from __future__ import annotations

import os
import unicodedata
from functools import lru_cache
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.data import FOLDER


@lru_cache(maxsize=32)
def of_language(lang: str) -> tuple[str, ...]:
    """The phrases that ship for a language (`data/phrases/en.txt`); none for others."""
    path = FOLDER / "phrases" / f"{lang}.txt"
    return read(path) if path.exists() else ()


def read(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """One phrase a line, lower case; `#` starts a comment."""
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise SumscopeError(
            f"cannot read the phrases: {reason}",
            where=os.fspath(path),
            hint="give a UTF-8 file with one phrase a line",
        ) from None
    plain = (" ".join(plain_text(line.partition("#")[0]).split()) for line in lines)
    return tuple(dict.fromkeys(filter(None, plain)))


def plain_text(text: str) -> str:
    """Lower case, composed."""
    return unicodedata.normalize("NFC", text).lower()
