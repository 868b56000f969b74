"""Explain ROUGE scores step by step, and where two variants differ."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.files import utf8
from sumscope.core.measure import MeasureLike, as_measure

if TYPE_CHECKING:
    from sumscope.rouge_scoring.explanation import Explanation


def explain(
    prediction: str,
    reference: str,
    measures: MeasureLike | Sequence[MeasureLike],
    *,
    lang: str | None = "en",
) -> Explanation:
    """Show the sentences, words, stems and matches behind ROUGE numbers of one pair of texts.

    The numbers are those that `sumscope.score` gives for the two texts. With several `measures`,
    the steps in which the others differ from the first are listed. `lang` is the language of both
    texts; with None the words are used as they are, as those of a topic without a language.

    >>> import sumscope
    >>> found = sumscope.explain(
    ...     "Skies cleared.", "The sky cleared.", ["rouge-1", "rouge-1(stem=true,like=rouge-score)"]
    ... )
    >>> found.differences[0][0].step
    'stems of the prediction'
    """
    from sumscope.rouge_scoring.explanation import check_measures, explain_rouge

    for name, text in (("prediction", prediction), ("reference", reference)):
        if not isinstance(text, str):
            raise SumscopeError(f"{name} is not a str but {type(text).__name__}")
    given = (
        measures if isinstance(measures, Sequence) and not isinstance(measures, str) else [measures]
    )
    read = check_measures([as_measure(one) for one in given])
    return explain_rouge(prediction, reference, read, lang)


def text_or_file(given: str) -> str:
    """The text of a file of this name, or the text itself."""
    if "\n" in given or len(given) > 1000:
        return given
    if os.path.isfile(given):
        return utf8(Path(given).read_bytes(), given)
    if re.fullmatch(r"\S+\.(txt|md|spl|html?|json|csv)|\S*/\S+", given):
        raise SumscopeError("no such file", where=given, hint="give a file or the text itself")
    return given
