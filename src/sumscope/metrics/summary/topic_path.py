"""topic-path, scheme 3 of Kumar et al. (2011)."""

from __future__ import annotations

import math
from typing import Literal

from sumscope.core.measure import measure
from sumscope.text.synonyms import Synonyms
from sumscope.topic_models.division import Sentences, TopicOf
from sumscope.topic_models.schemes import Evidence, TopicOptions, distance_evidence


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
