"""Extractive oracles of every topic of a corpus: scores, counts, the oracles, labels, gaps."""

from __future__ import annotations

import concurrent.futures
import os
from typing import Literal

from sumscope.core.progress import Progress
from sumscope.corpus.stream import CorpusLike
from sumscope.run.oracle_run import (
    OracleSummary,
    OracleTable,
    find_oracles,
    make_job,
    write_oracles,
)


def oracle(
    corpus: CorpusLike,
    n: int = 1,
    limit: int | str = 100,
    *,
    refs: Literal["multi", "single"] = "multi",
    method: str = "bnb",
    list: int = 1,
    labels: bool = False,
    peers: bool = False,
    budget: str | int | float | None = None,
    stem: bool = True,
    stop: bool | None = None,
    tokens: Literal["rouge155", "unicode"] = "rouge155",
    executor: concurrent.futures.Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> OracleTable:
    """The best extractive ROUGE-n of every topic within `limit` words, and its oracles.

    `list` is how many oracles to name. `labels` adds a 0/1 and a soft label per sentence, `peers`
    the gap of every peer to the oracle. `limit` may be `3s`: the words of three mean sentences.
    `budget` is search nodes (a whole number) or seconds (`10s`) per problem. `stop` leaves stop
    words out of the matches (default: for n = 1 only).
    """
    job = make_job(n, limit, refs, method, list, labels, peers, budget, stem, stop, tokens)
    return find_oracles(corpus, job, executor, workers, progress)


def oracle_file(
    corpus: CorpusLike,
    out: str | os.PathLike[str],
    n: int = 1,
    limit: int | str = 100,
    *,
    refs: Literal["multi", "single"] = "multi",
    method: str = "bnb",
    list: int = 1,
    labels: bool = False,
    peers: bool = False,
    budget: str | int | float | None = None,
    stem: bool = True,
    stop: bool | None = None,
    tokens: Literal["rouge155", "unicode"] = "rouge155",
    executor: concurrent.futures.Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> OracleSummary:
    """The same into a file, one JSON row a line (labels: the form that trainers read).

    Constant memory; ended at any point, the same call goes on. Times are left out, so that the
    same corpus gives the same bytes. The name ends in `.jsonl`.
    """
    job = make_job(n, limit, refs, method, list, labels, peers, budget, stem, stop, tokens)
    return write_oracles(corpus, out, job, executor, workers, progress)
