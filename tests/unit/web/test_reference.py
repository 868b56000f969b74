"""The reference page names every address that the server answers."""

from __future__ import annotations

import re
from pathlib import Path

from sumscope.web.application import ROUTES

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "http.md"


def test_every_route_is_documented() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for route in ROUTES:
        if not route.path.startswith("/api/"):
            continue
        path = route.path.replace("{task}", "ID").replace("{project}", "P")
        path = re.sub(r"\{name[^}]*\}", "NAME", path)
        assert re.search(rf"{route.method} {re.escape(path)}[`?]", text), route
