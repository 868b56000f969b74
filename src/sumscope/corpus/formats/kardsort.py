"""kardSort: a card sort as CSV (card_id, card_label, category_id, category_label, user_id).

The file is one topic, named after it. Its cards are the sentences of one document, each user's
categories a cover; cards that a user did not sort are set aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.corpus.judged import Judged
from sumscope.corpus.notes import Notes
from sumscope.corpus.rows import texts_of
from sumscope.corpus.sources import read_cells

COLUMNS = ("card_id", "card_label", "category_id", "category_label", "user_id")
EXPECTED = "expected the columns " + ",".join(COLUMNS)


def recognize(source: Path) -> bool:
    """Whether a table has the columns."""
    if source.suffix.lower() not in (".csv", ".tsv", ".txt") or not source.is_file():
        return False
    try:
        with source.open(encoding="utf-8-sig") as stream:
            header = stream.readline(1000).lower()
    except (OSError, UnicodeDecodeError):
        return False
    return all(column in header for column in COLUMNS)


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield the one topic."""
    judged = Judged(notes)
    draft = judged.drafts[Path(source).stem]
    cards: dict[str, str] = {}
    sorts: dict[str, dict[str, list[str]]] = {}
    labels: dict[tuple[str, str], str] = {}
    for where, given in texts_of(read_cells(source, notes)):
        row = {key.lower().strip(): cell.strip() for key, cell in given.items()}
        if not set(COLUMNS) <= row.keys():
            raise SumscopeError("the columns were not recognized", where=where, hint=EXPECTED)
        card, user, category = row["card_id"], row["user_id"], row["category_id"]
        if not card or not user:
            raise SumscopeError("a row has no card_id or no user_id", where=where)
        cards[card] = row["card_label"] or card
        mine = sorts.setdefault(user, {})
        if category or row["category_label"]:
            key = category or row["category_label"]
            labels[user, key] = row["category_label"] or category
            mine.setdefault(key, []).append(card)
    judged.cards(draft, cards)
    for user, groups in sorts.items():
        named: dict[str, list[str]] = {}
        for key, items in groups.items():
            label = labels[user, key]
            named[label if label not in named else f"{label} ({key})"] = items
        done = {card for items in groups.values() for card in items}
        judged.sort_cards(draft, user, named, [card for card in cards if card not in done])
    yield from judged.topics()
