"""Topic statements of DUC and TAC: title, narrative, category and the documents they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sumscope.corpus import sgml


@dataclass(frozen=True)
class Statement:
    """What a topics file says of one topic."""

    docset: str
    said: dict[str, str]
    documents: dict[str, list[str]]  # by docset: D0801A-A, D0801A-B


def is_topics(text: str) -> bool:
    """Whether a text is a list of topic statements."""
    return re.search(r"<topic\b[^<>]*>.{0,2000}?<title>", text, re.I | re.S) is not None


def read_topics(text: str) -> Iterator[Statement]:
    """Yield the topic statements of a file."""
    text = _without_comments(text)
    for attributes, inner in sgml.elements(text, "topic"):
        docset = attributes.get("id") or sgml.first(inner, "num") or ""
        docset = re.sub(r"^number:\s*", "", docset.strip(), flags=re.I)
        said = {}
        for key, names in (
            ("title", ("title",)),
            ("narrative", ("narr", "narrative")),
            ("granularity", ("granularity",)),
        ):
            content = sgml.first(re.sub(r"<doc\b[^<>]*>", "", inner), *names)
            if content:
                said[key] = content
        if attributes.get("category", "").strip():
            said["category"] = attributes["category"].strip()
        documents: dict[str, list[str]] = {}
        for letter, inside, content in _docsets(inner):
            name = sgml.attributes(inside).get("id") or f"{docset}-{letter}".rstrip("-")
            tags = re.findall(r"<doc\b([^<>]*)>", content, re.I)
            ids = [sgml.attributes(tag).get("id", "").strip() for tag in tags]
            documents[name.strip()] = [one for one in ids if one]
        if docset:
            yield Statement(docset, said, documents)


def _without_comments(text: str) -> str:
    """Text without `<!-- ... -->`; one that is never closed stays."""
    parts, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts.append(text[at:start])
        at = end + 3
    return "".join(parts) + text[at:]


def _docsets(text: str) -> Iterator[tuple[str, str, str]]:
    """Letter, attributes and content of every `<docset>`, `<docsetA>` and so on that is closed."""
    at = 0
    unclosed: set[str] = set()
    for tag in re.finditer(r"<docset(\w?)\b([^<>]*)>", text, re.I):
        letter = tag[1].lower()
        if tag.start() < at or letter in unclosed:
            continue
        end = re.compile(rf"</docset{letter}\s*>", re.I).search(text, tag.end())
        if end is None:  # nor is any after it
            unclosed.add(letter)
            continue
        yield tag[1], tag[2], text[tag.end() : end.start()]
        at = end.end()
