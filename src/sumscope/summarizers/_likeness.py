"""Sentence graphs for LexRank and TextRank, and the walk over them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sumscope.core.errors import SumscopeError

TOLERANCE = 1e-10
ROUNDS = 1000


def check_shares(**given: float) -> None:
    """Cosines, and the chance to go on, lie between 0 and 1."""
    for name, value in given.items():
        if not 0 <= value <= 1:
            raise SumscopeError(f"{name} is {value:g}", hint="give a number from 0 to 1")


def cosines(sentences: Sequence[Sequence[str]]) -> Any:
    """Cosine of tf-idf vectors, every sentence with every other, as a sparse matrix.

    idf is log(sentences / sentences with the word), so that a word in each of them is worth 0.
    """
    counts = [Counter(sentence) for sentence in sentences]
    spread = Counter(word for count in counts for word in count)
    idf = {word: math.log(len(sentences) / times) for word, times in spread.items()}
    table = _table(counts, idf)
    lengths = np.sqrt(np.asarray(table.multiply(table).sum(axis=1)).ravel())
    lengths[lengths == 0] = 1
    table.data /= np.repeat(lengths, np.diff(table.indptr))
    return _without_diagonal(table @ table.T)


def overlaps(sentences: Sequence[Sequence[str]]) -> Any:
    """Words in common over the logarithms of the lengths (Mihalcea and Tarau), sparse."""
    counts = [Counter(dict.fromkeys(sentence, 1)) for sentence in sentences]
    table = _table(counts, None)
    shared = _without_diagonal(table @ table.T).tocoo()
    logs = np.log([max(1, len(sentence)) for sentence in sentences])
    below = logs[shared.row] + logs[shared.col]
    shared.data = np.divide(shared.data, below, out=np.zeros_like(shared.data), where=below > 0)
    return shared.tocsr()


def stationary(links: Any, damping: float) -> NDArray[np.float64]:
    """Where a walk over the links is found in the long run; it jumps with 1 - damping.

    A sentence without links jumps always. Sums to 1.
    """
    size = links.shape[0]
    out = np.asarray(links.sum(axis=1)).ravel()
    lone = out == 0
    scale = np.divide(1.0, out, out=np.zeros(size), where=~lone)
    ranks = np.full(size, 1 / size)
    for _ in range(ROUNDS):
        flow = links.T @ (ranks * scale) + ranks[lone].sum() / size
        moved = (1 - damping) / size + damping * flow
        moved /= moved.sum()
        done = np.abs(moved - ranks).sum() < TOLERANCE
        ranks = moved
        if done:
            break
    return ranks


def _table(counts: Sequence[Counter[str]], weights: dict[str, float] | None) -> Any:
    from scipy import sparse

    numbers: dict[str, int] = {}
    values: list[float] = []
    columns: list[int] = []
    bounds = [0]
    for count in counts:
        for word, times in count.items():
            columns.append(numbers.setdefault(word, len(numbers)))
            values.append(times * weights[word] if weights is not None else float(times))
        bounds.append(len(columns))
    shape = (len(counts), max(1, len(numbers)))
    return sparse.csr_matrix((np.asarray(values, dtype=float), columns, bounds), shape=shape)


def _without_diagonal(matrix: Any) -> Any:
    matrix = matrix.tocsr()
    matrix.setdiag(0)
    matrix.eliminate_zeros()
    matrix.sort_indices()
    return matrix
