"""ROUGE of plain strings: of one text, of lists of texts, and of batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Text
from sumscope.rouge_scoring.batch import scores_of_one
from sumscope.rouge_scoring.strings import (
    RougeScore,
    RougeScores,
    TextLike,
    as_references,
    check_text,
    encode_texts,
    note_lines,
    rouge_measures,
)
from sumscope.rouge_scoring.table import CHUNK, RougeTable, score_columns

One = str | Text


def score_text(
    prediction: One, references: object, measures: str | Sequence[Any], lang: str | None
) -> RougeScores:
    """Score one text against its references."""
    read = rouge_measures(measures)
    texts = _references(references)
    check_text(prediction, "the prediction")
    if read.by_sentence:
        note_lines([prediction, *texts], lang)
    scores = {}
    for places, members, reader in read.groups:
        mine, *others = encode_texts(reader, [prediction, *texts], lang)
        for place, score in zip(places, scores_of_one(members, mine, others), strict=True):
            scores[read.names[place]] = RougeScore(*score)
    return RougeScores({name: scores[name] for name in read.names})


def score_lists(
    predictions: object, references: object, measures: str | Sequence[Any], lang: str | None
) -> RougeTable:
    """Score the texts of a list, Series or column, each against its reference or references."""
    rouge_measures(measures)  # a wrong measure is refused before the texts are
    peers, listed = _listed(predictions), _listed(references)
    if peers is None:
        raise SumscopeError(
            f"rouge(predictions=...) got a {type(predictions).__name__}",
            hint="give a string, or a list of strings with a list of references",
        )
    _check_many(peers, references, listed)
    return score_batch(peers, listed or [], measures, lang)


def score_batch(
    peers: Sequence[TextLike],
    references: Sequence[TextLike | Sequence[TextLike]],
    measures: str | Sequence[Any],
    lang: str | None,
) -> RougeTable:
    """Score many texts, some thousands at a time."""
    read = rouge_measures(measures)
    if isinstance(peers, str) or isinstance(references, str):
        raise SumscopeError("peers and references are lists", hint="use sumscope.rouge for one")
    if len(peers) != len(references):
        raise SumscopeError(f"{len(peers)} peers and {len(references)} lists of references")
    if read.by_sentence:
        note_lines(peers, lang)
    shape = (len(peers), len(read.names))
    tables = tuple(np.zeros(shape) for _ in range(3))
    for start in range(0, len(peers), CHUNK):
        part = slice(start, start + CHUNK)
        for place, columns in score_columns(peers[part], references[part], read, lang):
            for table, column in zip(tables, columns, strict=True):
                table[part, place] = column
    return RougeTable(read.names, *tables)


def _listed(value: object) -> list[Any] | None:
    """A list, tuple, Series, array or column as a list; None for anything else."""
    if isinstance(value, list | tuple):
        return list(value)
    for way in ("to_list", "tolist"):
        if hasattr(value, way):
            made = getattr(value, way)()
            return made if isinstance(made, list) else None
    if hasattr(value, "__len__") and hasattr(value, "__getitem__") and not isinstance(value, str):
        return None if isinstance(value, dict | Text | bytes) else list(value)  # type: ignore[call-overload]
    return None


def _references(references: object) -> list[One]:
    if isinstance(references, str | Text):
        return [references]
    listed = _listed(references)
    if listed is None or not all(isinstance(text, str | Text) for text in listed):
        inside = next((t for t in listed or () if not isinstance(t, str | Text)), references)
        raise SumscopeError(
            "rouge(references=...): predictions is one text, so references is a text or a list of "
            f"texts; found a {type(inside).__name__}",
            hint='sentences split by hand are a sumscope.Text(["First.", "Second."])',
        )
    return as_references(listed)  # type: ignore[return-value]


def _check_many(peers: list[Any], references: object, given: list[Any] | None) -> None:
    size = f"a list of {len(peers)} texts" if len(peers) != 1 else "a list of 1 text"
    by_hand = "if predictions are the sentences of one text, write sumscope.Text(predictions)"
    if given is None:
        kind = "one text" if isinstance(references, str | Text) else type(references).__name__
        raise SumscopeError(
            f"rouge: predictions is {size}, references is {kind}",
            hint=f"give a list of {len(peers)} references; {by_hand}",
        )
    if len(given) != len(peers):
        raise SumscopeError(
            f"rouge: predictions is {size}, references a list of {len(given)}",
            hint="give as many references as predictions, each a text or a list of texts; "
            + by_hand,
        )
    if not peers:
        raise SumscopeError("rouge: predictions is an empty list: there is nothing to score")
    for i, text in enumerate(peers):
        if not isinstance(text, str | Text):
            raise SumscopeError(
                f"rouge: predictions[{i}] is {_kind(text)}, not a text",
                hint='sentences split by hand are a sumscope.Text(["First.", "Second."])',
            )
    for i, one in enumerate(given):
        inside = _listed(one)
        several = inside is not None and not isinstance(one, str)
        for text in inside or () if several else (one,):
            if not isinstance(text, str | Text):
                raise SumscopeError(
                    f"rouge: references[{i}] holds {_kind(text)}, not a text",
                    hint="give a text or a list of texts for each prediction",
                )


def _kind(value: object) -> str:
    if value is None or value != value:  # NaN is not itself
        return "missing (None or NaN)"
    return f"a {type(value).__name__}"
