"""Mean ratings without judge effects, against scikit-learn's least squares and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumscope.metaeval.mean_ratings import SystemRatings, mean_ratings


def made(
    rows: list[tuple[int, int, int, float]], systems: int, topics: int, judges: int
) -> SystemRatings:
    system, topic, judge, value = (np.array(column) for column in zip(*rows, strict=True))
    return SystemRatings(system, topic, judge, value.astype(float), systems, topics, judges)


def drawn(seed: int, systems: int = 4, topics: int = 5, judges: int = 3, kept: float = 0.7):
    rng = np.random.default_rng(seed)
    return [
        (s, t, j, float(rng.integers(1, 6)))
        for s in range(systems)
        for t in range(topics)
        for j in range(judges)
        if rng.random() < kept or j == t % judges
    ]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_it_is_least_squares(seed: int) -> None:
    from sklearn.linear_model import LinearRegression

    rows = drawn(seed)
    found = mean_ratings(made(rows, 4, 5, 3), resamples=100).strength
    design = np.zeros((len(rows), 7))
    for k, (system, _, judge, _) in enumerate(rows):
        design[k, system] = design[k, 4 + judge] = 1.0
    y = np.array([row[3] for row in rows])
    effect = LinearRegression(fit_intercept=False).fit(design, y).coef_
    average_judge = (design[:, 4:] @ effect[4:]).mean()
    assert found == pytest.approx(effect[:4] + average_judge, abs=1e-8)


def test_complete_ratings_give_plain_means() -> None:
    rows = drawn(1, kept=2.0)
    found = mean_ratings(made(rows, 4, 5, 3), resamples=100)
    plain = [np.mean([r[3] for r in rows if r[0] == s]) for s in range(4)]
    assert found.strength == pytest.approx(plain)


def test_a_harsh_judge_hurts_nobody() -> None:
    # Judge 1 gives two less than judge 0. System 1 was rated by judge 1 only, but for one topic.
    rows = [(0, t, 0, 4.0) for t in range(4)] + [(1, t, 1, 2.0) for t in range(4)]
    rows += [(0, 0, 1, 2.0), (1, 0, 0, 4.0)]
    found = mean_ratings(made(rows, 2, 4, 2), resamples=100).strength
    assert found[0] == pytest.approx(found[1])


def test_judges_who_share_no_system_are_said() -> None:
    rows = [(0, t, 0, 4.0 + t % 2) for t in range(4)] + [(1, t, 1, 2.0) for t in range(4)]
    found = mean_ratings(made(rows, 2, 4, 2), resamples=100)
    assert found.strength.tolist() == [4.5, 2.0]
    assert any("judge effects are not removed" in note for note in found.notes)


def test_nothing_to_rank_has_a_reason() -> None:
    rows = [(s, t, 0, 3.0) for s in range(2) for t in range(3)]
    assert mean_ratings(made(rows, 2, 3, 1)).reason == "all ratings are equal"
    none = np.zeros(0, dtype=np.int64)
    assert (
        mean_ratings(SystemRatings(none, none, none, np.zeros(0), 2, 0, 0)).reason == "no ratings"
    )


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_names_of_judges_and_topics_do_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = drawn(seed)
    judge, topic = rng.permutation(3), rng.permutation(5)
    moved = [(s, int(topic[t]), int(judge[j]), v) for s, t, j, v in rows]
    first = mean_ratings(made(rows, 4, 5, 3), resamples=100).strength
    assert first == pytest.approx(mean_ratings(made(moved, 4, 5, 3), resamples=100).strength)
