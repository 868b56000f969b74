"""What a topic may look like: from JSON to values with every check, and back in the same order.

Read here, once for all commands: which keys are known and of which type, that ids are there and
unique, and that extracts and covers name sentences that exist. A document given as `text` gets
its sentence ids from the text layer, so an id that belongs to such a document (`<its id>.<number>`)
is taken on trust here and checked by `sumscope.corpus.view`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NoReturn

from sumscope.core.errors import SumscopeError
from sumscope.core.values import (
    EMPTY,
    BestWorst,
    Choice,
    Cluster,
    JudgeCover,
    Judgement,
    Preference,
    Sentence,
    Text,
    Topic,
    frozen,
)
from sumscope.corpus.near_keys import near_keys, nearest_key

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
COVER_KEYS = ("judge", "clusters", "aside")
CLUSTER_KEYS = ("label", "rank", "items")
PAIR_KEYS = ("judge", "name", "left", "right", "choice")
BEST_WORST_KEYS = ("judge", "name", "of", "best", "worst")
CHOICES: Mapping[str, Choice] = {"left": "left", "right": "right", "equal": "equal"}

_WAYS = {group: keys[keys.index("text") :] for group, keys in TEXT_KEYS.items()}
_Order = tuple[tuple[str, ...], tuple[str, ...]]


class BadValueError(Exception):
    """Something in a topic is not as expected; the caller knows the file and the line."""

    def __init__(self, key: str, what: str, hint: str | None = None) -> None:
        super().__init__(key, what, hint)
        self.key = key
        self.what = what
        self.hint = hint


def bad(key: str, what: str, hint: str | None = None) -> NoReturn:
    """Refuse the value of `key`."""
    raise BadValueError(key, what, hint)


def kind_of(value: object) -> str:
    """Name a JSON value for an error message."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "an object"


def topic_from_json(value: object, where: str) -> Topic:
    """Check one decoded line and turn it into a Topic; `where` names its file and line."""
    try:
        return _topic(value)
    except BadValueError as error:
        place = f"{where}: {error.key}" if error.key else where
        raise SumscopeError(error.what, where=place, hint=error.hint) from None


def topic_to_json(topic: Topic) -> dict[str, object]:
    """Give back the JSON object of a topic: same values, same order of keys as were read."""
    known: dict[str, object] = {"id": topic.id}
    _optional(known, topic, "lang", topic.lang)
    for group in ("documents", "references", "peers"):
        texts: tuple[Text, ...] = getattr(topic, group)
        if texts or _was_there(topic, group):
            known[group] = [_text_to_json(text) for text in texts]
    if topic.judgements or _was_there(topic, "judgements"):
        known["judgements"] = {
            peer: {
                name: dict(value) if isinstance(value, Mapping) else value
                for name, value in named.items()
            }
            for peer, named in topic.judgements.items()
        }
    if topic.covers or _was_there(topic, "covers"):
        known["covers"] = [_cover_to_json(cover) for cover in topic.covers]
    if topic.preferences or _was_there(topic, "preferences"):
        known["preferences"] = [preference_to_json(one) for one in topic.preferences]
    return _in_order(known, topic)


# From JSON.


def _topic(value: object) -> Topic:
    if not isinstance(value, dict):
        bad(
            "",
            f"expected an object with an id, found {kind_of(value)}",
            "a corpus has one topic per line",
        )
    name = _id(value, "")
    lang = value.get("lang")
    if lang is not None and not isinstance(lang, str):
        bad("lang", f"expected a string such as en, found {kind_of(lang)}")
    documents = _texts(value, "documents")
    references = _texts(value, "references")
    peers = _texts(value, "peers")
    judgements = _judgements(value["judgements"]) if "judgements" in value else {}
    covers = _covers(value["covers"]) if "covers" in value else ()
    preferences = _preferences(value["preferences"]) if "preferences" in value else ()
    _check_references_to_sentences(documents, references, peers, covers)
    extra, order = _rest(value, TOPIC_KEYS)
    if extra:
        _check_near_keys(value, order)
    return Topic(
        name, lang, documents, references, peers, judgements, covers, preferences, extra, order
    )


