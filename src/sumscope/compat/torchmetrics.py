"""torchmetrics' `ROUGEScore` and `rouge_score`; tensors where torch is installed, else numpy.

Sentences for `rougeLsum` are those of NLTK's punkt, as in torchmetrics (see `compat._sentences`).
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from sumscope.compat.rouge_score import rouge_scorer
from sumscope.rouge_scoring.words import nltk_encoder

ALLOWED_ROUGE_KEYS: dict[str, int | str] = {
    **{f"rouge{n}": n for n in range(1, 10)},
    "rougeL": "L",
    "rougeLsum": "Lsum",
}
ALLOWED_ACCUMULATE_VALUES = ("avg", "best")
KEYS = ("rouge1", "rouge2", "rougeL", "rougeLsum")
_PARTS = ("fmeasure", "precision", "recall")
Targets = str | Sequence[str] | Sequence[Sequence[str]]


class ROUGEScore:
    """ROUGE over batches: `update(preds, target)`, then `compute()`.

    >>> score = ROUGEScore(rouge_keys="rouge1")("My name is John", "Is your name John")
    >>> float(score["rouge1_fmeasure"])
    0.75
    """

    is_differentiable = False
    higher_is_better = True
    full_state_update = True

    def __init__(
        self,
        use_stemmer: bool = False,
        normalizer: Callable[[str], str] | None = None,
        tokenizer: Callable[[str], Sequence[str]] | None = None,
        accumulate: Literal["avg", "best"] = "best",
        rouge_keys: str | tuple[str, ...] = KEYS,
        **kwargs: Any,
    ) -> None:
        self.rouge_keys = _checked(rouge_keys)
        if accumulate not in ALLOWED_ACCUMULATE_VALUES:
            raise ValueError(
                f"Got unknown accumulate value {accumulate}. Expected to be one of "
                f"{ALLOWED_ACCUMULATE_VALUES}"
            )
        self.accumulate = accumulate
        self.normalizer = normalizer
        self.tokenizer = tokenizer
        self._scorer = _Scorer(self.rouge_keys, use_stemmer, normalizer, tokenizer)
        self.reset()

    def reset(self) -> None:
        """Forget everything seen so far."""
        self._values: dict[str, list[np.float32]] = {
            f"{key}_{part}": [] for key in self.rouge_keys for part in _PARTS
        }

    def update(self, preds: str | Sequence[str], target: Targets) -> None:
        """Add predictions and their targets."""
        for name, values in self._batch(preds, target).items():
            self._values[name] += values

    def compute(self) -> dict[str, object]:
        """The means over all that was added."""
        return _means(self._values)

    def forward(self, preds: str | Sequence[str], target: Targets) -> dict[str, object]:
        """Add predictions and their targets, and give the means of this batch."""
        batch = self._batch(preds, target)
        for name, values in batch.items():
            self._values[name] += values
        return _means(batch)

    __call__ = forward

    def _batch(self, preds: str | Sequence[str], target: Targets) -> dict[str, list[np.float32]]:
        return _update(self._scorer, self.rouge_keys, self.accumulate, preds, target)


def rouge_score(
    preds: str | Sequence[str],
    target: Targets,
    accumulate: Literal["avg", "best"] = "best",
    use_stemmer: bool = False,
    normalizer: Callable[[str], str] | None = None,
    tokenizer: Callable[[str], Sequence[str]] | None = None,
    rouge_keys: str | tuple[str, ...] = KEYS,
) -> dict[str, object]:
    """ROUGE of predictions against targets, as `torchmetrics.functional.text.rouge_score`."""
    metric = ROUGEScore(use_stemmer, normalizer, tokenizer, accumulate, rouge_keys)
    metric.update(preds, target)
    return metric.compute()


class _Scorer:
    """Scores one prediction against one target, by key."""

    def __init__(
        self,
        keys: tuple[str, ...],
        use_stemmer: bool,
        normalizer: Callable[[str], str] | None,
        tokenizer: Callable[[str], Sequence[str]] | None,
    ) -> None:
        own = normalizer is not None or tokenizer is not None
        tokens = _Tokens(use_stemmer, normalizer, tokenizer) if own else None
        self._scorer = rouge_scorer.RougeScorer(
            keys, use_stemmer=use_stemmer, split_summaries=True, tokenizer=tokens
        )

    def score(self, target: str, prediction: str) -> dict[str, dict[str, float]]:
        return {
            name: {part: getattr(score, part) for part in _PARTS}
            for name, score in self._scorer.score(target, prediction).items()
        }


class _Tokens:
    """Tokens by a user's normalizer and tokenizer, stemmed where asked for."""

    def __init__(
        self,
        use_stemmer: bool,
        normalizer: Callable[[str], str] | None,
        tokenizer: Callable[[str], Sequence[str]] | None,
    ) -> None:
        self._normalizer, self._tokenizer = normalizer, tokenizer
        self._stem = nltk_encoder(True).stem if use_stemmer else None

    def tokenize(self, text: str) -> list[str]:
        text = self._normalizer(text) if self._normalizer else _plain(text)
        found = self._tokenizer(text) if self._tokenizer else re.split(r"\s+", text)
        stem = self._stem
        if stem is not None:
            found = [stem(word.lower()) if len(word) > 3 else word for word in found]
        return [word for word in found if isinstance(word, str) and word]


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", text.lower())


def _checked(keys: str | tuple[str, ...]) -> tuple[str, ...]:
    keys = keys if isinstance(keys, tuple) else (keys,)
    for key in keys:
        if key not in ALLOWED_ROUGE_KEYS:
            raise ValueError(
                f"Got unknown rouge key {key}. Expected to be one of {list(ALLOWED_ROUGE_KEYS)}"
            )
    return keys


def _update(
    scorer: _Scorer,
    keys: tuple[str, ...],
    accumulate: str,
    preds: str | Sequence[str],
    target: Targets,
) -> dict[str, list[np.float32]]:
    if isinstance(target, list) and all(isinstance(one, str) for one in target):
        target = [target] if isinstance(preds, str) else [[one] for one in target]
    if isinstance(preds, str):
        preds = [preds]
    if isinstance(target, str):
        target = [[target]]
    made: dict[str, list[np.float32]] = {f"{key}_{part}": [] for key in keys for part in _PARTS}
    for prediction, targets in zip(preds, target, strict=False):
        scores = [scorer.score(one, prediction) for one in targets]
        for key in keys:
            rows = [{part: np.float32(s[key][part]) for part in _PARTS} for s in scores]
            if accumulate == "best":
                rows = [max(rows, key=lambda row: row["fmeasure"])]
            for part in _PARTS:
                value = np.array([row[part] for row in rows], dtype=np.float32).mean()
                made[f"{key}_{part}"].append(np.float32(value))
    return made


def _means(values: Mapping[str, list[np.float32]]) -> dict[str, object]:
    if importlib.util.find_spec("torch") is not None:
        import torch  # type: ignore[import-not-found,unused-ignore]

        return {
            name: torch.tensor([float(v) for v in found]).mean() for name, found in values.items()
        }
    return {
        name: np.array(found, dtype=np.float32).mean() if found else np.float32("nan")
        for name, found in values.items()
    }


__all__ = ["ROUGEScore", "rouge_score"]
