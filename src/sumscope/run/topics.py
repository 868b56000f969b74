"""One topic, several measures: who is scored against which references."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, get_args

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import needs_of
from sumscope.core.values import Undefined
from sumscope.corpus.view import TextView, TopicView

Jackknife = Literal["human", "all", "none"]
JACKKNIFES = get_args(Jackknife)


class PeerScores(NamedTuple):
    """The scores of one peer on one topic, a value or the reason for none per measure."""

    peer: str
    human: bool
    values: list[float | str]


def score_topic(
    view: TopicView, measures: Sequence[Any], jackknife: Jackknife = "human"
) -> list[PeerScores]:
    """Score every peer of a topic.

    `human`: a human peer that is also a reference is scored against the other references.
    `all`: besides, every other peer gets the mean over the reference sets with one left out, as
    DUC and TAC do, so that people and systems are scored against equally many references.
    `none`: everyone is scored against every reference, people against their own text too.
    """
    prepared: dict[tuple[int, str | None], Any] = {}
    views: dict[str | None, TopicView] = {None: view}

    def one(index: int, peer: TextView, left_out: str | None) -> float | Undefined:
        if left_out not in views:
            views[left_out] = view.without(str(left_out))
        chosen, measure = views[left_out], measures[index]
        missing = _missing(measure, chosen, view)
        if missing is not None:
            return missing
        key = (index, left_out)
        if key not in prepared:
            prepared[key] = measure.prepare(chosen)
        value: float | Undefined = measure.score(measure.stats(prepared[key], peer))
        return value

    names = {reference.id for reference in view.references}
    result = []
    for peer in view.peers:
        own = peer.id if jackknife != "none" and peer.human and peer.id in names else None
        rounds: list[str | None] = [own]
        if jackknife == "all" and own is None and len(names) > 1:
            rounds = [reference.id for reference in view.references]
        values: list[float | str] = []
        for index, measure in enumerate(measures):
            needs_references = "references" in needs_of(measure)
            try:
                found = [one(index, peer, r) for r in (rounds if needs_references else [None])]
            except SumscopeError as error:
                if error.where is None:
                    error = SumscopeError(
                        error.what, where=f"topic {view.id!r}, peer {peer.id!r}", mend=error.mend
                    )
                raise error from None
            values.append(_mean(found))
        result.append(PeerScores(peer.id, peer.human, values))
    return result


def _missing(measure: Any, chosen: TopicView, whole: TopicView) -> Undefined | None:
    needs = needs_of(measure)
    if "references" in needs and not chosen.references:
        reason = "no reference but the peer's own" if whole.references else "no references"
        return Undefined(reason)
    if "documents" in needs and not chosen.documents:
        return Undefined("no documents")
    return None


def _mean(found: Sequence[float | Undefined]) -> float | str:
    for value in found:
        if isinstance(value, Undefined):
            return value.reason
        if not math.isfinite(value):
            return "not a finite number"
    numbers = [float(value) for value in found if not isinstance(value, Undefined)]
    return numbers[0] if len(numbers) == 1 else math.fsum(numbers) / len(numbers)
