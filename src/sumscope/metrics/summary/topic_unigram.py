"""topic-unigram, scheme 1 of Kumar et al. (2011)."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.text.synonyms import Synonyms
from sumscope.topic_models.division import Sentences, TopicOf
from sumscope.topic_models.schemes import Evidence, Matcher, TopicOptions


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
