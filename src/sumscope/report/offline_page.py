"""A judge's tasks as one file that works from disk and gives the work back as a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sumscope.report.bundle import SHARED_STYLES, bundle, single_page, styles


def offline_page(judge: str, tasks: Sequence[Mapping[str, object]]) -> str:
    """The page of one judge.

    Each task is what `GET /api/tasks/ID` answers, with its operations so far under `log`. The page
    gives back a file of the form `{"format": "sumscope-answers", ...}`, which `gold import` takes.
    """
    data = {"format": "sumscope-page", "version": 1, "judge": judge, "tasks": list(tasks)}
    return single_page(
        title=f"Tasks of {judge}",
        script=bundle("workbench/offline.js"),
        style=styles(*SHARED_STYLES, "workbench/work.css"),
        data={"page": data},
        body='<div id="app"><noscript>This page needs JavaScript.</noscript></div>',
    )
