"""Communities of a graph, or of the sentences of a corpus."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.files import output
from sumscope.core.progress import Progress
from sumscope.core.seeds import check_seed
from sumscope.covers.detection import (
    Detection,
    Detections,
    find_communities,
    sentence_graph,
)

if TYPE_CHECKING:
    from sumscope.core.values import Topic
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.stream import CorpusLike
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

    - `by`: community method, such as gn, conga, congo, greedy, leiden or gaac.
    - `graph`: sentence graph of a corpus: words-in-common, cosine, or links (of a judge's cover;
      `judge` names the judge).
    - `linked`: leave out nodes without links; otherwise each is a cluster and counts towards `k`.
    - `topic`: use one topic. A corpus of several topics gives `Detections`.
    - `ties`: number of further runs with random ties, to see how much the result varies.
    - `out`: write the cover here (.json or .tsv); `hierarchy`: write the whole hierarchy here
      (.json, .nwk, .png, .svg or .pdf). Both are for a graph or one topic.

    >>> import pathlib, sumscope
    >>> text = "a\\tb\\nb\\tc\\na\\tc\\nc\\td\\nd\\te\\ne\\tf\\nd\\tf\\n"
    >>> _ = pathlib.Path("g.tsv").write_text(text)
    >>> sumscope.detect("g.tsv", "gn", k=2).clusters
    (('a', 'b', 'c'), ('d', 'e', 'f'))
    """
    from sumscope.community import METHODS
    from sumscope.corpus.covers import form_of, write_cover
    from sumscope.graph.hierarchy import check_name

    METHODS.get(by)
    if k is not None and above is not None:
        raise SumscopeError("k and above are both given", hint="choose one way to cut")
    if above is not None and not math.isfinite(above):
        raise SumscopeError(f"above is {above}", hint="give a modularity, a number below 1")
    if ties < 0:
        raise SumscopeError(f"ties is {ties}", hint="give a number of runs")
    if seed is not None:
        check_seed(seed)
    given = source if graph is None else _corpus(source, graph, columns, peer)
    with output(out, [given]), output(hierarchy, [given], others=[out]):
        if out is not None:
            form_of(out)
        if hierarchy is not None:
            check_name(hierarchy)
        found = []
        for name, network in _graphs(given, graph, topic, judge, stop, undirected):
            if unweighted:
                network = network.unweighted()
            if linked:
                network = network.linked()
            found.append(
                find_communities(network, by, k, horizon, above, seed, ties, name, progress)
            )
        if (out is not None or hierarchy is not None) and len(found) != 1:
            raise SumscopeError(
                f"one file cannot hold {len(found)} topics", hint="choose one with --topic"
            )
        if out is not None:
            write_cover(out, found[0].cover)
        if hierarchy is not None:
            found[0].hierarchy.write(hierarchy)
    return Detections(tuple(found)) if graph is not None and topic is None else found[0]


def _corpus(
    source: PathLike | Graph | CorpusLike, kind: str, columns: Columns | str | None, peer: Any
) -> CorpusLike:
    """The corpus whose sentences are linked in a graph of this kind."""
    from sumscope.corpus.stream import with_options
    from sumscope.graph.network import Graph
    from sumscope.graph.sentences import check_kind

    check_kind(kind)
    if isinstance(source, Graph):
        raise SumscopeError("a sentence graph is made from a corpus", hint="give its file")
    return with_options(source, columns, peer)


def _graphs(
    source: PathLike | Graph | CorpusLike,
    kind: str | None,
    topic: str | None,
    judge: str | None,
    stop: bool,
    undirected: bool,
) -> Iterator[tuple[str | None, Graph]]:
    """The graph of a file, or the sentence graph of every topic with the topic's name."""
    from sumscope.graph.network import Graph

    if kind is None:
        for name, value in (("topic", topic), ("judge", judge)):
            if value is not None:
                raise SumscopeError(f"{name} is for a corpus", hint="name a sentence graph too")
        yield None, _read(source, undirected)
    elif not isinstance(source, Graph):
        for one in _topics(source, topic):
            yield one.id, sentence_graph(one, kind, judge, stop)


def _read(source: PathLike | Graph | CorpusLike, undirected: bool) -> Graph:
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


def _topics(source: CorpusLike, topic: str | None) -> Iterator[Topic]:
    from sumscope.corpus.stream import Source
    from sumscope.corpus.topic_stream import topics_of

    seen = []
    for one in topics_of(Source.of(source, needs=("documents",)), None):
        if topic is None or one.id == topic:
            yield one
            if topic is not None:
                return
        seen.append(one.id)
    if topic is not None:
        raise SumscopeError(f"unknown topic {topic!r}", hint=nearest(topic, seen))
