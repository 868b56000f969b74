"""A study as one offline HTML file: sections of words, tables and figures; details on demand.

Everything that comes from data is escaped here or travels as JSON text inside `<template>`, which
our one script (named by its hash in the page's policy) shows as text. Nothing is fetched.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path

from sumscope._version import __version__
from sumscope.report.drawing import settle, to_svg
from sumscope.report.reproduction import Picture, ResultTable

# A table of more rows is paged: these many stand in the page, the rest is data that it reads.
PAGE_ROWS = 12
# Texts beside summaries are kept inside the page up to this many characters, else beside it.
INSIDE = 4_000_000


# Words of a script that runs from right to left, with what stands between them.
_LEFTWARDS = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]"
_RUN = re.compile(rf"{_LEFTWARDS}+(?:[\s\u200b-\u200f]+{_LEFTWARDS}+)*")


def prose(text: str) -> str:
    """A sentence of ours, which may quote data: escaped, `names` as code.

    What runs from right to left is set apart, so that it does not move the numbers beside it.
    """
    safe = _RUN.sub(lambda run: f"<bdi>{run[0]}</bdi>", escape(text))
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)


@dataclass
class Section:
    """One part of the report: what it says, in order."""

    title: str
    parts: list[str] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        """The name that links use."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")

    def say(self, text: str, soft: bool = False) -> None:
        """Add a paragraph."""
        self.parts.append(f"<p{' class=soft' if soft else ''}>{prose(text)}</p>")

    def head(self, text: str) -> None:
        """Add a heading."""
        self.parts.append(f"<h3>{prose(text)}</h3>")

    def absent(self, text: str) -> None:
        """Say what the corpus does not allow, and what would."""
        self.parts.append(f'<p class="absent">{prose(text)}</p>')

    def items(self, lines: Iterable[str]) -> None:
        """Add a list."""
        inside = "".join(f"<li>{escape(line)}</li>" for line in lines)
        self.parts.append(f'<ul class="say">{inside}</ul>')

    def command(self, text: str) -> None:
        """Add a command line."""
        self.parts.append(f"<pre>{escape(text)}</pre>")

    def fold(self, title: str, lines: Iterable[str]) -> None:
        """Add lines that are shown on demand."""
        inside = "".join(f"<li>{escape(line)}</li>" for line in lines)
        self.parts.append(
            f'<details><summary>{escape(title)}</summary><ol class="say">{inside}</ol></details>'
        )


class Report:
    """A title, sections, and every table and figure that stands in them."""

    def __init__(self, title: str, lead: str) -> None:
        self.title = title
        self.lead = lead
        self.findings: list[str] = []
        self.sections: list[Section] = []
        self.tables: list[ResultTable] = []
        self.pictures: list[Picture] = []
        self.readings: list[str] = []  # fragments, one a topic; shown on demand
        self.most_inside = INSIDE
        self._files: dict[str, str] = {}

    def section(self, title: str) -> Section:
        """Begin a section."""
        self.sections.append(Section(title))
        return self.sections[-1]

    def table(
        self,
        section: Section | None,
        table: ResultTable,
        links: Sequence[str | None] | None = None,
    ) -> str:
        """Keep a table, and add it to a section; `links` lead from its rows."""
        self.tables.append(table)
        html = table_html(table, links)
        if section is not None:
            section.parts.append(html)
        return html

    def picture(
        self, section: Section | None, name: str, caption: str, figure: object, links: bool = False
    ) -> str:
        """Keep a figure, and add it to a section."""
        self.pictures.append(Picture(name, caption, figure))
        settle(figure)
        svg = to_svg(figure)
        # As a file of its own it lies one folder further down.
        self._files[name] = svg.replace('xlink:href="topics/', 'xlink:href="../topics/')
        html = picture_html(name, caption, svg, links)
        if section is not None:
            section.parts.append(html)
        return html

    def svg(self, name: str) -> str:
        """The drawing of a picture as it goes to its own file."""
        return self._files[name]

    def beside(self, section: Section, *pieces: str) -> None:
        """Add pieces that stand beside each other where there is room."""
        inside = "".join(f"<div>{piece}</div>" for piece in pieces)
        section.parts.append(f'<div class="grid">{inside}</div>')

    def __str__(self) -> str:
        links = "".join(
            f'<li><a href="#{section.anchor}">{escape(section.title)}</a></li>'
            for section in self.sections
        )
        found = "".join(f"<li>{prose(line)}</li>" for line in self.findings)
        body = "".join(
            f'<section aria-labelledby="{s.anchor}"><h2 id="{s.anchor}">{escape(s.title)}</h2>'
            + "".join(s.parts)
            + "</section>\n"
            for s in self.sections
        )
        readings, reader = "", ""
        if self.readings:
            readings = "".join(
                f'<template id="topic-{number:05d}">{fragment}</template>\n'
                for number, fragment in enumerate(self.readings, 1)
            )
            reader = (
                '<dialog id="reader" aria-label="Source beside summary"><div class="bar"></div>'
                '<div class="inside"></div></dialog>\n'
            )
        script = asset("study.js")
        return (
            head(self.title, script)
            + '<body class="side">\n<a class="skip" href="#top">Skip to content</a>\n'
            f"<header><h1>{escape(self.title)}</h1><p>{prose(self.lead)}</p>"
            + (f'<ul class="key" aria-label="Findings">{found}</ul>' if found else "")
            + f'</header>\n<nav aria-label="Sections"><ul>{links}</ul></nav>\n'
            f'<main id="top">{body}</main>\n'
            f"<footer>Made by sumscope {escape(__version__)}.</footer>\n"
            f"{reader}{readings}<script>{script}</script>\n</body>\n</html>\n"
        )


