"""Extractive summarizers: one small file each, and each says why it chose a sentence.

A summarizer ranks the sentences of a source (`rank`); `select` takes them in that order within the
limit and puts them back in source order. `registry` finds them by walking this package.
"""

from __future__ import annotations

from sumscope.summarizers.registry import Job, Summarizer, summarizer
from sumscope.summarizers.select import Candidate, Ranking

__all__ = ["Candidate", "Job", "Ranking", "Summarizer", "summarizer"]
