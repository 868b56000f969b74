"""Extractive oracles of every topic of a corpus: scores, counts, the oracles, labels, gaps."""

from __future__ import annotations

import concurrent.futures
import os
from typing import TYPE_CHECKING

from sumscope.core.choices import (
    LengthUnit,
    OracleMethod,
    OracleObjective,
    OracleRefs,
    Tokens,
)
from sumscope.core.files import output
from sumscope.core.notice import say
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.stream import CorpusLike
    from sumscope.oracles.run import OracleSummary, OracleTable


def oracle(
    corpus: CorpusLike,
    n: int | str = 1,
    limit: int | str | None = None,
    *,
    refs: OracleRefs = "multi",
    method: OracleMethod = "bnb",
    listed: int = 1,
    labels: bool = False,
    gaps: bool = False,
    budget: str | int | float | None = None,
    stem: bool = True,
    stop: bool | None = None,
    tokens: Tokens = "rouge155",
    length: LengthUnit = "tokens",
    cut: bool = False,
    objective: OracleObjective = "recall",
    sentences: int | None = None,
    samples: int = 0,
    seed: int = 0,
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
    - `method`: bnb finds all oracles, ilp and greedy one, bnb-paper is the published algorithm,
      presumm, extoracle-greedy and extoracle-combination are those of these packages; `budget`
      limits the nodes (a whole number) or seconds (`10s`) of bnb per problem.
    - `listed`: number of oracles to list. `labels` adds a hard (0/1) and a soft label per sentence;
      with `listed` above 1 one row of labels per oracle, with `samples` rows of oracles drawn at
      random (`seed`) and their weights. `gaps` adds the gap of every peer to the oracle.
    - `stem` words or not; `stop` ignores stop words (default: for n = 1 only); `tokens` is rouge155
      or unicode.
    - `columns`, `peer`, `workers` and `engine` are those of `sumscope.score`.

    >>> import sumscope
    >>> topic = {"id": "t", "documents": [{"id": "d", "sentences": ["a cat sat", "dogs bark"]}],
    ...          "references": [{"id": "r", "text": "a cat sat down"}]}
    >>> row = sumscope.oracle([topic], n=1, limit=3).to_json()[0]
    >>> row["count"], row["oracles"]
    ('1', [['d.0']])
    """
    from sumscope.corpus.stream import Source
    from sumscope.jobs.engine import Engine
    from sumscope.oracles.lengths import fit_limit
    from sumscope.oracles.options import OracleOptions
    from sumscope.oracles.run import find_oracles

    options = OracleOptions(
        n=n, limit=limit, refs=refs, method=method, listed=listed, labels=labels, gaps=gaps,
        budget=budget, stem=stem, stop=stop, tokens=tokens, length=length, cut=cut,
        objective=objective, sentences=sentences, samples=samples, seed=seed,
    )  # fmt: skip
    source = Source.of(corpus, columns, peer, needs=("documents", "references"))
    note = None
    if limit is None and sentences is None:
        options, note = fit_limit(source, options)
    table = find_oracles(source, options, Engine(executor, workers, engine), progress)
    if note is not None:
        say(note)
    return table


def oracle_file(
    corpus: CorpusLike,
    out: str | os.PathLike[str],
    n: int | str = 1,
    limit: int | str | None = None,
    *,
    refs: OracleRefs = "multi",
    method: OracleMethod = "bnb",
    listed: int = 1,
    labels: bool = False,
    gaps: bool = False,
    budget: str | int | float | None = None,
    stem: bool = True,
    stop: bool | None = None,
    tokens: Tokens = "rouge155",
    length: LengthUnit = "tokens",
    cut: bool = False,
    objective: OracleObjective = "recall",
    sentences: int | None = None,
    samples: int = 0,
    seed: int = 0,
    executor: concurrent.futures.Executor | None = None,
    workers: int | None = None,
    engine: str = "local",
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> OracleSummary:
    """Like `oracle`, but write one JSON row per line to the file `out` (labels: for trainers).

    Memory is constant; if interrupted, the same call resumes. Times are left out, so that the same
    corpus gives the same bytes. The file name ends in `.jsonl`, or with labels in `.parquet`.

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> done = sumscope.oracle_file(DEMO, "oracles.jsonl", n=2, limit=50)
    >>> done.incomplete
    0
    """
    from sumscope.corpus.stream import Source, with_options
    from sumscope.jobs.engine import Engine
    from sumscope.oracles.lengths import fit_limit
    from sumscope.oracles.options import OracleOptions
    from sumscope.oracles.run import write_oracles

    options = OracleOptions(
        n=n, limit=limit, refs=refs, method=method, listed=listed, labels=labels, gaps=gaps,
        budget=budget, stem=stem, stop=stop, tokens=tokens, length=length, cut=cut,
        objective=objective, sentences=sentences, samples=samples, seed=seed,
    )  # fmt: skip
    given = with_options(corpus, columns, peer)
    note = None
    with output(out, [given]):
        source = Source.of(given, needs=("documents", "references"))
        if limit is None and sentences is None:
            options, note = fit_limit(source, options)
        used = Engine(executor, workers, engine)
        summary = write_oracles(source, out, options, used, progress)
    if note is not None:
        say(note)
    return summary
