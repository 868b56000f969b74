"""Extractive oracles of every topic of a corpus: scores, counts, the oracles, labels, gaps."""

from __future__ import annotations

import concurrent.futures
import os
from typing import TYPE_CHECKING

from sumscope.core.files import output
from sumscope.core.notice import say
from sumscope.core.progress import Progress
from sumscope.corpus.stream import CorpusLike, Source, with_options
from sumscope.oracles.objective import Measured
from sumscope.oracles.options import Length, Method, OracleOptions, Refs, Tokens
from sumscope.oracles.run import (
    OracleSummary,
    OracleTable,
    find_oracles,
    write_oracles,
)

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers


def oracle(
    corpus: CorpusLike,
    n: int | str = OracleOptions.n,
    limit: int | str | None = OracleOptions.limit,
    *,
    refs: Refs = OracleOptions.refs,
    method: Method = OracleOptions.method,
    listed: int = OracleOptions.listed,
    labels: bool = OracleOptions.labels,
    gaps: bool = OracleOptions.gaps,
    budget: str | int | float | None = OracleOptions.budget,
    stem: bool = OracleOptions.stem,
    stop: bool | None = OracleOptions.stop,
    tokens: Tokens = OracleOptions.tokens,
    length: Length = OracleOptions.length,
    cut: bool = OracleOptions.cut,
    objective: Measured = OracleOptions.objective,
    sentences: int | None = OracleOptions.sentences,
    samples: int = OracleOptions.samples,
    seed: int = OracleOptions.seed,
    executor: concurrent.futures.Executor | None = None,
    workers: int | None = None,
    engine: str = "local",
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> OracleTable:
    """Find the best extractive ROUGE of every topic within the limits, and its oracles.

    - `n`: the ROUGE: 2, `"L"`, or the mean of several, `"1+2"`; `objective`: recall or f.
    - `limit`: words, or `3s` for three sentences of average length; `length` is what it counts
      (tokens, words or bytes), and `cut` also cuts the references there. `sentences` limits the
      number of sentences. Default, if neither is given: the median length of the systems'
      summaries, or 100 words where there are none.
    - `refs`: all references together (multi) or each by itself (single).
    - `method`: bnb finds all oracles, ilp and greedy one, bnb-paper is the published algorithm;
      `budget` limits its nodes (a whole number) or seconds (`10s`) per problem.
    - `listed`: number of oracles to list. `labels` adds a hard (0/1) and a soft label per sentence;
      with `listed` above 1 one row of labels per oracle, with `samples` rows of oracles drawn at
      random (`seed`) and their weights. `gaps` adds the gap of every peer to the oracle.
    - `stem` words or not; `stop` ignores stop words (default: for n = 1 only); `tokens` is rouge155
      or unicode.
    - `columns` and `peer` are for tables, as in `sumscope.score`.

    >>> import sumscope
    >>> topic = {"id": "t", "documents": [{"id": "d", "sentences": ["a cat sat", "dogs bark"]}],
    ...          "references": [{"id": "r", "text": "a cat sat down"}]}
    >>> row = sumscope.oracle([topic], n=1, limit=3).to_json()[0]
    >>> row["count"], row["oracles"]
    ('1', [['d.0']])
    """
    options = OracleOptions(
        n, limit, refs, method, listed, labels, gaps, budget, stem, stop, tokens, length, cut,
        objective, sentences, samples, seed,
    )  # fmt: skip
    free = limit is None and sentences is None
    given, fitted, note = _fitted(corpus, columns, peer, options, free)
    found = find_oracles(given, fitted, executor, workers, progress, engine)
    if note:
        say(note)
    return found


def oracle_file(
    corpus: CorpusLike,
    out: str | os.PathLike[str],
    n: int | str = OracleOptions.n,
    limit: int | str | None = OracleOptions.limit,
    *,
    refs: Refs = OracleOptions.refs,
    method: Method = OracleOptions.method,
    listed: int = OracleOptions.listed,
    labels: bool = OracleOptions.labels,
    gaps: bool = OracleOptions.gaps,
    budget: str | int | float | None = OracleOptions.budget,
    stem: bool = OracleOptions.stem,
    stop: bool | None = OracleOptions.stop,
    tokens: Tokens = OracleOptions.tokens,
    length: Length = OracleOptions.length,
    cut: bool = OracleOptions.cut,
    objective: Measured = OracleOptions.objective,
    sentences: int | None = OracleOptions.sentences,
    samples: int = OracleOptions.samples,
    seed: int = OracleOptions.seed,
    executor: concurrent.futures.Executor | None = None,
    workers: int | None = None,
    engine: str = "local",
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> OracleSummary:
    """Like `oracle`, but write to a file with one JSON row per line (labels: a form for trainers).

    Memory is constant; if interrupted, the same call resumes. Times are left out, so that the same
    corpus gives the same bytes. The file name ends in `.jsonl`, or with labels in `.parquet`.

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> done = sumscope.oracle_file(DEMO, "oracles.jsonl", n=2, limit=50)
    >>> done.incomplete
    0
    """
    options = OracleOptions(
        n, limit, refs, method, listed, labels, gaps, budget, stem, stop, tokens, length, cut,
        objective, sentences, samples, seed,
    )  # fmt: skip
    free = limit is None and sentences is None
    given = with_options(corpus, columns, peer)
    with output(out, [given]):
        source, fitted, note = _fitted(given, None, None, options, free)
        done = write_oracles(source, out, fitted, executor, workers, progress, engine)
    if note:
        say(note)
    return done


def _fitted(
    corpus: CorpusLike,
    columns: Columns | str | None,
    peer: Peers | None,
    options: OracleOptions,
    free: bool,
) -> tuple[Source, OracleOptions, str]:
    """The corpus, and options with a limit that fits its summaries if it is `free`, with a note."""
    from dataclasses import replace

    from sumscope.corpus.topic_stream import topics_of
    from sumscope.oracles.trainers import TRAINERS
    from sumscope.studies.survey import median_length

    source = Source.of(corpus, columns, peer, needs=("documents", "references"))
    if not free or options.method in TRAINERS:
        return source, options, ""
    limit = median_length(topics_of(source, None), options.length)
    if limit is None:
        return source, options, ""
    note = f"no limit given: {limit} {options.length}, the median length of the summaries"
    return source, replace(options, limit=limit), note
