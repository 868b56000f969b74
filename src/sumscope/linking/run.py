"""Links and communities of every topic of a corpus, in this process or spread over workers."""

from __future__ import annotations

import concurrent.futures
import functools
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sumscope.core.files import output
from sumscope.core.progress import Progress
from sumscope.jobs.engine import Engine
from sumscope.jobs.job import Job, per_topic
from sumscope.linking.evaluation import Evaluation, Evaluator
from sumscope.linking.models import ModelLike
from sumscope.linking.prediction import Predictions, Predictor, check_predictions

if TYPE_CHECKING:
    from sumscope.core.choices import Universe
    from sumscope.core.values import Topic
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.stream import CorpusLike


def _each(
    corpus: CorpusLike, work: Predictor | Evaluator, engine: Engine, progress: Progress | None
) -> Iterator[Any]:
    """What the work makes of every topic, in the order of the corpus."""
    from sumscope.corpus.stream import Source
    from sumscope.text import note_topic

    source = Source.of(corpus)
    job = Job(
        source,
        per_topic(functools.partial(_of_topic, work), source.name),
        engine,
        progress=progress,
        worth_workers=None,
        chunk_topics=1,  # a meeting is long
    )
    for results in job.results():
        for _, (lang, made) in results:
            note_topic(lang)
            yield made


def _of_topic(work: Predictor | Evaluator, topic: Topic) -> tuple[str | None, Any]:
    """The language of a topic, and what the work makes of it."""
    from sumscope.linking.meeting import Meeting

    return topic.lang, work.of(Meeting.of(topic))


def predict(
    corpus: CorpusLike,
    model: ModelLike,
    *,
    universe: Universe = "all",
    by: str = "linkage",
    k: int | None = None,
    out: str | os.PathLike[str] | None = None,
    executor: concurrent.futures.Executor | None = None,
    workers: int | None = None,
    engine: str = "local",
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> Predictions:
    """Predict the links of every topic by `model` (a file or a value) and find its communities.

    `by` is `linkage` (average linkage, cut by the probabilities) or a method of `sumscope detect`
    on the graph of links. `k` is the number of communities among linked sentences (default: the
    mean in training for graph methods, chosen by the probabilities for `linkage`). `universe` is
    `linked`, `any`, `extract` or `all`. With `out` the result is written there, as JSON.
    `columns` and `peer` are for tables, as in `sumscope.score`. The work is done in this process
    unless `executor`, `workers` or an `engine` (`dask://HOST:PORT`) is given; the result is the
    same.
    """
    from sumscope.corpus.stream import with_options

    corpus = with_options(corpus, columns, peer)
    with output(out, [corpus, model]):
        if out is not None:
            check_predictions(out)
        used = Engine(executor, workers, engine)
        predictor = Predictor.checked(model, universe, by, k)
        predictions = Predictions(tuple(_each(corpus, predictor, used, progress)))
        if out is not None:
            predictions.write(out)
    return predictions


def evaluate(
    corpus: CorpusLike,
    model: ModelLike,
    *,
    universe: Universe = "linked",
    by: Sequence[str] | None = None,
    k: int | None = None,
    baselines: bool = True,
    executor: concurrent.futures.Executor | None = None,
    workers: int | None = None,
    engine: str = "local",
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Evaluate `model` on topics with covers: links (precision, recall, F, AUROC) and Omega.

    Every number is a mean over meetings. `by` names ways to find communities: `linkage` or methods
    of `sumscope detect` (default: linkage, gn and congo; linkage alone in the universe `all`, whose
    graphs can be too large for the others). `k` is the number of communities for graph methods
    (default: the mean number of abstract sentences in training). `universe`, `executor`, `workers`,
    `engine`, `columns` and `peer` are those of `predict`; `baselines` also gives theirs.
    """
    from sumscope.corpus.stream import with_options

    corpus = with_options(corpus, columns, peer)
    used = Engine(executor, workers, engine)
    work = Evaluator.checked(model, universe, by, k, baselines)
    return work.evaluation(_each(corpus, work, used, progress))
