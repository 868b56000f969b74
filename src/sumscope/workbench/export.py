"""Export judges' work as a corpus, a table or JSON.

The corpus is the one the project was made of, with the work added where its format has a place for
it: `covers`, `peers`, `judgements`, `preferences`; notes and causes under keys of their own.
Export, import and export again gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from sumscope.core.values import Topic
from sumscope.corpus.jsonl import dump_topic
from sumscope.corpus.scores import csv_row
from sumscope.covers.cause_counts import CAUSES_KEY
from sumscope.workbench.results import Results, milliseconds
from sumscope.workbench.task import with_extra
from sumscope.workbench.tasks import TASKS


def corpus_topics(found: Results) -> list[Topic]:
    """The topics of the project with the work of its judges."""
    kind = TASKS[found.project.task]
    made = []
    for topic in found.topics:
        topic = kind.export(topic, found)
        causes = [
            {k: v for k, v in one.to_json().items() if k not in ("topic", "at")}
            for one in found.causes
            if one.topic == topic.id
        ]
        if causes:
            topic = with_extra(topic, CAUSES_KEY, causes)
        made.append(topic)
    return made


def judged_topics(found: Results) -> list[Topic]:
    """The topics as an export has them, without any work but that of the project's own judges.

    The gold standard is nobody's opinion, and what the corpus held before was judged elsewhere.
    """
    kind = TASKS[found.project.task]
    bare = tuple(kind.without_work(topic) for topic in found.topics)
    people = tuple(one for one in found.results if not one.judge.gold)
    return corpus_topics(replace(found, topics=bare, results=people))


def corpus_bytes(found: Results) -> bytes:
    """The corpus as a file."""
    return b"".join(dump_topic(topic) for topic in corpus_topics(found))


# Tables and JSON.


def csv_text(found: Results) -> str:
    """One line per placed sentence, link, picked sentence, rating or comparison."""
    kind = TASKS[found.project.task]
    heading, rows = kind.table(found.results, found.project.settings)
    return csv_row(heading) + "".join(map(csv_row, rows))


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
