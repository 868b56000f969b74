"""Bradley-Terry strengths against choix, a general optimizer and worked examples."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from sumscope.core.errors import SumscopeError
from sumscope.metaeval.bradley_terry import LEFT, RIGHT, TIE, Comparisons, bradley_terry, tie_share

Line = tuple[int, int, int]


def made(lines: list[Line], systems: int, topics: int = 4, judges: int = 3) -> Comparisons:
    left, right, choice = (np.array(column, dtype=np.int64) for column in zip(*lines, strict=True))
    number = np.arange(len(lines))
    return Comparisons(
        left, right, choice, number % topics, number // topics % judges, systems, topics, judges
    )


def drawn(seed: int, systems: int, count: int, ties: bool) -> list[Line]:
    rng = np.random.default_rng(seed)
    strength = rng.normal(size=systems)
    lines = []
    for _ in range(count):
        i, j = rng.choice(systems, 2, replace=False)
        weights = np.exp([strength[i], strength[j], (strength[i] + strength[j]) / 2 - 0.5])
        weights[2] *= ties
        lines.append((int(i), int(j), int(rng.choice(3, p=weights / weights.sum()))))
    # Everyone beats the next one once, so that a finite solution exists.
    ring = [(k, (k + 1) % systems, LEFT) for k in range(systems)]
    return lines + ring


def davidson(lines: list[Line], systems: int, prior: float = 0.0) -> np.ndarray:
    """The same likelihood, by a general optimizer."""
    ties = any(choice == TIE for _, _, choice in lines)

    def loss(at: np.ndarray) -> float:
        s, total = at[:systems], 0.0
        for i, j, choice in lines:
            logs = [s[i], s[j]] + [(s[i] + s[j]) / 2 + at[systems]] * ties
            total -= logs[choice] - np.logaddexp.reduce(logs)
        return total + prior / 2 * float(s @ s) + 1e-9 * float(s.sum()) ** 2

    found = minimize(loss, np.zeros(systems + 1), method="BFGS", options={"gtol": 1e-8}).x
    return found[:systems] - found[:systems].mean()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 8), st.integers(1, 60))
def test_without_ties_it_equals_choix(seed: int, systems: int, count: int) -> None:
    choix = pytest.importorskip("choix")
    lines = drawn(seed, systems, count, ties=False)
    wins = [(i, j) if choice == LEFT else (j, i) for i, j, choice in lines]
    theirs = choix.opt_pairwise(systems, wins, alpha=0.0, method="Newton-CG", tol=1e-12)
    ours = bradley_terry(made(lines, systems), resamples=100).strength
    assert ours == pytest.approx(theirs - theirs.mean(), abs=1e-5)


def test_with_a_prior_it_equals_choix() -> None:
    choix = pytest.importorskip("choix")
    lines = [(0, 1, LEFT), (0, 1, LEFT), (1, 2, LEFT), (2, 1, LEFT), (0, 2, LEFT)]  # 0 always wins
    wins = [(i, j) if choice == LEFT else (j, i) for i, j, choice in lines]
    theirs = choix.opt_pairwise(3, wins, alpha=0.1 / 2, method="Newton-CG", tol=1e-12)
    found = bradley_terry(made(lines, 3), resamples=100)
    assert found.strength == pytest.approx(theirs - theirs.mean(), abs=1e-5)
    assert any("weak prior" in note for note in found.notes)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 5))
def test_with_ties_it_maximizes_davidsons_likelihood(seed: int, systems: int) -> None:
    lines = [*drawn(seed, systems, 30, ties=True), (0, 1, TIE)]
    ours = bradley_terry(made(lines, systems), resamples=100).strength
    assert ours == pytest.approx(davidson(lines, systems), abs=1e-4)


def test_two_systems_by_hand() -> None:
    # Three wins to one: the odds are 3, the log strengths +-log(3)/2.
    lines = [(0, 1, LEFT)] * 3 + [(0, 1, RIGHT)]
    assert bradley_terry(made(lines, 2), resamples=100).strength == pytest.approx(
        [np.log(3) / 2, -np.log(3) / 2]
    )
    # Ties count as half a win each way in the order, and leave the odds of decided ones alone.
    tied = bradley_terry(made([*lines, (0, 1, TIE)], 2), resamples=100).strength
    assert tied == pytest.approx([np.log(3) / 2, -np.log(3) / 2])


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 6))
def test_names_sides_and_order_do_not_matter(seed: int, systems: int) -> None:
    rng = np.random.default_rng(seed)
    lines = drawn(seed, systems, 25, ties=True)
    name = rng.permutation(systems)
    turn = {LEFT: RIGHT, RIGHT: LEFT, TIE: TIE}
    moved = [(int(name[j]), int(name[i]), turn[choice]) for i, j, choice in lines]
    moved = [moved[k] for k in rng.permutation(len(moved))]
    first = bradley_terry(made(lines, systems), resamples=100)
    second = bradley_terry(made(moved, systems), resamples=100)
    assert first.strength == pytest.approx(second.strength[name], abs=1e-6)
    assert first.n.tolist() == second.n[name].tolist()


def test_intervals_hold_their_values_and_groups_their_neighbours() -> None:
    lines = drawn(3, 6, 400, ties=True)
    found = bradley_terry(made(lines, 6, topics=20, judges=5), seed=1)
    assert (found.low <= found.strength).all()
    assert (found.strength <= found.high).all()
    assert (found.rank_low <= found.rank).all()
    assert (found.rank <= found.rank_high).all()
    assert sorted(found.rank.tolist()) == [1, 2, 3, 4, 5, 6]
    best, worst = int(np.argmax(found.strength)), int(np.argmin(found.strength))
    assert not set(found.groups[best]) & set(found.groups[worst])
    assert bradley_terry(made(lines, 6, topics=20, judges=5), seed=1).low == pytest.approx(
        found.low
    )


@pytest.mark.parametrize(
    ("lines", "systems", "reason"),
    [
        ([(0, 1, TIE), (1, 2, TIE)], 3, "all comparisons are ties"),
        ([(0, 1, LEFT), (2, 3, LEFT)], 4, "the comparisons do not connect all systems"),
    ],
)
def test_no_order_has_a_reason(lines: list[Line], systems: int, reason: str) -> None:
    found = bradley_terry(made(lines, systems), resamples=100)
    assert found.reason == reason
    assert np.isnan(found.strength).all()


def test_one_judge_and_one_topic_are_said() -> None:
    lines = drawn(1, 3, 30, ties=False)
    found = bradley_terry(made(lines, 3, topics=10, judges=1), resamples=100)
    assert "intervals over topics only: 1 judge" in found.notes
    assert not np.isnan(found.low).any()
    found = bradley_terry(made(lines, 3, topics=1, judges=1), resamples=100)
    assert np.isnan(found.low).all()
    assert any("no interval: only 1" in note for note in found.notes)


def test_a_system_that_met_nobody_has_no_strength() -> None:
    found = bradley_terry(made([(0, 1, LEFT), (1, 0, LEFT)], 3), resamples=100)
    assert np.isnan(found.strength[2])
    assert found.n.tolist() == [2, 2, 0]


def test_a_system_against_itself_is_refused() -> None:
    with pytest.raises(SumscopeError, match="compared with itself"):
        made([(0, 0, LEFT)], 1)


def test_the_share_of_ties() -> None:
    assert tie_share(made([(0, 1, TIE), (0, 1, LEFT)], 2)) == 0.5
