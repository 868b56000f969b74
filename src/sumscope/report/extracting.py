"""What a page needs to score any extract of a topic: words and n-grams of its source sentences."""

from __future__ import annotations

import itertools
from typing import TypedDict

from sumscope.oracles.rows import OracleRow
from sumscope.oracles.text import TopicWords


class Extracting(TypedDict):
    """The oracle problem of a topic, and the most matches that were found.

    `sentences` has the words of each source sentence, then n-grams of the references and how often
    it holds them, in turn; `worth` says for each n-gram what its first, second, ... match adds. A
    sentence longer than `limit` has no n-grams. `best` is the greatest value if `proved`.
    """

    limit: int
    total: int
    best: int
    proved: bool
    worth: list[list[int]]
    sentences: dict[str, list[int]]


def extracting(words: TopicWords, row: OracleRow) -> Extracting | None:
    """The problem that `row` answers; None where there is nothing to reach."""
    if row.limit is None or not row.total:
        return None
    problem = words.problem(row.limit)
    ends, worth = problem.woff.tolist(), problem.w.tolist()
    made: Extracting = {
        "limit": row.limit,
        "total": row.total,
        "best": row.matches,
        "proved": row.optimal,
        "worth": [worth[a:b] for a, b in itertools.pairwise(ends)],
        "sentences": {
            name: [length] for name, length in zip(words.ids, words.lengths, strict=True)
        },
    }
    starts, grams, counts = problem.ptr.tolist(), problem.idx.tolist(), problem.cnt.tolist()
    for at, sentence in enumerate(problem.source.tolist()):
        held = made["sentences"][words.ids[sentence]]
        for place in range(starts[at], starts[at + 1]):
            held += (grams[place], counts[place])
    return made
