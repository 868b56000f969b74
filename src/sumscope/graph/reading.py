"""Graphs from files: TSV edge lists, GraphML, GML; no entities, no network, errors with places."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.core.files import utf8
from sumscope.graph.network import Graph, Link, check_weight

Pairs = list[tuple[str, Any]]
_TOKEN = re.compile(r'\s+|#[^\n]*|(\[)|(\])|"([^"]*)"|([^\s\[\]"#]+)')
_GML_FIELDS = ("id", "label", "name", "source", "target", "weight", "value")
_PARTED = re.compile(r"[\s,;]")
_EXPECTED = "expected u<TAB>v[<TAB>weight], or one name"
_NUMBER = re.compile(r"[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?|[+-]?(nan|inf(inity)?)", re.I)


def read_graph(raw: bytes, where: str = "graph", *, directed: bool = False) -> Graph:
    """Read a graph, its format told by its beginning. `directed`: take arcs as links."""
    start = raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:4096]
    if start.startswith(b"<"):
        return read_graphml(raw, where, directed=directed)
    text = utf8(raw, where)
    if re.match(r"(\s*(#[^\n]*\n|(Creator|Version|Comment)\b[^\n]*\n))*\s*graph\s*\[", text, re.I):
        return read_gml(text, where, directed=directed)
    return read_tsv(text, where)


def read_tsv(text: str, where: str = "graph") -> Graph:
    """`u<TAB>v[<TAB>weight]` lines; a lone name is a node without links."""
    links: list[Link] = []
    nodes: list[str] = []
    lines = [(i, line.rstrip("\r")) for i, line in enumerate(text.split("\n"), 1) if line.strip()]
    if lines and "\t" not in text:
        if lines[0][1].lstrip()[0] in "{[":
            raise SumscopeError("this is JSON, not a graph", where=where, hint=_EXPECTED)
        if all(_PARTED.search(line.strip()) for _, line in lines):
            raise SumscopeError("no line has a tab", where=f"{where}:1", hint=_EXPECTED)
    for number, line in lines:
        cells = [cell.strip() for cell in line.split("\t")]
        place = f"{where}:{number}"
        if len(cells) > 3 or not all(cells):
            raise SumscopeError(
                f"{len(cells)} columns" if len(cells) > 3 else "an empty column",
                where=place,
                hint=_EXPECTED,
            )
        nodes.extend(cells[:2])
        if len(cells) > 1:
            weight = _weight(cells[2], f"{cells[0]} - {cells[1]}", place) if cells[2:] else None
            links.append((cells[0], cells[1], weight))
    return _graph(links, nodes, where)


def read_graphml(raw: bytes, where: str = "graph", *, directed: bool = False) -> Graph:
    """GraphML as written by igraph, networkx, Gephi: one flat graph, weights by name `weight`."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(raw, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise SumscopeError(f"not well-formed XML: {error}", where=where) from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise SumscopeError("a DTD is not accepted", where=where, hint="remove the DOCTYPE")
    if not isinstance(root.tag, str) or etree.QName(root).localname != "graphml":
        raise SumscopeError("the root element is not <graphml>", where=where)
    keys: dict[str, tuple[str, str]] = {}
    graphs = []
    for child in _elements(root):
        kind = etree.QName(child).localname
        if kind == "key":
            keys[child.get("id", "")] = (child.get("for", "all"), child.get("attr.name", ""))
        elif kind == "graph":
            graphs.append(child)
    if len(graphs) != 1:
        raise SumscopeError(f"{len(graphs)} graphs, expected one", where=where)
    default = graphs[0].get("edgedefault", "undirected")
    names: dict[str, str] = {}
    arcs: list[tuple[str, str, str | None, int]] = []
    for item in _elements(graphs[0]):
        kind, line = etree.QName(item).localname, item.sourceline
        place = f"{where}:{line}"
        data: dict[str, str] = {}
        for d in _elements(item):
            if etree.QName(d).localname != "data":
                continue
            field = keys.get(d.get("key", ""), ("", ""))[1]
            if field in ("name", "weight") and field in data:
                raise SumscopeError(f"the {field} of a {kind} is given twice", where=place)
            data[field] = d.text or ""
        if kind == "node":
            if any(etree.QName(d).localname == "graph" for d in _elements(item)):
                raise SumscopeError("a graph inside a node is not accepted", where=place)
            name = item.get("id")
            if name is None or name in names:
                raise SumscopeError(f"the node id {name!r} is missing or repeated", where=place)
            names[name] = data.get("name") or name
        elif kind == "edge":
            one_way = item.get("directed", "true" if default == "directed" else "false") == "true"
            if one_way and not directed:
                raise _refuse_directed(place)
            arcs.append((item.get("source"), item.get("target"), data.get("weight"), line))
        elif kind == "hyperedge":
            raise SumscopeError("a hyperedge is not accepted", where=place)
    if default == "directed" and not directed:
        raise _refuse_directed(where)
    return _named(names, arcs, where)


