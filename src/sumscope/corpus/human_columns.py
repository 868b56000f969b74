"""Collect the human judgements of a corpus into columns in one pass."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable
from dataclasses import replace

from sumscope.core.human_tables import HumanTables, PreferenceTable, RatingTable
from sumscope.core.values import BestWorst, Preference, Text, Topic

_CHOICES = {"left": 0, "right": 1, "equal": 2}


class _Names:
    """Names in order of first appearance, and their places."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}

    def place(self, name: str) -> int:
        return self.places.setdefault(name, len(self.places))

    @property
    def listed(self) -> tuple[str, ...]:
        return tuple(self.places)


class _Ratings:
    def __init__(self, human: str) -> None:
        self.human = human
        self.items: list[tuple[str, str]] = []
        self.judges = _Names()
        self.item, self.judge = array("q"), array("q")
        self.value, self.same = array("d"), array("q")

    def add(self, item: tuple[str, str], same: int, given: Iterable[tuple[int, float]]) -> None:
        place = len(self.items)
        before = len(self.value)
        for judge, value in given:
            self.item.append(place)
            self.judge.append(judge)
            self.value.append(value)
        if len(self.value) > before:
            self.items.append(item)
            self.same.append(same)

    def table(self) -> RatingTable:
        return RatingTable(
            self.human,
            tuple(self.items),
            self.judges.listed,
            self.item,
            self.judge,
            self.value,
            self.same,
        )


class _Preferences:
    def __init__(self, name: str) -> None:
        self.name = name
        self.peers, self.topics, self.judges = _Names(), _Names(), _Names()
        self.pairs: list[tuple[int, int, int, int, int]] = []
        self.sets: list[tuple[int, ...]] = []

    def add(self, topic: str, said: Preference | BestWorst) -> None:
        where = self.topics.place(topic), self.judges.place(said.judge)
        if isinstance(said, Preference):
            left, right = self.peers.place(said.left), self.peers.place(said.right)
            self.pairs.append((*where, left, right, _CHOICES[said.choice]))
        else:
            ends = (said.best, said.worst)
            order = (*ends, *(peer for peer in said.of if peer not in ends))
            self.sets.append((*where, *(self.peers.place(peer) for peer in order)))

    def table(self) -> PreferenceTable:
        return PreferenceTable(
            self.name,
            self.peers.listed,
            self.topics.listed,
            self.judges.listed,
            tuple(self.pairs),
            tuple(self.sets),
        )


class HumanColumns:
    """Ratings and preferences of the topics given so far."""

    def __init__(self) -> None:
        self._ratings: dict[str, _Ratings] = {}
        self._preferences: dict[str, _Preferences] = {}
        self._texts: dict[bytes, int] = {}
        self._count = 0

    def add(self, topic: Topic) -> None:
        """Add the judgements of a topic; its texts are not kept."""
        self._count += 1
        by_id = {peer.id: peer for peer in topic.peers}
        for peer, named in topic.judgements.items():
            same = _same(self._texts, topic.id, peer, by_id.get(peer))
            for human, value in named.items():
                table = self._ratings.setdefault(human, _Ratings(human))
                if isinstance(value, (int, float)):
                    table.add((topic.id, peer), same, [(-1, float(value))])
                elif value is not None:
                    known = [
                        (table.judges.place(judge), float(number))
                        for judge, number in value.items()
                        if number is not None
                    ]
                    table.add((topic.id, peer), same, known)
        for said in topic.preferences:
            self._preferences.setdefault(said.name, _Preferences(said.name)).add(topic.id, said)

    def tables(self) -> HumanTables:
        """What was taken, by name."""
        return HumanTables(
            {name: table.table() for name, table in self._ratings.items() if len(table.value)},
            {name: table.table() for name, table in self._preferences.items()},
            self._count,
        )


class PickedSentences:
    """Extracts that people picked, as a rating of every sentence shown: 1 picked, 0 not."""

    def __init__(self) -> None:
        self._ratings = _Ratings("picked")

    def add(self, topic: Topic) -> None:
        """Add the extracts of a topic; its texts are not kept."""
        people = [peer for peer in topic.peers if peer.human and peer.extract is not None]
        if not people:
            return
        from sumscope.corpus.view import TopicView

        judges = [(self._ratings.judges.place(peer.id), {*(peer.extract or ())}) for peer in people]
        for sentence in TopicView(topic).by_id:
            given = [(judge, float(sentence in picked)) for judge, picked in judges]
            self._ratings.add((topic.id, sentence), len(self._ratings.items), given)

    def tables(self) -> tuple[RatingTable, ...]:
        """One table, or none of fewer than two people: `picked` is then nobody's judgement."""
        if len(self._ratings.judges.listed) < 2:
            return ()
        return (replace(self._ratings.table(), unit="sentence"),)


def human_tables(topics: Iterable[Topic]) -> HumanTables:
    """Gather ratings and preferences of all topics."""
    columns = HumanColumns()
    for topic in topics:
        columns.add(topic)
    return columns.tables()


def _same(texts: dict[bytes, int], topic: str, peer: str, text: Text | None) -> int:
    """A number that peers of a topic share where their texts are the same."""
    content = f"\0{peer}"  # a peer without a text is like no other
    if text is not None:
        content = text.written if text.extract is None else "\0".join(text.extract)
    digest = hashlib.blake2b(
        f"{topic}\0\0{content}".encode("utf-8", "surrogatepass"), digest_size=12
    )
    return texts.setdefault(digest.digest(), len(texts))
