"""One row of `oracle`, as a value and as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

NO_NGRAM = "the references hold no n-gram"


@dataclass(frozen=True)
class SentenceLabels:
    """The source sentences, 1 for those of the first oracle, and the share of oracles that hold
    each (None where the oracles were not counted).

    `oracle_labels` has one row of 0 and 1 for each oracle that was listed, `sample_labels` one for
    each different oracle that was drawn and `sample_weights` the share of draws that gave it; None
    where not asked for.
    """

    ids: list[str]
    text: list[str]
    labels: list[int]
    soft: list[float] | None
    oracle_labels: list[list[int]] | None = None
    sample_labels: list[list[int]] | None = None
    sample_weights: list[float] | None = None

    def to_json(self) -> dict[str, Any]:
        """The keys that `--labels` adds."""
        made = {"ids": self.ids, "text": self.text, "labels": self.labels, "soft": self.soft}
        return made | {
            key: value for key in MORE_LABELS if (value := getattr(self, key)) is not None
        }

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> SentenceLabels:
        """Read what `to_json` gave."""
        more = (row.get(key) for key in MORE_LABELS)
        return cls(row["ids"], row["text"], row["labels"], row["soft"], *more)


@dataclass(frozen=True)
class PeerMatch:
    """A peer's agreement with all oracles, and its sentences that are in no document."""

    f: float | None
    unmatched: list[str]


@dataclass(frozen=True)
class PeerGap:
    """A peer against the oracle of its topic; `match` is None where it was not asked for."""

    peer: str
    human: bool
    score: float | None
    gap: float | None
    match: PeerMatch | None = None

    def to_json(self) -> dict[str, Any]:
        """One element of `peers`."""
        row: dict[str, Any] = {"peer": self.peer, "human": self.human, "score": self.score}
        row["gap"] = self.gap
        if self.match is not None:
            row.update(f=self.match.f, unmatched=self.match.unmatched)
        return row

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> PeerGap:
        """Read what `to_json` gave."""
        match = PeerMatch(row["f"], row["unmatched"]) if "unmatched" in row else None
        return cls(row["peer"], row["human"], row["score"], row["gap"], match)


@dataclass(frozen=True)
class OracleRow:
    """The answer to one problem; counts are exact, as strings of digits.

    `reference` is None where all references are taken together, `reason` says why there is no
    score. `labels` and `peers` are None unless asked for.
    """

    topic: str
    reference: str | None
    n: int | str
    limit: int | None
    score: float | None = None
    matches: int = 0
    total: int = 0
    count: str | None = None
    complete: bool = False
    oracles: list[list[str]] = field(default_factory=list)
    in_oracles: dict[str, str] = field(default_factory=dict)
    nodes: int = 0
    seconds: float = 0.0
    method: str = "bnb"
    optimal: bool = False
    upper: int = 0
    reason: str | None = None
    length: str = "tokens"
    cut: bool = False
    objective: str = "recall"
    sentences: int | None = None
    upper_score: float | None = None
    labels: SentenceLabels | None = None
    peers: tuple[PeerGap, ...] | None = None

    @property
    def is_stated(self) -> bool:
        """Whether the row answers a problem, rather than say what the topic lacks."""
        return self.reason in (None, NO_NGRAM)

    @property
    def is_wordless(self) -> bool:
        """Whether the references hold no n-gram."""
        return self.reason == NO_NGRAM

    @property
    def score_text(self) -> str:
        """The score as people read it; with the bound where a search ended early."""
        text = "" if self.score is None else f"{self.score:.5f}"
        if not self.optimal and self.total and self.method in ("bnb", "bnb-paper", "ilp"):
            most = self.upper / self.total if self.upper_score is None else self.upper_score
            text += f" (at most {most:.5f})"
        return text

    def to_json(self, timed: bool = True) -> dict[str, Any]:
        """The `--json` shape; without times, the same corpus gives the same bytes."""
        row: dict[str, Any] = {key: getattr(self, key) for key in PLAIN}
        if not timed:
            del row["seconds"]
        row |= self._counting()
        if self.labels is not None:
            row |= self.labels.to_json()
        if self.peers is not None:
            row["peers"] = [peer.to_json() for peer in self.peers]
        return row

    def to_labels(self) -> dict[str, Any]:
        """What a trainer reads: sentences with a 0/1 and a soft label each."""
        labels = self.labels or SentenceLabels([], [], [], None)
        plain = {key: getattr(self, key) for key in LABELLED}
        return plain | self._counting() | labels.to_json()

    def to_columns(self) -> dict[str, Any]:
        """The labels as one row of a table, the same columns in every row."""
        row = self.to_labels() | {"objective": self.objective, "n": str(self.n)}
        return {column: row.get(column) for column in LABEL_COLUMNS}

    def _counting(self) -> dict[str, str | bool | int | float | None]:
        """What is not as usual: how lengths were counted, the objective, a limit of sentences."""
        made: dict[str, str | bool | int | float | None] = {}
        if self.length != "tokens" or self.cut:
            made |= {"length": self.length, "cut": self.cut}
        if self.objective != "recall" or self.sentences is not None or isinstance(self.n, str):
            made |= {key: getattr(self, key) for key in GOAL}
        return made

    def to_flat(self) -> dict[str, str | int | float | None]:
        """One row of a data frame: everything but the oracles."""
        return {key: getattr(self, key) for key in FLAT}

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> OracleRow:
        """Read what `to_json` gave."""
        labels = peers = None
        if "labels" in row:
            labels = SentenceLabels.from_json(row)
        if "peers" in row:
            peers = tuple(map(PeerGap.from_json, row["peers"]))
        plain = {key: row[key] for key in (*PLAIN, "length", "cut", *GOAL) if key in row}
        return cls(**plain, labels=labels, peers=peers)


# The keys of the JSON, in their order.
PLAIN = (
    "topic", "reference", "n", "limit", "score", "matches", "total", "count", "complete",
    "oracles", "in_oracles", "nodes", "seconds", "method", "optimal", "upper", "reason",
)  # fmt: skip
GOAL = ("objective", "sentences", "upper_score")
MORE_LABELS = ("oracle_labels", "sample_labels", "sample_weights")
LABELLED = ("topic", "reference", "n", "limit", "score", "count", "complete", "reason")
FLAT = (
    "topic", "reference", "n", "limit", "method", "score", "matches", "total",
    "upper", "optimal", "complete", "count", "nodes", "seconds", "reason",
)  # fmt: skip
# The columns of a Parquet file of labels and their SQL types.
LABEL_COLUMNS = {
    "topic": "VARCHAR",
    "reference": "VARCHAR",
    "n": "VARCHAR",
    "limit": "BIGINT",
    "sentences": "BIGINT",
    "objective": "VARCHAR",
    "score": "DOUBLE",
    "count": "VARCHAR",
    "complete": "BOOLEAN",
    "reason": "VARCHAR",
    "ids": "VARCHAR[]",
    "text": "VARCHAR[]",
    "labels": "TINYINT[]",
    "soft": "DOUBLE[]",
    "oracle_labels": "TINYINT[][]",
    "sample_labels": "TINYINT[][]",
    "sample_weights": "DOUBLE[]",
}
