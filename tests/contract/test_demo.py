"""`sumscope demo`: the page holds every section, nothing from outside, and comes out the same."""

from __future__ import annotations

import html.parser
import re
from pathlib import Path
from typing import Any

SECTIONS = [
    "Leaderboard",
    "Extractive oracles",
    "Measures beside judgements",
    "Agreement of the judges",
    "Communities of sentences",
    "Growth of word networks",
    "Scores by topic",
    "How these numbers were made",
]


class _Headings(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._inside = tag == "h2"
        assert tag != "script"

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found.append(data)
            self._inside = False


def test_demo(cli: Any, tmp_path: Path) -> None:
    done = cli("demo", "-o", tmp_path / "a")
    assert done.status == 0
    assert "Report:" in done.out
    page = (tmp_path / "a/index.html").read_text(encoding="utf-8")
    headings = _Headings()
    headings.feed(page)
    assert headings.found == SECTIONS
    assert page.count("<svg") == 6
    # The only addresses are the names of SVG's own vocabularies, which nothing fetches.
    addresses = set(re.findall(r"https?://[^\s\"'<]+", page))
    assert all("w3.org" in address for address in addresses)
    assert not re.search(r"<(?:link|img|iframe|object)\b|url\((?!#)", page)
    cli("demo", "-o", tmp_path / "b", "--json")
    for made in (tmp_path / "a").iterdir():
        assert made.read_bytes() == (tmp_path / "b" / made.name).read_bytes(), made.name


def test_the_order_of_the_peers_is_the_designed_one(cli: Any, tmp_path: Path) -> None:
    board = cli("demo", "-o", tmp_path, "--json").json["leaderboard"]
    means = {row["peer"]: row["mean"] for row in board if row["measure"] == "rouge-2"}
    assert min(means["fluent"], means["extractor"]) > means["lead"] > means["drifter"]
    assert means["drifter"] > means["noise"]


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    from sumscope.report.page import Page, paragraph, table

    page = Page("<script>alert(1)</script>", "a & b")
    page.section("<img src=x onerror=alert(1)>")
    page.add(paragraph("<b>"))
    page.add(table('"><script>', ["<i>"], [["<u>", "</td><script>"]]))
    text = str(page)
    assert "<script" not in text.replace("</script>", "")
    assert "<img" not in text
    assert "&lt;u&gt;" in text
