"""Add extractive summaries to a corpus, with a reason for each chosen sentence."""

from __future__ import annotations

import concurrent.futures
import os
from typing import TYPE_CHECKING

from sumscope.core.files import output
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.stream import CorpusLike
    from sumscope.summarizers.registry import Summarizer
    from sumscope.summarizers.run import Summaries
    from sumscope.summarizers.supor_model import SuporModel


def summarize(
    corpus: CorpusLike,
    by: str | Summarizer = "gistsumm",
    *,
    rate: float | None = None,
    words: int | None = None,
    out: str | os.PathLike[str] | None = None,
    model: str | os.PathLike[str] | SuporModel | None = None,
    seed: int | None = None,
    name: str | None = None,
    explain: bool = False,
    executor: concurrent.futures.Executor | None = None,
    workers: int | None = None,
    engine: str = "local",
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> Summaries:
    """Summarize every topic by `gistsumm`, `supor`, `gei`, `lead`, `random`, `lexrank`, `textrank`.

    `by` is one of these, with parameters in parentheses as in `lexrank(threshold=0.2)`, or one that
    a package adds. An extract has at most `rate` of the words of the source (default: 0.3) or
    `words` words; sentences stay in source order. The new peer is named after the method, or
    `name`. With `out`, the corpus is written there; `explain` keeps the reasons in the peer under
    `why`. `model` is for supor, `seed` for random. `columns` and `peer` are for tables, as in
    `sumscope.score`. The work is done in this process unless `executor`, `workers` or an `engine`
    (`dask://HOST:PORT`) is given; the result is the same.

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> made = sumscope.summarize(DEMO, "lexrank", words=30)
    >>> made.rows[0].peer, made.rows[0].extract.words <= 30
    ('lexrank', True)
    """
    from sumscope.corpus.stream import with_options
    from sumscope.jobs.engine import Engine
    from sumscope.summarizers.run import Summaries, make_plan, summaries

    corpus = with_options(corpus, columns, peer)
    plan = make_plan(by, rate=rate, words=words, model=model, seed=seed, name=name, explain=explain)
    used = Engine(executor, workers, engine)
    with output(out, [corpus, model]):
        return Summaries(tuple(summaries(corpus, plan, progress, used, out)), str(plan.method))