@lru_cache(maxsize=4096)
def _unknown_keys(keys: tuple[str, ...], order: tuple[str, ...]) -> _Order:
    """Name the unknown keys among `order`; cached, because lines of a file mostly look alike."""
    return order, tuple(key for key in order if key not in keys)


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


def _rest(
    value: dict[str, object], keys: tuple[str, ...]
) -> tuple[Mapping[str, object], tuple[str, ...]]:
    """Part off the unknown keys and note the order of all."""
    order, unknown = _unknown_keys(keys, tuple(value))
    if not unknown:
        return EMPTY, order
    return MappingProxyType({key: value[key] for key in unknown}), order


def _id(value: dict[str, object], at: str) -> str:
    name = value.get("id")
    if isinstance(name, str) and name:
        return name
    if name is None and "id" not in value:
        near = nearest_key(value, ("id",))
        hint = None if near is None else f"rename {near!r} to 'id'"
        bad(f"{at}id", "is missing; expected a string that is not empty", hint)
    found = 'an empty string ("")' if name == "" else kind_of(name)
    bad(f"{at}id", f"expected a string that is not empty, found {found}")


def _texts(value: dict[str, object], group: str) -> tuple[Text, ...]:
    if group not in value:
        return ()
    rows = value[group]
    if not isinstance(rows, list):
        bad(group, f"expected a list, found {kind_of(rows)}")
    texts = tuple([_text(row, group, i) for i, row in enumerate(rows)])
    if len(texts) > 1:
        _unique(((f"{group}[{i}].id", text.id) for i, text in enumerate(texts)), "id")
    return texts


def _unique(names: Iterable[tuple[str, str]], what: str) -> None:
    first: dict[str, str] = {}
    for key, name in names:
        before = first.setdefault(name, key)
        if before is not key:
            bad(key, f"the {what} {name!r} is given twice (before at {before})")


def _text(row: Any, group: str, i: int) -> Text:
    if not isinstance(row, dict):
        bad(f"{group}[{i}]", f"expected an object with an id, found {kind_of(row)}")
    name = _id(row, f"{group}[{i}].")
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
        extract = _ids(row["extract"], f"{group}[{i}].extract")
    human, date = False, None
    if group == "peers" and "human" in row:
        human = row["human"]
        if not isinstance(human, bool):
            bad(f"{group}[{i}].human", f"expected true or false, found {kind_of(human)}")
    if group == "documents":
        date = row.get("date")
        if date is not None and not isinstance(date, str):
            bad(f"{group}[{i}].date", f"expected a string, found {kind_of(date)}")
    extra, order = _rest(row, TEXT_KEYS[group])
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
        _id(row, f"{group}[{i}].sentences[{j}].")
    extra, order = _rest(row, SENTENCE_KEYS)
    return Sentence(text, name, extra, order)


def _ids(rows: Any, at: str) -> tuple[str, ...]:
    if not isinstance(rows, list):
        bad(at, f"expected a list of sentence ids, found {kind_of(rows)}")
    for j, row in enumerate(rows):
        if not isinstance(row, str):
            bad(f"{at}[{j}]", f"expected a sentence id, found {kind_of(row)}")
    return tuple(rows)


