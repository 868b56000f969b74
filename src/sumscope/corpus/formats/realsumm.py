"""REALSumm and SummEval JSONL: summaries of systems with human scores.

Known shapes of a line, which may be mixed:

- one summary: id, model_id, decoded, references, expert_annotations, turker_annotations (SummEval);
  lines of one id become one topic, judgements are per annotator (expert-1, turker-1)
- one article: doc_id, ref_summ, system_summaries {name: {system_summary, scores}} (REALSumm);
  `<t>...</t>` marks sentences
- one article: id, text, human_summaries, machine_summaries and one list per judgement

The article is read from text, source, src, article or document. Annotations and
`litepyramid_recall` become judgements; the scores of automatic measures stay keys of the peer.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.corpus.jsonl import decode_line, iter_lines, name_of
from sumscope.corpus.judged import peek
from sumscope.corpus.notes import Notes
from sumscope.corpus.topic_builder import Draft, Drafts

ARTICLE = ("text", "source", "src", "article", "document")
HUMAN = ("litepyramid_recall",)


def recognize(source: Path) -> bool:
    """Whether lines have the keys of one of the shapes."""
    row = peek(source)
    return bool({"expert_annotations", "system_summaries", "machine_summaries"} & row.keys())


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield the topics in the order they first appear."""
    drafts = Drafts("en")
    for line, raw in iter_lines(source):
        where = f"{name_of(source)}:{line}"
        row = decode_line(raw, where)
        if not isinstance(row, dict):
            raise SumscopeError("expected an object", where=where)
        name = row.pop("id", None)
        name = row.pop("doc_id", None) if name is None else name
        if isinstance(name, int):
            name = str(name)
        if not isinstance(name, str):
            raise SumscopeError("expected a string or a number", where=f"{where}: id")
        draft = drafts[name]
        _article(draft, row, where)
        if "system_summaries" in row:
            _realsumm(draft, row, where)
        elif "machine_summaries" in row:
            _lists(draft, row, where)
        elif "decoded" in row or "summary" in row:
            _summary(draft, row, where)
        else:
            what = "expected decoded, system_summaries or machine_summaries"
            raise SumscopeError(what, where=where)
    for draft in drafts.values():
        yield draft.to_json()


def _article(draft: Draft, row: dict[str, object], where: str) -> None:
    for key in ARTICLE:
        if key in row:
            content = _content(row.pop(key), f"{where}: {key}")
            if not any(_same(text, content) for text in draft.texts["documents"]):
                count = len(draft.texts["documents"])
                draft.add("documents", f"src{count + 1}" if count else "src", content)
            return


def _same(row: dict[str, object], content: str | list[str]) -> bool:
    return bool(row.get("text" if isinstance(content, str) else "sentences") == content)


def _content(value: object, where: str) -> str | list[str]:
    """A string, with its sentences where they are marked, or a list of sentences."""
    if isinstance(value, str):
        return _marked(value, where) if "<t>" in value else value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return list(value)
    raise SumscopeError("expected a string or a list of strings", where=where)


def _marked(text: str, where: str) -> list[str]:
    """The sentences between `<t>` and `</t>`; a text that holds anything else is refused."""
    found: list[str] = []
    outside, *rest = text.split("<t>")
    pieces = [outside]
    for part in rest:
        sentence, closed, outside = part.partition("</t>")
        if not closed:
            raise SumscopeError("a <t> is not closed by </t>", where=where)
        found.append(sentence.strip())
        pieces.append(outside)
    stray = next((piece.strip() for piece in pieces if piece.strip()), None)
    if stray is not None:
        raise SumscopeError(
            f"text outside <t>...</t>: {stray[:40]!r}", where=where, hint="mark every sentence"
        )
    return found


def _references(draft: Draft, values: Any, where: str) -> None:
    if not isinstance(values, list):
        values = [values]
    known = draft.texts["references"]
    before = list(known)
    for value in values:
        content = _content(value, where)
        if not any(_same(row, content) for row in before):
            draft.add("references", f"R{len(known)}", content)


def _summary(draft: Draft, row: dict[str, object], where: str) -> None:
    _references(draft, row.pop("references", row.pop("reference", [])), f"{where}: references")
    peer = row.pop("model_id", row.pop("model", None))
    if not isinstance(peer, str):
        raise SumscopeError("expected a string", where=f"{where}: model_id")
    key = "decoded" if "decoded" in row else "summary"
    content = _content(row.pop(key), f"{where}: {key}")
    for group, prefix, judge in (
        ("expert_annotations", "", "expert"),
        ("turker_annotations", "turker_", "turker"),
    ):
        found = _annotations(row.pop(group, []), f"{where}: {group}")
        for number, name, value in found:
            draft.judge(peer, prefix + name, value, f"{judge}-{number}")
    for name in HUMAN:
        if name in row:
            draft.judge(peer, name, _number(row.pop(name), f"{where}: {name}"))
    draft.add("peers", peer, content, **row)


def _annotations(annotations: Any, where: str) -> Iterator[tuple[int, str, float | None]]:
    """The number of the annotator, the judgement's name and its value."""
    if not isinstance(annotations, list) or not all(isinstance(a, dict) for a in annotations):
        raise SumscopeError("expected a list of objects", where=where)
    for i, annotation in enumerate(annotations):
        for name, value in annotation.items():
            yield i + 1, name, _number(value, f"{where}[{i}].{name}")


def _number(value: object, where: str) -> float | None:
    if value is None or (isinstance(value, (int, float)) and not isinstance(value, bool)):
        return value
    raise SumscopeError("expected a number or null", where=where)


def _realsumm(draft: Draft, row: dict[str, object], where: str) -> None:
    _references(draft, row.pop("ref_summ", row.pop("references", [])), f"{where}: ref_summ")
    systems = row.pop("system_summaries")
    if not isinstance(systems, dict):
        raise SumscopeError("expected an object", where=f"{where}: system_summaries")
    for name, system in systems.items():
        at = f"{where}: system_summaries.{name}"
        if not isinstance(system, dict) or "system_summary" not in system:
            raise SumscopeError("expected an object with a system_summary", where=at)
        scores = system.get("scores", {})
        if not isinstance(scores, dict):
            raise SumscopeError("expected an object", where=f"{at}.scores")
        for key in HUMAN:
            if key in scores:
                draft.judge(name, key, _number(scores[key], f"{at}.scores.{key}"))
        rest = {k: v for k, v in scores.items() if k not in HUMAN}
        content = _content(system["system_summary"], f"{at}.system_summary")
        draft.add("peers", name, content, scores=rest or None)
    draft.extra.update(row)


def _lists(draft: Draft, row: dict[str, object], where: str) -> None:
    _references(draft, row.pop("human_summaries", []), f"{where}: human_summaries")
    summaries = row.pop("machine_summaries")
    if not isinstance(summaries, list):
        raise SumscopeError("expected a list", where=f"{where}: machine_summaries")
    for i, summary in enumerate(summaries):
        draft.add("peers", f"M{i}", _content(summary, f"{where}: machine_summaries[{i}]"))
    for key, values in row.items():
        if isinstance(values, list) and len(values) == len(summaries):
            for i, value in enumerate(values):
                draft.judge(f"M{i}", key, _number(value, f"{where}: {key}[{i}]"))
        else:
            draft.extra[key] = values
