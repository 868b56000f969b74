"""One suite for every cover measure, driven by what each declares."""

from __future__ import annotations

import dataclasses
import doctest
import math
import pickle
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import numpy as np
import pandas
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.choices import Completion
from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse, registered
from sumscope.core.values import Undefined
from sumscope.metrics import cover
from sumscope.metrics.cover import CoverMeasure, CoverPair, evaluate

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

MEASURES = {name: parse(name) for name in NAMES}
# Two partitions, and two covers that may overlap, of the same items each.
Pairs = tuple[tuple[Cover, Cover], tuple[Cover, Cover]]

every = pytest.mark.parametrize("name", NAMES)
both_kinds = st.tuples(two(partitions), two(covers))


def each(pairs: Pairs) -> Iterator[tuple[str, CoverMeasure, tuple[Cover, Cover]]]:
    """Every measure with two covers that it can compare."""
    for name, measure in MEASURES.items():
        yield name, measure, pairs[name in OVERLAPPING]


def test_the_contract_names_are_there() -> None:
    assert set(CONTRACT) <= set(NAMES)


@every
def test_spelling(name: str) -> None:
    assert parse(str(parse(name))) == parse(name)


@given(both_kinds)
def test_range(pairs: Pairs) -> None:
    for name, measure, (left, right) in each(pairs):
        pair = CoverPair.of(left, right)
        value = measure.score(pair)
        assert isinstance(value, float), name
        traits = type(measure).traits
        assert traits.low <= value <= traits.high, name
        if name == "vi":
            assert value <= math.log(pair.n) + NEAR


@given(both_kinds, st.randoms(use_true_random=False))
def test_identical_covers_are_best(pairs: Pairs, random: Random) -> None:
    """Also in another order of clusters and items; nothing compares better."""

    def with_shuffled(one: Cover) -> tuple[Cover, Cover]:
        clusters = [random.sample(cluster, len(cluster)) for cluster in one.clusters]
        random.shuffle(clusters)
        return one, Cover.of(clusters, random.sample(one.items, len(one.items)))

    same = with_shuffled(pairs[0][0]), with_shuffled(pairs[1][0])
    for name, measure, both in each(same):
        traits = type(measure).traits
        best = traits.high if traits.better == "higher" else traits.low
        assert measure.score(CoverPair.of(*both)) == pytest.approx(best, abs=NEAR), name


@given(both_kinds)
def test_symmetry_as_declared(pairs: Pairs) -> None:
    for name, measure, (left, right) in each(pairs):
        if type(measure).traits.symmetric:
            pair = CoverPair.of(left, right)
            assert measure.score(pair) == pytest.approx(measure.score(pair.swapped), abs=NEAR), name


@every
def test_asymmetry_as_declared(name: str) -> None:
    measure = parse(name)
    pair = CoverPair.of(Cover.of([[1, 2, 3], [4, 5, 6]]), Cover.of([[1, 2], [3, 4], [5, 6]]))
    there, back = measure.score(pair), measure.score(pair.swapped)
    assert (abs(there - back) < NEAR) == type(measure).traits.symmetric


@given(both_kinds, st.randoms(use_true_random=False))
def test_names_of_items_do_not_matter(pairs: Pairs, random: Random) -> None:
    def renamed(both: tuple[Cover, Cover]) -> tuple[Cover, Cover]:
        items = both[0].items
        names = dict(zip(items, random.sample(items, len(items)), strict=True))
        left, right = (
            Cover.of([[names[i] for i in cluster] for cluster in one.clusters], sorted(one.items))
            for one in both
        )
        return left, right

    again = renamed(pairs[0]), renamed(pairs[1])
    for (name, measure, both), (_, _, others) in zip(each(pairs), each(again), strict=True):
        value = measure.score(CoverPair.of(*both))
        assert measure.score(CoverPair.of(*others)) == pytest.approx(value, abs=NEAR), name


