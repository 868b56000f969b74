"""The features of Murray, Carenini and Ng (2012) for pairs of sentences, as arrays."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from sumscope.linking.meeting import Floats, Ints, Meeting, check_pairs

Array = npt.NDArray[np.float32]

FEATURES: dict[str, str] = {
    "between": "sentences between the two",
    "midpoint": "place of their midpoint in the document, 0 to 1",
    "length": "summed length in words",
    "length-difference": "difference in length in words",
    "same-speaker": "1 for the same speaker (or no speakers), else 0",
    "bigrams": "distinct pairs of neighbouring words in both",
    "tags": "distinct parts of speech in both",
    "tfidf-sum": "tf.idf weights of all words of both, summed",
    "tfidf-mean": "tf.idf weights of all words of both, on average",
    "cosine": "cosine of their tf.idf vectors",
}


class PaperFeatures:
    """What the features of a meeting's pairs are gathered from.

    tf.idf is over stems, idf = log(sentences / sentences with the stem) within the meeting.
    """

    names = tuple(FEATURES)

    def __init__(self, meeting: Meeting, candidates: Ints) -> None:
        self.meeting = meeting
        self.at = candidates
        table = tfidf(meeting.words)
        self.mass = np.asarray(table.sum(axis=1)).ravel()[candidates]
        self.cosine = cosines(table[candidates])
        kept = [meeting.words[i] for i in candidates.tolist()]
        self.bigrams = shared([set(pairwise(words)) for words in kept])
        self.tags = shared([set(tags) for tags in meeting.tags(candidates)])

    def of(self, a: Ints, b: Ints) -> Array:
        """The features of pairs of candidates, one row per pair; numbers count candidates."""
        m, at = self.meeting, self.at
        i, j = at[a], at[b]
        length = m.length[at]
        words = length[a] + length[b]
        mass = self.mass[a] + self.mass[b]
        columns = (
            np.abs(j - i) - 1,
            (m.position[i] + m.position[j]) / 2,
            words,
            np.abs(length[a] - length[b]),
            m.speaker[i] == m.speaker[j],
            self.bigrams[a, b],
            self.tags[a, b],
            mass,
            np.divide(mass, words, out=np.zeros(len(mass)), where=words > 0),
            self.cosine[a, b],
        )
        made = np.empty((len(a), len(columns)), dtype=np.float32, order="F")
        for number, column in enumerate(columns):
            made[:, number] = column
        return made


def pairs(n: int) -> tuple[Ints, Ints]:
    """Every pair a < b of n things, in order."""
    check_pairs(n)
    a, b = np.triu_indices(n, 1)
    return a.astype(np.int64), b.astype(np.int64)


def counts(sentences: list[list[str]], vocabulary: dict[str, int] | None = None) -> Any:
    """Word counts as a sparse matrix; words outside a given vocabulary are left out."""
    from scipy import sparse

    numbers: dict[str, int] = {} if vocabulary is None else vocabulary
    columns: list[int] = []
    bounds = [0]
    for words in sentences:
        if vocabulary is None:
            columns += [numbers.setdefault(word, len(numbers)) for word in words]
        else:
            columns += [numbers[word] for word in words if word in numbers]
        bounds.append(len(columns))
    shape = (len(sentences), max(1, len(numbers)))
    table = sparse.csr_matrix((np.ones(len(columns)), columns, bounds), shape=shape)
    table.sum_duplicates()
    return table


def tfidf(sentences: list[list[str]]) -> Any:
    """Counts times log(sentences / sentences with the word), sparse."""
    table = counts(sentences)
    spread = np.bincount(table.indices, minlength=table.shape[1])
    idf = np.log(len(sentences) / np.maximum(spread, 1))
    table.data *= idf[table.indices]
    return table


def cosines(table: Any) -> Array:
    """Cosine of every two rows; 0 where a row is empty."""
    norms = np.sqrt(np.asarray(table.multiply(table).sum(axis=1)).ravel())
    scale: Floats = np.divide(1.0, norms, out=np.zeros(len(norms)), where=norms > 0)
    table = table.tocsr(copy=True)
    table.data *= np.repeat(scale, np.diff(table.indptr))
    return np.asarray((table @ table.T).toarray(), dtype=np.float32)


def shared(sets: list[set[Any]]) -> Array:
    """How many members every two sets have in common."""
    from scipy import sparse

    numbers: dict[Any, int] = {}
    columns: list[int] = []
    bounds = [0]
    for members in sets:
        columns += sorted(numbers.setdefault(member, len(numbers)) for member in members)
        bounds.append(len(columns))
    shape = (len(sets), max(1, len(numbers)))
    table = sparse.csr_matrix((np.ones(len(columns), np.float32), columns, bounds), shape=shape)
    return np.asarray((table @ table.T).toarray(), dtype=np.float32)
