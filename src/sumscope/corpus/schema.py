"""Parse and validate a topic: from JSON to values.

Read here, once for all commands: which keys are known and of which type, that ids are there and
unique, and that extracts and covers name sentences that exist. A document given as `text` gets
its sentence ids from the text layer, so an id that belongs to such a document (`<its id>.<number>`)
is taken on trust here and checked by `sumscope.corpus.view`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.core.values import (
    JudgeCover,
    Sentence,
    Text,
    Topic,
)
from sumscope.corpus.near_keys import near_keys, nearest_key
from sumscope.corpus.schema_checks import (
    BadValueError,
    bad,
    check_unique,
    kind_of,
    read_id,
    read_ids,
    rest,
)
from sumscope.corpus.schema_judgements import read_covers, read_judgements, read_preferences

TOPIC_KEYS = (
    "id",
    "lang",
    "documents",
    "references",
    "peers",
    "judgements",
    "covers",
    "preferences",
)
TEXT_KEYS = {
    "documents": ("id", "date", "text", "sentences"),
    "references": ("id", "text", "sentences"),
    "peers": ("id", "human", "text", "sentences", "extract"),
}
SENTENCE_KEYS = ("id", "text")

_WAYS = {group: keys[keys.index("text") :] for group, keys in TEXT_KEYS.items()}


def topic_from_json(value: object, where: str) -> Topic:
    """Check one decoded line and turn it into a Topic; `where` names its file and line."""
    try:
        return _topic(value)
    except BadValueError as error:
        place = f"{where}: {error.key}" if error.key else where
        raise SumscopeError(error.what, where=place, hint=error.hint) from None


def _topic(value: object) -> Topic:
    if not isinstance(value, dict):
        bad(
            "",
            f"expected an object with an id, found {kind_of(value)}",
            "a corpus has one topic per line",
        )
    name = read_id(value, "")
    lang = value.get("lang")
    if lang is not None and not isinstance(lang, str):
        bad("lang", f"expected a string such as en, found {kind_of(lang)}")
    documents = _texts(value, "documents")
    references = _texts(value, "references")
    peers = _texts(value, "peers")
    judgements = read_judgements(value["judgements"]) if "judgements" in value else {}
    covers = read_covers(value["covers"]) if "covers" in value else ()
    preferences = read_preferences(value["preferences"]) if "preferences" in value else ()
    _check_references_to_sentences(documents, references, peers, covers)
    extra, order = rest(value, TOPIC_KEYS)
    if extra:
        _check_near_keys(value, order)
    return Topic(
        name, lang, documents, references, peers, judgements, covers, preferences, extra, order
    )


def _check_near_keys(value: dict[str, object], order: tuple[str, ...]) -> None:
    """Refuse a key that is almost a known one, where the known one is not there."""
    for key, known, spelling in near_keys(order, TOPIC_KEYS):
        found = value[key]
        text = isinstance(found, str) and known != "lang"
        if isinstance(found, list | dict) or (spelling and (text or known in ("lang", "id"))):
            bad(key, f"unknown key {key!r}; expected {known!r}", f"rename it to {known}")


@lru_cache(maxsize=4096)
def _ways(group: str, order: tuple[str, ...]) -> tuple[str, ...]:
    """Name the keys that give the content of a text; there should be one."""
    return tuple(way for way in _WAYS[group] if way in order)


def _texts(value: dict[str, object], group: str) -> tuple[Text, ...]:
    if group not in value:
        return ()
    rows = value[group]
    if not isinstance(rows, list):
        bad(group, f"expected a list, found {kind_of(rows)}")
    texts = tuple([_text(row, group, i) for i, row in enumerate(rows)])
    if len(texts) > 1:
        check_unique(((f"{group}[{i}].id", text.id) for i, text in enumerate(texts)), "id")
    return texts


def _text(row: Any, group: str, i: int) -> Text:
    if not isinstance(row, dict):
        bad(f"{group}[{i}]", f"expected an object with an id, found {kind_of(row)}")
    name = read_id(row, f"{group}[{i}].")
    given = _ways(group, tuple(row))
    if len(given) != 1:
        expected = "expected one of " + ", ".join(_WAYS[group])
        found = "both " + " and ".join(given) if given else "none"
        near = (
            None
            if given
            else nearest_key(row, _WAYS[group])
            or next((key for key in ("summary", "body", "content", "value") if key in row), None)
        )
        hint = None if near is None else f"rename {near!r} to 'text'"
        bad(f"{group}[{i}]", f"{expected}; found {found}", hint)
    way = given[0]
    text = sentences = extract = None
    if way == "text":
        text = row["text"]
        if not isinstance(text, str):
            bad(f"{group}[{i}].text", f"expected a string, found {kind_of(text)}")
    elif way == "sentences":
        sentences = _sentences(row["sentences"], group, i)
    else:
        extract = read_ids(row["extract"], f"{group}[{i}].extract")
    human, date = False, None
    if group == "peers" and "human" in row:
        human = row["human"]
        if not isinstance(human, bool):
            bad(f"{group}[{i}].human", f"expected true or false, found {kind_of(human)}")
    if group == "documents":
        date = row.get("date")
        if date is not None and not isinstance(date, str):
            bad(f"{group}[{i}].date", f"expected a string, found {kind_of(date)}")
    extra, order = rest(row, TEXT_KEYS[group])
    return Text(name, text, sentences, extract, human, date, extra, order)


def _sentences(rows: Any, group: str, i: int) -> tuple[Sentence, ...]:
    if not isinstance(rows, list):
        bad(f"{group}[{i}].sentences", f"expected a list, found {kind_of(rows)}")
    return tuple(
        [
            Sentence(row) if isinstance(row, str) else _sentence(row, group, i, j)
            for j, row in enumerate(rows)
        ]
    )


def _sentence(row: Any, group: str, i: int, j: int) -> Sentence:
    if not isinstance(row, dict):
        found = kind_of(row)
        at = f"{group}[{i}].sentences[{j}]"
        bad(at, f"expected a string or an object with a text, found {found}")
    text = row.get("text")
    if not isinstance(text, str):
        found = kind_of(text) if "text" in row else "none"
        bad(f"{group}[{i}].sentences[{j}].text", f"expected a string, found {found}")
    name = row.get("id")
    if not (isinstance(name, str) and name) and "id" in row:
        read_id(row, f"{group}[{i}].sentences[{j}].")
    extra, order = rest(row, SENTENCE_KEYS)
    return Sentence(text, name, extra, order)


def sentence_ids(text: Text) -> list[str]:
    """Name the sentences of a text that has `sentences`: as given, or `<text id>.<index>`."""
    rows = text.sentences or ()
    return [s.id if s.id is not None else f"{text.id}.{i}" for i, s in enumerate(rows)]


def _check_references_to_sentences(
    documents: tuple[Text, ...],
    references: tuple[Text, ...],
    peers: tuple[Text, ...],
    covers: tuple[JudgeCover, ...],
) -> None:
    for group, texts in (("references", references), ("peers", peers)):
        for i, text in enumerate(texts):
            if _names_sentences(text):
                _check_sentence_ids([(f"{group}[{i}]", text)])
    nothing_named = not covers and all(peer.extract is None for peer in peers)
    if nothing_named and not any(map(_names_sentences, documents)):
        return
    known = _check_sentence_ids([(f"documents[{i}]", d) for i, d in enumerate(documents)])
    trusted = {document.id for document in documents if document.text is not None}

    def unknown(item: str) -> bool:
        if item in known:
            return False
        owner, _, index = item.rpartition(".")
        return not (owner in trusted and index.isascii() and index.isdecimal())

    hint = "an id is the sentence's own or <document id>.<index from 0>"
    for i, peer in enumerate(peers):
        for j, item in enumerate(peer.extract or ()):
            if unknown(item):
                why = "" if documents else " (the topic has no documents)"
                what = f"no sentence of the documents has the id {item!r}{why}"
                bad(f"peers[{i}].extract[{j}]", what, hint)
    if not documents:
        return  # covers of items that are not in the file: nothing to check them against
    for i, cover in enumerate(covers):
        named = [
            (f"covers[{i}].clusters[{j}].items", f"cluster {j}", c.items)
            for j, c in enumerate(cover.clusters)
        ]
        for key, group, items in (*named, (f"covers[{i}].aside", "aside", cover.aside)):
            for k, item in enumerate(items):
                if unknown(item):
                    what = f"no sentence of the documents has the id {item!r}"
                    bad(f"{key}[{k}]", f"judge {cover.judge!r}, {group}: {what}", hint)


def _names_sentences(text: Text) -> bool:
    """Whether some sentence has an id of its own; all others differ by text and index."""
    ids = [sentence.id for sentence in text.sentences or ()]
    return ids.count(None) < len(ids)


def _check_sentence_ids(texts: list[tuple[str, Text]]) -> set[str]:
    """Collect the ids of all sentences; each may be there once."""
    names = [name for _, text in texts for name in sentence_ids(text)]
    known = set(names)
    if len(known) != len(names):
        check_unique(
            (
                (f"{at}.sentences[{j}]", name)
                for at, text in texts
                for j, name in enumerate(sentence_ids(text))
            ),
            "sentence id",
        )
    return known
