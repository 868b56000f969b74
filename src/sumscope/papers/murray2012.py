"""Using the Omega Index for Evaluating Abstractive Community Detection (Murray et al. 2012).

Link prediction (Table 1), communities of predicted links (Table 2) and of gold links (Table 3), the
sizes of the graphs, communities per sentence and paired t-tests; the paper's model and ours.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress, Steps
from sumscope.core.table import mean_of
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Topic
from sumscope.papers._data import name_of_data
from sumscope.papers._murray2012_judges import cross_judges, kappa_table
from sumscope.papers._murray2012_messages import NOTE, common_message_links
from sumscope.report.reproduction import Picture, Reproduction

if TYPE_CHECKING:
    from sumscope.linking.evaluation import Evaluation
    from sumscope.linking.links import Links
    from sumscope.linking.meeting import Gold, Meeting

    Predicted = dict[str, list[tuple[Meeting, Gold, Links]]]

DATA = (
    "a folder with train.jsonl[.gz] and dev.jsonl[.gz] (or test), as made by sumscope convert "
    "--from ami, or one corpus, whose every fifth series is then tested on"
)
ALGORITHMS = ("gn", "conga", "congo")
LABELS = {"gn": "Girvan-Newman", "conga": "CONGA", "congo": "CONGO", "linkage": "Linkage (ours)"}
LINKS = {
    "lower-bound": (0.18, 1.0, 0.30, 0.50),
    "message-links": (0.30, 0.03, 0.05, None),
    "logistic": (0.62, 0.54, 0.54, 0.89),
}
OMEGAS = {"gn": 0.254, "conga": 0.263, "congo": 0.241, "human": 0.209}
GOLD_ONE = {"gn": 0.878, "conga": 0.896, "congo": 0.894}
GOLD_ALL = {"gn": 0.445, "conga": 0.454, "congo": 0.453}
FOLDS = 5
# The dendrogram shows the smallest graph with this many sentences.
SMALL_GRAPH = 20
OTHER_K = (4, 6, 8, 10, 14, 18, 24)


def run(data: str | None, progress: Progress | None = None) -> Reproduction:
    """Train, test, and lay the tables beside the published ones."""
    from sumscope.linking.meeting import Meeting
    from sumscope.linking.run import evaluate
    from sumscope.linking.training import fit

    train, test, notes = _split(data)
    steps = Steps(progress)
    logistic = fit(train, kind="logistic", progress=steps.part(0.1))
    weave = fit(train, progress=steps.part(0.6))
    by = (*ALGORITHMS, "linkage")
    paper = evaluate(test, logistic, by=by, progress=steps.part(0.1))
    ours = evaluate(test, weave, by=by, baselines=False, progress=steps.part(0.1))
    meetings = [Meeting.of(topic) for topic in test]
    meetings = [meeting for meeting in meetings if meeting.golds]
    paper_any, ours_any = paper, ours
    if any(len(meeting.golds) > 1 for meeting in meetings):
        paper_any, ours_any = (
            evaluate(test, model, universe="any", by=by, baselines=False)
            for model in (logistic, weave)
        )
    else:
        notes.append(
            "Every meeting has one judge: there is no human agreement to show, and the sentences "
            "linked by any judge are that judge's."
        )
    crossed = cross_judges(train, test)
    if crossed is None:
        notes.append("All meetings have the same judge: nobody else to test on.")
    gold = [_gold(meeting, logistic.k) for meeting in meetings]
    predicted = {
        model.name: [(m, g, model.predict(m, "linked", g)) for m in meetings for g in m.golds]
        for model in (logistic, weave)
    }
    notes += [
        f"Trained on {len(train)} meetings, tested on {len(test)}; k = {logistic.k} is the mean "
        "number of linked abstract sentences in training.",
        "In Table 2 a system sees the sentences that any judge of the meeting links, one graph for "
        "all judges: only that is fair beside agreement between people. The columns 'own' give it "
        "each judge's own linked sentences, which tells it half of the answer.",
        NOTE,
        "Omega is over all sentences of a meeting. Sentences without a link stand alone and do not "
        "count towards k.",
    ]
    return Reproduction(
        paper="murray2012",
        data=name_of_data(data),
        tables=(
            _table_1(paper, ours, common_message_links(meetings)),
            _table_2(paper_any, ours_any, paper, ours),
            kappa_table(meetings),
            *(() if crossed is None else (crossed,)),
            _table_3(gold),
            _sizes(meetings, predicted),
            _per_sentence(paper, ours, meetings),
            _tests(paper_any, gold),
            _other_k(predicted),
        ),
        pictures=tuple(_pictures(predicted, logistic.k)),
        notes=tuple(notes),
    )


# Data.


def _split(data: str | None) -> tuple[list[Topic], list[Topic], list[str]]:
    from sumscope.corpus.jsonl import read_corpus
    from sumscope.linking.meeting import series

    if data is None:
        from sumscope.data import DEMO

        topics = [t for t in read_corpus(DEMO) if t.id == "en-meeting"]
        said = "No data was given: the model is trained and tested on one invented meeting."
        return topics, topics, [said]
    if os.path.isdir(data):
        for folder in (Path(data), Path(data) / "ami"):
            train, test = _found(folder, ("train",)), _found(folder, ("test", "dev"))
            if train is not None and test is not None:
                return _judged(read_corpus(train)), _judged(read_corpus(test)), []
        raise SumscopeError("found no training and test meetings", where=data, hint=DATA)
    topics = _judged(read_corpus(data))
    groups = sorted({series(topic.id) for topic in topics})
    if len(groups) < 2:
        raise SumscopeError("at least two series of meetings are needed", where=data, hint=DATA)
    tested = set(groups[::FOLDS])
    return (
        [topic for topic in topics if series(topic.id) not in tested],
        [topic for topic in topics if series(topic.id) in tested],
        [f"One corpus was given: {len(tested)} of its {len(groups)} series are tested on."],
    )


def _found(folder: Path, names: Sequence[str]) -> Path | None:
    for name in names:
        for ending in (".jsonl", ".jsonl.gz"):
            if (folder / (name + ending)).is_file():
                return folder / (name + ending)
    return None


def _judged(topics: Iterable[Topic]) -> list[Topic]:
    return [topic for topic in topics if topic.covers and topic.documents]


# Tables.


def _table_1(
    paper: Evaluation, ours: Evaluation, messages: tuple[float | None, ...]
) -> ResultTable:
    names = ("precision", "recall", "f", "auroc")
    rows: list[list[Cell]] = []
    for label, key in (("Lower bound", "lower-bound"), ("Message links", "message-links")):
        rows.append([label, *(paper.mean(name, key) for name in names), *LINKS[key]])
    beside = LINKS["message-links"]
    rows.append(["Message links, nouns of 10 to 90% of the meetings", *messages, None, *beside])
    rows.append(["Abstractive links", *(paper.mean(name) for name in names), *LINKS["logistic"]])
    rows.append(["Weave (ours)", *(ours.mean(name) for name in names), *(None,) * 4])
    heading = ["system", *names, *(f"{name} (published)" for name in names)]
    caption = "Table 1. Link prediction among linked sentences, means over meetings"
    return table("table1", caption, heading, rows)


def _table_2(
    paper: Evaluation, ours: Evaluation, paper_own: Evaluation, ours_own: Evaluation
) -> ResultTable:
    rows: list[list[Cell]] = [
        [
            LABELS[a],
            paper.omega[a],
            ours.omega[a],
            OMEGAS.get(a),
            paper_own.omega[a],
            ours_own.omega[a],
        ]
        for a in (*ALGORITHMS, "linkage")
    ]
    rows.append(["Human", paper.human, None, OMEGAS["human"], None, None])
    heading = ["system", "logistic", "weave (ours)", "published", "logistic, own", "weave, own"]
    caption = (
        f"Table 2. Omega of communities of predicted links, k = {paper.k} (linkage: its own), "
        "among sentences linked by any judge; 'own': by the judge compared with"
    )
    return table("table2", caption, heading, rows)


def _gold(meeting: Meeting, k: int) -> list[dict[str, tuple[float, float | None]]]:
    """For every judge, by algorithm: Omega against that judge, and against all on average."""
    from itertools import combinations

    from sumscope.linking.evaluation import gold_cover, omega
    from sumscope.linking.prediction import graph_communities

    covers = [gold_cover(meeting, gold) for gold in meeting.golds]
    made = []
    for gold, own in zip(meeting.golds, covers, strict=True):
        edges = {
            (meeting.ids[i], meeting.ids[j])
            for cluster in gold.clusters
            for i, j in combinations(cluster.tolist(), 2)
        }
        row: dict[str, tuple[float, float | None]] = {}
        for name in ALGORITHMS:
            found = graph_communities(sorted(edges), meeting.ids, name, k)
            every = [omega(cover, found) or 0.0 for cover in covers]
            mean = sum(every) / len(every) if len(every) > 1 else None
            row[name] = (omega(own, found) or 0.0, mean)
        made.append(row)
    return made


def _table_3(gold: Sequence[Sequence[dict[str, tuple[float, float | None]]]]) -> ResultTable:
    rows: list[list[Cell]] = []
    for name in ALGORITHMS:
        one = mean_of([row[name][0] for judged in gold for row in judged])
        every = mean_of([row[name][1] for judged in gold for row in judged])
        rows.append([LABELS[name], every, one, GOLD_ALL[name], GOLD_ONE[name]])
    heading = ["system", "all judges", "one judge", "all (published)", "one (published)"]
    return table("table3", "Table 3. Omega of communities of gold links", heading, rows)


def _sizes(meetings: Sequence[Meeting], predicted: Predicted) -> ResultTable:
    rows: list[list[Cell]] = []
    graphs: dict[str, list[tuple[int, int]]] = {"gold": []}
    for meeting in meetings:
        for gold in meeting.golds:
            pairs = gold.together(len(meeting)).tocoo()
            held = len({*pairs.row[pairs.row != pairs.col].tolist()})
            graphs["gold"].append((held, int((pairs.row < pairs.col).sum())))
    for name, found in predicted.items():
        lists = [links.edges() for _, _, links in found]
        graphs[name] = [(len({u for edge in edges for u in edge}), len(edges)) for edges in lists]
    for name, label, published in (
        ("gold", "Gold", (113.0, 1360.0)),
        ("logistic", "Predicted, logistic", (133.0, 1730.0)),
        ("weave", "Predicted, weave (ours)", (None, None)),
    ):
        nodes, edges = [n for n, _ in graphs[name]], [m for _, m in graphs[name]]
        rows.append(
            [
                label,
                mean_of(nodes),
                mean_of(edges),
                f"{min(nodes)} to {max(nodes)}",
                f"{min(edges)} to {max(edges)}",
                *published,
            ]
        )
    heading = [
        "graph",
        "nodes",
        "links",
        "nodes from",
        "links from",
        "nodes (published)",
        "links (published)",
    ]
    return table("graphs", "Sizes of the graphs, sentences with a link only", heading, rows, 1)


def _per_sentence(paper: Evaluation, ours: Evaluation, meetings: Sequence[Meeting]) -> ResultTable:
    gold = []
    for meeting in meetings:
        for judged in meeting.golds:
            held = sum(len(cluster) for cluster in judged.clusters)
            gold.append((held + len(meeting) - len(judged.linked)) / max(1, len(meeting)))
    published = {"conga": 1.1}
    rows: list[list[Cell]] = [["Judges", mean_of(gold), None, 1.04]]
    for name in (*ALGORITHMS, "linkage"):
        both = [mean_of([m.per_sentence[name] for m in found.meetings]) for found in (paper, ours)]
        rows.append([LABELS[name], *both, published.get(name)])
    heading = ["system", "logistic", "weave (ours)", "published"]
    caption = "Communities per sentence, over all sentences, unlinked ones alone"
    return table("overlap", caption, heading, rows)


def _tests(
    paper: Evaluation, gold: Sequence[Sequence[dict[str, tuple[float, float | None]]]]
) -> ResultTable:
    from itertools import combinations

    from sumscope.linking.evaluation import paired_t

    said: dict[tuple[str, str], tuple[str | None, str | None]] = {
        ("gn", "conga"): ("0.07", "< 0.01"),
        ("gn", "congo"): (None, "< 0.01"),
        ("conga", "congo"): ("0.015", None),
    }
    rows: list[list[Cell]] = []
    for left, right in combinations(ALGORITHMS, 2):
        predicted = paired_t([(m.omega[left], m.omega[right]) for m in paper.meetings])
        known = paired_t([(row[left][0], row[right][0]) for judged in gold for row in judged])
        first, second = said[left, right]
        name = f"{LABELS[left]} - {LABELS[right]}"
        rows.append([name, predicted["difference"], predicted["p"], first])
        rows.append([f"{name}, gold links", known["difference"], known["p"], second])
        several = [
            (a, b)
            for judged in gold
            for row in judged
            if (a := row[left][1]) is not None and (b := row[right][1]) is not None
        ]
        every = paired_t(several)
        rows.append([f"{name}, gold links, all judges", every["difference"], every["p"], second])
    heading = ["pair", "difference", "p", "p (published)"]
    caption = "Paired t-tests of Omega between algorithms, the paper's model"
    return table("t-tests", caption, heading, rows, 4)


def _other_k(predicted: Predicted) -> ResultTable:
    from sumscope.community import run as communities
    from sumscope.core.cover import Cover
    from sumscope.graph.network import Graph
    from sumscope.linking.evaluation import gold_cover, omega

    values: dict[tuple[str, str, int], list[float | None]] = {}
    for name, found in predicted.items():
        for meeting, gold, links in found:
            standard, edges = gold_cover(meeting, gold), links.edges()
            for by in ALGORITHMS:
                tree = communities(Graph.of(edges), by, k=max(OTHER_K)) if edges else None
                for k in OTHER_K:
                    groups = tree.cut(k).clusters if tree is not None else ()
                    cover = Cover.of(groups, meeting.ids).complete("singletons")
                    values.setdefault((name, by, k), []).append(omega(standard, cover))
    rows: list[list[Cell]] = [
        [f"{LABELS[by]}, {name}", *(mean_of(values.get((name, by, k), [])) for k in OTHER_K)]
        for name in predicted
        for by in ALGORITHMS
    ]
    caption = "Omega of communities of predicted links at other numbers of communities"
    return table("other-k", caption, ["system", *(f"k = {k}" for k in OTHER_K)], rows)


def _pictures(predicted: Predicted, k: int) -> Iterator[Picture]:
    """The ROC curve over all pairs, and the hierarchy of the smallest graph of some size."""
    import numpy as np

    from sumscope.community import run as communities
    from sumscope.graph.network import Graph
    from sumscope.linking.links import truth_of
    from sumscope.report.dendrogram import plot
    from sumscope.report.link_figures import roc_plot

    curves = {}
    for name, found in predicted.items():
        truth = [truth_of(meeting, gold, links.at) for meeting, gold, links in found]
        chances = [np.asarray(links.probability, dtype=np.float64) for _, _, links in found]
        if truth:
            curves[name] = (np.concatenate(truth), np.concatenate(chances))
    if curves:
        caption = "ROC curve of link prediction, all pairs of linked sentences together"
        yield Picture("roc", caption, roc_plot(curves))
    graphs = [(links.edges(), meeting.id) for meeting, _, links in predicted["logistic"]]
    sizes = [(len({u for edge in edges for u in edge}), edges, name) for edges, name in graphs]
    usable = [one for one in sizes if one[0] >= SMALL_GRAPH] or [one for one in sizes if one[1]]
    if usable:
        _, edges, name = min(usable, key=lambda one: one[0])
        tree = communities(Graph.of(edges), "gn")
        caption = f"Hierarchy of Girvan-Newman on the predicted links of {name}, cut at {k}"
        yield Picture("dendrogram", caption, plot(tree, k))
