"""The readable twin of `parser.cpp`: arcs by a beam search, then the label of each arc.

Arcs are found by the arc-hybrid transition system (Kuhlmann, Gómez-Rodríguez and Satta 2011): shift
the next token, hang the top of the stack on the next token (left), or on the token below (right).
Of n tokens every parse takes n shifts and n arcs, and the root, which stands after the last token,
takes exactly one. Labels are given from the root down and from left to right. Both are linear in
features (see `search`), with whole numbers as weights, so that kernel and twin find the
same tree. The trainers are perceptrons whose weights move by one and are averaged over time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from sumscope.kernels.python.parser.search import (
    ACTIONS,
    EXTRAS,
    LABEL_EXTRAS,
    LABEL_PLACES,
    PLACES,
    Labelling,
    Rows,
    State,
    Templates,
    heads_of,
    oracle,
)
from sumscope.kernels.types import Ints, Keys, Longs, SmallInts

_MOST = 2**31 - 1


class ArcModel:
    """Weights that find the heads of a sentence."""

    def __init__(self, atoms: Ints, starts: Ints, keys: Keys, weights: SmallInts) -> None:
        self._templates = _templates(atoms, starts)
        known = _exact(keys, np.uint32, 1).tolist()
        rows = _exact(weights, np.int8, 1)
        _require(rows.size == 3 * len(known), "there are not three weights for each key")
        _require(len(set(known)) == len(known), "a key stands twice")
        self._weights = dict(zip(known, rows.reshape(-1, 3).tolist(), strict=True))

    def parse(self, tokens: Ints, beam: int) -> Ints:
        """The best trees, one a row, best first: a head 1..n for each token, 0 for the root."""
        rows, columns = _tokens(tokens, self._templates, PLACES, EXTRAS)
        _check_beam(beam)
        states = [State()]
        for _ in range(2 * len(rows)):
            states = _advance(states, rows, columns, self._templates, self._weights, beam)
        found = [heads_of(state.actions, len(rows)) for state in states]
        return np.array(found, dtype=np.int32).reshape(len(states), len(rows))

    def score(self, tokens: Ints, heads: Ints) -> Longs:
        """The score of each projective tree, one a row."""
        rows, columns = _tokens(tokens, self._templates, PLACES, EXTRAS)
        trees = _exact(heads, np.int32, 2)
        _require(trees.shape[1] == len(rows), "there are not as many heads as tokens")
        _require(_within(trees, 0, len(rows) + 1), "a head is not in 0..n")
        found = []
        for tree in trees.tolist():
            state = State()
            for action in oracle(tree):
                features = state.features(rows, columns, self._templates)
                state = state.apply(action, _sum(self._weights, features, len(ACTIONS))[action])
            found.append(state.score)
        return np.array(found, dtype=np.int64)


class LabelModel:
    """Weights that find the labels of a tree."""

    def __init__(
        self,
        atoms: Ints,
        starts: Ints,
        keys: Keys,
        row_starts: Ints,
        labels: Ints,
        weights: SmallInts,
        count: int,
    ) -> None:
        self._templates = _templates(atoms, starts)
        known = _exact(keys, np.uint32, 1).tolist()
        cut = _exact(row_starts, np.int32, 1).tolist()
        which, by = _exact(labels, np.int32, 1), _exact(weights, np.int8, 1).tolist()
        _require(1 <= count < 32768, "the number of labels is not in 1..32767")
        _require(len(cut) == len(known) + 1, "there is not one row for each key")
        _require(which.size == len(by), "there are not as many labels as weights")
        _require(_cuts(cut, which.size), "starts do not cut the labels into rows")
        _require(_within(which, 0, count), "a label is not in 0..count-1")
        _require(len(set(known)) == len(known), "a key stands twice")
        self._count = count
        pairs = list(zip(which.tolist(), by, strict=True))
        self._weights: dict[int, list[int]] = {}
        for at, key in enumerate(known):
            self._weights[key] = row = [0] * count
            for label, weight in pairs[cut[at] : cut[at + 1]]:
                row[label] += weight

    def label(self, tokens: Ints, heads: Ints) -> Ints:
        """The label of each token; of equal scores the first wins."""
        rows, columns = _tokens(tokens, self._templates, LABEL_PLACES, LABEL_EXTRAS)
        labelling = Labelling(rows, columns, _heads(heads, len(rows)))
        _require(len(labelling.order) == len(rows), "the heads make no tree")
        found = [0] * len(rows)
        for token in labelling.order:
            features = labelling.features(token, found, self._templates)
            total = _sum(self._weights, features, self._count)
            found[token] = total.index(max(total))
        return np.array(found, dtype=np.int32)


class ArcTrainer:
    """Learns the weights of arcs from projective trees.

    Where the best parse of the beam is not the right one, the weights move at the step where its
    lead is greatest (Huang, Fayong and Guo 2012). Only features that the right parses of the
    treebank have at least `least` times are learnt.
    """

    def __init__(
        self,
        atoms: Ints,
        starts: Ints,
        tokens: Ints,
        heads: Ints,
        sentence_starts: Ints,
        beam: int,
        least: int,
    ) -> None:
        self._templates = _templates(atoms, starts)
        rows, self._columns = _tokens(tokens, self._templates, PLACES, EXTRAS)
        self._rows, trees = _treebank(rows, heads, sentence_starts)
        _check_beam(beam)
        self._beam = beam
        self._gold = [oracle(tree) for tree in trees]
        self._learnt = _Learnt(len(ACTIONS))
        self._learnt.choose(
            (
                feature
                for sentence, actions in zip(self._rows, self._gold, strict=True)
                for features in self._along(sentence, actions)
                for feature in features
            ),
            least,
        )

    def learn(self, order: Ints) -> int:
        """One pass over sentences in this order; how many were wrong."""
        wrong = 0
        for at in _order(order, len(self._rows)):
            wrong += self._learn_from(self._rows[at], self._gold[at])
            self._learnt.time += 1
        return wrong

    def sums(self) -> tuple[Keys, Longs, int]:
        """Keys, the sum of each weight over time, and the time."""
        return self._learnt.sums()

    def _learn_from(self, rows: Rows, gold: Sequence[int]) -> bool:
        weights, states, right = self._learnt.now, [State()], State()
        guess: tuple[int, ...] = ()
        lead, held = -1, True
        for step, action in enumerate(gold):
            features = right.features(rows, self._columns, self._templates)
            right = right.apply(action, _sum(weights, features, len(ACTIONS))[action])
            states = _advance(states, rows, self._columns, self._templates, weights, self._beam)
            # A parse that fell out of the beam does not come back.
            held = held and any(state.actions == right.actions for state in states)
            first = held and states[0].actions == right.actions
            if not first and states[0].score - right.score > lead:
                lead, guess = states[0].score - right.score, states[0].actions
            if step + 1 == len(gold) and first:
                return False
        if not gold:
            return False
        apart = next(at for at, action in enumerate(guess) if action != gold[at])
        for actions, by in ((gold[: len(guess)], 1), (guess, -1)):
            for at, features in enumerate(self._along(rows, actions)):
                if at >= apart:
                    self._learnt.move(features, actions[at], by)
        return True

    def _along(self, rows: Rows, actions: Sequence[int]) -> Iterable[list[int]]:
        """The features before each of some actions."""
        state = State()
        for action in actions:
            yield state.features(rows, self._columns, self._templates)
            state = state.apply(action, 0)


class LabelTrainer:
    """Learns the weights of labels from trees: features seen at least `least` times."""

    def __init__(
        self,
        atoms: Ints,
        starts: Ints,
        tokens: Ints,
        heads: Ints,
        labels: Ints,
        sentence_starts: Ints,
        count: int,
        least: int,
    ) -> None:
        self._templates = _templates(atoms, starts)
        rows, self._columns = _tokens(tokens, self._templates, LABEL_PLACES, LABEL_EXTRAS)
        self._rows, trees = _treebank(rows, heads, sentence_starts)
        _require(1 <= count < 32768, "the number of labels is not in 1..32767")
        given = _exact(labels, np.int32, 1)
        _require(given.size == len(rows), "there are not as many labels as tokens")
        _require(_within(given, 0, count), "a label is not in 0..count-1")
        self._count = count
        cut = sentence_starts.tolist()
        plain = given.tolist()
        self._gold = [plain[a:b] for a, b in pairwise(cut)]
        self._trees = [
            Labelling(sentence, self._columns, tree)
            for sentence, tree in zip(self._rows, trees, strict=True)
        ]
        for tree in self._trees:
            _require(len(tree.order) == len(tree.rows), "the heads make no tree")
        self._learnt = _Learnt(count)
        self._learnt.choose(
            (
                feature
                for tree, gold in zip(self._trees, self._gold, strict=True)
                for token in tree.order
                for feature in tree.features(token, gold, self._templates)
            ),
            least,
        )

    def learn(self, order: Ints) -> int:
        """One pass over sentences in this order; how many labels were wrong."""
        wrong = 0
        for at in _order(order, len(self._rows)):
            tree, gold = self._trees[at], self._gold[at]
            found = [0] * len(gold)
            for token in tree.order:
                features = tree.features(token, found, self._templates)
                total = _sum(self._learnt.now, features, self._count)
                found[token] = total.index(max(total))
                if found[token] != gold[token]:
                    wrong += 1
                    self._learnt.move(features, gold[token], 1)
                    self._learnt.move(features, found[token], -1)
                self._learnt.time += 1
        return wrong

    def sums(self) -> tuple[Keys, Longs, int]:
        """Keys, the sum of each weight over time, and the time."""
        return self._learnt.sums()


class _Learnt:
    """Weights by feature, now and each change times when it was made."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.time = 0
        self.now: dict[int, list[int]] = {}
        self._late: dict[int, list[int]] = {}

    def choose(self, met: Iterable[int], least: int) -> None:
        for feature, times in Counter(met).items():
            if times >= least:
                self.now[feature] = [0] * self.width
                self._late[feature] = [0] * self.width

    def move(self, features: Iterable[int], column: int, by: int) -> None:
        for feature in features:
            if feature in self.now:
                self.now[feature][column] += by
                self._late[feature][column] += by * self.time

    def sums(self) -> tuple[Keys, Longs, int]:
        found = [
            [weight * self.time - late for weight, late in zip(row, self._late[key], strict=True)]
            for key, row in self.now.items()
        ]
        keys = np.array(list(self.now), dtype=np.uint32)
        return keys, np.array(found, dtype=np.int64).reshape(len(keys), self.width), self.time