@given(both_kinds)
def test_twins_give_the_same_value(pairs: Pairs) -> None:
    """Values do not depend on whether the kernels were compiled."""
    from sumscope import kernels
    from sumscope.kernels.python import cover as cover_py

    values = {name: measure.score(CoverPair.of(*both)) for name, measure, both in each(pairs)}
    kept = kernels.cover
    kernels.cover = cover_py  # type: ignore[assignment]
    try:
        for name, measure, both in each(pairs):
            assert measure.score(CoverPair.of(*both)) == values[name], name
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
    assert name in OPPOSED, f"add the two values of {name}, worked out by hand, to OPPOSED"
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


@every
def test_a_measure_is_a_value_of_the_room(name: str) -> None:
    """Under its own name, or as a class whose fields are its parameters."""
    measure = parse(name)
    public = [getattr(cover, listed) for listed in cover.__all__]
    assert isinstance(measure, CoverMeasure)
    assert pickle.loads(pickle.dumps(measure)) == measure
    if dataclasses.fields(measure):
        assert type(measure) in public
    else:
        assert getattr(cover, name.replace("-", "_")) == measure
        assert repr(measure) == str(measure) == name
    same = [one for one in public if one == measure]
    assert len(same) == (not dataclasses.fields(measure) or name in ("vi", "element-centric"))


@given(two(partitions))
def test_labels_and_clusters_are_the_same(both: tuple[Cover, Cover]) -> None:
    """In whatever form people have them."""
    pair = CoverPair.of(*both)
    left, right = pair.left.labels, pair.right.labels
    forms = [
        (left, right * -7),
        (left.tolist(), [f"c{label}" for label in right]),
        (pandas.Series(left).astype("category"), tuple(map(str, right))),
        (polars.Series(left).cast(str), right.astype("U5")),
        both,
    ]
    for name, measure in MEASURES.items():
        value = pytest.approx(measure.score(pair), abs=NEAR)
        assert measure.score(CoverPair.from_labels(left, right * 10**12)) == value, name
        for form in forms:
            assert measure(*form) == value, name


@given(both_kinds, st.sampled_from(["singletons", "bucket"]))
def test_covers_are_completed_when_called(pairs: Pairs, way: Completion) -> None:
    for name, measure, both in each(pairs):
        value = measure.score(CoverPair.of(*both, complete=way))
        assert measure(*both, complete=way) == value, name


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        ([0, 1, 1], [0, 1], "covers of 3 and 2 items"),
        ([0.5, 1], [0, 1], "one whole number or word per item"),
        ([None, 1], [0, 1], "one whole number or word per item"),
        ("ab", [0, 1], "one whole number or word per item"),
        ([["a", "b"], ["c"]], [0, 1], r"give clusters as Cover.of\(...\)"),
        ([["a"], ["b"]], [0, 1], r"give clusters as Cover.of\(...\)"),
        (Cover.of([["a"]]), [0], "labels cannot be compared with a cover"),
    ],
)
def test_what_is_neither_labels_nor_covers(left: object, right: object, said: str) -> None:
    with pytest.raises(SumscopeError, match=said):
        cover.v(left, right)  # type: ignore[arg-type]
    with pytest.raises(SumscopeError):
        cover.v(right, left)  # type: ignore[arg-type]


def test_labels_of_several_kinds_stay_apart() -> None:
    assert cover.rand([1, "1"], ["a", "a"]) == 0
    assert cover.rand([True, False], ["a", "b"]) == 1
    assert cover.v([], []) == Undefined("no items to compare")


def test_the_example_of_the_room() -> None:
    assert doctest.testmod(cover) == doctest.TestResults(failed=0, attempted=2)


def test_the_room_is_reached_by_its_name() -> None:
    code = "import sumscope; print(sumscope.metrics.cover.ari([0, 0, 1, 1], [0, 0, 1, 2]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == f"{4 / 7}\n", done.stderr


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
