"""What a scoring counts as chunks are finished, and what it warns of at the end."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from sumscope.core.errors import SumscopeError
from sumscope.core.notice import say
from sumscope.corpus.jsonl import parse_topic
from sumscope.corpus.stream import Source
from sumscope.corpus.topic_stream import note_script
from sumscope.jobs.job import Results
from sumscope.scoring.reading import Scoring
from sumscope.text import note_topic, pipeline

# Topics, and texts, that are looked at for lines that are not sentences.
LOOKED_AT = 50
LINE_BREAKS = (b"\\n", b"\\u000")  # as JSON spells them inside a string


@dataclass
class Tally:
    """Counts over the chunks of a scoring."""

    scoring: Scoring
    topics: int = 0
    scores: int = 0
    undefined: int = 0
    reason: str | None = None  # why the first undefined score is so
    languages: dict[str | None, None] = field(default_factory=dict)
    # By language, whether measures that read a to z only have given no score above 0.
    silent: dict[str | None, bool] = field(default_factory=dict)

    def add(self, results: Results) -> None:
        """Count the scores of a chunk, those that are undefined, and languages."""
        self.topics += len(results)
        latin = _reading_latin(self.scoring)
        for _, (lang, peers) in results:
            self.languages[lang] = None
            if latin and peers and self.silent.get(lang, True):
                self.silent[lang] = not any(
                    isinstance(value := values[at], float) and value > 0
                    for _, _, values in peers
                    for at in latin
                )
            for _, _, values in peers:
                self.scores += len(values)
                missing = list(map(type, values)).count(str)
                if missing:
                    self.undefined += missing
                    self.reason = self.reason or next(v for v in values if isinstance(v, str))


def _reading_latin(scoring: Scoring) -> list[int]:
    """The places of measures that read a to z only."""
    return [at for at, m in enumerate(scoring.measures) if getattr(m, "tokens", None) == "rouge155"]


def require_scores(tally: Tally) -> None:
    """Refuse a corpus in which nothing could be scored."""
    corpus = tally.scoring.source.name
    if not tally.scores:
        raise SumscopeError(
            "no topic has summaries to score", where=corpus, hint='they go under "peers"'
        )
    if tally.undefined == tally.scores:
        which = (
            "the score is undefined"
            if tally.scores == 1
            else f"all {tally.scores} scores are undefined"
        )
        raise SumscopeError(f"{which}: {tally.reason}", where=corpus)


def warn(tally: Tally) -> None:
    """Warn of languages missing or unknown, and of scripts that ROUGE-1.5.5 does not read."""
    source, measures = tally.scoring.source, tally.scoring.measures
    if any(getattr(measure, "by_sentence", False) for measure in measures):
        _warn_of_lines(source)
    silent = {lang for lang, nothing in tally.silent.items() if nothing}
    if silent:
        name = str(measures[_reading_latin(tally.scoring)[0]])
        note_script(source, name, "add tokens=unicode", lambda t: t.lang in silent)
    for lang in tally.languages:
        reads = pipeline(lang)
        if reads.known:
            continue
        if any(str(measure.text(lang)) == reads.signature for measure in measures):
            note_topic(lang)


def _warn_of_lines(source: Source) -> None:
    """Say once where the lines of a text are not the sentences that are found in it."""
    # Only lines with a line break in some text are parsed again.
    topics = (
        parse_topic(raw, f"{source.name}:{number}")
        for number, raw in itertools.islice(source.lines(), LOOKED_AT)
        if any(spelling in raw for spelling in LINE_BREAKS)
    )
    texts = (
        (topic, text)
        for topic in topics
        for text in (*topic.references, *topic.peers)
        if text.text is not None and "\n" in text.text.strip()
    )
    for topic, text in itertools.islice(texts, LOOKED_AT):
        lines = [line.strip() for line in text.written.split("\n") if line.strip()]
        sentences = [s.strip() for s in pipeline(topic.lang).sentences(text.written)]
        if lines != sentences:
            say(
                "ROUGE-L and ROUGE-W read sentences, and lines of some texts are none "
                f"(topic {topic.id!r}, {text.id!r}): taken as lines, as rougeLsum does, "
                'the numbers differ; give "sentences" instead of "text" to decide'
            )
            return
