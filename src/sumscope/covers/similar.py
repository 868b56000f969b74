"""An order of sentences in which similar ones are neighbours, as a suggestion to judges."""

from __future__ import annotations

from collections.abc import Sequence

# Beyond this many sentences no order is worked out.
MOST = 2000


def similar_order(lang: str | None, texts: Sequence[str]) -> tuple[int, ...]:
    """Places of the texts: average linkage over the cosine of word weights, leaves in their order.

    The weight of a stem that is no stop word is (1 + log count) * log(N / df). Where two branches
    meet, the one with the earlier sentence comes first. Empty for fewer than three sentences.
    """
    if not 2 < len(texts) <= MOST:
        return ()
    import numpy as np
    from scipy.cluster.hierarchy import linkage
    from scipy.spatial.distance import squareform

    from sumscope.text import pipeline

    pipe = pipeline(lang)
    stems = [list(pipe.content_stems(text)) for text in texts]
    columns = {stem: at for at, stem in enumerate(dict.fromkeys(s for row in stems for s in row))}
    counts = np.zeros((len(texts), max(1, len(columns))))
    for at, row in enumerate(stems):
        for stem in row:
            counts[at, columns[stem]] += 1
    frequency = np.maximum((counts > 0).sum(axis=0), 1)
    damped = np.where(counts > 0, 1 + np.log(np.maximum(counts, 1)), 0)
    weights = damped * np.log(len(texts) / frequency)
    norms = np.linalg.norm(weights, axis=1, keepdims=True)
    unit = weights / np.where(norms > 0, norms, 1)
    distance = np.clip(np.round(1 - unit @ unit.T, 9), 0, 1)
    np.fill_diagonal(distance, 0)
    orders = {at: [at] for at in range(len(texts))}
    for step, (one, other) in enumerate(
        linkage(squareform(distance, checks=False), "average")[:, :2]
    ):
        left, right = sorted((orders.pop(int(one)), orders.pop(int(other))), key=min)
        orders[len(texts) + step] = left + right
    (order,) = orders.values()
    return tuple(order)
