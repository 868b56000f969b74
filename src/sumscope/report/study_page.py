"""A study as one offline HTML file: sections of words, tables and figures; details on demand.

Everything that comes from data is escaped here or travels as JSON text inside `<template>`, which
our one script (named by its hash in the page's policy) shows as text. Nothing is fetched.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path

from sumscope._version import __version__
from sumscope.report.blocks import (
    Block,
    Command,
    Drawing,
    Fold,
    Heading,
    Missing,
    Say,
    Table,
    View,
)
from sumscope.report.drawing import save, settle, to_svg
from sumscope.report.reproduction import ResultTable

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


class Page:
    """The report: a title, findings, sections; and its figures, each drawn once."""

    def __init__(
        self,
        title: str,
        lead: str,
        findings: Sequence[str],
        views: Sequence[View],
        readings: Sequence[str] = (),
    ) -> None:
        self.title = title
        self.lead = lead
        self.findings = findings
        self.views = views
        self.readings = readings  # fragments, one a topic; shown on demand
        self._drawn = {d.name: _Drawn(d) for view in views for d in view.drawings}

    def svg(self, name: str) -> str:
        """The drawing of a figure as it goes to its own file, one folder further down."""
        return self._drawn[name].svg.replace('xlink:href="topics/', 'xlink:href="../topics/')

    def save(self, name: str, path: Path) -> None:
        """Write a figure as a picture."""
        save(self._drawn[name].figure, path, dpi=110)

    def __str__(self) -> str:
        links = "".join(
            f'<li><a href="#{anchor(view.title)}">{escape(view.title)}</a></li>'
            for view in self.views
        )
        found = "".join(f"<li>{prose(line)}</li>" for line in self.findings)
        svgs = {name: drawn.svg for name, drawn in self._drawn.items()}
        body = "".join(
            f'<section aria-labelledby="{anchor(view.title)}">'
            + view_html(view, svgs)
            + "</section>\n"
            for view in self.views
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


class _Drawn:
    """A figure, drawn and laid out once."""

    def __init__(self, drawing: Drawing) -> None:
        self.figure = drawing.draw()
        settle(self.figure)
        self.svg = to_svg(self.figure)


def anchor(title: str) -> str:
    """The name of a section that links use."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def view_html(view: View, svgs: Mapping[str, str] | None = None) -> str:
    """A section with its heading; figures are drawn where no `svgs` by name are given."""
    if svgs is None:
        svgs = {drawing.name: _Drawn(drawing).svg for drawing in view.drawings}
    title = f'<h2 id="{anchor(view.title)}">{escape(view.title)}</h2>'
    return title + "".join(block_html(block, svgs) for block in view.blocks)


def block_html(block: Block, svgs: Mapping[str, str]) -> str:
    """One block of a section."""
    if isinstance(block, Say):
        return f"<p{' class=soft' if block.soft else ''}>{prose(block.text)}</p>"
    if isinstance(block, Heading):
        return f"<h3>{prose(block.text)}</h3>"
    if isinstance(block, Missing):
        return f'<p class="absent">{prose(block.text)}</p>'
    if isinstance(block, Command):
        return f"<pre>{escape(block.text)}</pre>"
    if isinstance(block, Fold):
        inside = "".join(f"<li>{escape(line)}</li>" for line in block.lines)
        title = f"<summary>{escape(block.title)}</summary>"
        return f'<details>{title}<ol class="say">{inside}</ol></details>'
    if isinstance(block, Table):
        return table_html(block.table, block.links)
    if isinstance(block, Drawing):
        return picture_html(block.name, block.caption, svgs[block.name], block.links)
    inside = "".join(f"<div>{block_html(one, svgs)}</div>" for one in block.blocks)
    return f'<div class="grid">{inside}</div>'


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
