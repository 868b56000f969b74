"""Stop words: the stopwords-iso list of the language, or a custom list."""

from __future__ import annotations

import hashlib
import os
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from sumscope.core.errors import SumscopeError


@lru_cache(maxsize=64)
def of_language(lang: str) -> frozenset[str]:
    """The stopwords-iso list; empty where it does not know the language."""
    import stopwordsiso

    return frozenset(_plain(word) for word in stopwordsiso.stopwords(lang))


def own(source: str | os.PathLike[str] | Iterable[str]) -> frozenset[str]:
    """One's own list: a file with one word a line (`#` starts a comment), or the words."""
    lines: Iterable[str]
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
            raise SumscopeError(
                f"cannot read the stop words: {reason}",
                where=str(path),
                hint="give a UTF-8 file with one word a line",
            ) from error
        lines = [line.partition("#")[0] for line in lines]
    else:
        lines = source
    return frozenset(filter(None, (_plain(line) for line in lines)))


def name_of(words: frozenset[str]) -> str:
    """A name that identifies a custom list."""
    digest = hashlib.sha256("\n".join(sorted(words)).encode("utf-8", "surrogatepass")).hexdigest()
    return f"own-{digest[:12]}"


def _plain(word: str) -> str:
    return unicodedata.normalize("NFC", word.strip().lower().replace("’", "'"))
