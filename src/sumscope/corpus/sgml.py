"""SGML as newswire corpora have it, read leniently: unclosed tags and odd entities are normal."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

_ATTRIBUTE = re.compile(
    r"""(?<![\w.-])([A-Za-z][\w.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<![^<>]*>|<\?[^<>]*>")
_INLINE = re.compile(r"</?(?:A|B|EM|FONT|I|SPAN|STRONG|SUB|SUP|U)\b[^<>]*>", re.I)
_PARAGRAPH = re.compile(r"</?(?:P|TEXT|BR|HEADLINE|LEADPARA|LP)\b[^<>]*>", re.I)
_BREAK = re.compile(r"\n[ \t]*\n|\n(?=[ \t]{2,}\S)")
_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);")


def elements(text: str, *names: str) -> Iterator[tuple[dict[str, str], str]]:
    """Yield attributes (names in lower case) and content of every element of one of these names.

    An element without an end tag reaches to the next start tag of one of these names, or to the
    end; elements of these names are not nested.
    """
    either = "|".join(re.escape(name) for name in names)
    opened: re.Match[str] | None = None
    for tag in re.finditer(rf"<(/?)(?:{either})(\s[^<>]*)?>", text, re.I):
        if opened is not None:
            yield attributes(opened[2] or ""), text[opened.end() : tag.start()]
        opened = None if tag[1] else tag
    if opened is not None:
        yield attributes(opened[2] or ""), text[opened.end() :]


def first(text: str, *names: str) -> str | None:
    """The plain content of the first such element, on one line, or None."""
    for _, inner in elements(text, *names):
        found = " ".join(plain(inner).split())
        if found:
            return found
    return None


def attributes(text: str) -> dict[str, str]:
    """The attributes inside a start tag."""
    return {m[1].lower(): entities(m[2] or m[3] or m[4] or "") for m in _ATTRIBUTE.finditer(text)}


def entities(text: str) -> str:
    """Resolve the character entities of HTML; others stay as they are."""

    def resolve(match: re.Match[str]) -> str:
        name = match[0]
        found = html.unescape(name)
        return html.unescape(name.lower()) if found == name else found

    return _ENTITY.sub(resolve, text)


def plain(text: str) -> str:
    """Text without tags: lines joined, paragraphs (by tag, blank line or indent) separated."""
    text = _PARAGRAPH.sub("\n\n", _INLINE.sub("", text))
    text = entities(_TAG.sub(" ", text))
    paragraphs = (" ".join(part.split()) for part in _BREAK.split(text))
    return "\n\n".join(part for part in paragraphs if part)
