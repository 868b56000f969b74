"""`rouge_scorer` of rouge-score, counted by sumscope's kernel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol

from sumscope.compat._sentences import split_sentences
from sumscope.compat.rouge_score import scoring
from sumscope.compat.rouge_score.tokenize import as_str
from sumscope.kernels import load
from sumscope.rouge_scoring.words import nltk_encoder

_EMPTY = scoring.Score(precision=0, recall=0, fmeasure=0)


class Tokenizes(Protocol):
    """A tokenizer: anything with `tokenize`."""

    def tokenize(self, text: str) -> Sequence[Any]:
        """Turn a text into tokens."""


class RougeScorer(scoring.BaseScorer):
    """Scores by rouge types `rouge1` to `rouge9`, `rougeL` and `rougeLsum`.

    >>> scorer = RougeScorer(["rouge1", "rougeL"], use_stemmer=True)
    >>> scorer.score("The quick brown fox jumps", "The quick brown dog jumped")["rougeL"].fmeasure
    0.8000000000000002
    """

    def __init__(
        self,
        rouge_types: Sequence[str],
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: Tokenizes | None = None,
    ) -> None:
        self.rouge_types = rouge_types
        self._tokenizer = tokenizer
        self._split_summaries = split_summaries
        self._kernel = load("rouge")
        self._encoder = nltk_encoder(bool(use_stemmer))

    def score_multi(self, targets: Sequence[str], prediction: str) -> dict[str, scoring.Score]:
        """The best score by F-measure over several targets, for each type."""
        scores = [self.score(target, prediction) for target in targets]
        if not scores:
            raise ValueError("attempt to get argmax of an empty sequence")
        best = {}
        for name in self.rouge_types:
            best[name] = max((score[name] for score in scores), key=lambda score: score.fmeasure)
        return best

    def score(self, target: str, prediction: str) -> dict[str, scoring.Score]:
        """Score a prediction against a target, by type."""
        whole: list[tuple[str, tuple[Any, ...]]] = []
        lines: list[tuple[str, tuple[Any, ...]]] = []
        for name in self.rouge_types:
            (lines if name == "rougeLsum" else whole).append((name, _count(name)))
        found = self._scores(whole, self._whole(target), self._whole(prediction)) if whole else {}
        if lines:
            found |= self._scores(lines, self._lines(target), self._lines(prediction))
        return {name: found[name] for name in self.rouge_types}

    def _scores(
        self, types: list[tuple[str, tuple[Any, ...]]], target: Any, prediction: Any
    ) -> dict[str, scoring.Score]:
        counts = self._kernel.counts([target], [prediction], [count for _, count in types])
        found = {}
        for (name, kind), (hits, mine, theirs) in zip(types, counts[0].tolist(), strict=True):
            if kind[0] == "lcs" and not (mine and theirs):
                found[name] = _EMPTY
                continue
            precision, recall = hits / max(theirs, 1), hits / max(mine, 1)
            f = scoring.fmeasure(precision, recall)
            found[name] = scoring.Score(precision, recall, f)
        return found

    def _whole(self, text: str) -> Any:
        if self._tokenizer is None:
            return self._encoder.encode((as_str(text.lower()),))
        return self._encoder.encode_tokens([_words(self._tokenizer.tokenize(text))])

    def _lines(self, text: str) -> Any:
        if self._tokenizer is None and not self._split_summaries:
            return self._encoder.encode(as_str(text).lower())  # one sentence a line
        pieces = split_sentences(text) if self._split_summaries else as_str(text).split("\n")
        pieces = [piece for piece in pieces if piece]
        if self._tokenizer is None:
            return self._encoder.encode([piece.lower() for piece in pieces])
        return self._encoder.encode_tokens(
            [_words(self._tokenizer.tokenize(piece)) for piece in pieces]
        )


def _count(name: str) -> tuple[Any, ...]:
    """What the kernel counts for a rouge type."""
    if name in ("rougeL", "rougeLsum"):
        return ("lcs",)
    if not re.match(r"rouge[0-9]$", as_str(name)):
        raise ValueError(f"Invalid rouge type: {name}")
    n = int(name[5:])
    if n <= 0:
        raise ValueError(f"rougen requires positive n: {name}")
    return "ngrams", n, True


def _words(tokens: Sequence[Any]) -> list[str]:
    """Tokens as the kernel's words; other values than str are distinguished by their repr."""
    return [token if isinstance(token, str) else f"\0{token!r}" for token in tokens]
