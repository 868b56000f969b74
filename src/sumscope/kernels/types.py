"""Types that the kernels, their twins and their callers share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Keys = NDArray[np.uint32]
SmallInts = NDArray[np.int8]
Bytes = NDArray[np.uint8]

# rouge: the name of a count and its numbers.
Spec = (
    tuple[Literal["ngrams", "skips"], int, bool]
    | tuple[Literal["lcs"]]
    | tuple[Literal["wlcs"], float]
)

# line: (id, whether by a person, text, sentences) of a reference or a peer; of a topic (id,
# language, references, peers, unknown keys).
GlancedText = tuple[str, bool, str | None, tuple[str, ...] | None]
Glance = tuple[str, str | None, tuple[GlancedText, ...], tuple[GlancedText, ...], tuple[str, ...]]

# table: the scores of one peer on one topic: topic, peer, human, then for each measure the value,
# or the reason why there is none.
PeerRow = tuple[str, str, bool, Sequence[float | str]]

# sentences: the end before, a place where a sentence may end, the end after it.
Doubt = tuple[int, int, int]

# community: more neighbours than this no vertex may have where vertices are split, because every
# two of them are compared (16 bytes a pair).
MOST_NEIGHBOURS = 10_000

# community: told (edges gone, edges in all, components).
Progress = Callable[[int, int, int], object]

# oracle: (room, item_start, items, edge_start, take, child, forced_start, forced, base).
Dag = tuple[Ints, Longs, Ints, Longs, Ints, Ints, Longs, Ints, Ints]


class Solution(TypedDict):
    """What `oracle.solve` knows: `dag` holds every oracle where the search was complete."""

    best: int
    upper: int
    optimal: bool
    complete: bool
    nodes: int
    chosen: Ints
    dag: Dag | None


class PaperSolution(TypedDict):
    """What `oracle.paper` knows: set i is `items[starts[i]:starts[i + 1]]`."""

    best: int
    complete: bool
    nodes: int
    starts: Longs
    items: Ints


# oracle: (ptr, idx, cnt, length, woff, w); see `python.oracle`.
Arrays = tuple[Ints, Ints, Ints, Ints, Ints, Ints]

# oracle: (first, size, total, times, clipped, kind, cptr, cidx, ccnt); see `python.oracle.ratio`.
Views = tuple[Ints, Ints, Longs, int, int, Ints, Ints, Ints, Ints]


class RatioSolution(TypedDict):
    """What `oracle.ratio` knows: matches and denominators by view of the set `chosen`."""

    matches: list[int]
    below: list[int]
    upper: float
    optimal: bool
    complete: bool
    nodes: int
    chosen: Ints
    dag: Dag | None
