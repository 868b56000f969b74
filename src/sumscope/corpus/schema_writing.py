"""A topic as JSON: same values, same order of keys as were read."""

from __future__ import annotations

from collections.abc import Mapping

from sumscope.core.values import (
    BestWorst,
    Cluster,
    JudgeCover,
    Preference,
    Sentence,
    Text,
    Topic,
)

_Value = Topic | Text | Sentence | JudgeCover | Cluster | Preference | BestWorst


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
