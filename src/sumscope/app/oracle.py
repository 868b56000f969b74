"""Extractive oracles of every topic of a corpus: scores, counts, the oracles, labels, gaps."""

from __future__ import annotations

import concurrent.futures
import json
import os
from dataclasses import asdict
from typing import Literal

from sumscope.core.files import atomic_write, ending
from sumscope.core.progress import Progress
from sumscope.corpus.stream import CorpusLike
from sumscope.run.oracle_run import (
    OracleSummary,
    OracleTable,
    is_wordless,
    label_row,
    make_job,
    start,
    tell_notes,
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
    run = start(corpus, job, executor, workers, progress)
    found = tuple(row for chunk in run.results() for _, rows in chunk for row in rows)
    tell_notes(run.source, job, any(map(is_wordless, found)))
    return OracleTable(found)


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
    ending(out, (".jsonl",), "a file of JSON lines")
    job = make_job(n, limit, refs, method, list, labels, peers, budget, stem, stop, tokens)
    run = start(corpus, job, executor, workers, progress)
    problems = incomplete = wordless = 0
    with run.journalled(out, {"oracle": asdict(job)}) as journal, atomic_write(out) as file:
        for chunk in journal.chunks():
            for _, rows in chunk:
                for row in rows:
                    row.pop("seconds")
                    problems += 1
                    incomplete += not row["complete"]
                    wordless += is_wordless(row)
                    line = label_row(row) if labels else row
                    file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
    tell_notes(run.source, job, wordless > 0)
    return OracleSummary(
        str(out), run.topics, problems, incomplete, run.resumed, journal.begun_anew
    )
