"""Extract evaluation: recall, precision and F of sentences against an ideal extract."""

from __future__ import annotations

from typing import Literal

from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.corpus.view import TextView, TopicView
from sumscope.text import pipeline

NOT_AN_EXTRACT = "no sentence of the summary is in the documents"
NO_SENTENCES = "the summary has no sentences"
NO_IDEAL = "the ideal extract is empty"
# Letters that a sentence has to have to be told by standing inside another text.
LONG = 16

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
        by_text = _by_text(view)
        if self.ideal == "references":
            if not view.references:
                return None
            from sumscope.summarizers.gei import ideal_of

            ids = view.memo("extract-gei", lambda: ideal_of(view))
            return frozenset(by_text[_plain(view.by_id[item].text)] for item in ids), by_text
        for peer in view.peers:
            if peer.id == self.ideal:
                return frozenset(_matched(peer, by_text)[0]), by_text
        return None

    def stats(self, prepared: Prepared, peer: TextView) -> tuple[int, int, int, int]:
        """(hits, sentences found in the documents, all sentences, sentences of the ideal extract).

        The last is -1 where there is no ideal extract.
        """
        if prepared is None:
            return 0, 0, 0, -1
        ideal, by_text = prepared
        known, strange = _matched(peer, by_text)
        return len(known & ideal), len(known), len(known) + strange, len(ideal)

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


def unmatched(view: TopicView, peer: TextView) -> int:
    """How many sentences of a summary repeat no source sentence."""
    return _matched(peer, _by_text(view))[1]


def source_ids(view: TopicView, peer: TextView) -> frozenset[str]:
    """The source sentences that a summary repeats, each by the id of its first occurrence."""
    return frozenset(_matched(peer, _by_text(view))[0])


def _by_text(view: TopicView) -> dict[str, str]:
    """Plain text of a source sentence -> id of its first occurrence."""

    def make() -> dict[str, str]:
        found: dict[str, str] = {}
        for document in view.documents:
            for item in document.items:
                found.setdefault(_plain(item.text), item.id)
        found.pop("", None)
        return found

    return view.memo("extract-by-text", make)


def _matched(peer: TextView, by_text: dict[str, str]) -> tuple[set[str], int]:
    """(source sentences that a summary repeats, number of its sentences that repeat none).

    Where a text was cut into sentences in another way than the source, a source sentence counts
    that stands in it whole; pieces of such a sentence are no strange sentences.
    """
    plain = [text for text in (_plain(item.text) for item in peer.items) if text]
    known = {by_text[text] for text in plain if text in by_text}
    left = [text for text in plain if text not in by_text]
    if left and peer.given is not None:
        whole = _plain(peer.text)
        inside = [text for text in by_text if len(text) >= LONG and text in whole]
        known.update(by_text[text] for text in inside)
        left = [text for text in left if not any(text in one or one in text for one in inside)]
    return known, len(left)


def _plain(text: str) -> str:
    """Letters and digits, so that spacing, quotes and final signs make no difference."""
    return "".join(character for character in text.casefold() if character.isalnum())
