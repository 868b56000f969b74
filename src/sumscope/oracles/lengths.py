"""The length of summaries, which is the limit of oracles where none is given."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from sumscope.core.choices import LengthUnit
from sumscope.core.values import Topic
from sumscope.corpus.stream import Source
from sumscope.corpus.topic_stream import topics_of
from sumscope.oracles.options import OracleOptions
from sumscope.oracles.trainers import TRAINERS

_WORD = re.compile(r"[^\W_]+")
# Scripts that are written without spaces: every letter counts as half a word.
_DENSE = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


def fit_limit(source: Source, options: OracleOptions) -> tuple[OracleOptions, str | None]:
    """Take the median length of the summaries as the limit, and a note that says so.

    Where there are no summaries, and for methods without a limit, the options stay.
    """
    if options.method in TRAINERS:
        return options, None
    limit = median_length(topics_of(source, None), options.length)
    if limit is None:
        return options, None
    note = f"no limit given: {limit} {options.length}, the median length of the summaries"
    return replace(options, limit=limit), note


def median_length(topics: Iterable[Topic], unit: LengthUnit = "tokens") -> int | None:
    """The median length of the systems' summaries of some topics; None without any.

    `unit` is what oracles count: tokens are about the words of any script.
    """
    sizes: dict[LengthUnit, Callable[[str], int]] = {
        "tokens": words_of,
        "words": lambda text: len(text.split()),
        "bytes": lambda text: len(text.encode()),
    }
    size = sizes[unit]
    texts = (peer for topic in topics for peer in topic.peers if not peer.human)
    return low_median([size(peer.written) for peer in texts if peer.extract is None])


def low_median(lengths: list[int]) -> int | None:
    """The median; of an even number of lengths the lower one in the middle."""
    return sorted(lengths)[(len(lengths) - 1) // 2] if lengths else None


def words_of(text: str) -> int:
    """About how many words a text has, in any script."""
    dense = len(_DENSE.findall(text))
    return len(_WORD.findall(_DENSE.sub(" ", text))) + (dense + 1) // 2
