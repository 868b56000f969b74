"""Communities of a graph, or of the sentences of a corpus."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.progress import Progress
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

    >>> import pathlib, sumscope
    >>> text = "a\\tb\\nb\\tc\\na\\tc\\nc\\td\\nd\\te\\ne\\tf\\nd\\tf\\n"
    >>> _ = pathlib.Path("g.tsv").write_text(text)
    >>> sumscope.detect("g.tsv", "gn", k=2).clusters
    (('a', 'b', 'c'), ('d', 'e', 'f'))
    """
    from sumscope.community import METHODS

    METHODS.get(by)
    if k is not None and above is not None:
        raise SumscopeError("k and above are both given", hint="choose one way to cut")
    if above is not None and not math.isfinite(above):
        raise SumscopeError(f"above is {above}", hint="give a modularity, a number below 1")
    if ties < 0:
        raise SumscopeError(f"ties is {ties}", hint="give a number of runs")

    def find(whole: Graph, name: str | None = None) -> Detection:
        if unweighted:
            whole = whole.unweighted()
        if linked:
            whole = whole.linked()
        return find_communities(whole, by, k, horizon, above, seed, ties, name, progress)

    if graph is None:
        for name, value in (("topic", topic), ("judge", judge)):
            if value is not None:
                raise SumscopeError(f"{name} is for a corpus", hint="name a sentence graph too")
        return find(_read(source, undirected))
    from sumscope.corpus.stream import with_options
    from sumscope.graph.network import Graph
    from sumscope.graph.sentences import check_kind

    check_kind(graph)
    if isinstance(source, Graph):
        raise SumscopeError("a sentence graph is made from a corpus", hint="give its file")
    given = with_options(source, columns, peer)
    found = [find(sentence_graph(one, graph, judge, stop), one.id) for one in _topics(given, topic)]
    return found[0] if topic is not None else Detections(tuple(found))


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
