"""Covers in files: JSON, a plain list of lists, two-column TSV, and the `covers` of a topic.

JSON is `{"items": [...], "clusters": [[...], ...]}`; `items`, the universe, may be missing. What
judges and `sumscope detect` write is understood too: clusters as objects with `items`, sentences
set `aside` (they widen the universe), other keys. TSV has `item<TAB>cluster` on a line; an item
alone is in the universe but in no cluster, and an item may have several lines. A first line
`item<TAB>cluster` is a heading.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from sumscope.core.cover import Cover, item_name
from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write_text, ending, read_bytes, utf8
from sumscope.core.numbers import unique_keys
from sumscope.core.values import Cluster, JudgeCover, Topic

Form = Literal["json", "lists", "tsv"]
_SHAPE = 'a cover is {"items": [...], "clusters": [[...], ...]} or a list of lists'


def read_cover(source: str | os.PathLike[str]) -> Cover:
    """Read a cover from a file; `-` is standard input.

    JSON is recognized by its first character, unless the name ends in `.tsv`.

    >>> import pathlib, sumscope
    >>> _ = pathlib.Path("c.json").write_text('[["a", "b"], ["c"]]')
    >>> sumscope.read_cover("c.json").clusters
    (('a', 'b'), ('c',))
    """
    path = os.fspath(source)
    try:
        return parse_cover(read_bytes(path), "<stdin>" if path == "-" else path)
    except OSError as error:
        raise SumscopeError(
            f"cannot read the cover: {error.strerror or error}", where=path
        ) from None


def parse_cover(raw: bytes, where: str) -> Cover:
    """Read a cover from bytes; `where` names them in errors."""
    text = utf8(raw, where)
    suffix = Path(where).suffix.lower()
    if suffix != ".tsv" and text.lstrip()[:1] in ("{", "["):
        try:
            value = json.loads(text, object_pairs_hook=unique_keys)
        except KeyError as error:
            raise SumscopeError(f"the key {error.args[0]!r} is given twice", where=where) from None
        except (ValueError, RecursionError) as error:
            deep = isinstance(error, RecursionError)
            said = "nested too deeply" if deep else getattr(error, "msg", "a number is too long")
            line = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
            raise SumscopeError(f"not JSON: {said}", where=f"{where}{line}", hint=_SHAPE) from None
        return cover_from_json(value, where)
    if suffix == ".json":
        raise SumscopeError("not JSON", where=where, hint=_SHAPE)
    return _from_tsv(text, where)


def cover_from_json(value: object, where: str) -> Cover:
    """Make a cover of a JSON value: an object with `clusters`, or a list of lists."""
    items: Any = None
    aside: Any = []
    clusters: Any = value
    if isinstance(value, dict):
        if "clusters" not in value:
            raise SumscopeError("the key `clusters` is missing", where=where, hint=_SHAPE)
        clusters, items = value["clusters"], value.get("items")
        aside = value.get("aside") or []
    if not isinstance(clusters, list):
        raise SumscopeError("expected a list", where=f"{where}: clusters", hint=_SHAPE)
    lists = []
    for number, cluster in enumerate(clusters):
        members = cluster.get("items") if isinstance(cluster, dict) else cluster
        lists.append(_names(members, f"{where}: clusters[{number}]"))
    out = _names(aside, f"{where}: aside")
    universe = None if items is None else _names(items, f"{where}: items")
    return _cover(lists, universe, out, where)


def cover_to_json(cover: Cover) -> dict[str, object]:
    """The cover as a JSON object, universe first."""
    return {"items": list(cover.items), "clusters": [list(c) for c in cover.clusters]}


def form_of(path: str | os.PathLike[str]) -> Form:
    """The form of a cover file by its name: `.json` or `.tsv`."""
    return "json" if ending(path, (".json", ".tsv"), "a cover") == ".json" else "tsv"


def write_cover(path: str | os.PathLike[str], cover: Cover, form: Form | None = None) -> None:
    """Write a cover atomically, as JSON or TSV depending on the file name.

    What is written reads back with the same items and clusters; only TSV and lists of lists name
    the universe in the order of the clusters. A form that cannot hold the cover is refused: lists
    have no place for items left out, TSV none for tabs and line breaks.
    """
    target = Path(path)
    chosen = form or form_of(path)
    if chosen == "tsv":
        text = _to_tsv(cover, str(target))
    elif chosen == "lists":
        if cover.left_out:
            raise SumscopeError(
                f"a list of lists cannot hold {cover.left_out[0]!r}, which no cluster holds",
                where=str(target),
                hint="write JSON with items, or complete the cover",
            )
        text = json.dumps([list(c) for c in cover.clusters], ensure_ascii=False) + "\n"
    else:
        text = json.dumps(cover_to_json(cover), ensure_ascii=False) + "\n"
    atomic_write_text(target, text)


def cover_of_judge(
    judged: JudgeCover, items: Iterable[str] | None = None, where: str = ""
) -> Cover:
    """A judge's clustering as a cover of `items`, or of all that the judge mentions."""
    clusters = [list(cluster.items) for cluster in judged.clusters]
    universe = None if items is None else list(items)
    return _cover(clusters, universe, list(judged.aside), where or f"judge {judged.judge!r}")


