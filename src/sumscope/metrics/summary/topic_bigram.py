"""topic-bigram, scheme 2 of Kumar et al. (2011)."""

from __future__ import annotations

from itertools import pairwise

from sumscope.core.measure import measure
from sumscope.text.synonyms import Synonyms
from sumscope.topic_models.division import Sentences, TopicOf
from sumscope.topic_models.schemes import Evidence, TopicOptions


@measure(
    "topic-bigram",
    needs=("peer", "references"),
    range=(0, 100),
    better="higher",
    cite="kumar2011",
)
class TopicBigram(TopicOptions):
    """Bigrams of each of the reference's topics that the summary's sentences on it share.

    As topic-unigram, with pairs of neighbouring words inside sentences; a topic without any adds 0.
    0 to 100; the mean over references. 0 for an empty summary; undefined where no reference
    has a word.
    """

    def size(self, topic: TopicOf) -> int:
        """The topic's bigrams."""
        return sum(len(sentence) - 1 for sentence in topic.sentences)

    def topic(self, topic: TopicOf, given: Sentences, source: Synonyms | None) -> Evidence:
        """The share of the topic's bigrams that are matched."""
        mine = [pair for sentence in topic.sentences for pair in pairwise(sentence)]
        if not mine:
            return Evidence(0.0, 0, 0)
        theirs = {pair for sentence in given for pair in pairwise(sentence)}
        matched = sum(_held(pair, theirs, source) for pair in mine)
        return Evidence(topic.share * matched / len(mine), matched, len(mine))


def _held(pair: tuple[str, str], pairs: set[tuple[str, str]], source: Synonyms | None) -> bool:
    if pair in pairs or source is None:
        return pair in pairs

    def alike(a: str, b: str) -> bool:
        return a == b or not source.groups(a).isdisjoint(source.groups(b))

    return any(alike(pair[0], a) and alike(pair[1], b) for a, b in pairs)
