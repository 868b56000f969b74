"""Our features of sentence pairs: distance, gaps, who has the floor, words around, segmentation.

Sentences stand in time order; candidates are the sentences in play. Names end in the reach of
their window in sentences where they have one. Features that a corpus cannot feed (no speakers, no
acts) are constant, and so say nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sumscope.linking.lexicon import Lexicon
from sumscope.linking.meeting import Floats, Ints, Meeting
from sumscope.linking.murray_features import FEATURES as PAPER
from sumscope.linking.murray_features import PaperFeatures, cosines, tfidf
from sumscope.linking.ranges import (
    Array,
    block_means,
    cohesion,
    corner_means,
    cosine_matrix,
    depth,
    greatest_between,
    over_steps,
    standardised,
    window_sums,
)
from sumscope.linking.sentence_models import ABOUT, SHIFT, WORTH

ACTS = {
    "inform": ("inf",),
    "suggest": ("sug", "off"),
    "assess": ("ass", "und", "be.pos", "be.neg"),
    "elicit": ("el.inf", "el.sug", "el.ass", "el.und"),
}
WORDS_AROUND = (2, 5, 12)
ROLES_AROUND = (3, 8, 20, 45)
FLOORS = (8, 20, 45)
WIDE_GAPS = (5, 15, 40)
DENSITY = (10, 40)


class WeaveFeatures:
    """What the features of a meeting's pairs are gathered from: vectors and matrices."""

    def __init__(
        self, meeting: Meeting, at: Ints, lexicon: Lexicon, scores: Mapping[str, Floats]
    ) -> None:
        self.meeting = meeting
        self.at = at
        self.paper = PaperFeatures(meeting, at)
        self.scores = {task: scores[task][at] for task in (WORTH, *ABOUT)}
        self.shift = 1 / (1 + np.exp(-scores[SHIFT]))
        self.said = _said(meeting)
        self.matrices: dict[str, Array] = {}
        self._gaps()
        self._floor()
        self._words(lexicon)
        self._density()

    def of(self, a: Ints, b: Ints) -> Array:
        """The features of pairs a < b of candidates, one row per pair."""
        columns = dict(zip(PAPER, self.paper.of(a, b).T, strict=True))
        columns |= self._distances(a, b)
        columns |= self._people(a, b)
        columns |= self._sentences(a, b)
        columns |= {name: matrix[a, b] for name, matrix in self.matrices.items()}
        made = np.empty((len(a), len(columns)), dtype=np.float32, order="F")
        for number, column in enumerate(columns.values()):
            made[:, number] = column
        return made

    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        none = np.zeros(0, dtype=np.int64)
        return (
            *PAPER,
            *self._distances(none, none),
            *self._people(none, none),
            *self._sentences(none, none),
            *self.matrices,
        )

    # Distances and gaps

    def _distances(self, a: Ints, b: Ints) -> dict[str, object]:
        m, at = self.meeting, self.at
        i, j = at[a], at[b]
        n, size = max(1, len(m)), max(1, len(at))
        seconds = np.maximum(m.start[j] - m.end[i], 0)
        whole = max(1e-9, float(m.end.max(initial=0) - m.start.min(initial=0)))
        wide = {f"gaps-over-{limit}": total[b] - total[a] for limit, total in self.wide.items()}
        return {
            "rank-distance": b - a,
            "log-rank-distance": np.log(np.maximum(b - a, 1)),
            "rank-share": (b - a) / size,
            "log-between": np.log1p(j - i - 1),
            "seconds": seconds,
            "log-seconds": np.log1p(seconds),
            "share": (j - i) / n,
            "time-share": seconds / whole,
            "position-first": m.position[i],
            "position-second": m.position[j],
            "log-sentences": np.full(len(a), np.log(n)),
            "log-candidates": np.full(len(a), np.log(size)),
            "density-between": (b - a) / np.maximum(j - i, 1),
            "silence-between": np.log1p(np.maximum(self.silence[j] - self.silence[i], 0)),
            "shift-sum": self.shifted[j] - self.shifted[i],
            "shift-steps": self.shifted_steps[b] - self.shifted_steps[a],
            **wide,
        }

    def _gaps(self) -> None:
        m, at = self.meeting, self.at
        steps = np.diff(at).astype(np.float64)
        ended = np.maximum.accumulate(m.end) if len(m) else m.end
        seconds = np.maximum(m.start[at][1:] - ended[at][:-1], 0)
        pause = np.zeros(len(m))
        pause[1:] = np.maximum(m.start[1:] - ended[:-1], 0)
        self.silence = np.cumsum(pause)
        self.wide = {limit: np.concatenate([[0], np.cumsum(steps > limit)]) for limit in WIDE_GAPS}
        mean = float(steps.mean()) if len(steps) else 1.0
        self.matrices["largest-gap"] = greatest_between(np.log(np.maximum(steps, 1)))
        self.matrices["largest-gap-seconds"] = greatest_between(np.log1p(seconds))
        self.matrices["largest-gap-relative"] = greatest_between(steps / mean)
        longest = over_steps(pause, at, np.maximum)
        shift = over_steps(self.shift, at, np.maximum)
        self.matrices["shift"] = greatest_between(shift)
        smooth = window_sums(self.shift, 2) / 5
        self.matrices["shift-around"] = greatest_between(over_steps(smooth, at, np.maximum))
        self.shifted = np.cumsum(self.shift)
        self.shifted_steps = np.concatenate([[0.0], np.cumsum(shift)])
        self.matrices["longest-pause"] = greatest_between(np.log1p(longest))

    # Speakers, roles, the floor

    def _floor(self) -> None:
        m, at = self.meeting, self.at
        said = np.diff(self.said, axis=0)
        self.entropy: dict[int, Floats] = {}
        self.flips: dict[int, Any] = {}
        self.holder: dict[int, Ints] = {}
        for reach in ROLES_AROUND:
            around = window_sums(said, reach)
            self.matrices[f"roles-cosine-{reach}"] = cosine_matrix(around[at])
            if reach in FLOORS:
                holder = around.argmax(axis=1) if around.size else np.zeros(len(m), dtype=np.int64)
                change = np.concatenate([[0], np.cumsum(holder[1:] != holder[:-1])])[: len(m)]
                self.holder[reach] = holder[at]
                self.flips[reach] = change[at]
                self.entropy[reach] = _entropy(around)[at]
        turns = np.concatenate([[0], np.cumsum(m.speaker[1:] != m.speaker[:-1])])[: len(m)]
        self.turns = turns[at]
        chair = np.where(m.chair, m.length, 0.0)
        self.chair_said = np.concatenate([[0.0], np.cumsum(chair)])
        self.chair_around = window_sums(chair, 20) / np.maximum(window_sums(m.length, 20), 1)
        self.chair_around = self.chair_around[at]

    def _people(self, a: Ints, b: Ints) -> dict[str, object]:
        m, at = self.meeting, self.at
        i, j = at[a], at[b]
        block = self.said[j + 1] - self.said[i]
        words = np.maximum(block.sum(axis=1), 1.0)
        rows = np.arange(len(a))
        turns = self.turns[b] - self.turns[a]
        made: dict[str, object] = {
            "same-role": m.role[i] == m.role[j],
            "chairs": m.chair[i].astype(np.float32) + m.chair[j],
            "turns": np.log1p(turns),
            "turn-rate": turns / np.maximum(j - i, 1),
            "dominant-share": block.max(axis=1, initial=0) / words,
            "block-entropy": _entropy(block),
            "chair-share": (self.chair_said[j + 1] - self.chair_said[i]) / words,
            "speaker-first-share": block[rows, m.role[i]] / words,
            "speaker-second-share": block[rows, m.role[j]] / words,
            "chair-around-difference": np.abs(self.chair_around[a] - self.chair_around[b]),
            "chair-around": self.chair_around[a] + self.chair_around[b],
        }
        for reach in FLOORS:
            first, second = self.holder[reach][a], self.holder[reach][b]
            flips = self.flips[reach][b] - self.flips[reach][a]
            entropy = self.entropy[reach]
            made[f"same-floor-{reach}"] = first == second
            made[f"floor-flips-{reach}"] = np.log1p(flips)
            made[f"floor-kept-{reach}"] = flips == 0
            made[f"floor-entropy-{reach}"] = entropy[a] + entropy[b]
            made[f"floor-entropy-difference-{reach}"] = np.abs(entropy[a] - entropy[b])
            made[f"floor-share-{reach}"] = (block[rows, first] + block[rows, second]) / words
        return made

    # Words around

    def _words(self, lexicon: Lexicon) -> None:
        from scipy import sparse

        m, at = self.meeting, self.at
        table = tfidf(m.words)
        self.matrices["cosine-z"] = standardised(self.paper.cosine)
        for reach in WORDS_AROUND:
            low, high = np.maximum(at - reach, 0), np.minimum(at + reach + 1, len(m))
            columns = np.concatenate(
                [np.arange(x, y) for x, y in zip(low, high, strict=True)] or [low]
            )
            bounds = np.concatenate([[0], np.cumsum(high - low)])
            gather = sparse.csr_matrix(
                (np.ones(len(columns)), columns, bounds), shape=(len(at), len(m))
            )
            matrix = cosines(gather @ table)
            self.matrices[f"words-cosine-{reach}"] = matrix
            self.matrices[f"words-cosine-z-{reach}"] = standardised(matrix)
        latent = lexicon.latent(m).astype(np.float64)
        for reach in (0, *WORDS_AROUND):
            matrix = cosine_matrix(window_sums(latent, reach)[at])
            self.matrices[f"latent-cosine-{reach}"] = matrix
            if reach:
                self.matrices[f"latent-cosine-z-{reach}"] = standardised(matrix)
            if reach == 2:
                self.matrices["latent-block"] = block_means(matrix)
                self.matrices["latent-corner"] = corner_means(matrix, 3)
        for name, vectors, reach in (("latent", latent, 12), ("latent", latent, 30)):
            along = cohesion(vectors, reach)
            valley = depth(along, 2 * reach)
            steps = over_steps(valley, at, np.maximum)
            self.matrices[f"{name}-depth-{reach}"] = greatest_between(steps)
            lows = over_steps(1 - along, at, np.maximum)
            self.matrices[f"{name}-break-{reach}"] = greatest_between(lows)

    # Single sentences

    def _density(self) -> None:
        held = np.zeros(len(self.meeting))
        held[self.at] = 1
        self.density = {
            reach: (window_sums(held, reach) / (2 * reach + 1))[self.at] for reach in DENSITY
        }
        acts = [self.meeting.acts[i] for i in self.at.tolist()]
        self.acts = {
            name: np.array([act in group for act in acts], dtype=np.float32)
            for name, group in ACTS.items()
        }

    def _sentences(self, a: Ints, b: Ints) -> dict[str, object]:
        length = self.meeting.length[self.at]
        made: dict[str, object] = {"length-first": length[a], "length-second": length[b]}
        for reach, density in self.density.items():
            made[f"density-{reach}"] = density[a] + density[b]
            made[f"density-difference-{reach}"] = np.abs(density[a] - density[b])
        for name, is_act in self.acts.items():
            made[f"act-{name}"] = is_act[a] + is_act[b]
        for task, score in self.scores.items():
            chance = 1 / (1 + np.exp(-score))
            made[f"{task}-sum"] = score[a] + score[b]
            made[f"{task}-product"] = chance[a] * chance[b]
            made[f"{task}-difference"] = np.abs(score[a] - score[b])
        return made


def _said(meeting: Meeting) -> Floats:
    """Words of every role up to each sentence: one row more than there are sentences."""
    roles = int(meeting.role.max(initial=0)) + 1
    table = np.zeros((len(meeting) + 1, roles))
    table[np.arange(1, len(meeting) + 1), meeting.role] = meeting.length
    return np.cumsum(table, axis=0)


def _entropy(rows: Floats) -> Floats:
    """Entropy of every row's shares in nats, 0 for an empty row."""
    total = rows.sum(axis=1, keepdims=True)
    share = np.divide(rows, total, out=np.zeros_like(rows), where=total > 0)
    return np.asarray(-(share * np.log(np.where(share > 0, share, 1.0))).sum(axis=1))
