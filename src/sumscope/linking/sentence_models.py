"""Models of single sentences: is it linked at all, is it about a decision, an action, ...

Each is a logistic regression on the words of the sentence and around it, its act and its
neighbours' acts, its speaker and its place. `worth` is learned from all sentences; `shift`, whether
the subject changes there, from all between the first and the last linked one; the others from
linked ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sumscope.core.model_file import items, real, record
from sumscope.core.values import Sentence, Text, Topic
from sumscope.linking.lexicon import Array, Lexicon, short
from sumscope.linking.meeting import Bools, Floats, Meeting, series

WORTH = "worth"
SECTIONS = {"decision": "decisions", "action": "actions", "problem": "problems"}
SHIFT = "shift"
ABOUT = (*SECTIONS, "several")
TASKS = (WORTH, SHIFT, *ABOUT)
STRENGTH = {WORTH: 0.3, SHIFT: 0.1}
OTHER_STRENGTH = 0.5
CONTEXT = 3
NEIGHBOURS = 3  # linked sentences before and after that show whether the subject shifts
PLACES = 12
FOLDS = 4
LIMIT = 6.0  # of a score, so that one odd sentence cannot rule a feature


@dataclass(frozen=True, eq=False)
class SentenceModels:
    """Weights over one design; acts that training did not have count as none."""

    acts: tuple[str, ...]
    weights: Mapping[str, tuple[Array, float]]

    def scores(self, meeting: Meeting, lexicon: Lexicon) -> dict[str, Floats]:
        """The log-odds of every sentence by task, 0 for tasks nothing was learned about."""
        if not len(meeting):
            return {task: np.zeros(0) for task in TASKS}
        table = design(meeting, lexicon, self.acts)
        found = {}
        for task in TASKS:
            if task in self.weights:
                weights, intercept = self.weights[task]
                score = np.asarray(table @ weights.astype(np.float64)) + intercept
                found[task] = np.clip(score, -LIMIT, LIMIT)
            else:
                found[task] = np.zeros(len(meeting))
        return found

    def to_json(self) -> dict[str, object]:
        """As plain values."""
        return {
            "acts": list(self.acts),
            "tasks": {
                task: {"intercept": intercept, "weights": short(weights, 4)}
                for task, (weights, intercept) in self.weights.items()
            },
        }

    @classmethod
    def from_json(cls, value: Mapping[str, object]) -> SentenceModels:
        """From plain values."""
        tasks = {}
        for task, given in record(value["tasks"], "tasks").items():
            one = record(given, f"the task {task}")
            weights = np.array(one["weights"], dtype=np.float32)
            tasks[task] = (weights, real(one["intercept"], f"intercept of {task}"))
        return cls(tuple(str(act) for act in items(value["acts"], "acts")), tasks)

    def check(self, lexicon: Lexicon) -> None:
        """Refuse weights that do not fit the columns of the design (ValueError)."""
        columns = design(example(), lexicon, self.acts).shape[1]
        for task, (weights, _) in self.weights.items():
            if weights.shape != (columns,) or not np.isfinite(weights).all():
                raise ValueError(f"weights of {task}")


def example() -> Meeting:
    """Two sentences, to see which columns are made of a meeting."""
    text = Text("d", sentences=(Sentence("One sentence."), Sentence("Another one.")))
    return Meeting.of(Topic("example", lang="en", documents=(text,)))


def design(meeting: Meeting, lexicon: Lexicon, acts: Sequence[str]) -> Any:
    """One sparse row per sentence: words, words around, acts, chair, place and length."""
    from scipy import sparse
    from sklearn.preprocessing import normalize

    n = len(meeting)
    words = lexicon.table(meeting)
    around = (
        sparse.diags_array(
            [np.ones(n - abs(d)) for d in range(-CONTEXT, CONTEXT + 1) if d and abs(d) < n],
            offsets=[d for d in range(-CONTEXT, CONTEXT + 1) if d and abs(d) < n],
            shape=(n, n),
        )
        if n > 1
        else sparse.csr_array((n, n))
    )
    context = sparse.csr_matrix(around @ words)
    number = {act: i for i, act in enumerate(acts)}
    code = np.array([number.get(act, len(acts)) for act in meeting.acts], dtype=np.int64)
    length = np.log1p(meeting.length)
    lengths = np.clip(meeting.length // 3, 0, 9).astype(np.int64)
    turn = np.concatenate([[True], meeting.speaker[1:] != meeting.speaker[:-1]])[:n]
    pause = np.concatenate([[0.0], meeting.start[1:] - np.maximum.accumulate(meeting.end)[:-1]])[:n]
    dense = np.stack(
        [
            meeting.chair,
            length / 3,
            _smooth(length, 4) / 3,
            _smooth(length, 15) / 3,
            turn,
            np.log1p(np.maximum(pause, 0)) / 3,
            _smooth(meeting.chair.astype(np.float64), 10),
        ],
        axis=1,
    )
    parts = [
        normalize(words),
        normalize(context),
        _one_hot(code, len(acts) + 1),
        _one_hot(np.concatenate([code[1:], [len(acts)]])[:n], len(acts) + 1),
        _one_hot(np.concatenate([[len(acts)], code[:-1]])[:n], len(acts) + 1),
        _one_hot(np.minimum(meeting.position * PLACES, PLACES - 1).astype(np.int64), PLACES),
        _one_hot(lengths, 10),
        sparse.csr_matrix(dense.reshape(n, -1)),
    ]
    return sparse.hstack(parts).tocsr()


def learn(
    meetings: Sequence[Meeting],
    lexicon: Lexicon,
    told: Callable[[], None] | None = None,
) -> tuple[SentenceModels, list[dict[str, Floats]]]:
    """The models, and for every training meeting scores of models that did not see its series.

    With fewer than two series the scores are those of the models themselves.
    """
    from scipy import sparse

    names = sorted({act for meeting in meetings for act in meeting.acts if act})
    acts = tuple(names)
    tables = [design(meeting, lexicon, acts) for meeting in meetings]
    truths = [targets(meeting) for meeting in meetings]
    groups = sorted({series(meeting.id) for meeting in meetings})
    folds = min(FOLDS, len(groups))
    fold = np.array([groups.index(series(meeting.id)) % max(1, folds) for meeting in meetings])

    def trained(kept: Sequence[int]) -> SentenceModels:
        weights = {}
        for task in TASKS:
            rows = [tables[i][truths[i][task][0]] for i in kept]
            y = np.concatenate([truths[i][task][1][truths[i][task][0]] for i in kept])
            if y.any() and not y.all():
                weights[task] = _logistic(sparse.vstack(rows).tocsr(), y, task)
        if told is not None:
            told()
        return SentenceModels.from_json(SentenceModels(acts, weights).to_json())

    whole = trained(range(len(meetings)))
    if folds < 2:
        return whole, [whole.scores(meeting, lexicon) for meeting in meetings]
    parts = [trained(np.flatnonzero(fold != f).tolist()) for f in range(folds)]
    return whole, [
        parts[f].scores(meeting, lexicon) for meeting, f in zip(meetings, fold, strict=True)
    ]


def targets(meeting: Meeting) -> dict[str, tuple[Bools, Bools]]:
    """For every task which sentences teach it, and which of them are examples of it."""
    n = len(meeting)
    linked = np.zeros(n, dtype=bool)
    times = np.zeros(n, dtype=np.int64)
    section = {task: np.zeros(n, dtype=bool) for task in SECTIONS}
    for gold in meeting.golds:
        linked[gold.linked] = True
        own = np.zeros(n, dtype=np.int64)
        for cluster, name in zip(gold.clusters, gold.sections, strict=True):
            own[cluster] += 1
            for task, called in SECTIONS.items():
                if name == called:
                    section[task][cluster] = True
        times = np.maximum(times, own)
    every = np.ones(n, dtype=bool)
    found = {task: (linked, truth) for task, truth in section.items()}
    found = {WORTH: (every, linked), SHIFT: shifts(meeting), **found}
    return {**found, "several": (linked, times > 1)}


def shifts(meeting: Meeting) -> tuple[Bools, Bools]:
    """Where the subject shifts: no cluster holds linked sentences from both sides nearby.

    Told of every sentence after a linked one up to the next; by the first judge.
    """
    n = len(meeting)
    teaches, truth = np.zeros(n, dtype=bool), np.zeros(n, dtype=bool)
    if not meeting.golds:
        return teaches, truth
    gold = meeting.golds[0]
    holders: dict[int, set[int]] = {}
    for number, cluster in enumerate(gold.clusters):
        for item in cluster.tolist():
            holders.setdefault(item, set()).add(number)
    at = gold.linked.tolist()
    for step in range(len(at) - 1):
        before: set[int] = set().union(
            *(holders[i] for i in at[max(0, step + 1 - NEIGHBOURS) : step + 1])
        )
        after: set[int] = set().union(*(holders[i] for i in at[step + 1 : step + 1 + NEIGHBOURS]))
        between = slice(at[step] + 1, at[step + 1] + 1)
        teaches[between] = True
        truth[between] = not before & after
    return teaches, truth


def _logistic(x: Any, y: Bools, task: str) -> tuple[Array, float]:
    from sklearn.linear_model import LogisticRegression

    strength = STRENGTH.get(task, OTHER_STRENGTH)
    found = LogisticRegression(solver="liblinear", C=strength, tol=1e-3, random_state=0).fit(x, y)
    return found.coef_[0].astype(np.float32), float(found.intercept_[0])


def _one_hot(codes: Any, size: int) -> Any:
    from scipy import sparse

    at = np.arange(len(codes))
    return sparse.csr_matrix((np.ones(len(codes)), (at, codes)), shape=(len(codes), size))


def _smooth(values: Floats, reach: int) -> Floats:
    """The mean over `reach` sentences to each side."""
    total = np.concatenate([[0.0], np.cumsum(values)])
    at = np.arange(len(values))
    low, high = np.maximum(at - reach, 0), np.minimum(at + reach + 1, len(values))
    return np.asarray((total[high] - total[low]) / np.maximum(high - low, 1))
