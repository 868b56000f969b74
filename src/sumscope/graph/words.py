"""The word network of a text (Pardo et al. 2006; Antiqueira et al. 2005).

Stop words go, what is left is lemmatised; each distinct lemma is a node, and every two words that
are then neighbours, across sentence and paragraph ends, add to the weight of a directed edge from
the first to the second.

As a file it is an edge list (TSV), which `sumscope detect` reads, or GraphML.
"""

from __future__ import annotations

import os
from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from xml.sax.saxutils import escape, quoteattr

import numpy as np
from numpy.typing import NDArray

from sumscope import kernels
from sumscope.core.files import atomic_write_text, ending
from sumscope.core.values import Undefined
from sumscope.text import pipeline

TOO_SHORT = "fewer than two content words"


@dataclass(frozen=True, eq=False)
class WordNetwork:
    """Lemmas in the order they first appear, and the text as a walk over their numbers."""

    lemmas: tuple[str, ...]
    walk: NDArray[np.int32]

    @property
    def nodes(self) -> int:
        """N, the number of different lemmas."""
        return len(self.lemmas)

    @property
    def associations(self) -> int:
        """A, the number of times that two words were neighbours."""
        return max(0, len(self.walk) - 1)

    @cached_property
    def weights(self) -> dict[tuple[str, str], int]:
        """How often each lemma was followed by each other one."""
        steps = Counter(zip(self.walk[:-1].tolist(), self.walk[1:].tolist(), strict=True))
        return {(self.lemmas[a], self.lemmas[b]): times for (a, b), times in steps.items()}

    # Growth.

    def components(self) -> NDArray[np.int32]:
        """f(0), ..., f(A): weakly connected components after each association."""
        if not len(self.walk):
            return np.array([self.nodes], dtype=np.int32)
        # The words read so far are always one component, because each joins the word before it.
        # Lemmas are numbered as they appear, so the highest number says how many have been read.
        falling: NDArray[np.int32] = self.nodes - np.maximum.accumulate(self.walk)
        return falling

    def line(self) -> NDArray[np.float64]:
        """g(0), ..., g(A): the straight line from N components to the last number of them."""
        steps = np.arange(self.associations + 1, dtype=np.float64)
        line: NDArray[np.float64] = self.nodes - steps * (
            (self.nodes - 1) / max(1, self.associations)
        )
        return line

    @cached_property
    def spread(self) -> float:
        """The sum over M = 1..A of |f(M) - g(M)| / N; 0 where there is no association."""
        if not self.associations:
            return 0.0
        # Times A, each |f - g| is a whole number below 2**62. Their sum may exceed 64 bits, so the
        # halves of the numbers are added separately.
        gaps = np.arange(1, self.associations + 1, dtype=np.int64)
        gaps *= self.nodes - 1
        gaps -= self.associations * np.maximum.accumulate(self.walk)[1:].astype(np.int64)
        np.abs(gaps, out=gaps)
        low = int((gaps & 0xFFFFFFFF).sum())
        gaps >>= 32
        area = (int(gaps.sum()) << 32) + low
        return area / (self.associations * self.nodes)

    @property
    def deviation(self) -> float | Undefined:
        """The growth deviation, `spread` / A, in [0, 1); undefined below two content words."""
        if not self.associations:
            return Undefined(TOO_SHORT)
        return self.spread / self.associations

    # Other measurements of the same network.

    @cached_property
    def out_degrees(self) -> NDArray[np.int64]:
        """For each node, how many different words follow it (itself too)."""
        return np.bincount(self._steps[0], minlength=self.nodes).astype(np.int64)

    @cached_property
    def in_degrees(self) -> NDArray[np.int64]:
        """For each node, how many different words it follows (itself too)."""
        return np.bincount(self._steps[1], minlength=self.nodes).astype(np.int64)

    def degree_distribution(self) -> dict[int, int]:
        """How many nodes have each degree (in and out together)."""
        degrees = self.out_degrees + self.in_degrees
        return dict(sorted(Counter(degrees.tolist()).items()))

    def hubs(self, count: int = 10) -> list[tuple[str, int]]:
        """The lemmas of highest degree (in and out together), the earlier one among equals."""
        degrees = self.out_degrees + self.in_degrees
        best = np.argsort(-degrees, kind="stable")[: max(0, count)]
        return [(self.lemmas[i], int(degrees[i])) for i in best]

    def clustering(self, directed: bool = False) -> NDArray[np.float64]:
        """For each node, the share of the possible links among its neighbours that are there.

        Undirected after Watts and Strogatz; directed, neighbours are the words that follow the
        node. 0 for a node with fewer than two neighbours; a word next to itself does not count.
        """
        offsets, targets = self._rows(directed)
        sizes = np.diff(offsets)
        links = kernels.network.links_among(offsets, targets)
        possible = sizes * (sizes - 1)
        shares = np.zeros(self.nodes)
        np.divide(links, possible, out=shares, where=possible > 0)
        return shares

    def path_lengths(self, directed: bool = False) -> tuple[int, int]:
        """(sum of shortest path lengths, number of ordered pairs of nodes with a path)."""
        return kernels.network.path_lengths(*self._rows(directed))

    @cached_property
    def _steps(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The different edges as two columns, sorted."""
        size = max(1, self.nodes)
        codes = np.unique(self.walk[:-1].astype(np.int64) * size + self.walk[1:])
        return codes // size, codes % size

    def _rows(self, directed: bool) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The edges between different words in compressed rows."""
        starts, ends = self._steps
        apart = starts != ends
        starts, ends = starts[apart], ends[apart]
        if not directed:
            starts, ends = np.concatenate([starts, ends]), np.concatenate([ends, starts])
        size = max(1, self.nodes)
        codes = np.unique(starts * size + ends)
        offsets = np.zeros(self.nodes + 1, dtype=np.int64)
        np.cumsum(np.bincount(codes // size, minlength=self.nodes), out=offsets[1:])
        return offsets, (codes % size).astype(np.int32)


def word_network(
    text: str | Iterable[str],
    lang: str | None = None,
    *,
    stop_words: str | os.PathLike[str] | Iterable[str] | None = None,
) -> WordNetwork:
    """The network of a text, or of a text in pieces (sentences, or parts of a long file).

    A piece ends where a word ends. Time and memory grow linearly with the text. `stop_words`
    replaces the language's list: a file with one word a line, or the words.
    """
    pipe = pipeline(lang, stop_words=stop_words)
    numbers = _Numbers()
    walk = array("i")
    for piece in (text,) if isinstance(text, str) else text:
        walk.extend(map(numbers.__getitem__, pipe.content_lemmas(piece)))
    return WordNetwork(tuple(numbers), np.array(walk, dtype=np.int32))


class _Numbers(dict[str, int]):
    """Lemma -> its number, by first appearance."""

    def __missing__(self, lemma: str) -> int:
        number = self[lemma] = len(self)
        return number


KINDS = (".tsv", ".graphml")


def check_export(path: str | os.PathLike[str]) -> None:
    """Refuse a name that is neither .tsv nor .graphml."""
    ending(path, KINDS, "a network")


def to_tsv(network: WordNetwork) -> str:
    """A line `first<TAB>second<TAB>weight` per edge; a lemma without edges stands alone."""
    lines = [f"{a}\t{b}\t{times}" for (a, b), times in network.weights.items()]
    linked = {lemma for edge in network.weights for lemma in edge}
    lines += [lemma for lemma in network.lemmas if lemma not in linked]
    return "".join(f"{line}\n" for line in lines)


def to_graphml(network: WordNetwork) -> str:
    """A directed GraphML graph: nodes named by lemma, edges with their weight."""
    number = {lemma: f"n{at}" for at, lemma in enumerate(network.lemmas)}
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '<key id="name" for="node" attr.name="name" attr.type="string"/>',
        '<key id="weight" for="edge" attr.name="weight" attr.type="int"/>',
        '<graph edgedefault="directed">',
    ]
    for lemma, name in number.items():
        lines.append(f'<node id="{name}"><data key="name">{escape(lemma)}</data></node>')
    for (a, b), times in network.weights.items():
        ends = f"source={quoteattr(number[a])} target={quoteattr(number[b])}"
        lines.append(f'<edge {ends}><data key="weight">{times}</data></edge>')
    return "\n".join([*lines, "</graph>", "</graphml>", ""])


def write_network(path: str | os.PathLike[str], network: WordNetwork) -> None:
    """Write a network whole or not at all, by the ending of the name."""
    kind = ending(path, KINDS, "a network")
    atomic_write_text(path, to_tsv(network) if kind == ".tsv" else to_graphml(network))
