"""ROUGE of plain strings, for programs that have texts and no corpus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from sumscope.app.rouge_batch import rouge_batch
from sumscope.core.errors import SumscopeError
from sumscope.core.values import Text
from sumscope.rouge_scoring.batch import scores_of_one
from sumscope.rouge_scoring.strings import (
    DEFAULT,
    RougeScore,
    RougeScores,
    as_references,
    check_text,
    encode_texts,
    note_lines,
    rouge_measures,
)
from sumscope.rouge_scoring.table import RougeTable

One = str | Text


@overload
def rouge(  # type: ignore[overload-overlap]
    predictions: One,
    references: One | Sequence[One],
    measures: str | Sequence[Any] = DEFAULT,
    *,
    lang: str | None = None,
) -> RougeScores: ...
@overload
def rouge(
    predictions: Sequence[One],
    references: Sequence[One | Sequence[One]],
    measures: str | Sequence[Any] = DEFAULT,
    *,
    lang: str | None = None,
) -> RougeTable: ...
def rouge(
    predictions: One | Sequence[One],
    references: One | Sequence[One | Sequence[One]],
    measures: str | Sequence[Any] = DEFAULT,
    *,
    lang: str | None = None,
) -> RougeScores | RougeTable:
    """Recall, precision and F of one text, or of many.

    Pass a string with its reference or a list of references to score one text. Pass two lists of
    equal length to score many: the result is a table with one row for each text and with `means()`,
    `intervals()` and `compare(other)`; each item of `references` is a text or a list of texts.
    Use `sumscope.Text(["First.", "Second."])` for sentences split by hand. A string with line
    breaks has one sentence per line; in other strings sentences are found. Sentences matter to
    ROUGE-L and ROUGE-W only.

    >>> import sumscope
    >>> sumscope.rouge("The cat sat.", "A cat sat down.")["rouge-1"].f
    0.57143
    >>> table = sumscope.rouge(["The cat sat.", "Dogs run."], ["A cat sat.", "Dogs ran."])
    >>> len(table)
    2
    """
    read = rouge_measures(measures)
    if isinstance(predictions, str | Text):
        texts = _one(references)
        check_text(predictions, "the prediction")
        if read.by_sentence:
            note_lines([predictions, *texts], lang)
        found = {}
        for places, members, reader in read.groups:
            mine, *others = encode_texts(reader, [predictions, *texts], lang)
            for place, score in zip(places, scores_of_one(members, mine, others), strict=True):
                found[read.names[place]] = RougeScore(*score)
        return RougeScores({name: found[name] for name in read.names})
    peers, given = _listed(predictions), _listed(references)
    if peers is None:
        raise SumscopeError(
            f"rouge(predictions=...) got a {type(predictions).__name__}",
            hint="give a string, or a list of strings with a list of references",
        )
    _check_many(peers, references, given)
    return rouge_batch(peers, given or [], measures, lang=lang)


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


def _one(references: object) -> list[One]:
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
