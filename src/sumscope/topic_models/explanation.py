"""Topics of a text as shown to users: sentences, words, and what a summary makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from sumscope.core.choices import TopicMethod
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.core.progress import Progress
from sumscope.core.results import FrameResult
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Text
from sumscope.corpus.view import TextView
from sumscope.graph.growth import guess_language
from sumscope.text import pipeline
from sumscope.text.pieces import BLOCK
from sumscope.topic_models.division import Sentences, divide, stems

SCHEMES = ("topic-unigram", "topic-bigram", "topic-path", "topic-closeness")


class Line(NamedTuple):
    """A sentence with its number in the text, from 0."""

    number: int
    text: str


class Reason(NamedTuple):
    """What a topic adds to a measure: matches of how many, and the distance D of schemes 3, 4."""

    measure: str
    score: float
    matched: int
    of: int
    distance: float | None


class TopicShown(NamedTuple):
    """One topic: its weight, its share in percent, its sentences and heaviest words.

    Each of `words` stands with what it adds to the weight: its own weight times its count here.
    `assigned` are the summary's sentences given to it, `reasons` what they make of it.
    """

    weight: float
    share: float
    sentences: tuple[Line, ...]
    words: tuple[tuple[str, float], ...]
    assigned: tuple[Line, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, repr=False)
class Topics(FrameResult):
    """The topics of a text; with a summary also its scores and the sentences that fit nowhere."""

    file: str
    by: str
    lang: str | None
    topics: tuple[TopicShown, ...]
    scores: dict[str, float]
    unassigned: tuple[Line, ...]

    def tables(self) -> Iterator[ResultTable]:
        """The sentences of each topic, and what a summary gets for them."""
        for number, topic in enumerate(self.topics, 1):
            heavy = ", ".join(f"{word} {weight:.4f}" for word, weight in topic.words)
            notes = [f"words (weight x count): {heavy}"] if heavy else []
            notes += [f"<- [{line.number}] {line.text}" for line in topic.assigned]
            if number == len(self.topics):
                notes += [f"No topic <- [{one.number}] {one.text}" for one in self.unassigned]
            title = f"Topic {number}: {topic.share:.1f}% of the weight ({topic.weight:.4f})"
            yield table("topic", title, ["", "sentence"], topic.sentences, notes=notes)
        if self.scores:
            yield table(
                "scores", "", ["measure", "topic", "matched", "D", "adds"], self._scores(), 4
            )

    def _scores(self) -> Iterator[list[Cell]]:
        for place, (measure, score) in enumerate(self.scores.items()):
            for number, topic in enumerate(self.topics, 1):
                reason = topic.reasons[place]
                matched = f"{reason.matched} of {reason.of}"
                yield [measure, str(number), matched, reason.distance, reason.score]
            yield [measure, "all", "", None, score]

    def frame_rows(self) -> list[dict[str, object]]:
        """A row for each topic."""
        return [
            {
                "topic": number,
                "weight": topic.weight,
                "share": topic.share,
                "sentences": len(topic.sentences),
                "assigned": len(topic.assigned),
            }
            for number, topic in enumerate(self.topics, 1)
        ]


def explain_topics(
    file: str,
    text: str,
    by: TopicMethod,
    lang: str | None,
    summary: str | None,
    synonyms: str | None,
    top: int,
    progress: Progress | None,
) -> Topics:
    """Divide a text into weighted topics, and score a summary on them step by step.

    `file` names the text in the result and in errors. Without `lang` the language is guessed.
    """
    measures = [replace(parse(scheme), topics=by, synonyms=synonyms) for scheme in SCHEMES]
    if lang is None:
        lang = guess_language(text[:BLOCK])
    view = TextView(Text("text", text=text), lang)
    sources = [measure.source(lang) for measure in measures]
    division = divide(stems(view), by, progress)
    if not division.sentences:
        raise SumscopeError("has no words", where=file, hint="give a text with words")
    lines = lines_of(view)
    peer_lines: tuple[Line, ...] = ()
    sentences: Sentences = ()
    evidence = []
    if summary is not None:
        peer = TextView(Text("text", text=summary), lang)
        peer_lines, sentences = lines_of(peer), stems(peer)
        for measure, source in zip(measures, sources, strict=True):
            found = measure.evidence(division, sentences, source)
            evidence.append((str(measure), found))
    assigned = division.assign(sentences)
    topics = []
    for place, topic in enumerate(division.topics):
        words = [(word, n * division.weights[word]) for word, n in topic.counts.items()]
        words.sort(key=lambda pair: (-round(pair[1], 12), pair[0]))
        topics.append(
            TopicShown(
                weight=topic.weight,
                share=topic.share,
                sentences=tuple(lines[number] for number in topic.members),
                words=tuple(words[:top]),
                assigned=tuple(peer_lines[number] for number in assigned[place]),
                reasons=tuple(
                    Reason(name, one.score, one.matched, one.of, one.distance)
                    for name, one in ((name, every[place]) for name, every in evidence)
                ),
            )
        )
    placed = {number for numbers in assigned for number in numbers}
    return Topics(
        file=file,
        by=by,
        lang=lang,
        topics=tuple(topics),
        scores={name: sum(one.score for one in every) for name, every in evidence},
        unassigned=tuple(line for at, line in enumerate(peer_lines) if at not in placed),
    )


def lines_of(view: TextView) -> tuple[Line, ...]:
    """The sentences that have words, as the stems see them."""
    pipe = pipeline(view.lang)
    return tuple(
        Line(number, " ".join(sentence.split()))
        for number, sentence in enumerate(view.sentences)
        if pipe.words(sentence)
    )
