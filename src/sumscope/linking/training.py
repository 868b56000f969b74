"""Train a link model."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sumscope.core.files import output
from sumscope.core.numbers import check_seed
from sumscope.core.progress import Progress, Steps
from sumscope.linking import kinds
from sumscope.linking.models import meetings_of

if TYPE_CHECKING:
    from sumscope.core.choices import Universe
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.stream import CorpusLike
    from sumscope.linking.links import LinkModel


def fit(
    corpus: CorpusLike,
    out: str | os.PathLike[str] | None = None,
    *,
    kind: str = kinds.DEFAULT,
    universe: Universe = "linked",
    seed: int = 0,
    note: str | None = None,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> LinkModel:
    """Train a link model on topics with covers (one cluster per abstract sentence).

    `kind` is `weave` (ours), `logistic` (the paper's model) or one that a plugin adds. `universe`
    says which sentences make training pairs: `linked` (those with a link), `any` (linked by any
    judge of the meeting), `extract` or `all`. Topics without covers are left out. `note` (a source,
    a licence) is kept in the model. With `out`, the model is written there as JSON. `seed` is for
    kinds that draw at random; `columns` and `peer` are for tables, as in `sumscope.score`.
    """
    from sumscope.corpus.stream import Source, with_options
    from sumscope.corpus.topic_stream import trained_on
    from sumscope.linking.meeting import universe as check_universe

    chosen = kinds.LINK_MODELS.get(kind)
    check_seed(seed, 2**32 - 1)  # scikit-learn takes 32 bits
    which = check_universe(universe)
    corpus = with_options(corpus, columns, peer)
    with output(out, [corpus]):
        source = Source.of(corpus)
        steps = Steps(progress)
        meetings = [m for m in meetings_of(source, steps.part(0.1)) if m.golds]
        langs = sorted({str(meeting.lang) for meeting in meetings})
        facts = trained_on(source, note, meetings=len(meetings), languages=langs, universe=which)
        model = chosen.fit(meetings, which, facts, seed=seed, progress=steps.part(0.9))
        if out is not None:
            kinds.save(model, out)
    return model
