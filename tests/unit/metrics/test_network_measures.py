"""Growth deviation and its siblings through the engine."""

from __future__ import annotations

import pytest

import sumscope
from sumscope.core.values import Text, Topic
from sumscope.graph.words import word_network

SAYS = "The ferry left the harbour in fog. The ferry struck a bank, and fog hid the harbour."
NAMES = ["growth-deviation", "network-clustering", "network-degree", "network-path"]


def scores(*peers: Text) -> dict[tuple[str, str], object]:
    table = sumscope.score([Topic("t", "en", peers=peers)], NAMES)
    return {(row.peer, row.measure): (row.value, row.reason) for row in table}


def test_measures_equal_the_network():
    found = scores(Text("p", text=SAYS))
    network = word_network(SAYS, "en")
    assert found["p", "growth-deviation"] == (network.deviation, None)
    assert found["p", "network-clustering"][0] == pytest.approx(network.clustering().mean())
    assert found["p", "network-degree"][0] == pytest.approx(len(network.weights) / network.nodes)
    total, pairs = network.path_lengths()
    assert found["p", "network-path"][0] == pytest.approx(total / pairs)


def test_short_texts_are_undefined_with_a_reason():
    found = scores(Text("none", text=""), Text("one", text="Ferry!"), Text("same", text="fog fog"))
    for name in NAMES:
        assert found["none", name] == (None, "fewer than two content words")
        assert found["one", name] == (None, "fewer than two content words")
    assert found["same", "growth-deviation"] == (0.0, None)
    assert found["same", "network-path"] == (None, "the network has one word only")


def test_parameters():
    network = word_network(SAYS, "en")
    for spelling, value in (
        ("network-degree(weighted=true)", network.associations / network.nodes),
        ("network-clustering(directed=true)", network.clustering(directed=True).mean()),
    ):
        (row,) = sumscope.score([Topic("t", "en", peers=(Text("p", text=SAYS),))], [spelling])
        assert row.value == pytest.approx(value)
        assert row.measure == spelling
