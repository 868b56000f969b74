"""Communities of a graph, or of the sentences of a corpus."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sumscope.core.errors import SumscopeError
from sumscope.core.files import output
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.stream import CorpusLike
    from sumscope.covers.detection import Detection, Detections
    from sumscope.graph.network import Graph

PathLike = str | os.PathLike[str]


def detect(
    source: PathLike | Graph | CorpusLike,
    by: str = "gn",
    k: int | None = None,
    horizon: int | None = None,
    *,
    graph: str | None = None,
    above: float | None = None,
    topic: str | None = None,
    judge: str | None = None,
    stop: bool = False,
    linked: bool = False,
    unweighted: bool = False,
    undirected: bool = False,
    seed: int | None = None,
    ties: int = 0,
    out: PathLike | None = None,
    hierarchy: PathLike | None = None,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> Detection | Detections:
    """Find communities in a graph file, a Graph, or (with `graph`) the sentences of a corpus.

    The hierarchy is cut at `k` clusters, at the first division whose modularity exceeds `above`, or
    by default at the highest modularity.

    - `by`: community method, such as gn, conga, congo, greedy, leiden or gaac. `horizon` is the
      length of the longest path that congo counts (default: 2; 0: no limit).
    - `graph`: sentence graph of a corpus: words-in-common, cosine, or links (of a judge's cover;
      `judge` names the judge).
    - `stop`: ignore stop words in sentence graphs.
    - `linked`: leave out nodes without links; otherwise each is a cluster and counts towards `k`.
    - `unweighted`: ignore the weights of links; `undirected`: treat a directed graph as undirected.
    - `topic`: use one topic. A corpus of several topics gives `Detections`.
    - `seed`: break ties at random with this seed (default: by the natural order of names).
    - `ties`: number of further runs with random ties, to see how much the result varies.
    - `out`: write the cover here (.json or .tsv); `hierarchy`: write the whole hierarchy here
      (.json, .nwk, .png, .svg or .pdf). Both are for a graph or one topic.
    - `columns` and `peer` are for tables, as in `sumscope.score`.

    >>> import pathlib, sumscope
    >>> text = "a\\tb\\nb\\tc\\na\\tc\\nc\\td\\nd\\te\\ne\\tf\\nd\\tf\\n"
    >>> _ = pathlib.Path("g.tsv").write_text(text)
    >>> sumscope.detect("g.tsv", "gn", k=2).clusters
    (('a', 'b', 'c'), ('d', 'e', 'f'))
    """
    from sumscope.corpus.stream import Source, with_options
    from sumscope.covers.detection import (
        Detections,
        Search,
        check_outputs,
        sentence_graphs,
        write_detection,
    )
    from sumscope.graph.network import Graph
    from sumscope.graph.sentences import check_kind

    search = Search(by, k, horizon, above, seed, ties, linked, unweighted)
    search.check()
    given: Any = source
    if graph is not None:
        check_kind(graph)
        if isinstance(source, Graph):
            raise SumscopeError("a sentence graph is made from a corpus", hint="give its file")
        given = with_options(source, columns, peer)
    with output(out, [given]), output(hierarchy, [given], others=[out]):
        check_outputs(out, hierarchy)
        graphs: Iterable[tuple[str | None, Graph]]
        if graph is not None:
            corpus = Source.of(given, needs=("documents",))
            graphs = sentence_graphs(corpus, graph, topic, judge, stop)
        else:
            for name, value in (("topic", topic), ("judge", judge)):
                if value is not None:
                    raise SumscopeError(f"{name} is for a corpus", hint="name a sentence graph too")
            graphs = [(None, _read_graph(source, undirected))]
        found = [search.run(network, name, progress) for name, network in graphs]
        write_detection(found, out, hierarchy)
    return Detections(tuple(found)) if graph is not None and topic is None else found[0]


def _read_graph(source: PathLike | Graph | CorpusLike, undirected: bool) -> Graph:
    from sumscope.core.files import read_bytes
    from sumscope.corpus.jsonl import name_of, refuse_corpus
    from sumscope.graph.network import Graph
    from sumscope.graph.reading import read_graph

    if isinstance(source, Graph):
        return source
    if not isinstance(source, str | os.PathLike):
        raise SumscopeError(
            f"detect(source=...) got a {type(source).__name__}, not a graph",
            hint="give a file or a Graph; for the sentences of a corpus name graph= too",
        )
    name = os.fspath(source)
    refuse_corpus(
        name, "a graph", "name a sentence graph: --graph words-in-common, cosine or links"
    )
    graph = read_graph(read_bytes(name), name_of(name), directed=undirected)
    if not graph.nodes:
        warnings.warn(f"{name_of(name)}: the graph has no nodes", stacklevel=2)
    return graph
