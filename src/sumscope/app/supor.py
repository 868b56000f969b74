"""SuPor's naive Bayes: `fit` trains a model on ideal extracts, `show` prints one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sumscope.core.files import output
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.stream import CorpusLike
    from sumscope.summarizers.supor_model import SuporModel
    from sumscope.summarizers.supor_training import SuporTables


def fit(
    corpus: CorpusLike,
    out: str | os.PathLike[str] | None = None,
    *,
    ideal: str | None = None,
    phrases: str | os.PathLike[str] | None = None,
    note: str | None = None,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> SuporModel:
    """Train on a corpus: the ideal extract of a topic is its GEI, or the extract of peer `ideal`.

    The topics share one language. `phrases` is a file that replaces the signalling phrases; `note`
    (a source, a licence) is kept in the model. With `out` the model is written there, as JSON.
    `columns` and `peer` are for tables, as in `sumscope.score`.
    """
    from sumscope.corpus.stream import Source
    from sumscope.summarizers.phrases import read
    from sumscope.summarizers.supor_training import train

    with output(out, [corpus, phrases, *(peer or {}).values()]):
        own = None if phrases is None else read(phrases)
        source = Source.of(corpus, columns, peer, needs=("documents",))
        model = train(source, ideal, own, note, progress)
        if out is not None:
            model.save(out)
    return model


def show(model: str | os.PathLike[str] | SuporModel) -> SuporTables:
    """A model's tables; `en` and `pt` are the models that ship."""
    from sumscope.summarizers.supor_training import tables_of

    return tables_of(model)


__all__ = ["fit", "show"]
