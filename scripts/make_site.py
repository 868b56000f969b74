"""The documentation as a site of plain HTML files that works from disk: README and docs/*.md.

Usage: python scripts/make_site.py [FOLDER]   (default: site)

The search runs in the browser on an index that is written beside the pages; nothing is requested
from outside.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape, unescape
from pathlib import Path

from make_gallery import page as components_page
from markdown_it import MarkdownIt
from pygments.lexers import get_lexer_by_name
from pygments.token import Token

from sumscope import __version__
from sumscope.report.bundle import styles

ROOT = Path(__file__).parents[1]
HERE = Path(__file__).parent
COMPONENTS = "components.html"
# The order of the menu. A folder stands for its pages that are not named anywhere.
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Start", ("README.md", "docs/tutorial.md", "docs/how-to/example.md", "docs/gallery.md")),
    (
        "Score and compare",
        tuple(
            f"docs/how-to/{name}.md"
            for name in ("rouge", "tables", "convert", "meta", "study", "oracle", "summarize")
        ),
    ),
    (
        "Work with judges",
        tuple(
            f"docs/how-to/{name}.md"
            for name in (
                *("cluster-study", "ratings", "preferences", "for-judges", "adjudicate"),
                *("agreement", "judges", "rank", "replace-a-judge"),
            )
        ),
    ),
    ("More tasks", ("docs/how-to",)),
    ("Reference", ("docs/reference/glossary.md", "docs/reference", "docs/benchmarks.md")),
    ("Background", ("docs/explanation",)),
    (
        "Project",
        (
            *("CHANGELOG.md", "docs/how-to/upgrade.md", "CONTRIBUTING.md", "docs/architecture.md"),
            *("SECURITY.md", "CODE_OF_CONDUCT.md", "docs"),
        ),
    ),
)
# Where the start page leads: page, label, and what is there.
DOORS = (
    ("docs/tutorial.md", "Tutorial", "From a CSV file to a tested comparison in five minutes"),
    (
        "docs/how-to/tables.md",
        "Use your own data",
        "CSV, Parquet, data frames, DUC, SummEval and more",
    ),
    ("docs/gallery.md", "Gallery", "What the reports and the workbench look like"),
    ("docs/reference/python.md", "Python API", "Every function, with parameters and examples"),
    ("docs/reference/commands.md", "Command line", "Every command and option"),
    ("docs/benchmarks.md", "Benchmarks", "Speed and memory compared with other packages"),
)
# Kinds of code tokens that get a colour, the most special first.
COLOURS = (
    (Token.Comment, "comment"),
    (Token.Literal.String, "string"),
    (Token.Literal.Number, "number"),
    (Token.Keyword, "keyword"),
    (Token.Operator.Word, "keyword"),
    (Token.Name.Decorator, "keyword"),
    (Token.Name.Tag, "keyword"),
    (Token.Generic.Prompt, "prompt"),
)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'"
)


@dataclass
class Page:
    """A page of the site: where its text is, where it goes, and what it holds."""

    source: Path
    place: Path
    title: str
    body: str
    # Level, anchor and text of each heading.
    headings: list[tuple[int, str, str]] = field(default_factory=list)


def main(target: Path) -> None:
    """Write every page, the pictures they show, and the search."""
    groups = [(title, list(found)) for title, found in _groups()]
    pages = {path: _read(path) for _, found in groups for path in found}
    order = list(pages.values())
    places = {page.source: page.place for page in order}
    target.mkdir(parents=True, exist_ok=True)
    for at, page in enumerate(order):
        body = _local(page, places, target)
        if page.place == Path("index.html"):
            body = _with_doors(body, places)
        around = (order[at - 1] if at else None, order[at + 1] if at + 1 < len(order) else None)
        text = _document(page, body, _menu(groups, pages, page), around)
        out = target / page.place
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8")
    sheet = styles("shared/tokens.css", "shared/base.css") + (HERE / "site.css").read_text(
        encoding="utf-8"
    )
    (target / "site.css").write_text(sheet, encoding="utf-8")
    shutil.copy(HERE / "site.js", target / "site.js")
    sections = [section for page in order for section in _sections(page)]
    index = json.dumps(sections, ensure_ascii=False, separators=(",", ":"))
    (target / "search-index.js").write_text(
        f"window.searchIndex = {index.replace('<', chr(92) + 'u003c')};\n", encoding="utf-8"
    )
    (target / COMPONENTS).write_text(components_page(), encoding="utf-8")
    print(f"{target / 'index.html'}: {len(pages)} pages")


def _groups() -> Iterator[tuple[str, list[Path]]]:
    named = {ROOT / name for _, names in GROUPS for name in names if name.endswith(".md")}
    for title, names in GROUPS:
        found: list[Path] = []
        for name in names:
            path = ROOT / name
            if path.is_dir():
                found += [page for page in sorted(path.glob("*.md")) if page not in named]
            elif path.exists():
                found.append(path)
        yield title, found


def _place(page: Path) -> Path:
    name = page.relative_to(ROOT)
    if name.name == "README.md":
        return Path("index.html")
    if name.parts[0] == "docs":
        name = name.relative_to("docs")
    return name.with_suffix(".html").with_name(name.stem.lower() + ".html")


def _coloured(code: str, language: str, _: str) -> str:
    """Code as HTML with a class for each kind of token; commands of a terminal in bold."""
    if language in ("console", "sh"):
        first = r"(?m)^\$ .*$" if language == "console" else r"(?m)(?<=\s)#.*$|^#.*$"
        tag = "b" if language == "console" else "i"
        return re.sub(first, rf"<{tag}>\g<0></{tag}>", escape(code, quote=False))
    if language not in ("python", "pycon", "json", "toml"):
        return ""
    parts = []
    for kind, text in get_lexer_by_name(language).get_tokens(code):
        name = next((name for token, name in COLOURS if kind in token), None)
        plain = escape(text, quote=False)
        parts.append(f'<span class="{name}">{plain}</span>' if name else plain)
    return "".join(parts)


MARKDOWN = MarkdownIt("commonmark", {"html": False, "highlight": _coloured}).enable("table")


def _read(source: Path) -> Page:
    text = re.sub(r"<!--.*?-->\n?", "", source.read_text(encoding="utf-8"), flags=re.S)
    body = MARKDOWN.render(text)
    headings: list[tuple[int, str, str]] = []
    taken: dict[str, int] = {}

    def anchor(match: re.Match[str]) -> str:
        """Name a heading as GitHub does, so that links work in both places."""
        plain = unescape(re.sub(r"<[^>]+>", "", match[2]))
        name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        count = taken.get(name, 0)
        taken[name] = count + 1
        name += f"-{count}" if count else ""
        headings.append((int(match[1]), name, plain))
        link = f'<a class="anchor" href="#{name}" aria-label="Link to this section">#</a>'
        return f'<h{match[1]} id="{name}">{match[2]} {link}</h{match[1]}>'

    body = re.sub(r"<h([1-4])>(.*?)</h\1>", anchor, body, flags=re.S)
    body = body.replace(
        f"<code>{COMPONENTS}</code>", f'<a href="{COMPONENTS}">{COMPONENTS}</a>'
    )  # it is made with the site
    body = body.replace("<table>", '<div class="wide" tabindex="0"><table>')
    body = body.replace("</table>", "</table></div>")
    # The content policy forbids style attributes.
    body = re.sub(r' style="text-align:(right|left|center)"', r' class="\1"', body)
    body = re.sub(r"<pre>(?=<code)", '<pre tabindex="0">', body)
    body = re.sub(
        r'<pre tabindex="0">(?=(?:(?!</pre>).)*[┃│])',
        '<pre tabindex="0" class="box">',
        body,
        flags=re.S,
    )
    title = next((name for level, _, name in headings if level == 1), "sumscope")
    return Page(source, _place(source), title, body, headings)


def _local(page: Page, places: dict[Path, Path], target: Path) -> str:
    """Links between Markdown files become links between pages; pictures are brought along."""

    def turn(match: re.Match[str]) -> str:
        kind, goal, rest = match[1], match[2], match[3] or ""
        if re.match(r"[a-z]+:", goal) or goal in ("", COMPONENTS):
            return match[0]
        file = (page.source.parent / goal).resolve()
        if file in places:
            to = places[file]
        elif file.is_dir():
            first = next((p for p in sorted(file.glob("*.md")) if p in places), None)
            if first is None:
                return match[0]
            to = places[first]
        else:
            to = Path("files") / file.relative_to(ROOT)
            (target / to).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target / to)
        return f'{kind}="{_between(page.place, to)}{rest}"'

    return re.sub(r'(href|src)="([^"#]*)(#[^"]*)?"', turn, page.body)


def _with_doors(body: str, places: dict[Path, Path]) -> str:
    """The start page, with links to the main pages below its first command."""
    doors = "".join(
        f'<a href="{places[ROOT / name].as_posix()}"><b>{escape(label)}</b> '
        f"<span>{escape(said)}</span></a>"
        for name, label, said in DOORS
    )
    return body.replace(
        "</pre>\n", f'</pre>\n<nav class="doors" aria-label="Start">{doors}</nav>\n', 1
    )


def _between(start: Path, goal: Path) -> str:
    return os.path.relpath(goal, start.parent).replace(os.sep, "/")


def _sections(page: Page) -> Iterator[list[str]]:
    """What the search looks through: address, page, heading and text of each section."""
    pieces = re.split(r'<h[1-4] id="([^"]*)">(.*?)<a class="anchor"', page.body, flags=re.S)
    for name, heading, rest in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        text = " ".join(_plain(rest.partition("</h")[2].partition(">")[2]).split())
        yield [f"{page.place.as_posix()}#{name}", page.title, _plain(heading).strip(), text]


def _plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", re.sub(r"</?(?:code|em|strong|b|a)\b[^>]*>", "", html)))


def _menu(groups: Sequence[tuple[str, list[Path]]], pages: dict[Path, Page], here: Page) -> str:
    parts = []
    for title, found in groups:
        parts.append(f"<h2>{escape(title)}</h2>\n<ul>")
        for path in found:
            page = pages[path]
            now = ' aria-current="page"' if page is here else ""
            link = _between(here.place, page.place)
            name = "Overview" if page.place == Path("index.html") else page.title
            parts.append(f'<li><a href="{link}"{now}>{escape(name)}</a></li>')
        parts.append("</ul>")
    return "\n".join(parts)


def _contents(page: Page) -> str:
    """The sections of a page, where there are several."""
    deepest = 2 if sum(level == 2 for level, _, _ in page.headings) > 4 else 3
    found = [one for one in page.headings if 2 <= one[0] <= deepest]
    if len(found) < 2:
        return ""
    rows = "".join(
        f'<li class="level{level}"><a href="#{name}">{escape(title)}</a></li>'
        for level, name, title in found
    )
    return (
        '<aside aria-label="On this page"><details open><summary>On this page</summary>'
        f"<ul>{rows}</ul></details></aside>\n"
    )


def _document(page: Page, body: str, menu: str, around: tuple[Page | None, Page | None]) -> str:
    root = _between(page.place, Path("index.html")).removesuffix("index.html")
    steps = "".join(
        f'<a rel="{kind}" href="{_between(page.place, other.place)}"><span>{said}</span> '
        f"{escape(other.title)}</a>"
        for kind, said, other in zip(("prev", "next"), ("Previous", "Next"), around, strict=True)
        if other is not None
    )
    title = page.title if page.title == "sumscope" else f"{page.title} - sumscope"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<link rel="icon" href="data:,">\n<title>{escape(title)}</title>\n'
        f'<link rel="stylesheet" href="{root}site.css">\n'
        f'<script defer src="{root}site.js"></script>\n</head>\n<body data-root="{root}">\n'
        '<a class="skip" href="#top">Skip to content</a>\n'
        f'<header><a class="home" href="{root}index.html">sumscope <span>{__version__}</span></a>\n'
        '<search id="search" hidden><input type="search" placeholder="Search (press /)" '
        'aria-label="Search the documentation" role="combobox" aria-expanded="false" '
        'aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false">\n'
        '<div id="found" role="listbox" aria-label="Results" hidden></div>\n'
        '<p class="hidden-text" role="status"></p></search></header>\n'
        f'<details class="pages" open><summary>Pages</summary>\n<nav aria-label="Pages">{menu}'
        f'</nav></details>\n{_contents(page)}<main id="top">{body}\n'
        f'<nav class="steps" aria-label="Previous and next page">{steps}</nav></main>\n'
        "<footer>sumscope, by the sumscope developers. MIT licence.</footer>\n</body>\n</html>\n"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site")
