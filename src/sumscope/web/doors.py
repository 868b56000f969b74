"""Log in and out: addresses with a key, the owner's password, pages."""

from __future__ import annotations

from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route as StarletteRoute

from sumscope.report.bundle import pages
from sumscope.web.context import Call, Context
from sumscope.web.routing import (
    BODY,
    JUDGE_COOKIE,
    OWNER_COOKIE,
    Answer,
    Refusal,
    Route,
    fields,
    read_json,
    string,
)
from sumscope.workbench.store import sessions

TOO_MANY = "too many wrong keys; wait a little"


async def judge_door(context: Context, request: Request) -> Response:
    """A judge's own address."""
    judge = await run_in_threadpool(
        sessions.judge_with_key, context.database, request.path_params["key"]
    )
    if judge is None:
        return await _wrong(context, "this address is not valid; ask for a new one")
    token = await run_in_threadpool(partial(sessions.begin, context.database, judge=judge.id))
    return _let_in(request, "/work", JUDGE_COOKIE, token, sessions.JUDGE_DAYS * 86_400)


async def owner_door(context: Context, request: Request) -> Response:
    """The owner's address of this launch."""
    if not context.is_token(request.path_params["token"]):
        return await _wrong(context, "this address is not valid; see where the server was started")
    token = await run_in_threadpool(
        partial(sessions.begin, context.database, launch=context.launch)
    )
    return _let_in(request, context.home, OWNER_COOKIE, token, sessions.OWNER_HOURS * 3_600)


async def login(context: Context, request: Request) -> Response:
    """The owner's password; every try waits its turn once there were too many wrong ones."""
    if not await context.throttle.wait():
        return _refused(429, TOO_MANY)
    try:
        body = await read_json(request, BODY)
        given = string(fields(Call(context, {}, {}, body), "password"), "password")
    except Refusal as error:
        return _refused(error.status, error.what)
    if not context.is_password(given):
        context.throttle.failed()
        return _refused(403, "wrong password")
    token = await run_in_threadpool(partial(sessions.begin, context.database))
    answer = JSONResponse({"owner": True})
    _set_cookie(answer, request, OWNER_COOKIE, token, sessions.OWNER_HOURS * 3_600)
    return answer


def logout(call: Call) -> Answer:
    """End the sessions of this browser."""
    answer = JSONResponse({"owner": False, "judge": None})
    for name in (JUDGE_COOKIE, OWNER_COOKIE):
        if name in call.cookies:
            sessions.end(call.context.database, call.cookies[name])
            answer.delete_cookie(name, path="/", httponly=True, samesite="strict")
    return answer


def owner_page(call: Call) -> Answer:
    """The page of the owner."""
    return _page("owner.html") if call.owner else _page("login.html", 401)


def judge_page(call: Call) -> Answer:
    """The page of a judge; the owner works on the gold standard there."""
    inside = call.judge is not None or call.owner
    return _page("judge.html") if inside else _page("login.html", 401)


def doors(context: Context) -> list[StarletteRoute]:
    """The routes that set cookies."""
    return [
        StarletteRoute("/j/{key}", partial(judge_door, context), methods=["GET"]),
        StarletteRoute("/o/{token}", partial(owner_door, context), methods=["GET"]),
        StarletteRoute("/api/login", partial(login, context), methods=["POST"]),
    ]


ROUTES = (
    Route("POST", "/api/logout", logout, "anyone"),
    Route("GET", "/", owner_page, "anyone"),
    Route("GET", "/projects/{rest:path}", owner_page, "anyone"),
    Route("GET", "/work", judge_page, "anyone"),
    Route("GET", "/work/{rest:path}", judge_page, "anyone"),
)


def _page(name: str, status: int = 200) -> Response:
    page = pages() / "workbench" / name
    if not page.is_file():
        raise Refusal(404, f"the page {name} is not installed")
    return HTMLResponse(page.read_text(encoding="utf-8"), status)


def _let_in(request: Request, path: str, name: str, token: str, seconds: int) -> Response:
    answer = RedirectResponse(path, 303)
    _set_cookie(answer, request, name, token, seconds)
    return answer


def _set_cookie(answer: Response, request: Request, name: str, token: str, seconds: int) -> None:
    answer.set_cookie(
        name,
        token,
        max_age=seconds,
        path="/",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


async def _wrong(context: Context, reason: str) -> Response:
    context.throttle.failed()
    if not await context.throttle.wait():
        return _refused(429, TOO_MANY)
    return _refused(403, reason)


def _refused(status: int, reason: str) -> Response:
    headers = {"Retry-After": "5"} if status == 429 else None
    return JSONResponse({"error": reason}, status, headers=headers)
