"""Extractive summarizers: one small file each, and each says why it chose a sentence.

A summarizer ranks the sentences of a source (`rank`); `select` takes them in that order within the
limit and puts them back in source order. `SUMMARIZERS` finds them in this package.
"""

from __future__ import annotations

from sumscope.summarizers.registry import SUMMARIZERS, Job, Summarizer, summarizer
from sumscope.summarizers.select import Candidate, Ranking

__all__ = ["SUMMARIZERS", "Candidate", "Job", "Ranking", "Summarizer", "summarizer"]
