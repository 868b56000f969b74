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
# Links between sentences that are held in memory (16 bytes each), and products made at a time.
MOST_LINKS = 20_000_000
_AT_ONCE = 1 << 23


def check_shares(**given: float) -> None:
    """Cosines, and the chance to go on, lie between 0 and 1."""
    for name, value in given.items():
        if not 0 <= value <= 1:
            raise SumscopeError(f"{name} is {value:g}", hint="give a number from 0 to 1")


def cosines(sentences: Sequence[Sequence[str]], least: float = 0.0) -> Any:
    """Cosine of tf-idf vectors, every sentence with every other, as a sparse matrix.

    idf is log(sentences / sentences with the word), so that a word in each of them is worth 0.
    Cosines below `least` are left out.
    """
    counts = [Counter(sentence) for sentence in sentences]
    spread = Counter(word for count in counts for word in count)
    idf = {word: math.log(len(sentences) / times) for word, times in spread.items()}
    table = _table(counts, idf)
    lengths = np.sqrt(np.asarray(table.multiply(table).sum(axis=1)).ravel())
    lengths[lengths == 0] = 1
    table.data /= np.repeat(lengths, np.diff(table.indptr))
    return _products(table, least)


def overlaps(sentences: Sequence[Sequence[str]]) -> Any:
    """Words in common over the logarithms of the lengths (Mihalcea and Tarau), sparse."""
    counts = [Counter(dict.fromkeys(sentence, 1)) for sentence in sentences]
    table = _table(counts, None)
    shared = _products(table).tocoo()
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


def _products(table: Any, least: float = 0.0) -> Any:
    """Every row times every other, sparse, without those that are 0 or below `least`.

    Some rows at a time, so that a long text does not need all pairs of its sentences at once; one
    with more links than memory should hold is refused.
    """
    from scipy import sparse

    size = table.shape[0]
    turned = table.T.tocsr()
    step = max(1, _AT_ONCE // max(1, size))
    parts: list[Any] = []
    links = 0
    for start in range(0, size, step):
        part = (table[start : start + step] @ turned).tocsr()
        part.data[(part.data < least) | _own(part, start)] = 0
        part.eliminate_zeros()
        part.sort_indices()
        links += part.nnz
        if links > MOST_LINKS:
            raise SumscopeError(
                f"{size} sentences have more than {MOST_LINKS:,} links between them",
                hint="split the documents, or choose a method without links, such as gistsumm",
            )
        parts.append(part)
    return sparse.vstack(parts, format="csr") if parts else sparse.csr_matrix((0, 0))


def _own(part: Any, start: int) -> NDArray[np.bool_]:
    """Which entries of some rows are those of a sentence with itself."""
    rows = np.repeat(np.arange(start, start + part.shape[0]), np.diff(part.indptr))
    return np.asarray(part.indices == rows)