def reading_page(title: str, fragment: str) -> str:
    """A reading as a page of its own, which lies beside the report."""
    fragment = re.sub(r"<(/?)h2", r"<\1h1", fragment).replace("<h3", "<h2").replace("</h3", "</h2")
    return (
        head(title, None)
        + '<body>\n<header><nav aria-label="Report"><a href="../index.html">Back to the report</a>'
        f"</nav></header>\n<main>{fragment}</main>\n"
        f"<footer>Made by sumscope {escape(__version__)}.</footer>\n</body>\n</html>\n"
    )


def head(title: str, script: str | None) -> str:
    """The beginning of a document: policy, style, title."""
    allowed = ""
    if script is not None:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        allowed = f"script-src 'sha256-{digest}'; "
    style = asset("study.css")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"{allowed}style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
        "form-action 'none'\">\n"
        f'<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n"
    )


@cache
def asset(name: str) -> str:
    """One of our own files that become part of a page."""
    return (Path(__file__).parent / "assets" / name).read_text(encoding="utf-8")


def table_html(table: ResultTable, links: Sequence[str | None] | None = None) -> str:
    """A table with its downloads; a long one is paged."""
    wide = range(len(table.heading))
    words = [i == 0 or any(isinstance(row[i], str) for row in table.rows) for i in wide]

    def kind(index: int) -> str:
        return ' class="w"' if words[index] else ""

    heading = "".join(
        f'<th scope="col"{kind(i)}>{escape(name)}</th>' for i, name in enumerate(table.heading)
    )
    body = []
    for at, row in enumerate(table.first(PAGE_ROWS).shown()):
        first, link = escape(row[0]), links[at] if links else None
        if link:
            first = f'<a href="{escape(link)}">{first}</a>'
        cells = "".join(f"<td{kind(i)}>{escape(cell)}</td>" for i, cell in enumerate(row) if i)
        body.append(f'<tr><th scope="row"{kind(0)}>{first}</th>{cells}</tr>')
    data, paged = "", ""
    if len(table.rows) > PAGE_ROWS:
        digits = [table.digits] * len(wide) if isinstance(table.digits, int) else list(table.digits)
        rows = [[_short(cell, digits[i]) for i, cell in enumerate(row)] for row in table.rows]
        broken = [any(isinstance(row[i], float) for row in table.rows) for i in wide]
        shown = [d if b else None for d, b in zip(digits, broken, strict=True)]
        value = {"words": words, "digits": shown, "rows": rows, "links": links}
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        data, paged = f"<template>{escape(text, quote=False)}</template>", " paged"
    more = len(table.rows) - PAGE_ROWS
    note = f" The first {PAGE_ROWS} of {len(table.rows)} rows stand here without scripts."
    return (
        f'<div class="table{paged}"><div class="wide" tabindex="0" role="region" '
        f'aria-label="{escape(table.caption)}"><table><caption>{escape(table.caption)}</caption>'
        f"<thead><tr>{heading}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
        f"{data}{downloads('tables', table.name, ('csv', 'json', 'tex'))}"
        + (f"<noscript><p class=soft>{note}</p></noscript>" if more > 0 else "")
        + "</div>"
    )


def downloads(folder: str, name: str, endings: Sequence[str]) -> str:
    """Links to the files that lie beside the page."""
    links = "".join(
        f'<a href="{folder}/{name}.{e}" aria-label="{name} as {e.upper()}">{e.upper()}</a>'
        for e in endings
    )
    return f'<p class="get">Get it as {links}</p>'


def _short(cell: str | int | float | None, digits: int) -> str | int | float | None:
    return round(cell, digits) if isinstance(cell, float) else cell


# Inside tags only: words of the drawing may stand between them.
_IDS = re.compile(r'(\bid="|url\(#|xlink:href="#)(?=[^<>]*>)')
_COLOURS = re.compile(r"#(?:1c2430|000000|ffffff|e3e7ec)(?=[^<>]*>)")
_PAGE = {"#ffffff": "var(--card)", "#e3e7ec": "var(--line)"}


def picture_html(name: str, caption: str, svg: str, links: bool = False) -> str:
    """A drawing of ours inside the page, in the page's colours, with names of its own."""
    drawn = svg[svg.index("<svg") :]
    drawn = _IDS.sub(lambda match: f"{match[0]}{name}-", drawn)
    drawn = _COLOURS.sub(lambda match: _PAGE.get(match[0], "currentColor"), drawn)
    drawn = drawn.replace("<svg ", '<svg fill="currentColor" ', 1)
    label = escape(caption)
    if links:
        # Points can be clicked; from the keyboard the same links stand in the table of summaries.
        drawn = drawn.replace("<a xlink:href", '<a tabindex="-1" xlink:href')
        drawn = drawn.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)
    else:
        drawn = drawn.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    return (
        f'<figure id="figure-{name}"><div class="wide" tabindex="0" role="region" '
        f'aria-label="Figure: {label}">{drawn}</div><figcaption>{label}</figcaption>'
        f"{downloads('figures', name, ('svg', 'png'))}</figure>"
    )
