"""Hugging Face evaluate's ROUGE: `evaluate.load("rouge").compute(predictions=, references=)`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from sumscope.compat.rouge_score import rouge_scorer, scoring

References = Sequence[str] | Sequence[Sequence[str]]


def load(path: str, config_name: str | None = None, **init_kwargs: Any) -> Rouge:
    """Load a metric; here only `rouge`.

    >>> load("rouge").compute(predictions=["hello there"], references=["hello there"])["rouge1"]
    np.float64(1.0)
    """
    if path.rsplit("/", 1)[-1].removesuffix(".py") != "rouge":
        raise FileNotFoundError(f"sumscope stands in for evaluate's rouge only, not for {path!r}")
    return Rouge(config_name=config_name, seed=init_kwargs.get("seed"))


class Rouge:
    """The metric `rouge` of evaluate.

    The mean of the package is the middle of 1,000 bootstrap means, drawn with numpy's global
    generator from the metric's `seed`; that is kept, so that seeded runs give the same numbers.
    """

    name = "rouge"
    module_type = "metric"

    def __init__(self, config_name: str | None = None, seed: int | None = None) -> None:
        self.config_name = config_name or "default"
        if seed is None:
            state: Any = np.random.get_state()
            seed = state[1][state[2]] if state[2] < 624 else state[1][0]
        self.seed = seed
        self._predictions: list[str] = []
        self._references: list[Any] = []

    def add(self, *, prediction: str, reference: str | Sequence[str]) -> None:
        """Add one prediction with its reference or references."""
        self.add_batch(predictions=[prediction], references=[reference])

    def add_batch(self, *, predictions: Sequence[str], references: References) -> None:
        """Add predictions with their references."""
        if len(predictions) != len(references):
            raise ValueError(
                f"Mismatch in the number of predictions ({len(predictions)}) and references "
                f"({len(references)})"
            )
        self._predictions += predictions
        self._references += references

    def compute(
        self,
        *,
        predictions: Sequence[str] | None = None,
        references: References | None = None,
        rouge_types: Sequence[str] | None = None,
        use_aggregator: bool = True,
        use_stemmer: bool = False,
        tokenizer: Callable[[str], Sequence[Any]] | None = None,
    ) -> dict[str, object]:
        """F-measures by type: their mean, or a list without `use_aggregator`."""
        if (predictions is None) != (references is None):
            missing = "predictions" if predictions is None else "references"
            raise ValueError(
                f"Evaluation module inputs are missing: ['{missing}']. All required inputs are "
                "['predictions', 'references']"
            )
        if predictions is not None and references is not None:
            self.add_batch(predictions=predictions, references=references)
        given, self._predictions = self._predictions, []
        against, self._references = self._references, []
        if not given:
            raise ValueError("there are no predictions to score")
        wrapped = None if tokenizer is None else _Tokenizer(tokenizer)
        types = ["rouge1", "rouge2", "rougeL", "rougeLsum"] if rouge_types is None else rouge_types
        scorer = rouge_scorer.RougeScorer(types, use_stemmer=use_stemmer, tokenizer=wrapped)
        several = not isinstance(against[0], str)
        score = scorer.score_multi if several else scorer.score
        scores = [score(ref, pred) for ref, pred in zip(against, given, strict=True)]
        if not use_aggregator:
            return {name: [row[name].fmeasure for row in scores] for name in types}
        aggregator = scoring.BootstrapAggregator()
        for row in scores:
            aggregator.add_scores(row)
        with _seeded(self.seed):
            return {name: bounds.mid.fmeasure for name, bounds in aggregator.aggregate().items()}


class _Tokenizer:
    def __init__(self, function: Callable[[str], Sequence[Any]]) -> None:
        self.tokenize = function


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """Seed numpy's global generator, and put it back."""
    before = np.random.get_state()
    np.random.seed(seed)
    try:
        yield
    finally:
        np.random.set_state(before)
