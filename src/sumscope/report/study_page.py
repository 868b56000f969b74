"""A study as one offline HTML file that draws itself from the data it carries.

The page has one script and one style sheet, named by their hashes in its policy; everything that
comes from data travels as JSON and becomes text nodes. Nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape

from sumscope._version import __version__
from sumscope.report.blocks import (
    Block,
    Command,
    Drawing,
    Fold,
    Heading,
    Live,
    Missing,
    Say,
    Table,
    View,
)
from sumscope.report.bundle import SHARED_STYLES, JsonText, bundle, single_page, styles
from sumscope.report.drawing import settle, to_svg
from sumscope.report.overview import Overview

# Texts are kept inside the page up to this many bytes, else in a page for each topic beside it.
INSIDE = 2_500_000

# Words of a script that runs from right to left, with what stands between them.
_LEFTWARDS = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]"
_RUN = re.compile(rf"{_LEFTWARDS}+(?:[\s\u200b-\u200f._/-]+{_LEFTWARDS}+)*")


def prose(text: str) -> str:
    """A sentence of ours, which may quote data: escaped, `names` as code.

    What runs from right to left is set apart, so that it does not move the numbers beside it.
    """
    safe = _RUN.sub(lambda run: f"<bdi>{run[0]}</bdi>", escape(text))
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)


def study_page(
    title: str,
    lead: str,
    line: str,
    findings: Sequence[str],
    overview: Overview | None,
    sections: Sequence[tuple[str, View]],
    texts: Sequence[JsonText] | None,
) -> str:
    """The report. `texts` are its topics for reading (JSON of a `Reading` each), or None where
    they lie beside the page."""
    data: dict[str, object] = {
        "study": {
            "title": title,
            "lead": lead,
            "line": line,
            "version": __version__,
            "findings": list(findings),
            "overview": None if overview is None else overview.to_json(),
            "sections": [
                {
                    "name": name,
                    "title": view.title,
                    "brief": view.brief,
                    "blocks": view.for_page(),
                }
                for name, view in sections
            ],
        }
    }
    if texts is not None:
        data["texts"] = JsonText(f"[{','.join(texts)}]")
    return single_page(
        title=title,
        script=_script("study.js"),
        style=_style(),
        data=data,
        body=report_body(title, lead, line, findings),
    )


def report_body(
    title: str, lead: str, line: str, findings: Sequence[str], nav: str = "", by: str = __version__
) -> str:
    """What a report shows before its script draws it; `nav` is HTML of ours."""
    said = "".join(f"<li>{prose(one)}</li>" for one in findings)
    return (
        '<a class="skip" href="#main">Skip to content</a>\n'
        f'<header class="top">{nav}<h1 dir="auto">{escape(title)}</h1>'
        f'<p class="lead">{prose(lead)}</p><p class="soft small line">{prose(line)}</p></header>\n'
        f'<main id="main" tabindex="-1"><noscript><ul>{said}</ul><p>This report draws its '
        "tables and charts with a script that it carries. Without scripts, read the files in "
        "the folders tables and figures beside it.</p></noscript></main>\n"
        f"<footer>Made by sumscope {escape(by)}.</footer>"
    )


def topic_body(topic: str) -> str:
    """What the page of a topic shows before its script draws it."""
    return (
        f'<header class="top"><h1 dir="auto">{escape(topic_title(topic))}</h1>'
        '<nav aria-label="Report"><a href="../index.html">Back to the report</a></nav></header>\n'
        '<main id="main"></main>\n'
        f"<footer>Made by sumscope {escape(__version__)}.</footer>"
    )


def topic_title(topic: str) -> str:
    """The title of a topic's page."""
    return f"Topic {topic}"


def topic_page(
    topic: str,
    reading: JsonText,
    columns: Sequence[str],
    values: Mapping[str, Sequence[float | None]],
    before: str | None,
    after: str | None,
    lower: Sequence[str] = (),
) -> str:
    """A topic as a page of its own, beside the report: texts, scores, and the topics around it.

    `lower` are the columns in which less is better.
    """
    data: dict[str, object] = {
        "topic": {
            "columns": list(columns),
            "lower": list(lower),
            "values": {peer: list(row) for peer, row in values.items()},
            "before": before,
            "after": after,
        },
        "text": reading,
    }
    return single_page(
        title=topic_title(topic),
        script=_script("topic.js"),
        style=_style(),
        data=data,
        body=topic_body(topic),
    )


@cache
def _script(entry: str) -> str:
    return bundle(f"report/{entry}")


@cache
def _style() -> str:
    return styles(*SHARED_STYLES, "report/study.css")


def anchor(title: str) -> str:
    """The name of a section that links use."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def view_html(view: View) -> str:
    """A section as plain HTML, for notebooks; figures are drawn."""
    title = f'<h2 id="{anchor(view.title)}">{escape(view.title)}</h2>'
    return title + "".join(block_html(block) for block in view.blocks)


def block_html(block: Block) -> str:
    """One block of a section."""
    if isinstance(block, Say):
        return f"<p>{prose(block.text)}</p>"
    if isinstance(block, Heading):
        return f"<h3>{prose(block.text)}</h3>"
    if isinstance(block, Missing):
        return f"<p>{prose(block.text)}</p>"
    if isinstance(block, Command):
        return f"<pre>{escape(block.text)}</pre>"
    if isinstance(block, Fold):
        inside = "".join(f"<li>{escape(line)}</li>" for line in block.lines)
        return f"<details><summary>{escape(block.title)}</summary><ol>{inside}</ol></details>"
    if isinstance(block, Live):
        return ""
    if isinstance(block, Table):
        return block.table._repr_html_()
    if isinstance(block, Drawing):
        figure = block.draw()
        settle(figure)
        svg = to_svg(figure)
        caption = f"<figcaption>{escape(block.caption)}</figcaption>"
        return f"<figure>{svg[svg.index('<svg') :]}{caption}</figure>"
    return "".join(block_html(one) for one in block.blocks)
