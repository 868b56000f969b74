"""Cover measures against their definitions, worked examples and an independent package."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.cover import Cover
from sumscope.core.measure import parse
from sumscope.kernels import load
from sumscope.metrics.cover import CoverPair

NEAR = 1e-12


def score(name: str, left: Cover, right: Cover) -> float:
    return float(parse(name).score(CoverPair.of(left, right)))


def of(text: str) -> Cover:
    """{123}{34} as in the worked examples."""
    return Cover.of([list(part) for part in text.strip("{}").split("}{")])


def draws(count: int, seed: int, overlapping: bool):  # type: ignore[no-untyped-def]
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n = int(rng.integers(1, 14))
        both = []
        for _ in range(2):
            k = int(rng.integers(1, 7))
            if overlapping:
                density = rng.uniform(0.1, 0.95)
                lists = [np.flatnonzero(rng.random(n) < density).tolist() for _ in range(k)]
                if rng.random() < 0.2:
                    lists.append(lists[0])
            else:
                labels = rng.integers(0, k, size=n)
                lists = [np.flatnonzero(labels == c).tolist() for c in range(k)]
            both.append(Cover.of(lists, range(n)).complete("singletons"))
        yield both[0], both[1]


@pytest.mark.parametrize(
    ("left", "right", "value"),
    [
        ("{123}{34}", "{12}{34}", Fraction(2, 5)),
        ("{123}{124}", "{123}{124}{12}", Fraction(13, 19)),
        ("{12}{34}", "{13}{24}", Fraction(-1, 2)),
        ("{123}{456}", "{12}{34}{56}", Fraction(8, 33)),
    ],
)
def test_worked_examples_of_omega(left: str, right: str, value: Fraction) -> None:
    assert score("omega", of(left), of(right)) == pytest.approx(float(value), abs=NEAR)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ari", 8 / 33),
        ("homogeneity", 2 / 3),
        ("completeness", 0.420620),
        ("v", 0.515804),
        ("v0.5", 0.557886),
        ("vbeta", 0.493470),
        ("vi", 0.867563),
        ("nvi", 0.484196),
        ("rand", 2 / 3),
        ("purity", 5 / 6),
        ("pair-f", 4 / 9),
    ],
)
def test_worked_example_of_partitions(name: str, value: float) -> None:
    """The first is the standard C, the second the clustering L: beta is 3/2."""
    assert score(name, of("{123}{456}"), of("{12}{34}{56}")) == pytest.approx(value, abs=5e-7)


def omega_by_pairs(left: Cover, right: Cover) -> Fraction:
    pairs = list(combinations(left.items, 2))
    if not pairs:
        return Fraction(1)
    times = [
        [sum(a in c and b in c for c in cover.clusters) for a, b in pairs]
        for cover in (left, right)
    ]
    observed = Fraction(sum(a == b for a, b in zip(*times, strict=True)), len(pairs))
    expected = sum(
        Fraction(times[0].count(j), len(pairs)) * Fraction(times[1].count(j), len(pairs))
        for j in set(times[0])
    )
    return (observed - expected) / (1 - expected) if expected != 1 else Fraction(1)


def test_omega_is_its_definition() -> None:
    for left, right in draws(1500, 3, overlapping=True):
        wanted = float(omega_by_pairs(left, right))
        assert score("omega", left, right) == pytest.approx(wanted, abs=NEAR)


def test_omega_is_the_adjusted_rand_index_on_partitions() -> None:
    """By the count that partitions share, and by the pairs that overlapping covers need."""
    for left, right in draws(1500, 4, overlapping=False):
        ari = score("ari", left, right)
        assert score("omega", left, right) == pytest.approx(ari, abs=NEAR)
        pair = CoverPair.of(left, right)
        counted = load("cover").omega_counts(*pair.left.clusters, *pair.right.clusters, pair.n)
        by_pairs = CoverPair.of(left, right)
        by_pairs.__dict__["omega_counts"] = counted
        assert parse("omega").score(by_pairs) == pytest.approx(ari, abs=NEAR)


def entropy(parts: list[float]) -> float:
    return -sum(p * math.log(p) for p in parts if p > 0)


def test_information_by_definition() -> None:
    """VI, NVI, entropy and the identities V1 = NMI and NMI_b = V_b, from joint probabilities."""
    for classes, clusters in draws(800, 5, overlapping=False):
        n = len(classes.items)
        joint = [[len(set(c) & set(k)) / n for c in classes.clusters] for k in clusters.clusters]
        h_c = entropy([len(c) / n for c in classes.clusters])
        h_l = entropy([len(c) / n for c in clusters.clusters])
        both = entropy([p for row in joint for p in row])
        vi = (both - h_c) + (both - h_l)
        assert score("vi", classes, clusters) == pytest.approx(vi, abs=NEAR)
        bits = score("vi(base=2)", classes, clusters)
        assert bits == pytest.approx(vi / math.log(2), abs=NEAR)
        nvi = vi / math.log(n) if n > 1 else 0
        assert score("nvi", classes, clusters) == pytest.approx(nvi, abs=NEAR)
        k = len(classes.clusters)
        mixed = sum(
            sum(row) * entropy([p / sum(row) for p in row]) / math.log(k) if k > 1 else 0
            for row in joint
        )
        assert score("entropy", classes, clusters) == pytest.approx(mixed, abs=NEAR)
        for beta in (0.5, 1.0, 2.25):
            mutual = h_c + h_l - both
            below = beta * h_l + h_c
            wanted = (1 + beta) * mutual / below if below > NEAR else 1
            assert score(f"nmi{beta}", classes, clusters) == pytest.approx(wanted, abs=1e-11)
            assert score(f"v{beta}", classes, clusters) == pytest.approx(wanted, abs=1e-11)
        beta = len(clusters.clusters) / k
        weighted = parse("v").score(CoverPair.of(classes, clusters))
        assert weighted == pytest.approx(score("nmi", classes, clusters), abs=NEAR)
        below = beta * h_l + h_c
        wanted = (1 + beta) * (h_c + h_l - both) / below if below > NEAR else 1
        assert score("vbeta", classes, clusters) == pytest.approx(wanted, abs=1e-11)


def onmi_by_definition(left: Cover, right: Cover) -> float:
    """McDaid, Greene and Hurley (2011), equations 2 to 4 and the max form, over all pairs."""
    n = len(left.items)

    def h(count: int) -> float:
        return -count / n * math.log(count / n) if count else 0.0

    def alone(cluster: set[str]) -> float:
        return h(len(cluster)) + h(n - len(cluster))

    def given(ones: list[set[str]], others: list[set[str]]) -> float:
        total = 0.0
        for x in ones:
            best = alone(x)
            for y in others:
                d, b, c = len(x & y), len(y - x), len(x - y)
                a = n - b - c - d
                if h(a) + h(d) >= h(b) + h(c):
                    best = min(best, h(a) + h(b) + h(c) + h(d) - alone(y))
            total += best
        return total

    xs, ys = [set(c) for c in left.clusters], [set(c) for c in right.clusters]
    hx, hy = sum(map(alone, xs)), sum(map(alone, ys))
    if max(hx, hy) == 0:
        return 1.0
    return 0.5 * (hx - given(xs, ys) + hy - given(ys, xs)) / max(hx, hy)


def test_onmi_is_its_definition() -> None:
    for overlapping in (True, False):
        for left, right in draws(700, 6, overlapping):
            wanted = onmi_by_definition(left, right)
            assert score("onmi", left, right) == pytest.approx(wanted, abs=1e-11)


def walks(cover: Cover, alpha: float):  # type: ignore[no-untyped-def]
    """Personalised PageRank of every item, by the matrix of items by items."""
    member = np.array([[i in c for c in cover.clusters] for i in sorted(cover.items)], dtype=float)
    step = (member / member.sum(axis=1, keepdims=True)) @ (member / member.sum(axis=0)).T
    return (1 - alpha) * np.linalg.inv(np.eye(len(member)) - alpha * step)


def test_element_centric_is_its_definition() -> None:
    for overlapping in (True, False):
        for left, right in draws(500, 8, overlapping):
            for alpha in (0.9, 0.3):
                apart = np.abs(walks(left, alpha) - walks(right, alpha)).sum(axis=1)
                wanted = float(np.mean(1 - apart / (2 * alpha)))
                value = score(f"element-centric(alpha={alpha})", left, right)
                assert value == pytest.approx(wanted, abs=1e-11)


@pytest.mark.parametrize(("alpha", "value"), [(0.9, 0.5738968633705475), (0.5, 0.6619462599854757)])
def test_element_centric_of_clusim(alpha: float, value: float) -> None:
    """The example of clusim 0.4's documentation, `sim.element_sim`, run with igraph's PageRank
    (its sparse matrix made dense first, which current scipy needs)."""
    left = Cover.of([[0, 1, 2], [2, 3], [4, 5]])
    right = Cover.of([[0, 1, 2], [2, 3, 5], [0, 4, 5]])
    assert score(f"element-centric(alpha={alpha})", left, right) == pytest.approx(value, abs=NEAR)


def bcubed_by_definition(clusters: Cover, classes: Cover) -> float:
    """Extended B-cubed precision of Amigó et al. (2009), section 5, item by item."""
    items = clusters.items
    of_item = [
        {e: {k for k, c in enumerate(cover.clusters) if e in c} for e in items}
        for cover in (clusters, classes)
    ]
    means = []
    for e in items:
        found = []
        for other in items:
            shared = len(of_item[0][e] & of_item[0][other])
            if shared:
                found.append(min(shared, len(of_item[1][e] & of_item[1][other])) / shared)
        means.append(sum(found) / len(found))
    return sum(means) / len(means)


@pytest.mark.parametrize("overlapping", [False, True])
def test_bcubed_is_its_definition(overlapping: bool) -> None:
    for classes, clusters in draws(200, 11, overlapping):
        precision, recall = (
            bcubed_by_definition(clusters, classes),
            bcubed_by_definition(classes, clusters),
        )
        assert score("bcubed-precision", classes, clusters) == pytest.approx(precision, abs=1e-9)
        assert score("bcubed-recall", classes, clusters) == pytest.approx(recall, abs=1e-9)
        f = 2 * precision * recall / (precision + recall)
        assert score("bcubed-f", classes, clusters) == pytest.approx(f, abs=1e-9)


def test_bcubed_worked_by_hand() -> None:
    classes = of("{123}{1245}{67}")
    assert score("bcubed-f", classes, classes) == 1.0
    # A cluster given twice (the duplicates of Amigó et al., section 5.4). Items 1 and 2 share three
    # clusters and two classes, 2/3 for each other and themselves; with 3 they share two clusters
    # and one class, 1/2; with 4 and 5 all is right: (2/3 + 2/3 + 1/2 + 1 + 1) / 5. Item 3: 1/2.
    doubled = of("{123}{123}{1245}{67}")
    wanted = (2 * (2 / 3 + 2 / 3 + 1 / 2 + 1 + 1) / 5 + 1 / 2 + 4) / 7
    assert score("bcubed-precision", classes, doubled) == pytest.approx(wanted)
    assert score("bcubed-recall", classes, doubled) == 1.0
    # A class split: 6 and 7 find only themselves, half of what they share.
    split = of("{123}{1245}{6}{7}")
    assert score("bcubed-precision", classes, split) == 1.0
    assert score("bcubed-recall", classes, split) == pytest.approx((5 + 2 / 2) / 7)


def _f_star(left: list[set[int]], right: list[set[int]], n: int) -> float:
    """The definition of DeWolfe, Prałat and Théberge (2026), with sets."""
    if not left and not right:
        return 1.0

    def jaccard(a: set[int], b: set[int]) -> float:
        return len(a & b) / len(a | b) if a | b else 0.0

    out = [set(range(n)) - set().union(*side) for side in (left, right)]
    total = 0.0
    for at, (side, other) in enumerate(((left, right), (right, left))):
        share = len(out[at]) / n
        size = sum(map(len, side))
        matched = sum(len(c) / size * max((jaccard(c, d) for d in other), default=0) for c in side)
        total += share * jaccard(*out) + (1 - share) * matched
    return total / 2


# What the steps of the authors' implementation (github.com/ryandewolfe33/Fstar) give for covers of
# 8 items, run from a shortened copy outside this repository.
F_STAR = [
    ([{5, 6, 7}, {7}, {0, 1}], [{1, 6, 7}], 0.5152777777777777),
    ([{3}, {3}], [{2, 3, 6}, {1, 7}], 0.35119047619047616),
    ([{0, 1, 2, 5}, {1, 3}, {2, 4}], [{2, 5}], 0.35416666666666663),
    ([{0, 2, 3, 4}], [{0, 4}], 0.6041666666666666),
    ([{0, 4, 5}, {1, 2, 6}], [{1, 3, 5, 7}, {0, 2}], 0.16666666666666666),
    ([{0, 4, 6}], [{0, 4, 6}, {0, 1, 4, 5}], 0.6928571428571428),
]


def _f_star_of(left: list[set[int]], right: list[set[int]], n: int, complete: str) -> float:
    sides = [Cover.of([[str(i) for i in sorted(c)] for c in side]) for side in (left, right)]
    pair = CoverPair.of(*sides, complete=complete, items=[str(i) for i in range(n)])
    value = parse("f-star").score(pair)
    assert isinstance(value, float)
    return value


@pytest.mark.parametrize(("left", "right", "expected"), F_STAR)
def test_f_star_is_that_of_its_authors(
    left: list[set[int]], right: list[set[int]], expected: float
) -> None:
    assert _f_star(left, right, 8) == pytest.approx(expected, abs=1e-12)
    for complete in ("singletons", "bucket"):
        assert _f_star_of(left, right, 8, complete) == pytest.approx(expected, abs=1e-12)


_clusters = st.lists(st.frozensets(st.integers(0, 6), min_size=1), max_size=4, unique=True)


@given(_clusters, _clusters, st.sampled_from(["singletons", "bucket"]))
def test_f_star_is_its_definition(
    left: list[set[int]], right: list[set[int]], complete: str
) -> None:
    found = _f_star_of(left, right, 7, complete)
    assert found == pytest.approx(_f_star(left, right, 7), abs=1e-12)
    assert found == pytest.approx(_f_star_of(right, left, 7, complete), abs=1e-12)
