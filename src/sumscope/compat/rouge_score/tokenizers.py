"""`tokenizers` of rouge-score: the default one, and the base class of your own."""

from __future__ import annotations

import abc
from typing import Any

from sumscope.compat.rouge_score.tokenize import as_str
from sumscope.rouge_scoring.words import nltk_encoder


class Tokenizer(abc.ABC):
    """Base class of tokenizers."""

    @abc.abstractmethod
    def tokenize(self, text: str) -> list[str]:
        """Turn a text into tokens."""
        raise NotImplementedError("Tokenizer must override tokenize() method")


class DefaultTokenizer(Tokenizer):
    """Lower-case letters a to z and digits, with NLTK's Porter stems where asked for."""

    def __init__(self, use_stemmer: bool = False) -> None:
        self._encoder: Any = nltk_encoder(bool(use_stemmer))

    def tokenize(self, text: str) -> list[str]:
        """Turn a text into tokens.

        >>> DefaultTokenizer(use_stemmer=True).tokenize("Flying skies")
        ['fli', 'sky']
        """
        (tokens,) = self._encoder.encode((as_str(text.lower()),)).tokens()
        found: list[str] = tokens
        return found
