"""Summarizers beside sumy (LexRank, Luhn, TextRank) on the same texts: speed and ROUGE-2.

    python benchmarks/summarize.py [CORPUS]

CORPUS is MultiLing 2011 English (`$SUMSCOPE_DATA/multiling2011/english.jsonl.gz`) where that is at
hand, else the embedded example. Every method writes 250 words a topic (80 on the embedded one).
sumy gets our sentences and words through its tokenizer interface, so that only the methods differ,
its own stemmer and stop words, and its ranking is cut to the same limit by the same rule. Sentences
are split beforehand; times are of words, stems, ranking and selecting, the best of three runs over
all topics with nothing remembered. SuPor is trained on the other topics, never on the one that it
summarizes. ROUGE-2 recall, all references.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import sumscope
from sumscope.core.values import Sentence, Text, Topic
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.view import TopicView
from sumscope.data import DEMO
from sumscope.summarizers.registry import parse
from sumscope.summarizers.run import summary
from sumscope.summarizers.select import Candidate, Limit, Ranking, select
from sumscope.summarizers.source import Source
from sumscope.text import pipeline
from sumscope.text.cache import REMEMBERED

OURS = ("lexrank", "textrank", "gistsumm", "supor", "lead", "random", "gei")
RUNS = 3
MARK = " \u241e "


class Tokens:
    """Our sentences and words, as sumy asks for them."""

    def __init__(self, lang: str | None) -> None:
        self.pipe = pipeline(lang)
        self.language = "english"

    def to_sentences(self, text: str) -> tuple[str, ...]:
        return tuple(line.strip() for line in text.split(MARK))

    def to_words(self, sentence: str) -> tuple[str, ...]:
        return tuple(self.pipe.words(sentence))


def by_sumy(topic: Topic, name: str, limit: Limit) -> Topic:
    """The topic with an extract by one of sumy's methods."""
    from sumy.nlp.stemmers import Stemmer
    from sumy.parsers.plaintext import PlaintextParser
    from sumy.summarizers.lex_rank import LexRankSummarizer
    from sumy.summarizers.luhn import LuhnSummarizer
    from sumy.summarizers.text_rank import TextRankSummarizer
    from sumy.utils import get_stop_words

    kinds = {"lexrank": LexRankSummarizer, "luhn": LuhnSummarizer, "textrank": TextRankSummarizer}
    language = {"pt": "portuguese"}.get(topic.lang or "en", "english")
    method = kinds[name](Stemmer(language))
    method.stop_words = get_stop_words(language)
    source = Source(TopicView(topic))
    lines = [" ".join(item.text.split()) for item in source.items]
    document = PlaintextParser.from_string(MARK.join(lines), Tokens(topic.lang)).document
    # sumy sorts what it chose by place, so its ranking is read where it is made.
    order: list[int] = []
    places: dict[str, list[int]] = {}
    for place, line in enumerate(lines):
        places.setdefault(line, []).append(place)
    kept = method._get_best_sentences

    def ranked(sentences: object, count: object, rating: object, *rest: object, **more: object):
        rate = rating if callable(rating) else rating.__getitem__
        scored = [(rate(s, *rest, **more), -i, str(s)) for i, s in enumerate(sentences)]
        for _, _, text in sorted(scored, reverse=True):
            if places.get(text):
                order.append(places[text].pop(0))
        return kept(sentences, count, rating, *rest, **more)

    method._get_best_sentences = ranked
    method(document, 1)
    ranking = Ranking(tuple(Candidate(i, 0.0, "sumy") for i in order))
    ids = select(source, ranking, limit).ids
    return replace(topic, peers=(*topic.peers, Text(f"sumy {name}", extract=ids)))


def timed(topics: list[Topic], make: Callable[[Topic], Topic]) -> tuple[float, list[Topic]]:
    """Seconds for every topic, the best of some runs with nothing remembered, and the result."""
    best, made = float("inf"), topics
    for _ in range(RUNS):
        REMEMBERED.clear()
        start = time.process_time()
        made = [make(topic) for topic in topics]
        best = min(best, time.process_time() - start)
    return best, made


def main() -> None:
    """Print one line a method."""
    data = os.environ.get("SUMSCOPE_DATA")
    given = sys.argv[1] if len(sys.argv) > 1 else None
    multiling = Path(data) / "multiling2011" / "english.jsonl.gz" if data else None
    path = Path(given) if given else multiling if multiling and multiling.exists() else DEMO
    limit = Limit(words=80 if path == DEMO else 250)
    topics = [_split(topic) for topic in read_corpus(path)]
    models = {
        topic.id: sumscope.supor.fit(
            [t for t in topics if t.id != topic.id and t.lang == topic.lang]
        )
        for topic in topics
    }
    words = sum(len(d.text.split()) for topic in topics for d in TopicView(topic).documents)
    seconds: dict[str, float] = {}
    made = topics
    for name in OURS:
        method = parse(name)

        def ours(topic: Topic, method: object = method, name: str = name) -> Topic:
            model = models[topic.id] if name == "supor" else None
            return summary(topic, method, limit, model=model).topic

        seconds[name], made = timed(made, ours)
    for name in ("lexrank", "luhn", "textrank"):
        seconds[f"sumy {name}"], made = timed(made, lambda t, name=name: by_sumy(t, name, limit))
    made = [_last_of_each(topic) for topic in made]
    means = {m["peer"]: m["mean"] for m in sumscope.score(made, ["rouge-2"]).means()}
    print(f"{path.name}: {len(topics)} topics, {words} words, {limit.words} words a summary")
    print(f"{'method':14} {'seconds':>8} {'words/s':>10} {'ROUGE-2':>8}")
    for name, taken in seconds.items():
        print(f"{name:14} {taken:8.3f} {words / taken:10,.0f} {means[name]:8.4f}")
    for ours_name, theirs in (
        ("lexrank", "lexrank"),
        ("textrank", "textrank"),
        ("gistsumm", "luhn"),
    ):
        ratio = seconds[f"sumy {theirs}"] / seconds[ours_name]
        gain = means[ours_name] - means[f"sumy {theirs}"]
        print(f"{ours_name} beside sumy {theirs}: x {ratio:.1f} the speed, ROUGE-2 {gain:+.4f}")


def _split(topic: Topic) -> Topic:
    """The topic without peers, its documents as sentences with their paragraphs."""
    source = Source(TopicView(topic))
    split: list[list[Sentence]] = [[] for _ in topic.documents]
    paragraph = 0
    for item, place in zip(source.items, source.places, strict=True):
        paragraph += place.opens
        extra = {"paragraph": paragraph}
        split[place.document].append(Sentence(item.text, item.id, extra))
    documents = [
        replace(document, text=None, sentences=tuple(sentences))
        for document, sentences in zip(topic.documents, split, strict=True)
    ]
    return replace(topic, documents=tuple(documents), peers=())


def _last_of_each(topic: Topic) -> Topic:
    """One peer a name: the runs add one each, all the same."""
    kept = {peer.id: peer for peer in topic.peers if peer.id[-2:-1] != "-"}
    return replace(topic, peers=tuple(kept.values()))


if __name__ == "__main__":
    main()
