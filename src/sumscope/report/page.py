"""One offline HTML page: no outside request, no script; light and dark; prints well.

Everything that comes from data goes through `escape`; figures come as SVG that we drew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from sumscope._version import __version__

_STYLE = """
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5a6675;--line:#d9dee5;--paper:#fff;
--tint:#f4f6f9;--key:#0b5cad}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#a3adba;--line:#384150;
--paper:#14181f;--tint:#1c222c;--key:#7db7f5}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
a{color:var(--key)}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem}
header,main,footer{max-width:72rem;margin:0 auto;padding:1rem 1.25rem}
header{padding-top:2rem}h1{font-size:1.9rem;line-height:1.2;margin:0 0 .3rem}
h2{font-size:1.35rem;margin:2.4rem 0 .4rem;padding-top:.6rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.4rem 0 .3rem}
p{max-width:46rem;margin:.4rem 0}.soft,figcaption,caption,footer{color:var(--soft);font-size:.9rem}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1rem;padding:0;margin:.8rem 0}
.wide{overflow-x:auto;margin:.6rem 0 1.2rem}
.wide:focus{outline:2px solid var(--key)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.2rem 0 .4rem}
th,td{padding:.3rem .7rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th.w,td.w{text-align:left;white-space:normal;min-width:6rem;overflow-wrap:anywhere}
thead th{border-bottom:2px solid var(--line);background:var(--tint)}
tbody th{font-weight:600}
figure{margin:1rem 0}figure svg{max-width:100%;height:auto;background:#fff;border-radius:6px}
code{background:var(--tint);padding:.1rem .3rem;border-radius:4px;overflow-wrap:anywhere}
@media print{nav,.skip{display:none}h2{break-after:avoid}table,figure{break-inside:avoid}
body{font-size:11pt}}
"""


class Page:
    """Sections in order; `str(page)` is the whole document."""

    def __init__(self, title: str, lead: str, lang: str = "en") -> None:
        self.title = title
        self.lead = lead
        self.lang = lang
        self._sections: list[tuple[str, str, list[str]]] = []

    def section(self, title: str) -> None:
        """Begin a section; what is added next belongs to it."""
        anchor = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        self._sections.append((anchor, title, []))

    def add(self, html: str) -> None:
        """Add a piece of HTML that one of this module's functions made."""
        if not self._sections:
            self.section("Overview")
        self._sections[-1][2].append(html)

    def __str__(self) -> str:
        links = "".join(
            f'<li><a href="#{anchor}">{escape(title)}</a></li>'
            for anchor, title, _ in self._sections
        )
        body = "".join(
            f'<section aria-labelledby="{anchor}"><h2 id="{anchor}">{escape(title)}</h2>'
            + "".join(parts)
            + "</section>"
            for anchor, title, parts in self._sections
        )
        return (
            f'<!doctype html>\n<html lang="{escape(self.lang)}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
            "style-src 'unsafe-inline'; img-src data:\">\n"
            f"<title>{escape(self.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
            '<a class="skip" href="#top">Skip to content</a>\n'
            f"<header><h1>{escape(self.title)}</h1><p>{escape(self.lead)}</p>"
            f'<nav aria-label="Sections"><ul>{links}</ul></nav></header>\n'
            f'<main id="top">{body}</main>\n'
            f"<footer>Made by sumscope {escape(__version__)}.</footer>\n</body>\n</html>\n"
        )


def paragraph(text: str, soft: bool = False) -> str:
    """Plain words."""
    return f"<p{' class=soft' if soft else ''}>{escape(text)}</p>"


def heading(text: str) -> str:
    """A heading inside a section."""
    return f"<h3>{escape(text)}</h3>"


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """A table; the first `words` columns are words, the others numbers."""

    def kind(index: int) -> str:
        return ' class="w"' if index < words else ""

    top = "".join(f'<th scope="col"{kind(i)}>{escape(name)}</th>' for i, name in enumerate(head))
    body = ""
    for row in rows:
        cells = "".join(f"<td{kind(i)}>{escape(cell)}</td>" for i, cell in enumerate(row) if i)
        body += f'<tr><th scope="row"{kind(0)}>{escape(row[0])}</th>{cells}</tr>'
    label = escape(caption, quote=True)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{label}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{top}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def figure(svg: str, caption: str) -> str:
    """A figure of ours (SVG text) with its caption."""
    start = svg.index("<svg")
    return (
        f'<figure role="img" aria-label="{escape(caption, quote=True)}">{svg[start:]}'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )
