"""Sentences, tokens, stems, lemmas, stop words, tags and n-grams: one pipeline per language.

`pipeline("pt-BR").words("Olá, mundo!")` is the whole interface; the libraries behind a part are
imported when that part is first used.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import os

    from sumscope.text.process import Pipeline as Pipeline

T = TypeVar("T")

__all__ = ["ngrams", "note_topic", "note_unknown", "pipeline"]


def pipeline(
    lang: str | None = None,
    *,
    stop_words: str | os.PathLike[str] | Iterable[str] | None = None,
) -> Pipeline:
    """The pipeline of a language: `en`, `pt-BR`, `por`; None or an unknown code works everywhere.

    `stop_words` replaces the stop list: a file with one word a line, or the words themselves.
    The same arguments give the same object, so what it remembers is shared.
    """
    from sumscope.text import stopping
    from sumscope.text.languages import normalise
    from sumscope.text.process import pipeline_of

    return pipeline_of(normalise(lang), None if stop_words is None else stopping.own(stop_words))


def note_unknown(lang: str | None) -> None:
    """Say once that a language is not known: its words are then taken as they stand."""
    import warnings

    from sumscope.text.languages import names_none

    if not names_none(lang) and not pipeline(lang).known:
        warnings.warn(
            f"the language {lang!r} is unknown: no stems, lemmas or stop words; "
            "write it as en, por or pt-BR",
            stacklevel=1,  # one place, so that Python says it once
        )


def note_topic(lang: str | None) -> None:
    """Say once that topics of a corpus name no language, or one that is not known."""
    import warnings

    if lang is not None:
        note_unknown(lang)
        return
    warnings.warn(
        'topics without "lang": their words are used as they are, without stems or stop words; '
        'add it to the corpus, as in "lang": "en"',
        stacklevel=1,  # one place, so that Python says it once, whoever calls
    )


def ngrams(items: list[T], n: int) -> list[tuple[T, ...]]:
    """Every run of `n` neighbours, in order; none where there are fewer than `n` items."""
    if n < 1:
        return []
    return list(zip(*(items[start:] for start in range(n)), strict=False))
