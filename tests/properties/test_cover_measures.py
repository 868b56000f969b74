"""One suite for every cover measure, driven by what each declares."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse, registered
from sumscope.core.values import Undefined
from sumscope.metrics.cover import CoverPair, evaluate

from .covers import covers, partitions, two

NAMES = [
    name for cls in registered() if cls.traits.kind == "cover" for name in cls.traits.names
] + ["vi(base=2)", "v2", "nmi2.5", "element-centric(alpha=0.5)"]
BCUBED = {"bcubed-f", "bcubed-precision", "bcubed-recall"}
OVERLAPPING = {"omega", "onmi", "f-star", "element-centric", "element-centric(alpha=0.5)", *BCUBED}
CONTRACT = [
    "v",
    "v0.5",
    "vbeta",
    "nmi",
    "vi",
    "nvi",
    "rand",
    "ari",
    "pair-f",
    "pair-precision",
    "pair-recall",
    "entropy",
    "purity",
    "homogeneity",
    "completeness",
    "omega",
]
NEAR = 1e-12

every = pytest.mark.parametrize("name", NAMES)
# Each property runs for some twenty measures, so each of them gets a third of the examples.
some = settings(max_examples=max(20, settings().max_examples // 3))


def kind_of(name):  # type: ignore[no-untyped-def]
    return covers if name in OVERLAPPING else partitions


def test_the_contract_names_are_there() -> None:
    assert set(CONTRACT) <= set(NAMES)


@every
def test_spelling(name: str) -> None:
    assert parse(str(parse(name))) == parse(name)


@every
@some
@given(data=st.data())
def test_range(name, data):  # type: ignore[no-untyped-def]
    measure = parse(name)
    pair = CoverPair.of(*data.draw(two(kind_of(name))))
    value = measure.score(pair)
    assert isinstance(value, float)
    traits = type(measure).traits
    assert traits.low <= value <= traits.high
    if name == "vi":
        assert value <= math.log(pair.n) + NEAR


@every
@some
@given(data=st.data())
def test_identical_covers_are_best(name, data):  # type: ignore[no-untyped-def]
    """Also in another order of clusters and items; nothing compares better."""
    measure = parse(name)
    traits = type(measure).traits
    n = data.draw(st.integers(1, 9))
    cover = data.draw(kind_of(name)(n))
    shuffled = Cover.of(
        data.draw(st.permutations([data.draw(st.permutations(c)) for c in cover.clusters])),
        data.draw(st.permutations(cover.items)),
    )
    best = traits.high if traits.better == "higher" else traits.low
    assert measure.score(CoverPair.of(cover, shuffled)) == pytest.approx(best, abs=NEAR)


@every
@some
@given(data=st.data())
def test_symmetry_as_declared(name, data):  # type: ignore[no-untyped-def]
    measure = parse(name)
    if not type(measure).traits.symmetric:
        return
    pair = CoverPair.of(*data.draw(two(kind_of(name))))
    assert measure.score(pair) == pytest.approx(measure.score(pair.swapped), abs=NEAR)


@every
def test_asymmetry_as_declared(name: str) -> None:
    measure = parse(name)
    pair = CoverPair.of(Cover.of([[1, 2, 3], [4, 5, 6]]), Cover.of([[1, 2], [3, 4], [5, 6]]))
    there, back = measure.score(pair), measure.score(pair.swapped)
    assert (abs(there - back) < NEAR) == type(measure).traits.symmetric


@every
@some
@given(data=st.data())
def test_names_of_items_do_not_matter(name, data):  # type: ignore[no-untyped-def]
    measure = parse(name)
    left, right = data.draw(two(kind_of(name)))
    names = dict(zip(left.items, data.draw(st.permutations(left.items)), strict=True))

    def renamed(cover: Cover) -> Cover:
        return Cover.of([[names[i] for i in c] for c in cover.clusters], sorted(cover.items))

    value = measure.score(CoverPair.of(left, right))
    other = measure.score(CoverPair.of(renamed(left), renamed(right)))
    assert other == pytest.approx(value, abs=NEAR)


@every
@some
@given(data=st.data())
def test_twins_give_the_same_value(name, data):  # type: ignore[no-untyped-def]
    """Values do not depend on whether the kernels were compiled."""
    from sumscope import kernels
    from sumscope.kernels.python import cover as cover_py

    both = data.draw(two(kind_of(name)))
    measure = parse(name)
    value = measure.score(CoverPair.of(*both))
    kept = kernels.cover
    kernels.cover = cover_py  # type: ignore[assignment]
    try:
        assert measure.score(CoverPair.of(*both)) == value
    finally:
        kernels.cover = kept


@every
def test_no_items(name: str) -> None:
    nothing = Cover.of([])
    assert evaluate(parse(name), CoverPair.of(nothing, nothing)) == Undefined("no items to compare")


@every
@pytest.mark.parametrize("complete", ["singletons", "bucket"])
def test_one_item(name: str, complete: str) -> None:
    measure = parse(name)
    traits = type(measure).traits
    best = traits.high if traits.better == "higher" else traits.low
    # For f-star an item that was left out is not the same as a cluster of one.
    for left in [[["a"]]] if name == "f-star" else [[["a"]], []]:
        pair = CoverPair.of(Cover.of(left, ["a"]), Cover.of([["a"]]), complete=complete)
        assert measure.score(pair) == best


OPPOSED = {  # one cluster (left) against all singletons (right) of four items, and the reverse
    "v": (0, 0),
    "v0.5": (0, 0),
    "v2": (0, 0),
    "vbeta": (0, 0),
    "nmi": (0, 0),
    "nmi0.5": (0, 0),
    "nmi2.5": (0, 0),
    "vi": (math.log(4), math.log(4)),
    "vi(base=2)": (2, 2),
    "nvi": (1, 1),
    "rand": (0, 0),
    "ari": (0, 0),
    "pair-f": (0, 0),
    "pair-precision": (0, 0),
    "pair-recall": (0, 0),
    "entropy": (0, 1),
    "purity": (1, 1 / 4),
    "homogeneity": (1, 0),
    "completeness": (0, 1),
    "omega": (0, 0),
    "onmi": (0, 0),
    "element-centric": (1 / 4, 1 / 4),
    "element-centric(alpha=0.5)": (1 / 4, 1 / 4),
    "ami": (0, 0),
    "bcubed-precision": (1, 1 / 4),
    "bcubed-recall": (1 / 4, 1),
    "bcubed-f": (2 / 5, 2 / 5),
    "f-star": (1 / 4, 1 / 4),
}


@every
def test_one_cluster_against_all_singletons(name: str) -> None:
    """As each docstring says; a new measure has to say it too."""
    pair = CoverPair.of(Cover.of([list("abcd")]), Cover.of([["a"], ["b"], ["c"], ["d"]]))
    there, back = OPPOSED[name]
    assert parse(name).score(pair) == pytest.approx(there, abs=NEAR)
    assert parse(name).score(pair.swapped) == pytest.approx(back, abs=NEAR)


@every
def test_an_item_listed_twice_counts_once(name: str) -> None:
    other = Cover.of([["a"], ["b", "c"]])
    once, twice = Cover.of([["a", "b"], ["c"]]), Cover.of([["a", "b", "a"], ["c"]])
    measure = parse(name)
    assert measure.score(CoverPair.of(once, other)) == measure.score(CoverPair.of(twice, other))


@every
def test_overlap_is_refused_or_understood(name: str) -> None:
    plain = Cover.of([["a", "b"], ["c"]])
    for clusters in ([["a", "b"], ["b", "c"]], [["a", "b"], ["a", "b"], ["c"]]):
        pair = CoverPair.of(plain, Cover.of(clusters), names=("x.json", "y.json"))
        if name in OVERLAPPING:
            assert isinstance(parse(name).score(pair), float)
            continue
        for one in (pair, pair.swapped):
            with pytest.raises(SumscopeError, match=r"y\.json: .* overlap: item '[ab]' is in 2"):
                parse(name).score(one)


def test_duplicated_clusters_count_twice_for_omega() -> None:
    once, twice = Cover.of([["a", "b"]], "abc"), Cover.of([["a", "b"], ["a", "b"]], "abc")
    assert parse("omega").score(CoverPair.of(twice, twice)) == 1
    assert parse("omega").score(CoverPair.of(once, twice)) < 1


def test_weights_are_checked() -> None:
    for bad in ("v0", "v2000", "nmi0", "element-centric(alpha=1)", "vi(base=3)"):
        with pytest.raises(SumscopeError):
            parse(bad)


def test_covers_of_different_items_are_refused() -> None:
    with pytest.raises(SumscopeError, match="3 and 2 items"):
        CoverPair.from_labels([0, 1, 1], [0, 1])
    with pytest.raises(SumscopeError, match="whole number per item"):
        CoverPair.from_labels([0.5, 1], [0, 1])
    with pytest.raises(SumscopeError, match="'z' is not in the universe"):
        CoverPair.of(Cover.of([["a", "z"]]), Cover.of([["a"]]), items=["a"])


@given(two(partitions))
def test_labels_and_clusters_are_the_same(both):  # type: ignore[no-untyped-def]
    pair = CoverPair.of(*both)
    other = CoverPair.from_labels(pair.left.labels, np.asarray(pair.right.labels) * 10**12)
    for name in NAMES:
        assert parse(name).score(other) == pytest.approx(parse(name).score(pair), abs=NEAR)


@given(two(covers), st.randoms(use_true_random=False))
def test_permuting_keeps_sizes(both, random):  # type: ignore[no-untyped-def]
    pair = CoverPair.of(*both)
    order = list(range(pair.n))
    random.shuffle(order)
    drawn = pair.right.permuted(np.array(order, dtype=np.int64))
    assert drawn.sizes.tolist() == pair.right.sizes.tolist()
    assert drawn.k == pair.right.k


def test_element_centric_knows_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    from sumscope.metrics.cover import overlap

    chain = Cover.of([[i, i + 1] for i in range(6)])
    pair = CoverPair.of(chain, Cover.of([range(7)]))
    assert isinstance(parse("element-centric").score(pair), float)
    monkeypatch.setattr(overlap, "CLUSTERS", 5)
    value = parse("element-centric").score(pair)
    assert isinstance(value, Undefined)
    assert "a connected part of 6 clusters and 7 kinds of items is too large" in value.reason