def _advance(
    states: Sequence[State],
    rows: Rows,
    columns: int,
    templates: Templates,
    weights: dict[int, list[int]],
    beam: int,
) -> list[State]:
    """The best states that follow, best first; of equals that of the better parent, then action."""
    found = []
    for state in states:
        features = state.features(rows, columns, templates)
        scores = _sum(weights, features, len(ACTIONS))
        found += [(state, a, scores[a]) for a in ACTIONS if state.allowed(a, len(rows))]
    found.sort(key=lambda candidate: -(candidate[0].score + candidate[2]))
    return [state.apply(action, score) for state, action, score in found[:beam]]


def _sum(weights: dict[int, list[int]], features: Iterable[int], width: int) -> list[int]:
    total = [0] * width
    for feature in features:
        row = weights.get(feature)
        if row is not None:
            for at, weight in enumerate(row):
                total[at] += weight
    return total


# What is handed in.


def _require(good: bool, what: str) -> None:
    if not good:
        raise ValueError(what)


def _exact(array: Ints | Keys | SmallInts, kind: type[np.generic], dimensions: int) -> Ints:
    """The array itself: the compiled kernel takes no other type either."""
    if not isinstance(array, np.ndarray) or array.dtype != kind or array.ndim != dimensions:
        raise TypeError(f"expected {kind.__name__} values in {dimensions} dimensions")
    if not array.flags.c_contiguous:
        raise TypeError("expected contiguous values")
    return array  # type: ignore[return-value]


