"""How good predicted links and their communities are, beside judges and baselines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.core.notice import counted
from sumscope.core.results import FrameResult
from sumscope.core.table import mean_of
from sumscope.core.tables import ResultTable, table
from sumscope.core.values import Undefined
from sumscope.linking.meeting import Bools, Ints, Meeting
from sumscope.linking.models import OURS, ModelLike, check_by, check_k, read_model
from sumscope.linking.murray_features import shared
from sumscope.linking.prediction import communities

if TYPE_CHECKING:
    from sumscope.core.choices import Universe
    from sumscope.linking.links import Figures, LinkModel, Links
    from sumscope.linking.meeting import Gold, Meeting

BASELINES = ("lower-bound", "message-links")
FIGURES = ("precision", "recall", "f", "auroc")


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

    def to_json(self) -> dict[str, object]:
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


class PairedT(TypedDict):
    """A paired t-test; None where it is undefined."""

    difference: float | None
    t: float | None
    p: float | None
    n: int


class OmegaTest(PairedT):
    """A paired t-test of Omega between two algorithms."""

    left: str
    right: str


@dataclass(frozen=True, repr=False)
class Evaluation(FrameResult):
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
        return mean_of([getattr(row, name) for row in rows])

    @property
    def baselines(self) -> list[str]:
        """The baselines that every meeting has."""
        return [b for b in BASELINES if all(b in m.baselines for m in self.meetings)]

    @property
    def omega(self) -> dict[str, float | None]:
        """Mean Omega over all sentences of a meeting, by algorithm."""
        return {a: mean_of([m.omega[a] for m in self.meetings]) for a in self.algorithms}

    @property
    def omega_universe(self) -> dict[str, float | None]:
        """Mean Omega over the sentences in play, by algorithm."""
        return {a: mean_of([m.omega_universe[a] for m in self.meetings]) for a in self.algorithms}

    @property
    def tests(self) -> list[OmegaTest]:
        """Paired t-tests of Omega between every two algorithms."""
        from itertools import combinations

        made: list[OmegaTest] = []
        for left, right in combinations(self.algorithms, 2):
            values = [(m.omega[left], m.omega[right]) for m in self.meetings]
            made.append({"left": left, "right": right, **paired_t(values)})
        return made

    def to_json(self) -> dict[str, object]:
        """Means first, then baselines, tests and meetings."""
        return {
            "model": self.model,
            "universe": self.universe,
            **{name: self.mean(name) for name in FIGURES},
            "omega": self.omega,
            "omega_universe": self.omega_universe,
            "k": self.k,
            "human": self.human,
            "baselines": {
                b: {name: self.mean(name, b) for name in FIGURES} for b in self.baselines
            },
            "tests": self.tests,
            "meetings": [meeting.to_json() for meeting in self.meetings],
        }

    def tables(self, each: bool = False) -> Iterator[ResultTable]:
        """Links, communities and tests; with `each` every meeting too."""
        rows: list[tuple[str | float | None, ...]] = [
            (baseline.replace("-", " "), *(self.mean(name, baseline) for name in FIGURES))
            for baseline in self.baselines
        ]
        rows.append((self.model, *(self.mean(name) for name in FIGURES)))
        meetings = counted(len(self.meetings), "meeting")
        caption = f"Links, means over {meetings}, universe {self.universe}"
        yield table("links", caption, ("system", *FIGURES), rows)
        whole, inside = self.omega, self.omega_universe
        rows = [(name, whole[name], inside[name]) for name in self.algorithms]
        if self.human is not None:
            rows.append(("between judges", self.human, None))
        caption = f"Omega of communities (graph methods at k = {self.k})"
        yield table("omega", caption, ("by", "all sentences", f"universe {self.universe}"), rows)
        rows = [
            (f"{t['left']} - {t['right']}", t["difference"], t["t"], t["p"]) for t in self.tests
        ]
        if rows:
            caption = "Paired t-tests of Omega over all sentences"
            yield table("tests", caption, ("algorithms", "mean", "t", "p"), rows)
        if each:
            rows = [
                (
                    meeting.topic,
                    meeting.judge,
                    *(getattr(meeting.links, name) for name in FIGURES),
                    *(meeting.omega[name] for name in self.algorithms),
                )
                for meeting in self.meetings
            ]
            heading = ("topic", "judge", *FIGURES, *self.algorithms)
            yield table("meetings", "Meetings", heading, rows)

    def frame_rows(self) -> list[dict[str, object]]:
        """One row per meeting and judge."""
        return [
            {
                "topic": m.topic,
                "judge": m.judge,
                **{name: getattr(m.links, name) for name in FIGURES},
                **{f"omega-{name}": value for name, value in m.omega.items()},
            }
            for m in self.meetings
        ]


@dataclass(frozen=True)
class Evaluator:
    """Judges a model on one meeting, and gathers what it found on all."""

    model: LinkModel
    universe: Universe
    by: tuple[str, ...]
    k: int
    baselines: bool

    @classmethod
    def checked(
        cls,
        model: ModelLike,
        universe: str,
        by: Sequence[str] | None,
        k: int | None,
        baselines: bool,
    ) -> Evaluator:
        """Refuse what is not known before any work is done."""
        from sumscope.linking.meeting import universe as check_universe

        which = check_universe(universe)
        if by is None:
            by = OURS if which == "all" else (*OURS, "gn", "congo")
        chosen = check_by(by)
        check_k(k)
        found = read_model(model)
        return cls(found, which, chosen, found.k if k is None else k, baselines)

    def of(self, meeting: Meeting) -> tuple[list[MeetingFigures], list[float]]:
        """The figures of one meeting by every judge, and Omega between judges."""
        rows = [
            _judged(meeting, gold, self.model, self.universe, self.by, self.k, self.baselines)
            for gold in meeting.golds
        ]
        return rows, human_omega(meeting)

    def evaluation(self, found: Iterable[tuple[list[MeetingFigures], list[float]]]) -> Evaluation:
        """Everything that was found, refused where no topic has a cover."""
        rows: list[MeetingFigures] = []
        human: list[float] = []
        for figures, between in found:
            rows += figures
            human += between
        if not rows:
            raise SumscopeError(
                "no topic has a cover to judge by",
                hint="evaluate needs judges' links under `covers`",
            )
        return Evaluation(
            self.model.name, self.universe, self.k, self.by, tuple(rows), mean_of(human)
        )


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

    from sumscope.linking.links import figures
    from sumscope.linking.murray_features import pairs

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
    from sumscope.metrics import cover

    value = cover.omega(left, right)
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


def paired_t(values: Sequence[tuple[float, float]]) -> PairedT:
    """Mean difference, t and two-sided p of pairs; None where they are undefined."""
    difference = mean_of([a - b for a, b in values])
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


def lower_bound(a: Ints) -> Bools:
    """Every pair is linked."""
    return np.ones(len(a), dtype=bool)


def message_links(meeting: Meeting, candidates: Ints, a: Ints, b: Ints) -> Bools:
    """Linked are two sentences of one dialogue-act type with at least one noun in common.

    Sentences without an act share that lack of a type; in languages without a tagger nothing is
    linked, because no noun is known.
    """
    acts = np.unique(np.array(meeting.acts or ("",)), return_inverse=True)[1].reshape(-1)
    common = shared(list(meeting.nouns(candidates)))
    return np.asarray((acts[candidates][a] == acts[candidates][b]) & (common[a, b] > 0))
