"""Abstractive links and communities: `fit`, `predict`, `evaluate` and `show` a link model.

After Murray, Carenini and Ng (2012): two sentences are linked when one abstract sentence could
express both; communities of linked sentences are the abstract sentences to write.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.lazy import optional
from sumscope.core.notebook import ShowsItself
from sumscope.core.values import Undefined
from sumscope.linking.store import DEFAULT, check_name

if TYPE_CHECKING:
    from sumscope.linking.links import Figures, LinkModel, Links
    from sumscope.linking.meeting import Gold, Meeting, Universe
    from sumscope.run.source import CorpusLike

Progress = Callable[[int, int], None]
ModelLike = Any
#: Ways to get from links to communities that are not community methods of graphs.
OURS = ("linkage",)
PAPER = ("gn", "conga", "congo")
BASELINES = ("lower-bound", "message-links")


# fit


def fit(
    corpus: CorpusLike,
    out: str | os.PathLike[str] | None = None,
    *,
    model: str = DEFAULT,
    universe: str = "linked",
    seed: int = 0,
    note: str | None = None,
    progress: Progress | None = None,
) -> LinkModel:
    """Train a link model on topics with covers (one cluster per abstract sentence).

    `logistic` is the paper's model; `weave`, the default, is ours. `universe` says which sentences
    make training pairs: `linked` (those with a link), `extract` or `all`. Topics without covers
    teach nothing and are left out. `note` (a source, a licence) is kept in the model. With `out`
    the model is written there, as JSON.
    """
    from sumscope.linking import store
    from sumscope.linking.meeting import universe as check_universe
    from sumscope.run.source import Source

    check_name(model)
    which = check_universe(universe)
    source = Source(corpus)
    steps = Steps(progress)
    meetings = [m for m in _meetings(source, steps.part(0.1)) if m.golds]
    langs = sorted({str(meeting.lang) for meeting in meetings})
    # The name only: a model says what it was trained on, not where that lay on a machine.
    trained_on: dict[str, Any] = {
        "corpus": Path(source.name).name,
        "sha256": source.sha256,
        "meetings": len(meetings),
        "languages": langs,
        "universe": which,
    }
    if note is not None:
        trained_on["note"] = note
    made: LinkModel
    if model == "logistic":
        from sumscope.linking import logistic

        made = logistic.fit(meetings, which, trained_on, seed=seed, progress=steps.part(0.9))
    else:
        from sumscope.linking import weave

        made = weave.fit(meetings, which, trained_on, seed=seed, progress=steps.part(0.9))
    if out is not None:
        store.save(made, out)
    return made


# predict


@dataclass(frozen=True)
class Prediction(ShowsItself):
    """The links and communities of one topic."""

    topic: str
    universe: str
    algorithm: str
    threshold: float
    cover: Cover
    links: tuple[tuple[str, str, float], ...]

    def to_json(self) -> dict[str, Any]:
        """Topic, communities as a cover, and the linked pairs with their probabilities."""
        return {
            "topic": self.topic,
            "universe": self.universe,
            "algorithm": self.algorithm,
            "threshold": self.threshold,
            "items": list(self.cover.items),
            "clusters": [list(cluster) for cluster in self.cover.clusters],
            "links": [[u, v, round(p, 6)] for u, v, p in self.links],
        }


@dataclass(frozen=True)
class Predictions(ShowsItself):
    """Every topic's links and communities, in the order of the corpus."""

    topics: tuple[Prediction, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """One object per topic."""
        return [topic.to_json() for topic in self.topics]

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the JSON to a file, whole or not at all."""
        import json

        from sumscope.core.files import atomic_write_text

        content = json.dumps(self.to_json(), ensure_ascii=False, allow_nan=False)
        atomic_write_text(path, content + "\n")

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {"topic": t.topic, "left": u, "right": v, "probability": p}
            for t in self.topics
            for u, v, p in t.links
        ]

    def to_pandas(self) -> Any:
        """The linked pairs as a pandas DataFrame."""
        columns = ["topic", "left", "right", "probability"]
        return optional("pandas", "pandas").DataFrame(self._rows(), columns=columns)

    def to_polars(self) -> Any:
        """The linked pairs as a polars DataFrame."""
        polars = optional("polars", "polars")
        words = dict.fromkeys(("topic", "left", "right"), polars.String)
        return polars.DataFrame(self._rows(), schema={**words, "probability": polars.Float64})


def predict(
    corpus: CorpusLike,
    model: ModelLike,
    *,
    universe: str = "all",
    by: str = "linkage",
    k: int | None = None,
    progress: Progress | None = None,
) -> Predictions:
    """Predict the links of every topic and find its communities.

    `by` is `linkage` (ours: a cut of average linkage by the probabilities) or a method of
    `sumscope detect` on the graph of links; `k` the number of communities among linked sentences
    (None: what training had for graph methods, what the probabilities ask for with `linkage`).
    """
    from sumscope.linking.meeting import universe as check_universe
    from sumscope.run.source import Source

    which, found = check_universe(universe), _model(model)
    _check_by((by,))
    made = []
    for meeting in _meetings(Source(corpus), progress):
        gold = meeting.golds[0] if meeting.golds else None
        links = found.predict(meeting, which, gold)
        cover = communities(links, by, k if k is not None or by in OURS else found.k)
        a_b = zip(links.edges(), links.probability[links.linked].tolist(), strict=True)
        pairs = tuple((u, v, p) for (u, v), p in a_b)
        made.append(Prediction(meeting.id, which, by, links.threshold, cover, pairs))
    return Predictions(tuple(made))


def communities(links: Links, by: str, k: int | None) -> Cover:
    """The communities of predicted links, over all sentences of the meeting.

    Sentences without a link stand alone and do not count towards k.
    """
    ids = links.meeting.ids
    if by == "linkage":
        from sumscope.linking.cover import clusters

        groups = [[ids[i] for i in c.tolist()] for c in clusters(links, k=k)]
        return Cover.of([g for g in groups if len(g) > 1], ids).complete("singletons")
    return graph_communities(links.edges(), ids, by, k)


def graph_communities(
    edges: Sequence[tuple[str, str]], ids: Sequence[str], by: str, k: int | None
) -> Cover:
    """The communities of a graph of links; other sentences stand alone."""
    if not edges:
        return Cover.of([], ids).complete("singletons")
    from sumscope.community import run
    from sumscope.graph.network import Graph

    hierarchy = run(Graph.of(edges), by, k=k)
    division = hierarchy.best() if k is None else hierarchy.cut(k)
    return Cover.of(division.clusters, ids).complete("singletons")


# evaluate


@dataclass(frozen=True)
class MeetingFigures:
    """One meeting and judge: link prediction, baselines, and Omega by algorithm.

    `omega` is over all sentences of the meeting, `omega_universe` over the sentences in play.
    """

    topic: str
    judge: str
    sentences: int
    candidates: int
    links: Figures
    baselines: dict[str, Figures]
    omega: dict[str, float]
    omega_universe: dict[str, float | None]
    communities: dict[str, int]
    per_sentence: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "topic": self.topic,
            "judge": self.judge,
            "sentences": self.sentences,
            "candidates": self.candidates,
            **self.links.to_json(),
            "baselines": {name: f.to_json() for name, f in self.baselines.items()},
            "omega": self.omega,
            "omega_universe": self.omega_universe,
            "communities": self.communities,
            "communities_per_sentence": self.per_sentence,
        }


@dataclass(frozen=True)
class Evaluation(ShowsItself):
    """Means over meetings (and judges) where a figure is defined, and every meeting."""

    model: str
    universe: str
    k: int
    algorithms: tuple[str, ...]
    meetings: tuple[MeetingFigures, ...]
    human: float | None

    def mean(self, name: str, baseline: str | None = None) -> float | None:
        """The mean of `precision`, `recall`, `f` or `auroc`, of the model or of a baseline."""
        rows = [m.links if baseline is None else m.baselines[baseline] for m in self.meetings]
        return _mean([getattr(row, name) for row in rows])

    @property
    def omega(self) -> dict[str, float | None]:
        """Mean Omega over all sentences of a meeting, by algorithm."""
        return {a: _mean([m.omega[a] for m in self.meetings]) for a in self.algorithms}

    @property
    def omega_universe(self) -> dict[str, float | None]:
        """Mean Omega over the sentences in play, by algorithm."""
        return {a: _mean([m.omega_universe[a] for m in self.meetings]) for a in self.algorithms}

    @property
    def tests(self) -> list[dict[str, Any]]:
        """Paired t-tests of Omega between every two algorithms."""
        from itertools import combinations

        made = []
        for left, right in combinations(self.algorithms, 2):
            values = [(m.omega[left], m.omega[right]) for m in self.meetings]
            made.append({"left": left, "right": right, **paired_t(values)})
        return made

    def to_json(self) -> dict[str, Any]:
        """Means first, then baselines, tests and meetings."""
        names = ("precision", "recall", "f", "auroc")
        return {
            "model": self.model,
            "universe": self.universe,
            **{name: self.mean(name) for name in names},
            "omega": self.omega,
            "omega_universe": self.omega_universe,
            "k": self.k,
            "human": self.human,
            "baselines": {
                b: {name: self.mean(name, b) for name in names}
                for b in BASELINES
                if all(b in m.baselines for m in self.meetings)
            },
            "tests": self.tests,
            "meetings": [meeting.to_json() for meeting in self.meetings],
        }

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {
                "topic": m.topic,
                "judge": m.judge,
                **{n: getattr(m.links, n) for n in ("precision", "recall", "f", "auroc")},
                **{f"omega-{name}": value for name, value in m.omega.items()},
            }
            for m in self.meetings
        ]

    def to_pandas(self) -> Any:
        """One row per meeting and judge."""
        return optional("pandas", "pandas").DataFrame(self._rows())

    def to_polars(self) -> Any:
        """One row per meeting and judge."""
        return optional("polars", "polars").DataFrame(self._rows())


def evaluate(
    corpus: CorpusLike,
    model: ModelLike,
    *,
    universe: str = "linked",
    by: Sequence[str] | None = None,
    k: int | None = None,
    baselines: bool = True,
    progress: Progress | None = None,
) -> Evaluation:
    """Judge a model on topics with covers: links (precision, recall, F, AUROC) and Omega.

    Every figure is a mean over meetings. `by` are ways to find communities: `linkage` or methods
    of `sumscope detect`; by default linkage, gn and congo, and linkage alone in the universe `all`,
    whose graphs can be too large for the others. `k` is the number of communities for graph
    methods, by default the mean number of abstract sentences in training.
    """
    from sumscope.linking.meeting import universe as check_universe
    from sumscope.run.source import Source

    which, found = check_universe(universe), _model(model)
    if by is None:
        by = OURS if which == "all" else (*OURS, "gn", "congo")
    chosen = _check_by(by)
    if k is not None and k < 1:
        raise SumscopeError(f"k is {k}", mend="ask for at least one community")
    at_k = found.k if k is None else k
    rows: list[MeetingFigures] = []
    human: list[float] = []
    for meeting in _meetings(Source(corpus), progress):
        rows += [
            _judged(meeting, gold, found, which, chosen, at_k, baselines) for gold in meeting.golds
        ]
        human += human_omega(meeting)
    if not rows:
        raise SumscopeError(
            "no topic has a cover to judge by", mend="evaluate needs judges' links under `covers`"
        )
    return Evaluation(found.name, which, at_k, chosen, tuple(rows), _mean(human))


def _judged(
    meeting: Meeting,
    gold: Gold,
    model: LinkModel,
    which: Universe,
    by: Sequence[str],
    k: int,
    baselines: bool,
) -> MeetingFigures:
    from sumscope.linking.links import figures, truth_of

    links = model.predict(meeting, which, gold)
    truth = truth_of(meeting, gold, links.at)
    standard = gold_cover(meeting, gold)
    played = [meeting.ids[i] for i in links.at.tolist()]
    omegas: dict[str, float] = {}
    inside: dict[str, float | None] = {}
    sizes: dict[str, int] = {}
    per: dict[str, float] = {}
    for name in by:
        cover = communities(links, name, None if name in OURS else k)
        omegas[name] = omega(standard, cover) or 0.0
        inside[name] = omega(_within(standard, played), _within(cover, played))
        sizes[name] = sum(len(cluster) > 1 for cluster in cover.clusters)
        per[name] = sum(map(len, cover.clusters)) / max(1, len(meeting))
    return MeetingFigures(
        meeting.id,
        gold.judge,
        len(meeting),
        len(links.at),
        figures(truth, links.linked, links.probability),
        _baselines(meeting, links, truth) if baselines else {},
        omegas,
        inside,
        sizes,
        per,
    )


def _baselines(meeting: Meeting, links: Links, truth: Any) -> dict[str, Figures]:
    from dataclasses import replace

    from sumscope.linking.baselines import lower_bound, message_links
    from sumscope.linking.links import figures
    from sumscope.linking.paper import pairs

    a, b = pairs(len(links.at))
    bound = figures(truth, lower_bound(a))
    area = 0.5 if bound.gold not in (0, bound.pairs) else None
    return {
        "lower-bound": replace(bound, auroc=area),
        "message-links": figures(truth, message_links(meeting, links.at, a, b)),
    }


def gold_cover(meeting: Meeting, gold: Gold) -> Cover:
    """A judge's communities over all sentences of the meeting, unlinked ones alone."""
    groups = [[meeting.ids[i] for i in cluster.tolist()] for cluster in gold.clusters]
    return Cover.of(groups, meeting.ids).complete("singletons")


def omega(left: Cover, right: Cover) -> float | None:
    """The Omega index of two covers of the same items; None for no items."""
    from sumscope.core.measure import parse
    from sumscope.metrics.cover import CoverPair, evaluate

    value = evaluate(parse("omega"), CoverPair.of(left, right, complete="singletons"))
    return None if isinstance(value, Undefined) else value


def human_omega(meeting: Meeting) -> list[float]:
    """Omega between every two judges of a meeting."""
    from itertools import combinations

    covers = [gold_cover(meeting, gold) for gold in meeting.golds]
    values = [omega(left, right) for left, right in combinations(covers, 2)]
    return [value for value in values if value is not None]


def _within(cover: Cover, items: Sequence[str]) -> Cover:
    kept = set(items)
    return Cover.of([[i for i in cluster if i in kept] for cluster in cover.clusters], items)


# show


@dataclass(frozen=True)
class ModelTables(ShowsItself):
    """A model laid open: what it was trained on, and its weights."""

    model: LinkModel

    def to_json(self) -> dict[str, Any]:
        """The model's file."""
        return self.model.to_json()

    def rows(self) -> list[dict[str, Any]]:
        """One row per feature: weight, mean and deviation of the standardisation."""
        return [dict(row) for row in self.model.to_json()["features"]]

    def to_pandas(self) -> Any:
        """The features as a pandas DataFrame."""
        return optional("pandas", "pandas").DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The features as a polars DataFrame."""
        return optional("polars", "polars").DataFrame(self.rows())


def show(model: ModelLike) -> ModelTables:
    """Lay a model open."""
    return ModelTables(_model(model))


# Inside


def paired_t(values: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """Mean difference, t and two-sided p of pairs; None where they are undefined."""
    difference = _mean([a - b for a, b in values])
    if len(values) < 2 or all(a - b == values[0][0] - values[0][1] for a, b in values):
        return {"difference": difference, "t": None, "p": None, "n": len(values)}
    from scipy import stats

    found = stats.ttest_rel([a for a, _ in values], [b for _, b in values])
    return {
        "difference": difference,
        "t": float(found.statistic),
        "p": float(found.pvalue),
        "n": len(values),
    }


def _model(model: ModelLike) -> LinkModel:
    if isinstance(model, str | os.PathLike):
        from sumscope.linking.store import load

        return load(model)
    found: LinkModel = model
    return found


def _check_by(names: Sequence[str]) -> tuple[str, ...]:
    from sumscope.community import methods

    known = (*OURS, *methods())
    for name in names:
        if name not in known:
            raise SumscopeError(
                f"there is no way {name!r} to find communities", mend=nearest(name, known)
            )
    return tuple(dict.fromkeys(names))


def _meetings(source: Any, progress: Progress | None) -> Iterator[Meeting]:
    from sumscope.app._topics import topics_of
    from sumscope.linking.meeting import Meeting

    for topic in topics_of(source, progress):
        yield Meeting.of(topic)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


class Steps:
    """One bar over several parts, whose shares sum to 1."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._begun = 0.0

    def part(self, share: float) -> Progress | None:
        """The progress function of the next part."""
        tell = self._progress
        if tell is None:
            return None
        begun = self._begun
        self._begun += share

        def told(done: int, total: int) -> None:
            tell(int(1000 * (begun + share * done / max(1, total))), 1000)

        return told
