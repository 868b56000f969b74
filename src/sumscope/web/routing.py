"""Routing: parse and check the body, identify the caller, answer JSON.

A route is a line in a table: method, path, who may call it, and a function from `Call` to plain
values. The function runs in a thread, so the store may take its time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route as StarletteRoute

from sumscope.core.errors import SumscopeError
from sumscope.corpus.jsonl import decode_line
from sumscope.web.context import Call, Context
from sumscope.workbench.store import sessions
from sumscope.workbench.store.entries import ConflictError, OperationError, SubmittedError
from sumscope.workbench.store.projects import NotFoundError

BODY = 1 << 20
LARGE_BODY = 64 << 20
BODY_SECONDS = 120
JUDGE_COOKIE = "sumscope_judge"
OWNER_COOKIE = "sumscope_owner"

Answer = object  # plain values for JSON, or a Response


class Refusal(SumscopeError):  # noqa: N818 (an answer, not a fault)
    """An answer other than 200, with its reason."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True)
class Route:
    """One line of the table; `who` is anyone, judge, owner or either."""

    method: str
    path: str
    function: Callable[[Call], Answer]
    who: str
    limit: int = BODY
    raw: bool = False


def starlette_route(route: Route, context: Context) -> StarletteRoute:
    """The route as Starlette wants it."""
    return StarletteRoute(
        route.path, partial(_answer, route, context), methods=[route.method], name=route.path
    )


async def _answer(route: Route, context: Context, request: Request) -> Response:
    try:
        raw = await _body(request, route.limit) if route.method == "POST" else b""
        body = None if route.raw or not raw else _decoded(request, raw)
        answer = await run_in_threadpool(_call, route, context, request, body, raw)
    except Refusal as error:
        return JSONResponse({"error": error.what}, error.status)
    except ClientDisconnect:
        return Response(status_code=400)
    return answer


def _call(route: Route, context: Context, request: Request, body: object, raw: bytes) -> Response:
    cookies = request.cookies
    database = context.database
    owner_token, judge_token = cookies.get(OWNER_COOKIE), cookies.get(JUDGE_COOKIE)
    owner = False
    if owner_token and route.who != "judge":
        found = sessions.owner_of(database, owner_token)
        owner = found is not None and (
            found.launch == context.launch if context.password is None else found.launch is None
        )
    judge = sessions.judge_of(database, judge_token) if judge_token else None
    call = Call(
        context,
        request.path_params,
        dict(request.query_params),
        body,
        raw,
        judge,
        owner,
        cookies,
        request.url.scheme == "https",
    )
    if route.who == "owner" and not owner:
        return _error(403 if judge is not None else 401, "only the owner may do this")
    if (route.who == "judge" and judge is None) or (
        route.who == "either" and judge is None and not owner
    ):
        return _error(401, "open your own address first")
    try:
        answer = route.function(call)
    except Refusal as error:
        return _error(error.status, error.what)
    except NotFoundError as error:
        return _error(404, str(error))
    except ConflictError as error:
        since = [one.to_json() for one in error.since]
        return _error(409, error.what, version=error.version, since=since)
    except OperationError as error:
        return _error(422, error.what, seq=error.seq)
    except SubmittedError as error:
        return _error(403, str(error))
    except SumscopeError as error:
        return _error(422, str(error))
    return answer if isinstance(answer, Response) else JSONResponse(answer)


async def _body(request: Request, limit: int) -> bytes:
    length = request.headers.get("content-length")
    if length is not None and (not length.isdecimal() or len(length) > 18 or int(length) > limit):
        raise Refusal(413, f"the request has more than {limit} bytes")

    async def read() -> bytes:
        parts, size = [], 0
        async for part in request.stream():
            size += len(part)
            if size > limit:
                raise Refusal(413, f"the request has more than {limit} bytes")
            parts.append(part)
        return b"".join(parts)

    try:
        return await asyncio.wait_for(read(), BODY_SECONDS)
    except asyncio.TimeoutError:
        raise Refusal(408, "the request did not arrive in time") from None


def _decoded(request: Request, raw: bytes) -> object:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal(415, "the body must be application/json")
    try:
        value: object = decode_line(raw, "the request")
    except SumscopeError as error:
        raise Refusal(400, error.what) from None
    return value


async def read_json(request: Request, limit: int) -> object:
    """The body of a request that is not in the table."""
    return _decoded(request, await _body(request, limit))


def _error(status: int, reason: str, **more: object) -> Response:
    return JSONResponse({"error": reason, **more}, status)


# Reading the body of a call.


def fields(call: Call, *required: str, optional: tuple[str, ...] = ()) -> dict[str, object]:
    """The body as an object with these keys and no others."""
    body = {} if call.body is None and not required else call.body
    if not isinstance(body, dict):
        raise Refusal(400, "expected a JSON object")
    for key in required:
        if key not in body:
            raise Refusal(400, f"the key {key!r} is missing")
    for key in body:
        if key not in required and key not in optional:
            raise Refusal(400, f"unknown key {str(key)[:40]!r}")
    return body


def string(given: dict[str, object], key: str, longest: int = 4000) -> str:
    """A string of the body."""
    value = given[key]
    if not isinstance(value, str) or len(value) > longest:
        raise Refusal(400, f"{key} must be a string of at most {longest} characters")
    return value


def number(value: object, key: str, low: int = 0, high: int = 2**53) -> int:
    """A whole number of the body."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Refusal(400, f"{key} must be a whole number from {low} to {high}")
    return value


def optional_string(given: dict[str, object], key: str, longest: int = 4000) -> str | None:
    """A string of the body, or nothing."""
    return None if given.get(key) is None else string(given, key, longest)


def query_number(call: Call, key: str) -> int | None:
    """A whole number of the address, or nothing."""
    value = call.query.get(key)
    if value is None:
        return None
    if not (value.isascii() and value.isdecimal() and len(value) < 16):
        raise Refusal(400, f"{key} must be a whole number")
    return int(value)


def one_of(call: Call, key: str, known: tuple[str, ...]) -> str:
    """A word of the address; the first of `known` if it is missing."""
    value = call.query.get(key, known[0])
    if value not in known:
        raise Refusal(400, f"{key} must be one of {', '.join(known)}")
    return value
