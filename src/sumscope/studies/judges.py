"""Covers of judges as the sections on judges take them."""

from __future__ import annotations

from sumscope.core.cover import Cover
from sumscope.core.values import Topic
from sumscope.corpus.covers import covers_of_topic
from sumscope.corpus.view import TopicView

NEEDS_COVERS = (
    "No judge grouped the sentences of a topic. The field `covers` (per topic: judge, clusters of "
    "sentence ids) would add {}."
)


def covers_of(topic: Topic) -> dict[str, Cover]:
    """The covers of a topic by judge, over all its sentences where it has documents."""
    return covers_of_topic(topic, list(TopicView(topic).by_id) if topic.documents else None)
