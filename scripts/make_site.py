"""The documentation as a site of plain HTML files that works from disk: README and docs/*.md.

Usage: python scripts/make_site.py [FOLDER]   (default: site)
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

from sumscope.report.study_page import asset

ROOT = Path(__file__).parents[1]
GROUPS = (
    ("Start", ["README.md", "docs/tutorial.md"]),
    ("How to", "docs/how-to"),
    ("Reference", "docs/reference"),
    ("Explanation", "docs/explanation"),
    ("Development", ["docs/architecture.md"]),
)
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:"


def main(target: Path) -> None:
    """Write every page, and the pictures they show."""
    pages: dict[Path, Path] = {}
    groups: list[tuple[str, list[Path]]] = []
    for title, where in GROUPS:
        found = (
            sorted((ROOT / where).glob("*.md"))
            if isinstance(where, str)
            else [ROOT / name for name in where]
        )
        groups.append((title, found))
        for page in found:
            pages[page] = _place(page)
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    for page, place in pages.items():
        text = page.read_text(encoding="utf-8")
        body = reader.render(text)
        body = _with_anchors(_local(body, page, place, pages, target))
        body = body.replace("<table>", '<div class="wide" tabindex="0"><table>')
        body = body.replace("</table>", "</table></div>")
        title = _title(text)
        out = target / place
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(_document(title, body, _menu(groups, pages, page)), encoding="utf-8")
    print(f"{target / 'index.html'}: {len(pages)} pages")


def _place(page: Path) -> Path:
    name = page.relative_to(ROOT)
    if name.name == "README.md":
        return Path("index.html")
    return name.relative_to("docs").with_suffix(".html")


def _title(text: str) -> str:
    found = re.search(r"^# (.+)$", text, re.M)
    return found[1].replace("`", "") if found else "sumscope"


def _local(body: str, page: Path, place: Path, pages: dict[Path, Path], target: Path) -> str:
    """Links between Markdown files become links between pages; pictures are brought along."""

    def turn(match: re.Match[str]) -> str:
        kind, goal, rest = match[1], match[2], match[3] or ""
        if re.match(r"[a-z]+:", goal) or not goal:
            return match[0]
        file = (page.parent / goal).resolve()
        if file in pages:
            to = pages[file]
        elif file.is_dir():
            first = next((p for p in sorted(file.glob("*.md")) if p in pages), None)
            if first is None:
                return match[0]
            to = pages[first]
        else:
            to = Path("files") / file.relative_to(ROOT)
            (target / to).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target / to)
        return f'{kind}="{_between(place, to)}{rest}"'

    return re.sub(r'(href|src)="([^"#]*)(#[^"]*)?"', turn, body)


def _between(start: Path, goal: Path) -> str:
    return os.path.relpath(goal, start.parent).replace(os.sep, "/")


def _with_anchors(body: str) -> str:
    def turn(match: re.Match[str]) -> str:
        plain = re.sub(r"<[^>]+>", "", match[2]).lower()
        name = re.sub(r"[^\w-]+", "-", plain).strip("-")
        return f'<h{match[1]} id="{name}">{match[2]}</h{match[1]}>'

    return re.sub(r"<h([1-4])>(.*?)</h\1>", turn, body)


def _menu(groups: list[tuple[str, list[Path]]], pages: dict[Path, Path], here: Path) -> str:
    parts = []
    for title, found in groups:
        parts.append(f"<li><strong>{title}</strong></li>")
        for page in found:
            name = escape(_title(page.read_text(encoding="utf-8")))
            now = ' aria-current="page"' if page == here else ""
            link = _between(pages[here], pages[page])
            parts.append(f'<li><a href="{link}"{now}>{name}</a></li>')
    return "".join(parts)


def _document(title: str, body: str, menu: str) -> str:
    style = asset("study.css") + "img{max-width:100%;height:auto}main{max-width:64rem}"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<link rel="icon" href="data:,">\n<title>{escape(title)} - sumscope</title>\n'
        f'<style>{style}</style>\n</head>\n<body class="side">\n'
        '<a class="skip" href="#top">Skip to content</a>\n<header></header>\n'
        f'<nav aria-label="Pages"><ul>{menu}</ul></nav>\n<main id="top">{body}</main>\n'
        "<footer>sumscope, by the sumscope developers. MIT licence.</footer>\n</body>\n</html>\n"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site")
