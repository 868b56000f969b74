"""Find where judges disagree: co-clustering counts and the most disputed sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

Groups = Sequence[Sequence[str]]


@dataclass(frozen=True)
class CoClustering:
    """How many judges put two sentences together; `order` brings similar ones near."""

    items: tuple[str, ...]
    judges: int
    counts: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "items": list(self.items),
            "judges": self.judges,
            "order": list(self.order),
            "counts": [list(row) for row in self.counts],
        }


def co_clustering(items: Sequence[str], judged: Sequence[Groups]) -> CoClustering:
    """Count, for every two sentences, the judges who have them in one cluster."""
    import numpy as np

    place = {item: at for at, item in enumerate(items)}
    counts = np.zeros((len(items), len(items)), dtype=int)
    for groups in judged:
        together = np.zeros_like(counts, dtype=bool)
        for group in groups:
            at = [place[item] for item in group]
            together[np.ix_(at, at)] = True
        counts += together
    return CoClustering(
        tuple(items),
        len(judged),
        tuple(tuple(int(n) for n in row) for row in counts),
        tuple(_near(counts, len(judged))),
    )


def consensus(items: Sequence[str], judged: Sequence[Groups]) -> list[list[str]]:
    """Clusters of sentences that on average more than half of the judges put together.

    Average linkage over the share of judges, cut at one half; clusters of one are left out.
    """
    if len(items) < 2 or not judged:
        return []
    import numpy as np
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    counts = np.array(co_clustering(items, judged).counts)
    distance = 1 - counts / len(judged)
    np.fill_diagonal(distance, 0)
    tree = linkage(squareform(distance, checks=False), "average")
    of = fcluster(tree, 0.5 - 1e-9, "distance")
    made: dict[int, list[str]] = {}
    for item, cluster in zip(items, of, strict=True):
        made.setdefault(int(cluster), []).append(item)
    return [group for group in made.values() if len(group) > 1]


def disputes(items: Sequence[str], judged: Mapping[str, Groups]) -> dict[str, float]:
    """How far judges disagree on each sentence, from 0 to 1.

    For two judges: one minus the share of common cluster mates among all that either gives the
    sentence (Jaccard distance); 0 where neither gives it any. The value is the mean over all pairs
    of judges.
    """
    mates = {judge: _mates(groups) for judge, groups in judged.items()}
    pairs = list(combinations(judged, 2))
    made = {}
    for item in items:
        total = 0.0
        for left, right in pairs:
            a, b = mates[left].get(item, set()), mates[right].get(item, set())
            if a or b:
                total += 1 - len(a & b) / len(a | b)
        made[item] = total / len(pairs) if pairs else 0.0
    return made


def _mates(groups: Groups) -> dict[str, set[str]]:
    made: dict[str, set[str]] = {}
    for group in groups:
        for item in group:
            made.setdefault(item, set()).update(other for other in group if other != item)
    return made


def _near(counts: object, judges: int) -> list[int]:
    import numpy as np
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    table = np.asarray(counts)
    if len(table) < 3 or not judges:
        return list(range(len(table)))
    distance = 1 - table / judges
    np.fill_diagonal(distance, 0)
    return [int(at) for at in leaves_list(linkage(squareform(distance, checks=False), "average"))]
