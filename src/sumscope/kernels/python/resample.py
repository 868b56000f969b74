"""The readable twin of `cpp/resample.cpp`: the same draws and the same order of additions.

Draw number i of a key is splitmix64's (Steele, Lea and Flood 2014), so that any round can be made
by itself. Round r of a bootstrap over N topics uses draws rN ... rN + N - 1; round r of random
signs uses one draw for every 64 topics, a bit for each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sumscope.kernels.types import Bytes, Floats, Longs

_MOST = 2**31 - 1


def bootstrap_sums(columns: Floats, key: int, first: int, count: int) -> Floats:
    """The sum of each row over topics drawn with replacement, for each round.

    `columns` has one line per topic with the value of every row; rounds are numbered, and those
    from `first` on are made. Four sums run side by side and are then added.
    """
    topics, rows = columns.shape
    _check(first, count, topics)
    out = np.zeros((count, rows))
    for at in range(count):
        taken = columns[_scaled(_draws(key, (first + at) * topics, topics), topics)]
        lanes = [_last(np.cumsum(taken[lane::4], axis=0), rows) for lane in range(4)]
        out[at] = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
    return out


def signed_sums(rows: Floats, key: int, first: int, count: int) -> Floats:
    """The sum of each row under random signs of its topics, the same for all rows, by round.

    A bit that is set is a minus. Eight topics are added one after the other, eight such sums in
    pairs, and these one after the other.
    """
    size, topics = rows.shape
    _check(first, count, topics)
    words = -(-topics // 64)
    padded = np.zeros((size, 64 * words))
    padded[:, :topics] = rows
    out = np.zeros((size, count))
    for at in range(count):
        bits = _draws(key, (first + at) * words, words).astype("<u8").view(np.uint8)
        signs = 1.0 - 2.0 * np.unpackbits(bits, bitorder="little")
        eights = np.cumsum((padded * signs).reshape(size, words, 8, 8), axis=3)[..., -1]
        twos = eights[..., 0::2] + eights[..., 1::2]
        fours = twos[..., 0::2] + twos[..., 1::2]
        sums = fours[..., 0] + fours[..., 1]
        if words:
            out[:, at] = np.cumsum(sums, axis=1)[:, -1]
    return out


def pair_hits(sums: Floats, ends: Longs, floors: Floats) -> Longs:
    """How often two rows of sums lie as far apart as the floor of the pair, or farther."""
    if ends.shape[1] != 2:
        raise ValueError("a pair has two ends")
    if len(floors) != len(ends):
        raise ValueError("there is not one floor for each pair")
    if ends.size and not (ends.min() >= 0 and ends.max() < len(sums)):
        raise ValueError("an end is not the number of a row")
    hits = [
        int((np.abs(sums[left] - sums[right]) >= floor).sum())
        for (left, right), floor in zip(ends.tolist(), floors.tolist(), strict=True)
    ]
    return np.array(hits, dtype=np.int64)


def tie_accuracies(
    systems: Floats,
    topics: Floats,
    ends: Longs,
    starts: Longs,
    topic: Longs,
    fold: Longs,
    first: Longs,
    kind: Bytes,
    sizes: Longs,
) -> Floats:
    """Pairwise accuracy with tie calibration of each measure, for each row of counts.

    Pair p of the systems `ends[p]` is looked at on the topics of lines `starts[p]` to
    `starts[p + 1]`. For each measure, a line is wrong (`kind` 0), a tie of people (1), or ordered
    as people do (2) before `first`, the number of the first of `sizes` epsilons by which the
    measure ties it. The topics of a `fold` are judged by the epsilon that is best on the others.
    """
    _check_lines(systems, topics, ends, starts, topic, fold, first, kind, sizes)
    folds = int(fold.max(initial=-1)) + 1
    pair = np.repeat(np.arange(len(ends)), np.diff(starts))
    weights = systems[:, ends[pair, 0]] * systems[:, ends[pair, 1]]
    out = np.full((len(first), len(systems)), np.nan)
    for row, weight in enumerate(weights):
        total = np.bincount(topic, weights=weight, minlength=topics.shape[1]).astype(np.float64)
        share = np.divide(topics[row], total, out=np.zeros_like(total), where=total > 0)
        w = weight * share[topic]
        every = np.bincount(fold[topic], weights=w, minlength=folds)
        rest = every.sum() - every
        if not every.sum() > 0 or not ((rest > 0) | (every == 0)).all():
            continue
        for k, size in enumerate(sizes.tolist()):
            right = np.zeros((folds, size))
            for f in range(folds):
                mine = np.flatnonzero(fold[topic] == f)
                before = np.cumsum(np.append(0.0, w[mine[kind[k, mine] == 2]]))[-1]
                known = mine[(first[k, mine] < size) & (kind[k, mine] > 0)]
                gain = np.where(kind[k, known] == 1, w[known], -w[known])
                gains = np.bincount(first[k, known], weights=gain, minlength=size)
                right[f] = before + np.cumsum(gains)
            others = right.sum(axis=0) - right
            top = others.max(axis=1, keepdims=True)
            # Sums in another order do not decide.
            best = np.argmax(others >= top - 1e-9 * np.maximum(np.abs(top), 1e-300), axis=1)
            out[k, row] = right[np.arange(folds), best].sum() / every.sum()
    return out


def _check_lines(
    systems: Floats,
    topics: Floats,
    ends: Longs,
    starts: Longs,
    topic: Longs,
    fold: Longs,
    first: Longs,
    kind: Bytes,
    sizes: Longs,
) -> None:
    lines = len(topic)
    if len(topics) != len(systems):
        raise ValueError("systems and topics differ in rows")
    if ends.shape[1] != 2:
        raise ValueError("a pair has two ends")
    if not _within(ends, 0, systems.shape[1]):
        raise ValueError("an end is not the number of a system")
    if len(starts) != len(ends) + 1 or starts[0] != 0 or starts[-1] != lines:
        raise ValueError("starts do not divide the lines")
    if (np.diff(starts) < 0).any():
        raise ValueError("starts do not divide the lines")
    if not _within(topic, 0, topics.shape[1]):
        raise ValueError("a line is not of the number of a topic")
    if len(fold) != topics.shape[1] or not _within(fold, 0, 1000):
        raise ValueError("there is not one fold in [0, 1000) for each topic")
    if first.shape[1] != lines or kind.shape != first.shape or len(sizes) != len(first):
        raise ValueError("measures differ in lines")
    if not (_within(first, 0, _MOST) and _within(kind, 0, 3) and _within(sizes, 1, lines + 2)):
        raise ValueError("a number of a line is too large")


def _within(values: Longs | Bytes, low: int, high: int) -> bool:
    return not values.size or bool(values.min() >= low and values.max() < high)


def _check(first: int, count: int, topics: int) -> None:
    if not (0 <= first <= _MOST and 0 <= count <= _MOST):
        raise ValueError("first and count are not in 0 ... 2^31 - 1")
    if topics > _MOST:
        raise ValueError("there are 2^31 topics or more")


def _last(sums: Floats, rows: int) -> Floats:
    return sums[-1] if len(sums) else np.zeros(rows)


def _draws(key: int, counter: int, count: int) -> NDArray[np.uint64]:
    """Draws number `counter` and following, each of 64 bits."""
    number = np.arange(count, dtype=np.uint64) + np.uint64((counter + 1) % 2**64)
    z = number * np.uint64(0x9E3779B97F4A7C15) + np.array([key], dtype=np.uint64)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    made: NDArray[np.uint64] = z ^ (z >> np.uint64(31))
    return made


def _scaled(x: NDArray[np.uint64], n: int) -> NDArray[np.int64]:
    """floor(x * n / 2^64), for n below 2^31."""
    high, low = x >> np.uint64(32), x & np.uint64(0xFFFFFFFF)
    times = np.uint64(n)
    product = (high * times + (low * times >> np.uint64(32))) >> np.uint64(32)
    return product.astype(np.int64)


__all__ = ["bootstrap_sums", "pair_hits", "signed_sums", "tie_accuracies"]
