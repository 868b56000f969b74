"""Make one file of a page: its modules, its styles and its data, under a strict content policy.

The page modules are plain ES modules that a server sends as they are. A page that is opened from
disk cannot import modules, so this small bundler turns the modules an entry needs into one script:
each module becomes a function that gives back its exports, in the order in which they are needed.
It reads the subset of the language the modules are written in and refuses everything else:
named imports from relative paths at the top, and `export` before a function, class or constant.
"""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable

from sumscope.core.errors import SumscopeError

_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"([^"]+)";[ \t]*$', re.MULTILINE)
_EXPORT = re.compile(
    r"^export\s+((?:async\s+)?function\*?|class|const|let)\s+([\w$]+)", re.MULTILINE
)
_LEFT = re.compile(r"^\s*(?:import\b(?!\()|export\b)", re.MULTILINE)
_DYNAMIC = re.compile(r"\bimport\s*\(|\bimport\.meta\b")


SHARED_STYLES = ("shared/tokens.css", "shared/base.css", "shared/components.css")


def pages() -> Traversable:
    """The folder of the page modules and style sheets."""
    return files("sumscope") / "pages"


def styles(*paths: str) -> str:
    """Style sheets of the folder `pages` one after the other, as one text."""
    return "\n".join((pages() / path).read_text(encoding="utf-8").strip() for path in paths) + "\n"


def bundle(entry: str, roots: Mapping[str, Traversable] | None = None) -> str:
    """The script of a page: everything that `entry` imports, then `entry` itself.

    Paths are those in the folder `pages`, such as `report/study.js`; `roots` gives the folders of
    paths that begin with another name.
    """
    order: list[str] = []
    texts: dict[str, str] = {}
    _visit(entry, roots or {}, order, texts, ())
    pieces = ['"use strict";']
    pieces += [_module(path, texts[path]) for path in order]
    script = "\n".join(pieces) + "\n"
    if "</script" in script.lower():
        raise SumscopeError("a page module contains '</script'", where=entry)
    return script


def single_page(
    *,
    title: str,
    script: str,
    style: str,
    data: Mapping[str, object] | None = None,
    body: str = "",
    lang: str = "en",
) -> str:
    """A page as one file that works from disk and asks for nothing outside.

    `data` (name -> plain values) stands in the page as JSON under `id="data-NAME"`. The policy
    allows this one script and this one style sheet, by their hashes.
    """
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    blocks = "".join(
        f'<script type="application/json" id="data-{escape(name)}">{json_block(value)}</script>\n'
        for name, value in (data or {}).items()
    )
    return (
        f'<!doctype html>\n<html lang="{escape(lang)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n"
        f"<body>\n{body}\n{blocks}<script>{script}</script>\n</body>\n</html>\n"
    )


class JsonText(str):
    """JSON that `json_block` wrote before."""

    __slots__ = ()


def json_block(value: object) -> str:
    """JSON that can stand inside a script element: no `<`, no line separators."""
    if isinstance(value, JsonText):
        return value
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _digest(text: str) -> str:
    made = hashlib.sha256(text.encode("utf-8")).digest()
    return "sha256-" + base64.b64encode(made).decode("ascii")


def _visit(
    path: str,
    roots: Mapping[str, Traversable],
    order: list[str],
    texts: dict[str, str],
    above: Sequence[str],
) -> None:
    if path in order:
        return
    if path in above:
        circle = " -> ".join([*above[above.index(path) :], path])
        raise SumscopeError(f"page modules import each other: {circle}", where=path)
    root, _, name = path.partition("/")
    file = roots.get(root, pages() / root) / name
    if not file.is_file():
        raise SumscopeError(f"no page module {path!r}", where=above[-1] if above else path)
    text = file.read_text(encoding="utf-8")
    if not text.isascii() and "\u2028" in text:
        raise SumscopeError("a page module contains a line separator", where=path)
    texts[path] = text
    for _, target in _IMPORT.findall(text):
        _visit(_resolve(path, target), roots, order, texts, (*above, path))
    order.append(path)


def _resolve(path: str, target: str) -> str:
    if not target.startswith("."):
        raise SumscopeError(f"cannot bundle the import of {target!r}", where=path)
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _module(path: str, text: str) -> str:
    def names(found: re.Match[str]) -> str:
        wanted = re.sub(r"\s+as\s+", ": ", found.group(1).strip().rstrip(","))
        return f"const {{ {wanted} }} = {_variable(_resolve(path, found.group(2)))};"

    given = [name for _, name in _EXPORT.findall(text)]
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(names, text))
    left = _LEFT.search(body) or _DYNAMIC.search(body)
    if left:
        line = body[: left.end()].splitlines()[-1].strip()
        raise SumscopeError(f"cannot bundle {line!r}", where=path)
    back = ", ".join(given)
    return f"const {_variable(path)} = (() => {{\n{body.strip()}\nreturn {{ {back} }};\n}})();"
