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
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
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
        for found in re.finditer(r"<docset(\w?)\b([^<>]*)>(.*?)</docset\1\s*>", inner, re.I | re.S):
            name = sgml.attributes(found[2]).get("id") or f"{docset}-{found[1]}".rstrip("-")
            tags = re.findall(r"<doc\b([^<>]*)>", found[3], re.I)
            ids = [sgml.attributes(tag).get("id", "").strip() for tag in tags]
            documents[name.strip()] = [one for one in ids if one]
        if docset:
            yield Statement(docset, said, documents)
