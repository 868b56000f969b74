"""Rank systems by preferences, ratings or scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from sumscope.core.choices import Drawn
from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.human_tables import HumanTables, PreferenceTable, RatingTable
from sumscope.core.notice import counted
from sumscope.core.plain import plain
from sumscope.core.results import RowResult
from sumscope.core.table import ScoreRow, ScoreTable, show
from sumscope.core.tables import ResultTable, interval, table

if TYPE_CHECKING:
    from sumscope.metaeval.strengths import Ranked, RankRow


@dataclass(frozen=True, repr=False)
class Ranking(RowResult):
    """Systems, best first. Systems that share a letter in `groups` do not differ significantly.

    `counts` are best-worst counts, (best - worst) / shown, and `split_half` the reliability of
    best-worst answers; both are None for other data.
    """

    pictures = "sumscope.report.judge_figures:rank_pictures"

    rows: tuple[RankRow, ...]
    groups: Mapping[str, str]
    by: str
    name: str
    model: str
    settings: Mapping[str, object]
    notes: tuple[str, ...]
    reason: str | None = None
    counts: Mapping[str, float] | None = None
    split_half: float | None = None
    ties: float | None = None

    def tables(self) -> list[ResultTable]:
        """The systems in order."""
        percent = f"{100 * float(str(self.settings['confidence'])):g}%"
        units = {"preferences": "comparisons", "ratings": "ratings", "scores": "topics"}
        heading = ["#", "peer", "strength", percent, "ranks", "group", units[self.by]]
        rows = [
            [
                row.rank,
                row.peer,
                row.strength,
                interval(row.low, row.high),
                None if row.rank_low is None else f"{row.rank_low} .. {row.rank_high}",
                self.groups.get(row.peer, ""),
                row.n,
            ]
            for row in self.rows
        ]
        if self.counts is not None:
            heading.append("best - worst")
            for row, cells in zip(self.rows, rows, strict=True):
                cells.append(self.counts.get(row.peer))
        notes = []
        if self.split_half is not None:
            notes.append(f"Split-half reliability of the counts: {show(self.split_half, 3)}")
        if self.ties is not None:
            notes.append(f"Comparisons without a difference: {100 * self.ties:.0f}%")
        return [table("ranking", f"{self.name}: {self.model}", heading, rows, notes=notes)]

    def everything(self) -> dict[str, object]:
        """Plain values of all parts."""
        return {
            "ranking": plain(self.rows),
            "groups": plain(self.groups),
            "by": self.by,
            "name": self.name,
            "model": self.model,
            "counts": plain(self.counts),
            "split_half": self.split_half,
            "ties": self.ties,
            "settings": plain(self.settings),
            "notes": plain(self.notes),
            "reason": self.reason,
        }

    def frame_rows(self) -> list[dict[str, object]]:
        """The systems with their groups."""
        return [{**row._asdict(), "group": self.groups.get(row.peer, "")} for row in self.rows]


@dataclass(frozen=True)
class Bootstrap:
    """What is resampled, how often, and from which seed."""

    over: Drawn = "both"
    resamples: int = 1000
    confidence: float = 0.95
    seed: int = 0

    @property
    def settings(self) -> dict[str, object]:
        """Plain values."""
        return asdict(self)


_PREFERENCE = (
    'a preference is written {"judge": "j1", "name": "overall", "left": "sys1", "right": "sys2", '
    '"choice": "left"}'
)


def rank_answers(answers: HumanTables, by: str | None, name: str | None, how: Bootstrap) -> Ranking:
    """Order systems by what people said: `preferences` if there are any, otherwise `ratings`.

    `name` is the question or judgement, if there are several.
    """
    if by == "ratings" or (by is None and not answers.preferences):
        if not answers.ratings:
            hint = "rank by preferences" if answers.preferences else _PREFERENCE
            raise SumscopeError("the corpus has no judgements to rank by", hint=hint)
        return rank_ratings(answers.ratings[_name(answers.ratings, name, "judgement")], how)
    if not answers.preferences:
        raise SumscopeError("the corpus has no preferences to rank by", hint=_PREFERENCE)
    question = _name(answers.preferences, name, "question")
    return rank_preferences(answers.preferences[question], how)


def rank_table(
    scores: ScoreTable,
    peers: Set[tuple[str, str]],
    name: str | None,
    how: Bootstrap,
    lower: bool,
) -> Ranking:
    """Order systems by a measure of a score table, of the summaries (topic, peer) of a corpus.

    Without any summaries all scores count.
    """
    named = dict.fromkeys(scores.measures)
    if not named:
        raise SumscopeError("the scores have no rows", hint="score something first")
    measure = _name(named, name, "measure")
    rows = [row for row in scores if row.measure == measure]
    known = [row for row in rows if (row.topic, row.peer) in peers] if peers else rows
    if not known:
        raise SumscopeError(
            "no scored summary is in the corpus",
            hint=f"the scores begin with topic {rows[0].topic!r} and peer {rows[0].peer!r}",
        )
    ranking = rank_scores(measure, known, how, lower or scores.better(measure) == "lower")
    ranking = replace(ranking, notes=(*scores.ignored(), *ranking.notes))
    if len(known) == len(rows):
        return ranking
    number = counted(len(rows) - len(known), "scored summary", "scored summaries")
    return replace(ranking, notes=(*ranking.notes, f"left out, not in the corpus: {number}"))


def _name(known: Mapping[str, object], name: str | None, kind: str) -> str:
    """The name asked for, or the only one there is."""
    if name is None:
        if len(known) == 1:
            return next(iter(known))
        listed = ", ".join(known)
        raise SumscopeError(f"there are several {kind}s", hint=f"choose with --name: {listed}")
    if name not in known:
        raise SumscopeError(f"unknown {kind} {name!r}", hint=nearest(name, known))
    return name


def rank_preferences(table: PreferenceTable, how: Bootstrap) -> Ranking:
    """Order systems by comparisons of two (Bradley-Terry), or by best and worst (Plackett-Luce).

    Where both were asked under one name, comparisons of two join the others as best and worst of
    two, a tie as half an answer each way.
    """
    import numpy as np

    from sumscope.metaeval.bradley_terry import Comparisons, bradley_terry, tie_share

    if table.sets:
        return _rank_best_worst(table, how)
    sizes = len(table.peers), len(table.topics), len(table.judges)
    columns = np.array(table.pairs, dtype=np.int64).reshape(-1, 5).T
    compared = Comparisons(columns[2], columns[3], columns[4], columns[0], columns[1], *sizes)
    found = bradley_terry(compared, **how.settings)  # type: ignore[arg-type]
    ties = tie_share(compared)
    model = "Bradley-Terry with ties (Davidson)" if ties else "Bradley-Terry"
    return _ranking(found, table.peers, ("preferences", table.name, model), how, ties=ties)


def _rank_best_worst(table: PreferenceTable, how: Bootstrap) -> Ranking:
    import numpy as np

    from sumscope.metaeval.best_worst import Questions, counts, plackett_luce, split_half

    sizes = len(table.peers), len(table.topics), len(table.judges)

    def asked(sets: Sequence[tuple[int, ...]], weight: Sequence[float] | None) -> Questions:
        topics, judges = (np.array([one[k] for one in sets], dtype=np.int64) for k in (0, 1))
        weights = None if weight is None else np.array(weight)
        return Questions(tuple(one[2:] for one in sets), topics, judges, *sizes, weights)

    answers = asked(table.sets, None)
    tally = dict(zip(table.peers, counts(answers).tolist(), strict=True))
    half = split_half(answers, seed=how.seed)
    model = "Plackett-Luce, best and worst"
    if table.pairs:
        model = "Plackett-Luce, best and worst and comparisons of two"
        sets, weight = list(table.sets), [1.0] * len(table.sets)
        for topic, judge, left, right, choice in table.pairs:
            sides = [(left, right), (right, left)]
            for best, worst in sides if choice == 2 else [sides[choice]]:
                sets.append((topic, judge, best, worst))
                weight.append(0.5 if choice == 2 else 1.0)
        answers = asked(sets, weight)
    found = plackett_luce(answers, **how.settings)  # type: ignore[arg-type]
    known = {peer: value for peer, value in tally.items() if value == value}
    what = ("preferences", table.name, model)
    return _ranking(found, table.peers, what, how, counts=known, half=half)


def rank_ratings(table: RatingTable, how: Bootstrap) -> Ranking:
    """Order systems by mean rating, judge effects removed where judges are named."""
    import numpy as np

    from sumscope.metaeval.mean_ratings import SystemRatings, mean_ratings

    peers = tuple(dict.fromkeys(peer for _, peer in table.items))
    topics = tuple(dict.fromkeys(topic for topic, _ in table.items))
    peer_at = {peer: k for k, peer in enumerate(peers)}
    topic_at = {topic: k for k, topic in enumerate(topics)}
    item = np.frombuffer(table.item, dtype=np.int64)
    judge = np.frombuffer(table.judge, dtype=np.int64)
    value = np.frombuffer(table.value, dtype=np.float64)
    of_peer = np.array([peer_at[peer] for _, peer in table.items], dtype=np.int64)
    of_topic = np.array([topic_at[topic] for topic, _ in table.items], dtype=np.int64)
    # Numbers without a judge are as if one more judge had given them all.
    nameless = bool((judge < 0).any())
    judge = np.where(judge < 0, len(table.judges), judge)
    judges = len(table.judges) + nameless
    if not table.judges:
        how = Bootstrap("items", how.resamples, how.confidence, how.seed)
    given = SystemRatings(
        of_peer[item], of_topic[item], judge, value, len(peers), len(topics), judges
    )
    found = mean_ratings(given, **how.settings)  # type: ignore[arg-type]
    model = "mean rating" if judges < 2 else "mean rating, judge effects removed"
    return _ranking(found, peers, ("ratings", table.human, model), how)


def rank_scores(measure: str, rows: list[ScoreRow], how: Bootstrap, lower: bool) -> Ranking:
    """Order systems by their mean score over topics; the smallest first where lower is better."""
    import numpy as np

    from sumscope.metaeval.mean_ratings import SystemRatings, mean_ratings

    peers = tuple(dict.fromkeys(row.peer for row in rows))
    topics = tuple(dict.fromkeys(row.topic for row in rows))
    peer_at = {peer: k for k, peer in enumerate(peers)}
    topic_at = {topic: k for k, topic in enumerate(topics)}
    known = [row for row in rows if row.value is not None]
    sign = -1.0 if lower else 1.0
    given = SystemRatings(
        np.array([peer_at[row.peer] for row in known], dtype=np.int64),
        np.array([topic_at[row.topic] for row in known], dtype=np.int64),
        np.zeros(len(known), dtype=np.int64),
        np.array([sign * (row.value or 0.0) for row in known], dtype=np.float64),
        len(peers),
        len(topics),
        1,
    )
    chosen = Bootstrap("items", how.resamples, how.confidence, how.seed)
    found = mean_ratings(given, **chosen.settings)  # type: ignore[arg-type]
    return _ranking(found, peers, ("scores", measure, "mean score"), chosen, sign=sign)


def _ranking(
    found: Ranked,
    peers: tuple[str, ...],
    what: tuple[str, str, str],
    how: Bootstrap,
    *,
    sign: float = 1.0,
    counts: Mapping[str, float] | None = None,
    half: float | None = None,
    ties: float | None = None,
) -> Ranking:
    rows = tuple(found.rows(peers, sign))
    groups = dict(zip(peers, found.groups, strict=True))
    by, name, model = what
    return Ranking(
        rows=rows,
        groups={row.peer: groups[row.peer] for row in rows},
        by=by,
        name=name,
        model=model,
        settings={**how.settings, "interval": "percentile bootstrap"},
        notes=found.notes,
        reason=found.reason,
        counts=counts,
        split_half=half,
        ties=ties,
    )
