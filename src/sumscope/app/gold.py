"""Annotation projects: create, follow, export and import."""

from __future__ import annotations

from sumscope.workbench.agreement import ProjectAgreement, agreement
from sumscope.workbench.answers import Imported
from sumscope.workbench.creation import corpora, new, parse_scale, plan, sample_reasons
from sumscope.workbench.exchange import Exported, backup, export, import_, page, page_text, take
from sumscope.workbench.owner import Disputed, disputed, edits, matrix, set_cause, states
from sumscope.workbench.status import JudgeStatus, ProjectStatus, TaskStatus, progress, status
from sumscope.workbench.store.projects import Created
from sumscope.workbench.tasks.cluster import sampled

__all__ = [
    "Created",
    "Disputed",
    "Exported",
    "Imported",
    "JudgeStatus",
    "ProjectAgreement",
    "ProjectStatus",
    "TaskStatus",
    "agreement",
    "backup",
    "corpora",
    "disputed",
    "edits",
    "export",
    "import_",
    "matrix",
    "new",
    "page",
    "page_text",
    "parse_scale",
    "plan",
    "progress",
    "sample_reasons",
    "sampled",
    "set_cause",
    "states",
    "status",
    "take",
]