def _judgements(value: object) -> Mapping[str, Mapping[str, Judgement]]:
    expected = 'an object such as {"sys1": {"pyramid": 0.41}}'
    if not isinstance(value, dict):
        bad("judgements", f"expected {expected}, found {kind_of(value)}")
    for peer, named in value.items():
        if not isinstance(named, dict):
            bad(f"judgements.{peer}", f"expected an object of numbers, found {kind_of(named)}")
        for name, one in named.items():
            at = f"judgements.{peer}.{name}"
            if not isinstance(one, dict):
                _check_number(one, at, "a number, null or an object from judge to number")
                continue
            for judge, number in one.items():
                if not judge:
                    bad(at, "a judge has no name", 'write {"judge": number}')
                _check_number(number, f"{at}.{judge}", "a number or null")
    return frozen(
        {
            peer: frozen(
                {n: frozen(one) if isinstance(one, dict) else one for n, one in named.items()}
            )
            for peer, named in value.items()
        }
    )


def _check_number(value: object, at: str, expected: str) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        bad(at, f"expected {expected}, found {kind_of(value)}")
    if not _is_finite(value):
        bad(at, "the number is too large", "write null")


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:
        return False


def _preferences(rows: Any) -> tuple[Preference | BestWorst, ...]:
    if not isinstance(rows, list):
        bad("preferences", f"expected a list, found {kind_of(rows)}")
    return tuple([_preference(row, f"preferences[{i}]") for i, row in enumerate(rows)])


def _preference(row: Any, at: str) -> Preference | BestWorst:
    if not isinstance(row, dict):
        bad(at, f"expected an object with left, right and choice, found {kind_of(row)}")
    judge, name = _word(row, "judge", at), _word(row, "name", at)
    if "of" in row:
        if "choice" in row:
            bad(at, "expected left, right and choice, or of, best and worst; found both")
        of = row["of"]
        if not isinstance(of, list) or not all(isinstance(peer, str) and peer for peer in of):
            bad(f"{at}.of", "expected a list of peer ids")
        _unique(((f"{at}.of[{k}]", peer) for k, peer in enumerate(of)), "peer")
        best, worst = _word(row, "best", at), _word(row, "worst", at)
        for key, peer in (("best", best), ("worst", worst)):
            if peer not in of:
                bad(f"{at}.{key}", f"{peer!r} is not one of the peers in `of`")
        if best == worst:
            bad(f"{at}.worst", "best and worst are the same peer")
        extra, order = _rest(row, BEST_WORST_KEYS)
        return BestWorst(judge, name, tuple(of), best, worst, extra, order)
    left, right, choice = (_word(row, key, at) for key in ("left", "right", "choice"))
    if left == right:
        bad(f"{at}.right", f"the peer {right!r} is compared with itself")
    if choice not in CHOICES:
        bad(f"{at}.choice", f"expected left, right or equal, found {choice!r}")
    extra, order = _rest(row, PAIR_KEYS)
    return Preference(judge, name, left, right, CHOICES[choice], extra, order)


def _word(row: dict[str, object], key: str, at: str, expected: str = "a string") -> str:
    value = row.get(key)
    if isinstance(value, str) and value:
        return value
    found = "none" if key not in row else "an empty one" if value == "" else kind_of(value)
    bad(f"{at}.{key}", f"expected {expected}, found {found}")


def _covers(rows: Any) -> tuple[JudgeCover, ...]:
    if not isinstance(rows, list):
        bad("covers", f"expected a list, found {kind_of(rows)}")
    covers = []
    for i, row in enumerate(rows):
        at = f"covers[{i}]"
        if not isinstance(row, dict):
            bad(at, f"expected an object with judge and clusters, found {kind_of(row)}")
        judge = _word(row, "judge", at, "a name")
        clusters = row.get("clusters")
        if not isinstance(clusters, list):
            found = kind_of(clusters) if "clusters" in row else "none"
            bad(f"{at}.clusters", f"expected a list, found {found}")
        groups = tuple([_cluster(c, f"{at}.clusters[{j}]") for j, c in enumerate(clusters)])
        aside = _ids(row["aside"], f"{at}.aside") if "aside" in row else ()
        _unique(((f"{at}.aside[{k}]", item) for k, item in enumerate(aside)), "sentence")
        extra, order = _rest(row, COVER_KEYS)
        covers.append(JudgeCover(judge, groups, aside, extra, order))
    return tuple(covers)


