"""The tasks that judges can be given: one state with its operations per file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sumscope.annotate.operations import State
from sumscope.annotate.tasks.cluster import ClusterState
from sumscope.annotate.tasks.extract import ExtractState
from sumscope.annotate.tasks.link import LinkState
from sumscope.annotate.tasks.prefer import PreferState
from sumscope.annotate.tasks.rate import RateState

EMPTY: Mapping[str, Callable[[], State]] = {
    "cluster": ClusterState,
    "link": LinkState,
    "extract": ExtractState,
    "rate": RateState,
    "prefer": PreferState,
}
TASKS = tuple(EMPTY)
BY_TOPIC = ("cluster", "link", "extract")
