"""Choose the sentences that judges cluster, with a reason for each document.

After Geiss (2009): documents of one topic that give 150 to 200 sentences, at most 15 of them,
those published on the same calendar day as others first (the day as written, whatever time or
zone follows it), then shorter ones. A topic of five documents or fewer is used whole. The documents
chosen are put in order of date.

The rule behind "first" is exact: documents stand in order of preference (how many were published
on that day, more before fewer; then how many sentences, fewer before more; then date; then the
order of the corpus), and each in turn is taken if the range can still be reached with it, until it
is reached. So the range is met whenever any choice of documents meets it. Where none does, the
greatest total below the range is aimed at in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from sumscope.core.errors import SumscopeError
from sumscope.core.lazy import optional
from sumscope.core.notice import counted
from sumscope.core.results import NotebookRepr, Result
from sumscope.core.tables import ResultTable, table
from sumscope.core.values import Sentence, Text, Topic
from sumscope.covers.dates import calendar_day, time_of_day

if TYPE_CHECKING:
    import pandas
    import polars

LOW = 150


HIGH = 200


MOST = 15


WHOLE = 5


@dataclass(frozen=True)
class Choice:
    """One document in the order it was looked at: taken or not, the total after it, and why."""

    document: str
    date: str | None
    sentences: int
    same_day: int
    chosen: bool
    total: int
    reason: str


@dataclass(frozen=True)
class SampledSentence:
    """A sentence for the judges."""

    id: str
    document: str
    text: str


@dataclass(frozen=True)
class SentenceSet(NotebookRepr):
    """The sentence set of one topic: the documents in order of date, and how they were chosen."""

    topic: str
    documents: tuple[str, ...]
    sentences: tuple[SampledSentence, ...]
    choices: tuple[Choice, ...]
    note: str

    @property
    def total(self) -> int:
        """How many sentences the set has."""
        return len(self.sentences)

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "topic": self.topic,
            "total": self.total,
            "note": self.note,
            "documents": list(self.documents),
            "choices": [asdict(choice) for choice in self.choices],
            "sentences": [asdict(sentence) for sentence in self.sentences],
        }


@dataclass(frozen=True, repr=False)
class Sample(Result):
    """The sentence sets of a corpus."""

    sets: tuple[SentenceSet, ...]
    topics: tuple[Topic, ...]

    def to_json(self) -> list[dict[str, object]]:
        """Plain values, one object a topic."""
        return [one.to_json() for one in self.sets]

    def tables(self) -> Iterator[ResultTable]:
        """Why each document of a topic is in or out, a table a topic."""
        heading = ("in", "document", "date", "why", "same day", "sentences", "total")
        for one in self.sets:
            caption = f"{one.topic}: {counted(one.total, 'sentence')}; {one.note}"
            rows = (
                (
                    "yes" if choice.chosen else "no",
                    choice.document,
                    choice.date or "",
                    choice.reason,
                    choice.same_day,
                    choice.sentences,
                    choice.total,
                )
                for choice in one.choices
            )
            yield table("sample", caption, heading, rows)

    def _rows(self) -> list[dict[str, object]]:
        return [{"topic": one.topic, **asdict(s)} for one in self.sets for s in one.sentences]

    def to_pandas(self) -> pandas.DataFrame:
        """The sentences as a pandas DataFrame."""
        columns = ["topic", "id", "document", "text"]
        return optional("pandas", "pandas").DataFrame(self._rows(), columns=columns)

    def to_polars(self) -> polars.DataFrame:
        """The sentences as a polars DataFrame."""
        polars = optional("polars", "polars")
        schema = dict.fromkeys(("topic", "id", "document", "text"), polars.String)
        return polars.DataFrame(self._rows(), schema=schema)


def choose_from(
    topics: Iterable[Topic],
    *,
    low: int = LOW,
    high: int = HIGH,
    documents: int = MOST,
    whole: int = WHOLE,
) -> Sample:
    """Choose the sentence set of every topic that has documents."""
    if not 1 <= low <= high:
        raise SumscopeError(
            f"{low} to {high} sentences is not a range", hint="give --low from 1 up to --high"
        )
    if documents < 1:
        raise SumscopeError(f"documents is {documents}", hint="give 1 or more")
    if whole < 0:
        raise SumscopeError(f"whole is {whole}", hint="give 0 or more")
    sets, cuts = [], []
    for topic in topics:
        if topic.documents:
            made, cut = choose(topic, low, high, documents, whole)
            sets.append(made)
            cuts.append(cut)
    if not sets:
        raise SumscopeError("no topic of the corpus has documents")
    return Sample(tuple(sets), tuple(cuts))


def choose(topic: Topic, low: int, high: int, most: int, whole: int) -> tuple[SentenceSet, Topic]:
    """Choose the sentence set of a topic; also return the topic with those documents only."""
    from sumscope.corpus.view import TopicView

    view = TopicView(topic)
    lengths = [len(document.items) for document in view.documents]
    day = [None if d.date is None else calendar_day(d.date) for d in topic.documents]
    days = Counter(one for one in day if one is not None)
    shared = [1 if one is None else days[one] for one in day]
    order = sorted(
        range(len(lengths)), key=lambda i: (-shared[i], lengths[i], _by_date(topic.documents[i]), i)
    )
    if len(lengths) <= whole:
        chosen = set(order)
        note = f"used whole: {len(lengths)} documents, no more than {whole}"
        reasons = dict.fromkeys(order, note)
    else:
        chosen, reasons, note = _within([lengths[i] for i in order], order, low, high, most)
    total = 0
    choices = []
    for i in order:
        total += lengths[i] if i in chosen else 0
        document = topic.documents[i]
        choices.append(
            Choice(
                document.id, document.date, lengths[i], shared[i], i in chosen, total, reasons[i]
            )
        )
    taken = sorted(chosen, key=lambda i: (_by_date(topic.documents[i]), i))
    sentences = tuple(
        SampledSentence(item.id, view.documents[i].id, item.text)
        for i in taken
        for item in view.documents[i].items
    )
    names = tuple(topic.documents[i].id for i in taken)
    texts = tuple(_split(topic.documents[i], view.documents[i].items) for i in taken)
    cut = Topic(topic.id, topic.lang, texts, extra=topic.extra)
    return SentenceSet(topic.id, names, sentences, tuple(choices), note), cut


def _by_date(document: Text) -> tuple[bool, str, str, str]:
    """By day, time and what is written; documents without a date come last."""
    written = document.date or ""
    return document.date is None, calendar_day(written), time_of_day(written), written


def _split(document: Text, items: Sequence[Any]) -> Text:
    made = tuple(Sentence(item.text, item.id, item.extra) for item in items)
    return replace(document, text=None, sentences=made)


def _within(
    lengths: list[int], order: list[int], low: int, high: int, most: int
) -> tuple[set[int], dict[int, str], str]:
    """Go through the documents in order of preference; `lengths` are in that order."""
    few, top = min(most, len(lengths)), min(high, sum(lengths))
    reach = list(_reachable(lengths, top, few))
    target, aim = low, f"{low} to {high} sentences"
    note = f"{aim} from at most {most} documents"
    if not _any_in(reach[0], low, top, few):
        target = max((row.bit_length() - 1 for row in reach[0]), default=0)
        aim = f"{target} sentences"
        note = f"no choice of at most {most} documents gives {low} to {high} sentences"
        if target > 0:
            note += f"; {target} is the most below"
    chosen: set[int] = set()
    reasons: dict[int, str] = {}
    if not any(lengths):
        return chosen, dict.fromkeys(order, "has no sentences"), "no document has sentences"
    if target == 0:
        shortest = min(range(len(order)), key=lambda at: (lengths[at] == 0, lengths[at], at))
        reasons = dict.fromkeys(order, f"alone past {high} sentences")
        reasons[order[shortest]] = "the shortest document"
        return {order[shortest]}, reasons, f"{note}; the shortest document is used"
    total = 0
    for at, i in enumerate(order):
        if total >= target:
            reasons[i] = f"not needed: {total} sentences are enough"
        elif len(chosen) == most:
            reasons[i] = f"there are {most} documents already"
        elif lengths[at] == 0:
            reasons[i] = "has no sentences"
        elif total + lengths[at] > high:
            reasons[i] = f"would pass {high} sentences"
        elif not _any_in(
            reach[at + 1],
            target - total - lengths[at],
            top - total - lengths[at],
            few - len(chosen) - 1,
        ):
            reasons[i] = f"with it {aim} could not be reached"
        else:
            chosen.add(i)
            total += lengths[at]
            reasons[i] = "taken in order of preference"
    return chosen, reasons, note


def _reachable(lengths: list[int], high: int, most: int) -> Iterator[list[int]]:
    """For each place in the order, the totals up to `high` that the documents from there on give.

    Totals are bits; entry c is for exactly c documents.
    """
    mask = (1 << (high + 1)) - 1
    rows = [[1] + [0] * most]
    for length in reversed(lengths):
        after = rows[-1]
        taken = [0, *((after[c] << length) & mask if length else 0 for c in range(most))]
        rows.append([a | b for a, b in zip(after, taken, strict=True)])
    yield from reversed(rows)


def _any_in(row: list[int], low: int, high: int, most: int) -> bool:
    """Whether a total between low and high is reachable with at most `most` documents."""
    if high < max(low, 0):
        return False
    wanted = ((1 << (high + 1)) - 1) & ~((1 << max(low, 0)) - 1)
    return any(row[c] & wanted for c in range(most + 1))