def _cluster(row: Any, at: str) -> Cluster:
    if not isinstance(row, dict):
        bad(at, f"expected an object with items, found {kind_of(row)}")
    if "items" not in row:
        bad(f"{at}.items", "is missing; expected a list of sentence ids")
    items = _ids(row["items"], f"{at}.items")
    _unique(((f"{at}.items[{k}]", item) for k, item in enumerate(items)), "sentence")
    label, rank = row.get("label"), row.get("rank")
    if label is not None and not isinstance(label, str):
        bad(f"{at}.label", f"expected a string, found {kind_of(label)}")
    if rank is not None and (isinstance(rank, bool) or not isinstance(rank, int)):
        bad(f"{at}.rank", f"expected a whole number, found {kind_of(rank)}")
    extra, order = _rest(row, CLUSTER_KEYS)
    return Cluster(items, label, rank, extra, order)


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
        _unique(
            (
                (f"{at}.sentences[{j}]", name)
                for at, text in texts
                for j, name in enumerate(sentence_ids(text))
            ),
            "sentence id",
        )
    return known


# To JSON.


_Value = Topic | Text | Sentence | JudgeCover | Cluster | Preference | BestWorst


def _was_there(value: _Value, key: str) -> bool:
    return value.order is not None and key in value.order


def _optional(
    known: dict[str, object], value: Topic | Text | Cluster, key: str, content: object
) -> None:
    if content is not None or _was_there(value, key):
        known[key] = content


def _in_order(known: dict[str, object], value: _Value) -> dict[str, object]:
    """Merge known and unknown keys in the order of the file; what is new comes last."""
    merged = {**known, **value.extra} if value.extra else known
    order = value.order
    if order is None or order == tuple(merged):
        return merged
    result = {key: merged[key] for key in order if key in merged}
    if len(result) != len(merged):
        result.update(merged)
    return result


def _text_to_json(text: Text) -> dict[str, object]:
    known: dict[str, object] = {"id": text.id}
    if "date" not in text.extra and (text.date is not None or _was_there(text, "date")):
        known["date"] = text.date
    if "human" not in text.extra and (text.human or _was_there(text, "human")):
        known["human"] = text.human
    if text.text is not None:
        known["text"] = text.text
    if text.sentences is not None:
        known["sentences"] = [_sentence_to_json(s) for s in text.sentences]
    if text.extract is not None:
        known["extract"] = list(text.extract)
    return _in_order(known, text)


def _sentence_to_json(sentence: Sentence) -> str | dict[str, object]:
    if sentence.order is None and sentence.id is None and not sentence.extra:
        return sentence.text
    known: dict[str, object] = {} if sentence.id is None else {"id": sentence.id}
    known["text"] = sentence.text
    return _in_order(known, sentence)


def _cover_to_json(cover: JudgeCover) -> dict[str, object]:
    known: dict[str, object] = {"judge": cover.judge}
    known["clusters"] = [_cluster_to_json(cluster) for cluster in cover.clusters]
    if cover.aside or _was_there(cover, "aside"):
        known["aside"] = list(cover.aside)
    return _in_order(known, cover)


def _cluster_to_json(cluster: Cluster) -> dict[str, object]:
    known: dict[str, object] = {}
    _optional(known, cluster, "label", cluster.label)
    _optional(known, cluster, "rank", cluster.rank)
    known["items"] = list(cluster.items)
    return _in_order(known, cluster)


def preference_to_json(one: Preference | BestWorst) -> dict[str, object]:
    """The JSON object of a comparison."""
    known: dict[str, object] = {"judge": one.judge, "name": one.name}
    if isinstance(one, Preference):
        known.update(left=one.left, right=one.right, choice=one.choice)
    else:
        known.update(of=list(one.of), best=one.best, worst=one.worst)
    return _in_order(known, one)
