"""The sections of the demo's page: each takes values made by the use cases and adds to the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sumscope.app.agree import Agreement, agree
from sumscope.app.compare import Comparison
from sumscope.app.detect import Detection, Detections, detect
from sumscope.app.meta import Meta
from sumscope.app.oracle import OracleTable
from sumscope.core.table import ScoreTable, show
from sumscope.core.values import Topic
from sumscope.corpus.covers import covers_of_topic
from sumscope.corpus.view import TopicView
from sumscope.report import figures
from sumscope.report.page import Page, figure, heading, paragraph, table


def leaderboard(page: Page, scores: ScoreTable, comparison: Comparison) -> None:
    """Means with intervals and significance groups, one table and figure a measure."""
    page.section("Leaderboard")
    page.add(
        paragraph(
            "Mean over topics with a 95% bootstrap interval. Peers that share a letter do not "
            "differ significantly (paired approximate randomization, Holm-corrected). People who "
            "wrote a reference are scored against the other references."
        )
    )
    for note in comparison.notes[:1]:
        page.add(paragraph(f"Note: {note}. A real study needs more topics.", soft=True))
    head = ["peer", "mean", "95% interval", "group", "topics"]
    for name in scores.measures:
        standings = [s for s in comparison.standings if s.measure == name]
        page.add(heading(name))
        rows = [
            [
                s.peer + (" (human)" if s.human else ""),
                show(s.mean),
                f"{show(s.low)} to {show(s.high)}",
                s.letters,
                str(s.n),
            ]
            for s in standings
        ]
        page.add(table(f"Leaderboard by {name}", head, rows))
        shown = [s for s in standings if None not in (s.mean, s.low, s.high)]
        if shown:
            drawing = figures.interval_plot(
                [s.peer for s in shown],
                [s.mean or 0.0 for s in shown],
                [s.low or 0.0 for s in shown],
                [s.high or 0.0 for s in shown],
                name,
            )
            page.add(figure(figures.to_svg(drawing), f"{name}: means and 95% intervals"))


def by_topic(page: Page, scores: ScoreTable) -> None:
    """Every score, one table a measure."""
    page.section("Scores by topic")
    cells = {(r.topic, r.peer, r.measure): r.value for r in scores}
    for name in scores.measures:
        rows = [
            [topic, *(show(cells[topic, peer, name]) for peer in scores.peers)]
            for topic in scores.topics
        ]
        page.add(table(f"{name} on every topic", ["topic", *scores.peers], rows))


def judgements(page: Page, found: Meta) -> None:
    """How the measures order the peers beside the (invented) judgements."""
    page.section("Measures beside judgements")
    page.add(
        paragraph(
            "Correlation with the judgements over system means, with 95% intervals (systems and "
            "topics resampled). The judgements of this corpus are invented, so these figures "
            "show the table, not the worth of a measure."
        )
    )
    rows = [
        [
            r.measure,
            r.human,
            r.statistic,
            show(r.value, 3),
            f"{show(r.low, 3)} to {show(r.high, 3)}",
        ]
        for r in found.rows
        if r.statistic in ("pearson", "kendall")
    ]
    head = ["measure", "judgement", "statistic", "value", "95% interval"]
    page.add(table("System level, all peers", head, rows, words=3))


def oracles(page: Page, found: OracleTable, limit: int) -> None:
    """The best extract of every topic, and how far each peer is from it."""
    page.section("Extractive oracles")
    page.add(
        paragraph(
            f"The greatest ROUGE-2 that any extract of at most {limit} words can reach, how many "
            "extracts reach it (counted exactly), and the nodes the search visited."
        )
    )
    rows = [
        [r["topic"], show(r["score"]), str(r["count"]), str(r["nodes"]), " ".join(r["oracles"][0])]
        for r in found
    ]
    head = ["topic", "best ROUGE-2", "oracles", "nodes", "first oracle"]
    page.add(table("Oracles against all references", head, rows))


def agreement(page: Page, found: Agreement) -> None:
    """How well the two judges agree, beside chance."""
    page.section("Agreement of the judges")
    page.add(
        paragraph(
            "Two judges grouped the sentences of every topic. Sentences that a judge left out "
            "become clusters of their own (singletons) or one cluster (bucket). The random "
            "column has the same cluster sizes with the sentences shuffled."
        )
    )
    rows = [[r.topic or "", r.complete, show(r.value, 3), show(r.baseline, 3)] for r in found.rows]
    page.add(table("Omega index of judge 1 and judge 2", _AGREE_HEAD, rows, words=2))


_AGREE_HEAD = ["topic", "completed by", "omega", "random"]


def communities(page: Page, topics: Sequence[Topic], corpus: Any) -> None:
    """Communities of sentences that share words, held against the judges."""
    page.section("Communities of sentences")
    page.add(
        paragraph(
            "Sentences that share words (stop words aside) are linked; Girvan-Newman takes the "
            "graph apart, cut where modularity is best. The Omega index holds the result against "
            "each judge. In the meeting the graph is a judge's own links, from which CONGA "
            "should find overlapping clusters again."
        )
    )
    rows = []
    for topic in topics:
        judges = covers_of_topic(topic)
        gold = topic.id == "en-meeting"
        found = detect(
            corpus,
            "conga" if gold else "gn",
            graph="links" if gold else "words-in-common",
            judge=next(iter(judges)) if gold else None,
            topic=topic.id,
            stop=True,
        )
        one: Detection = found.topics[0] if isinstance(found, Detections) else found
        omegas = []
        for cover in judges.values():
            pair = agree([one.cover, cover], ["omega"], complete="singletons", baseline=0)
            omegas.append(show(pair.rows[0].value, 3))
        rows.append(
            [
                topic.id,
                "judge's links, conga" if gold else "words in common, gn",
                str(len(one.clusters)),
                show(one.division.modularity, 3),
                *omegas,
            ]
        )
    head = ["topic", "graph and method", "communities", "modularity", "omega j1", "omega j2"]
    page.add(table("Communities beside the judges", head, rows, words=2))


def growth(page: Page, topics: Sequence[Topic]) -> None:
    """How the word network of a person's summary and of noise grow."""
    from sumscope.graph.words import word_network
    from sumscope.report.growth_figures import growth_plots

    page.section("Growth of word networks")
    topic = next(topic for topic in topics if topic.id == "pt-onca")
    view = TopicView(topic)
    chosen = [peer for peer in view.peers if peer.id in ("C", "noise")]
    networks = [word_network(peer.sentences, topic.lang) for peer in chosen]
    page.add(
        paragraph(
            f"Topic {topic.id}: components of the word network as the text is read, against the "
            "straight line. Lower deviation is read as better text; it is comparative only."
        )
    )
    drawing = growth_plots(networks, [peer.id for peer in chosen])
    page.add(figure(figures.to_svg(drawing), "A person's summary beside noise"))


def provenance(page: Page, scores: ScoreTable) -> None:
    """What every number depends on."""
    page.section("How these numbers were made")
    page.add(paragraph("Each line names everything that a score depends on."))
    signatures = [[n, m["signature"]] for n, m in scores.meta["measures"].items()]
    page.add(table("Signatures", ["measure", "signature"], signatures, words=2))
    digest = scores.meta["corpus"]["sha256"]
    page.add(paragraph(f"Corpus: demo.jsonl, SHA-256 {digest}. Seeds: 0 throughout.", soft=True))
