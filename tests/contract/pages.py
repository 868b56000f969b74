"""What holds for every page that we write, read without a browser."""

from __future__ import annotations

import html.parser
import re
from typing import Any


class Reader(html.parser.HTMLParser):
    """Headings, tags and attributes of a page, and what its scripts hold."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.headings: list[str] = []
        self.scripts: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self._template = 0
        self._in = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self._in = tag
        self._template += tag == "template"
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag == "script":
            assert not attrs
            self.scripts.append("")
        if tag == "h2" and not self._template:
            self.headings.append("")

    def handle_endtag(self, tag: str) -> None:
        self._in = ""
        self._template -= tag == "template"

    def handle_data(self, data: str) -> None:
        if self._in == "script":
            self.scripts[-1] += data
        if self._in == "h2" and not self._template:
            self.headings[-1] += data


def check_safe(page: str) -> Reader:
    """One script, ours; no handler; no address but the names of SVG's own vocabularies."""
    from sumscope.report.study_page import asset

    read = Reader(page)
    assert read.scripts == [asset("study.js")]
    assert not {name for name in read.attributes if name.startswith("on")}
    assert not read.tags & {"iframe", "object", "embed", "form", "base", "img", "audio", "video"}
    addresses = set(re.findall(r"https?://[^\s\"'<;]+", page))
    assert all("w3.org" in address for address in addresses), addresses
    assert not re.search(r"url\((?!#)", page)
    return read
