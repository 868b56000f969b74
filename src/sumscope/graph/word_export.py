"""Word networks as files: an edge list (TSV) that `sumscope detect` reads, or GraphML."""

from __future__ import annotations

import os
from xml.sax.saxutils import escape, quoteattr

from sumscope.core.files import atomic_write_text, ending
from sumscope.graph.words import WordNetwork

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
