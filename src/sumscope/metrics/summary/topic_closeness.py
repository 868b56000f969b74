"""topic-closeness, scheme 4 of Kumar et al. (2011)."""

from __future__ import annotations

import math
from typing import Literal

from sumscope.core.measure import measure
from sumscope.text.synonyms import Synonyms
from sumscope.topic_models.division import Sentences, TopicOf
from sumscope.topic_models.schemes import Evidence, TopicOptions, distance_evidence


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
