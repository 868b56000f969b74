"""Sections of a study on texts: oracles, growth by group, communities, source beside summary."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from sumscope.app.agree import agree
from sumscope.app.detect import detect
from sumscope.app.oracle import oracle_file
from sumscope.core.files import atomic_write
from sumscope.core.table import show
from sumscope.core.values import Topic, Undefined
from sumscope.corpus.covers import covers_of_topic
from sumscope.corpus.stream import Source
from sumscope.corpus.view import TopicView
from sumscope.graph.words import word_network
from sumscope.report import study_figures
from sumscope.report.dendrogram import plot as dendrogram
from sumscope.report.reading import reading
from sumscope.report.reproduction import table
from sumscope.run.chunks import Chunk
from sumscope.run.corpus_run import CorpusRun, Results
from sumscope.run.detection import Detection, sentence_graph
from sumscope.studies.work import Work

# Communities are looked for in at most this many topics, of at most this many sentences.
GRAPHS, SENTENCES = 12, 150
PLACES = 41
# Below this many bytes of corpus, starting worker processes costs more than it saves.
WORTH_A_POOL = 2 << 20


def oracles(work: Work) -> None:
    """The best extract of every topic, and how far each peer is from it."""
    report, section = work.report, work.report.section("Extractive oracles")
    survey, limit = work.survey, work.settings.limit
    for name, count in (("documents", survey.documents), ("references", survey.references)):
        if not count:
            section.absent(
                f"The best possible extract needs sources and references: the field `{name}` "
                "would add this part."
            )
            return

    def make(path: Path) -> int:
        return oracle_file(
            work.corpus,
            path,
            n=2,
            limit=limit,
            peers=True,
            budget=work.settings.budget,
            tokens=work.settings.tokens,
            workers=work.workers,
        ).resumed

    path = work.stages.file("oracle", make)
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    known = [row for row in rows if row["score"] is not None]
    section.say(
        f"The greatest ROUGE-2 recall that any extract of at most {limit} words can reach, how "
        "many extracts reach it (counted exactly), and the gap from each peer to it. Here two "
        "words in a row count inside a sentence of a summary only (`across=false`), so that "
        "sentences can be added up, and peers are cut to the same length; so a peer's ROUGE-2 is "
        f"not that of the leaderboard. A search may visit {work.settings.budget:,} nodes a topic; "
        "where that was not enough, the score is the best found and the greatest possible stands "
        "beside it."
        + (" Words of any script count (`tokens=unicode`)." * (work.settings.tokens == "unicode"))
    )
    lines = [
        [
            row["topic"],
            row["score"],
            "proved" if row["optimal"] else "best found",
            row["upper"] / row["total"] if row["total"] and not row["optimal"] else row["score"],
            _digits(row["count"]) if row["complete"] else "not counted",
            row["nodes"],
            " ".join(row["oracles"][0]) if row["oracles"] else (row["reason"] or ""),
        ]
        for row in rows
    ]
    gaps: dict[str, list[tuple[float, float]]] = {}
    for row in known:
        for peer in row["peers"]:
            if peer["score"] is not None:
                gaps.setdefault(peer["peer"], []).append((peer["score"], peer["gap"]))
    means = sorted(
        ((n, _mean([s for s, _ in v]), _mean([g for _, g in v]), len(v)) for n, v in gaps.items()),
        key=lambda item: item[2],
    )
    if means:
        best = _mean([row["score"] for row in known])
        drawing = study_figures.gaps(
            [m[0] for m in means], [m[1] for m in means], best, "ROUGE-2 recall"
        )
        made = table(
            "oracle-gaps",
            "Peers against the oracle (inside sentences, cut to its length; people who wrote a "
            "reference left aside)",
            ["peer", "mean ROUGE-2", "mean gap", "topics"],
            means,
            4,
        )
        report.beside(
            section,
            report.table(None, made),
            report.picture(None, "oracle-gaps", "Peers against the best extract", drawing),
        )
        name, score, gap, _ = means[0]
        report.findings.append(
            f"The best extract of {limit} words reaches ROUGE-2 {show(best, 3)} on average "
            "(inside sentences); "
            f"the nearest peer, {name}, reaches {show(score, 3)} (gap {show(gap, 3)})."
        )
    head = ["topic", "ROUGE-2", "how sure", "at most", "oracles", "nodes", "first oracle"]
    links = [work.address(row["topic"]) for row in rows]
    report.table(section, table("oracles", "Oracles of every topic", head, lines, 4), links)


def _digits(count: str) -> str:
    return count if len(count) <= 15 else f"{count[0]}.{count[1:3]}e{len(count) - 1}"


def growth(work: Work) -> None:
    """How word networks grow, group by group."""
    report, section = work.report, work.report.section("Growth of word networks")
    groups: dict[str, list[Any]] = {}
    short = 0
    for topic in work.sample:
        view = TopicView(topic)
        texts = [("documents", d) for d in view.documents]
        texts += [("references", r) for r in view.references]
        texts += [(p.id + (" (human)" if p.human else ""), p) for p in view.peers]
        for group, text in texts:
            network = word_network(text.sentences, topic.lang)
            if isinstance(network.deviation, Undefined):
                short += 1
            else:
                groups.setdefault(group, []).append(network)
    if not groups:
        section.absent(
            "There is no text of two content words or more: the fields `documents`, `references` "
            "or `peers` would add this part."
        )
        return
    section.say(
        "Components of the word network as a text is read, against the straight line (dotted) "
        "from all words apart to one component: the median of each group and the half of its "
        "texts around it. A smaller deviation from "
        "the line is read as better text (Pardo et al. 2006); the figure is comparative only."
        + work.sampled
        + (f" {short} texts have too few content words for a curve." if short else "")
    )
    places = np.linspace(0, 1, PLACES)
    curves: dict[str, Any] = {}
    rows: list[list[Any]] = []
    for name, networks in groups.items():
        lines = []
        for network in networks:
            found = network.components().astype(float)
            at = np.linspace(0, 1, len(found))
            lines.append(np.interp(places, at, found / network.nodes))
        low, middle, high = np.quantile(np.array(lines), [0.25, 0.5, 0.75], axis=0)
        curves[name] = (low, middle, high)
        deviations = [float(network.deviation) for network in networks]
        rows.append([name, _mean(deviations), min(deviations), max(deviations), len(networks)])
    drawing = study_figures.growth_by_group(curves, places)
    most = study_figures.PANELS
    more = f" (the first {most} of {len(curves)} groups)" if len(curves) > most else ""
    report.picture(section, "growth", f"Growth of word networks by group{more}", drawing)
    head = ["group", "mean deviation", "least", "greatest", "texts"]
    report.table(section, table("growth", "Growth deviation by group", head, rows, 5))


def communities(work: Work) -> None:
    """Communities of sentences that share words; one graph and its dendrogram."""
    report, section = work.report, work.report.section("Communities of sentences")
    if not work.survey.documents:
        section.absent("There are no source texts: the field `documents` would add this part.")
        return
    section.say(
        "Sentences of a topic's documents that share words (stop words aside) are linked; "
        "Girvan-Newman takes the graph apart, cut where modularity is greatest. Where judges "
        "grouped the sentences, the Omega index holds the result against each of them; where a "
        "judge's groups overlap, CONGA is asked to find them again from that judge's own links."
        + work.sampled
    )
    rows: list[list[Any]] = []
    drawn: tuple[Topic, Detection] | None = None
    for topic in work.sample:
        count = len(TopicView(topic).by_id)
        if not 3 <= count <= SENTENCES or len(rows) >= 2 * GRAPHS:
            continue
        graph = sentence_graph(topic, "words-in-common", None, True)
        found = detect(graph, "gn")
        if not isinstance(found, Detection):
            raise TypeError(found)
        if drawn is None and len(found.clusters) > 1:
            drawn = (topic, found)
        judged = covers_of_topic(topic, list(graph.nodes)) if topic.covers else {}
        rows.append(_community_row(topic.id, "words in common, gn", found, judged))
        for judge, cover in judged.items():
            if cover.shared is not None and count <= 100:
                own = detect(sentence_graph(topic, "links", judge, False), "conga")
                if isinstance(own, Detection):
                    one = {judge: cover}
                    rows.append(_community_row(topic.id, f"links of {judge}, conga", own, one))
                break
    if not rows:
        section.absent(
            f"No topic of the sample has between 3 and {SENTENCES} sentences in its documents."
        )
        return
    if drawn is not None:
        _draw_graph(work, *drawn)
    head = ["topic", "graph and method", "sentences", "communities", "modularity", "omega (judge)"]
    made = table("communities", "Communities, topic by topic", head, rows, 3)
    report.table(section, made, links=[work.address(row[0]) for row in rows])


def _community_row(topic: str, how: str, found: Detection, judged: dict[str, Any]) -> list[Any]:
    omegas = []
    for judge, cover in judged.items():
        pair = agree([found.cover, cover], ["omega"], complete="singletons", baseline=0)
        omegas.append(f"{show(pair.rows[0].value, 3)} ({judge})")
    graph = found.hierarchy.graph
    return [
        topic,
        how,
        len(graph.nodes),
        len(found.clusters),
        found.division.modularity,
        ", ".join(omegas) or None,
    ]


def _draw_graph(work: Work, topic: Topic, found: Detection) -> None:
    report, section = work.report, work.report.sections[-1]
    graph = found.hierarchy.graph
    group = {item: at for at, cluster in enumerate(found.clusters) for item in cluster}
    drawing = study_figures.sentence_graph(
        graph.nodes, graph.edges, graph.strengths, [group[name] for name in graph.nodes]
    )
    name = study_figures.label(topic.id, 40).replace(r"\$", "$")
    caption = (
        f"Sentence graph of topic {name}: numbers and colours are the {len(found.clusters)} "
        "communities, lines are words in common"
    )
    pieces = [report.picture(None, "sentence-graph", caption, drawing)]
    tree = dendrogram(found.hierarchy, len(found.clusters))
    caption = f"Dendrogram of topic {name}; dashed: the cut of greatest modularity"
    pieces.append(report.picture(None, "dendrogram", caption, tree))
    report.beside(section, *pieces)


def readings(work: Work) -> None:
    """Source beside summary, on demand; a table of all summaries leads there."""
    report, section = work.report, work.report.section("Source beside summary")
    survey = work.survey
    if not (survey.documents or survey.references or survey.summaries):
        section.absent(
            "There are no texts: the fields `documents`, `references` and `peers` would add "
            "source and summary side by side, with what they share."
        )
        return
    work.stages.file("readings", lambda path: _read(work, path))
    size = 0
    for _, fragment in kept_readings(work):
        size += len(fragment)
        if size <= report.most_inside:
            report.readings.append(fragment)
    if size > report.most_inside:
        report.readings.clear()
    where = "inside this file" if report.readings else "in the folder topics beside this file"
    section.say(
        "Follow a link to read a topic: its source beside references and summaries, with shared "
        f"words marked and sentences coloured by topic. The texts are {where}."
    )
    if not work.scores.rows:
        rows: list[list[Any]] = [[topic, None] for topic in work.numbers]
        made_table = table("summaries", "Topics", ["topic", "summaries"], rows)
        report.table(section, made_table, [work.address(topic) for topic in work.numbers])
        return
    names, humans = list(work.scores.measures), list(survey.humans)
    cells: dict[tuple[str, str], list[Any]] = {}
    people: dict[tuple[str, str], bool] = {}
    for row in work.scores:
        cells.setdefault((row.topic, row.peer), []).append(row.value)
        people[row.topic, row.peer] = row.human
    lines = [
        [t, p, "human" if people[t, p] else "system", *v]
        + [survey.judged.get((t, p), {}).get(h) for h in humans]
        for (t, p), v in cells.items()
    ]
    head = ["topic", "peer", "kind", *names, *humans]
    links = [work.address(topic, peer) for topic, peer in cells]
    report.table(section, table("summaries", "Every summary", head, lines, 4), links)


def kept_readings(work: Work) -> Iterator[tuple[str, str]]:
    """Topics and their readings, one by one; nothing where the corpus has no texts."""
    path = work.stages.path("readings.jsonl")
    if path.exists():
        with path.open("rb") as file:
            for line in file:
                topic, fragment = json.loads(line)
                yield topic, fragment


def _read(work: Work, path: Path) -> int:
    names = list(work.scores.measures)[:3]
    said: dict[str, dict[str, list[str]]] = {}
    for row in work.scores:
        if row.measure in names:
            text = f"{row.measure} {show(row.value, 3)}"
            said.setdefault(row.topic, {}).setdefault(row.peer, []).append(text)
    lines: dict[int, str] = work.notes["lines"]

    def scores(chunk: Chunk) -> dict[str, dict[str, list[str]]]:
        return {lines[number]: said.get(lines[number], {}) for number, _ in chunk.lines}

    run = CorpusRun(
        Source(work.corpus),
        read_chunk,
        beside=scores,
        workers=work.workers,
        worth_a_pool=WORTH_A_POOL,
    )
    with run.journalled(path, "readings") as journal, atomic_write(path) as file:
        for chunk in journal.chunks():
            for (_, topic), fragment in chunk:
                file.write(json.dumps([topic, fragment]).encode() + b"\n")
    return run.resumed


def read_chunk(chunk: Chunk) -> Results:
    """The readings of a chunk (this is what workers run)."""

    def read(topic: Topic) -> str:
        said = chunk.beside[topic.id]
        return reading(TopicView(topic), [(peer, ", ".join(s)) for peer, s in said.items()])

    return chunk.each("the corpus", read)


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else 0.0
