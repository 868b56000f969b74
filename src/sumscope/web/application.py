"""The application: the table of routes behind the guard, and the files of the pages."""

from __future__ import annotations

import os
from importlib.resources import as_file

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from sumscope.report.bundle import pages
from sumscope.web import doors, judge_routes, owner_routes, study_routes
from sumscope.web.context import Context
from sumscope.web.routing import starlette_route
from sumscope.web.security import Guard

ROUTES = (*judge_routes.ROUTES, *owner_routes.ROUTES, *study_routes.ROUTES, *doors.ROUTES)


class _Files(StaticFiles):
    """Page modules and style sheets; browsers ask each time whether they have changed."""

    def __init__(self) -> None:
        with as_file(pages()) as path:
            super().__init__(directory=path, check_dir=False)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """One file."""
        answer = super().file_response(full_path, stat_result, scope, status_code)
        answer.headers["Cache-Control"] = "no-cache"
        if os.path.basename(full_path) == "sw.js":  # keeps the judges' pages for a reload offline
            answer.headers["Service-Worker-Allowed"] = "/"
        return answer


def application(context: Context) -> ASGIApp:
    """The whole application for one launch."""
    routes: list[BaseRoute] = [starlette_route(route, context) for route in ROUTES]
    routes += doors.doors(context)
    routes += [
        Mount("/pages", _Files()),
    ]
    inner = Starlette(routes=routes, exception_handlers={HTTPException: _http, Exception: _fault})
    return Guard(inner, context)


def _http(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = {404: "there is nothing at this address", 405: "this cannot be done here"}
    return JSONResponse({"error": said.get(status, "the request failed")}, status)


def _fault(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "the server failed; see where it was started"}, 500)
