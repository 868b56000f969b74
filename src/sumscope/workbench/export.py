"""Export judges' work as a corpus, a table or JSON.

The corpus is the one the project was made of, with the work added where its format has a place for
it: `covers`, `peers`, `judgements`, `preferences`; notes and causes under keys of their own.
Export, import and export again gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TypedDict

from sumscope.core.values import (
    BestWorst,
    JudgeCover,
    Judgement,
    Preference,
    Text,
    Topic,
    frozen,
)
from sumscope.corpus.jsonl import dump_topic
from sumscope.corpus.schema_judgements import CHOICES
from sumscope.corpus.scores import csv_row
from sumscope.covers.cause_counts import CAUSES_KEY
from sumscope.workbench.results import Result, Results, milliseconds
from sumscope.workbench.tasks.cluster import ClusterState
from sumscope.workbench.tasks.extract import ExtractState
from sumscope.workbench.tasks.link import LinkState
from sumscope.workbench.tasks.prefer import Extremes, PreferState
from sumscope.workbench.tasks.rate import RateState


class _Note(TypedDict):
    judge: str
    of: list[str]
    text: str


NOTES_KEY = "judge_notes"


def corpus_topics(found: Results) -> list[Topic]:
    """The topics of the project with the work of its judges."""
    made = []
    for topic in found.topics:
        if found.project.task in ("cluster", "link"):
            topic = _with_covers(topic, found.of_topic(topic.id))
        elif found.project.task == "extract":
            topic = _with_extracts(topic, found.of_topic(topic.id))
        elif found.project.task == "rate":
            topic = _with_ratings(topic, found.results)
        else:
            topic = _with_preferences(topic, found)
        causes = [
            {k: v for k, v in one.to_json().items() if k not in ("topic", "at")}
            for one in found.causes
            if one.topic == topic.id
        ]
        if causes:
            topic = _with_extra(topic, CAUSES_KEY, causes)
        made.append(topic)
    return made


def judged_topics(found: Results) -> list[Topic]:
    """The topics as an export has them, without any work but that of the project's own judges.

    The gold standard is nobody's opinion, and what the corpus held before was judged elsewhere.
    """
    task = found.project.task
    bare = tuple(
        replace(
            topic,
            covers=(),
            judgements=frozen({}),
            preferences=(),
            peers=tuple(
                peer
                for peer in topic.peers
                if task != "extract" or not (peer.human and peer.extract is not None)
            ),
        )
        for topic in found.topics
    )
    people = tuple(one for one in found.results if not one.judge.gold)
    return corpus_topics(replace(found, topics=bare, results=people))


def corpus_bytes(found: Results) -> bytes:
    """The corpus as a file."""
    return b"".join(dump_topic(topic) for topic in corpus_topics(found))


def cover_of(one: Result) -> JudgeCover:
    """The clustering or the links of one judge."""
    if isinstance(one.state, LinkState):
        return one.state.cover(one.judge.name, one.brief)
    if isinstance(one.state, ClusterState):
        return one.state.cover(one.judge.name)
    raise TypeError("only clusterings and links are covers")


def groups_of(one: Result) -> list[list[str]]:
    """The clusters of a clustering, or the sentences of each abstract sentence."""
    if isinstance(one.state, ClusterState):
        return [list(group.items) for group in one.state.groups if group.items]
    if isinstance(one.state, LinkState):
        return [list(items) for items in one.state.links.values()]
    return []


def _with_covers(topic: Topic, results: list[Result]) -> Topic:
    made = {one.judge.name: cover_of(one) for one in results}
    kept = [made.pop(cover.judge, cover) for cover in topic.covers]
    return replace(topic, covers=(*kept, *made.values()))


def _with_extracts(topic: Topic, results: list[Result]) -> Topic:
    made: dict[str, Text] = {
        one.judge.name: one.state.peer(one.judge.name, one.brief)
        for one in results
        if isinstance(one.state, ExtractState)
    }
    kept = [made.pop(peer.id, peer) for peer in topic.peers]
    return replace(topic, peers=(*kept, *made.values()))


def _with_ratings(topic: Topic, results: tuple[Result, ...]) -> Topic:
    named: dict[str, dict[str, dict[str, float | None] | Judgement]] = {
        peer: {
            name: dict(value) if isinstance(value, Mapping) else value
            for name, value in scales.items()
        }
        for peer, scales in topic.judgements.items()
    }
    notes = []
    for one in results:
        if not isinstance(one.state, RateState):
            continue
        for number, (at, (peer,)) in enumerate(one.entries, 1):
            if at != topic.id:
                continue
            given = one.state.ratings.get(str(number), {})
            for scale in one.brief.scales:
                if scale.name in given:
                    held = named.setdefault(peer, {}).setdefault(scale.name, {})
                    if isinstance(held, dict):
                        held[one.judge.name] = given[scale.name]
            if str(number) in one.state.notes:
                said = one.state.notes[str(number)]
                notes.append({"judge": one.judge.name, "peer": peer, "text": said})
    places = {peer.id: at for at, peer in enumerate(topic.peers)}
    notes.sort(key=lambda note: places[note["peer"]])
    judged = _in_order_of_peers(named, topic)
    topic = replace(topic, judgements=frozen({p: frozen(s) for p, s in judged.items()}))
    return _with_extra(topic, NOTES_KEY, notes) if notes else topic


def _in_order_of_peers(
    named: dict[str, dict[str, dict[str, float | None] | Judgement]], topic: Topic
) -> dict[str, dict[str, dict[str, float | None] | Judgement]]:
    """What the file had first, in its order; then the peers in theirs, whoever judged first."""
    order = [*topic.judgements, *(peer.id for peer in topic.peers)]
    return {peer: named[peer] for peer in dict.fromkeys([*order, *named]) if peer in named}


def _with_preferences(topic: Topic, found: Results) -> Topic:
    name = found.project.settings.question
    made: list[Preference | BestWorst] = []
    notes: list[_Note] = []
    order = {judge.name: at for at, judge in enumerate(found.judges)}
    for one in found.results:
        if not isinstance(one.state, PreferState):
            continue
        for number, (at, peers) in enumerate(one.entries, 1):
            choice = one.state.choices.get(str(number)) if at == topic.id else None
            if isinstance(choice, str):
                made.append(Preference(one.judge.name, name, peers[0], peers[1], CHOICES[choice]))
            elif choice is not None:
                places = dict(zip(one.brief.options[str(number)], peers, strict=True))
                extreme = _extremes(choice, places)
                if extreme is not None:
                    made.append(BestWorst(one.judge.name, name, peers, *extreme))
            if at == topic.id and str(number) in one.state.notes:
                said = one.state.notes[str(number)]
                notes.append(_Note(judge=one.judge.name, of=list(peers), text=said))
    notes.sort(key=lambda note: (order[note["judge"]], sorted(note["of"])))
    taken = {(one.judge, one.name) for one in made}
    kept = [one for one in topic.preferences if (one.judge, one.name) not in taken]
    topic = replace(topic, preferences=(*kept, *made))
    return _with_extra(topic, NOTES_KEY, notes) if notes else topic


def _extremes(choice: Extremes, places: Mapping[str, str]) -> tuple[str, str] | None:
    if choice.best is None or choice.worst is None:
        return None
    return places[choice.best], places[choice.worst]


def _with_extra(topic: Topic, key: str, value: object) -> Topic:
    return replace(topic, extra=frozen({**topic.extra, key: value}))


# Tables and JSON.


def csv_text(found: Results) -> str:
    """One line per placed sentence, link, picked sentence, rating or comparison."""
    heading, rows = _TABLES[found.project.task](found)
    return csv_row(heading) + "".join(map(csv_row, rows))


_Rows = tuple[list[str], list[list[str | int | None]]]


def _cluster_rows(found: Results) -> _Rows:
    heading = ["topic", "judge", "sentence", "document", "cluster", "label", "rank", "note"]
    rows: list[list[str | int | None]] = []
    for one in found.results:
        if not isinstance(one.state, ClusterState):
            continue
        start = [one.row.topic, one.judge.name]
        notes, documents = one.state.notes, one.brief.documents
        for number, group in enumerate(one.state.groups, 1):
            for i in group.items:
                end = [number, group.label, group.rank, notes.get(i)]
                rows.append([*start, i, documents[i], *end])
        for i in one.state.tray:
            rows.append([*start, i, documents[i], "aside", None, None, notes.get(i)])
    return heading, rows


def _link_rows(found: Results) -> _Rows:
    rows: list[list[str | int | None]] = []
    for one in found.results:
        if isinstance(one.state, LinkState):
            for target in one.brief.targets:
                for item in one.state.links.get(target.id, ()):
                    rows.append([one.row.topic, one.judge.name, item, target.id, target.text])
    return ["topic", "judge", "sentence", "abstract_sentence", "abstract_text"], rows


def _extract_rows(found: Results) -> _Rows:
    rows: list[list[str | int | None]] = []
    for one in found.results:
        if isinstance(one.state, ExtractState):
            rows += [[one.row.topic, one.judge.name, item] for item in one.state.picked]
    return ["topic", "judge", "sentence"], rows


def _rate_rows(found: Results) -> _Rows:
    rows: list[list[str | int | None]] = []
    for one in found.results:
        if not isinstance(one.state, RateState):
            continue
        for number, (topic, (peer,)) in enumerate(one.entries, 1):
            given = one.state.ratings.get(str(number), {})
            note = one.state.notes.get(str(number))
            for name, value in given.items():
                rows.append([topic, peer, one.judge.name, name, value, number, note])
    return ["topic", "peer", "judge", "scale", "value", "position", "note"], rows


def _prefer_rows(found: Results) -> _Rows:
    heading = ["topic", "judge", "name", "of", "choice", "best", "worst", "position", "note"]
    name = found.project.settings.question
    rows: list[list[str | int | None]] = []
    for one in found.results:
        if not isinstance(one.state, PreferState):
            continue
        for number, (topic, peers) in enumerate(one.entries, 1):
            choice = one.state.choices.get(str(number))
            if choice is None:
                continue
            places = dict(zip(one.brief.options[str(number)], peers, strict=True))
            best, worst = None, None
            if isinstance(choice, Extremes):
                best, worst = places.get(choice.best or ""), places.get(choice.worst or "")
                said = None
            else:
                said = places.get(choice, choice)
            note = one.state.notes.get(str(number))
            start = [topic, one.judge.name, name, "; ".join(peers)]
            rows.append([*start, said, best, worst, number, note])
    return heading, rows


_TABLES = {
    "cluster": _cluster_rows,
    "link": _link_rows,
    "extract": _extract_rows,
    "rate": _rate_rows,
    "prefer": _prefer_rows,
}


def json_value(found: Results, times: Mapping[str, list[int]]) -> dict[str, object]:
    """The whole project: settings, judges, and each task with its state, rules and time."""
    project = found.project
    return {
        "project": project.id,
        "name": project.settings.name,
        "task": project.task,
        "seed": project.settings.seed,
        "settings": project.settings.to_json(),
        "judges": [{"name": judge.name, "gold": judge.gold} for judge in found.judges],
        "results": [
            {
                "judge": one.judge.name,
                "topic": one.row.topic,
                "version": one.row.version,
                "submitted": one.row.submitted is not None,
                "seconds": milliseconds(times.get(one.row.id, ())) / 1000,
                "items": [[topic, *peers] for topic, peers in one.entries] or None,
                "state": one.state.to_json(),
                "rules": [broken.to_json() for broken in one.state.broken(one.brief)],
            }
            for one in found.results
        ],
        "causes": [cause.to_json() for cause in found.causes],
    }


def json_text(found: Results, times: Mapping[str, list[int]]) -> str:
    """`json_value` as text."""
    return json.dumps(json_value(found, times), ensure_ascii=False, indent=1) + "\n"
