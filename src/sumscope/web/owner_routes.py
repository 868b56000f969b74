"""What only the owner can ask for: projects, progress, agreement, adjudication, files."""

from __future__ import annotations

from sumscope.annotate.store.projects import judges_of, projects
from sumscope.annotate.store.work import task_rows
from sumscope.web.context import Call
from sumscope.web.routing import Answer, Route


def project_list(call: Call) -> Answer:
    """Every project, with how far it is."""
    made = []
    with call.context.database.read() as connection:
        for project in projects(connection):
            judges = {j.id for j in judges_of(connection, project.id) if not j.gold}
            rows = [r for r in task_rows(connection, project=project.id) if r.judge in judges]
            made.append(
                {
                    "id": project.id,
                    "name": project.settings.name,
                    "task": project.task,
                    "judges": len(judges),
                    "items": sum(row.units for row in rows),
                    "done": sum(row.done for row in rows),
                    "tasks": len(rows),
                    "submitted": sum(row.submitted is not None for row in rows),
                    "created": project.created,
                }
            )
    return made


def reopen(call: Call) -> Answer:
    """Let a judge go on with a task that was submitted."""
    row = call.context.work.reopen(call.params["task"])
    return {"version": row.version, "submitted": False}


ROUTES = (
    Route("GET", "/api/projects", project_list, "owner"),
    Route("POST", "/api/tasks/{task}/reopen", reopen, "owner"),
)
