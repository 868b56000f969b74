"""The word network, drawn by hand; the measurements beside networkx."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from sumscope.core.values import Undefined
from sumscope.graph.words import WordNetwork, word_network

VOCABULARY = [
    "ferry",
    "harbour",
    "fog",
    "tide",
    "whale",
    "anchor",
    "lantern",
    "rope",
    "gull",
    "pier",
]
# Our own, in the manner of the paper's Figure 1.
SUMMARY = (
    "Marta e João Pedro Alves seguem à frente na corrida da prefeitura. Nas pesquisas anteriores, "
    "o segundo lugar de João Pedro era cobiçado por outros três. Agora, quem mais o ameaça, ainda "
    "assim de longe, é Marta."
)
BY_HAND = {
    ("marta", "joão"): 1,
    ("joão", "pedro"): 2,
    ("pedro", "alves"): 1,
    ("alves", "seguir"): 1,
    ("seguir", "frente"): 1,
    ("frente", "corrida"): 1,
    ("corrida", "prefeitura"): 1,
    ("prefeitura", "pesquisa"): 1,
    ("pesquisa", "anterior"): 1,
    ("anterior", "joão"): 1,
    ("pedro", "cobiçar"): 1,
    ("cobiçar", "ameaçar"): 1,
    ("ameaçar", "marta"): 1,
}


def test_a_portuguese_summary_gives_the_network_drawn_by_hand():
    found = word_network(SUMMARY, "pt")
    assert found.weights == BY_HAND
    assert found.nodes == 12
    assert found.associations == 14
    # Nine steps each join two components; then João, Pedro are known; two new words; Marta again.
    assert found.components().tolist() == [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 3, 3, 2, 1, 1]
    line = [12 - 11 * m / 14 for m in range(15)]
    assert found.line().tolist() == pytest.approx(line)
    gaps = [abs(f - g) for f, g in zip(found.components().tolist(), line, strict=True)]
    assert found.deviation == pytest.approx(sum(gaps[1:]) / 12 / 14, abs=1e-15)


def test_an_english_summary_gives_the_network_drawn_by_hand():
    found = word_network("The old bridge was closed. Engineers closed two older bridges.", "en")
    assert found.weights == {
        ("bridge", "close"): 1,
        ("close", "engineer"): 1,
        ("engineer", "close"): 1,
        ("close", "bridge"): 1,
    }


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_sentence_and_paragraph_breaks_change_nothing(lang):
    whole = word_network(SUMMARY, lang)
    flat = SUMMARY.replace(". ", " ").replace(".", "")
    for other in (
        flat,
        SUMMARY.replace(". ", ".\n\n"),
        [s + "." for s in SUMMARY.split(". ")],
        flat.split(" "),
        [flat[:40] + flat[40:].split(" ", 1)[0], flat[40:].split(" ", 1)[1]],
    ):
        again = word_network(other, lang)
        assert again.lemmas == whole.lemmas
        assert again.walk.tolist() == whole.walk.tolist()
        assert again.deviation == whole.deviation


def test_deviation_is_a_short_brute_force_on_random_texts():
    rng = random.Random(7)
    for _ in range(60):
        words = [rng.choice(VOCABULARY) for _ in range(rng.randint(2, 60))]
        breaks = [word + rng.choice(["", "", ".", ".\n\n", ","]) for word in words]
        found = word_network(" ".join(breaks), "en")
        graph = nx.Graph()
        graph.add_nodes_from(words)
        n, a, total = len(graph), len(words) - 1, 0.0
        for m in range(1, a + 1):
            graph.add_edge(words[m - 1], words[m])
            g = n + (1 - n) * m / a
            total += abs(nx.number_connected_components(graph) - g) / n
        assert found.deviation == pytest.approx(total / a, abs=1e-12)


@pytest.mark.parametrize("text", ["", "   \n", "The of and", "Ferry", "the ferry, of the"])
def test_fewer_than_two_content_words_have_no_deviation(text):
    found = word_network(text, "en")
    assert found.deviation == Undefined("fewer than two content words")
    assert found.spread == 0


def test_one_word_twice_grows_along_the_line():
    assert word_network("ferry ferry", "en").deviation == 0


def test_own_stop_words_replace_the_list(tmp_path):
    own = tmp_path / "stop.txt"
    own.write_text("ferry\n", encoding="utf-8")
    found = word_network("the ferry left the harbour", "en", stop_words=own)
    assert found.lemmas[0] == "the"
    assert "ferry" not in found.lemmas


def as_networkx(found: WordNetwork) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(found.lemmas)
    graph.add_edges_from(found.weights)
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    return graph


def test_network_measurements_are_those_of_networkx():
    rng = random.Random(3)
    for _ in range(20):
        found = word_network(" ".join(rng.choices(VOCABULARY, k=rng.randint(2, 50))), "en")
        graph = as_networkx(found)
        plain = graph.to_undirected()
        assert found.clustering().mean() == pytest.approx(nx.average_clustering(plain))
        total, pairs = found.path_lengths()
        if found.nodes > 1:
            assert total / pairs == pytest.approx(nx.average_shortest_path_length(plain))
        lengths = [
            d for _, row in nx.all_pairs_shortest_path_length(graph) for d in row.values() if d
        ]
        assert found.path_lengths(directed=True) == (sum(lengths), len(lengths))
        full = nx.DiGraph(list(found.weights))
        assert found.out_degrees.tolist() == [full.out_degree(word) for word in found.lemmas]
        assert found.in_degrees.tolist() == [full.in_degree(word) for word in found.lemmas]
        assert sum(found.degree_distribution().values()) == found.nodes


def test_directed_clustering_looks_at_what_follows():
    # a -> b, a -> c, b -> c, c -> a: among b and c one of two possible arcs.
    found = word_network("anchor buoy cable anchor cable", "en")
    at = found.lemmas.index("anchor")
    assert found.clustering(directed=True)[at] == 0.5
    assert found.clustering()[at] == 1
