"""A line of a corpus at a glance: what a measure of summaries needs of an ordinary topic.

Anything out of the ordinary gives None, an error too: the reader of corpora then reads the line
and says what is wrong. Whatever is accepted here is accepted there, with the same values.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from sumscope.kernels.types import Glance, GlancedText

__all__ = ["glance"]

KNOWN = {"id", "lang", "documents", "references", "peers", "judgements"}
DEEPEST = 50
LONGEST_NUMBER = 150
_LARGE = re.compile("[eE][-+]?[0-9]{3}")
_HALF = re.compile("[\ud800-\udfff]")


class _UnusualError(Exception):
    """The line is not ordinary."""


def glance(raw: bytes) -> Glance | None:
    """(id, language, references, peers, unknown keys); None for an unusual line.

    A reference or a peer is (id, whether it is by a person, text, sentences); one of the last two
    is None. Ordinary is a topic without covers, preferences and extracts whose sentences are
    strings.
    """
    if not isinstance(raw, bytes):
        raise TypeError("a line is bytes")
    try:
        return _topic(_decoded(raw))
    except (_UnusualError, ValueError, RecursionError):
        return None


def _decoded(raw: bytes) -> object:
    decoder = json.JSONDecoder(
        object_pairs_hook=_members, parse_float=_number, parse_int=_number, parse_constant=_refuse
    )
    value = decoder.decode(raw.decode("utf-8"))
    _require(_depth(value) <= DEEPEST)
    _require(_HALF.search(json.dumps(value, ensure_ascii=False)) is None)
    return value


def _topic(value: Any) -> Glance:
    _require(isinstance(value, dict) and not value.keys() & {"covers", "preferences"})
    lang = value.get("lang")
    _require(lang is None or isinstance(lang, str))
    texts = {group: _texts(value, group) for group in ("documents", "references", "peers")}
    for named in _object(value.get("judgements", {})).values():
        for one in _object(named).values():
            judges = one if isinstance(one, dict) else {"judge": one}
            _require(all(judges) and all(map(_is_number, judges.values())))
    others = tuple(key for key in value if key not in KNOWN)
    return _name(value), lang, texts["references"], texts["peers"], others


def _texts(value: dict[str, Any], group: str) -> tuple[GlancedText, ...]:
    rows = value.get(group, [])
    _require(isinstance(rows, list))
    read = tuple(_text(row, group) for row in rows)
    _require(len({row[0] for row in read}) == len(read))
    return read


def _text(row: Any, group: str) -> GlancedText:
    _require(isinstance(row, dict) and ("text" in row) != ("sentences" in row))
    text, sentences, human = row.get("text"), row.get("sentences"), False
    if "text" in row:
        _require(isinstance(text, str))
    else:
        _require(isinstance(sentences, list) and all(isinstance(s, str) for s in sentences))
    if group == "peers":
        human = row.get("human", False)
        _require(isinstance(human, bool) and "extract" not in row)
    if group == "documents":
        _require(isinstance(row.get("date"), str | None))
    return _name(row), human, text, None if sentences is None else tuple(sentences)


def _name(row: dict[str, object]) -> str:
    name = row.get("id")
    if not isinstance(name, str) or not name:
        raise _UnusualError
    return name


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _UnusualError
    return value


def _is_number(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    _require(len(value) == len(pairs))
    return value


def _number(spelling: str) -> float:
    _require(len(spelling) <= LONGEST_NUMBER and _LARGE.search(spelling) is None)
    return float(spelling)


def _refuse(spelling: str) -> NoReturn:
    raise _UnusualError


def _depth(value: object) -> int:
    """The nesting depth of lists and objects."""
    depth, level = 0, [value]
    while level := [one for one in level if isinstance(one, list | dict)]:
        depth += 1
        level = [v for one in level for v in (one.values() if isinstance(one, dict) else one)]
    return depth


def _require(ordinary: bool) -> None:
    if not ordinary:
        raise _UnusualError
