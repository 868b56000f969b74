"""rouge-score 0.1.2 (`from sumscope.compat.rouge_score import rouge_scorer, scoring`)."""

from __future__ import annotations

from sumscope.compat.rouge_score import rouge_scorer, scoring, tokenize, tokenizers

__all__ = ["rouge_scorer", "scoring", "tokenize", "tokenizers"]
