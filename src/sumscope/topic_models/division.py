"""Weighted topics of a reference, and a summary's sentences given to them (Kumar et al. 2011).

Words are stems of the language's pipeline. Each word weighs its PageRank in the directed graph of
neighbours; sentences that share words form topics; a topic weighs what its tokens weigh.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sumscope.core.choices import TopicMethod
from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.corpus.view import TextView

# The stemmer of the language's pipeline, or Porter's of 1980, which the paper names.
Stemmer = Literal["pipeline", "porter"]
Words = tuple[str, ...]
Sentences = tuple[Words, ...]
NO_WORDS = "no reference has any word"
# A division of sentences is good enough above this modularity; clusters merge down to it in gaac.
THRESHOLD = 0.4
# Cells of the dense tables of average-cosine clustering: 400 MB.
MOST_CELLS = 50_000_000
DAMPING = 0.85
# Errors shrink by the damping in each round, so a quarter of this reaches the last digit.
_MOST_ROUNDS = 1000


def text_processing(lang: str | None, stemmer: Stemmer = "pipeline") -> str:
    """The signature of the text pipeline."""
    from sumscope.text import pipeline

    named = pipeline(lang).signature
    return named if stemmer == "pipeline" else f"{named}+stem:porter-1980"


def stems(text: TextView, stemmer: Stemmer = "pipeline") -> Sentences:
    """The stems of each sentence; sentences without words are dropped."""
    from sumscope.text import pipeline
    from sumscope.text.porter import porter

    def make() -> Sentences:
        pipe = pipeline(text.lang)
        found = [pipe.words(sentence) for sentence in text.sentences]
        if stemmer == "porter":
            return tuple(tuple(map(porter, words)) for words in found if words)
        return tuple(tuple(pipe.stems(words)) for words in found if words)

    return text.memo("stems" if stemmer == "pipeline" else "porter-stems", make)


def word_weights(sentences: Sentences) -> dict[str, float]:
    """PageRank of every word, edges going from each word to the next in its sentence.

    S(v) = (1-d)/n + d * sum over u in IN(v) of S(u)/|OUT(u)|, d = 0.85; words without a successor
    spread their weight evenly, so the weights sum to 1.
    """
    number = {word: i for i, word in enumerate(dict.fromkeys(w for s in sentences for w in s))}
    size = len(number)
    if not size:
        return {}
    edges = dict.fromkeys((number[a], number[b]) for s in sentences for a, b in pairwise(s))
    start = np.array([a for a, _ in edges], dtype=np.int64)
    end = np.array([b for _, b in edges], dtype=np.int64)
    out = np.bincount(start, minlength=size)
    rank = np.full(size, 1 / size)
    following = rank
    for _ in range(_MOST_ROUNDS):
        flow = np.bincount(end, weights=rank[start] / out[start], minlength=size)
        idle = float(rank[out == 0].sum())
        following = (1 - DAMPING) / size + DAMPING * (flow + idle / size)
        if float(np.abs(following - rank).sum()) < 1e-15 * size:
            break
        rank = following
    return {word: float(following[i]) for word, i in number.items()}


@dataclass(frozen=True)
class TopicOf:
    """One topic: the numbers of its sentences, what it weighs and its share in percent."""

    members: tuple[int, ...]
    sentences: Sentences
    weight: float
    share: float

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word occurs in the topic."""
        return Counter(word for sentence in self.sentences for word in sentence)

    @cached_property
    def words(self) -> frozenset[str]:
        """The distinct words."""
        return frozenset(self.counts)


@dataclass(frozen=True)
class Division:
    """A reference divided into weighted topics, in the order of their first sentences."""

    sentences: Sentences
    weights: dict[str, float]
    topics: tuple[TopicOf, ...]

    @classmethod
    def of(cls, text: TextView, method: TopicMethod, stemmer: Stemmer = "pipeline") -> Division:
        """Divide a text; what was found is kept with it."""
        key = ("division", method, stemmer)
        return text.memo(key, lambda: divide(stems(text, stemmer), method))

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word occurs."""
        return Counter(word for sentence in self.sentences for word in sentence)

    def assign(self, sentences: Sentences) -> tuple[tuple[int, ...], ...]:
        """For each topic the summary's sentences that are most like it.

        A sentence goes to the topic of highest Jaccard similarity of word sets, the heavier one
        among equals, then the earlier one; a sentence that shares no word goes nowhere.
        """
        given: list[list[int]] = [[] for _ in self.topics]
        for number, sentence in enumerate(sentences):
            words = set(sentence)
            best, at = (0.0, -math.inf), -1
            for place, topic in enumerate(self.topics):
                shared = len(words & topic.words)
                if not shared:
                    continue
                like = shared / (len(words) + len(topic.words) - shared)
                # Weights that differ by rounding alone are equal.
                key = (like, round(topic.weight, 12))
                if key > best:
                    best, at = key, place
            if at >= 0:
                given[at].append(number)
        return tuple(map(tuple, given))


def divide(sentences: Sentences, method: TopicMethod, progress: Progress | None = None) -> Division:
    """Find the topics of a text and weigh them."""
    weights = word_weights(sentences)
    clusters = sorted(tuple(sorted(c)) for c in communities(sentences, method, progress))
    heavy = [math.fsum(weights[w] for s in cluster for w in sentences[s]) for cluster in clusters]
    total = math.fsum(heavy)
    topics = tuple(
        TopicOf(cluster, tuple(sentences[s] for s in cluster), weight, 100 * weight / total)
        for cluster, weight in zip(clusters, heavy, strict=True)
    )
    return Division(sentences, weights, topics)


def communities(
    sentences: Sentences, method: TopicMethod, progress: Progress | None = None
) -> list[Sequence[int]]:
    """Sentence numbers in communities.

    betweenness (Girvan-Newman) and greedy (Clauset-Newman-Moore) take the first division of their
    hierarchy whose modularity exceeds 0.4, or the best one; gaac merges the two clusters of
    greatest average cosine while that is at least 0.4.
    """
    if method == "gaac":
        from sumscope.community.gaac import clusters

        return [tuple(cluster) for cluster in clusters(cosines(sentences), THRESHOLD)]
    from sumscope.community import run
    from sumscope.graph.sentences import words_in_common

    graph = words_in_common([(str(number), words) for number, words in enumerate(sentences)])
    by = "gn" if method == "betweenness" else "greedy"
    found = run(graph, by, progress=progress).first_above(THRESHOLD)
    return [tuple(map(int, cluster)) for cluster in found.clusters]


def cosines(sentences: Sentences) -> NDArray[np.float64]:
    """The cosine of the word counts of every two sentences."""
    number = {word: i for i, word in enumerate(dict.fromkeys(w for s in sentences for w in s))}
    if len(sentences) * (len(sentences) + len(number)) > MOST_CELLS:
        raise SumscopeError(
            f"{len(sentences):,} sentences with {len(number):,} different words are too many to "
            "compare each with each",
            hint="give shorter texts, or topics=greedy",
        )
    counts = np.zeros((len(sentences), len(number)))
    for row, sentence in enumerate(sentences):
        np.add.at(counts[row], [number[word] for word in sentence], 1.0)
    squares = (counts**2).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((counts @ counts.T) / np.sqrt(np.outer(squares, squares)))
