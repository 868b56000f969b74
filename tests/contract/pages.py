"""What holds for every page that we write, read without a browser."""

from __future__ import annotations

import html.parser
import json
import re
from typing import Any


class Reader(html.parser.HTMLParser):
    """Tags and attributes of a page, its scripts, and the data that it carries."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.data: dict[str, Any] = {}
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self._in = ""
        self._block = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self._in = tag
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag == "script":
            given = dict(attrs)
            self._block = given.pop("id", "") if given.pop("type", "") else ""
            assert not given
            if not self._block:
                self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in == "script" and self._block:
            self.data[self._block.removeprefix("data-")] = json.loads(data)
        elif self._in == "script":
            self.scripts[-1] += data

    @property
    def blocks(self) -> dict[str, list[dict[str, Any]]]:
        """The blocks of every section of a report, those beside each other one by one."""
        found: dict[str, list[dict[str, Any]]] = {}
        for section in self.data["study"]["sections"]:
            flat: list[dict[str, Any]] = []
            for block in section["blocks"]:
                flat += block["blocks"] if block["kind"] == "beside" else [block]
            found[section["name"]] = flat
        return found

    def said(self, kind: str = "say") -> str:
        """All words of a kind of block."""
        texts = (b["text"] for blocks in self.blocks.values() for b in blocks if b["kind"] == kind)
        return "\n".join(texts)


def check_safe(page: str) -> Reader:
    """One script, ours; no handler; no address but the names of SVG's own vocabularies."""
    from sumscope.report.study_page import _script

    read = Reader(page)
    assert read.scripts in ([_script("study.js")], [_script("topic.js")])
    assert not {name for name in read.attributes if name.startswith("on")}
    assert not read.tags & {"iframe", "object", "embed", "form", "base", "img", "audio", "video"}
    addresses = set(re.findall(r"https?://[^\s\"'<;]+", page))
    assert all("w3.org" in address for address in addresses), addresses
    assert not re.search(r"url\((?!#)", page)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert "default-src &#x27;none&#x27;" in policy[1]
    assert "unsafe" not in policy[1]
    return read
