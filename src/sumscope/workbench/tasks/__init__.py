"""The tasks that judges can be given: one declaration per file, and the one list of them."""

from __future__ import annotations

from typing import Any

from sumscope.workbench.task import TaskKind
from sumscope.workbench.tasks.cluster import ClusterTask
from sumscope.workbench.tasks.extract import ExtractTask
from sumscope.workbench.tasks.link import LinkTask
from sumscope.workbench.tasks.prefer import PreferTask
from sumscope.workbench.tasks.rate import RateTask

TASKS: dict[str, TaskKind[Any]] = {
    kind.name: kind for kind in (ClusterTask(), LinkTask(), ExtractTask(), RateTask(), PreferTask())
}
