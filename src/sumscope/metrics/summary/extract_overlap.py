"""Extract evaluation: recall, precision and F of sentences against an ideal extract."""

from __future__ import annotations

from typing import Literal

from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.corpus.view import SentenceView, TextView, TopicView
from sumscope.text import pipeline

NOT_AN_EXTRACT = "no sentence of the summary is in the documents"
NO_SENTENCES = "the summary has no sentences"
NO_IDEAL = "the ideal extract is empty"

# The ideal sentences and the source sentences by text; None without an ideal extract.
Prepared = tuple[frozenset[str], dict[str, str]] | None


@measure(
    "extract-{report}",
    needs=("peer", "documents"),
    range=(0, 1),
    better="higher",
    cite="rino2004",
    names=("extract-f", "extract-precision", "extract-recall"),
)
class ExtractOverlap:
    """Recall, precision or F of a summary's sentences against the ideal extract.

    recall = hits / sentences of the ideal extract, precision = hits / sentences of the summary,
    F their harmonic mean; in [0, 1]. `ideal` names the peer that is the ideal extract; `references`
    makes it from the references (GEI: the source sentence closest to each reference sentence).
    A summary without an `extract` is matched by its sentences' texts; those that are in no document
    count as misses. Undefined where none is, or without an ideal extract. Rino et al. 2004.
    """

    report: Literal["f", "precision", "recall"] = "f"
    ideal: str = "references"

    def prepare(self, view: TopicView) -> Prepared:
        """The ideal extract of the topic."""
        by_text = view.memo("extract-by-text", lambda: _by_text(view))
        if self.ideal == "references":
            if not view.references:
                return None
            from sumscope.summarizers.gei import ideal_of

            ids = view.memo("extract-gei", lambda: ideal_of(view))
            return frozenset(by_text[_plain(view.by_id[item].text)] for item in ids), by_text
        for peer in view.peers:
            if peer.id == self.ideal:
                found = _sources(peer, by_text)
                return frozenset(one for one in found if one is not None), by_text
        return None

    def stats(self, prepared: Prepared, peer: TextView) -> tuple[int, int, int, int]:
        """(hits, sentences found in the documents, all sentences, sentences of the ideal extract).

        The last is -1 where there is no ideal extract.
        """
        if prepared is None:
            return 0, 0, 0, -1
        ideal, by_text = prepared
        found = _sources(peer, by_text)
        known = {one for one in found if one is not None}
        return len(known & ideal), len(known), len(known) + found.count(None), len(ideal)

    def score(self, stats: tuple[int, int, int, int]) -> float | Undefined:
        """The share that `report` asks for."""
        hits, known, size, ideal = stats
        if ideal < 0:
            return Undefined(
                "no references to make an ideal extract of"
                if self.ideal == "references"
                else f"no peer {self.ideal} to be the ideal extract"
            )
        if not ideal or not known:
            return Undefined(NO_IDEAL if not ideal else NOT_AN_EXTRACT if size else NO_SENTENCES)
        if self.report == "f":
            return 2 * hits / (size + ideal)
        return hits / (size if self.report == "precision" else ideal)

    def text(self, lang: str | None) -> str:
        """Name the text processing."""
        return pipeline(lang).signature


def _by_text(view: TopicView) -> dict[str, str]:
    """Plain text of a source sentence -> id of its first occurrence."""
    found: dict[str, str] = {}
    for document in view.documents:
        for item in document.items:
            found.setdefault(_plain(item.text), item.id)
    return found


def _sources(peer: TextView, by_text: dict[str, str]) -> list[str | None]:
    """For each sentence of a summary the source sentence it repeats; empty ones do not count."""
    items: tuple[SentenceView, ...] = peer.items
    return [by_text.get(plain) for item in items if (plain := _plain(item.text))]


def _plain(text: str) -> str:
    """Letters and digits, so that spacing, quotes and final signs make no difference."""
    return "".join(character for character in text.casefold() if character.isalnum())
