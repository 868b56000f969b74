"""The four schemes of Kumar et al. (2011): words compared topic by topic."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Literal

from sumscope.core.measure import measure
from sumscope.text.synonyms import Synonyms
from sumscope.topic_models.division import Sentences, TopicOf
from sumscope.topic_models.schemes import Evidence, Matcher, TopicOptions, distance_evidence


@measure(
    "topic-unigram",
    needs=("peer", "references"),
    range=(0, 100),
    better="higher",
    cite="kumar2011",
)
class TopicUnigram(TopicOptions):
    """Words of each of the reference's topics that the summary's sentences on it share.

    Sum over topics of the topic's share of weight (percent) times the share of its tokens whose
    word occurs in the summary's sentences given to it. 0 to 100; the mean over references.
    0 for an empty summary; undefined where no reference has a word.
    """

    def size(self, topic: TopicOf) -> int:
        """The topic's tokens."""
        return topic.counts.total()

    def topic(self, topic: TopicOf, given: Sentences, source: Synonyms | None) -> Evidence:
        """The share of the topic's tokens that are matched."""
        matcher = Matcher((word for sentence in given for word in sentence), source)
        matched = sum(n for word, n in topic.counts.items() if matcher.find(word) is not None)
        of = self.size(topic)
        return Evidence(topic.share * matched / of, matched, of)


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


@measure(
    "topic-path",
    needs=("peer", "references"),
    range=(0, math.inf),
    better="higher",
    cite="kumar2011",
)
class TopicPath(TopicOptions):
    """Whether words stand as far from the first word in the summary as in the reference's topics.

    D is the sum over shared words of how much their distances from the first word differ, in the
    graphs of neighbouring words. `form=weighted`: each topic's share of weight (percent) times the
    share of its words that are shared, over 1 + D per shared word; 0 to 100. `form=paper`: the sum
    of 1/(1+D), which grows when fewer words match. `form=word`: the sum over shared words of 1 over
    1 + the word's own difference, the other reading of the paper's formula. The mean over
    references; 0 for an empty summary; undefined where no reference has a word.
    """

    form: Literal["weighted", "paper", "word"] = "weighted"

    def topic(self, topic: TopicOf, given: Sentences, source: Synonyms | None) -> Evidence:
        """Compare distances from the first word."""
        return distance_evidence(topic, given, source, self.form, by_closeness=False)


@measure(
    "topic-closeness",
    needs=("peer", "references"),
    range=(0, math.inf),
    better="higher",
    cite="kumar2011",
)
class TopicCloseness(TopicOptions):
    """Whether words are as central in the summary as in the reference's topics.

    As topic-path, D being the sum over shared words of how much their closeness (mean distance to
    the words in reach) differs. `form=weighted` is 0 to 100; `form=paper`, the sum of 1/(1+D),
    grows when fewer words match; `form=word` sums 1 over 1 + the difference of each shared word.
    The mean over references; 0 for an empty summary; undefined where no reference has a word.
    """

    form: Literal["weighted", "paper", "word"] = "weighted"

    def topic(self, topic: TopicOf, given: Sentences, source: Synonyms | None) -> Evidence:
        """Compare closeness."""
        return distance_evidence(topic, given, source, self.form, by_closeness=True)
