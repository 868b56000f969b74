"""Many texts in one call of the kernel: the same numbers as `RougeOptions.scores`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sumscope import kernels
from sumscope.core.errors import SumscopeError
from sumscope.corpus.view import TextView, TopicView, split_texts
from sumscope.rouge_scoring.words import RougeOptions, encode, encoder_of, five

if TYPE_CHECKING:
    from sumscope.kernels import rouge

Numbers = NDArray[np.float64]


def scores_of_cases(
    measures: Sequence[RougeOptions], cases: Sequence[tuple[TopicView, TextView]]
) -> list[list[float]]:
    """What each measure reports of each peer against the references of its topic."""
    columns: dict[int, list[float]] = {}
    groups: dict[tuple[Any, ...], list[int]] = {}
    for place, measure in enumerate(measures):
        groups.setdefault(measure.key, []).append(place)
    numbers = [len(view.references) for view, _ in cases]
    for places in groups.values() if cases else ():
        group = [measures[place] for place in places]
        words = _words(group, cases)
        mine = [words[peer] for _, peer in cases]
        others = [words[reference] for view, _ in cases for reference in view.references]
        tables = tables_of(group, mine, others, numbers)
        for place, measure, table in zip(places, group, tables, strict=True):
            columns[place] = table["rpf".index(measure.report)].tolist()
    return [columns.get(place, []) for place in range(len(measures))]


def _words(
    group: Sequence[RougeOptions], cases: Sequence[tuple[TopicView, TextView]]
) -> dict[TextView, rouge.Text]:
    """The kernel's texts of all peers and references, for measures that read words alike."""
    first = next((m for m in group if m.reads_sentences), group[0])
    views = {id(view): view for view, _ in cases}.values()
    texts = list(
        dict.fromkeys(
            [*(r for view in views for r in view.references), *(peer for _, peer in cases)]
        )
    )
    read: list[Sequence[str]]
    if first.like is None and first.reads_sentences:
        split_texts(texts)
        read = [text.sentences for text in texts]
    else:
        read = [first.read(text) for text in texts]
    if first.tokens == "rouge155":
        made = encoder_of(first).encode_many(read)
    else:
        made = [encode(first, part, text.lang) for part, text in zip(read, texts, strict=True)]
    return dict(zip(texts, made, strict=True))


def scores_of_one(
    group: Sequence[RougeOptions], peer: rouge.Text, references: list[rouge.Text]
) -> Iterator[tuple[float, float, float]]:
    """R, P and F of one peer, for one measure after the other: without arrays, whose making takes
    longer than the work on so few numbers."""
    counts = _counts(group, references, [peer] * len(references)).tolist()
    for measure, pairs in zip(group, zip(*counts, strict=True), strict=True):
        yield measure.scores(measure.combine(pairs))


def tables_of(
    group: Sequence[RougeOptions],
    peers: Sequence[rouge.Text],
    references: Sequence[rouge.Text],
    numbers: Sequence[int],
) -> Iterator[tuple[Numbers, Numbers, Numbers]]:
    """R, P and F of every peer, for one measure after the other.

    `peers` and `references` are the kernel's texts; `numbers` says how many references, one or
    more, each peer has.
    """
    beside = peers
    if len(references) != len(peers):
        beside = [peer for peer, n in zip(peers, numbers, strict=True) for _ in range(n)]
    counts = _counts(group, list(references), list(beside))
    sizes = np.array(numbers, dtype=np.int64)
    for column, measure in enumerate(group):
        yield scores_of(measure, counts[:, column, :], sizes)


def _counts(
    group: Sequence[RougeOptions], references: list[rouge.Text], peers: list[rouge.Text]
) -> Numbers:
    """The kernel's counts; where they would take hours, one line that says why."""
    try:
        return kernels.rouge.counts(references, peers, [measure.count for measure in group])
    except ValueError as error:
        one, two = max(zip(references, peers, strict=True), key=lambda p: len(p[0]) * len(p[1]))
        raise SumscopeError(
            f"{error}: {len(one):,} and {len(two):,} words",
            hint="leave out rouge-l and rouge-w, or cut the texts: rouge-l(words=10000)",
        ) from error


