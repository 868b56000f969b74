"""Survey a corpus: which sections it allows, examples, and data problems."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.core.values import Topic
from sumscope.corpus.human_columns import HumanColumns
from sumscope.corpus.scores import judgements
from sumscope.corpus.topic_stream import other_script
from sumscope.oracles.lengths import low_median, words_of

# Work that is shown by example is done on at most this many topics, evenly spread.
SAMPLE = 40
# Graphs and co-clustering of one example are drawn up to this many sentences.
DRAWN = 120
# Topics that are looked at for the script of their texts.
LOOKED_AT = 100


@dataclass
class Survey:
    """Counts over the whole corpus, its judgements, and problems of its data."""

    topics: int = 0
    languages: Counter[str] = field(default_factory=Counter)
    documents: int = 0
    references: int = 0
    several_references: int = 0
    summaries: int = 0
    judgements: int = 0
    covers: int = 0
    peers: dict[str, int] = field(default_factory=dict)
    people: set[str] = field(default_factory=set)
    humans: dict[str, int] = field(default_factory=dict)
    judges: dict[str, int] = field(default_factory=dict)
    lacking: Counter[str] = field(default_factory=Counter)
    empty: list[tuple[str, str]] = field(default_factory=list)
    doubles: list[tuple[str, str]] = field(default_factory=list)
    unjudged: Counter[str] = field(default_factory=Counter)
    strangers: list[tuple[str, str]] = field(default_factory=list)
    # The place of every topic, from 1, and everything that people said of the summaries.
    numbers: dict[str, int] = field(default_factory=dict)
    said: list[ScoreRow] = field(default_factory=list)
    # The same judge by judge, and preferences.
    columns: HumanColumns = field(default_factory=HumanColumns)
    # The words of every summary of a system, for the length that oracles get.
    words: list[int] = field(default_factory=list)
    # Whether one of the first topics is in a script of which ROUGE-1.5.5 reads no word.
    other_script: bool = False

    @property
    def scorable(self) -> bool:
        """Whether there is any summary to score."""
        return self.summaries > 0

    @property
    def human_scores(self) -> ScoreTable:
        """The judgements as a score table."""
        return ScoreTable(tuple(self.said))

    @property
    def median_length(self) -> int | None:
        """The median number of words of the systems' summaries; None without any."""
        return low_median(self.words)

    @cached_property
    def judged(self) -> dict[tuple[str, str], dict[str, float]]:
        """The judgements of every summary, by topic and peer."""
        found: dict[tuple[str, str], dict[str, float]] = {}
        for row in self.said:
            if row.value is not None:
                found.setdefault((row.topic, row.peer), {})[row.measure] = float(row.value)
        return found


def survey(topics: Iterable[Topic]) -> Survey:
    """Read a corpus once, in constant memory but for its oddities."""
    found = Survey()
    texts: dict[str, dict[bytes, str]] = defaultdict(dict)
    for topic in topics:
        if found.topics < LOOKED_AT and not found.other_script:
            found.other_script = other_script(topic)
        found.topics += 1
        found.numbers[topic.id] = found.topics
        found.languages[topic.lang or "not given"] += 1
        found.documents += len(topic.documents)
        found.references += len(topic.references)
        found.several_references += len(topic.references) > 1
        found.summaries += len(topic.peers)
        found.covers += len(topic.covers)
        for name in ("documents", "references", "peers", "judgements", "covers"):
            found.lacking[name] += not getattr(topic, name)
        for cover in topic.covers:
            found.judges[cover.judge] = found.judges.get(cover.judge, 0) + 1
        names = {peer.id for peer in topic.peers}
        scores = topic.scores
        for peer, given in scores.items():
            if peer not in names:
                found.strangers.append((topic.id, peer))
            for human, value in given.items():
                if value is not None:
                    found.judgements += 1
                    found.humans[human] = found.humans.get(human, 0) + 1
        found.said.extend(judgements([topic]))
        found.columns.add(topic)
        for peer_text in topic.peers:
            found.peers[peer_text.id] = found.peers.get(peer_text.id, 0) + 1
            if peer_text.human:
                found.people.add(peer_text.id)
            elif peer_text.extract is None:
                found.words.append(words_of(peer_text.written))
            given = scores.get(peer_text.id, {})
            if scores and not any(value is not None for value in given.values()):
                found.unjudged[peer_text.id] += 1
        _texts(found, topic, texts)
    return found


def _texts(found: Survey, topic: Topic, before: dict[str, dict[bytes, str]]) -> None:
    """Empty texts, and texts that stand twice in one kind."""
    for kind in ("documents", "references", "peers"):
        held: dict[bytes, str] = {}
        for text in getattr(topic, kind):
            where = f"topic {topic.id}, {kind[:-1]} {text.id}"
            content = text.written if text.extract is None else "\0".join(text.extract)
            if not content.strip():
                found.empty.append((where, "the text is empty"))
                continue
            digest = hashlib.blake2b(content.encode("utf-8", "surrogatepass")).digest()[:12]
            twin = held.get(digest)
            if twin is not None:
                found.doubles.append((where, f"the same text as {kind[:-1]} {twin} of its topic"))
            elif text.extract is None:
                twin = before[kind].get(digest)
                if twin is not None:
                    found.doubles.append((where, f"the same text as in {twin}"))
            held.setdefault(digest, text.id)
            before[kind].setdefault(digest, where)


def spread(count: int) -> set[int]:
    """Numbers of at most `SAMPLE` topics, evenly spread over `count`."""
    if count <= SAMPLE:
        return set(range(count))
    return {round(i * (count - 1) / (SAMPLE - 1)) for i in range(SAMPLE)}
