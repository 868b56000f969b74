"""Reports in the workbench: studies the server was started with, and studies of its corpora."""

from __future__ import annotations

from urllib.parse import quote

from starlette.responses import RedirectResponse, Response

from sumscope.web.context import Call
from sumscope.web.routing import Answer, Refusal, Route

SHOWN = ("text/html", "image/")


def studies(call: Call) -> Answer:
    """The reports that can be shown."""
    return call.context.studies.listed()


def report(call: Call) -> Answer:
    """The address of a report ends with a slash, because its links are relative."""
    return RedirectResponse(f"/studies/{quote(call.params['name'], safe='')}/", 308)


def file(call: Call) -> Answer:
    """A file of a report; the report itself without one."""
    name = call.params["file"]
    found = call.context.studies.read(call.params["name"], name)
    if found is None:
        raise Refusal(404, "there is no such report or file")
    headers = {}
    if not found.kind.startswith(SHOWN):
        plain = name.rpartition("/")[2]
        headers["Content-Disposition"] = f'attachment; filename="{plain}"'
    return Response(found.content, media_type=found.kind, headers=headers)


ROUTES = (
    Route("GET", "/api/studies", studies, "owner"),
    Route("GET", "/studies/{name}", report, "owner"),
    Route("GET", "/studies/{name}/{file:path}", file, "owner"),
)
