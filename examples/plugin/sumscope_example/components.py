"""Connected components, as a community detection method."""

import numpy as np

from sumscope.community import Hierarchy, Request, method


@method("components", cite="none", weights=True)
def components(graph, request: Request) -> Hierarchy:
    """Connected components: the coarsest communities of a graph."""
    labels = np.arange(len(graph.nodes))
    for _ in graph.nodes:
        for u, v in graph.edges:
            labels[labels == max(labels[u], labels[v])] = min(labels[u], labels[v])
    return Hierarchy.flat(graph, "components", labels, steps=1)