def scores_of(
    measure: RougeOptions, counts: Numbers, references: NDArray[np.int64]
) -> tuple[Numbers, Numbers, Numbers]:
    """R, P and F of every peer.

    `counts` has a row (hits, reference, peer) per peer and reference, in the peers' order;
    `references` says how many references each peer has, at least 1.
    """
    starts = np.concatenate(([0], np.cumsum(references)[:-1])).astype(np.int64)
    if measure.like is not None:
        return _best_f(counts, starts, references)
    if measure.refs == "best":
        chosen = _best(measure, counts, starts, references)
        hits, mine, theirs = chosen[:, 0], _raised(measure, chosen[:, 1]), chosen[:, 2]
        theirs = _raised(measure, theirs)
    else:
        lengths = np.column_stack(
            [counts[:, 0], _raised(measure, counts[:, 1]), _raised(measure, counts[:, 2])]
        )
        # One reference after the other, so that sums are made in the order of `combine`.
        total = lengths[starts].copy()
        for k in range(1, int(references.max(initial=1))):
            has = references > k
            total[has] += lengths[starts[has] + k]
        hits, mine, theirs = total[:, 0], total[:, 1], total[:, 2]
    r, p = _fives(_ratio(measure, hits, mine)), _fives(_ratio(measure, hits, theirs))
    below = (1 - measure.alpha) * p + measure.alpha * r
    return r, p, _fives(_divided(p * r, below))


def _best_f(
    counts: Numbers, starts: NDArray[np.int64], references: NDArray[np.int64]
) -> tuple[Numbers, Numbers, Numbers]:
    """The scores against the reference of the best F, not rounded, as rouge-score gives them."""
    r, p = _divided(counts[:, 0], counts[:, 1]), _divided(counts[:, 0], counts[:, 2])
    f = _divided(2 * p * r, p + r)
    at = _first_best(f, starts, references)
    return r[at], p[at], f[at]


def _first_best(
    values: Numbers, starts: NDArray[np.int64], references: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The place of each peer's first reference of the greatest value."""
    at, best = starts.copy(), values[starts].copy()
    for k in range(1, int(references.max(initial=1))):
        has = np.flatnonzero(references > k)
        better = has[values[starts[has] + k] > best[has]]
        at[better] = starts[better] + k
        best[better] = values[at[better]]
    return at


def _best(
    measure: RougeOptions, counts: Numbers, starts: NDArray[np.int64], references: NDArray[np.int64]
) -> Numbers:
    close = _ratio(measure, counts[:, 0], counts[:, 1])
    if "lcs" not in measure.count[0]:
        close = _fives(close)
    chosen: Numbers = counts[_first_best(close, starts, references)]
    return chosen


def _divided(part: Numbers, whole: Numbers) -> Numbers:
    made: Numbers = np.zeros_like(part)
    np.divide(part, whole, out=made, where=whole > 0)
    return made


def _ratio(measure: RougeOptions, part: Numbers, whole: Numbers) -> Numbers:
    ratio = _divided(part, whole)
    return ratio if measure.power == 1 else _powers(ratio, 1 / measure.power)


def _raised(measure: RougeOptions, lengths: Numbers) -> Numbers:
    return lengths if measure.power == 1 else _powers(lengths, measure.power)


def _powers(values: Numbers, exponent: float) -> Numbers:
    # Python's power, not numpy's, whose last bit depends on the processor.
    return np.array([value**exponent for value in values.tolist()], dtype=np.float64)


def _fives(values: Numbers) -> Numbers:
    """`five` for each; only numbers near the middle of two decimals take the slow way."""
    scaled = values * 1e5
    near = np.abs(scaled - np.floor(scaled) - 0.5) < 1e-4
    rounded: Numbers = np.floor(scaled + 0.5) / 1e5
    rounded[near] = [five(value) for value in values[near].tolist()]
    return rounded