def read_gml(text: str, where: str = "graph", *, directed: bool = False) -> Graph:
    """GML as written by igraph, networkx, Gephi."""
    top = _gml(text, where)
    graphs = [value for key, value in top if key == "graph"]
    if len(graphs) != 1 or not isinstance(graphs[0], list):
        raise SumscopeError(f"{len(graphs)} graphs, expected one", where=where)
    body: Pairs = graphs[0]
    if any(key == "directed" and str(value) == "1" for key, value in body) and not directed:
        raise _refuse_directed(where)
    names: dict[str, str] = {}
    arcs: list[tuple[str, str, str | None, int]] = []
    for key, value in body:
        if key not in ("node", "edge"):
            continue
        if not isinstance(value, list):
            raise SumscopeError(f"{key} is not followed by [", where=where)
        fields = dict(value)
        if len(fields) < len(value):
            given = [name for name, _ in value]
            doubled = next((name for name in _GML_FIELDS if given.count(name) > 1), None)
            if doubled is not None:
                what = f"the {doubled} of a {key} is given twice"
                raise SumscopeError(what, where=where, hint="keep one")
        if key == "node":
            name = str(fields.get("id"))
            if "id" not in fields or name in names:
                raise SumscopeError(f"the node id {name!r} is missing or repeated", where=where)
            names[name] = str(fields.get("label") or fields.get("name") or name)
        else:
            weight = fields.get("weight", fields.get("value"))
            arcs.append(
                (str(fields.get("source")), str(fields.get("target")), weight, 0),
            )
    return _named(names, arcs, where)


def _named(
    names: dict[str, str], arcs: list[tuple[str, str, str | None, int]], where: str
) -> Graph:
    if len(set(names.values())) < len(names):  # two nodes of one name: only ids tell them apart
        names = {key: key for key in names}
    links: list[Link] = []
    for source, target, weight, line in arcs:
        place = f"{where}:{line}" if line else where
        for end in (source, target):
            if end not in names:
                raise SumscopeError(f"an edge names the unknown node {end!r}", where=place)
        u, v = names[source], names[target]
        value = None if weight is None or weight == "" else _weight(weight, f"{u} - {v}", place)
        links.append((u, v, value))
    return _graph(links, list(names.values()), where)


def _graph(links: list[Link], nodes: list[str], where: str) -> Graph:
    try:
        return Graph.of(links, nodes)
    except SumscopeError as error:
        raise SumscopeError(error.what, where=error.where or where, hint=error.hint) from None


def _weight(cell: object, what: str, place: str) -> float:
    if not isinstance(cell, str) or not _NUMBER.fullmatch(cell.strip()):
        raise SumscopeError(f"the weight of {what} is {cell!r}, not a number", where=place)
    return check_weight(float(cell), what, place)


def _refuse_directed(where: str) -> SumscopeError:
    return SumscopeError(
        "the graph is directed, but communities are found in undirected graphs",
        where=where,
        hint="pass --undirected to ignore directions",
    )


def _elements(node: Any) -> Iterator[Any]:
    for child in node:
        if isinstance(child.tag, str):
            yield child


def _gml(text: str, where: str) -> Pairs:
    """Key and value pairs; a value is a text or again such a list."""
    top: Pairs = []
    stack: list[Pairs] = [top]
    key: str | None = None
    at = 0

    def wrong(what: str) -> SumscopeError:
        return SumscopeError(what, where=f"{where}:{text.count(chr(10), 0, at) + 1}")

    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise wrong("a quote is not closed")
        opened, closed, quoted, word = found.groups()
        if opened:
            if key is None:
                raise wrong("[ without a key")
            inner: Pairs = []
            stack[-1].append((key, inner))
            stack.append(inner)
            key = None
        elif closed:
            if key is not None or len(stack) == 1:
                raise wrong("] out of place")
            stack.pop()
        elif quoted is not None or word:
            if key is None:
                if not word:
                    raise wrong("a value without a key")
                key = word.lower() if word.lower() in ("graph", "node", "edge") else word
            else:
                stack[-1].append((key, html.unescape(quoted) if quoted is not None else word))
                key = None
        at = found.end()
    if len(stack) > 1 or key is not None:
        raise SumscopeError("the file ends too early", where=where)
    return top
