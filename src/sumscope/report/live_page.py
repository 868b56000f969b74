"""Pages of a study as a server shows them: the data of the file, the modules by address.

Only data is taken from the file, so that a study made by somebody else runs no script of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from typing import Any

from sumscope._version import __version__
from sumscope.core.errors import SumscopeError
from sumscope.report.bundle import SHARED_STYLES, json_block
from sumscope.report.study_page import report_body, topic_body, topic_title

STYLES = tuple(f"/pages/{path}" for path in (*SHARED_STYLES, "report/study.css"))
_BLOCK = re.compile(r'<script type="application/json" id="data-(\w+)">([^<]*)</script>')
_HOME = '<nav aria-label="Workbench"><a href="/">Workbench</a></nav>'


def live_report(page: str, where: str) -> str:
    """The report of a study for the server."""
    data = _data(page, "study", where)
    study = data["study"]
    if study.get("version") != __version__:
        raise SumscopeError(
            f"was made by sumscope {study.get('version')}, and this is {__version__}",
            where=where,
            hint="open its index.html from disk, or make the study again",
        )
    title, lead, line = (str(study.get(key, "")) for key in ("title", "lead", "line"))
    found = [str(one) for one in study.get("findings", ())]
    body = report_body(title, lead, line, found, _HOME)
    return _page(title, "/pages/report/study.js", data, body)


def live_topic(page: str, where: str) -> str:
    """The page of a topic for the server."""
    data = _data(page, "text", where)
    topic = str(data["text"].get("id", ""))
    return _page(topic_title(topic), "/pages/report/topic.js", data, topic_body(topic))


def waiting_page(title: str, words: str, again: bool) -> str:
    """A page without a script: what is going on; it asks `again` after a moment."""
    refresh = '<meta http-equiv="refresh" content="2">\n' if again else ""
    body = (
        f'<header class="top">{_HOME}<h1 dir="auto">{escape(title)}</h1></header>\n'
        f'<main><p role="status">{escape(words)}</p></main>\n<footer></footer>'
    )
    return _html(title, refresh, body)


def _data(page: str, wanted: str, where: str) -> Mapping[str, Any]:
    try:
        found = {name: json.loads(text) for name, text in _BLOCK.findall(page)}
    except (ValueError, RecursionError):
        found = {}
    if not isinstance(found.get(wanted), dict):
        raise SumscopeError("is not a page of a study", where=where, hint="make the study again")
    return found


def _page(title: str, script: str, data: Mapping[str, Any], body: str) -> str:
    blocks = "".join(
        f'<script type="application/json" id="data-{name}">{json_block(value)}</script>\n'
        for name, value in data.items()
    )
    return _html(title, "", f'{body}\n{blocks}<script type="module" src="{script}"></script>')


def _html(title: str, head: str, body: str) -> str:
    links = "".join(f'<link rel="stylesheet" href="{one}">\n' for one in STYLES)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n{head}'
        f'<link rel="icon" href="/pages/workbench/icon.svg" type="image/svg+xml">\n{links}'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
