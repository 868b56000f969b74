"""Extractive oracles of every topic of a corpus: scores, counts, the oracles, labels, gaps."""

from __future__ import annotations

import concurrent.futures
import os
from typing import TYPE_CHECKING

from sumscope.core.progress import Progress
from sumscope.corpus.stream import CorpusLike, with_options
from sumscope.oracles.objective import Measured
from sumscope.oracles.options import Length, Method, OracleOptions, Refs, Tokens
from sumscope.run.oracle_run import (
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
    peers: bool = OracleOptions.peers,
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
    """The best extractive ROUGE of every topic within the limits, and its oracles.

    `n` is the ROUGE: 2, `"L"`, or the mean of several, `"1+2"`; `objective` recall or `f`. At most
    `limit` words and `sentences` sentences (100 words where neither is given); `limit` may be `3s`:
    the words of three mean sentences. `listed` is how many oracles to name. `labels` adds a 0/1 and
    a soft label per sentence, with `listed` above 1 a row of labels per oracle, with `samples` rows
    of oracles drawn at random by `seed` and their weights; `peers` the gap of every peer to the
    oracle. `budget` is search nodes (a whole number) or seconds (`10s`) per problem. `stop` leaves
    stop words out of the matches (default: for n = 1 only). `length` is what the limit counts,
    `cut` cuts references at the limit. `columns` and `peer` are for tables, as in `sumscope.score`.

    >>> import sumscope
    >>> topic = {"id": "t", "documents": [{"id": "d", "sentences": ["a cat sat", "dogs bark"]}],
    ...          "references": [{"id": "r", "text": "a cat sat down"}]}
    >>> row = sumscope.oracle([topic], n=1, limit=3).to_json()[0]
    >>> row["count"], row["oracles"]
    ('1', [['d.0']])
    """
    options = OracleOptions(
        n, limit, refs, method, listed, labels, peers, budget, stem, stop, tokens, length, cut,
        objective, sentences, samples, seed,
    )  # fmt: skip
    given = with_options(corpus, columns, peer)
    return find_oracles(given, options, executor, workers, progress, engine)


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
    peers: bool = OracleOptions.peers,
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
    """The same into a file, one JSON row a line (labels: the form that trainers read).

    Constant memory; if interrupted, the same call resumes. Times are left out, so that the
    same corpus gives the same bytes. The name ends in `.jsonl`, or with labels in `.parquet`.

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> done = sumscope.oracle_file(DEMO, "oracles.jsonl", n=2, limit=50)
    >>> done.incomplete
    0
    """
    options = OracleOptions(
        n, limit, refs, method, listed, labels, peers, budget, stem, stop, tokens, length, cut,
        objective, sentences, samples, seed,
    )  # fmt: skip
    given = with_options(corpus, columns, peer)
    return write_oracles(given, out, options, executor, workers, progress, engine)