def _within(values: Ints, low: int, high: int) -> bool:
    return not values.size or bool(low <= values.min() and values.max() < high)


def _cuts(starts: Sequence[int], size: int) -> bool:
    return bool(starts) and starts[0] == 0 and starts[-1] == size and list(starts) == sorted(starts)


def _templates(atoms: Ints, starts: Ints) -> list[list[int]]:
    given, cut = _exact(atoms, np.int32, 1), _exact(starts, np.int32, 1).tolist()
    _require(_cuts(cut, given.size), "starts do not cut the atoms into templates")
    _require(_within(given, 0, _MOST), "an atom is negative")
    plain = given.tolist()
    return [plain[a:b] for a, b in pairwise(cut)]


def _tokens(
    tokens: Ints, templates: Templates, places: int, extras: int
) -> tuple[list[list[int]], int]:
    """The rows of tokens and the number of columns without marks."""
    given = _exact(tokens, np.int32, 2)
    _require(given.shape[1] >= 2, "tokens need a column and a column of marks")
    _require(_within(given, 0, _MOST), "a value of a token is negative")
    columns = given.shape[1] - 1
    count = places * columns + extras
    for template in templates:
        _require(all(a < count for a in template), "a template names an atom that is not there")
    rows: list[list[int]] = given.tolist()
    return rows, columns


def _heads(heads: Ints, tokens: int) -> list[int]:
    given = _exact(heads, np.int32, 1)
    _require(given.size == tokens, "there are not as many heads as tokens")
    _require(_within(given, 0, tokens + 1), "a head is not in 0..n")
    plain: list[int] = given.tolist()
    return plain


def _treebank(
    rows: list[list[int]], heads: Ints, sentence_starts: Ints
) -> tuple[list[list[list[int]]], list[list[int]]]:
    """Rows and heads of each sentence."""
    cut = _exact(sentence_starts, np.int32, 1).tolist()
    _require(_cuts(cut, len(rows)), "starts do not cut the tokens into sentences")
    given = _exact(heads, np.int32, 1)
    _require(given.size == len(rows), "there are not as many heads as tokens")
    plain = given.tolist()
    pairs = list(pairwise(cut))
    for a, b in pairs:
        _require(all(0 <= head <= b - a for head in plain[a:b]), "a head is not in 0..n")
    return [rows[a:b] for a, b in pairs], [plain[a:b] for a, b in pairs]


def _order(order: Ints, sentences: int) -> list[int]:
    given = _exact(order, np.int32, 1)
    _require(_within(given, 0, sentences), "a sentence is not in the treebank")
    plain: list[int] = given.tolist()
    return plain


def _check_beam(beam: int) -> None:
    _require(1 <= beam <= 1024, "beam is not in 1..1024")


__all__ = ["ArcModel", "ArcTrainer", "LabelModel", "LabelTrainer"]
