"""Weighted topics of a text, and how a summary scores on them."""

from __future__ import annotations

import os
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING

from sumscope.core.choices import TopicMethod, check_choice
from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.topic_models.explanation import Reason, Topics, TopicShown, lines_of

if TYPE_CHECKING:
    from sumscope.corpus.view import TextView
    from sumscope.topic_models.division import Sentences

PathLike = str | os.PathLike[str]
SCHEMES = ("topic-unigram", "topic-bigram", "topic-path", "topic-closeness")


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
    from sumscope.core.measure import parse
    from sumscope.corpus.jsonl import refuse_corpus
    from sumscope.graph.growth import guess_language
    from sumscope.text import note_unknown
    from sumscope.text.pieces import BLOCK
    from sumscope.topic_models.division import divide, stems

    check_choice("by", by, TopicMethod)
    if str(text) == "-" and summary is not None and str(summary) == "-":
        raise SumscopeError("both texts are standard input", hint="give one of them by name")
    for name in (text, summary):
        if name is not None:
            refuse_corpus(name, "a text", "give the text of one summary")
    measures = [replace(parse(name), topics=by, synonyms=synonyms) for name in SCHEMES]
    content, guessed = _read(text), lang is None
    if guessed:
        lang = guess_language(content[:BLOCK])
    view = _view(content, lang)
    sources = [measure.source(lang) for measure in measures]
    division = divide(stems(view), by, progress)
    if not division.sentences:
        raise SumscopeError("has no words", where=_name(text), hint="give a text with words")
    lines = lines_of(view)
    peer = None if summary is None else _view(_read(summary), lang)
    given: Sentences = () if peer is None else stems(peer)
    assigned = division.assign(given)
    evidence = []
    if peer is not None:
        both = zip(measures, sources, strict=True)
        evidence = [(m, m.evidence(division, given, source)) for m, source in both]
    told = lines_of(peer) if peer is not None else ()
    shown = []
    for place, topic in enumerate(division.topics):
        heavy = sorted(
            ((word, n * division.weights[word]) for word, n in topic.counts.items()),
            key=lambda pair: (-round(pair[1], 12), pair[0]),
        )
        reasons = tuple(
            Reason(str(m), e[place].score, e[place].matched, e[place].of, e[place].distance)
            for m, e in evidence
        )
        shown.append(
            TopicShown(
                topic.weight,
                topic.share,
                tuple(lines[number] for number in topic.members),
                tuple(heavy[:top]),
                tuple(told[number] for number in assigned[place]),
                reasons,
            )
        )
    note_unknown(lang)
    if guessed:
        warnings.warn(f"{_name(text)}: read as {lang or 'no known language'}", stacklevel=2)
    placed = {number for numbers in assigned for number in numbers}
    return Topics(
        _name(text),
        by,
        lang,
        tuple(shown),
        {str(m): sum(item.score for item in e) for m, e in evidence},
        tuple(line for number, line in enumerate(told) if number not in placed),
    )


def _name(text: PathLike) -> str:
    return "standard input" if str(text) == "-" else os.fspath(text)


def _read(text: PathLike) -> str:
    from sumscope.core.files import read_bytes, utf8

    return utf8(read_bytes(text), _name(text))


def _view(content: str, lang: str | None) -> TextView:
    from sumscope.core.values import Text
    from sumscope.corpus.view import TextView

    return TextView(Text("text", text=content), lang)
