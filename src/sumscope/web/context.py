"""Context of every request: the store, credentials and the available corpora."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sumscope.studies.live_study import LiveStudies
from sumscope.workbench.store.database import Database
from sumscope.workbench.store.projects import Judge
from sumscope.workbench.store.work import Work

FREE_TRIES = 5
FIRST_DELAY = 0.25
LONGEST_DELAY = 5.0
FORGET_SECONDS = 600.0
MOST_WAITING = 50


@dataclass
class Context:
    """One launch of the server."""

    database: Database
    work: Work
    corpora: Mapping[str, str] = field(default_factory=dict)
    password: str | None = None
    hosts: frozenset[str] = frozenset()
    any_address: bool = False
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    launch: str = field(default_factory=lambda: secrets.token_hex(8))
    address: str = ""
    studies: LiveStudies = field(default_factory=lambda: LiveStudies({}, {}))
    # Where the owner begins.
    home: str = "/"

    def __post_init__(self) -> None:
        self.throttle = Throttle()
        # Agreement of each project, under the versions of the work it rests on.
        self.kept: dict[str, tuple[object, dict[str, object]]] = {}
        self.computing = threading.Lock()

    def is_token(self, given: str) -> bool:
        """Whether this is the owner's token of this launch; none where a password is needed."""
        return self.password is None and same(given, self.token)

    def is_password(self, given: str) -> bool:
        """Whether this is the owner's password."""
        return self.password is not None and same(given, self.password)


@dataclass(frozen=True)
class Call:
    """A request after all checks: who calls, and what was sent."""

    context: Context
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: object = None
    raw: bytes = b""
    judge: Judge | None = None
    owner: bool = False
    cookies: Mapping[str, str] = field(default_factory=dict)
    secure: bool = False


class Throttle:
    """Slows down after too many wrong keys, tokens or passwords.

    The first few cost nothing; then each wrong one is answered later than the one before, one
    after the other, and where too many wait they are turned away.
    """

    def __init__(self) -> None:
        self.wrong = 0
        self.waiting = 0
        self._last = 0.0
        self._turn = asyncio.Lock()

    @property
    def delay(self) -> float:
        """Seconds to wait at the moment."""
        if time.monotonic() - self._last > FORGET_SECONDS:
            self.wrong = 0
        beyond = self.wrong - FREE_TRIES
        return 0.0 if beyond < 0 else min(FIRST_DELAY * 2.0 ** min(beyond, 10), LONGEST_DELAY)

    def failed(self) -> None:
        """Count a wrong one."""
        self.wrong += 1
        self._last = time.monotonic()

    async def wait(self) -> bool:
        """Wait for one's turn; False where too many wait already."""
        if not self.delay:
            return True
        if self.waiting >= MOST_WAITING:
            return False
        self.waiting += 1
        try:
            async with self._turn:
                await asyncio.sleep(self.delay)
        finally:
            self.waiting -= 1
        return True


def same(one: str, other: str) -> bool:
    """Compare two secrets in constant time."""
    digests: Sequence[bytes] = [
        hashlib.sha256(value.encode("utf-8", "surrogatepass")).digest() for value in (one, other)
    ]
    return hmac.compare_digest(*digests)
