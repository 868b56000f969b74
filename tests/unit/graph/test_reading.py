"""Graph files: three formats, one value, and errors that name the place."""

from __future__ import annotations

import contextlib
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.graph.network import Graph
from sumscope.graph.reading import read_graph

GRAPHML = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
 <key id="w" for="edge" attr.name="weight" attr.type="double"/>
 <graph edgedefault="{default}">
  <node id="a"/><node id="b"/><node id="c"/>
  <edge source="a" target="b"><data key="w">{weight}</data></edge>
  {more}
 </graph>
</graphml>"""

GML = """Creator "someone"
graph [
  directed {directed}
  # a remark
  node [ id 0 label "a" ]
  node [ id 1 label "b&amp;b" graphics [ x 1.0 y 2.0 ] ]
  node [ id 2 ]
  edge [ source 0 target 1 weight {weight} ]
]
"""


def graphml(default="undirected", weight="2", more=""):
    return GRAPHML.format(default=default, weight=weight, more=more).encode()


def test_tsv():
    graph = read_graph("\ufeffa\tb\r\nlone\n\nb\tc\t2.5\r\n".encode())
    assert graph == Graph.of([("a", "b"), ("b", "c", 2.5)], ["lone"])


def test_tsv_of_nothing():
    assert read_graph(b"") == Graph.of([])
    assert read_graph(b"one name only\ntwo\n").nodes == ("one name only", "two")
    assert read_graph(b"[a]\t{b}\n").nodes == ("[a]", "{b}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a\tb\t1\t2\n", "g.tsv:1: 4 columns"),
        ("a\tb\n\tc\n", "g.tsv:2: an empty column"),
        ("a\t\n", "g.tsv:1: an empty column"),
        ("a\tb\tx\n", "g.tsv:1: the weight of a - b is 'x', not a number"),
        ("a\tb\t-1\n", "g.tsv:1: the weight of a - b is -1"),
        ("a\tb\tnan\n", "g.tsv:1: the weight of a - b is nan"),
        ("a\tb\t1e999\n", "g.tsv:1: the weight of a - b is inf"),
        ("a b\nb c\n", "g.tsv:1: no line has a tab"),
        ("a,b\nb;c\n", "g.tsv:1: no line has a tab"),
        ('{"items": ["a"], "clusters": [["a"]]}', "g.tsv: this is JSON, not a graph"),
        ("\n[[1, 2],\n[3]]\n", "g.tsv: this is JSON, not a graph"),
        ("a\tb\nc\0\n", "g.tsv:2: not UTF-8 text"),
        ("a\tb\n".encode("utf-16-le").decode(), "g.tsv:1: not UTF-8 text"),
        ("a\tb\t1\nb\ta\t2\n", "g.tsv: the link b - a has two weights"),
    ],
)
def test_tsv_errors(text, said):
    with pytest.raises(SumscopeError) as error:
        read_graph(text.encode(), "g.tsv")
    assert str(error.value).startswith(said)


def test_not_utf8():
    with pytest.raises(SumscopeError, match=r"g\.tsv:2: not UTF-8"):
        read_graph(b"a\tb\n\xff\tb\n", "g.tsv")


def test_graphml():
    assert read_graph(graphml()) == Graph.of([("a", "b", 2.0)], ["c"])
    loop = graphml(more='<edge source="c" target="c"/><edge source="b" target="a"/>', weight="1")
    assert read_graph(loop) == Graph.of([("a", "b")], ["c"])


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (graphml(default="directed"), "the graph is directed"),
        (graphml(more='<edge source="a" target="c" directed="true"/>'), "the graph is directed"),
        (graphml(weight="-2"), "the weight of a - b is -2"),
        (graphml(weight="NaN"), "the weight of a - b is nan"),
        (graphml(more='<edge source="a" target="z"/>'), "unknown node 'z'"),
        (graphml(more='<node id="a"/>'), "'a' is missing or repeated"),
        (graphml(more="<hyperedge/>"), "hyperedge"),
        (graphml()[:-12], "not well-formed"),
        (b"<svg/>", "not <graphml>"),
        (b"<graphml/>", "0 graphs"),
        (
            b'<!DOCTYPE graphml [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
            b'<graphml><graph><node id="&x;"/></graph></graphml>',
            "not ",
        ),
    ],
)
def test_graphml_errors(raw, said):
    with pytest.raises(SumscopeError) as error:
        read_graph(raw, "g.graphml")
    assert said in str(error.value)
    assert str(error.value).startswith("g.graphml")


def test_directed_on_demand():
    raw = graphml(default="directed", more='<edge source="b" target="a"/>', weight="1")
    assert read_graph(raw, directed=True) == Graph.of([("a", "b")], ["c"])
    text = GML.format(directed=1, weight=1).encode()
    with pytest.raises(SumscopeError, match="directed"):
        read_graph(text)
    assert read_graph(text, directed=True).edges.tolist() == [[1, 2]]


def test_gml():
    graph = read_graph(GML.format(directed=0, weight=3).encode())
    assert graph == Graph.of([("a", "b&b", 3.0)], ["2"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("graph [ node [ id 1 ]", "ends too early"),
        ("graph [ node [ id 1 ] ] ]", "] out of place"),
        ('graph [ node [ id 1 label "x ] ]', "a quote is not closed"),
        ("graph [ node [ id 1 ] edge [ source 1 target 2 ] ]", "unknown node '2'"),
        ("graph [ node [ label 1 ] ]", "missing or repeated"),
        ("graph [ node 3 ]", "not followed by ["),
        ("graph [ [ ] ]", "[ without a key"),
        ('graph [ "x" 1 ]', "a value without a key"),
        (
            "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 weight [ a 1 ] ] ]",
            "the weight of 1 - 2 is [('a', '1')], not a number",
        ),
    ],
)
def test_gml_errors(text, said):
    with pytest.raises(SumscopeError) as error:
        read_graph(text.encode(), "g.gml")
    assert said in str(error.value)


def test_what_networkx_and_igraph_write():
    nx = pytest.importorskip("networkx")
    ig = pytest.importorskip("igraph")
    links = [("s1", "s2", 2.0), ("s2", "s10", 3.0)]
    ours = Graph.of(links, ["alone"])
    theirs = nx.Graph()
    theirs.add_node("alone")
    theirs.add_weighted_edges_from(links)
    out = io.BytesIO()
    nx.write_graphml(theirs, out)
    assert read_graph(out.getvalue()) == ours
    out = io.BytesIO()
    nx.write_gml(theirs, out)
    assert read_graph(out.getvalue()) == ours
    graph = ig.Graph.TupleList(links, weights=True)
    graph.add_vertex("alone")
    for form in ("graphml", "gml"):
        path = io.BytesIO()
        import tempfile

        with tempfile.NamedTemporaryFile(suffix=form) as file:
            graph.write(file.name, form)
            path.write(file.read())
        assert read_graph(path.getvalue()) == ours, form


@given(st.binary(max_size=60))
def test_anything_is_a_graph_or_an_error(raw):
    with contextlib.suppress(SumscopeError):
        assert isinstance(read_graph(raw), Graph)


@given(st.text(alphabet='graph[]nodeid 12"\n', max_size=80))
def test_any_gml_is_a_graph_or_an_error(text):
    with contextlib.suppress(SumscopeError):
        read_graph(("graph [" + text).encode())