def judge_of_cover(judge: str, cover: Cover) -> JudgeCover:
    """A cover as a judge's clustering: left-out items are set aside, nothing is labelled."""
    clusters = tuple(Cluster(items) for items in cover.clusters)
    return JudgeCover(judge, clusters, cover.left_out)


def covers_of_topic(topic: Topic, items: Iterable[str] | None = None) -> dict[str, Cover]:
    """The covers of a topic's judges by judge, all over one universe.

    The universe is `items` (the ids of the topic's sentences), or where that is None everything
    that any judge mentions, in order of first mention.
    """
    if items is None:
        universe = list(
            dict.fromkeys(
                item
                for judged in topic.covers
                for group in (*(c.items for c in judged.clusters), judged.aside)
                for item in group
            )
        )
    else:
        universe = list(items)
    made: dict[str, Cover] = {}
    for judged in topic.covers:
        where = f"topic {topic.id!r}: judge {judged.judge!r}"
        if judged.judge in made:
            raise SumscopeError("the judge has two covers", where=where)
        made[judged.judge] = cover_of_judge(judged, universe, where)
    return made


def _names(values: Any, where: str) -> list[str]:
    if not isinstance(values, list):
        raise SumscopeError("expected a list of items", where=where, hint=_SHAPE)
    try:
        return [item_name(value) for value in values]
    except SumscopeError as error:
        raise SumscopeError(error.what, where=where) from None


def _cover(
    clusters: list[list[str]], items: list[str] | None, aside: list[str], where: str
) -> Cover:
    for number, cluster in enumerate(clusters, 1):
        if len(set(cluster)) < len(cluster):
            warnings.warn(
                f"{where}: cluster {number} lists an item twice; it counts once", stacklevel=2
            )
    if items is None:
        named = (item for group in (*clusters, aside) for item in group)
        items = list(dict.fromkeys(named))
    elif not set(items).issuperset(aside):
        stray = next(item for item in aside if item not in set(items))
        raise SumscopeError(f"the item {stray!r} set aside is not in the universe", where=where)
    try:
        return Cover.of(clusters, items)
    except SumscopeError as error:
        raise SumscopeError(error.what, where=where, hint=error.hint) from None


def _from_tsv(text: str, where: str) -> Cover:
    clusters: dict[str, list[str]] = {}
    items: dict[str, None] = {}
    if "\t" not in text:
        raise SumscopeError(
            "no line has a tab",
            where=where,
            hint="a cover is item<TAB>cluster lines, or JSON clusters as lists",
        )
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if not line.strip():
            continue
        cells = line.split("\t")
        if number == 1 and cells == ["item", "cluster"]:
            continue
        if len(cells) > 2 or not cells[0]:
            raise SumscopeError(
                "expected item<TAB>cluster", where=f"{where}:{number}", hint="use one tab a line"
            )
        items[cells[0]] = None
        if len(cells) == 2 and cells[1]:
            clusters.setdefault(cells[1], []).append(cells[0])
    return _cover(list(clusters.values()), list(items), [], where)


def _to_tsv(cover: Cover, where: str) -> str:
    bad = next((i for i in cover.items if not i.strip() or set(i) & set("\t\r\n")), None)
    if bad is not None:
        raise SumscopeError(f"TSV cannot hold the item {bad!r}", where=where, hint="write JSON")
    lines = ["item\tcluster"]
    lines += [f"{i}\t{n}" for n, cluster in enumerate(cover.clusters, 1) for i in cluster]
    lines += list(cover.left_out)
    return "\n".join(lines) + "\n"
