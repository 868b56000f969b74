"""Best-worst answers: Plackett-Luce against choix, counts and split halves by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.metaeval.best_worst import Questions, counts, plackett_luce, split_half


def made(shown: list[tuple[int, ...]], systems: int, topics: int = 4, judges: int = 3) -> Questions:
    number = np.arange(len(shown))
    return Questions(
        tuple(shown), number % topics, number // topics % judges, systems, topics, judges
    )


def drawn(seed: int, systems: int, size: int, count: int) -> list[tuple[int, ...]]:
    rng = np.random.default_rng(seed)
    strength = rng.normal(size=systems)
    shown = []
    for _ in range(count):
        chosen = rng.choice(systems, size, replace=False)
        order = chosen[np.argsort(-(strength[chosen] + rng.gumbel(size=size)))]
        shown.append((int(order[0]), int(order[-1]), *map(int, order[1:-1])))
    # Everyone is better than the next one once, so that a finite solution exists.
    return shown + [(k, (k + 1) % systems) for k in range(systems)]


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 6))
def test_three_at_a_time_equal_the_rankings_of_choix(seed: int, systems: int) -> None:
    choix = pytest.importorskip("choix")
    shown = drawn(seed, systems, 3, 40)
    rankings = [(s[0], s[2], s[1]) if len(s) == 3 else s for s in shown]
    theirs = choix.opt_rankings(systems, rankings, alpha=0.0, method="Newton-CG", tol=1e-12)
    ours = plackett_luce(made(shown, systems), resamples=100).strength
    assert ours == pytest.approx(theirs - theirs.mean(), abs=1e-5)


def test_two_at_a_time_are_bradley_terry() -> None:
    shown = [(0, 1)] * 3 + [(1, 0)]
    found = plackett_luce(made(shown, 2), resamples=100)
    assert found.strength == pytest.approx([np.log(3) / 2, -np.log(3) / 2])


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000))
def test_names_and_the_order_between_do_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shown = drawn(seed, 6, 4, 40)
    name = rng.permutation(6)
    moved = [
        (int(name[s[0]]), int(name[s[1]]), *(int(name[k]) for k in rng.permutation(s[2:])))
        for s in shown
    ]
    first = plackett_luce(made(shown, 6), resamples=100).strength
    second = plackett_luce(made(moved, 6), resamples=100).strength
    assert first == pytest.approx(second[name], abs=1e-6)


def test_the_order_is_found_and_intervals_hold_it() -> None:
    rng = np.random.default_rng(0)
    strength = np.linspace(2, -2, 8)
    shown = []
    for _ in range(400):
        chosen = rng.choice(8, 4, replace=False)
        order = chosen[np.argsort(-(strength[chosen] + rng.gumbel(size=4)))]
        shown.append((int(order[0]), int(order[3]), int(order[1]), int(order[2])))
    found = plackett_luce(made(shown, 8, topics=40, judges=5))
    assert found.strength == pytest.approx(strength, abs=0.4)
    assert ((found.low < strength) & (strength < found.high)).sum() >= 7
    assert found.rank.tolist() == [1, 2, 3, 4, 5, 6, 7, 8]


def test_counts_by_hand() -> None:
    # 0 is best twice of two, 1 worst twice of three, 2 best once and worst once of three.
    shown = [(0, 1, 2), (0, 1, 3), (2, 3), (1, 2)]
    assert counts(made(shown, 5)).tolist() == pytest.approx(
        [1.0, -1 / 3, 0.0, -0.5, np.nan], nan_ok=True
    )


def test_split_halves_of_judges_who_agree_are_one() -> None:
    shown = [(0, 3, 1, 2), (1, 3, 2), (0, 2, 1), (0, 3, 2)] * 8
    topics = np.repeat(np.arange(8), 4)
    same = Questions(tuple(shown), topics * 0, topics, 4, 1, 8)
    assert split_half(same) == pytest.approx(1.0)
    rng = np.random.default_rng(0)
    noise = [tuple(int(k) for k in rng.permutation(6)[:4]) for _ in range(400)]
    assert abs(split_half(made(noise, 6)) or 0.0) < 0.5
    assert split_half(made([(0, 1)], 2)) is None


def test_no_order_has_a_reason() -> None:
    found = plackett_luce(made([(0, 1), (2, 3)], 4), resamples=100)
    assert found.reason == "the answers do not connect all systems"
    nothing = np.zeros(0, dtype=np.int64)
    empty = Questions((), nothing, nothing, 3, 0, 0)
    assert plackett_luce(empty).reason == "no best-worst answers"
    found = plackett_luce(made([(0, 1, 2)] * 5, 3), resamples=100)
    assert any("weak prior" in note for note in found.notes)
    assert found.rank.tolist() == [1, 3, 2]


def test_bad_questions_are_refused() -> None:
    for shown in ((0,), (0, 0), tuple(range(11))):
        with pytest.raises(SumscopeError):
            made([shown], 12)
