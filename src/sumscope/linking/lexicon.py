"""Lexicon: the words that training meetings share, and a latent space over them (LSA)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sumscope.core.model_file import items
from sumscope.linking.meeting import Meeting
from sumscope.linking.murray_features import counts

Array = npt.NDArray[np.float32]

RANK = 100
WINDOW = 8  # sentences of a window that LSA learns from
LEAST_SENTENCES = 8  # a word of the lexicon is in that many sentences
LEAST_MEETINGS = 3  # and in that many meetings, where there are so many


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Stems with their idf, and the LSA vector of each."""

    stems: tuple[str, ...]
    idf: Array
    vectors: Array

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of every stem."""
        return {stem: number for number, stem in enumerate(self.stems)}

    def table(self, meeting: Meeting) -> Any:
        """tf.idf of every sentence over the lexicon, sparse."""
        made = counts(meeting.words, self.numbers)
        made.data *= self.idf[made.indices]
        return made

    def latent(self, meeting: Meeting) -> Array:
        """The LSA vector of every sentence, not scaled, so that windows are sums."""
        return np.asarray(self.table(meeting) @ self.vectors, dtype=np.float32)

    def to_json(self) -> dict[str, object]:
        """As plain values."""
        return {
            "stems": list(self.stems),
            "idf": short(self.idf),
            "vectors": [short(row) for row in self.vectors],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, object]) -> Lexicon:
        """From plain values."""
        stems = tuple(str(stem) for stem in items(value["stems"], "stems"))
        vectors = np.array(value["vectors"], dtype=np.float32)
        if not len(stems):
            vectors = np.zeros((0, 0), dtype=np.float32)
        idf = np.array(value["idf"], dtype=np.float32)
        if idf.shape != (len(stems),) or not np.isfinite(idf).all():
            raise ValueError("idf")
        if len(vectors) != len(stems) or vectors.ndim != 2 or not np.isfinite(vectors).all():
            raise ValueError("vectors")
        if len(set(stems)) < len(stems):
            raise ValueError("stems: one is given twice")
        return cls(stems, idf, vectors)


def learn(meetings: Sequence[Meeting], seed: int) -> Lexicon:
    """Words and LSA (randomised, from the seed) of windows of the meetings."""
    from scipy import sparse
    from sklearn.utils.extmath import randomized_svd

    from sumscope.text import pipeline

    sentences: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    stop: set[str] = set()
    for meeting in meetings:
        pipe = pipeline(meeting.lang)
        stop.update(pipe.stems(sorted(pipe.stop_words)))
        seen: set[str] = set()
        for words in meeting.words:
            sentences.update(set(words))
            seen.update(words)
        spread.update(seen)
    need = min(LEAST_MEETINGS, len(meetings))
    least = LEAST_SENTENCES if len(meetings) >= LEAST_MEETINGS else 1
    stems = tuple(sorted(w for w, c in sentences.items() if c >= least and spread[w] >= need))
    total = sum(len(meeting) for meeting in meetings)
    idf = np.array([np.log(total / sentences[w]) for w in stems], dtype=np.float32)
    empty = np.zeros((len(stems), 0), dtype=np.float32)
    bare = Lexicon(stems, idf, empty)
    content = np.array([w not in stop for w in stems], dtype=np.float32)
    windows = []
    for meeting in meetings:
        group = np.arange(len(meeting)) // WINDOW
        shape = (int(group.max(initial=-1)) + 1, len(meeting))
        gather = sparse.csr_matrix((np.ones(len(group)), (group, np.arange(len(group)))), shape)
        windows.append(gather @ bare.table(meeting))
    table = sparse.vstack(windows).tocsr() if windows else sparse.csr_matrix((0, len(stems)))
    table.data = np.log1p(table.data) * content[table.indices]
    rank = min(RANK, *(max(0, size - 1) for size in table.shape))
    if rank < 1:
        return bare
    _, _, right = randomized_svd(table, rank, random_state=seed)
    vectors = (right.T * content[:, None]).astype(np.float32)
    return Lexicon.from_json(Lexicon(stems, idf, vectors).to_json())


def short(values: npt.NDArray[Any], digits: int = 5) -> list[float]:
    """Numbers with few digits, for files: the model in memory is made from these too."""
    return [float(f"{value:.{digits}g}") for value in values.tolist()]
