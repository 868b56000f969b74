"""Weighted topics of a text, and how a summary scores on them."""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING

from sumscope.core.choices import TopicMethod, check_choice
from sumscope.core.errors import SumscopeError
from sumscope.core.files import read_bytes, utf8
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.topic_models.explanation import Topics

PathLike = str | os.PathLike[str]


def topics(
    text: PathLike,
    *,
    by: TopicMethod = "betweenness",
    lang: str | None = None,
    summary: PathLike | None = None,
    synonyms: str | None = None,
    top: int = 8,
    progress: Progress | None = None,
) -> Topics:
    """Divide a text (a file, or `-`) into weighted topics after Kumar et al. (2011).

    `by` is betweenness, greedy or gaac. With a `summary` (a file), each topic lists the sentences
    assigned to it and what it adds to the four topic measures. The `top` heaviest words of each
    topic are listed. `synonyms` is wordnet, or a file of word groups. A sentence ends at its final
    mark or at a blank line. Without `lang`, English and Portuguese are detected by the stop words
    of `text`.

    >>> import pathlib, sumscope
    >>> text = "The ferry sank. The ferry crew left. Rain fell on hills."
    >>> _ = pathlib.Path("r.txt").write_text(text)
    >>> found = sumscope.topics("r.txt", lang="en")
    >>> len(found.topics) >= 1
    True
    """
    from sumscope.corpus.jsonl import refuse_corpus
    from sumscope.text import note_unknown
    from sumscope.topic_models.explanation import explain_topics

    check_choice("by", by, TopicMethod)
    if str(text) == "-" and summary is not None and str(summary) == "-":
        raise SumscopeError("both texts are standard input", hint="give one of them by name")
    for name in (text, summary):
        if name is not None:
            refuse_corpus(name, "a text", "give the text of one summary")
    content = _read(text)
    read = None if summary is None else _read(summary)
    shown = explain_topics(_name(text), content, by, lang, read, synonyms, top, progress)
    note_unknown(shown.lang)
    if lang is None:
        warnings.warn(f"{_name(text)}: read as {shown.lang or 'no known language'}", stacklevel=2)
    return shown


def _name(text: PathLike) -> str:
    return "standard input" if str(text) == "-" else os.fspath(text)


def _read(text: PathLike) -> str:
    return utf8(read_bytes(text), _name(text))
