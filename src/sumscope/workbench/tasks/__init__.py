"""The tasks that judges can be given: one state with its operations per file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sumscope.workbench.operations import State
from sumscope.workbench.tasks.cluster import ClusterState
from sumscope.workbench.tasks.extract import ExtractState
from sumscope.workbench.tasks.link import LinkState
from sumscope.workbench.tasks.prefer import PreferState
from sumscope.workbench.tasks.rate import RateState

EMPTY: Mapping[str, Callable[[], State]] = {
    "cluster": ClusterState,
    "link": LinkState,
    "extract": ExtractState,
    "rate": RateState,
    "prefer": PreferState,
}
TASKS = tuple(EMPTY)
BY_TOPIC = ("cluster", "link", "extract")
