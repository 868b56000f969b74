"""Checks on every request before anything else, and headers on every answer.

Refused: another Host than ours (DNS rebinding), a foreign Origin, requests that a browser marks as
coming from elsewhere, changes without the header that no form of another site can send, bodies
that are too large.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sumscope.web.context import Context

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SAFE = ("GET", "HEAD")
FROM_HERE = ("same-origin", "none")
# A judge may follow a link in a web mail: the answer is still a refusal, with a link to go on.
DOORS = ("/j/", "/o/")


class Guard:
    """ASGI middleware with the checks and the headers."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self.app = app
        self.context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        refused = self.refusal(scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        app: ASGIApp = self.app if refused is None else refused
        await app(scope, receive, with_headers)

    def refusal(self, scope: Scope) -> Response | None:
        """What is wrong with a request, if anything."""
        headers = Headers(scope=scope)
        method, path = scope["method"], scope["path"]
        host = headers.get("host", "")
        if not self.is_our_host(host):
            return _refuse(403, "this address is not one of the server's")
        origin = headers.get("origin")
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return _refuse(403, "requests from other sites are refused")
        site = headers.get("sec-fetch-site")
        if site is not None and site not in FROM_HERE:
            if method == "GET" and path.startswith(DOORS):
                return _door(path)
            return _refuse(403, "requests from other sites are refused")
        if method not in SAFE and headers.get("x-sumscope") != "1":
            return _refuse(403, "the header X-Sumscope: 1 is missing")
        return None

    def is_our_host(self, host: str) -> bool:
        """Whether the Host header names this server."""
        if host.lower() in self.context.hosts:
            return True
        name, _, port = host.rpartition(":")
        if not name or not port.isdecimal():
            name = host
        name = name.lower()
        if name in self.context.hosts:
            return True
        if not self.context.any_address:
            return False
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True


def our_hosts(host: str, port: int, more: Iterable[str] = ()) -> frozenset[str]:
    """The Host headers of a server: with its port; names given besides, with any port."""
    import socket

    names = {host.lower()}
    if host in ("127.0.0.1", "::1", "localhost"):
        names = {"127.0.0.1", "localhost", "::1"}
    elif host in ("0.0.0.0", "::"):
        names = {"localhost", socket.gethostname().lower(), socket.getfqdn().lower()}
    ours = set()
    for name in names:
        written = f"[{name}]" if ":" in name else name
        ours |= {f"{written}:{port}"} | ({written} if port in (80, 443) else set())
    return frozenset(ours | {name.lower() for name in more})


def _refuse(status: int, reason: str) -> Response:
    return JSONResponse({"error": reason}, status)


def _door(path: str) -> Response:
    from html import escape

    link = escape(path, quote=True)
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Open the workbench</title>'
        "<h1>Open the workbench</h1><p>This address was opened from another site. "
        f'<a href="{link}">Go on to the workbench</a>.</p></html>'
    )
    return Response(page, 403, media_type="text/html")
